//! The examples as programs, with the clients and the server that the world uses.

mod clients;
mod program;
#[path = "../server/redis_server.rs"]
#[expect(dead_code, reason = "no example needs a cluster")]
mod redis_server;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use clients::{python, redis_benchmark, redis_cli};
use program::{Program, example, printed};
use redis_server::RedisServer;

#[test]
fn the_server_talks_to_redis_cli_in_resp2() {
    let server = Program::server();
    for (command, expected) in [
        ("PING", "PONG\n"),
        ("ECHO hi", "\"hi\"\n"),
        ("SET key value", "OK\n"),
        ("SET key other NX", "(nil)\n"),
        ("GET key", "\"value\"\n"),
        ("GET none", "(nil)\n"),
        ("MSET a 1 b 2", "OK\n"),
        ("MGET a none b", "1) \"1\"\n2) (nil)\n3) \"2\"\n"),
        ("INCR a", "(integer) 2\n"),
        ("INCRBY a -1", "(integer) 1\n"),
        ("TTL a", "(integer) -1\n"),
        ("EXPIRE a 100", "(integer) 1\n"),
        ("TTL none", "(integer) -2\n"),
        ("EXISTS a b none", "(integer) 2\n"),
        ("DEL a b none", "(integer) 2\n"),
        ("CONFIG GET appendonly", "1) \"appendonly\"\n2) \"no\"\n"),
        ("COMMAND", "(empty array)\n"),
        ("COMMAND DOCS", "(empty array)\n"),
        ("CLIENT GETNAME", "(nil)\n"),
        ("SELECT 0", "OK\n"),
        ("PUBLISH news hi", "(integer) 0\n"),
        ("FLUSHALL", "OK\n"),
        ("EXISTS key", "(integer) 0\n"),
    ] {
        if let Some(printed) = ask(&server, &["--no-raw"], command) {
            assert_eq!(printed, expected, "{command}");
        }
    }
}

#[test]
fn a_key_lives_for_the_seconds_that_it_is_given() {
    let server = Program::server();
    server.exchange(b"SET key value EX 100\r\n", b"+OK\r\n");
    let Some(printed) = redis_cli(server.address, &["TTL", "key"]) else {
        return;
    };
    // Time goes on while the test runs.
    assert!((1..=100).contains(&printed.trim().parse::<u32>().expect("a number")), "{printed}");
}

#[test]
fn the_server_talks_to_redis_cli_in_resp3() {
    let server = Program::server();
    for (command, expected) in [
        ("PING", "PONG\n"),
        ("SET key value", "OK\n"),
        ("GET key", "\"value\"\n"),
        ("GET none", "(nil)\n"),
        ("CONFIG GET appendonly", "1# \"appendonly\" => \"no\"\n"),
        ("COMMAND DOCS", "(empty hash)\n"),
    ] {
        if let Some(printed) = ask(&server, &["--no-raw", "-3"], command) {
            assert_eq!(printed, expected, "{command}");
        }
    }
}

#[test]
fn the_server_words_its_errors_as_redis_does() {
    let server = Program::server();
    let Some(redis) = RedisServer::start() else {
        return;
    };
    let redis = redis.connect().peer_addr().expect("connected");
    for command in [
        "NONE a b",
        "GET",
        "GET a b",
        "SET a b c",
        "SET a b EX",
        "SET a b NX XX",
        "SET a b EX 1 PX 1",
        "SET a b EX 0",
        "SET a b EX x",
        "MSET a",
        "SET text a",
        "INCR text",
        "SET large 9223372036854775807",
        "INCR large",
        "SET zero 01",
        "INCR zero",
        "INCRBY text x",
        "EXPIRE text x",
        "PING a b",
        "HELLO 4",
        "HELLO x",
        "HELLO 2 NONE",
        "CLIENT NONE",
        "CLIENT ID a",
        "CONFIG NONE",
        "CONFIG GET",
        "COMMAND NONE",
        "SELECT x",
        "SELECT 99",
        "SUBSCRIBE",
        "PUBLISH a",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        assert_eq!(redis_cli(server.address, &args), redis_cli(redis, &args), "{command}");
    }
}

#[test]
fn the_server_passes_redis_benchmark() {
    redis_benchmark(Program::server().address);
}

#[test]
fn the_server_talks_to_python() {
    python(Program::server().address);
}

#[test]
fn the_server_answers_inline_requests() {
    let answer: &[u8] = b"+PONG\r\n+OK\r\n$3\r\na b\r\n+OK\r\n";
    let answered = Program::server().exchange(b"PING\r\n\r\nSET key \"a b\"\nget key\r\nQUIT\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[test]
fn the_server_answers_what_came_before_a_protocol_error_and_the_error() {
    let answer: &[u8] = b"+PONG\r\n-ERR Protocol error: expected '$', got ':'\r\n";
    let answered = Program::server().exchange(b"PING\r\n*1\r\n:1\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[test]
fn the_server_speaks_the_version_that_was_asked_for() {
    let answer: &[u8] = b"$-1\r\n%7\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.0.0\r\n$4\r\nmode\r\n\
        $10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n$5\r\nproto\r\n:3\r\n$2\r\nid\r\n:1\r\n$7\r\nmodules\r\n*0\r\n\
        _\r\n$2\r\nme\r\n";
    let answered = Program::server()
        .exchange(b"GET none\r\nHELLO 3 AUTH default secret SETNAME me\r\nGET none\r\nCLIENT GETNAME\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[test]
fn the_server_sends_messages_as_each_subscriber_asked_for() {
    let server = Program::server();
    for (requests, kind) in [("SUBSCRIBE news\r\nPING\r\n", '*'), ("HELLO 3\r\nSUBSCRIBE news\r\nPING\r\n", '>')] {
        let mut subscriber = BufReader::new(server.connect());
        subscriber.get_mut().write_all(requests.as_bytes()).expect("the server reads");
        let mut lines = subscriber.lines().map(|line| line.expect("a line of text"));
        assert!(lines.any(|line| line == "subscribe"), "a confirmation");
        let pong = if kind == '>' { "+PONG" } else { "pong" };
        assert!(lines.any(|line| line == pong), "an answer to PING");
        assert_eq!(server.exchange(b"PUBLISH news hi\r\n", b":1\r\n"), r":1\r\n");
        let header = format!("{kind}3");
        assert!(lines.any(|line| line == header), "a message");
        assert_eq!(lines.nth(5).as_deref(), Some("hi"));
        // The next subscriber is to be the only one.
        drop(lines);
        let channel_is_empty = || server.exchange(b"PUBLISH news bye\r\n", b":0\r\n") == r":0\r\n";
        assert!((0..1000).any(|_| channel_is_empty()), "who hangs up has unsubscribed");
    }
}

#[test]
fn a_subscriber_in_resp2_may_not_ask_for_a_key() {
    let answer: &[u8] =
        b"*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n-ERR Can't execute 'get': only (P|S)SUBSCRIBE / \
        (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context\r\n\
        *3\r\n$11\r\nunsubscribe\r\n$4\r\nnews\r\n:0\r\n$-1\r\n";
    let answered = Program::server().exchange(b"SUBSCRIBE news\r\nGET key\r\nUNSUBSCRIBE\r\nGET key\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[test]
fn the_proxy_passes_on_redis_cli() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    for (version, command, expected) in [
        ("-2", "SET key value", "OK\n"),
        ("-2", "GET key", "\"value\"\n"),
        ("-2", "CONFIG GET appendonly", "1) \"appendonly\"\n2) \"no\"\n"),
        ("-3", "CONFIG GET appendonly", "1# \"appendonly\" => \"no\"\n"),
        ("-3", "DEBUG PROTOCOL double", "(double) 3.141\n"),
        ("-3", "NONE", "(error) ERR unknown command 'NONE', with args beginning with: \n"),
    ] {
        if let Some(printed) = ask(&proxy, &["--no-raw", version], command) {
            assert_eq!(printed, expected, "{command}");
        }
    }
}

#[test]
fn the_proxy_passes_on_redis_benchmark() {
    if let Some((_redis, proxy)) = proxied() {
        redis_benchmark(proxy.address);
    }
}

#[test]
fn the_proxy_passes_on_python() {
    if let Some((_redis, proxy)) = proxied() {
        python(proxy.address);
    }
}

#[test]
fn the_proxy_passes_on_inline_requests() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    let answer: &[u8] = b"+PONG\r\n+OK\r\n$3\r\na b\r\n";
    let answered = proxy.exchange(b"PING\r\n\r\nSET key \"a b\"\nget key\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[test]
fn the_proxy_passes_on_what_came_before_a_protocol_error() {
    let Some((redis, proxy)) = proxied() else {
        return;
    };
    let mut client = proxy.connect();
    client.write_all(b"SET key whole\r\n*1\r\n:1\r\n").expect("the proxy reads");
    let lines: Vec<String> = BufReader::new(client).lines().map_while(Result::ok).collect();
    assert_eq!(lines, ["+OK"], "and then the end");
    let redis = redis.connect().peer_addr().expect("connected");
    if let Some(printed) = redis_cli(redis, &["GET", "key"]) {
        assert_eq!(printed, "whole\n");
    }
}

#[test]
fn the_client_sends_the_lines_of_its_input_and_tells_pushes_from_replies() {
    let server = Program::server();
    let mut client = example("client")
        .arg(server.address.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let lines = b"SET key \"a b\"\nGET key\nSUBSCRIBE news\nGET\n";
    client.stdin.take().expect("its input is piped").write_all(lines).expect("the client reads");
    assert_eq!(
        printed(client.wait_with_output().expect("the client ends")),
        r#"reply [simple_string "OK"]
reply [bulk_string "a b"]
push [begin push 3, bulk_string "subscribe", bulk_string "news", integer 1, end push]
reply [simple_error "ERR wrong number of arguments for 'get' command"]
"#
    );
}

#[test]
fn the_client_sends_a_command_of_its_arguments() {
    let server = Program::server();
    let client = example("client").arg(server.address.to_string()).args(["ECHO", "a \"b\""]).output();
    assert_eq!(printed(client.expect("the example starts")), "reply [bulk_string \"a \\\"b\\\"\"]\n");
}

#[test]
fn subscribe_prints_what_is_published() {
    let server = Program::server();
    let mut process = example("subscribe")
        .args([&server.address.to_string(), "news", "weather"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its output is piped")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    assert_eq!([line(), line()], ["subscribed to news", "subscribed to weather"]);
    server.exchange(b"PUBLISH weather rain\r\n", b":1\r\n");
    assert_eq!(line(), "weather: rain");
    end(&mut process);
}

/// The value is twice what the program may have of memory.
#[cfg(target_os = "linux")]
#[test]
fn download_writes_a_value_larger_than_its_memory() {
    const LARGE: usize = 128 << 20;
    let server = Program::server();
    let mut client = server.connect();
    write!(client, "*3\r\n$3\r\nSET\r\n$5\r\nlarge\r\n${LARGE}\r\n").expect("the server reads");
    client.write_all(&vec![b'x'; LARGE]).expect("the server reads");
    client.write_all(b"\r\n").expect("the server reads");
    let mut answer = String::new();
    BufReader::new(client).read_line(&mut answer).expect("an answer");
    assert_eq!(answer, "+OK\r\n");

    let path = format!("{}/download", env!("CARGO_TARGET_TMPDIR"));
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 65536; exec \"$@\"", "sh"])
        .arg(example("download").get_program())
        .args([&server.address.to_string(), "large", &path])
        .output();
    assert_eq!(printed(output.expect("the example starts")), format!("{LARGE} bytes\n"));
    assert_eq!(fs::metadata(&path).expect("a file").len(), LARGE as u64);
    fs::remove_file(&path).expect("the file can go");
}

#[test]
fn download_leaves_no_file_behind_if_there_is_no_value() {
    let server = Program::server();
    let path = format!("{}/nothing", env!("CARGO_TARGET_TMPDIR"));
    let output = example("download").args([&server.address.to_string(), "none", &path]).output();
    let output = output.expect("the example starts");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such key"));
    assert!(fs::metadata(&path).is_err() && fs::metadata(format!("{path}.partial")).is_err());
}

/// A real server, and the proxy before it. `None`: there is no server on this machine.
fn proxied() -> Option<(RedisServer, Program)> {
    let redis = RedisServer::start()?;
    let upstream = redis.connect().peer_addr().expect("connected").to_string();
    Some((redis, Program::listen("proxy", &[&upstream])))
}

/// What redis-cli prints for a command whose arguments have no blanks.
fn ask(program: &Program, options: &[&str], command: &str) -> Option<String> {
    let args: Vec<&str> = options.iter().copied().chain(command.split(' ')).collect();
    redis_cli(program.address, &args)
}

fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}

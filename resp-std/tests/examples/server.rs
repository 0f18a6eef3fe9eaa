//! The example `server`.

use core::time::Duration;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use crate::clients::{BENCHMARKS, ask, python, redis_benchmark, redis_cli};
use crate::program::{Program, followed_by_much};
use crate::redis_server::RedisServer;

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
        "COMMAND COUNT a",
        "SELECT x",
        "SELECT 99",
        "SUBSCRIBE",
        "PUBLISH a",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        assert_eq!(redis_cli(server.address, &args), redis_cli(redis, &args), "{command}");
    }
}

/// Redis 7.0 has no such subcommand to compare with.
#[test]
fn client_setinfo_takes_one_attribute_and_its_value() {
    let answers = Program::server().all_answers(b"CLIENT SETINFO lib-ver 1\r\nCLIENT SETINFO lib-ver 1 2\r\nQUIT\r\n");
    assert_eq!(answers, r"+OK\r\n-ERR wrong number of arguments for \'client|setinfo\' command\r\n+OK\r\n");
}

#[test]
fn info_says_nothing_about_a_section_that_there_is_not() {
    assert_eq!(Program::server().all_answers(b"INFO none\r\nQUIT\r\n"), r"$0\r\n\r\n+OK\r\n");
}

#[test]
fn info_tells_the_sections_that_it_is_asked_for() {
    let server = Program::server();
    for request in ["INFO", "INFO all", "INFO none SERVER"] {
        let answers = server.all_answers(format!("{request}\r\nQUIT\r\n").as_bytes());
        assert!(answers.contains("# Server"), "{request}: {answers}");
    }
}

#[test]
fn flushall_removes_nothing_if_it_does_not_know_a_word() {
    let answers =
        Program::server().all_answers(b"SET key 1\r\nFLUSHALL key\r\nFLUSHALL ASYNC key\r\nGET key\r\nQUIT\r\n");
    assert_eq!(answers, r"+OK\r\n-ERR syntax error\r\n-ERR syntax error\r\n$1\r\n1\r\n+OK\r\n");
}

#[test]
fn flushall_removes_everything_in_either_way() {
    let server = Program::server();
    for way in ["SYNC", "async"] {
        let answers = server.all_answers(format!("SET key 1\r\nFLUSHALL {way}\r\nGET key\r\nQUIT\r\n").as_bytes());
        assert_eq!(answers, r"+OK\r\n+OK\r\n$-1\r\n+OK\r\n", "{way}");
    }
}

#[test]
fn the_server_passes_redis_benchmark() {
    redis_benchmark(Program::server().address, BENCHMARKS);
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
fn a_subscriber_in_resp2_is_told_as_by_redis_what_it_may_not_ask_for() {
    let server = Program::server();
    let Some(redis) = RedisServer::start() else {
        return;
    };
    for command in ["GET key", "CONFIG GET save", "client getname", "COMMAND", "COMMAND COUNT"] {
        let requests = format!("SUBSCRIBE news\r\n{command}\r\nQUIT\r\n");
        let mut stream = redis.connect();
        stream.write_all(requests.as_bytes()).expect("the server reads");
        let mut expected = Vec::new();
        stream.read_to_end(&mut expected).expect("an orderly end");
        assert_eq!(server.all_answers(requests.as_bytes()), expected.escape_ascii().to_string(), "{command}");
    }
}

#[test]
fn the_server_answers_what_is_no_request_also_if_more_has_come() {
    let answers = Program::server().all_answers(&followed_by_much(b"PING\r\n*1\r\n:1\r\n"));
    assert_eq!(answers, r"+PONG\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n");
}

#[test]
fn the_server_says_nothing_to_one_who_has_gone_inside_a_request() {
    let server = Program::server();
    let mut client = server.connect();
    client.write_all(b"*1\r\n$4\r\nPI").expect("the server reads");
    client.shutdown(Shutdown::Write).expect("the server is there");
    let mut answers = Vec::new();
    client.read_to_end(&mut answers).expect("an orderly end");
    assert_eq!(answers.escape_ascii().to_string(), "");
}

#[cfg(unix)]
#[test]
fn the_server_outlives_a_lack_of_files() {
    Program::listen_with_few_files("server", &[]).outlives_a_lack_of_files();
}

#[test]
fn a_subscriber_who_takes_little_by_little_is_given_up() {
    let server = Program::server();
    let mut subscriber = server.connect();
    subscriber.write_all(b"SUBSCRIBE news\r\n").expect("the server reads");
    let mut some = vec![0; 64 << 10];
    subscriber.read_exact(&mut some[..1]).expect("a confirmation");
    thread::spawn(move || {
        while subscriber.read(&mut some).is_ok_and(|read| read > 0) {
            thread::sleep(Duration::from_millis(100));
        }
    });
    // At that pace it takes minutes.
    assert_eq!(server.exchange(&large_message(), b":0\r\n"), r":0\r\n");
}

#[test]
fn a_subscriber_gets_no_message_behind_the_answer_to_unsubscribe() {
    let server = Program::server();
    let (mut slow, mut leaving) = (subscriber(&server), subscriber(&server));
    thread::scope(|scope| {
        scope.spawn(|| server.exchange(&large_message(), b":0\r\n"));
        // It is sent to them one after the other.
        slow.read_exact(&mut [0]).expect("the start of the message");
        leaving.write_all(b"UNSUBSCRIBE\r\n").expect("the server reads");
        leaving.read_exact(&mut [0]).expect("the start of the answer");
        drop(slow);
    });
    leaving.write_all(b"QUIT\r\n").expect("the server reads");
    let mut received = Vec::new();
    let ended = leaving.read_to_end(&mut received);
    let received = received.escape_ascii().to_string();
    let expected = r"3\r\n$11\r\nunsubscribe\r\n$4\r\nnews\r\n:0\r\n+OK\r\n";
    assert!(received == expected, "{received:.100}");
    ended.expect("an orderly end");
}

/// One who has subscribed to `news`, and been told so.
fn subscriber(server: &Program) -> TcpStream {
    let mut subscriber = server.connect();
    subscriber.write_all(b"SUBSCRIBE news\r\n").expect("the server reads");
    let mut confirmation = [0; b"*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n".len()];
    subscriber.read_exact(&mut confirmation).expect("a confirmation");
    subscriber
}

/// More than there is room for on the way.
fn large_message() -> Vec<u8> {
    [&b"*3\r\n$7\r\nPUBLISH\r\n$4\r\nnews\r\n$100000000\r\n"[..], &[b'x'; 100_000_000], b"\r\n"].concat()
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_gives_back_what_a_large_value_took() {
    let server = Program::listen_without_reserve("server", &[]);
    let client = server.pass_a_large_value();
    assert!(server.memory() < 16 << 10, "{} KiB", server.memory());
    drop(client);
}

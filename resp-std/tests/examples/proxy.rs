//! The example `proxy`, in front of a real server.

use crate::clients::{BENCHMARKS, ask, python, redis_benchmark, redis_cli};
use crate::program::{Program, followed_by_much};
use crate::redis_server::RedisServer;
use crate::scripted::{server_that_says, server_that_says_last};

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
        redis_benchmark(proxy.address, BENCHMARKS);
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
fn the_proxy_passes_on_what_came_before_a_protocol_error_and_answers_that() {
    let Some((redis, proxy)) = proxied() else {
        return;
    };
    let answers = proxy.all_answers(&followed_by_much(b"SET key whole\r\n*1\r\n:1\r\n"));
    assert_eq!(answers, r"+OK\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n");
    let redis = redis.connect().peer_addr().expect("connected");
    if let Some(printed) = redis_cli(redis, &["GET", "key"]) {
        assert_eq!(printed, "whole\n");
    }
}

/// More answers than there is room for on the way: Redis has some of them left when it hears of the end.
#[test]
fn the_proxy_passes_on_all_answers_to_what_came_before_a_protocol_error() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    let large = [b'x'; 60_000];
    let set = [&b"*3\r\n$3\r\nSET\r\n$5\r\nlarge\r\n$60000\r\n"[..], &large, b"\r\n"].concat();
    let answers = proxy.all_answers(&[&set, &b"GET large\r\n".repeat(100)[..], b"*1\r\n:1\r\n"].concat());
    let gotten = format!(r"$60000\r\n{}\r\n", large.escape_ascii()).repeat(100);
    let expected = format!(r"+OK\r\n{gotten}-ERR Protocol error: expected \'$\', got \':\'\r\n");
    assert!(answers == expected, "{} of {} characters", answers.len(), expected.len());
}

#[test]
fn the_proxy_answers_a_protocol_error_of_a_subscriber() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    let answers = proxy.all_answers(b"SUBSCRIBE news\r\n*1\r\n:1\r\n");
    let expected = r"*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n";
    assert_eq!(answers, expected);
}

#[test]
fn the_proxy_answers_a_protocol_error_inside_a_transaction() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    let answers = proxy.all_answers(b"MULTI\r\nGET key\r\n*1\r\n:1\r\n");
    assert_eq!(answers, r"+OK\r\n+QUEUED\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n");
}

#[test]
fn the_proxy_passes_on_the_answer_to_quit_though_no_request_follows() {
    let Some((_redis, proxy)) = proxied() else {
        return;
    };
    assert_eq!(proxy.all_answers(b"SET key value\r\nQUIT\r\n*1\r\n:1\r\n"), r"+OK\r\n+OK\r\n");
}

#[test]
fn the_proxy_does_not_answer_a_protocol_error_behind_half_of_a_frame() {
    let upstream = server_that_says_last(b"+OK\r\n$5\r\nha").to_string();
    let proxy = Program::listen("proxy", &[&upstream]);
    assert_eq!(proxy.all_answers(b"SET key value\r\nGET key\r\n*1\r\n:1\r\n"), r"+OK\r\n");
}

#[test]
fn the_proxy_does_not_answer_a_protocol_error_in_place_of_an_answer_that_is_missing() {
    let upstream = server_that_says_last(b"$1\r\na\r\n").to_string();
    let proxy = Program::listen("proxy", &[&upstream]);
    assert_eq!(proxy.all_answers(b"GET key\r\nGET key\r\n*1\r\n:1\r\n"), r"$1\r\na\r\n");
}

#[test]
fn the_proxy_passes_on_no_half_of_a_frame() {
    let upstream = server_that_says(b"+whole\r\n$5\r\nha").to_string();
    assert_eq!(Program::listen("proxy", &[&upstream]).all_answers(b"PING\r\n"), r"+whole\r\n");
}

#[cfg(unix)]
#[test]
fn the_proxy_outlives_a_lack_of_files() {
    if let Some((_redis, proxy)) = proxied_by(|upstream| Program::listen_with_few_files("proxy", &[upstream])) {
        proxy.outlives_a_lack_of_files();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_proxy_gives_back_what_a_large_value_took() {
    let Some((_redis, proxy)) = proxied_by(|upstream| Program::listen_without_reserve("proxy", &[upstream])) else {
        return;
    };
    let client = proxy.pass_a_large_value();
    assert!(proxy.memory() < 16 << 10, "{} KiB", proxy.memory());
    drop(client);
}

/// A real server, and the proxy before it. `None`: there is no server on this machine.
fn proxied() -> Option<(RedisServer, Program)> {
    proxied_by(|upstream| Program::listen("proxy", &[upstream]))
}

fn proxied_by(start: impl FnOnce(&str) -> Program) -> Option<(RedisServer, Program)> {
    let redis = RedisServer::start()?;
    let upstream = redis.connect().peer_addr().expect("connected").to_string();
    Some((redis, start(&upstream)))
}

//! The example `proxy`, in front of a real server.

use std::io::{BufRead, BufReader, Write};

use crate::clients::{ask, python, redis_benchmark, redis_cli};
use crate::program::Program;
use crate::redis_server::RedisServer;

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

/// A real server, and the proxy before it. `None`: there is no server on this machine.
fn proxied() -> Option<(RedisServer, Program)> {
    let redis = RedisServer::start()?;
    let upstream = redis.connect().peer_addr().expect("connected").to_string();
    Some((redis, Program::listen("proxy", &[&upstream])))
}

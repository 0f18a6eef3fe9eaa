//! The example `tokio_server`.

use crate::clients::{ask, redis_benchmark};
use crate::program::{Program, followed_by_much};

#[test]
fn the_tokio_server_talks_to_redis_cli() {
    let server = tokio_server();
    for (version, command, expected) in [
        ("-2", "PING", "PONG\n"),
        ("-2", "ECHO hi", "\"hi\"\n"),
        ("-2", "SET key value", "OK\n"),
        ("-2", "get key", "\"value\"\n"),
        ("-2", "GET none", "(nil)\n"),
        ("-3", "GET none", "(nil)\n"),
        ("-3", "CONFIG GET save", "1# \"save\" => \"\"\n"),
        ("-3", "HELLO", "1# \"proto\" => (integer) 3\n"),
        ("-2", "NONE", "(error) ERR unknown command, or another number of arguments\n"),
    ] {
        if let Some(printed) = ask(&server, &["--no-raw", version], command) {
            assert_eq!(printed, expected, "{command}");
        }
    }
}

#[test]
fn the_tokio_server_passes_redis_benchmark() {
    redis_benchmark(tokio_server().address, &["PING_INLINE", "PING_MBULK", "SET", "GET"]);
}

#[test]
fn the_tokio_server_answers_what_is_no_request_also_if_more_has_come() {
    let answers = tokio_server().all_answers(&followed_by_much(b"PING\r\n*1\r\n:1\r\n"));
    assert_eq!(answers, r"+PONG\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n");
}

#[test]
fn the_tokio_server_keeps_the_version_if_it_refuses_a_hello() {
    // It answers what is no request, and hangs up.
    let answers = tokio_server().all_answers(b"HELLO 3 SETNAME me\r\nGET none\r\n*1\r\n:1\r\n");
    let refused = "-ERR unknown command, or another number of arguments";
    assert_eq!(answers, format!(r"{refused}\r\n$-1\r\n-ERR Protocol error: expected \'$\', got \':\'\r\n"));
}

#[test]
fn the_tokio_server_speaks_the_version_that_was_asked_for() {
    let answer: &[u8] = b"%1\r\n$5\r\nproto\r\n:3\r\n_\r\n*2\r\n$5\r\nproto\r\n:2\r\n$-1\r\n";
    let answered = tokio_server().exchange(b"HELLO 3\r\nGET none\r\nHELLO 2\r\nGET none\r\n", answer);
    assert_eq!(answered, answer.escape_ascii().to_string());
}

#[cfg(unix)]
#[test]
fn the_tokio_server_outlives_a_lack_of_files() {
    Program::listen_with_few_files("tokio_server", &[]).outlives_a_lack_of_files();
}

fn tokio_server() -> Program {
    Program::listen("tokio_server", &[])
}

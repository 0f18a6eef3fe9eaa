//! The example `client`.

use core::net::SocketAddr;
use core::time::Duration;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::program::{Program, end, ended, example, printed};
use crate::scripted::server_that_says;

#[test]
fn the_client_sends_the_lines_of_its_input_and_tells_pushes_from_replies() {
    let server = Program::server();
    let mut client = piped(server.address);
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
fn the_client_shows_a_reply_before_its_input_ends() {
    let server = Program::server();
    let mut client = piped(server.address);
    client.stdin.as_mut().expect("its input is piped").write_all(b"PING\n").expect("the client reads");
    let output = BufReader::new(client.stdout.take().expect("its output is piped"));
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.expect("text"))));
    let line = lines.recv_timeout(Duration::from_secs(60));
    end(&mut client);
    assert_eq!(line.as_deref(), Ok(r#"reply [simple_string "PONG"]"#));
}

#[test]
fn the_client_answers_the_lines_before_a_wrong_one_and_ends() {
    let server = Program::server();
    let (replies, errors) = told(server.address, b"PING\nSET \"x\nPING\n");
    assert_eq!(replies, "reply [simple_string \"PONG\"]\n");
    assert!(errors.contains("not all was sent: Protocol error: unbalanced quotes in request"), "{errors}");
}

#[test]
fn the_client_ends_when_it_has_quit() {
    let server = Program::server();
    let (replies, errors) = told(server.address, b"QUIT\n");
    assert_eq!((&*replies, &*errors), ("reply [simple_string \"OK\"]\n", "Error: \"the server has hung up\"\n"));
}

#[test]
fn the_client_ends_when_the_server_does() {
    let server = server_that_says(b"%1\r\n$5\r\nproto\r\n:3\r\n");
    assert_eq!(told(server, b"PING\n"), (String::new(), "Error: \"the server has hung up\"\n".into()));
}

/// What the client prints, and what it says is wrong. Its input stays open.
fn told(address: SocketAddr, lines: &[u8]) -> (String, String) {
    let mut client = piped(address);
    let mut input = client.stdin.take().expect("its input is piped");
    // It may have ended before it reads.
    let _ = input.write_all(lines);
    let output = ended(client);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

fn piped(address: SocketAddr) -> Child {
    example("client")
        .arg(address.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts")
}

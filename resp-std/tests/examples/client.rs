//! The example `client`.

use std::io::Write;
use std::process::Stdio;

use crate::program::{Program, example, printed};

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

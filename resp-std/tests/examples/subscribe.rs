//! The example `subscribe`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::program::{Program, end, ended, example};
use crate::scripted::server_that_says;

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

#[test]
fn subscribe_passes_over_pushes_of_other_kinds() {
    let server = server_that_says(
        b"+OK\r\n>3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n>2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nkey\r\n\
        >3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$2\r\nhi\r\n",
    );
    let process =
        example("subscribe").args([&server.to_string(), "news"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let output = ended(process.expect("the example starts"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "subscribed to news\nnews: hi\n");
}

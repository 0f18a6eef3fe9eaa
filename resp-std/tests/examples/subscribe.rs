//! The example `subscribe`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::program::{Program, end, example};

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

//! The example `download`.

use std::fs;
use std::io::{BufRead, BufReader, Write};

use crate::program::{Program, example};
#[cfg(target_os = "linux")]
use crate::program::{limited, printed};
use crate::scripted::server_that_says;

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
    let output = limited("ulimit -v 65536", "download").args([&server.address.to_string(), "large", &path]).output();
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

#[test]
fn download_tells_an_error_that_is_not_text() {
    let server = server_that_says(b"-ERR \xff\r\n");
    let path = format!("{}/error", env!("CARGO_TARGET_TMPDIR"));
    let output = example("download").args([&server.to_string(), "key", &path]).output().expect("the example starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "Error: \"ERR \u{fffd}\"\n");
}

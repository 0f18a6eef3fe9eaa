//! The program `resp` is a user of the reader, with levels of its own.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// The program's exit status and last line but one on standard error.
fn report(args: &[&str], input: Vec<u8>) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_resp"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program leaves before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text.lines().next().unwrap().to_owned())
}

#[test]
fn a_depth_bomb_is_reported() {
    let (status, line) = report(&["events"], b"*1\r\n".repeat(100_000));
    assert_eq!(status, Some(1));
    assert!(line.contains("too many nested aggregates") && line.ends_with("at byte 513"), "{line}");
}

#[test]
fn a_depth_bomb_past_the_most_levels_is_reported() {
    let (status, line) = report(&["events", "--json", "--max-depth", "16384"], b"%1\r\n".repeat(100_000));
    assert_eq!(status, Some(1));
    assert!(line.ends_with("at byte 65537"), "{line}");
}

#[test]
fn a_number_of_a_million_digits_is_reported() {
    let (status, line) = report(&["events"], [&b","[..], &[b'9'; 1_000_000]].concat());
    assert_eq!(status, Some(1));
    assert!(line.ends_with("at byte 513"), "{line}");
}

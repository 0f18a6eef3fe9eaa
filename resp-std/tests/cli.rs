//! The program `resp` as people and scripts meet it.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]

use core::time::Duration;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use serde_json::Value;

const SAMPLE: &[u8] = include_bytes!("../src/bin/resp/sample.resp");

#[derive(Debug, PartialEq)]
struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_resp"));
    command.args(args);
    command
}

fn piped(args: &[&str]) -> Child {
    program(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// With nobody to read what it prints.
fn unread(args: &[&str]) -> Child {
    let (reader, mut writer) = std::io::pipe().unwrap();
    drop(reader);
    // A child that another test has just forked may hold the other end for a moment.
    while writer.write_all(b".").is_ok() {
        thread::yield_now();
    }
    program(args).stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap()
}

fn finish(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the program with `input` on a pipe.
fn resp(args: &[&str], input: &[u8]) -> Ran {
    let mut child = piped(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may leave before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = finish(child);
    writer.join().unwrap();
    ran
}

fn json(input: &[u8]) -> Vec<String> {
    lines(&resp(&["events", "--json"], input).out)
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The objects with every text in one piece.
fn merged(text: &str) -> Vec<Value> {
    let mut merged: Vec<Value> = Vec::new();
    for mut object in objects(text) {
        let part = object["part"].as_str().map(str::to_owned);
        if let Some("middle" | "last") = part.as_deref() {
            let mut before = merged.pop().unwrap();
            let data = before["data"].as_str().unwrap().to_owned() + object["data"].as_str().unwrap();
            before["len"] = (before["len"].as_u64().unwrap() + object["len"].as_u64().unwrap()).into();
            before["data"] = data.into();
            if let Some(frame) = object.get_mut("frame") {
                before["frame"] = frame.take();
            }
            object = before;
        }
        if part.is_some() {
            object["part"] = "whole".into();
        }
        merged.push(object);
    }
    merged
}

/// A file that is removed with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

// Where the bytes come from.

#[test]
fn standard_input_is_read_without_a_file() {
    let ran = resp(&["events"], b"+OK\r\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "simple_string \"OK\"\n"));
}

#[test]
fn a_dash_is_standard_input() {
    let ran = resp(&["events", "-"], b"+OK\r\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "simple_string \"OK\"\n"));
}

#[test]
fn a_file_is_read() {
    let file = Scratch::new("a_file_is_read", b":1\r\n");
    let ran = resp(&["events", file.path()], b"+OK\r\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "integer 1\n"));
}

#[test]
fn an_empty_stream_is_clean() {
    let clean = Ran { status: Some(0), out: String::new(), err: String::new() };
    assert_eq!(resp(&["events"], b""), clean);
}

#[test]
fn the_sample_is_the_committed_file() {
    assert_eq!(resp(&["events", "--sample"], b""), resp(&["events"], SAMPLE));
}

#[test]
fn the_sample_ends_clean() {
    let ran = resp(&["events", "--sample"], b"");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn the_sample_holds_every_type() {
    let ran = resp(&["events", "--sample", "--json"], b"");
    let types: BTreeSet<_> = objects(&ran.out)
        .iter()
        .map(|object| format!("{} {}", object["type"], object["kind"]).replace('"', ""))
        .collect();
    let expected = [
        "begin array",
        "begin attribute",
        "begin map",
        "begin push",
        "begin set",
        "big_number null",
        "boolean null",
        "bulk_error null",
        "bulk_string null",
        "double null",
        "end array",
        "end attribute",
        "end map",
        "end push",
        "end set",
        "integer null",
        "null array",
        "null bulk_string",
        "null resp3",
        "simple_error null",
        "simple_string null",
        "verbatim_string null",
    ];
    assert_eq!(types, expected.map(str::to_owned).into());
}

#[test]
fn the_sample_holds_every_streamed_type() {
    let ran = resp(&["events", "--sample"], b"");
    for begin in ["begin array ?", "begin set ?", "begin map ?", "bulk_string first"] {
        assert!(ran.out.contains(begin), "{begin}");
    }
}

// Text.

#[test]
fn text_is_indented_by_depth() {
    let ran = resp(&["events"], b"*2\r\n%1\r\n+k\r\n_\r\n$1\r\n\xff\r\n+OK\r\n");
    let expected = "\
begin array 2
  begin map 1
    simple_string \"k\"
    null
  end map
  bulk_string \"\\xff\"
end array
simple_string \"OK\"
";
    assert_eq!(ran.out, expected);
}

/// Or a few bytes of each level would become kilobytes of blanks.
#[test]
fn indentation_has_an_end() {
    let deep = [b"*1\r\n".repeat(1000).as_slice(), b"_\r\n"].concat();
    let ran = resp(&["events", "--max-depth", "1000"], &deep);
    assert!(ran.out.contains(&format!("\n{}null\n", " ".repeat(128))));
}

// JSON.

macro_rules! json {
    ($($name:ident: $input:literal => $($line:literal)+;)+) => {
        $(#[test]
        fn $name() {
            assert_eq!(json($input), [$($line),+]);
        })+
    };
}

json! {
    json_of_a_simple_string: b"+OK\r\n" =>
        r#"{"type":"simple_string","depth":0,"part":"whole","len":2,"data":"OK","frame":"reply"}"#;
    json_of_a_simple_error: b"-ERR no\r\n" =>
        r#"{"type":"simple_error","depth":0,"part":"whole","len":6,"data":"ERR no","frame":"reply"}"#;
    json_of_a_big_number: b"(-12345678901234567890\r\n" =>
        r#"{"type":"big_number","depth":0,"part":"whole","len":21,"data":"-12345678901234567890","frame":"reply"}"#;
    json_of_a_bulk_string: b"$5\r\nhello\r\n" =>
        r#"{"type":"bulk_string","depth":0,"part":"whole","len":5,"data":"hello","frame":"reply"}"#;
    json_of_a_bulk_error: b"!8\r\nERR\r\nno\n\r\n" =>
        r#"{"type":"bulk_error","depth":0,"part":"whole","len":8,"data":"ERR\r\nno\n","frame":"reply"}"#;
    json_of_a_verbatim_string: b"=6\r\ntxt:hi\r\n" =>
        r#"{"type":"verbatim_string","depth":0,"part":"whole","len":2,"data":"hi","format":"txt","frame":"reply"}"#;
    json_of_a_verbatim_format_of_any_bytes: b"=4\r\n\xff\"\x00:\r\n" =>
        "{\"type\":\"verbatim_string\",\"depth\":0,\"part\":\"whole\",\"len\":0,\"data\":\"\",\
         \"format\":\"\\u00ff\\\"\\u0000\",\"frame\":\"reply\"}";
    json_of_an_integer: b":-9223372036854775808\r\n" =>
        r#"{"type":"integer","depth":0,"value":-9223372036854775808,"frame":"reply"}"#;
    json_of_a_double_is_its_text: b",+01.50E3\r\n" =>
        r#"{"type":"double","depth":0,"value":"+01.50E3","frame":"reply"}"#;
    json_of_a_boolean: b"#t\r\n" =>
        r#"{"type":"boolean","depth":0,"value":true,"frame":"reply"}"#;
    json_of_a_null: b"_\r\n" =>
        r#"{"type":"null","depth":0,"kind":"resp3","frame":"reply"}"#;
    json_of_a_null_bulk_string: b"$-1\r\n" =>
        r#"{"type":"null","depth":0,"kind":"bulk_string","frame":"reply"}"#;
    json_of_a_null_array: b"*-1\r\n" =>
        r#"{"type":"null","depth":0,"kind":"array","frame":"reply"}"#;
    json_of_an_array: b"*1\r\n:1\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"array","len":1}"#
        r#"{"type":"integer","depth":1,"value":1}"#
        r#"{"type":"end","depth":0,"kind":"array","len":null,"frame":"reply"}"#;
    json_of_a_set: b"~0\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"set","len":0}"#
        r#"{"type":"end","depth":0,"kind":"set","len":null,"frame":"reply"}"#;
    json_of_a_map_counts_pairs: b"%1\r\n+a\r\n#f\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"map","len":1}"#
        r#"{"type":"simple_string","depth":1,"part":"whole","len":1,"data":"a"}"#
        r#"{"type":"boolean","depth":1,"value":false}"#
        r#"{"type":"end","depth":0,"kind":"map","len":null,"frame":"reply"}"#;
    json_of_a_push: b">1\r\n+a\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"push","len":1}"#
        r#"{"type":"simple_string","depth":1,"part":"whole","len":1,"data":"a"}"#
        r#"{"type":"end","depth":0,"kind":"push","len":null,"frame":"push"}"#;
    json_of_an_attribute_and_its_reply: b"|1\r\n+a\r\n:1\r\n:2\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"attribute","len":1}"#
        r#"{"type":"simple_string","depth":1,"part":"whole","len":1,"data":"a"}"#
        r#"{"type":"integer","depth":1,"value":1}"#
        r#"{"type":"end","depth":0,"kind":"attribute","len":null}"#
        r#"{"type":"integer","depth":0,"value":2,"frame":"reply"}"#;
    json_of_an_attribute_and_its_push: b"|0\r\n>1\r\n_\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"attribute","len":0}"#
        r#"{"type":"end","depth":0,"kind":"attribute","len":null}"#
        r#"{"type":"begin","depth":0,"kind":"push","len":1}"#
        r#"{"type":"null","depth":1,"kind":"resp3"}"#
        r#"{"type":"end","depth":0,"kind":"push","len":null,"frame":"push"}"#;
    json_of_a_push_inside_a_reply_has_no_frame: b"*1\r\n>1\r\n_\r\n:1\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"array","len":1}"#
        r#"{"type":"begin","depth":1,"kind":"push","len":1}"#
        r#"{"type":"null","depth":2,"kind":"resp3"}"#
        r#"{"type":"end","depth":1,"kind":"push","len":null}"#
        r#"{"type":"integer","depth":1,"value":1}"#
        r#"{"type":"end","depth":0,"kind":"array","len":null,"frame":"reply"}"#;
    json_of_a_streamed_array_has_no_len: b"*?\r\n.\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"array","len":null}"#
        r#"{"type":"end","depth":0,"kind":"array","len":null,"frame":"reply"}"#;
    json_of_a_streamed_string_comes_in_parts: b"$?\r\n;2\r\nab\r\n;1\r\nc\r\n;0\r\n" =>
        r#"{"type":"bulk_string","depth":0,"part":"first","len":2,"data":"ab"}"#
        r#"{"type":"bulk_string","depth":0,"part":"middle","len":1,"data":"c"}"#
        r#"{"type":"bulk_string","depth":0,"part":"last","len":0,"data":"","frame":"reply"}"#;
    json_of_a_protocol_error: b":1\r\n$-2\r\n" =>
        r#"{"type":"integer","depth":0,"value":1,"frame":"reply"}"#
        r#"{"type":"error","kind":"invalid_length","offset":6,"byte":50}"#;
    json_of_a_truncated_stream: b"*2\r\n:1\r\n" =>
        r#"{"type":"begin","depth":0,"kind":"array","len":2}"#
        r#"{"type":"integer","depth":1,"value":1}"#
        r#"{"type":"error","kind":"unexpected_eof","offset":8,"byte":null}"#;
}

#[test]
fn json_data_holds_every_byte_as_one_character() {
    let bytes: Vec<u8> = (0..=255).collect();
    let objects = objects(&json(&[b"$256\r\n", bytes.as_slice(), b"\r\n"].concat()).join("\n"));
    let characters: String = bytes.iter().copied().map(char::from).collect();
    assert_eq!((&objects[0]["data"], &objects[0]["len"]), (&characters.into(), &256.into()));
}

// Options.

/// Some terminals obey U+009B, and some programs take U+0085 for the end of a line.
#[test]
fn json_is_printable_ascii() {
    let all: Vec<u8> = (0..=255).collect();
    let ran = resp(&["events", "--json"], &[b"$256\r\n", &all[..], b"\r\n"].concat());
    assert!(ran.out.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')), "{}", ran.out);
    assert!(ran.out.contains("~\\u007f\\u0080\\u0081"), "{}", ran.out);
}

#[test]
fn whole_holds_texts_up_to_its_length() {
    let ran = resp(&["events", "--whole", "5", "--read-size", "1"], b"$5\r\nhello\r\n");
    assert_eq!(ran.out, "bulk_string \"hello\"\n");
}

#[test]
fn whole_0_gives_texts_as_they_come() {
    let ran = resp(&["events", "--whole", "0", "--read-size", "3"], b"$4\r\nabcd\r\n");
    assert!(ran.out.starts_with("bulk_string first "), "{}", ran.out);
}

#[test]
fn whole_gives_a_longer_text_in_parts() {
    let ran = resp(&["events", "--whole", "4", "--read-size", "3"], b"$5\r\nhello\r\n");
    assert!(ran.out.starts_with("bulk_string first "), "{}", ran.out);
}

macro_rules! limits {
    ($($name:ident: $option:literal, $at_most:literal lets $good:literal, refuses $bad:literal as $kind:literal;)+) => {
        $(#[test]
        fn $name() {
            assert_eq!(resp(&["events", $option, $at_most], $good).status, Some(0), "within");
            let ran = resp(&["events", "--json", $option, $at_most], $bad);
            assert_eq!(ran.status, Some(1), "beyond");
            assert_eq!(objects(&ran.out).last().unwrap()["kind"], $kind);
            assert!(ran.err.ends_with(concat!("  ", $option, " sets this limit\n")), "{}", ran.err);
        })+
    };
}

limits! {
    max_depth_is_a_limit: "--max-depth", "1" lets b"*1\r\n:1\r\n", refuses b"*1\r\n*1\r\n:1\r\n" as "too_deep";
    max_text_is_a_limit: "--max-text", "3" lets b"$3\r\nabc\r\n", refuses b"$4\r\nabcd\r\n" as "length_too_large";
    max_count_is_a_limit: "--max-count", "1" lets b"*1\r\n_\r\n", refuses b"*2\r\n_\r\n_\r\n" as "count_too_large";
    max_elements_is_a_limit: "--max-elements", "2" lets b"*1\r\n*1\r\n_\r\n",
        refuses b"*1\r\n*2\r\n_\r\n_\r\n" as "too_many_elements";
    max_frame_is_a_limit: "--max-frame", "5" lets b"+ab\r\n", refuses b"+abc\r\n" as "frame_too_large";
    max_header_is_a_limit: "--max-header", "2" lets b":12\r\n", refuses b":123\r\n" as "line_too_long";
}

#[test]
fn depth_is_128_unless_told_otherwise() {
    let depth = |n: usize| resp(&["events"], &[b"*1\r\n".repeat(n).as_slice(), b"_\r\n"].concat()).status;
    assert_eq!((depth(128), depth(129)), (Some(0), Some(1)));
}

#[test]
fn max_depth_goes_to_16384() {
    let deep = [b"*1\r\n".repeat(16384).as_slice(), b"_\r\n"].concat();
    let ran = resp(&["events", "--json", "--max-depth", "16384"], &deep);
    assert_eq!(ran.status, Some(0), "{}", ran.err);
}

#[test]
fn read_size_changes_no_event() {
    let whole = merged(&resp(&["events", "--json", "--sample"], b"").out);
    for size in 1..=20 {
        let ran = resp(&["events", "--json", "--sample", "--whole", "0", "--read-size", &size.to_string()], b"");
        assert_eq!(merged(&ran.out), whole, "{size}");
    }
}

#[test]
fn read_size_changes_no_report() {
    let broken = [SAMPLE, b"$5\r\nhelloX\r\n+more\r\n"].concat();
    let file = Scratch::new("read_size_changes_no_report", &broken);
    let report = resp(&["events", file.path()], b"").err;
    for size in 1..=20 {
        let ran = resp(&["events", file.path(), "--read-size", &size.to_string()], b"");
        assert_eq!(ran.err, report, "{size}");
    }
}

#[test]
fn read_size_is_the_size_of_a_read() {
    let ran = resp(&["events", "--stats", "--read-size", "3"], b"+hello\r\n+OK\r\n");
    assert!(ran.err.contains("reads         5\n"), "{}", ran.err);
}

#[test]
fn stats_are_aligned_lines() {
    let ran = resp(&["events", "--stats"], b"*1\r\n:1\r\n+OK\r\n");
    let expected = "\
bytes         13
reads         1
events        4
frames        2
largest_frame 8
compactions   0
bytes_moved   0
growths       0
";
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), expected));
}

#[test]
fn stats_follow_a_report() {
    let ran = resp(&["events", "--stats"], b"?");
    assert!(ran.err.contains("^\nbytes         1\n"), "{}", ran.err);
}

// Reports.

#[test]
fn a_report_shows_the_offending_byte_among_its_neighbours() {
    let ran = resp(&["events"], b"+OK\r\n$-2\r\n:1\r\n");
    let expected = "\
resp: standard input: invalid length: expected a decimal number without plus or leading zeros ($-1 and *-1 are nulls), found '2' (0x32) at byte 7
  from byte 0: +OK\\r\\n$-2\\r\\n:1\\r\\n
                        ^
";
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), expected));
}

#[test]
fn a_caret_stands_right_of_wide_escapes() {
    let ran = resp(&["events"], b"$3\r\n\xff\\'\r\n\x00");
    let excerpt: Vec<_> = ran.err.lines().skip(1).collect();
    assert_eq!(excerpt, ["  from byte 0: $3\\r\\n\\xff\\\\'\\r\\n\\x00", "                                ^"]);
}

#[test]
fn a_caret_stands_after_the_last_byte_of_a_truncated_stream() {
    let ran = resp(&["events"], b"*2\r\n:1\r\n");
    let excerpt: Vec<_> = ran.err.lines().skip(1).collect();
    assert_eq!(excerpt, ["  from byte 0: *2\\r\\n:1\\r\\n", "                           ^"]);
}

#[test]
fn a_report_far_into_a_stream_shows_32_bytes_before_and_16_after() {
    let file = Scratch::new(
        "a_report_far_into_a_stream",
        &[b"+OK\r\n".repeat(20_000).as_slice(), b"?", b"0123456789".repeat(3).as_slice()].concat(),
    );
    let ran = resp(&["events", file.path()], b"");
    let excerpt: Vec<_> = ran.err.lines().skip(1).collect();
    let before = format!("  from byte 99968: \\r\\n{}", "+OK\\r\\n".repeat(6));
    assert_eq!(excerpt, [format!("{before}?0123456789012345"), " ".repeat(before.len()) + "^"]);
}

#[test]
fn a_report_reads_on_in_a_file_that_is_cut_by_a_block() {
    // Blocks are 64 KiB: the offending byte is the last of the first.
    let file = Scratch::new("a_report_reads_on", &[b"+OK\r\n".repeat(13107).as_slice(), b"?0123456789"].concat());
    let ran = resp(&["events", file.path()], b"");
    assert!(ran.err.contains("+OK\\r\\n?0123456789\n"), "{}", ran.err);
}

#[test]
fn a_report_does_not_wait_for_what_follows() {
    let mut child = piped(&["events"]);
    let stdin = child.stdin.take();
    stdin.as_ref().unwrap().write_all(b"?").unwrap();
    let ran = finish(child);
    assert_eq!(ran.err.lines().nth(1), Some("  from byte 0: ?"));
    drop(stdin);
}

#[test]
fn a_report_names_the_file() {
    let file = Scratch::new("a_report_names_the_file", b"?");
    let ran = resp(&["events", file.path()], b"");
    assert!(ran.err.starts_with(&format!("resp: {}: unknown type: ", file.path())), "{}", ran.err);
}

// Exit status.

#[test]
fn a_truncated_stream_has_status_3() {
    for input in [&b"*1\r\n"[..], b"$5\r\nhel", b"+OK\r", b"|0\r\n", b":1"] {
        assert_eq!(resp(&["events"], input).status, Some(3), "{input:?}");
    }
}

#[test]
fn a_broken_stream_has_status_1() {
    assert_eq!(resp(&["events"], b"HTTP/1.1 400\r\n").status, Some(1));
}

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        &[][..],
        &["event"],
        &["events", "--nonsense"],
        &["events", "--read-size", "0"],
        &["events", "--max-depth", "16385"],
        &["events", "--max-text", "1k"],
        &["events", "--max-text", "-1"],
        &["events", "--sample", "FILE"],
    ] {
        assert_eq!(resp(args, b"").status, Some(2), "{args:?}");
    }
}

#[test]
fn a_missing_file_has_status_2_and_is_named() {
    let ran = resp(&["events", "no/such/file"], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.starts_with("resp: no/such/file: "), "{}", ran.err);
}

#[test]
fn a_file_name_cannot_move_the_cursor() {
    let ran = resp(&["events", "no/such\x1b[2J\u{9b}file"], b"");
    assert!(ran.err.starts_with("resp: no/such\\u{1b}[2J\\u{9b}file: "), "{}", ran.err);
}

#[test]
fn a_failing_read_has_status_2_and_is_named() {
    // A directory opens, but cannot be read (where it does not open, it is the same to the caller).
    let ran = resp(&["events", env!("CARGO_TARGET_TMPDIR")], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.starts_with(concat!("resp: ", env!("CARGO_TARGET_TMPDIR"), ": ")), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_has_status_2() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let child = program(&["events", "--sample"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let ran = finish(child);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.starts_with("resp: standard output: "), "{}", ran.err);
}

#[test]
fn help_has_status_0_and_says_every_status() {
    let ran = resp(&["events", "--help"], b"");
    assert_eq!(ran.status, Some(0));
    for line in ["  0  ", "  1  ", "  2  ", "  3  "] {
        assert!(ran.out.contains(line), "{line}");
    }
}

// The world around the program.

#[test]
fn a_broken_pipe_is_quiet() {
    let mut child = unread(&["events"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || while stdin.write_all(&b"+OK\r\n".repeat(1000)).is_ok() {});
    let ran = finish(child);
    writer.join().unwrap();
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn a_broken_pipe_is_quiet_even_if_the_stream_is_broken() {
    let mut child = unread(&["events"]);
    child.stdin.take().unwrap().write_all(b"+OK\r\n?").unwrap();
    let ran = finish(child);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn a_broken_pipe_does_not_keep_the_stats() {
    let mut child = unread(&["events", "--stats"]);
    child.stdin.take().unwrap().write_all(b"+OK\r\n").unwrap();
    let ran = finish(child);
    assert_eq!(ran.status, Some(0));
    assert!(ran.err.starts_with("bytes         5\n"), "{}", ran.err);
}

#[test]
fn events_are_shown_while_more_is_awaited() {
    let mut child = piped(&["events"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(b"*2\r\n:1\r\n:").unwrap();
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut shown = String::new();
        for _ in 0..2 {
            out.read_line(&mut shown).unwrap();
        }
        sender.send(shown).unwrap();
    });
    let shown = receiver.recv_timeout(Duration::from_secs(20));
    // Only now: the end of the input would flush everything.
    drop(stdin);
    reader.join().unwrap();
    child.wait().unwrap();
    assert_eq!(shown.as_deref(), Ok("begin array 2\n  integer 1\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_a_hint() {
    let script = Command::new("script")
        .args(["-qec", concat!(env!("CARGO_BIN_EXE_resp"), " events"), "/dev/null"])
        .stdin(Stdio::null())
        .output();
    let Ok(output) = script else {
        eprintln!("skipped: `script` (util-linux), which makes a terminal, is not installed");
        return;
    };
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.contains("resp events --sample"), "{shown}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_stream() {
    // Unoptimised code needs minutes for the larger one.
    const MIB: usize = if cfg!(debug_assertions) { 48 } else { 300 };
    let mut child =
        program(&["events"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // One text in parts, and as much again as an array that never ends.
    stdin.write_all(format!("${}\r\n", MIB << 19).as_bytes()).unwrap();
    let block = vec![b'x'; 1 << 19];
    for _ in 0..MIB {
        stdin.write_all(&block).unwrap();
    }
    stdin.write_all(b"\r\n*?\r\n").unwrap();
    let elements = b"$1022\r\n".iter().chain(&[b'y'; 1022]).chain(b"\r\n").copied().collect::<Vec<_>>();
    for _ in 0..MIB << 9 {
        stdin.write_all(&elements).unwrap();
    }
    let peak = peak_memory(child.id());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(peak < 8 << 10, "{peak} KiB");
}

/// The most memory that a running process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> u64 {
    let mut status = String::new();
    File::open(format!("/proc/{process}/status")).unwrap().read_to_string(&mut status).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

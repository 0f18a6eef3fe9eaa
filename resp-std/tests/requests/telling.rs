//! Events, and what is counted.

use resp_core::{Part, RequestEvent, RequestOptions};
use resp_std::{ReaderOptions, RequestReader};

use crate::source::Source;

#[test]
fn an_argument_of_any_size_passes_through_a_small_buffer() {
    let value = vec![b'x'; 1 << 20];
    let stream = [b"*2\r\n$3\r\nPUT\r\n$1048576\r\n", &value[..], b"\r\n"].concat();
    let options = ReaderOptions::requests().parser(RequestOptions::new().whole(64)).capacity(1024);
    let mut reader = RequestReader::with_options(Source::new(&stream, &[700], false), options);
    let mut copied = 0;
    while let Some(event) = reader.next_event().unwrap() {
        if let RequestEvent::Argument(Part::First | Part::Middle | Part::Last, data) = event {
            copied += data.len();
        }
    }
    assert_eq!((copied, reader.capacity()), (1 << 20, 1024));
}

#[test]
fn escapes_are_told_byte_by_byte() {
    let mut reader = RequestReader::new(&b"ECHO a\"b\\n\"\n"[..]);
    let mut told = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        told.push(event.to_string());
    }
    let expected = [
        "begin 2",
        r#"argument "ECHO""#,
        r#"argument first "a""#,
        r#"argument middle "b""#,
        r#"argument last "\n""#,
        "end",
    ];
    assert_eq!(told, expected);
}

#[test]
fn stats_count_what_was_told() {
    let stream: &[u8] = b"PING\n*2\r\n$4\r\nECHO\r\n$1\r\na\r\n*0\r\nPING\n";
    let mut reader = RequestReader::new(stream);
    while reader.next_event().unwrap().is_some() {}
    let stats = reader.stats();
    assert_eq!((stats.bytes, stats.reads, stats.events, stats.frames, stats.largest_frame), (35, 1, 10, 3, 21));
    let mut reader = RequestReader::new(stream);
    let _ = reader.parse(&mut |_: RequestEvent<&[u8]>| core::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(reader.stats(), stats);
}

/// Reads only when there is nothing left to tell.
#[test]
fn requests_of_one_read_are_told_before_the_next() {
    let mut reader = RequestReader::new(Source::new(b"PING\nPING\nPING\n", &[10], false));
    assert!(reader.next_request().unwrap().is_some());
    assert!(reader.next_request().unwrap().is_some());
    assert_eq!(reader.get_ref().calls, 1);
    assert!(reader.next_request().unwrap().is_some());
    assert_eq!(reader.get_ref().calls, 2);
}

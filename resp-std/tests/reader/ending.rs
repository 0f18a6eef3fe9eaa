//! Where a stream may end, and what comes of it where it may not.

use resp_core::ErrorKind;
use resp_std::{Copied, Error, Reader};

use crate::source::{Script, Step, lines};

/// The protocol error of a stream that ends after `bytes`, read by `next_event`.
fn error_at_end(bytes: &[u8]) -> Option<resp_core::Error> {
    let (_, error) = crate::source::read_all(&mut Reader::new(bytes));
    error
}

#[track_caller]
fn assert_ends_too_early(bytes: &[u8]) {
    let eof = resp_core::Error { kind: ErrorKind::UnexpectedEof, offset: bytes.len() as u64, byte: None };
    assert_eq!(error_at_end(bytes), Some(eof));
}

/// <https://github.com/nim-lang/redis/issues/46>: a closed connection gave an empty value.
#[test]
fn an_empty_stream_ends_cleanly() {
    assert_eq!(error_at_end(b""), None);
}

#[test]
fn a_stream_ends_cleanly_between_frames() {
    assert_eq!(error_at_end(b"*2\r\n:1\r\n:2\r\n+OK\r\n"), None);
}

/// <https://github.com/redis-rs/redis-rs/pull/322>
#[test]
fn end_inside_an_aggregate_is_an_error() {
    assert_ends_too_early(b"*2\r\n:1\r\n");
}

/// <https://github.com/redis-rs/redis-rs/pull/322>
#[test]
fn end_inside_a_bulk_is_an_error() {
    assert_ends_too_early(b"$5\r\nhel");
}

#[test]
fn end_between_the_cr_and_lf_of_a_line_is_an_error() {
    assert_ends_too_early(b"+OK\r");
}

#[test]
fn end_in_front_of_a_bulks_crlf_is_an_error() {
    assert_ends_too_early(b"$5\r\nhello");
}

#[test]
fn end_inside_a_header_is_an_error() {
    assert_ends_too_early(b"+OK\r\n:12");
}

#[test]
fn end_after_a_type_byte_is_an_error() {
    assert_ends_too_early(b"$");
}

#[test]
fn end_after_an_attribute_is_an_error() {
    assert_ends_too_early(b"|1\r\n+a\r\n:1\r\n");
}

#[test]
fn end_between_the_chunks_of_a_string_is_an_error() {
    assert_ends_too_early(b"$?\r\n;1\r\na\r\n");
}

#[test]
fn end_inside_a_text_in_parts_is_an_error() {
    let bytes = [b"$100000\r\n".as_slice(), &[b'x'; 50_000]].concat();
    assert_ends_too_early(&bytes);
}

#[test]
fn end_inside_a_skipped_frame_is_an_error() {
    let result = Reader::new(&b"*2\r\n:1\r\n"[..]).skip_frame();
    assert!(matches!(result, Err(Error::Protocol(error)) if error.kind == ErrorKind::UnexpectedEof), "{result:?}");
}

#[test]
fn end_inside_a_frame_being_finished_is_an_error() {
    let mut reader = Reader::new(&b"*2\r\n:1\r\n"[..]);
    reader.next_event().unwrap();
    let result = reader.finish_frame();
    assert!(matches!(result, Err(Error::Protocol(error)) if error.kind == ErrorKind::UnexpectedEof), "{result:?}");
}

#[test]
fn end_inside_a_copied_text_is_an_error() {
    let mut reader = Reader::new(&b"$5\r\nhel"[..]);
    let result = reader.copy_text_to(&mut Vec::new());
    assert!(matches!(result, Err(Error::Protocol(error)) if error.kind == ErrorKind::UnexpectedEof), "{result:?}");
}

#[test]
fn skip_frame_at_the_end_is_none() {
    assert_eq!(Reader::new(&b""[..]).skip_frame().unwrap(), None);
}

#[test]
fn finish_frame_at_the_end_does_nothing() {
    Reader::new(&b""[..]).finish_frame().unwrap();
}

#[test]
fn copy_text_to_at_the_end_is_end() {
    let mut reader = Reader::new(&b""[..]);
    assert_eq!(reader.copy_text_to(&mut Vec::new()).unwrap(), Copied::End);
}

#[test]
fn asking_again_at_the_end_reads_again() {
    let more = [Step::Bytes(b"+a\r\n".to_vec()), Step::End, Step::Bytes(b"+b\r\n".to_vec())];
    let mut reader = Reader::new(Script::new(more));
    assert_eq!(lines(&mut reader), ["simple_string \"a\""]);
    assert_eq!(lines(&mut reader), ["simple_string \"b\""]);
}

#[test]
fn a_file_that_grows_can_be_read_on_after_an_unexpected_end() {
    let more = [Step::Bytes(b"$5\r\nhel".to_vec()), Step::End, Step::Bytes(b"lo\r\n".to_vec())];
    let mut reader = Reader::new(Script::new(more));
    assert!(reader.next_event().is_err());
    assert_eq!(lines(&mut reader), ["bulk_string \"hello\""]);
}

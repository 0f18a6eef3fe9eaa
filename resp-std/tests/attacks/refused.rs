//! What no limit lets pass is refused at its byte, by every way, whole and one byte at a time, in the memory of one
//! buffer.

use resp_core::{Error, ErrorKind, Options};
use resp_std::{Reader, ReaderOptions};

use crate::memory::peak;
use crate::stream::Stream;
use crate::ways::ways;

const MEMORY: i64 = 64 << 10;

#[track_caller]
fn assert_refused(start: &[u8], unit: &[u8], parser: Options, kind: ErrorKind, offset: u64) {
    for size in [1, usize::MAX] {
        for (way, run) in ways() {
            let peak = peak(|| {
                let options = ReaderOptions::new().parser(parser).read_size(size);
                let mut reader = Reader::with_options(Stream::new(start, unit, 100_000_000), options);
                let error = match run(&mut reader) {
                    Err(resp_std::Error::Protocol(Error { kind, offset, .. })) => (kind, offset),
                    other => panic!("{way} in reads of {size}: {other:?}"),
                };
                assert_eq!(error, (kind, offset), "{way} in reads of {size}");
                // No more was read than what shows the error, and what came with it.
                let most = if size == 1 { offset + 1 } else { offset + MEMORY.unsigned_abs() };
                assert!(reader.stats().bytes <= most, "{way} in reads of {size}: {:?}", reader.stats());
            });
            assert_eq!(peak, MEMORY, "{way} in reads of {size}");
        }
    }
}

fn options() -> Options {
    Options::new().whole(16 << 10)
}

#[test]
fn a_depth_bomb_of_every_kind() {
    for (open, depth) in [
        (&b"*1\r\n"[..], 128),
        (b"~1\r\n", 128),
        (b"%1\r\n", 128),
        (b"%1\r\n:1\r\n", 128),
        (b"|1\r\n", 128),
        (b"|1\r\n:1\r\n", 128),
        (b"*?\r\n", 128),
        (b"~?\r\n", 128),
        (b"%?\r\n", 128),
        (b"%?\r\n:1\r\n", 128),
    ] {
        assert_refused(b"", open, options(), ErrorKind::TooDeep, open.len() as u64 * depth + 1);
    }
}

#[test]
fn a_bomb_of_pushes() {
    assert_refused(b"", b">1\r\n", options(), ErrorKind::NestedPush, 4);
}

#[test]
fn headers_that_announce_too_much() {
    assert_refused(b"$9223372036854775807\r\n", b"x", options(), ErrorKind::LengthTooLarge, 9);
    assert_refused(b"%4611686018427387904\r\n", b"_\r\n", options(), ErrorKind::CountTooLarge, 10);
    assert_refused(b"", b"*2147483647\r\n", options(), ErrorKind::TooManyElements, 27);
}

#[test]
fn a_number_without_an_end() {
    assert_refused(b":", b"9", options(), ErrorKind::IntegerOutOfRange, 19);
    assert_refused(b":", b"0", options(), ErrorKind::LineTooLong, 513);
    assert_refused(b",", b"9", options(), ErrorKind::LineTooLong, 513);
    assert_refused(b"$", b"9", options(), ErrorKind::LengthTooLarge, 9);
    assert_refused(b"*", b"9", options(), ErrorKind::CountTooLarge, 10);
}

#[test]
fn a_text_past_max_text() {
    let options = options().max_text(20_000);
    assert_refused(b"+", b"x", options, ErrorKind::LengthTooLarge, 20_001);
    assert_refused(b"(", b"1", options, ErrorKind::LengthTooLarge, 20_001);
    assert_refused(b"$?\r\n", b";1\r\na\r\n", options, ErrorKind::LengthTooLarge, 4 + 7 * 20_000 + 1);
}

#[test]
fn a_frame_past_max_elements() {
    let options = options().max_elements(10_000);
    assert_refused(b"", b"|0\r\n", options, ErrorKind::TooManyElements, 4 * 10_000 + 1);
    assert_refused(b"*?\r\n", b"*0\r\n", options, ErrorKind::TooManyElements, 4 + 4 * 10_000);
    assert_refused(b"*1\r\n", b">1\r\n_\r\n", options, ErrorKind::TooManyElements, 4 + 7 * 4999 + 1);
}

#[test]
fn a_frame_past_max_frame() {
    let options = options().max_frame(100_000);
    assert_refused(b"+", b"x", options, ErrorKind::FrameTooLarge, 100_000 - 2);
    assert_refused(b"*?\r\n", b":1\r\n", options, ErrorKind::FrameTooLarge, 100_000);
    assert_refused(b"", b"|0\r\n", options, ErrorKind::FrameTooLarge, 100_000);
    assert_refused(b"$99992\r\n", b"x", options, ErrorKind::FrameTooLarge, 5);
}

//! `copy_text_to`: values of any size, in constant memory, from and to whatever fails.

use core::ops::ControlFlow;
use std::io::{self, Read, Write};
use std::panic;

use resp_core::{Event, Options, Part};
use resp_std::{Copied, Error, Reader, ReaderOptions};

use crate::source::{bulk, lines};

/// Checks and counts what it is given: every byte is `x`.
#[derive(Default)]
struct AllX(u64);

impl Write for AllX {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        assert!(buf.iter().all(|&byte| byte == b'x'));
        self.0 += buf.len() as u64;
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn options(whole: usize) -> ReaderOptions {
    ReaderOptions::new().parser(Options::new().whole(whole))
}

const SIZES: [u64; 11] = [0, 1, 2, 511, 512, 16_384, 16_385, 65_536, 65_537, 1 << 20, 8 << 20];

#[track_caller]
fn assert_copied(reader: &mut Reader<impl Read>, len: u64) {
    let mut out = AllX::default();
    let copied = reader.copy_text_to(&mut out).unwrap();
    assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, len)));
    assert_eq!(out.0, len);
}

#[test]
fn a_value_of_any_size_is_copied_through_the_configured_capacity() {
    for whole in [0, 512, 16 << 10] {
        for len in SIZES {
            let mut reader = Reader::with_options(bulk(len).chain(&b"+OK\r\n"[..]), options(whole));
            assert_copied(&mut reader, len);
            assert_eq!((reader.capacity(), reader.stats().growths), (64 << 10, 0), "{len}, whole {whole}");
            assert_eq!(lines(&mut reader), ["simple_string \"OK\""]);
        }
    }
}

#[test]
fn a_value_that_is_held_whole_is_copied_through_what_that_needs() {
    for len in SIZES {
        let mut reader = Reader::with_options(bulk(len).chain(&b"+OK\r\n"[..]), options(16 << 20));
        assert_copied(&mut reader, len);
        let bound = (64 << 10).max(2 * (len as usize + 2));
        assert!(reader.capacity() <= bound, "{} for {len}", reader.capacity());
        assert_eq!(lines(&mut reader), ["simple_string \"OK\""]);
    }
}

#[test]
fn a_value_is_copied_through_the_smallest_buffer() {
    let small = ReaderOptions::new().parser(Options::new().whole(0)).capacity(0);
    let mut reader = Reader::with_options(bulk(100_000), small);
    assert_copied(&mut reader, 100_000);
    assert_eq!(reader.capacity(), 64);
}

#[test]
fn a_value_is_copied_from_small_reads() {
    for read_size in [1, 2, 3, 7, 1460] {
        let mut reader = Reader::with_options(bulk(40_000), ReaderOptions::new().read_size(read_size));
        assert_copied(&mut reader, 40_000);
    }
}

/// What `copy_text_to` says and writes, and the rest of the stream, for single-byte reads of a stream of one frame.
#[track_caller]
fn assert_text(stream: &[u8], expected: Event<u64>, written: &[u8]) {
    for whole in [0, 512] {
        let stream = [stream, b":7\r\n"].concat();
        let mut reader = Reader::with_options(&stream[..], options(whole).read_size(1));
        let mut out = Vec::new();
        assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Text(expected));
        assert_eq!(out, written);
        assert_eq!(lines(&mut reader), ["integer 7"]);
    }
}

#[test]
fn a_streamed_string_is_copied_without_its_headers() {
    assert_text(b"$?\r\n;4\r\nHell\r\n;5\r\no wor\r\n;0\r\n", Event::BulkString(Part::Whole, 9), b"Hello wor");
}

#[test]
fn an_empty_streamed_string_is_copied() {
    assert_text(b"$?\r\n;0\r\n", Event::BulkString(Part::Whole, 0), b"");
}

#[test]
fn a_verbatim_string_is_copied_without_its_format() {
    assert_text(b"=7\r\nmkd:a:b\r\n", Event::VerbatimString(*b"mkd", Part::Whole, 3), b"a:b");
}

#[test]
fn a_simple_string_is_copied() {
    assert_text(b"+PONG\r\n", Event::SimpleString(Part::Whole, 4), b"PONG");
}

#[test]
fn a_simple_error_is_copied_and_told_from_a_value() {
    assert_text(b"-ERR no\r\n", Event::SimpleError(Part::Whole, 6), b"ERR no");
}

#[test]
fn a_bulk_error_is_copied_and_told_from_a_value() {
    assert_text(b"!8\r\nERR a\r\nb\r\n", Event::BulkError(Part::Whole, 8), b"ERR a\r\nb");
}

#[test]
fn a_big_number_is_copied() {
    assert_text(b"(-123\r\n", Event::BigNumber(Part::Whole, 4), b"-123");
}

#[test]
fn what_is_no_text_is_handed_back() {
    let mut reader = Reader::new(&b"_\r\n,1.5\r\n"[..]);
    let mut out = Vec::new();
    let null = Event::Null(resp_core::Null::Resp3);
    assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Other(null));
    assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Other(Event::Double(b"1.5")));
    assert!(out.is_empty());
}

#[test]
fn the_rest_of_a_text_is_copied_after_its_first_part() {
    let mut reader = Reader::with_options(bulk(100_000), ReaderOptions::new().read_size(1000));
    let first = match reader.next_event().unwrap() {
        Some(Event::BulkString(Part::First, data)) => data.len() as u64,
        other => panic!("{other:?}"),
    };
    let mut out = AllX::default();
    let copied = reader.copy_text_to(&mut out).unwrap();
    assert_eq!(copied, Copied::Text(Event::BulkString(Part::Last, 100_000 - first)));
    assert_eq!(out.0, 100_000 - first);
}

#[test]
fn the_rest_of_a_text_of_any_type_is_a_last_part_of_that_type() {
    let texts: [(&[u8], Event<u64>); 5] = [
        (b"+abc\r\n", Event::SimpleString(Part::Last, 2)),
        (b"-abc\r\n", Event::SimpleError(Part::Last, 2)),
        (b"(123\r\n", Event::BigNumber(Part::Last, 2)),
        (b"!3\r\nabc\r\n", Event::BulkError(Part::Last, 2)),
        (b"=7\r\ntxt:abc\r\n", Event::VerbatimString(*b"txt", Part::Last, 2)),
    ];
    for (stream, expected) in texts {
        let mut reader = Reader::with_options(stream, options(0).read_size(1));
        let first = reader.next_event().unwrap().unwrap();
        assert!(matches!(first.text(), Some((Part::First, [_]))), "{first}");
        assert_eq!(reader.copy_text_to(&mut io::sink()).unwrap(), Copied::Text(expected));
    }
}

#[test]
fn a_copied_text_may_end_its_frame() {
    let mut reader = Reader::new(&b"*1\r\n+a\r\n+b\r\n"[..]);
    let mut out = Vec::new();
    reader.next_event().unwrap();
    reader.copy_text_to(&mut out).unwrap();
    assert_eq!(reader.frame_end(), None);
    reader.next_event().unwrap();
    reader.copy_text_to(&mut out).unwrap();
    assert_eq!(reader.frame_end(), Some(resp_core::FrameKind::Reply));
}

#[test]
fn texts_copied_one_after_the_other_are_counted_apart() {
    let mut reader = Reader::new(&b"+a\r\n+bc\r\n"[..]);
    let mut out = Vec::new();
    assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Text(Event::SimpleString(Part::Whole, 1)));
    assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Text(Event::SimpleString(Part::Whole, 2)));
}

/// Takes a few bytes, then fails, in turns.
struct Reluctant {
    taken: Vec<u8>,
    takes: bool,
    fails_with: io::ErrorKind,
}

impl Reluctant {
    fn new(fails_with: io::ErrorKind) -> Self {
        Self { taken: Vec::new(), takes: true, fails_with }
    }
}

impl Write for Reluctant {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.takes = !self.takes;
        if self.takes {
            return Err(self.fails_with.into());
        }
        let n = buf.len().min(3);
        self.taken.extend_from_slice(&buf[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_destination_that_fails_goes_on_at_the_byte_it_did_not_take() {
    for whole in [0, 512] {
        for read_size in 1..20 {
            let stream = &b"$11\r\nhello world\r\n:7\r\n"[..];
            let mut reader = Reader::with_options(stream, options(whole).read_size(read_size));
            let mut out = Reluctant::new(io::ErrorKind::WouldBlock);
            let bytes = loop {
                match reader.copy_text_to(&mut out) {
                    Ok(Copied::Text(Event::BulkString(Part::Whole, bytes))) => break bytes,
                    Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!((bytes, out.taken.as_slice()), (11, &b"hello world"[..]));
            assert_eq!(lines(&mut reader), ["integer 7"]);
        }
    }
}

#[test]
fn after_a_failed_destination_other_calls_pass_over_what_it_did_not_take() {
    let mut reader = Reader::new(&b"$11\r\nhello world\r\n$2\r\nhi\r\n"[..]);
    let mut out = Reluctant::new(io::ErrorKind::BrokenPipe);
    assert!(reader.copy_text_to(&mut out).is_err());
    assert_eq!(lines(&mut reader), ["bulk_string \"hi\""]);
}

/// Gives up a text, does something else, and copies `hi`.
#[track_caller]
fn assert_given_up_by(call: impl FnOnce(&mut Reader<&[u8]>), stream: &[u8]) {
    let stream = [b"$11\r\nhello world\r\n", stream].concat();
    let mut reader = Reader::new(&stream[..]);
    assert!(reader.copy_text_to(&mut Reluctant::new(io::ErrorKind::BrokenPipe)).is_err());
    call(&mut reader);
    let mut out = Vec::new();
    assert_eq!(reader.copy_text_to(&mut out).unwrap(), Copied::Text(Event::BulkString(Part::Whole, 2)));
    assert_eq!(out, b"hi");
}

#[test]
fn a_text_given_up_by_next_event_leaves_nothing_to_the_next() {
    assert_given_up_by(|reader| assert!(reader.next_event().unwrap().is_some()), b":1\r\n$2\r\nhi\r\n");
}

#[test]
fn a_text_given_up_by_parse_leaves_nothing_to_the_next() {
    let call = |reader: &mut Reader<&[u8]>| {
        assert!(reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap().is_break());
    };
    assert_given_up_by(call, b":1\r\n$2\r\nhi\r\n");
}

#[test]
fn a_text_given_up_by_skip_frame_leaves_nothing_to_the_next() {
    assert_given_up_by(|reader| assert!(reader.skip_frame().unwrap().is_some()), b":1\r\n$2\r\nhi\r\n");
}

#[test]
fn a_text_given_up_by_finish_frame_leaves_nothing_to_the_next() {
    assert_given_up_by(|reader| reader.finish_frame().unwrap(), b"$2\r\nhi\r\n");
}

#[test]
fn an_interrupted_write_is_done_again() {
    let mut out = Reluctant::new(io::ErrorKind::Interrupted);
    let mut reader = Reader::new(&b"$11\r\nhello world\r\n"[..]);
    let copied = reader.copy_text_to(&mut out).unwrap();
    assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, 11)));
    assert_eq!(out.taken, b"hello world");
}

#[test]
fn a_destination_that_takes_nothing_is_an_error() {
    let mut full = [0_u8; 4];
    let result = Reader::new(&b"$5\r\nhello\r\n"[..]).copy_text_to(&mut &mut full[..]).map(|_| ());
    assert!(matches!(&result, Err(Error::Io(error)) if error.kind() == io::ErrorKind::WriteZero), "{result:?}");
    assert_eq!(&full, b"hell");
}

/// Claims to have taken more than it was given.
struct Liar;

impl Write for Liar {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Ok(usize::MAX)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_destination_that_claims_too_much_is_believed_as_far_as_it_was_given() {
    let mut reader = Reader::new(&b"$5\r\nhello\r\n"[..]);
    let copied = reader.copy_text_to(&mut Liar).unwrap();
    assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, 5)));
}

#[test]
fn a_text_goes_to_a_destination_behind_a_pointer() {
    let mut out = Vec::new();
    let behind: &mut dyn Write = &mut out;
    Reader::new(&b"+hi\r\n"[..]).copy_text_to(behind).unwrap();
    assert_eq!(out, b"hi");
}

/// Panics at its second write.
struct Bursting(Vec<u8>);

impl Write for Bursting {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        assert!(self.0.is_empty(), "bursting");
        self.0.extend_from_slice(&buf[..3]);
        Ok(3)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_destination_that_panics_goes_on_at_the_byte_it_did_not_take() {
    let mut reader = Reader::new(&b"$10\r\n0123456789\r\n"[..]);
    let mut bursting = Bursting(Vec::new());
    let caught = panic::catch_unwind(panic::AssertUnwindSafe(|| reader.copy_text_to(&mut bursting).is_ok()));
    assert!(caught.is_err());
    let mut rest = Vec::new();
    let copied = reader.copy_text_to(&mut rest).unwrap();
    assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, 10)));
    assert_eq!([bursting.0, rest].concat(), b"0123456789");
}

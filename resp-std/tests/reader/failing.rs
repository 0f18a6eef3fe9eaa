//! Sources that fail, stall or lie.

use core::{error, fmt};
use std::io::{self, Read};

use resp_core::{ErrorKind, Event, Part};
use resp_std::{Copied, Error, Reader, ReaderOptions};

use crate::source::{Script, Step, failing_before_each_byte, lines, read_all};

const STREAM: &[u8] =
    b"*3\r\n:1\r\n$5\r\nhello\r\n+OK\r\n|1\r\n+k\r\n,1.5\r\n=7\r\ntxt:abc\r\n$?\r\n;2\r\nab\r\n;0\r\n_\r\n";

/// Calls until it is not told to wait.
fn patiently<T>(mut call: impl FnMut() -> Result<T, Error>) -> T {
    loop {
        match call() {
            Ok(value) => return value,
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn an_interrupted_read_is_done_again() {
    let source = failing_before_each_byte(b"$5\r\nhello\r\n", io::ErrorKind::Interrupted);
    let mut reader = Reader::new(source);
    let event = reader.next_event().unwrap();
    assert_eq!(event, Some(Event::BulkString(Part::Whole, &b"hello"[..])));
}

#[test]
fn a_read_that_would_block_is_returned() {
    let mut reader = Reader::new(Script::new([Step::Fail(io::ErrorKind::WouldBlock)]));
    let result = reader.next_event();
    assert!(matches!(&result, Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock), "{result:?}");
}

/// <https://github.com/redis/redis-py/issues/2624> (CVE-2023-28858): after a cancelled read the next caller got the
/// previous caller's reply.
#[test]
fn next_event_goes_on_after_a_failure_at_every_byte() {
    let expected = lines(&mut Reader::new(STREAM));
    for kind in [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut, io::ErrorKind::ConnectionReset] {
        let mut reader = Reader::new(failing_before_each_byte(STREAM, kind));
        assert_eq!(lines(&mut reader), expected, "{kind}");
    }
}

/// <https://github.com/redis/redis-py/pull/4106>
#[test]
fn parse_goes_on_after_a_failure_at_every_byte() {
    let expected = lines(&mut Reader::new(STREAM));
    let mut reader = Reader::new(failing_before_each_byte(STREAM, io::ErrorKind::WouldBlock));
    let mut merged = crate::source::Merged::default();
    let ended = patiently(|| {
        reader.parse(&mut |event: Event<&[u8]>| {
            merged.push(event);
            core::ops::ControlFlow::Continue(())
        })
    });
    assert!(ended.is_continue());
    assert_eq!(merged.lines(), expected);
}

#[test]
fn skip_frame_goes_on_after_a_failure_at_every_byte() {
    let mut reader = Reader::new(failing_before_each_byte(STREAM, io::ErrorKind::WouldBlock));
    let mut frames = 0;
    while patiently(|| reader.skip_frame()).is_some() {
        frames += 1;
    }
    assert_eq!((frames, reader.offset()), (4, STREAM.len() as u64));
}

#[test]
fn finish_frame_goes_on_after_a_failure_at_every_byte() {
    let mut reader = Reader::new(failing_before_each_byte(STREAM, io::ErrorKind::WouldBlock));
    patiently(|| reader.next_event().map(|_| ()));
    patiently(|| reader.finish_frame());
    assert_eq!(reader.offset(), 24);
}

#[test]
fn copy_text_to_goes_on_after_a_failure_at_every_byte() {
    // Nothing is held for the text to be whole, so each byte is a part.
    let options = ReaderOptions::new().parser(resp_core::Options::new().whole(0));
    let source = failing_before_each_byte(b"$5\r\nhello\r\n", io::ErrorKind::WouldBlock);
    let mut reader = Reader::with_options(source, options);
    let mut out = Vec::new();
    let copied = patiently(|| match reader.copy_text_to(&mut out)? {
        Copied::Text(event) => Ok(event),
        other => panic!("{other:?}"),
    });
    assert_eq!((copied, out.as_slice()), (Event::BulkString(Part::Whole, 5), &b"hello"[..]));
}

/// Claims more bytes than there was room for.
struct Liar;

impl Read for Liar {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        buf.fill(b'?');
        Ok(usize::MAX)
    }
}

#[test]
fn a_source_that_claims_too_much_is_believed_as_far_as_there_was_room() {
    let mut reader = Reader::with_options(Liar, ReaderOptions::new().read_size(10));
    let (_, error) = read_all(&mut reader);
    assert_eq!(error.unwrap().kind, ErrorKind::UnknownType);
    assert_eq!(reader.stats().bytes, 10);
}

/// Counts its calls.
struct Asked<R>(R, usize);

impl<R: Read> Read for Asked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        self.0.read(buf)
    }
}

#[test]
fn the_source_is_not_asked_while_events_are_left() {
    let mut reader = Reader::new(Asked(&b"*1\r\n:1\r\n+OK\r\n"[..], 0));
    for _ in 0..4 {
        reader.next_event().unwrap().unwrap();
    }
    assert_eq!(reader.get_ref().1, 1);
}

#[test]
fn a_failed_stream_stays_failed_and_is_not_read_on() {
    let mut reader = Reader::with_options(Asked(&b"?+OK\r\n"[..], 0), ReaderOptions::new().read_size(1));
    for _ in 0..3 {
        let (_, error) = read_all(&mut reader);
        let error = error.unwrap();
        assert_eq!((error.kind, error.offset, error.byte), (ErrorKind::UnknownType, 0, Some(b'?')));
    }
    assert_eq!(reader.get_ref().1, 1);
}

/// Asserts what it is asked for.
struct AtMost(usize);

impl Read for AtMost {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        assert!((1..=self.0).contains(&buf.len()), "asked for {}", buf.len());
        buf.copy_from_slice(&b"+OK\r\n+OK\r\n"[..buf.len()]);
        Ok(buf.len())
    }
}

#[test]
fn read_size_bounds_every_read() {
    let mut reader = Reader::with_options(AtMost(5), ReaderOptions::new().read_size(5));
    for _ in 0..100 {
        reader.next_event().unwrap().unwrap();
    }
}

#[test]
fn a_read_size_of_0_is_taken_for_1() {
    let mut reader = Reader::with_options(&b"+OK\r\n"[..], ReaderOptions::new().read_size(0));
    assert_eq!(lines(&mut reader), ["simple_string \"OK\""]);
}

/// The failure of a source, and why it failed.
#[derive(Debug)]
struct Failure(io::Error);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("outer")
    }
}

impl error::Error for Failure {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn the_source_of_an_error_is_what_is_behind_its_text() {
    use core::error::Error as _;
    let error = Error::from(io::Error::other(Failure(io::Error::other("inner"))));
    assert_eq!(error.to_string(), "outer");
    assert_eq!(error.source().map(ToString::to_string), Some("inner".into()));
}

#[test]
fn errors_tell_what_is_wrong_and_keep_what_is_behind() {
    use core::error::Error as _;
    let cause = resp_core::Parser::new().next_event(&mut &b"?"[..]).unwrap_err();
    let error = Error::from(io::Error::other(cause));
    assert_eq!(error.to_string(), cause.to_string());
    assert_eq!(Error::from(cause).to_string(), cause.to_string());
    // The inner error is what `Display` shows, so the chain goes on behind it.
    assert!(Error::from(cause).source().is_none());
}

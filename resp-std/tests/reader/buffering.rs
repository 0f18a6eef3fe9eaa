//! How much memory a reader takes, and how much it copies.

use std::io::Read;

use resp_core::{ErrorKind, Event, Options, Part};
use resp_std::{Reader, ReaderOptions};

use crate::source::{bulk, repeated};

const MIB: u64 = 1 << 20;

/// Reads to the end; the number of bytes in texts, and the largest capacity seen.
fn drain(reader: &mut Reader<impl Read>) -> (u64, usize) {
    let mut text = 0;
    let mut capacity = 0;
    while let Some(event) = reader.next_event().unwrap() {
        text += event.text().map_or(0, |(_, data)| data.len() as u64);
        capacity = capacity.max(reader.capacity());
    }
    (text, capacity)
}

/// <https://github.com/redis/redis-py/pull/4106> (review): the parts of a big value were joined again at every read.
#[test]
fn a_64_mib_value_in_4_kib_reads_is_never_copied_within_the_buffer() {
    let mut reader = Reader::with_options(bulk(64 * MIB), ReaderOptions::new().read_size(4096));
    assert_eq!(drain(&mut reader), (64 * MIB, 64 << 10));
    let stats = reader.stats();
    assert_eq!((stats.bytes_moved, stats.growths), (0, 0));
}

/// The same, held whole: each growth doubles the buffer at least, so all of them together copy each byte about once.
#[test]
fn a_64_mib_value_held_whole_is_copied_about_once() {
    let options = ReaderOptions::new().parser(Options::new().whole(64 << 20)).read_size(4096);
    let mut reader = Reader::with_options(bulk(64 * MIB), options);
    let (text, capacity) = drain(&mut reader);
    assert_eq!(text, 64 * MIB);
    let stats = reader.stats();
    assert!(stats.growths <= 11, "{} growths from 64 KiB", stats.growths);
    assert!(capacity as u64 <= 2 * (64 * MIB + 2), "{capacity}");
    assert_eq!(stats.bytes_moved, 0);
}

/// <https://github.com/redis/lettuce/issues/906>: the buffer was released only when a read ended on a frame's border.
#[test]
fn capacity_stays_when_no_read_ends_between_frames() {
    let frame = [b"$16384\r\n".as_slice(), &[b'x'; 16_384], b"\r\n"].concat();
    let options = ReaderOptions::new().read_size(5000);
    let mut reader = Reader::with_options(repeated(&frame, 2000), options);
    assert_eq!(drain(&mut reader), (2000 * 16_384, 64 << 10));
}

/// <https://github.com/redis/lettuce/issues/1078>, from a buffer that must grow first.
#[test]
fn capacity_is_at_most_twice_the_largest_frame_and_read() {
    let frame = [b"$16384\r\n".as_slice(), &[b'x'; 16_384], b"\r\n"].concat();
    let options = ReaderOptions::new().capacity(64).read_size(5000);
    let mut reader = Reader::with_options(repeated(&frame, 2000), options);
    let (_, capacity) = drain(&mut reader);
    assert!(capacity <= 2 * (frame.len() + 5000), "{capacity}");
}

#[test]
fn no_more_bytes_are_moved_than_were_read() {
    let frame = [b"$5000\r\n".as_slice(), &[b'x'; 5000], b"\r\n"].concat();
    let options = ReaderOptions::new().capacity(16 << 10).compact_min(0);
    let mut reader = Reader::with_options(repeated(&frame, 2000), options);
    drain(&mut reader);
    let stats = reader.stats();
    assert!(stats.compactions > 0);
    assert!(stats.bytes_moved <= stats.bytes, "{stats:?}");
}

/// <https://github.com/redis/redis/issues/364>: after one large value an idle connection held 100 MB.
#[test]
fn capacity_falls_again_after_a_large_value() {
    let stream = bulk(100 * MIB).chain(repeated(b"+OK\r\n", 1000));
    let options = ReaderOptions::new().parser(Options::new().whole(128 << 20));
    let mut reader = Reader::with_options(stream, options);
    let event = reader.next_event().unwrap();
    assert!(matches!(event, Some(Event::BulkString(Part::Whole, data)) if data.len() as u64 == 100 * MIB));
    assert!(reader.capacity() as u64 > 100 * MIB);
    drain(&mut reader);
    assert!(reader.capacity() as u64 <= MIB, "{}", reader.capacity());
}

/// <https://github.com/redis/redis/pull/12000>: a buffer was shrunk while a large value was on its way.
#[test]
fn a_large_value_that_arrives_slowly_is_not_shrunk_away() {
    let options = ReaderOptions::new().parser(Options::new().whole(64 << 10)).capacity(64).keep(64 << 10).read_size(37);
    let mut reader = Reader::with_options(bulk(40_000).chain(&b"+OK\r\n"[..]), options);
    let event = reader.next_event().unwrap();
    assert_eq!(event, Some(Event::BulkString(Part::Whole, &[b'x'; 40_000][..])));
    assert!(reader.stats().growths <= 10, "{:?}", reader.stats());
}

#[test]
fn a_declared_length_makes_no_room_by_itself() {
    let options = ReaderOptions::new().parser(Options::new().whole(usize::MAX));
    for header in [&b"$536870912\r\n"[..], b"*2147483647\r\n$536870912\r\nx", b"=536870912\r\n"] {
        let mut reader = Reader::with_options(header, options);
        let (_, error) = crate::source::read_all(&mut reader);
        assert_eq!(error.unwrap().kind, ErrorKind::UnexpectedEof);
        assert_eq!((reader.capacity(), reader.stats().growths), (64 << 10, 0));
    }
}

#[test]
fn a_held_value_that_stays_away_makes_room_for_what_came() {
    let options = ReaderOptions::new().parser(Options::new().whole(usize::MAX));
    let stream = (&b"$536870912\r\n"[..]).chain(std::io::repeat(b'x').take(1 << 20));
    let mut reader = Reader::with_options(stream, options);
    assert!(reader.next_event().is_err());
    assert!(reader.capacity() <= 4 << 20, "{}", reader.capacity());
}

/// What is missing is reckoned from what has come in, not from what had come in when the parser was last asked.
#[test]
fn a_held_value_that_fits_moves_nothing_however_it_arrives() {
    let first = [b"$34000\r\n".as_slice(), &[b'x'; 34_000], b"\r\n"].concat();
    let second = [b"$30000\r\n".as_slice(), &[b'y'; 30_000], b"\r\n"].concat();
    let (head, tail) = second.split_at(9);
    let at_once = [first, head.to_vec()].concat();
    let options = ReaderOptions::new().parser(Options::new().whole(34_000)).capacity(64 << 10);
    let mut reader = Reader::with_options(at_once.as_slice().chain(Slowly(tail)), options);
    assert_eq!(drain(&mut reader), (64_000, 64 << 10));
    let stats = reader.stats();
    assert_eq!((stats.compactions, stats.growths), (0, 0));
}

/// A hundred bytes at a time.
struct Slowly<'b>(&'b [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let len = to.len().min(100);
        self.0.read(&mut to[..len])
    }
}

#[test]
fn an_endless_stream_goes_through_the_configured_capacity() {
    let frame = [b"$1048576\r\n".as_slice(), &[b'x'; 1 << 20], b"\r\n"].concat();
    let mut reader = Reader::new(repeated(&frame, 256));
    assert_eq!(drain(&mut reader), (256 * MIB, 64 << 10));
    assert_eq!(reader.stats().growths, 0);
}

#[test]
fn a_buffer_smaller_than_a_header_grows_for_it() {
    let line = [b",1.".as_slice(), &[b'0'; 300], b"\r\n"].concat();
    let mut reader = Reader::with_options(&line[..], ReaderOptions::new().capacity(0));
    assert!(matches!(reader.next_event().unwrap(), Some(Event::Double(text)) if text.len() == 302));
}

//! What is valid and never ends passes through one buffer, whole or one byte at a time.

use resp_core::ErrorKind;
use resp_std::{Error, Reader, ReaderOptions};

use crate::memory::peak;
use crate::stream::Stream;
use crate::ways::ways;

/// The buffer, and nothing else.
const MEMORY: i64 = 64 << 10;

/// So much of the stream, in reads as large as they can be and in reads of one byte.
const READS: [(usize, u64); 2] = [(usize::MAX, 1 << 20), (1, 1 << 16)];

/// `start` and then `unit` again and again takes the memory of one buffer, by every way.
#[track_caller]
fn assert_passes(start: &[u8], unit: &[u8]) {
    for (size, len) in READS {
        for (way, run) in ways() {
            let mut stats = None;
            let peak = peak(|| {
                let options = ReaderOptions::new().read_size(size);
                let mut reader = Reader::with_options(Stream::new(start, unit, len), options);
                let result = run(&mut reader);
                // It is the end of the stream that ended it.
                let clean = match result {
                    Ok(()) => true,
                    Err(Error::Protocol(error)) => error.kind == ErrorKind::UnexpectedEof && error.offset == len,
                    Err(_) => false,
                };
                assert!(clean, "{way} in reads of {size}: {result:?}");
                stats = Some(reader.stats());
            });
            let stats = stats.unwrap();
            assert_eq!(peak, MEMORY, "{way} in reads of {size}");
            assert_eq!(stats.bytes, len, "{way} in reads of {size}");
            assert!(stats.bytes_moved <= len, "{way} in reads of {size}: {stats:?}");
        }
    }
}

#[test]
fn endless_attributes_in_front_of_each_other() {
    assert_passes(b"", b"|0\r\n");
    assert_passes(b"", b"|1\r\n+ttl\r\n:3600\r\n");
    assert_passes(b"*1\r\n", b"|1\r\n+ttl\r\n:3600\r\n");
}

#[test]
fn an_attribute_of_endless_pairs() {
    assert_passes(b"|2147483647\r\n", b"+ttl\r\n:3600\r\n");
}

#[test]
fn endless_attributes_on_endless_elements() {
    assert_passes(b"*?\r\n", b"|1\r\n+ttl\r\n:3600\r\n:1\r\n");
}

#[test]
fn a_string_of_endless_chunks() {
    assert_passes(b"$?\r\n", b";1\r\na\r\n");
}

#[test]
fn endless_empty_streamed_strings() {
    assert_passes(b"", b"$?\r\n;0\r\n");
    assert_passes(b"*?\r\n", b"$?\r\n;0\r\n");
}

#[test]
fn endless_streamed_elements() {
    assert_passes(b"*?\r\n", b":1\r\n");
    assert_passes(b"%?\r\n", b":1\r\n");
    assert_passes(b"~?\r\n", b"*?\r\n.\r\n");
}

#[test]
fn endless_empty_aggregates() {
    for unit in [&b"*0\r\n"[..], b"~0\r\n", b"%0\r\n"] {
        assert_passes(b"", unit);
        assert_passes(b"*4294967295\r\n", unit);
    }
}

#[test]
fn endless_empty_aggregates_in_arrays() {
    let unit = [&b"*1000\r\n"[..], &b"*0\r\n".repeat(1000)].concat();
    assert_passes(b"", &unit);
}

#[test]
fn endless_pushes_inside_a_reply() {
    assert_passes(b"*1\r\n", b">1\r\n+message\r\n");
    assert_passes(b"*?\r\n", b">1\r\n+message\r\n");
    assert_passes(b"|1\r\n", b">1\r\n+message\r\n");
}

#[test]
fn endless_pushes() {
    assert_passes(b"", b">1\r\n+message\r\n");
}

#[test]
fn texts_without_an_end() {
    for start in
        [&b"+"[..], b"-", b"(", b"$536870912\r\n", b"!536870912\r\n", b"=536870912\r\ntxt:", b"$?\r\n;536870912\r\n"]
    {
        assert_passes(start, b"1");
    }
}

/// Each is held until it is whole, and each byte of it arrives alone.
#[test]
fn endless_texts_of_the_largest_length_that_is_held() {
    let text = [b"$16384\r\n".as_slice(), &[b'x'; 16 << 10], b"\r\n"].concat();
    assert_passes(b"", &text);
    let line = [b"+".as_slice(), &[b'x'; 16 << 10], b"\r\n"].concat();
    assert_passes(b"*?\r\n", &line);
}

/// Headers as long as the limit allows.
#[test]
fn endless_headers_of_the_largest_length() {
    let double = [b",".as_slice(), &[b'1'; 512], b"\r\n"].concat();
    assert_passes(b"", &double);
    let integer = [b":".as_slice(), &[b'0'; 512], b"\r\n"].concat();
    assert_passes(b"*?\r\n", &integer);
}

/// As many levels as there may be, opened and closed for ever.
#[test]
fn endless_nesting() {
    let unit = [b"*1\r\n".repeat(127).as_slice(), b"*0\r\n"].concat();
    assert_passes(b"", &unit);
    let unit = [b"%?\r\n".repeat(128).as_slice(), &b".\r\n:1\r\n".repeat(127), b".\r\n"].concat();
    assert_passes(b"", &unit);
}

#[test]
fn ten_million_empty_arrays() {
    const FRAMES: u64 = 10_000_000;
    let peak = peak(|| {
        let mut reader = Reader::new(Stream::new(b"", b"*0\r\n", 4 * FRAMES));
        while reader.skip_frame().unwrap().is_some() {}
        assert_eq!(reader.stats().frames, FRAMES);
    });
    assert_eq!(peak, MEMORY);
}

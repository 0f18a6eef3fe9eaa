//! A warm reader of requests asks for no memory, and a hostile client cannot make it ask for much.

use std::io::{self, Read};

use resp_core::RequestOptions;
use resp_std::{ReaderOptions, RequestReader};

use crate::memory::{allocations, asked, peak};

const REQUESTS: &[u8] =
    b"*1\r\n$4\r\nPING\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$12\r\n0123456789ab\r\nSET k \"a\\nb\" 'c'\n*0\r\n\r\nPING\r\n";

/// For ever, in reads that end anywhere.
struct Endless {
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let rest = &REQUESTS[self.at..];
        let n = rest.len().min(buf.len()).min(61);
        buf[..n].copy_from_slice(&rest[..n]);
        self.at = (self.at + n) % REQUESTS.len();
        Ok(n)
    }
}

/// How often 10 000 calls ask for memory, after 1000 others.
fn once_warm(mut call: impl FnMut(&mut RequestReader<Endless>)) -> u64 {
    let mut reader = RequestReader::new(Endless { at: 0 });
    for _ in 0..1000 {
        call(&mut reader);
    }
    allocations(|| {
        for _ in 0..10_000 {
            call(&mut reader);
        }
    })
}

#[test]
fn next_request_allocates_nothing() {
    assert_eq!(
        once_warm(|reader| assert!(reader.next_request().unwrap().is_some_and(|request| !request.is_empty()))),
        0
    );
}

#[test]
fn next_event_allocates_nothing() {
    assert_eq!(once_warm(|reader| assert!(reader.next_event().unwrap().is_some())), 0);
}

#[test]
fn skip_request_allocates_nothing() {
    assert_eq!(once_warm(|reader| assert!(reader.skip_request().unwrap())), 0);
}

/// <https://github.com/dragonflydb/dragonfly/pull/8215>: a request of 18 bytes took a gigabyte.
#[test]
fn what_was_announced_is_not_reserved() {
    for stream in [&b"*1\r\n$500000000\r\n"[..], b"*2147483647\r\n", b"*2147483647\r\n$4\r\nPING\r\n"] {
        let bytes = asked(|| assert!(RequestReader::new(stream).next_request().is_err()));
        assert!(bytes < 130 << 10, "{bytes} bytes for {}", stream.escape_ascii());
    }
}

#[test]
fn memory_follows_what_has_arrived() {
    let stream = (&b"*1000000\r\n"[..]).chain(Repeat { unit: b"$0\r\n\r\n", at: 0 }.take(6_000_000));
    let bytes = peak(|| assert_eq!(RequestReader::new(stream).next_request().unwrap().unwrap().len(), 1_000_000));
    // Positions are 16 bytes each, and their list and the buffer grow by doubling, with the old one beside the new.
    assert!(bytes < (16_000_000 + 6_000_000) * 3, "{bytes}");
}

/// What is asked for again was not kept.
#[test]
fn memory_is_given_back_after_a_spike() {
    let spike = [b"*200000\r\n", &b"$0\r\n\r\n".repeat(200_000)[..]].concat();
    for small in [&b"PING\n"[..], b"*1\r\n$4\r\nPING\r\n"] {
        let stream = [&spike[..], small, small, &spike].concat();
        let mut reader = RequestReader::new(&stream[..]);
        for _ in 0..3 {
            assert!(reader.next_request().unwrap().is_some());
        }
        assert!(asked(|| assert!(reader.next_request().unwrap().is_some())) > 200_000 * 16);
    }
}

struct Repeat {
    unit: &'static [u8],
    at: usize,
}

impl Read for Repeat {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buf {
            *byte = self.unit[self.at];
            self.at = (self.at + 1) % self.unit.len();
        }
        Ok(buf.len())
    }
}

#[test]
fn empty_requests_for_ever_are_not_held() {
    let stream = Repeat { unit: b"*0\r\n\r\n", at: 0 }.take(6_000_000).chain(&b"PING\n"[..]);
    let mut reader =
        RequestReader::with_options(stream, ReaderOptions::requests().parser(RequestOptions::unauthenticated()));
    assert_eq!(reader.next_request().unwrap().unwrap().name(), b"PING");
    assert_eq!(reader.capacity(), 64 << 10);
}

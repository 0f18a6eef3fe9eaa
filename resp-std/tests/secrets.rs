//! What passes through a reader is not for a log.

#![allow(clippy::indexing_slicing)]

use std::io::{self, Read, Write};

use resp_core::{Event, Options};
use resp_std::{Decoder, ReadBuffer, Reader, ReaderOptions};

const SECRET: &[u8] = b"$6\r\nsecret\r\n$7\r\nsecrets";

/// As text, and as the numbers that `Debug` makes of bytes.
fn shows_secret(debug: &str) -> bool {
    debug.contains("secret") || debug.contains("115, 101") || debug.contains("115,\n")
}

#[test]
fn debug_of_a_buffer_shows_no_bytes() {
    let mut buffer = ReadBuffer::new(64);
    buffer.spare(SECRET.len())[..SECRET.len()].copy_from_slice(SECRET);
    buffer.commit(SECRET.len());
    assert!(!shows_secret(&format!("{buffer:?} {buffer:#?}")));
}

#[test]
fn debug_of_a_buffer_shows_its_counters() {
    let mut buffer = ReadBuffer::new(64);
    buffer.commit(5);
    let counters = "capacity: 64, len: 5, compactions: 0, bytes_moved: 0, growths: 0";
    assert_eq!(format!("{buffer:?}"), format!("ReadBuffer {{ {counters}, .. }}"));
}

#[test]
fn debug_of_a_decoder_shows_no_bytes() {
    let mut decoder = Decoder::new();
    decoder.spare()[..SECRET.len()].copy_from_slice(SECRET);
    decoder.commit(SECRET.len());
    assert!(matches!(decoder.next_event(), Ok(Some(Event::BulkString(..)))));
    assert!(!shows_secret(&format!("{decoder:?} {decoder:#?}")));
}

#[test]
fn debug_of_a_decoder_shows_where_it_stands() {
    let debug = format!("{:?}", Decoder::new());
    assert!(debug.starts_with("Decoder { offset: 0, depth: 0, intake: Intake { buffer: ReadBuffer {"), "{debug}");
}

#[test]
fn debug_of_a_reader_shows_no_bytes() {
    let options = ReaderOptions::new().parser(Options::new().whole(2));
    let mut reader = Reader::with_options(Source, options);
    assert!(matches!(reader.next_event(), Ok(Some(Event::BulkString(..)))));
    assert!(!shows_secret(&format!("{reader:?} {reader:#?}")));
}

#[test]
fn debug_of_a_reader_shows_where_it_stands() {
    let debug = format!("{:?}", Reader::new(SECRET));
    assert!(debug.starts_with("Reader { decoder: Decoder { offset: 0, depth: 0,"), "{debug}");
}

#[test]
fn debug_of_a_reader_does_not_show_its_source() {
    let reader = Reader::new(SECRET);
    assert!(!shows_secret(&format!("{reader:?} {reader:#?}")));
}

/// What a destination did not take.
#[test]
fn debug_of_a_reader_does_not_show_what_is_to_be_copied() {
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut reader = Reader::new(&b"=10\r\nsec:ret...\r\n"[..]);
    assert!(reader.copy_text_to(&mut Full).is_err());
    let debug = format!("{reader:?} {reader:#?}");
    assert!(!debug.contains("115, 101, 99") && !debug.contains("sec"), "{debug}");
}

#[derive(Debug)]
struct Source;

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        out[..SECRET.len()].copy_from_slice(SECRET);
        Ok(SECRET.len())
    }
}

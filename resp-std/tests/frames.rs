//! Whole frames and owned values through reader and decoder.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod memory;

use core::hash::{Hash, Hasher};
use std::collections::hash_map::DefaultHasher;
use std::io::{self, Read};

use bytes::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use resp_core::{ErrorKind, Event, Frame, Node, Options};
use resp_std::{Decoder, Error, Reader, ReaderOptions, Value};

use memory::{allocations, peak};

/// Brings a stream in pieces of so many bytes, and `WouldBlock` in between.
struct Pieces<'a> {
    bytes: &'a [u8],
    len: usize,
    blocked: bool,
}

impl<'a> Pieces<'a> {
    fn new(bytes: &'a [u8], len: usize) -> Self {
        Self { bytes, len, blocked: false }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.blocked = !self.blocked;
        if self.blocked {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let len = self.bytes.len().min(buf.len()).min(self.len);
        self.bytes.read(&mut buf[..len])
    }
}

/// Calls until the source does not block.
fn patiently<R: Read, T>(
    reader: &mut Reader<R>,
    mut call: impl FnMut(&mut Reader<R>) -> Result<T, Error>,
) -> Result<T, Error> {
    loop {
        match call(reader) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
    }
}

fn value(wire: &str) -> Value {
    let mut input = Bytes::copy_from_slice(wire.as_bytes());
    let value = Value::parse(&mut input).expect("a valid frame").expect("a whole frame");
    assert!(input.is_empty());
    value
}

fn stream() -> String {
    let text = ".".repeat(300);
    let streamed = "$?\r\n;3\r\nabc\r\n;2\r\nde\r\n;0\r\n";
    format!(
        "+OK\r\n*3\r\n$5\r\nhello\r\n%1\r\n+ttl\r\n:60\r\n{streamed}|1\r\n+a\r\n:1\r\n_\r\n\
         >2\r\n+message\r\n$300\r\n{text}\r\n=8\r\ntxt:text\r\n"
    )
}

#[test]
fn frames_are_the_same_however_the_bytes_come() {
    let stream = stream();
    let expected: Vec<Value> = Reader::new(stream.as_bytes()).values().collect::<Result<_, _>>().unwrap();
    assert_eq!(expected.len(), 5);
    for whole in [0, 1, 16 << 10] {
        for len in [1, 2, 3, 7, 64, 1000] {
            let options = ReaderOptions::new().parser(Options::new().whole(whole)).capacity(64);
            let mut reader = Reader::with_options(Pieces::new(stream.as_bytes(), len), options);
            for value in &expected {
                let frame = patiently(&mut reader, |reader| Ok(reader.next_frame()?.map(Value::from))).unwrap();
                assert_eq!(frame.as_ref(), Some(value), "whole {whole}, pieces of {len}");
            }
            assert_eq!(patiently(&mut reader, Reader::read_value).unwrap(), None);
            assert_eq!((reader.stats().frames, reader.offset()), (5, stream.len() as u64));
        }
    }
}

#[test]
fn a_frame_tells_its_bytes_as_they_came() {
    let stream = stream();
    let mut reader = Reader::with_options(Pieces::new(stream.as_bytes(), 5), ReaderOptions::new().capacity(64));
    let mut wires = Vec::new();
    while let Some(value) = patiently(&mut reader, Reader::read_value).unwrap() {
        wires.extend_from_slice(&value.wire());
    }
    assert_eq!(wires, stream.as_bytes());
}

#[test]
fn frames_and_events_may_be_taken_in_turn() {
    let mut reader = Reader::new(&b"*1\r\n:1\r\n*1\r\n:2\r\n:3\r\n"[..]);
    assert_eq!(reader.next_frame().unwrap().map(|frame| frame.len()), Some(1));
    assert!(matches!(reader.next_event(), Ok(Some(Event::Begin(..)))));
    assert!(matches!(reader.next_frame(), Err(Error::MidFrame)));
    assert!(matches!(reader.next_event(), Ok(Some(Event::Integer(2)))));
    reader.finish_frame().unwrap();
    assert_eq!(reader.next_frame().unwrap().and_then(|frame| frame.as_i64()), Some(3));
    assert!(reader.next_frame().unwrap().is_none());
}

#[test]
fn a_frame_that_was_waited_for_is_told_from_its_start_by_events() {
    let stream = "+OK\r\n*3\r\n$5\r\nhello\r\n%1\r\n+ttl\r\n:60\r\n|1\r\n+a\r\n:1\r\n_\r\n>1\r\n+x\r\n";
    let events = |reader: &mut Reader<Pieces<'_>>| {
        let mut events = Vec::new();
        while let Some(event) =
            patiently(reader, |reader| Ok(reader.next_event()?.map(|event| event.to_string()))).unwrap()
        {
            events.push(event);
        }
        events
    };
    let expected = events(&mut Reader::new(Pieces::new(stream.as_bytes(), usize::MAX)));
    for len in 1..stream.len() {
        for waits in 1..5 {
            let mut reader = Reader::new(Pieces::new(&stream.as_bytes()["+OK\r\n".len()..], len));
            let waited = (0..waits).take_while(|_| reader.next_frame().is_err()).count() == waits;
            if waited {
                assert_eq!((reader.offset(), reader.is_idle(), reader.depth()), (0, true, 0), "{len}, {waits}");
                assert_eq!(events(&mut reader), expected[1..], "{len}, {waits}");
            }
        }
    }
}

#[test]
fn a_frame_that_was_waited_for_is_skipped_whole() {
    let mut reader = Reader::new(Pieces::new(b"*2\r\n:1\r\n:2\r\n:3\r\n", 9));
    assert!(reader.next_frame().is_err() && reader.next_frame().is_err());
    assert!(patiently(&mut reader, Reader::skip_frame).unwrap().is_some());
    assert_eq!((reader.offset(), reader.stats().largest_frame), (12, 12));
}

#[test]
fn a_frame_that_was_waited_for_has_not_begun_and_needs_no_finish() {
    let mut reader = Reader::new(Pieces::new(b"*2\r\n:1\r\n:2\r\n:3\r\n", 9));
    assert!(reader.next_frame().is_err() && reader.next_frame().is_err());
    reader.finish_frame().unwrap();
    assert_eq!(patiently(&mut reader, |reader| Ok(reader.next_frame()?.map(|frame| frame.len()))).unwrap(), Some(2));
}

#[test]
fn a_frame_that_is_waited_for_may_get_other_options() {
    let mut reader = Reader::new(Pieces::new(b"*2\r\n:1\r\n:2\r\n", 9));
    assert!(reader.next_frame().is_err() && reader.next_frame().is_err());
    assert!(reader.set_options(Options::new().max_count(1)));
    let error = patiently(&mut reader, |reader| reader.next_frame().map(|_| ())).unwrap_err();
    assert!(matches!(error, Error::Protocol(error) if error.kind == ErrorKind::CountTooLarge), "{error}");
}

#[test]
fn values_end_behind_an_error_of_the_stream() {
    assert_eq!(
        Reader::new(&b"+a\r\nX"[..]).values().take(9).map(|value| value.is_ok()).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn values_go_on_behind_an_error_of_the_source() {
    let values = Reader::new(Pieces::new(b"+a\r\n+b\r\n", 4)).values().flatten().take(2).count();
    assert_eq!(values, 2);
}

#[test]
fn a_value_of_strange_parts_does_no_harm() {
    let nodes: Vec<Node> = value("*2\r\n+aaaa\r\n*1\r\n:1\r\n").frame().nodes().collect();
    let strange = Value::from(Frame::of(b"", &nodes).unwrap());
    assert_eq!(strange.slice(strange.frame().element(1).unwrap()).wire(), "");
}

#[test]
fn a_frame_is_too_large_however_its_bytes_come() {
    let stream = b"*3\r\n:1\r\n$5\r\nhello\r\n_\r\n+OK\r\n";
    let takes = 22 + 5 * 16;
    for len in 1..=stream.len() {
        for (max_held, fits) in [(takes, true), (takes - 1, false), (1, false)] {
            let options = ReaderOptions::new().max_held(max_held);
            let mut reader = Reader::with_options(Pieces::new(stream, len), options);
            let frame = patiently(&mut reader, |reader| Ok(reader.next_frame()?.map(|frame| frame.len())));
            match fits {
                true => assert_eq!(frame.unwrap(), Some(3), "{len}"),
                false => assert!(matches!(frame, Err(Error::FrameTooLarge)), "{max_held} in pieces of {len}"),
            }
        }
    }
}

#[test]
fn the_stream_may_end_between_frames_only() {
    let mut reader = Reader::new(&b"+OK\r\n*2\r\n:1\r\n"[..]);
    assert!(reader.next_frame().unwrap().is_some());
    let Err(Error::Protocol(error)) = reader.next_frame() else { unreachable!("an error") };
    assert_eq!((error.kind, error.offset), (ErrorKind::UnexpectedEof, 13));
}

#[test]
fn an_error_stays() {
    let mut reader = Reader::new(&b"*2\r\n:1\r\n:x\r\n"[..]);
    for _ in 0..2 {
        let Err(Error::Protocol(error)) = reader.next_frame() else { unreachable!("an error") };
        assert_eq!((error.kind, error.offset), (ErrorKind::InvalidInteger, 9));
    }
}

#[test]
fn into_parts_has_a_frame_that_is_waited_for_from_its_start() {
    let mut reader = Reader::new(Pieces::new(b"*2\r\n:1\r\n:2", 100));
    assert!(reader.next_frame().is_err());
    assert!(reader.next_frame().is_err());
    let offset = reader.offset();
    assert_eq!((offset, reader.into_parts().1), (0, b"*2\r\n:1\r\n:2".to_vec()));
}

#[test]
fn what_is_held_is_limited() {
    let endless = Read::chain(&b"*1000000\r\n"[..], Repeat(b"$4\r\nabcd\r\n", 0));
    let options = ReaderOptions::new().max_held(100_000);
    let mut reader = Reader::with_options(endless, options);
    let peak = peak(|| assert!(matches!(reader.next_frame(), Err(Error::FrameTooLarge))));
    assert!(peak < 400_000, "{peak}");
    assert!(matches!(reader.next_frame(), Err(Error::FrameTooLarge)));
    // And yet it can be taken, or got past.
    assert!(matches!(reader.next_event(), Ok(Some(Event::Begin(_, Some(1_000_000))))));
    assert!(matches!(reader.next_frame(), Err(Error::MidFrame)));
    assert!(reader.skip_frame().unwrap().is_some());
}

/// The same bytes for ever.
struct Repeat(&'static [u8], usize);

impl Read for Repeat {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buf {
            *byte = self.0[self.1];
            self.1 = (self.1 + 1) % self.0.len();
        }
        Ok(buf.len())
    }
}

#[test]
fn a_warm_reader_allocates_nothing_for_a_frame() {
    let mut reader = Reader::new(Repeat(b"*3\r\n$4\r\nabcd\r\n:1\r\n%1\r\n+a\r\n_\r\n", 0));
    let mut read = || assert!(reader.next_frame().unwrap().is_some_and(|frame| frame.len() == 3));
    (0..5000).for_each(|_| read());
    assert_eq!(allocations(|| (0..10_000).for_each(|_| read())), 0);
}

#[test]
fn a_value_is_two_allocations() {
    let array = [&b"*50\r\n"[..], &b"$5\r\nvalue\r\n".repeat(50)].concat();
    let mut reader = Reader::new(&array[..]);
    assert!(reader.next_frame().unwrap().is_some());
    *reader.get_mut() = &array[..];
    assert_eq!(allocations(|| drop(reader.read_value().unwrap())), 2);
}

#[test]
fn memory_for_nodes_is_given_back() {
    let mut decoder = Decoder::new();
    let feed = |decoder: &mut Decoder, mut bytes: &[u8]| {
        while !bytes.is_empty() {
            let read = bytes.read(decoder.spare()).unwrap();
            decoder.commit(read);
            while decoder.next_frame().unwrap().is_some() {}
        }
    };
    let before = memory::held();
    feed(&mut decoder, &[&b"*300000\r\n"[..], &b":1\r\n".repeat(300_000)].concat());
    feed(&mut decoder, b"+OK\r\n");
    let held = memory::held() - before;
    assert!(held < (1 << 20) + (64 << 10), "{held}");
}

#[test]
fn pushes_inside_of_a_frame_come_first() {
    let stream = "*2\r\n:1\r\n>1\r\n+one\r\n|1\r\n+k\r\n>1\r\n+two\r\n+v\r\n:2\r\n+OK\r\n";
    let values: Vec<Value> = Reader::new(stream.as_bytes()).values().collect::<Result<_, _>>().unwrap();
    let wires: Vec<_> = values.iter().map(|value| value.wire().escape_ascii().to_string()).collect();
    assert_eq!(wires[..2], [r">1\r\n+one\r\n", r">1\r\n+two\r\n"]);
    assert_eq!((values[2].frame().len(), wires.len()), (2, 4));
    assert_eq!(wires[3], r"+OK\r\n");
}

// ---- Values ----

#[test]
fn pushes_in_front_of_a_reply_are_handed_over() {
    let stream =
        b">2\r\n+invalidate\r\n_\r\n>1\r\n+tracking\r\n*1\r\n>1\r\n+inside\r\n:1\r\n-ERR no\r\n>1\r\n+last\r\n";
    for len in [1, 7, stream.len()] {
        let mut reader = Reader::new(Pieces::new(stream, len));
        let mut told = Vec::new();
        let mut pushes = Vec::new();
        loop {
            match reader.next_reply(|push| pushes.push(format!("{push:?}"))) {
                Ok(Some(reply)) => told.push(format!("{reply:?}")),
                Ok(None) => break,
                Err(Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(
            told,
            [
                r#"[begin array 1, begin push 1, simple_string "inside", end push, integer 1, end array]"#,
                r#"[simple_error "ERR no"]"#
            ]
        );
        assert_eq!(
            pushes,
            [
                r#"[begin push 2, simple_string "invalidate", null, end push]"#,
                r#"[begin push 1, simple_string "tracking", end push]"#,
                r#"[begin push 1, simple_string "last", end push]"#
            ]
        );
    }
}

#[test]
fn a_value_is_equal_if_it_says_the_same() {
    assert_eq!(value("*2\r\n:05\r\n$1\r\na\r\n"), value("*2\r\n:5\r\n$1\r\na\r\n"));
    for (a, b) in [
        (":1\r\n", ":2\r\n"),
        ("+a\r\n", "$1\r\na\r\n"),
        ("_\r\n", "$-1\r\n"),
        ("#t\r\n", "#f\r\n"),
        ("*0\r\n", "~0\r\n"),
        ("*0\r\n", "*1\r\n*0\r\n"),
        ("*1\r\n:1\r\n", "*?\r\n:1\r\n.\r\n"),
        ("=4\r\ntxt:\r\n", "=4\r\nmkd:\r\n"),
        (",1\r\n", ",1.0\r\n"),
        ("|1\r\n+a\r\n:1\r\n:1\r\n", ":1\r\n"),
        ("*2\r\n*1\r\n:1\r\n:2\r\n", "*1\r\n*2\r\n:1\r\n:2\r\n"),
    ] {
        assert_ne!(value(a), value(b));
    }
}

#[test]
fn equal_values_have_equal_hashes() {
    let hash = |value: Value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(value("*1\r\n:05\r\n")), hash(value("*1\r\n:+5\r\n")));
    assert_ne!(hash(value("*1\r\n:5\r\n")), hash(value("*1\r\n:6\r\n")));
}

#[test]
fn a_slice_is_the_value_inside() {
    let outer = value("*2\r\n|1\r\n+a\r\n:1\r\n*1\r\n$3\r\nabc\r\n=6\r\ntxt:hi\r\n");
    let inner = outer.slice(outer.frame().element(0).unwrap());
    assert_eq!(inner, value("|1\r\n+a\r\n:1\r\n*1\r\n$3\r\nabc\r\n"));
    assert_eq!(inner.wire(), "|1\r\n+a\r\n:1\r\n*1\r\n$3\r\nabc\r\n");
}

#[test]
fn a_copy_of_a_frame_is_the_value_inside() {
    let outer = value("*2\r\n|1\r\n+a\r\n:1\r\n*1\r\n$3\r\nabc\r\n=6\r\ntxt:hi\r\n");
    for element in outer.frame().elements() {
        let copy = Value::from(element);
        assert_eq!(copy, outer.slice(element));
        assert_eq!(copy.frame().format(), element.format());
        assert_eq!(copy.wire(), element.wire());
    }
}

#[test]
fn bytes_are_shared() {
    let outer = value("*1\r\n$3\r\nabc\r\n");
    let bytes = outer.bytes(outer.frame().element(0).unwrap()).unwrap();
    let wire = outer.wire();
    assert_eq!(bytes, "abc");
    assert_eq!(bytes.as_ptr(), wire[8..].as_ptr());
}

#[test]
fn bytes_of_a_string_in_chunks_are_put_together() {
    let streamed = value("$?\r\n;1\r\na\r\n;1\r\nb\r\n;0\r\n");
    assert_eq!(streamed.bytes(streamed.frame()).unwrap(), "ab");
    assert_eq!(value("*0\r\n").bytes(value("*0\r\n").frame()), None);
}

/// The reader itself, of 800 KB, is built on the stack; values are handled on a small one.
#[test]
fn depth_is_no_danger_to_a_value() {
    let values = std::thread::Builder::new().stack_size(16 << 20).spawn(deep_values).unwrap().join().unwrap();
    std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(move || values.into_iter().for_each(handle))
        .unwrap()
        .join()
        .unwrap();
}

/// To compare, hash, clone, print and drop.
fn handle((value, wire): (Value, Vec<u8>)) {
    let other = Value::from(value.frame());
    assert!(value == other && value.clone() == other);
    value.hash(&mut DefaultHasher::new());
    assert!(format!("{value:?}").len() > LEVELS);
    assert_eq!(value.wire(), wire);
}

const LEVELS: usize = 100_000;

fn deep_values() -> Vec<(Value, Vec<u8>)> {
    let bomb = |kind: &[u8], leaf: &[u8]| [&kind.repeat(LEVELS)[..], leaf].concat();
    let bombs = [
        bomb(b"*1\r\n", b":1\r\n"),
        bomb(b"~1\r\n", b":1\r\n"),
        bomb(b"%1\r\n:0\r\n", b":1\r\n"),
        [bomb(b"*?\r\n", b":1\r\n"), b".\r\n".repeat(LEVELS)].concat(),
        bomb(b"|1\r\n:0\r\n", &b":1\r\n".repeat(LEVELS + 1)[..]),
    ];
    let read = |wire: Vec<u8>| {
        let mut reader = Box::new(Reader::<_, LEVELS>::with_depth(&wire[..], ReaderOptions::new()));
        (reader.read_value().unwrap().unwrap(), wire.clone())
    };
    bombs.into_iter().map(read).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Values of an incomplete stream are those in front of where it breaks off.
    #[test]
    fn values_are_as_many_as_are_whole(cut in 0..400_usize, len in 1..50_usize, pieces in vec(1..9_usize, 1..4)) {
        let stream = stream();
        let stream = &stream.as_bytes()[..cut.min(stream.len())];
        let whole: Vec<Value> = Reader::new(stream).values().map_while(Result::ok).collect();
        let options = ReaderOptions::new().capacity(len).parser(Options::new().whole(pieces[0]));
        let mut reader = Reader::with_options(Pieces::new(stream, len), options);
        let mut values = Vec::new();
        while let Ok(Some(value)) = patiently(&mut reader, Reader::read_value) {
            values.push(value);
        }
        prop_assert_eq!(values, whole);
    }
}

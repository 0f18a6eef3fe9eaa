//! Streams that are made to break a parser: endless, deep, huge in what they announce. Each by every way, in reads of
//! several sizes, with the exact error; and what is presented to the parser grows as the stream does.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

mod support;

use core::ops::ControlFlow;
use std::thread;

use resp_core::ErrorKind::{self, *};
use resp_core::{Error, Event, Options, Parser};

use support::cases::repeat;
use support::paths::{self, Run, Turn};
use support::settings::{MAX_COUNT, Settings};
use support::verdict::Outcome;

const DEPTH: usize = 32;

/// The ways that tell events, and the two that tell the ends of frames.
fn ways<const D: usize>() -> impl Iterator<Item = (&'static str, Turn<D>)> {
    paths::event_turns().into_iter().chain(paths::frame_turns())
}

/// In reads of `size` bytes up to `end`, and then the rest of the stream.
fn in_reads(stream: &[u8], size: usize, end: usize, settings: &Settings, turn: Turn<DEPTH>) -> Run {
    let cuts: Vec<usize> = (size..stream.len().min(end + size)).step_by(size).collect();
    paths::drive(stream, settings, &cuts, turn)
}

/// `start` and then `unit` for ever: this byte is refused.
#[track_caller]
fn assert_refused(start: &[u8], unit: &[u8], settings: &Settings, kind: ErrorKind, offset: usize) {
    assert_refused_at(&repeat(start, unit, offset / unit.len() + 2, b""), settings, kind, offset);
}

/// By every way, however the stream arrives.
#[track_caller]
fn assert_refused_at(stream: &[u8], settings: &Settings, kind: ErrorKind, offset: usize) {
    let expected = Outcome::Fault(Error { kind, offset: offset as u64, byte: Some(stream[offset]) });
    for (way, turn) in ways() {
        for size in [1, 7, 4096, stream.len()] {
            let run = in_reads(stream, size, offset, settings, turn);
            let shown = stream[..stream.len().min(40)].escape_ascii();
            assert_eq!(run.outcome, expected, "{way} in reads of {size}: {shown}...");
        }
    }
}

/// `start` and then `unit` many times is no error. One byte at a time, three hundred units more are as many bytes
/// presented as the three hundred before: nothing is kept back that grows.
#[track_caller]
fn assert_linear(start: &[u8], unit: &[u8], settings: &Settings) {
    for (way, turn) in ways() {
        let [one, two, three] = [300, 600, 900].map(|units| {
            let stream = repeat(start, unit, units, b"");
            let run = in_reads(&stream, 1, stream.len(), settings, turn);
            assert!(!matches!(run.outcome, Outcome::Fault(_)), "{way}: {:?}", run.outcome);
            run.presented
        });
        assert_eq!(three - two, two - one, "{way}: bytes presented for three hundred units more");
        assert!(two - one <= 3 * 300 * unit.len() as u64, "{way}: {} bytes presented", two - one);
    }
}

// ---- Depth ----

/// What opens a level and what closes it again around one value, in every kind, streamed and not; in the place of a key
/// and in that of a value.
const LEVELS: [(&[u8], &[u8]); 10] = [
    (b"*1\r\n", b""),
    (b"~1\r\n", b""),
    (b"%1\r\n", b":1\r\n"),
    (b"%1\r\n:1\r\n", b""),
    (b"|1\r\n", b":1\r\n:1\r\n"),
    (b"|1\r\n:1\r\n", b":1\r\n"),
    (b"*?\r\n", b".\r\n"),
    (b"~?\r\n", b".\r\n"),
    (b"%?\r\n", b":1\r\n.\r\n"),
    (b"%?\r\n:1\r\n", b".\r\n"),
];

const BOMB: usize = 100_000;

#[test]
fn a_depth_bomb_of_any_kind_is_refused_where_the_levels_end() {
    for (open, _) in LEVELS {
        let bomb = repeat(b"", open, BOMB, b"");
        let offset = (open.len() * DEPTH + 1) as u64;
        let expected = Outcome::Fault(Error { kind: TooDeep, offset, byte: Some(open[1]) });
        for (way, turn) in ways() {
            for cuts in [vec![], (1..1000).collect()] {
                let run = paths::drive::<DEPTH>(&bomb, &Settings::default(), &cuts, turn);
                assert_eq!(run.outcome, expected, "{way}: {}", open.escape_ascii());
            }
        }
    }
}

#[test]
fn a_bomb_of_pushes_is_refused_at_the_second() {
    assert_refused(b"", b">1\r\n", &Settings::default(), NestedPush, 4);
    assert_refused(b"", b">1\r\n*1\r\n|1\r\n", &Settings::default(), NestedPush, 12);
}

type Count = fn(&mut Parser<BOMB>, &[u8]) -> usize;

/// Each way takes the stream, which must be a frame, and says how many events there were.
const COUNTS: [(&str, Count); 5] = [
    ("parse", |parser, stream| {
        let mut events = 0;
        let parsed = parser.parse(stream, &mut |_: Event<&[u8]>| {
            events += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(parsed.unwrap().consumed, stream.len());
        events
    }),
    ("next_event", |parser, mut stream| {
        let mut events = 0;
        while parser.next_event(&mut stream).unwrap().is_some() {
            events += 1;
        }
        events
    }),
    ("events", |parser, mut stream| parser.events(&mut stream).map(Result::unwrap).count()),
    ("scan", |parser, mut stream| {
        let mut events = 0;
        loop {
            let scanned = parser.scan(stream).unwrap();
            stream = &stream[scanned.consumed..];
            if scanned.event.is_none() {
                return events;
            }
            events += 1;
        }
    }),
    ("finish_frame", |parser, mut stream| {
        let events = usize::from(parser.next_event(&mut stream).unwrap().is_some());
        assert!(parser.finish_frame(&mut stream).unwrap() && stream.is_empty());
        events
    }),
];

/// Neither the begin of a level nor its end costs stack, so a parser may have as many as it likes.
#[test]
fn a_hundred_thousand_levels_are_no_recursion() {
    // A parser of so many levels is 800 KB, and a debug build copies it when it is made.
    const STACK: usize = 16 << 20;
    let test = || LEVELS.into_iter().for_each(|(open, close)| assert_closes(open, close));
    thread::Builder::new().stack_size(STACK).spawn(test).unwrap().join().unwrap();
}

fn assert_closes(open: &[u8], close: &[u8]) {
    let stream = [repeat(b"", open, BOMB, b":1\r\n"), repeat(b"", close, BOMB, b"")].concat();
    let integers = stream.iter().filter(|&&byte| byte == b':').count();
    let mut parser = Parser::<BOMB>::with_depth(Options::new());
    for (way, count) in COUNTS {
        let expected = if way == "finish_frame" { 1 } else { BOMB + integers + BOMB };
        parser.reset();
        assert_eq!(count(&mut parser, &stream), expected, "{way}: {}", open.escape_ascii());
        assert!(parser.is_idle(), "{way}: {}", open.escape_ascii());
    }
}

// ---- Headers ----

/// A number of a million digits is refused at the digit that is too much, long before its end.
#[test]
fn a_million_digits_are_refused_at_the_one_that_does_not_fit() {
    for (start, kind, offset) in [
        (&b":"[..], IntegerOutOfRange, 19),
        (b":-", IntegerOutOfRange, 20),
        (b"$", LengthTooLarge, 9),
        (b"!", LengthTooLarge, 9),
        (b"=", LengthTooLarge, 9),
        (b"$?\r\n;", LengthTooLarge, 13),
        (b"*", CountTooLarge, 10),
        (b"~", CountTooLarge, 10),
        (b"%", CountTooLarge, 10),
        (b"|", CountTooLarge, 10),
        (b">", CountTooLarge, 10),
    ] {
        assert_refused_at(&repeat(start, b"9", 1_000_000, b""), &Settings::default(), kind, offset);
    }
}

/// Zeros never make a number too large, but the header too long.
#[test]
fn a_million_leading_zeros_are_refused_at_the_first_behind_max_header() {
    for start in [&b":"[..], b":-", b"$", b"!", b"=", b"$?\r\n;", b"*", b"~", b"%", b"|", b">", b",", b",0e", b",nan("]
    {
        let header = start.iter().rposition(|byte| b":$!=;*~%|>,".contains(byte)).unwrap();
        let zeros = repeat(start, b"0", 1_000_000, b"");
        let settings = Settings { lenient_lengths: true, ..Settings::default() };
        assert_refused_at(&zeros, &settings, LineTooLong, header + 1 + 512);
    }
}

/// The largest numbers that are no error announce, and that is all.
#[test]
fn the_largest_counts_and_lengths_wait_for_the_first_byte() {
    let settings =
        Settings { max_count: MAX_COUNT, max_elements: MAX_COUNT, max_text: u64::MAX, ..Settings::default() };
    for (header, events) in [
        (&b"*36028797018963967\r\n"[..], 1),
        (b"~36028797018963967\r\n", 1),
        (b">36028797018963967\r\n", 1),
        (b"%18014398509481983\r\n", 1),
        (b"|18014398509481983\r\n", 1),
        (b"$18446744073709551615\r\n", 0),
        (b"!18446744073709551615\r\n", 0),
        (b"=18446744073709551615\r\n", 0),
        (b"$?\r\n;18446744073709551615\r\n", 0),
    ] {
        for (way, turn) in paths::event_turns::<DEPTH>() {
            let run = in_reads(header, 1, header.len(), &settings, turn);
            assert_eq!((run.outcome, run.items.len()), (Outcome::NeedMore, events), "{way}: {}", header.escape_ascii());
        }
    }
}

// ---- What never ends ----

#[test]
fn a_line_without_an_end_is_refused_at_max_text() {
    let settings = Settings { max_text: 20_000, ..Settings::default() };
    for start in [&b"+"[..], b"-", b"("] {
        assert_refused(start, b"1", &settings, LengthTooLarge, 20_001);
    }
}

#[test]
fn chunks_without_an_end_are_refused_at_max_text() {
    let settings = Settings { max_text: 1000, ..Settings::default() };
    assert_refused(b"$?\r\n", b";1\r\na\r\n", &settings, LengthTooLarge, 4 + 1000 * 7 + 1);
}

#[test]
fn streamed_elements_without_an_end_are_refused_at_max_elements() {
    let settings = Settings { max_elements: 1000, ..Settings::default() };
    for element in [&b":1\r\n"[..], b"_\r\n", b"+\r\n", b"*0\r\n", b"$?\r\n;0\r\n", b"*?\r\n.\r\n"] {
        assert_refused(b"*?\r\n", element, &settings, TooManyElements, 4 + 1000 * element.len());
        assert_refused(b"%?\r\n", element, &settings, TooManyElements, 4 + 1000 * element.len());
    }
}

#[test]
fn attributes_in_front_of_each_other_are_refused_at_max_elements() {
    let settings = Settings { max_elements: 1000, ..Settings::default() };
    assert_refused(b"", b"|0\r\n", &settings, TooManyElements, 1000 * 4 + 1);
    assert_refused(b"*1\r\n", b"|0\r\n", &settings, TooManyElements, 4 + 999 * 4 + 1);
    // Three elements each; the first digit of the 334th is one too many.
    assert_refused(b"", b"|1\r\n:1\r\n:1\r\n", &settings, TooManyElements, 333 * 12 + 1);
    assert_refused(b"*?\r\n", b"|0\r\n:1\r\n", &settings, TooManyElements, 4 + 500 * 8 + 1);
}

#[test]
fn an_attribute_of_many_pairs_is_refused_at_its_count() {
    let settings = Settings { max_elements: 1000, ..Settings::default() };
    assert_refused(b"|500\r\n", b":1\r\n", &settings, TooManyElements, 3);
}

#[test]
fn pushes_inside_a_reply_are_refused_at_max_elements() {
    let settings = Settings { max_elements: 1000, ..Settings::default() };
    // One for the array's element, two for each push.
    assert_refused(b"*1\r\n", b">1\r\n:1\r\n", &settings, TooManyElements, 4 + 499 * 8 + 1);
    assert_refused(b"*?\r\n", b">1\r\n:1\r\n", &settings, TooManyElements, 4 + 500 * 8 + 1);
    assert_refused(b"|1\r\n", b">1\r\n:1\r\n", &settings, TooManyElements, 4 + 498 * 8 + 1);
}

#[test]
fn counts_that_add_up_are_refused_at_max_elements() {
    assert_refused(b"", b"*2147483647\r\n", &Settings::default(), TooManyElements, 2 * 13 + 1);
}

#[test]
fn empty_aggregates_in_one_frame_are_refused_at_max_elements() {
    let settings = Settings { max_elements: 1000, ..Settings::default() };
    // Each of the thousand may hold no element, and be none: the budget is spent.
    let refused = b"*1000\r\n".len() + 4 * 10 + 1;
    assert_refused(&repeat(b"*1000\r\n", b"*0\r\n", 10, b""), b"*1\r\n", &settings, TooManyElements, refused);
}

/// Whatever does not end, `max_frame` ends it, by its own bytes and not by those that were presented.
#[test]
fn all_that_does_not_end_is_refused_at_max_frame() {
    const MAX_FRAME: usize = 10_000;
    let settings = Settings { max_frame: MAX_FRAME as u64, ..Settings::default() };
    // The last byte that the next node, or line end, leaves room for.
    for (start, unit, offset) in [
        (&b"+"[..], &b"x"[..], MAX_FRAME - 2),
        (b"(", b"1", MAX_FRAME - 2),
        // 1428 chunks of seven bytes: `;` has room for its line end, the digit for a text and line end no more.
        (b"$?\r\n", b";1\r\na\r\n", 4 + 7 * 1428),
        (b"*?\r\n", b":1\r\n", MAX_FRAME),
        (b"", b"|0\r\n", MAX_FRAME),
        (b"*1\r\n", b">1\r\n:1\r\n", 4 + 8 * 1249 + 1),
    ] {
        assert_refused(start, unit, &settings, FrameTooLarge, offset);
    }
}

// ---- Without limits: nothing grows ----

#[test]
fn endless_frames_are_presented_once() {
    let settings = Settings::default();
    for unit in [
        &b"*0\r\n"[..],
        b"%0\r\n",
        b"~0\r\n",
        b"|0\r\n",
        b"$0\r\n\r\n",
        b"+\r\n",
        b"_\r\n",
        b"$?\r\n;0\r\n",
        b"*?\r\n.\r\n",
    ] {
        assert_linear(b"", unit, &settings);
    }
    assert_linear(b"", &repeat(b"*10\r\n", b"*0\r\n", 10, b""), &settings);
}

#[test]
fn an_endless_frame_is_presented_once() {
    let settings = Settings::default();
    for (start, unit) in [
        (&b"*4294967295\r\n"[..], &b"*0\r\n"[..]),
        (b"%?\r\n", b"*0\r\n"),
        (b"|2147483647\r\n", b":1\r\n"),
        (b"|1\r\n", b"|0\r\n"),
        (b"*1\r\n", b">1\r\n:1\r\n"),
        (b"*?\r\n", b"|1\r\n:1\r\n:1\r\n:1\r\n"),
        (b"$?\r\n", b";1\r\na\r\n"),
        (b"$536870912\r\n", b"x"),
        (b"+x", b"x"),
        (b"(1", b"1"),
    ] {
        assert_linear(start, unit, &Settings { whole: 0, ..settings });
    }
}

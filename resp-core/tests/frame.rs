//! Frames on a tape, against a tree made of the oracle's events by recursion.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

#[macro_use]
mod support;

use core::hash::{Hash, Hasher};
use core::iter;
use std::hash::DefaultHasher;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use resp_core::ErrorKind::*;
use resp_core::{FixedTape, Frame, FrameKind, Node, Options, Parser, Storage, Tape, TapeError};
use support::cases::{Case, clean, fault, more, repeat};
use support::cuts::{cuts, one_cuts};
use support::frames::{Room, check};
use support::settings::{MAX_COUNT, Settings};
use support::wire::{damage, frames};

const DEPTH: usize = 32;

macro_rules! tests {
    ($($name:ident [$($case:expr),+ $(,)?])+) => {
        $(#[test] fn $name() { $(check_case(&$case);)+ })+
    };
}

mod cases {
    use super::*;

    all_cases!(tests);
}

fn check_case(case: &Case) {
    let len = case.input.len();
    if len > 10_000 {
        return check::<DEPTH>(&case.input, &case.settings, &[len / 3]);
    }
    check::<DEPTH>(&case.input, &case.settings, &(1..len).collect::<Vec<_>>());
    let cuts = if len > 60 { one_cuts(len) } else { cuts(len) };
    cuts.iter().for_each(|cuts| check::<DEPTH>(&case.input, &case.settings, cuts));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_frames(wire in frames(), whole in 0..30_usize, places in vec(any::<Index>(), 0..8)) {
        let settings = Settings { whole, ..Settings::default() };
        let mut cuts: Vec<usize> = places.iter().map(|place| place.index(wire.len() + 1)).collect();
        cuts.sort_unstable();
        check::<DEPTH>(&wire, &settings, &[]);
        check::<DEPTH>(&wire, &settings, &cuts);
        check::<DEPTH>(&wire, &settings, &(1..wire.len()).collect::<Vec<_>>());
    }

    #[test]
    fn spoilt_frames(wire in frames(), damage in vec(damage(), 1..4), places in vec(any::<Index>(), 0..8)) {
        let mut wire = wire;
        damage.iter().for_each(|damage| damage.apply(&mut wire));
        let mut cuts: Vec<usize> = places.iter().map(|place| place.index(wire.len() + 1)).collect();
        cuts.sort_unstable();
        check::<DEPTH>(&wire, &Settings::default(), &cuts);
    }

    /// Whatever the nodes are of.
    #[test]
    fn a_tape_does_no_harm_to_other_bytes(wire in frames(), other in vec(any::<u8>(), 0..60), nodes in any::<(Index, Index)>()) {
        let mut tape = FixedTape::<4096>::new();
        let _ = tape.advance(&mut Parser::<DEPTH>::new(), &wire);
        let len = tape.nodes().len();
        let (a, b) = (nodes.0.index(len + 1), nodes.1.index(len + 1));
        if let Some(frame) = Frame::of(&other, &tape.nodes()[a.min(b)..a.max(b)]) {
            look_at_everything(frame, 40);
        }
    }
}

fn look_at_everything(frame: Frame<'_>, levels: usize) {
    let _ = (frame.span(), frame.wire(), frame.as_bytes(), frame.format(), frame.error(), frame.as_f64());
    let _ = (format!("{frame:?}"), frame.get("key"), frame.at("[0].key"), frame.pushes().count());
    if levels > 0 {
        frame.elements().for_each(|element| look_at_everything(element, levels - 1));
        frame.attributes().for_each(|(key, value)| {
            look_at_everything(key, levels - 1);
            look_at_everything(value, levels - 1);
        });
    }
}

// ---- What does not fit, and what is in the way ----

#[test]
fn a_frame_that_fills_the_tape_fits() {
    let mut tape = FixedTape::<4>::new();
    let frame = tape.next_frame(&mut Parser::new(), b"*2\r\n:1\r\n:2\r\n").unwrap();
    assert_eq!(frame.map(Frame::len), Some(2));
}

#[test]
fn a_frame_larger_than_the_tape_can_be_got_over() {
    let input: &[u8] = b"*2\r\n:1\r\n*1\r\n:3\r\n+OK\r\n";
    for room in 0..5 {
        let (mut parser, mut tape) = (Parser::new(), Room::tape(room));
        for _ in 0..2 {
            assert_eq!(tape.next_frame(&mut parser, input).err(), Some(TapeError::Full));
            assert!(tape.frame(input).is_none());
        }
        let mut rest = input;
        assert_eq!(parser.skip_frame(&mut rest), Ok(Some(FrameKind::Reply)));
        assert_eq!(rest, b"+OK\r\n");
        if room > 0 {
            let frame = tape.next_frame(&mut parser, rest).unwrap().unwrap();
            assert_eq!(frame.as_str(), Some("OK"));
        }
    }
}

#[test]
fn a_frame_larger_than_the_tape_can_be_taken_event_by_event() {
    let input: &[u8] = b"*2\r\n:1\r\n*1\r\n:3\r\n";
    let events = |mut parser: Parser| {
        let mut rest = input;
        iter::from_fn(|| parser.next_event(&mut rest).unwrap()).map(|event| event.to_string()).collect::<Vec<_>>()
    };
    for room in 0..5 {
        for first in 0..=input.len() {
            let (mut parser, mut tape) = (Parser::new(), Room::tape(room));
            let _ = tape.next_frame(&mut parser, &input[..first]);
            assert_eq!(tape.next_frame(&mut parser, input).err(), Some(TapeError::Full));
            assert_eq!(events(parser), events(Parser::new()), "room for {room}, {first} bytes first");
        }
    }
}

#[test]
fn a_frame_of_unfinished_nodes_does_no_harm() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let input = b"*4000000000\r\n:1\r\n:2\r\n";
    assert!(tape.next_frame(&mut parser, input).unwrap().is_none());
    let frame = Frame::of(input, tape.nodes()).unwrap();
    assert!(frame.elements().collect::<Vec<_>>().len() <= 8);
}

#[test]
fn a_frame_that_others_have_begun_is_no_frame() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let mut input: &[u8] = b"*2\r\n:1\r\n:2\r\n+OK\r\n";
    parser.next_event(&mut input).unwrap();
    assert_eq!(tape.next_frame(&mut parser, input).err(), Some(TapeError::MidFrame));
    parser.finish_frame(&mut input).unwrap();
    assert!(tape.next_frame(&mut parser, input).unwrap().is_some());
}

#[test]
fn a_frame_of_which_others_took_events_in_between_is_no_frame() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let input = b"*2\r\n:1\r\n:2\r\n";
    assert!(tape.next_frame(&mut parser, &input[..6]).unwrap().is_none());
    assert!(parser.next_event(&mut &input[4..]).unwrap().is_some());
    assert_eq!(tape.next_frame(&mut parser, input).err(), Some(TapeError::MidFrame));
}

#[test]
fn there_is_no_frame_while_it_is_incomplete() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    assert!(tape.frame(b"").is_none());
    assert!(!tape.advance(&mut parser, b"*1\r\n").unwrap());
    assert!(tape.frame(b"*1\r\n").is_none());
    assert!(tape.advance(&mut parser, b"*1\r\n:1\r\n").unwrap());
    assert!(tape.frame(b"*1\r\n:1\r\n").is_some());
}

#[test]
fn a_copy_of_a_tape_goes_on_in_the_middle_of_a_frame() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let input = b"*2\r\n:1\r\n:2\r\n";
    assert!(!tape.advance(&mut parser, &input[..8]).unwrap());
    let mut copy = tape.clone();
    assert!(copy.advance(&mut parser, input).unwrap());
    assert_eq!(copy.frame(input).map(|frame| frame.wire()), Some(&input[..]));
    assert!(tape.frame(input).is_none());
}

#[test]
fn a_tape_shows_how_much_is_on_it_and_nothing_of_the_stream() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    assert!(!tape.advance(&mut parser, b"*2\r\n:17\r\n").unwrap());
    assert_eq!(format!("{tape:?}"), "Tape { nodes: 2, complete: false, .. }");
}

#[test]
fn nodes_of_a_frame_in_the_works_do_no_harm() {
    let (mut parser, mut tape) = (Parser::<DEPTH>::new(), FixedTape::<16>::new());
    let wire = b"*1\r\n|1\r\n%?\r\n$?\r\n;1\r\na\r\n";
    assert!(!tape.advance(&mut parser, wire).unwrap());
    for at in 0..tape.nodes().len() {
        let _ = Frame::of(wire, &tape.nodes()[at..]).map(|frame| look_at_everything(frame, 8));
    }
}

fn assert_reads_two_frames(mut tape: Tape<impl Storage>) {
    let (mut parser, input) = (Parser::new(), b"*1\r\n:1\r\n+OK\r\n");
    assert_eq!(tape.next_frame(&mut parser, input).unwrap().map(Frame::len), Some(1));
    assert_eq!(tape.next_frame(&mut parser, &input[8..]).unwrap().and_then(Frame::as_str), Some("OK"));
    assert_eq!(tape.nodes().len(), 1);
}

#[test]
fn the_next_frame_takes_the_place_of_the_last() {
    assert_reads_two_frames(FixedTape::<3>::new());
    #[cfg(feature = "alloc")]
    assert_reads_two_frames(Tape::with_storage(Vec::new()));
}

#[cfg(feature = "alloc")]
#[test]
fn memory_is_given_back_down_to_what_is_in_use() {
    let mut tape = Tape::with_storage(Vec::with_capacity(100));
    assert!(tape.advance(&mut Parser::new(), b"*1\r\n:1\r\n").unwrap());
    assert!(tape.capacity() >= 100);
    tape.shrink_to(10);
    assert!((10..100).contains(&tape.capacity()), "{}", tape.capacity());
    tape.shrink_to(0);
    assert!((3..10).contains(&tape.capacity()), "{}", tape.capacity());
}

#[test]
fn errors_of_a_tape_say_what_is_in_the_way() {
    assert_eq!(TapeError::Full.to_string(), "the frame is larger than the tape");
    assert_eq!(TapeError::MidFrame.to_string(), "events of the current frame have been taken already");
    let error = Parser::new().next_event(&mut &b"?"[..]).unwrap_err();
    assert_eq!(TapeError::from(error).to_string(), error.to_string());
}

#[test]
fn a_tape_that_is_cleared_has_nothing_of_the_frame_in_the_works() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let input = b"*1\r\n:1\r\n";
    assert!(!tape.advance(&mut parser, &input[..4]).unwrap());
    tape.clear();
    assert!(tape.nodes().is_empty());
    assert_eq!(tape.advance(&mut parser, input), Err(TapeError::MidFrame));
}

#[test]
fn a_parser_that_failed_in_other_hands_says_so_and_not_that_a_frame_is_in_the_works() {
    let (mut parser, mut tape) = (Parser::new(), FixedTape::<8>::new());
    let error = parser.next_event(&mut &b"*1\r\n?"[..]).and_then(|_| parser.next_event(&mut &b"?"[..])).unwrap_err();
    assert_eq!(tape.advance(&mut parser, b"?"), Err(TapeError::Protocol(error)));
}

// ---- Getting around ----

/// Reads one frame and hands it on.
fn with_frame<T>(wire: &[u8], look: impl FnOnce(Frame<'_>) -> T) -> T {
    let mut tape = FixedTape::<256>::new();
    let frame = tape.next_frame(&mut Parser::<DEPTH>::new(), wire).expect("a valid frame").expect("a whole frame");
    look(frame)
}

const LIBRARY: &[u8] =
    b"%4\r\n+books\r\n*2\r\n$4\r\nDune\r\n%1\r\n+the title\r\n+Emma\r\n:7\r\n+seven\r\n+\"\r\n_\r\n$?\r\n;2\r\nke\r\n;1\r\ny\r\n;0\r\n:1\r\n";

#[test]
fn at_follows_a_path() {
    with_frame(LIBRARY, |frame| {
        let string = |path| frame.at(path).and_then(|value| value.as_str());
        assert_eq!(frame.at("$").map(Frame::span), Some(frame.span()));
        assert_eq!(frame.at("").map(Frame::span), Some(frame.span()));
        assert_eq!(string("books[0]"), Some("Dune"));
        assert_eq!(string("$.books[0]"), Some("Dune"));
        assert_eq!(string("$[\"books\"][1][\"the title\"]"), Some("Emma"));
        assert_eq!(string(".books[1].the title"), Some("Emma"));
    });
}

/// `\\` in front of `n` is what an escaped line end is too, and a key may look like another one escaped.
#[test]
fn at_reads_every_key_as_errors_write_it() {
    with_frame(
        b"%6\r\n+a\"]b\r\n:0\r\n+\\\\n\r\n:1\r\n+\\n\r\n:2\r\n$1\r\n\n\r\n:3\r\n+\\\r\n:4\r\n$2\r\n\xff \r\n:5\r\n",
        |frame| {
            for (_, value) in frame.pairs() {
                let path = frame.path_to(value).to_string();
                assert_eq!(frame.at(&path).map(Frame::place), Some(value.place()), "{path}");
            }
        },
    );
}

#[test]
fn at_reads_a_key_that_is_not_escaped_too() {
    with_frame("%1\r\n+schöner Schlüssel\r\n:1\r\n".as_bytes(), |frame| {
        assert_eq!(frame.at("[\"schöner Schlüssel\"]").and_then(Frame::as_i64), Some(1));
    });
}

#[test]
fn at_finds_nothing_where_nothing_is() {
    with_frame(LIBRARY, |frame| {
        for path in [
            "author",
            "books[2]",
            "books[-1]",
            "books[x]",
            "books[0",
            "[0]",
            "books.x",
            "books[\"0]",
            "..",
            "7",
            "[\"books\"",
        ] {
            assert!(frame.at(path).is_none(), "{path}");
        }
    });
}

#[test]
fn a_place_leads_back_to_its_value() {
    with_frame(LIBRARY, |frame| {
        let nodes: Vec<Node> = frame.nodes().collect();
        for element in frame.elements() {
            assert_eq!(Frame::of_place(frame.wire(), &nodes, element.place()).span(), element.span());
        }
    });
}

/// The place of a text, which is counted from the start of its frame, as well.
#[test]
fn the_nodes_of_a_value_are_a_frame_of_its_bytes() {
    with_frame(b"*2\r\n:1\r\n*2\r\n|1\r\n+ttl\r\n:9\r\n$3\r\nabc\r\n:-7\r\n", |frame| {
        let value = frame.element(1).expect("an array");
        let nodes: Vec<_> = value.nodes().collect();
        assert_eq!(format!("{nodes:?}"), "[Begin, Begin, SimpleString, Integer, End, BulkString, Integer, End]");
        let alone = Frame::of(value.wire(), &nodes).expect("nodes");
        assert_eq!(alone, value);
        assert_eq!(alone.wire(), value.wire());
        let wires = |frame: Frame<'_>| frame.elements().map(|element| element.wire().to_vec()).collect::<Vec<_>>();
        assert_eq!(wires(alone), wires(value));
    });
}

#[test]
fn only_what_has_elements_is_not_empty() {
    for (wire, is_empty) in
        [("*1\r\n:1\r\n", false), ("%1\r\n:1\r\n:1\r\n", false), ("*0\r\n", true), ("+text\r\n", true)]
    {
        with_frame(wire.as_bytes(), |frame| assert_eq!(frame.is_empty(), is_empty, "{wire}"));
    }
}

#[test]
fn a_double_is_no_other_number() {
    with_frame(b"*3\r\n,-2.5e-1\r\n:1\r\n+1.5\r\n", |frame| {
        let doubles: Vec<_> = frame.elements().map(Frame::as_f64).collect();
        assert_eq!(doubles, [Some(-0.25), None, None]);
    });
}

fn hash_of(frame: Frame<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    frame.hash(&mut hasher);
    hasher.finish()
}

fn assert_equal(one: &[u8], other: &[u8], equal: bool) {
    with_frame(one, |one| {
        with_frame(other, |other| {
            assert_eq!(one == other, equal, "{one:?}, {other:?}");
            assert_eq!(hash_of(one) == hash_of(other), equal, "the hashes of {one:?}, {other:?}");
        });
    });
}

#[test]
fn frames_that_are_spelled_otherwise_are_equal() {
    assert_equal(b":1\r\n", b":+1\r\n", true);
    assert_equal(b"*2\r\n:1\r\n:2\r\n", b"*2\r\n:01\r\n:+2\r\n", true);
    assert_equal(b"*?\r\n:1\r\n+a\r\n.\r\n", b"*?\r\n:001\r\n+a\r\n.\r\n", true);
}

#[test]
fn frames_that_say_something_else_are_not_equal() {
    for (one, other) in [
        (":1\r\n", ":2\r\n"),
        ("+a\r\n", "+b\r\n"),
        ("+a\r\n", "$1\r\na\r\n"),
        ("=5\r\ntxt:a\r\n", "=5\r\nmkd:a\r\n"),
        ("_\r\n", "$-1\r\n"),
        ("*1\r\n:1\r\n", "~1\r\n:1\r\n"),
        ("*1\r\n:1\r\n", "*?\r\n:1\r\n.\r\n"),
        ("*1\r\n:1\r\n", "*2\r\n:1\r\n:1\r\n"),
        (":1\r\n", "|1\r\n+a\r\n+b\r\n:1\r\n"),
        ("$?\r\n;2\r\nab\r\n;0\r\n", "$?\r\n;1\r\na\r\n;1\r\nb\r\n;0\r\n"),
    ] {
        assert_equal(one.as_bytes(), other.as_bytes(), false);
    }
}

#[test]
fn get_compares_the_bytes_of_any_text() {
    with_frame(LIBRARY, |frame| {
        assert_eq!(frame.get(b"key").and_then(Frame::as_i64), Some(1));
        assert!(frame.get("\"").is_some_and(Frame::is_null));
        assert!(frame.get("ke").is_none() && frame.get("keyy").is_none());
    });
}

#[test]
fn the_first_of_equal_keys_counts() {
    with_frame(b"%2\r\n+a\r\n:1\r\n+a\r\n:2\r\n", |frame| {
        assert_eq!(frame.get("a").and_then(Frame::as_i64), Some(1));
    });
}

#[test]
fn an_array_with_an_even_number_of_elements_is_read_as_a_map() {
    with_frame(b"*4\r\n+a\r\n:1\r\n+b\r\n:2\r\n", |frame| {
        assert_eq!(frame.pairs().len(), 2);
        assert_eq!(frame.get("b").and_then(Frame::as_i64), Some(2));
    });
}

#[test]
fn nothing_else_is_read_as_a_map() {
    for wire in ["*3\r\n+a\r\n:1\r\n+b\r\n", "~2\r\n+a\r\n:1\r\n", ">2\r\n+a\r\n:1\r\n", ":1\r\n", "*0\r\n"] {
        with_frame(wire.as_bytes(), |frame| assert_eq!(frame.pairs().count(), 0, "{wire}"));
    }
}

#[test]
fn a_nested_push_stands_aside() {
    with_frame(b"*2\r\n:1\r\n>2\r\n+invalidate\r\n*1\r\n+k\r\n:2\r\n", |frame| {
        let numbers: Vec<_> = frame.elements().map(Frame::as_i64).collect();
        assert_eq!(numbers, [Some(1), Some(2)]);
        let pushes: Vec<_> = frame.pushes().map(|push| push.wire().escape_ascii().to_string()).collect();
        assert_eq!(pushes, [r">2\r\n+invalidate\r\n*1\r\n+k\r\n"]);
    });
}

#[test]
fn the_bytes_of_an_element_begin_with_its_attributes() {
    with_frame(b"*2\r\n|1\r\n+ttl\r\n:9\r\n|0\r\n:1\r\n:2\r\n", |frame| {
        let wires: Vec<_> = frame.elements().map(|element| element.wire().escape_ascii().to_string()).collect();
        assert_eq!(wires, [r"|1\r\n+ttl\r\n:9\r\n|0\r\n:1\r\n", r":2\r\n"]);
    });
}

#[test]
fn debug_is_the_notation_of_the_events() {
    with_frame(b"*2\r\n+a\r\n_\r\n", |frame| {
        assert_eq!(format!("{frame:?}"), r#"[begin array 2, simple_string "a", null, end array]"#);
    });
}

/// B131: <https://github.com/RedisTimeSeries/RedisTimeSeries/issues/439>, B133: <https://github.com/astaxie/goredis/pull/7>
#[test]
fn an_error_has_a_code_and_a_message_or_neither() {
    for (wire, code, message) in [
        ("-\r\n", "", ""),
        ("-ERR\r\n", "ERR", ""),
        ("-ERR \r\n", "ERR", ""),
        ("- x\r\n", "", "x"),
        ("-wrong type\r\n", "wrong", "type"),
        ("-NOAUTH Authentication required.\r\n", "NOAUTH", "Authentication required."),
        ("-ERR  two spaces\r\n", "ERR", " two spaces"),
        ("!10\r\nERR a\r\nb c\r\n", "ERR", "a\r\nb c"),
    ] {
        with_frame(wire.as_bytes(), |frame| {
            let error = frame.error().expect("an error");
            assert_eq!((error.code(), error.message()), (code.as_bytes(), message.as_bytes()), "{wire}");
        });
    }
}

/// A hundred thousand levels cost no stack.
#[test]
fn depth_is_no_danger_to_a_frame() {
    const LEVELS: usize = 100_000;
    let wire = [&b"*1\r\n".repeat(LEVELS)[..], b":1\r\n"].concat();
    let mut parser = Box::new(Parser::<LEVELS>::with_depth(Options::new()));
    let mut tape = Room::tape(usize::MAX);
    let frame = tape.next_frame(&mut parser, &wire).unwrap().unwrap();
    assert_eq!(frame.wire().len(), wire.len());
    assert_eq!(frame.events().count(), 2 * LEVELS + 1);
    assert_eq!(format!("{frame:?}").matches("begin").count(), LEVELS);
}

//! What the encoder writes for each call, and what it refuses.

#![cfg(all(feature = "encode", feature = "alloc", feature = "bytes"))]
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::panic)]
// Redis' own example of a double.
#![allow(clippy::approx_constant)]

use core::convert::Infallible;
use core::iter;
use std::thread;

use arrayvec::ArrayVec;
use bytes::BytesMut;
use proptest::prelude::*;
use resp_core::{
    Aggregate, Digits, EncodeError, Encoder, Event, Full, Line, Null, Options, Parser, Part, Protocol, RequestParser,
    Text, Write, bulk_string_len, command_len, write_command,
};

type Calls = Encoder<Vec<u8>, 4>;
type Encoded = Result<(), EncodeError<Infallible>>;

fn encoder(protocol: Protocol) -> Calls {
    Encoder::with_depth(Vec::new(), protocol)
}

/// What these calls write.
#[track_caller]
fn assert_written(protocol: Protocol, calls: impl FnOnce(&mut Calls) -> Encoded, expected: &[u8]) {
    let mut encoder = encoder(protocol);
    assert_eq!(calls(&mut encoder), Ok(()));
    assert_eq!(encoder.finish(), Ok(()));
    assert_eq!(encoder.into_inner().escape_ascii().to_string(), expected.escape_ascii().to_string());
}

#[track_caller]
fn assert_resp2(calls: impl FnOnce(&mut Calls) -> Encoded, expected: &[u8]) {
    assert_written(Protocol::Resp2, calls, expected);
}

#[track_caller]
fn assert_resp3(calls: impl FnOnce(&mut Calls) -> Encoded, expected: &[u8]) {
    assert_written(Protocol::Resp3, calls, expected);
}

/// The calls of `before` write `written`, and the next one writes nothing, says why, and leaves all as it was.
#[track_caller]
fn assert_refused(
    protocol: Protocol,
    before: impl FnOnce(&mut Calls) -> Encoded,
    written: &[u8],
    refused: impl FnOnce(&mut Calls) -> Encoded,
    error: EncodeError<Infallible>,
) {
    let mut encoder = encoder(protocol);
    assert_eq!(before(&mut encoder), Ok(()));
    let state = format!("{encoder:?}");
    assert_eq!(refused(&mut encoder), Err(error));
    assert_eq!(format!("{encoder:?}"), state);
    assert_eq!(encoder.into_inner().escape_ascii().to_string(), written.escape_ascii().to_string());
}

/// Calls that are nothing, so that the next is the first.
fn nothing(_: &mut Calls) -> Encoded {
    Ok(())
}

fn nan() -> f64 {
    -f64::NAN
}

// ---- Lines ----

// https://github.com/valkey-io/valkey/pull/3249 (CVE-2025-67733) https://github.com/dragonflydb/dragonfly/issues/7328
#[test]
fn b181_line_end_in_a_line_splits_the_reply() {
    assert_eq!(Line::new(b"A\r\n+INJ"), None);
    assert_eq!(Line::new(b"a\nb"), None);
    assert_eq!(Line::new(b"\r"), None);
    assert_eq!(Digits::new(b"12\r\n+OK"), None);
    let injected = |part: &'static [u8]| {
        for event in [Event::SimpleString(Part::Whole, part), Event::SimpleError(Part::Whole, part)] {
            assert_refused(Protocol::Resp3, nothing, b"", |e| e.event(&event, None), EncodeError::CrLfInLine);
        }
        for event in [Event::BigNumber(Part::Whole, part), Event::Double(part)] {
            for protocol in [Protocol::Resp2, Protocol::Resp3] {
                assert_refused(protocol, nothing, b"", |e| e.event(&event, None), EncodeError::CrLfInLine);
            }
        }
        for text in [Text::SimpleString, Text::SimpleError, Text::BigNumber] {
            let begun = |e: &mut Calls| e.begin_text(text, None);
            let kind = [if text == Text::SimpleString {
                b'+'
            } else if text == Text::SimpleError {
                b'-'
            } else {
                b'('
            }];
            assert_refused(Protocol::Resp3, begun, &kind, |e| e.part(part), EncodeError::CrLfInLine);
        }
    };
    [&b"12\r\n+OK"[..], b"1\n", b"\r"].into_iter().for_each(injected);
}

// https://github.com/redis/redis/pull/15496 https://github.com/apache/kvrocks/issues/3493
#[test]
fn b181_blanked_line_has_a_blank_for_each_line_end() {
    let blanked = |text: &'static [u8]| move |e: &mut Calls| e.simple_error(Line::blanked(text));
    assert_resp3(blanked(b"A\r\n+INJ"), b"-A  +INJ\r\n");
    assert_resp3(blanked(b"\r\r\n"), b"-   \r\n");
    assert_resp3(blanked(b"\na\r"), b"- a \r\n");
    assert_resp3(blanked(b"ERR plain"), b"-ERR plain\r\n");
    assert_resp3(blanked(b""), b"-\r\n");
    assert_resp3(|e| e.simple_string(Line::blanked(b"a\nb")), b"+a b\r\n");
}

#[test]
fn fixed_lines_say_their_names() {
    assert_resp2(
        |e| {
            e.simple_string(Line::OK)?;
            e.simple_string(Line::PONG)?;
            e.simple_string(Line::QUEUED)
        },
        b"+OK\r\n+PONG\r\n+QUEUED\r\n",
    );
}

#[test]
fn a_line_may_hold_any_other_byte() {
    let text: Vec<u8> = (0..=255).filter(|byte| !b"\r\n".contains(byte)).collect();
    assert_resp3(|e| e.simple_string(Line::new(&text).unwrap()), &[b"+", &text[..], b"\r\n"].concat());
}

#[test]
fn digits_are_digits_with_a_sign() {
    for text in [&b"0"[..], b"-1", b"+007", &[b'9'; 1000]] {
        assert_resp3(|e| e.big_number(Digits::new(text).unwrap()), &[b"(", text, b"\r\n"].concat());
    }
    for text in [&b""[..], b"-", b"+", b"1.0", b"1e5", b" 1", b"1 ", b"--1", b"1a"] {
        assert_eq!(Digits::new(text), None, "{}", text.escape_ascii());
    }
}

// ---- Values ----

/// Every kind of value once.
fn every_kind(e: &mut Calls) -> Encoded {
    e.simple_string(Line::OK)?;
    e.simple_error(Line::new(b"").unwrap())?;
    e.simple_error(Line::new(b"ERR x").unwrap())?;
    e.big_number(Digits::new(b"-12").unwrap())?;
    e.bulk_string(b"")?;
    e.bulk_string(b"\r\n")?;
    e.bulk_error(b"ERR \r\n")?;
    e.verbatim_string(*b"txt", b"Some")?;
    e.verbatim_string(*b"mkd", b"")?;
    e.integer(i64::MIN)?;
    e.integer(0)?;
    e.double(nan())?;
    e.double(-0.0)?;
    e.double(f64::NEG_INFINITY)?;
    e.boolean(true)?;
    e.boolean(false)?;
    e.null(Null::Resp3)?;
    e.null(Null::BulkString)?;
    e.null(Null::Array)?;
    for kind in [Aggregate::Array, Aggregate::Map, Aggregate::Set] {
        e.begin(kind, Some(0))?;
        e.end()?;
    }
    Ok(())
}

// https://github.com/aembke/redis-protocol.rs/issues/6
#[test]
fn b182_some_kinds_of_value_cannot_be_encoded() {
    let mut encoder = encoder(Protocol::Resp3);
    every_kind(&mut encoder).unwrap();
    let wire = encoder.into_inner();
    let mut parser = Parser::new();
    let mut input = &wire[..];
    let mut lines = Vec::new();
    while let Some(event) = parser.next_event(&mut input).unwrap() {
        lines.push(event.to_string());
    }
    assert_eq!(parser.finish(input), Ok(()));
    let expected = r#"simple_string "OK" / simple_error "" / simple_error "ERR x" / big_number "-12" / bulk_string ""
        / bulk_string "\r\n" / bulk_error "ERR \r\n" / verbatim_string "txt" "Some" / verbatim_string "mkd" ""
        / integer -9223372036854775808 / integer 0 / double "nan" / double "-0" / double "-inf" / boolean true
        / boolean false / null / null bulk_string / null array / begin array 0 / end array / begin map 0 / end map
        / begin set 0 / end set"#;
    assert_eq!(lines, expected.split('/').map(str::trim).collect::<Vec<_>>());
}

#[test]
fn numbers_at_the_edges_of_their_lengths() {
    for value in [0, 9, 10, 99, 100, 999, 1000, 99_999_999, i64::MAX, -1, -9, -10, -99, -100, -1000, i64::MIN] {
        assert_resp3(|e| e.integer(value), format!(":{value}\r\n").as_bytes());
        assert_resp3(|e| e.bulk_integer(value), format!("${}\r\n{value}\r\n", value.to_string().len()).as_bytes());
    }
    for len in [0, 9, 10, 99, 100, 999, 1000, 70_000] {
        let data = vec![b'x'; len];
        let expected = [format!("${len}\r\n").as_bytes(), &data, b"\r\n"].concat();
        assert_resp3(|e| e.bulk_string(&data), &expected);
        assert_eq!(bulk_string_len(len), expected.len());
        let expected = [format!("={}\r\ntxt:", len + 4).as_bytes(), &data, b"\r\n"].concat();
        assert_resp3(|e| e.verbatim_string(*b"txt", &data), &expected);
    }
}

#[test]
fn doubles_are_spelled_as_short_as_they_can_be() {
    for (value, text) in [
        (0.0, "0"),
        (-0.0, "-0"),
        (3.0, "3"),
        (3.141, "3.141"),
        (0.1, "0.1"),
        (-1.5, "-1.5"),
        (100.0, "100"),
        (1e100, "1e+100"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (f64::NAN, "nan"),
        (nan(), "nan"),
    ] {
        assert_resp3(|e| e.double(value), format!(",{text}\r\n").as_bytes());
        assert_resp3(|e| e.bulk_double(value), format!("${}\r\n{text}\r\n", text.len()).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn doubles_are_read_back_and_have_no_digit_too_many(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        let mut encoder = encoder(Protocol::Resp3);
        encoder.double(value).unwrap();
        let wire = encoder.into_inner();
        let Ok(Some(Event::Double(text))) = Parser::new().next_event(&mut &wire[..]) else { panic!("{wire:?}") };
        let read = resp_core::double(text);
        prop_assert!(read.to_bits() == bits || value.is_nan() && read.is_nan());
        // Core's digits are the shortest too.
        let digits = |text: &str| {
            let (mantissa, _) = text.split_once('e').unwrap_or((text, ""));
            let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').len()
        };
        prop_assert_eq!(digits(str::from_utf8(text).unwrap()), digits(&format!("{value:e}")));
    }
}

// ---- RESP2 ----

// Measured: `DEBUG PROTOCOL` of redis-server 7.0.15.
#[test]
fn b183_resp3_to_a_client_that_speaks_resp2() {
    assert_resp2(
        |e| {
            e.begin(Aggregate::Map, Some(1))?;
            e.integer(0)?;
            e.boolean(false)?;
            e.end()
        },
        b"*2\r\n:0\r\n:0\r\n",
    );
    assert_resp2(
        |e| {
            e.begin(Aggregate::Set, Some(1))?;
            e.bulk_string(b"a")?;
            e.end()
        },
        b"*1\r\n$1\r\na\r\n",
    );
    assert_resp2(|e| e.boolean(true), b":1\r\n");
    assert_resp2(|e| e.double(3.141), b"$5\r\n3.141\r\n");
    assert_resp2(|e| e.event(&Event::Double(b"+3.0"), None), b"$4\r\n+3.0\r\n");
    let digits = b"1234567999999999999999999999999999999";
    assert_resp2(|e| e.big_number(Digits::new(digits).unwrap()), &[b"$37\r\n", &digits[..], b"\r\n"].concat());
    assert_resp2(|e| e.verbatim_string(*b"txt", b"This is a verbatim"), b"$18\r\nThis is a verbatim\r\n");
    assert_resp2(|e| e.bulk_error(b"ERR\r\nx"), b"-ERR  x\r\n");
    assert_resp2(|e| e.null(Null::Resp3), b"$-1\r\n");
    assert_resp2(|e| e.null(Null::BulkString), b"$-1\r\n");
    assert_resp2(|e| e.null(Null::Array), b"*-1\r\n");
    assert_resp2(
        |e| {
            e.begin(Aggregate::Push, Some(2))?;
            e.simple_string(Line::new(b"message").unwrap())?;
            e.integer(1)?;
            e.end()
        },
        b"*2\r\n+message\r\n:1\r\n",
    );
}

#[test]
fn b183_attribute_is_left_out_of_resp2_with_all_that_is_in_it() {
    assert_resp2(
        |e| {
            e.begin(Aggregate::Attribute, Some(1))?;
            e.simple_string(Line::OK)?;
            // Nothing of this could be written.
            e.begin(Aggregate::Map, None)?;
            e.begin_text(Text::BulkString, None)?;
            e.part(b"abc")?;
            e.end()?;
            e.begin(Aggregate::Push, Some(1))?;
            e.bulk_error(b"x")?;
            e.end()?;
            e.verbatim_string(*b"txt", b"x")?;
            e.end()?;
            e.end()?;
            e.bulk_string(b"value")?;
            e.double(0.5)
        },
        b"$5\r\nvalue\r\n$3\r\n0.5\r\n",
    );
}

#[test]
fn an_attribute_in_an_attribute_ends_only_itself() {
    assert_resp2(
        |e| {
            e.begin(Aggregate::Attribute, Some(1))?;
            e.begin(Aggregate::Attribute, Some(0))?;
            e.end()?;
            e.integer(1)?;
            e.integer(2)?;
            e.end()?;
            e.integer(3)
        },
        b":3\r\n",
    );
}

#[test]
fn what_resp2_has_no_form_for_is_refused() {
    let array = |e: &mut Calls| e.begin(Aggregate::Array, Some(2));
    let push = |e: &mut Calls| e.begin(Aggregate::Push, Some(1));
    assert_refused(Protocol::Resp2, array, b"*2\r\n", push, EncodeError::NestedPush);
    for kind in [Aggregate::Array, Aggregate::Map, Aggregate::Set] {
        assert_refused(Protocol::Resp2, nothing, b"", |e| e.begin(kind, None), EncodeError::NeedsLength);
    }
    for text in [Text::BulkString, Text::BigNumber, Text::VerbatimString(*b"txt")] {
        assert_refused(Protocol::Resp2, nothing, b"", |e| e.begin_text(text, None), EncodeError::NeedsLength);
    }
}

#[test]
fn the_version_changes_between_frames() {
    let mut encoder = encoder(Protocol::Resp2);
    encoder.null(Null::Resp3).unwrap();
    assert_eq!((encoder.protocol(), encoder.set_protocol(Protocol::Resp3)), (Protocol::Resp2, Ok(())));
    encoder.null(Null::Resp3).unwrap();
    encoder.begin(Aggregate::Array, Some(1)).unwrap();
    assert_eq!(encoder.set_protocol(Protocol::Resp2), Err(EncodeError::MidFrame));
    assert_eq!((encoder.protocol(), encoder.get_ref().as_slice()), (Protocol::Resp3, &b"$-1\r\n_\r\n*1\r\n"[..]));
}

// ---- Aggregates ----

// https://github.com/redis/go-redis/pull/3956
#[test]
fn b185_map_encoded_with_the_count_of_its_elements() {
    assert_resp3(
        |e| {
            e.begin(Aggregate::Map, Some(2))?;
            (0..4).try_for_each(|value| e.integer(value))?;
            e.end()
        },
        b"%2\r\n:0\r\n:1\r\n:2\r\n:3\r\n",
    );
}

// https://github.com/redis/go-redis/pull/3956
#[test]
fn b185_map_closed_behind_a_key() {
    for kind in [Aggregate::Map, Aggregate::Attribute] {
        let header: &[u8] = if kind == Aggregate::Map { b"%2\r\n:0\r\n" } else { b"|2\r\n:0\r\n" };
        let key = |e: &mut Calls| e.begin(kind, Some(2)).and_then(|()| e.integer(0));
        assert_refused(Protocol::Resp3, key, header, Encoder::end, EncodeError::OddMap);
    }
    let key = |e: &mut Calls| e.begin(Aggregate::Map, None).and_then(|()| e.integer(0));
    assert_refused(Protocol::Resp3, key, b"%?\r\n:0\r\n", Encoder::end, EncodeError::OddMap);
    let pair = |e: &mut Calls| {
        e.begin(Aggregate::Map, Some(2))?;
        e.integer(0)?;
        e.integer(1)
    };
    assert_refused(Protocol::Resp3, pair, b"%2\r\n:0\r\n:1\r\n", Encoder::end, EncodeError::TooFewElements);
}

// https://github.com/redis/go-redis/pull/3956
#[test]
fn b185_attribute_without_its_value() {
    let attribute = |e: &mut Calls| {
        e.begin(Aggregate::Attribute, Some(0))?;
        e.end()
    };
    assert_refused(Protocol::Resp3, attribute, b"|0\r\n", |e| e.finish(), EncodeError::DanglingAttribute);
    assert_refused(Protocol::Resp2, attribute, b"", |e| e.finish(), EncodeError::DanglingAttribute);
    let in_array = |e: &mut Calls| e.begin(Aggregate::Array, None).and_then(|()| attribute(e));
    assert_refused(Protocol::Resp3, in_array, b"*?\r\n|0\r\n", Encoder::end, EncodeError::DanglingAttribute);
    let in_array = |e: &mut Calls| e.begin(Aggregate::Array, Some(1)).and_then(|()| attribute(e));
    assert_refused(Protocol::Resp3, in_array, b"*1\r\n|0\r\n", Encoder::end, EncodeError::DanglingAttribute);
}

#[test]
fn counts_are_held_to() {
    let one = |e: &mut Calls| e.begin(Aggregate::Array, Some(1));
    assert_refused(Protocol::Resp3, one, b"*1\r\n", Encoder::end, EncodeError::TooFewElements);
    assert_refused(Protocol::Resp3, one, b"*1\r\n", |e| e.finish(), EncodeError::MidFrame);
    let full = |e: &mut Calls| one(e).and_then(|()| e.integer(1));
    let more: [fn(&mut Calls) -> Encoded; 4] = [
        |e| e.integer(2),
        |e| e.begin(Aggregate::Array, Some(0)),
        |e| e.begin(Aggregate::Attribute, Some(0)),
        |e| e.begin_text(Text::BulkString, Some(0)),
    ];
    for call in more {
        assert_refused(Protocol::Resp3, full, b"*1\r\n:1\r\n", call, EncodeError::TooManyElements);
    }
    assert_refused(Protocol::Resp3, full, b"*1\r\n:1\r\n", |e| e.finish(), EncodeError::MidFrame);
}

#[test]
fn an_end_needs_something_open() {
    assert_refused(Protocol::Resp3, nothing, b"", Encoder::end, EncodeError::NothingOpen);
    let set = |e: &mut Calls| e.begin(Aggregate::Set, Some(0));
    let end = |kind| move |e: &mut Calls| e.event(&Event::<&[u8]>::End(kind), None);
    assert_refused(Protocol::Resp3, set, b"~0\r\n", end(Aggregate::Array), EncodeError::NothingOpen);
    let text = |e: &mut Calls| e.begin(Aggregate::Set, None).and_then(|()| e.begin_text(Text::SimpleString, None));
    assert_refused(Protocol::Resp3, text, b"~?\r\n+", end(Aggregate::Set), EncodeError::NothingOpen);
}

#[test]
fn pushes_are_not_counted_and_not_nested() {
    let push = |e: &mut Calls| {
        e.begin(Aggregate::Push, Some(1))?;
        e.integer(7)?;
        e.end()
    };
    assert_resp3(
        |e| {
            e.begin(Aggregate::Array, Some(1))?;
            e.begin(Aggregate::Attribute, Some(0))?;
            e.end()?;
            push(e)?;
            e.integer(1)?;
            e.end()?;
            e.begin(Aggregate::Array, None)?;
            push(e)?;
            e.end()
        },
        b"*1\r\n|0\r\n>1\r\n:7\r\n:1\r\n*?\r\n>1\r\n:7\r\n.\r\n",
    );
    let inside = |e: &mut Calls| e.begin(Aggregate::Push, Some(1)).and_then(|()| e.begin(Aggregate::Array, Some(1)));
    assert_refused(Protocol::Resp3, inside, b">1\r\n*1\r\n", push, EncodeError::NestedPush);
    let empty = |e: &mut Calls| e.begin(Aggregate::Push, Some(0));
    assert_refused(Protocol::Resp3, nothing, b"", empty, EncodeError::EmptyPush);
}

#[test]
fn attributes_and_pushes_are_not_streamed() {
    for kind in [Aggregate::Attribute, Aggregate::Push] {
        assert_refused(Protocol::Resp3, nothing, b"", |e| e.begin(kind, None), EncodeError::NeedsLength);
    }
}

#[test]
fn counts_have_a_largest_one() {
    for kind in [Aggregate::Array, Aggregate::Map] {
        for count in [1 << 55, 1 << 63, u64::MAX] {
            assert_refused(Protocol::Resp3, nothing, b"", |e| e.begin(kind, Some(count)), EncodeError::TooLarge);
        }
        let mut encoder = encoder(Protocol::Resp3);
        encoder.begin(kind, Some((1 << 55) - 1)).unwrap();
        assert_eq!(encoder.get_ref()[1..], *b"36028797018963967\r\n");
        assert_eq!(encoder.end(), Err(EncodeError::TooFewElements));
    }
}

#[test]
fn levels_have_an_end() {
    let four = |e: &mut Calls| (0..4).try_for_each(|_| e.begin(Aggregate::Array, Some(1)));
    let fifth = |e: &mut Calls| e.begin(Aggregate::Array, Some(0));
    assert_refused(Protocol::Resp3, four, &b"*1\r\n".repeat(4), fifth, EncodeError::TooDeep);
    assert_resp3(
        |e| {
            four(e)?;
            e.integer(1)?;
            assert_eq!((e.depth(), e.is_idle()), (4, false));
            (0..4).try_for_each(|_| e.end())
        },
        b"*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
    );
}

#[test]
fn a_hundred_thousand_levels_take_no_stack() {
    const DEPTH: usize = 100_000;
    let many = || {
        let mut encoder = Box::new(Encoder::<_, DEPTH>::with_depth(Vec::new(), Protocol::Resp3));
        (0..DEPTH).try_for_each(|_| encoder.begin(Aggregate::Array, Some(1)))?;
        encoder.integer(1)?;
        (0..DEPTH).try_for_each(|_| encoder.end())?;
        encoder.finish()?;
        Ok(encoder.get_ref().len())
    };
    // A debug build passes the levels by value on their way into the box.
    let thread = thread::Builder::new().stack_size(16 << 20).spawn(many).unwrap();
    assert_eq!(thread.join().unwrap(), Ok::<_, EncodeError<Infallible>>(DEPTH * 4 + 4));
}

// ---- Texts in parts ----

/// A text of these parts.
fn parts(text: Text, len: Option<u64>, parts: &'static [&'static [u8]]) -> impl FnOnce(&mut Calls) -> Encoded {
    move |e| {
        e.begin_text(text, len)?;
        parts.iter().try_for_each(|part| e.part(part))?;
        e.end()
    }
}

#[test]
fn a_text_in_parts_is_the_text() {
    let three: &[&[u8]] = &[b"ab", b"", b"c"];
    let verbatim = Text::VerbatimString(*b"mkd");
    assert_resp3(parts(Text::SimpleString, None, three), b"+abc\r\n");
    assert_resp3(parts(Text::SimpleError, Some(3), three), b"-abc\r\n");
    assert_resp3(parts(Text::BigNumber, None, &[b"-1", b"2"]), b"(-12\r\n");
    assert_resp3(parts(Text::BulkString, Some(3), three), b"$3\r\nabc\r\n");
    assert_resp3(parts(Text::BulkString, Some(0), &[]), b"$0\r\n\r\n");
    assert_resp3(parts(Text::BulkError, Some(3), three), b"!3\r\nabc\r\n");
    assert_resp3(parts(verbatim, Some(3), three), b"=7\r\nmkd:abc\r\n");
    assert_resp2(parts(Text::SimpleString, None, three), b"+abc\r\n");
    assert_resp2(parts(Text::BigNumber, Some(3), &[b"-1", b"2"]), b"$3\r\n-12\r\n");
    assert_resp2(parts(Text::BulkError, None, &[b"a\r", b"\nb"]), b"-a  b\r\n");
    assert_resp2(parts(verbatim, Some(3), three), b"$3\r\nabc\r\n");
}

#[test]
fn an_empty_chunk_would_end_the_string() {
    assert_resp3(parts(Text::BulkString, None, &[b"", b"ab", b"", b"c"]), b"$?\r\n;2\r\nab\r\n;1\r\nc\r\n;0\r\n");
    assert_resp3(parts(Text::BulkString, None, &[]), b"$?\r\n;0\r\n");
    let empty = |part| Event::<&[u8]>::BulkString(part, b"");
    assert_resp3(
        |e| [Part::First, Part::Middle, Part::Last].into_iter().try_for_each(|part| e.event(&empty(part), None)),
        b"$?\r\n;0\r\n",
    );
}

#[test]
fn a_sink_with_just_room_for_a_streamed_string_takes_its_end() {
    let mut sink = [0; b"$?\r\n;0\r\n".len()];
    let mut encoder = Encoder::new(&mut sink[..], Protocol::Resp3);
    assert_eq!(encoder.begin_text(Text::BulkString, None), Ok(()));
    assert_eq!(encoder.end(), Ok(()));
    assert_eq!(sink, *b"$?\r\n;0\r\n");
}

#[test]
fn lengths_are_held_to() {
    let two = |e: &mut Calls| e.begin_text(Text::BulkString, Some(2)).and_then(|()| e.part(b"a"));
    assert_refused(Protocol::Resp3, two, b"$2\r\na", |e| e.part(b"bc"), EncodeError::TextTooLong);
    assert_refused(Protocol::Resp3, two, b"$2\r\na", Encoder::end, EncodeError::TextTooShort);
    let last = |e: &mut Calls| e.event(&Event::BulkString(Part::Last, b""), None);
    assert_refused(Protocol::Resp3, two, b"$2\r\na", last, EncodeError::TextTooShort);
    let line = |e: &mut Calls| e.begin_text(Text::SimpleString, Some(1));
    assert_refused(Protocol::Resp3, line, b"+", |e| e.part(b"ab"), EncodeError::TextTooLong);
}

#[test]
fn bulk_errors_and_verbatim_strings_are_not_streamed() {
    for text in [Text::BulkError, Text::VerbatimString(*b"txt")] {
        assert_refused(Protocol::Resp3, nothing, b"", |e| e.begin_text(text, None), EncodeError::NeedsLength);
    }
}

#[test]
fn lengths_have_a_largest_one() {
    let verbatim = |len| move |e: &mut Calls| e.begin_text(Text::VerbatimString(*b"txt"), Some(len));
    assert_refused(Protocol::Resp3, nothing, b"", verbatim(u64::MAX - 3), EncodeError::TooLarge);
    let largest = b"=18446744073709551615\r\ntxt:";
    assert_refused(Protocol::Resp3, verbatim(u64::MAX - 4), largest, Encoder::end, EncodeError::TextTooShort);
}

#[test]
fn nothing_stands_between_parts_and_no_part_elsewhere() {
    let chunks = |e: &mut Calls| e.begin_text(Text::BulkString, None);
    let others: [fn(&mut Calls) -> Encoded; 4] = [
        |e| e.integer(1),
        |e| e.begin(Aggregate::Push, Some(1)),
        |e| e.begin_text(Text::BulkString, None),
        |e| e.event(&Event::BulkString(Part::First, b"a"), None),
    ];
    for call in others {
        assert_refused(Protocol::Resp3, chunks, b"$?\r\n", call, EncodeError::MisplacedPart);
    }
    assert_refused(Protocol::Resp3, chunks, b"$?\r\n", |e| e.finish(), EncodeError::MidFrame);
    let resp2 = |e: &mut Calls| e.set_protocol(Protocol::Resp2);
    assert_refused(Protocol::Resp3, chunks, b"$?\r\n", resp2, EncodeError::MidFrame);
    for part in [Part::Middle, Part::Last] {
        let event = |e: &mut Calls| e.event(&Event::BulkString(part, b"a"), None);
        assert_refused(Protocol::Resp3, nothing, b"", event, EncodeError::MisplacedPart);
    }
    assert_refused(Protocol::Resp3, nothing, b"", |e| e.part(b""), EncodeError::MisplacedPart);
}

// ---- Commands ----

fn command(args: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    write_command(&mut out, args).unwrap();
    assert_eq!(out.len(), command_len(args));
    out
}

// Measured: redis-server 7.0.15 says nothing to `*0`.
#[test]
fn b186_command_without_arguments_is_never_answered() {
    let mut out = Vec::new();
    assert_eq!(write_command(&mut out, [""; 0]), Err(EncodeError::EmptyCommand));
    assert_eq!(out, b"");
}

#[test]
fn b186_arguments_are_bytes() {
    assert_eq!(command(&[b""]), b"*1\r\n$0\r\n\r\n");
    assert_eq!(command(&[b"\r\n$9\0"]), b"*1\r\n$5\r\n\r\n$9\0\r\n");
}

#[test]
fn commands_at_the_edges_of_their_lengths() {
    for len in [0, 9, 10, 99, 100, 999, 1000, 1001] {
        let data = vec![b'x'; len];
        let arg = [format!("${len}\r\n").as_bytes(), &data, b"\r\n"].concat();
        assert_eq!(command(&[&data, &data]), [b"*2\r\n", &arg[..], &arg].concat());
        if len > 0 {
            let args = vec![&b"a"[..]; len];
            assert_eq!(command(&args), [format!("*{len}\r\n").as_bytes(), &b"$1\r\na\r\n".repeat(len)].concat());
        }
    }
}

#[test]
fn a_command_is_written_whole_or_not_at_all() {
    let whole = b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n";
    for room in 0..whole.len() + 2 {
        let mut buffer = vec![0; room];
        let mut rest = &mut buffer[..];
        let result = write_command(&mut rest, ["GET", "key"]);
        let left = rest.len();
        if room < whole.len() {
            assert_eq!((result, left), (Err(EncodeError::Write(Full)), room));
        } else {
            assert_eq!((result, left), (Ok(()), room - whole.len()));
            assert_eq!(buffer[..whole.len()], *whole);
        }
    }
}

// ---- Sinks ----

/// Writes through a trait object too.
fn write_three(mut sink: impl Write<Error = Full>) -> Result<(), Full> {
    let sink: &mut dyn Write<Error = Full> = &mut sink;
    sink.reserve(3)?;
    sink.write(b"a")?;
    sink.write(b"bc")
}

#[test]
fn sinks_without_room_take_nothing() {
    let mut buffer = [0; 8];
    let mut rest = &mut buffer[..];
    assert_eq!((write_three(&mut rest), write_three(&mut rest), write_three(&mut rest)), (Ok(()), Ok(()), Err(Full)));
    assert_eq!(rest.write(b"xyz"), Err(Full));
    assert_eq!((rest.write(b"de"), rest.len()), (Ok(()), 0));
    assert_eq!(&buffer, b"abcabcde");

    let mut sink = ArrayVec::<u8, 8>::new();
    assert_eq!((write_three(&mut sink), write_three(&mut sink), write_three(&mut sink)), (Ok(()), Ok(()), Err(Full)));
    assert_eq!(sink.write(b"xyz"), Err(Full));
    assert_eq!((sink.write(b"de"), &sink[..]), (Ok(()), &b"abcabcde"[..]));
}

#[test]
fn sinks_that_grow_take_all() {
    let mut bytes = BytesMut::new();
    let mut vec = Vec::new();
    for args in [&["PING"][..], &["SET", "a", "b"]] {
        assert_eq!(write_command(&mut bytes, args), Ok(()));
        assert_eq!(write_command(&mut vec, args), Ok(()));
    }
    assert_eq!(vec, b"*1\r\n$4\r\nPING\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n");
    assert_eq!(bytes, vec);
}

#[test]
fn an_encoder_over_a_borrowed_sink_adds_to_it() {
    let mut out = b"+A\r\n".to_vec();
    let mut encoder = Encoder::new(&mut out, Protocol::Resp3);
    encoder.simple_string(Line::OK).unwrap();
    assert_eq!(out, b"+A\r\n+OK\r\n");
}

// ---- Errors ----

#[test]
fn errors_say_what_and_the_sinks_error_why() {
    assert_eq!(EncodeError::Write(Full).to_string(), "the sink took no more: no room left");
    assert_eq!(EncodeError::<Full>::OddMap.to_string(), "key without a value");
}

#[test]
fn debug_shows_where_things_stand_and_nothing_of_the_stream() {
    let mut encoder = encoder(Protocol::Resp3);
    encoder.begin(Aggregate::Array, None).unwrap();
    encoder.begin_text(Text::BulkString, Some(9)).unwrap();
    encoder.part(b"secret").unwrap();
    let expected = "Encoder { protocol: Resp3, depth: 1, text: Some(Open { form: Bytes, left: Some(3) }), .. }";
    assert_eq!(format!("{encoder:?}"), expected);
}

#[test]
fn a_reencoding_that_breaks_has_written_what_was_before() {
    let mut encoder = Encoder::new(ArrayVec::<u8, 13>::new(), Protocol::Resp3);
    let mut reencode = encoder.reencode();
    let mut parser = Parser::with_options(Options::new());
    let parsed = parser.parse(b"+OK\r\n:1\r\n:2345\r\n", &mut reencode).unwrap();
    assert_eq!((parsed.consumed, parsed.broke), (16, true));
    // Told to go on all the same, it adds nothing behind the gap.
    assert!(parser.parse(b"_\r\n", &mut reencode).unwrap().broke);
    assert_eq!(reencode.finish(), Err(EncodeError::Write(Full)));
    assert_eq!(encoder.get_ref()[..], *b"+OK\r\n:1\r\n");
}

#[test]
fn a_request_error_is_its_reply() {
    let error = |mut stream: &[u8]| {
        let mut parser = RequestParser::new();
        iter::repeat_with(|| parser.next_event(&mut stream).err()).find_map(|error| error).unwrap()
    };
    for error in [error(b"*x\r\n"), error(b"*1\r\n\r")] {
        assert_written(Protocol::Resp3, |encoder| encoder.request_error(&error), &error.reply());
    }
}

#[test]
fn the_end_of_a_stream_of_requests_is_not_answered() {
    let error = RequestParser::new().finish(b"*1").unwrap_err();
    assert_written(Protocol::Resp3, |encoder| encoder.request_error(&error), b"");
}

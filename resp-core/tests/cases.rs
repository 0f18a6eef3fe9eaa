//! Every named case, by every way, whole, byte by byte, with each cut and each pair of cuts, against what it says
//! itself and against the oracle.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

#[macro_use]
mod support;

use core::ops::ControlFlow;

use resp_core::{Event, Options, Parser, Part};

use resp_core::ErrorKind::*;
use support::cases::{Case, clean, fault, more, repeat};
use support::cuts;
use support::oracle::oracle;
use support::paths::{self, Turn};
use support::settings::{MAX_COUNT, Settings};
use support::trial::{Trial, try_everything};
use support::verdict::Outcome;

macro_rules! tests {
    ($($name:ident [$($case:expr),+ $(,)?])+) => {
        $(#[test] fn $name() { $(check::<32>(&$case);)+ })+
    };
}

all_cases!(tests);

fn check<const D: usize>(case: &Case) {
    let expected: Vec<&str> = case.items.split(" / ").filter(|line| !line.is_empty()).collect();
    let input = case.input.escape_ascii().to_string();
    let verdict = try_everything::<D>(&case.input, case.settings);
    assert_eq!(verdict.lines(), expected, "{input}");
    assert_eq!(verdict.outcome, case.outcome, "{input}");
}

/// The oracle's own promise: nothing that more bytes bring changes what the bytes before them meant.
#[test]
fn the_oracle_says_the_same_of_every_prefix() {
    macro_rules! prefixes {
        ($($name:ident [$($case:expr),+ $(,)?])+) => { $($(check_prefixes(&$case);)+)+ };
    }
    all_cases!(prefixes);
}

fn check_prefixes(case: &Case) {
    let whole = oracle(&case.input, &case.settings, 32);
    for len in 0..case.input.len() {
        let part = oracle(&case.input[..len], &case.settings, 32);
        let input = case.input[..len].escape_ascii();
        assert_eq!(part.items, whole.items[..whole.ready_after(len)], "{input}");
        match whole.outcome {
            Outcome::Fault(error) if len as u64 > error.offset => assert_eq!(part.outcome, whole.outcome, "{input}"),
            _ => assert!(!matches!(part.outcome, Outcome::Fault(_)), "{input}: {:?}", part.outcome),
        }
    }
}

// https://github.com/oven-sh/bun/pull/34312
#[test]
fn b22_long_lines_cut_off() {
    for kind in [b"+", b"-"] {
        let line = repeat(kind, b"x", 600_000, b"\r\n");
        let trial = Trial::<8>::new(&line, Settings::default());
        assert_eq!(trial.verdict.outcome, Outcome::CleanEnd);
        trial.run(&[vec![], vec![1], vec![700], vec![599_999, 600_000], vec![600_001], vec![200_000, 400_000]]);
    }
}

// RESP3.md sets no limit on the digits.
#[test]
fn b45_huge_big_number() {
    let number = repeat(b"(", b"9", 100_000, b"\r\n");
    let trial = Trial::<8>::new(&number, Settings::default());
    assert_eq!(trial.verdict.outcome, Outcome::CleanEnd);
    trial.run(&[vec![], vec![1], vec![99_999, 100_000], vec![100_001], (1..100_000).step_by(997).collect()]);
}

// https://github.com/redis/lettuce/issues/1512
#[test]
fn b74_payload_that_starts_like_a_frame() {
    for first in 0..=u8::MAX {
        let stream = [b"*2\r\n$3\r\n", &[first][..], b"ab\r\n$1\r\nz\r\n:1\r\n"].concat();
        let trial = Trial::<8>::new(&stream, Settings { whole: 0, ..Settings::default() });
        assert_eq!(trial.verdict.outcome, Outcome::CleanEnd);
        trial.run(&[vec![8], vec![8, 9]]);
    }
}

// Limits on single pieces are none for endless streams.
#[test]
fn b87_endless_stream_is_stopped() {
    let chunks = repeat(b"$?\r\n", &repeat(b";65536\r\n", b"x", 65_536, b"\r\n"), 17, b"");
    let trial = Trial::<8>::new(&chunks, Settings { max_text: 1 << 20, ..Settings::default() });
    let offset = 4 + 16 * (8 + 65_536 + 2) + 1;
    assert!(
        matches!(trial.verdict.outcome, Outcome::Fault(error) if error.kind == LengthTooLarge && error.offset == offset)
    );
    trial.run(&[vec![], vec![1000, 70_000], (1..chunks.len()).step_by(4999).collect()]);

    let elements = repeat(b"*?\r\n", b":1\r\n", 1001, b"");
    let trial = Trial::<8>::new(&elements, Settings { max_elements: 1000, ..Settings::default() });
    assert!(
        matches!(trial.verdict.outcome, Outcome::Fault(error) if error.kind == TooManyElements && error.offset == 4004)
    );
    trial.run(&[vec![], (1..elements.len()).collect(), vec![4004], vec![4005]]);
}

/// `depth` levels fit and one more does not, at its first digit or `?`, whatever the levels are.
fn check_depth<const D: usize>(settings: Settings, depth: usize) {
    for (open, close) in [
        ("*1\r\n", ""),
        ("%1\r\n:0\r\n", ""),
        ("~1\r\n", ""),
        ("|1\r\n:0\r\n", ":1\r\n"),
        ("*?\r\n", ".\r\n"),
        ("~?\r\n", ".\r\n"),
    ] {
        for levels in [depth, depth + 1] {
            let stream = [open.repeat(levels), ":1\r\n".into(), close.repeat(levels)].concat();
            let trial = Trial::<D>::new(stream.as_bytes(), settings);
            let one_too_many = (open.len() * depth + 1) as u64;
            match trial.verdict.outcome {
                Outcome::CleanEnd => assert_eq!(levels, depth, "{open:?}"),
                Outcome::Fault(error) if levels > depth => {
                    assert_eq!((error.kind, error.offset), (TooDeep, one_too_many));
                }
                other => panic!("{other:?} at {levels} levels of {open:?}"),
            }
            trial.run(&cuts::one_cuts(stream.len()));
        }
    }
}

// hiredis, tests with 1024 and 1025 levels
#[test]
fn b89_depth_limit_off_by_one() {
    check_depth::<1>(Settings::default(), 1);
    check_depth::<8>(Settings::default(), 8);
    check_depth::<8>(Settings { max_depth: 3, ..Settings::default() }, 3);
    check_depth::<128>(Settings { max_depth: 7, ..Settings::default() }, 7);
}

// hiredis, tests with 1024 and 1025 levels
#[test]
fn b89_push_takes_a_level() {
    for (levels, fits) in [(7, true), (8, false)] {
        let stream = ["*1\r\n".repeat(levels), ">1\r\n:1\r\n:1\r\n".into()].concat();
        let trial = Trial::<8>::new(stream.as_bytes(), Settings::default());
        assert_eq!(trial.verdict.outcome == Outcome::CleanEnd, fits);
        trial.run(&cuts::one_cuts(stream.len()));
    }
}

// A null is no aggregate.
#[test]
fn b89_null_array_needs_no_level() {
    check::<0>(&clean(b"*-1\r\n:1\r\n", "null array / frame reply / integer 1 / frame reply"));
    check::<1>(&clean(b"*1\r\n*-1\r\n", "begin array 1 / null array / end array / frame reply"));
    check::<1>(&fault(b"*1\r\n*0\r\n", "begin array 1", TooDeep, 5));
    check::<0>(&fault(b"%?\r\n", "", TooDeep, 1));
    check::<1>(&fault(b"*1\r\n>?\r\n", "begin array 1", InvalidLength, 5));
    check::<1>(&fault(b"*1\r\n|0\r\n", "begin array 1", TooDeep, 5));
    check::<1>(&fault(b"*1\r\n*9\r\n", "begin array 1", TooDeep, 5).with(|s| s.max_count = 5));
}

// CVE-2021-32675 https://github.com/redis/redis/pull/9588
#[test]
fn b95_many_open_aggregates() {
    let stream = repeat(b"", b"*1000000\r\n", 100, b"");
    let trial = Trial::<128>::new(&stream, Settings::default());
    assert_eq!(trial.verdict.outcome, Outcome::NeedMore);
    assert_eq!(trial.verdict.items.len(), 100);
    trial.run(&[vec![], (1..stream.len()).collect(), vec![501], vec![100, 700]]);

    let trial = Trial::<32>::new(&stream, Settings::default());
    assert!(matches!(trial.verdict.outcome, Outcome::Fault(error) if error.kind == TooDeep && error.offset == 321));
    trial.run(&[vec![], (1..stream.len()).collect(), vec![321], vec![322]]);
}

// https://github.com/redis/redis-py/issues/153 https://github.com/redis/redis-py/pull/615
#[test]
fn b97_reply_of_a_power_of_two_and_one_never_finishes() {
    let stream = repeat(b"$4088\r\n", b"a", 4088, b"\r\n");
    assert_eq!(stream.len(), 4097);
    for whole in [0, 512, 4088] {
        let trial = Trial::<8>::new(&stream, Settings { whole, ..Settings::default() });
        trial.run(&[vec![], vec![4096], vec![4095], vec![7], vec![6, 4096], (1..stream.len()).step_by(64).collect()]);
    }
}

/// Runs `turn` over `stream` in reads of `size`; gives the bytes presented for each byte of the stream.
fn presented_per_byte(stream: &[u8], size: usize, settings: Settings, turn: Turn<8>) -> f64 {
    let cuts: Vec<usize> = (size..stream.len()).step_by(size).collect();
    let run = paths::drive::<8>(stream, &settings, &cuts, turn);
    assert_eq!(run.outcome, Outcome::CleanEnd);
    run.presented as f64 / stream.len() as f64
}

// https://github.com/chrisdinn/brando/issues/47 https://github.com/redis-rs/redis-rs/pull/2199
#[test]
fn b106_reply_parsed_again_from_its_start_on_every_read() {
    let large = repeat(b"*200000\r\n", b"$1\r\na\r\n", 200_000, b"");
    let small = repeat(b"*20000\r\n", b"$1\r\na\r\n", 20_000, b"");
    for (way, turn) in paths::event_turns::<8>().into_iter().take(3) {
        let cost = presented_per_byte(&large, 1024, Settings::default(), turn);
        assert!(cost < 1.01, "{way}: {cost} bytes presented for each that came, 1 KiB at a time");
        let cost = presented_per_byte(&small, 1, Settings::default(), turn);
        assert!(cost < 3.5, "{way}: {cost} bytes presented for each that came, one at a time");
    }
}

// https://github.com/oven-sh/bun/pull/34312
#[test]
fn b107_line_searched_again_from_its_start_on_every_read() {
    let line = repeat(b"+", b"x", 4 << 20, b"\r\n");
    for (way, turn) in paths::event_turns::<8>().into_iter().take(3) {
        let cost = presented_per_byte(&line, 16, Settings::default(), turn);
        assert!(cost < 1.1, "{way}: {cost} bytes presented for each that came");
    }
}

// https://github.com/redis/go-redis/pull/3874
#[test]
fn b30_skipping_a_null_bulk_takes_just_its_bytes() {
    let mut input: &[u8] = b"$-1\r\n$5\r\nhello\r\n";
    let mut parser = Parser::new();
    assert!(parser.skip_frame(&mut input).unwrap().is_some());
    assert_eq!(parser.next_event(&mut input), Ok(Some(Event::BulkString(Part::Whole, &b"hello"[..]))));
}

// https://github.com/predis/predis/pull/1716
#[test]
fn b37_infinity_keeps_its_sign() {
    assert_eq!(resp_core::double(b"-inf"), f64::NEG_INFINITY);
    assert_eq!(resp_core::double(b"inf"), f64::INFINITY);
    assert!(resp_core::double(b"nan").is_nan());
}

// https://github.com/redis/redis/pull/6546
#[test]
fn b41_double_keeps_its_value() {
    assert_eq!(resp_core::double(b"1e400"), f64::INFINITY);
    assert_eq!(resp_core::double(b"-0").to_bits(), (-0.0_f64).to_bits());
    assert_eq!(resp_core::double(b"5e-324").to_bits(), 1);
}

// https://github.com/gar1t/erlang-redis/pull/6 https://github.com/tokio-rs/mini-redis/issues/111
#[test]
fn b123_frame_takes_just_its_bytes() {
    let stream = b"*2\r\n$1\r\na\r\n$1\r\nb\r\n+PONG\r\n";
    let mut input: &[u8] = stream;
    let mut parser = Parser::new();
    assert!(parser.skip_frame(&mut input).unwrap().is_some());
    assert_eq!(stream.len() - input.len(), 18);
    assert!(parser.skip_frame(&mut input).unwrap().is_some());
    assert_eq!((parser.offset(), input.len()), (25, 0));
}

// https://github.com/redis/lettuce/issues/2012 https://github.com/phpredis/phpredis/issues/2829
#[test]
fn b125_rest_of_a_frame_can_be_skipped() {
    let mut input: &[u8] = b"*3\r\n:1\r\n:2\r\n:3\r\n+OK\r\n";
    let mut parser = Parser::new();
    assert_eq!(parser.next_event(&mut input).unwrap().unwrap().to_string(), "begin array 3");
    assert_eq!(parser.next_event(&mut input).unwrap().unwrap().to_string(), "integer 1");
    assert_eq!(parser.finish_frame(&mut input), Ok(true));
    assert_eq!(parser.next_event(&mut input).unwrap().unwrap().to_string(), r#"simple_string "OK""#);
}

// https://github.com/redis/hiredis-py/issues/114
#[test]
fn b47_false_is_not_the_absence_of_a_reply() {
    let mut parser = Parser::new();
    assert_eq!(parser.next_event(&mut &b"#f\r"[..]), Ok(None));
    assert_eq!(parser.next_event(&mut &b"#f\r\n"[..]), Ok(Some(Event::Boolean(false))));
}

#[test]
fn reset_makes_a_failed_parser_new() {
    let mut parser = Parser::<8>::with_depth(Options::new());
    assert!(parser.next_event(&mut &b"*1\r\n"[..]).unwrap().is_some());
    assert!(parser.next_event(&mut &b"x"[..]).is_err());
    parser.reset();
    assert_eq!((parser.is_idle(), parser.depth(), parser.offset(), parser.finish(&[])), (true, 0, 0, Ok(())));
    assert_eq!(parser.next_event(&mut &b":1\r\n"[..]), Ok(Some(Event::Integer(1))));
    assert!(parser.is_idle());
}

#[test]
fn held_text_needs_its_rest_and_its_cr() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"$5\r\nhe";
    assert_eq!(parser.next_event(&mut input), Ok(None));
    assert_eq!((input, parser.text_remaining(), parser.needed()), (&b"he"[..], Some(5), 4));
}

#[test]
fn text_that_waits_for_its_format_knows_its_length() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"=9\r\ntx";
    assert_eq!(parser.next_event(&mut input), Ok(None));
    assert_eq!((input, parser.text_remaining()), (&b"tx"[..], Some(5)));
}

#[test]
fn closure_is_a_visitor_that_may_break() {
    let mut lines = Vec::new();
    let parsed = Parser::new().parse(b"*2\r\n:1\r\n:2\r\n", &mut |event: Event<&[u8]>| {
        lines.push(event.to_string());
        if lines.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(parsed.map(|parsed| (parsed.consumed, parsed.broke)), Ok((8, true)));
    assert_eq!(lines, ["begin array 2", "integer 1"]);
}

//! Every valid stream, read and written again: the same bytes in their canonical forms, however it is cut and whoever
//! drives the parser; and in RESP2 what Redis would have sent.

#![cfg(all(feature = "encode", feature = "alloc"))]
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

#[macro_use]
mod support;
// Apart from the others, since it needs the encoder.
#[path = "support/reencode.rs"]
mod reencode;

use arrayvec::ArrayVec;
use proptest::prelude::*;
use resp_core::ErrorKind::*;
use resp_core::{Count, EncodeError, Encoder, Full, Options, Parser, Protocol};

use reencode::ways;
use support::cases::{Case, clean, fault, more, repeat};
use support::cuts;
use support::oracle::oracle;
use support::rewrite::{Version, rewrite};
use support::settings::{self, MAX_COUNT, Settings};
use support::verdict::{Item, Outcome};
use support::wire::frames;

const DEPTH: usize = 32;

/// The whole frames of each case.
fn valid_cases() -> Vec<(Vec<u8>, Settings)> {
    let mut streams = Vec::new();
    macro_rules! collect {
        ($($name:ident [$($case:expr),+ $(,)?])+) => { $($(streams.push(whole_frames($case));)+)+ };
    }
    all_cases!(collect);
    streams.retain(|(wire, _)| !wire.is_empty());
    assert!(streams.len() > 100, "{} cases", streams.len());
    streams
}

fn whole_frames(case: Case) -> (Vec<u8>, Settings) {
    let verdict = oracle(&case.input, &case.settings, DEPTH);
    let last = verdict.items.iter().rposition(Item::is_frame_end);
    let mut wire = case.input;
    wire.truncate(last.map_or(0, |last| verdict.ready[last]));
    (wire, case.settings)
}

/// Uncut; then with these cuts, where the borders of chunks may move.
fn try_resp3(wire: &[u8], settings: &Settings, cuts: &[Vec<usize>]) {
    let written = rewrite(wire, Version::Resp3);
    let joined = rewrite(wire, Version::Joined);
    for (way, reencode) in ways::<DEPTH>() {
        let (out, result) = reencode(wire, settings, &[], Protocol::Resp3);
        assert_eq!(result, Ok(()), "{way}: {}", wire.escape_ascii());
        assert_eq!(Some(&out), written.as_ref(), "{way}: {}", wire.escape_ascii());
        for cuts in cuts {
            let (out, result) = reencode(wire, settings, cuts, Protocol::Resp3);
            assert_eq!(result, Ok(()), "{way}, {cuts:?}: {}", wire.escape_ascii());
            assert_eq!(rewrite(&out, Version::Joined), joined, "{way}, {cuts:?}: {}", wire.escape_ascii());
        }
    }
}

/// With every text held whole: a big number in parts cannot be written in RESP2.
fn try_resp2(wire: &[u8], settings: &Settings, cuts: &[Vec<usize>]) {
    let settings = &Settings { whole: 1 << 20, ..*settings };
    let written = rewrite(wire, Version::Resp2);
    for (way, reencode) in ways::<DEPTH>() {
        for cuts in cuts.iter().chain([&vec![]]) {
            let (out, result) = reencode(wire, settings, cuts, Protocol::Resp2);
            let scene = format!("{way}, {cuts:?}: {}", wire.escape_ascii());
            match &written {
                Some(written) => assert_eq!((&out, result), (written, Ok(())), "{scene}"),
                None => assert!(matches!(result, Err(EncodeError::NestedPush | EncodeError::NeedsLength)), "{scene}"),
            }
            assert_resp2(&out, written.is_some());
        }
    }
}

fn assert_resp2(out: &[u8], is_whole: bool) {
    let settings = Settings { resp2_only: true, max_text: u64::MAX, ..Settings::default() };
    let outcome = oracle(out, &settings, DEPTH).outcome;
    assert!(outcome == Outcome::CleanEnd || !is_whole && outcome == Outcome::NeedMore, "{}", out.escape_ascii());
}

#[test]
fn every_valid_case_is_written_again() {
    for (wire, settings) in valid_cases() {
        for whole in [0, 5, 512] {
            try_resp3(&wire, &Settings { whole, ..settings }, &cuts::one_cuts(wire.len()));
        }
    }
}

#[test]
fn every_valid_case_is_written_in_resp2() {
    for (wire, settings) in valid_cases() {
        try_resp2(&wire, &settings, &cuts::one_cuts(wire.len()));
    }
}

#[test]
fn every_valid_case_is_written_again_byte_by_byte() {
    for (wire, settings) in valid_cases() {
        let cuts = [(1..wire.len()).collect()];
        try_resp3(&wire, &Settings { whole: 0, ..settings }, &cuts);
        try_resp2(&wire, &settings, &cuts);
    }
}

/// The forms that the documentation lists, and no others.
#[test]
fn canonical_forms_are_those_that_no_event_tells() {
    let lenient = Settings { lenient_lengths: true, lenient_big_numbers: true, ..Settings::default() };
    for (wire, written) in [
        (&b":+5\r\n:007\r\n:-0\r\n"[..], &b":5\r\n:7\r\n:0\r\n"[..]),
        (b"$03\r\nabc\r\n*01\r\n%00\r\n", b"$3\r\nabc\r\n*1\r\n%0\r\n"),
        (b"$?\r\n;0\r\n", b"$0\r\n\r\n"),
        (b"(+007\r\n(an apple\r\n", b"(+007\r\n(an apple\r\n"),
        (b",+007.50E+01\r\n,NaN(x)\r\n,-INF\r\n", b",+007.50E+01\r\n,NaN(x)\r\n,-INF\r\n"),
        (b"$-1\r\n*-1\r\n_\r\n", b"$-1\r\n*-1\r\n_\r\n"),
    ] {
        for (way, reencode) in ways::<DEPTH>() {
            let (out, result) = reencode(wire, &lenient, &[], Protocol::Resp3);
            assert_eq!((out.escape_ascii().to_string(), result), (written.escape_ascii().to_string(), Ok(())), "{way}");
        }
    }
}

#[test]
fn counting_needs_no_second_implementation() {
    for (wire, settings) in valid_cases() {
        let mut encoder = Encoder::<_, DEPTH>::with_depth(Count::default(), Protocol::Resp3);
        let mut reencode = encoder.reencode();
        let parsed = Parser::<DEPTH>::with_depth(settings.options()).parse(&wire, &mut reencode).unwrap();
        assert_eq!((parsed.consumed, reencode.finish()), (wire.len(), Ok(())));
        let written = rewrite(&wire, Version::Resp3).unwrap();
        assert_eq!(encoder.get_ref().bytes, written.len() as u64, "{}", wire.escape_ascii());
    }
}

/// The longest double of the cases fits.
const SINK: usize = 640;

/// Through a sink that has room for `room` bytes at first, and is emptied whenever it is full.
fn through_small_sink(wire: &[u8], protocol: Protocol, room: usize) -> Result<Vec<u8>, EncodeError<Full>> {
    let mut sink = ArrayVec::<u8, SINK>::new();
    sink.try_extend_from_slice(&[b'x'; SINK][room..]).unwrap();
    let mut encoder = Encoder::<_, DEPTH>::with_depth(sink, protocol);
    let mut parser = Parser::<DEPTH>::with_depth(Options::new().whole(0));
    let mut out = Vec::new();
    let (mut pos, mut end) = (0, 0);
    while end < wire.len() {
        end += 1;
        let mut input = &wire[pos..end];
        while let Some(event) = parser.next_event(&mut input).expect("a valid stream") {
            let rest = parser.text_remaining();
            let mut result = encoder.event(&event, rest);
            if result == Err(EncodeError::Write(Full)) {
                assert!(!encoder.get_ref().is_empty(), "{event} does not fit at all");
                out.extend(encoder.get_mut().drain(..));
                result = encoder.event(&event, rest);
            }
            result?;
        }
        pos = end - input.len();
    }
    encoder.finish()?;
    out.extend(encoder.into_inner());
    Ok(out.split_off(SINK - room))
}

#[test]
fn a_full_sink_has_taken_nothing_of_what_it_refused() {
    for (wire, settings) in valid_cases() {
        if wire.len() > 2000 || settings != Settings::default() {
            continue;
        }
        let settings = Settings { whole: 0, ..settings };
        let byte_by_byte: Vec<usize> = (1..wire.len()).collect();
        for protocol in [Protocol::Resp2, Protocol::Resp3] {
            let [(_, pulled), ..] = ways::<DEPTH>();
            let (expected, Ok(())) = pulled(&wire, &settings, &byte_by_byte, protocol) else { continue };
            for room in 0..=48 {
                let out = through_small_sink(&wire, protocol, room);
                assert_eq!(out.as_ref(), Ok(&expected), "{room}, {}", wire.escape_ascii());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_frames_are_written_again(wire in frames(), whole in 0..30_usize, cuts in cuts()) {
        let settings = Settings { whole, ..Settings::default() };
        let cuts = [sorted(&cuts, wire.len()), (1..wire.len()).collect()];
        try_resp3(&wire, &settings, &cuts);
        try_resp2(&wire, &settings, &cuts);
    }
}

fn cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..12)
}

fn sorted(cuts: &[prop::sample::Index], len: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(len + 1)).collect();
    cuts.sort_unstable();
    cuts
}

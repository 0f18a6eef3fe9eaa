//! The target `roundtrip`.

use bytes::Bytes;
use resp_core::{EncodeError, Protocol};
use resp_std::Value;

use crate::DEPTH;
use crate::input::Input;
use crate::support::reencode::{Way, ways};
use crate::support::rewrite::{Version, rewrite};
use crate::support::settings::{MAX_COUNT, Settings};
use crate::support::verdict::{Item, Outcome, Verdict};
use crate::uncut::uncut;

/// Whole frames, read and written again, as events and from their tapes: in RESP3 the same events and values and, in
/// their canonical forms, the same bytes; in RESP2 what the obvious rewriter makes of them.
pub fn roundtrip(input: &[u8]) {
    let input = Input::new(input);
    let verdict = uncut::<DEPTH>(&input.stream, &input.settings);
    let Some(last) = verdict.items.iter().rposition(Item::is_frame_end) else { return };
    let stream = &input.stream[..verdict.ready[last]];
    let lines = &verdict.lines()[..=last];
    let cuts: Vec<usize> = input.cuts().into_iter().take_while(|&cut| cut < stream.len()).collect();
    for (_, way) in ways::<DEPTH>() {
        resp3(stream, lines, &input.settings, &cuts, way);
        resp2(stream, &input.settings, &cuts, way);
    }
}

fn resp3(stream: &[u8], lines: &[String], settings: &Settings, cuts: &[usize], way: Way<DEPTH>) {
    let (out, result) = way(stream, settings, &[], Protocol::Resp3);
    assert_eq!(result, Ok(()));
    assert_eq!(Some(&out), rewrite(stream, Version::Resp3).as_ref(), "whole");
    same_values(stream, &out);
    let (out, result) = way(stream, settings, cuts, Protocol::Resp3);
    assert_eq!(result, Ok(()));
    assert_eq!(rewrite(&out, Version::Joined), rewrite(stream, Version::Joined), "in reads");
    let again = read_again(&out, false);
    assert_eq!(again.outcome, Outcome::CleanEnd);
    assert_eq!(again.lines(), lines);
}

/// As far as a value may be what the plan lets pass.
fn same_values(stream: &[u8], again: &[u8]) {
    let (mut stream, mut again) = (Bytes::copy_from_slice(stream), Bytes::copy_from_slice(again));
    while let Ok(Some(value)) = Value::parse(&mut stream) {
        assert_eq!(Value::parse(&mut again).expect("as valid"), Some(value));
    }
}

/// Once with every text held whole, and once as it comes, where a big number in parts has no length.
fn resp2(stream: &[u8], settings: &Settings, cuts: &[usize], way: Way<DEPTH>) {
    let expected = rewrite(stream, Version::Resp2);
    for (settings, holds) in [(Settings { whole: 1 << 20, ..*settings }, true), (*settings, false)] {
        let (out, result) = way(stream, &settings, cuts, Protocol::Resp2);
        match (result, &expected) {
            (Ok(()), Some(expected)) => assert_eq!(&out, expected),
            (Err(EncodeError::NeedsLength), Some(_)) if !holds => {}
            (Err(EncodeError::NeedsLength | EncodeError::NestedPush), None) => {}
            _ => panic!("{result:?}, expected {expected:?}"),
        }
        let outcome = read_again(&out, true).outcome;
        assert!(outcome == Outcome::CleanEnd || result.is_err() && outcome == Outcome::NeedMore, "{outcome:?}");
    }
}

/// With no limits: what is written again may be longer, by the headers of more chunks.
fn read_again(out: &[u8], resp2_only: bool) -> Verdict {
    let settings = Settings {
        max_header: 1 << 20,
        max_text: u64::MAX,
        max_count: MAX_COUNT,
        max_elements: MAX_COUNT,
        lenient_big_numbers: true,
        resp2_only,
        ..Settings::default()
    };
    uncut::<DEPTH>(out, &settings)
}

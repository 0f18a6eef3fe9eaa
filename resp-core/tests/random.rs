//! Random streams, whole and spoilt, with random limits, switches and cuts, by every way against the oracle.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use support::oracle::oracle;
use support::settings::Settings;
use support::trial::Trial;
use support::verdict::Outcome;
use support::wire::{damage, frames};

/// Levels of the parsers here: as many as the deepest random frame may need.
const DEPTH: usize = 32;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_frames_are_valid(wire in frames()) {
        prop_assert_eq!(oracle(&wire, &Settings::default(), DEPTH).outcome, Outcome::CleanEnd);
    }

    #[test]
    fn valid_frames(wire in frames(), whole in whole(), cuts in cuts()) {
        try_cuts(&wire, Settings { whole, ..Settings::default() }, &cuts);
    }

    #[test]
    fn spoilt_frames(wire in frames(), damage in vec(damage(), 1..4), whole in whole(), cuts in cuts()) {
        let mut wire = wire;
        damage.iter().for_each(|damage| damage.apply(&mut wire));
        try_cuts(&wire, Settings { whole, ..Settings::default() }, &cuts);
    }

    #[test]
    fn valid_frames_with_limits(wire in frames(), settings in settings(), cuts in cuts()) {
        try_cuts(&wire, settings, &cuts);
    }

    #[test]
    fn spoilt_frames_with_limits(wire in frames(), damage in vec(damage(), 1..4), settings in settings(), cuts in cuts()) {
        let mut wire = wire;
        damage.iter().for_each(|damage| damage.apply(&mut wire));
        try_cuts(&wire, settings, &cuts);
    }

    #[test]
    fn bytes_that_look_like_resp(wire in vec(select(&b"+-:$*_,#(!=%~|>;.?\r\n\r\n\r\n0123459eti"[..]), 0..40), settings in settings(), cuts in cuts()) {
        try_cuts(&wire, settings, &cuts);
    }
}

fn whole() -> impl Strategy<Value = usize> {
    prop_oneof![select(&[0, 1, 5, 512][..]), 0..30_usize]
}

/// Whole, byte by byte, and a random cut.
fn try_cuts(wire: &[u8], settings: Settings, cuts: &[Index]) {
    let trial = Trial::<DEPTH>::new(wire, settings);
    trial.run_cut(&[]);
    trial.run_cut(&(1..wire.len()).collect::<Vec<_>>());
    let mut random: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
    random.sort_unstable();
    trial.run_cut(&random);
    trial.run_smallest_buffer();
}

fn cuts() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..12)
}

/// Mostly the defaults, with here and there a limit low enough to be met or a switch on.
fn settings() -> impl Strategy<Value = Settings> {
    let limit = |low: core::ops::Range<u64>, default: u64| prop_oneof![2 => Just(default), 1 => low];
    let switch = || prop::bool::weighted(0.15);
    let default = Settings::default();
    (
        whole(),
        prop_oneof![2 => Just(default.max_depth), 1 => 0..5_u64],
        limit(0..40, default.max_header),
        limit(0..24, default.max_text),
        limit(0..5, default.max_count),
        limit(0..20, default.max_elements),
        limit(0..120, default.max_frame),
        (switch(), switch(), switch(), switch(), switch()),
    )
        .prop_map(|(whole, max_depth, max_header, max_text, max_count, max_elements, max_frame, switches)| {
            let (resp2_only, strict_pushes, strict_integers, lenient_lengths, lenient_big_numbers) = switches;
            Settings {
                whole,
                max_depth,
                max_header,
                max_text,
                max_count,
                max_elements,
                max_frame,
                resp2_only,
                strict_pushes,
                strict_integers,
                lenient_lengths,
                lenient_big_numbers,
            }
        })
}

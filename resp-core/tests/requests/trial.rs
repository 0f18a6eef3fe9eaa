//! One stream through everything.

use core::panic::AssertUnwindSafe;
use std::panic::{catch_unwind, resume_unwind};

use crate::support::cuts::{cuts, one_cuts};
use crate::support::requests::oracle::{Verdict, verdict};
use crate::support::requests::paths::{EVENT_TURNS, SKIP_TURNS, check, check_smallest_buffer};
use crate::support::requests::settings::RequestSettings;

/// By every way, whole, byte by byte, cut at each one and two places, and through the smallest buffer.
pub(crate) fn try_everything(bytes: &[u8], settings: RequestSettings) -> Verdict {
    try_cuts(bytes, settings, &cuts(bytes.len()))
}

/// The same without pairs of cuts.
pub(crate) fn try_one_cuts(bytes: &[u8], settings: RequestSettings) -> Verdict {
    try_cuts(bytes, settings, &one_cuts(bytes.len()))
}

pub(crate) fn try_cuts(bytes: &[u8], settings: RequestSettings, cuts: &[Vec<usize>]) -> Verdict {
    let verdict = verdict(bytes, &settings);
    let ways = EVENT_TURNS.iter().map(|way| (way, true)).chain(SKIP_TURNS.iter().map(|way| (way, false)));
    for (&(name, turn), all) in ways {
        for cuts in cuts {
            let told = || format!("{name}, cut at {cuts:?}, {settings:?}: {}", bytes.escape_ascii());
            or_tell(told, || check(bytes, &settings, cuts, turn, &verdict, all));
        }
        let told = || format!("{name}, in the smallest buffer, {settings:?}: {}", bytes.escape_ascii());
        or_tell(told, || check_smallest_buffer(bytes, &settings, turn, &verdict, all));
    }
    verdict
}

/// Says which way it was, if it fails.
fn or_tell(told: impl Fn() -> String, check: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
        eprintln!("by {}", told().chars().take(2000).collect::<String>());
        resume_unwind(panic);
    }
}

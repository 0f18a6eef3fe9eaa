//! The target `events`.

use crate::DEPTH;
use crate::grammar;
use crate::input::Input;
use crate::support::paths::{drive, event_turns};
use crate::support::trial::compare;
use crate::uncut::uncut;

/// Any bytes under any options: what is told keeps to the grammar of events, and every way tells the same.
pub fn events(input: &[u8]) {
    let Input { stream, settings, .. } = &Input::new(input);
    let verdict = uncut::<DEPTH>(stream, settings);
    grammar::check(&verdict, stream, settings, DEPTH);
    for (_, turn) in event_turns::<DEPTH>() {
        compare(&drive(stream, settings, &[], turn), &verdict);
    }
}

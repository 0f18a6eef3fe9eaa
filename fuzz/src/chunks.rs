//! The target `chunks`.

use crate::DEPTH;
use crate::input::Input;
use crate::support::paths::{drive, event_turns, frame_turns, through_smallest_buffer};
use crate::support::settings::Settings;
use crate::support::trial::compare;
use crate::support::verdict::{Outcome, Verdict};
use crate::uncut::uncut;

/// Whatever the reads, every way tells what the stream in one piece tells, as soon as its bytes are there.
pub fn chunks(input: &[u8]) {
    let input = Input::new(input);
    let (stream, settings) = (&*input.stream, &input.settings);
    let verdict = uncut::<DEPTH>(stream, settings);
    let cuts = input.cuts();
    for (_, turn) in event_turns::<DEPTH>() {
        compare(&drive(stream, settings, &cuts, turn), &verdict);
        compare(&through_smallest_buffer(stream, settings, turn), &verdict);
    }
    let frames = verdict.frames();
    let [(_, skip), (_, finish)] = frame_turns::<DEPTH>();
    compare(&drive(stream, settings, &cuts, skip), &frames);
    compare(&drive(stream, settings, &cuts, finish), &frames.without_kinds());
    check_offset(stream, settings, &verdict);
}

/// The bytes in front of an error raise nothing, and one more raises it.
fn check_offset(stream: &[u8], settings: &Settings, verdict: &Verdict) {
    let Outcome::Fault(error) = verdict.outcome else { return };
    let offset = error.offset as usize;
    let outcome = |end| uncut::<DEPTH>(&stream[..end], settings).outcome;
    assert_eq!(outcome(offset).fault(), None, "in front of {error}");
    assert_eq!(outcome(offset + 1), verdict.outcome, "with the byte of {error}");
}

//! The target `skip`.

use std::iter;

use resp_core::Parser;

use crate::DEPTH;
use crate::input::Input;
use crate::support::paths::{drive, frame_turns};
use crate::support::settings::Settings;
use crate::support::trial::compare;
use crate::support::verdict::{Item, Outcome, Verdict};
use crate::uncut::uncut;

/// Frames end where their events end, however much of them is skipped; and each is a stream of its own.
pub fn skip(input: &[u8]) {
    let input = Input::new(input);
    let (stream, settings) = (&*input.stream, &input.settings);
    let verdict = uncut::<DEPTH>(stream, settings);
    let frames = verdict.frames();
    let [(_, skip), (_, finish)] = frame_turns::<DEPTH>();
    for cuts in [vec![], input.cuts()] {
        compare(&drive(stream, settings, &cuts, skip), &frames);
        compare(&drive(stream, settings, &cuts, finish), &frames.clone().without_kinds());
    }
    skip_from_inside(stream, settings, &frames, input.steps);
    each_alone(stream, settings, &verdict);
}

/// Takes as many events of a frame as its step says, or all, and skips the rest.
fn skip_from_inside(stream: &[u8], settings: &Settings, frames: &Verdict, steps: [u8; 8]) {
    let mut parser = Parser::<DEPTH>::with_depth(settings.options());
    let mut rest = stream;
    for ((frame, &end), step) in iter::zip(&frames.items, &frames.ready).zip(iter::repeat(steps).flatten()) {
        let mut kind = None;
        for _ in 0..step {
            let event = parser.next_event(&mut rest).expect("a frame").expect("the whole frame");
            kind = parser.frame_end(&event);
            if kind.is_some() {
                break;
            }
        }
        let kind = kind.or_else(|| parser.skip_frame(&mut rest).expect("a frame"));
        let agrees = kind.is_some_and(|kind| Item::FrameEnd(kind, None).agrees(frame));
        assert!(agrees, "{kind:?} after {step} events of {frame:?}");
        assert_eq!(stream.len() - rest.len(), end, "where a frame ends of which {step} events were taken");
    }
}

/// The bytes of a frame, cut out, mean what they meant in their place.
fn each_alone(stream: &[u8], settings: &Settings, verdict: &Verdict) {
    let (mut start, mut first) = (0, 0);
    for (at, item) in verdict.items.iter().enumerate().filter(|(_, item)| item.is_frame_end()) {
        let end = verdict.ready[at];
        let alone = uncut::<DEPTH>(&stream[start..end], settings);
        assert_eq!(alone.outcome, Outcome::CleanEnd, "the frame from {start} to {end}, ended by {item:?}");
        assert_eq!(alone.items, verdict.items[first..=at], "the frame from {start} to {end}");
        (start, first) = (end, at + 1);
    }
}

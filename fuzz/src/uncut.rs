//! The stream in one piece: [`uncut`].

use resp_core::Parser;

use crate::support::recorder::Recorder;
use crate::support::settings::Settings;
use crate::support::verdict::{Outcome, Verdict};

/// What the parser itself says of the stream in one read, one event after the other: what every other way and every
/// other cut is held to.
pub(crate) fn uncut<const D: usize>(stream: &[u8], settings: &Settings) -> Verdict {
    let mut parser = Parser::<D>::with_depth(settings.options());
    let mut recorder = Recorder::new(settings.whole);
    let mut ready = Vec::new();
    let mut rest = stream;
    let outcome = loop {
        let event = match parser.next_event(&mut rest) {
            Ok(Some(event)) => event,
            Ok(None) if parser.finish(rest).is_ok() => break Outcome::CleanEnd,
            Ok(None) => break Outcome::NeedMore,
            Err(error) => break Outcome::Fault(error),
        };
        let offset = stream.len() - rest.len();
        recorder.event(&event, stream);
        if let Some(kind) = parser.frame_end(&event) {
            recorder.frame_end(kind, Some(offset as u64 - recorder.frames_len));
        }
        ready.resize(recorder.items.len(), offset);
    };
    Verdict { items: recorder.items, ready, outcome }
}

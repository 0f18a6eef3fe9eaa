//! The grammar of events, apart from any parser: [`check`].

use resp_core::{Aggregate, Event, FrameKind, Null};

use crate::support::settings::Settings;
use crate::support::verdict::{Item, Outcome, Verdict};

/// That a verdict is possible at all: events nest and count as their headers say, limits and switches were kept, and
/// offsets add up.
pub(crate) fn check(verdict: &Verdict, stream: &[u8], settings: &Settings, levels: usize) {
    check_offsets(verdict, stream);
    let mut frame = Frame::new(settings, levels);
    for item in &verdict.items {
        match item {
            Item::Event(event) => frame.event(event),
            Item::FrameEnd(kind, len) => {
                frame.end(*kind, *len);
                frame = Frame::new(settings, levels);
            }
        }
    }
    match verdict.outcome {
        Outcome::CleanEnd => assert!(!frame.has_begun, "a clean end inside a frame"),
        Outcome::NeedMore => {}
        Outcome::Fault(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_offsets(verdict: &Verdict, stream: &[u8]) {
    assert!(verdict.ready.is_sorted(), "an event ends before the one in front of it");
    let told = verdict.ready.last().copied().unwrap_or_default();
    let frames = verdict.items.iter().map(|item| if let Item::FrameEnd(_, Some(len)) = item { *len } else { 0 });
    let frames: u64 = frames.sum();
    match verdict.outcome {
        Outcome::CleanEnd => assert_eq!(frames, stream.len() as u64, "the frames' lengths at a clean end"),
        Outcome::NeedMore => assert!(frames < stream.len() as u64, "more is needed of no frame"),
        Outcome::Fault(error) => {
            assert!(told as u64 <= error.offset, "{error} before the end of the last event, {told}");
            assert_eq!(error.byte, stream.get(error.offset as usize).copied(), "the byte of {error}");
            assert!(error.byte.is_some(), "{error} without a byte");
        }
    }
}

/// One frame, as far as its events have come.
struct Frame<'a> {
    settings: &'a Settings,
    levels: usize,
    open: Vec<Level>,
    elements: u64,
    has_begun: bool,
    /// What the value at the top was: told once.
    value: Option<FrameKind>,
}

struct Level {
    kind: Aggregate,
    /// Elements to come; `None`: streamed.
    left: Option<u64>,
    /// In a streamed map, behind a key.
    odd: bool,
    /// An attribute waits for its value.
    attributed: bool,
}

impl<'a> Frame<'a> {
    fn new(settings: &'a Settings, levels: usize) -> Self {
        Self { settings, levels, open: Vec::new(), elements: 0, has_begun: false, value: None }
    }

    fn event(&mut self, event: &Event<Vec<u8>>) {
        assert_eq!(self.value, None, "{event} behind the frame's value");
        self.has_begun = true;
        self.check_type(event);
        match *event {
            Event::Begin(kind, count) => self.begin(kind, count),
            Event::End(kind) => self.close(kind),
            _ => self.take(FrameKind::Reply),
        }
    }

    fn begin(&mut self, kind: Aggregate, count: Option<u64>) {
        let streamed = count.is_none();
        assert!(!streamed || matches!(kind, Aggregate::Array | Aggregate::Map | Aggregate::Set), "{kind:?} streamed");
        let count = count.unwrap_or_default();
        assert!(count <= self.settings.max_count, "{count} is over max_count");
        let per_count = if matches!(kind, Aggregate::Map | Aggregate::Attribute) { 2 } else { 1 };
        let nested = !self.open.is_empty();
        match kind {
            Aggregate::Attribute => self.charge(1),
            Aggregate::Push => {
                assert!(count > 0 && !self.open.iter().any(|level| level.kind == Aggregate::Push), "a push in a push");
                assert!(!nested || !self.settings.strict_pushes, "a push inside a frame");
                self.charge(u64::from(nested));
            }
            _ => {}
        }
        self.charge(per_count * count);
        let left = (!streamed).then_some(per_count * count);
        self.open.push(Level { kind, left, odd: false, attributed: false });
        let max_depth = self.settings.max_depth.min(self.levels as u64);
        assert!(self.open.len() as u64 <= max_depth, "{} levels", self.open.len());
    }

    fn close(&mut self, kind: Aggregate) {
        let level = self.open.pop().expect("an end with nothing open");
        assert_eq!(level.kind, kind);
        assert!(matches!(level.left, None | Some(0)), "{kind:?} ends with {:?} left", level.left);
        assert!(!level.odd, "a map ends behind a key");
        assert!(!level.attributed, "an attribute without its value");
        match (kind, self.open.last_mut()) {
            (Aggregate::Attribute, Some(around)) => around.attributed = true,
            (Aggregate::Attribute, None) => {}
            // Out of band: what it stands in does not count it, and attributes before it were its own.
            (Aggregate::Push, Some(around)) => around.attributed = false,
            (Aggregate::Push, None) => self.take(FrameKind::Push),
            _ => self.take(FrameKind::Reply),
        }
    }

    /// A value is complete: what is around it has one less to come.
    fn take(&mut self, kind: FrameKind) {
        let Some(level) = self.open.last_mut() else {
            self.value = Some(kind);
            return;
        };
        level.attributed = false;
        if let Some(left) = &mut level.left {
            *left = left.checked_sub(1).expect("an element more than the header says");
        } else {
            level.odd = level.kind == Aggregate::Map && !level.odd;
            self.charge(1);
        }
    }

    fn charge(&mut self, elements: u64) {
        self.elements += elements;
        assert!(self.elements <= self.settings.max_elements, "{} elements in a frame", self.elements);
    }

    fn check_type(&self, event: &Event<Vec<u8>>) {
        let in_resp2 = match event {
            Event::SimpleString(..) | Event::SimpleError(..) | Event::BulkString(..) | Event::Integer(_) => true,
            Event::Null(null) => *null != Null::Resp3,
            Event::Begin(kind, count) => *kind == Aggregate::Array && count.is_some(),
            Event::End(kind) => *kind == Aggregate::Array,
            _ => false,
        };
        assert!(in_resp2 || !self.settings.resp2_only, "{event} in RESP2");
        let format = if matches!(event, Event::VerbatimString(..)) { 4 } else { 0 };
        match event {
            Event::Double(text) => check_double(text, self.settings.max_header),
            _ => {
                let len = event.text().map_or(0, |(_, data)| data.len() as u64 + format);
                assert!(len <= self.settings.max_text, "{event} is over max_text");
            }
        }
    }

    fn end(&self, kind: FrameKind, len: Option<u64>) {
        assert!(self.open.is_empty(), "a frame ends inside an aggregate");
        assert_eq!(self.value, Some(kind), "the kind of the frame and its value");
        assert!(len.is_some_and(|len| len <= self.settings.max_frame), "{len:?} bytes are over max_frame");
    }
}

fn check_double(text: &[u8], max_header: u64) {
    assert!(text.len() as u64 <= max_header, "a double over max_header");
    let text = str::from_utf8(text).expect("ASCII");
    let value = resp_core::double(text.as_bytes());
    // The standard library knows all of them but a NaN with a word in it.
    match text.parse::<f64>() {
        Ok(expected) if !expected.is_nan() => assert_eq!(value.to_bits(), expected.to_bits(), "{text}"),
        _ => assert!(value.is_nan(), "{text}: {value}"),
    }
}

#[cfg(test)]
mod tests {
    use resp_core::{Aggregate::*, Part};

    use super::*;

    const ONE: Event<Vec<u8>> = Event::Integer(1);

    fn events(events: &[Event<Vec<u8>>], settings: &Settings) {
        let mut frame = Frame::new(settings, 4);
        events.iter().for_each(|event| frame.event(event));
        frame.end(FrameKind::Reply, Some(3));
    }

    #[test]
    fn a_frame_with_all_of_its_elements_passes() {
        let begin = [Event::Begin(Map, Some(1)), ONE, Event::Begin(Push, Some(1)), ONE, Event::End(Push)];
        let end = [Event::Begin(Attribute, Some(0)), Event::End(Attribute), ONE, Event::End(Map)];
        events(&[&begin[..], &end].concat(), &Settings::default());
    }

    #[test]
    #[should_panic = "ends with Some(1) left"]
    fn an_element_too_few_is_seen() {
        events(&[Event::Begin(Array, Some(2)), ONE, Event::End(Array)], &Settings::default());
    }

    #[test]
    #[should_panic = "an element more than the header says"]
    fn an_element_too_many_is_seen() {
        events(&[Event::Begin(Array, Some(1)), ONE, ONE, Event::End(Array)], &Settings::default());
    }

    #[test]
    #[should_panic = "a map ends behind a key"]
    fn a_key_without_a_value_is_seen() {
        events(&[Event::Begin(Map, None), ONE, Event::End(Map)], &Settings::default());
    }

    #[test]
    #[should_panic = "an attribute without its value"]
    fn an_attribute_without_a_value_is_seen() {
        let attribute = [Event::Begin(Attribute, Some(0)), Event::End(Attribute)];
        events(&[&[Event::Begin(Array, None)][..], &attribute, &[Event::End(Array)]].concat(), &Settings::default());
    }

    #[test]
    #[should_panic = "a frame ends inside an aggregate"]
    fn a_frame_that_ends_early_is_seen() {
        events(&[Event::Begin(Array, Some(1))], &Settings::default());
    }

    #[test]
    #[should_panic = "over max_text"]
    fn a_text_over_its_limit_is_seen() {
        let settings = Settings { max_text: 1, ..Settings::default() };
        events(&[Event::BulkString(Part::Whole, b"ab".to_vec())], &settings);
    }
}

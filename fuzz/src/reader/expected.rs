//! What is still to be told: [`Expected`].

use resp_core::{Event, Frame, FrameKind, Part};
use resp_std::Stats;

use crate::support::verdict::{Item, Verdict};

/// A verdict, and how much of it has been told.
pub(super) struct Expected<'a> {
    items: &'a [Item],
    next: usize,
    /// Bytes of the next item, a text, that have been told.
    told: usize,
    /// How many of them when the copying of it began.
    copied_from: usize,
    frames: u64,
    largest_frame: u64,
}

impl<'a> Expected<'a> {
    pub(super) fn new(verdict: &'a Verdict) -> Self {
        Self { items: &verdict.items, next: 0, told: 0, copied_from: 0, frames: 0, largest_frame: 0 }
    }

    pub(super) fn check_frames(&self, stats: Stats) {
        assert_eq!((stats.frames, stats.largest_frame), (self.frames, self.largest_frame), "frames and the largest");
    }

    /// An event was told; or, of a text, a part.
    pub(super) fn event(&mut self, event: &Event<&[u8]>) {
        let Some((part, data)) = event.text() else {
            assert_eq!(self.told, 0, "{event} inside a text");
            assert_eq!(self.items.get(self.next), Some(&Item::Event(event.map(<[u8]>::to_vec))));
            self.next += 1;
            return;
        };
        assert_eq!(matches!(part, Part::Whole | Part::First), self.told == 0, "{event} after {} bytes", self.told);
        if let Some(Item::Event(whole)) = self.items.get(self.next) {
            let same = core::mem::discriminant(whole) == core::mem::discriminant(&event.map(<[u8]>::to_vec));
            assert!(same, "{event} as a part of {whole}");
        }
        self.text(data);
        if matches!(part, Part::Whole | Part::Last) {
            self.text_ends();
        }
    }

    pub(super) fn frame_end_if(&mut self, kind: Option<FrameKind>) {
        match kind {
            Some(kind) => self.frame_end(Some(kind)),
            None => assert!(!self.is_frame_end() || self.told > 0, "a frame ended and nobody said so"),
        }
    }

    /// A frame was told as a whole.
    pub(super) fn frame(&mut self, frame: Frame<'_>) {
        for event in frame.events() {
            self.event(&event);
        }
        self.frame_end(Some(frame.frame_kind()));
    }

    /// The rest of a frame was skipped; `kind`: if it was said.
    pub(super) fn skip(&mut self, kind: Option<FrameKind>) {
        self.told = 0;
        while self.next < self.items.len() && !self.is_frame_end() {
            self.next += 1;
        }
        self.frame_end(kind);
    }

    /// The next text, or what is left of it, is written from here on.
    pub(super) fn copy_begins(&mut self) {
        self.copied_from = self.told;
    }

    /// These bytes were written.
    pub(super) fn copied(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.text(data);
        }
    }

    /// The copying of a text has come to its end.
    pub(super) fn copy_ends(&mut self, event: &Event<u64>) {
        let (part, &bytes) = event.text().expect("a text");
        assert_eq!(bytes, (self.told - self.copied_from) as u64, "bytes written, by {event:?}");
        assert_eq!(part, if self.copied_from == 0 { Part::Whole } else { Part::Last });
        self.text_ends();
    }

    pub(super) fn between_frames(&self) {
        let ended = self.next.checked_sub(1).is_none_or(|last| self.items[last].is_frame_end());
        assert!(ended && self.told == 0, "the end of the stream inside a frame");
    }

    pub(super) fn all(&self) {
        assert_eq!(self.next, self.items.len(), "not everything was told");
    }

    /// Everything, but perhaps the events of a frame that was being skipped.
    pub(super) fn all_but_skipped(&self, skipping: bool) {
        if !skipping {
            return self.all();
        }
        assert!(!self.items[self.next..].iter().any(Item::is_frame_end), "a frame's end was not told");
    }

    fn is_frame_end(&self) -> bool {
        self.items.get(self.next).is_some_and(Item::is_frame_end)
    }

    fn frame_end(&mut self, kind: Option<FrameKind>) {
        let Some(&Item::FrameEnd(expected, Some(len))) = self.items.get(self.next) else {
            panic!("a frame ended: {kind:?}; expected {:?}", self.items.get(self.next));
        };
        assert!(kind.is_none_or(|kind| kind == expected), "a frame ended: {kind:?}, expected {expected:?}");
        self.next += 1;
        self.frames += 1;
        self.largest_frame = self.largest_frame.max(len);
    }

    /// More of the next text. One that the stream does not complete is in no verdict.
    fn text(&mut self, data: &[u8]) {
        if let Some(Item::Event(whole)) = self.items.get(self.next) {
            let (_, whole) = whole.text().expect("a text");
            assert_eq!(whole.get(self.told..self.told + data.len()), Some(data), "after {} bytes of a text", self.told);
        }
        self.told += data.len();
    }

    fn text_ends(&mut self) {
        match self.items.get(self.next) {
            Some(Item::Event(whole)) => assert_eq!(whole.text().map(|(_, data)| data.len()), Some(self.told)),
            other => panic!("a text ended; expected {other:?}"),
        }
        self.next += 1;
        self.told = 0;
    }
}

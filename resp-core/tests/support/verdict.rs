//! What a stream means: its events with all parts merged, its frame ends, and how it stops.

use resp_core::{Error, Event, FrameKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A text is always `Whole` here.
    Event(Event<Vec<u8>>),
    /// With the frame's length in bytes, where the way through the parser tells it.
    FrameEnd(FrameKind, Option<u64>),
}

impl Item {
    pub fn is_frame_end(&self) -> bool {
        matches!(self, Self::FrameEnd(..))
    }

    /// Equal, as far as both know.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::FrameEnd(a, Some(m)), Self::FrameEnd(b, Some(n))) => a == b && m == n,
            (Self::FrameEnd(a, _), Self::FrameEnd(b, _)) => a == b,
            _ => self == other,
        }
    }

    /// The line of the event notation; `frame reply` and `frame push` for the ends of frames.
    pub fn line(&self) -> String {
        match self {
            Self::Event(event) => event.to_string(),
            Self::FrameEnd(FrameKind::Reply, _) => "frame reply".into(),
            Self::FrameEnd(FrameKind::Push, _) => "frame push".into(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The stream may end here.
    CleanEnd,
    /// The stream ends inside a frame.
    NeedMore,
    Fault(Error),
}

impl Outcome {
    pub fn fault(self) -> Option<Error> {
        match self {
            Self::Fault(error) => Some(error),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Verdict {
    pub items: Vec<Item>,
    /// For each item the number of bytes after which it is complete.
    pub ready: Vec<usize>,
    pub outcome: Outcome,
}

impl Verdict {
    /// How many items are complete after `bytes` bytes.
    pub fn ready_after(&self, bytes: usize) -> usize {
        self.ready.partition_point(|&at| at <= bytes)
    }

    /// Only the ends of frames.
    pub fn frames(&self) -> Self {
        let (items, ready) = (self.items.iter().cloned().zip(self.ready.iter().copied()))
            .filter(|(item, _)| item.is_frame_end())
            .unzip();
        Self { items, ready, outcome: self.outcome }
    }

    /// The same without the kinds of frames: each counts as a reply.
    pub fn without_kinds(mut self) -> Self {
        for item in &mut self.items {
            if let Item::FrameEnd(kind, _) = item {
                *kind = FrameKind::Reply;
            }
        }
        self
    }

    pub fn lines(&self) -> Vec<String> {
        self.items.iter().map(Item::line).collect()
    }
}

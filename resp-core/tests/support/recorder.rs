//! Gathers what one way through the parser says, merges the parts, and watches that the events fit together.

use resp_core::{Aggregate, Event, FrameKind, Part};

use super::verdict::Item;

#[derive(Clone, Debug)]
pub struct Recorder {
    pub items: Vec<Item>,
    /// The aggregates that are open.
    pub open: Vec<Aggregate>,
    /// The length of all frames that have ended.
    pub frames_len: u64,
    pub frames: usize,
    /// Every frame's length was told.
    pub knows_lens: bool,
    /// Events of all kinds, parts counted one by one.
    pub events: usize,
    whole: usize,
    text: Option<Text>,
    begun: Option<Option<u64>>,
}

/// A text of which the last part is not here yet.
#[derive(Clone, Debug)]
struct Text {
    event: Event<Vec<u8>>,
    /// The whole length, if known; the inner `None`: not declared.
    len: Option<Option<u64>>,
}

impl Recorder {
    pub fn new(whole: usize) -> Self {
        Self {
            items: Vec::new(),
            open: Vec::new(),
            frames_len: 0,
            frames: 0,
            knows_lens: true,
            events: 0,
            whole,
            text: None,
            begun: None,
        }
    }

    /// `text_begin` was called.
    pub fn text_begin(&mut self, len: Option<u64>) {
        assert!(self.text.is_none(), "text_begin inside a text");
        assert!(self.begun.is_none(), "text_begin twice");
        self.begun = Some(len);
    }

    pub fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    pub fn in_text(&self) -> bool {
        self.text.is_some()
    }

    /// `event` lent from `input`.
    pub fn event(&mut self, event: &Event<&[u8]>, input: &[u8]) {
        self.events += 1;
        if let Some((_, data)) = event.text() {
            assert_lent(data, input);
        } else if let Event::Double(data) = event {
            assert_lent(data, input);
        }
        match event.text().map(|(part, data)| (part, *data)) {
            Some((Part::First, data)) => {
                assert!(self.text.is_none(), "First inside a text");
                assert!(!data.is_empty(), "an empty First says nothing");
                self.text = Some(Text { event: event.map(<[u8]>::to_vec), len: self.begun.take() });
                return;
            }
            Some((part @ (Part::Middle | Part::Last), data)) => {
                let text = self.text.as_mut().expect("Middle or Last without First");
                let same = core::mem::discriminant(&text.event) == core::mem::discriminant(&event.map(<[u8]>::to_vec));
                assert!(same, "{event} goes on with {}", text.event);
                if let (Event::VerbatimString(a, ..), Event::VerbatimString(b, ..)) = (&text.event, event) {
                    assert_eq!(a, b, "the format changes between parts");
                }
                assert!(part == Part::Last || !data.is_empty(), "an empty Middle says nothing");
                text_mut(&mut text.event).1.extend_from_slice(data);
                if part == Part::Last {
                    self.last();
                }
            }
            _ => {
                assert!(self.text.is_none(), "{event} inside a text");
                self.nest(event);
                self.items.push(Item::Event(event.map(<[u8]>::to_vec)));
            }
        }
        assert!(self.begun.is_none(), "text_begin before {event}");
    }

    /// Whether the event just recorded was its frame's last: told from the grammar alone.
    pub fn at_frame_end(&self) -> Option<FrameKind> {
        let Some(Item::Event(event)) = self.items.last() else { return None };
        match event {
            _ if !self.open.is_empty() || self.in_text() => None,
            Event::End(Aggregate::Attribute) => None,
            Event::End(Aggregate::Push) => Some(FrameKind::Push),
            _ => Some(FrameKind::Reply),
        }
    }

    pub fn frame_end(&mut self, kind: FrameKind, len: Option<u64>) {
        assert!(self.open.is_empty(), "a frame ends inside {:?}", self.open);
        assert!(!self.in_text(), "a frame ends inside a text");
        self.frames_len += len.unwrap_or(0);
        self.frames += 1;
        self.knows_lens &= len.is_some();
        self.items.push(Item::FrameEnd(kind, len));
    }

    fn nest(&mut self, event: &Event<&[u8]>) {
        match *event {
            Event::Begin(kind, _) => self.open.push(kind),
            Event::End(kind) => assert_eq!(self.open.pop(), Some(kind), "{event} closes another"),
            _ => {}
        }
    }

    fn last(&mut self) {
        let Text { mut event, len } = self.text.take().unwrap();
        let (part, data) = text_mut(&mut event);
        *part = Part::Whole;
        let total = data.len();
        if let Some(Some(len)) = len {
            assert_eq!(total as u64, len, "the declared length");
        }
        let may_be_streamed = matches!(event, Event::BulkString(..)) && !matches!(len, Some(Some(_)));
        assert!(may_be_streamed || total > self.whole, "{total} bytes in parts, with whole = {}", self.whole);
        self.items.push(Item::Event(event));
    }

    /// The First just recorded belongs to a text of `len` bytes; `None`: undeclared.
    pub fn declared(&mut self, len: Option<u64>) {
        self.text.as_mut().unwrap().len = Some(len);
    }
}

fn text_mut(event: &mut Event<Vec<u8>>) -> (&mut Part, &mut Vec<u8>) {
    match event {
        Event::SimpleString(part, data)
        | Event::SimpleError(part, data)
        | Event::BigNumber(part, data)
        | Event::BulkString(part, data)
        | Event::BulkError(part, data)
        | Event::VerbatimString(_, part, data) => (part, data),
        _ => unreachable!("{event}"),
    }
}

/// Even an empty text lies in the input.
fn assert_lent(data: &[u8], input: &[u8]) {
    let (data, input) = (data.as_ptr_range(), input.as_ptr_range());
    assert!(input.start <= data.start && data.end <= input.end, "data is not lent from the input");
}

//! A text on its way to a destination: [`Copied`].

use resp_core::{Event, Part, Span};

use crate::Decoder;

/// What became of [`copy_text_to`](crate::Reader::copy_text_to).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied<'a> {
    /// A text has been copied to its end: the event has the number of bytes written as its data. Its part is
    /// [`Part::Whole`] if they are the whole text, [`Part::Last`] if some had been returned by other calls before.
    Text(Event<u64>),
    /// The next event is no text: here it is, and nothing was written.
    Other(Event<&'a [u8]>),
    /// The stream has ended, between frames.
    End,
}

/// How far the copying of a text has come. It outlives a call that failed.
#[derive(Default)]
pub(crate) struct Copying {
    from_start: bool,
    written: u64,
    /// What the destination has not taken yet, lent by the decoder.
    unwritten: Option<Event<Span>>,
}

impl Copying {
    /// The event whose text is being copied.
    pub(crate) fn event(&self) -> Option<Event<Span>> {
        self.unwritten
    }

    /// The decoder has found this.
    pub(crate) fn begin_part(&mut self, found: Option<Event<Span>>) {
        self.unwritten = found;
        if let Some((Part::Whole | Part::First, _)) = found.as_ref().and_then(Event::text) {
            self.from_start = true;
        }
    }

    /// What is to be written; `None`: nothing is left.
    pub(crate) fn unwritten<'d, const DEPTH: usize>(&self, decoder: &'d Decoder<DEPTH>) -> Option<&'d [u8]> {
        let (_, place) = self.unwritten.as_ref()?.text()?;
        Some(decoder.at(*place)).filter(|data| !data.is_empty())
    }

    /// The destination has taken so many bytes of that.
    pub(crate) fn wrote(&mut self, n: usize) {
        if let Some(event) = self.unwritten
            && let Some((_, &place)) = event.text()
        {
            // Some destinations claim more than there was.
            let n = n.min(place.end.saturating_sub(place.start));
            self.unwritten = Some(event.map(|_| Span { start: place.start.saturating_add(n), ..place }));
            self.written = self.written.saturating_add(n as u64);
        }
    }

    /// All of the part is written. If it was the last one: the text that was copied.
    pub(crate) fn end_part(&mut self) -> Option<Event<u64>> {
        let event = self.unwritten.take()?;
        let (Part::Whole | Part::Last, _) = event.text()? else { return None };
        let copying = core::mem::take(self);
        let part = if copying.from_start { Part::Whole } else { Part::Last };
        Some(of_part(event, part, copying.written))
    }
}

/// The text event of the same type with another part and other data.
fn of_part(event: Event<Span>, part: Part, bytes: u64) -> Event<u64> {
    match event.map(|_| bytes) {
        Event::SimpleString(_, bytes) => Event::SimpleString(part, bytes),
        Event::SimpleError(_, bytes) => Event::SimpleError(part, bytes),
        Event::BigNumber(_, bytes) => Event::BigNumber(part, bytes),
        Event::BulkString(_, bytes) => Event::BulkString(part, bytes),
        Event::BulkError(_, bytes) => Event::BulkError(part, bytes),
        Event::VerbatimString(format, _, bytes) => Event::VerbatimString(format, part, bytes),
        scalar => scalar,
    }
}

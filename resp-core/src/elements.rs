//! What a [`Frame`] is made of, one after the other.

use core::fmt;
use core::iter::FusedIterator;

use crate::event::{Aggregate, Event, Null, Part};
use crate::frame::Frame;
use crate::node::Tag;

/// Values that stand side by side.
#[derive(Clone, Copy)]
pub(crate) struct Siblings<'a> {
    /// At the first node that was not looked at.
    frame: Frame<'a>,
    end: usize,
}

impl<'a> Siblings<'a> {
    /// From the node of `frame` to that with the number `end`.
    #[inline(always)]
    pub(crate) fn new(frame: Frame<'a>, end: usize) -> Self {
        Self { frame, end }
    }

    /// The next value, past attributes and pushes.
    #[inline(always)]
    fn value(&mut self) -> Option<Frame<'a>> {
        while self.frame.at < self.end {
            let frame = self.frame;
            self.frame.at = frame.behind();
            if frame.node().is_element() {
                return Some(frame);
            }
        }
        None
    }
}

/// The elements of a [`Frame`]: [`Frame::elements`].
#[derive(Clone)]
pub struct Elements<'a> {
    siblings: Siblings<'a>,
    left: usize,
}

impl<'a> Elements<'a> {
    #[inline(always)]
    pub(crate) fn new(siblings: Siblings<'a>, left: usize) -> Self {
        Self { siblings, left }
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Frame<'a>;

    #[inline]
    fn next(&mut self) -> Option<Frame<'a>> {
        self.left = self.left.checked_sub(1)?;
        self.siblings.value()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}
impl FusedIterator for Elements<'_> {}

/// The pairs of a [`Frame`]: [`Frame::pairs`].
#[derive(Clone)]
pub struct Pairs<'a> {
    elements: Elements<'a>,
    /// Whether each pair is an element, or two are one.
    are_elements: bool,
}

impl<'a> Pairs<'a> {
    #[inline(always)]
    pub(crate) fn new(elements: Elements<'a>, are_elements: bool) -> Self {
        Self { elements, are_elements }
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (Frame<'a>, Frame<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let first = self.elements.next()?;
        if self.are_elements {
            let mut pair = first.elements();
            return Some((pair.next()?, pair.next()?));
        }
        Some((first, self.elements.next()?))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let pairs = if self.are_elements { self.elements.left } else { self.elements.left / 2 };
        (pairs, Some(pairs))
    }
}

impl ExactSizeIterator for Pairs<'_> {}
impl FusedIterator for Pairs<'_> {}

/// The pairs of the attributes in front of a [`Frame`]: [`Frame::attributes`].
#[derive(Clone)]
pub struct Attributes<'a> {
    /// At the next attribute.
    frame: Frame<'a>,
    end: usize,
    pairs: Option<Pairs<'a>>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn new(frame: Frame<'a>, end: usize) -> Self {
        Self { frame, end, pairs: None }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (Frame<'a>, Frame<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(pair) = self.pairs.as_mut().and_then(Iterator::next) {
                return Some(pair);
            }
            if self.frame.at >= self.end {
                return None;
            }
            self.pairs = Some(self.frame.pairs());
            self.frame.at = self.frame.behind();
        }
    }
}

impl FusedIterator for Attributes<'_> {}

/// The pieces of a text: [`Frame::chunks`].
#[derive(Clone)]
pub struct Chunks<'a> {
    /// At the next piece.
    frame: Frame<'a>,
    end: usize,
}

impl<'a> Chunks<'a> {
    pub(crate) fn new(frame: Frame<'a>, end: usize) -> Self {
        Self { frame, end }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.frame.at >= self.end {
            return None;
        }
        let chunk = self.frame.text_of(self.frame.node());
        self.frame = self.frame.inside();
        Some(chunk)
    }
}

impl FusedIterator for Chunks<'_> {}

/// The pushes inside of a [`Frame`]: [`Frame::pushes`].
#[derive(Clone)]
pub struct Pushes<'a> {
    /// At the next node to look at.
    frame: Frame<'a>,
    itself: usize,
    end: usize,
}

impl<'a> Pushes<'a> {
    pub(crate) fn new(frame: Frame<'a>, itself: usize, end: usize) -> Self {
        Self { frame, itself, end }
    }
}

impl<'a> Iterator for Pushes<'a> {
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Frame<'a>> {
        while self.frame.at < self.end {
            let found = self.frame;
            self.frame = found.inside();
            if found.at != self.itself && found.node().begins() == Some(Aggregate::Push) {
                return Some(found);
            }
        }
        None
    }
}

impl FusedIterator for Pushes<'_> {}

/// The events of a [`Frame`]: [`Frame::events`].
#[derive(Clone)]
pub struct FrameEvents<'a> {
    /// At the next node.
    frame: Frame<'a>,
    end: usize,
    /// In a streamed string: the node behind its last chunk.
    text_end: Option<usize>,
}

impl<'a> FrameEvents<'a> {
    pub(crate) fn new(frame: Frame<'a>, end: usize) -> Self {
        Self { frame, end, text_end: None }
    }

    /// The next chunk of a streamed string, or its end.
    fn chunk(&mut self, part: Part, end: usize) -> Event<&'a [u8]> {
        if self.frame.at >= end {
            self.text_end = None;
            return Event::BulkString(Part::Last, &[]);
        }
        self.text_end = Some(end);
        let chunk = self.frame.text_of(self.frame.node());
        self.frame = self.frame.inside();
        Event::BulkString(part, chunk)
    }
}

impl<'a> Iterator for FrameEvents<'a> {
    type Item = Event<&'a [u8]>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(end) = self.text_end {
            return Some(self.chunk(Part::Middle, end));
        }
        if self.frame.at >= self.end {
            return None;
        }
        let frame = self.frame;
        let node = frame.node();
        let text = frame.text_of(node);
        self.frame = frame.inside();
        Some(match node.tag {
            Tag::SimpleString => Event::SimpleString(Part::Whole, text),
            Tag::SimpleError => Event::SimpleError(Part::Whole, text),
            Tag::BigNumber => Event::BigNumber(Part::Whole, text),
            Tag::BulkString | Tag::Chunk => Event::BulkString(Part::Whole, text),
            Tag::BulkError => Event::BulkError(Part::Whole, text),
            Tag::VerbatimString => Event::VerbatimString(frame.format().unwrap_or_default(), Part::Whole, text),
            Tag::Double => Event::Double(text),
            Tag::StreamedString => self.chunk(Part::First, frame.end()),
            Tag::Integer => Event::Integer(node.value().cast_signed()),
            Tag::False => Event::Boolean(false),
            Tag::True => Event::Boolean(true),
            Tag::Null => Event::Null(Null::Resp3),
            Tag::NullBulkString => Event::Null(Null::BulkString),
            Tag::NullArray => Event::Null(Null::Array),
            Tag::Begin => Event::Begin(node.aggregate, Some(u64::from(node.high()))),
            Tag::BeginStreamed => Event::Begin(node.aggregate, None),
            Tag::End => Event::End(node.aggregate),
        })
    }
}

impl FusedIterator for FrameEvents<'_> {}

macro_rules! debug {
    ($($iterator:ident),+) => {$(
        /// What is left.
        impl fmt::Debug for $iterator<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )+};
}

debug!(Elements, Pairs, Attributes, Chunks, Pushes, FrameEvents);

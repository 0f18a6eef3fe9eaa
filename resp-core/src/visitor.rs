//! The push interface: [`Visitor`].

use core::ops::ControlFlow;

use crate::event::{Aggregate, Event, FrameKind, Null, Part};

/// What [`Parser::parse`](crate::Parser::parse) hands its events to.
///
/// Only [`event`](Visitor::event) must be written: every other method's default calls it. Whoever wants speed
/// overrides the methods of the types that matter, and the event is never built. Each may stop the parser with
/// [`ControlFlow::Break`]; the next call goes on exactly there, with nothing lost and nothing said twice.
///
/// A `dyn Visitor` works too, at the cost of a call for each event.
///
/// A closure is a visitor (name its argument's type, so that Rust can infer the lifetime):
///
/// ```
/// use core::ops::ControlFlow;
/// use resp_core::{Event, Parser};
///
/// let mut integers = 0;
/// let _ = Parser::new().parse(b"*2\r\n:40\r\n:2\r\n", &mut |event: Event<&[u8]>| {
///     if let Event::Integer(value) = event {
///         integers += value;
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(integers, 42);
/// # Ok::<(), resp_core::Error>(())
/// ```
pub trait Visitor<'b> {
    /// Any event that has no method of its own in the implementation.
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()>;

    /// [`Event::SimpleString`]
    #[inline]
    fn simple_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::SimpleString(part, data))
    }

    /// [`Event::SimpleError`]
    #[inline]
    fn simple_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::SimpleError(part, data))
    }

    /// [`Event::BigNumber`]
    #[inline]
    fn big_number(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::BigNumber(part, data))
    }

    /// [`Event::BulkString`]
    #[inline]
    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::BulkString(part, data))
    }

    /// [`Event::BulkError`]
    #[inline]
    fn bulk_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::BulkError(part, data))
    }

    /// [`Event::VerbatimString`]
    #[inline]
    fn verbatim_string(&mut self, format: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::VerbatimString(format, part, data))
    }

    /// [`Event::Integer`]
    #[inline]
    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.event(Event::Integer(value))
    }

    /// [`Event::Double`]
    #[inline]
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.event(Event::Double(text))
    }

    /// [`Event::Boolean`]
    #[inline]
    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.event(Event::Boolean(value))
    }

    /// [`Event::Null`]
    #[inline]
    fn null(&mut self, null: Null) -> ControlFlow<()> {
        self.event(Event::Null(null))
    }

    /// [`Event::Begin`]
    #[inline]
    fn begin(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.event(Event::Begin(aggregate, count))
    }

    /// [`Event::End`]
    #[inline]
    fn end(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        self.event(Event::End(aggregate))
    }

    /// Comes just before a text's [`Part::First`], and not before a [`Part::Whole`], with the length of the whole text
    /// in bytes; `None` if no length was declared (a line, a streamed string). The first part is delivered even if this
    /// breaks.
    #[inline]
    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        let _ = len;
        ControlFlow::Continue(())
    }

    /// Comes just before each event, with the number of bytes of the stream that are done with then: where the event ends,
    /// and the next one begins.
    #[inline]
    fn event_end(&mut self, offset: u64) {
        let _ = offset;
    }

    /// Comes just before [`frame_end`](Visitor::frame_end), with the number of bytes that the frame took on the wire,
    /// attributes and nested pushes included.
    #[inline]
    fn frame_len(&mut self, len: u64) {
        let _ = len;
    }

    /// Comes after the last event of each frame, even if the visitor broke on that event. It may break too.
    #[inline]
    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        let _ = kind;
        ControlFlow::Continue(())
    }
}

impl<'b, F: FnMut(Event<&'b [u8]>) -> ControlFlow<()>> Visitor<'b> for F {
    #[inline]
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self(event)
    }
}

/// Hands an event to the method of its type.
#[inline]
pub(crate) fn dispatch<'b, V: Visitor<'b> + ?Sized>(visitor: &mut V, event: &Event<&'b [u8]>) -> ControlFlow<()> {
    match *event {
        Event::SimpleString(part, data) => visitor.simple_string(part, data),
        Event::SimpleError(part, data) => visitor.simple_error(part, data),
        Event::BigNumber(part, data) => visitor.big_number(part, data),
        Event::BulkString(part, data) => visitor.bulk_string(part, data),
        Event::BulkError(part, data) => visitor.bulk_error(part, data),
        Event::VerbatimString(format, part, data) => visitor.verbatim_string(format, part, data),
        Event::Integer(value) => visitor.integer(value),
        Event::Double(text) => visitor.double(text),
        Event::Boolean(value) => visitor.boolean(value),
        Event::Null(null) => visitor.null(null),
        Event::Begin(aggregate, count) => visitor.begin(aggregate, count),
        Event::End(aggregate) => visitor.end(aggregate),
    }
}

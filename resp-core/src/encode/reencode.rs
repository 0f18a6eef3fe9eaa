//! From events back to bytes: [`Encoder::event`], and [`Reencode`] for a parser that pushes.

use core::ops::ControlFlow;

use super::encoder::{Encoder, Text};
use super::error::EncodeError;
use super::line::{Line, has_line_end};
use super::write::Write;
use crate::event::{Aggregate, Event, Part};
use crate::visitor::Visitor;

impl<W: Write, const DEPTH: usize> Encoder<W, DEPTH> {
    /// Writes what a parser has read.
    ///
    /// `rest` is how many bytes of the text are still to come behind this event, as
    /// [`Parser::text_remaining`](crate::Parser::text_remaining) says; it only counts with [`Part::First`], where `None`
    /// streams a bulk string.
    ///
    /// ```
    /// use resp_core::{Encoder, Options, Parser, Protocol};
    ///
    /// let stream = b"|1\r\n+ttl\r\n:9\r\n%1\r\n$5\r\nfield\r\n$?\r\n;3\r\nabc\r\n;0\r\n$-1\r\n";
    /// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp3);
    /// let mut parser = Parser::with_options(Options::new().whole(0));
    /// let mut input = &stream[..];
    /// while let Some(event) = parser.next_event(&mut input).unwrap() {
    ///     encoder.event(&event, parser.text_remaining())?;
    /// }
    /// assert_eq!(encoder.into_inner(), stream);
    /// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Canonical forms
    ///
    /// Byte for byte what was read is written, but for these, which no event tells:
    ///
    /// - integers are written without plus and leading zeros, and `-0` as `0`
    /// - lengths and counts, read with [`lenient_lengths`](crate::Options::lenient_lengths), without leading zeros
    /// - the chunks of a streamed string are the parts in which it was delivered; one without chunks is an empty string
    ///
    /// Doubles and big numbers are texts, and are written as they were.
    ///
    /// # Errors
    ///
    /// Those of the method for each type; and [`CrLfInLine`](EncodeError::CrLfInLine), since an event may have been made
    /// by anyone. None for the events of a valid stream in RESP3, with as many levels as the parser's, but the sink's.
    pub fn event<D: AsRef<[u8]>>(&mut self, event: &Event<D>, rest: Option<u64>) -> Result<(), EncodeError<W::Error>> {
        match event {
            Event::SimpleString(part, data) => self.text(Text::SimpleString, *part, data.as_ref(), rest),
            Event::SimpleError(part, data) => self.text(Text::SimpleError, *part, data.as_ref(), rest),
            Event::BigNumber(part, data) => self.text(Text::BigNumber, *part, data.as_ref(), rest),
            Event::BulkString(part, data) => self.text(Text::BulkString, *part, data.as_ref(), rest),
            Event::BulkError(part, data) => self.text(Text::BulkError, *part, data.as_ref(), rest),
            Event::VerbatimString(format, part, data) => {
                self.text(Text::VerbatimString(*format), *part, data.as_ref(), rest)
            }
            Event::Integer(value) => self.integer(*value),
            Event::Double(text) => self.line_number(b',', text.as_ref()),
            Event::Boolean(value) => self.boolean(*value),
            Event::Null(null) => self.null(*null),
            Event::Begin(kind, count) => self.begin(*kind, *count),
            Event::End(kind) => self.end_of(*kind),
        }
    }

    /// A visitor that writes all that it is told: a parser's output as this encoder's input.
    ///
    /// ```
    /// use resp_core::{Encoder, Parser, Protocol};
    ///
    /// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp2);
    /// let mut parser = Parser::new();
    /// for input in [b"%1\r\n+a\r\n#t\r\n", b"~1\r\n$2\r\nbc\r\n"] {
    ///     let mut reencode = encoder.reencode();
    ///     let _ = parser.parse(input, &mut reencode).unwrap();
    ///     reencode.finish()?;
    /// }
    /// assert_eq!(encoder.into_inner(), b"*2\r\n+a\r\n:1\r\n*1\r\n$2\r\nbc\r\n");
    /// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
    /// ```
    pub const fn reencode(&mut self) -> Reencode<'_, W, DEPTH> {
        Reencode { encoder: self, text_len: None, result: Ok(()) }
    }

    /// `rest`: behind this part.
    fn text(&mut self, text: Text, part: Part, data: &[u8], rest: Option<u64>) -> Result<(), EncodeError<W::Error>> {
        match part {
            Part::Whole => self.whole(text, data),
            Part::First => self.first_part(text, rest.map(|rest| rest.saturating_add(data.len() as u64)), data),
            Part::Middle => self.part(data),
            Part::Last => self.last_part(data),
        }
    }

    fn whole(&mut self, text: Text, data: &[u8]) -> Result<(), EncodeError<W::Error>> {
        let line = || Line::new(data).ok_or(EncodeError::CrLfInLine);
        match text {
            Text::SimpleString => self.simple_string(line()?),
            Text::SimpleError => self.simple_error(line()?),
            Text::BigNumber => self.line_number(b'(', data),
            Text::BulkString => self.bulk_string(data),
            Text::BulkError => self.bulk_error(data),
            Text::VerbatimString(format) => self.verbatim_string(format, data),
        }
    }

    /// A double or big number as it was on the wire: that it is one is the parser's business.
    fn line_number(&mut self, kind: u8, text: &[u8]) -> Result<(), EncodeError<W::Error>> {
        if has_line_end(text) { Err(EncodeError::CrLfInLine) } else { self.number(kind, text) }
    }

    fn end_of(&mut self, kind: Aggregate) -> Result<(), EncodeError<W::Error>> {
        if self.innermost() == Some(kind) { self.end() } else { Err(EncodeError::NothingOpen) }
    }
}

/// The [`Visitor`] that [`Encoder::reencode`] returns.
///
/// It breaks at an event that cannot be written, and says at its end why. The parser is then past that event: a stream
/// can go on behind it only if the caller knows it and has put it right. So give it a sink that grows, or one with room
/// for what one input can become.
#[derive(Debug)]
#[must_use = "what went wrong is told by `finish`"]
pub struct Reencode<'e, W: Write, const DEPTH: usize = 32> {
    encoder: &'e mut Encoder<W, DEPTH>,
    /// The length of the text that begins next.
    text_len: Option<u64>,
    result: Result<(), EncodeError<W::Error>>,
}

impl<W: Write, const DEPTH: usize> Reencode<'_, W, DEPTH> {
    /// Whether all was written.
    ///
    /// # Errors
    ///
    /// Why the last event was not, as [`Encoder::event`] says.
    pub fn finish(self) -> Result<(), EncodeError<W::Error>> {
        self.result
    }

    /// After an error nothing more: what follows would stand in its place.
    #[inline]
    fn write(
        &mut self,
        event: impl FnOnce(&mut Encoder<W, DEPTH>) -> Result<(), EncodeError<W::Error>>,
    ) -> ControlFlow<()> {
        if self.result.is_ok() {
            self.result = event(self.encoder);
        }
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<'b, W: Write, const DEPTH: usize> Visitor<'b> for Reencode<'_, W, DEPTH> {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        let rest = match event.text() {
            Some((Part::First, data)) => self.text_len.take().map(|len| len.saturating_sub(data.len() as u64)),
            _ => None,
        };
        self.write(|encoder| encoder.event(&event, rest))
    }

    #[inline]
    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        match part {
            Part::Whole => self.write(|encoder| encoder.bulk_string(data)),
            _ => self.event(Event::BulkString(part, data)),
        }
    }

    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.text_len = len;
        ControlFlow::Continue(())
    }
}

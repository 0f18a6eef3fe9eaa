//! [`RequestParser`]: the state of a stream of requests, and the ways to drive it.
//!
//! What the head of the reply parser's file says to its maintainer holds here too: the step is the grammar, the run in
//! front of it accepts whole canonical arguments or declines.
//!
//! **What is to come** of a request is one number: its arguments, and its `End` as one more. 0 is between two requests,
//! and 1 is an `End` that is due, which needs no input.

use core::fmt;
use core::ops::ControlFlow;

use super::error::{RequestError, RequestErrorKind};
use super::event::{Piece, RequestEvent};
use super::options::RequestOptions;
use super::visitor::RequestVisitor;
use super::words::Word;
use crate::event::{Part, Span};
use crate::lex::State;
use crate::parser::Parsed;

/// An incremental parser of what clients send: arrays of bulk strings, and inline requests, as Redis takes them.
///
/// It owns no bytes and copies none: the contract is that of [`Parser`](crate::Parser), with three additions.
///
/// 1. The line of an inline request stays in the caller's buffer until it is whole
///    ([`RequestOptions::max_inline`]); its [`Begin`](RequestEvent::Begin) consumes nothing of it, and its arguments
///    consume it as they are told.
/// 2. What escapes of an inline request stand for (`"\n"`, `"\x00"`) is not in the input: such a part is a `'static`
///    slice of one byte.
/// 3. A request of no arguments (`*0`, `*-1`, a blank line) is consumed without an event, and leaves nothing behind
///    (CVE-2026-27623).
///
/// # Panics
///
/// As [`Parser`](crate::Parser): only in debug builds, if the tail was left out.
///
/// # Errors
///
/// A parser that failed stays failed until [`reset`](Self::reset). Redis answers with
/// [`RequestError::reply`] and hangs up.
///
/// # Example
///
/// ```
/// use resp_core::{RequestEvent, RequestParser};
///
/// let mut parser = RequestParser::new();
/// let mut input: &[u8] = b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\nSET key \"a b\"\r\nPI";
/// let mut events = Vec::new();
/// while let Some(event) = parser.next_event(&mut input)? {
///     events.push(event.to_string());
/// }
/// assert_eq!(events, [
///     "begin 2", r#"argument "GET""#, r#"argument "key""#, "end",
///     "begin 3", r#"argument "SET""#, r#"argument "key""#, r#"argument "a b""#, "end",
/// ]);
/// assert_eq!(input, b"PI");
/// # Ok::<(), resp_core::RequestError>(())
/// ```
#[derive(Clone)]
pub struct RequestParser {
    pub(super) options: RequestOptions,
    /// Bytes of the stream in front of the first unconsumed one.
    pub(super) offset: u64,
    /// Where the request began; between requests, the one before.
    pub(super) request_start: u64,
    /// The arguments of the request that have not ended, and its `End`; 0 between requests.
    pub(super) to_come: u64,
    /// Up to where in the stream the fast run may look; 0: nowhere.
    pub(super) horizon: u64,
    /// The number of an incomplete header; the bytes of an argument to come; the words of a line, then what is left of
    /// its bytes; the offset of the error.
    pub(super) number: u64,
    /// How many bytes at the front of the next input were examined already, and need no second look.
    pub(super) examined: usize,
    pub(super) mode: Mode,
    /// How much there is of an incomplete header.
    pub(super) lex: State,
    /// Where in a word an inline request is.
    pub(super) word: Word,
    /// Whether a part of the argument was delivered. In a failed parser: whether there is an offending byte.
    pub(super) begun: bool,
    /// What is wrong, in a failed parser, and the offending byte.
    pub(super) error: RequestErrorKind,
    pub(super) byte: u8,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<RequestParser>() <= 112);

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A request, or the header of an argument; or an `End` is due.
    Node,
    /// A line, which is being checked.
    Line,
    /// A line that is whole, of which words are to come.
    Words,
    /// An argument of declared length, `number` bytes of it, and its CRLF; in parts.
    Body,
    /// The same, waited for until it is whole.
    Held,
    /// Nothing.
    Failed,
}

/// What [`RequestParser::scan`] found.
#[must_use = "`consumed` bytes of the input are done with, the rest must be presented again"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestScanned {
    /// How many bytes of the input are done with, event or not.
    pub consumed: usize,
    /// The event, its data as a place in the input of this call. `None`: more input is needed.
    pub event: Option<RequestEvent<Piece>>,
}

impl Default for RequestParser {
    fn default() -> Self {
        Self::new()
    }
}

// What is left of a header is of the stream, which nobody wants in a log.
impl fmt::Debug for RequestParser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestParser")
            .field("offset", &self.offset)
            .field("idle", &self.is_idle())
            .field("failed", &(self.mode == Mode::Failed))
            .finish_non_exhaustive()
    }
}

impl RequestParser {
    /// A parser with the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_options(RequestOptions::new())
    }

    /// A parser with these options.
    #[must_use]
    pub const fn with_options(options: RequestOptions) -> Self {
        let limit = if options.max_request < options.max_argument { options.max_request } else { options.max_argument };
        Self {
            options,
            offset: 0,
            request_start: 0,
            to_come: 0,
            horizon: limit,
            number: 0,
            examined: 0,
            mode: Mode::Node,
            lex: State::Start,
            word: Word::Blank,
            begun: false,
            error: RequestErrorKind::UnexpectedEof,
            byte: 0,
        }
    }

    /// Push: hands every event that `input` holds to `visitor`, until it breaks or more input is needed. The fast way.
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule or passes a limit. The events in front of the error have been delivered, and their
    /// bytes are consumed: as many as [`offset`](Self::offset) has grown by.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should [`reset`](Self::reset) the parser: it may tell events again.
    #[inline]
    pub fn parse<'b, V>(&mut self, input: &'b [u8], visitor: &mut V) -> Result<Parsed, RequestError>
    where
        V: RequestVisitor<'b> + ?Sized,
    {
        let mut rest = input;
        let broke = loop {
            // In the middle of an argument there is nothing for the run.
            if self.horizon > 0 {
                let (taken, flow) = self.run(rest, visitor);
                rest = rest.get(taken..).unwrap_or_default();
                if flow.is_break() {
                    break true;
                }
                if rest.is_empty() && self.to_come != 1 {
                    break false;
                }
            }
            let mut tail = rest;
            let stepped = self.step(&mut tail);
            rest = tail;
            match &stepped {
                Ok(Some(event)) if self.deliver(event, visitor).is_break() => break true,
                Ok(Some(_)) => {}
                Ok(None) => break false,
                Err(error) => return Err(*error),
            }
        };
        Ok(Parsed { consumed: input.len().saturating_sub(rest.len()), broke })
    }

    /// Pull: the next event, and `input` moves past its bytes. `None`: more input is needed; keep what is left of
    /// `input`, append to it, and call again.
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule or passes a limit.
    #[inline]
    pub fn next_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<RequestEvent<&'b [u8]>>, RequestError> {
        let mut event = None;
        let mut one = |found: RequestEvent<&'b [u8]>| {
            event = Some(found);
            ControlFlow::Break(())
        };
        if self.horizon > 0 {
            let (taken, flow) = self.run(input, &mut one);
            if flow.is_break() {
                *input = input.get(taken..).unwrap_or_default();
                return Ok(event);
            }
        }
        self.step(input)
    }

    /// Pull, with positions instead of borrows: for whoever owns the buffer and cannot lend it for so long.
    ///
    /// ```
    /// use resp_core::{Part, Piece, RequestEvent, RequestParser, Span};
    /// let (mut parser, input) = (RequestParser::new(), b"ECHO \"a\\n\"\r\n");
    /// let mut at = 0;
    /// let mut pieces = Vec::new();
    /// while let scanned = parser.scan(&input[at..])? && let Some(event) = scanned.event {
    ///     if let RequestEvent::Argument(_, piece) = event {
    ///         pieces.push(piece);
    ///     }
    ///     at += scanned.consumed;
    /// }
    /// assert_eq!(pieces, [
    ///     Piece::Span(Span { start: 0, end: 4 }),
    ///     Piece::Span(Span { start: 2, end: 3 }),
    ///     Piece::Byte(b'\n'),
    /// ]);
    /// # Ok::<(), resp_core::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule or passes a limit.
    #[inline]
    pub fn scan(&mut self, input: &[u8]) -> Result<RequestScanned, RequestError> {
        let mut rest = input;
        let event = self.next_event(&mut rest)?;
        let consumed = input.len().saturating_sub(rest.len());
        Ok(RequestScanned { consumed, event: event.map(|event| event.map(|data| place_of(data, input))) })
    }

    /// Moves `input` to the end of the request (the current one, or, between requests, the next) without an event.
    /// `false`: more input is needed; keep what is left of `input`, append, and call again.
    ///
    /// It is the same grammar with the same errors: a request that is skipped is one that is valid.
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule or passes a limit.
    pub fn skip_request(&mut self, input: &mut &[u8]) -> Result<bool, RequestError> {
        let before = self.offset;
        let skipped = self.parse(input, &mut Skip);
        let consumed = self.offset.wrapping_sub(before);
        *input = usize::try_from(consumed).ok().and_then(|consumed| input.get(consumed..)).unwrap_or_default();
        Ok(skipped?.broke)
    }

    /// Moves `input` to the end of the current request, and does nothing between requests. `false`: more input is
    /// needed; keep what is left of `input`, append, and call again.
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule or passes a limit.
    pub fn finish_request(&mut self, input: &mut &[u8]) -> Result<bool, RequestError> {
        Ok(self.is_idle() || self.skip_request(input)?)
    }

    /// Says, after a call that needs more, that the stream has ended instead, with `rest` unconsumed.
    ///
    /// # Errors
    ///
    /// [`RequestErrorKind::UnexpectedEof`] unless the parser stands between requests and nothing is left; a failed
    /// parser's error. The parser does not change: if more input comes after all, it goes on.
    pub fn finish(&self, rest: &[u8]) -> Result<(), RequestError> {
        match self.mode {
            Mode::Failed => Err(self.failure()),
            _ if self.is_idle() && rest.is_empty() => Ok(()),
            _ => {
                let offset = self.offset.saturating_add(rest.len() as u64);
                Err(RequestError { kind: RequestErrorKind::UnexpectedEof, offset, byte: None })
            }
        }
    }

    /// Whether all that was consumed are whole requests.
    #[must_use]
    #[inline]
    pub const fn is_idle(&self) -> bool {
        self.to_come == 0 && !matches!(self.mode, Mode::Failed)
    }

    /// How many bytes of the stream were consumed, since the parser was new or reset, by calls that failed too.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Where in the stream the current request begins; between requests, where the next one will.
    #[must_use]
    #[inline]
    pub const fn request_offset(&self) -> u64 {
        if self.to_come == 0 { self.offset } else { self.request_start }
    }

    /// After a call that said that it needs more: how many bytes are needed beyond those presented to it before anything
    /// can happen, be it an event, a part or an error. At any time, 0: an event, or the error of a failed parser, is due
    /// without more input.
    ///
    /// It is what the peer has announced, up to [`RequestOptions::whole`]: a reason to wait, but no size to reserve
    /// memory of without a limit of your own.
    #[must_use]
    #[inline]
    pub fn needed(&self) -> usize {
        match self.mode {
            // The first byte of the trailer may be wrong.
            Mode::Held => {
                let wanted = usize::try_from(self.number.saturating_add(1)).unwrap_or(usize::MAX);
                wanted.saturating_sub(self.examined).max(1)
            }
            Mode::Failed | Mode::Words => 0,
            Mode::Node | Mode::Line | Mode::Body => usize::from(self.to_come != 1),
        }
    }

    /// How many bytes of the current argument have not been delivered, if its length was declared.
    #[must_use]
    pub fn argument_remaining(&self) -> Option<u64> {
        matches!(self.mode, Mode::Body | Mode::Held).then_some(self.number)
    }

    /// Back to the state of a new parser with the same options: for a new connection.
    pub fn reset(&mut self) {
        *self = Self::with_options(self.options);
    }

    /// Back to where the current request began, for a caller who still has its bytes: its events are told again. Between
    /// requests, and after an error, it does nothing.
    ///
    /// ```
    /// use resp_core::{RequestEvent, RequestParser};
    /// let mut parser = RequestParser::new();
    /// let input: &[u8] = b"*1\r\n$4\r\nPI";
    /// assert_eq!(parser.skip_request(&mut { input }), Ok(false));
    /// parser.rewind();
    /// assert_eq!(parser.next_event(&mut { input }), Ok(Some(RequestEvent::Begin(1))));
    /// ```
    pub fn rewind(&mut self) {
        if self.to_come > 0 && self.mode != Mode::Failed {
            let Self { request_start, options, .. } = *self;
            *self = Self { offset: request_start, request_start, ..Self::with_options(options) };
            self.horizon = self.new_horizon();
        }
    }

    /// Other limits from the next request on, as for a client that has said who it is. `false`: a request is under way, or
    /// the parser has failed, and nothing is changed: inside a request the limits hold with which it began.
    ///
    /// The stream goes on: what is unconsumed is presented again, and [`offset`](Self::offset) stays. What there was of
    /// the next request is held to the new limits from its first byte.
    ///
    /// ```
    /// use resp_core::{RequestOptions, RequestParser};
    /// let mut parser = RequestParser::with_options(RequestOptions::unauthenticated());
    /// let mut input: &[u8] = b"AUTH secret\r\n*11\r\n";
    /// assert!(parser.skip_request(&mut input)?);
    /// assert!(parser.set_options(RequestOptions::new()));
    /// assert!(parser.next_event(&mut input)?.is_some());
    /// assert!(!parser.set_options(RequestOptions::unauthenticated()));
    /// # Ok::<(), resp_core::RequestError>(())
    /// ```
    pub fn set_options(&mut self, options: RequestOptions) -> bool {
        let idle = self.is_idle();
        if idle {
            let offset = self.offset;
            *self = Self::with_options(options);
            self.offset = offset;
            self.horizon = self.new_horizon();
        }
        idle
    }

    /// Hands a step's event to the visitor with what belongs to it.
    #[cold]
    #[inline(never)]
    fn deliver<'b, V>(&self, event: &RequestEvent<&'b [u8]>, visitor: &mut V) -> ControlFlow<()>
    where
        V: RequestVisitor<'b> + ?Sized,
    {
        match *event {
            RequestEvent::Begin(count) => visitor.begin(count),
            RequestEvent::Argument(Part::First, data) => {
                let declared = self.argument_remaining().map(|left| left.saturating_add(data.len() as u64));
                let flow = visitor.argument_begin(declared);
                let first = visitor.argument(Part::First, data);
                if flow.is_break() { flow } else { first }
            }
            RequestEvent::Argument(part, data) => visitor.argument(part, data),
            RequestEvent::End => {
                visitor.request_len(self.offset.wrapping_sub(self.request_start));
                visitor.end()
            }
        }
    }

    /// The buffer contract, as far as it shows.
    #[inline]
    pub(super) fn assert_tail(&self, input: &[u8]) {
        debug_assert!(
            input.len() >= self.examined,
            "the unconsumed bytes must be presented again, with more behind them"
        );
    }
}

/// Where bytes that were lent from `input`, or stand for an escape, stand.
fn place_of(data: &[u8], input: &[u8]) -> Piece {
    let place = Span::within(input, data);
    match data {
        // What an escape stands for is one byte, and lies elsewhere.
        [byte] if place.start >= input.len() => Piece::Byte(*byte),
        _ => Piece::Span(place),
    }
}

/// Lets everything pass until the request ends.
struct Skip;

impl<'b> RequestVisitor<'b> for Skip {
    #[inline(always)]
    fn event(&mut self, _: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

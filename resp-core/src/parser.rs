//! [`Parser`]: the state of a stream, and the ways to drive it.
//!
//! # For the next maintainer
//!
//! A byte's way through the parser:
//!
//! ```text
//!                 parse  (skip_frame)        next_event, scan        events
//!                 each event that there is      one event       one event, state by value
//!                              \                  |                 /
//!                          first the run; where it declines, one step; and so on
//!                                     /                    \
//!     Parser::run (run.rs)            Parser::step (step.rs)
//!     whole canonical nodes,          the grammar: one event, any state, any input,
//!     straight to the visitor         every rule, limit, switch, error and partial read
//! ```
//!
//! A *node* is what stands between two events: a scalar, a text, the header of an aggregate. It is *canonical* if it is
//! spelled as Redis spells it.
//!
//! **One grammar, two speeds.** `step` alone would be a complete and correct parser. `run` in front of it exists for
//! speed, and may do one thing only: *accept* a canonical node that is all there and within every limit. Whatever else
//! it sees, it leaves untouched for `step`, which takes one node or says what is wrong, and `run` gets its next chance
//! behind it. So `run` never fails, never waits, never splits a text, and no option can change what it makes of the
//! bytes that it takes. If you teach it something new, that is the rule to keep; the tests drive both through every
//! case and compare.
//!
//! **The levels.** `top` is the innermost open aggregate and `outer` holds the ones around it, the frame itself
//! outermost ([`Level`]: what is left, and the kind, in one word). A value takes one from `top`; when nothing is left
//! an `End` is due, which needs no input and so comes before any look at it. A frame ends when the value of the
//! outermost level is complete. Attributes, and pushes inside a frame, take nothing: that is all there is to "not
//! counted".
//!
//! **What stays in the caller's buffer.** An incomplete header, and a text that is being held, are not consumed; the
//! caller presents them again with more bytes behind. `examined` says how many of these bytes `step` has looked at,
//! `lex` and `number` how far they got. Everything else is consumed as it comes.

use core::fmt;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::error::{Error, ErrorKind};
use crate::event::{Event, FrameKind, Part, Span};
use crate::events::Events;
use crate::level::Level;
use crate::lex::State;
use crate::options::Options;
use crate::run::RUN_HEADER;
use crate::step::MIN_NODE;
use crate::visitor::{Visitor, dispatch};

/// An incremental RESP2/RESP3 parser.
///
/// It owns no bytes: every call is handed the input, yields events that borrow from it, and says how much of it is done
/// with. It keeps a few counters and one word for each of the `DEPTH` aggregates that may be open at once.
///
/// # The buffer contract
///
/// 1. A call consumes a prefix of its input. What it leaves, the caller presents again at the front of the next input,
///    unchanged, with more bytes appended. Never only the new bytes: debug builds assert it, and others make of it what
///    they can, without harm to anything but the result.
/// 2. When a call says that it needs more, presenting the same bytes again changes nothing.
/// 3. A header (a length, count, integer, double, boolean or null with its type byte and CRLF) is consumed at once when
///    it is complete. A text is consumed whole, or, past [`Options::whole`], in parts as it comes.
/// 4. So a call that needs more leaves fewer than [`Options::min_buffer`] bytes, and a buffer of that size never
///    stalls.
/// 5. An event that needs no input ([`Event::End`]) comes before any look at the input. More input is needed only after
///    a call has said so.
///
/// # Panics
///
/// Never in a release build. In a debug build, if it is presented with fewer bytes than it has looked at already: the
/// tail was left out.
///
/// # Errors
///
/// A parser that failed stays failed: it returns the same [`Error`] until [`reset`](Self::reset). RESP has no way back
/// to a frame border, so neither has the parser.
///
/// # Example
///
/// ```
/// use resp_core::{Event, Parser, Part};
///
/// let mut parser = Parser::new();
/// let mut input: &[u8] = b"*2\r\n$5\r\nhello\r\n:4";
/// let mut events = Vec::new();
/// while let Some(event) = parser.next_event(&mut input)? {
///     events.push(event.to_string());
/// }
/// assert_eq!(events, ["begin array 2", r#"bulk_string "hello""#]);
///
/// // The integer is not complete: present it again, with more.
/// assert_eq!(input, b":4");
/// let mut input: &[u8] = b":42\r\n";
/// assert_eq!(parser.next_event(&mut input)?, Some(Event::Integer(42)));
/// # Ok::<(), resp_core::Error>(())
/// ```
pub struct Parser<const DEPTH: usize = 32> {
    pub(crate) options: Options,
    /// The levels around `top`, the outermost (the frame) first.
    pub(crate) outer: ArrayVec<Level, DEPTH>,
    pub(crate) top: Level,
    /// Bytes of the stream in front of the first unconsumed one.
    pub(crate) offset: u64,
    /// Where the frame began, and what is left of its budget of elements; between frames, of the one before.
    pub(crate) frame_start: u64,
    pub(crate) elements_left: u64,
    /// Up to where in the stream the fast run may look; 0: nowhere.
    pub(crate) horizon: u64,
    /// The number of an incomplete header; the bytes of a body to come; the bytes of the frame that a step ended; the
    /// offset of the error.
    pub(crate) number: u64,
    /// What a line or a streamed string may still hold.
    pub(crate) text_left: u64,
    /// How many bytes at the front of the next input were examined already, and need no second look.
    pub(crate) examined: usize,
    pub(crate) mode: Mode,
    /// The type of the text in the works.
    pub(crate) text: Text,
    /// Whether a part of it was delivered. In a failed parser: whether there is an offending byte.
    pub(crate) begun: bool,
    /// How much there is of an incomplete header, or of a big number.
    pub(crate) lex: State,
    /// What is wrong, in a failed parser.
    pub(crate) error: ErrorKind,
    /// The format of a verbatim string; the offending byte of a failed parser.
    pub(crate) format: [u8; 3],
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Parser<8>>() <= 200);

/// [`Parser::new_horizon`] of a new parser.
const fn first_horizon(options: &Options) -> u64 {
    match (options.max_header < RUN_HEADER, options.max_frame < options.max_text) {
        (true, _) => 0,
        (false, true) => options.max_frame,
        (false, false) => options.max_text,
    }
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A type byte, or a header after it.
    Node,
    /// A simple string, simple error or big number, after its type byte.
    Line,
    /// The four bytes in front of a verbatim string.
    Format,
    /// A text of declared length, `number` bytes of it, and its CRLF; in parts.
    Body,
    /// The same, waited for until it is whole.
    Held,
    /// A `;` inside a streamed string.
    Chunk,
    /// A chunk, `number` bytes of it, and its CRLF.
    ChunkBody,
    /// Nothing.
    Failed,
}

/// The types that are texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    SimpleString,
    SimpleError,
    BigNumber,
    BulkString,
    BulkError,
    VerbatimString,
}

/// What [`Parser::parse`] did.
#[must_use = "`consumed` bytes of the input are done with, the rest must be presented again"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// How many bytes of the input are done with.
    pub consumed: usize,
    /// Whether the visitor broke, on an event that is consumed. If not, more input is needed.
    pub broke: bool,
}

/// What [`Parser::scan`] found.
#[must_use = "`consumed` bytes of the input are done with, the rest must be presented again"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// How many bytes of the input are done with, event or not.
    pub consumed: usize,
    /// The event, its data as a place in the input of this call. `None`: more input is needed.
    pub event: Option<Event<Span>>,
    /// Set on the last event of a frame.
    pub frame_end: Option<FrameKind>,
}

impl Parser {
    /// A parser with the default options and depth.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_depth(Options::new())
    }

    /// A parser with the default depth of 32 aggregates.
    #[must_use]
    pub const fn with_options(options: Options) -> Self {
        Self::with_depth(options)
    }
}

impl<const DEPTH: usize> Default for Parser<DEPTH> {
    fn default() -> Self {
        Self::with_depth(Options::new())
    }
}

// As derived, but for what `ArrayVec::clone` leaves in: a check, with a panic, that there is room for as many levels.
impl<const DEPTH: usize> Clone for Parser<DEPTH> {
    fn clone(&self) -> Self {
        let mut outer = ArrayVec::new_const();
        // Never full: it is as large.
        let _ = outer.try_extend_from_slice(&self.outer);
        Self { outer, ..*self }
    }
}

// What is left of a header is of the stream, which nobody wants in a log.
impl<const DEPTH: usize> fmt::Debug for Parser<DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser")
            .field("offset", &self.offset)
            .field("depth", &self.depth())
            .field("failed", &(self.mode == Mode::Failed))
            .finish_non_exhaustive()
    }
}

impl<const DEPTH: usize> Parser<DEPTH> {
    /// A parser in which `DEPTH` aggregates may be open at once, each at the cost of eight bytes.
    ///
    /// ```
    /// use resp_core::{Options, Parser};
    /// let mut shallow = Parser::<1>::with_depth(Options::new());
    /// let mut input: &[u8] = b"*1\r\n*1\r\n:0\r\n";
    /// assert!(shallow.next_event(&mut input).is_ok());
    /// assert!(shallow.next_event(&mut input).unwrap_err().is_limit());
    /// ```
    #[must_use]
    pub const fn with_depth(mut options: Options) -> Self {
        if options.max_depth as usize > DEPTH {
            options = options.max_depth(DEPTH as u64);
        }
        Self {
            options,
            outer: ArrayVec::new_const(),
            top: Level::FRAME,
            offset: 0,
            frame_start: 0,
            elements_left: options.max_elements,
            horizon: first_horizon(&options),
            number: 0,
            text_left: 0,
            examined: 0,
            mode: Mode::Node,
            text: Text::BulkString,
            begun: false,
            lex: State::Start,
            error: ErrorKind::UnexpectedEof,
            format: [0; 3],
        }
    }

    /// Push: hands every event that `input` holds to `visitor`, until it breaks or more input is needed. The fast way.
    ///
    /// # Errors
    ///
    /// If the stream is not RESP or passes a limit. The events in front of the error have been delivered, and their
    /// bytes are consumed: as many as [`offset`](Self::offset) has grown by.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should [`reset`](Self::reset) the parser: it may tell events again, and
    /// ends of what never began.
    #[inline]
    pub fn parse<'b, V: Visitor<'b> + ?Sized>(&mut self, input: &'b [u8], visitor: &mut V) -> Result<Parsed, Error> {
        let mut rest = input;
        let mut worthwhile = MIN_NODE;
        let broke = loop {
            // In the middle of a node, or in less than a node, there is nothing for the run; and behind a step, a few
            // bytes are more often half a node than a whole one.
            if self.horizon > 0 && rest.len() as u64 >= worthwhile {
                let (len, flow) = self.run(rest, visitor);
                rest = rest.get(len..).unwrap_or_default();
                if flow.is_break() {
                    break true;
                }
                if rest.is_empty() {
                    break false;
                }
            }
            worthwhile = size_of::<u64>() as u64;
            let mut tail = rest;
            let stepped = self.step(&mut tail);
            rest = tail;
            // By reference: a copy of the event would load whole what was just stored in pieces, and wait for it, 8 ns.
            match &stepped {
                Ok(Some(event)) if self.deliver(event, visitor).is_break() => break true,
                Ok(Some(_)) => {}
                Ok(None) => break false,
                Err(error) => return Err(*error),
            }
            if rest.is_empty() && !self.top.is_done() {
                break false;
            }
        };
        Ok(Parsed { consumed: input.len().saturating_sub(rest.len()), broke })
    }

    /// Pull: the next event, and `input` moves past its bytes. `None`: more input is needed; keep what is left of
    /// `input`, append to it, and call again.
    ///
    /// Whether a frame has ended, [`is_idle`](Self::is_idle) tells after each event; and what it was,
    /// [`frame_end`](Self::frame_end).
    ///
    /// # Errors
    ///
    /// If the stream is not RESP or passes a limit.
    #[inline(always)]
    pub fn next_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> {
        let mut one = One::default();
        if self.run_common(input, &mut one).is_break() {
            return Ok(one.event);
        }
        self.other_event(input)
    }

    /// Pull as an iterator over the events that `input` holds. It ends when more input is needed, or after an error.
    ///
    /// The fastest way to pull: while it lives, the state that changes with each event is not in the parser but in the
    /// iterator, and goes back when that is dropped. (If it is leaked instead, the parser must be reset.)
    ///
    /// In a loop that needs the parser or the input between two events, call [`next_event`](Self::next_event). Where
    /// frames end, [`Events::frame_end`] tells.
    ///
    /// ```
    /// use resp_core::{Event, Parser};
    /// let mut input: &[u8] = b":1\r\n:2\r\n:3";
    /// let mut sum = 0;
    /// for event in Parser::new().events(&mut input) {
    ///     if let Event::Integer(value) = event? {
    ///         sum += value;
    ///     }
    /// }
    /// assert_eq!((sum, input), (3, b":3".as_slice()));
    /// # Ok::<(), resp_core::Error>(())
    /// ```
    #[inline]
    pub fn events<'p, 'b>(&'p mut self, input: &'p mut &'b [u8]) -> Events<'p, 'b, DEPTH> {
        Events::new(self, input)
    }

    /// Pull, with positions instead of borrows: for whoever owns the buffer and cannot lend it for so long.
    ///
    /// ```
    /// use resp_core::{Event, Parser, Part};
    /// let input = b"+OK\r\n";
    /// let scanned = Parser::new().scan(input)?;
    /// let Some(Event::SimpleString(Part::Whole, span)) = scanned.event else { unreachable!() };
    /// assert_eq!((span.of(input), scanned.consumed), (b"OK".as_slice(), 5));
    /// # Ok::<(), resp_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the stream is not RESP or passes a limit.
    #[inline(always)]
    pub fn scan(&mut self, input: &[u8]) -> Result<Scanned, Error> {
        let mut one = One::default();
        let mut rest = input;
        if self.run_common(&mut rest, &mut one).is_continue() {
            let event = self.other_event(&mut rest)?;
            one = One { event, frame_end: event.and_then(|event| self.frame_end(&event)) };
        }
        let consumed = input.len().saturating_sub(rest.len());
        let event = one.event.map(|event| event.map(|data| Span::within(input, data)));
        Ok(Scanned { consumed, event, frame_end: one.frame_end })
    }

    /// Moves `input` to the end of the frame (the current one, or, between frames, the next) and says what it was,
    /// without an event. `None`: more input is needed; keep what is left of `input`, append, and call again.
    ///
    /// It is the same grammar with the same errors: a frame that is skipped is a frame that is valid.
    ///
    /// # Errors
    ///
    /// If the stream is not RESP or passes a limit.
    #[inline(always)]
    pub fn skip_frame(&mut self, input: &mut &[u8]) -> Result<Option<FrameKind>, Error> {
        let mut skip = Skip { frame_end: None };
        if self.run_common(input, &mut skip).is_break() {
            return Ok(skip.frame_end);
        }
        let before = self.offset;
        let skipped = self.skip_rest(input);
        *input = self.behind(before, input);
        skipped
    }

    /// Skips a frame, or what is left of it.
    #[inline(never)]
    fn skip_rest(&mut self, input: &[u8]) -> Result<Option<FrameKind>, Error> {
        let mut skip = Skip { frame_end: None };
        // What `parse` would do too; but mostly that is all there is to do.
        let (taken, flow) = self.run_over::<false, _>(input, &mut skip);
        if flow.is_continue() {
            let _ = self.parse(input.get(taken..).unwrap_or_default(), &mut skip)?;
        }
        Ok(skip.frame_end)
    }

    /// Moves `input` to the end of the current frame, and does nothing between frames: after it, the next event is a
    /// frame's first. `false`: more input is needed; keep what is left of `input`, append, and call again.
    ///
    /// Between frames is what [`is_idle`](Self::is_idle) says. After a call that needed more, that depends on how much
    /// has come: call this after an event.
    ///
    /// # Errors
    ///
    /// If the stream is not RESP or passes a limit.
    pub fn finish_frame(&mut self, input: &mut &[u8]) -> Result<bool, Error> {
        Ok(self.is_idle() || self.skip_frame(input)?.is_some())
    }

    /// Says, after a call that needs more, that the stream has ended instead, with `rest` unconsumed.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnexpectedEof`] unless the parser stands between frames and nothing is left; a failed parser's
    /// error. The parser does not change: if more input comes after all, it goes on.
    pub fn finish(&self, rest: &[u8]) -> Result<(), Error> {
        match self.mode {
            Mode::Failed => Err(self.failure()),
            _ if self.is_idle() && rest.is_empty() => Ok(()),
            _ => {
                let offset = self.offset.saturating_add(rest.len() as u64);
                Err(Error { kind: ErrorKind::UnexpectedEof, offset, byte: None })
            }
        }
    }

    /// Whether all that was consumed are whole frames. After an attribute alone, the frame's value is still to come.
    ///
    /// The frame of a line or a text begins before its first event, when the type byte or the length is consumed.
    #[must_use]
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.mode == Mode::Node && self.top == Level::FRAME
    }

    /// What the frame was, if `event`, which must be the one taken last, was the last of its frame.
    ///
    /// ```
    /// use resp_core::{FrameKind, Parser};
    /// let mut parser = Parser::new();
    /// let mut input: &[u8] = b">1\r\n+invalidate\r\n";
    /// let mut frames = Vec::new();
    /// while let Some(event) = parser.next_event(&mut input)? {
    ///     frames.extend(parser.frame_end(&event));
    /// }
    /// assert_eq!(frames, [FrameKind::Push]);
    /// # Ok::<(), resp_core::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn frame_end<D>(&self, event: &Event<D>) -> Option<FrameKind> {
        match event {
            _ if !self.is_idle() => None,
            Event::End(kind) => Some(FrameKind::of(*kind)),
            _ => Some(FrameKind::Reply),
        }
    }

    /// How many aggregates are open.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// How many bytes of the stream were consumed, since the parser was new or reset, by calls that failed too.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Where in the stream the current frame begins; between frames, where the next one will.
    ///
    /// ```
    /// use resp_core::Parser;
    /// let mut parser = Parser::new();
    /// let mut input: &[u8] = b"+OK\r\n*2\r\n:1\r\n";
    /// while parser.next_event(&mut input)?.is_some() {}
    /// assert_eq!((parser.frame_offset(), parser.offset()), (5, 13));
    /// # Ok::<(), resp_core::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn frame_offset(&self) -> u64 {
        if self.is_idle() { self.offset } else { self.frame_start }
    }

    /// After a call that said that it needs more: how many bytes are needed beyond those presented to it before
    /// anything can happen, be it an event, a part or an error. With fewer, every call returns at once and says so
    /// again. At any time, 0: an event, or the error of a failed parser, is due without input.
    ///
    /// It is what the peer has announced, up to [`Options::whole`]: a reason to wait, but no size to reserve memory of
    /// without a limit of your own.
    #[must_use]
    #[inline]
    pub fn needed(&self) -> usize {
        match self.mode {
            Mode::Held | Mode::Format => {
                // The first byte of the trailer may be wrong.
                let wanted = if self.mode == Mode::Held { self.number.saturating_add(1) } else { 4 };
                usize::try_from(wanted).unwrap_or(usize::MAX).saturating_sub(self.examined).max(1)
            }
            Mode::Failed => 0,
            _ => usize::from(!self.top.is_done()),
        }
    }

    /// How many bytes of the current text have not been delivered, if its length was declared.
    #[must_use]
    pub fn text_remaining(&self) -> Option<u64> {
        match self.mode {
            Mode::Body | Mode::Held => Some(self.number),
            Mode::Format => Some(self.number.saturating_sub(4)),
            _ => None,
        }
    }

    /// Whether a text is held of which `input` does not even reach the end: so small reads of a large text cost
    /// no step (67 instructions a byte instead of 94).
    #[inline]
    fn waits_for_more_than(&mut self, input: &[u8]) -> bool {
        let waits = self.mode == Mode::Held && input.len() as u64 <= self.number;
        if waits {
            self.assert_tail(input);
            self.examined = input.len();
        }
        waits
    }

    /// The buffer contract, as far as it shows.
    #[inline]
    pub(crate) fn assert_tail(&self, input: &[u8]) {
        debug_assert!(
            input.len() >= self.examined,
            "the unconsumed bytes must be presented again, with more behind them"
        );
    }

    /// The next event, if it is not of the commonest.
    #[inline(always)]
    pub(crate) fn other_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> {
        // Only the copy is lent: `input` itself can stay in registers.
        let mut rest = *input;
        let event = if self.horizon == 0 { self.careful_event(&mut rest) } else { self.any_event(&mut rest) };
        *input = rest;
        event
    }

    /// The next event, by a run if it can be.
    #[inline(never)]
    fn any_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> {
        let mut one = One::default();
        let (taken, flow) = self.run(input, &mut one);
        if flow.is_continue() {
            return self.step(input);
        }
        *input = input.get(taken..).unwrap_or_default();
        Ok(one.event)
    }

    /// The next event in the middle of a node, or wherever else there is nothing for a run.
    #[cold]
    #[inline(never)]
    fn careful_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> {
        if self.waits_for_more_than(input) {
            return Ok(None);
        }
        self.step(input)
    }

    /// Hands a step's event to the visitor with what belongs to it.
    #[cold]
    #[inline(never)]
    fn deliver<'b, V: Visitor<'b> + ?Sized>(&self, event: &Event<&'b [u8]>, visitor: &mut V) -> ControlFlow<()> {
        let mut broke = false;
        if let Some((Part::First, data)) = event.text() {
            let declared = self.mode == Mode::Body;
            let len = declared.then(|| self.number.saturating_add(data.len() as u64));
            broke |= visitor.text_begin(len).is_break();
        }
        visitor.event_end(self.offset);
        broke |= dispatch(visitor, event).is_break();
        if let Some(kind) = self.frame_end(event) {
            visitor.frame_len(self.number);
            broke |= visitor.frame_end(kind).is_break();
        }
        if broke { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What is left of an input that began at `start` in the stream.
    #[inline]
    pub(crate) fn behind<'b>(&self, start: u64, input: &'b [u8]) -> &'b [u8] {
        let consumed = self.offset.wrapping_sub(start);
        usize::try_from(consumed).ok().and_then(|consumed| input.get(consumed..)).unwrap_or_default()
    }

    /// Back to the state of a new parser with the same options: for a new connection.
    pub fn reset(&mut self) {
        *self = Self::with_depth(self.options);
    }

    /// Back to `offset`, where a frame of the stream began, for a caller who still has its bytes: they are presented
    /// again, and its events are told again. After an error it does nothing.
    ///
    /// Any other place makes nonsense, but does no harm.
    ///
    /// ```
    /// use resp_core::{Aggregate, Event, Parser};
    /// let mut parser = Parser::new();
    /// let input: &[u8] = b"*2\r\n:1\r\n:2";
    /// assert_eq!(parser.skip_frame(&mut { input }), Ok(None)); // it is not all there
    /// parser.rewind_to(parser.frame_offset());
    /// assert_eq!(parser.next_event(&mut { input }), Ok(Some(Event::Begin(Aggregate::Array, Some(2)))));
    /// ```
    pub fn rewind_to(&mut self, offset: u64) {
        if self.mode != Mode::Failed {
            self.begin_at(offset, self.options);
        }
    }

    /// Other limits and switches from the next frame on, as for a client that has said who it is. `false`: a frame is
    /// under way, or the parser has failed, and nothing is changed.
    ///
    /// The stream goes on: what is unconsumed is presented again, and [`offset`](Self::offset) stays.
    ///
    /// ```
    /// use resp_core::{Options, Parser};
    /// let mut parser = Parser::<1>::with_depth(Options::new().max_count(2));
    /// let mut input: &[u8] = b"*2\r\n$4\r\nAUTH\r\n$6\r\nsecret\r\n*3\r\n$3\r\nDEL\r\n";
    /// while parser.next_event(&mut input)?.is_some() {
    ///     if parser.is_idle() {
    ///         assert!(parser.set_options(Options::new()));
    ///     }
    /// }
    /// assert_eq!((parser.offset(), parser.depth()), (39, 1));
    /// # Ok::<(), resp_core::Error>(())
    /// ```
    pub fn set_options(&mut self, options: Options) -> bool {
        let idle = self.is_idle();
        if idle {
            self.begin_at(self.offset, options);
        }
        idle
    }

    /// Between frames, here in the stream.
    fn begin_at(&mut self, offset: u64, options: Options) {
        *self = Self::with_depth(options);
        self.offset = offset;
        self.horizon = self.new_horizon();
    }

    /// How many aggregates may be open.
    #[inline]
    pub(crate) fn levels(&self) -> usize {
        self.options.max_depth as usize
    }

    /// Before the first node of a frame.
    #[inline]
    pub(crate) fn begin_frame(&mut self, offset: u64) {
        self.frame_start = offset;
        self.elements_left = self.options.max_elements;
    }
}

// ---- Visitors behind pull and skip ----

/// Takes one event and breaks.
#[derive(Default)]
pub(crate) struct One<'b> {
    pub(crate) event: Option<Event<&'b [u8]>>,
    pub(crate) frame_end: Option<FrameKind>,
}

impl<'b> Visitor<'b> for One<'b> {
    #[inline(always)]
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.event = Some(event);
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.frame_end = Some(kind);
        ControlFlow::Break(())
    }
}

/// Lets everything pass until the frame ends.
struct Skip {
    frame_end: Option<FrameKind>,
}

impl<'b> Visitor<'b> for Skip {
    #[inline(always)]
    fn event(&mut self, _: Event<&'b [u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.frame_end = Some(kind);
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it did not, a step would, and nobody would see the difference.
    #[test]
    fn a_held_text_is_waited_for_without_a_step() {
        let mut parser = Parser::new();
        let mut input: &[u8] = b"$5\r\nhel";
        assert_eq!(parser.next_event(&mut input), Ok(None));
        assert_eq!(input, b"hel");
        for (presented, waits) in [(&b"hel"[..], true), (b"hello", true), (b"hello\r", false), (b"hello\r\n", false)] {
            assert_eq!(parser.waits_for_more_than(presented), waits, "{presented:?}");
            assert_eq!(parser.examined, presented.len().min(5), "{presented:?}");
        }
    }

    #[test]
    fn nothing_but_a_held_text_is_waited_for_without_a_step() {
        for stream in [&b""[..], b":1", b"+hel", b"$?\r\n", b"$?\r\n;5\r\n", b"=9\r\nt"] {
            let mut parser = Parser::new();
            let mut input = stream;
            assert_eq!(parser.next_event(&mut input), Ok(None));
            assert!(!parser.waits_for_more_than(input), "{stream:?}");
        }
    }
}

//! The grammar: [`Parser::step`], one careful step of it.
//!
//! `step` looks at the front of the input and does what comes next, whatever state the parser is in, byte by byte
//! where it must. Every rule, limit, switch, error and partial read of the crate is decided here and nowhere else; the
//! fast run in `run.rs` only takes over where nothing can go wrong. So this file is written to be checked, not to be
//! quick, with one exception: it looks at no byte twice. What was examined and had to stay in the caller's buffer is
//! remembered (`examined`, and how far its grammar has come in `lex` and `number`), so the work per byte is the same
//! for every size of read.
//!
//! The functions below `step` each handle one [`Mode`]. They get the input from the first byte that is not consumed,
//! which stands at `self.offset` in the stream, and answer with a [`Turn`] or a [`Fault`].

use crate::error::{Error, ErrorKind};
use crate::event::{Aggregate, Event, FrameKind, Null, Part};
use crate::level::Level;
use crate::lex::{self, State};
use crate::parser::{Mode, Parser, Text};

/// Nothing is shorter than a type byte and CRLF.
pub(crate) const MIN_NODE: u64 = 3;

/// What a step did.
#[derive(Debug)]
pub(crate) struct Step<'b> {
    pub(crate) consumed: usize,
    /// `None`: more input is needed.
    pub(crate) event: Option<Event<&'b [u8]>>,
    /// The length of the text, on its first part, if it was declared.
    pub(crate) text_len: Option<u64>,
    /// Set on a frame's last event: what it was, and its bytes on the wire.
    pub(crate) frame: Option<(FrameKind, u64)>,
}

/// What a mode makes of the input.
enum Turn<'b> {
    /// An event, and the number of bytes it used up.
    Event(usize, Event<&'b [u8]>),
    /// No event, but so many bytes are done with; look again.
    Consumed(usize),
    /// Nothing before more input.
    Need,
}

/// An error and its place, counted from the first byte that is not consumed.
struct Fault {
    kind: ErrorKind,
    at: usize,
}

const fn fault<T>(kind: ErrorKind, at: usize) -> Result<T, Fault> {
    Err(Fault { kind, at })
}

impl<const DEPTH: usize> Parser<DEPTH> {
    /// The next event, if `input` holds it. Cold, and not generic over visitors: there is one copy of it.
    #[cold]
    #[inline(never)]
    pub(crate) fn step<'b>(&mut self, input: &'b [u8]) -> Result<Step<'b>, Error> {
        self.assert_tail(input);
        let mut step = Step { consumed: 0, event: None, text_len: None, frame: None };
        loop {
            let rest = input.get(step.consumed..).unwrap_or_default();
            let turn = match self.mode {
                Mode::Node => self.node(rest),
                Mode::Line => self.line(rest),
                Mode::Format => self.format(rest),
                Mode::Body | Mode::Held => self.body(rest),
                Mode::Chunk => self.chunk(rest),
                Mode::ChunkBody => self.chunk_body(rest),
                Mode::Failed(kind) => return Err(self.failure(kind)),
            };
            match turn {
                Ok(Turn::Need) => break,
                Ok(Turn::Consumed(len)) => self.consume(len, &mut step),
                Ok(Turn::Event(len, event)) => {
                    self.consume(len, &mut step);
                    self.settle(&event, &mut step);
                    step.event = Some(event);
                    break;
                }
                Err(fault) => return Err(self.fail(&fault, rest)),
            }
        }
        self.horizon = self.new_horizon();
        Ok(step)
    }

    /// What the error was, for as long as nobody resets.
    pub(crate) const fn failure(&self, kind: ErrorKind) -> Error {
        let byte = if self.begun { Some(self.format[0]) } else { None };
        Error { kind, offset: self.number, byte }
    }

    /// Keeps the error in fields that a failed parser has no other use for.
    fn fail(&mut self, fault: &Fault, rest: &[u8]) -> Error {
        let byte = rest.get(fault.at).copied();
        self.mode = Mode::Failed(fault.kind);
        self.number = self.offset.saturating_add(fault.at as u64);
        self.begun = byte.is_some();
        self.format[0] = byte.unwrap_or_default();
        self.examined = 0;
        self.horizon = 0;
        self.failure(fault.kind)
    }

    fn consume(&mut self, len: usize, step: &mut Step<'_>) {
        step.consumed = step.consumed.saturating_add(len);
        self.offset = self.offset.wrapping_add(len as u64);
        self.examined = 0;
    }

    /// Brings the levels up to date with an event: what it opens, closes or completes, and whether the frame ends.
    fn settle(&mut self, event: &Event<&[u8]>, step: &mut Step<'_>) {
        let kind = match *event {
            Event::Begin(kind, count) => return self.open(kind, count),
            Event::End(kind) => {
                self.top = self.outer.pop().unwrap_or(Level::FRAME);
                FrameKind::of(kind)
            }
            _ => match event.text() {
                Some((Part::First, data)) if self.mode == Mode::Body => {
                    step.text_len = Some(self.number.saturating_add(data.len() as u64));
                    return;
                }
                Some((Part::First | Part::Middle, _)) => return,
                _ => {
                    self.mode = Mode::Node;
                    self.take();
                    FrameKind::Reply
                }
            },
        };
        if self.top.is_frame() && self.top.is_done() {
            step.frame = Some((kind, self.offset.wrapping_sub(self.frame_start)));
            self.top = Level::FRAME;
        }
    }

    /// An element, and the value of the attributes in front of it.
    fn take(&mut self) {
        self.top.take();
        self.top.set_attributed(false);
    }

    /// An attribute is no element, and neither is a push inside a frame.
    fn open(&mut self, kind: Aggregate, count: Option<u64>) {
        match kind {
            Aggregate::Attribute => self.top.set_attributed(true),
            Aggregate::Push if !self.outer.is_empty() => self.top.set_attributed(false),
            _ => self.take(),
        }
        let inner = self.top.inner(kind, count.map(|count| elements(kind, count)));
        // Never full: the header's first digit was refused if there was no room for a level.
        let _ = self.outer.try_push(self.top);
        self.top = inner;
    }

    // ---- Mode::Node: between values ----

    fn node<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        if self.top.is_done() {
            return Ok(Turn::Event(0, Event::End(self.top.kind())));
        }
        let Some(&kind) = rest.first() else {
            return Ok(Turn::Need);
        };
        if self.examined == 0 {
            if self.top == Level::FRAME {
                self.begin_frame(self.offset);
            }
            self.begin_node(kind)?;
            if let Some(text) = line_text(kind) {
                self.pay(self.base_charge(kind));
                self.begin_text(text, Mode::Line);
                return Ok(Turn::Consumed(1));
            }
            self.begin_header(kind);
        }
        match self.header(kind, rest)? {
            Some(len) => Ok(self.end_header(kind, rest, len)),
            None => Ok(Turn::Need),
        }
    }

    /// Everything that a type byte alone can do wrong.
    fn begin_node(&self, kind: u8) -> Result<(), Fault> {
        match kind {
            b'+' | b'-' | b':' | b'$' | b'*' => {}
            b'_' | b'#' | b',' | b'(' | b'!' | b'=' | b'%' | b'~' | b'|' | b'>' | b';' | b'.' => {
                self.begin_resp3(kind)?;
            }
            _ => return fault(ErrorKind::UnknownType, 0),
        }
        let streamed_element = self.top.is_streamed() && !matches!(kind, b'.' | b'|' | b'>');
        if streamed_element && self.elements_left == 0 {
            return fault(ErrorKind::TooManyElements, 0);
        }
        self.fits_node()
    }

    fn begin_resp3(&self, kind: u8) -> Result<(), Fault> {
        if self.options.resp2_only {
            return fault(ErrorKind::UnexpectedType, 0);
        }
        match kind {
            b';' => fault(ErrorKind::UnexpectedChunk, 0),
            b'.' if !self.top.is_streamed() => fault(ErrorKind::UnexpectedEnd, 0),
            b'.' if self.top.is_attributed() => fault(ErrorKind::DanglingAttribute, 0),
            b'.' if self.top.is_half_pair() => fault(ErrorKind::OddMap, 0),
            b'>' if self.top.is_in_push() => fault(ErrorKind::NestedPush, 0),
            b'>' if self.options.strict_pushes && !self.outer.is_empty() => fault(ErrorKind::NestedPush, 0),
            _ => Ok(()),
        }
    }

    fn fits_node(&self) -> Result<(), Fault> {
        self.fits_frame(0, MIN_NODE.saturating_sub(1))
    }

    /// What a node costs besides its declared elements: see [`Options::max_elements`](crate::Options::max_elements).
    fn base_charge(&self, kind: u8) -> u64 {
        u64::from(match kind {
            b'|' => true,
            b'>' => !self.outer.is_empty(),
            b'.' | b';' => false,
            _ => self.top.is_streamed(),
        })
    }

    /// Never more than is left: that was checked at the type byte or at the digit.
    fn pay(&mut self, elements: u64) {
        self.elements_left = self.elements_left.saturating_sub(elements);
    }

    fn begin_text(&mut self, text: Text, mode: Mode) {
        self.text = text;
        self.mode = mode;
        self.text_left = self.options.max_text;
        self.lex = State::Start;
        self.begun = false;
    }

    // ---- Headers: lengths, counts, integers, doubles, booleans, nulls, ends ----

    fn begin_header(&mut self, kind: u8) {
        self.lex = if matches!(kind, b'_' | b'.') { State::Full } else { State::Start };
        self.number = 0;
        self.examined = 1;
    }

    /// The length of the header that `rest` starts with, type byte and CRLF included, once it is all there.
    fn header(&mut self, kind: u8, rest: &[u8]) -> Result<Option<usize>, Fault> {
        while let Some(&byte) = rest.get(self.examined) {
            let at = self.examined;
            self.lex = match (self.lex, byte) {
                (State::Cr, b'\n') => return Ok(Some(at.saturating_add(1))),
                (State::Cr, _) => return fault(ErrorKind::BareCr, at),
                (_, b'\n') => return fault(ErrorKind::BareLf, at),
                (state, b'\r') if state.is_complete() => {
                    self.may_end(kind, at)?;
                    State::Cr
                }
                _ => {
                    let Some(next) = self.payload(kind, byte) else {
                        return fault(invalid(kind), at);
                    };
                    self.fits_header(at)?;
                    match next {
                        State::Zero | State::Digits => self.digit(kind, byte, rest, at)?,
                        State::Streamed if aggregate(kind).is_some() => self.fits_depth(at)?,
                        _ => {}
                    }
                    next
                }
            };
            self.examined = at.saturating_add(1);
        }
        Ok(None)
    }

    /// The grammar of each header.
    fn payload(&self, kind: u8, byte: u8) -> Option<State> {
        match kind {
            b':' => lex::integer(self.options.strict_integers, self.lex, byte),
            b',' => lex::double(self.lex, byte),
            b'#' => (self.lex == State::Start && matches!(byte, b't' | b'f')).then_some(State::Full),
            b'_' | b'.' => None,
            _ => {
                let length = lex::Length {
                    nullable: matches!(kind, b'$' | b'*'),
                    streamable: matches!(kind, b'$' | b'*' | b'%' | b'~') && !self.options.resp2_only,
                    lenient: self.options.lenient_lengths,
                };
                length.next(self.lex, byte)
            }
        }
    }

    /// The payload's byte at `at` lies within `max_header`, and the line can still end within `max_frame`.
    fn fits_header(&self, at: usize) -> Result<(), Fault> {
        if at as u64 > u64::from(self.options.max_header) {
            return fault(ErrorKind::LineTooLong, at);
        }
        self.fits_frame(at, 2)
    }

    /// The frame's budget has room for the byte at `at` and so many behind it.
    fn fits_frame(&self, at: usize, behind: u64) -> Result<(), Fault> {
        let in_front = self.offset.wrapping_sub(self.frame_start).saturating_add(at as u64);
        if in_front.saturating_add(1).saturating_add(behind) > self.options.max_frame {
            return fault(ErrorKind::FrameTooLarge, at);
        }
        Ok(())
    }

    /// Adds a digit to the number, and holds it to its limits before anything is done with it.
    fn digit(&mut self, kind: u8, byte: u8, rest: &[u8], at: usize) -> Result<(), Fault> {
        let digit = u64::from(byte.wrapping_sub(b'0'));
        let number = self.number.checked_mul(10).and_then(|tens| tens.checked_add(digit));
        match (kind, aggregate(kind)) {
            (b',', _) => return Ok(()),
            (b':', _) => fits_integer(number, rest, at)?,
            (_, Some(aggregate)) => self.fits_count(kind, aggregate, number, at)?,
            (_, None) => self.fits_length(kind, number, at)?,
        }
        self.number = number.unwrap_or(u64::MAX);
        Ok(())
    }

    fn fits_depth(&self, at: usize) -> Result<(), Fault> {
        if self.outer.len() >= self.levels() {
            return fault(ErrorKind::TooDeep, at);
        }
        Ok(())
    }

    fn fits_count(&self, kind: u8, aggregate: Aggregate, count: Option<u64>, at: usize) -> Result<(), Fault> {
        self.fits_depth(at)?;
        let Some(count) = count.filter(|&count| count <= self.options.max_count) else {
            return fault(ErrorKind::CountTooLarge, at);
        };
        if self.charge(kind, aggregate, count) > self.elements_left {
            return fault(ErrorKind::TooManyElements, at);
        }
        // Behind this digit come a line end and the elements, each at least a type byte and a line end.
        let behind = elements(aggregate, count).saturating_mul(MIN_NODE).saturating_add(2);
        self.fits_frame(at, behind)
    }

    fn charge(&self, kind: u8, aggregate: Aggregate, count: u64) -> u64 {
        elements(aggregate, count).saturating_add(self.base_charge(kind))
    }

    fn fits_length(&self, kind: u8, len: Option<u64>, at: usize) -> Result<(), Fault> {
        let limit = if kind == b';' { self.text_left } else { self.options.max_text };
        let Some(len) = len.filter(|&len| len <= limit) else {
            return fault(ErrorKind::LengthTooLarge, at);
        };
        // Behind this digit come a line end, the text, and a line end; behind `;0` only a line end.
        let behind = if kind == b';' && len == 0 { 2 } else { len.saturating_add(4) };
        self.fits_frame(at, behind)
    }

    /// Two numbers are refused only at their CR, since a longer one could have followed.
    fn may_end(&self, kind: u8, at: usize) -> Result<(), Fault> {
        match kind {
            b'=' if self.number < 4 => fault(ErrorKind::InvalidVerbatim, at),
            b'>' if self.number == 0 => fault(ErrorKind::InvalidPush, at),
            _ => Ok(()),
        }
    }

    /// Acts on a complete header of `len` bytes.
    fn end_header<'b>(&mut self, kind: u8, rest: &'b [u8], len: usize) -> Turn<'b> {
        let payload = rest.get(1..len.saturating_sub(2)).unwrap_or_default();
        let event = match (kind, payload.first()) {
            (b':', _) => Event::Integer(signed(self.number, is_negative(rest))),
            (b',', _) => Event::Double(payload),
            (b'#', value) => Event::Boolean(value == Some(&b't')),
            (b'_', _) => Event::Null(Null::Resp3),
            (b'.', _) => Event::End(self.top.kind()),
            (b'$', Some(b'-')) => Event::Null(Null::BulkString),
            (b'*', Some(b'-')) => Event::Null(Null::Array),
            (_, form) => {
                let number = (form != Some(&b'?')).then_some(self.number);
                let Some(aggregate) = aggregate(kind) else {
                    return self.end_length(kind, number, len);
                };
                self.pay(self.charge(kind, aggregate, number.unwrap_or(0)));
                return Turn::Event(len, Event::Begin(aggregate, number));
            }
        };
        self.pay(self.base_charge(kind));
        Turn::Event(len, event)
    }

    /// A text with a length follows, or one in chunks.
    fn end_length<'b>(&mut self, kind: u8, length: Option<u64>, len: usize) -> Turn<'b> {
        self.pay(self.base_charge(kind));
        match (kind, length) {
            (_, None) => self.begin_text(Text::BulkString, Mode::Chunk),
            (b'=', _) => self.begin_text(Text::VerbatimString, Mode::Format),
            (b'!', _) => self.begin_text(Text::BulkError, self.body_mode()),
            _ => self.begin_text(Text::BulkString, self.body_mode()),
        }
        Turn::Consumed(len)
    }

    // ---- Mode::Line: after `+`, `-` or `(` ----

    fn line<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        let frame_left = self.frame_left().saturating_sub(2);
        let limit = usize::try_from(self.text_left.min(frame_left)).unwrap_or(usize::MAX);
        // One byte past the limit a CR may stand.
        let window = rest.get(..limit.saturating_add(1)).unwrap_or(rest);
        let from = self.examined.min(window.len());
        let fresh = window.get(from..).unwrap_or_default();
        let fresh_len = memchr::memchr2(b'\r', b'\n', fresh).unwrap_or(fresh.len());
        let len = from.saturating_add(fresh_len);
        let ending = rest.get(len..).unwrap_or_default();
        let big_number = self.text == Text::BigNumber && !self.options.lenient_big_numbers;
        if big_number {
            self.digits(fresh.get(..fresh_len).unwrap_or_default(), from)?;
        }
        match ending {
            _ if len > limit && frame_left < self.text_left => return fault(ErrorKind::FrameTooLarge, limit),
            _ if len > limit => return fault(ErrorKind::LengthTooLarge, limit),
            [b'\r', ..] if big_number && !self.lex.is_complete() => {
                return fault(ErrorKind::InvalidBigNumber, len);
            }
            [] | [b'\r'] => {}
            [b'\r', b'\n', ..] => return Ok(self.last_part(rest, len)),
            [b'\r', ..] => return fault(ErrorKind::BareCr, len.saturating_add(1)),
            _ => return fault(ErrorKind::BareLf, len),
        }
        if !self.begun && len <= self.options.whole {
            self.examined = len;
            return Ok(Turn::Need);
        }
        self.text_left = self.text_left.saturating_sub(len as u64);
        Ok(self.part(rest, len))
    }

    /// Holds the fresh bytes of a big number, which start at `from`, to its grammar.
    fn digits(&mut self, fresh: &[u8], from: usize) -> Result<(), Fault> {
        for (index, &byte) in fresh.iter().enumerate() {
            let Some(next) = lex::big_number(self.lex, byte) else {
                return fault(ErrorKind::InvalidBigNumber, from.saturating_add(index));
            };
            self.lex = next;
        }
        Ok(())
    }

    // ---- Mode::Format, Mode::Body and Mode::Held: after the header of `$`, `!` or `=` ----

    fn format<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        match *rest {
            [a, b, c, b':', ..] => {
                self.format = [a, b, c];
                self.number = self.number.saturating_sub(4);
                self.mode = self.body_mode();
                Ok(Turn::Consumed(4))
            }
            [_, _, _, _, ..] => fault(ErrorKind::InvalidVerbatim, 3),
            _ => {
                self.examined = rest.len();
                Ok(Turn::Need)
            }
        }
    }

    fn body<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        let len = usize::try_from(self.number).unwrap_or(usize::MAX);
        match rest.get(len..).unwrap_or_default() {
            [] | [b'\r'] => {}
            [b'\r', b'\n', ..] => return Ok(self.last_part(rest, len)),
            [b'\r', ..] => return fault(ErrorKind::MissingCrlf, len.saturating_add(1)),
            _ => return fault(ErrorKind::MissingCrlf, len),
        }
        if self.mode == Mode::Held {
            self.examined = rest.len();
            return Ok(Turn::Need);
        }
        Ok(self.body_part(rest, len))
    }

    /// Whether a text of `number` bytes waits until it is whole.
    fn body_mode(&self) -> Mode {
        if self.number <= self.options.whole as u64 { Mode::Held } else { Mode::Body }
    }

    /// What there is of the `len` bytes to come.
    fn body_part<'b>(&mut self, rest: &'b [u8], len: usize) -> Turn<'b> {
        let len = len.min(rest.len());
        self.number = self.number.saturating_sub(len as u64);
        self.part(rest, len)
    }

    // ---- Mode::Chunk and Mode::ChunkBody: after `$?` ----

    fn chunk<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        match rest.first() {
            None => return Ok(Turn::Need),
            Some(b';') if self.examined > 0 => {}
            Some(b';') => {
                self.fits_node()?;
                self.begin_header(b';');
            }
            Some(_) => return fault(ErrorKind::ExpectedChunk, 0),
        }
        match self.header(b';', rest)? {
            None => Ok(Turn::Need),
            Some(len) if self.number == 0 => {
                let part = if self.begun { Part::Last } else { Part::Whole };
                let empty = rest.get(len..len).unwrap_or_default();
                Ok(Turn::Event(len, self.text_event(part, empty)))
            }
            Some(len) => {
                self.text_left = self.text_left.saturating_sub(self.number);
                self.mode = Mode::ChunkBody;
                Ok(Turn::Consumed(len))
            }
        }
    }

    /// The bytes of a chunk as they come, and then its line end.
    fn chunk_body<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        let len = usize::try_from(self.number).unwrap_or(usize::MAX);
        if len > 0 {
            return Ok(self.body_part(rest, len));
        }
        match rest {
            [] | [b'\r'] => Ok(Turn::Need),
            [b'\r', b'\n', ..] => {
                self.mode = Mode::Chunk;
                Ok(Turn::Consumed(2))
            }
            [b'\r', ..] => fault(ErrorKind::MissingCrlf, 1),
            _ => fault(ErrorKind::MissingCrlf, 0),
        }
    }

    // ---- Parts of texts ----

    /// The first `len` bytes of `rest` as a part of which more will come; nothing is not a part.
    fn part<'b>(&mut self, rest: &'b [u8], len: usize) -> Turn<'b> {
        if len == 0 {
            return Turn::Need;
        }
        let part = if self.begun { Part::Middle } else { Part::First };
        self.begun = true;
        Turn::Event(len, self.text_event(part, rest.get(..len).unwrap_or_default()))
    }

    /// The first `len` bytes of `rest`, and the CRLF behind them.
    fn last_part<'b>(&self, rest: &'b [u8], len: usize) -> Turn<'b> {
        let part = if self.begun { Part::Last } else { Part::Whole };
        let data = rest.get(..len).unwrap_or_default();
        Turn::Event(len.saturating_add(2), self.text_event(part, data))
    }

    fn text_event<'b>(&self, part: Part, data: &'b [u8]) -> Event<&'b [u8]> {
        match self.text {
            Text::SimpleString => Event::SimpleString(part, data),
            Text::SimpleError => Event::SimpleError(part, data),
            Text::BigNumber => Event::BigNumber(part, data),
            Text::BulkString => Event::BulkString(part, data),
            Text::BulkError => Event::BulkError(part, data),
            Text::VerbatimString => Event::VerbatimString(self.format, part, data),
        }
    }

    /// How many bytes the frame may still hold, the first unconsumed one included.
    pub(crate) fn frame_left(&self) -> u64 {
        self.options.max_frame.saturating_sub(self.offset.wrapping_sub(self.frame_start))
    }
}

const fn line_text(kind: u8) -> Option<Text> {
    match kind {
        b'+' => Some(Text::SimpleString),
        b'-' => Some(Text::SimpleError),
        b'(' => Some(Text::BigNumber),
        _ => None,
    }
}

const fn aggregate(kind: u8) -> Option<Aggregate> {
    match kind {
        b'*' => Some(Aggregate::Array),
        b'|' => Some(Aggregate::Attribute),
        b'%' => Some(Aggregate::Map),
        b'>' => Some(Aggregate::Push),
        b'~' => Some(Aggregate::Set),
        _ => None,
    }
}

/// What a byte that does not fit makes of a header.
const fn invalid(kind: u8) -> ErrorKind {
    match kind {
        b':' => ErrorKind::InvalidInteger,
        b',' => ErrorKind::InvalidDouble,
        b'#' => ErrorKind::InvalidBoolean,
        b'_' => ErrorKind::InvalidNull,
        b'.' => ErrorKind::InvalidEnd,
        _ => ErrorKind::InvalidLength,
    }
}

/// The number of elements that a count on the wire stands for.
pub(crate) const fn elements(aggregate: Aggregate, count: u64) -> u64 {
    match aggregate {
        Aggregate::Map | Aggregate::Attribute => count.saturating_mul(2),
        Aggregate::Array | Aggregate::Push | Aggregate::Set => count,
    }
}

/// Whether the header's payload starts with a minus.
fn is_negative(rest: &[u8]) -> bool {
    rest.get(1) == Some(&b'-')
}

fn fits_integer(magnitude: Option<u64>, rest: &[u8], at: usize) -> Result<(), Fault> {
    let limit = i64::MAX.unsigned_abs().saturating_add(u64::from(is_negative(rest)));
    match magnitude {
        Some(magnitude) if magnitude <= limit => Ok(()),
        _ => fault(ErrorKind::IntegerOutOfRange, at),
    }
}

/// The integer of a magnitude that is known to be in range.
const fn signed(magnitude: u64, negative: bool) -> i64 {
    if negative { 0_i64.wrapping_sub_unsigned(magnitude) } else { 0_i64.wrapping_add_unsigned(magnitude) }
}

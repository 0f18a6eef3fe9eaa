//! The grammar: [`Parser::step`], one careful step of it.
//!
//! `step` looks at the front of the input and does what comes next, whatever state the parser is in, byte by byte
//! where it must. Every rule, limit, switch, error and partial read of the crate is decided here and nowhere else; the
//! fast run in `run.rs` only takes over where nothing can go wrong. So this file is written to be checked, not to be
//! quick, with one exception: it looks at no byte twice, but for the few of a short number. What was examined and had
//! to stay in the caller's buffer is remembered (`examined`, and how far its grammar has come in `lex` and `number`), so
//! the work per byte is the same for every size of read.
//!
//! In reads of a few bytes there is nothing but steps, so what they have in common is kept small: a byte of a header or
//! a line costs about 100 instructions. Two things made the difference, and are noted where they are done: no event
//! is handed on, and no loop calls for what a single byte does not need.
//!
//! The functions below `step` each handle one [`Mode`]. They get the input from the first byte that is not consumed,
//! which stands at `self.offset` in the stream, and answer with a [`Turn`] or a [`Fault`].

use crate::error::{Error, ErrorKind};
use crate::event::{Aggregate, Event, Null, Part};
use crate::level::Level;
use crate::lex::{self, State};
use crate::parser::{Mode, Parser, Text};

/// Nothing is shorter than a type byte and CRLF.
pub(crate) const MIN_NODE: u64 = 3;

/// What a mode makes of the input. A number is that of the bytes that are done with.
///
/// None of these holds an event: it is made last, where it is returned. (An [`Event`] that is handed on is taken apart
/// and put together again: that was 40 instructions of each step.)
enum Turn<'b> {
    /// Some of a text, or all of it, and what is behind it.
    Text(Part, &'b [u8], &'b [u8]),
    /// The complete header of this type.
    Header(u8, usize),
    /// The end of a level that has nothing left.
    End,
    /// No event: look again.
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
    /// The next event, if `input` holds it, and `input` moves past what is done with. Cold, and not generic over
    /// visitors: there is one copy of it.
    #[cold]
    #[inline(never)]
    pub(crate) fn step<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> {
        self.assert_tail(input);
        loop {
            let rest = *input;
            let turn = match self.mode {
                Mode::Node => self.node(rest),
                Mode::Line => self.line(rest),
                Mode::Format => self.format(rest),
                Mode::Body | Mode::Held => self.body(rest),
                Mode::Chunk => self.chunk(rest),
                Mode::ChunkBody => self.chunk_body(rest),
                Mode::Failed => return Err(self.failure()),
            };
            match turn {
                Ok(Turn::Need) => return Ok(None),
                Ok(Turn::Consumed(len)) => *input = self.consume(rest, len),
                Ok(Turn::Text(part, data, behind)) => {
                    self.offset = self.offset.wrapping_add(rest.len().saturating_sub(behind.len()) as u64);
                    self.examined = 0;
                    *input = behind;
                    match part {
                        Part::First | Part::Middle => self.begun = true,
                        Part::Whole | Part::Last => self.end_value(),
                    }
                    return Ok(Some(self.text_event(part, data)));
                }
                Ok(Turn::Header(kind, len)) => {
                    let (header, behind) = rest.split_at_checked(len).unwrap_or_default();
                    *input = behind;
                    self.offset = self.offset.wrapping_add(len as u64);
                    self.examined = 0;
                    if let event @ Some(_) = self.end_header(kind, header) {
                        return Ok(event);
                    }
                }
                Ok(Turn::End) => {
                    let kind = self.top.kind();
                    self.end_level();
                    return Ok(Some(Event::End(kind)));
                }
                Err(fault) => return Err(self.fail(&fault, rest)),
            }
        }
    }

    /// What the error was, for as long as nobody resets.
    pub(crate) const fn failure(&self) -> Error {
        let byte = if self.begun { Some(self.format[0]) } else { None };
        Error { kind: self.error, offset: self.number, byte }
    }

    /// Keeps the error in fields that a failed parser has no other use for.
    #[cold]
    fn fail(&mut self, fault: &Fault, rest: &[u8]) -> Error {
        let byte = rest.get(fault.at).copied();
        self.mode = Mode::Failed;
        self.error = fault.kind;
        self.number = self.offset.saturating_add(fault.at as u64);
        self.begun = byte.is_some();
        self.format[0] = byte.unwrap_or_default();
        self.examined = 0;
        self.horizon = 0;
        self.failure()
    }

    /// The first `len` bytes of `rest` are done with: what is behind them.
    fn consume<'b>(&mut self, rest: &'b [u8], len: usize) -> &'b [u8] {
        self.offset = self.offset.wrapping_add(len as u64);
        self.examined = 0;
        rest.get(len..).unwrap_or_default()
    }

    /// A scalar or a text is complete.
    fn end_value(&mut self) {
        self.mode = Mode::Node;
        self.take();
        self.end_node();
    }

    /// So is an aggregate.
    fn end_level(&mut self) {
        self.top = self.outer.pop().unwrap_or(Level::FRAME);
        self.end_node();
    }

    /// And perhaps its frame.
    fn end_node(&mut self) {
        if self.top.is_frame() && self.top.is_done() {
            self.number = self.offset.wrapping_sub(self.frame_start);
            self.top = Level::FRAME;
        }
        self.horizon = self.new_horizon();
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
        self.horizon = self.new_horizon();
    }

    // ---- Mode::Node: between values ----

    fn node<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        if self.top.is_done() {
            return Ok(Turn::End);
        }
        let Some(&kind) = rest.first() else {
            return Ok(Turn::Need);
        };
        if self.examined == 0 {
            if self.top == Level::FRAME {
                self.begin_frame(self.offset);
            }
            self.begin_node(kind).or_else(|kind| fault(kind, 0))?;
            if let Some(text) = line_text(kind) {
                self.pay(self.base_charge(kind));
                self.begin_text(text, Mode::Line);
                return Ok(Turn::Consumed(1));
            }
            self.begin_header(kind);
        }
        let complete = match self.short_header(kind, rest) {
            Some(complete) => complete,
            None => self.header(kind, rest)?,
        };
        Ok(if complete { Turn::Header(kind, self.examined) } else { Turn::Need })
    }

    /// Everything that a type byte alone can do wrong.
    fn begin_node(&self, kind: u8) -> Result<(), ErrorKind> {
        match kind {
            b'+' | b'-' | b':' | b'$' | b'*' => {}
            b'_' | b'#' | b',' | b'(' | b'!' | b'=' | b'%' | b'~' | b'|' | b'>' | b';' | b'.' => {
                self.begin_resp3(kind)?;
            }
            _ => return Err(ErrorKind::UnknownType),
        }
        let streamed_element = self.top.is_streamed() && !matches!(kind, b'.' | b'|' | b'>');
        if streamed_element && self.elements_left == 0 {
            return Err(ErrorKind::TooManyElements);
        }
        self.fits_node()
    }

    fn begin_resp3(&self, kind: u8) -> Result<(), ErrorKind> {
        if self.options.resp2_only {
            return Err(ErrorKind::UnexpectedType);
        }
        match kind {
            b';' => Err(ErrorKind::UnexpectedChunk),
            b'.' if !self.top.is_streamed() => Err(ErrorKind::UnexpectedEnd),
            b'.' if self.top.is_attributed() => Err(ErrorKind::DanglingAttribute),
            b'.' if self.top.is_half_pair() => Err(ErrorKind::OddMap),
            b'>' if self.top.is_in_push() => Err(ErrorKind::NestedPush),
            b'>' if self.options.strict_pushes && !self.outer.is_empty() => Err(ErrorKind::NestedPush),
            _ => Ok(()),
        }
    }

    fn fits_node(&self) -> Result<(), ErrorKind> {
        self.fits_frame(MIN_NODE.saturating_sub(1))
    }

    /// What a value's first node costs besides its declared elements: see [`Options::max_elements`](crate::Options::max_elements).
    fn base_charge(&self, kind: u8) -> u64 {
        u64::from(match kind {
            b'|' => true,
            b'>' => !self.outer.is_empty(),
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
        self.horizon = 0;
    }

    // ---- Headers: lengths, counts, integers, doubles, booleans, nulls, ends ----

    fn begin_header(&mut self, kind: u8) {
        self.lex = if matches!(kind, b'_' | b'.') { State::Full } else { State::Start };
        self.number = 0;
        self.examined = 1;
        self.horizon = 0;
    }

    /// What [`header`](Self::header) would say of the header that `rest` starts with, if it is a plain number of up to
    /// three digits and passes no limit. Only the last digit is held to the limits, which allow those in front of it what
    /// they allow it. In all other cases nothing is changed.
    ///
    /// These few bytes are looked at again in each read. That costs half of what it costs to take up the thread, and a
    /// fifth where the header is there at once.
    #[inline]
    fn short_header(&mut self, kind: u8, rest: &[u8]) -> Option<bool> {
        let examined = self.examined;
        if examined > SHORT_NUMBER.saturating_add(2) {
            return None;
        }
        let (number, digits, line_end) = short_number(rest)?;
        self.examined = digits;
        let fits = self.fits_header().and_then(|()| match (kind, aggregate(kind)) {
            (b'$', _) => self.fits_length(kind, Some(number)),
            (b'*' | b'%' | b'~', Some(aggregate)) => self.fits_count(kind, aggregate, Some(number)),
            (b':', _) => Ok(()),
            _ => Err(ErrorKind::InvalidLength),
        });
        if fits.is_err() {
            self.examined = examined;
            return None;
        }
        self.number = number;
        self.lex = match line_end {
            [b'\r', b'\n'] => State::Lf,
            [b'\r'] => State::Cr,
            _ if number == 0 => State::Zero,
            _ => State::Digits,
        };
        self.examined = digits.saturating_add(1).saturating_add(line_end.len());
        Some(self.lex == State::Lf)
    }

    /// Whether the header that `rest` starts with is all there: `examined` bytes, type byte and CRLF included.
    #[inline]
    fn header(&mut self, kind: u8, rest: &[u8]) -> Result<bool, Fault> {
        while let Some(&byte) = rest.get(self.examined) {
            match self.header_byte(kind, byte, rest) {
                Ok(next) => self.lex = next,
                Err(kind) => return fault(kind, self.examined),
            }
            self.examined = self.examined.saturating_add(1);
            if self.lex == State::Lf {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the byte at `examined` makes of the header.
    ///
    /// Out of line, because in a loop the compiler would load all options in front of it: 35 instructions, where most
    /// calls find one byte.
    #[inline(never)]
    fn header_byte(&mut self, kind: u8, byte: u8, rest: &[u8]) -> Result<State, ErrorKind> {
        match (self.lex, byte) {
            (State::Cr, b'\n') => Ok(State::Lf),
            (State::Cr, _) => Err(ErrorKind::BareCr),
            (_, b'\n') => Err(ErrorKind::BareLf),
            (state, b'\r') if state.is_complete() => match kind {
                // Refused only here, since a longer number could have followed.
                b'=' if self.number < 4 => Err(ErrorKind::InvalidVerbatim),
                b'>' if self.number == 0 => Err(ErrorKind::InvalidPush),
                _ => Ok(State::Cr),
            },
            (state, _) => self.payload(kind, state, byte, rest),
        }
    }

    /// The grammar of each header, and the limits on its length and number.
    fn payload(&mut self, kind: u8, state: State, byte: u8, rest: &[u8]) -> Result<State, ErrorKind> {
        let next = match kind {
            b':' => lex::integer(self.options.strict_integers, state, byte).ok_or(ErrorKind::InvalidInteger)?,
            b',' => lex::double(state, byte).ok_or(ErrorKind::InvalidDouble)?,
            b'#' if state == State::Start && matches!(byte, b't' | b'f') => State::Full,
            b'#' => return Err(ErrorKind::InvalidBoolean),
            b'_' => return Err(ErrorKind::InvalidNull),
            b'.' => return Err(ErrorKind::InvalidEnd),
            _ => {
                let length = lex::Length {
                    nullable: matches!(kind, b'$' | b'*'),
                    streamable: matches!(kind, b'$' | b'*' | b'%' | b'~') && !self.options.resp2_only,
                    lenient: self.options.lenient_lengths,
                };
                length.next(state, byte).ok_or(ErrorKind::InvalidLength)?
            }
        };
        self.fits_header()?;
        match next {
            State::Zero | State::Digits if kind != b',' => self.digit(kind, byte, rest)?,
            State::Streamed if aggregate(kind).is_some() => self.fits_depth()?,
            _ => {}
        }
        Ok(next)
    }

    /// The payload's next byte lies within `max_header`, and the line can still end within `max_frame`.
    fn fits_header(&self) -> Result<(), ErrorKind> {
        if self.examined as u64 > u64::from(self.options.max_header) {
            return Err(ErrorKind::LineTooLong);
        }
        self.fits_frame(2)
    }

    /// The frame's budget has room for the byte at `examined` and so many behind it.
    fn fits_frame(&self, behind: u64) -> Result<(), ErrorKind> {
        let arrived = self.offset.wrapping_sub(self.frame_start).wrapping_add(self.examined as u64).wrapping_add(1);
        if arrived.saturating_add(behind) > self.options.max_frame {
            return Err(ErrorKind::FrameTooLarge);
        }
        Ok(())
    }

    /// Adds a digit to the number, and holds it to its limits before anything is done with it.
    fn digit(&mut self, kind: u8, byte: u8, rest: &[u8]) -> Result<(), ErrorKind> {
        let digit = u64::from(byte.wrapping_sub(b'0'));
        let number = self.number.checked_mul(10).and_then(|tens| tens.checked_add(digit));
        match (kind, aggregate(kind)) {
            (b':', _) => fits_integer(number, rest)?,
            (_, Some(aggregate)) => self.fits_count(kind, aggregate, number)?,
            (_, None) => self.fits_length(kind, number)?,
        }
        self.number = number.unwrap_or(u64::MAX);
        Ok(())
    }

    fn fits_depth(&self) -> Result<(), ErrorKind> {
        if self.outer.len() >= self.levels() {
            return Err(ErrorKind::TooDeep);
        }
        Ok(())
    }

    fn fits_count(&self, kind: u8, aggregate: Aggregate, count: Option<u64>) -> Result<(), ErrorKind> {
        self.fits_depth()?;
        let Some(count) = count.filter(|&count| count <= self.options.max_count) else {
            return Err(ErrorKind::CountTooLarge);
        };
        if self.charge(kind, aggregate, count) > self.elements_left {
            return Err(ErrorKind::TooManyElements);
        }
        // Behind this digit come a line end and the elements, each at least a type byte and a line end.
        self.fits_frame(elements(aggregate, count).saturating_mul(MIN_NODE).saturating_add(2))
    }

    fn charge(&self, kind: u8, aggregate: Aggregate, count: u64) -> u64 {
        elements(aggregate, count).saturating_add(self.base_charge(kind))
    }

    fn fits_length(&self, kind: u8, len: Option<u64>) -> Result<(), ErrorKind> {
        let limit = if kind == b';' { self.text_left } else { self.options.max_text };
        let Some(len) = len.filter(|&len| len <= limit) else {
            return Err(ErrorKind::LengthTooLarge);
        };
        // Behind this digit come a line end, the text, and a line end; behind `;0` only a line end.
        self.fits_frame(if kind == b';' && len == 0 { 2 } else { len.saturating_add(4) })
    }

    /// Acts on a complete header, which is consumed. `None`: a text follows.
    fn end_header<'b>(&mut self, kind: u8, header: &'b [u8]) -> Option<Event<&'b [u8]>> {
        let form = if let [_, form, ..] = header { *form } else { b'\r' };
        let (is_null, is_streamed) = (form == b'-', form == b'?');
        // The commonest first, past all the questions that it does not answer: 20 instructions.
        if kind == b'$' && form.is_ascii_digit() {
            self.pay(u64::from(self.top.is_streamed()));
            self.begin_text(Text::BulkString, self.body_mode());
            return None;
        }
        if matches!(kind, b'$' | b'!' | b'=') && !is_null {
            self.pay(self.base_charge(kind));
            self.begin_body(kind);
            return None;
        }
        if let Some(aggregate) = aggregate(kind)
            && !is_null
        {
            let count = (!is_streamed).then_some(self.number);
            self.pay(self.charge(kind, aggregate, count.unwrap_or(0)));
            self.open(aggregate, count);
            return Some(Event::Begin(aggregate, count));
        }
        if kind == b'.' {
            let kind = self.top.kind();
            self.end_level();
            return Some(Event::End(kind));
        }
        let number = self.number;
        self.pay(self.base_charge(kind));
        self.end_value();
        Some(match kind {
            b':' => Event::Integer(signed(number, is_null)),
            b',' => Event::Double(header.get(1..header.len().saturating_sub(2)).unwrap_or_default()),
            b'#' => Event::Boolean(form == b't'),
            b'$' => Event::Null(Null::BulkString),
            b'*' => Event::Null(Null::Array),
            _ => Event::Null(Null::Resp3),
        })
    }

    /// A text follows that is no bulk string of known length.
    fn begin_body(&mut self, kind: u8) {
        match kind {
            b'=' => self.begin_text(Text::VerbatimString, Mode::Format),
            b'!' => self.begin_text(Text::BulkError, self.body_mode()),
            // `$?`
            _ => self.begin_text(Text::BulkString, Mode::Chunk),
        }
    }

    // ---- Mode::Line: after `+`, `-` or `(` ----

    fn line<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        let limit = usize::try_from(self.line_left()).unwrap_or(usize::MAX);
        // One byte past the limit a CR may stand.
        let window = rest.get(..limit.saturating_add(1)).unwrap_or(rest);
        let from = self.examined.min(window.len());
        let fresh = up_to_line_end(window.get(from..).unwrap_or_default());
        // No longer than `rest`.
        let len = from.wrapping_add(fresh.len());
        let big_number = self.text == Text::BigNumber && !self.options.lenient_big_numbers;
        if big_number {
            self.digits(fresh, from)?;
        }
        if len > limit {
            return Err(self.line_fault(limit));
        }
        let (text, ending) = rest.split_at_checked(len).unwrap_or_default();
        match ending {
            [b'\r', ..] if big_number && !self.lex.is_complete() => {
                return fault(ErrorKind::InvalidBigNumber, len);
            }
            [] | [b'\r'] => {}
            [b'\r', b'\n', behind @ ..] => return Ok(self.last_part(text, behind)),
            [b'\r', ..] => return fault(ErrorKind::BareCr, len.saturating_add(1)),
            _ => return fault(ErrorKind::BareLf, len),
        }
        if !self.begun && len <= self.options.whole {
            self.examined = len;
            return Ok(Turn::Need);
        }
        self.text_left = self.text_left.saturating_sub(len as u64);
        Ok(self.part(text, ending))
    }

    /// How long the rest of the line may be.
    fn line_left(&self) -> u64 {
        self.text_left.min(self.frame_left().saturating_sub(2))
    }

    #[cold]
    fn line_fault(&self, at: usize) -> Fault {
        let whose =
            if self.line_left() < self.text_left { ErrorKind::FrameTooLarge } else { ErrorKind::LengthTooLarge };
        Fault { kind: whose, at }
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
        match rest.split_at_checked(len) {
            None | Some((_, [] | [b'\r'])) => {}
            Some((text, [b'\r', b'\n', behind @ ..])) => return Ok(self.last_part(text, behind)),
            Some((_, [b'\r', ..])) => return fault(ErrorKind::MissingCrlf, len.saturating_add(1)),
            Some(_) => return fault(ErrorKind::MissingCrlf, len),
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
        let (data, behind) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        self.number = self.number.saturating_sub(data.len() as u64);
        self.part(data, behind)
    }

    // ---- Mode::Chunk and Mode::ChunkBody: after `$?` ----

    fn chunk<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        match rest.first() {
            None => return Ok(Turn::Need),
            Some(b';') if self.examined > 0 => {}
            Some(b';') => {
                self.fits_node().or_else(|kind| fault(kind, 0))?;
                self.begin_header(b';');
            }
            Some(_) => return fault(ErrorKind::ExpectedChunk, 0),
        }
        if !self.header(b';', rest)? {
            return Ok(Turn::Need);
        }
        let len = self.examined;
        if self.number == 0 {
            let (empty, behind) = rest.get(len..).unwrap_or_default().split_at(0);
            return Ok(self.last_part(empty, behind));
        }
        self.text_left = self.text_left.saturating_sub(self.number);
        self.mode = Mode::ChunkBody;
        Ok(Turn::Consumed(len))
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

    /// A part of which more will come; nothing is not a part.
    fn part<'b>(&self, data: &'b [u8], behind: &'b [u8]) -> Turn<'b> {
        if data.is_empty() {
            return Turn::Need;
        }
        Turn::Text(if self.begun { Part::Middle } else { Part::First }, data, behind)
    }

    /// All that was left of a text; its CRLF was seen.
    fn last_part<'b>(&self, data: &'b [u8], behind: &'b [u8]) -> Turn<'b> {
        Turn::Text(if self.begun { Part::Last } else { Part::Whole }, data, behind)
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

/// What stands in front of the first CR or LF. In a few bytes that is found before a call of the search has begun.
#[inline]
fn up_to_line_end(bytes: &[u8]) -> &[u8] {
    let len = if bytes.len() < 8 {
        bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'))
    } else {
        memchr::memchr2(b'\r', b'\n', bytes)
    };
    len.and_then(|len| bytes.get(..len)).unwrap_or(bytes)
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

/// The number of elements that a count on the wire stands for.
pub(crate) const fn elements(aggregate: Aggregate, count: u64) -> u64 {
    match aggregate {
        Aggregate::Map | Aggregate::Attribute => count.saturating_mul(2),
        Aggregate::Array | Aggregate::Push | Aggregate::Set => count,
    }
}

/// The most digits of a short number: nothing that is done with it overflows.
const SHORT_NUMBER: usize = 10;

/// A canonical short number behind a type byte: its value, its length, and what there is of its CRLF.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "ten digits")]
fn short_number(rest: &[u8]) -> Option<(u64, usize, &[u8])> {
    let digit = |byte: u8| u64::from(byte & 0xf);
    // Most have one or two digits: without the loop, 10 instructions less for each.
    let (number, digits, end) = match rest {
        [_, a @ b'1'..=b'9', b @ b'0'..=b'9', end @ ..] => {
            let (mut number, mut digits, mut end) = (digit(*a) * 10 + digit(*b), 2, end);
            while let [c @ b'0'..=b'9', next @ ..] = end
                && digits < SHORT_NUMBER
            {
                (number, digits, end) = (number * 10 + digit(*c), digits + 1, next);
            }
            (number, digits, end)
        }
        [_, a @ b'0'..=b'9', end @ ..] => (digit(*a), 1, end),
        _ => return None,
    };
    match end {
        [] | [b'\r'] => Some((number, digits, end)),
        [b'\r', b'\n', ..] => Some((number, digits, end.get(..2)?)),
        _ => None,
    }
}

/// Whether the header's payload starts with a minus.
fn is_negative(rest: &[u8]) -> bool {
    rest.get(1) == Some(&b'-')
}

fn fits_integer(magnitude: Option<u64>, rest: &[u8]) -> Result<(), ErrorKind> {
    let limit = i64::MAX.unsigned_abs().saturating_add(u64::from(is_negative(rest)));
    match magnitude {
        Some(magnitude) if magnitude <= limit => Ok(()),
        _ => Err(ErrorKind::IntegerOutOfRange),
    }
}

/// The integer of a magnitude that is known to be in range.
const fn signed(magnitude: u64, negative: bool) -> i64 {
    if negative { 0_i64.wrapping_sub_unsigned(magnitude) } else { 0_i64.wrapping_add_unsigned(magnitude) }
}

#[cfg(test)]
mod tests {
    //! A short header that is not taken at a look is taken byte by byte, and nobody sees the difference. So here is
    //! pinned what is taken at a look.

    extern crate std;

    use std::format;

    use super::*;
    use crate::options::Options;

    /// What a look may change.
    fn looked(parser: &Parser<2>) -> (usize, u64, State) {
        (parser.examined, parser.number, parser.lex)
    }

    /// A parser that has seen this type byte.
    fn begun(kind: u8, options: Options) -> Parser<2> {
        let mut parser = Parser::with_depth(options);
        parser.begin_header(kind);
        parser
    }

    #[test]
    fn short_numbers_are_taken_at_a_look_as_far_as_they_have_come() {
        let options = Options::new().max_text(u64::MAX).max_count(u64::MAX).max_elements(u64::MAX);
        for kind in [b'$', b'*', b'%', b'~', b':'] {
            for number in [0, 7, 10, 42, 999, 1_000_000_007, 9_999_999_999] {
                let header = format!("{}{number}\r\n", char::from(kind));
                let mut parser = begun(kind, options);
                for len in 2..=header.len() {
                    let whole = len == header.len();
                    let shown = header.get(..len).unwrap_or_default();
                    assert_eq!(parser.short_header(kind, shown.as_bytes()), Some(whole), "{shown:?}");
                    assert_eq!((parser.examined, parser.lex == State::Lf), (len, whole), "{shown:?}");
                }
                assert_eq!(parser.number, number);
                let mut parser = begun(kind, options);
                assert_eq!(parser.short_header(kind, format!("{header}+OK\r\n").as_bytes()), Some(true));
                assert_eq!(parser.examined, header.len());
            }
        }
    }

    #[test]
    fn nothing_else_is_taken_at_a_look() {
        for header in [
            "$",
            "$\r\n",
            "$01\r\n",
            "$-1\r\n",
            "$?\r\n",
            "$12345678901\r\n",
            "$1\n",
            "$1x",
            "$1\rx",
            "$12x",
            ":-1\r\n",
            ":+1\r\n",
            ",1\r\n",
            "=5\r\n",
            "!5\r\n",
            "|1\r\n",
            ">1\r\n",
            ";1\r\n",
            "_\r\n",
            "#t\r\n",
        ] {
            let kind = header.as_bytes().first().copied().unwrap_or_default();
            let mut parser = begun(kind, Options::new().max_text(u64::MAX).max_count(u64::MAX));
            let before = looked(&parser);
            assert_eq!(parser.short_header(kind, header.as_bytes()), None, "{header:?}");
            assert_eq!(looked(&parser), before, "{header:?}");
        }
    }

    #[test]
    fn a_number_that_passes_a_limit_is_not_taken_at_a_look() {
        let options = Options::new();
        for (options, header) in [
            (options.max_text(9), "$10\r\n"),
            (options.max_count(9), "*10\r\n"),
            (options.max_elements(9), "~10\r\n"),
            (options.max_elements(9), "%5\r\n"),
            (options.max_frame(6), "$1\r\n"),
            (options.max_header(1), ":10\r\n"),
            (options.max_depth(0), "*1\r\n"),
        ] {
            let kind = header.as_bytes().first().copied().unwrap_or_default();
            let mut parser = begun(kind, options);
            parser.begin_frame(0);
            let before = looked(&parser);
            assert_eq!(parser.short_header(kind, header.as_bytes()), None, "{header:?}");
            assert_eq!(looked(&parser), before, "{header:?}");
        }
    }
}

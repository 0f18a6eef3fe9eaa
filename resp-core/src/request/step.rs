//! The grammar of requests: [`RequestParser::step`], one careful step of it.
//!
//! Every rule, limit, error and partial read is decided here, byte by byte where it must, and no byte is looked at
//! twice, but for those of a line: once to check it, once to cut it into words.

use super::error::{RequestError, RequestErrorKind};
use super::event::RequestEvent;
use super::parser::{Mode, RequestParser};
use super::words::{self, Word};
use crate::event::Part;
use crate::lex::{self, State};

/// Nothing that is an argument is shorter: `$0`, and two line ends.
pub(super) const MIN_ARGUMENT: u64 = 6;

/// What a mode makes of the input. A number is that of the bytes that are done with.
enum Turn<'b> {
    /// The header of a request, or a line, of so many arguments.
    Begin(u64, usize),
    /// Some of an argument, or all of it, and what is behind it.
    Argument(Part, &'b [u8], &'b [u8]),
    End,
    /// No event: look again.
    Consumed(usize),
    /// Nothing before more input.
    Need,
}

/// An error and its place, counted from the first byte that is not consumed.
struct Fault {
    kind: RequestErrorKind,
    at: usize,
}

const fn fault<T>(kind: RequestErrorKind, at: usize) -> Result<T, Fault> {
    Err(Fault { kind, at })
}

/// The two headers of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    /// `*`: how many arguments.
    Count,
    /// `$`: how long the next one is.
    Length,
}

impl RequestParser {
    /// The next event, if `input` holds it, and `input` moves past what is done with. Cold, and not generic over
    /// visitors: there is one copy of it.
    #[cold]
    #[inline(never)]
    pub(super) fn step<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<RequestEvent<&'b [u8]>>, RequestError> {
        self.assert_tail(input);
        loop {
            let rest = *input;
            let turn = match self.mode {
                Mode::Node => self.node(rest),
                Mode::Line => self.line(rest),
                Mode::Words => Ok(self.next_word(rest)),
                Mode::Body | Mode::Held => self.body(rest),
                Mode::Failed => return Err(self.failure()),
            };
            match turn {
                Ok(Turn::Need) => return Ok(None),
                Ok(Turn::Consumed(len)) => *input = self.consume(rest, len),
                Ok(Turn::Begin(count, len)) => {
                    self.to_come = count.saturating_add(1);
                    *input = self.consume(rest, len);
                    return Ok(Some(RequestEvent::Begin(count)));
                }
                Ok(Turn::Argument(part, data, behind)) => {
                    *input = self.consume(rest, rest.len().saturating_sub(behind.len()));
                    self.end_part(part);
                    return Ok(Some(RequestEvent::Argument(part, data)));
                }
                Ok(Turn::End) => {
                    self.to_come = 0;
                    self.horizon = self.new_horizon();
                    return Ok(Some(RequestEvent::End));
                }
                Err(fault) => return Err(self.fail(&fault, rest)),
            }
        }
    }

    /// What the error was, for as long as nobody resets.
    pub(super) fn failure(&self) -> RequestError {
        RequestError { kind: self.error, offset: self.number, byte: self.begun.then_some(self.byte) }
    }

    /// Keeps the error in fields that a failed parser has no other use for.
    #[cold]
    fn fail(&mut self, fault: &Fault, rest: &[u8]) -> RequestError {
        let byte = rest.get(fault.at).copied();
        self.mode = Mode::Failed;
        self.error = fault.kind;
        self.number = self.offset.saturating_add(fault.at as u64);
        self.begun = byte.is_some();
        self.byte = byte.unwrap_or_default();
        self.examined = 0;
        self.horizon = 0;
        self.failure()
    }

    /// The first `len` bytes of `rest` are done with: what is behind them.
    fn consume<'b>(&mut self, rest: &'b [u8], len: usize) -> &'b [u8] {
        self.offset = self.offset.wrapping_add(len as u64);
        // Of a line that is whole, the caller has all that is left.
        self.examined = if self.mode == Mode::Words { usize::try_from(self.number).unwrap_or_default() } else { 0 };
        if self.mode == Mode::Node {
            self.horizon = self.new_horizon();
        }
        rest.get(len..).unwrap_or_default()
    }

    fn end_part(&mut self, part: Part) {
        match part {
            Part::First | Part::Middle => self.begun = true,
            Part::Whole | Part::Last => {
                self.begun = false;
                self.to_come = self.to_come.saturating_sub(1);
            }
        }
    }

    // ---- Mode::Node: between arguments, and between requests ----

    fn node<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        match (self.to_come, rest.first()) {
            (1, _) => Ok(Turn::End),
            (_, None) => Ok(Turn::Need),
            (0, Some(b'*')) => self.count(rest),
            (0, Some(_)) => {
                self.begin_line();
                self.line(rest)
            }
            (_, Some(_)) => self.length(rest),
        }
    }

    fn count<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        if self.examined == 0 {
            self.request_start = self.offset;
            self.begin_header();
        }
        if !self.header(Header::Count, rest)? {
            return Ok(Turn::Need);
        }
        let len = self.examined;
        Ok(match self.number {
            0 => Turn::Consumed(len),
            _ if is_negative(rest) => Turn::Consumed(len),
            count => Turn::Begin(count, len),
        })
    }

    fn length<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        if self.examined == 0 {
            if rest.first() != Some(&b'$') {
                return fault(RequestErrorKind::ExpectedBulkString, 0);
            }
            self.fits_request(MIN_ARGUMENT.saturating_sub(1)).or_else(|kind| fault(kind, 0))?;
            self.begin_header();
        }
        if !self.header(Header::Length, rest)? {
            return Ok(Turn::Need);
        }
        self.mode = if self.number <= self.options.whole as u64 { Mode::Held } else { Mode::Body };
        Ok(Turn::Consumed(self.examined))
    }

    // ---- Headers ----

    fn begin_header(&mut self) {
        self.lex = State::Start;
        self.number = 0;
        self.examined = 1;
        self.horizon = 0;
    }

    /// Whether the header that `rest` starts with is all there: `examined` bytes, type byte and CRLF included.
    fn header(&mut self, header: Header, rest: &[u8]) -> Result<bool, Fault> {
        while let Some(&byte) = rest.get(self.examined) {
            match self.header_byte(header, byte, rest) {
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
    fn header_byte(&mut self, header: Header, byte: u8, rest: &[u8]) -> Result<State, RequestErrorKind> {
        let next = match (self.lex, byte, header) {
            (State::Cr, b'\n', _) => return Ok(State::Lf),
            (State::Cr, _, _) => return Err(RequestErrorKind::BareCr),
            (state, b'\r', _) if state.is_complete() => return Ok(State::Cr),
            // As Redis writes integers, and so takes them.
            (state, _, Header::Count) => {
                lex::integer(true, state, byte).ok_or(RequestErrorKind::InvalidMultibulkLength)?
            }
            (state, _, Header::Length) => LENGTH.next(state, byte).ok_or(RequestErrorKind::InvalidBulkLength)?,
        };
        if next == State::Minus {
            // A digit and a line end.
            self.fits_request(3)?;
        } else {
            self.digit(header, byte, rest)?;
        }
        Ok(next)
    }

    /// Adds a digit to the number, and holds it to its limits before anything is done with it.
    fn digit(&mut self, header: Header, byte: u8, rest: &[u8]) -> Result<(), RequestErrorKind> {
        let digit = u64::from(byte.wrapping_sub(b'0'));
        let number = self.number.checked_mul(10).and_then(|tens| tens.checked_add(digit));
        match header {
            Header::Count if is_negative(rest) => self.fits_empty(number)?,
            Header::Count => self.fits_count(number)?,
            Header::Length => self.fits_length(number)?,
        }
        self.number = number.unwrap_or(u64::MAX);
        Ok(())
    }

    /// A negative count, of which only the line end is to come. Redis reads it as an integer of 64 bits.
    fn fits_empty(&self, magnitude: Option<u64>) -> Result<(), RequestErrorKind> {
        if magnitude.is_none_or(|magnitude| magnitude > i64::MIN.unsigned_abs()) {
            return Err(RequestErrorKind::InvalidMultibulkLength);
        }
        self.fits_request(2)
    }

    fn fits_count(&self, count: Option<u64>) -> Result<(), RequestErrorKind> {
        // Behind this digit come a line end and the arguments. If there is no room for them, these are too many.
        let fits = |count| self.fits_request(MIN_ARGUMENT.saturating_mul(count).saturating_add(2)).is_ok();
        match count {
            Some(count) if count <= self.options.max_arguments && fits(count) => Ok(()),
            _ if self.options.authenticated => Err(RequestErrorKind::TooManyArguments),
            _ => Err(RequestErrorKind::UnauthenticatedMultibulkLength),
        }
    }

    fn fits_length(&self, len: Option<u64>) -> Result<(), RequestErrorKind> {
        let Some(len) = len.filter(|&len| len <= self.options.max_argument) else {
            return Err(match self.options.authenticated {
                true => RequestErrorKind::ArgumentTooLarge,
                false => RequestErrorKind::UnauthenticatedBulkLength,
            });
        };
        // Behind this digit come a line end, the argument, and a line end.
        self.fits_request(len.saturating_add(4))
    }

    /// The request's budget has room for the byte at `examined` and so many behind it.
    fn fits_request(&self, behind: u64) -> Result<(), RequestErrorKind> {
        let arrived = self.offset.wrapping_sub(self.request_start).wrapping_add(self.examined as u64).wrapping_add(1);
        if arrived.saturating_add(behind) > self.options.max_request {
            return Err(RequestErrorKind::RequestTooLarge);
        }
        Ok(())
    }

    // ---- Mode::Line and Mode::Words: an inline request ----

    fn begin_line(&mut self) {
        self.request_start = self.offset;
        self.mode = Mode::Line;
        self.word = Word::Blank;
        self.number = 0;
        self.horizon = 0;
    }

    /// Holds the line to the rules as it arrives, and counts its words.
    fn line<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        while let Some(&byte) = rest.get(self.examined) {
            if byte == b'\n' {
                return self.end_line();
            }
            match self.line_byte(byte) {
                Ok(next) => {
                    self.number =
                        self.number.saturating_add(u64::from(self.word == Word::Blank && next != Word::Blank));
                    self.word = next;
                }
                Err(kind) => return fault(kind, self.examined),
            }
            self.examined = self.examined.saturating_add(1);
        }
        Ok(Turn::Need)
    }

    /// What the byte at `examined` makes of the line.
    fn line_byte(&self, byte: u8) -> Result<Word, RequestErrorKind> {
        // One byte past the limit the CR of the line end may stand.
        if self.examined >= self.options.max_inline.saturating_add(usize::from(byte == b'\r')) {
            return Err(RequestErrorKind::InlineTooLong);
        }
        self.fits_request(1)?;
        if byte == 0 {
            return Err(RequestErrorKind::NulInInline);
        }
        self.word.next(byte).ok_or(RequestErrorKind::UnbalancedQuotes)
    }

    /// The LF at `examined`: the line is whole.
    fn end_line<'b>(&mut self) -> Result<Turn<'b>, Fault> {
        if !self.word.may_end() {
            return fault(RequestErrorKind::UnbalancedQuotes, self.examined);
        }
        let (words, len) = (self.number, self.examined.saturating_add(1));
        if words == 0 {
            self.mode = Mode::Node;
            return Ok(Turn::Consumed(len));
        }
        self.mode = Mode::Words;
        self.word = Word::Blank;
        self.number = len as u64;
        Ok(Turn::Begin(words, 0))
    }

    /// The next piece of the line. Its last word takes what is left of it.
    fn next_word<'b>(&mut self, rest: &'b [u8]) -> Turn<'b> {
        let len = usize::try_from(self.number).unwrap_or(usize::MAX);
        let Some((line, behind_line)) = rest.split_at_checked(len) else {
            return Turn::Need;
        };
        let words::Taken { data, behind, word } = words::take(line, self.word);
        self.word = word;
        let ends = word == Word::Blank;
        if ends && self.to_come == 2 {
            self.mode = Mode::Node;
            return self.part(ends, data, behind_line);
        }
        self.number = behind.len() as u64;
        let consumed = len.saturating_sub(behind.len());
        self.part(ends, data, rest.get(consumed..).unwrap_or_default())
    }

    // ---- Mode::Body and Mode::Held: after the header of `$` ----

    fn body<'b>(&mut self, rest: &'b [u8]) -> Result<Turn<'b>, Fault> {
        let len = usize::try_from(self.number).unwrap_or(usize::MAX);
        match rest.split_at_checked(len) {
            None | Some((_, [] | [b'\r'])) => {}
            Some((data, [b'\r', b'\n', behind @ ..])) => {
                self.mode = Mode::Node;
                return Ok(self.part(true, data, behind));
            }
            Some((_, [b'\r', ..])) => return fault(RequestErrorKind::MissingCrlf, len.saturating_add(1)),
            Some(_) => return fault(RequestErrorKind::MissingCrlf, len),
        }
        if self.mode == Mode::Held {
            self.examined = rest.len();
            return Ok(Turn::Need);
        }
        let (data, behind) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        if data.is_empty() {
            return Ok(Turn::Need);
        }
        self.number = self.number.saturating_sub(data.len() as u64);
        Ok(self.part(false, data, behind))
    }

    fn part<'b>(&self, ends: bool, data: &'b [u8], behind: &'b [u8]) -> Turn<'b> {
        let part = match (self.begun, ends) {
            (false, true) => Part::Whole,
            (false, false) => Part::First,
            (true, false) => Part::Middle,
            (true, true) => Part::Last,
        };
        Turn::Argument(part, data, behind)
    }
}

/// `0` or a number without leading zero, and nothing else.
const LENGTH: lex::Length = lex::Length { nullable: false, streamable: false, lenient: false };

/// Whether the header's number starts with a minus.
fn is_negative(rest: &[u8]) -> bool {
    rest.get(1) == Some(&b'-')
}

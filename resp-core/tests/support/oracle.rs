//! The obvious parser: recursive, slow, over the whole stream at once, one function a type. What it says is right.

use resp_core::{Aggregate, Error, ErrorKind, Event, FrameKind, Null, Part};

use super::settings::Settings;
use super::verdict::{Item, Outcome, Verdict};
use ErrorKind::*;

/// What `input` means to a parser of `depth` levels.
pub fn oracle(input: &[u8], settings: &Settings, depth: usize) -> Verdict {
    let mut oracle = Oracle {
        input,
        settings,
        max_depth: depth.min(usize::try_from(settings.max_depth).unwrap_or(usize::MAX)),
        pos: 0,
        frame_start: 0,
        elements_left: 0,
        depth: 0,
        in_push: false,
        items: Vec::new(),
        ready: Vec::new(),
    };
    let outcome = oracle.stream();
    Verdict { items: oracle.items, ready: oracle.ready, outcome }
}

struct Oracle<'a> {
    input: &'a [u8],
    settings: &'a Settings,
    max_depth: usize,
    pos: usize,
    frame_start: usize,
    elements_left: u64,
    depth: usize,
    /// A push is open, at any distance.
    in_push: bool,
    items: Vec<Item>,
    ready: Vec<usize>,
}

/// Why there is nothing more to say: the end of the input, or a fault.
type Stop = Outcome;
type Step<T = ()> = Result<T, Stop>;

/// Where a type byte stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    /// In an aggregate with a count.
    Counted,
    /// In an aggregate that ends at its `.`; `odd`: in a map, after a key.
    Streamed {
        odd: bool,
    },
}

enum Length {
    Number(u64),
    Null,
    Streamed,
}

impl Oracle<'_> {
    fn stream(&mut self) -> Outcome {
        while self.pos < self.input.len() {
            self.frame_start = self.pos;
            self.elements_left = self.settings.max_elements;
            match self.element(Place::Top) {
                Ok(value) => {
                    let kind = if value == b'>' { FrameKind::Push } else { FrameKind::Reply };
                    let len = (self.pos - self.frame_start) as u64;
                    self.emit(Item::FrameEnd(kind, Some(len)));
                }
                Err(stop) => return stop,
            }
        }
        Outcome::CleanEnd
    }

    /// Attributes and out-of-band pushes, then a value or the end of the stream around it: gives its type byte.
    fn element(&mut self, place: Place) -> Step<u8> {
        let mut attributed = false;
        loop {
            let kind = self.type_byte(place, attributed)?;
            match kind {
                b'|' => {
                    self.aggregate(kind, 1)?;
                    attributed = true;
                }
                b'>' => {
                    let nested = self.depth > 0;
                    let outer = core::mem::replace(&mut self.in_push, true);
                    self.aggregate(kind, u64::from(nested))?;
                    self.in_push = outer;
                    if !nested {
                        return Ok(kind);
                    }
                    attributed = false;
                }
                b'.' => {
                    self.header_end(InvalidEnd)?;
                    return Ok(kind);
                }
                _ => {
                    self.value(kind)?;
                    return Ok(kind);
                }
            }
        }
    }

    fn type_byte(&mut self, place: Place, attributed: bool) -> Step<u8> {
        let kind = self.peek()?;
        if !b"+-:$*_,#(!=%~|>;.".contains(&kind) {
            return self.fault(UnknownType);
        }
        if self.settings.resp2_only && !b"+-:$*".contains(&kind) {
            return self.fault(UnexpectedType);
        }
        match (kind, place) {
            (b';', _) => return self.fault(UnexpectedChunk),
            (b'.', Place::Top | Place::Counted) => return self.fault(UnexpectedEnd),
            (b'.', Place::Streamed { .. }) if attributed => return self.fault(DanglingAttribute),
            (b'.', Place::Streamed { odd: true }) => return self.fault(OddMap),
            (b'>', _) if self.in_push || (self.settings.strict_pushes && self.depth > 0) => {
                return self.fault(NestedPush);
            }
            (b'|' | b'>' | b'.', _) | (_, Place::Top | Place::Counted) => {}
            (_, Place::Streamed { .. }) if self.elements_left == 0 => return self.fault(TooManyElements),
            (_, Place::Streamed { .. }) => self.elements_left -= 1,
        }
        self.room_for_this_and_crlf()?;
        self.pos += 1;
        Ok(kind)
    }

    fn value(&mut self, kind: u8) -> Step {
        let event = match kind {
            b'+' => Event::SimpleString(Part::Whole, self.line()?),
            b'-' => Event::SimpleError(Part::Whole, self.line()?),
            b'(' => Event::BigNumber(Part::Whole, self.big_number()?),
            b':' => Event::Integer(self.integer()?),
            b',' => Event::Double(self.double()?),
            b'#' => Event::Boolean(self.boolean()?),
            b'_' => {
                self.header_end(InvalidNull)?;
                Event::Null(Null::Resp3)
            }
            b'$' => match self.length(kind, 0)? {
                Length::Number(len) => Event::BulkString(Part::Whole, self.body(len)?),
                Length::Null => Event::Null(Null::BulkString),
                Length::Streamed => Event::BulkString(Part::Whole, self.chunks()?),
            },
            b'!' => {
                let Length::Number(len) = self.length(kind, 0)? else { unreachable!() };
                Event::BulkError(Part::Whole, self.body(len)?)
            }
            b'=' => {
                let Length::Number(len) = self.length(kind, 0)? else { unreachable!() };
                let format = [self.any()?, self.any()?, self.any()?];
                self.take(InvalidVerbatim, |byte| byte == b':')?;
                Event::VerbatimString(format, Part::Whole, self.body(len - 4)?)
            }
            _ => return self.aggregate(kind, 0),
        };
        self.emit(Item::Event(event));
        Ok(())
    }

    fn aggregate(&mut self, kind: u8, base_charge: u64) -> Step {
        let (aggregate, per_count) = match kind {
            b'*' => (Aggregate::Array, 1),
            b'~' => (Aggregate::Set, 1),
            b'>' => (Aggregate::Push, 1),
            b'%' => (Aggregate::Map, 2),
            b'|' => (Aggregate::Attribute, 2),
            _ => unreachable!("{kind}"),
        };
        let count = match self.length(kind, base_charge)? {
            Length::Null => {
                self.emit(Item::Event(Event::Null(Null::Array)));
                return Ok(());
            }
            Length::Number(count) => Some(count),
            Length::Streamed => None,
        };
        self.emit(Item::Event(Event::Begin(aggregate, count)));
        self.depth += 1;
        if let Some(count) = count {
            self.elements_left -= base_charge + per_count * count;
            for _ in 0..per_count * count {
                self.element(Place::Counted)?;
            }
        } else {
            let mut odd = false;
            while self.element(Place::Streamed { odd })? != b'.' {
                odd = aggregate == Aggregate::Map && !odd;
            }
        }
        self.depth -= 1;
        self.emit(Item::Event(Event::End(aggregate)));
        Ok(())
    }

    /// `0 | [1-9][0-9]* | -1 | ?`, its limits and its CRLF. `spent`: what the aggregate costs apart from its elements,
    /// or the bytes that the streamed string has already.
    fn length(&mut self, kind: u8, spent: u64) -> Step<Length> {
        let start = self.pos;
        let mut number = Some(0_u64); // None: more than 64 bits
        loop {
            let byte = self.peek()?;
            let fits = match (&self.input[start..self.pos], byte) {
                (_, b'\n') => return self.fault(BareLf),
                (b"", b'-') => kind == b'$' || kind == b'*',
                (b"", b'?') => b"$*~%".contains(&kind) && !self.settings.resp2_only,
                (b"-", _) => byte == b'1',
                (b"-1" | b"?", _) => byte == b'\r',
                (b"", b'\r') => false,
                (b"0", b'0'..=b'9') => self.settings.lenient_lengths,
                _ => byte == b'\r' || byte.is_ascii_digit(),
            };
            if !fits {
                return self.fault(InvalidLength);
            }
            if byte == b'\r' {
                break;
            }
            self.header_limit(start)?;
            self.room_for_this_and_crlf()?;
            if byte.is_ascii_digit() && self.input[start] != b'-' {
                let digit = u64::from(byte - b'0');
                number = number.and_then(|n| n.checked_mul(10)?.checked_add(digit));
            }
            if byte != b'-' && self.input[start] != b'-' {
                self.length_limit(kind, number, spent, self.pos == start)?;
            }
            self.pos += 1;
        }
        let length = match (self.input[start], number) {
            (b'-', _) => Length::Null,
            (b'?', _) => Length::Streamed,
            (_, number) => Length::Number(number.unwrap()),
        };
        match (kind, &length) {
            (b'=', Length::Number(0..4)) => return self.fault(InvalidVerbatim),
            (b'>', Length::Number(0)) => return self.fault(InvalidPush),
            _ => {}
        }
        self.header_end(InvalidLength)?;
        Ok(length)
    }

    /// The limits at a digit or `?`; `number` includes it.
    fn length_limit(&mut self, kind: u8, number: Option<u64>, spent: u64, first: bool) -> Step {
        let over = |limit: u64| number.is_none_or(|number| number > limit);
        if b"$!=;".contains(&kind) {
            if over(self.settings.max_text - spent) {
                return self.fault(LengthTooLarge);
            }
            // CRLF, text, CRLF; but the last chunk has neither text nor a second CRLF.
            let last_chunk = kind == b';' && number == Some(0);
            let rest = u128::from(number.unwrap()) + if last_chunk { 2 } else { 4 };
            if self.peek()? != b'?' && !self.frame_has_room_behind_this(rest) {
                return self.fault(FrameTooLarge);
            }
            return Ok(());
        }
        if first && self.depth >= self.max_depth {
            return self.fault(TooDeep);
        }
        if over(self.settings.max_count) {
            return self.fault(CountTooLarge);
        }
        let per_count = if kind == b'%' || kind == b'|' { 2 } else { 1 };
        let elements = per_count * number.unwrap();
        if spent + elements > self.elements_left {
            return self.fault(TooManyElements);
        }
        // CRLF, and three bytes for each element.
        if self.peek()? != b'?' && !self.frame_has_room_behind_this(2 + 3 * u128::from(elements)) {
            return self.fault(FrameTooLarge);
        }
        Ok(())
    }

    /// Text of a declared length, and its CRLF.
    fn body(&mut self, len: u64) -> Step<Vec<u8>> {
        let mut text = Vec::new();
        for _ in 0..len {
            text.push(self.any()?);
        }
        for expected in *b"\r\n" {
            if self.peek()? != expected {
                return self.fault(MissingCrlf);
            }
            self.pos += 1;
        }
        Ok(text)
    }

    fn chunks(&mut self) -> Step<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            if self.peek()? != b';' {
                return self.fault(ExpectedChunk);
            }
            self.room_for_this_and_crlf()?;
            self.pos += 1;
            match self.length(b';', text.len() as u64)? {
                Length::Number(0) => return Ok(text),
                Length::Number(len) => text.extend(self.body(len)?),
                _ => unreachable!(),
            }
        }
    }

    fn line(&mut self) -> Step<Vec<u8>> {
        let start = self.pos;
        while self.peek()? != b'\r' {
            self.line_byte(start)?;
        }
        let text = self.input[start..self.pos].to_vec();
        self.header_end(BareCr)?;
        Ok(text)
    }

    /// A byte in a line that is not its CR.
    fn line_byte(&mut self, start: usize) -> Step {
        if self.peek()? == b'\n' {
            return self.fault(BareLf);
        }
        if (self.pos - start) as u64 >= self.settings.max_text {
            return self.fault(LengthTooLarge);
        }
        self.room_for_this_and_crlf()?;
        self.pos += 1;
        Ok(())
    }

    fn big_number(&mut self) -> Step<Vec<u8>> {
        if self.settings.lenient_big_numbers {
            return self.line();
        }
        let start = self.pos;
        loop {
            let byte = self.peek()?;
            let fits = match (&self.input[start..self.pos], byte) {
                (b"", b'+' | b'-') | (_, b'0'..=b'9' | b'\n') => true,
                (b"" | b"+" | b"-", b'\r') => false,
                (_, b'\r') => break,
                _ => false,
            };
            if !fits {
                return self.fault(InvalidBigNumber);
            }
            self.line_byte(start)?;
        }
        let text = self.input[start..self.pos].to_vec();
        self.header_end(BareCr)?;
        Ok(text)
    }

    fn integer(&mut self) -> Step<i64> {
        let start = self.pos;
        let strict = self.settings.strict_integers;
        let mut value = 0_i64;
        loop {
            let byte = self.peek()?;
            let before = &self.input[start..self.pos];
            let fits = match (before, byte) {
                (_, b'\n') => return self.fault(BareLf),
                (b"" | b"+" | b"-", b'\r') => false,
                (b"", b'+') => !strict,
                (b"", b'-') => true,
                (b"0", b'0'..=b'9') | (b"-", b'0') => !strict,
                (_, b'\r') => break,
                _ => byte.is_ascii_digit(),
            };
            if !fits {
                return self.fault(InvalidInteger);
            }
            self.header_limit(start)?;
            self.room_for_this_and_crlf()?;
            if byte.is_ascii_digit() {
                let digit = i64::from(byte - b'0');
                let digit = if before.starts_with(b"-") { -digit } else { digit };
                match value.checked_mul(10).and_then(|value| value.checked_add(digit)) {
                    Some(next) => value = next,
                    None => return self.fault(IntegerOutOfRange),
                }
            }
            self.pos += 1;
        }
        self.header_end(InvalidInteger)?;
        Ok(value)
    }

    /// `[+-]? (digits [. digits] [e [+-]? digits] | inf | nan [( word )])`
    fn double(&mut self) -> Step<Vec<u8>> {
        let start = self.pos;
        self.double_if(start, |byte| b"+-".contains(&byte))?;
        if self.double_if(start, |byte| b"iI".contains(&byte))? {
            self.double_must(start, |byte| b"nN".contains(&byte))?;
            self.double_must(start, |byte| b"fF".contains(&byte))?;
        } else if self.double_if(start, |byte| b"nN".contains(&byte))? {
            self.double_must(start, |byte| b"aA".contains(&byte))?;
            self.double_must(start, |byte| b"nN".contains(&byte))?;
            if self.double_if(start, |byte| byte == b'(')? {
                while self.double_if(start, |byte| byte.is_ascii_alphanumeric() || byte == b'_')? {}
                self.double_must(start, |byte| byte == b')')?;
            }
        } else {
            self.double_digits(start)?;
            if self.double_if(start, |byte| byte == b'.')? {
                self.double_digits(start)?;
            }
            if self.double_if(start, |byte| b"eE".contains(&byte))? {
                self.double_if(start, |byte| b"+-".contains(&byte))?;
                self.double_digits(start)?;
            }
        }
        let text = self.input[start..self.pos].to_vec();
        self.header_end(InvalidDouble)?;
        Ok(text)
    }

    fn double_digits(&mut self, start: usize) -> Step {
        self.double_must(start, |byte| byte.is_ascii_digit())?;
        while self.double_if(start, |byte| byte.is_ascii_digit())? {}
        Ok(())
    }

    fn double_must(&mut self, start: usize, fits: impl Fn(u8) -> bool) -> Step {
        match self.double_if(start, fits)? {
            true => Ok(()),
            false if self.peek()? == b'\n' => self.fault(BareLf),
            false => self.fault(InvalidDouble),
        }
    }

    fn double_if(&mut self, start: usize, fits: impl Fn(u8) -> bool) -> Step<bool> {
        if !fits(self.peek()?) {
            return Ok(false);
        }
        self.header_limit(start)?;
        self.room_for_this_and_crlf()?;
        self.pos += 1;
        Ok(true)
    }

    fn boolean(&mut self) -> Step<bool> {
        let byte = self.peek()?;
        if byte == b'\n' {
            return self.fault(BareLf);
        }
        if byte != b't' && byte != b'f' {
            return self.fault(InvalidBoolean);
        }
        self.header_limit(self.pos)?;
        self.room_for_this_and_crlf()?;
        self.pos += 1;
        self.header_end(InvalidBoolean)?;
        Ok(byte == b't')
    }

    /// CRLF; any other byte than its CR is of the kind `otherwise`.
    fn header_end(&mut self, otherwise: ErrorKind) -> Step {
        match self.peek()? {
            b'\r' => self.pos += 1,
            b'\n' => return self.fault(BareLf),
            _ => return self.fault(otherwise),
        }
        self.take(BareCr, |byte| byte == b'\n')
    }

    /// The header's payload starts at `start`; the byte here is one of it.
    fn header_limit(&self, start: usize) -> Step {
        if (self.pos - start) as u64 >= self.settings.max_header {
            return self.fault(LineTooLong);
        }
        Ok(())
    }

    /// A byte after which at least a CRLF must follow.
    fn room_for_this_and_crlf(&self) -> Step {
        if !self.frame_has_room_behind_this(2) {
            return self.fault(FrameTooLarge);
        }
        Ok(())
    }

    fn frame_has_room_behind_this(&self, bytes: u128) -> bool {
        let used = (self.pos + 1 - self.frame_start) as u128;
        self.settings.max_frame == u64::MAX || used + bytes <= u128::from(self.settings.max_frame)
    }

    fn take(&mut self, otherwise: ErrorKind, fits: impl Fn(u8) -> bool) -> Step {
        if !fits(self.peek()?) {
            return self.fault(otherwise);
        }
        self.pos += 1;
        Ok(())
    }

    fn any(&mut self) -> Step<u8> {
        let byte = self.peek()?;
        self.pos += 1;
        Ok(byte)
    }

    fn peek(&self) -> Step<u8> {
        self.input.get(self.pos).copied().ok_or(Outcome::NeedMore)
    }

    fn fault<T>(&self, kind: ErrorKind) -> Step<T> {
        Err(Outcome::Fault(Error { kind, offset: self.pos as u64, byte: Some(self.input[self.pos]) }))
    }

    fn emit(&mut self, item: Item) {
        self.items.push(item);
        self.ready.push(self.pos);
    }
}

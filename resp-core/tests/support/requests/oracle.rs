//! The obvious parser of requests: it has the whole stream, copies everything, and starts nothing twice.
//!
//! [`split`] is Redis' `sdssplitargs`, step by step.

use resp_core::{RequestError, RequestErrorKind as Kind, RequestEvent};

use super::settings::RequestSettings;

pub type Item = RequestEvent<Vec<u8>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The stream may end here.
    CleanEnd,
    /// The stream ends inside a request.
    NeedMore,
    Fault(RequestError),
}

#[derive(Clone, Debug)]
pub struct Verdict {
    pub items: Vec<Item>,
    /// For each item the number of bytes after which it is complete.
    pub ready: Vec<usize>,
    pub outcome: Outcome,
}

impl Verdict {
    /// How many items are complete after `bytes` bytes.
    pub fn ready_after(&self, bytes: usize) -> usize {
        self.ready.partition_point(|&at| at <= bytes)
    }

    /// The arguments of each request that has ended.
    pub fn requests(&self) -> Vec<Vec<Vec<u8>>> {
        let mut requests = Vec::new();
        let mut arguments = Vec::new();
        for item in &self.items {
            match item {
                RequestEvent::Begin(_) => arguments = Vec::new(),
                RequestEvent::Argument(_, data) => arguments.push(data.clone()),
                RequestEvent::End => requests.push(core::mem::take(&mut arguments)),
            }
        }
        requests
    }
}

/// Why a request cannot be read.
enum Stop {
    NeedMore,
    Fault(Kind, usize),
}

type Read<T> = Result<T, Stop>;

pub fn verdict(bytes: &[u8], settings: &RequestSettings) -> Verdict {
    let mut oracle = Oracle { bytes, settings, at: 0, start: 0, items: Vec::new(), ready: Vec::new() };
    let outcome = loop {
        oracle.start = oracle.at;
        if oracle.at == bytes.len() {
            break Outcome::CleanEnd;
        }
        match oracle.request() {
            Ok(()) => {}
            Err(Stop::NeedMore) => break Outcome::NeedMore,
            Err(Stop::Fault(kind, at)) => {
                break Outcome::Fault(RequestError { kind, offset: at as u64, byte: Some(bytes[at]) });
            }
        }
    };
    Verdict { items: oracle.items, ready: oracle.ready, outcome }
}

struct Oracle<'b> {
    bytes: &'b [u8],
    settings: &'b RequestSettings,
    at: usize,
    start: usize,
    items: Vec<Item>,
    ready: Vec<usize>,
}

impl Oracle<'_> {
    fn tell(&mut self, item: Item) {
        self.items.push(item);
        self.ready.push(self.at);
    }

    fn peek(&self) -> Read<u8> {
        self.bytes.get(self.at).copied().ok_or(Stop::NeedMore)
    }

    fn fault<T>(&self, kind: Kind) -> Read<T> {
        Err(Stop::Fault(kind, self.at))
    }

    /// The byte that is looked at and so many more fit into the request.
    fn fits(&self, more: i128) -> Read<()> {
        let len = (self.at - self.start) as i128 + 1 + more;
        if len > i128::from(self.settings.max_request) { self.fault(Kind::RequestTooLarge) } else { Ok(()) }
    }

    fn request(&mut self) -> Read<()> {
        if self.peek()? == b'*' { self.multibulk() } else { self.inline() }
    }

    fn multibulk(&mut self) -> Read<()> {
        self.at += 1;
        let count = self.number(true)?;
        if count <= 0 {
            return Ok(());
        }
        self.tell(RequestEvent::Begin(u64::try_from(count).unwrap()));
        for _ in 0..count {
            if self.peek()? != b'$' {
                return self.fault(Kind::ExpectedBulkString);
            }
            self.fits(5)?;
            self.at += 1;
            let len = usize::try_from(self.number(false)?).unwrap();
            let data = self.bytes.get(self.at..self.at + len).ok_or(Stop::NeedMore)?.to_vec();
            self.at += len;
            for expected in *b"\r\n" {
                if self.peek()? != expected {
                    return self.fault(Kind::MissingCrlf);
                }
                self.at += 1;
            }
            self.tell(RequestEvent::Argument(resp_core::Part::Whole, data));
        }
        self.tell(RequestEvent::End);
        Ok(())
    }

    /// A number and its CRLF.
    fn number(&mut self, is_count: bool) -> Read<i128> {
        let mut text = String::new();
        loop {
            let byte = self.peek()?;
            if byte == b'\r' && !text.is_empty() && text != "-" {
                self.at += 1;
                if self.peek()? != b'\n' {
                    return self.fault(Kind::BareCr);
                }
                self.at += 1;
                return Ok(text.parse().unwrap());
            }
            text.push(char::from(byte));
            if !begins_canonical(&text) || text.starts_with('-') && !is_count {
                return self.fault(if is_count { Kind::InvalidMultibulkLength } else { Kind::InvalidBulkLength });
            }
            self.limit(&text, is_count)?;
            self.at += 1;
        }
    }

    fn limit(&self, text: &str, is_count: bool) -> Read<()> {
        let settings = self.settings;
        if text == "-" {
            return self.fits(3);
        }
        let number: i128 = text.parse().unwrap();
        match is_count {
            true if number < i128::from(i64::MIN) => self.fault(Kind::InvalidMultibulkLength),
            true if number <= 0 => self.fits(2),
            true if number <= i128::from(settings.max_arguments) && self.fits(2 + 6 * number).is_ok() => Ok(()),
            true if settings.authenticated => self.fault(Kind::TooManyArguments),
            true => self.fault(Kind::UnauthenticatedMultibulkLength),
            false if number > i128::from(settings.max_argument) && settings.authenticated => {
                self.fault(Kind::ArgumentTooLarge)
            }
            false if number > i128::from(settings.max_argument) => self.fault(Kind::UnauthenticatedBulkLength),
            false => self.fits(4 + number),
        }
    }

    fn inline(&mut self) -> Read<()> {
        let rest = &self.bytes[self.start..];
        let lf = rest.iter().position(|&byte| byte == b'\n');
        let shown = &rest[..lf.unwrap_or(rest.len())];
        let mut faults = vec![self.too_long(shown)];
        let room = self.settings.max_request - 1;
        faults.push((shown.len() as u64 > room).then_some((room as usize, Kind::RequestTooLarge)));
        let nul = shown.iter().position(|&byte| byte == 0);
        faults.push(nul.map(|at| (at, Kind::NulInInline)));
        let words = split(&shown[..nul.unwrap_or(shown.len())]);
        faults.push(match words {
            Err(Unbalanced::Behind(at)) => Some((at, Kind::UnbalancedQuotes)),
            Err(Unbalanced::Open) if nul.is_none() => lf.map(|at| (at, Kind::UnbalancedQuotes)),
            _ => None,
        });
        // The first to be seen; at the same byte, the first of these.
        if let Some((at, kind)) = faults.into_iter().flatten().min_by_key(|(at, _)| *at) {
            return Err(Stop::Fault(kind, self.start + at));
        }
        self.at = self.start + lf.ok_or(Stop::NeedMore)? + 1;
        let words = words.unwrap_or_default();
        if !words.is_empty() {
            self.tell(RequestEvent::Begin(words.len() as u64));
            for word in words {
                self.tell(RequestEvent::Argument(resp_core::Part::Whole, word));
            }
            self.tell(RequestEvent::End);
        }
        Ok(())
    }

    /// Where a line, of which this is in front of the LF, if there is one, is too long.
    fn too_long(&self, shown: &[u8]) -> Option<(usize, Kind)> {
        let max = self.settings.max_inline;
        match shown.get(max..) {
            None | Some([] | [b'\r']) => None,
            Some([b'\r', ..]) => Some((max + 1, Kind::InlineTooLong)),
            Some(_) => Some((max, Kind::InlineTooLong)),
        }
    }
}

/// Whether more digits, or none, can make it a number as Redis writes it.
fn begins_canonical(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let unsigned_zero = text == "0";
    text == "-" || unsigned_zero || !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbalanced {
    /// A quote is open at the end.
    Open,
    /// There is something behind a closing quote.
    Behind(usize),
}

/// `sdssplitargs`, where the end of the string is what its NUL is in C.
pub fn split(line: &[u8]) -> Result<Vec<Vec<u8>>, Unbalanced> {
    let byte_at = |at: usize| line.get(at).copied();
    let is_space = |byte: u8| b" \t\n\x0b\x0c\r".contains(&byte);
    let mut words = Vec::new();
    let mut p = 0;
    loop {
        while byte_at(p).is_some_and(is_space) {
            p += 1;
        }
        if byte_at(p).is_none() {
            return Ok(words);
        }
        let (mut in_double, mut in_single, mut done) = (false, false, false);
        let mut current = Vec::new();
        while !done {
            let byte = byte_at(p);
            if in_double {
                let hex: Vec<u8> = (p + 2..p + 4).filter_map(byte_at).filter(u8::is_ascii_hexdigit).collect();
                if byte == Some(b'\\') && byte_at(p + 1) == Some(b'x') && hex.len() == 2 {
                    let digits = String::from_utf8(hex).unwrap();
                    current.push(u8::from_str_radix(&digits, 16).unwrap());
                    p += 3;
                } else if byte == Some(b'\\') && byte_at(p + 1).is_some() {
                    p += 1;
                    current.push(match line[p] {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'a' => 7,
                        other => other,
                    });
                } else if byte == Some(b'"') {
                    if byte_at(p + 1).is_some_and(|next| !is_space(next)) {
                        return Err(Unbalanced::Behind(p + 1));
                    }
                    done = true;
                } else {
                    current.push(byte.ok_or(Unbalanced::Open)?);
                }
            } else if in_single {
                if byte == Some(b'\\') && byte_at(p + 1) == Some(b'\'') {
                    p += 1;
                    current.push(b'\'');
                } else if byte == Some(b'\'') {
                    if byte_at(p + 1).is_some_and(|next| !is_space(next)) {
                        return Err(Unbalanced::Behind(p + 1));
                    }
                    done = true;
                } else {
                    current.push(byte.ok_or(Unbalanced::Open)?);
                }
            } else {
                match byte {
                    None | Some(b' ' | b'\n' | b'\r' | b'\t') => done = true,
                    Some(b'"') => in_double = true,
                    Some(b'\'') => in_single = true,
                    Some(other) => current.push(other),
                }
            }
            if byte.is_some() {
                p += 1;
            }
        }
        words.push(current);
    }
}

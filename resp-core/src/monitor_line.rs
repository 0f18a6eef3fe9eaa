//! What `MONITOR` shows of each command: [`MonitorLine`].

use core::fmt::{self, Write};
use core::iter;
use core::time::Duration;

use crate::quoted::Quoted;
use crate::redirect::decimal;

/// A line of `MONITOR`, which is a simple string in both versions of RESP.
///
/// ```
/// use core::time::Duration;
/// use resp_core::MonitorLine;
///
/// let line = MonitorLine::of(br#"1339518083.107412 [0 127.0.0.1:60866] "SET" "k" "a\r\n\xff""#).expect("a line");
/// assert_eq!(line.time, Duration::new(1_339_518_083, 107_412_000));
/// assert_eq!((line.db, line.client), (0, &b"127.0.0.1:60866"[..]));
/// let arguments: Vec<Vec<u8>> = line.arguments().map(|argument| argument.bytes().collect()).collect();
/// assert_eq!(arguments, [&b"SET"[..], b"k", b"a\r\n\xff"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MonitorLine<'a> {
    /// When the command ran, since 1970.
    pub time: Duration,
    /// The number of its database.
    pub db: u64,
    /// Who sent it: address and port, `unix:` and a path, or `lua` for a script.
    pub client: &'a [u8],
    arguments: &'a [u8],
}

impl<'a> MonitorLine<'a> {
    /// The parts of this line, the text of a simple string; `None` if it is another. The arguments may hold what looks like
    /// the [end of the brackets](https://github.com/redis/redis-py/issues/2942), and quotes.
    #[must_use]
    pub fn of(line: &'a [u8]) -> Option<Self> {
        let (time, rest) = split(line, b" [")?;
        let (db, rest) = split(rest, b" ")?;
        // An IPv6 address has brackets of its own, and a path may have a blank behind one, but hardly a quote behind that.
        let (client, _) = split(rest, b"] \"")?;
        let arguments = rest.get(client.len()..)?.strip_prefix(b"] ")?;
        let line = Self { time: time_of(time)?, db: decimal(db)?, client, arguments };
        are_arguments(arguments).then_some(line)
    }

    /// The command and its arguments: one at least.
    #[must_use]
    pub fn arguments(self) -> MonitorArguments<'a> {
        MonitorArguments { rest: self.arguments }
    }
}

/// The arguments of a [`MonitorLine`]: [`MonitorLine::arguments`].
#[derive(Clone)]
pub struct MonitorArguments<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for MonitorArguments<'a> {
    type Item = Escaped<'a>;

    fn next(&mut self) -> Option<Escaped<'a>> {
        let (argument, rest) = quoted(self.rest)?;
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        Some(argument)
    }
}

/// Bytes as a server writes them between quotes: what is no printable ASCII, quotes and backslashes are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Escaped<'a> {
    text: &'a [u8],
}

impl<'a> Escaped<'a> {
    /// As they are written.
    #[must_use]
    pub const fn text(self) -> &'a [u8] {
        self.text
    }

    /// The bytes themselves, if none of them is escaped.
    #[must_use]
    pub fn as_bytes(self) -> Option<&'a [u8]> {
        if memchr::memchr(b'\\', self.text).is_none() { Some(self.text) } else { None }
    }

    /// The bytes themselves.
    pub fn bytes(self) -> impl Iterator<Item = u8> + Clone + 'a {
        let mut rest = self.text;
        iter::from_fn(move || {
            let (byte, behind) = unescaped(rest)?;
            rest = behind;
            Some(byte)
        })
    }
}

/// `1339518083.107412`: seconds and a fraction.
fn time_of(text: &[u8]) -> Option<Duration> {
    let (seconds, fraction) = split(text, b".")?;
    let (seconds, _) = (decimal(seconds)?, decimal::<u64>(fraction)?);
    let mut nanos = 0_u32;
    let mut digit_worth = 100_000_000_u32;
    for digit in fraction {
        nanos = nanos.saturating_add(u32::from(digit.wrapping_sub(b'0')).saturating_mul(digit_worth));
        digit_worth /= 10;
    }
    Some(Duration::from_secs(seconds).saturating_add(Duration::from_nanos(nanos.into())))
}

fn are_arguments(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((_, behind)) = quoted(rest) {
        match behind.split_first() {
            None => return true,
            Some((b' ', behind)) => rest = behind,
            Some(_) => return false,
        }
    }
    false
}

/// What stands between quotes at the front, and what is behind them.
fn quoted(text: &[u8]) -> Option<(Escaped<'_>, &[u8])> {
    let inside = text.strip_prefix(b"\"")?;
    let mut rest = inside;
    while rest.first()? != &b'"' {
        rest = unescaped(rest)?.1;
    }
    let text = inside.get(..inside.len().checked_sub(rest.len())?)?;
    Some((Escaped { text }, rest.strip_prefix(b"\"")?))
}

/// The first byte, and what is behind its spelling.
fn unescaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&first, rest) = text.split_first()?;
    if first != b'\\' {
        return Some((first, rest));
    }
    let (&escape, rest) = rest.split_first()?;
    let byte = match escape {
        b'\\' | b'"' => escape,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'a' => 0x07,
        b'b' => 0x08,
        b'x' => return hexadecimal(rest),
        _ => return None,
    };
    Some((byte, rest))
}

fn hexadecimal(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&[high, low], rest) = text.split_first_chunk()?;
    let digit = |byte| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some((digit(high)? << 4 | digit(low)?, rest))
}

fn split<'a>(text: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = text.windows(separator.len()).position(|window| window == separator)?;
    let (front, rest) = text.split_at_checked(at)?;
    Some((front, rest.strip_prefix(separator)?))
}

impl fmt::Debug for MonitorLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MonitorLine")
            .field("time", &format_args!("{}.{:09}", self.time.as_secs(), self.time.subsec_nanos()))
            .field("db", &self.db)
            .field("client", &Quoted(self.client))
            .field("arguments", &self.arguments())
            .finish()
    }
}

/// What is left.
impl fmt::Debug for MonitorArguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// As they are written; what a server would have escaped and did not is escaped too.
impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.iter().try_for_each(|&byte| match byte {
            b' '..=b'~' => f.write_char(char::from(byte)),
            _ => write!(f, "\\x{byte:02x}"),
        })
    }
}

impl fmt::Debug for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

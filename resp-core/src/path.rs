//! Where in a frame a value is: [`Frame::at`], and how errors write it.

use core::fmt;

use crate::frame::{Frame, Kind};
use crate::redirect::decimal;

impl<'a> Frame<'a> {
    /// The value at a path, as errors write it: `$` for the frame itself, which may be left out, then `.key` or
    /// `["key"]` for a value of a map (or of an array that has [`pairs`](Self::pairs)), and `[0]` for an element.
    /// In `["key"]` a backslash stands in front of a quote, as in all that errors escape.
    ///
    /// ```
    /// use resp_core::{FixedTape, Parser};
    /// let mut tape = FixedTape::<16>::new();
    /// let input = b"%1\r\n$7\r\nmodules\r\n*1\r\n%1\r\n+the name\r\n+json\r\n";
    /// let frame = tape.next_frame(&mut Parser::new(), input)?.expect("complete");
    /// let name = frame.at("$.modules[0][\"the name\"]").and_then(|name| name.as_str());
    /// assert_eq!(name, Some("json"));
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    #[must_use]
    pub fn at(self, path: &str) -> Option<Frame<'a>> {
        let mut frame = self;
        // Bytes, since to search and cut a `str` reaches panics.
        let path = path.as_bytes();
        let mut rest = path.strip_prefix(b"$").unwrap_or(path);
        while !rest.is_empty() {
            (frame, rest) = frame.step_into(rest)?;
        }
        Some(frame)
    }

    /// The path to a value inside of this one, as [`at`](Self::at) reads it. But what is in a key, or behind one that is
    /// no text, is told by its number (`$[key 0]`, `$[value 0]`), and a key is cut after 64 bytes (`$["long"...]`).
    #[must_use]
    pub fn path_to(self, inside: Frame<'a>) -> impl fmt::Display + 'a {
        Path { root: self, target: inside }
    }

    /// One step of a path, and what is left of it.
    fn step_into(self, path: &[u8]) -> Option<(Frame<'a>, &[u8])> {
        if let Some(quoted) = path.strip_prefix(b"[\"") {
            let (key, rest) = quoted.split_at_checked(end_of_quoted(quoted)?)?;
            return Some((self.get_escaped(key).or_else(|| self.get(key))?, rest.strip_prefix(b"\"]")?));
        }
        if let Some(number) = path.strip_prefix(b"[") {
            let (index, rest) = number.split_at_checked(memchr::memchr(b']', number)?)?;
            return Some((self.element(decimal(index)?)?, rest.strip_prefix(b"]")?));
        }
        let key = path.strip_prefix(b".").unwrap_or(path);
        let end = memchr::memchr2(b'.', b'[', key).unwrap_or(key.len());
        let (key, rest) = key.split_at_checked(end)?;
        Some((self.get(key)?, rest))
    }

    /// The value of the first pair whose key is written so in a path.
    fn get_escaped(self, written: &[u8]) -> Option<Frame<'a>> {
        let is_key = |key: Frame<'_>| key.as_bytes().is_some_and(|key| key.escape_ascii().eq(written.iter().copied()));
        self.pairs().find(|(key, _)| is_key(*key)).map(|(_, value)| value)
    }
}

/// Where the quote is that no backslash stands in front of.
fn end_of_quoted(text: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    text.iter().position(|&byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

/// The way from `root` to `target`, which is inside of it.
struct Path<'a> {
    root: Frame<'a>,
    target: Frame<'a>,
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        let mut around = self.root;
        while let Some((index, child)) = around.elements().enumerate().find(|(_, child)| child.holds(self.target)) {
            match around.kind() {
                Kind::Map | Kind::Attribute => write_key(f, around, index)?,
                _ => write!(f, "[{index}]")?,
            }
            around = child;
        }
        Ok(())
    }
}

/// A path shows so many bytes of a key at most: it is for people, and a key may be as large as any text.
const MOST_OF_KEY: usize = 64;

/// Of a map's `index`th element, counting keys and values.
fn write_key(f: &mut fmt::Formatter<'_>, map: Frame<'_>, index: usize) -> fmt::Result {
    let pair = index / 2;
    if index.is_multiple_of(2) {
        return write!(f, "[key {pair}]");
    }
    let Some(key) = map.pairs().nth(pair).and_then(|(key, _)| key.as_bytes()) else {
        return write!(f, "[value {pair}]");
    };
    match key.split_at_checked(MOST_OF_KEY) {
        Some((start, [_, ..])) => write!(f, "[\"{}\"...]", start.escape_ascii()),
        _ if is_word(key) => write!(f, ".{}", key.escape_ascii()),
        _ => write!(f, "[\"{}\"]", key.escape_ascii()),
    }
}

fn is_word(key: &[u8]) -> bool {
    !key.is_empty() && key.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

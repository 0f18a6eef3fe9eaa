//! The words of an inline request, by the rules of Redis' `sdssplitargs`.
//!
//! A line is looked at twice. As it arrives, [`Word::next`] holds each byte to the rules and counts the words, so that
//! an error is told at its byte and the count is known in front of the words. When it is whole, [`take`] cuts it: what
//! stands there as it is meant is lent from the line, and an escape becomes a slice of a single byte.
//!
//! The rules: white space is what C's `isspace` says. A word that is not quoted ends at a blank, TAB or CR alone, so
//! vertical tabs and form feeds can be part of it. Quotes may open anywhere in a word, and their closing ends it: white
//! space must follow, or the end. Between double quotes there are escapes; between single quotes there is only `\'`,
//! [even behind another backslash](https://github.com/redis/redis/issues/8672).

use super::event::slice_of;

/// Where in a word the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Between words.
    Blank,
    Bare,
    Double,
    /// Behind a backslash in double quotes; then behind `\x`, and behind its first digit.
    Escape,
    Hex,
    HexDigit,
    Single,
    /// Behind a backslash in single quotes.
    SingleEscape,
    /// Behind the closing quote.
    Closed,
}

impl Word {
    /// What this byte, which is no LF, makes of the word. `None`: a quote was closed in front of it, and it is no white
    /// space.
    pub(super) const fn next(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Blank | Self::Closed, _) if is_space(byte) => Self::Blank,
            (Self::Closed, _) => return None,
            (Self::Bare, _) if ends_bare(byte) => Self::Blank,
            (Self::Blank | Self::Bare, b'"') => Self::Double,
            (Self::Blank | Self::Bare, b'\'') => Self::Single,
            (Self::Blank | Self::Bare, _) => Self::Bare,
            (Self::Escape, b'x') => Self::Hex,
            (Self::Escape, _) => Self::Double,
            (Self::Hex, _) if byte.is_ascii_hexdigit() => Self::HexDigit,
            (Self::HexDigit, _) if byte.is_ascii_hexdigit() => Self::Double,
            (Self::Double | Self::Hex | Self::HexDigit, b'\\') => Self::Escape,
            (Self::Double | Self::Hex | Self::HexDigit, b'"') => Self::Closed,
            (Self::Double | Self::Hex | Self::HexDigit, _) => Self::Double,
            (Self::SingleEscape, b'\'') => Self::Single,
            (Self::Single | Self::SingleEscape, b'\\') => Self::SingleEscape,
            (Self::Single, b'\'') => Self::Closed,
            (Self::Single | Self::SingleEscape, _) => Self::Single,
        })
    }

    /// Whether the line may end here: no quote is open.
    pub(super) const fn may_end(self) -> bool {
        matches!(self, Self::Blank | Self::Bare | Self::Closed)
    }
}

/// `isspace`
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

const fn ends_bare(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// A piece of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken<'b> {
    pub(super) data: &'b [u8],
    /// What is left of the line.
    pub(super) behind: &'b [u8],
    /// In what the next piece lies. `Blank`: this was the word's last.
    pub(super) word: Word,
}

/// The next piece from a line that was held to the rules, from its first byte or from behind the piece before, which left
/// `word`.
pub(super) fn take(mut line: &[u8], mut word: Word) -> Taken<'_> {
    if word == Word::Blank {
        let spaces = line.iter().take_while(|&&byte| is_space(byte)).count();
        (line, word) = (line.get(spaces..).unwrap_or_default(), Word::Bare);
    }
    if word == Word::Bare {
        let bare = line.iter().take_while(|&&byte| !ends_bare(byte) && !is_quote(byte)).count();
        let (data, behind) = line.split_at_checked(bare).unwrap_or_default();
        let (behind, word) = open(behind);
        if !data.is_empty() || word == Word::Blank {
            return Taken { data, behind, word };
        }
        return quoted(behind, word);
    }
    quoted(line, word)
}

const fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

/// Behind the bytes of a word that are not quoted.
fn open(line: &[u8]) -> (&[u8], Word) {
    match line {
        [b'"', behind @ ..] => (behind, Word::Double),
        [b'\'', behind @ ..] => (behind, Word::Single),
        _ => (line, Word::Blank),
    }
}

/// A piece in quotes: an escape, or what stands up to the next, or up to the quote.
fn quoted(line: &[u8], word: Word) -> Taken<'_> {
    let (data, behind) = match (word, line) {
        (Word::Double, [b'\\', text @ ..]) => escape(text),
        // It stands for itself, and what is behind it does too.
        (Word::Single, [b'\\', text @ ..]) if text.first() == Some(&b'\'') => plain(text, 1, word),
        _ => plain(line, 0, word),
    };
    let closes = matches!((word, behind), (Word::Double, [b'"', ..]) | (Word::Single, [b'\'', ..]) | (_, []));
    if closes {
        return Taken { data, behind: behind.get(1..).unwrap_or_default(), word: Word::Blank };
    }
    Taken { data, behind, word }
}

/// What stands for itself: the first `sure` bytes, and those up to the next that means something.
fn plain(line: &[u8], sure: usize, word: Word) -> (&[u8], &[u8]) {
    let mut len = sure.min(line.len());
    while let Some([byte, behind @ ..]) = line.get(len..) {
        let ends = match word {
            Word::Double => matches!(byte, b'"' | b'\\'),
            _ => *byte == b'\'' || *byte == b'\\' && behind.first() == Some(&b'\''),
        };
        if ends {
            break;
        }
        len = len.saturating_add(1);
    }
    line.split_at_checked(len).unwrap_or_default()
}

/// Behind a backslash in double quotes.
fn escape(text: &[u8]) -> (&[u8], &[u8]) {
    match text {
        [b'x', high, low, behind @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
            (slice_of(hex(*high) << 4 | hex(*low)), behind)
        }
        [b'n', behind @ ..] => (b"\n", behind),
        [b'r', behind @ ..] => (b"\r", behind),
        [b't', behind @ ..] => (b"\t", behind),
        [b'b', behind @ ..] => (b"\x08", behind),
        [b'a', behind @ ..] => (b"\x07", behind),
        // It stands for itself, and what is behind it does too.
        _ => plain(text, 1, Word::Double),
    }
}

/// The value of a hexadecimal digit.
const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit & 0xf,
        // The letters come behind 0x40 and 0x60, from 1.
        _ => (digit & 0xf).wrapping_add(9),
    }
}

//! Pieces of the grammar for the run, out of line: what takes more than a comparison or two.
//!
//! They know nothing of parser and visitor, so there is one copy of each, and a call leaves the run's registers alone.
//! They are handed what is behind a type byte, and answer in registers too: with a length, if all is there and
//! canonical, CRLF included. Near the end of the input, words are filled up with zeros, which fit nowhere.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "positions in a slice plus a few, and numbers of at most 18 digits"
)]

use core::num::NonZeroUsize;

use crate::lex::{self, State};
use crate::run::RUN_HEADER;
use crate::word::{self, load_padded};

/// A number of at most 18 digits, which cannot overflow, without leading zeros: its value, and its bytes with CRLF.
#[inline(never)]
pub(crate) fn number(text: &[u8]) -> Option<(u64, NonZeroUsize)> {
    unsigned(text)
}

/// The same with a sign, as Redis writes it: `-0` is not canonical.
#[inline(never)]
pub(crate) fn integer(text: &[u8]) -> Option<(i64, NonZeroUsize)> {
    let [b'-', digits @ ..] = text else {
        let (magnitude, len) = unsigned(text)?;
        return Some((magnitude.cast_signed(), len));
    };
    let (magnitude, len) = unsigned(digits)?;
    (magnitude > 0).then_some((-magnitude.cast_signed(), len.checked_add(1)?))
}

#[inline(always)]
fn unsigned(text: &[u8]) -> Option<(u64, NonZeroUsize)> {
    let word = load_padded(text)?;
    let count = word::digits(word);
    let [leading, ..] = word.to_le_bytes();
    let (number, len) = match count {
        0 => return None,
        1 => (u64::from(leading & 0xf), 1),
        _ if leading == b'0' => return None,
        2..8 => (word::decimal(word, count), count),
        _ => {
            let (low, count) = low_digits(text.get(8..)?)?;
            (word::decimal(word, 8) * POWERS.get(count)? + low, 8 + count)
        }
    };
    text.get(len..)?.starts_with(b"\r\n").then_some((number, NonZeroUsize::new(len + 2)?))
}

/// The digits behind the first eight, at most ten: their value and number.
#[inline(always)]
fn low_digits(text: &[u8]) -> Option<(u64, usize)> {
    let word = load_padded(text)?;
    match word::digits(word) {
        0 => Some((0, 0)),
        count @ 1..8 => Some((word::decimal(word, count), count)),
        _ => {
            let mut number = word::decimal(word, 8);
            let mut count = 8;
            for byte in text.iter().skip(8).take(2).take_while(|byte| byte.is_ascii_digit()) {
                number = number * 10 + u64::from(byte & 0xf);
                count += 1;
            }
            Some((number, count))
        }
    }
}

const POWERS: [u64; 11] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000];

/// The length of a line.
///
/// Most are short: four words are searched by arithmetic, then it is worth calling a search.
#[inline(never)]
pub(crate) fn line(text: &[u8]) -> Option<usize> {
    let mut rest = text;
    for _ in 0..4 {
        let Some((word, next)) = rest.split_first_chunk() else { break };
        // One comparison for CR and LF: what else is below 0x0e hardly stands in a line.
        if let Some(at) = word::place(word::below(u64::from_le_bytes(*word), 0x0e)) {
            let at = text.len() - rest.len() + at;
            if text.get(at..)?.starts_with(b"\r\n") {
                return Some(at);
            }
            break;
        }
        rest = next;
    }
    long_line(text)
}

#[cold]
#[inline(never)]
fn long_line(text: &[u8]) -> Option<usize> {
    let at = memchr::memchr2(b'\r', b'\n', text)?;
    text.get(at..)?.starts_with(b"\r\n").then_some(at)
}

/// The length of a big number.
#[inline(never)]
pub(crate) fn big_number(text: &[u8]) -> Option<usize> {
    let start = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let end = digits_end(text, start)?;
    (end > start && text.get(end..)?.starts_with(b"\r\n")).then_some(end)
}

/// The length of a double.
#[inline(never)]
pub(crate) fn double(text: &[u8]) -> Option<usize> {
    let end = match text {
        [b'-', digits @ ..] => decimal(digits).map(|end| end + 1),
        _ => decimal(text),
    };
    match end {
        Some(end) => Some(end),
        None => by_grammar(text),
    }
}

/// Where digits end, or digits, a point and digits: nearly all doubles. (17 digits: 13 ns became 7.)
#[inline(always)]
fn decimal(text: &[u8]) -> Option<usize> {
    // A point does not carry into the byte behind it.
    let others = word::others(word::load(text)?);
    let mut end = word::place(others)?;
    if end == 0 {
        return None;
    }
    if text.get(end) == Some(&b'.') {
        let fraction = end + 1;
        let others = others & others.wrapping_sub(1);
        end = if others == 0 { digits_end(text, 8)? } else { word::place(others)? };
        if end == fraction {
            return None;
        }
    }
    // With a sign it is one more.
    if end >= RUN_HEADER as usize || !text.get(end..)?.starts_with(b"\r\n") {
        return None;
    }
    Some(end)
}

#[cold]
#[inline(never)]
fn by_grammar(text: &[u8]) -> Option<usize> {
    let mut state = State::Start;
    for (at, &byte) in text.iter().enumerate().take(RUN_HEADER as usize + 1) {
        if byte == b'\r' && state.is_complete() {
            return (text.get(at + 1) == Some(&b'\n')).then_some(at);
        }
        state = lex::double(state, byte)?;
    }
    None
}

/// Where the digits end that go on at `start`; before the end of the text.
#[inline(always)]
fn digits_end(text: &[u8], start: usize) -> Option<usize> {
    let mut rest = text.get(start..)?;
    while let Some((word, next)) = rest.split_first_chunk() {
        if let Some(at) = word::place(word::others(u64::from_le_bytes(*word))) {
            return Some(text.len() - rest.len() + at);
        }
        rest = next;
    }
    let last = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    Some(text.len() - rest.len() + last)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    //! What a piece does not take, `step` takes instead, and nobody sees the difference. So here is pinned what it takes.

    extern crate std;

    use std::{format, vec};

    use super::*;

    const BEHIND: [&[u8]; 8] = [b"", b"\r", b"\n", b"x", b"\r\n", b"\rx", b"x\r\n", b"\r\n$12345\r\n"];

    /// Every text that starts with `front` and up to `longest` digits, before everything that may be behind.
    fn for_digits(front: &str, longest: usize, mut check: impl FnMut(&[u8])) {
        for digits in
            ["12345678901234567890123456789", "90807060504030201009080706050", "00000000000000000000000000000"]
        {
            for len in 0..=longest {
                for behind in BEHIND {
                    check(&[front.as_bytes(), &digits.as_bytes()[..len], behind].concat());
                }
            }
        }
    }

    /// The digits that `text` starts with, if CRLF is behind them.
    fn line_of_digits(text: &[u8]) -> Option<&[u8]> {
        let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, behind) = text.split_at(len);
        (len > 0 && behind.starts_with(b"\r\n")).then_some(digits)
    }

    fn canonical(text: &[u8]) -> Option<&[u8]> {
        line_of_digits(text).filter(|digits| digits.len() <= 18 && (digits.len() == 1 || digits[0] != b'0'))
    }

    #[test]
    fn a_number_is_taken_if_it_is_canonical_and_cannot_overflow() {
        for_digits("", 22, |text| {
            let expected = canonical(text).map(|digits| {
                let value = core::str::from_utf8(digits).unwrap().parse().unwrap();
                (value, NonZeroUsize::new(digits.len() + 2).unwrap())
            });
            assert_eq!(number(text), expected, "{}", text.escape_ascii());
        });
    }

    #[test]
    fn an_integer_is_taken_if_redis_would_write_it_so() {
        for front in ["", "-", "+", "--"] {
            for_digits(front, 22, |text| {
                let minus = usize::from(front == "-");
                let digits = canonical(&text[minus..]).filter(|digits| minus == 0 || *digits != b"0");
                let expected = digits.map(|digits| {
                    let len = minus + digits.len();
                    let value = core::str::from_utf8(&text[..len]).unwrap().parse().unwrap();
                    (value, NonZeroUsize::new(len + 2).unwrap())
                });
                assert_eq!(integer(text), expected, "{}", text.escape_ascii());
            });
        }
    }

    #[test]
    fn a_big_number_is_taken_at_any_length() {
        for front in ["", "-", "+", "--"] {
            for_digits(front, 29, |text| {
                let sign = usize::from(matches!(front, "-" | "+"));
                let expected = line_of_digits(&text[sign..]).map(|digits| sign + digits.len());
                assert_eq!(big_number(text), expected, "{}", text.escape_ascii());
            });
        }
    }

    #[test]
    fn a_line_is_taken_up_to_its_first_cr_if_lf_follows() {
        for len in 0..50 {
            for byte in 0..0x20 {
                for at in 0..len {
                    let mut text = vec![b'a'; len];
                    text[at] = byte;
                    text.extend(b"\r\nbehind\r\n");
                    let expected = if matches!(byte, b'\r' | b'\n') { None } else { Some(len) };
                    assert_eq!(line(&text), expected, "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn a_line_without_its_end_is_not_taken() {
        for len in 0..50 {
            for end in [&b""[..], b"\r", b"\n", b"\rx", b"\n\r\n", b"\r\r\n"] {
                let text = [&vec![b'a'; len], end].concat();
                assert_eq!(line(&text), None, "{}", text.escape_ascii());
            }
        }
    }

    /// Digits, a point and digits, in front of at least a word: without the grammar that is asked otherwise.
    #[test]
    fn a_plain_double_is_taken_without_the_grammar() {
        for whole in 1..=28 {
            for fraction in 0..=28 {
                let digits = "1234567890123456789012345678";
                let point = if fraction > 0 { "." } else { "" };
                let text = format!("{}{point}{}", &digits[..whole], &digits[..fraction]);
                let short = whole < 8 && text.len() < RUN_HEADER as usize;
                let padded = format!("{text}\r\n,123456\r\n");
                assert_eq!(decimal(padded.as_bytes()), short.then_some(text.len()), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_plain_double_is_left_to_the_grammar() {
        for text in
            ["", ".5", "5.", "5.\r", "1e5", "1.5e3", "inf", "nan", "-1", "+1", "1x", "1.5x", "1\r", "1.5\r", "1.\r\n"]
        {
            let padded = format!("{text}        ");
            assert_eq!(decimal(padded.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn every_double_of_the_grammar_is_taken_if_it_is_short() {
        for text in [
            "0",
            "-0",
            "+1",
            "1.5",
            "-1.5",
            "1e5",
            "-1.5E-300",
            "inf",
            "-inf",
            "nan",
            "nan(1)",
            "12345678.5",
            "-123.45678901",
        ] {
            for behind in ["\r\n", "\r\n+OK\r\n"] {
                assert_eq!(double(format!("{text}{behind}").as_bytes()), Some(text.len()), "{text}{behind}");
            }
            for behind in ["", "\r", "\rx", "\n", "x\r\n", "\r\r\n"] {
                assert_eq!(double(format!("{text}{behind}").as_bytes()), None, "{text}{behind:?}");
            }
        }
    }

    #[test]
    fn a_double_is_taken_up_to_the_longest_header_of_the_run() {
        for front in ["1e", "-1e", "1.", "-1.", "-", "12345678", "nan("] {
            for len in 1..40 {
                let close = if front == "nan(" { ")" } else { "" };
                let text = format!("{front}{}{close}", "1".repeat(len));
                let expected = (text.len() <= RUN_HEADER as usize).then_some(text.len());
                assert_eq!(double(format!("{text}\r\n+OK\r\n").as_bytes()), expected, "{text}");
            }
        }
    }
}

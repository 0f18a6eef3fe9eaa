//! Eight bytes at a time: what the run reads, compares and counts with.
//!
//! A word is eight bytes of the stream, little end first on every target: the lowest byte came first.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "positions in a slice plus a few bytes, sums of digits that are known to fit, and words of at most eight bytes"
)]

/// CR LF, as two bytes of a word.
pub(crate) const CRLF: u16 = u16::from_le_bytes(*b"\r\n");

const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The first eight bytes, if there are so many.
#[inline(always)]
pub(crate) fn load(rest: &[u8]) -> Option<u64> {
    rest.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The first eight bytes, or, if there are fewer, all of them and zeros, which are no part of any grammar; `None` if
/// there is none.
#[inline(always)]
pub(crate) fn load_padded(rest: &[u8]) -> Option<u64> {
    if let Some(word) = load(rest) {
        return Some(word);
    }
    match (rest.first_chunk(), rest.last_chunk()) {
        // Two halves that overlap say the same where they do.
        (Some(front), Some(back)) => {
            let shift = 8 * (rest.len() - 4);
            Some(u64::from(u32::from_le_bytes(*front)) | u64::from(u32::from_le_bytes(*back)) << shift)
        }
        _ if rest.is_empty() => None,
        _ => Some(rest.iter().rev().fold(0, |word, &byte| word * 256 + u64::from(byte))),
    }
}

/// The two bytes at `INDEX`.
#[inline(always)]
pub(crate) const fn pair<const INDEX: u32>(word: u64) -> u16 {
    let [low, high, ..] = (word >> (8 * INDEX)).to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// Whether the word starts with these bytes: one mask, one comparison.
#[inline(always)]
pub(crate) const fn starts_with<const N: usize>(word: u64, bytes: &[u8; N]) -> bool {
    let mut wanted = 0;
    let mut mask = 0;
    let mut rest: &[u8] = bytes;
    while let [front @ .., last] = rest {
        wanted = wanted * 256 + *last as u64;
        mask = mask * 256 + 255;
        rest = front;
    }
    word & mask == wanted
}

/// The high bit of each byte of the word that is less than `limit`, which is at most 0x80. Bits above the first such
/// byte may be wrong.
#[inline(always)]
pub(crate) const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(repeat(limit)) & !word & repeat(0x80)
}

/// The high bit of each byte of the word that is no decimal digit. Behind a byte that is not ASCII, which may carry into
/// the next, they may be wrong.
///
/// With `0` taken off by exclusive or, a digit is at most 9; adding 0x76 sets the high bit of whatever is more.
#[inline(always)]
pub(crate) const fn others(word: u64) -> u64 {
    let values = word ^ repeat(b'0');
    (values.wrapping_add(repeat(0x76)) | values) & repeat(0x80)
}

/// The place of the first byte that is marked.
#[inline(always)]
pub(crate) const fn place(marks: u64) -> Option<usize> {
    if marks == 0 { None } else { Some(marks.trailing_zeros() as usize / 8) }
}

/// How many bytes the word starts with that are decimal digits.
#[inline(always)]
pub(crate) const fn digits(word: u64) -> usize {
    (others(word).trailing_zeros() / 8) as usize
}

/// The value of the first `count` bytes (1 to 8), which are digits: neighbours are added up three times.
#[inline(always)]
pub(crate) const fn decimal(word: u64, count: usize) -> u64 {
    // Shifted up, so that leading zeros take the place of what is not there.
    let ones = (word ^ repeat(b'0')) << (64 - 8 * count);
    let tens = (ones.wrapping_mul(10).wrapping_add(ones >> 8)) & 0x00ff_00ff_00ff_00ff;
    let hundreds = (tens.wrapping_mul(100).wrapping_add(tens >> 16)) & 0x0000_ffff_0000_ffff;
    (hundreds.wrapping_mul(10_000).wrapping_add(hundreds >> 32)) & 0xffff_ffff
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn short_input_is_padded_with_zeros() {
        let bytes = *b"12345678";
        for len in 1..=8 {
            let mut padded = [0; 8];
            padded[..len].copy_from_slice(&bytes[..len]);
            assert_eq!(load_padded(&bytes[..len]), Some(u64::from_le_bytes(padded)));
        }
        assert_eq!(load_padded(&[]), None);
    }

    #[test]
    fn digits_stop_at_every_other_byte() {
        for byte in 0..=255 {
            for at in 0..8 {
                let mut bytes = *b"09182736";
                bytes[at] = byte;
                let counted = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
                assert_eq!(digits(u64::from_le_bytes(bytes)), counted, "{bytes:?}");
            }
        }
    }

    #[test]
    fn decimal_reads_one_to_eight_digits() {
        let word = u64::from_le_bytes(*b"98765432");
        let values = [9, 98, 987, 9_876, 98_765, 987_654, 9_876_543, 98_765_432];
        for (index, value) in values.into_iter().enumerate() {
            assert_eq!(decimal(word, index + 1), value);
        }
    }

    #[test]
    fn others_marks_what_is_no_digit_behind_ascii() {
        for byte in 0..=255 {
            for at in 0..8 {
                let mut bytes = *b".9-0.98-";
                bytes[at] = byte;
                let marks = others(u64::from_le_bytes(bytes)).to_le_bytes();
                let certain = if byte.is_ascii() { 7 } else { at };
                for index in 0..=certain {
                    let expected = if bytes[index].is_ascii_digit() { 0 } else { 0x80 };
                    assert_eq!(marks[index], expected, "{index} of {bytes:?}");
                }
            }
        }
    }

    #[test]
    fn below_finds_the_first_byte_that_is_less() {
        for byte in 0..=255 {
            for at in 0..8 {
                let mut bytes = [0x0e; 8];
                bytes[at] = byte;
                let found = below(u64::from_le_bytes(bytes), 0x0e).trailing_zeros() as usize / 8;
                assert_eq!(found, if byte < 0x0e { at } else { 8 }, "{bytes:?}");
            }
        }
    }

    #[test]
    fn starts_with_compares_no_byte_more() {
        assert!(starts_with(u64::from_le_bytes(*b"+OK\r\n$1\r"), b"+OK\r\n"));
        assert!(!starts_with(u64::from_le_bytes(*b"+OK\r\r$1\r"), b"+OK\r\n"));
    }
}

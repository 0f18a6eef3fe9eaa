//! The yardstick: what parsing costs if nothing may go wrong.
//!
//! [`parse`] walks a stream that it trusts, whole and with padding behind it. It checks nothing: no digit, no CRLF, no
//! limit, no end of the input within a node. It keeps one counter instead of a stack, so it cannot tell where an
//! aggregate ends, and it has nobody to tell. It is not a parser. It is what is left of one, written with the same care:
//! eight bytes at once, the header of up to three digits by comparing, the commonest types first.
//!
//! # Contract
//!
//! The input is a [`Stream`]: valid RESP in canonical spelling, without streamed strings and aggregates, ending at the
//! end of a frame, and `PADDING` readable bytes behind it. Only this crate's writers make streams, and a
//! test parses every kind of them with the real parser.

use core::hint::black_box;

use crate::stream::{PADDING, Stream};
use crate::tally::Tally;

/// `+OK\r\n`, the first byte lowest.
const OK: u64 = u64::from_le_bytes(*b"+OK\r\n\0\0\0");
const FIVE_BYTES: u64 = (1 << 40) - 1;

/// `p` reads at most so many bytes behind the node that it stands at.
const REACH: usize = 8;
const _: () = assert!(REACH <= PADDING);

/// Adds up the stream's lengths, counts and values.
#[must_use]
pub fn parse(stream: &Stream) -> Tally {
    // SAFETY: a `Stream` keeps the contract.
    let (frames, sum) = unsafe { walk(stream.as_ptr(), stream.len()) };
    Tally { frames, sum: Some(sum) }
}

/// The same for a stream of doubles alone, each converted.
#[must_use]
pub fn doubles(stream: &Stream) -> Tally {
    let mut frames = 0;
    let mut sum: u64 = 0;
    // SAFETY: a `Stream` keeps the contract, and a double's text is ASCII.
    unsafe {
        let mut p = stream.as_ptr();
        let end = p.add(stream.len());
        while p < end {
            let cr = find_cr(p.add(1));
            let text = core::slice::from_raw_parts(p.add(1), len_between(p.add(1), cr));
            let value: f64 = core::str::from_utf8_unchecked(text).parse().unwrap_or_default();
            black_box(value);
            sum = sum.wrapping_add(text.len() as u64);
            p = cr.add(2);
            frames += 1;
        }
    }
    Tally { frames, sum: Some(sum) }
}

/// # Safety
///
/// `start` points to `len` bytes that keep the contract above.
unsafe fn walk(start: *const u8, len: usize) -> (u64, u64) {
    // SAFETY: in a valid stream every length and count leads to the next node or to the end, and each read reaches at
    // most into the padding.
    unsafe {
        let mut p = start;
        let end = p.add(len);
        let mut sum: u64 = 0;
        let mut frames = 0;
        // Values still to come in this frame.
        let mut left: u64 = 1;
        while p < end {
            let word = load(p);
            // One comparison for the commonest type; the others share a jump.
            if byte::<0>(word) == b'$' {
                if byte::<1>(word) == b'-' {
                    sum = sum.wrapping_add(1);
                    p = p.add(5);
                } else {
                    let (number, header) = header(p, word);
                    sum = sum.wrapping_add(number);
                    p = p.add(header + size(number) + 2);
                }
                left = left.wrapping_sub(1);
            } else {
                match byte::<0>(word) {
                    b'*' | b'~' | b'>' => {
                        let (count, header) = header(p, word);
                        p = p.add(header);
                        sum = sum.wrapping_add(count);
                        left = left.wrapping_sub(1).wrapping_add(count);
                    }
                    b':' => {
                        let (value, next) = integer(p.add(1));
                        p = next;
                        sum = sum.wrapping_add(value.cast_unsigned());
                        left = left.wrapping_sub(1);
                    }
                    b'+' => {
                        if word & FIVE_BYTES == OK {
                            sum = sum.wrapping_add(2);
                            p = p.add(5);
                        } else {
                            let cr = find_cr(p.add(1));
                            sum = sum.wrapping_add(len_between(p, cr) as u64 - 1);
                            p = cr.add(2);
                        }
                        left = left.wrapping_sub(1);
                    }
                    b'-' | b',' | b'(' => {
                        let cr = find_cr(p.add(1));
                        sum = sum.wrapping_add(len_between(p, cr) as u64 - 1);
                        p = cr.add(2);
                        left = left.wrapping_sub(1);
                    }
                    b'%' => {
                        let (count, header) = header(p, word);
                        p = p.add(header);
                        sum = sum.wrapping_add(count);
                        left = left.wrapping_sub(1).wrapping_add(2 * count);
                    }
                    // An attribute is not counted by what it stands in.
                    b'|' => {
                        let (count, header) = header(p, word);
                        p = p.add(header);
                        sum = sum.wrapping_add(count);
                        left = left.wrapping_add(2 * count);
                    }
                    b'=' | b'!' => {
                        let (number, header) = header(p, word);
                        sum = sum.wrapping_add(number);
                        p = p.add(header + size(number) + 2);
                        left = left.wrapping_sub(1);
                    }
                    b'#' => {
                        sum = sum.wrapping_add(u64::from(byte::<1>(word) == b't'));
                        p = p.add(4);
                        left = left.wrapping_sub(1);
                    }
                    // `_`
                    _ => {
                        sum = sum.wrapping_add(1);
                        p = p.add(3);
                        left = left.wrapping_sub(1);
                    }
                }
            }
            if left == 0 {
                frames += 1;
                left = 1;
            }
        }
        (frames, sum)
    }
}

/// # Safety
///
/// `p` may be read for eight bytes.
#[inline(always)]
unsafe fn load(p: *const u8) -> u64 {
    // SAFETY: the caller's; any alignment will do.
    u64::from_le_bytes(unsafe { p.cast::<[u8; 8]>().read_unaligned() })
}

/// The `N`th byte of a word in the order of memory.
#[inline(always)]
fn byte<const N: usize>(word: u64) -> u8 {
    word.to_le_bytes()[N]
}

#[inline(always)]
fn digit<const N: usize>(word: u64) -> u64 {
    u64::from(byte::<N>(word) & 0xF)
}

/// A length or count, and the bytes of its header. `word` is the start of the header at `p`.
///
/// # Safety
///
/// A header stands at `p`.
#[inline(always)]
unsafe fn header(p: *const u8, word: u64) -> (u64, usize) {
    // A branch for each number of digits: the processor guesses it, and need not wait for the length of the length.
    if byte::<2>(word) == b'\r' {
        (digit::<1>(word), 4)
    } else if byte::<3>(word) == b'\r' {
        (digit::<1>(word) * 10 + digit::<2>(word), 5)
    } else if byte::<4>(word) == b'\r' {
        (digit::<1>(word) * 100 + digit::<2>(word) * 10 + digit::<3>(word), 6)
    } else {
        // SAFETY: the caller's.
        unsafe { long_header(p) }
    }
}

/// # Safety
///
/// A header stands at `p`.
#[inline(always)]
unsafe fn long_header(p: *const u8) -> (u64, usize) {
    // SAFETY: the digits end at a CR.
    unsafe {
        let mut at = p.add(1);
        let mut number: u64 = 0;
        loop {
            number = number * 10 + u64::from(*at & 0xF);
            at = at.add(1);
            if (*at).wrapping_sub(b'0') > 9 {
                return (number, len_between(p, at) + 2);
            }
        }
    }
}

/// A signed integer and what is behind its CRLF.
///
/// # Safety
///
/// An integer stands at `p`.
#[inline(always)]
unsafe fn integer(mut p: *const u8) -> (i64, *const u8) {
    // SAFETY: the digits end at a CR, and eight bytes behind it may be read.
    unsafe {
        let negative = *p == b'-';
        if negative {
            p = p.add(1);
        }
        let word = load(p);
        let count = digits(word);
        let (magnitude, end) =
            if count < 8 { (decimal(word, count), p.add(count)) } else { long_integer(decimal(word, 8), p.add(8)) };
        let value = magnitude.cast_signed();
        (if negative { value.wrapping_neg() } else { value }, end.add(2))
    }
}

/// The digits behind the first eight.
///
/// # Safety
///
/// Digits or a CR stand at `p`.
#[inline(always)]
unsafe fn long_integer(mut value: u64, mut p: *const u8) -> (u64, *const u8) {
    const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    // SAFETY: as above.
    unsafe {
        let word = load(p);
        match digits(word) {
            0 => {}
            count @ 1..8 => {
                value = value * POWERS[count] + decimal(word, count);
                p = p.add(count);
            }
            _ => {
                value = value * 100_000_000 + decimal(word, 8);
                p = p.add(8);
                while (*p).wrapping_sub(b'0') <= 9 {
                    value = value.wrapping_mul(10).wrapping_add(u64::from(*p & 0xF));
                    p = p.add(1);
                }
            }
        }
        (value, p)
    }
}

/// How many of the first bytes are digits, if all that follow a CR may be taken for anything.
#[inline(always)]
fn digits(word: u64) -> usize {
    let difference = word ^ 0x3030_3030_3030_3030;
    let others = (difference.wrapping_add(0x7676_7676_7676_7676) | difference) & 0x8080_8080_8080_8080;
    others.trailing_zeros() as usize / 8
}

/// The value of the first `count` digits, at least one: pairs, then fours, then eight at once.
#[inline(always)]
fn decimal(word: u64, count: usize) -> u64 {
    let digits = (word ^ 0x3030_3030_3030_3030) << (64 - 8 * count);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF
}

/// The first CR at or behind `p`.
///
/// # Safety
///
/// There is one, and eight bytes from it on may be read.
#[inline(always)]
unsafe fn find_cr(mut p: *const u8) -> *const u8 {
    loop {
        // SAFETY: the caller's.
        let difference = unsafe { load(p) } ^ 0x0D0D_0D0D_0D0D_0D0D;
        let hits = difference.wrapping_sub(0x0101_0101_0101_0101) & !difference & 0x8080_8080_8080_8080;
        if hits != 0 {
            // SAFETY: in the word that was just read.
            return unsafe { p.add(hits.trailing_zeros() as usize / 8) };
        }
        // SAFETY: there is a CR further on.
        p = unsafe { p.add(8) };
    }
}

/// # Safety
///
/// Both point into the same stream, `end` not before `start`.
#[inline(always)]
unsafe fn len_between(start: *const u8, end: *const u8) -> usize {
    // SAFETY: the caller's.
    unsafe { end.offset_from(start) }.cast_unsigned()
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a length in memory")]
fn size(number: u64) -> usize {
    number as usize
}

//! The fast run: [`Parser::run`] takes whole canonical nodes from the input, straight to the visitor.
//!
//! # For the next maintainer
//!
//! The run accepts or declines, and nothing else: see the head of `parser.rs` for why. Declining costs little and is
//! always right, so every doubt ends in `Stop::Declined`, before anything of the node was counted or delivered.
//!
//! **The word.** The run reads eight bytes at once, little end first, so the lowest byte of a word is the first in the
//! stream. And it reads them where a body ends: that word holds the CRLF to check *and*, behind it, the next type byte,
//! up to three digits and their CRLF. So one load, and one comparison for each number of digits, take the end of a bulk
//! string and the header of the next ([`next_bulk_string`]). The number of digits is found by comparing, not computed:
//! a processor guesses a branch, but must wait for arithmetic, and the length is what the next load waits for.
//! Where fewer than eight bytes are left, `step` does the rest.
//!
//! **What keeps limits out of it.** Two of them bound the bytes that the run may see at all, by the *horizon*, a place
//! in the stream: a frame's byte budget ends where the frame must have ended, and no text in front of a horizon that is
//! `max_text` bytes away is longer than that. Counts are compared once for each aggregate. Where there is nothing for
//! the run to do the horizon is 0: in the middle of a node; in a streamed aggregate, whose elements are charged one by
//! one; and if `max_header` is so small that a canonical number might pass it. `step` sets it behind each node and clears
//! it where a header or a text begins, so that the run, which starts anew for each event that is pulled, has one
//! comparison to make.
//!
//! **Registers.** `rest` and `top` are all that changes for each node, so they live in [`Run`] and go back to the
//! parser when it ends. Everything on the way is `#[inline(always)]`: one call out of line that takes the run by
//! reference, and they would live in memory (measured: 60 instructions for a node of arr50 instead of 55).
//!
//! **Slices, not indices.** What is left of the view is a slice, and each function hands on the slice behind what it
//! took. Where eight bytes were loaded the compiler knows that there are eight, so cutting off a header costs nothing.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "sums of lengths of slices (at most isize::MAX) and a few bytes, and of numbers of at most 18 digits"
)]

use core::ops::ControlFlow;

use crate::event::{Aggregate, FrameKind, Null, Part};
use crate::level::Level;
use crate::parser::{Mode, Parser};
use crate::step::{MIN_NODE, elements};
use crate::visitor::Visitor;
use crate::word::{self, CRLF, load, pair, starts_with};

impl<const DEPTH: usize> Parser<DEPTH> {
    /// Takes whole canonical nodes from the front of `input` and hands their events to `visitor`, until it meets
    /// anything else. Returns how many bytes it took, and whether the visitor broke.
    #[inline]
    pub(crate) fn run<'b, V: Visitor<'b> + ?Sized>(
        &mut self,
        input: &'b [u8],
        visitor: &mut V,
    ) -> (usize, ControlFlow<()>) {
        let view = self.view(input);
        let end = self.offset.wrapping_add(view.len() as u64);
        let mut run = Run { rest: view, end, top: self.top, visitor, parser: self };
        let stop = run.nodes();
        let Run { rest, end, top, .. } = run;
        let taken = end.wrapping_sub(rest.len() as u64).wrapping_sub(self.offset);
        self.top = top;
        self.offset = self.offset.wrapping_add(taken);
        (
            usize::try_from(taken).unwrap_or_default(),
            if stop == Stop::Broke { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        )
    }

    /// The bytes among which the run need not think of limits on bytes: those in front of the horizon.
    #[inline]
    pub(crate) fn view<'b>(&self, input: &'b [u8]) -> &'b [u8] {
        let len = self.horizon.saturating_sub(self.offset);
        usize::try_from(len).ok().and_then(|len| input.get(..len)).unwrap_or(input)
    }

    /// How far the run may look from here. It stays true while the run goes on: a text in front of it is no longer than
    /// `max_text`, and the budgets of the frames behind this one end later.
    pub(crate) fn new_horizon(&self) -> u64 {
        let between_nodes = self.mode == Mode::Node && self.examined == 0 && !self.top.is_streamed();
        if !between_nodes || self.options.max_header < RUN_HEADER {
            return 0;
        }
        self.offset.saturating_add(self.frame_left().min(self.options.max_text))
    }
}

/// The longest header payload that the run takes. With a smaller `max_header` it is out of work.
pub(crate) const RUN_HEADER: u32 = 32;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The next node is for `step`; nothing of it was touched.
    Declined,
    /// The visitor broke.
    Broke,
}

/// A run in progress.
pub(crate) struct Run<'r, 'b, V: ?Sized, const DEPTH: usize> {
    /// What is left of the view.
    pub(crate) rest: &'b [u8],
    pub(crate) top: Level,
    /// Where the view ends in the stream.
    pub(crate) end: u64,
    pub(crate) visitor: &'r mut V,
    pub(crate) parser: &'r mut Parser<DEPTH>,
}

/// Whether to go on with the run; if so, with what.
type Go<T = ()> = ControlFlow<Stop, T>;

#[inline(always)]
fn unless_broke(flow: ControlFlow<()>) -> Go {
    if flow.is_break() { Go::Break(Stop::Broke) } else { Go::Continue(()) }
}

#[inline(always)]
fn accept<T>(found: Option<T>) -> Go<T> {
    match found {
        Some(found) => Go::Continue(found),
        None => Go::Break(Stop::Declined),
    }
}

impl<'b, V: Visitor<'b> + ?Sized, const DEPTH: usize> Run<'_, 'b, V, DEPTH> {
    #[inline(always)]
    pub(crate) fn nodes(&mut self) -> Stop {
        if self.top.is_done()
            && let Go::Break(stop) = self.close(ControlFlow::Continue(()))
        {
            return stop;
        }
        loop {
            if let Go::Break(stop) = self.node() {
                return stop;
            }
        }
    }

    /// Takes one node, or as many bulk strings as follow each other.
    #[inline(always)]
    fn node(&mut self) -> Go {
        let rest = self.rest;
        let word = accept(load(rest))?;
        match word.to_le_bytes()[0] {
            b'$' => self.bulk_strings(word),
            b'*' => self.begin(Aggregate::Array, word),
            b':' => self.integer(word),
            // The commonest of all replies needs no search: 63 instructions become 41.
            b'+' if starts_with(word, b"+OK\r\n") => {
                let flow = self.visitor.simple_string(Part::Whole, between(rest, 1, 3));
                self.leaf(behind(rest, 5), flow)
            }
            b'+' => {
                let (data, next) = accept(line(rest))?;
                let flow = self.visitor.simple_string(Part::Whole, data);
                self.leaf(next, flow)
            }
            b'-' => {
                let (data, next) = accept(line(rest))?;
                let flow = self.visitor.simple_error(Part::Whole, data);
                self.leaf(next, flow)
            }
            _ if self.parser.options.resp2_only => Go::Break(Stop::Declined),
            b'%' => self.begin(Aggregate::Map, word),
            b'~' => self.begin(Aggregate::Set, word),
            b'|' => self.begin(Aggregate::Attribute, word),
            b'>' => self.begin(Aggregate::Push, word),
            b',' => {
                let (data, next) = accept(double(rest))?;
                let flow = self.visitor.double(data);
                self.leaf(next, flow)
            }
            b'_' if starts_with(word, b"_\r\n") => {
                let flow = self.visitor.null(Null::Resp3);
                self.leaf(behind(rest, 3), flow)
            }
            b'#' if starts_with(word, b"#t\r\n") => {
                let flow = self.visitor.boolean(true);
                self.leaf(behind(rest, 4), flow)
            }
            b'#' if starts_with(word, b"#f\r\n") => {
                let flow = self.visitor.boolean(false);
                self.leaf(behind(rest, 4), flow)
            }
            b'(' => {
                let (data, next) = accept(big_number(rest))?;
                let flow = self.visitor.big_number(Part::Whole, data);
                self.leaf(next, flow)
            }
            b'=' => {
                let (text, next) = accept(text(rest, word))?;
                let [a, b, c, b':', data @ ..] = text else { return Go::Break(Stop::Declined) };
                let flow = self.visitor.verbatim_string([*a, *b, *c], Part::Whole, data);
                self.leaf(next, flow)
            }
            b'!' => {
                let (data, next) = accept(text(rest, word))?;
                let flow = self.visitor.bulk_error(Part::Whole, data);
                self.leaf(next, flow)
            }
            _ => Go::Break(Stop::Declined),
        }
    }

    /// Bulk strings with lengths of up to three digits, one after the other. `word` is the header of the first; from
    /// then on the word behind each body holds its CRLF and the header of the next.
    #[inline(always)]
    fn bulk_strings(&mut self, word: u64) -> Go {
        let Some((mut len, mut body)) = short_number(self.rest, word) else {
            return self.other_bulk_string(word);
        };
        loop {
            let (data, rest) = accept(body.split_at_checked(len))?;
            let word = accept(load(rest))?;
            if pair::<0>(word) != CRLF {
                return Go::Break(Stop::Declined);
            }
            let flow = self.visitor.bulk_string(Part::Whole, data);
            self.leaf(behind(rest, 2), flow)?;
            (len, body) = match next_bulk_string(rest, word) {
                Some(next) => next,
                None => return Go::Continue(()),
            };
        }
    }

    /// `$-1`, or a length of more than three digits.
    #[inline(always)]
    fn other_bulk_string(&mut self, word: u64) -> Go {
        if starts_with(word, b"$-1\r\n") {
            let flow = self.visitor.null(Null::BulkString);
            return self.leaf(behind(self.rest, 5), flow);
        }
        let (data, next) = accept(text(self.rest, word))?;
        let flow = self.visitor.bulk_string(Part::Whole, data);
        self.leaf(next, flow)
    }

    #[inline(always)]
    fn integer(&mut self, word: u64) -> Go {
        let [_, sign, ..] = word.to_le_bytes();
        let (value, next) = if let Some((value, next)) = short_number(self.rest, word) {
            (value.cast_signed() as i64, next)
        } else {
            let negative = sign == b'-';
            let digits = behind(self.rest, 1 + usize::from(negative));
            let (magnitude, next) = accept(long_number(digits))?;
            let value = magnitude.cast_signed();
            if negative && value == 0 {
                return Go::Break(Stop::Declined);
            }
            (if negative { -value } else { value }, next)
        };
        let flow = self.visitor.integer(value);
        self.leaf(next, flow)
    }

    /// Opens an aggregate, if its count, its depth and its place are in order.
    #[inline(always)]
    fn begin(&mut self, kind: Aggregate, word: u64) -> Go {
        let (count, next) = accept(number(self.rest, word))?;
        let options = &self.parser.options;
        let nested = !self.parser.outer.is_empty();
        let push_allowed = count > 0 && !(nested && (options.strict_pushes || self.top.is_in_push()));
        let uncounted = kind == Aggregate::Attribute || kind == Aggregate::Push && nested;
        let elements = elements(kind, count);
        let charge = elements + u64::from(uncounted);
        // What could be complete in the view fits into the frame's budget; whether more does, `step` knows.
        if elements * MIN_NODE > next.len() as u64
            || count > options.max_count
            || charge > self.parser.elements_left
            || self.parser.outer.len() >= self.parser.levels()
            || kind == Aggregate::Push && !push_allowed
        {
            return Go::Break(Stop::Declined);
        }
        self.parser.elements_left -= charge;
        if uncounted {
            self.top.set_attributed(kind == Aggregate::Attribute);
        } else {
            self.top.take();
        }
        // Never full: the depth was compared above.
        let _ = self.parser.outer.try_push(self.top);
        self.top = self.top.inner(kind, Some(elements));
        self.rest = next;
        let flow = self.visitor.begin(kind, Some(count));
        if count == 0 { self.close(flow) } else { unless_broke(flow) }
    }

    /// Behind a scalar or text: one element less, and perhaps the end of some levels.
    #[inline(always)]
    fn leaf(&mut self, next: &'b [u8], flow: ControlFlow<()>) -> Go {
        self.rest = next;
        self.top.take();
        if self.top.is_done() { self.close(flow) } else { unless_broke(flow) }
    }

    /// Closes the levels that have nothing left, and perhaps the frame.
    #[inline(always)]
    fn close(&mut self, mut flow: ControlFlow<()>) -> Go {
        let mut kind = FrameKind::Reply;
        while self.top.is_done() {
            let Some(&outer) = self.parser.outer.last() else {
                return self.end_frame(kind, flow);
            };
            // If it broke, the `End` is due, and comes first next time.
            unless_broke(flow)?;
            self.parser.outer.pop();
            kind = FrameKind::of(self.top.kind());
            flow = self.visitor.end(self.top.kind());
            self.top = outer;
        }
        if self.top.is_streamed() {
            // Its elements are charged one by one, by `step`: nothing more to see.
            self.parser.horizon = 0;
            self.end = self.end.wrapping_sub(self.rest.len() as u64);
            self.rest = &[];
            unless_broke(flow)?;
            return Go::Break(Stop::Declined);
        }
        unless_broke(flow)
    }

    #[inline(always)]
    fn end_frame(&mut self, kind: FrameKind, flow: ControlFlow<()>) -> Go {
        let end = self.end.wrapping_sub(self.rest.len() as u64);
        self.visitor.frame_len(end.wrapping_sub(self.parser.frame_start));
        let ended = self.visitor.frame_end(kind);
        self.top = Level::FRAME;
        self.parser.frame_start = end;
        self.parser.elements_left = self.parser.options.max_elements;
        unless_broke(flow)?;
        unless_broke(ended)
    }
}

/// What is behind the first `len` bytes, of which there are so many.
#[inline(always)]
fn behind(rest: &[u8], len: usize) -> &[u8] {
    rest.get(len..).unwrap_or_default()
}

/// Some of the first bytes, of which there are so many.
#[inline(always)]
fn between(rest: &[u8], start: usize, end: usize) -> &[u8] {
    rest.get(start..end).unwrap_or_default()
}

// ---- Pieces of the grammar. Each takes what it can from the front of `rest`, and gives what is behind it. ----

/// A text of declared length, from its type byte to its CRLF.
#[inline(always)]
fn text(rest: &[u8], word: u64) -> Option<(&[u8], &[u8])> {
    let (len, body) = number(rest, word)?;
    let (data, tail) = body.split_at_checked(usize::try_from(len).ok()?)?;
    Some((data, tail.strip_prefix(b"\r\n")?))
}

/// A type byte, a length or count, CRLF. `word` is the start of `rest`.
#[inline(always)]
fn number(rest: &[u8], word: u64) -> Option<(u64, &[u8])> {
    match short_number(rest, word) {
        Some((number, next)) => Some((number as u64, next)),
        None => long_number(behind(rest, 1)),
    }
}

#[inline(always)]
fn digit(byte: u8) -> Option<usize> {
    let digit = byte.wrapping_sub(b'0');
    (digit <= 9).then_some(usize::from(digit))
}

/// A first digit that others follow: not zero.
#[inline(always)]
fn leading_digit(byte: u8) -> Option<usize> {
    digit(byte).filter(|&digit| digit > 0)
}

/// A type byte, one to three digits, CRLF.
#[inline(always)]
fn short_number(rest: &[u8], word: u64) -> Option<(usize, &[u8])> {
    let [_, a, b, c, ..] = word.to_le_bytes();
    if pair::<2>(word) == CRLF {
        Some((digit(a)?, behind(rest, 4)))
    } else if pair::<3>(word) == CRLF {
        Some((leading_digit(a)? * 10 + digit(b)?, behind(rest, 5)))
    } else if pair::<4>(word) == CRLF {
        Some((leading_digit(a)? * 100 + digit(b)? * 10 + digit(c)?, behind(rest, 6)))
    } else {
        None
    }
}

/// CRLF, `$`, one to three digits, CRLF: the end of a text and the header of a bulk string behind it.
#[inline(always)]
fn next_bulk_string(rest: &[u8], word: u64) -> Option<(usize, &[u8])> {
    if !starts_with(word, b"\r\n$") {
        return None;
    }
    let [_, _, _, a, b, c, ..] = word.to_le_bytes();
    if pair::<5>(word) == CRLF {
        Some((leading_digit(a)? * 10 + digit(b)?, behind(rest, 7)))
    } else if pair::<4>(word) == CRLF {
        Some((digit(a)?, behind(rest, 6)))
    } else if pair::<6>(word) == CRLF {
        Some((leading_digit(a)? * 100 + digit(b)? * 10 + digit(c)?, behind(rest, 8)))
    } else {
        None
    }
}

/// A canonical number of at most 18 digits, which cannot overflow, and CRLF.
#[inline(always)]
fn long_number(rest: &[u8]) -> Option<(u64, &[u8])> {
    let word = load(rest)?;
    let count = word::digits(word);
    let [leading, ..] = word.to_le_bytes();
    let (number, next) = match count {
        0 => return None,
        1 => (u64::from(leading & 0xf), behind(rest, 1)),
        _ if leading == b'0' => return None,
        2..8 => (word::decimal(word, count), behind(rest, count)),
        _ => {
            let rest = behind(rest, 8);
            let (low, count) = longer_number(rest)?;
            (word::decimal(word, 8) * POWERS.get(count)? + low, behind(rest, count))
        }
    };
    Some((number, next.strip_prefix(b"\r\n")?))
}

/// The digits behind the first eight, at most ten: their value and number.
#[inline(always)]
fn longer_number(rest: &[u8]) -> Option<(u64, usize)> {
    let word = load(rest)?;
    match word::digits(word) {
        0 => Some((0, 0)),
        count @ 1..8 => Some((word::decimal(word, count), count)),
        _ => {
            let mut number = word::decimal(word, 8);
            let mut count = 8;
            for &byte in behind(rest, 8).iter().take(2) {
                let Some(digit) = digit(byte) else { break };
                number = number * 10 + digit as u64;
                count += 1;
            }
            Some((number, count))
        }
    }
}

const POWERS: [u64; 11] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000];

/// A type byte, a text without CR and LF, CRLF.
///
/// Most lines are short: four words are searched by arithmetic, then it is worth calling a search.
#[inline(always)]
fn line(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = behind(rest, 1);
    let mut from = text;
    for _ in 0..4 {
        let word = load(from)?;
        let hits = word::matches(word, b'\r') | word::matches(word, b'\n');
        if hits != 0 {
            let next = behind(from, hits.trailing_zeros() as usize / 8);
            return line_up_to(text, next);
        }
        from = behind(from, 8);
    }
    let len = memchr::memchr2(b'\r', b'\n', from)?;
    line_up_to(text, behind(from, len))
}

/// A big number from its type byte to its CRLF.
#[inline(always)]
fn big_number(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = behind(rest, 1);
    line_up_to(text, behind_digits(behind_sign(text))?)
}

/// A double from its type byte to its CRLF, if it is made of digits; the rare words are for `step`.
#[inline(always)]
fn double(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = behind(rest, 1);
    let mut end = behind_digits(behind_sign(text))?;
    if let [b'.', fraction @ ..] = end {
        end = behind_digits(fraction)?;
    }
    if let [b'e' | b'E', exponent @ ..] = end {
        end = behind_digits(behind_sign(exponent))?;
    }
    line_up_to(text, end).filter(|(text, _)| text.len() <= RUN_HEADER as usize)
}

/// `text` as far as `end`, which is its own end, and what is behind the CRLF that stands there.
#[inline(always)]
fn line_up_to<'b>(text: &'b [u8], end: &'b [u8]) -> Option<(&'b [u8], &'b [u8])> {
    let next = end.strip_prefix(b"\r\n")?;
    Some((text.get(..text.len() - end.len())?, next))
}

#[inline(always)]
fn behind_sign(rest: &[u8]) -> &[u8] {
    match rest {
        [b'-' | b'+', rest @ ..] => rest,
        _ => rest,
    }
}

/// What is behind the digits, of which there is at least one.
#[inline(always)]
fn behind_digits(rest: &[u8]) -> Option<&[u8]> {
    let mut end = rest;
    loop {
        let count = word::digits(load(end)?);
        end = behind(end, count);
        if count < 8 {
            return (end.len() < rest.len()).then_some(end);
        }
    }
}

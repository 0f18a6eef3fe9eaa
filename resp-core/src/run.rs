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
//! **What keeps limits out of it.** Two of them bound the bytes that the run may see at all ([`Parser::view`]): a
//! frame's byte budget cuts the input where the frame must have ended, and no text in an input of `max_text` bytes is
//! longer than that. Counts are compared once for each aggregate. Where `max_header` is so small that a canonical
//! number might pass it, and in streamed aggregates, whose elements are charged one by one, there is no run.
//!
//! **Registers.** `at` and `top` are all that changes for each node, so they live in [`Run`] and go back to the parser
//! when it ends. Everything on the way is `#[inline(always)]`: one call out of line and they would live in memory.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "sums of positions in a slice (at most isize::MAX) and a few bytes, or numbers of at most 18 digits; \
              a length from the wire is added with a check"
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
        let mut run = Run { at: 0, top: self.top, view, visitor, parser: self };
        let stop = if view.is_empty() { Stop::Declined } else { run.nodes() };
        let Run { at, top, .. } = run;
        self.top = top;
        self.offset = self.offset.wrapping_add(at as u64);
        (at, if stop == Stop::Broke { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The bytes among which the run need not think of limits on bytes, or none if the state is not its business.
    ///
    /// The cut at the frame's budget holds for the frames behind it as well: their budgets end later.
    #[inline]
    fn view<'b>(&self, input: &'b [u8]) -> &'b [u8] {
        let between_nodes = self.mode == Mode::Node && self.examined == 0 && !self.top.is_streamed();
        if !between_nodes || self.options.max_header < RUN_HEADER {
            return &[];
        }
        let limit = self.frame_left().min(self.options.max_text);
        usize::try_from(limit).ok().and_then(|limit| input.get(..limit)).unwrap_or(input)
    }
}

/// The longest header payload that the run takes. With a smaller `max_header` it is out of work.
const RUN_HEADER: u32 = 32;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The next node is for `step`; nothing of it was touched.
    Declined,
    /// The visitor broke.
    Broke,
}

/// A run in progress. `at` and `top` live here, in registers, and go back to the parser when it ends.
struct Run<'r, 'b, V: ?Sized, const DEPTH: usize> {
    at: usize,
    top: Level,
    view: &'b [u8],
    visitor: &'r mut V,
    parser: &'r mut Parser<DEPTH>,
}

/// Whether to go on with the run; if so, with what.
type Go<T = ()> = ControlFlow<Stop, T>;

const DECLINED: Stop = Stop::Declined;

#[inline(always)]
fn unless_broke(flow: ControlFlow<()>) -> Go {
    if flow.is_break() { Go::Break(Stop::Broke) } else { Go::Continue(()) }
}

#[inline(always)]
fn accept<T>(found: Option<T>) -> Go<T> {
    match found {
        Some(found) => Go::Continue(found),
        None => Go::Break(DECLINED),
    }
}

impl<'b, V: Visitor<'b> + ?Sized, const DEPTH: usize> Run<'_, 'b, V, DEPTH> {
    #[inline(always)]
    fn nodes(&mut self) -> Stop {
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
        let word = accept(load(self.view, self.at))?;
        match first(word) {
            b'$' => self.bulk_strings(word),
            b'*' => self.begin(Aggregate::Array, word),
            b':' => self.integer(word),
            b'+' => {
                let (data, next) = if starts_with(word, b"+OK\r\n") {
                    // Half of all replies; they need no search.
                    (self.slice(self.at + 1, self.at + 3), self.at + 5)
                } else {
                    self.line()?
                };
                let flow = self.visitor.simple_string(Part::Whole, data);
                self.leaf(next, flow)
            }
            b'-' => {
                let (data, next) = self.line()?;
                let flow = self.visitor.simple_error(Part::Whole, data);
                self.leaf(next, flow)
            }
            _ if self.parser.options.resp2_only => Go::Break(DECLINED),
            b'%' => self.begin(Aggregate::Map, word),
            b'~' => self.begin(Aggregate::Set, word),
            b'|' => self.begin(Aggregate::Attribute, word),
            b'>' => self.begin(Aggregate::Push, word),
            b',' => self.double(),
            b'_' if starts_with(word, b"_\r\n") => {
                let flow = self.visitor.null(Null::Resp3);
                self.leaf(self.at + 3, flow)
            }
            b'#' if starts_with(word, b"#t\r\n") => {
                let flow = self.visitor.boolean(true);
                self.leaf(self.at + 4, flow)
            }
            b'#' if starts_with(word, b"#f\r\n") => {
                let flow = self.visitor.boolean(false);
                self.leaf(self.at + 4, flow)
            }
            b'(' => self.big_number(),
            b'=' => self.verbatim_string(word),
            b'!' => {
                let (data, next) = self.text(word)?;
                let flow = self.visitor.bulk_error(Part::Whole, data);
                self.leaf(next, flow)
            }
            _ => Go::Break(DECLINED),
        }
    }

    /// Bulk strings with lengths of up to three digits, one after the other. `word` is the header of the first; from
    /// then on the word behind each body holds its CRLF and the header of the next.
    #[inline(always)]
    fn bulk_strings(&mut self, word: u64) -> Go {
        let Some((len, header)) = short_number(word) else {
            return self.other_bulk_string(word);
        };
        let mut start = self.at + header;
        let mut end = start + len;
        loop {
            let word = accept(load(self.view, end))?;
            if pair::<0>(word) != CRLF {
                return Go::Break(DECLINED);
            }
            let flow = self.visitor.bulk_string(Part::Whole, self.slice(start, end));
            self.leaf(end + 2, flow)?;
            let Some((len, header)) = next_bulk_string(word) else {
                return Go::Continue(());
            };
            start = end + header;
            end = start + len;
        }
    }

    /// `$-1`, or a length of more than three digits.
    #[inline(always)]
    fn other_bulk_string(&mut self, word: u64) -> Go {
        if starts_with(word, b"$-1\r\n") {
            let flow = self.visitor.null(Null::BulkString);
            return self.leaf(self.at + 5, flow);
        }
        let (data, next) = self.text(word)?;
        let flow = self.visitor.bulk_string(Part::Whole, data);
        self.leaf(next, flow)
    }

    /// A text of declared length at `at`, if it is complete, and the position behind it.
    #[inline(always)]
    fn text(&self, word: u64) -> Go<(&'b [u8], usize)> {
        let (len, start) = self.number(word)?;
        let end = accept(usize::try_from(len).ok().and_then(|len| start.checked_add(len)))?;
        match self.view.get(end..) {
            Some([b'\r', b'\n', ..]) => Go::Continue((self.slice(start, end), end + 2)),
            _ => Go::Break(DECLINED),
        }
    }

    #[inline(always)]
    fn verbatim_string(&mut self, word: u64) -> Go {
        let (text, next) = self.text(word)?;
        let [a, b, c, b':', data @ ..] = text else {
            return Go::Break(DECLINED);
        };
        let flow = self.visitor.verbatim_string([*a, *b, *c], Part::Whole, data);
        self.leaf(next, flow)
    }

    #[inline(always)]
    fn integer(&mut self, word: u64) -> Go {
        let negative = second(word) == b'-';
        let (magnitude, next) = match short_number(word) {
            Some((magnitude, header)) => (magnitude as u64, self.at + header),
            None => accept(long_number(self.view, self.at + 1 + usize::from(negative)))?,
        };
        if negative && magnitude == 0 {
            return Go::Break(DECLINED);
        }
        let value = magnitude.cast_signed();
        let flow = self.visitor.integer(if negative { -value } else { value });
        self.leaf(next, flow)
    }

    /// A double that is digits; the rare words are for `step`.
    #[inline(always)]
    fn double(&mut self) -> Go {
        let start = self.at + 1;
        let end = accept(double_end(self.view, start))?;
        if end - start > RUN_HEADER as usize || !ends_at(self.view, end) {
            return Go::Break(DECLINED);
        }
        let flow = self.visitor.double(self.slice(start, end));
        self.leaf(end + 2, flow)
    }

    #[inline(always)]
    fn big_number(&mut self) -> Go {
        let start = self.at + 1;
        let end = accept(digits_end(self.view, unsigned(self.view, start)))?;
        if !ends_at(self.view, end) {
            return Go::Break(DECLINED);
        }
        let flow = self.visitor.big_number(Part::Whole, self.slice(start, end));
        self.leaf(end + 2, flow)
    }

    /// Opens an aggregate, if its count, its depth and its place are in order.
    #[inline(always)]
    fn begin(&mut self, kind: Aggregate, word: u64) -> Go {
        let (count, next) = self.number(word)?;
        let options = &self.parser.options;
        let nested = !self.parser.outer.is_empty();
        let push_allowed = count > 0 && !(nested && (options.strict_pushes || self.top.is_in_push()));
        let uncounted = kind == Aggregate::Attribute || kind == Aggregate::Push && nested;
        let elements = elements(kind, count);
        let charge = elements + u64::from(uncounted);
        // What could be complete in the view fits into the frame's budget; whether more does, `step` knows.
        if elements * MIN_NODE > (self.view.len() - next) as u64
            || count > options.max_count
            || charge > self.parser.elements_left
            || self.parser.outer.len() >= DEPTH.min(usize::from(options.max_depth))
            || kind == Aggregate::Push && !push_allowed
        {
            return Go::Break(DECLINED);
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
        self.at = next;
        let flow = self.visitor.begin(kind, Some(count));
        if count == 0 { self.close(flow) } else { unless_broke(flow) }
    }

    /// Behind a scalar or text: one element less, and perhaps the end of some levels.
    #[inline(always)]
    fn leaf(&mut self, next: usize, flow: ControlFlow<()>) -> Go {
        self.at = next;
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
            kind = if self.top.kind() == Aggregate::Push { FrameKind::Push } else { FrameKind::Reply };
            flow = self.visitor.end(self.top.kind());
            self.top = outer;
        }
        unless_broke(flow)?;
        if self.top.is_streamed() { Go::Break(DECLINED) } else { Go::Continue(()) }
    }

    #[inline(always)]
    fn end_frame(&mut self, kind: FrameKind, flow: ControlFlow<()>) -> Go {
        let end = self.parser.offset + self.at as u64;
        self.visitor.frame_len(end.wrapping_sub(self.parser.frame_start));
        let ended = self.visitor.frame_end(kind);
        self.top = Level::FRAME;
        self.parser.frame_start = end;
        self.parser.elements_left = self.parser.options.max_elements;
        unless_broke(flow)?;
        unless_broke(ended)
    }

    /// The length or count at `at`, and the position behind its CRLF.
    #[inline(always)]
    fn number(&self, word: u64) -> Go<(u64, usize)> {
        match short_number(word) {
            Some((number, header)) => Go::Continue((number as u64, self.at + header)),
            None => accept(long_number(self.view, self.at + 1)),
        }
    }

    /// The line at `at` without its type byte, if it is complete and in order, and the position behind its CRLF.
    #[inline(always)]
    fn line(&self) -> Go<(&'b [u8], usize)> {
        let start = self.at + 1;
        let end = accept(line_end(self.view, start))?;
        Go::Continue((self.slice(start, end), end + 2))
    }

    /// Part of the view; the callers know that it lies in it.
    #[inline(always)]
    fn slice(&self, start: usize, end: usize) -> &'b [u8] {
        self.view.get(start..end).unwrap_or_default()
    }
}

#[inline(always)]
const fn first(word: u64) -> u8 {
    word.to_le_bytes()[0]
}

#[inline(always)]
const fn second(word: u64) -> u8 {
    word.to_le_bytes()[1]
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

/// The number of one to three digits behind a type byte, and the bytes of the whole header:
/// `type digits CR LF`.
#[inline(always)]
fn short_number(word: u64) -> Option<(usize, usize)> {
    let [_, a, b, c, ..] = word.to_le_bytes();
    if pair::<2>(word) == CRLF {
        Some((digit(a)?, 4))
    } else if pair::<3>(word) == CRLF {
        Some((leading_digit(a)? * 10 + digit(b)?, 5))
    } else if pair::<4>(word) == CRLF {
        Some((leading_digit(a)? * 100 + digit(b)? * 10 + digit(c)?, 6))
    } else {
        None
    }
}

/// The bulk string that begins behind the CRLF which `word` starts with: its length, if that has one to three digits,
/// and where its body begins, counted from the start of `word`: `CR LF $ digits CR LF`.
#[inline(always)]
fn next_bulk_string(word: u64) -> Option<(usize, usize)> {
    let [_, _, _, a, b, c, ..] = word.to_le_bytes();
    if word & 0x0000_ffff_00ff_ffff == u64::from_le_bytes(*b"\r\n$\0\r\n\0\0") {
        Some((digit(a)?, 6))
    } else if word & 0x00ff_ff00_00ff_ffff == u64::from_le_bytes(*b"\r\n$\0\0\r\n\0") {
        Some((leading_digit(a)? * 10 + digit(b)?, 7))
    } else if word & 0xffff_0000_00ff_ffff == u64::from_le_bytes(*b"\r\n$\0\0\0\r\n") {
        Some((leading_digit(a)? * 100 + digit(b)? * 10 + digit(c)?, 8))
    } else {
        None
    }
}

/// The canonical number of at most 18 digits (which cannot overflow) at `at`, and the position behind its CRLF.
#[inline(always)]
fn long_number(view: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = load(view, at)?;
    let count = word::digits(word);
    let [leading, ..] = word.to_le_bytes();
    let (number, end) = match count {
        0 => return None,
        1 => (u64::from(leading & 0xf), at + 1),
        _ if leading == b'0' => return None,
        2..8 => (word::decimal(word, count), at + count),
        _ => {
            let (low, count) = longer_number(view, at + 8)?;
            (word::decimal(word, 8) * POWERS.get(count)? + low, at + 8 + count)
        }
    };
    ends_at(view, end).then_some((number, end + 2))
}

/// The digits behind the first eight, at most ten: their value and number.
#[inline(always)]
fn longer_number(view: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = load(view, at)?;
    let count = word::digits(word);
    match count {
        0 => Some((0, 0)),
        1..8 => Some((word::decimal(word, count), count)),
        _ => {
            let mut number = word::decimal(word, 8);
            let mut count = 8;
            for &byte in view.get(at + 8..)?.iter().take(2) {
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

/// Whether a CRLF stands at `at`.
#[inline(always)]
fn ends_at(view: &[u8], at: usize) -> bool {
    matches!(view.get(at..), Some([b'\r', b'\n', ..]))
}

/// The position behind the sign at `at`, if there is one.
#[inline(always)]
fn unsigned(view: &[u8], at: usize) -> usize {
    if matches!(view.get(at), Some(b'-' | b'+')) { at + 1 } else { at }
}

/// The position behind the digits, fraction and exponent at `at`.
#[inline(always)]
fn double_end(view: &[u8], at: usize) -> Option<usize> {
    let mut end = digits_end(view, unsigned(view, at))?;
    if view.get(end) == Some(&b'.') {
        end = digits_end(view, end + 1)?;
    }
    if matches!(view.get(end), Some(b'e' | b'E')) {
        end = digits_end(view, unsigned(view, end + 1))?;
    }
    Some(end)
}

/// The position behind a run of digits at `at`, of which there is at least one.
#[inline(always)]
fn digits_end(view: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    loop {
        let count = word::digits(load(view, end)?);
        end += count;
        if count < 8 {
            return (end > at).then_some(end);
        }
    }
}

/// Where the CR of the line at `at` stands, if its CRLF is there and no other CR or LF in front of it.
///
/// Most lines are short: four words are searched by arithmetic, then it is worth calling a search.
#[inline(always)]
fn line_end(view: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    for _ in 0..4 {
        let word = load(view, at)?;
        let hits = word::matches(word, b'\r') | word::matches(word, b'\n');
        if hits != 0 {
            at += hits.trailing_zeros() as usize / 8;
            return ends_at(view, at).then_some(at);
        }
        at += 8;
    }
    let cr = at + memchr::memchr2(b'\r', b'\n', view.get(at..)?)?;
    ends_at(view, cr).then_some(cr)
}

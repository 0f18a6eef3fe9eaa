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
//!
//! **The end.** Where fewer than eight bytes are left, a load would have to ask how many. So the run is compiled twice:
//! once for everything in front of the last eight bytes, and once, out of line, with words that are filled up with zeros
//! (`END`). Zeros are part of nothing that the run takes, so the same comparisons hold.
//!
//! **What keeps limits out of it.** Two of them bound the bytes that the run may see at all, by the *horizon*, a place
//! in the stream: a frame's byte budget ends where the frame must have ended, and no text in front of a horizon that is
//! `max_text` bytes away is longer than that. Counts are compared once for each aggregate. Where there is nothing for
//! the run to do the horizon is 0: in the middle of a node; in a streamed aggregate, whose elements are charged one by
//! one; and if `max_header` is so small that a canonical number might pass it. `step` sets it behind each node and clears
//! it where a header or a text begins, so that the run, which starts anew for each event that is pulled, has one
//! comparison to make. (The run itself may enter a streamed aggregate, by closing one in it: it stops there, see
//! [`Level::halts`].)
//!
//! **Registers.** What changes for each node are `rest` and `top`, so they live in a [`Cursor`] and go back to the
//! parser when the run ends. Everything that touches it is `#[inline(always)]`: one call out of line that takes the run
//! by reference, and it would live in memory (measured: 60 instructions for a node of arr50 instead of 55). What is out
//! of line, the long pieces of the grammar in `piece.rs`, is handed bytes and returns numbers. No closures, for the same
//! reason: they are inlined later than methods, when it is too late (measured: 97 instructions for `+OK` by `events`
//! instead of 55).
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
use crate::piece;
use crate::step::{MIN_NODE, elements};
use crate::visitor::Visitor;
use crate::word::{self, CRLF, pair, starts_with};

impl<const DEPTH: usize> Parser<DEPTH> {
    /// Takes whole canonical nodes from the front of `input` and hands their events to `visitor`, until it meets
    /// anything else. Returns how many bytes it took, and whether the visitor broke.
    #[inline]
    pub(crate) fn run<'b, V: Visitor<'b> + ?Sized>(
        &mut self,
        input: &'b [u8],
        visitor: &mut V,
    ) -> (usize, ControlFlow<()>) {
        let (taken, flow) = self.run_over::<false, V>(input, visitor);
        let rest = behind(input, taken);
        if flow.is_break() || rest.is_empty() {
            return (taken, flow);
        }
        let (last, flow) = self.run_to_end(rest, visitor);
        (taken + last, flow)
    }

    /// The same near the end of the input. For a client, a reply is most often all that is there: 53 nanoseconds for
    /// one of 64 bytes, with the step that it took before this was here, became 19.
    #[cold]
    #[inline(never)]
    fn run_to_end<'b, V: Visitor<'b> + ?Sized>(
        &mut self,
        input: &'b [u8],
        visitor: &mut V,
    ) -> (usize, ControlFlow<()>) {
        self.run_over::<true, V>(input, visitor)
    }

    #[inline(always)]
    pub(crate) fn run_over<'b, const END: bool, V: Visitor<'b> + ?Sized>(
        &mut self,
        input: &'b [u8],
        visitor: &mut V,
    ) -> (usize, ControlFlow<()>) {
        let mut run = Run::<V, DEPTH, END> { at: Cursor::new(self, input), visitor, parser: self };
        let flow = if_broke(run.nodes());
        let Run { at, .. } = run;
        (at.give_back(self), flow)
    }

    /// One event, if it is of a common type, for those who pull: small enough to be inlined wherever they do, so that
    /// their `input` stays in registers, and nothing is saved and restored for a call. An element of arr50 takes 89
    /// instructions instead of 141, and a third of the time.
    #[inline(always)]
    pub(crate) fn run_common<'b, V: Visitor<'b> + ?Sized>(
        &mut self,
        input: &mut &'b [u8],
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let end = self.offset.wrapping_add(input.len() as u64);
        if end > self.horizon {
            return ControlFlow::Continue(());
        }
        let at = Cursor { rest: input, top: self.top, end };
        let mut run = Run::<V, DEPTH, false> { at, visitor, parser: self };
        let flow = if_broke(run.common_node());
        let Run { at, .. } = run;
        at.give_back(self);
        *input = at.rest;
        flow
    }

    /// How far the run may look from here. It stays true while the run goes on: a text in front of it is no longer than
    /// `max_text`, and the budgets of the frames behind this one end later.
    pub(crate) fn new_horizon(&self) -> u64 {
        debug_assert!(self.mode == Mode::Node && self.examined == 0, "it is asked for between two nodes");
        if self.top.is_streamed() || self.options.max_header < RUN_HEADER {
            return 0;
        }
        let frame_left = if self.top == Level::FRAME { self.options.max_frame } else { self.frame_left() };
        self.offset.saturating_add(frame_left.min(self.options.max_text))
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

/// Whether to go on with the run; if so, with what.
pub(crate) type Go<T = ()> = ControlFlow<Stop, T>;

#[inline(always)]
pub(crate) fn unless_broke(flow: ControlFlow<()>) -> Go {
    if flow.is_break() { Go::Break(Stop::Broke) } else { Go::Continue(()) }
}

/// What is outside of a run to be known about its end.
#[inline(always)]
pub(crate) fn if_broke(go: Go) -> ControlFlow<()> {
    if go == Go::Break(Stop::Broke) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[inline(always)]
pub(crate) fn accept<T>(found: Option<T>) -> Go<T> {
    match found {
        Some(found) => Go::Continue(found),
        None => Go::Break(Stop::Declined),
    }
}

/// What changes with each node, taken from the parser for as long as a run goes on: it has to stay in registers.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'b> {
    /// What is left of the view: of the bytes in front of the horizon.
    rest: &'b [u8],
    top: Level,
    /// Where the view ends in the stream.
    end: u64,
}

impl<'b> Cursor<'b> {
    #[inline(always)]
    pub(crate) fn new<const DEPTH: usize>(parser: &Parser<DEPTH>, input: &'b [u8]) -> Self {
        let len = parser.horizon.saturating_sub(parser.offset);
        let rest = usize::try_from(len).ok().and_then(|len| input.get(..len)).unwrap_or(input);
        let end = parser.offset.wrapping_add(rest.len() as u64);
        Self { rest, top: parser.top, end }
    }

    /// Brings the parser up to date, and says how many bytes were taken since it was the last time.
    #[inline(always)]
    pub(crate) fn give_back<const DEPTH: usize>(self, parser: &mut Parser<DEPTH>) -> usize {
        let offset = self.offset();
        let taken = offset.wrapping_sub(parser.offset);
        parser.offset = offset;
        parser.top = self.top;
        usize::try_from(taken).unwrap_or_default()
    }

    /// Where `rest` starts in the stream.
    #[inline(always)]
    fn offset(&self) -> u64 {
        self.end.wrapping_sub(self.rest.len() as u64)
    }
}

/// A run in progress.
///
/// `END`: near the end of the input, where words may be short of bytes.
pub(crate) struct Run<'r, 'b, V: ?Sized, const DEPTH: usize, const END: bool> {
    pub(crate) at: Cursor<'b>,
    pub(crate) visitor: &'r mut V,
    pub(crate) parser: &'r mut Parser<DEPTH>,
}

impl<'b, V: Visitor<'b> + ?Sized, const DEPTH: usize, const END: bool> Run<'_, 'b, V, DEPTH, END> {
    /// As many nodes as there are.
    #[inline(always)]
    pub(crate) fn nodes(&mut self) -> Go {
        self.start()?;
        loop {
            self.node::<true>()?;
        }
    }

    /// An `End` that is due, or one node if it is of a common type.
    #[inline(always)]
    pub(crate) fn common_node(&mut self) -> Go {
        self.start()?;
        self.node::<false>()
    }

    /// Takes one node, or as many bulk strings as follow each other. If not `ALL`, it declines the rarer types.
    #[inline(always)]
    fn node<const ALL: bool>(&mut self) -> Go {
        let rest = self.at.rest;
        let word = accept(load::<END>(rest))?;
        let (next, flow) = match word.to_le_bytes()[0] {
            b'$' if starts_with(word, b"$-1") => {
                let next = accept(null_bulk_string(rest, word))?;
                (next, self.tell(next).null(Null::BulkString))
            }
            b'$' => match short_number(rest, word) {
                Some((len, body)) => return self.bulk_strings(len, body),
                None => {
                    let (data, next) = accept(text(rest, word))?;
                    (next, self.tell(next).bulk_string(Part::Whole, data))
                }
            },
            b'*' => return self.begin(Aggregate::Array, word),
            b':' => {
                let (value, next) = accept(integer(rest, word))?;
                (next, self.tell(next).integer(value))
            }
            b'+' => {
                let short = ok(rest, word).or_else(|| short_line(rest, word));
                let (data, next) = accept(short.or_else(|| line(rest, piece::line)))?;
                (next, self.tell(next).simple_string(Part::Whole, data))
            }
            b'-' => {
                let (data, next) = accept(line(rest, piece::line))?;
                (next, self.tell(next).simple_error(Part::Whole, data))
            }
            b'_' => {
                self.resp3()?;
                let next = accept(resp3_null(rest, word))?;
                (next, self.tell(next).null(Null::Resp3))
            }
            b',' => {
                self.resp3()?;
                let (data, next) = accept(line(rest, piece::double))?;
                (next, self.tell(next).double(data))
            }
            b'>' => return self.begin(Aggregate::Push, word),
            _ if !ALL => return Go::Break(Stop::Declined),
            b'%' => return self.begin(Aggregate::Map, word),
            b'~' => return self.begin(Aggregate::Set, word),
            b'|' => return self.begin(Aggregate::Attribute, word),
            b'#' => {
                self.resp3()?;
                let (next, value) = (behind(rest, 4), accept(boolean(word))?);
                (next, self.tell(next).boolean(value))
            }
            b'(' => {
                self.resp3()?;
                let (data, next) = accept(line(rest, piece::big_number))?;
                (next, self.tell(next).big_number(Part::Whole, data))
            }
            b'=' => {
                self.resp3()?;
                let (text, next) = accept(text(rest, word))?;
                let [a, b, c, b':', data @ ..] = text else { return Go::Break(Stop::Declined) };
                (next, self.tell(next).verbatim_string([*a, *b, *c], Part::Whole, data))
            }
            b'!' => {
                self.resp3()?;
                let (data, next) = accept(text(rest, word))?;
                (next, self.tell(next).bulk_error(Part::Whole, data))
            }
            _ => return Go::Break(Stop::Declined),
        };
        self.leaf(next, flow)
    }

    /// The visitor, which is about to be told an event with `next` behind it.
    #[inline(always)]
    fn tell(&mut self, next: &[u8]) -> &mut V {
        self.visitor.event_end(self.at.end.wrapping_sub(next.len() as u64));
        self.visitor
    }

    /// In each arm of a type of RESP3, and not in front of them: there it costs a second jump, through a second table.
    #[inline(always)]
    fn resp3(&self) -> Go {
        if self.parser.options.resp2_only { Go::Break(Stop::Declined) } else { Go::Continue(()) }
    }

    /// Bulk strings with lengths of up to three digits, one after the other. Of the first, the header is known; from
    /// then on the word behind each body holds its CRLF and the header of the next.
    #[inline(always)]
    fn bulk_strings(&mut self, mut len: usize, mut body: &'b [u8]) -> Go {
        loop {
            let (data, rest) = accept(body.split_at_checked(len))?;
            let word = accept(load::<END>(rest))?;
            if pair::<0>(word) != CRLF {
                return Go::Break(Stop::Declined);
            }
            let next = behind(rest, 2);
            let flow = self.tell(next).bulk_string(Part::Whole, data);
            self.leaf(next, flow)?;
            (len, body) = match next_bulk_string(rest, word) {
                Some(next) => next,
                None => return Go::Continue(()),
            };
        }
    }

    /// Opens an aggregate, if its count, its depth and its place are in order.
    #[inline(always)]
    fn begin(&mut self, kind: Aggregate, word: u64) -> Go {
        if kind != Aggregate::Array {
            self.resp3()?;
        }
        let (count, next) = accept(number(self.at.rest, word))?;
        if self.at.top == Level::FRAME {
            self.parser.begin_frame(self.at.offset());
        }
        let options = &self.parser.options;
        let nested = !self.at.top.is_frame();
        let push_allowed = count > 0 && !(nested && (options.strict_pushes || self.at.top.is_in_push()));
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
            self.at.top.set_attributed(kind == Aggregate::Attribute);
        } else {
            self.at.top.take();
        }
        // Never full: the depth was compared above.
        let _ = self.parser.outer.try_push(self.at.top);
        self.at.top = self.at.top.inner(kind, Some(elements));
        self.at.rest = next;
        let flow = self.tell(next).begin(kind, Some(count));
        if count == 0 { self.close(flow) } else { unless_broke(flow) }
    }

    /// Behind a scalar or text: one element less, and perhaps the end of some levels.
    #[inline(always)]
    fn leaf(&mut self, next: &'b [u8], flow: ControlFlow<()>) -> Go {
        let start = self.at.offset();
        self.at.rest = next;
        self.at.top.take();
        if !self.at.top.halts() {
            return unless_broke(flow);
        }
        // Not `top.is_frame()`, which the compiler would make of `top` before it was counted down, and so keep both.
        if !self.parser.outer.is_empty() {
            cold();
            return self.close(flow);
        }
        let start = if self.at.top.is_attributed() { self.parser.frame_start } else { start };
        self.end_frame(FrameKind::Reply, start, flow)
    }

    /// Before the first node: an `End` that is due, or nothing at all.
    #[inline(always)]
    fn start(&mut self) -> Go {
        match self.at.top.halts() {
            false => Go::Continue(()),
            true if self.at.top.is_streamed() => Go::Break(Stop::Declined),
            true => self.close(ControlFlow::Continue(())),
        }
    }

    /// Closes the level, of which nothing is left, and those that this completes, and perhaps the frame.
    #[inline(always)]
    fn close(&mut self, mut flow: ControlFlow<()>) -> Go {
        loop {
            // If it broke, the `End` is due, and comes first next time.
            unless_broke(flow)?;
            let kind = self.at.top.kind();
            flow = self.tell(self.at.rest).end(kind);
            self.at.top = self.parser.outer.pop().unwrap_or(Level::FRAME);
            if !self.at.top.halts() {
                return unless_broke(flow);
            }
            if self.at.top.is_streamed() {
                unless_broke(flow)?;
                return Go::Break(Stop::Declined);
            }
            if self.at.top.is_frame() {
                return self.end_frame(FrameKind::of(kind), self.parser.frame_start, flow);
            }
        }
    }

    #[inline(always)]
    fn end_frame(&mut self, kind: FrameKind, start: u64, flow: ControlFlow<()>) -> Go {
        self.visitor.frame_len(self.at.offset().wrapping_sub(start));
        let ended = self.visitor.frame_end(kind);
        self.at.top = Level::FRAME;
        unless_broke(flow)?;
        unless_broke(ended)
    }
}

/// Keeps a branch a branch: without it, the compiler makes of the end of a frame a choice between two words, which each
/// reply then waits for (33 instructions for `+OK`, instead of 29).
#[cold]
#[inline]
fn cold() {}

/// What is behind the first `len` bytes, of which there are so many.
#[inline(always)]
pub(crate) fn behind(rest: &[u8], len: usize) -> &[u8] {
    rest.get(len..).unwrap_or_default()
}

/// Some of the first bytes, of which there are so many.
#[inline(always)]
fn between(rest: &[u8], start: usize, end: usize) -> &[u8] {
    rest.get(start..end).unwrap_or_default()
}

// ---- Pieces of the grammar. Each takes what it can from the front of `rest`, and gives what is behind it. ----

#[inline(always)]
pub(crate) fn load<const END: bool>(rest: &[u8]) -> Option<u64> {
    if END { word::load_padded(rest) } else { word::load(rest) }
}

/// The commonest of all replies needs no search: 37 instructions instead of 52, and the next one need not wait for it.
#[inline(always)]
pub(crate) fn ok(rest: &[u8], word: u64) -> Option<(&[u8], &[u8])> {
    starts_with(word, b"+OK\r\n").then(|| (between(rest, 1, 3), behind(rest, 5)))
}

/// A line of up to six bytes, such as `PONG` and `QUEUED`: without a call, some 20 instructions less.
#[inline(always)]
pub(crate) fn short_line(rest: &[u8], word: u64) -> Option<(&[u8], &[u8])> {
    let end = word::place(word::below(word, 0x0e))?;
    let (line, next) = rest.split_at_checked(end)?;
    Some((behind(line, 1), next.strip_prefix(b"\r\n")?))
}

#[inline(always)]
pub(crate) fn null_bulk_string(rest: &[u8], word: u64) -> Option<&[u8]> {
    starts_with(word, b"$-1\r\n").then(|| behind(rest, 5))
}

#[inline(always)]
fn boolean(word: u64) -> Option<bool> {
    let yes = starts_with(word, b"#t\r\n");
    (yes || starts_with(word, b"#f\r\n")).then_some(yes)
}

#[inline(always)]
pub(crate) fn resp3_null(rest: &[u8], word: u64) -> Option<&[u8]> {
    starts_with(word, b"_\r\n").then(|| behind(rest, 3))
}

/// A text of declared length, from its type byte to its CRLF.
#[inline(always)]
pub(crate) fn text(rest: &[u8], word: u64) -> Option<(&[u8], &[u8])> {
    let (len, body) = number(rest, word)?;
    let (data, tail) = body.split_at_checked(usize::try_from(len).ok()?)?;
    Some((data, tail.strip_prefix(b"\r\n")?))
}

/// A type byte, a length or count, CRLF. `word` is the start of `rest`.
#[inline(always)]
pub(crate) fn number(rest: &[u8], word: u64) -> Option<(u64, &[u8])> {
    match short_number(rest, word) {
        Some((number, next)) => Some((number as u64, next)),
        None => {
            let (number, len) = piece::number(behind(rest, 1))?;
            Some((number, rest.get(1 + len.get()..)?))
        }
    }
}

#[inline(always)]
pub(crate) fn integer(rest: &[u8], word: u64) -> Option<(i64, &[u8])> {
    match short_number(rest, word) {
        Some((value, next)) => Some((value.cast_signed() as i64, next)),
        None => {
            let (value, len) = piece::integer(behind(rest, 1))?;
            Some((value, rest.get(1 + len.get()..)?))
        }
    }
}

/// A type byte, a text of which `piece` knows the length, CRLF.
#[inline(always)]
pub(crate) fn line(rest: &[u8], piece: impl Fn(&[u8]) -> Option<usize>) -> Option<(&[u8], &[u8])> {
    let text = behind(rest, 1);
    let (data, tail) = text.split_at_checked(piece(text)?)?;
    Some((data, tail.get(2..)?))
}

/// The digit at this place of the word.
#[inline(always)]
pub(crate) fn digit<const INDEX: u32>(word: u64) -> Option<usize> {
    let digit = (word >> (8 * INDEX) & 0xff).wrapping_sub(u64::from(b'0'));
    (digit <= 9).then_some(digit as usize)
}

/// A first digit that others follow: not zero.
#[inline(always)]
fn leading_digit<const INDEX: u32>(word: u64) -> Option<usize> {
    let above_one = (word >> (8 * INDEX) & 0xff).wrapping_sub(u64::from(b'1'));
    (above_one <= 8).then(|| above_one as usize + 1)
}

/// A type byte, one to three digits, CRLF.
#[inline(always)]
pub(crate) fn short_number(rest: &[u8], word: u64) -> Option<(usize, &[u8])> {
    if pair::<2>(word) == CRLF {
        Some((digit::<1>(word)?, behind(rest, 4)))
    } else if pair::<3>(word) == CRLF {
        Some((leading_digit::<1>(word)? * 10 + digit::<2>(word)?, behind(rest, 5)))
    } else if pair::<4>(word) == CRLF {
        let tens = leading_digit::<1>(word)? * 10 + digit::<2>(word)?;
        Some((tens * 10 + digit::<3>(word)?, behind(rest, 6)))
    } else {
        None
    }
}

/// CRLF, `$`, one to three digits, CRLF: the end of a text and the header of a bulk string behind it.
#[inline(always)]
pub(crate) fn next_bulk_string(rest: &[u8], word: u64) -> Option<(usize, &[u8])> {
    if word & 0x00ff_ff00_00ff_ffff == 0x000a_0d00_0024_0a0d {
        Some((leading_digit::<3>(word)? * 10 + digit::<4>(word)?, behind(rest, 7)))
    } else if word & 0x0000_ffff_00ff_ffff == 0x0000_0a0d_0024_0a0d {
        Some((digit::<3>(word)?, behind(rest, 6)))
    } else if word & 0xffff_0000_00ff_ffff == 0x0a0d_0000_0024_0a0d {
        let tens = leading_digit::<3>(word)? * 10 + digit::<4>(word)?;
        Some((tens * 10 + digit::<5>(word)?, behind(rest, 8)))
    } else {
        None
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    //! What the run does not take, `step` takes instead, and nobody sees the difference. So here is pinned what it takes.

    extern crate std;

    use std::format;
    use std::vec::Vec;

    use super::*;
    use crate::event::Event;
    use crate::options::Options;

    const DEPTH: usize = 3;

    /// Frames that the run takes whole.
    #[rustfmt::skip] // As many in a line as fit.
    const CANONICAL: [&[u8]; 53] = [
        b"+\r\n", b"+OK\r\n", b"+PONG\r\n", b"+QUEUED\r\n", b"+a line of more than eight bytes\r\n", b"-\r\n", b"-ERR wrong\r\n",
        b":0\r\n", b":7\r\n", b":42\r\n", b":123\r\n", b":1234\r\n", b":123456789012345678\r\n", b":-1\r\n", b":-123456789012345678\r\n",
        b"$0\r\n\r\n", b"$1\r\na\r\n", b"$3\r\na\r\n\r\n", b"$10\r\n0123456789\r\n", b"$-1\r\n",
        b"!0\r\n\r\n", b"!5\r\nERR x\r\n", b"!10\r\n0123456789\r\n", b"=4\r\ntxt:\r\n", b"=10\r\nmkd:# head\r\n",
        b"_\r\n", b"#t\r\n", b"#f\r\n", b",0\r\n", b",-1.5\r\n", b",123456789.123456789\r\n", b",1e5\r\n", b",-inf\r\n", b",nan\r\n",
        b"(0\r\n", b"(-12345678901234567890123\r\n",
        b"*0\r\n", b"%0\r\n", b"~0\r\n", b"*1\r\n:1\r\n", b"%1\r\n:1\r\n:2\r\n", b"~2\r\n:1\r\n:2\r\n", b">1\r\n+p\r\n",
        b"*2\r\n$1\r\na\r\n$10\r\n0123456789\r\n", b"*3\r\n$1\r\na\r\n:1\r\n$1\r\nb\r\n",
        b"|0\r\n:1\r\n", b"|1\r\n+a\r\n:1\r\n*1\r\n:2\r\n", b"*1\r\n|1\r\n+a\r\n:1\r\n:2\r\n",
        b"*1\r\n>1\r\n+p\r\n:1\r\n", b"*2\r\n>1\r\n+p\r\n:1\r\n:2\r\n", b"|0\r\n>1\r\n+p\r\n",
        b"*1\r\n*1\r\n*1\r\n:1\r\n", b"*2\r\n*1\r\n*0\r\n:1\r\n",
    ];

    /// Takes everything.
    fn all(_: Event<&[u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn parser() -> Parser<DEPTH> {
        Parser::with_depth(Options::new())
    }

    /// How many bytes a run takes from a stream that goes on behind `frame`, so that there is a word wherever it looks.
    fn taken(parser: &mut Parser<DEPTH>, frame: &[u8]) -> usize {
        let (taken, flow) = parser.run_over::<false, _>(&[frame, b":0123456789"].concat(), &mut all);
        assert!(flow.is_continue());
        taken
    }

    /// How many bytes a run takes at the end of the input.
    fn taken_to_end(parser: &mut Parser<DEPTH>, frame: &[u8]) -> usize {
        parser.run_over::<true, _>(frame, &mut all).0
    }

    #[test]
    fn canonical_frames_are_taken_whole() {
        for frame in CANONICAL {
            let shown = frame.escape_ascii();
            assert_eq!(taken(&mut parser(), frame), frame.len(), "{shown}");
            assert_eq!(taken_to_end(&mut parser(), frame), frame.len(), "{shown}, at the end");
            assert_eq!(parser().run(frame, &mut all).0, frame.len(), "{shown}, as it comes");
        }
    }

    #[test]
    fn lengths_and_counts_of_four_digits_are_taken() {
        let text = format!("$1000\r\n{}\r\n", ".".repeat(1000));
        let array = format!("*1000\r\n{}", ":1\r\n".repeat(1000));
        for frame in [text.as_bytes(), array.as_bytes()] {
            assert_eq!(taken(&mut parser(), frame), frame.len());
            assert_eq!(taken_to_end(&mut parser(), frame), frame.len());
        }
    }

    #[test]
    fn a_frame_is_taken_that_meets_its_limits_exactly() {
        let options = Options::new();
        for (options, frame) in [
            (options.max_header(u64::from(RUN_HEADER)), &b":1\r\n"[..]),
            (options.max_text(9), b"$3\r\nabc\r\n"),
            (options.max_frame(9), b"$3\r\nabc\r\n"),
            (options.max_count(2), b"*2\r\n:1\r\n:2\r\n"),
            (options.max_elements(2), b"*2\r\n:1\r\n:2\r\n"),
            (options.max_elements(2), b"%1\r\n:1\r\n:2\r\n"),
            (options.max_elements(1), b"|0\r\n:1\r\n"),
            (options.max_elements(3), b"*1\r\n>1\r\n+p\r\n:1\r\n"),
            (options.max_depth(2), b"*1\r\n*1\r\n:1\r\n"),
            (options.strict_pushes(true), b">1\r\n+p\r\n"),
        ] {
            // The budget of elements is there anew for each frame.
            let twice = [frame, frame].concat();
            let mut parser = Parser::<DEPTH>::with_depth(options.max_frame(u64::MAX).max_text(u64::MAX));
            assert_eq!(taken_to_end(&mut parser, &twice), twice.len(), "{}", twice.escape_ascii());
            let mut parser = Parser::<DEPTH>::with_depth(options);
            assert_eq!(taken_to_end(&mut parser, frame), frame.len(), "{}, {options:?}", frame.escape_ascii());
        }
    }

    #[test]
    fn there_is_no_run_if_a_canonical_header_may_be_too_long() {
        let mut parser = Parser::with_depth(Options::new().max_header(u64::from(RUN_HEADER) - 1));
        assert_eq!(taken(&mut parser, b":1\r\n"), 0);
        assert_eq!(parser.next_event(&mut &b":1\r\n"[..]), Ok(Some(Event::Integer(1))));
        assert_eq!(taken(&mut parser, b":1\r\n"), 0);
    }

    /// What `step` has to take, and then the run goes on.
    #[test]
    fn the_run_goes_on_behind_a_step() {
        for stepped in
            [":+1\r\n", "*1\r\n", "|1\r\n", "%1\r\n", ">1\r\n", "*?\r\n*1\r\n", "$?\r\n;0\r\n", "*?\r\n.\r\n"]
        {
            for options in [Options::new(), Options::new().max_header(u64::from(RUN_HEADER))] {
                let mut parser = Parser::with_depth(options);
                let mut input = stepped.as_bytes();
                while parser.step(&mut input).unwrap().is_some() {}
                assert_eq!(taken(&mut parser, b":2\r\n"), 4, "{stepped}");
            }
        }
    }

    #[test]
    fn the_view_ends_with_the_budget_of_the_frame() {
        let mut parser = Parser::<DEPTH>::with_depth(Options::new().max_frame(16));
        let mut input: &[u8] = b"*2\r\n";
        assert!(parser.step(&mut input).unwrap().is_some());
        assert_eq!(parser.horizon, 16);
        let mut input: &[u8] = b":+1\r\n";
        assert!(parser.step(&mut input).unwrap().is_some());
        assert_eq!((parser.offset, parser.horizon), (9, 16));
        let mut input: &[u8] = b":+2\r\n";
        assert!(parser.step(&mut input).unwrap().is_some());
        assert!(parser.step(&mut input).unwrap().is_some());
        assert_eq!((parser.offset, parser.horizon), (14, 30));
    }

    #[test]
    fn nothing_is_taken_in_a_streamed_aggregate() {
        let mut parser = parser();
        let mut input: &[u8] = b"*?\r\n*1\r\n";
        while parser.step(&mut input).unwrap().is_some() {}
        assert_eq!(taken(&mut parser, b":1\r\n:2\r\n"), 4);
        assert_eq!(taken(&mut parser, b":2\r\n"), 0);
    }

    /// What one pull takes without a call.
    fn pulled(frame: &[u8]) -> (ControlFlow<()>, usize) {
        let input = [frame, b":0123456789"].concat();
        let mut rest = &input[..];
        let flow = parser().run_common(&mut rest, &mut |_: Event<&[u8]>| ControlFlow::Break(()));
        (flow, input.len() - rest.len())
    }

    #[test]
    fn common_types_are_pulled_without_a_call() {
        for frame in CANONICAL {
            let (expected, len) = match frame[0] {
                b'%' | b'~' | b'|' | b'#' | b'(' | b'=' | b'!' => (ControlFlow::Continue(()), 0),
                b'*' | b'>' => (ControlFlow::Break(()), 4),
                _ => (ControlFlow::Break(()), frame.len()),
            };
            assert_eq!(pulled(frame), (expected, len), "{}", frame.escape_ascii());
        }
    }

    #[test]
    fn an_end_that_is_due_is_pulled_without_input() {
        let mut parser = parser();
        let mut input: &[u8] = b"*0\r\n";
        assert!(parser.step(&mut input).unwrap().is_some());
        let mut ends = 0;
        let flow = parser.run_common(&mut input, &mut |event: Event<&[u8]>| {
            ends += usize::from(event == Event::End(Aggregate::Array));
            ControlFlow::Break(())
        });
        assert_eq!((flow, ends), (ControlFlow::Break(()), 1));
    }

    fn word_of(text: &str) -> (Vec<u8>, u64) {
        let bytes = format!("{text}--------").into_bytes();
        let word = word::load(&bytes).unwrap();
        (bytes, word)
    }

    #[test]
    fn ok_is_found_in_the_word() {
        let (bytes, word) = word_of("+OK\r\n");
        assert_eq!(ok(&bytes, word), Some((&b"OK"[..], &b"--------"[..])));
        let (bytes, word) = word_of("+OK\r.");
        assert_eq!(ok(&bytes, word), None);
    }

    #[test]
    fn short_lines_are_found_in_the_word() {
        for len in 0..9 {
            let line = &"PIPELINE"[..len];
            let (bytes, word) = word_of(&format!("+{line}\r\n"));
            let expected = (len <= 6).then_some((line.as_bytes(), &b"--------"[..]));
            assert_eq!(short_line(&bytes, word), expected);
        }
    }

    #[test]
    fn numbers_of_up_to_three_digits_are_found_in_the_word() {
        for number in 0..=1000 {
            for (text, canonical) in [(format!("${number}\r\n"), true), (format!("$0{number}\r\n"), false)] {
                let (bytes, word) = word_of(&text);
                let expected = (canonical && number < 1000).then_some((number, &b"--------"[..]));
                assert_eq!(short_number(&bytes, word), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn lengths_of_up_to_three_digits_are_found_behind_a_text() {
        for number in 0..=1000 {
            for (text, canonical) in [(format!("\r\n${number}\r\n"), true), (format!("\r\n$0{number}\r\n"), false)] {
                let (bytes, word) = word_of(&text);
                let expected = (canonical && number < 1000).then_some((number, &b"--------"[..]));
                assert_eq!(next_bulk_string(&bytes, word), expected, "{text:?}");
            }
        }
    }

    /// Only digits are digits, and only CRLF ends them.
    #[test]
    fn nothing_but_a_number_is_found_in_the_word() {
        for text in ["$1\r\n", "$12\r\n", "$123\r\n"] {
            for at in 1..text.len() {
                for byte in 0..=255 {
                    let mut bytes = format!("{text}--------").into_bytes();
                    bytes[at] = byte;
                    let mut behind = format!("\r\n{text}--------").into_bytes();
                    behind[at + 2] = byte;
                    let len = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let valid = bytes[1 + len..].starts_with(b"\r\n") && (len == 1 || len > 1 && bytes[1] != b'0');
                    let word = word::load(&bytes).unwrap();
                    assert_eq!(short_number(&bytes, word).is_some(), valid, "{}", bytes.escape_ascii());
                    let word = word::load(&behind).unwrap();
                    assert_eq!(next_bulk_string(&behind, word).is_some(), valid, "{}", behind.escape_ascii());
                }
            }
        }
    }
}

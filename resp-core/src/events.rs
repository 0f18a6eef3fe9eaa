//! [`Events`]: pulling with the state by value.

use core::fmt;

use crate::error::Error;
use crate::event::Event;
use crate::level::Level;
use crate::parser::{One, Parser};
use crate::run::{Run, Stop};

/// The iterator that [`Parser::events`] returns.
///
/// It holds what a run changes with each event (`rest` and `top`), so that a loop over it keeps them in registers, as
/// the run does. What the run declines goes through the parser, by value both ways: a reference to the iterator itself
/// in a call out of line would put its fields into memory.
pub struct Events<'p, 'b, const DEPTH: usize = 32> {
    parser: &'p mut Parser<DEPTH>,
    input: &'p mut &'b [u8],
    /// What is left of the parser's view of `input`, and where that ends in the stream.
    rest: &'b [u8],
    end: u64,
    top: Level,
    failed: bool,
}

impl<'p, 'b, const DEPTH: usize> Events<'p, 'b, DEPTH> {
    #[inline]
    pub(crate) fn new(parser: &'p mut Parser<DEPTH>, input: &'p mut &'b [u8]) -> Self {
        let rest = parser.view(input);
        let end = parser.offset.wrapping_add(rest.len() as u64);
        let top = parser.top;
        Self { parser, input, rest, end, top, failed: false }
    }
}

impl<'b, const DEPTH: usize> Iterator for Events<'_, 'b, DEPTH> {
    type Item = Result<Event<&'b [u8]>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let mut one = One::default();
        let mut run = Run { rest: self.rest, end: self.end, top: self.top, visitor: &mut one, parser: self.parser };
        let stop = run.nodes();
        let Run { rest, end, top, .. } = run;
        self.rest = rest;
        self.end = end;
        self.top = top;
        if stop == Stop::Broke {
            return one.event.map(Ok);
        }
        if self.failed {
            return None;
        }
        give_back(self.parser, self.input, rest, end, top);
        let next = self.parser.step(self.input);
        self.rest = self.parser.view(self.input);
        self.end = self.parser.offset.wrapping_add(self.rest.len() as u64);
        self.top = self.parser.top;
        self.failed = next.is_err();
        next.transpose()
    }
}

impl<const DEPTH: usize> Drop for Events<'_, '_, DEPTH> {
    #[inline]
    fn drop(&mut self) {
        give_back(self.parser, self.input, self.rest, self.end, self.top);
    }
}

/// Puts the state back to where it belongs.
#[inline]
fn give_back<'b, const DEPTH: usize>(
    parser: &mut Parser<DEPTH>,
    input: &mut &'b [u8],
    rest: &'b [u8],
    end: u64,
    top: Level,
) {
    let before = parser.offset;
    parser.offset = end.wrapping_sub(rest.len() as u64);
    parser.top = top;
    *input = parser.behind(before, input);
}

impl<const DEPTH: usize> fmt::Debug for Events<'_, '_, DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("rest", &self.rest.len()).field("failed", &self.failed).finish_non_exhaustive()
    }
}

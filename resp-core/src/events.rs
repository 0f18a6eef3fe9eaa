//! [`Events`]: pulling with the state by value.

use core::fmt;

use crate::error::Error;
use crate::event::Event;
use crate::parser::{One, Parser};
use crate::run::{Cursor, Run};

/// The iterator that [`Parser::events`] returns.
///
/// It holds what a run changes with each event, so that a loop over it keeps that in registers, as the run does. What
/// the run declines goes through the parser, by value both ways: a reference to the iterator itself in a call out of
/// line would put its fields into memory.
pub struct Events<'p, 'b, const DEPTH: usize = 32> {
    parser: &'p mut Parser<DEPTH>,
    input: &'p mut &'b [u8],
    at: Cursor<'b>,
    failed: bool,
}

impl<'p, 'b, const DEPTH: usize> Events<'p, 'b, DEPTH> {
    #[inline]
    pub(crate) fn new(parser: &'p mut Parser<DEPTH>, input: &'p mut &'b [u8]) -> Self {
        let at = Cursor::new(parser, input);
        Self { parser, input, at, failed: false }
    }

    /// Puts the state back to where it belongs.
    #[inline]
    fn give_back(&mut self) {
        let taken = self.at.give_back(self.parser);
        *self.input = self.input.get(taken..).unwrap_or_default();
    }
}

impl<'b, const DEPTH: usize> Iterator for Events<'_, 'b, DEPTH> {
    type Item = Result<Event<&'b [u8]>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let mut one = One::default();
        let mut run = Run::<_, DEPTH, false> { at: self.at, visitor: &mut one, parser: self.parser };
        let mut flow = run.common_node();
        if flow.is_continue() {
            flow = run.nodes();
        }
        let Run { at, .. } = run;
        self.at = at;
        if flow.is_break() {
            return one.event.map(Ok);
        }
        if self.failed {
            return None;
        }
        self.give_back();
        let before = self.parser.offset;
        let next = self.parser.careful_event(self.input);
        *self.input = self.parser.behind(before, self.input);
        self.at = Cursor::new(self.parser, self.input);
        self.failed = next.is_err();
        next.transpose()
    }
}

impl<const DEPTH: usize> Drop for Events<'_, '_, DEPTH> {
    #[inline]
    fn drop(&mut self) {
        self.give_back();
    }
}

impl<const DEPTH: usize> fmt::Debug for Events<'_, '_, DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("failed", &self.failed).finish_non_exhaustive()
    }
}

//! [`Events`]: pulling with the state by value.
//!
//! The iterator holds what a run changes with each event, so that a loop over it keeps that in registers, as the run
//! does. What the run declines goes through the parser, by value both ways: a reference to the iterator itself in a call
//! out of line would put its fields into memory.

use core::fmt;

use crate::error::Error;
use crate::event::{Event, FrameKind};
use crate::parser::{One, Parser};
use crate::run::{Cursor, Run, if_broke};

/// The iterator that [`Parser::events`] returns.
///
/// While it lives it borrows the parser and the input; when it is dropped, the parser stands behind the last event, and
/// the input starts there.
///
/// ```
/// use resp_core::{FrameKind, Parser};
///
/// let mut parser = Parser::new();
/// let mut input: &[u8] = b"*2\r\n:1\r\n:2\r\n>1\r\n+invalidate\r\n+OK\r\n:3";
/// let (mut replies, mut pushes) = (0, 0);
/// // Not `for`, since that would keep the iterator to itself.
/// let mut events = parser.events(&mut input);
/// while let Some(event) = events.next() {
///     let _ = event?;
///     match events.frame_end() {
///         Some(FrameKind::Reply) => replies += 1,
///         Some(FrameKind::Push) => pushes += 1,
///         None => {}
///     }
/// }
/// drop(events);
/// assert_eq!((replies, pushes, input), (2, 1, b":3".as_slice()));
/// assert!(parser.finish(input).is_err()); // the stream cannot end here
/// # Ok::<(), resp_core::Error>(())
/// ```
pub struct Events<'p, 'b, const DEPTH: usize = 32> {
    parser: &'p mut Parser<DEPTH>,
    input: &'p mut &'b [u8],
    at: Cursor<'b>,
    /// Set if `next` has just given a frame's last event.
    frame_end: Option<FrameKind>,
    failed: bool,
}

impl<'p, 'b, const DEPTH: usize> Events<'p, 'b, DEPTH> {
    #[inline]
    pub(crate) fn new(parser: &'p mut Parser<DEPTH>, input: &'p mut &'b [u8]) -> Self {
        let at = Cursor::new(parser, input);
        Self { parser, input, at, frame_end: None, failed: false }
    }

    /// The frame's kind, if the last call of `next` gave the last event of its frame.
    #[must_use]
    #[inline]
    pub fn frame_end(&self) -> Option<FrameKind> {
        self.frame_end
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

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let mut one = One::default();
        let mut run = Run::<_, DEPTH, false> { at: self.at, visitor: &mut one, parser: self.parser };
        let flow = if_broke(run.common_node());
        let Run { at, .. } = run;
        self.at = at;
        self.frame_end = one.frame_end;
        if flow.is_break() {
            return one.event.map(Ok);
        }
        if self.failed {
            return None;
        }
        self.give_back();
        let next = self.parser.other_event(self.input);
        self.at = Cursor::new(self.parser, self.input);
        match next {
            Ok(event) => self.frame_end = event.and_then(|event| self.parser.frame_end(&event)),
            Err(_) => self.failed = true,
        }
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

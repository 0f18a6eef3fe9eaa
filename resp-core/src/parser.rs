//! STUB: signatures only, being written.
use crate::*;

/// stub
#[derive(Clone, Debug)]
pub struct Parser<const DEPTH: usize = 32> { _options: Options }

/// What `parse` did.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Bytes of `input` that are done with; the caller keeps the rest and appends to it.
    pub consumed: usize,
    /// Whether the visitor broke: there may be more in `input`.
    pub broke: bool,
}

/// What `scan` found.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// Bytes of `input` that are done with.
    pub consumed: usize,
    /// The event, its data as positions in `input`; `None`: more input is needed.
    pub event: Option<Event<Span>>,
    /// Set on the last event of a frame.
    pub frame_end: Option<FrameKind>,
}

/// stub iterator
#[derive(Debug)]
pub struct Events<'p, 'b, const DEPTH: usize> { _parser: &'p mut Parser<DEPTH>, _input: &'p mut &'b [u8] }
impl<'b, const DEPTH: usize> Iterator for Events<'_, 'b, DEPTH> {
    type Item = Result<Event<&'b [u8]>, Error>;
    fn next(&mut self) -> Option<Self::Item> { todo!() }
}

#[allow(missing_docs, clippy::missing_errors_doc, unused_variables, clippy::must_use_candidate)]
impl Parser {
    pub const fn new() -> Self { Self { _options: Options::new() } }
    pub const fn with_options(options: Options) -> Self { Self { _options: options } }
}
#[allow(missing_docs, clippy::missing_errors_doc, unused_variables, clippy::must_use_candidate)]
impl<const DEPTH: usize> Parser<DEPTH> {
    pub const fn with_depth(options: Options) -> Self { Self { _options: options } }
    pub fn parse<'b, V: Visitor<'b> + ?Sized>(&mut self, input: &'b [u8], visitor: &mut V) -> Result<Parsed, Error> { todo!() }
    pub fn next_event<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<Event<&'b [u8]>>, Error> { todo!() }
    pub fn events<'p, 'b>(&'p mut self, input: &'p mut &'b [u8]) -> Events<'p, 'b, DEPTH> { todo!() }
    pub fn scan(&mut self, input: &[u8]) -> Result<Scanned, Error> { todo!() }
    /// Runs to the end of the current or next frame. None: needs more.
    pub fn skip_frame(&mut self, input: &mut &[u8]) -> Result<Option<FrameKind>, Error> { todo!() }
    /// true: between frames now (at once, if it already was). false: needs more input.
    pub fn finish_frame(&mut self, input: &mut &[u8]) -> Result<bool, Error> { todo!() }
    pub fn finish(&self, rest: &[u8]) -> Result<(), Error> { todo!() }
    /// Between frames (all consumed bytes form whole frames).
    pub fn is_idle(&self) -> bool { todo!() }
    /// Aggregates open now.
    pub fn depth(&self) -> usize { todo!() }
    /// Absolute offset of the first unconsumed byte.
    pub fn offset(&self) -> u64 { todo!() }
    /// Further bytes (past those last presented) without which nothing can happen; 0: an event is due without input.
    pub fn needed(&self) -> usize { todo!() }
    /// Bytes of the current text still to come, if it has a declared length and its header was consumed.
    pub fn text_remaining(&self) -> Option<u64> { todo!() }
    pub fn reset(&mut self) { todo!() }
}
/// stub
pub fn double(text: &[u8]) -> f64 { todo!() }

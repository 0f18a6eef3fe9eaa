//! Whole frames, as positions: [`Tape`].
//!
//! A tape is the events of one frame in the order of the wire, with the borders of its aggregates linked to each other.
//! It is written by a visitor, straight from the parser's fast run; no byte is copied, and there is no stack besides the
//! parser's: as long as an aggregate is open, its node says which one is around it.

use core::error;
use core::fmt;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::error::Error;
use crate::event::{Aggregate, Event, FrameKind, Null, Part};
use crate::frame::Frame;
use crate::node::{Node, Tag};
use crate::parser::{Mode, Parser};
use crate::visitor::{Visitor, dispatch};

/// Gathers the frames of a stream, one at a time, as wholes.
///
/// It keeps one [`Node`] of 16 bytes for each event of the frame, in an [`ArrayVec`] or, with the feature `alloc`, in a
/// `Vec`, which is used again for the next frame. The frame's bytes stay in the caller's buffer.
///
/// ```
/// use resp_core::{FixedTape, Parser};
///
/// let mut parser = Parser::new();
/// let mut tape = FixedTape::<16>::new();
/// let input = b"%2\r\n+proto\r\n:3\r\n+role\r\n$6\r\nmaster\r\n+OK\r\n";
/// let frame = tape.next_frame(&mut parser, input)?.expect("all of it is there");
/// assert_eq!(frame.get("proto").and_then(|proto| proto.as_i64()), Some(3));
/// assert_eq!(frame.get("role").and_then(|role| role.as_str()), Some("master"));
///
/// // The next frame starts behind this one.
/// assert_eq!(input[frame.wire().len()..], *b"+OK\r\n");
/// # Ok::<(), resp_core::TapeError>(())
/// ```
pub struct Tape<S> {
    nodes: S,
    /// Where the frame begins in the stream, if it has begun.
    start: Option<u64>,
    /// Where the parser stood when the tape was last written: if it has moved since, events are missing.
    end: u64,
    /// The innermost open aggregate.
    open: u32,
    /// The streamed string in the works.
    text: u32,
    /// Whether the text that begins has no length.
    endless: bool,
}

/// A [`Tape`] for frames of up to `N` events: a scalar or text is one, an aggregate two and what is in it, a chunk of a
/// streamed string one.
pub type FixedTape<const N: usize> = Tape<ArrayVec<Node, N>>;

/// What a [`Tape`] keeps its nodes in.
pub trait Storage: AsRef<[Node]> + AsMut<[Node]> {
    /// Appends a node. `false`: there is no room.
    fn push(&mut self, node: Node) -> bool;

    /// Removes all nodes.
    fn clear(&mut self);
}

impl<const N: usize> Storage for ArrayVec<Node, N> {
    #[inline(always)]
    fn push(&mut self, node: Node) -> bool {
        self.try_push(node).is_ok()
    }

    #[inline]
    fn clear(&mut self) {
        self.clear();
    }
}

#[cfg(feature = "alloc")]
impl Storage for alloc::vec::Vec<Node> {
    #[inline(always)]
    fn push(&mut self, node: Node) -> bool {
        self.push(node);
        true
    }

    #[inline]
    fn clear(&mut self) {
        self.clear();
    }
}

#[cfg(feature = "alloc")]
impl Tape<alloc::vec::Vec<Node>> {
    /// Gives back memory that was needed for larger frames, down to so many nodes and those that are in use.
    pub fn shrink_to(&mut self, nodes: usize) {
        self.nodes.shrink_to(nodes);
    }

    /// How many nodes there is memory for.
    #[must_use]
    #[inline]
    pub const fn capacity(&self) -> usize {
        self.nodes.capacity()
    }
}

/// Why there is no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TapeError {
    /// The stream is not RESP, or passes a limit.
    Protocol(Error),
    /// The frame has more events than the tape has room for, or more than 4 GiB. The parser is back where the frame
    /// begins: it can be taken event by event, or [skipped](Parser::skip_frame).
    Full,
    /// The parser stands in the middle of a frame of which others have taken events.
    MidFrame,
}

/// No node.
const NONE: u32 = u32::MAX;

impl<const N: usize> FixedTape<N> {
    /// An empty tape.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_storage(ArrayVec::new_const())
    }
}

impl<const N: usize> Default for FixedTape<N> {
    fn default() -> Self {
        Self::new()
    }
}

// As derived, but for what `ArrayVec::clone` leaves in: a check, with a panic, that there is room for as many nodes.
impl<const N: usize> Clone for FixedTape<N> {
    fn clone(&self) -> Self {
        let mut nodes = ArrayVec::new_const();
        // Never full: it is as large.
        let _ = nodes.try_extend_from_slice(&self.nodes);
        Self { nodes, ..*self }
    }
}

#[cfg(feature = "alloc")]
impl Clone for Tape<alloc::vec::Vec<Node>> {
    fn clone(&self) -> Self {
        Self { nodes: self.nodes.clone(), ..*self }
    }
}

// The frame in the works is as long as its stream makes it, which nobody wants in a log.
impl<S: Storage> fmt::Debug for Tape<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape")
            .field("nodes", &self.nodes().len())
            .field("complete", &self.start.is_none())
            .finish_non_exhaustive()
    }
}

impl<S> Tape<S> {
    /// A tape over this storage.
    #[must_use]
    pub const fn with_storage(nodes: S) -> Self {
        Self { nodes, start: None, end: 0, open: NONE, text: NONE, endless: false }
    }
}

impl<S: Storage> Tape<S> {
    /// The next frame. `input` holds the bytes of the stream from where this frame begins: the same bytes at each call,
    /// with more behind them, until the frame is complete; the next one starts at `frame.wire().len()`. `None`: more
    /// input is needed. Nothing is looked at twice.
    ///
    /// Between frames the parser may be used in any other way; in the middle of one it belongs to the tape.
    ///
    /// # Errors
    ///
    /// [`TapeError`]. An error of the stream comes at every later call; a frame for which there is no room can be got over
    /// with [`Parser::skip_frame`], and one that others have taken events of with [`Parser::finish_frame`].
    #[inline(always)]
    pub fn next_frame<'a, const DEPTH: usize>(
        &'a mut self,
        parser: &mut Parser<DEPTH>,
        input: &'a [u8],
    ) -> Result<Option<Frame<'a>>, TapeError> {
        if let Some(wire) = self.leaf(parser, input) {
            return Ok(Some(Frame::whole(wire, self.nodes())));
        }
        Ok(if self.go_on(parser, input)? { self.frame(input) } else { None })
    }

    /// [`next_frame`](Self::next_frame) without the borrow: `true` if there is a [`frame`](Self::frame) now.
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame).
    #[inline(always)]
    pub fn advance<const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, input: &[u8]) -> Result<bool, TapeError> {
        Ok(self.leaf(parser, input).is_some() || self.go_on(parser, input)?)
    }

    /// A frame of one node, on the wire.
    #[inline(always)]
    fn leaf<'a, const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, input: &'a [u8]) -> Option<&'a [u8]> {
        if !parser.is_idle() {
            return None;
        }
        let (leaf, next) = parser.leaf(input)?;
        let wire = input.get(..input.len().wrapping_sub(next.len()))?;
        let end = u32::try_from(wire.len()).ok()?;
        if self.nodes().len() != 1 {
            self.make_room_for_one();
        }
        // Into the place of the leaf before: to clear and to push would be three stores instead of one.
        let [node] = self.nodes.as_mut() else { return None };
        *node = Node { end, ..leaf };
        parser.offset = parser.offset.wrapping_add(wire.len() as u64);
        self.start = None;
        Some(wire)
    }

    #[cold]
    #[inline(never)]
    fn make_room_for_one(&mut self) {
        self.nodes.clear();
        // If there is none, it comes to light when a run writes the leaf.
        let _ = self.nodes.push(Node::new(Tag::Null, 0));
    }

    /// A frame that is not of one common node, or the rest of one.
    #[inline(never)]
    fn go_on<const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, input: &[u8]) -> Result<bool, TapeError> {
        // What is behind a position that a node can hold is not seen.
        let view = input.get(..u32::MAX as usize).unwrap_or(input);
        if parser.is_idle() && self.run(parser, view)? {
            return Ok(true);
        }
        let complete = self.parse(parser, view)?;
        if complete || view.len() == input.len() {
            return Ok(complete);
        }
        let start = self.start.unwrap_or_else(|| parser.offset());
        self.full(parser, start)
    }

    /// A frame from its first byte, as far as a run takes it.
    ///
    /// `parse` would do that too, but its writer lives in memory, since it is lent to functions out of line: with one that
    /// does not, a node of setpipe takes 125 instructions instead of 150, and a node of arr50 67 instead of 77.
    #[inline(always)]
    fn run<const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, view: &[u8]) -> Result<bool, TapeError> {
        let start = parser.offset();
        self.nodes.clear();
        (self.open, self.text) = (NONE, NONE);
        let mut writer = Writer::new(self, view, start);
        let (_, flow) = parser.run_over::<false, _>(view, &mut writer);
        let Writer { ended, open, .. } = writer;
        if flow.is_break() {
            return if ended { Ok(self.complete()) } else { self.full(parser, start) };
        }
        (self.start, self.end, self.open) = (Some(start), parser.offset(), open);
        Ok(false)
    }

    /// The rest of a frame.
    #[inline(never)]
    fn parse<const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, view: &[u8]) -> Result<bool, TapeError> {
        let start = match self.start {
            Some(start) if self.end == parser.offset() => start,
            // A parser that has failed says so itself.
            _ if parser.mode == Mode::Failed => parser.offset(),
            _ => return Err(TapeError::MidFrame),
        };
        let rest = parser.behind(start, view);
        let mut writer = Writer::new(self, view, start);
        let parsed = parser.parse(rest, &mut writer);
        let Writer { ended, open, .. } = writer;
        (self.end, self.open) = (parser.offset(), open);
        match parsed?.broke {
            true if ended => Ok(self.complete()),
            true => self.full(parser, start),
            false => Ok(false),
        }
    }

    #[inline(always)]
    fn complete(&mut self) -> bool {
        self.start = None;
        true
    }

    #[cold]
    fn full<const DEPTH: usize>(&mut self, parser: &mut Parser<DEPTH>, start: u64) -> Result<bool, TapeError> {
        self.clear();
        parser.rewind_to(start);
        Err(TapeError::Full)
    }

    /// The frame that was completed last, by the bytes that it was read from.
    ///
    /// With other bytes it says nonsense, but does no harm.
    #[must_use]
    #[inline]
    pub fn frame<'a>(&'a self, wire: &'a [u8]) -> Option<Frame<'a>> {
        if self.start.is_some() { None } else { Frame::of(wire, self.nodes()) }
    }

    /// Forgets the frame in the works: whoever goes on with the parser by other means takes the rest of it.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.start = None;
    }

    /// The nodes of the current frame: 16 bytes of memory each.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        self.nodes.as_ref()
    }

    /// What has come in a streamed aggregate. Each node is looked at once, however deep it lies.
    #[cold]
    fn count_elements(&mut self, index: u32, back: u32) {
        let nodes = self.nodes();
        let mut at = (index as usize).saturating_add(1);
        let mut count = 0_u32;
        while let Some(node) = nodes.get(at) {
            at = at.saturating_add(node.skip());
            count = count.wrapping_add(u32::from(node.is_element()));
        }
        if let Some(begin) = self.node_mut(index) {
            let pairs = begin.aggregate == Aggregate::Map;
            begin.set_halves(back.wrapping_add(1), if pairs { count / 2 } else { count });
        }
    }

    /// The number of nodes, all of which fit into 4 GiB of stream.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "each node takes a byte at least")]
    fn len(&self) -> u32 {
        self.nodes.as_ref().len() as u32
    }

    #[inline(always)]
    fn node_mut(&mut self, index: u32) -> Option<&mut Node> {
        self.nodes.as_mut().get_mut(index as usize)
    }
}

/// Writes what the parser says onto the tape.
struct Writer<'t, S> {
    tape: &'t mut Tape<S>,
    /// The address of the frame's first byte.
    origin: usize,
    /// Its offset in the stream.
    start: u64,
    /// Where the next event ends, from the start of the frame.
    end: u32,
    /// The innermost open aggregate.
    open: u32,
    full: bool,
    /// Whether the frame has ended, with all of it on the tape.
    ended: bool,
}

impl<'t, S> Writer<'t, S> {
    /// `view` begins where the frame does, at `start` in the stream.
    #[inline(always)]
    fn new(tape: &'t mut Tape<S>, view: &[u8], start: u64) -> Self {
        let open = tape.open;
        Self { tape, origin: view.as_ptr().addr(), start, end: 0, open, full: false, ended: false }
    }
}

impl<'b, S: Storage> Visitor<'b> for Writer<'_, S> {
    /// Never called: each type has a method of its own below, without which a node of arr50 takes 70 instructions instead
    /// of 64.
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        dispatch(self, &event)
    }

    #[inline(always)]
    fn simple_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::SimpleString, part, data)
    }

    #[inline(always)]
    fn simple_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::SimpleError, part, data)
    }

    #[inline(always)]
    fn big_number(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::BigNumber, part, data)
    }

    #[inline(always)]
    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::BulkString, part, data)
    }

    #[inline(always)]
    fn bulk_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::BulkError, part, data)
    }

    #[inline(always)]
    fn verbatim_string(&mut self, _: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::VerbatimString, part, data)
    }

    #[inline(always)]
    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.push(Node::new(Tag::Integer, value.cast_unsigned()))
    }

    #[inline(always)]
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.text(Tag::Double, Part::Whole, text)
    }

    #[inline(always)]
    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.push(Node::new(if value { Tag::True } else { Tag::False }, 0))
    }

    #[inline(always)]
    fn null(&mut self, null: Null) -> ControlFlow<()> {
        let tag = match null {
            Null::Resp3 => Tag::Null,
            Null::BulkString => Tag::NullBulkString,
            Null::Array => Tag::NullArray,
        };
        self.push(Node::new(tag, 0))
    }

    #[inline(always)]
    fn begin(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.begin_aggregate(aggregate, count)
    }

    #[inline(always)]
    fn end(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        self.end_aggregate(aggregate)
    }

    #[inline]
    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.tape.endless = len.is_none();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn event_end(&mut self, offset: u64) {
        #[expect(clippy::cast_possible_truncation, reason = "the input ends at 4 GiB")]
        let end = offset.wrapping_sub(self.start) as u32;
        self.end = end;
    }

    #[inline(always)]
    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.ended = !self.full;
        ControlFlow::Break(())
    }
}

impl<S: Storage> Writer<'_, S> {
    #[inline(always)]
    fn push(&mut self, node: Node) -> ControlFlow<()> {
        if self.tape.nodes.push(Node { end: self.end, ..node }) { ControlFlow::Continue(()) } else { self.give_up() }
    }

    #[inline(always)]
    fn give_up(&mut self) -> ControlFlow<()> {
        self.full = true;
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn text(&mut self, tag: Tag, part: Part, data: &[u8]) -> ControlFlow<()> {
        match part {
            Part::Whole => self.push(self.place(tag, data)),
            Part::First => self.first_part(tag, data),
            Part::Middle | Part::Last => self.further_part(data),
        }
    }

    /// A text that lies here.
    #[inline(always)]
    fn place(&self, tag: Tag, data: &[u8]) -> Node {
        Node::placed(tag, data, self.origin)
    }

    #[cold]
    fn first_part(&mut self, tag: Tag, data: &[u8]) -> ControlFlow<()> {
        if tag == Tag::BulkString && self.tape.endless {
            self.tape.text = self.tape.len();
            self.push(Node::new(Tag::StreamedString, 1))?;
            return self.chunk(data);
        }
        self.push(self.place(tag, data))
    }

    /// More of a text: what lies behind the part before belongs to it, and what does not is the next chunk.
    #[cold]
    fn further_part(&mut self, data: &[u8]) -> ControlFlow<()> {
        let part = self.place(Tag::Chunk, data);
        let Some(last) = self.tape.nodes.as_mut().last_mut() else { return self.give_up() };
        if part.high() == 0 || last.low().wrapping_add(last.high()) == part.low() {
            last.set_halves(last.low(), last.high().wrapping_add(part.high()));
            last.end = self.end;
            return ControlFlow::Continue(());
        }
        self.chunk(data)
    }

    fn chunk(&mut self, data: &[u8]) -> ControlFlow<()> {
        self.push(self.place(Tag::Chunk, data))?;
        let (text, len) = (self.tape.text, self.tape.len());
        if let Some(string) = self.tape.node_mut(text) {
            string.set_halves(len.wrapping_sub(text), 0);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn begin_aggregate(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        let tag = if count.is_some() { Tag::Begin } else { Tag::BeginStreamed };
        // More than fit here do not fit into 4 GiB either.
        let count = u32::try_from(count.unwrap_or_default()).unwrap_or(u32::MAX);
        let index = self.tape.len();
        let flow = self.push(Node::border(tag, aggregate, self.open, count));
        self.open = index;
        flow
    }

    #[inline(always)]
    fn end_aggregate(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        let index = self.open;
        let back = self.tape.len().wrapping_sub(index);
        let Some(begin) = self.tape.node_mut(index) else { return self.give_up() };
        let (around, count) = (begin.low(), begin.high());
        begin.set_halves(back.wrapping_add(1), count);
        if begin.tag == Tag::BeginStreamed {
            self.tape.count_elements(index, back);
        }
        self.open = around;
        self.push(Node::border(Tag::End, aggregate, back, 0))
    }
}

impl fmt::Display for TapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol(error) => error.fmt(f),
            Self::Full => f.write_str("the frame is larger than the tape"),
            Self::MidFrame => f.write_str("events of the current frame have been taken already"),
        }
    }
}

impl error::Error for TapeError {}

impl From<Error> for TapeError {
    fn from(error: Error) -> Self {
        Self::Protocol(error)
    }
}

//! What a tape is made of: [`Node`].

use core::fmt;

use crate::event::Aggregate;

/// One event of a frame, as its place on the wire: 16 bytes that [`Tape`](crate::Tape) writes and
/// [`Frame`](crate::Frame) reads.
///
/// It holds no bytes, and means nothing without those of its frame.
#[derive(Clone, Copy)]
pub struct Node {
    /// One whole or two halves: see [`Tag`].
    pub(crate) value: u64,
    /// Where the event ends on the wire, and the next one begins, counted from the start of the frame.
    pub(crate) end: u32,
    pub(crate) tag: Tag,
    /// What begins or ends here.
    pub(crate) aggregate: Aggregate,
}

// The price of a tape.
const _: () = assert!(size_of::<Node>() == 16);

/// What a node is, and so what its value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tag {
    /// A text: where its bytes start, and how many there are.
    SimpleString,
    SimpleError,
    BigNumber,
    BulkString,
    BulkError,
    /// Its format stands in front of its bytes, with a colon in between.
    VerbatimString,
    /// As a text.
    Double,
    /// As a text.
    Chunk,
    /// The integer itself.
    Integer,
    /// Nothing else.
    False,
    True,
    Null,
    NullBulkString,
    NullArray,
    /// A streamed string: how many nodes it takes with its chunks, which follow.
    StreamedString,
    /// How many nodes the aggregate takes, its end among them; and its count. While it is open: the node of the
    /// aggregate around it, and what it has announced.
    Begin,
    /// The same, of an aggregate that came without a count.
    BeginStreamed,
    /// How many nodes back its begin is.
    End,
}

impl Tag {
    /// Whether the value is a place on the wire.
    #[inline(always)]
    pub(crate) const fn is_text(self) -> bool {
        matches!(
            self,
            Self::SimpleString
                | Self::SimpleError
                | Self::BigNumber
                | Self::BulkString
                | Self::BulkError
                | Self::VerbatimString
                | Self::Double
                | Self::Chunk
        )
    }
}

impl Node {
    /// A node whose place on the wire is not known yet.
    #[inline(always)]
    pub(crate) const fn new(tag: Tag, value: u64) -> Self {
        Self { value, end: 0, tag, aggregate: Aggregate::Array }
    }

    #[inline(always)]
    pub(crate) const fn of_halves(tag: Tag, low: u32, high: u32) -> Self {
        Self::new(tag, low as u64 | (high as u64) << 32)
    }

    /// A text that lies here, on a wire that begins at this address.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the wire ends at 4 GiB")]
    pub(crate) fn placed(tag: Tag, data: &[u8], origin: usize) -> Self {
        let start = data.as_ptr().addr().wrapping_sub(origin);
        Self::of_halves(tag, start as u32, data.len() as u32)
    }

    /// The border of an aggregate.
    #[inline(always)]
    pub(crate) const fn border(tag: Tag, aggregate: Aggregate, low: u32, high: u32) -> Self {
        Self { aggregate, ..Self::of_halves(tag, low, high) }
    }

    #[inline(always)]
    pub(crate) const fn value(&self) -> u64 {
        self.value
    }

    /// Where a text starts; how many nodes there are.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    pub(crate) const fn low(&self) -> u32 {
        self.value as u32
    }

    /// The length of a text; the count of an aggregate.
    #[inline(always)]
    pub(crate) const fn high(&self) -> u32 {
        (self.value >> 32) as u32
    }

    #[inline(always)]
    pub(crate) fn set_halves(&mut self, low: u32, high: u32) {
        self.value = Self::of_halves(self.tag, low, high).value;
    }

    /// The same on a wire that begins so many bytes later.
    pub(crate) fn earlier_by(&self, bytes: usize) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let mut node = Self { end: self.end.wrapping_sub(bytes), ..*self };
        if self.tag.is_text() {
            node.set_halves(self.low().wrapping_sub(bytes), self.high());
        }
        node
    }

    /// How many nodes it takes with all that is in it: one at least, though an aggregate that is still open does not know.
    #[inline(always)]
    pub(crate) const fn skip(&self) -> usize {
        if self.has_inside() && self.low() > 0 { self.low() as usize } else { 1 }
    }

    /// Whether more nodes belong to it, which follow.
    #[inline(always)]
    pub(crate) const fn has_inside(&self) -> bool {
        matches!(self.tag, Tag::StreamedString | Tag::Begin | Tag::BeginStreamed)
    }

    /// The kind of the aggregate that begins here.
    #[inline(always)]
    pub(crate) const fn begins(&self) -> Option<Aggregate> {
        match self.tag {
            Tag::Begin | Tag::BeginStreamed => Some(self.aggregate),
            _ => None,
        }
    }

    /// Whether it is the first node of a value that the aggregate around it counts, if it is one that stands in it.
    #[inline(always)]
    pub(crate) const fn is_element(&self) -> bool {
        !matches!(self.begins(), Some(Aggregate::Attribute | Aggregate::Push))
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tag.fmt(f)
    }
}

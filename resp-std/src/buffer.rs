//! The read buffer: [`ReadBuffer`].

use core::fmt;

use resp_core::Span;

/// Below this a buffer is all overhead.
const MIN_CAPACITY: usize = 64;

/// Moving fewer consumed bytes out of the way than this is not worth a `memmove`.
const COMPACT_MIN: usize = 16 << 10;

/// What a connection may keep after a spike.
const KEEP: usize = 1 << 20;

/// Bytes on their way from a source to a parser, in one block of memory.
///
/// ```text
///        consumed            held                  spare
///     (free to reuse)      (bytes())            (spare(min))
///   +-----------------+-----------------+-------------------------+
///   | . . . . . . . . | $ 5 \r \n h e l | _ _ _ _ _ _ _ _ _ _ _ _ |
///   +-----------------+-----------------+-------------------------+
///   0                 start             end                capacity()
///                     consume(n) ->     commit(n) ->
/// ```
///
/// # The contract
///
/// 1. Bytes come out in the order in which they went in, and none is lost, whatever is done to make room.
/// 2. A buffer whose last byte is consumed starts again at its front, and nothing is moved for that.
/// 3. Room is made only if [`spare`](Self::spare) is asked for more bytes than are free behind those held.
/// 4. Held bytes are moved to the front of the block (*compaction*) only if the consumed bytes in front of them are at
///    least [`compact_min`](Self::with_compact_min) and at least as many as those held, and only if that makes enough
///    room. So no more bytes are ever moved than were consumed.
/// 5. Otherwise the block is replaced by one of twice the bytes held and asked for (*growth*), never a smaller one. So
///    the capacity is never above the larger of the configured one and 2 × (the most bytes ever held + the most ever
///    asked for).
/// 6. [`trim`](Self::trim) gives memory back: if the capacity is above [`keep`](Self::with_keep) and the bytes held
///    fill at most half of `keep`, the block is replaced by one of twice the bytes held, or of the configured
///    capacity if that is more. Only `trim` makes a block smaller.
/// 7. Memory is zeroed once, when a block is allocated.
///
/// ```
/// use resp_std::ReadBuffer;
///
/// let mut buffer = ReadBuffer::new(64);
/// buffer.spare(5)[..5].copy_from_slice(b"+OK\r\n");
/// buffer.commit(5);
/// assert_eq!(buffer.bytes(), b"+OK\r\n");
/// buffer.consume(3);
/// assert_eq!(buffer.bytes(), b"\r\n");
/// ```
pub struct ReadBuffer {
    /// Initialised to its last byte, so that a reader can be lent any of it.
    block: Vec<u8>,
    /// `start <= end <= block.len()`, and both are 0 if nothing is held.
    start: usize,
    end: usize,
    configured: usize,
    compact_min: usize,
    keep: usize,
    /// Half of `configured`, or more than there can be if the block is larger than `keep`.
    enough: usize,
    compactions: u64,
    bytes_moved: u64,
    growths: u64,
}

impl ReadBuffer {
    /// A buffer that has `capacity` bytes at first, and at least these ever after; at least 64.
    ///
    /// # Panics
    ///
    /// If `capacity` is above `isize::MAX`. If there is not so much memory, it aborts, as [`Vec`] does.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let configured = capacity.max(MIN_CAPACITY);
        Self {
            block: vec![0; configured],
            start: 0,
            end: 0,
            configured,
            compact_min: COMPACT_MIN.min(configured / 2),
            keep: KEEP.max(configured),
            enough: configured / 2,
            compactions: 0,
            bytes_moved: 0,
            growths: 0,
        }
    }

    /// How many bytes must have been consumed before those held are moved to the front: 16 KiB by default, and at most
    /// half of the configured capacity, so that small buffers compact too.
    #[must_use]
    pub fn with_compact_min(mut self, bytes: usize) -> Self {
        self.compact_min = bytes.min(self.configured / 2);
        self
    }

    /// The capacity, in bytes, above which [`trim`](Self::trim) gives memory back: 1 MiB by default, and at least the
    /// configured capacity.
    #[must_use]
    pub fn with_keep(mut self, bytes: usize) -> Self {
        self.keep = bytes.max(self.configured);
        self
    }

    /// The bytes that were committed and not yet consumed.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // A branch that is never taken, where a default would be chosen by arithmetic.
        self.block.get(self.start..self.end).unwrap_or_else(|| nothing())
    }

    /// The number of bytes held.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether no byte is held.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The size of the block in bytes: consumed, held and spare.
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> usize {
        self.block.len()
    }

    /// The first `n` bytes held are done with; all of them, if fewer are held.
    #[inline]
    pub fn consume(&mut self, n: usize) {
        self.keep_last(self.len().saturating_sub(n));
    }

    /// Of the bytes held, all but the last `n` are done with.
    #[inline]
    pub(crate) fn keep_last(&mut self, n: usize) {
        if n == 0 {
            self.start = 0;
            self.end = 0;
        } else {
            self.start = self.end.saturating_sub(n);
        }
    }

    /// The first `n` bytes held, of which there are so many, are done with: where they stand in the block.
    #[inline(always)]
    pub(crate) fn take(&mut self, n: usize) -> Span {
        debug_assert!(n <= self.len(), "more was taken than was held");
        let place = Span { start: self.start, end: self.start.wrapping_add(n) };
        self.start = place.end;
        if place.end == self.end {
            self.start = 0;
            self.end = 0;
        }
        place
    }

    /// Where the bytes stand in the block that are held.
    #[inline]
    pub(crate) fn held(&self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// Where bytes stand in the block that were lent from it.
    #[inline]
    pub(crate) fn place_of(&self, bytes: &[u8]) -> Span {
        let start = bytes.as_ptr().addr().wrapping_sub(self.block.as_ptr().addr());
        Span { start, end: start.wrapping_add(bytes.len()) }
    }

    /// The bytes at a place in the block. When they are consumed they stay, until room is made.
    #[inline]
    pub(crate) fn at(&self, place: Span) -> &[u8] {
        self.block.get(place.start..place.end).unwrap_or_else(|| nothing())
    }

    /// All the free room behind the bytes held, which is at least `min` bytes: fill some of it from its front, then
    /// [`commit`](Self::commit), with no other call in between. What is in it is old data or zeros.
    ///
    /// # Panics
    ///
    /// If `min` asks for more than `isize::MAX` bytes. If there is not so much memory, it aborts, as [`Vec`] does: do not
    /// ask for as much as a peer announces ([`Parser::needed`](resp_core::Parser::needed)) without a limit of your own.
    #[inline]
    pub fn spare(&mut self, min: usize) -> &mut [u8] {
        if self.room() < min {
            self.make_room(min);
        }
        self.block.get_mut(self.end..).unwrap_or_default()
    }

    /// The first `n` bytes of the spare room are filled, and held from now on; all of it, if `n` is more.
    #[inline]
    pub fn commit(&mut self, n: usize) {
        self.commit_within_room(n.min(self.room()));
    }

    /// `n` is no more than was spare.
    #[inline]
    pub(crate) fn commit_within_room(&mut self, n: usize) {
        debug_assert!(n <= self.room(), "more was filled than was spare");
        self.end = self.end.wrapping_add(n);
    }

    /// Gives memory back after a spike: sentence 6 of the contract. A [`Decoder`](crate::Decoder) and a
    /// [`Reader`](crate::Reader) do so by themselves when they need more bytes.
    pub fn trim(&mut self) {
        self.trim_to_hold(0);
    }

    /// Like `trim`, where `more` bytes are soon to be held as well: a block that they will need again is left alone.
    #[inline]
    pub(crate) fn trim_to_hold(&mut self, more: usize) {
        if self.block.len() > self.keep {
            let wanted = self.len().saturating_add(more);
            if wanted <= self.keep / 2 {
                self.reallocate(wanted.saturating_mul(2));
            }
        }
    }

    /// Whether there is so much room that nobody will ask for more, and nothing to give back: what is asked for before
    /// each read must then not be reckoned, which in small reads is 10 instructions of 80.
    #[inline]
    pub(crate) fn has_enough_room(&self) -> bool {
        self.room() >= self.enough
    }

    /// How many bytes are free behind those held.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.block.len().saturating_sub(self.end)
    }

    /// The capacity below which this buffer never falls.
    #[inline]
    pub(crate) fn configured(&self) -> usize {
        self.configured
    }

    /// How often held bytes were moved to the front of the block.
    #[must_use]
    pub fn compactions(&self) -> u64 {
        self.compactions
    }

    /// How many bytes compactions moved, in all.
    #[must_use]
    pub fn bytes_moved(&self) -> u64 {
        self.bytes_moved
    }

    /// How often a larger block was needed. (The bytes copied to it do not count as moved.)
    #[must_use]
    pub fn growths(&self) -> u64 {
        self.growths
    }

    #[cold]
    fn make_room(&mut self, min: usize) {
        let held = self.len();
        let wanted = held.saturating_add(min);
        let worth_moving = self.start >= self.compact_min && self.start >= held;
        if worth_moving && wanted <= self.block.len() {
            self.block.copy_within(self.start..self.end, 0);
            self.start = 0;
            self.end = held;
            self.compactions = self.compactions.saturating_add(1);
            self.bytes_moved = self.bytes_moved.saturating_add(held as u64);
        } else {
            self.growths = self.growths.saturating_add(1);
            // No block is longer than the longest slice; what cannot be had that is no longer aborts, as `Vec` does.
            self.reallocate(wanted.saturating_mul(2).min(isize::MAX.unsigned_abs()).max(wanted));
        }
    }

    /// `capacity` is enough for the bytes held.
    #[cold]
    fn reallocate(&mut self, capacity: usize) {
        let held = self.len();
        // A new block comes zeroed from the system; to resize the old one would write zeros over pages never used.
        let mut block = vec![0; capacity.max(self.configured)];
        if let Some(front) = block.get_mut(..held) {
            front.copy_from_slice(self.bytes());
        }
        self.enough = if block.len() > self.keep { usize::MAX } else { self.configured / 2 };
        self.block = block;
        self.start = 0;
        self.end = held;
    }
}

#[cold]
const fn nothing() -> &'static [u8] {
    &[]
}

// The block may hold what nobody wants in a log, and 64 KiB of it.
impl fmt::Debug for ReadBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadBuffer")
            .field("capacity", &self.capacity())
            .field("len", &self.len())
            .field("compactions", &self.compactions)
            .field("bytes_moved", &self.bytes_moved)
            .field("growths", &self.growths)
            .finish_non_exhaustive()
    }
}

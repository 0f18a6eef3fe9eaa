//! What has come in of a stream, and how much more its parser waits for: [`Intake`].

use std::io::{self, Read};

use resp_core::Span;

use crate::{ReadBuffer, Stats};

/// A buffer with counters, and the place in the stream in front of which its parser has nothing to say.
#[derive(Debug)]
pub(crate) struct Intake {
    buffer: ReadBuffer,
    /// As long as fewer bytes than these have come in (`stats.bytes`), the parser has nothing to say. It said so, so
    /// a small read of what is held costs one comparison.
    wake: u64,
    pub(crate) stats: Stats,
}

impl Intake {
    pub(crate) fn new(buffer: ReadBuffer) -> Self {
        Self { buffer, wake: 0, stats: Stats::default() }
    }

    /// Room for what is needed next, never empty.
    #[inline]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        if !self.buffer.has_enough_room() {
            self.make_room();
        }
        self.buffer.spare(0)
    }

    #[cold]
    fn make_room(&mut self) {
        self.trim();
        self.buffer.spare(self.room_for_what_is_missing());
    }

    /// Gives back what a spike took, if what is missing does not need it.
    #[cold]
    pub(crate) fn trim(&mut self) {
        self.buffer.trim_to_hold(self.room_for_what_is_missing());
    }

    fn room_for_what_is_missing(&self) -> usize {
        let missing = usize::try_from(self.wake.saturating_sub(self.stats.bytes)).unwrap_or(usize::MAX);
        // The parser needs the CR; what follows it soon is an LF.
        missing.saturating_add(1).min(self.buffer.configured() / 2)
    }

    /// Whether so much is free that nothing need be moved or asked for.
    #[inline]
    pub(crate) fn has_enough_room(&self) -> bool {
        self.buffer.has_enough_room()
    }

    #[inline]
    pub(crate) fn commit(&mut self, n: usize) {
        self.commit_within_room(n.min(self.buffer.room()));
    }

    /// `n` is no more than was spare.
    #[inline]
    fn commit_within_room(&mut self, n: usize) {
        self.buffer.commit_within_room(n);
        self.stats.bytes = self.stats.bytes.wrapping_add(n as u64);
        self.stats.reads = self.stats.reads.wrapping_add(u64::from(n > 0));
    }

    /// One read of at most so many bytes, and how many came: 0 at the end of the stream.
    #[inline(always)]
    pub(crate) fn read_from<R: Read>(&mut self, source: &mut R, most: usize) -> io::Result<usize> {
        let spare = self.spare();
        let len = spare.len().min(most);
        let spare = spare.get_mut(..len).unwrap_or_default();
        loop {
            match source.read(spare) {
                Ok(n) => {
                    // Some sources claim more than there was room for.
                    let n = n.min(len);
                    self.commit_within_room(n);
                    return Ok(n);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// What is held.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.bytes()
    }

    /// What is held from this place in the stream on.
    #[inline]
    pub(crate) fn bytes_from(&self, offset: u64) -> &[u8] {
        let skipped = offset.wrapping_sub(self.start());
        usize::try_from(skipped).ok().and_then(|skipped| self.bytes().get(skipped..)).unwrap_or_default()
    }

    /// Where in the block the bytes stand that are held, up to this place in the stream.
    #[inline]
    pub(crate) fn place_up_to(&self, offset: u64) -> Span {
        let held = self.buffer.held();
        let behind = self.stats.bytes.wrapping_sub(offset);
        Span { start: held.start, end: held.end.saturating_sub(usize::try_from(behind).unwrap_or_default()) }
    }

    /// A frame or a request has been told, of so many bytes.
    #[inline(always)]
    pub(crate) fn count(&mut self, len: u64) {
        self.stats.frames = self.stats.frames.wrapping_add(1);
        self.stats.largest_frame = self.stats.largest_frame.max(len);
    }

    /// Whether no byte is held.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Where in the stream the first byte stands that is held.
    #[inline]
    fn start(&self) -> u64 {
        self.stats.bytes.wrapping_sub(self.buffer.len() as u64)
    }

    /// What stands in front of this place in the stream can go. What was lent stays where it is until room is made.
    #[inline(always)]
    pub(crate) fn release(&mut self, offset: u64) {
        let left = self.stats.bytes.wrapping_sub(offset);
        self.buffer.keep_last(usize::try_from(left).unwrap_or_default());
    }

    /// The first `len` bytes held, of which there are so many, can go: where they stand in the block until room is made.
    #[inline(always)]
    pub(crate) fn take(&mut self, len: usize) -> Span {
        let place = self.buffer.take(len);
        if self.buffer.is_empty() {
            self.sleep(1);
        }
        place
    }

    /// Whether the parser waits for bytes that have not come in.
    #[inline]
    pub(crate) fn sleeps(&self) -> bool {
        self.stats.bytes < self.wake
    }

    /// So many bytes more are needed.
    #[inline(always)]
    pub(crate) fn sleep(&mut self, needed: usize) {
        self.wake = self.stats.bytes.saturating_add(needed as u64);
    }

    /// The parser looks again at what it waited for.
    pub(crate) fn wake(&mut self) {
        self.wake = 0;
    }

    /// Where bytes stand in the block that were lent from it.
    #[inline]
    pub(crate) fn place_of(&self, bytes: &[u8]) -> Span {
        self.buffer.place_of(bytes)
    }

    /// The bytes at a place in the block.
    #[inline]
    pub(crate) fn at(&self, place: Span) -> &[u8] {
        self.buffer.at(place)
    }

    pub(crate) fn capacity(&self) -> usize {
        self.buffer.capacity()
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            compactions: self.buffer.compactions(),
            bytes_moved: self.buffer.bytes_moved(),
            growths: self.buffer.growths(),
            ..self.stats
        }
    }
}

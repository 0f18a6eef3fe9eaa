//! How to read: [`ReaderOptions`].

use resp_core::{Options, RequestOptions};

use crate::ReadBuffer;

/// The buffer, the reads and the parser of a [`Reader`](crate::Reader) or [`Decoder`](crate::Decoder).
///
/// | setter | default | why |
/// |---|---|---|
/// | [`parser`](Self::parser) | [`Options::new`], [`whole`](Options::whole) 16 KiB | most values come in one piece |
/// | [`capacity`](Self::capacity) | 64 KiB | one read holds thousands of small replies |
/// | [`compact_min`](Self::compact_min) | 16 KiB | what [`ReadBuffer`] says |
/// | [`keep`](Self::keep) | 1 MiB | what [`ReadBuffer`] says |
/// | [`max_held`](Self::max_held) | 1 GiB | memory for one frame that is read as a whole |
/// | [`read_size`](Self::read_size) | none | for sources that should not be asked for so much at once, and for tests |
///
/// ```
/// use resp_core::{Options, RequestOptions};
/// use resp_std::{Reader, ReaderOptions};
///
/// // Values of up to 4 MiB in one piece, deep replies refused.
/// let options = ReaderOptions::new()
///     .parser(Options::new().whole(4 << 20).max_depth(16))
///     .keep(8 << 20);
/// let reader = Reader::with_options(std::io::empty(), options);
/// # let _ = reader;
/// ```
///
/// [`ReaderOptions::requests`] has the same for a [`RequestReader`](crate::RequestReader) or
/// [`RequestDecoder`](crate::RequestDecoder).
#[derive(Clone, Copy, Debug)]
pub struct ReaderOptions<P = Options> {
    pub(crate) parser: P,
    pub(crate) read_size: usize,
    pub(crate) max_held: usize,
    capacity: usize,
    compact_min: Option<usize>,
    keep: Option<usize>,
}

impl ReaderOptions {
    /// The defaults in the table above.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Options::new().whole(16 << 10))
    }
}

impl ReaderOptions<RequestOptions> {
    /// The defaults in the table above, and a [`max_request`](RequestOptions::max_request) of 1 GiB: what Redis holds
    /// for a client (`client-query-buffer-limit`).
    ///
    /// ```
    /// use resp_core::RequestOptions;
    /// use resp_std::{ReaderOptions, RequestReader};
    ///
    /// let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated()).capacity(4 << 10);
    /// let reader = RequestReader::with_options(std::io::empty(), options);
    /// # let _ = reader;
    /// ```
    #[must_use]
    pub const fn requests() -> Self {
        Self::of(RequestOptions::new().whole(16 << 10).max_request(1 << 30))
    }
}

impl<P: Copy> ReaderOptions<P> {
    const fn of(parser: P) -> Self {
        Self { parser, read_size: usize::MAX, max_held: 1 << 30, capacity: 64 << 10, compact_min: None, keep: None }
    }

    /// The parser's limits and switches, and the length up to which texts arrive whole. The buffer grows for a text of
    /// that length, as it arrives. [`Options::new`] has 512 bytes there: who only wants another limit sets `whole` too.
    #[must_use]
    pub const fn parser(mut self, options: P) -> Self {
        self.parser = options;
        self
    }

    /// The configured capacity of the buffer, in bytes: see [`ReadBuffer::new`].
    #[must_use]
    pub const fn capacity(mut self, bytes: usize) -> Self {
        self.capacity = bytes;
        self
    }

    /// See [`ReadBuffer::with_compact_min`].
    #[must_use]
    pub const fn compact_min(mut self, bytes: usize) -> Self {
        self.compact_min = Some(bytes);
        self
    }

    /// See [`ReadBuffer::with_keep`]. Whoever often has texts held whole that are larger than half of it should set
    /// more, or the memory for them is given back and asked for again.
    #[must_use]
    pub const fn keep(mut self, bytes: usize) -> Self {
        self.keep = Some(bytes);
        self
    }

    /// How much may be held of a frame that is read as a whole: its bytes, and 16 for each of its events. While it comes
    /// in, twice as much can be in use, and up to [`whole`](Options::whole) bytes more, since it is looked at when the
    /// parser can go on. Frames that are taken event by event are never held.
    #[must_use]
    pub const fn max_held(mut self, bytes: usize) -> Self {
        self.max_held = bytes;
        self
    }

    /// The most bytes that a [`Reader`](crate::Reader) asks for in one read, at least 1: for tests and tools.
    #[must_use]
    pub const fn read_size(mut self, bytes: usize) -> Self {
        self.read_size = if bytes == 0 { 1 } else { bytes };
        self
    }

    pub(crate) fn buffer(&self) -> ReadBuffer {
        let mut buffer = ReadBuffer::new(self.capacity);
        if let Some(bytes) = self.compact_min {
            buffer = buffer.with_compact_min(bytes);
        }
        if let Some(bytes) = self.keep {
            buffer = buffer.with_keep(bytes);
        }
        buffer
    }
}

impl Default for ReaderOptions {
    fn default() -> Self {
        Self::new()
    }
}

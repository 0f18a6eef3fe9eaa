//! What went through a reader: [`Stats`].

/// Counters of a [`Reader`](crate::Reader) or [`Decoder`](crate::Decoder), or of those of requests, from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Bytes that came in.
    pub bytes: u64,
    /// Reads, or commits to a decoder, of at least one byte.
    pub reads: u64,
    /// How often bytes were moved to the front of the buffer.
    pub compactions: u64,
    /// Bytes moved by these; never more than were consumed.
    pub bytes_moved: u64,
    /// How often a larger buffer was needed.
    pub growths: u64,
    /// Events delivered, to a visitor or one by one; each part of a text is one. What is skipped counts for none, and so
    /// does what is gathered to a whole request.
    pub events: u64,
    /// Frames, or requests, that ended, skipped ones included.
    pub frames: u64,
    /// The longest of these on the wire, in bytes.
    pub largest_frame: u64,
}

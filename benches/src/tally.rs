//! What a row reports about a stream.

/// How many frames a row saw, and the sum of what it saw in them.
///
/// Rows add up, wrapping, one number for each node: the value of an integer, the count of an aggregate, 1 for a null or
/// for true, and for everything else its length in bytes. That is enough to keep the compiler from dropping the work.
/// In the check before the timing, texts count with their [`fingerprint`] and doubles with the bits of their value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many frames ended.
    pub frames: u64,
    /// The sum, unless the row has nothing to add up.
    pub sum: Option<u64>,
}

impl Tally {
    /// Frames alone.
    #[must_use]
    pub const fn frames(frames: u64) -> Self {
        Self { frames, sum: None }
    }
}

/// The sum of the bytes, each one more: a text has the same fingerprint whole and in parts.
#[must_use]
pub fn fingerprint(text: &[u8]) -> u64 {
    text.iter().fold(0, |sum, &byte| sum + u64::from(byte) + 1)
}

/// What a text adds to a sum.
#[must_use]
#[inline(always)]
pub fn text<const CONTENTS: bool>(data: &[u8]) -> u64 {
    if CONTENTS { fingerprint(data) } else { data.len() as u64 }
}

//! Bytes between quotes, for `Debug`: [`Quoted`].

use core::fmt;

/// A text as `Debug` shows it, in ASCII. That of core for a `str` reaches panics.
pub(crate) struct Quoted<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

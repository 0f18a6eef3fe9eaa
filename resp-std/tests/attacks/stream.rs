//! A stream of any length that is never in memory: [`Stream`].

use std::io::{self, Read};

/// `start`, then `unit` again and again, up to a number of bytes.
#[derive(Clone, Debug)]
pub(crate) struct Stream<'b> {
    start: &'b [u8],
    unit: &'b [u8],
    at: u64,
    len: u64,
}

impl<'b> Stream<'b> {
    pub(crate) fn new(start: &'b [u8], unit: &'b [u8], len: u64) -> Self {
        Self { start, unit, at: 0, len }
    }

    /// What comes next, up to the end of `start` or of a unit.
    fn piece(&self) -> &'b [u8] {
        let at = usize::try_from(self.at).unwrap();
        let left = usize::try_from(self.len - self.at).unwrap();
        let piece = match at.checked_sub(self.start.len()) {
            None => &self.start[at..],
            Some(at) => &self.unit[at % self.unit.len()..],
        };
        &piece[..piece.len().min(left)]
    }
}

/// A read ends where the room does, or the stream.
impl Read for Stream<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        loop {
            let n = self.piece().read(&mut to[filled..])?;
            if n == 0 {
                return Ok(filled);
            }
            self.at += n as u64;
            filled += n;
        }
    }
}

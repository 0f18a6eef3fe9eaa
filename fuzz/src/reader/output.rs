//! A destination that fails: [`Output`].

use std::io::{self, Write};

/// Takes some bytes at a time, and after a few is interrupted or full.
pub(super) struct Output {
    pub(super) taken: Vec<u8>,
    left: usize,
}

impl Output {
    /// Different ones for different `seed`s.
    pub(super) fn new(seed: u64) -> Self {
        Self { taken: Vec::new(), left: (seed % 23) as usize + 2 }
    }
}

impl Write for Output {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.left -= 1;
        match self.left {
            0 => Err(io::ErrorKind::StorageFull.into()),
            left if left % 3 == 0 => Err(io::ErrorKind::Interrupted.into()),
            left => {
                let n = buf.len().min(left);
                self.taken.extend_from_slice(&buf[..n]);
                Ok(n)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

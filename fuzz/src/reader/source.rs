//! A source that stumbles: [`Source`].

use std::io::{self, Read};

use crate::input::BLOCK;

/// Gives a stream in small pieces, and between them fails, or ends for once. Behind the stream it ends for good.
#[derive(Debug)]
pub(super) struct Source<'a> {
    stream: &'a [u8],
    given: usize,
    steps: [u8; BLOCK],
    step: usize,
    ended: bool,
}

impl<'a> Source<'a> {
    pub(super) fn new(stream: &'a [u8], mut steps: [u8; BLOCK]) -> Self {
        // Some step must bring something.
        steps[0] = steps[0].min(FAILURES - 1);
        Self { stream, given: 0, steps, step: 0, ended: false }
    }

    pub(super) fn stream(&self) -> &'a [u8] {
        self.stream
    }

    /// Bytes given so far.
    pub(super) fn given(&self) -> usize {
        self.given
    }

    /// Whether the last read brought nothing.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether nothing will come any more.
    pub(super) fn is_over(&self) -> bool {
        self.given == self.stream.len()
    }
}

/// Steps below this are reads.
const FAILURES: u8 = 240;

impl Read for Source<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let step = self.steps[self.step % BLOCK];
        self.step += 1;
        self.ended = self.is_over();
        let most = match step {
            _ if self.ended => 0,
            0..200 => usize::from(step / 2) + 1,
            200..FAILURES => usize::from(step - 199) * 20,
            FAILURES..244 => return Err(io::ErrorKind::Interrupted.into()),
            244..248 => return Err(io::ErrorKind::WouldBlock.into()),
            248..251 => return Err(io::ErrorKind::TimedOut.into()),
            251 => return Err(io::ErrorKind::ConnectionReset.into()),
            // The end, for now.
            252.. => 0,
        };
        let n = most.min(buf.len()).min(self.stream.len() - self.given);
        buf[..n].copy_from_slice(&self.stream[self.given..self.given + n]);
        self.given += n;
        self.ended = n == 0;
        Ok(n)
    }
}

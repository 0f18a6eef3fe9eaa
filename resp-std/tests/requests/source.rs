//! A source of reads of given sizes, which fails in front of each.

use std::io::{self, Read};

pub(crate) struct Source {
    pub(crate) bytes: Vec<u8>,
    pub(crate) at: usize,
    /// The sizes of the reads, over and over.
    pub(crate) reads: Vec<usize>,
    pub(crate) calls: usize,
    /// Whether each read fails once.
    pub(crate) fails: bool,
}

impl Source {
    pub(crate) fn new(bytes: &[u8], reads: &[usize], fails: bool) -> Self {
        Self { bytes: bytes.to_vec(), at: 0, reads: reads.to_vec(), calls: 0, fails }
    }
}

impl Read for Source {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.fails && self.calls.is_multiple_of(2) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = self.reads[self.calls % self.reads.len()].min(to.len()).min(self.bytes.len() - self.at);
        to[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// The same call again until it does not fail for now.
pub(crate) fn patiently<T>(mut call: impl FnMut() -> Result<T, resp_std::Error>) -> Result<T, resp_core::RequestError> {
    loop {
        match call() {
            Ok(value) => return Ok(value),
            Err(resp_std::Error::Request(error)) => return Err(error),
            Err(resp_std::Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
            Err(other) => panic!("{other}"),
        }
    }
}

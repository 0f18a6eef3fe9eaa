//! Sources and destinations that are seldom ready.

use core::future::Future;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};
use std::io;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Brings a stream in pieces of so many bytes, and is not ready in between.
pub(crate) struct Pieces<'a> {
    bytes: &'a [u8],
    len: usize,
    ready: bool,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(bytes: &'a [u8], len: usize) -> Self {
        Self { bytes, len, ready: false }
    }
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.ready = !self.ready;
        if !self.ready {
            let (piece, rest) = self.bytes.split_at(self.bytes.len().min(self.len).min(buffer.remaining()));
            buffer.put_slice(piece);
            self.bytes = rest;
            return Poll::Ready(Ok(()));
        }
        Poll::Pending
    }
}

/// Takes pieces of so many bytes, and is not ready in between.
pub(crate) struct Sink {
    pub(crate) bytes: Vec<u8>,
    len: usize,
    ready: bool,
}

impl Sink {
    pub(crate) fn new(len: usize) -> Self {
        Self { bytes: Vec::new(), len, ready: false }
    }
}

impl AsyncWrite for Sink {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.ready = !self.ready;
        if !self.ready {
            let piece = &bytes[..bytes.len().min(self.len)];
            self.bytes.extend_from_slice(piece);
            return Poll::Ready(Ok(piece.len()));
        }
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Polls a future once, and drops it.
pub(crate) fn once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Gives a call up wherever it waits, and calls again until it does not wait.
macro_rules! patiently {
    ($call:expr) => {
        loop {
            if let Some(value) = $crate::source::once($call) {
                break value;
            }
        }
    };
}
pub(crate) use patiently;

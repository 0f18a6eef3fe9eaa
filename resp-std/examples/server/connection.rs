//! The way to a client: [`Connection`].

use core::time::Duration;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use resp_core::{Encoder, Protocol, RequestError};

/// Replies are gathered here; any thread may add a message to them, but only between two replies.
pub(crate) type Out = Encoder<Vec<u8>>;

/// What is behind a socket: shared by the client's own thread and those that publish to it.
pub(crate) struct Connection {
    pub(crate) id: i64,
    stream: TcpStream,
    out: Mutex<Out>,
}

/// More than this is not gathered.
const BATCH: usize = 64 << 10;

/// What is kept of the memory for replies after a large one.
const KEEP: usize = 1 << 20;

/// All that has been gathered must be taken within this time: a client that does not read, or little by little, holds up
/// those that publish to it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a client has to hang up, after it has been told that this side will.
const FAREWELL: Duration = Duration::from_secs(1);

impl Connection {
    pub(crate) fn new(stream: TcpStream, id: i64) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { id, stream, out: Mutex::new(Encoder::new(Vec::new(), Protocol::Resp2)) })
    }

    /// Replies and messages for the client. Whoever holds it writes whole frames.
    pub(crate) fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers what is no request; what was answered before goes out in front of it.
    pub(crate) fn refuse(&self, error: &RequestError) {
        self.out().get_mut().extend_from_slice(&error.reply());
    }

    /// Sends what has been gathered, if it is a lot.
    pub(crate) fn flush_batch(&self) -> io::Result<()> {
        if self.out().get_ref().len() < BATCH { Ok(()) } else { self.flush() }
    }

    /// Sends what has been gathered, in one write.
    pub(crate) fn flush(&self) -> io::Result<()> {
        let mut out = self.out();
        let bytes = out.get_mut();
        let sent = self.send(bytes, Instant::now() + PATIENCE);
        bytes.clear();
        bytes.shrink_to(KEEP);
        if sent.is_err() {
            // Half a reply may have gone out. The client's thread finds the end of the stream.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
        sent
    }

    /// `write_all` would begin its time-out anew with each part that the client takes.
    fn send(&self, mut bytes: &[u8], until: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_write_timeout(Some(left))?;
            match (&self.stream).write(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// A socket that is closed with bytes unread is reset, and the client may lose what it was told last. So it gets a
    /// moment to be the first.
    pub(crate) fn hang_up(&self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let _ = self.stream.set_read_timeout(Some(FAREWELL));
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && (&self.stream).read(&mut [0; 4 << 10]).is_ok_and(|read| read > 0) {}
    }
}

/// The requests of a client. The reader asks for more only when it has told all that there are: so that is when the
/// replies must go out, all of a pipeline at once.
pub(crate) struct Source {
    connection: Arc<Connection>,
}

impl Source {
    pub(crate) const fn new(connection: Arc<Connection>) -> Self {
        Self { connection }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.connection.flush()?;
        (&self.connection.stream).read(buffer)
    }
}

//! The way to a client: [`Connection`].

use core::time::Duration;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// A client that does not read must not hold up those that publish to it.
const PATIENCE: Duration = Duration::from_secs(5);

impl Connection {
    pub(crate) fn new(stream: TcpStream, id: i64) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
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
        let sent = (&self.stream).write_all(bytes);
        bytes.clear();
        if sent.is_err() {
            // Half a reply may have gone out. The client's thread finds the end of the stream.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
        sent
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

//! Reading requests from a blocking source: [`RequestReader`].

use core::ops::ControlFlow;
use std::io::Read;

use resp_core::{RequestEvent, RequestOptions, RequestVisitor};

use crate::{Error, ReaderOptions, Request, RequestDecoder, Stats};

/// Reads what clients send from any [`Read`]: a [`RequestDecoder`], and a loop that fills it when it needs more.
///
/// ```
/// use resp_core::RequestOptions;
/// use resp_std::{ReaderOptions, RequestReader};
///
/// // A client that has not said who it is may send no more than Redis lets it.
/// let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated());
/// let mut reader = RequestReader::with_options(&b"AUTH secret\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"[..], options);
/// let mut got = Vec::new();
/// while let Some(request) = reader.next_request()? {
///     got.push(String::from_utf8_lossy(request.name()).into_owned());
///     if request.name() == b"AUTH" {
///         reader.set_options(RequestOptions::new().whole(16 << 10).max_request(1 << 30));
///     }
/// }
/// assert_eq!(got, ["AUTH", "GET"]);
/// # Ok::<(), resp_std::Error>(())
/// ```
///
/// # The source
///
/// As for a [`Reader`](crate::Reader): it is read only when nothing is left to be told, `Interrupted` is tried again,
/// other failures are returned and nothing is lost, and a read of nothing is the end of the stream.
///
/// So that is the moment at which the replies must go out, all those of a pipeline at once: a client that waits for them
/// sends nothing more. A source that flushes before it reads never forgets it:
///
/// ```no_run
/// use std::io::{self, BufWriter, Read};
/// use std::net::{TcpListener, TcpStream};
///
/// use resp_core::{Encoder, IoWriter, Line, Protocol};
/// use resp_std::RequestReader;
///
/// struct Connection {
///     socket: TcpStream,
///     replies: Encoder<IoWriter<BufWriter<TcpStream>>>,
/// }
///
/// impl Read for Connection {
///     fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
///         self.replies.flush()?;
///         self.socket.read(buffer)
///     }
/// }
///
/// let (socket, _) = TcpListener::bind("127.0.0.1:6379")?.accept()?;
/// let out = IoWriter(BufWriter::new(socket.try_clone()?));
/// let mut reader = RequestReader::new(Connection { socket, replies: Encoder::new(out, Protocol::Resp2) });
/// while let Some((request, Connection { replies, .. })) = reader.next_request_and_source()? {
///     match request.get(1) {
///         Some(text) if request.name().eq_ignore_ascii_case(b"ECHO") => replies.bulk_string(text)?,
///         _ => replies.simple_error(Line::blanked(b"ERR unknown command"))?,
///     }
/// }
/// # Ok::<(), resp_std::Error>(())
/// ```
///
/// # Errors
///
/// A client that breaks the protocol is answered with [`reply`](resp_core::RequestError::reply), and hung up on:
///
/// ```
/// use resp_std::{Error, RequestReader};
///
/// let mut answer = Vec::new();
/// if let Err(Error::Request(error)) = RequestReader::new(&b"*1\r\n:1\r\n"[..]).next_request() {
///     answer.extend_from_slice(&error.reply());
/// }
/// assert_eq!(answer, b"-ERR Protocol error: expected '$', got ':'\r\n");
/// ```
#[derive(Debug)]
pub struct RequestReader<R> {
    inner: R,
    decoder: RequestDecoder,
    read_size: usize,
}

impl<R> RequestReader<R> {
    /// A reader with the default [`ReaderOptions::requests`].
    #[must_use]
    pub fn new(inner: R) -> Self {
        Self::with_options(inner, ReaderOptions::requests())
    }

    /// A reader with these options.
    #[must_use]
    pub fn with_options(inner: R, options: ReaderOptions<RequestOptions>) -> Self {
        Self { inner, decoder: RequestDecoder::with_options(options), read_size: options.read_size }
    }

    /// The source.
    #[must_use]
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The source, to set its time-out or write a reply to it. Bytes read from it here are lost to the parser.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The source, and the bytes that were read from it and are not done with: they stand at [`offset`](Self::offset)
    /// in the stream.
    #[must_use]
    pub fn into_parts(self) -> (R, Vec<u8>) {
        (self.inner, self.decoder.into_unread())
    }

    /// Other limits from the next request on: [`RequestDecoder::set_options`].
    pub fn set_options(&mut self, options: RequestOptions) -> bool {
        self.decoder.set_options(options)
    }

    /// Whether the stream is between requests: [`RequestDecoder::is_idle`].
    #[must_use]
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.decoder.is_idle()
    }

    /// The number of bytes of the stream that are done with: [`RequestDecoder::offset`].
    #[must_use]
    #[inline]
    pub fn offset(&self) -> u64 {
        self.decoder.offset()
    }

    /// The capacity of the buffer in bytes: [`RequestDecoder::capacity`].
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.decoder.capacity()
    }

    /// The counters: [`RequestDecoder::stats`].
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.decoder.stats()
    }
}

impl<R: Read> RequestReader<R> {
    /// The next request, whole, lent from the buffer; `None` at the end of the stream. What is left of a request of which
    /// events were taken is passed over.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the source fails, [`Error::Request`] if the stream breaks the protocol or ends inside a request.
    #[inline(always)]
    pub fn next_request(&mut self) -> Result<Option<Request<'_>>, Error> {
        Ok(self.next_request_and_source()?.map(|(request, _)| request))
    }

    /// [`next_request`](Self::next_request), and the source beside it: a connection that the reply goes to.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    #[inline(always)]
    pub fn next_request_and_source(&mut self) -> Result<Option<(Request<'_>, &mut R)>, Error> {
        let request = match self.decoder.take_whole() {
            Some(whole) => self.decoder.whole(whole),
            None if self.gather()? => self.decoder.request(),
            None => None,
        };
        Ok(request.map(|request| (request, &mut self.inner)))
    }

    /// The next event, its bytes lent from the buffer; `None` at the end of the stream. For arguments that are too large
    /// to be held, which come in parts.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<RequestEvent<&[u8]>>, Error> {
        while !self.decoder.advance()? {
            if !self.fill()? {
                return Ok(None);
            }
        }
        Ok(self.decoder.event())
    }

    /// Hands all events to the visitor, until it breaks ([`ControlFlow::Break`]) or the stream ends
    /// ([`ControlFlow::Continue`]). After a break, the next call of any kind goes on with the event after that.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request). The visitor has had the events before that.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should let the reader go: it may tell events again.
    pub fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, Error>
    where
        V: for<'b> RequestVisitor<'b> + ?Sized,
    {
        loop {
            if self.decoder.parse(visitor)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !self.fill()? {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    /// Skips the current request, or the next one if none is begun; `false` at the end of the stream. Whatever is skipped
    /// is checked like everything else.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    pub fn skip_request(&mut self) -> Result<bool, Error> {
        while !self.decoder.skip_request()? {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Skips the rest of the current request, and does nothing between requests.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    pub fn finish_request(&mut self) -> Result<(), Error> {
        while !self.decoder.finish_request()? {
            // At the end of the stream this fails: a request is open.
            self.fill()?;
        }
        Ok(())
    }

    /// Gathers the next request, whatever it is. `false`: the stream has ended.
    // Out of line: the loop of small reads must not be spread over its callers.
    #[inline(never)]
    fn gather(&mut self) -> Result<bool, Error> {
        while !self.decoder.gather()? {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads until the parser has enough to go on. `false`: the stream has ended, between requests.
    #[inline(always)]
    fn fill(&mut self) -> Result<bool, Error> {
        loop {
            if self.decoder.intake().read_from(&mut self.inner, self.read_size)? == 0 {
                self.decoder.finish()?;
                return Ok(false);
            }
            if !self.decoder.intake().sleeps() {
                return Ok(true);
            }
        }
    }
}

//! Reading requests from an asynchronous source: [`AsyncRequestReader`].

use core::fmt;
use core::ops::ControlFlow;

use resp_core::{RequestEvent, RequestOptions, RequestVisitor};
use tokio::io::AsyncRead;

use crate::async_reader::read;
use crate::{Error, ReaderOptions, Request, RequestDecoder, Stats};

/// Reads what clients send from any [`AsyncRead`](https://docs.rs/tokio/latest/tokio/io/trait.AsyncRead.html): a [`RequestReader`](crate::RequestReader) that waits instead of
/// blocking. Requests are lent from its buffer; those that should stay are read through a
/// [`RequestCodec`](crate::RequestCodec).
///
/// Needs the feature `tokio`.
///
/// ```
/// # fn main() -> Result<(), resp_std::Error> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use resp_std::AsyncRequestReader;
///
/// let mut reader = AsyncRequestReader::new(&b"PING\r\n*2\r\n$4\r\nECHO\r\n$5\r\nhello\r\n"[..]);
/// assert_eq!(reader.next_request().await?.expect("a request").name(), b"PING");
/// let request = reader.next_request().await?.expect("a request");
/// assert_eq!(request.get(1), Some(b"hello".as_slice()));
/// # Ok(())
/// # })
/// # }
/// ```
///
/// # Cancelling
///
/// Every call may be given up: if its future is dropped before it is ready, as `select!` and time-outs do, nothing is
/// lost or told twice. The same call, or another, goes on where the stream stopped, as after a failed read of a blocking
/// reader. A visitor has had the events that it was handed.
pub struct AsyncRequestReader<R> {
    inner: R,
    decoder: RequestDecoder,
    read_size: usize,
}

impl<R> AsyncRequestReader<R> {
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

    /// The source, to write a reply to it. Bytes read from it here are lost to the parser.
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
    pub fn is_idle(&self) -> bool {
        self.decoder.is_idle()
    }

    /// The number of bytes of the stream that are done with: [`RequestDecoder::offset`].
    #[must_use]
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

impl<R: AsyncRead + Unpin> AsyncRequestReader<R> {
    /// The next request, whole, lent from the buffer; `None` at the end of the stream. What is left of a request of which
    /// events were taken is passed over.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the source fails, [`Error::Request`] if the stream breaks the protocol or ends inside a request.
    pub async fn next_request(&mut self) -> Result<Option<Request<'_>>, Error> {
        Ok(self.next_request_and_source().await?.map(|(request, _)| request))
    }

    /// [`next_request`](Self::next_request), and the source beside it: a connection that the reply goes to.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    pub async fn next_request_and_source(&mut self) -> Result<Option<(Request<'_>, &mut R)>, Error> {
        let request = match self.decoder.take_whole() {
            Some(whole) => self.decoder.whole(whole),
            None if self.gather().await? => self.decoder.request(),
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
    pub async fn next_event(&mut self) -> Result<Option<RequestEvent<&[u8]>>, Error> {
        while !self.decoder.advance()? {
            if !self.fill().await? {
                return Ok(None);
            }
        }
        Ok(self.decoder.event())
    }

    /// Hands all events to the visitor, until it breaks or the stream ends:
    /// [`RequestReader::parse`](crate::RequestReader::parse).
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request). The visitor has had the events before that.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should let the reader go: it may tell events again.
    pub async fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, Error>
    where
        V: for<'b> RequestVisitor<'b> + ?Sized,
    {
        loop {
            if self.decoder.parse(visitor)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !self.fill().await? {
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
    pub async fn skip_request(&mut self) -> Result<bool, Error> {
        while !self.decoder.skip_request()? {
            if !self.fill().await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Skips the rest of the current request, and does nothing between requests. A `skip_request` that was given up goes
    /// on with this, if the request has begun ([`is_idle`](Self::is_idle)), and with `skip_request` as well.
    ///
    /// # Errors
    ///
    /// As [`next_request`](Self::next_request).
    pub async fn finish_request(&mut self) -> Result<(), Error> {
        while !self.decoder.finish_request()? {
            // At the end of the stream this fails: a request is open.
            self.fill().await?;
        }
        Ok(())
    }

    /// Gathers the next request, whatever it is. `false`: the stream has ended.
    async fn gather(&mut self) -> Result<bool, Error> {
        while !self.decoder.gather()? {
            if !self.fill().await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads until the parser has enough to go on. `false`: the stream has ended, between requests.
    async fn fill(&mut self) -> Result<bool, Error> {
        loop {
            let Self { inner, decoder, read_size } = self;
            let n = read(inner, decoder.spare(), *read_size).await?;
            decoder.commit(n);
            if n == 0 {
                self.decoder.finish()?;
                return Ok(false);
            }
            if !self.decoder.intake().sleeps() {
                return Ok(true);
            }
        }
    }
}

// The source may have a `Debug` that shows bytes.
impl<R> fmt::Debug for AsyncRequestReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncRequestReader").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}

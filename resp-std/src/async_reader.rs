//! Reading from an asynchronous source: [`AsyncReader`].

use core::fmt;
use core::future::poll_fn;
use core::ops::ControlFlow;
use core::pin::Pin;
use std::io;

use resp_core::{Event, Frame, FrameKind, Options, Visitor};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::copying::{Copied, Copying};
use crate::pending_values::PendingValues;
use crate::{Decoder, Error, ReaderOptions, Stats, Value};

/// Reads a RESP stream from any [`AsyncRead`](https://docs.rs/tokio/latest/tokio/io/trait.AsyncRead.html): a
/// [`Reader`](crate::Reader) that waits instead of blocking.
///
/// Needs the feature `tokio`.
///
/// ```
/// # fn main() -> Result<(), resp_std::Error> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use resp_std::AsyncReader;
///
/// let mut reader = AsyncReader::new(&b"+OK\r\n%1\r\n$3\r\nkey\r\n:7\r\n"[..]);
/// reader.skip_frame().await?;
/// let frame = reader.next_frame().await?.expect("a frame");
/// assert_eq!(frame.get("key").and_then(|key| key.as_i64()), Some(7));
/// # Ok(())
/// # })
/// # }
/// ```
///
/// # Cancelling
///
/// Every call may be given up: if its future is dropped before it is ready, as `select!` and time-outs do, nothing is
/// lost, told twice or written twice. The same call, or another, goes on where the stream stopped, as after a failed read
/// of a blocking reader. A visitor has had the events that it was handed.
///
/// The source is read, and its errors and its end are told, as [`Reader`](crate::Reader) says.
pub struct AsyncReader<R, const DEPTH: usize = 128> {
    inner: R,
    decoder: Decoder<DEPTH>,
    read_size: usize,
    copying: Copying,
    values: PendingValues,
}

impl<R> AsyncReader<R> {
    /// A reader with the default [`ReaderOptions`].
    #[must_use]
    pub fn new(inner: R) -> Self {
        Self::with_options(inner, ReaderOptions::new())
    }

    /// A reader for up to 128 open aggregates.
    #[must_use]
    pub fn with_options(inner: R, options: ReaderOptions) -> Self {
        Self::with_depth(inner, options)
    }
}

impl<R, const DEPTH: usize> AsyncReader<R, DEPTH> {
    /// A reader for up to `DEPTH` open aggregates.
    #[must_use]
    pub fn with_depth(inner: R, options: ReaderOptions) -> Self {
        let decoder = Decoder::with_depth(options);
        let (copying, values) = (Copying::default(), PendingValues::default());
        Self { inner, decoder, read_size: options.read_size, copying, values }
    }

    /// The source.
    #[must_use]
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The source, to write a request to it. Bytes read from it here are lost to the parser.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The source, and the bytes that were read from it and are not done with:
    /// [`Reader::into_parts`](crate::Reader::into_parts).
    #[must_use]
    pub fn into_parts(self) -> (R, Vec<u8>) {
        (self.inner, self.decoder.into_unread())
    }

    /// Other limits and switches from the next frame on: [`Decoder::set_options`].
    pub fn set_options(&mut self, options: Options) -> bool {
        self.decoder.set_options(options)
    }

    /// Whether the stream is between frames: [`Decoder::is_idle`].
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.decoder.is_idle()
    }

    /// The number of aggregates that are open: [`Decoder::depth`].
    #[must_use]
    pub fn depth(&self) -> usize {
        self.decoder.depth()
    }

    /// The number of bytes of the stream that are done with: [`Decoder::offset`].
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.decoder.offset()
    }

    /// The frame's kind, if the last event was the last of its frame: [`Reader::frame_end`](crate::Reader::frame_end).
    #[must_use]
    pub fn frame_end(&self) -> Option<FrameKind> {
        self.decoder.frame_end()
    }

    /// The capacity of the buffer in bytes: [`Decoder::capacity`].
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.decoder.capacity()
    }

    /// The counters: [`Decoder::stats`].
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.decoder.stats()
    }
}

impl<R: AsyncRead + Unpin, const DEPTH: usize> AsyncReader<R, DEPTH> {
    /// The next event, its bytes lent from the buffer; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the source fails, [`Error::Protocol`] if the stream is not RESP or ends inside a frame.
    pub async fn next_event(&mut self) -> Result<Option<Event<&[u8]>>, Error> {
        self.copying = Copying::default();
        Ok(if self.advance().await? { self.decoder.event() } else { None })
    }

    /// Hands all events to the visitor, until it breaks or the stream ends: [`Reader::parse`](crate::Reader::parse).
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event). The visitor has had the events before that.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should let the reader go: it may tell events again, and
    /// ends of what never began.
    pub async fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, Error>
    where
        V: for<'b> Visitor<'b> + ?Sized,
    {
        self.copying = Copying::default();
        loop {
            if self.decoder.parse(visitor)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !self.fill().await? {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    /// The next frame as a whole, lent from the buffer; `None` at the end of the stream. Once warm, nothing is allocated
    /// for it.
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event); [`Error::FrameTooLarge`] and [`Error::MidFrame`]. A call of another kind, now or
    /// after any error of the source, finds the frame from its start.
    pub async fn next_frame(&mut self) -> Result<Option<Frame<'_>>, Error> {
        Ok(if self.advance_frame().await? { self.decoder.frame() } else { None })
    }

    /// The next frame that answers a request, lent from the buffer; `None` at the end of the stream. The pushes in front of
    /// it, which nobody asked for, go to `on_push`: [`Reader::next_reply`](crate::Reader::next_reply).
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame). An error that the server sent is a reply: [`Frame::error`].
    pub async fn next_reply(&mut self, mut on_push: impl FnMut(Frame<'_>)) -> Result<Option<Frame<'_>>, Error> {
        while self.advance_frame().await? {
            if !self.decoder.hand_over_push(&mut on_push) {
                return Ok(self.decoder.frame());
            }
        }
        Ok(None)
    }

    /// The next frame as a value of its own; `None` at the end of the stream. If pushes stand inside of it, these come
    /// first, each as a value.
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame).
    pub async fn read_value(&mut self) -> Result<Option<Value>, Error> {
        if let Some(value) = self.values.next() {
            return Ok(Some(value));
        }
        let value = self.next_frame().await?.map(Value::from);
        Ok(value.map(|value| self.values.first_of(value)))
    }

    /// Skips the current frame, or the next one if none is begun, and says what it was; `None` at the end of the
    /// stream. Whatever is skipped is checked like everything else.
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event).
    pub async fn skip_frame(&mut self) -> Result<Option<FrameKind>, Error> {
        self.copying = Copying::default();
        loop {
            if let Some(kind) = self.decoder.skip_frame()? {
                return Ok(Some(kind));
            }
            if !self.fill().await? {
                return Ok(None);
            }
        }
    }

    /// Skips the rest of the current frame, and does nothing between frames:
    /// [`Reader::finish_frame`](crate::Reader::finish_frame). A `skip_frame` that was given up goes on with this, if the
    /// frame has begun ([`is_idle`](Self::is_idle)), and with `skip_frame` as well.
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event).
    pub async fn finish_frame(&mut self) -> Result<(), Error> {
        self.copying = Copying::default();
        while !self.decoder.finish_frame()? {
            // At the end of the stream this fails: a frame is open.
            self.fill().await?;
        }
        Ok(())
    }

    /// Writes the next text, of any type and length, to `out` as it arrives; in the middle of a text, the rest of it:
    /// [`Reader::copy_text_to`](crate::Reader::copy_text_to). `out` is not flushed.
    ///
    /// ```
    /// # fn main() -> Result<(), resp_std::Error> {
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// use resp_core::{Event, Part};
    /// use resp_std::{AsyncReader, Copied};
    ///
    /// let mut reader = AsyncReader::new(&b"$11\r\nhello world\r\n"[..]);
    /// let mut file = Vec::new();
    /// let copied = reader.copy_text_to(&mut file).await?;
    /// assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, 11)));
    /// assert_eq!(file, b"hello world");
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event), and [`Error::Io`] if `out` fails. After that, and after it was given up, the
    /// same call goes on at the first byte not written, and its count includes what was written before; any other call
    /// passes over the bytes that `out` did not take.
    pub async fn copy_text_to<W>(&mut self, out: &mut W) -> Result<Copied<'_>, Error>
    where
        W: AsyncWrite + Unpin + ?Sized,
    {
        loop {
            if self.copying.event().is_none() && self.advance().await? {
                self.copying.begin_part(self.decoder.found());
            }
            let Some(event) = self.copying.event() else { return Ok(Copied::End) };
            if event.text().is_none() {
                self.copying = Copying::default();
                return Ok(Copied::Other(self.decoder.lend(event)));
            }
            self.write(out).await?;
            if let Some(text) = self.copying.end_part() {
                return Ok(Copied::Text(text));
            }
        }
    }

    /// Writes what is unwritten of a text. What `out` takes is noted before anything can be waited for.
    async fn write<W>(&mut self, out: &mut W) -> io::Result<()>
    where
        W: AsyncWrite + Unpin + ?Sized,
    {
        while let Some(data) = self.copying.unwritten(&self.decoder) {
            match poll_fn(|context| Pin::new(&mut *out).poll_write(context, data)).await {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => self.copying.wrote(n),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Finds the next frame. `false`: the stream has ended.
    async fn advance_frame(&mut self) -> Result<bool, Error> {
        self.copying = Copying::default();
        loop {
            if self.decoder.advance_frame()? {
                return Ok(true);
            }
            if !self.fill().await? {
                return Ok(false);
            }
        }
    }

    /// Finds the next event. `false`: the stream has ended.
    async fn advance(&mut self) -> Result<bool, Error> {
        loop {
            if self.decoder.advance()? {
                return Ok(true);
            }
            if !self.fill().await? {
                return Ok(false);
            }
        }
    }

    /// Reads until the parser has enough to go on. `false`: the stream has ended, between frames.
    async fn fill(&mut self) -> Result<bool, Error> {
        loop {
            let n = read(&mut self.inner, self.decoder.spare(), self.read_size).await?;
            self.decoder.commit(n);
            if n == 0 {
                self.decoder.finish()?;
                return Ok(false);
            }
            if !self.decoder.sleeps() {
                return Ok(true);
            }
        }
    }
}

/// One read of at most so many bytes into the front of `spare`. They have to be committed before anything can be waited
/// for.
pub(crate) async fn read<R: AsyncRead + Unpin>(source: &mut R, spare: &mut [u8], most: usize) -> io::Result<usize> {
    let len = spare.len().min(most);
    let spare = spare.get_mut(..len).unwrap_or_default();
    loop {
        let read = poll_fn(|context| {
            let mut buffer = ReadBuf::new(spare);
            Pin::new(&mut *source).poll_read(context, &mut buffer).map_ok(|()| buffer.filled().len())
        });
        match read.await {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

// The source may have a `Debug` that shows bytes, and what is to be copied has some.
impl<R, const DEPTH: usize> fmt::Debug for AsyncReader<R, DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncReader").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}

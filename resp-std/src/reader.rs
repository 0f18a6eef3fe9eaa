//! Reading from a blocking source: [`Reader`].

use core::fmt;
use core::ops::ControlFlow;
use std::io::{self, Read, Write};

use resp_core::{Event, Frame, FrameKind, Options, Visitor};

use crate::copying::{Copied, Copying};
use crate::pending_values::PendingValues;
use crate::{Decoder, Error, ReaderOptions, Stats, Value};

/// Reads a RESP stream from any [`Read`]: a [`Decoder`], and a loop that fills it when it needs more.
///
/// ```
/// use resp_std::Reader;
///
/// let mut reader = Reader::new(&b"+OK\r\n%1\r\n$3\r\nkey\r\n:7\r\n"[..]);
/// let mut lines = Vec::new();
/// while let Some(event) = reader.next_event()? {
///     lines.push(event.to_string());
/// }
/// assert_eq!(lines, [
///     "simple_string \"OK\"",
///     "begin map 1",
///     "bulk_string \"key\"",
///     "integer 7",
///     "end map",
/// ]);
/// # Ok::<(), resp_std::Error>(())
/// ```
///
/// # The source
///
/// It is read only when nothing is left to be told, and straight into the buffer: there is no need to wrap it in a
/// [`BufReader`](std::io::BufReader). A read that is `Interrupted` is done again. `WouldBlock`, `TimedOut` and every
/// other failure are returned, and nothing is lost: the same call, or another, goes on where the stream stopped. A read
/// of nothing is the end of the stream. Between frames that is `None`, and asking again reads again; inside a frame it
/// is [`UnexpectedEof`](resp_core::ErrorKind::UnexpectedEof), after which a file that has grown meanwhile can be read
/// on too.
///
/// A client that sends a pipeline larger than what fits between the two ends has to read while it writes (another thread
/// does): the server waits to be rid of its replies before it takes more, and else both wait for ever.
///
/// A time-out of the source is for each read, and a peer that sends a byte now and then never meets it. A deadline for a
/// whole frame is the source's business too: one that knows the time and fails when it is up, as `SECURITY.md` shows.
///
/// `DEPTH` is the number of aggregates that may be open at once: 128 unless [`with_depth`](Self::with_depth) is asked
/// for another.
pub struct Reader<R, const DEPTH: usize = 128> {
    inner: R,
    decoder: Decoder<DEPTH>,
    read_size: usize,
    copying: Copying,
    values: PendingValues,
}

/// The values of a [`Reader`], until the stream ends: [`Reader::values`].
#[derive(Debug)]
pub struct Values<'r, R, const DEPTH: usize> {
    reader: &'r mut Reader<R, DEPTH>,
    /// Whether the stream has failed for good.
    failed: bool,
}

impl<R: Read, const DEPTH: usize> Iterator for Values<'_, R, DEPTH> {
    type Item = Result<Value, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let value = self.reader.read_value();
        self.failed = matches!(value, Err(Error::Protocol(_) | Error::FrameTooLarge | Error::MidFrame));
        value.transpose()
    }
}

impl<R> Reader<R> {
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

impl<R, const DEPTH: usize> Reader<R, DEPTH> {
    /// A reader for up to `DEPTH` open aggregates.
    #[must_use]
    pub fn with_depth(inner: R, options: ReaderOptions) -> Self {
        let decoder = Decoder::with_depth(options);
        Self {
            inner,
            decoder,
            read_size: options.read_size,
            copying: Copying::default(),
            values: PendingValues::default(),
        }
    }

    /// The source.
    #[must_use]
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The source, to set its time-out or write a request to it. Bytes read from it here are lost to the parser.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The source, and the bytes that were read from it and are not done with: they stand at [`offset`](Self::offset)
    /// in the stream. Between frames ([`is_idle`](Self::is_idle)) they are the start of the next frame, if anything;
    /// inside one, what the parser is done with is in front of them, and another parser cannot make sense of them.
    ///
    /// ```
    /// use std::io::Read;
    /// use resp_std::Reader;
    ///
    /// let mut reader = Reader::new(&b"+FULLRESYNC\r\nsomething else"[..]);
    /// reader.skip_frame()?;
    /// let (source, unread) = reader.into_parts();
    /// let mut rest = String::new();
    /// unread.chain(source).read_to_string(&mut rest)?;
    /// assert_eq!(rest, "something else");
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (R, Vec<u8>) {
        (self.inner, self.decoder.into_unread())
    }

    /// Other limits and switches from the next frame on: [`Decoder::set_options`].
    ///
    /// ```
    /// use resp_core::Options;
    /// use resp_std::{Reader, ReaderOptions};
    ///
    /// let unknown = ReaderOptions::new().parser(Options::new().max_count(2));
    /// let mut reader = Reader::with_options(&b"*2\r\n+AUTH\r\n+secret\r\n*3\r\n+SET\r\n+k\r\n+v\r\n"[..], unknown);
    /// reader.skip_frame()?;
    /// assert!(reader.set_options(Options::new().whole(16 << 10)));
    /// assert!(reader.skip_frame()?.is_some());
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    pub fn set_options(&mut self, options: Options) -> bool {
        self.decoder.set_options(options)
    }

    /// Whether the stream is between frames: [`Decoder::is_idle`].
    #[must_use]
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.decoder.is_idle()
    }

    /// The number of aggregates that are open: [`Decoder::depth`].
    #[must_use]
    #[inline]
    pub fn depth(&self) -> usize {
        self.decoder.depth()
    }

    /// The number of bytes of the stream that are done with: [`Decoder::offset`].
    #[must_use]
    #[inline]
    pub fn offset(&self) -> u64 {
        self.decoder.offset()
    }

    /// The frame's kind, if the last event, which [`next_event`](Self::next_event) or [`copy_text_to`](Self::copy_text_to)
    /// gave, was the last of its frame. `None` after every other call that takes events: a visitor is told by
    /// [`frame_end`](Visitor::frame_end), and whether a frame is open, [`is_idle`](Self::is_idle) tells after any call.
    ///
    /// ```
    /// use resp_core::FrameKind;
    /// use resp_std::Reader;
    ///
    /// let mut reader = Reader::new(&b">2\r\n+message\r\n$2\r\nhi\r\n+OK\r\n"[..]);
    /// let mut frames = Vec::new();
    /// while let Some(event) = reader.next_event()? {
    ///     let _ = event.to_string(); // what is wanted of the event first, since it is lent by the reader
    ///     frames.extend(reader.frame_end());
    /// }
    /// assert_eq!(frames, [FrameKind::Push, FrameKind::Reply]);
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    #[must_use]
    #[inline]
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

impl<R: Read, const DEPTH: usize> Reader<R, DEPTH> {
    /// The next event, its bytes lent from the buffer; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the source fails, [`Error::Protocol`] if the stream is not RESP or ends inside a frame.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event<&[u8]>>, Error> {
        self.copying = Copying::default();
        Ok(if self.advance()? { self.decoder.event() } else { None })
    }

    /// Hands all events to the visitor, until it breaks ([`ControlFlow::Break`]) or the stream ends
    /// ([`ControlFlow::Continue`]). After a break, the next call of any kind goes on with the event after that. What the
    /// visitor wants to keep it must copy: the buffer is used again while it runs.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use resp_std::Reader;
    /// use resp_core::Event;
    ///
    /// let mut texts = 0;
    /// let ended = Reader::new(&b"+OK\r\n:1\r\n$2\r\nhi\r\n"[..]).parse(&mut |event: Event<&[u8]>| {
    ///     texts += usize::from(event.text().is_some());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((texts, ended), (2, ControlFlow::Continue(())));
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event). The visitor has had the events before that.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should let the reader go: it may tell events again, and ends of
    /// what never began.
    pub fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, Error>
    where
        V: for<'b> Visitor<'b> + ?Sized,
    {
        self.copying = Copying::default();
        loop {
            if self.decoder.parse(visitor)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !self.fill()? {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    /// The next frame as a whole, lent from the buffer; `None` at the end of the stream. Once warm, nothing is allocated
    /// for it.
    ///
    /// ```
    /// use resp_std::Reader;
    ///
    /// let mut reader = Reader::new(&b"%1\r\n+users\r\n*2\r\n$3\r\nann\r\n$3\r\nbob\r\n"[..]);
    /// let frame = reader.next_frame()?.expect("a frame");
    /// let users = frame.get("users").expect("users").to::<Vec<&str>>()?;
    /// assert_eq!(users, ["ann", "bob"]);
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event); [`Error::FrameTooLarge`] and [`Error::MidFrame`]. A call of another kind, now or
    /// after any error of the source, finds the frame from its start.
    // Inlined, or the caller would read the frame from memory in other pieces than it was written in, which waits:
    // 12.6 ns instead of 5.0 for `+OK`.
    #[inline(always)]
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, Error> {
        self.copying = Copying::default();
        let found = self.decoder.advance_frame()? || self.read_frame()?;
        Ok(if found { self.decoder.frame() } else { None })
    }

    /// The next frame that answers a request, lent from the buffer; `None` at the end of the stream. The pushes in front of
    /// it, which nobody asked for, go to `on_push`. (Those inside of it stay there: [`Frame::pushes`].)
    ///
    /// ```
    /// use resp_std::Reader;
    ///
    /// let mut reader = Reader::new(&b">2\r\n+invalidate\r\n*1\r\n+key\r\n:1\r\n"[..]);
    /// let mut pushes = 0;
    /// let reply = reader.next_reply(|_push| pushes += 1)?.expect("a reply");
    /// assert_eq!(reply.to::<i64>()?, 1);
    /// assert_eq!(pushes, 1);
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// A client of RESP2 gets its messages as arrays, which are replies here: [`Push::of`](resp_core::Push::of).
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame). An error that the server sent is a reply: [`Frame::error`].
    pub fn next_reply(&mut self, mut on_push: impl FnMut(Frame<'_>)) -> Result<Option<Frame<'_>>, Error> {
        self.copying = Copying::default();
        while self.decoder.advance_frame()? || self.read_frame()? {
            if !self.decoder.hand_over_push(&mut on_push) {
                return Ok(self.decoder.frame());
            }
        }
        Ok(None)
    }

    /// The next frame as a value of its own; `None` at the end of the stream. If pushes stand inside of it, these come
    /// first, each as a value. The reply holds them all the same ([`Frame::pushes`]), so whoever sends on what is read
    /// takes whole frames ([`next_frame`](Self::next_frame)). What is still to come of them is told by this call alone:
    /// others go on behind that frame.
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame).
    pub fn read_value(&mut self) -> Result<Option<Value>, Error> {
        if let Some(value) = self.values.next() {
            return Ok(Some(value));
        }
        let value = self.next_frame()?.map(Value::from);
        Ok(value.map(|value| self.values.first_of(value)))
    }

    /// All values up to the end of the stream, or to an error after which it tells none. (Those of the source may pass:
    /// then it goes on.)
    ///
    /// ```
    /// use resp_std::{Reader, Value};
    ///
    /// let mut reader = Reader::new(&b"+OK\r\n:1\r\n"[..]);
    /// let values: Vec<Value> = reader.values().collect::<Result<_, _>>()?;
    /// assert_eq!(format!("{values:?}"), r#"[[simple_string "OK"], [integer 1]]"#);
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    pub fn values(&mut self) -> Values<'_, R, DEPTH> {
        Values { reader: self, failed: false }
    }

    /// Skips the current frame, or the next one if none is begun, and says what it was; `None` at the end of the
    /// stream. Whatever is skipped is checked like everything else.
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event).
    pub fn skip_frame(&mut self) -> Result<Option<FrameKind>, Error> {
        self.copying = Copying::default();
        loop {
            if let Some(kind) = self.decoder.skip_frame()? {
                return Ok(Some(kind));
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Skips the rest of the current frame, and does nothing between frames: however little of a reply was wanted, the
    /// next one starts cleanly. Call it after an event: after a read that failed, it depends on the bytes that have come
    /// whether the next frame has begun ([`is_idle`](Self::is_idle)).
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event).
    pub fn finish_frame(&mut self) -> Result<(), Error> {
        self.copying = Copying::default();
        while !self.decoder.finish_frame()? {
            // At the end of the stream this fails: a frame is open.
            self.fill()?;
        }
        Ok(())
    }

    /// Writes the next text, of any type and length, to `out` as it arrives; in the middle of a text, the rest of it.
    /// Any other event is returned. However long the text, the buffer grows no larger than
    /// [`whole`](resp_core::Options::whole) makes it.
    ///
    /// Errors are texts too: look at the event that comes back.
    ///
    /// ```
    /// use resp_core::{Event, Part};
    /// use resp_std::{Copied, Reader};
    ///
    /// let mut reader = Reader::new(&b"$11\r\nhello world\r\n"[..]);
    /// let mut file = Vec::new();
    /// let copied = reader.copy_text_to(&mut file)?;
    /// assert_eq!(copied, Copied::Text(Event::BulkString(Part::Whole, 11)));
    /// assert_eq!(file, b"hello world");
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`next_event`](Self::next_event), and [`Error::Io`] if `out` fails. `Interrupted` is tried again. After
    /// anything else the same call goes on at the first byte not written, and its count includes what was written
    /// before; any other call passes over the bytes that `out` did not take.
    pub fn copy_text_to<W>(&mut self, out: &mut W) -> Result<Copied<'_>, Error>
    where
        W: Write + ?Sized,
    {
        loop {
            if self.copying.event().is_none() && self.advance()? {
                self.copying.begin_part(self.decoder.found());
            }
            let Some(event) = self.copying.event() else { return Ok(Copied::End) };
            if event.text().is_none() {
                self.copying = Copying::default();
                return Ok(Copied::Other(self.decoder.lend(event)));
            }
            self.write(out)?;
            if let Some(text) = self.copying.end_part() {
                return Ok(Copied::Text(text));
            }
        }
    }

    /// Writes what is unwritten of a text. What `out` takes is noted at once: whatever it does next, fail or panic,
    /// nothing is written twice or passed over.
    fn write<W>(&mut self, out: &mut W) -> io::Result<()>
    where
        W: Write + ?Sized,
    {
        while let Some(data) = self.copying.unwritten(&self.decoder) {
            match out.write(data) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => self.copying.wrote(n),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Finds the next frame, of which bytes are missing. `false`: the stream has ended.
    #[inline(never)]
    fn read_frame(&mut self) -> Result<bool, Error> {
        while self.fill()? {
            if self.decoder.advance_frame()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the next event. `false`: the stream has ended.
    #[inline(always)]
    fn advance(&mut self) -> Result<bool, Error> {
        loop {
            if self.decoder.advance()? {
                return Ok(true);
            }
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// Reads until the parser has enough to go on. `false`: the stream has ended, between frames.
    #[inline(always)]
    fn fill(&mut self) -> Result<bool, Error> {
        loop {
            if self.decoder.intake().read_from(&mut self.inner, self.read_size)? == 0 {
                self.decoder.finish()?;
                return Ok(false);
            }
            if !self.decoder.sleeps() {
                return Ok(true);
            }
        }
    }
}

// The source may have a `Debug` that shows bytes, and what is to be copied has some.
impl<R, const DEPTH: usize> fmt::Debug for Reader<R, DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}

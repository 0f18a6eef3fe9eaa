//! A client's side of a connection for tokio: [`ReplyCodec`].

use core::fmt;

use bytes::BytesMut;
use resp_core::{Node, Parser, Tape, TapeError, write_command};
use tokio_util::codec::{Decoder, Encoder};

use crate::decoder::{KEPT_NODES, memory};
use crate::pending_values::PendingValues;
use crate::{Error, ReaderOptions, Value};

/// Reads replies and pushes from a [`Framed`](tokio_util::codec::Framed), each a [`Value`], and pushes inside of a reply
/// before it (which holds them all the same); and writes commands to it: a client.
///
/// Needs the feature `tokio`.
///
/// A command is what [`write_command`] takes: an array, slice, `Vec` or other iterator of arguments, a
/// [`Request`](crate::Request); or, with the feature `serde`, a `Serialized` value.
///
/// ```
/// # fn main() -> Result<(), resp_std::Error> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use futures_util::{SinkExt, StreamExt};
/// use resp_std::ReplyCodec;
/// use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
/// use tokio_util::codec::Framed;
///
/// let (stream, mut server) = duplex(1024);
/// let mut connection = Framed::new(stream, ReplyCodec::new());
/// // A pipeline: nothing is sent before the last.
/// connection.feed(["SET", "key", "value"]).await?;
/// connection.send(["GET", "key"]).await?;
///
/// # let mut sent = [0; 55];
/// # server.read_exact(&mut sent).await?;
/// # assert_eq!(&sent, b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n");
/// server.write_all(b"+OK\r\n$5\r\nvalue\r\n").await?; // as a server would
/// let set = connection.next().await.expect("a reply")?;
/// let get = connection.next().await.expect("a reply")?;
/// assert_eq!((set.to::<String>()?, get.to::<String>()?), ("OK".into(), "value".into()));
/// # Ok(())
/// # })
/// # }
/// ```
///
/// # Reading
///
/// Nothing is copied: the bytes of a value are a slice of the stream's buffer, whose memory they keep alive. Who keeps a
/// small value for long should keep a copy of it, `Value::from(value.frame())`.
///
/// A frame that is not complete stays in the stream's buffer, which is for the codec alone; no byte of it is looked at
/// twice. Waiting for the next value may be given up at any time, and nothing is lost.
///
/// # Writing
///
/// A command goes whole into the stream's buffer, or not at all. So one that was given up while it was being sent is never
/// cut off by the next: either it is in the buffer, and goes out in front of that, or none of it is.
///
/// What was gathered by `feed` goes out with the next `send`, or by `flush`. A codec that encodes many types must be told
/// whose `flush` is meant; any of them will do:
///
/// ```
/// # use futures_util::SinkExt;
/// # use resp_std::{Error, ReplyCodec};
/// # use tokio_util::codec::Framed;
/// # async fn flush(mut connection: Framed<tokio::io::DuplexStream, ReplyCodec>) -> Result<(), Error> {
/// SinkExt::<[&str; 1]>::flush(&mut connection).await?;
/// # Ok(())
/// # }
/// ```
///
/// For two tasks, split the stream (`tokio::io::split`) and give a [`FramedRead`](tokio_util::codec::FramedRead) and a
/// [`FramedWrite`](tokio_util::codec::FramedWrite) a half and a codec each. The halves of a `Framed` send one type alone.
///
/// # Errors
///
/// [`Error::Protocol`] if the stream is not RESP, passes a limit, or ends inside a frame; [`Error::FrameTooLarge`] if a
/// frame takes more memory than [`max_held`](ReaderOptions::max_held). There is no way to go on behind either: every later
/// call says the same. [`Error::Encode`] if a command has no arguments; the next can be sent.
pub struct ReplyCodec<const DEPTH: usize = 128> {
    parser: Parser<DEPTH>,
    tape: Tape<Vec<Node>>,
    /// Where the current frame begins in the stream, or the next one.
    start: u64,
    values: PendingValues,
    max_held: usize,
    too_large: bool,
}

impl ReplyCodec {
    /// A codec with the default [`ReaderOptions`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(ReaderOptions::new())
    }

    /// A codec for up to 128 open aggregates. It has no buffer, so of the options those of the parser and `max_held` count.
    #[must_use]
    pub fn with_options(options: ReaderOptions) -> Self {
        Self::with_depth(options)
    }
}

impl Default for ReplyCodec {
    fn default() -> Self {
        Self::new()
    }
}

impl<const DEPTH: usize> ReplyCodec<DEPTH> {
    /// A codec for up to `DEPTH` open aggregates.
    #[must_use]
    pub fn with_depth(options: ReaderOptions) -> Self {
        Self {
            parser: Parser::with_depth(options.parser),
            tape: Tape::with_storage(Vec::new()),
            start: 0,
            values: PendingValues::default(),
            max_held: options.max_held,
            too_large: false,
        }
    }

    /// The number of bytes that the parser is done with of the frame at the front of the stream's buffer.
    fn done(&self) -> usize {
        usize::try_from(self.parser.offset().wrapping_sub(self.start)).unwrap_or(usize::MAX)
    }

    /// The frame that is complete, at the front of `src`.
    fn take(&mut self, src: &mut BytesMut) -> Result<Value, Error> {
        let len = self.done().min(src.len());
        self.too_large = memory(len, self.tape.nodes()) > self.max_held;
        if self.too_large {
            return Err(Error::FrameTooLarge);
        }
        self.start = self.parser.offset();
        let value = Value::new(src.split_to(len).freeze(), self.tape.nodes());
        Ok(self.values.first_of(value))
    }

    /// The frame needs more bytes.
    fn wait(&mut self, src: &mut BytesMut) -> Result<(), Error> {
        if self.parser.is_idle() {
            self.tape.shrink_to(KEPT_NODES);
        }
        self.too_large = memory(src.len(), self.tape.nodes()) >= self.max_held;
        if self.too_large {
            return Err(Error::FrameTooLarge);
        }
        // Room grows with what has come, not with what is announced.
        src.reserve(self.parser.needed().min(src.len()));
        Ok(())
    }
}

impl<const DEPTH: usize> Decoder for ReplyCodec<DEPTH> {
    type Item = Value;
    type Error = Error;

    fn decode(&mut self, src: &mut BytesMut) -> Result<Option<Value>, Error> {
        if let Some(value) = self.values.next() {
            return Ok(Some(value));
        }
        if self.too_large {
            return Err(Error::FrameTooLarge);
        }
        match self.tape.advance(&mut self.parser, src) {
            Ok(true) => self.take(src).map(Some),
            Ok(false) => self.wait(src).map(|()| None),
            Err(error) => {
                self.too_large = error == TapeError::Full;
                Err(error.into())
            }
        }
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> Result<Option<Value>, Error> {
        let value = self.decode(src)?;
        if value.is_none() {
            self.parser.finish(src.get(self.done()..).unwrap_or_default())?;
        }
        Ok(value)
    }
}

impl<I, const DEPTH: usize> Encoder<I> for ReplyCodec<DEPTH>
where
    I: IntoIterator<Item: AsRef<[u8]>, IntoIter: Clone>,
{
    type Error = Error;

    fn encode(&mut self, command: I, dst: &mut BytesMut) -> Result<(), Error> {
        Ok(write_command(dst, command)?)
    }
}

// What it holds is not for a log.
impl<const DEPTH: usize> fmt::Debug for ReplyCodec<DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyCodec").field("parser", &self.parser).finish_non_exhaustive()
    }
}

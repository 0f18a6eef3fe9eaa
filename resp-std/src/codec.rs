//! Replies for tokio: [`ReplyCodec`].

use core::fmt;

use bytes::BytesMut;
use resp_core::{Node, Parser, Tape, TapeError};
use tokio_util::codec::Decoder;

use crate::decoder::KEPT_NODES;
use crate::pending_values::PendingValues;
use crate::{Error, ReaderOptions, Value};

/// Reads replies and pushes from a [`Framed`](tokio_util::codec::Framed) or
/// [`FramedRead`](tokio_util::codec::FramedRead): each a [`Value`], and pushes inside of a reply before it.
///
/// ```
/// # fn main() -> Result<(), resp_std::Error> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use resp_std::ReplyCodec;
/// use tokio_stream::StreamExt;
/// use tokio_util::codec::FramedRead;
///
/// let mut replies = FramedRead::new(&b"+OK\r\n*2\r\n:1\r\n$3\r\ntwo\r\n"[..], ReplyCodec::new());
/// let mut seen = Vec::new();
/// while let Some(reply) = replies.next().await {
///     seen.push(format!("{:?}", reply?));
/// }
/// assert_eq!(seen, [
///     r#"[simple_string "OK"]"#,
///     r#"[begin array 2, integer 1, bulk_string "two", end array]"#,
/// ]);
/// # Ok(())
/// # })
/// # }
/// ```
///
/// Nothing is copied: the bytes of a value are a slice of the stream's buffer, whose memory they keep alive. Who keeps a
/// small value for long should keep a copy of it, `Value::from(value.frame())`.
///
/// A frame that is not complete stays in the stream's buffer, which is for the codec alone; no byte of it is looked at
/// twice. Waiting for the next value may be given up at any time, and nothing is lost.
///
/// # Errors
///
/// [`Error::Protocol`] if the stream is not RESP, passes a limit, or ends inside a frame; [`Error::FrameTooLarge`] if a
/// frame takes more memory than [`max_held`](ReaderOptions::max_held). There is no way to go on behind either: every later
/// call says the same.
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
    fn take(&mut self, src: &mut BytesMut) -> Value {
        let len = self.done().min(src.len());
        self.start = self.parser.offset();
        let value = Value::new(src.split_to(len).freeze(), self.tape.nodes());
        self.values.first_of(value)
    }

    /// The frame needs more bytes.
    fn wait(&mut self, src: &mut BytesMut) -> Result<(), Error> {
        if self.parser.is_idle() {
            self.tape.shrink_to(KEPT_NODES);
        }
        let nodes = self.tape.nodes().len().saturating_mul(size_of::<Node>());
        self.too_large = src.len().saturating_add(nodes) >= self.max_held;
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
            Ok(true) => Ok(Some(self.take(src))),
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

// What it holds is not for a log.
impl<const DEPTH: usize> fmt::Debug for ReplyCodec<DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyCodec").field("parser", &self.parser).finish_non_exhaustive()
    }
}

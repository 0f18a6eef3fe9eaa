//! A server's side of a connection for tokio: [`RequestCodec`].

use core::{fmt, mem};

use bytes::{Buf, Bytes, BytesMut};
use resp_core::{Encoder, Frame, Protocol, RequestOptions, RequestParser};
use tokio_util::codec;

use crate::request_decoder::{Gather, Gathered};
use crate::{Error, OwnedRequest, ReaderOptions, Value};

/// Reads requests from a [`Framed`](codec::Framed), each an [`OwnedRequest`], and writes replies to it: a server.
///
/// Needs the feature `tokio`.
///
/// A reply is a [`Value`], a [`Frame`], a `Serialized` value (with the feature `serde`), or a closure that is handed a
/// [`ReplyEncoder`]. It is written in the version of the protocol that [`set_protocol`](Self::set_protocol) has set, RESP2
/// at first.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use futures_util::future::join;
/// use futures_util::{SinkExt, StreamExt};
/// use resp_core::{Aggregate, Line, Protocol};
/// use resp_std::{Error, OwnedRequest, ReplyCodec, ReplyEncoder, RequestCodec};
/// use tokio::io::{DuplexStream, duplex};
/// use tokio_util::codec::Framed;
///
/// async fn serve(stream: DuplexStream) -> Result<(), Error> {
///     let mut connection = Framed::new(stream, RequestCodec::new());
///     while let Some(request) = connection.next().await {
///         let request: OwnedRequest = match request {
///             Ok(request) => request,
///             Err(Error::Request(error)) => return connection.send(error).await,
///             Err(error) => return Err(error),
///         };
///         match request.request().name() {
///             b"HELLO" => {
///                 connection.codec_mut().set_protocol(Protocol::Resp3);
///                 let hello = |reply: &mut ReplyEncoder<'_>| {
///                     reply.begin(Aggregate::Map, Some(1))?;
///                     reply.bulk_string(b"proto")?;
///                     reply.integer(3)?;
///                     reply.end()
///                 };
///                 connection.send(hello).await?;
///             }
///             b"PING" => connection.send(|reply: &mut ReplyEncoder<'_>| reply.simple_string(Line::PONG)).await?,
///             _ => {
///                 let unknown = Line::new(b"ERR unknown command").expect("one line");
///                 connection.send(|reply: &mut ReplyEncoder<'_>| reply.simple_error(unknown)).await?;
///             }
///         }
///     }
///     Ok(())
/// }
///
/// let (client, server) = duplex(1024);
/// let client = async move {
///     let mut connection = Framed::new(client, ReplyCodec::new());
///     connection.send(["HELLO", "3"]).await?;
///     let hello = connection.next().await.expect("a reply")?;
///     connection.send(["PING"]).await?;
///     let pong = connection.next().await.expect("a reply")?;
///     Ok::<_, Error>((format!("{hello:?}"), format!("{pong:?}")))
/// };
/// let (replies, served) = join(client, serve(server)).await;
/// let hello = r#"[begin map 1, bulk_string "proto", integer 3, end map]"#;
/// assert_eq!(replies?, (hello.into(), r#"[simple_string "PONG"]"#.into()));
/// # Ok(served?)
/// # })
/// # }
/// ```
///
/// # Reading
///
/// Nothing is copied but inline requests with quotes or escapes: the arguments are slices of the stream's buffer, whose
/// memory they keep alive. Who keeps a small one for long should keep a copy of it.
///
/// A request that is not complete stays in the stream's buffer, which is for the codec alone; no byte of it is looked at
/// twice. Waiting for the next one may be given up at any time, and nothing is lost.
///
/// # Writing
///
/// A reply goes whole into the stream's buffer, or not at all. So one that was given up while it was being sent is never
/// cut off by the next: either it is in the buffer, and goes out in front of that, or none of it is. What is too large for
/// memory is written to the stream itself, in parts.
///
/// `send` writes each reply to the stream at once. Where clients send pipelines, `feed` gathers the replies, and they go out
/// when no request is ready. A codec that encodes many types must be told whose `flush` is meant:
///
/// ```
/// # use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
/// # use tokio_util::codec::Framed;
/// use futures_util::{FutureExt, SinkExt, StreamExt};
/// use resp_core::Line;
/// use resp_std::{Error, ReplyEncoder, RequestCodec, Value};
///
/// # async fn serve(stream: tokio::io::DuplexStream) -> Result<(), Error> {
/// let mut connection = Framed::new(stream, RequestCodec::new());
/// loop {
///     let next = match connection.next().now_or_never() {
///         Some(next) => next,
///         None => {
///             SinkExt::<Value>::flush(&mut connection).await?;
///             connection.next().await
///         }
///     };
///     let Some(request) = next.transpose()? else { break };
///     # assert_eq!(request.request().name(), b"PING");
///     connection.feed(|reply: &mut ReplyEncoder<'_>| reply.simple_string(Line::PONG)).await?;
/// }
/// SinkExt::<Value>::close(&mut connection).await
/// # }
/// #
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// # let (mut client, server) = duplex(1024);
/// # client.write_all(b"PING\r\nPING\r\n").await?;
/// # let client = async move {
/// #     let mut replies = [0; 14];
/// #     client.read_exact(&mut replies).await.map(|_| replies)
/// # };
/// # let (replies, served) = futures_util::future::join(client, serve(server)).await;
/// # assert_eq!(&replies?, b"+PONG\r\n+PONG\r\n");
/// # served
/// # })?;
/// # Ok::<(), Error>(())
/// ```
///
/// The example `tokio_server` is a program that does so.
///
/// # Errors
///
/// [`Error::Request`] if the stream breaks the protocol, passes a limit, or ends inside a request: send it as the last
/// reply, and hang up. There is no way to go on behind it: every later call says the same. [`Error::Encode`] if a reply
/// is nothing that can be written; the next can be.
pub struct RequestCodec {
    parser: RequestParser,
    gathered: Gathered,
    /// Where in the stream the first byte of the stream's buffer stands.
    start: u64,
    protocol: Protocol,
}

/// What a closure writes its reply to: whole frames, in up to 128 aggregates. See [`RequestCodec`].
///
/// Needs the feature `tokio`.
pub type ReplyEncoder<'b> = Encoder<&'b mut BytesMut, 128>;

impl RequestCodec {
    /// A codec with the default [`ReaderOptions::requests`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(ReaderOptions::requests())
    }

    /// A codec with these options. It has no buffer, so those of the parser count.
    #[must_use]
    pub fn with_options(options: ReaderOptions<RequestOptions>) -> Self {
        Self {
            parser: RequestParser::with_options(options.parser),
            gathered: Gathered::default(),
            start: 0,
            protocol: Protocol::Resp2,
        }
    }

    /// Other limits from the next request on, as after `AUTH`: see [`RequestParser::set_options`]. `false`: the stream has
    /// failed, and nothing is changed.
    ///
    /// What was read beyond the last request is held to the new limits.
    pub fn set_options(&mut self, options: RequestOptions) -> bool {
        self.parser.rewind();
        self.gathered.clear();
        self.parser.set_options(options)
    }

    /// The version of the protocol that replies are written in.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Another version from the next reply on: after `HELLO`, whose answer is in the new one.
    pub const fn set_protocol(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// The number of bytes at the front of the stream's buffer that the parser is done with.
    fn done(&self) -> usize {
        usize::try_from(self.parser.offset().wrapping_sub(self.start)).unwrap_or(usize::MAX)
    }

    /// The request that is complete, at the front of `src`.
    fn take(&mut self, src: &mut BytesMut) -> OwnedRequest {
        let held = src.split_to(self.done().min(src.len())).freeze();
        self.start = self.parser.offset();
        let Gathered { arguments, unescaped, is_unescaped, len, .. } = &mut self.gathered;
        let len = usize::try_from(*len).unwrap_or(usize::MAX);
        let wire = held.slice(held.len().saturating_sub(len)..);
        let data = if *is_unescaped { Bytes::from(mem::take(unescaped)) } else { held };
        let request = OwnedRequest::new(data, arguments, wire);
        self.gathered.clear();
        request
    }

    /// The request needs more bytes.
    fn wait(&mut self, src: &mut BytesMut) {
        if self.parser.is_idle() {
            // There were empty requests, if anything.
            src.advance(self.done().min(src.len()));
            self.start = self.parser.offset();
        }
        // Room grows with what has come, not with what is announced.
        src.reserve(self.parser.needed().min(src.len()));
    }

    /// Adds whole frames to `dst`, or nothing.
    fn write<E: Into<Error>>(
        &self,
        dst: &mut BytesMut,
        write: impl FnOnce(&mut ReplyEncoder<'_>) -> Result<(), E>,
    ) -> Result<(), Error> {
        let before = dst.len();
        let mut encoder = ReplyEncoder::with_depth(dst, self.protocol);
        let written = write(&mut encoder).map_err(E::into).and_then(|()| Ok(encoder.finish()?));
        if written.is_err() {
            encoder.into_inner().truncate(before);
        }
        written
    }
}

impl Default for RequestCodec {
    fn default() -> Self {
        Self::new()
    }
}

impl codec::Decoder for RequestCodec {
    type Item = OwnedRequest;
    type Error = Error;

    fn decode(&mut self, src: &mut BytesMut) -> Result<Option<OwnedRequest>, Error> {
        let rest = src.get(self.done()..).unwrap_or_default();
        let parsed = self.parser.parse(rest, &mut Gather { held: src, gathered: &mut self.gathered })?;
        if parsed.broke {
            return Ok(Some(self.take(src)));
        }
        self.wait(src);
        Ok(None)
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> Result<Option<OwnedRequest>, Error> {
        let request = self.decode(src)?;
        if request.is_none() {
            self.parser.finish(src.get(self.done()..).unwrap_or_default())?;
        }
        Ok(request)
    }
}

/// Whatever the closure writes: a reply, or pushes in front of one. (If it panics, what it has written stays: let the
/// connection go.)
impl<F, E> codec::Encoder<F> for RequestCodec
where
    F: FnOnce(&mut ReplyEncoder<'_>) -> Result<(), E>,
    E: Into<Error>,
{
    type Error = Error;

    fn encode(&mut self, reply: F, dst: &mut BytesMut) -> Result<(), Error> {
        self.write(dst, reply)
    }
}

/// With its attributes, and with the pushes that stand in it, which RESP2 cannot say.
impl codec::Encoder<Frame<'_>> for RequestCodec {
    type Error = Error;

    fn encode(&mut self, frame: Frame<'_>, dst: &mut BytesMut) -> Result<(), Error> {
        self.write(dst, |reply| {
            let mut reencode = reply.reencode();
            // Why it breaks is told at the end.
            let _ = frame.visit(&mut reencode);
            reencode.finish()
        })
    }
}

/// As its [`Frame`].
impl codec::Encoder<&Value> for RequestCodec {
    type Error = Error;

    fn encode(&mut self, value: &Value, dst: &mut BytesMut) -> Result<(), Error> {
        self.encode(value.frame(), dst)
    }
}

/// As its [`Frame`].
impl codec::Encoder<Value> for RequestCodec {
    type Error = Error;

    fn encode(&mut self, value: Value, dst: &mut BytesMut) -> Result<(), Error> {
        self.encode(value.frame(), dst)
    }
}

/// What Redis says to a client before it hangs up.
impl codec::Encoder<resp_core::RequestError> for RequestCodec {
    type Error = Error;

    fn encode(&mut self, error: resp_core::RequestError, dst: &mut BytesMut) -> Result<(), Error> {
        dst.extend_from_slice(&error.reply());
        Ok(())
    }
}

// What it holds is not for a log.
impl fmt::Debug for RequestCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestCodec")
            .field("parser", &self.parser)
            .field("protocol", &self.protocol)
            .finish_non_exhaustive()
    }
}

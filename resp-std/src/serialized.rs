//! Whatever can be serialised, for a codec to send: [`Serialized`].

use bytes::BytesMut;
use serde::Serialize;
use tokio_util::codec::Encoder;

use crate::{Error, ReplyCodec, ReplyEncoder, RequestCodec, SerializeError, Serializer, to_command_writer};

/// Sends a value through a codec: through a [`ReplyCodec`] as a command ([`to_command`](crate::to_command)), through a
/// [`RequestCodec`] as a reply ([`Serializer`]).
///
/// Needs the features `serde` and `tokio`.
///
/// ```
/// use bytes::BytesMut;
/// use resp_std::{ReplyCodec, RequestCodec, Serialized};
/// use tokio_util::codec::Encoder;
///
/// let mut buffer = BytesMut::new();
/// ReplyCodec::new().encode(Serialized(("INCRBY", "key", 5)), &mut buffer)?;
/// assert_eq!(&buffer.split()[..], b"*3\r\n$6\r\nINCRBY\r\n$3\r\nkey\r\n$1\r\n5\r\n");
/// RequestCodec::new().encode(Serialized((15, true)), &mut buffer)?;
/// assert_eq!(&buffer[..], b"*2\r\n:15\r\n:1\r\n");
/// # Ok::<(), resp_std::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Serialized<T>(pub T);

impl<T: Serialize, const DEPTH: usize> Encoder<Serialized<T>> for ReplyCodec<DEPTH> {
    type Error = Error;

    fn encode(&mut self, command: Serialized<T>, dst: &mut BytesMut) -> Result<(), Error> {
        Ok(to_command_writer(dst, &command.0)?)
    }
}

impl<T: Serialize> Encoder<Serialized<T>> for RequestCodec {
    type Error = Error;

    fn encode(&mut self, reply: Serialized<T>, dst: &mut BytesMut) -> Result<(), Error> {
        let write = |encoder: &mut ReplyEncoder<'_>| -> Result<(), SerializeError> {
            reply.0.serialize(Serializer::new(encoder))
        };
        self.encode(write, dst)
    }
}

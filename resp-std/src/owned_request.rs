//! Requests that own their bytes: [`OwnedRequest`].

use core::fmt;

use bytes::Bytes;
use resp_core::Span;

use crate::{Arguments, Request};

/// A request that stays: its bytes as they came, and where in them the arguments are. Its memory is shared by the
/// arguments that are taken from it as [`Bytes`](https://docs.rs/bytes/latest/bytes/struct.Bytes.html).
///
/// Needs the feature `tokio`.
///
/// Whatever can be asked of a [`Request`] can be asked of the [`request`](Self::request) of it.
///
/// ```
/// use bytes::BytesMut;
/// use resp_std::RequestCodec;
/// use tokio_util::codec::Decoder;
///
/// let mut buffer = BytesMut::from(&b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n"[..]);
/// let owned = RequestCodec::new().decode(&mut buffer)?.expect("a request");
/// assert_eq!((owned.request().name(), owned.request().len()), (&b"SET"[..], 3));
/// assert_eq!(owned.argument(2).as_deref(), Some(&b"value"[..]));
/// # Ok::<(), resp_std::Error>(())
/// ```
pub struct OwnedRequest {
    /// What the places are counted in: from the first byte that was held to the last of the request, or what was
    /// unescaped.
    data: Bytes,
    arguments: Box<[Span]>,
    wire: Bytes,
}

impl OwnedRequest {
    pub(crate) fn new(data: Bytes, arguments: &[Span], wire: Bytes) -> Self {
        Self { data, arguments: arguments.into(), wire }
    }

    /// To look into it.
    #[must_use]
    #[inline]
    pub fn request(&self) -> Request<'_> {
        Request { data: &self.data, arguments: &self.arguments, wire: &self.wire }
    }

    /// The argument at this place, sharing memory with the request; the name stands at 0.
    ///
    /// Those of an inline request in which one is quoted are in memory of their own.
    #[must_use]
    pub fn argument(&self, index: usize) -> Option<Bytes> {
        self.request().get(index).map(|argument| self.data.slice_ref(argument))
    }

    /// The bytes as the client sent them, for those who pass them on. They share its memory.
    #[must_use]
    pub fn wire(&self) -> Bytes {
        self.wire.clone()
    }
}

/// The arguments, the name first.
impl<'a> IntoIterator for &'a OwnedRequest {
    type Item = &'a [u8];
    type IntoIter = Arguments<'a>;

    fn into_iter(self) -> Arguments<'a> {
        self.request().iter()
    }
}

// Passwords are arguments too.
impl fmt::Debug for OwnedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedRequest").field("len", &self.request().len()).finish_non_exhaustive()
    }
}

//! Where a cluster sends a client instead: [`Redirect`].

use core::fmt;
use core::str::{self, FromStr};

use crate::quoted::Quoted;
use crate::server_error::ServerError;
use crate::slot;

/// What the errors `MOVED` and `ASK` say: which node serves a slot.
///
/// ```
/// use resp_core::{RedirectKind, ServerError};
/// let redirect = ServerError::of(b"MOVED 3999 127.0.0.1:6381").redirect().expect("a redirection");
/// assert_eq!((redirect.kind, redirect.slot), (RedirectKind::Moved, 3999));
/// assert_eq!((redirect.host, redirect.port), ("127.0.0.1", 6381));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Redirect<'a> {
    /// For how long.
    pub kind: RedirectKind,
    /// The slot of the request's keys, below 16384.
    pub slot: u16,
    /// The node's name or address, an IPv6 address without brackets. Empty: the host is the one that said so, behind
    /// another port. `?`: the node has no name, where names are preferred
    /// ([redis 9530](https://github.com/redis/redis/pull/9530)).
    pub host: &'a str,
    /// The node's port.
    pub port: u16,
}

/// For how long a [`Redirect`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedirectKind {
    /// `MOVED`: from now on.
    Moved,
    /// `ASK`: for this request, which has to follow `ASKING` there.
    Ask,
}

impl<'a> ServerError<'a> {
    /// Where to send the request instead. `None` for every error but a well-formed `MOVED` or `ASK`.
    #[must_use]
    pub fn redirect(self) -> Option<Redirect<'a>> {
        let kind = match self.code() {
            b"MOVED" => RedirectKind::Moved,
            b"ASK" => RedirectKind::Ask,
            _ => return None,
        };
        // Behind the code the same again: a word, a blank, the rest.
        let rest = ServerError::of(self.message());
        let (slot, address) = (rest.code(), rest.message());
        // An IPv6 address is written without brackets, so the port stands behind the last of many colons.
        let (host, port) = address.split_at_checked(memchr::memrchr(b':', address)?)?;
        let slot = decimal(slot).filter(|&slot| slot < slot::COUNT)?;
        let port = decimal(port.strip_prefix(b":")?)?;
        let host = str::from_utf8(host).ok().filter(|host| memchr::memchr(b' ', host.as_bytes()).is_none())?;
        Some(Redirect { kind, slot, host, port })
    }
}

// As derived, but for the panics in what core does to a `str`.
impl fmt::Debug for Redirect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redirect")
            .field("kind", &self.kind)
            .field("slot", &self.slot)
            .field("host", &Quoted(self.host.as_bytes()))
            .field("port", &self.port)
            .finish()
    }
}

/// Digits alone: `str::parse` takes a plus too.
pub(crate) fn decimal<T: FromStr>(text: &[u8]) -> Option<T> {
    if text.starts_with(b"+") { None } else { str::from_utf8(text).ok()?.parse().ok() }
}

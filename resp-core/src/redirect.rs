//! Where a cluster sends a client instead: [`Redirect`].

use core::str;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        let (slot, address) = str::from_utf8(self.message()).ok()?.split_once(' ')?;
        // An IPv6 address is written without brackets, so the port stands behind the last of many colons.
        let (host, port) = address.rsplit_once(':')?;
        let slot = decimal(slot).filter(|&slot| slot < slot::COUNT)?;
        (!host.contains(' ')).then_some(Redirect { kind, slot, host, port: decimal(port)? })
    }
}

/// Digits alone: `str::parse` takes a plus too.
fn decimal(text: &str) -> Option<u16> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}

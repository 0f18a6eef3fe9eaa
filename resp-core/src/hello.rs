//! What a server says of itself: [`Hello`].

use core::fmt;

use crate::frame::Frame;
use crate::quoted::Quoted;

/// The answer to `HELLO`: a map in RESP3, a flat array in RESP2. What a server does not tell is `None`.
///
/// ```
/// use resp_core::{FixedTape, Hello, Parser};
/// let mut tape = FixedTape::<8>::new();
/// let input = b"*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:2\r\n";
/// let hello = Hello::of(tape.next_frame(&mut Parser::new(), input)?.expect("complete")).expect("a map");
/// assert_eq!((hello.server, hello.proto, hello.role), (Some("redis"), Some(2), None));
/// # Ok::<(), resp_core::TapeError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Hello<'a> {
    /// `redis`, `valkey`, or what else it calls itself.
    pub server: Option<&'a str>,
    /// Its version.
    pub version: Option<&'a str>,
    /// The version of the protocol that the connection speaks from now on.
    pub proto: Option<u64>,
    /// The number of the connection.
    pub id: Option<u64>,
    /// `standalone`, `sentinel` or `cluster`.
    pub mode: Option<&'a str>,
    /// `master` or `replica`.
    pub role: Option<&'a str>,
    /// The loaded modules: an array of maps.
    pub modules: Option<Frame<'a>>,
}

impl<'a> Hello<'a> {
    /// What this frame says; `None` if it is no map. A server that cannot speak the wanted version answers with the error
    /// `NOPROTO`, an old one with an `ERR`.
    #[must_use]
    pub fn of(frame: Frame<'a>) -> Option<Self> {
        let mut hello = Self::default();
        for (key, value) in frame.has_pairs().then(|| frame.pairs())? {
            match key.as_bytes() {
                Some(b"server") => hello.server = value.as_str(),
                Some(b"version") => hello.version = value.as_str(),
                Some(b"proto") => hello.proto = value.to().ok(),
                Some(b"id") => hello.id = value.to().ok(),
                Some(b"mode") => hello.mode = value.as_str(),
                Some(b"role") => hello.role = value.as_str(),
                Some(b"modules") => hello.modules = Some(value),
                _ => {}
            }
        }
        Some(hello)
    }
}

// As derived, but for the panics in what core does to a `str`, and to more than five fields.
impl<'a> fmt::Debug for Hello<'a> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: Option<&'a str>| text.map(|text| Quoted(text.as_bytes()));
        f.debug_struct("Hello")
            .field("server", &quoted(self.server))
            .field("version", &quoted(self.version))
            .field("proto", &self.proto)
            .field("id", &self.id)
            .field("mode", &quoted(self.mode))
            .field("role", &quoted(self.role))
            .field("modules", &self.modules)
            .finish()
    }
}

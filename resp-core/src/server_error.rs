//! What a server calls an error: [`ServerError`].

use core::ascii;
use core::fmt::{self, Write as _};

use crate::quoted::Quoted;

/// An error that a server sent, as Redis words them: a code, a blank, a message.
///
/// ```
/// let error = resp_core::ServerError::of(b"WRONGTYPE Operation against a key");
/// assert_eq!((error.code(), error.message()), (&b"WRONGTYPE"[..], &b"Operation against a key"[..]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ServerError<'a> {
    text: &'a [u8],
}

impl<'a> ServerError<'a> {
    /// The error with this text, that of a simple error or bulk error.
    #[must_use]
    pub const fn of(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// All of it.
    #[must_use]
    pub const fn text(self) -> &'a [u8] {
        self.text
    }

    /// What stands in front of the first blank: by convention a word in upper case. All of the text, if there is none,
    /// and nothing if the text starts with it: servers [send such errors](https://github.com/redis/redis-specifications/issues/24).
    #[must_use]
    pub fn code(self) -> &'a [u8] {
        self.split().0
    }

    /// What stands behind the first blank.
    #[must_use]
    pub fn message(self) -> &'a [u8] {
        self.split().1
    }

    fn split(self) -> (&'a [u8], &'a [u8]) {
        let blank = memchr::memchr(b' ', self.text).unwrap_or(self.text.len());
        let (code, rest) = self.text.split_at_checked(blank).unwrap_or((self.text, &[]));
        (code, rest.get(1..).unwrap_or_default())
    }
}

/// The text for people: what does not print is escaped, so that it can do no harm to a terminal or log. Quotes stay as
/// they are.
impl fmt::Display for ServerError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.iter().try_for_each(|&byte| match byte {
            b'\'' | b'"' => f.write_char(char::from(byte)),
            _ => ascii::escape_default(byte).fmt(f),
        })
    }
}

impl core::error::Error for ServerError<'_> {}

impl fmt::Debug for ServerError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ServerError").field(&Quoted(self.text)).finish()
    }
}

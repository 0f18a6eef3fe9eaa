//! Why a value cannot be serialised: [`SerializeError`].

use core::{error, fmt};

use resp_core::EncodeError;
use serde::ser::Error;

/// A value is nothing that RESP can say, or its destination takes no more.
///
/// Needs the feature `serde`.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let user = BTreeMap::from([("tags", ["a", "b"])]);
/// let error = resp_std::to_command(&("HSET", "user:1", user)).unwrap_err();
/// assert_eq!(error.to_string(), "$[2].tags: expected one argument behind a name, found a sequence");
/// assert_eq!(error.path(), "$[2].tags");
/// ```
#[derive(Debug)]
pub struct SerializeError {
    /// An error is one pointer, as results of it are passed through many hands.
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    message: String,
    path: String,
}

impl SerializeError {
    /// The path to the part that it is about, as [`Frame::at`](resp_core::Frame::at) reads it in a reply.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.inner.path
    }

    /// It is about the element at this place, or about what is in it.
    #[cold]
    pub(crate) fn in_element(self, index: u64) -> Self {
        self.inside(&format!("[{index}]"))
    }

    /// It is about a map's key.
    #[cold]
    pub(crate) fn in_key(self, pair: u64) -> Self {
        self.inside(&format!("[key {pair}]"))
    }

    /// It is about the value of a key that is no text.
    #[cold]
    pub(crate) fn in_value(self, pair: u64) -> Self {
        self.inside(&format!("[value {pair}]"))
    }

    /// It is about the value of this key.
    #[cold]
    pub(crate) fn in_field(self, key: &[u8]) -> Self {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if !key.is_empty() && key.iter().all(is_word) {
            self.inside(&format!(".{}", key.escape_ascii()))
        } else {
            self.inside(&format!("[\"{}\"]", key.escape_ascii()))
        }
    }

    fn inside(mut self, step: &str) -> Self {
        self.inner.path.insert_str("$".len(), step);
        self
    }
}

impl Error for SerializeError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { inner: Box::new(Inner { message: message.to_string(), path: "$".into() }) }
    }
}

impl<E: fmt::Display> From<EncodeError<E>> for SerializeError {
    fn from(error: EncodeError<E>) -> Self {
        Self::custom(error)
    }
}

impl From<SerializeError> for crate::Error {
    fn from(error: SerializeError) -> Self {
        Self::Encode(error.to_string().into())
    }
}

/// `$.field[2]: too many nested aggregates`.
impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { message, path } = &*self.inner;
        write!(f, "{path}: {message}")
    }
}

impl error::Error for SerializeError {}

//! Why a value cannot be serialised: [`SerializeError`].

use core::{error, fmt};

use resp_core::EncodeError;
use serde::ser::Error;

use crate::path::Path;

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
    path: Path,
}

impl SerializeError {
    /// The path to the part that it is about, as [`Frame::at`](resp_core::Frame::at) reads it in a reply.
    #[must_use]
    pub fn path(&self) -> &str {
        self.inner.path.as_str()
    }

    pub(crate) fn in_element(mut self, index: u64) -> Self {
        self.inner.path.in_element(index);
        self
    }

    pub(crate) fn in_key(mut self, pair: u64) -> Self {
        self.inner.path.in_key(pair);
        self
    }

    pub(crate) fn in_value(mut self, pair: u64) -> Self {
        self.inner.path.in_value(pair);
        self
    }

    pub(crate) fn in_field(mut self, key: &[u8]) -> Self {
        self.inner.path.in_field(key);
        self
    }
}

impl Error for SerializeError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { inner: Box::new(Inner { message: message.to_string(), path: Path::default() }) }
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
        write!(f, "{}: {message}", path.as_str())
    }
}

impl error::Error for SerializeError {}

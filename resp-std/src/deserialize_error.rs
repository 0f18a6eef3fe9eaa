//! Why a frame cannot be deserialised: [`DeserializeError`].

use core::{error, fmt};

use resp_core::{Frame, Mismatch};
use serde::de::{Error, Expected, Unexpected};

use crate::path::Path;

/// A frame is not what was to be made of it.
///
/// Needs the feature `serde`.
///
/// ```
/// let wire = &mut bytes::Bytes::from_static(b"%1\r\n+field\r\n*3\r\n:1\r\n:2\r\n$1\r\nx\r\n");
/// let value = resp_std::Value::parse(wire)?.expect("a whole frame");
/// let error = resp_std::from_value::<std::collections::BTreeMap<&str, [i64; 3]>>(&value).unwrap_err();
/// assert_eq!(error.to_string(), r#"$.field[2]: expected an integer, found a bulk string "x" at byte 24"#);
/// assert_eq!((error.path(), error.offset()), (Some("$.field[2]"), Some(24)));
/// # Ok::<(), resp_std::Error>(())
/// ```
#[derive(Debug)]
pub struct DeserializeError {
    /// An error is one pointer, as results of it are passed through many hands.
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    problem: Problem,
    place: Option<Place>,
}

#[derive(Debug)]
enum Problem {
    /// What was wanted instead of what was found, a noun with its article.
    Expected(String),
    Message(String),
}

#[derive(Debug)]
struct Place {
    path: Path,
    found: String,
    offset: usize,
}

impl DeserializeError {
    /// The path to what is not as it should be. [`Frame::at`] understands it, unless a key is no text, or is cut, which it
    /// is after 64 bytes. `None`: it is no part of a frame.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.inner.place.as_ref().map(|place| place.path.as_str())
    }

    /// Where that begins, in bytes from the start of the whole frame.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.inner.place.as_ref().map(|place| place.offset)
    }

    /// It is about this frame, unless something inside of it has said already that it is about that.
    #[cold]
    pub(crate) fn at(mut self, found: Frame<'_>) -> Self {
        self.inner.place.get_or_insert_with(|| Place {
            path: Path::default(),
            found: found.summary().to_string(),
            offset: found.span().start,
        });
        self
    }

    /// The frame that it is about was reached from another: so.
    #[cold]
    pub(crate) fn inside(mut self, step: impl FnOnce(&mut Path)) -> Self {
        if let Some(place) = &mut self.inner.place {
            step(&mut place.path);
        }
        self
    }

    #[cold]
    fn new(problem: Problem) -> Self {
        Self { inner: Box::new(Inner { problem, place: None }) }
    }
}

impl Error for DeserializeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Problem::Message(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Problem::Expected(expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Problem::Expected(expected.to_string()))
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::new(Problem::Expected(expected.to_string()))
    }
}

impl From<Mismatch<'_>> for DeserializeError {
    fn from(mismatch: Mismatch<'_>) -> Self {
        Self::new(Problem::Expected(mismatch.expected().into()))
    }
}

impl From<DeserializeError> for crate::Error {
    fn from(error: DeserializeError) -> Self {
        Self::Mismatch(error.to_string().into())
    }
}

/// `$.field[2]: expected an integer, found a bulk string "x" at byte 24`.
impl fmt::Display for DeserializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { problem, place } = &*self.inner;
        if let Some(place) = place {
            write!(f, "{}: ", place.path.as_str())?;
        }
        match (problem, place) {
            (Problem::Expected(expected), Some(place)) => write!(f, "expected {expected}, found {}", place.found),
            (Problem::Expected(expected), None) => write!(f, "expected {expected}"),
            (Problem::Message(message), _) => f.write_str(message),
        }?;
        match place {
            Some(place) => write!(f, " at byte {}", place.offset),
            None => Ok(()),
        }
    }
}

impl error::Error for DeserializeError {}

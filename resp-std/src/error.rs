//! What can go wrong while reading: [`Error`].

use core::{error, fmt};
use std::io;

/// The stream cannot be read, or it is not RESP.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The source failed, or the destination of [`copy_text_to`](crate::Reader::copy_text_to). The reader lost nothing:
    /// if the cause passes (`WouldBlock`, `TimedOut`), the same call goes on where it stopped.
    Io(io::Error),
    /// The stream breaks a rule of RESP or passes a limit, or it ends inside a frame
    /// ([`UnexpectedEof`](resp_core::ErrorKind::UnexpectedEof)).
    Protocol(resp_core::Error),
    /// The same of a stream of requests. [`reply`](resp_core::RequestError::reply) is what Redis answers.
    Request(resp_core::RequestError),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<resp_core::Error> for Error {
    fn from(error: resp_core::Error) -> Self {
        Self::Protocol(error)
    }
}

impl From<resp_core::RequestError> for Error {
    fn from(error: resp_core::RequestError) -> Self {
        Self::Request(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Protocol(error) => error.fmt(f),
            Self::Request(error) => error.fmt(f),
        }
    }
}

impl error::Error for Error {
    /// What is behind the error that `Display` writes: that one is not repeated here.
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Protocol(error) => error.source(),
            Self::Request(error) => error.source(),
        }
    }
}

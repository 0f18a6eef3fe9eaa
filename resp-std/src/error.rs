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
    /// A frame that was to be read as a whole is larger than [`max_held`](crate::ReaderOptions::max_held). It can still be
    /// taken event by event, or [skipped](crate::Reader::finish_frame).
    FrameTooLarge,
    /// A frame was to be read as a whole of which events had been taken. It can be
    /// [skipped](crate::Reader::finish_frame).
    MidFrame,
    /// A frame is not what it was to be turned into: where, what was wanted, and what was found instead.
    Mismatch(Box<str>),
    /// What was to be sent cannot be written as RESP: why.
    Encode(Box<str>),
}

impl From<resp_core::TapeError> for Error {
    fn from(error: resp_core::TapeError) -> Self {
        match error {
            resp_core::TapeError::Protocol(error) => Self::Protocol(error),
            resp_core::TapeError::MidFrame => Self::MidFrame,
            _ => Self::FrameTooLarge,
        }
    }
}

impl From<resp_core::Mismatch<'_>> for Error {
    fn from(mismatch: resp_core::Mismatch<'_>) -> Self {
        Self::Mismatch(mismatch.to_string().into())
    }
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
            Self::FrameTooLarge => f.write_str("the frame is larger than max_held"),
            Self::MidFrame => f.write_str("events of the current frame have been taken already"),
            Self::Mismatch(what) | Self::Encode(what) => f.write_str(what),
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
            Self::FrameTooLarge | Self::MidFrame | Self::Mismatch(_) | Self::Encode(_) => None,
        }
    }
}

//! What can go wrong while reading: [`Error`].

use core::convert::Infallible;
use core::{error, fmt};
use std::io;

use resp_core::{EncodeError, ErrorKind, RequestErrorKind, ServerError};

/// The stream cannot be read, or it is not RESP.
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
    /// taken event by event, or [skipped](crate::Reader::skip_frame).
    FrameTooLarge,
    /// A frame was to be read as a whole of which events had been taken, or the start of a text. It can be
    /// [finished](crate::Reader::finish_frame).
    MidFrame,
    /// A frame is not what it was to be turned into: where, what was wanted, and what was found instead.
    Mismatch(Box<str>),
    /// The server has sent an error where a value was wanted: its text. [`server_error`](Self::server_error) tells code and
    /// message.
    Server(Box<[u8]>),
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

impl Error {
    /// What the server said, if it is that.
    ///
    /// ```
    /// use resp_std::{Error, Reader};
    ///
    /// fn read(reply: &[u8]) -> Result<i64, Error> {
    ///     let mut reader = Reader::new(reply);
    ///     let frame = reader.next_frame()?.expect("a reply");
    ///     Ok(frame.to()?)
    /// }
    ///
    /// let error = read(b"-MOVED 3999 127.0.0.1:6381\r\n").unwrap_err();
    /// let redirect = error.server_error().and_then(|error| error.redirect()).expect("a redirect");
    /// assert_eq!((redirect.slot, redirect.port), (3999, 6381));
    /// ```
    #[must_use]
    pub fn server_error(&self) -> Option<ServerError<'_>> {
        match self {
            Self::Server(text) => Some(ServerError::of(text)),
            _ => None,
        }
    }
}

impl From<ServerError<'_>> for Error {
    fn from(error: ServerError<'_>) -> Self {
        Self::Server(error.text().into())
    }
}

/// A mismatch borrows the frame that it is about, so it cannot leave the function that has read it; as this error it can.
/// If what was found is a server's error, it is that one.
impl From<resp_core::Mismatch<'_>> for Error {
    fn from(mismatch: resp_core::Mismatch<'_>) -> Self {
        match mismatch.found().error() {
            Some(error) => error.into(),
            None => Self::Mismatch(mismatch.to_string().into()),
        }
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

/// What `Vec` and `BytesMut` take, or would have taken.
impl From<EncodeError<Infallible>> for Error {
    fn from(error: EncodeError<Infallible>) -> Self {
        Self::Encode(error.to_string().into())
    }
}

/// What an [`IoWriter`](resp_core::IoWriter) takes: if the destination failed, its own error.
impl From<EncodeError<io::Error>> for Error {
    fn from(error: EncodeError<io::Error>) -> Self {
        match error {
            EncodeError::Write(error) => Self::Io(error),
            other => Self::Encode(other.to_string().into()),
        }
    }
}

/// An error of the source or the destination as it is. Others have a kind of [`std::io`], and the error inside:
/// `UnexpectedEof`, `InvalidInput` for what cannot be written, `Other` for what a server calls an error, `InvalidData` for
/// what came and is not as it should be.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Protocol(error) if error.kind == ErrorKind::UnexpectedEof => io::ErrorKind::UnexpectedEof,
            Error::Request(error) if error.kind == RequestErrorKind::UnexpectedEof => io::ErrorKind::UnexpectedEof,
            Error::Encode(_) => io::ErrorKind::InvalidInput,
            Error::Server(_) => io::ErrorKind::Other,
            _ => io::ErrorKind::InvalidData,
        };
        match error {
            Error::Io(error) => error,
            other => Self::new(kind, other),
        }
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
            Self::Server(text) => ServerError::of(text).fmt(f),
        }
    }
}

/// As if derived; but of what a server says people see the text, and not the numbers of its bytes.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => f.debug_tuple("Io").field(error).finish(),
            Self::Protocol(error) => f.debug_tuple("Protocol").field(error).finish(),
            Self::Request(error) => f.debug_tuple("Request").field(error).finish(),
            Self::FrameTooLarge => f.write_str("FrameTooLarge"),
            Self::MidFrame => f.write_str("MidFrame"),
            Self::Mismatch(what) => f.debug_tuple("Mismatch").field(what).finish(),
            Self::Server(text) => f.debug_tuple("Server").field(&format_args!("\"{}\"", text.escape_ascii())).finish(),
            Self::Encode(what) => f.debug_tuple("Encode").field(what).finish(),
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
            Self::FrameTooLarge | Self::MidFrame | Self::Mismatch(_) | Self::Server(_) | Self::Encode(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_source_is_itself_as_an_io_error() {
        let error = io::Error::from(Error::Io(io::ErrorKind::ConnectionReset.into()));
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    }

    #[test]
    fn debug_shows_the_text_of_a_server() {
        let error = Error::from(ServerError::of(b"ERR no \"x\"\r"));
        assert_eq!(format!("{error:?}"), r#"Server("ERR no \"x\"\r")"#);
    }

    #[test]
    fn other_errors_have_a_kind_as_io_errors() {
        let protocol = |kind| Error::Protocol(resp_core::Error { kind, offset: 0, byte: None });
        let request = |kind| Error::Request(resp_core::RequestError { kind, offset: 0, byte: None });
        for (error, kind) in [
            (protocol(ErrorKind::UnexpectedEof), io::ErrorKind::UnexpectedEof),
            (protocol(ErrorKind::InvalidLength), io::ErrorKind::InvalidData),
            (request(RequestErrorKind::UnexpectedEof), io::ErrorKind::UnexpectedEof),
            (request(RequestErrorKind::UnbalancedQuotes), io::ErrorKind::InvalidData),
            (Error::FrameTooLarge, io::ErrorKind::InvalidData),
            (ServerError::of(b"ERR no").into(), io::ErrorKind::Other),
            (EncodeError::<Infallible>::EmptyCommand.into(), io::ErrorKind::InvalidInput),
        ] {
            let text = error.to_string();
            let error = io::Error::from(error);
            assert_eq!((error.kind(), error.to_string()), (kind, text));
        }
    }

    #[test]
    fn a_destination_that_fails_while_encoding_is_an_io_error() {
        let error = Error::from(EncodeError::Write(io::Error::from(io::ErrorKind::BrokenPipe)));
        assert!(matches!(error, Error::Io(error) if error.kind() == io::ErrorKind::BrokenPipe));
        assert!(matches!(Error::from(EncodeError::<io::Error>::OddMap), Error::Encode(_)));
    }
}

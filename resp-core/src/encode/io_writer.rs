//! Encoded bytes to whatever `std` can write to: [`IoWriter`].

#![cfg(feature = "std")]

use core::convert::Infallible;
use std::io;

use super::encoder::Encoder;
use super::error::EncodeError;
use super::write::Write;

/// A [`std::io::Write`] as a sink: a socket, a file, standard output. Needs the feature `std`.
///
/// Each piece of a header and each text is a write of its own, so put a [`BufWriter`](io::BufWriter) around a
/// destination for which a write costs something. It is flushed by whoever owns it.
///
/// After [`EncodeError::Write`] nobody knows how much has gone out, so the connection is good for nothing more.
///
/// ```
/// use std::io::{self, BufWriter, Write};
///
/// use resp_core::{Encoder, IoWriter, Line, Protocol, write_command};
///
/// fn main() -> io::Result<()> {
///     let mut out = BufWriter::new(Vec::new()); // a TcpStream, say
///     write_command(&mut IoWriter(&mut out), ["GET", "key"])?;
///     out.flush()?;
///     assert_eq!(out.get_ref(), b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n");
///
///     let mut encoder = Encoder::new(IoWriter(Vec::new()), Protocol::Resp3);
///     encoder.simple_string(Line::OK)?;
///     encoder.flush()?;
///     assert_eq!(encoder.into_inner().0, b"+OK\r\n");
///     Ok(())
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IoWriter<W>(
    /// The destination.
    pub W,
);

impl<W: io::Write> Write for IoWriter<W> {
    type Error = io::Error;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }
}

impl<W: io::Write, const DEPTH: usize> Encoder<IoWriter<W>, DEPTH> {
    /// Sends what the destination has gathered.
    ///
    /// # Errors
    ///
    /// The destination's own.
    pub fn flush(&mut self) -> io::Result<()> {
        self.get_mut().0.flush()
    }
}

/// The destination's own error as it is; what cannot be written is [`InvalidInput`](io::ErrorKind::InvalidInput).
impl From<EncodeError<Self>> for io::Error {
    fn from(error: EncodeError<Self>) -> Self {
        match error {
            EncodeError::Write(error) => error,
            other => Self::new(io::ErrorKind::InvalidInput, other),
        }
    }
}

/// What cannot be written is [`InvalidInput`](io::ErrorKind::InvalidInput).
impl From<EncodeError<Infallible>> for io::Error {
    fn from(error: EncodeError<Infallible>) -> Self {
        Self::new(io::ErrorKind::InvalidInput, error)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::string::ToString as _;

    use super::*;
    use crate::encode::write_command;

    /// Takes one write, and no more.
    struct Closing(bool);

    impl io::Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if core::mem::replace(&mut self.0, true) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_destinations_error_comes_through() {
        let error: io::Error = write_command(&mut IoWriter(Closing(false)), ["PING"]).unwrap_err().into();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn what_cannot_be_written_is_invalid_input() {
        let no_arguments: [&str; 0] = [];
        let of_a_destination: io::Error = write_command(&mut IoWriter(io::sink()), no_arguments).unwrap_err().into();
        let of_a_vec: io::Error = write_command(&mut std::vec::Vec::new(), no_arguments).unwrap_err().into();
        for error in [of_a_destination, of_a_vec] {
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            assert_eq!(error.get_ref().unwrap().to_string(), "a command without arguments");
        }
    }
}

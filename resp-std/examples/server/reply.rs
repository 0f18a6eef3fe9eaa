//! What comes of a command: [`Reply`].

use core::convert::Infallible;
use std::borrow::Cow;

use resp_core::EncodeError;

/// A command has written its reply, or has written nothing and says why.
pub(crate) type Reply = Result<(), Failure>;

/// Why a command was not executed.
pub(crate) enum Failure {
    /// The client hears this.
    Refused(Cow<'static, str>),
    /// What the command wrote is no RESP: a mistake of this program.
    Encode(EncodeError<Infallible>),
}

impl From<EncodeError<Infallible>> for Failure {
    fn from(error: EncodeError<Infallible>) -> Self {
        Self::Encode(error)
    }
}

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Self {
        Self::Refused(text.into())
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self::Refused(text.into())
    }
}

//! What can go wrong while writing: [`EncodeError`].

use core::fmt;

/// What cannot be written, and why. Nothing of it has been, and everything in front of it has: another call may follow.
/// `E` is the error of the sink.
///
/// Only of a sink that fails in the middle of a write, such as a socket, nobody can say what is in it. After
/// [`Write`](Self::Write) from a [`Full`](crate::Full) one, make room and call again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodeError<E> {
    /// The sink took no more.
    Write(E),
    /// A command without arguments: a server would not answer it.
    EmptyCommand,
    /// A CR or an LF in a line.
    CrLfInLine,
    /// More aggregates open at once than the encoder has levels.
    TooDeep,
    /// A count above 2^55 - 1, or a length above 2^64 - 5.
    TooLarge,
    /// A value where the aggregate has got all that its count says.
    TooManyElements,
    /// The end of an aggregate that has got fewer than its count says.
    TooFewElements,
    /// The end of a map or attribute after a key.
    OddMap,
    /// The end of an aggregate or of the stream after an attribute.
    DanglingAttribute,
    /// A push inside a push; in RESP2, which cannot tell it from an element, inside anything.
    NestedPush,
    /// A push of no elements: it has not even a kind.
    EmptyPush,
    /// No length or count where one is needed: attributes, pushes, bulk errors and verbatim strings always; in RESP2
    /// everything that RESP3 could stream, and a big number in parts.
    NeedsLength,
    /// Anything but a part between the parts of a text, or a part elsewhere.
    MisplacedPart,
    /// A part that makes a text longer than it was to be.
    TextTooLong,
    /// The end of a text that is shorter than it was to be.
    TextTooShort,
    /// An end with nothing open, or with something else open.
    NothingOpen,
    /// The end of the stream, or another protocol version, inside a frame.
    MidFrame,
}

impl<E> EncodeError<E> {
    const fn text(&self) -> &'static str {
        match self {
            Self::Write(_) => "the sink took no more",
            Self::EmptyCommand => "a command without arguments",
            Self::CrLfInLine => "CR or LF in a line",
            Self::TooDeep => "too many nested aggregates",
            Self::TooLarge => "count or length too large",
            Self::TooManyElements => "more elements than the count says",
            Self::TooFewElements => "fewer elements than the count says",
            Self::OddMap => "key without a value",
            Self::DanglingAttribute => "attribute without a value",
            Self::NestedPush => "nested push",
            Self::EmptyPush => "push without a kind",
            Self::NeedsLength => "no length or count where one is needed",
            Self::MisplacedPart => "not a part between the parts of a text, or a part elsewhere",
            Self::TextTooLong => "more bytes than the length says",
            Self::TextTooShort => "fewer bytes than the length says",
            Self::NothingOpen => "end of something that is not open",
            Self::MidFrame => "inside a frame",
        }
    }
}

impl<E: fmt::Display> fmt::Display for EncodeError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())?;
        match self {
            Self::Write(error) => write!(f, ": {error}"),
            _ => Ok(()),
        }
    }
}

// The sink's error is in the text already, so it is no source: a chain would say it twice.
impl<E: fmt::Debug + fmt::Display> core::error::Error for EncodeError<E> {}

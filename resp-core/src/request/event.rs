//! What a parser of requests yields: [`RequestEvent`].

use core::fmt;

use crate::event::{Part, Span};
use crate::notation;

/// One step of a stream of requests.
///
/// ```text
/// request  := Begin argument* End                     (as many arguments as Begin says, at least one)
/// argument := Whole | First Middle* Last
/// ```
///
/// Both forms of a request, arrays of bulk strings and inline lines, are told alike. A request of no arguments (`*0`, a
/// blank line) is none: there is no event for it.
///
/// `Display` writes one event as one line of ASCII, as for [`Event`](crate::Event):
///
/// ```
/// use resp_core::{Part, RequestEvent};
///
/// let argument: RequestEvent<&[u8]> = RequestEvent::Argument(Part::Whole, b"a\r\n\xff");
/// assert_eq!(argument.to_string(), r#"argument "a\r\n\xff""#);
/// assert_eq!(RequestEvent::<&[u8]>::Begin(2).to_string(), "begin 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestEvent<D> {
    /// The number of arguments, the name of the command among them.
    Begin(u64),
    /// The next argument, or a part of it. Those with quotes or escapes in an inline request come in a part for each
    /// piece that stands together.
    Argument(Part, D),
    /// The end of the request.
    End,
}

/// Some bytes of an argument: where they stand in the input, or the byte that an escape of an inline request stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A place in the input of the call.
    Span(Span),
    /// One byte, which the input only describes (`"\x00"`).
    Byte(u8),
}

/// Every byte, at its own index: what escapes stand for, as slices.
static BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut rest: &mut [u8] = &mut bytes;
    let mut byte = 0_u8;
    while let [first, behind @ ..] = rest {
        *first = byte;
        byte = byte.wrapping_add(1);
        rest = behind;
    }
    bytes
};

/// A slice of this one byte.
pub(super) fn slice_of(byte: u8) -> &'static [u8] {
    let at = usize::from(byte);
    BYTES.get(at..=at).unwrap_or_default()
}

impl Piece {
    /// The bytes, of the input that the piece was found in; empty if it does not lie there.
    ///
    /// ```
    /// use resp_core::{Piece, Span};
    /// assert_eq!(Piece::Span(Span { start: 1, end: 3 }).of(b"'ab'"), b"ab");
    /// assert_eq!(Piece::Byte(b'\n').of(b""), b"\n");
    /// ```
    #[must_use]
    #[inline]
    pub fn of(self, input: &[u8]) -> &[u8] {
        match self {
            Self::Span(span) => span.of(input),
            Self::Byte(byte) => slice_of(byte),
        }
    }
}

impl<D> RequestEvent<D> {
    /// The same event with its data changed by `f`, which is not called for events without data.
    ///
    /// ```
    /// use resp_core::{Part, RequestEvent};
    /// let lent: RequestEvent<&[u8]> = RequestEvent::Argument(Part::Whole, b"key");
    /// let owned: RequestEvent<Vec<u8>> = lent.map(<[u8]>::to_vec);
    /// # assert_eq!(owned, RequestEvent::Argument(Part::Whole, b"key".to_vec()));
    /// ```
    #[inline(always)]
    pub fn map<E>(self, f: impl FnOnce(D) -> E) -> RequestEvent<E> {
        match self {
            Self::Begin(count) => RequestEvent::Begin(count),
            Self::Argument(part, data) => RequestEvent::Argument(part, f(data)),
            Self::End => RequestEvent::End,
        }
    }
}

impl<D: AsRef<[u8]>> fmt::Display for RequestEvent<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begin(count) => write!(f, "begin {count}"),
            Self::Argument(part, data) => notation::text(f, "argument", *part, data.as_ref()),
            Self::End => f.write_str("end"),
        }
    }
}

// As small as the events of replies.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Option<RequestEvent<&[u8]>>>() <= 24);

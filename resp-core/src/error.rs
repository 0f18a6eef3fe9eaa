//! What can be wrong with a stream: [`Error`] and [`ErrorKind`].

use core::fmt;

/// A stream that is not RESP, or that passes a limit: what, where, and the byte that shows it.
///
/// `offset` is the number of bytes of the stream in front of the offending byte: these bytes alone raise nothing, and
/// one more raises this error, for every way of cutting the stream into reads. It is the first byte after which nothing
/// can make the stream valid RESP again, except that the length of a verbatim string (`=3`) and the count of a push
/// (`>0`) that are too small are refused only at their CR. A limit is judged by what each byte itself shows: the
/// documentation of each limit says how.
///
/// ```
/// use resp_core::{ErrorKind, Parser};
///
/// let mut input: &[u8] = b"$-2\r\n";
/// let error = Parser::new().next_event(&mut input).unwrap_err();
/// assert_eq!((error.kind, error.offset, error.byte), (ErrorKind::InvalidLength, 2, Some(b'2')));
/// assert_eq!(
///     error.to_string(),
///     "invalid length: expected a decimal number without plus or leading zeros ($-1 and *-1 are nulls), \
///      found '2' (0x32) at byte 2"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where: how many bytes of the stream precede the offending one. For [`ErrorKind::UnexpectedEof`], the length of
    /// the stream.
    pub offset: u64,
    /// The offending byte; `None` at the end of the stream.
    pub byte: Option<u8>,
}

// An error travels in registers.
const _: () = assert!(size_of::<Error>() <= 24);

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal, $text:literal, expected $expected:literal;)+) => {
        /// The kinds of [`Error`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[doc = $doc])+ $kind,)+ }

        impl ErrorKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The kind's name in snake case, for logs and machines: `"invalid_length"`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// What the parser could have gone on with, for people: `"CR LF after the text"`.
            #[must_use]
            pub const fn expected(self) -> &'static str {
                match self { $(Self::$kind => $expected,)+ }
            }

            const fn text(self) -> &'static str {
                match self { $(Self::$kind => $text,)+ }
            }
        }
    };
}

kinds! {
    /// A frame, an element or a key starts with a byte that is no RESP type. Also stray CR or LF between frames.
    UnknownType = "unknown_type", "unknown type", expected "a RESP type byte";
    /// The type is RESP3's, and [`Options::resp2_only`](crate::Options::resp2_only) is on.
    UnexpectedType = "unexpected_type", "type not allowed in RESP2", expected "one of + - : $ *";
    /// A length or count that is not `0` or `[1-9][0-9]*`; a null or streamed form where the type has none.
    InvalidLength = "invalid_length", "invalid length",
        expected "a decimal number without plus or leading zeros ($-1 and *-1 are nulls)";
    /// Not `[+-]?[0-9]+` after `:`.
    InvalidInteger = "invalid_integer", "invalid integer", expected "a decimal digit";
    /// An integer outside of the signed 64-bit range, at the digit that leaves it.
    IntegerOutOfRange = "integer_out_of_range", "integer out of range", expected "a signed 64-bit integer";
    /// Not a RESP double after `,`.
    InvalidDouble = "invalid_double", "invalid double",
        expected "[+-]digits[.digits][e[+-]digits], inf or nan";
    /// Not `[+-]?[0-9]+` after `(`.
    InvalidBigNumber = "invalid_big_number", "invalid big number", expected "a decimal digit";
    /// Not `t` or `f` after `#`.
    InvalidBoolean = "invalid_boolean", "invalid boolean", expected "t or f, then CR LF";
    /// Something between `_` and CRLF.
    InvalidNull = "invalid_null", "invalid null", expected "CR LF after _";
    /// Something between `.` and CRLF.
    InvalidEnd = "invalid_end", "invalid end of a streamed aggregate", expected "CR LF after .";
    /// A verbatim string shorter than four bytes, or without `:` as its fourth.
    InvalidVerbatim = "invalid_verbatim", "invalid verbatim string", expected "three format bytes and a colon";
    /// `>0`: a push without even a kind.
    InvalidPush = "invalid_push", "invalid push", expected "at least one element";
    /// A push inside a push, or inside a reply while [`Options::strict_pushes`](crate::Options::strict_pushes) is on.
    NestedPush = "nested_push", "nested push", expected "a value that is not a push";
    /// A CR that no LF follows, at the byte after the CR.
    BareCr = "bare_cr", "bare CR", expected "LF after CR";
    /// An LF that follows no CR.
    BareLf = "bare_lf", "bare LF", expected "CR before LF";
    /// A text of declared length is not followed by CRLF.
    MissingCrlf = "missing_crlf", "no CR LF where the declared length ends", expected "CR LF after the text";
    /// Something else than a chunk (`;`) inside a streamed string.
    ExpectedChunk = "expected_chunk", "not a chunk", expected "; in a streamed string";
    /// A chunk (`;`) outside of a streamed string.
    UnexpectedChunk = "unexpected_chunk", "chunk outside of a streamed string", expected "a value";
    /// An end (`.`) where no streamed aggregate is open.
    UnexpectedEnd = "unexpected_end", "end without a streamed aggregate", expected "a value";
    /// A streamed map ends after a key.
    OddMap = "odd_map", "key without a value", expected "a value";
    /// A streamed aggregate ends after an attribute.
    DanglingAttribute = "dangling_attribute", "attribute without a value", expected "the value it belongs to";
    /// Limit: more aggregates open at once than the parser has levels, at the first digit or `?` of the one too many.
    TooDeep = "too_deep", "too many nested aggregates", expected "a depth within max_depth and the parser's";
    /// Limit: a declared count above [`Options::max_count`](crate::Options::max_count), at its digit.
    CountTooLarge = "count_too_large", "count too large", expected "a count within max_count";
    /// Limit: more elements in one frame than [`Options::max_elements`](crate::Options::max_elements).
    TooManyElements = "too_many_elements", "too many elements", expected "a frame within max_elements";
    /// Limit: a text longer than [`Options::max_text`](crate::Options::max_text), at its length's digit or its byte.
    LengthTooLarge = "length_too_large", "text too long", expected "a text within max_text";
    /// Limit: a header's payload longer than [`Options::max_header`](crate::Options::max_header).
    LineTooLong = "line_too_long", "header too long", expected "CR LF within max_header";
    /// Limit: a frame that cannot end within [`Options::max_frame`](crate::Options::max_frame) bytes.
    FrameTooLarge = "frame_too_large", "frame too large", expected "a frame within max_frame";
    /// The stream ended inside a frame, or after an attribute without its value.
    UnexpectedEof = "unexpected_eof", "the stream ends inside a frame", expected "more bytes";
}

impl ErrorKind {
    /// Whether a limit of the parser was passed, rather than a rule of RESP broken: a larger limit would let the
    /// stream pass, if there is one ([`Options`](crate::Options) says how large they can be; a length can be no larger
    /// than 2^64 - 1).
    #[must_use]
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Self::TooDeep
                | Self::CountTooLarge
                | Self::TooManyElements
                | Self::LengthTooLarge
                | Self::LineTooLong
                | Self::FrameTooLarge
        )
    }
}

impl Error {
    /// [`ErrorKind::is_limit`]
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        self.kind.is_limit()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found ", self.kind, self.kind.expected())?;
        match self.byte {
            Some(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' (0x{byte:02x})", char::from(byte))?;
            }
            Some(byte) => write!(f, "0x{byte:02x}")?,
            None => f.write_str("the end")?,
        }
        write!(f, " at byte {}", self.offset)
    }
}

impl core::error::Error for Error {}

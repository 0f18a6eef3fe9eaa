//! What can be wrong with a stream of requests: [`RequestError`], [`RequestErrorKind`] and [`ErrorReply`].

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;

/// A stream that is no requests, or that passes a limit: what, where, and the byte that shows it.
///
/// As for replies ([`Error`](crate::Error)), `offset` bytes raise nothing and one more raises this error, for every way
/// of cutting the stream into reads.
///
/// [`reply`](Self::reply) is what Redis says to such a client before it hangs up:
///
/// ```
/// use resp_core::RequestParser;
///
/// let error = RequestParser::new().skip_request(&mut &b"*1\r\n:1\r\n"[..]).unwrap_err();
/// assert_eq!((error.offset, error.byte), (4, Some(b':')));
/// assert_eq!(&*error.reply(), b"-ERR Protocol error: expected '$', got ':'\r\n");
/// assert_eq!(error.to_string(), "Protocol error: expected '$', found ':' (0x3a) at byte 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestError {
    /// What is wrong.
    pub kind: RequestErrorKind,
    /// Where: how many bytes of the stream precede the offending one. For [`RequestErrorKind::UnexpectedEof`], the
    /// length of the stream.
    pub offset: u64,
    /// The offending byte; `None` at the end of the stream.
    pub byte: Option<u8>,
}

// An error travels in registers.
const _: () = assert!(size_of::<RequestError>() <= 24);

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal, $text:literal;)+) => {
        /// The kinds of [`RequestError`].
        ///
        /// Those that Redis knows have its text, and those that it tells by one text share it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RequestErrorKind { $($(#[doc = $doc])+ $kind,)+ }

        impl RequestErrorKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The kind's name in snake case, for logs and machines: `"invalid_bulk_length"`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// What Redis says, behind `Protocol error: `. Of [`ExpectedBulkString`](Self::ExpectedBulkString) it is
            /// the start; [`RequestError::reply`] has the byte too.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$kind => $text,)+ }
            }
        }
    };
}

kinds! {
    /// A number of arguments that is not spelled as Redis spells numbers, or lies below the signed 64-bit range.
    InvalidMultibulkLength = "invalid_multibulk_length", "invalid multibulk length";
    /// Something else than `$` where an argument begins.
    ExpectedBulkString = "expected_bulk_string", "expected '$', got ";
    /// A length that is not `0` or `[1-9][0-9]*`.
    InvalidBulkLength = "invalid_bulk_length", "invalid bulk length";
    /// A CR in a header that no LF follows, at the byte after the CR. (The text is Valkey's; Redis takes any byte.)
    BareCr = "bare_cr", "invalid CRLF in request";
    /// An argument is not followed by CRLF. (The text is Valkey's; Redis takes any two bytes.)
    MissingCrlf = "missing_crlf", "invalid CRLF in request";
    /// In an inline request: a quote that is not closed at the end of the line, or a byte that is no white space behind
    /// a closing quote.
    UnbalancedQuotes = "unbalanced_quotes", "unbalanced quotes in request";
    /// A NUL in an inline request. (Redis never finds the end of such a line; the text is ours.)
    NulInInline = "nul_in_inline", "NUL byte in inline request";
    /// Limit: a number of arguments above [`RequestOptions::max_arguments`](crate::RequestOptions::max_arguments), at
    /// its digit.
    TooManyArguments = "too_many_arguments", "invalid multibulk length";
    /// Limit: the same under [`RequestOptions::unauthenticated`](crate::RequestOptions::unauthenticated).
    UnauthenticatedMultibulkLength = "unauthenticated_multibulk_length", "unauthenticated multibulk length";
    /// Limit: a length above [`RequestOptions::max_argument`](crate::RequestOptions::max_argument), at its digit.
    ArgumentTooLarge = "argument_too_large", "invalid bulk length";
    /// Limit: the same under [`RequestOptions::unauthenticated`](crate::RequestOptions::unauthenticated).
    UnauthenticatedBulkLength = "unauthenticated_bulk_length", "unauthenticated bulk length";
    /// Limit: a line longer than [`RequestOptions::max_inline`](crate::RequestOptions::max_inline).
    InlineTooLong = "inline_too_long", "too big inline request";
    /// Limit: a request that cannot end within [`RequestOptions::max_request`](crate::RequestOptions::max_request)
    /// bytes. (Redis hangs up without a word; the text is ours.)
    RequestTooLarge = "request_too_large", "too big request";
    /// The stream ended inside a request. (There is nobody to say it to; the text is ours.)
    UnexpectedEof = "unexpected_eof", "unexpected end of the stream";
}

impl RequestErrorKind {
    /// Whether a limit of the parser was passed, rather than a rule broken: a larger limit would let the stream pass.
    #[must_use]
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Self::TooManyArguments
                | Self::UnauthenticatedMultibulkLength
                | Self::ArgumentTooLarge
                | Self::UnauthenticatedBulkLength
                | Self::InlineTooLong
                | Self::RequestTooLarge
        )
    }
}

/// A line to answer with: [`RequestError::reply`]. It dereferences to its bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct ErrorReply(ArrayVec<u8, 64>);

impl Deref for ErrorReply {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl RequestError {
    /// [`RequestErrorKind::is_limit`]
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        self.kind.is_limit()
    }

    /// What to answer before hanging up: `-ERR Protocol error: `, the [`text`](RequestErrorKind::text), CRLF. Where the
    /// text has the offending byte in it, that stands there as it came, as in Redis, but a CR or LF as a space (and of a
    /// NUL Redis says nothing). Nothing, if it is the end of the stream: Redis says nothing then, for nobody listens.
    #[must_use]
    pub fn reply(&self) -> ErrorReply {
        let mut line = ArrayVec::new_const();
        if self.kind == RequestErrorKind::UnexpectedEof {
            return ErrorReply(line);
        }
        // There is room for the longest.
        let mut push = |bytes: &[u8]| {
            let _ = line.try_extend_from_slice(bytes);
        };
        push(b"-ERR Protocol error: ");
        push(self.kind.text().as_bytes());
        if self.kind == RequestErrorKind::ExpectedBulkString {
            push(&[b'\'', self.byte_in_line(), b'\'']);
        }
        push(b"\r\n");
        ErrorReply(line)
    }

    /// The offending byte as it may stand in a line.
    fn byte_in_line(&self) -> u8 {
        self.byte.filter(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(b' ')
    }
}

impl fmt::Display for RequestErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ExpectedBulkString => "expected '$'",
            _ => self.text(),
        })
    }
}

/// For people and logs, so a byte that does not print stands in it by its number alone.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Protocol error: {}", self.kind)?;
        match self.byte {
            Some(byte) if byte.is_ascii_graphic() => write!(f, ", found '{}' (0x{byte:02x})", char::from(byte))?,
            Some(byte) => write!(f, ", found 0x{byte:02x}")?,
            None => f.write_str(", found the end")?,
        }
        write!(f, " at byte {}", self.offset)
    }
}

impl core::error::Error for RequestError {}

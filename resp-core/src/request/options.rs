//! The limits of requests: [`RequestOptions`].

use core::fmt;

/// The smallest request, which is an empty one: `*0` and its line end.
const MIN_REQUEST: u64 = 4;

/// What [`RequestOptions::max_arguments`] can be at most: so many fit into no stream.
const MAX_ARGUMENTS: u64 = i64::MAX as u64;

/// The longest slice, less what a line end takes.
const LONGEST: usize = isize::MAX.unsigned_abs();

/// What a parser of requests lets pass. Every limit is checked before anything is counted, added or kept.
///
/// The setters take any value: one that makes no sense is brought into range, and nothing panics.
///
/// | setter | default | why |
/// |---|---|---|
/// | [`whole`](Self::whole) | 512 bytes | as for replies |
/// | [`max_arguments`](Self::max_arguments) | 2^31 - 1 | Redis |
/// | [`max_argument`](Self::max_argument) | 512 MiB | Redis: `proto-max-bulk-len` |
/// | [`max_inline`](Self::max_inline) | 64 KiB | Redis |
/// | [`max_request`](Self::max_request) | none | events hold nothing; who gathers whole requests sets this |
///
/// ```
/// use resp_core::{RequestErrorKind, RequestOptions, RequestParser};
///
/// let mut parser = RequestParser::with_options(RequestOptions::unauthenticated());
/// let error = parser.next_event(&mut &b"*11\r\n"[..]).unwrap_err();
/// assert_eq!(error.kind, RequestErrorKind::UnauthenticatedMultibulkLength);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestOptions {
    pub(super) max_arguments: u64,
    pub(super) max_argument: u64,
    pub(super) max_request: u64,
    pub(super) max_inline: usize,
    pub(super) whole: usize,
    pub(super) authenticated: bool,
}

impl RequestOptions {
    /// The defaults in the table above.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_arguments: i32::MAX as u64,
            max_argument: 512 << 20,
            max_request: u64::MAX,
            max_inline: 64 << 10,
            whole: 512,
            authenticated: true,
        }
    }

    /// What a client may send before it has said who it is: 10 arguments of at most 16384 bytes, as in Redis since
    /// [CVE-2021-32675](https://github.com/redis/redis/pull/9588), and 1 MiB for the whole request. What is above that
    /// is refused in Redis' words for such clients.
    ///
    /// [`RequestParser::set_options`](crate::RequestParser::set_options) puts others in their place after `AUTH`.
    #[must_use]
    pub const fn unauthenticated() -> Self {
        let mut options = Self::new().max_arguments(10).max_argument(16384).max_request(1 << 20);
        options.authenticated = false;
        options
    }

    /// Arguments of up to this many bytes arrive as [`Part::Whole`](crate::Part::Whole), always, unless an inline
    /// request spells them with quotes or escapes. A longer argument arrives whole if it happens to be all there, else
    /// in parts as it comes. With 0 nothing but the empty argument is ever waited for.
    #[must_use]
    pub const fn whole(mut self, bytes: usize) -> Self {
        self.whole = if bytes < LONGEST { bytes } else { LONGEST };
        self
    }

    /// The largest number of arguments that a header may declare (`*3`), the name of the command among them. An inline
    /// request is held to [`max_inline`](Self::max_inline) instead.
    #[must_use]
    pub const fn max_arguments(mut self, count: u64) -> Self {
        self.max_arguments = if count < MAX_ARGUMENTS { count } else { MAX_ARGUMENTS };
        self
    }

    /// The largest length that a header may declare (`$5`), in bytes. An inline request is held to
    /// [`max_inline`](Self::max_inline) instead.
    #[must_use]
    pub const fn max_argument(mut self, bytes: u64) -> Self {
        self.max_argument = bytes;
        self
    }

    /// The longest line of an inline request, in bytes, without its LF or CRLF. The line is held until it is whole:
    /// whoever has no such buffer sets less.
    #[must_use]
    pub const fn max_inline(mut self, bytes: usize) -> Self {
        self.max_inline = if bytes < LONGEST { bytes } else { LONGEST };
        self
    }

    /// The largest request on the wire, in bytes, empty ones too; at least 4.
    ///
    /// What cannot end in time is refused early: a declared length at its digit, a count at its digit too (an argument
    /// takes at least six bytes; it is refused as [too many](crate::RequestErrorKind::TooManyArguments)), and a line at
    /// the byte that leaves no room for its LF. What the arguments behind the
    /// current one will take is not reckoned.
    #[must_use]
    pub const fn max_request(mut self, bytes: u64) -> Self {
        self.max_request = if bytes > MIN_REQUEST { bytes } else { MIN_REQUEST };
        self
    }

    /// The smallest buffer, in bytes, through which any stream passes without a stall: the longest line with its CRLF,
    /// the longest argument that is waited for with its CRLF, or the longest header (23 bytes).
    #[must_use]
    pub const fn min_buffer(&self) -> usize {
        /// `*-9223372036854775808` and its line end.
        const HEADER: usize = 23;
        let line = self.max_inline.saturating_add(2);
        let argument = self.whole.saturating_add(2);
        let text = if line > argument { line } else { argument };
        if text > HEADER { text } else { HEADER }
    }
}

// Not derived, for the reason that `Options` has.
impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOptions")
            .field("whole", &self.whole)
            .field("max_arguments", &self.max_arguments)
            .field("max_argument", &self.max_argument)
            .field("max_inline", &self.max_inline)
            .field("max_request", &self.max_request)
            .field("authenticated", &self.authenticated)
            .finish()
    }
}

impl Default for RequestOptions {
    fn default() -> Self {
        Self::new()
    }
}

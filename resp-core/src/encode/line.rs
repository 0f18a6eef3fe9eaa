//! What a simple string or error may say: [`Line`].

/// A text that fits into one line of RESP, which can hold no CR and no LF: what a line held of them would be read as its
/// end, and the rest as a reply of its own ([CVE-2025-67733](https://github.com/valkey-io/valkey/pull/3249),
/// [kvrocks 3493](https://github.com/apache/kvrocks/issues/3493)).
///
/// ```
/// use resp_core::{Encoder, Line, Protocol};
///
/// const LOADING: Line = Line::new(b"LOADING").unwrap();
/// assert_eq!(Line::new(b"ERR\r\n+INJECTED"), None);
///
/// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp2);
/// encoder.simple_error(LOADING)?;
/// encoder.simple_error(Line::blanked(b"ERR\r\n+INJECTED"))?;
/// assert_eq!(encoder.into_inner(), b"-LOADING\r\n-ERR  +INJECTED\r\n");
/// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line<'a> {
    pub(crate) text: &'a [u8],
    /// Each CR and LF is written as a blank.
    pub(crate) blanked: bool,
}

impl Line<'static> {
    /// `OK`
    pub const OK: Self = Self { text: b"OK", blanked: false };
    /// `PONG`
    pub const PONG: Self = Self { text: b"PONG", blanked: false };
    /// `QUEUED`
    pub const QUEUED: Self = Self { text: b"QUEUED", blanked: false };
}

impl<'a> Line<'a> {
    /// The text as it is; `None` if it holds CR or LF.
    #[must_use]
    #[inline]
    pub const fn new(text: &'a [u8]) -> Option<Self> {
        if has_line_end(text) { None } else { Some(Self { text, blanked: false }) }
    }

    /// Any text. Each CR and each LF is written as a blank, as Redis does with what its scripts and modules say.
    #[must_use]
    #[inline]
    pub const fn blanked(text: &'a [u8]) -> Self {
        Self { text, blanked: true }
    }
}

/// Whether there is a CR or an LF. It looks at every byte, so that several are looked at at once; and it is const, which
/// a search with memchr is not.
#[inline]
pub(crate) const fn has_line_end(text: &[u8]) -> bool {
    let mut found = false;
    let mut rest = text;
    while let [byte, behind @ ..] = rest {
        found |= *byte == b'\r' || *byte == b'\n';
        rest = behind;
    }
    found
}

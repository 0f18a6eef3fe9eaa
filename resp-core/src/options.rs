//! Limits and switches: [`Options`].

use core::fmt;

/// The largest value of `max_count` and `max_elements`: twice as many still fit into a level of the parser's stack.
const MAX_COUNT: u64 = (1 << 55) - 1;

/// The length of the longest slice.
const LONGEST: usize = isize::MAX.unsigned_abs();

/// What a parser lets pass. Every limit is checked before anything is counted, added or kept.
///
/// The setters take any value: one that makes no sense is brought into range, and nothing panics.
///
/// | setter | default | why |
/// |---|---|---|
/// | [`whole`](Self::whole) | 512 bytes | costs no buffer that `max_header` does not need already |
/// | [`max_depth`](Self::max_depth) | the parser's `DEPTH` | for a limit that only the program's user knows |
/// | [`max_header`](Self::max_header) | 512 bytes | modules send doubles of some hundred digits |
/// | [`max_text`](Self::max_text) | 512 MiB | what a Redis server stores and sends by default |
/// | [`max_count`](Self::max_count) | 2^32 - 1 | no server sends more; what other clients accept |
/// | [`max_elements`](Self::max_elements) | 2^32 - 1 | the same, over all levels of a frame |
/// | [`max_frame`](Self::max_frame) | none | events hold nothing; who gathers whole frames sets this |
///
/// ```
/// use resp_core::{Options, Parser};
///
/// const OPTIONS: Options = Options::new().max_text(64 * 1024).max_header(32).whole(62);
/// // Any reply passes through a buffer of this size, in parts if it must.
/// static BUFFER: [u8; 64] = [0; 64];
/// const _: () = assert!(OPTIONS.min_buffer() <= BUFFER.len());
/// let parser = Parser::<8>::with_depth(OPTIONS);
/// # let _ = parser;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    pub(crate) max_text: u64,
    pub(crate) max_count: u64,
    pub(crate) max_elements: u64,
    pub(crate) max_frame: u64,
    pub(crate) whole: usize,
    pub(crate) max_header: u32,
    pub(crate) max_depth: u32,
    pub(crate) resp2_only: bool,
    pub(crate) strict_pushes: bool,
    pub(crate) strict_integers: bool,
    pub(crate) lenient_lengths: bool,
    pub(crate) lenient_big_numbers: bool,
}

impl Options {
    /// The defaults in the table above, every switch off.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_text: 512 << 20,
            max_count: u32::MAX as u64,
            max_elements: u32::MAX as u64,
            max_frame: u64::MAX,
            whole: 512,
            max_header: 512,
            max_depth: u32::MAX,
            resp2_only: false,
            strict_pushes: false,
            strict_integers: false,
            lenient_lengths: false,
            lenient_big_numbers: false,
        }
    }

    /// Texts of up to this many bytes arrive as [`Part::Whole`](crate::Part::Whole), always, unless they are streamed
    /// by the sender. A longer text arrives whole if it happens to be all there, else in parts as it comes. A
    /// verbatim's format does not count. With 0 nothing but the empty text is ever waited for.
    #[must_use]
    pub const fn whole(mut self, bytes: usize) -> Self {
        // A text needs two bytes more, and that sum must fit.
        self.whole = if bytes < LONGEST { bytes } else { LONGEST };
        self
    }

    /// The largest payload of a header, in bytes, without its type byte and CRLF: lengths, counts, integers, doubles,
    /// booleans, nulls. At most 2^32 - 1. The longest canonical integer takes 20.
    #[must_use]
    pub const fn max_header(mut self, bytes: u64) -> Self {
        self.max_header = at_most_u32(bytes);
        self
    }

    /// The longest text, in bytes: the declared length (for a verbatim string with its four format bytes), the length
    /// of a line, or the sum of a streamed string's chunks.
    #[must_use]
    pub const fn max_text(mut self, bytes: u64) -> Self {
        self.max_text = bytes;
        self
    }

    /// The largest count that an aggregate's header may declare, as written there: pairs for maps and attributes. At
    /// most 2^55 - 1.
    #[must_use]
    pub const fn max_count(mut self, count: u64) -> Self {
        self.max_count = at_most(count, MAX_COUNT);
        self
    }

    /// The largest number of elements in one frame, over all its levels. A header is charged with what it declares
    /// (a map or attribute with two for each pair), an attribute or a push inside a frame with one more, and each
    /// element of a streamed aggregate with one. At most 2^55 - 1.
    #[must_use]
    pub const fn max_elements(mut self, elements: u64) -> Self {
        self.max_elements = at_most(elements, MAX_COUNT);
        self
    }

    /// The largest frame on the wire, in bytes, attributes included.
    ///
    /// A node that cannot end in time is refused early: a declared length at its digit, a count at its digit too (an
    /// element takes at least three bytes), and a line at the byte that leaves no room for its CRLF. What the
    /// aggregates around the node still wait for is not reckoned.
    #[must_use]
    pub const fn max_frame(mut self, bytes: u64) -> Self {
        self.max_frame = bytes;
        self
    }

    /// The largest number of aggregates (attributes and pushes too) that may be open at once. The parser's `DEPTH`
    /// bounds it as well; this lowers it at run time.
    #[must_use]
    pub const fn max_depth(mut self, depth: u64) -> Self {
        self.max_depth = at_most_u32(depth);
        self
    }

    /// Refuses the types that RESP2 does not have. Off by default: proxies, `RESET` and test servers mix the versions.
    #[must_use]
    pub const fn resp2_only(mut self, on: bool) -> Self {
        self.resp2_only = on;
        self
    }

    /// Refuses pushes inside replies. Off by default: Redis 6 and 7.0 send them there.
    #[must_use]
    pub const fn strict_pushes(mut self, on: bool) -> Self {
        self.strict_pushes = on;
        self
    }

    /// Refuses `+` and leading zeros in integers (`:+5`, `:05`, `:-0`), as hiredis does. Off by default: the protocol
    /// page allows them.
    #[must_use]
    pub const fn strict_integers(mut self, on: bool) -> Self {
        self.strict_integers = on;
        self
    }

    /// Accepts leading zeros in lengths and counts (`$05`). Off by default: Redis refuses them.
    #[must_use]
    pub const fn lenient_lengths(mut self, on: bool) -> Self {
        self.lenient_lengths = on;
        self
    }

    /// Accepts any line as a big number: Redis passes on what modules and scripts give it. Off by default.
    #[must_use]
    pub const fn lenient_big_numbers(mut self, on: bool) -> Self {
        self.lenient_big_numbers = on;
        self
    }

    /// The smallest buffer, in bytes, through which any stream passes without a stall: the longest header with its
    /// type byte and CRLF, or the longest text that is waited for with its CRLF.
    #[must_use]
    pub const fn min_buffer(&self) -> usize {
        let header = (self.max_header as usize).saturating_add(3);
        let text = self.whole.saturating_add(2);
        if header > text { header } else { text }
    }
}

// As derived, but for what core puts into a derived one of more than five fields: a check, with a panic, that there are as
// many names as values.
impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("whole", &self.whole)
            .field("max_depth", &self.max_depth)
            .field("max_header", &self.max_header)
            .field("max_text", &self.max_text)
            .field("max_count", &self.max_count)
            .field("max_elements", &self.max_elements)
            .field("max_frame", &self.max_frame)
            .field("resp2_only", &self.resp2_only)
            .field("strict_pushes", &self.strict_pushes)
            .field("strict_integers", &self.strict_integers)
            .field("lenient_lengths", &self.lenient_lengths)
            .field("lenient_big_numbers", &self.lenient_big_numbers)
            .finish()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

/// `Ord::min` is not const.
const fn at_most(value: u64, limit: u64) -> u64 {
    if value < limit { value } else { limit }
}

#[expect(clippy::cast_possible_truncation, reason = "`u32::try_from` is not const; it is at most that")]
const fn at_most_u32(value: u64) -> u32 {
    at_most(value, u32::MAX as u64) as u32
}

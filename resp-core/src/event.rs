//! What a parser yields: one [`Event`] for each scalar, text and aggregate border.

/// One step of a RESP stream.
///
/// There is a variant for each RESP type, under the name that the
/// [protocol page](https://redis.io/docs/latest/develop/reference/protocol-spec/) gives it. `D` is what holds the
/// bytes: `&[u8]` when the parser lends them from the caller's buffer, [`Span`] when it only says where they are; an
/// owner maps it to what it likes with [`map`](Event::map).
///
/// The events of one frame follow this grammar:
///
/// ```text
/// frame     := attribute* value
/// attribute := Begin(Attribute) (frame frame)* End(Attribute)
/// value     := scalar | text | Begin(k) element* End(k)
/// element   := push* frame                          (pushes may also stand before the End of a streamed aggregate)
/// text      := Whole | First Middle* Last
/// ```
///
/// An attribute belongs to the value after it and is not counted by the aggregate around it. A push *inside* a reply
/// is delivered where it stands, is not counted either, and is known by its depth: [`Begin`](Event::Begin) of
/// [`Aggregate::Push`] with an aggregate open around it.
///
/// # The event notation
///
/// `Display` writes one event as one line of ASCII, whatever bytes it holds:
///
/// ```text
/// event   := text | scalar | begin | end
/// text    := name [SP part] SP string                 part omitted: whole
/// name    := "simple_string" | "simple_error" | "big_number" | "bulk_string" | "bulk_error"
///          | "verbatim_string" SP string               the three format bytes
/// part    := "first" | "middle" | "last"
/// scalar  := "integer" SP i64 | "double" SP string | "boolean" SP ("true" | "false")
///          | "null" [SP ("bulk_string" | "array")]     omitted: RESP3's "_"
/// begin   := "begin" SP kind SP (count | "?")          count as on the wire: pairs for maps and attributes
/// end     := "end" SP kind
/// kind    := "array" | "attribute" | "map" | "push" | "set"
/// string  := '"' (printable ASCII but " and \ | "\\" | "\"" | "\n" | "\r" | "\t" | "\x" hex hex)* '"'
/// ```
///
/// ```
/// use resp_core::{Aggregate, Event, Part};
///
/// let text: Event<&[u8]> = Event::BulkString(Part::Whole, b"a\r\n\xff");
/// assert_eq!(text.to_string(), r#"bulk_string "a\r\n\xff""#);
/// let begin: Event<&[u8]> = Event::Begin(Aggregate::Map, Some(2));
/// assert_eq!(begin.to_string(), "begin map 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event<D> {
    /// `+`: a line.
    SimpleString(Part, D),
    /// `-`: a line that is an error; by convention its first word is a code.
    SimpleError(Part, D),
    /// `(`: a decimal integer of any size, as its digits.
    BigNumber(Part, D),
    /// `$`: bytes with a declared length, or streamed in chunks (`$?`).
    BulkString(Part, D),
    /// `!`: an error with a declared length; it may hold CR and LF.
    BulkError(Part, D),
    /// `=`: bytes with a three-byte format in front, such as `txt` or `mkd`; the format is not part of the data.
    VerbatimString([u8; 3], Part, D),
    /// `:`: a signed 64-bit integer.
    Integer(i64),
    /// `,`: a double, as the text on the wire, which is known to fit the grammar: see [`double`](crate::double).
    Double(D),
    /// `#t` or `#f`.
    Boolean(bool),
    /// `_`, `$-1` or `*-1`.
    Null(Null),
    /// The header of an aggregate. The count is the number on the wire (pairs for maps and attributes), `None` when
    /// the aggregate is streamed (`*?`).
    Begin(Aggregate, Option<u64>),
    /// The end of the innermost open aggregate.
    End(Aggregate),
}

/// Which part of a text an event carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it; its terminator has been seen.
    Whole,
    /// The start of a text of which more follows.
    First,
    /// Neither start nor end.
    Middle,
    /// The end, possibly empty; its terminator has been seen.
    Last,
}

/// The three ways in which RESP spells a null. Clients treat them alike; the kind is kept so that re-encoding is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Null {
    /// `_`, RESP3's only null.
    Resp3,
    /// `$-1`, RESP2's null bulk string.
    BulkString,
    /// `*-1`, RESP2's null array.
    Array,
}

/// The kinds of aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// `*`
    Array,
    /// `|`: pairs about the value that follows.
    Attribute,
    /// `%`: pairs of key and value, in the order of the wire, duplicates kept.
    Map,
    /// `>`: out-of-band data.
    Push,
    /// `~`: in the order of the wire, duplicates kept.
    Set,
}

/// What a whole frame is: the class of the value that follows its attributes.
///
/// It is told with the last event of a frame. Whoever must know at the first one looks for
/// [`Begin`](Event::Begin) of [`Aggregate::Push`]: between frames, or behind attributes, that makes the frame a push;
/// with an aggregate open around it, it is a push inside a reply, which has no frame of its own.
///
/// ```
/// use core::ops::ControlFlow;
/// use resp_core::{Event, FrameKind, Parser, Visitor};
///
/// #[derive(Default)]
/// struct Count {
///     replies: u32,
///     pushes: u32,
/// }
///
/// impl<'b> Visitor<'b> for Count {
///     fn event(&mut self, _: Event<&'b [u8]>) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
///     fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
///         match kind {
///             FrameKind::Reply => self.replies += 1,
///             FrameKind::Push => self.pushes += 1,
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut count = Count::default();
/// let _ = Parser::new().parse(b"+OK\r\n|1\r\n+ttl\r\n:9\r\n>2\r\n+invalidate\r\n*1\r\n+key\r\n:1\r\n", &mut count)?;
/// assert_eq!((count.replies, count.pushes), (2, 1));
/// # Ok::<(), resp_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// Any other value: in RESP3 the answer to a request. In RESP2, which has no pushes, published messages too are
    /// arrays, and so replies.
    Reply,
    /// Out-of-band data (`>`): messages, invalidations, and what a server says to `SUBSCRIBE` and its kin, which get no
    /// other answer.
    Push,
}

impl FrameKind {
    /// What a frame is whose value is this aggregate.
    #[inline]
    pub(crate) const fn of(aggregate: Aggregate) -> Self {
        match aggregate {
            Aggregate::Push => Self::Push,
            Aggregate::Array | Aggregate::Attribute | Aggregate::Map | Aggregate::Set => Self::Reply,
        }
    }
}

/// A range of bytes, counted from the start of the input that was handed to the call that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Position of the first byte.
    pub start: usize,
    /// Position after the last byte; equal to `start` for an empty text.
    pub end: usize,
}

impl Span {
    /// The bytes of `input` in this range; empty if the range does not lie in it.
    ///
    /// ```
    /// let span = resp_core::Span { start: 1, end: 3 };
    /// assert_eq!(span.of(b"+OK\r\n"), b"OK");
    /// ```
    #[must_use]
    #[inline]
    pub fn of(self, input: &[u8]) -> &[u8] {
        input.get(self.start..self.end).unwrap_or_default()
    }

    /// Where bytes stand in the input that they were lent from: every slice of it, an empty one too, has an address in it.
    #[inline(always)]
    pub(crate) fn within(input: &[u8], lent: &[u8]) -> Self {
        let start = lent.as_ptr().addr().wrapping_sub(input.as_ptr().addr());
        Self { start, end: start.wrapping_add(lent.len()) }
    }
}

impl<D> Event<D> {
    /// The same event with its data changed by `f`, which is not called for events without data.
    ///
    /// ```
    /// use resp_core::{Event, Part};
    /// let lent: Event<&[u8]> = Event::BulkString(Part::Whole, b"key");
    /// let owned: Event<Vec<u8>> = lent.map(<[u8]>::to_vec);
    /// # assert_eq!(owned, Event::BulkString(Part::Whole, b"key".to_vec()));
    /// ```
    #[inline(always)]
    pub fn map<E>(self, f: impl FnOnce(D) -> E) -> Event<E> {
        match self {
            Self::SimpleString(part, data) => Event::SimpleString(part, f(data)),
            Self::SimpleError(part, data) => Event::SimpleError(part, f(data)),
            Self::BigNumber(part, data) => Event::BigNumber(part, f(data)),
            Self::BulkString(part, data) => Event::BulkString(part, f(data)),
            Self::BulkError(part, data) => Event::BulkError(part, f(data)),
            Self::VerbatimString(format, part, data) => Event::VerbatimString(format, part, f(data)),
            Self::Double(data) => Event::Double(f(data)),
            Self::Integer(value) => Event::Integer(value),
            Self::Boolean(value) => Event::Boolean(value),
            Self::Null(null) => Event::Null(null),
            Self::Begin(aggregate, count) => Event::Begin(aggregate, count),
            Self::End(aggregate) => Event::End(aggregate),
        }
    }

    /// The part and the data of a text; `None` for everything else (a double is a scalar).
    #[inline]
    pub fn text(&self) -> Option<(Part, &D)> {
        match self {
            Self::SimpleString(part, data)
            | Self::SimpleError(part, data)
            | Self::BigNumber(part, data)
            | Self::BulkString(part, data)
            | Self::BulkError(part, data)
            | Self::VerbatimString(_, part, data) => Some((*part, data)),
            _ => None,
        }
    }
}

// Small events are cheap events: two words of data, and the rest in one more.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Event<&[u8]>>() <= 24);
    assert!(size_of::<Option<Event<&[u8]>>>() <= 24);
};

//! Reading a tape: [`Frame`].

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;
use core::str;

use crate::double::double;
use crate::elements::{Attributes, Chunks, Elements, FrameEvents, Pairs, Pushes, Siblings};
use crate::event::{Aggregate, Event, FrameKind, Null, Part, Span};
use crate::node::{Node, Tag};
use crate::server_error::ServerError;
use crate::visitor::Visitor;

/// A value of a frame that is all there, with all that is in it: the frame itself, an element, a key.
///
/// It is a place on a [`Tape`](crate::Tape): `Copy`, and cheap to pass around. Nothing here allocates, and to pass over
/// an element costs the same however much is in it.
///
/// ```
/// use resp_core::{FixedTape, Kind, Parser};
///
/// let input = b"*3\r\n$5\r\nhello\r\n%1\r\n+ttl\r\n:60\r\n_\r\n";
/// let mut tape = FixedTape::<16>::new();
/// let frame = tape.next_frame(&mut Parser::new(), input)?.expect("complete");
/// assert_eq!((frame.kind(), frame.len()), (Kind::Array, 3));
/// assert_eq!(frame.at("[0]").and_then(|value| value.as_str()), Some("hello"));
/// assert_eq!(frame.at("[1].ttl").and_then(|value| value.as_i64()), Some(60));
/// assert!(frame.elements().last().is_some_and(|value| value.is_null()));
/// # Ok::<(), resp_core::TapeError>(())
/// ```
///
/// A push inside the frame stands aside: [`pushes`](Self::pushes) tells it, and nothing else sees it. Attributes belong
/// to the value that they stand in front of: [`attributes`](Self::attributes).
///
/// What a value is can be asked for by its type (`as_i64`), which is strict, or by what it is wanted for
/// ([`to`](Self::to)), which takes what servers send for it in either version of RESP.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The whole frame on the wire.
    wire: &'a [u8],
    nodes: &'a [Node],
    /// The value's first node.
    pub(crate) at: usize,
}

/// What a [`Frame`] is: the RESP type under its name on the protocol page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `+`
    SimpleString,
    /// `-`
    SimpleError,
    /// `(`
    BigNumber,
    /// `$`
    BulkString,
    /// `!`
    BulkError,
    /// `=`
    VerbatimString,
    /// `:`
    Integer,
    /// `,`
    Double,
    /// `#`
    Boolean,
    /// `_`, `$-1` or `*-1`
    Null,
    /// `*`
    Array,
    /// `|`
    Attribute,
    /// `%`
    Map,
    /// `>`
    Push,
    /// `~`
    Set,
}

impl Kind {
    /// The name with its article, for people: `"a bulk string"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SimpleString => "a simple string",
            Self::SimpleError => "a simple error",
            Self::BigNumber => "a big number",
            Self::BulkString => "a bulk string",
            Self::BulkError => "a bulk error",
            Self::VerbatimString => "a verbatim string",
            Self::Integer => "an integer",
            Self::Double => "a double",
            Self::Boolean => "a boolean",
            Self::Null => "a null",
            Self::Array => "an array",
            Self::Attribute => "an attribute",
            Self::Map => "a map",
            Self::Push => "a push",
            Self::Set => "a set",
        }
    }

    const fn of(aggregate: Aggregate) -> Self {
        match aggregate {
            Aggregate::Array => Self::Array,
            Aggregate::Attribute => Self::Attribute,
            Aggregate::Map => Self::Map,
            Aggregate::Push => Self::Push,
            Aggregate::Set => Self::Set,
        }
    }
}

impl<'a> Frame<'a> {
    /// The frame of these nodes, which a [`Tape`](crate::Tape) has written, and of the bytes that it was read from; for
    /// whoever keeps both. `None` if there are no nodes.
    ///
    /// Other bytes or nodes make nonsense, but do no harm.
    #[must_use]
    #[inline]
    pub fn of(wire: &'a [u8], nodes: &'a [Node]) -> Option<Self> {
        let mut at = 0_usize;
        // An attribute belongs to what stands behind it.
        while let node = nodes.get(at)?
            && node.begins() == Some(Aggregate::Attribute)
        {
            at = at.saturating_add(node.skip());
        }
        Some(Self::of_place(wire, nodes, at))
    }

    /// A frame that begins with its value, of exactly these bytes.
    #[inline(always)]
    pub(crate) const fn whole(wire: &'a [u8], nodes: &'a [Node]) -> Self {
        Self { wire, nodes, at: 0 }
    }

    /// Its place on the tape: [`of_place`](Self::of_place) comes back to it.
    #[must_use]
    #[inline]
    pub const fn place(self) -> usize {
        self.at
    }

    /// The value at a [`place`](Self::place) of a frame that was made of the same bytes and nodes.
    ///
    /// Other places, bytes or nodes make nonsense, but do no harm.
    #[must_use]
    #[inline]
    pub const fn of_place(wire: &'a [u8], nodes: &'a [Node], place: usize) -> Self {
        // What is behind the frame is not its own.
        let wire = match nodes.last() {
            Some(last) if (last.end as usize) < wire.len() => wire.split_at(last.end as usize).0,
            _ => wire,
        };
        Self { wire, nodes, at: place }
    }

    /// The nodes of this value alone, with its attributes: together with its bytes ([`wire`](Self::wire)) they make it
    /// [again](Self::of), for whoever keeps it.
    #[must_use]
    pub fn nodes(self) -> impl ExactSizeIterator<Item = Node> + 'a {
        let range = self.with_attributes().at..self.end();
        let start = self.span().start;
        self.nodes.get(range).unwrap_or_default().iter().map(move |node| node.earlier_by(start))
    }

    /// Its type.
    #[must_use]
    #[inline]
    pub fn kind(self) -> Kind {
        match self.node().tag {
            Tag::SimpleString => Kind::SimpleString,
            Tag::SimpleError => Kind::SimpleError,
            Tag::BigNumber => Kind::BigNumber,
            Tag::BulkString | Tag::StreamedString | Tag::Chunk => Kind::BulkString,
            Tag::BulkError => Kind::BulkError,
            Tag::VerbatimString => Kind::VerbatimString,
            Tag::Double => Kind::Double,
            Tag::Integer => Kind::Integer,
            Tag::False | Tag::True => Kind::Boolean,
            Tag::Null | Tag::NullBulkString | Tag::NullArray => Kind::Null,
            Tag::Begin | Tag::BeginStreamed | Tag::End => Kind::of(self.node().aggregate),
        }
    }

    /// Whether it is a push or a reply, if it is a whole frame.
    #[must_use]
    #[inline]
    pub fn frame_kind(self) -> FrameKind {
        if self.kind() == Kind::Push { FrameKind::Push } else { FrameKind::Reply }
    }

    /// Its bytes as they came, with the attributes in front of it: what a proxy sends on.
    #[must_use]
    #[inline]
    pub fn wire(self) -> &'a [u8] {
        // Where the next frame begins must not wait for the node that has just been written to be read again.
        if self.at == 0 && self.node().begins() != Some(Aggregate::Attribute) {
            return self.wire;
        }
        self.span().of(self.wire)
    }

    /// Where its bytes are, counted from the start of the whole frame.
    #[must_use]
    #[inline]
    pub fn span(self) -> Span {
        // It starts where what is in front of it ends.
        let start = self.with_attributes().at.checked_sub(1).map_or(0, |before| self.node_at(before).end as usize);
        Span { start, end: self.end_of_wire() }
    }

    /// The bytes of a string of any type, the digits of a big number, the text of a double. `None` for everything else,
    /// and for a streamed string that came in more than one chunk: [`chunks`](Self::chunks) has those.
    #[must_use]
    #[inline]
    pub fn as_bytes(self) -> Option<&'a [u8]> {
        match self.node().tag {
            Tag::SimpleString | Tag::BigNumber | Tag::BulkString | Tag::VerbatimString | Tag::Double => {
                Some(self.text_of(self.node()))
            }
            // Itself and one chunk.
            Tag::StreamedString if self.node().low() == 2 => Some(self.text_of(self.inside().node())),
            _ => None,
        }
    }

    /// The same as UTF-8; `None` too if it is not.
    #[must_use]
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        str::from_utf8(self.as_bytes()?).ok()
    }

    /// The bytes of a text, an error too, in the pieces in which they lie on the wire: one, unless it is a streamed string.
    /// None for what is no text.
    #[must_use]
    pub fn chunks(self) -> Chunks<'a> {
        let pieces = match self.node().tag {
            Tag::StreamedString => self.inside().at..self.end(),
            tag if tag.is_text() => self.at..self.end(),
            _ => self.at..self.at,
        };
        Chunks::new(Frame { at: pieces.start, ..self }, pieces.end)
    }

    /// An integer.
    #[must_use]
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        (self.node().tag == Tag::Integer).then(|| self.node().value().cast_signed())
    }

    /// A double, correctly rounded.
    #[must_use]
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        (self.node().tag == Tag::Double).then(|| double(self.text_of(self.node())))
    }

    /// A boolean.
    #[must_use]
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match self.node().tag {
            Tag::False => Some(false),
            Tag::True => Some(true),
            _ => None,
        }
    }

    /// Whether it is a null, of any kind.
    #[must_use]
    #[inline]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Which null it is.
    #[must_use]
    #[inline]
    pub fn as_null(self) -> Option<Null> {
        match self.node().tag {
            Tag::Null => Some(Null::Resp3),
            Tag::NullBulkString => Some(Null::BulkString),
            Tag::NullArray => Some(Null::Array),
            _ => None,
        }
    }

    /// The server's error, simple or bulk. Errors inside of aggregates are elements like others, as in the answer to
    /// `EXEC`.
    #[must_use]
    #[inline]
    pub fn error(self) -> Option<ServerError<'a>> {
        match self.node().tag {
            Tag::SimpleError | Tag::BulkError => Some(ServerError::of(self.text_of(self.node()))),
            _ => None,
        }
    }

    /// The three format bytes of a verbatim string.
    #[must_use]
    pub fn format(self) -> Option<[u8; 3]> {
        if self.kind() == Kind::VerbatimString { self.format_of(self.node()) } else { None }
    }

    /// It stands in front of the text, with a colon in between.
    fn format_of(self, text: &Node) -> Option<[u8; 3]> {
        let end = text.low().checked_sub(1)? as usize;
        self.wire.get(end.checked_sub(3)?..end)?.try_into().ok()
    }

    /// How many elements an array, set or push has, and how many pairs a map; 0 for what is no aggregate.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        if self.is_aggregate() { self.node().high() as usize } else { 0 }
    }

    /// Whether it has no elements; what is no aggregate has none.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether it is an array, map, push or set.
    #[must_use]
    #[inline]
    pub fn is_aggregate(self) -> bool {
        self.node().begins().is_some()
    }

    /// The elements of an aggregate, a map's keys and values in turn: the form that a map has in RESP2. None of what is no
    /// aggregate.
    #[must_use]
    #[inline]
    pub fn elements(self) -> Elements<'a> {
        let each = match self.kind() {
            Kind::Map | Kind::Attribute => 2,
            _ => 1,
        };
        // No more than there are nodes, if somebody has made it of those of an unfinished frame.
        let left = self.len().saturating_mul(each).min(self.nodes.len());
        Elements::new(Siblings::new(self.inside(), self.last_node()), left)
    }

    /// The pairs of key and value of a map, in the order of the wire, duplicates kept; or of an array that says the same:
    /// one of keys and values in turn, as all maps are in RESP2, or one of arrays of two, as in RESP3's answer to
    /// `ZRANGE key 0 -1 WITHSCORES`. None of anything else.
    ///
    /// ```
    /// use resp_core::{FixedTape, Parser};
    /// let mut tape = FixedTape::<16>::new();
    /// for input in [&b"%1\r\n+a\r\n:1\r\n"[..], b"*2\r\n+a\r\n:1\r\n", b"*1\r\n*2\r\n+a\r\n:1\r\n"] {
    ///     let frame = tape.next_frame(&mut Parser::new(), input)?.expect("complete");
    ///     let (key, value) = frame.pairs().next().expect("a pair");
    ///     assert_eq!((key.as_str(), value.as_i64()), (Some("a"), Some(1)));
    /// }
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn pairs(self) -> Pairs<'a> {
        let elements = if self.has_pairs() { self.elements() } else { Elements::new(Siblings::new(self, self.at), 0) };
        Pairs::new(elements, self.is_of_pairs())
    }

    /// Whether [`pairs`](Self::pairs) has all that is in it.
    #[must_use]
    pub fn has_pairs(self) -> bool {
        match self.kind() {
            Kind::Map | Kind::Attribute => true,
            Kind::Array => self.len().is_multiple_of(2) || self.is_of_pairs(),
            _ => false,
        }
    }

    /// Whether it is an array of arrays of two.
    fn is_of_pairs(self) -> bool {
        let is_pair = |element: Frame<'a>| element.kind() == Kind::Array && element.len() == 2;
        self.kind() == Kind::Array && self.elements().all(is_pair)
    }

    /// The value of the first of the [`pairs`](Self::pairs) whose key is this text.
    #[must_use]
    pub fn get(self, key: impl AsRef<[u8]>) -> Option<Frame<'a>> {
        let key = key.as_ref();
        self.pairs().find(|(found, _)| found.is_text(key)).map(|(_, value)| value)
    }

    /// An element of an array, set or push by its number, from 0.
    #[must_use]
    pub fn element(self, index: usize) -> Option<Frame<'a>> {
        if self.kind() == Kind::Map { None } else { self.elements().nth(index) }
    }

    /// What stands in the attributes in front of it, in the order of the wire.
    ///
    /// ```
    /// use resp_core::{FixedTape, Parser};
    /// let mut tape = FixedTape::<16>::new();
    /// let input = b"|1\r\n+key-popularity\r\n,0.5\r\n$5\r\nvalue\r\n";
    /// let frame = tape.next_frame(&mut Parser::new(), input)?.expect("complete");
    /// let popularity = frame.attributes().find(|(key, _)| key.as_str() == Some("key-popularity"));
    /// assert_eq!(popularity.and_then(|(_, value)| value.as_f64()), Some(0.5));
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    #[must_use]
    pub fn attributes(self) -> Attributes<'a> {
        Attributes::new(self.with_attributes(), self.at)
    }

    /// The pushes inside of it, at any depth, in the order of the wire. They are out-of-band data that some servers send in
    /// the middle of a reply ([redis 8935](https://github.com/redis/redis/pull/8935)).
    #[must_use]
    pub fn pushes(self) -> Pushes<'a> {
        Pushes::new(self.with_attributes(), self.at, self.end())
    }

    /// The events that it was read from, texts whole: for an encoder, a visitor, a log.
    #[must_use]
    pub fn events(self) -> FrameEvents<'a> {
        FrameEvents::new(self.with_attributes(), self.end())
    }

    /// Hands the same events to a visitor, until it breaks: the fast way to write the frame elsewhere.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use resp_core::{Event, FixedTape, Parser};
    ///
    /// let mut tape = FixedTape::<16>::new();
    /// let frame = tape.next_frame(&mut Parser::new(), b"*2\r\n:40\r\n:2\r\n")?.expect("complete");
    /// let mut sum = 0;
    /// let _ = frame.visit(&mut |event: Event<&[u8]>| {
    ///     sum += if let Event::Integer(value) = event { value } else { 0 };
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(sum, 42);
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    pub fn visit<V: Visitor<'a> + ?Sized>(self, visitor: &mut V) -> ControlFlow<()> {
        let mut value = Self { at: self.with_attributes().at, ..self };
        let end = self.end();
        while value.at < end {
            value.visit_node(visitor)?;
            value.at = if value.node().tag == Tag::StreamedString { value.behind() } else { value.inside().at };
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_node<V: Visitor<'a> + ?Sized>(self, visitor: &mut V) -> ControlFlow<()> {
        let node = self.node();
        let text = self.text_of(node);
        match node.tag {
            Tag::SimpleString => visitor.simple_string(Part::Whole, text),
            Tag::SimpleError => visitor.simple_error(Part::Whole, text),
            Tag::BigNumber => visitor.big_number(Part::Whole, text),
            Tag::BulkString | Tag::Chunk => visitor.bulk_string(Part::Whole, text),
            Tag::BulkError => visitor.bulk_error(Part::Whole, text),
            Tag::VerbatimString => visitor.verbatim_string(self.format_of(node).unwrap_or_default(), Part::Whole, text),
            Tag::Double => visitor.double(text),
            Tag::StreamedString => self.visit_chunks(visitor),
            Tag::Integer => visitor.integer(node.value().cast_signed()),
            Tag::False => visitor.boolean(false),
            Tag::True => visitor.boolean(true),
            Tag::Null => visitor.null(Null::Resp3),
            Tag::NullBulkString => visitor.null(Null::BulkString),
            Tag::NullArray => visitor.null(Null::Array),
            Tag::Begin => visitor.begin(node.aggregate, Some(u64::from(node.high()))),
            Tag::BeginStreamed => visitor.begin(node.aggregate, None),
            Tag::End => visitor.end(node.aggregate),
        }
    }

    #[cold]
    fn visit_chunks<V: Visitor<'a> + ?Sized>(self, visitor: &mut V) -> ControlFlow<()> {
        visitor.text_begin(None)?;
        let mut part = Part::First;
        for chunk in self.chunks() {
            visitor.bulk_string(part, chunk)?;
            part = Part::Middle;
        }
        visitor.bulk_string(Part::Last, &[])
    }

    /// Whether `other` is this value, or lies in it.
    pub(crate) fn holds(self, other: Frame<'_>) -> bool {
        (self.at..self.end()).contains(&other.at)
    }

    /// What it is and says, as much of it as fits into a message: `a bulk string "hello"`.
    ///
    /// ```
    /// use resp_core::{FixedTape, Parser};
    /// let mut tape = FixedTape::<16>::new();
    /// let frame = tape.next_frame(&mut Parser::new(), b"*2\r\n:1\r\n:2\r\n")?.expect("complete");
    /// assert_eq!(frame.summary().to_string(), "an array of 2");
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    #[must_use]
    pub fn summary(self) -> impl fmt::Display + 'a {
        Summary(self)
    }

    fn write_excerpt(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        if self.is_aggregate() {
            return write!(f, " of {}", self.len());
        }
        if let Some(value) = self.as_i64() {
            return write!(f, " {value}");
        }
        if let Some(value) = self.as_bool() {
            return write!(f, " {value}");
        }
        let Some(text) = self.chunks().next() else { return Ok(()) };
        let excerpt = text.get(..LONGEST).unwrap_or(text);
        write!(f, " \"{}\"", excerpt.escape_ascii())?;
        if excerpt.len() < text.len() { f.write_str("...") } else { Ok(()) }
    }

    /// Whether it is a text, and this one.
    fn is_text(self, text: &[u8]) -> bool {
        if let Some(bytes) = self.as_bytes() {
            return bytes == text;
        }
        if self.node().tag != Tag::StreamedString {
            return false;
        }
        let mut rest = text;
        self.chunks().all(|chunk| rest.strip_prefix(chunk).map(|behind| rest = behind).is_some()) && rest.is_empty()
    }

    /// The first of the attributes in front of it, or itself.
    #[inline]
    fn with_attributes(self) -> Self {
        let mut first = self;
        // An attribute ends where what it belongs to begins, and its end knows where it began.
        while let Some(before) = first.at.checked_sub(1)
            && let end = self.node_at(before)
            && end.tag == Tag::End
            && end.aggregate == Aggregate::Attribute
        {
            first.at = before.saturating_sub(end.low() as usize);
        }
        first
    }

    /// What stands behind its first node.
    #[inline(always)]
    pub(crate) fn inside(self) -> Self {
        Self { at: self.at.saturating_add(1), ..self }
    }

    /// The node behind all of it.
    #[inline(always)]
    pub(crate) fn behind(self) -> usize {
        self.at.saturating_add(self.node().skip())
    }

    /// The same, or where the nodes end: an aggregate that is still open does not know how many are to come.
    #[inline(always)]
    pub(crate) fn end(self) -> usize {
        self.behind().min(self.nodes.len())
    }

    /// Of an aggregate, its end.
    #[inline(always)]
    fn last_node(self) -> usize {
        self.end().saturating_sub(1)
    }

    #[inline]
    fn end_of_wire(self) -> usize {
        let node = self.node();
        let last = if node.has_inside() { self.node_at(self.last_node()) } else { node };
        last.end as usize
    }

    #[inline(always)]
    pub(crate) fn node(self) -> &'a Node {
        self.node_at(self.at)
    }

    /// By reference: of a node that has just been written, field by field, a copy would have to wait.
    #[inline(always)]
    fn node_at(self, index: usize) -> &'a Node {
        // Nodes of no tape have no meaning, so any will do.
        const ANY: Node = Node::new(Tag::Null, 0);
        self.nodes.get(index).unwrap_or(&ANY)
    }

    #[inline(always)]
    pub(crate) fn text_of(self, node: &Node) -> &'a [u8] {
        let start = node.low() as usize;
        Span { start, end: start.saturating_add(node.high() as usize) }.of(self.wire)
    }
}

/// See [`Frame::summary`].
struct Summary<'a>(Frame<'a>);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.kind().name())?;
        self.0.write_excerpt(f)
    }
}

/// Equal if the same types say the same, down to the kinds of null, what is streamed and its chunks, attributes and pushes:
/// as if both were written in one way.
impl PartialEq for Frame<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.contents().eq(other.contents())
    }
}

impl Eq for Frame<'_> {}

impl Hash for Frame<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.contents().for_each(|contents| contents.hash(state));
    }
}

impl<'a> Frame<'a> {
    /// What each node says, wherever it stands. How many elements an aggregate has, those between its borders say.
    fn contents(self) -> impl Iterator<Item = (Tag, Aggregate, u64, &'a [u8])> {
        let range = self.with_attributes().at..self.end();
        self.nodes.get(range).unwrap_or_default().iter().map(move |node| {
            let (number, text) = match node.tag {
                Tag::Integer => (node.value(), &[][..]),
                Tag::VerbatimString => (self.format_of(node).map_or(0, number_of), self.text_of(node)),
                tag if tag.is_text() => (0, self.text_of(node)),
                _ => (0, &[][..]),
            };
            (node.tag, node.aggregate, number, text)
        })
    }
}

fn number_of([a, b, c]: [u8; 3]) -> u64 {
    u64::from(u32::from_le_bytes([a, b, c, 0]))
}

/// In the notation of [`Event`], an event after the other.
impl fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.events().map(Shown)).finish()
    }
}

/// `Debug` as `Display`.
struct Shown<'a>(Event<&'a [u8]>);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

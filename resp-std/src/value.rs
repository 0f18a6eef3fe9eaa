//! Frames that own their bytes: [`Value`].

use core::fmt;
use core::hash::{Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;
use resp_core::{Frame, FromFrame, Kind, Node, Options, Parser, Tape};

use crate::Error;

/// A frame, or any value in one, that stays: its bytes as they came, and where in them everything is.
///
/// It is two blocks of memory, however much is in it: the bytes, and 16 for each event. Both are shared by all clones, by
/// the values that are [cut out](Self::slice) of it, and by the texts that are taken from it as [`Bytes`](https://docs.rs/bytes/latest/bytes/struct.Bytes.html). Nothing about
/// it is recursive, so no depth is a danger to it.
///
/// Whatever can be asked of a [`Frame`] can be asked of the [`frame`](Self::frame) of a value.
///
/// ```
/// use resp_std::{Reader, Value};
///
/// let mut reader = Reader::new(&b"%2\r\n+name\r\n$5\r\nhello\r\n+id\r\n:7\r\n"[..]);
/// let value: Value = reader.read_value()?.expect("a frame");
/// assert_eq!(value.frame().get("id").and_then(|id| id.as_i64()), Some(7));
/// let name = value.frame().get("name").expect("a name");
/// assert_eq!(value.bytes(name).as_deref(), Some(&b"hello"[..]));
/// # Ok::<(), resp_std::Error>(())
/// ```
#[derive(Clone)]
pub struct Value {
    /// The whole frame that it is of.
    wire: Bytes,
    nodes: Arc<[Node]>,
    place: usize,
}

impl Value {
    /// Splits the first frame off the front of `input`, whose memory it shares. `None`: it is not complete.
    ///
    /// It takes up to 128 levels, and looks at an incomplete frame from its start each time: for bytes that come in pieces
    /// there are [`Reader`](crate::Reader) and [`Decoder`](crate::Decoder).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use resp_std::Value;
    ///
    /// let mut input = Bytes::from_static(b"*2\r\n:1\r\n+two\r\n:3");
    /// let value = Value::parse(&mut input)?.expect("a whole frame");
    /// assert_eq!(value.to::<(i64, String)>()?, (1, "two".into()));
    /// assert_eq!((Value::parse(&mut input)?, &input[..]), (None, &b":3"[..]));
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Protocol`] if it is not RESP.
    pub fn parse(input: &mut Bytes) -> Result<Option<Self>, Error> {
        let mut parser = Parser::<128>::with_depth(Options::new());
        let mut tape = Tape::with_storage(Vec::new());
        if !tape.advance(&mut parser, input)? {
            return Ok(None);
        }
        let len = usize::try_from(parser.offset()).unwrap_or(usize::MAX).min(input.len());
        Ok(Some(Self::new(input.split_to(len), tape.nodes())))
    }

    /// The frame of these bytes and nodes, which a tape has written.
    pub(crate) fn new(wire: Bytes, nodes: &[Node]) -> Self {
        let place = Frame::of(&wire, nodes).map_or(0, Frame::place);
        Self { wire, nodes: nodes.into(), place }
    }

    /// To look into it.
    #[must_use]
    #[inline]
    pub fn frame(&self) -> Frame<'_> {
        Frame::of_place(&self.wire, &self.nodes, self.place)
    }

    /// Its type.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> Kind {
        self.frame().kind()
    }

    /// The value as a Rust value that owns what it needs: see [`FromFrame`]. What borrows is made by
    /// [`Frame::to`].
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] if it is something else.
    pub fn to<T: for<'a> FromFrame<'a>>(&self) -> Result<T, Error> {
        Ok(self.frame().to()?)
    }

    /// Its bytes on the wire, with its attributes: what a proxy sends on. They share its memory.
    #[must_use]
    pub fn wire(&self) -> Bytes {
        let span = self.frame().span();
        let end = span.end.min(self.wire.len());
        self.wire.slice(span.start.min(end)..end)
    }

    /// A value inside of this one, such as an element, which shares its memory. `inside` is a [`frame`](Self::frame) of
    /// this value or was reached from one; any other makes nonsense, but does no harm.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use resp_std::Value;
    ///
    /// let pair = Value::parse(&mut Bytes::from_static(b"*2\r\n+a\r\n*1\r\n:1\r\n"))?.expect("a whole frame");
    /// let second = pair.frame().element(1).map(|element| pair.slice(element)).expect("a second element");
    /// drop(pair);
    /// assert_eq!(second.to::<Vec<i64>>()?, [1]);
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    #[must_use]
    pub fn slice(&self, inside: Frame<'_>) -> Self {
        Self { wire: self.wire.clone(), nodes: Arc::clone(&self.nodes), place: inside.place() }
    }

    /// The bytes of a string of any type inside of this value, of a big number or a double's text: shared, or put together
    /// if it was streamed in more than one chunk. `None` for anything else.
    #[must_use]
    pub fn bytes(&self, inside: Frame<'_>) -> Option<Bytes> {
        match self.slice(inside).frame().as_bytes() {
            Some(bytes) => Some(self.wire.slice_ref(bytes)),
            None => inside.to_vec().ok().map(Bytes::from),
        }
    }
}

/// A copy of it alone.
impl From<Frame<'_>> for Value {
    fn from(frame: Frame<'_>) -> Self {
        let nodes: Arc<[Node]> = frame.nodes().collect();
        let wire = Bytes::copy_from_slice(frame.wire());
        let place = Frame::of(&wire, &nodes).map_or(0, Frame::place);
        Self { wire, nodes, place }
    }
}

/// As their [frames](Frame) are.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.frame() == other.frame()
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frame().hash(state);
    }
}

/// In the notation of [`Event`](resp_core::Event), an event after the other.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.frame().fmt(f)
    }
}

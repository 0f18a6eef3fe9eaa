//! Replies and whole streams: [`Encoder`].

use core::fmt;

use arrayvec::ArrayVec;

use super::digits::Digits;
use super::error::EncodeError;
use super::line::{Line, has_line_end};
use super::node;
use super::number::Double;
use super::write::Write;
use crate::event::{Aggregate, Null};
use crate::level::Level;
use crate::request::RequestError;

/// The largest count: twice as many elements still fit into a level.
const MAX_COUNT: u64 = (1 << 55) - 1;

/// Writes RESP, piece by piece, and lets nothing pass that is none: whatever has been written, a reader that has read it
/// waits for more or stands between two frames.
///
/// A value is one call. An aggregate is [`begin`](Self::begin), its elements, and [`end`](Self::end); so is a text that
/// comes in parts. An attribute stands in front of the value that it belongs to. What is *streamed* has no length or
/// count in front.
///
/// ```
/// use resp_core::{Aggregate, Encoder, Line, Null, Protocol};
///
/// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp3);
/// encoder.begin(Aggregate::Map, Some(2))?;
/// encoder.simple_string(Line::new(b"proto").unwrap())?;
/// encoder.integer(3)?;
/// encoder.bulk_string(b"role")?;
/// encoder.null(Null::Resp3)?;
/// encoder.end()?;
/// encoder.finish()?;
/// assert_eq!(encoder.into_inner(), b"%2\r\n+proto\r\n:3\r\n$4\r\nrole\r\n_\r\n");
/// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
/// ```
///
/// # Errors
///
/// Every call either writes its piece and remembers it, or does neither and says why with an [`EncodeError`]. So after
/// [`Full`](crate::Full) one can take what is in the sink ([`get_mut`](Self::get_mut)) and make the same call again. A
/// text that does not fit at all goes out in parts.
///
/// # RESP2
///
/// With [`Protocol::Resp2`] each piece is written as Redis writes it to a client that has not said `HELLO 3`, so that a
/// server says everything once, in RESP3:
///
/// | RESP3 | in RESP2 |
/// |---|---|
/// | map of *n* pairs | array of 2*n* |
/// | set, push | array |
/// | boolean | integer 1 or 0 |
/// | double, big number | bulk string |
/// | verbatim string | bulk string, without the format |
/// | bulk error | simple error, each CR and LF as a blank |
/// | null | null bulk string; [`Null::Array`] a null array |
/// | attribute | nothing, with all that is in it |
/// | push inside a frame | [`NestedPush`](EncodeError::NestedPush) |
/// | streamed string or aggregate | [`NeedsLength`](EncodeError::NeedsLength) |
///
/// ```
/// use resp_core::{Aggregate, Encoder, Protocol};
///
/// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp2);
/// encoder.begin(Aggregate::Map, Some(1))?;
/// encoder.bulk_string(b"pi")?;
/// encoder.double(3.141)?;
/// encoder.end()?;
/// assert_eq!(encoder.into_inner(), b"*2\r\n$2\r\npi\r\n$5\r\n3.141\r\n");
/// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
/// ```
///
/// # Memory
///
/// Eight bytes for each of `DEPTH` levels, in place, and none that depend on what is written. Attributes and pushes take
/// a level too.
pub struct Encoder<W, const DEPTH: usize = 32> {
    out: W,
    protocol: Protocol,
    /// The innermost open aggregate, or the frame.
    top: Level,
    /// The levels around it.
    outer: ArrayVec<Level, DEPTH>,
    text: Option<Open>,
    /// The depth of the outermost attribute that RESP2 leaves out; 0: there is none.
    left_out: usize,
}

/// A version of the protocol, as `HELLO` negotiates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// What every connection starts with.
    Resp2,
    /// After `HELLO 3`.
    Resp3,
}

/// The types of text, for one that is written in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    /// `+`
    SimpleString,
    /// `-`
    SimpleError,
    /// `(`. The parts are not held to be digits, since servers pass on anything; but CR and LF are refused.
    BigNumber,
    /// `$`
    BulkString,
    /// `!`
    BulkError,
    /// `=`, with its format.
    VerbatimString([u8; 3]),
}

/// A text in parts.
#[derive(Clone, Copy, Debug)]
struct Open {
    form: Form,
    /// How many bytes it is still to get, if that is known.
    left: Option<u64>,
}

/// What stands in front of a text's first part; a verbatim string's longest length and its format are 27 bytes.
type Head = ArrayVec<u8, 27>;

/// How the parts of a text are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As they are, without CR and LF.
    Line,
    /// With a blank for each CR and LF.
    Blanked,
    /// As they are.
    Bytes,
    /// Each behind its length.
    Chunks,
}

type Encoded<W> = Result<(), EncodeError<<W as Write>::Error>>;

impl<W: Write> Encoder<W> {
    /// An encoder of 32 levels, between frames.
    #[must_use]
    pub const fn new(out: W, protocol: Protocol) -> Self {
        Self::with_depth(out, protocol)
    }
}

impl<W: Write, const DEPTH: usize> Encoder<W, DEPTH> {
    /// An encoder of `DEPTH` levels, between frames.
    #[must_use]
    pub const fn with_depth(out: W, protocol: Protocol) -> Self {
        Self { out, protocol, top: Level::FRAME, outer: ArrayVec::new_const(), text: None, left_out: 0 }
    }

    /// `+`
    ///
    /// # Errors
    ///
    /// Where no value may stand: [`TooManyElements`](EncodeError::TooManyElements),
    /// [`MisplacedPart`](EncodeError::MisplacedPart). And the sink's. So it is with every value.
    #[inline]
    pub fn simple_string(&mut self, line: Line<'_>) -> Encoded<W> {
        self.value(|out| node::line(out, b'+', line))
    }

    /// `-`; by convention the first word is a code, in capitals.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    #[inline]
    pub fn simple_error(&mut self, line: Line<'_>) -> Encoded<W> {
        self.value(|out| node::line(out, b'-', line))
    }

    /// `(`
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn big_number(&mut self, digits: Digits<'_>) -> Encoded<W> {
        self.number(b'(', digits.0)
    }

    /// `$`
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    #[inline]
    pub fn bulk_string(&mut self, data: &[u8]) -> Encoded<W> {
        self.value(|out| node::sized(out, b'$', data))
    }

    /// `!`: an error that may hold CR and LF.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn bulk_error(&mut self, data: &[u8]) -> Encoded<W> {
        match self.protocol {
            Protocol::Resp2 => self.simple_error(Line::blanked(data)),
            Protocol::Resp3 => self.value(|out| node::sized(out, b'!', data)),
        }
    }

    /// `=`: `format` is three bytes such as `txt` or `mkd`.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn verbatim_string(&mut self, format: [u8; 3], data: &[u8]) -> Encoded<W> {
        match self.protocol {
            Protocol::Resp2 => self.bulk_string(data),
            Protocol::Resp3 => self.value(|out| node::verbatim(out, format, data)),
        }
    }

    /// `:`
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    #[inline]
    pub fn integer(&mut self, value: i64) -> Encoded<W> {
        self.value(|out| node::integer(out, value))
    }

    /// `,`, in the shortest spelling that is read back as the same value: `3`, `0.1`, `1e+100`, `-0`, `inf`, `-inf`, and
    /// `nan` for every NaN.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn double(&mut self, value: f64) -> Encoded<W> {
        self.number(b',', Double::new().format(value))
    }

    /// `#`
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    #[inline]
    pub fn boolean(&mut self, value: bool) -> Encoded<W> {
        let node = match (self.protocol, value) {
            (Protocol::Resp2, true) => b":1\r\n",
            (Protocol::Resp2, false) => b":0\r\n",
            (Protocol::Resp3, true) => b"#t\r\n",
            (Protocol::Resp3, false) => b"#f\r\n",
        };
        self.value(|out| out.write(node))
    }

    /// `_`, `$-1` or `*-1`. RESP3 has only the first; the others are for those who pass on what they received.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    #[inline]
    pub fn null(&mut self, null: Null) -> Encoded<W> {
        let node: &[u8] = match (self.protocol, null) {
            (Protocol::Resp3, Null::Resp3) => b"_\r\n",
            (_, Null::Resp3 | Null::BulkString) => b"$-1\r\n",
            (_, Null::Array) => b"*-1\r\n",
        };
        self.value(|out| out.write(node))
    }

    /// An integer as a bulk string, as the arguments of commands are.
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn bulk_integer(&mut self, value: i64) -> Encoded<W> {
        self.bulk_string(itoa::Buffer::new().format(value).as_bytes())
    }

    /// A double as a bulk string, spelled as by [`double`](Self::double).
    ///
    /// # Errors
    ///
    /// As [`simple_string`](Self::simple_string).
    pub fn bulk_double(&mut self, value: f64) -> Encoded<W> {
        self.bulk_string(Double::new().format(value))
    }

    /// The header of an aggregate; `count` in pairs for maps and attributes, `None` to stream it.
    ///
    /// A push inside a frame is not counted by the aggregate that it stands in.
    ///
    /// # Errors
    ///
    /// As for a value; and [`TooDeep`](EncodeError::TooDeep), [`TooLarge`](EncodeError::TooLarge),
    /// [`NeedsLength`](EncodeError::NeedsLength), [`NestedPush`](EncodeError::NestedPush),
    /// [`EmptyPush`](EncodeError::EmptyPush).
    pub fn begin(&mut self, kind: Aggregate, count: Option<u64>) -> Encoded<W> {
        self.expect_value()?;
        if self.outer.is_full() {
            return Err(EncodeError::TooDeep);
        }
        self.check_kind(kind, count)?;
        let elements = elements(kind, count)?;
        if kind == Aggregate::Attribute && self.spoken() == Protocol::Resp2 {
            self.left_out = self.outer.len().saturating_add(1);
        } else {
            self.write_header(kind, count, elements)?;
        }
        let is_counted = match kind {
            Aggregate::Attribute => false,
            Aggregate::Push => self.top.is_frame(),
            Aggregate::Array | Aggregate::Map | Aggregate::Set => true,
        };
        let inner = self.top.inner(kind, elements);
        if is_counted {
            self.top.set_attributed(false);
            self.top.take();
        }
        let _ = self.outer.try_push(self.top); // is not full
        self.top = inner;
        Ok(())
    }

    /// The end of what was begun last: an aggregate, or a text in parts. An aggregate with a count has it too, though
    /// nothing is written for that.
    ///
    /// # Errors
    ///
    /// [`NothingOpen`](EncodeError::NothingOpen), [`TooFewElements`](EncodeError::TooFewElements),
    /// [`OddMap`](EncodeError::OddMap), [`DanglingAttribute`](EncodeError::DanglingAttribute),
    /// [`TextTooShort`](EncodeError::TextTooShort). And the sink's.
    pub fn end(&mut self) -> Encoded<W> {
        if let Some(text) = self.text {
            return self.end_text(text, b"");
        }
        self.check_end()?;
        if self.top.is_streamed() {
            self.write(|out| out.write(b".\r\n"))?;
        }
        let depth = self.outer.len();
        let Some(around) = self.outer.pop() else { return Err(EncodeError::NothingOpen) };
        let kind = self.top.kind();
        self.top = around;
        match kind {
            Aggregate::Attribute => self.top.set_attributed(true),
            _ if self.top.is_frame() => self.top = Level::FRAME,
            // Attributes in front of it were its own.
            Aggregate::Push => self.top.set_attributed(false),
            Aggregate::Array | Aggregate::Map | Aggregate::Set => {}
        }
        if depth == self.left_out {
            self.left_out = 0;
        }
        Ok(())
    }

    /// The header of a text that comes in parts: [`part`](Self::part)s and [`end`](Self::end) follow, and nothing else.
    /// `len` is the sum of the parts in bytes, without a verbatim string's format. Without it a bulk string is streamed,
    /// and a line may have any length.
    ///
    /// ```
    /// use resp_core::{Encoder, Protocol, Text};
    ///
    /// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp3);
    /// for len in [Some(4), None] {
    ///     encoder.begin_text(Text::BulkString, len)?;
    ///     encoder.part(b"RE")?;
    ///     encoder.part(b"SP")?;
    ///     encoder.end()?;
    /// }
    /// assert_eq!(encoder.into_inner(), b"$4\r\nRESP\r\n$?\r\n;2\r\nRE\r\n;2\r\nSP\r\n;0\r\n");
    /// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for a value; and [`NeedsLength`](EncodeError::NeedsLength), [`TooLarge`](EncodeError::TooLarge).
    pub fn begin_text(&mut self, text: Text, len: Option<u64>) -> Encoded<W> {
        self.expect_value()?;
        let (head, form) = self.head(text, len)?;
        self.write(|out| out.write(&head))?;
        self.text = Some(Open { form, left: len });
        Ok(())
    }

    /// More of a text in parts; of no bytes, nothing.
    ///
    /// # Errors
    ///
    /// [`MisplacedPart`](EncodeError::MisplacedPart), [`TextTooLong`](EncodeError::TextTooLong),
    /// [`CrLfInLine`](EncodeError::CrLfInLine). And the sink's.
    pub fn part(&mut self, data: &[u8]) -> Encoded<W> {
        let text = self.open_text()?.and(data)?;
        self.write(|out| text.form.write(out, data))?;
        self.text = Some(text);
        Ok(())
    }

    /// Between frames: the stream may end here, and the protocol may change.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.top == Level::FRAME && self.text.is_none()
    }

    /// How many aggregates are open.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.outer.len()
    }

    /// What Redis answers to a request that breaks the protocol, before it hangs up: [`RequestError::reply`].
    ///
    /// # Errors
    ///
    /// As for [`simple_error`](Self::simple_error).
    pub fn request_error(&mut self, error: &RequestError) -> Encoded<W> {
        match error.reply().strip_prefix(b"-").and_then(|line| line.strip_suffix(b"\r\n")) {
            Some(text) => self.simple_error(Line::blanked(text)),
            None => Ok(()),
        }
    }

    /// That the stream may end here.
    ///
    /// # Errors
    ///
    /// [`DanglingAttribute`](EncodeError::DanglingAttribute), [`MidFrame`](EncodeError::MidFrame).
    pub fn finish(&self) -> Encoded<W> {
        if self.is_idle() {
            Ok(())
        } else if self.outer.is_empty() && self.text.is_none() {
            Err(EncodeError::DanglingAttribute)
        } else {
            Err(EncodeError::MidFrame)
        }
    }

    /// The version that is written.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Goes on in another version, as after `HELLO`, whose answer is in the new one.
    ///
    /// # Errors
    ///
    /// [`MidFrame`](EncodeError::MidFrame)
    pub fn set_protocol(&mut self, protocol: Protocol) -> Encoded<W> {
        if !self.is_idle() {
            return Err(EncodeError::MidFrame);
        }
        self.protocol = protocol;
        Ok(())
    }

    /// The sink.
    #[must_use]
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// The sink, to take what is in it. What is added to it by others goes unseen.
    #[must_use]
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// The sink, for good.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }

    /// A value in one piece, where one may stand.
    #[inline]
    fn value(&mut self, write: impl FnOnce(&mut W) -> Result<(), W::Error>) -> Encoded<W> {
        self.expect_value()?;
        self.write(write)?;
        self.take_value();
        Ok(())
    }

    /// [`begin_text`](Self::begin_text) and [`part`](Self::part), or neither.
    pub(crate) fn first_part(&mut self, text: Text, len: Option<u64>, data: &[u8]) -> Encoded<W> {
        self.expect_value()?;
        let (head, form) = self.head(text, len)?;
        let text = Open { form, left: len }.and(data)?;
        self.write(|out| {
            out.reserve(head.len().saturating_add(form.len(data)))?;
            out.write(&head)?;
            form.write(out, data)
        })?;
        self.text = Some(text);
        Ok(())
    }

    /// [`part`](Self::part) and [`end`](Self::end), or neither.
    pub(crate) fn last_part(&mut self, data: &[u8]) -> Encoded<W> {
        let text = self.open_text()?.and(data)?;
        self.end_text(text, data)
    }

    /// A double or big number, of which the text is known to be a line.
    pub(crate) fn number(&mut self, kind: u8, text: &[u8]) -> Encoded<W> {
        match self.protocol {
            Protocol::Resp2 => self.bulk_string(text),
            Protocol::Resp3 => self.value(|out| node::scalar(out, kind, text)),
        }
    }

    #[inline]
    fn expect_value(&self) -> Encoded<W> {
        if self.text.is_some() {
            return Err(EncodeError::MisplacedPart);
        }
        if self.top.is_done() { Err(EncodeError::TooManyElements) } else { Ok(()) }
    }

    /// A value is complete, with the attributes in front of it.
    #[inline]
    fn take_value(&mut self) {
        if self.top.is_frame() {
            self.top = Level::FRAME;
        } else {
            self.top.set_attributed(false);
            self.top.take();
        }
    }

    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut W) -> Result<(), W::Error>) -> Encoded<W> {
        if self.left_out == 0 { write(&mut self.out).map_err(EncodeError::Write) } else { Ok(()) }
    }

    /// By which rules. What is left out of RESP2 need not be possible in it.
    const fn spoken(&self) -> Protocol {
        if self.left_out == 0 { self.protocol } else { Protocol::Resp3 }
    }

    /// Whether such an aggregate may stand here.
    fn check_kind(&self, kind: Aggregate, count: Option<u64>) -> Encoded<W> {
        let is_resp2 = self.spoken() == Protocol::Resp2;
        let is_push = kind == Aggregate::Push;
        let streams = matches!(kind, Aggregate::Array | Aggregate::Map | Aggregate::Set) && !is_resp2;
        match count {
            _ if is_push && (self.top.is_in_push() || is_resp2 && !self.top.is_frame()) => Err(EncodeError::NestedPush),
            None if !streams => Err(EncodeError::NeedsLength),
            Some(0) if is_push => Err(EncodeError::EmptyPush),
            Some(count) if count > MAX_COUNT => Err(EncodeError::TooLarge),
            _ => Ok(()),
        }
    }

    fn write_header(&mut self, kind: Aggregate, count: Option<u64>, elements: Option<u64>) -> Encoded<W> {
        let (byte, count) = match (self.protocol, kind) {
            (Protocol::Resp2, _) => (b'*', elements),
            (Protocol::Resp3, Aggregate::Array) => (b'*', count),
            (Protocol::Resp3, Aggregate::Attribute) => (b'|', count),
            (Protocol::Resp3, Aggregate::Map) => (b'%', count),
            (Protocol::Resp3, Aggregate::Push) => (b'>', count),
            (Protocol::Resp3, Aggregate::Set) => (b'~', count),
        };
        self.write(|out| match count {
            Some(count) => node::header(out, byte, count),
            None => out.write(&[byte, b'?', b'\r', b'\n']),
        })
    }

    /// Whether the innermost aggregate may end here.
    fn check_end(&self) -> Encoded<W> {
        match self.top {
            _ if self.outer.is_empty() => Err(EncodeError::NothingOpen),
            top if top.is_attributed() => Err(EncodeError::DanglingAttribute),
            top if top.is_done() => Ok(()),
            top if top.is_half_pair() => Err(EncodeError::OddMap),
            top if top.is_streamed() => Ok(()),
            _ => Err(EncodeError::TooFewElements),
        }
    }

    /// What stands in front of the first part of a text, and how its parts are written.
    fn head(&self, text: Text, len: Option<u64>) -> Result<(Head, Form), EncodeError<W::Error>> {
        let mut head = Head::new();
        let (form, _) = match (self.spoken(), text, len) {
            (_, Text::SimpleString, _) => (Form::Line, head.write(b"+")),
            (_, Text::SimpleError, _) => (Form::Line, head.write(b"-")),
            (Protocol::Resp3, Text::BigNumber, _) => (Form::Line, head.write(b"(")),
            (Protocol::Resp2, Text::BulkError, _) => (Form::Blanked, head.write(b"-")),
            (Protocol::Resp3, Text::BulkString, None) => (Form::Chunks, head.write(b"$?\r\n")),
            (_, _, None) => return Err(EncodeError::NeedsLength),
            (Protocol::Resp3, Text::BulkError, Some(len)) => (Form::Bytes, node::header(&mut head, b'!', len)),
            (Protocol::Resp3, Text::VerbatimString(format), Some(len)) => {
                let len = len.checked_add(4).ok_or(EncodeError::TooLarge)?;
                (Form::Bytes, node::verbatim_header(&mut head, format, len))
            }
            (_, _, Some(len)) => (Form::Bytes, node::header(&mut head, b'$', len)),
        };
        Ok((head, form))
    }

    /// The aggregate that could end here, were it full; between the parts of a text there is none.
    pub(crate) fn innermost(&self) -> Option<Aggregate> {
        if self.outer.is_empty() || self.text.is_some() { None } else { Some(self.top.kind()) }
    }

    fn open_text(&self) -> Result<Open, EncodeError<W::Error>> {
        self.text.ok_or(EncodeError::MisplacedPart)
    }

    /// `data`: the last part.
    fn end_text(&mut self, text: Open, data: &[u8]) -> Encoded<W> {
        if text.left.is_some_and(|left| left > 0) {
            return Err(EncodeError::TextTooShort);
        }
        let end: &[u8] = if text.form == Form::Chunks { b";0\r\n" } else { b"\r\n" };
        self.write(|out| {
            out.reserve(text.form.len(data).saturating_add(end.len()))?;
            text.form.write(out, data)?;
            out.write(end)
        })?;
        self.text = None;
        self.take_value();
        Ok(())
    }
}

impl Open {
    /// The text with `data` added to it.
    fn and<E>(self, data: &[u8]) -> Result<Self, EncodeError<E>> {
        let left = match self.left {
            Some(left) => Some(left.checked_sub(data.len() as u64).ok_or(EncodeError::TextTooLong)?),
            None => None,
        };
        if self.form == Form::Line && has_line_end(data) {
            return Err(EncodeError::CrLfInLine);
        }
        Ok(Self { left, ..self })
    }
}

impl Form {
    fn write<W: Write>(self, out: &mut W, data: &[u8]) -> Result<(), W::Error> {
        match self {
            Self::Line | Self::Bytes => out.write(data),
            Self::Blanked => node::blanked(out, data),
            // An empty chunk would end the string.
            Self::Chunks if data.is_empty() => Ok(()),
            Self::Chunks => node::sized(out, b';', data),
        }
    }

    /// How many bytes `write` writes.
    const fn len(self, data: &[u8]) -> usize {
        match self {
            Self::Line | Self::Bytes | Self::Blanked => data.len(),
            Self::Chunks if data.is_empty() => 0,
            Self::Chunks => node::sized_len(data.len()),
        }
    }
}

/// What is in an aggregate of this count, pairs as two.
const fn elements<E>(kind: Aggregate, count: Option<u64>) -> Result<Option<u64>, EncodeError<E>> {
    match (kind, count) {
        (Aggregate::Map | Aggregate::Attribute, Some(count)) => match count.checked_mul(2) {
            Some(elements) => Ok(Some(elements)),
            None => Err(EncodeError::TooLarge),
        },
        _ => Ok(count),
    }
}

// What has been written is of the stream, which nobody wants in a log.
impl<W, const DEPTH: usize> fmt::Debug for Encoder<W, DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("protocol", &self.protocol)
            .field("depth", &self.outer.len())
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

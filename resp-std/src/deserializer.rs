//! From frames to whatever serde knows: [`Deserializer`].

use core::str;
use std::io::Read;

use resp_core::{Frame, FromFrame, Kind};
use serde::de::{self, Deserialize, DeserializeOwned, Error as _, IntoDeserializer, Unexpected, Visitor};

use crate::access::{ElementAccess, NamedVariant, PairAccess};
use crate::{DeserializeError, Error, Reader, Value};

/// How many values may be in each other that are made of one frame.
const MAX_DEPTH: u32 = 128;

/// Makes a value of a frame, from which it may borrow: see [`Deserializer`].
///
/// Needs the feature `serde`.
///
/// ```
/// use resp_core::{FixedTape, Parser};
/// use serde::Deserialize;
///
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct User<'a> {
///     name: &'a str,
///     age: u8,
///     email: Option<&'a str>,
/// }
///
/// // `HGETALL` in RESP2, and the same as RESP3 has it.
/// for wire in [&b"*4\r\n$4\r\nname\r\n$3\r\nAda\r\n$3\r\nage\r\n$2\r\n36\r\n"[..], b"%2\r\n+name\r\n+Ada\r\n+age\r\n:36\r\n"] {
///     let mut tape = FixedTape::<16>::new();
///     let frame = tape.next_frame(&mut Parser::new(), wire)?.expect("complete");
///     let user: User<'_> = resp_std::from_frame(frame)?;
///     assert_eq!(user, User { name: "Ada", age: 36, email: None });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`DeserializeError`], which says where the frame is not what was wanted. What a server calls an error is that too: to
/// tell it from others, and to know its code, look at [`Frame::error`] first.
pub fn from_frame<'de, T: Deserialize<'de>>(frame: Frame<'de>) -> Result<T, DeserializeError> {
    T::deserialize(Deserializer::new(frame))
}

/// Makes a value of another, from which it may borrow: see [`Deserializer`].
///
/// Needs the feature `serde`.
///
/// # Errors
///
/// [`DeserializeError`], which says where it is not what was wanted.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, DeserializeError> {
    from_frame(value.frame())
}

impl<R: Read, const DEPTH: usize> Reader<R, DEPTH> {
    /// The next frame, deserialised: see [`Deserializer`]. `None` at the end of the stream.
    ///
    /// ```
    /// use resp_std::Reader;
    ///
    /// let mut reader = Reader::new(&b"*2\r\n:1\r\n$3\r\ntwo\r\n"[..]);
    /// assert_eq!(reader.deserialize::<(u8, String)>()?, Some((1, "two".into())));
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Reader::next_frame); [`Error::Server`] if the frame is an error, and [`Error::Mismatch`] if it is
    /// something else, such as a push. It is gone then; whoever wants to look at it first, or is sent pushes, takes it as a
    /// frame ([`next_reply`](Reader::next_reply)), and uses [`from_frame`].
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Error> {
        self.next_frame()?.map(from_reply).transpose()
    }
}

fn from_reply<T: DeserializeOwned>(frame: Frame<'_>) -> Result<T, Error> {
    match frame.error() {
        Some(error) => Err(error.into()),
        None => Ok(from_frame(frame)?),
    }
}

/// Deserialises a [`Frame`] straight from the bytes that it lies in.
///
/// Needs the feature `serde`.
///
/// It takes what servers send for a value in either version of RESP, as [`FromFrame`] does:
///
/// | type | is made of |
/// |---|---|
/// | integers, floats, `bool` | the same; a string that holds one, as all numbers in RESP2 do: see [`FromFrame`] |
/// | `i128`, `u128` | a big number too |
/// | `String`, `&str`, `char` | a string, big number, or a double as its text; in UTF-8, `&str` in one piece |
/// | bytes | the same in any encoding; for `Vec<u8>` and `&[u8]` that is by the crate `serde_bytes` |
/// | `Option` | `None`: a null |
/// | sequences | an array, set or push |
/// | tuples, arrays | an array, set, push or map with so many elements, where each pair of a map is two |
/// | maps, structs | a map; an array with an even number of elements, as RESP2 has it |
/// | enums | a variant without data: its name as a string. One with data: an array of name and data, or a map of that pair |
/// | `()`, unit structs | anything that is no error |
/// | what takes anything | what the frame is; big numbers beyond 64 bits are strings, a verbatim string is its text |
///
/// serde asks for elements one by one, so two things that [`FromFrame`] can do it cannot: pairs that RESP2 has flat in an
/// array are a map, but no sequence of tuples (`ZRANGE` with its scores, say). And a field that is flattened, or an enum
/// without a tag, takes strings as strings, in which RESP2, and a hash in either version, has its numbers. `HGETALL` of a
/// key that does not exist is an empty map, and no `None`.
///
/// A server's error is none of these, but for [`IgnoredAny`](de::IgnoredAny). Attributes and pushes inside of the frame are
/// passed over.
///
/// serde calls itself for what is inside of a value. So that no frame and no type exhausts the stack, values of more than
/// 128 in each other are an error: an aggregate counts, and so does a `Some`, a newtype and an enum.
#[derive(Clone, Copy, Debug)]
pub struct Deserializer<'de> {
    frame: Frame<'de>,
    depth: u32,
}

impl<'de> Deserializer<'de> {
    /// The deserializer of this frame.
    #[must_use]
    pub fn new(frame: Frame<'de>) -> Self {
        Self { frame, depth: 0 }
    }

    /// The same for what is inside of this value.
    pub(crate) fn inside(self, frame: Frame<'de>) -> Self {
        Self { frame, ..self }
    }

    pub(crate) fn kind(self) -> Kind {
        self.frame.kind()
    }

    fn one_deeper(self) -> Result<Self, DeserializeError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.place(DeserializeError::custom("more than 128 values in each other")));
        }
        Ok(Self { depth: self.depth.saturating_add(1), ..self })
    }

    /// Says of an error that it is about this value.
    fn place(self, error: DeserializeError) -> DeserializeError {
        error.at(self.frame)
    }

    pub(crate) fn expected(self, expected: &dyn de::Expected) -> DeserializeError {
        self.place(DeserializeError::invalid_type(Unexpected::Other(self.frame.kind().name()), expected))
    }

    /// What `FromFrame` makes of it.
    fn convert<T: FromFrame<'de>>(self) -> Result<T, DeserializeError> {
        T::from_frame(self.frame).map_err(|mismatch| self.place(mismatch.into()))
    }

    fn str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.as_bytes() {
            Some(bytes) => match str::from_utf8(bytes) {
                Ok(text) => visitor.visit_borrowed_str(text),
                Err(_) => Err(DeserializeError::invalid_type(Unexpected::Bytes(bytes), &"a string in UTF-8")),
            },
            None => visitor.visit_string(self.convert()?),
        }
    }

    fn bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.as_bytes() {
            Some(bytes) => visitor.visit_borrowed_bytes(bytes),
            None => visitor.visit_byte_buf(self.frame.to_vec()?),
        }
    }

    /// A string if it is UTF-8, else bytes.
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.as_bytes().map(str::from_utf8) {
            Some(Ok(text)) => visitor.visit_borrowed_str(text),
            Some(Err(_)) => self.bytes(visitor),
            None => match String::from_utf8(self.frame.to_vec()?) {
                Ok(text) => visitor.visit_string(text),
                Err(error) => visitor.visit_byte_buf(error.into_bytes()),
            },
        }
    }

    fn big_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        // Beyond 64 bits few take a number, and of those that keep anything for later none.
        if let Ok(value) = self.frame.to::<i64>() {
            return visitor.visit_i64(value);
        }
        match self.frame.to::<u64>() {
            Ok(value) => visitor.visit_u64(value),
            Err(_) => self.text(visitor),
        }
    }

    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let mut access = ElementAccess::new(self.one_deeper()?, self.frame.elements());
        let value = visitor.visit_seq(&mut access)?;
        end(access.left(), value)
    }

    fn pairs<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let mut access = PairAccess::new(self.one_deeper()?, self.frame.pairs());
        let value = visitor.visit_map(&mut access)?;
        end(access.left(), value)
    }

    /// Name and data of an enum.
    fn variant(self) -> Option<(Frame<'de>, Option<Frame<'de>>)> {
        match self.frame.kind() {
            Kind::Map | Kind::Array if self.frame.elements().len() == 2 => {
                let mut elements = self.frame.elements();
                Some((elements.next()?, Some(elements.next()?)))
            }
            Kind::SimpleString | Kind::BulkString | Kind::VerbatimString => Some((self.frame, None)),
            _ => None,
        }
    }
}

/// A visitor has what it wanted, with so many elements left.
fn end<T>(left: usize, value: T) -> Result<T, DeserializeError> {
    if left == 0 { Ok(value) } else { Err(DeserializeError::invalid_length(left, &"fewer elements")) }
}

macro_rules! converted {
    ($($method:ident: $visit:ident),+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
            visitor.$visit(self.convert()?).map_err(|error| self.place(error))
        }
    )+};
}

impl<'de> de::Deserializer<'de> for Deserializer<'de> {
    type Error = DeserializeError;

    converted! {
        deserialize_bool: visit_bool,
        deserialize_i8: visit_i8,
        deserialize_i16: visit_i16,
        deserialize_i32: visit_i32,
        deserialize_i64: visit_i64,
        deserialize_i128: visit_i128,
        deserialize_u8: visit_u8,
        deserialize_u16: visit_u16,
        deserialize_u32: visit_u32,
        deserialize_u64: visit_u64,
        deserialize_u128: visit_u128,
        deserialize_f32: visit_f32,
        deserialize_f64: visit_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.kind() {
            Kind::SimpleString | Kind::BulkString | Kind::VerbatimString => self.text(visitor),
            Kind::BigNumber => self.big_number(visitor),
            Kind::Integer => return self.deserialize_i64(visitor),
            Kind::Double => return self.deserialize_f64(visitor),
            Kind::Boolean => return self.deserialize_bool(visitor),
            Kind::Null => visitor.visit_unit(),
            Kind::Array | Kind::Set | Kind::Push => self.elements(visitor),
            Kind::Map | Kind::Attribute => self.pairs(visitor),
            Kind::SimpleError | Kind::BulkError => return Err(self.expected(&visitor)),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.str(visitor).map_err(|error| self.place(error))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.bytes(visitor).map_err(|error| self.place(error))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        if self.frame.is_null() {
            return visitor.visit_none().map_err(|error| self.place(error));
        }
        visitor.visit_some(self.one_deeper()?).map_err(|error| self.place(error))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let () = self.convert()?;
        visitor.visit_unit().map_err(|error| self.place(error))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self.one_deeper()?).map_err(|error| self.place(error))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.kind() {
            Kind::Array | Kind::Set | Kind::Push => self.elements(visitor).map_err(|error| self.place(error)),
            _ => Err(self.expected(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DeserializeError> {
        if self.frame.is_aggregate() && self.frame.elements().len() == len {
            return self.elements(visitor).map_err(|error| self.place(error));
        }
        Err(self.expected(&visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        if self.frame.has_pairs() {
            return self.pairs(visitor).map_err(|error| self.place(error));
        }
        Err(self.expected(&visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        let Some((name, data)) = self.variant() else { return Err(self.expected(&visitor)) };
        let access = NamedVariant { inside: self.one_deeper()?, name, data };
        visitor.visit_enum(access).map_err(|error| self.place(error))
    }

    /// The name of a field or variant. A key that is an integer is no number of a field: it has that name.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.frame.as_i64() {
            Some(number) => visitor.visit_string(number.to_string()),
            None => self.bytes(visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_unit().map_err(|error| self.place(error))
    }
}

impl<'de> IntoDeserializer<'de, DeserializeError> for Deserializer<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(feature = "tokio")]
impl<R: tokio::io::AsyncRead + Unpin, const DEPTH: usize> crate::AsyncReader<R, DEPTH> {
    /// The next frame, deserialised: [`Reader::deserialize`]. It may be given up, and nothing is lost.
    ///
    /// # Errors
    ///
    /// As [`Reader::deserialize`].
    pub async fn deserialize<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Error> {
        self.next_frame().await?.map(from_reply).transpose()
    }
}

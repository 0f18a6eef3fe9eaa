//! From whatever serde knows to replies: [`Serializer`].

use core::fmt;

use bytes::Bytes;
use resp_core::{Aggregate, Encoder, Event, Null, Part, Protocol, Write};
use serde::ser::{self, Error as _, Serialize};

use crate::contents::Contents;
use crate::open_aggregate::OpenAggregate;
use crate::{SerializeError, Value};

/// How many aggregates may be in each other, as many as readers take.
const DEPTH: usize = 128;

/// A reply in this version of the protocol: see [`Serializer`].
///
/// Needs the feature `serde`.
///
/// ```
/// use resp_core::Protocol;
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct User<'a> {
///     name: &'a str,
///     admin: bool,
/// }
///
/// let ada = User { name: "Ada", admin: true };
/// assert_eq!(resp_std::to_vec(&ada, Protocol::Resp3)?, b"%2\r\n$4\r\nname\r\n$3\r\nAda\r\n$5\r\nadmin\r\n#t\r\n");
/// assert_eq!(resp_std::to_vec(&ada, Protocol::Resp2)?, b"*4\r\n$4\r\nname\r\n$3\r\nAda\r\n$5\r\nadmin\r\n:1\r\n");
/// # Ok::<(), resp_std::SerializeError>(())
/// ```
///
/// # Errors
///
/// [`SerializeError`]: the value is nested in more than 128 aggregates, or its own `Serialize` fails.
pub fn to_vec<T: Serialize + ?Sized>(value: &T, protocol: Protocol) -> Result<Vec<u8>, SerializeError> {
    let mut out = Vec::new();
    to_writer(&mut out, value, protocol)?;
    Ok(out)
}

/// The same to a sink of bytes: a `BytesMut`, or a buffer that is used again. After an error there may be a part of the
/// reply in it.
///
/// Needs the feature `serde`.
///
/// ```
/// use resp_core::Protocol;
///
/// let mut out = bytes::BytesMut::new();
/// resp_std::to_writer(&mut out, &("score", 1.5), Protocol::Resp3)?;
/// resp_std::to_writer(&mut out, &None::<u8>, Protocol::Resp3)?;
/// assert_eq!(&out[..], b"*2\r\n$5\r\nscore\r\n,1.5\r\n_\r\n");
/// # Ok::<(), resp_std::SerializeError>(())
/// ```
///
/// # Errors
///
/// As [`to_vec`], and the sink's.
pub fn to_writer<W, T>(out: W, value: &T, protocol: Protocol) -> Result<(), SerializeError>
where
    W: Write<Error: fmt::Display>,
    T: Serialize + ?Sized,
{
    let mut encoder = Encoder::<W, DEPTH>::with_depth(out, protocol);
    value.serialize(Serializer::new(&mut encoder))?;
    Ok(encoder.finish()?)
}

/// The same as a [`Value`], as if it had been read from a server that speaks RESP3.
///
/// Needs the feature `serde`.
///
/// ```
/// let value = resp_std::to_value(&[(1, "one"), (2, "two")])?;
/// assert_eq!(value.frame().at("$[1][1]").and_then(|text| text.as_str()), Some("two"));
/// # Ok::<(), resp_std::SerializeError>(())
/// ```
///
/// # Errors
///
/// As [`to_vec`]; and for a string of more than 512 MiB, which no reader takes.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, SerializeError> {
    let mut wire = Bytes::from(to_vec(value, Protocol::Resp3)?);
    match Value::parse(&mut wire) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(SerializeError::custom("nothing was serialised")),
        Err(error) => Err(SerializeError::custom(error)),
    }
}

/// Serialises one value through an [`Encoder`], so that it may stand among what is written by hand.
///
/// Needs the feature `serde`.
///
/// What it writes, a [`Deserializer`](crate::Deserializer) reads back, in either version of RESP, if the type says what it
/// wants: what is untagged, flattened or tagged inside takes what there is, and in RESP2 numbers and booleans are strings
/// and integers. A `Some` of what is written as null is read as `None`. In RESP2 a map is an array, and one of which the keys
/// and the values are pairs themselves looks like a list of pairs: it is read as that.
///
/// | type | is written as |
/// |---|---|
/// | `bool` | boolean |
/// | integers | integer; a big number beyond the signed 64 bits of one |
/// | floats | double |
/// | `&str`, `char`; bytes (`serde_bytes`) | bulk string |
/// | `None`, `()`, unit structs | null |
/// | `Some`, newtypes | what is in it |
/// | sequences, tuples | array |
/// | maps, structs | map |
/// | enums: variants without data | their name, a bulk string |
/// | enums: variants with data | a map of one pair, name and data |
///
/// RESP2 has a spelling for each: that of [`Encoder`].
///
/// An aggregate has its count in front, since no server streams any. A sequence or map that does not know its own
/// (behind `serde(flatten)`, say) is first written to memory, and from there to its place.
///
/// ```
/// use resp_core::{Aggregate, Encoder, Protocol};
/// use resp_std::Serializer;
/// use serde::Serialize;
///
/// // The answer to `ZRANGE key 0 -1 WITHSCORES`, out of pairs that are made one by one.
/// let mut encoder = Encoder::new(Vec::new(), Protocol::Resp3);
/// encoder.begin(Aggregate::Array, Some(2))?;
/// for pair in [("a", 1.5), ("b", 2.0)] {
///     pair.serialize(Serializer::new(&mut encoder))?;
/// }
/// encoder.end()?;
/// assert_eq!(encoder.into_inner(), b"*2\r\n*2\r\n$1\r\na\r\n,1.5\r\n*2\r\n$1\r\nb\r\n,2\r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'e, W, const DEPTH: usize = 32> {
    encoder: &'e mut Encoder<W, DEPTH>,
    /// How many aggregates are open around what the encoder writes.
    outer: usize,
}

type Opened<'e, W, const DEPTH: usize> = Result<Contents<OpenAggregate<'e, W, DEPTH>>, SerializeError>;

impl<'e, W: Write<Error: fmt::Display>, const DEPTH: usize> Serializer<'e, W, DEPTH> {
    /// Writes the next value of this encoder.
    pub const fn new(encoder: &'e mut Encoder<W, DEPTH>) -> Self {
        Self::inside(encoder, 0)
    }

    /// The same where so many aggregates are open around.
    pub(crate) const fn inside(encoder: &'e mut Encoder<W, DEPTH>, outer: usize) -> Self {
        Self { encoder, outer }
    }

    fn integer<I: Copy + TryInto<i64> + fmt::Display>(self, value: I) -> Result<(), SerializeError> {
        Ok(match value.try_into() {
            Ok(value) => self.encoder.integer(value),
            Err(_) => self.encoder.event(&Event::BigNumber(Part::Whole, value.to_string()), None),
        }?)
    }

    /// The pair of a variant and its data, of which the latter comes next.
    fn begin_variant(&mut self, name: &str) -> Result<(), SerializeError> {
        self.encoder.begin(Aggregate::Map, Some(1))?;
        Ok(self.encoder.bulk_string(name.as_bytes())?)
    }

    fn contents(self, kind: Aggregate, count: Option<usize>) -> Opened<'e, W, DEPTH> {
        OpenAggregate::begin(self.encoder, self.outer, kind, count).map(Contents::new)
    }

    fn variant(mut self, kind: Aggregate, name: &'static str, count: usize) -> Opened<'e, W, DEPTH> {
        self.begin_variant(name)?;
        let open = OpenAggregate::begin(self.encoder, self.outer, kind, Some(count))?;
        Ok(Contents::of_variant(open.in_variant(), name))
    }
}

macro_rules! integers {
    ($($method:ident: $integer:ty),+) => {$(
        fn $method(self, value: $integer) -> Result<(), SerializeError> {
            self.integer(value)
        }
    )+};
}

impl<'e, W: Write<Error: fmt::Display>, const DEPTH: usize> ser::Serializer for Serializer<'e, W, DEPTH> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeTuple = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeTupleStruct = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeTupleVariant = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeMap = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeStruct = Contents<OpenAggregate<'e, W, DEPTH>>;
    type SerializeStructVariant = Contents<OpenAggregate<'e, W, DEPTH>>;

    integers! {
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128
    }

    fn serialize_bool(self, value: bool) -> Result<(), SerializeError> {
        Ok(self.encoder.boolean(value)?)
    }

    fn serialize_f32(self, value: f32) -> Result<(), SerializeError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), SerializeError> {
        Ok(self.encoder.double(value)?)
    }

    fn serialize_char(self, value: char) -> Result<(), SerializeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), SerializeError> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), SerializeError> {
        Ok(self.encoder.bulk_string(value)?)
    }

    fn serialize_none(self) -> Result<(), SerializeError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SerializeError> {
        Ok(self.encoder.null(Null::Resp3)?)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), SerializeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), SerializeError> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        self.begin_variant(name)?;
        value
            .serialize(Serializer::inside(self.encoder, self.outer))
            .map_err(|error| error.in_field(name.as_bytes()))?;
        Ok(self.encoder.end()?)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, SerializeError> {
        self.contents(Aggregate::Array, len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, SerializeError> {
        self.contents(Aggregate::Array, Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Self::SerializeTupleStruct, SerializeError> {
        self.contents(Aggregate::Array, Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, SerializeError> {
        self.variant(Aggregate::Array, name, len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, SerializeError> {
        self.contents(Aggregate::Map, len)
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Self::SerializeStruct, SerializeError> {
        self.contents(Aggregate::Map, Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, SerializeError> {
        self.variant(Aggregate::Map, name, len)
    }
}

//! From whatever serde knows to commands: [`to_command`].

use core::fmt;

use resp_core::{Encoder, Protocol, Write, write_command};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::SerializeError;
use crate::contents::Contents;
use crate::open_arguments::OpenArguments;

/// A command, which is an array of bulk strings, made of all that is in a value, in order.
///
/// Needs the feature `serde`.
///
/// | type | arguments |
/// |---|---|
/// | integers, floats | the number as text, a float as [`Encoder::double`] spells it |
/// | `bool` | `1` or `0`: Redis knows no other, and that is how it is read back |
/// | `&str`, `char`, bytes (`serde_bytes`) | the bytes |
/// | `Some`, newtypes | what is in it |
/// | `None`, `()`, unit structs | none |
/// | sequences, tuples | those of each element; a `Vec<u8>` and a `&[u8]` are sequences of numbers unless `serde_bytes` says otherwise |
/// | maps, structs | for each pair the key or the field's name, and the value; of one that has no argument, neither |
/// | enums | the variant's name, and those of its data |
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// #[serde(rename_all = "UPPERCASE")]
/// enum Expiry {
///     Ex(u64),
/// }
///
/// let set = ("SET", "key", 1.5, Some(Expiry::Ex(60)), None::<&str>);
/// let wire = b"*5\r\n$3\r\nSET\r\n$3\r\nkey\r\n$3\r\n1.5\r\n$2\r\nEX\r\n$2\r\n60\r\n";
/// assert_eq!(resp_std::to_command(&set)?, wire);
///
/// #[derive(Serialize)]
/// struct User<'a> {
///     name: &'a str,
///     email: Option<&'a str>,
/// }
///
/// let hset = ("HSET", "user:1", User { name: "Ada", email: None });
/// let wire = b"*4\r\n$4\r\nHSET\r\n$6\r\nuser:1\r\n$4\r\nname\r\n$3\r\nAda\r\n";
/// assert_eq!(resp_std::to_command(&hset)?, wire);
/// # Ok::<(), resp_std::SerializeError>(())
/// ```
///
/// # Errors
///
/// [`SerializeError`]: there is no argument at all; a key or value in a map or struct is more than one, so that what is
/// behind it would be taken for something else; or the value's own `Serialize` fails.
pub fn to_command<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, SerializeError> {
    let mut out = Vec::new();
    to_command_writer(&mut out, value)?;
    Ok(out)
}

/// The same to a sink of bytes: behind the commands of a pipeline, say. Nothing is written of a value that is no command.
///
/// Needs the feature `serde`.
///
/// ```
/// let mut pipeline = Vec::new();
/// for key in ["a", "b"] {
///     resp_std::to_command_writer(&mut pipeline, &("INCRBY", key, 10))?;
/// }
/// assert_eq!(pipeline.len(), 2 * b"*3\r\n$6\r\nINCRBY\r\n$1\r\na\r\n$2\r\n10\r\n".len());
/// # Ok::<(), resp_std::SerializeError>(())
/// ```
///
/// # Errors
///
/// As [`to_command`], and the sink's.
pub fn to_command_writer<W, T>(mut out: W, value: &T) -> Result<(), SerializeError>
where
    W: Write<Error: fmt::Display>,
    T: Serialize + ?Sized,
{
    let mut arguments = CommandArguments::default();
    value.serialize(CommandSerializer::new(&mut arguments))?;
    Ok(write_command(&mut out, arguments.iter())?)
}

/// The arguments so far.
#[derive(Default)]
pub(crate) struct CommandArguments {
    data: Vec<u8>,
    /// Where in it each ends.
    ends: Vec<usize>,
}

impl CommandArguments {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Keeps so many of them.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.data.truncate(self.ends.last().copied().unwrap_or_default());
    }

    fn push(&mut self, argument: &[u8]) {
        self.data.extend_from_slice(argument);
        self.ends.push(self.data.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> + Clone {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| self.data.get(start..end).unwrap_or_default())
    }
}

/// Adds the arguments of one value.
pub(crate) struct CommandSerializer<'a> {
    arguments: &'a mut CommandArguments,
    /// Whether more than one of them would be taken for something else.
    is_one: bool,
}

impl<'a> CommandSerializer<'a> {
    pub(crate) const fn new(arguments: &'a mut CommandArguments) -> Self {
        Self { arguments, is_one: false }
    }

    /// For what stands in a pair.
    pub(crate) const fn of_one(arguments: &'a mut CommandArguments) -> Self {
        Self { arguments, is_one: true }
    }

    fn number(self, value: impl fmt::Display) -> Result<(), SerializeError> {
        self.serialize_str(&value.to_string())
    }

    fn contents(self, found: &str) -> Result<Contents<OpenArguments<'a>>, SerializeError> {
        Ok(Contents::new(OpenArguments::new(self.many(found)?)))
    }

    fn variant(self, name: &'static str) -> Result<Contents<OpenArguments<'a>>, SerializeError> {
        let arguments = self.many("a variant with data")?;
        arguments.push(name.as_bytes());
        Ok(Contents::of_variant(OpenArguments::new(arguments), name))
    }

    /// For what can have more than one argument.
    fn many(self, found: &str) -> Result<&'a mut CommandArguments, SerializeError> {
        if self.is_one {
            return Err(SerializeError::custom(format_args!("expected one argument behind a name, found {found}")));
        }
        Ok(self.arguments)
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty),+) => {$(
        fn $method(self, value: $number) -> Result<(), SerializeError> {
            self.number(value)
        }
    )+};
}

impl<'a> Serializer for CommandSerializer<'a> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Contents<OpenArguments<'a>>;
    type SerializeTuple = Contents<OpenArguments<'a>>;
    type SerializeTupleStruct = Contents<OpenArguments<'a>>;
    type SerializeTupleVariant = Contents<OpenArguments<'a>>;
    type SerializeMap = Contents<OpenArguments<'a>>;
    type SerializeStruct = Contents<OpenArguments<'a>>;
    type SerializeStructVariant = Contents<OpenArguments<'a>>;

    numbers! {
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
        self.serialize_str(if value { "1" } else { "0" })
    }

    fn serialize_f32(self, value: f32) -> Result<(), SerializeError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), SerializeError> {
        let mut line = Vec::new();
        Encoder::<_>::new(&mut line, Protocol::Resp3).double(value)?;
        let text = line.strip_prefix(b",").and_then(|line| line.strip_suffix(b"\r\n"));
        self.serialize_bytes(text.unwrap_or_default())
    }

    fn serialize_char(self, value: char) -> Result<(), SerializeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), SerializeError> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), SerializeError> {
        self.arguments.push(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), SerializeError> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SerializeError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), SerializeError> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), SerializeError> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        let arguments = self.many("a variant with data")?;
        arguments.push(name.as_bytes());
        value.serialize(Self::new(arguments)).map_err(|error| error.in_field(name.as_bytes()))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, SerializeError> {
        self.contents("a sequence")
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, SerializeError> {
        self.contents("a sequence")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, SerializeError> {
        self.contents("a sequence")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, SerializeError> {
        self.variant(name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, SerializeError> {
        self.contents("a map")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, SerializeError> {
        self.contents("a map")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, SerializeError> {
        self.variant(name)
    }
}

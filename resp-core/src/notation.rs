//! The event notation: `Display` of [`Event`]. Its grammar stands in the documentation of the type.

use core::fmt::{self, Write};

use crate::event::{Aggregate, Event, Null, Part};

impl<D: AsRef<[u8]>> fmt::Display for Event<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SimpleString(part, data) => text(f, "simple_string", *part, data.as_ref()),
            Self::SimpleError(part, data) => text(f, "simple_error", *part, data.as_ref()),
            Self::BigNumber(part, data) => text(f, "big_number", *part, data.as_ref()),
            Self::BulkString(part, data) => text(f, "bulk_string", *part, data.as_ref()),
            Self::BulkError(part, data) => text(f, "bulk_error", *part, data.as_ref()),
            Self::VerbatimString(format, part, data) => {
                f.write_str("verbatim_string ")?;
                string(f, format)?;
                text(f, "", *part, data.as_ref())
            }
            Self::Integer(value) => write!(f, "integer {value}"),
            Self::Double(data) => {
                f.write_str("double ")?;
                string(f, data.as_ref())
            }
            Self::Boolean(value) => write!(f, "boolean {value}"),
            Self::Null(Null::Resp3) => f.write_str("null"),
            Self::Null(Null::BulkString) => f.write_str("null bulk_string"),
            Self::Null(Null::Array) => f.write_str("null array"),
            Self::Begin(aggregate, Some(count)) => write!(f, "begin {} {count}", aggregate.name()),
            Self::Begin(aggregate, None) => write!(f, "begin {} ?", aggregate.name()),
            Self::End(aggregate) => write!(f, "end {}", aggregate.name()),
        }
    }
}

impl Aggregate {
    /// The name in the event notation: `"array"`, `"attribute"`, `"map"`, `"push"` or `"set"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Attribute => "attribute",
            Self::Map => "map",
            Self::Push => "push",
            Self::Set => "set",
        }
    }
}

pub(crate) fn text(f: &mut fmt::Formatter<'_>, name: &str, part: Part, data: &[u8]) -> fmt::Result {
    f.write_str(name)?;
    f.write_str(match part {
        Part::Whole => " ",
        Part::First => " first ",
        Part::Middle => " middle ",
        Part::Last => " last ",
    })?;
    string(f, data)
}

fn string(f: &mut fmt::Formatter<'_>, data: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for &byte in data {
        match byte {
            b'"' => f.write_str("\\\"")?,
            b'\\' => f.write_str("\\\\")?,
            b'\r' => f.write_str("\\r")?,
            b'\n' => f.write_str("\\n")?,
            b'\t' => f.write_str("\\t")?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\x{byte:02x}")?,
        }
    }
    f.write_char('"')
}

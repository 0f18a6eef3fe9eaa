//! Events for programs: one JSON object a line.

use std::io::{self, Write};

use resp_core::{Error, Event, FrameKind, Null, Part};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::Formatter;

/// Writes an event; `depth` is the number of aggregates around it, `frame` is set on its frame's last.
pub(crate) fn write(
    out: &mut impl Write,
    depth: usize,
    event: Event<&str>,
    frame: Option<FrameKind>,
) -> io::Result<()> {
    line(out, &EventLine { depth, event, frame })
}

/// Writes the object that ends the output for a broken stream.
pub(crate) fn write_error(out: &mut impl Write, error: &Error) -> io::Result<()> {
    line(out, &ErrorLine(error))
}

/// Puts into `text`, instead of what it held, each byte as the character of the same number, from U+0000 to U+00FF: a
/// JSON string holds characters, and this loses none of the bytes.
pub(crate) fn characters<'t>(text: &'t mut String, bytes: &[u8]) -> &'t str {
    text.clear();
    text.extend(bytes.iter().copied().map(char::from));
    text
}

fn line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    object.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Ascii))?;
    out.write_all(b"\n")
}

/// Escapes whatever is not ASCII, DEL included: a terminal might obey U+009B, and some programs take U+0085 for the end of
/// a line.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for piece in fragment.split_inclusive(|character: char| character > '~') {
            let ascii = piece.trim_end_matches(|character: char| character > '~');
            out.write_all(ascii.as_bytes())?;
            for character in piece.chars().skip(ascii.len()) {
                write!(out, "\\u{:04x}", u32::from(character))?;
            }
        }
        Ok(())
    }
}

struct EventLine<'t> {
    depth: usize,
    event: Event<&'t str>,
    frame: Option<FrameKind>,
}

impl Serialize for EventLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("type", type_name(&self.event))?;
        object.serialize_entry("depth", &self.depth)?;
        entries(&mut object, &self.event)?;
        if let Some(frame) = self.frame {
            object.serialize_entry("frame", frame_name(frame))?;
        }
        object.end()
    }
}

fn entries<M: SerializeMap>(object: &mut M, event: &Event<&str>) -> Result<(), M::Error> {
    if let Some((part, data)) = event.text() {
        object.serialize_entry("part", part_name(part))?;
        // A character a byte: the data is longer than this in UTF-8.
        object.serialize_entry("len", &data.chars().count())?;
        object.serialize_entry("data", data)?;
    }
    match event {
        Event::VerbatimString(format, ..) => {
            let [a, b, c] = format.map(char::from);
            object.serialize_entry("format", &format_args!("{a}{b}{c}"))
        }
        Event::Integer(value) => object.serialize_entry("value", value),
        Event::Double(text) => object.serialize_entry("value", text),
        Event::Boolean(value) => object.serialize_entry("value", value),
        Event::Null(null) => object.serialize_entry("kind", null_name(*null)),
        Event::Begin(aggregate, count) => {
            object.serialize_entry("kind", aggregate.name())?;
            object.serialize_entry("len", count)
        }
        Event::End(aggregate) => {
            object.serialize_entry("kind", aggregate.name())?;
            object.serialize_entry("len", &None::<u64>)
        }
        _ => Ok(()),
    }
}

struct ErrorLine<'e>(&'e Error);

impl Serialize for ErrorLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("type", "error")?;
        object.serialize_entry("kind", self.0.kind.name())?;
        object.serialize_entry("offset", &self.0.offset)?;
        object.serialize_entry("byte", &self.0.byte)?;
        object.end()
    }
}

fn type_name(event: &Event<&str>) -> &'static str {
    match event {
        Event::SimpleString(..) => "simple_string",
        Event::SimpleError(..) => "simple_error",
        Event::BigNumber(..) => "big_number",
        Event::BulkString(..) => "bulk_string",
        Event::BulkError(..) => "bulk_error",
        Event::VerbatimString(..) => "verbatim_string",
        Event::Integer(_) => "integer",
        Event::Double(_) => "double",
        Event::Boolean(_) => "boolean",
        Event::Null(_) => "null",
        Event::Begin(..) => "begin",
        Event::End(_) => "end",
    }
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Whole => "whole",
        Part::First => "first",
        Part::Middle => "middle",
        Part::Last => "last",
    }
}

fn null_name(null: Null) -> &'static str {
    match null {
        Null::Resp3 => "resp3",
        Null::BulkString => "bulk_string",
        Null::Array => "array",
    }
}

fn frame_name(frame: FrameKind) -> &'static str {
    match frame {
        FrameKind::Reply => "reply",
        FrameKind::Push => "push",
    }
}

//! What people are told on standard error.

use core::fmt;
use std::io::{self, Write};

use resp_core::{Error, ErrorKind};
use resp_std::Stats;

use crate::input::{Around, Input};

/// Says one line in the name of the program.
pub(crate) fn message(message: &str) {
    say(format_args!("resp: {message}\n"));
}

/// Tells what is wrong with the stream, and shows where.
pub(crate) fn protocol_error(error: &Error, input: &mut Input) {
    let name = input.name().to_owned();
    let excerpt = excerpt(&input.around(error.offset));
    say(format_args!("resp: {name}: {error}\n{excerpt}"));
    if let Some(option) = raises(error.kind) {
        say(format_args!("  {option} sets this limit\n"));
    }
}

/// The option that would let a stream pass which is over a limit.
fn raises(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::TooDeep => Some("--max-depth"),
        ErrorKind::CountTooLarge => Some("--max-count"),
        ErrorKind::TooManyElements => Some("--max-elements"),
        ErrorKind::LengthTooLarge => Some("--max-text"),
        ErrorKind::LineTooLong => Some("--max-header"),
        ErrorKind::FrameTooLarge => Some("--max-frame"),
        _ => None,
    }
}

/// Prints the counters of a reader, one a line.
pub(crate) fn stats(stats: &Stats) {
    let counters = [
        ("bytes", stats.bytes),
        ("reads", stats.reads),
        ("events", stats.events),
        ("frames", stats.frames),
        ("largest_frame", stats.largest_frame),
        ("compactions", stats.compactions),
        ("bytes_moved", stats.bytes_moved),
        ("growths", stats.growths),
    ];
    for (name, value) in counters {
        say(format_args!("{name:<13} {value}\n"));
    }
}

/// The bytes around the offending one, on a line that starts with the offset of the first, and a caret under that one
/// (after the last byte, if the stream ended).
///
/// ```text
///   from byte 0: $-2\r\n:1\r\n+OK\r\n
///                  ^
/// ```
fn excerpt(around: &Around<'_>) -> String {
    let label = format!("  from byte {}: ", around.start);
    let before = escaped(around.before);
    let margin = " ".repeat(label.len().saturating_add(before.len()));
    format!("{label}{before}{}\n{margin}^\n", escaped(around.from))
}

/// ASCII alone, so that a byte is as wide as its text is long.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            // Nothing here is in quotes.
            b'"' | b'\'' => text.push(char::from(byte)),
            _ => text.extend(byte.escape_ascii().map(char::from)),
        }
    }
    text
}

/// A standard error that is closed or full is no reason to fail.
fn say(text: fmt::Arguments<'_>) {
    let _ = io::stderr().write_fmt(text);
}

//! Single nodes on the wire. Each is one write, or says first how long it is.
//!
//! Whatever has a fixed size is written from an array of that size, so that the copy becomes a store or two: most lengths
//! and counts have one to three digits, and a copy of unknown length is a call.

use super::line::Line;
use super::number;
use super::write::Write;

/// A type byte, a number and CRLF.
#[inline]
pub(crate) fn header<W: Write + ?Sized>(out: &mut W, kind: u8, number: u64) -> Result<(), W::Error> {
    match number {
        0..=9 => out.write(&[kind, digit(number), b'\r', b'\n']),
        10..=99 => out.write(&[kind, digit(number / 10), digit(number), b'\r', b'\n']),
        100..=999 => out.write(&[kind, digit(number / 100), digit(number / 10), digit(number), b'\r', b'\n']),
        _ => scalar(out, kind, itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// As `header`, with its CRLF left to what is written next.
#[inline]
pub(crate) fn open_header<W: Write + ?Sized>(out: &mut W, kind: u8, number: u64) -> Result<(), W::Error> {
    match number {
        0..=9 => out.write(&[kind, digit(number)]),
        _ => {
            out.write(&[kind])?;
            out.write(itoa::Buffer::new().format(number).as_bytes())
        }
    }
}

/// As `header`, behind the CRLF that was left to it: one write less for each argument of a command, or 308 instructions
/// for a `SET` instead of 322.
#[inline]
pub(crate) fn next_header<W: Write + ?Sized>(out: &mut W, kind: u8, number: u64) -> Result<(), W::Error> {
    match number {
        0..=9 => out.write(&[b'\r', b'\n', kind, digit(number), b'\r', b'\n']),
        10..=99 => out.write(&[b'\r', b'\n', kind, digit(number / 10), digit(number), b'\r', b'\n']),
        _ => {
            out.write(b"\r\n")?;
            header(out, kind, number)
        }
    }
}

/// The last digit of a number.
#[inline]
const fn digit(number: u64) -> u8 {
    b'0' | (number % 10) as u8
}

/// A type byte, a text that is known to be a line, and CRLF.
pub(crate) fn scalar<W: Write + ?Sized>(out: &mut W, kind: u8, text: &[u8]) -> Result<(), W::Error> {
    out.reserve(text.len().saturating_add(3))?;
    out.write(&[kind])?;
    out.write(text)?;
    out.write(b"\r\n")
}

pub(crate) fn integer<W: Write + ?Sized>(out: &mut W, value: i64) -> Result<(), W::Error> {
    match u64::try_from(value) {
        Ok(value) => header(out, b':', value),
        Err(_) => scalar(out, b':', itoa::Buffer::new().format(value).as_bytes()),
    }
}

pub(crate) fn line<W: Write + ?Sized>(out: &mut W, kind: u8, line: Line<'_>) -> Result<(), W::Error> {
    if !line.blanked {
        return scalar(out, kind, line.text);
    }
    out.reserve(line.text.len().saturating_add(3))?;
    out.write(&[kind])?;
    blanked(out, line.text)?;
    out.write(b"\r\n")
}

/// Each CR and LF as a blank, and so as many bytes as `text` has.
pub(crate) fn blanked<W: Write + ?Sized>(out: &mut W, text: &[u8]) -> Result<(), W::Error> {
    out.reserve(text.len())?;
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'\r', b'\n', rest)
        && let Some((front, [_, behind @ ..])) = rest.split_at_checked(at)
    {
        out.write(front)?;
        out.write(b" ")?;
        rest = behind;
    }
    out.write(rest)
}

/// A text behind its length: `$`, `!`, `;`.
#[inline]
pub(crate) fn sized<W: Write + ?Sized>(out: &mut W, kind: u8, data: &[u8]) -> Result<(), W::Error> {
    out.reserve(sized_len(data.len()))?;
    header(out, kind, data.len() as u64)?;
    out.write(data)?;
    out.write(b"\r\n")
}

pub(crate) fn verbatim<W: Write + ?Sized>(out: &mut W, format: [u8; 3], data: &[u8]) -> Result<(), W::Error> {
    out.reserve(sized_len(data.len().saturating_add(4)))?;
    verbatim_header(out, format, (data.len() as u64).saturating_add(4))?;
    out.write(data)?;
    out.write(b"\r\n")
}

/// `len`: with the format.
pub(crate) fn verbatim_header<W: Write + ?Sized>(out: &mut W, format: [u8; 3], len: u64) -> Result<(), W::Error> {
    let [one, two, three] = format;
    out.reserve(number::digits(len).saturating_add(7))?;
    header(out, b'=', len)?;
    out.write(&[one, two, three, b':'])
}

/// The bytes of `sized` with so many bytes of data.
#[inline]
pub(crate) const fn sized_len(len: usize) -> usize {
    number::digits(len as u64).saturating_add(len).saturating_add(5)
}

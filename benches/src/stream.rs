//! A stream of replies, and what a row must find in it.

use core::ops::Deref;

use bytes::Bytes;

use crate::tally::{Tally, fingerprint};

/// Zeros behind the last byte, which `raw` may read and nobody else sees.
pub(crate) const PADDING: usize = 64;

/// Valid RESP that ends at the end of a frame. It can only be made by this crate's writers, which count what they write:
/// that is what [`raw`](crate::raw) trusts, and what the rows are compared with.
#[derive(Clone, Debug)]
pub struct Stream {
    padded: Bytes,
    count: Count,
    lengths: u64,
    contents: u64,
}

/// What is in a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Replies or commands, as whoever sent a request would count them.
    pub units: u64,
    /// Units, and the pushes between them.
    pub frames: u64,
    /// Values and headers of aggregates.
    pub nodes: u64,
    /// Nodes, and the ends of aggregates.
    pub events: u64,
    /// Doubles among the nodes.
    pub doubles: u64,
}

impl Stream {
    /// The bytes, for rows that must own what they are given.
    #[must_use]
    pub fn shared(&self) -> Bytes {
        self.padded.slice(..self.len())
    }

    /// How much there is of what.
    #[must_use]
    pub fn count(&self) -> Count {
        self.count
    }

    /// What a row must tally that adds up lengths, counts and values.
    #[must_use]
    pub fn lengths(&self) -> Tally {
        Tally { frames: self.count.frames, sum: Some(self.lengths) }
    }

    /// What a row must tally that looks at every byte of every text as well.
    #[must_use]
    pub fn contents(&self) -> Tally {
        Tally { frames: self.count.frames, sum: Some(self.contents) }
    }
}

impl Deref for Stream {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.padded[..self.padded.len() - PADDING]
    }
}

/// Writes a stream, node by node, and keeps count.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    out: Vec<u8>,
    count: Count,
    lengths: u64,
    contents: u64,
}

impl Writer {
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    pub(crate) fn units(&self) -> u64 {
        self.count.units
    }

    pub(crate) fn finish(self) -> Stream {
        let Self { mut out, count, lengths, contents } = self;
        // As large as it must be and no larger: 70 MiB are not to be kept twice.
        out.reserve_exact(PADDING);
        out.resize(out.len() + PADDING, 0);
        Stream { padded: out.into(), count, lengths, contents }
    }

    pub(crate) fn simple_string(&mut self, text: &[u8]) {
        self.line(b'+', text);
    }

    pub(crate) fn simple_error(&mut self, text: &[u8]) {
        self.line(b'-', text);
    }

    pub(crate) fn big_number(&mut self, digits: &[u8]) {
        self.line(b'(', digits);
    }

    pub(crate) fn bulk_string(&mut self, data: &[u8]) {
        self.put(format!("${}\r\n", data.len()).as_bytes(), b"");
        self.put(data, b"\r\n");
        self.node(data.len() as u64, fingerprint(data));
    }

    /// The length counts the format and its colon, as the header does.
    pub(crate) fn verbatim_string(&mut self, format: [u8; 3], data: &[u8]) {
        let len = data.len() + 4;
        self.put(format!("={len}\r\n").as_bytes(), &format);
        self.put(b":", data);
        self.put(b"\r\n", b"");
        self.node(len as u64, fingerprint(data));
    }

    pub(crate) fn integer(&mut self, value: i64) {
        self.put(format!(":{value}\r\n").as_bytes(), b"");
        self.node(value.cast_unsigned(), value.cast_unsigned());
    }

    pub(crate) fn double(&mut self, text: &str) {
        let value: f64 = text.parse().expect("a double");
        self.put(b",", text.as_bytes());
        self.put(b"\r\n", b"");
        self.node(text.len() as u64, value.to_bits());
        self.count.doubles += 1;
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.put(if value { b"#t\r\n" } else { b"#f\r\n" }, b"");
        self.node(u64::from(value), u64::from(value));
    }

    pub(crate) fn null(&mut self) {
        self.put(b"_\r\n", b"");
        self.node(1, 1);
    }

    pub(crate) fn null_bulk_string(&mut self) {
        self.put(b"$-1\r\n", b"");
        self.node(1, 1);
    }

    /// The header of an aggregate of any kind: `*`, `%`, `~`, `|` or `>`.
    pub(crate) fn begin(&mut self, kind: u8, count: u64) {
        self.put(&[kind], format!("{count}\r\n").as_bytes());
        self.node(count, count);
    }

    /// The last element of an aggregate was written.
    pub(crate) fn end(&mut self) {
        self.count.events += 1;
    }

    /// A reply, with what belongs to it, was written.
    pub(crate) fn end_unit(&mut self) {
        self.count.units += 1;
        self.count.frames += 1;
    }

    /// A push that belongs to a unit was written.
    pub(crate) fn end_push(&mut self) {
        self.count.frames += 1;
    }

    fn line(&mut self, kind: u8, text: &[u8]) {
        self.put(&[kind], text);
        self.put(b"\r\n", b"");
        self.node(text.len() as u64, fingerprint(text));
    }

    fn node(&mut self, length: u64, content: u64) {
        self.count.nodes += 1;
        self.count.events += 1;
        self.lengths = self.lengths.wrapping_add(length);
        self.contents = self.contents.wrapping_add(content);
    }

    fn put(&mut self, first: &[u8], second: &[u8]) {
        self.out.extend_from_slice(first);
        self.out.extend_from_slice(second);
    }
}

//! Sources that misbehave in the ways that sockets do, and events gathered from them.

use std::collections::VecDeque;
use std::io::{self, Read};

use resp_core::{Event, Part};
use resp_std::{Error, Reader};

pub(crate) type Owned = Event<Vec<u8>>;

/// What a source does at one call.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Brings these bytes, at several calls if there is no room for all.
    Bytes(Vec<u8>),
    Fail(io::ErrorKind),
    /// Brings nothing: the end, for now.
    End,
}

/// Does one step after the other, and then ends for good.
#[derive(Debug)]
pub(crate) struct Script(VecDeque<Step>);

impl Script {
    pub(crate) fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl Read for Script {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self.0.pop_front() {
            Some(Step::Bytes(mut bytes)) => {
                let n = bytes.len().min(buf.len());
                buf[..n].copy_from_slice(&bytes[..n]);
                if n < bytes.len() {
                    self.0.push_front(Step::Bytes(bytes.split_off(n)));
                }
                Ok(n)
            }
            Some(Step::Fail(kind)) => Err(kind.into()),
            Some(Step::End) | None => Ok(0),
        }
    }
}

/// One byte at a time, each after a failure of this kind.
pub(crate) fn failing_before_each_byte(bytes: &[u8], kind: io::ErrorKind) -> Script {
    Script::new(bytes.iter().flat_map(|&byte| [Step::Fail(kind), Step::Bytes(vec![byte])]))
}

/// The same bytes, so many times; reads end where the room does.
pub(crate) fn repeated(bytes: &[u8], times: u64) -> impl Read + '_ {
    Repeated { bytes, at: 0 }.take(bytes.len() as u64 * times)
}

struct Repeated<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buf.len() {
            let rest = &self.bytes[self.at..];
            let n = rest.len().min(buf.len() - filled);
            buf[filled..filled + n].copy_from_slice(&rest[..n]);
            self.at = (self.at + n) % self.bytes.len();
            filled += n;
        }
        Ok(filled)
    }
}

/// A bulk string of `len` times `x`, never in memory as a whole.
pub(crate) fn bulk(len: u64) -> impl Read {
    let header = format!("${len}\r\n").into_bytes();
    io::Cursor::new(header).chain(io::repeat(b'x').take(len)).chain(&b"\r\n"[..])
}

/// Events with the parts of each text put together; a text that never ends is left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Merged {
    pub(crate) events: Vec<Owned>,
    text: Vec<u8>,
}

impl Merged {
    pub(crate) fn push(&mut self, event: Event<&[u8]>) {
        let Some((part, data)) = event.text() else {
            self.events.push(event.map(<[u8]>::to_vec));
            return;
        };
        if matches!(part, Part::Whole | Part::First) {
            self.text.clear();
        }
        self.text.extend_from_slice(data);
        if matches!(part, Part::Whole | Part::Last) {
            self.events.push(whole(event.map(|_| self.text.clone())));
        }
    }

    /// In the event notation.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.events.iter().map(ToString::to_string).collect()
    }
}

fn whole<D>(event: Event<D>) -> Event<D> {
    let part = Part::Whole;
    match event {
        Event::SimpleString(_, data) => Event::SimpleString(part, data),
        Event::SimpleError(_, data) => Event::SimpleError(part, data),
        Event::BigNumber(_, data) => Event::BigNumber(part, data),
        Event::BulkString(_, data) => Event::BulkString(part, data),
        Event::BulkError(_, data) => Event::BulkError(part, data),
        Event::VerbatimString(format, _, data) => Event::VerbatimString(format, part, data),
        scalar => scalar,
    }
}

/// Every event up to the end or a protocol error; reads that fail are tried again.
pub(crate) fn read_all<R: Read, const DEPTH: usize>(
    reader: &mut Reader<R, DEPTH>,
) -> (Merged, Option<resp_core::Error>) {
    let mut merged = Merged::default();
    loop {
        match reader.next_event() {
            Ok(Some(event)) => merged.push(event),
            Ok(None) => return (merged, None),
            Err(Error::Protocol(error)) => return (merged, Some(error)),
            Err(_) => {}
        }
    }
}

/// [`read_all`] of a stream that is right, in the event notation.
pub(crate) fn lines<R: Read>(reader: &mut Reader<R>) -> Vec<String> {
    let (merged, error) = read_all(reader);
    assert_eq!(error, None);
    merged.lines()
}

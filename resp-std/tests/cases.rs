//! Every case of the parser's list through a [`Reader`], with each cut and each pair of cuts between its reads.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

// One list for both crates.
#[path = "../../resp-core/tests/support/mod.rs"]
#[macro_use]
mod support;

use core::ops::ControlFlow;
use std::io::{self, Read};

use resp_core::ErrorKind::*;
use resp_core::{Event, FrameKind, Part, Visitor};
use resp_std::{Error, Reader, ReaderOptions};

use support::cases::{Case, clean, fault, more, repeat};
use support::cuts::cuts;
use support::settings::{MAX_COUNT, Settings};
use support::verdict::{Item, Outcome};

/// The depth that the expectations of the list are made for.
const DEPTH: usize = 32;

macro_rules! tests {
    ($($name:ident [$($case:expr),+ $(,)?])+) => {
        $(#[test] fn $name() { $(check(&$case);)+ })+
    };
}

all_cases!(tests);

fn check(case: &Case) {
    let expected: Vec<&str> = case.items.split(" / ").filter(|line| !line.is_empty()).collect();
    let frames: Vec<&str> = expected.iter().copied().filter(|line| line.starts_with("frame ")).collect();
    for whole in [0, 512] {
        let settings = Settings { whole, ..case.settings };
        for cuts in cuts(case.input.len()) {
            let reader = || {
                let source = Pieces { rest: &case.input, position: 0, cuts: &cuts };
                Reader::<_, DEPTH>::with_depth(source, ReaderOptions::new().parser(settings.options()))
            };
            let scene = || format!("{}, cuts {cuts:?}, whole {whole}", case.input.escape_ascii());
            let (lines, outcome) = pull(&mut reader());
            assert_eq!((lines, outcome), (owned(&expected), case.outcome), "next_event: {}", scene());
            let (lines, outcome) = push(&mut reader());
            assert_eq!((lines, outcome), (owned(&expected), case.outcome), "parse: {}", scene());
            let (lines, outcome) = skip(&mut reader());
            assert_eq!((lines, outcome), (owned(&frames), case.outcome), "skip_frame: {}", scene());
        }
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

/// A source whose reads end at the cuts.
struct Pieces<'a> {
    rest: &'a [u8],
    position: usize,
    cuts: &'a [usize],
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let next = self.cuts.iter().find(|&&cut| cut > self.position).map_or(usize::MAX, |&cut| cut - self.position);
        let read = self.rest.len().min(next).min(buffer.len());
        buffer[..read].copy_from_slice(&self.rest[..read]);
        self.rest = &self.rest[read..];
        self.position += read;
        Ok(read)
    }
}

type Ran = (Vec<String>, Outcome);

fn pull(reader: &mut Reader<Pieces<'_>, DEPTH>) -> Ran {
    let mut joined = Joined::default();
    loop {
        match reader.next_event() {
            Ok(Some(event)) => joined.take(event),
            Ok(None) => return (joined.lines, Outcome::CleanEnd),
            Err(error) => return (joined.lines, outcome(&error)),
        }
        if let Some(kind) = reader.frame_end() {
            joined.lines.push(Item::FrameEnd(kind, None).line());
        }
    }
}

fn push(reader: &mut Reader<Pieces<'_>, DEPTH>) -> Ran {
    let mut joined = Joined::default();
    match reader.parse(&mut joined) {
        Ok(ended) => {
            assert!(ended.is_continue());
            (joined.lines, Outcome::CleanEnd)
        }
        Err(error) => (joined.lines, outcome(&error)),
    }
}

fn skip(reader: &mut Reader<Pieces<'_>, DEPTH>) -> Ran {
    let mut lines = Vec::new();
    loop {
        match reader.skip_frame() {
            Ok(Some(kind)) => lines.push(Item::FrameEnd(kind, None).line()),
            Ok(None) => return (lines, Outcome::CleanEnd),
            Err(error) => return (lines, outcome(&error)),
        }
    }
}

fn outcome(error: &Error) -> Outcome {
    match error {
        Error::Protocol(error) if error.kind == UnexpectedEof => Outcome::NeedMore,
        Error::Protocol(error) => Outcome::Fault(*error),
        error => panic!("{error}"),
    }
}

/// The lines of the event notation, texts joined; one that never ended is left out.
#[derive(Default)]
struct Joined {
    lines: Vec<String>,
    text: Vec<u8>,
}

impl Joined {
    fn take(&mut self, event: Event<&[u8]>) {
        match event.text() {
            Some((Part::First | Part::Middle, data)) => self.text.extend_from_slice(data),
            Some((Part::Last, data)) => {
                self.text.extend_from_slice(data);
                let whole = event.map(|_| core::mem::take(&mut self.text));
                self.lines.push(whole.to_string().replacen(" last \"", " \"", 1));
            }
            _ => self.lines.push(event.to_string()),
        }
    }
}

impl<'b> Visitor<'b> for Joined {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.take(event);
        ControlFlow::Continue(())
    }

    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.lines.push(Item::FrameEnd(kind, None).line());
        ControlFlow::Continue(())
    }
}

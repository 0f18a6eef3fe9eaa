//! The target `reader`.

#[path = "../../resp-std/tests/buffer/model.rs"]
mod buffer_model;
mod expected;
mod output;
mod source;

use core::ops::ControlFlow;
use std::io::Read;
use std::iter;

use resp_core::{ErrorKind, Event, FrameKind, TapeError, Visitor};
use resp_std::{Copied, Decoder, Error, Reader, ReaderOptions, Stats};

use crate::DEPTH;
use crate::input::{BLOCK, Input};
use crate::support::verdict::Outcome;
use crate::uncut::uncut;
use buffer_model::{Step, use_as_told};
use expected::Expected;
use output::Output;
use source::Source;

/// A source that stumbles as sockets do, read by every call of [`Reader`] and [`Decoder`] in the order of the steps:
/// the events of the stream in one piece, nothing lost, and a buffer that keeps its contract.
pub fn reader(input: &[u8]) {
    let input = Input::new(input);
    let verdict = uncut::<DEPTH>(&input.stream, &input.settings);
    let buffer = Buffer::new(&input);
    buffer.use_alone(&input.stream);
    let source = || Source::new(&input.stream, input.reads.unwrap_or_default());
    let reader = Reader::with_depth(source(), buffer.options);
    Session { reader, expected: Expected::new(&verdict), buffer, copying: false }.run(input.steps, verdict.outcome);
    let decoder = Decoder::with_depth(buffer.options);
    Loop { decoder, source: source(), expected: Expected::new(&verdict), buffer }.run(input.steps, verdict.outcome);
}

/// The buffer that the first steps ask for.
#[derive(Clone, Copy)]
struct Buffer {
    options: ReaderOptions,
    /// The configured capacity, `compact_min` and `keep`.
    sizes: [usize; 3],
    /// What the capacity may never exceed, and never fall below.
    capacity: (usize, usize),
}

impl Buffer {
    fn new(input: &Input<'_>) -> Self {
        let [capacity, compact_min, keep, read_size, ..] = input.steps.map(usize::from);
        let configured = (capacity * 4).max(64);
        let sizes = [capacity * 4, compact_min, keep * 8];
        let options = ReaderOptions::new()
            .parser(input.settings.options())
            .capacity(sizes[0])
            .compact_min(sizes[1])
            .keep(sizes[2])
            .read_size(if read_size == 0 { usize::MAX } else { read_size });
        // Room is asked for only while the parser waits, or all of a frame is held.
        let holds_frames = calls(input.steps).take(BLOCK).any(|call| call == Call::NextFrame);
        let most_held =
            if holds_frames { input.stream.len() } else { 0 }.max(input.settings.options().min_buffer() - 1);
        Self { options, sizes, capacity: (configured, configured.max(2 * (most_held + configured / 2))) }
    }

    /// A buffer without a reader does what these bytes say, as far as they say it soon: all that is held is compared.
    fn use_alone(&self, bytes: &[u8]) {
        let [configured, compact_min, keep] = self.sizes;
        let steps = bytes.chunks_exact(2).take(64).map(|step| match [step[0], step[1]].map(usize::from) {
            [255, _] => Step::Trim,
            [kind, size] if kind % 2 == 0 => Step::Consume(size),
            [min, size] => Step::Fill(min * 2, size * 3),
        });
        use_as_told(configured, compact_min, keep, steps);
    }

    /// Bytes that came in, bytes done with, and what was counted.
    fn check(&self, given: usize, offset: u64, capacity: usize, stats: Stats) {
        assert_eq!(stats.bytes, given as u64, "bytes read");
        assert!(offset <= stats.bytes, "{offset} bytes are done with, of {}", stats.bytes);
        assert!(stats.bytes_moved <= offset, "{} bytes moved, {offset} done with", stats.bytes_moved);
        let (least, most) = self.capacity;
        assert!((least..=most).contains(&capacity), "a capacity of {capacity}, not within {least}..={most}");
    }
}

/// The calls that take events.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    NextEvent,
    /// Breaks at so many events.
    Parse(usize),
    CopyText,
    SkipFrame,
    FinishFrame,
    NextFrame,
}

impl Call {
    /// Whether it is made again until it has come to its end. Who gave up skipping in the middle would not know which
    /// events were skipped; the rest of a text that was offered to a destination would be passed over.
    fn insists(self) -> bool {
        matches!(self, Self::SkipFrame | Self::FinishFrame | Self::CopyText)
    }

    /// Whether there may be events of a frame that an error ends, which are not told.
    fn keeps_back(self) -> bool {
        self.insists() || self == Self::NextFrame
    }
}

/// The steps behind those that the buffer took, and one that always gets ahead.
fn calls(steps: [u8; BLOCK]) -> impl Iterator<Item = Call> {
    iter::repeat(steps).flat_map(|steps| steps.into_iter().skip(4).chain([0])).map(|step| match step % 6 {
        0 => Call::NextEvent,
        1 => Call::Parse(1 + usize::from(step / 6)),
        2 => Call::CopyText,
        3 => Call::SkipFrame,
        4 => Call::FinishFrame,
        _ => Call::NextFrame,
    })
}

/// What came of a call.
enum Came {
    Events,
    /// Of this call more is to come, but the source, or the destination, failed.
    Failed,
    /// There is nothing for now: the source ended, or more bytes are needed.
    Nothing,
    Fault(resp_core::Error),
}

impl From<Error> for Came {
    fn from(error: Error) -> Self {
        match error {
            Error::Protocol(error) => Self::Fault(error),
            _ => Self::Failed,
        }
    }
}

struct Session<'a> {
    reader: Reader<Source<'a>, DEPTH>,
    expected: Expected<'a>,
    buffer: Buffer,
    /// The last call was a copy that has not come to the end of its text.
    copying: bool,
}

impl Session<'_> {
    fn run(mut self, steps: [u8; BLOCK], outcome: Outcome) {
        let mut calls = calls(steps);
        let mut call = calls.next();
        while let Some(now) = call {
            let came = self.call(now);
            let source = self.reader.get_ref();
            let (given, ended) = (source.given(), source.has_ended());
            self.buffer.check(given, self.reader.offset(), self.reader.capacity(), self.reader.stats());
            // The frame of a text that is still being copied may have ended.
            if !self.copying {
                self.expected.check_frames(self.reader.stats());
            }
            let again = now.insists();
            match came {
                Came::Events => call = calls.next(),
                Came::Failed => call = if again { call } else { calls.next() },
                Came::Nothing => {
                    assert!(ended && self.reader.is_idle(), "the end of a stream that goes on");
                    self.expected.between_frames();
                    if source.is_over() {
                        assert_eq!(outcome, Outcome::CleanEnd);
                        self.expected.all();
                        break;
                    }
                }
                Came::Fault(error) if error.kind == ErrorKind::UnexpectedEof => {
                    assert!(ended, "{error}, but the source goes on");
                    assert_eq!((error.offset, error.byte), (given as u64, None));
                    if source.is_over() {
                        assert_eq!(outcome, Outcome::NeedMore);
                        self.expected.all_but_skipped(now.keeps_back());
                        break;
                    }
                }
                Came::Fault(error) => {
                    assert_eq!(outcome, Outcome::Fault(error));
                    self.expected.all_but_skipped(now.keeps_back());
                    break;
                }
            }
        }
        let offset = self.reader.offset() as usize;
        let (source, unread) = self.reader.into_parts();
        assert_eq!(unread, source.stream()[offset..source.given()], "unread");
    }

    fn call(&mut self, call: Call) -> Came {
        if call != Call::CopyText {
            self.copying = false;
        }
        let came = match call {
            Call::NextEvent => self.next_event(),
            Call::Parse(events) => {
                let parsed = self.reader.parse(&mut Breaking { expected: &mut self.expected, events });
                parsed.map(|flow| if flow.is_break() { Came::Events } else { Came::Nothing })
            }
            Call::CopyText => return self.copy_text(),
            Call::SkipFrame => self.reader.skip_frame().map(|kind| match kind {
                Some(kind) => {
                    self.expected.skip(Some(kind));
                    Came::Events
                }
                None => Came::Nothing,
            }),
            Call::FinishFrame => {
                let was_idle = self.reader.is_idle();
                self.reader.finish_frame().map(|()| {
                    assert!(self.reader.is_idle(), "in a frame that was finished");
                    if !was_idle {
                        self.expected.skip(None);
                    }
                    Came::Events
                })
            }
            Call::NextFrame => match self.reader.next_frame() {
                Ok(Some(frame)) => {
                    self.expected.frame(frame);
                    Ok(Came::Events)
                }
                Ok(None) => Ok(Came::Nothing),
                Err(Error::MidFrame) => {
                    assert!(!self.reader.is_idle(), "between frames, and no frame");
                    Ok(Came::Events)
                }
                Err(error) => Err(error),
            },
        };
        came.unwrap_or_else(Came::from)
    }

    fn next_event(&mut self) -> Result<Came, Error> {
        let Some(event) = self.reader.next_event()? else { return Ok(Came::Nothing) };
        self.expected.event(&event);
        self.expected.frame_end_if(self.reader.frame_end());
        Ok(Came::Events)
    }

    fn copy_text(&mut self) -> Came {
        if !self.copying {
            self.expected.copy_begins();
            self.copying = true;
        }
        let mut output = Output::new(self.reader.offset());
        let copied = match self.reader.copy_text_to(&mut output) {
            Ok(Copied::End) => Ok(Came::Nothing),
            Ok(Copied::Other(event)) => {
                assert!(output.taken.is_empty(), "written, and {event} came back");
                self.expected.event(&event);
                Ok(Came::Events)
            }
            Ok(Copied::Text(event)) => {
                self.expected.copied(&output.taken);
                self.expected.copy_ends(&event);
                Ok(Came::Events)
            }
            Err(error) => {
                self.expected.copied(&output.taken);
                Err(error)
            }
        };
        if matches!(copied, Ok(Came::Events)) {
            self.copying = false;
            self.expected.frame_end_if(self.reader.frame_end());
        }
        copied.unwrap_or_else(Came::from)
    }
}

/// Checks what it is told, and breaks when it has been told enough.
struct Breaking<'e, 'a> {
    expected: &'e mut Expected<'a>,
    events: usize,
}

impl<'b> Visitor<'b> for Breaking<'_, '_> {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.expected.event(&event);
        self.events -= 1;
        if self.events == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.expected.frame_end_if(Some(kind));
        ControlFlow::Continue(())
    }
}

/// Someone's own loop around a decoder.
struct Loop<'a> {
    decoder: Decoder<DEPTH>,
    source: Source<'a>,
    expected: Expected<'a>,
    buffer: Buffer,
}

impl Loop<'_> {
    fn run(mut self, steps: [u8; BLOCK], outcome: Outcome) {
        let mut calls = calls(steps).filter(|&call| call != Call::CopyText).chain(iter::repeat(Call::NextEvent));
        let mut call = Call::NextEvent;
        loop {
            let came = self.call(call).unwrap_or_else(Came::Fault);
            let (given, capacity) = (self.source.given(), self.decoder.capacity());
            self.buffer.check(given, self.decoder.offset(), capacity, self.decoder.stats());
            self.expected.check_frames(self.decoder.stats());
            match came {
                Came::Fault(error) => {
                    assert_eq!(outcome, Outcome::Fault(error));
                    return self.expected.all_but_skipped(call.keeps_back());
                }
                Came::Nothing if self.source.is_over() => {
                    let end = if self.decoder.finish().is_ok() { Outcome::CleanEnd } else { Outcome::NeedMore };
                    assert_eq!(outcome, end);
                    return self.expected.all_but_skipped(call.keeps_back());
                }
                Came::Nothing | Came::Failed => {
                    self.fill();
                    call = if call.insists() { call } else { calls.next().expect("endless") };
                }
                Came::Events => call = calls.next().expect("endless"),
            }
        }
    }

    fn fill(&mut self) {
        let spare = self.decoder.spare();
        assert!(!spare.is_empty(), "no room to read to");
        let read = self.source.read(spare);
        self.decoder.commit(read.unwrap_or_default());
    }

    fn call(&mut self, call: Call) -> Result<Came, resp_core::Error> {
        Ok(match call {
            Call::NextFrame => match self.decoder.next_frame() {
                Ok(Some(frame)) => {
                    self.expected.frame(frame);
                    Came::Events
                }
                Ok(None) => Came::Nothing,
                Err(TapeError::Protocol(error)) => return Err(error),
                Err(_) => {
                    assert!(!self.decoder.is_idle(), "between frames, and no frame");
                    Came::Events
                }
            },
            Call::NextEvent | Call::CopyText => {
                let Some(event) = self.decoder.next_event()? else { return Ok(Came::Nothing) };
                self.expected.event(&event);
                self.expected.frame_end_if(self.decoder.frame_end());
                Came::Events
            }
            Call::Parse(events) => {
                let flow = self.decoder.parse(&mut Breaking { expected: &mut self.expected, events })?;
                if flow.is_break() { Came::Events } else { Came::Nothing }
            }
            Call::SkipFrame => match self.decoder.skip_frame()? {
                Some(kind) => {
                    self.expected.skip(Some(kind));
                    Came::Events
                }
                None => Came::Nothing,
            },
            Call::FinishFrame => {
                let was_idle = self.decoder.is_idle();
                if !self.decoder.finish_frame()? {
                    return Ok(Came::Nothing);
                }
                if !was_idle {
                    self.expected.skip(None);
                }
                Came::Events
            }
        })
    }
}

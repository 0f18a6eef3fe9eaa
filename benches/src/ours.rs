//! The rows of this project, and the yardsticks they are held to.

use core::cell::RefCell;
use core::hint::black_box;
use core::ops::ControlFlow;
use std::io::{self, Read};
use std::thread::LocalKey;

use bytes::{Buf, Bytes};
use resp_core::{
    Aggregate, Event, Frame, FrameKind, Node, Null, Options, Parser, Part, RequestEvent, RequestParser, RequestVisitor,
    Span, Tape, Visitor,
};
use resp_std::{Reader, ReaderOptions, RequestReader};

use crate::raw;
use crate::row::Row;
use crate::stream::Stream;
use crate::tally::{Tally, text};

/// In the order of the tables. The first is what the others are compared with.
pub const ROWS: [Row; 22] = [
    Row::whole("raw2", |stream, _| Some(raw::parse(stream))),
    Row::whole("memcpy", memcpy),
    Row::whole("visitor", visitor::<false>).checked(visitor::<true>),
    Row::whole("steps", steps),
    Row::whole("next_event", next_event::<false>).checked(next_event::<true>),
    Row::whole("events", events::<false>).checked(events::<true>),
    Row::whole("scan", scan::<false>).checked(scan::<true>),
    Row::whole("skip_frame", skip_frame),
    Row::whole("frame", frame),
    Row::whole("frame_visit", frame_visit::<false>).checked(frame_visit::<true>),
    Row::reads("reader", reader::<false>).checked(reader::<true>),
    Row::reads("reader_next_event", reader_next_event::<false>).checked(reader_next_event::<true>),
    Row::reads("reader_skip_frame", reader_skip_frame),
    Row::reads("reader_frame", reader_frame),
    Row::reads("reader_value", reader_value),
    Row::reads("reader_whole", reader_whole::<false>).checked(reader_whole::<true>),
    Row::whole("raw2_f64", |stream, _| of_doubles(stream).map(raw::doubles)),
    Row::whole("visitor_f64", visitor_f64),
    Row::reads("reader_f64", reader_f64),
    Row::whole("requests", requests::<false>).checked(requests::<true>),
    Row::reads("request_reader", request_reader::<false>).checked(request_reader::<true>),
    Row::reads("request_reader_whole", request_reader_whole::<false>).checked(request_reader_whole::<true>),
];

/// Adds up what it is told.
#[derive(Debug, Default)]
pub struct Sum<const CONTENTS: bool> {
    frames: u64,
    sum: u64,
}

impl<const CONTENTS: bool> Sum<CONTENTS> {
    /// What it was told.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally { frames: self.frames, sum: Some(self.sum) }
    }

    #[inline(always)]
    fn add(&mut self, number: u64) -> ControlFlow<()> {
        self.sum = self.sum.wrapping_add(number);
        ControlFlow::Continue(())
    }

    /// The event of a pull, and whether it ended a frame.
    #[inline(always)]
    fn pulled(&mut self, event: Event<&[u8]>, ended: bool) {
        let _ = self.event(event);
        self.frames += u64::from(ended);
    }
}

impl<'b, const CONTENTS: bool> Visitor<'b> for Sum<CONTENTS> {
    /// Those who pull have an event, and ask it what it is; those who are visited are told, below.
    #[inline(always)]
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        match event {
            Event::BulkString(part, data) => self.bulk_string(part, data),
            Event::SimpleString(part, data) => self.simple_string(part, data),
            Event::Integer(value) => self.integer(value),
            Event::Begin(aggregate, count) => self.begin(aggregate, count),
            Event::End(_) => ControlFlow::Continue(()),
            Event::Null(null) => self.null(null),
            Event::Double(text) => self.double(text),
            Event::Boolean(value) => self.boolean(value),
            Event::SimpleError(part, data) => self.simple_error(part, data),
            Event::BigNumber(part, data) => self.big_number(part, data),
            Event::BulkError(part, data) => self.bulk_error(part, data),
            Event::VerbatimString(format, part, data) => self.verbatim_string(format, part, data),
        }
    }

    #[inline(always)]
    fn simple_string(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.add(text::<CONTENTS>(data))
    }

    #[inline(always)]
    fn simple_error(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.add(text::<CONTENTS>(data))
    }

    #[inline(always)]
    fn big_number(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.add(text::<CONTENTS>(data))
    }

    #[inline(always)]
    fn bulk_string(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.add(text::<CONTENTS>(data))
    }

    #[inline(always)]
    fn bulk_error(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.add(text::<CONTENTS>(data))
    }

    /// The header's length counts four bytes more.
    #[inline(always)]
    fn verbatim_string(&mut self, _: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        let format = if !CONTENTS && matches!(part, Part::Whole | Part::First) { 4 } else { 0 };
        self.add(text::<CONTENTS>(data) + format)
    }

    #[inline(always)]
    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.add(value.cast_unsigned())
    }

    #[inline(always)]
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.add(if CONTENTS { resp_core::double(text).to_bits() } else { text.len() as u64 })
    }

    #[inline(always)]
    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.add(u64::from(value))
    }

    #[inline(always)]
    fn null(&mut self, _: Null) -> ControlFlow<()> {
        self.add(1)
    }

    #[inline(always)]
    fn begin(&mut self, _: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.add(count.unwrap_or_default())
    }

    #[inline(always)]
    fn end(&mut self, _: Aggregate) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.frames += 1;
        ControlFlow::Continue(())
    }
}

// Every row is a function of its own: what the compiler makes of one must not depend on its neighbours.

/// To a block that is kept, so that its pages are there.
#[inline(never)]
fn memcpy(stream: &Stream, _: usize) -> Option<Tally> {
    thread_local! {
        static BLOCK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BLOCK.with_borrow_mut(|block| {
        block.clear();
        block.extend_from_slice(black_box(stream));
        black_box(block);
    });
    // It finds nothing, so it says what it was told.
    Some(Tally::frames(stream.count().frames))
}

#[inline(never)]
fn visitor<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let parsed = Parser::new().parse(stream, &mut sum).expect("a valid stream");
    assert_eq!(parsed.consumed, stream.len());
    Some(sum.tally())
}

/// The careful grammar alone: where headers may be no longer than this, there is no fast run.
#[inline(never)]
fn steps(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<false>::default();
    let parsed = Parser::with_options(Options::new().max_header(31)).parse(stream, &mut sum);
    assert_eq!(parsed.expect("a valid stream").consumed, stream.len());
    Some(sum.tally())
}

#[inline(never)]
fn next_event<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let mut parser = Parser::new();
    let mut input: &[u8] = stream;
    while let Some(event) = parser.next_event(&mut input).expect("a valid stream") {
        sum.pulled(event, parser.is_idle());
    }
    Some(sum.tally())
}

#[inline(never)]
fn events<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let mut parser = Parser::new();
    let mut input: &[u8] = stream;
    let mut events = parser.events(&mut input);
    while let Some(event) = events.next() {
        sum.pulled(event.expect("a valid stream"), events.frame_end().is_some());
    }
    Some(sum.tally())
}

#[inline(never)]
fn scan<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let mut parser = Parser::new();
    let mut at = 0;
    loop {
        let input = &stream[at..];
        let scanned = parser.scan(input).expect("a valid stream");
        let Some(event) = scanned.event else { return Some(sum.tally()) };
        sum.pulled(event.map(|span: Span| span.of(input)), scanned.frame_end.is_some());
        at += scanned.consumed;
    }
}

#[inline(never)]
fn skip_frame(stream: &Stream, _: usize) -> Option<Tally> {
    let mut parser = Parser::new();
    let mut input: &[u8] = stream;
    let mut frames = 0;
    while parser.skip_frame(&mut input).expect("a valid stream").is_some() {
        frames += 1;
    }
    Some(Tally::frames(frames))
}

thread_local! {
    static TAPE: RefCell<Tape<Vec<Node>>> = const { RefCell::new(Tape::with_storage(Vec::new())) };
}

/// Every frame onto a tape that is used again.
#[inline(always)]
fn frames(stream: &Stream, mut read: impl FnMut(Frame<'_>)) -> u64 {
    TAPE.with_borrow_mut(|tape| {
        let mut parser = Parser::new();
        let mut input: &[u8] = stream;
        let mut frames = 0;
        while let Some(frame) = tape.next_frame(&mut parser, input).expect("a valid stream") {
            read(frame);
            frames += 1;
            input = &input[frame.wire().len()..];
        }
        frames
    })
}

#[inline(never)]
fn frame(stream: &Stream, _: usize) -> Option<Tally> {
    let frames = frames(stream, |frame| {
        black_box(frame);
    });
    Some(Tally::frames(frames))
}

#[inline(never)]
fn frame_visit<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let frames = frames(stream, |frame| {
        let _ = frame.visit(&mut sum);
    });
    Some(Tally { frames, ..sum.tally() })
}

/// Reads like a socket that never waits, and brings at most so many bytes at once.
struct Source {
    bytes: Bytes,
    reads: usize,
}

impl Read for Source {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let len = to.len().min(self.bytes.len()).min(self.reads);
        to[..len].copy_from_slice(&self.bytes[..len]);
        self.bytes.advance(len);
        Ok(len)
    }
}

/// Texts of up to 2 MiB in one piece, as other parsers hand them out.
const WHOLE: ReaderOptions = ReaderOptions::new().parser(Options::new().whole(2 << 20)).keep(8 << 20);

thread_local! {
    // As in a connection that has been there for a while: what was made for one pass is there for the next.
    static WARM: RefCell<Reader<Source>> = RefCell::new(connection(ReaderOptions::new()));
    static WARM_WHOLE: RefCell<Reader<Source>> = RefCell::new(connection(WHOLE));
}

fn connection(options: ReaderOptions) -> Reader<Source> {
    Reader::with_options(Source { bytes: Bytes::new(), reads: 0 }, options)
}

#[inline(always)]
fn reading<T>(
    reader: &'static LocalKey<RefCell<Reader<Source>>>,
    stream: &Stream,
    reads: usize,
    read: impl FnOnce(&mut Reader<Source>) -> Result<T, resp_std::Error>,
) -> T {
    reader.with_borrow_mut(|reader| {
        *reader.get_mut() = Source { bytes: stream.shared(), reads };
        read(reader).expect("a valid stream")
    })
}

#[inline(never)]
fn reader<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let _ = reading(&WARM, stream, reads, |reader| reader.parse(&mut sum));
    Some(sum.tally())
}

#[inline(never)]
fn reader_next_event<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let mut frames = 0;
    reading(&WARM, stream, reads, |reader| {
        while let Some(event) = reader.next_event()? {
            sum.pulled(event, false);
            frames += u64::from(reader.frame_end().is_some());
        }
        Ok(())
    });
    Some(Tally { frames, ..sum.tally() })
}

#[inline(never)]
fn reader_skip_frame(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut frames = 0;
    reading(&WARM, stream, reads, |reader| {
        while reader.skip_frame()?.is_some() {
            frames += 1;
        }
        Ok(())
    });
    Some(Tally::frames(frames))
}

#[inline(never)]
fn reader_frame(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut frames = 0;
    reading(&WARM, stream, reads, |reader| {
        while let Some(frame) = reader.next_frame()? {
            black_box(frame);
            frames += 1;
        }
        Ok(())
    });
    Some(Tally::frames(frames))
}

#[inline(never)]
fn reader_value(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut frames = 0;
    reading(&WARM, stream, reads, |reader| {
        while let Some(value) = reader.read_value()? {
            black_box(value);
            frames += 1;
        }
        Ok(())
    });
    Some(Tally::frames(frames))
}

#[inline(never)]
fn reader_whole<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut sum = Sum::<CONTENTS>::default();
    let _ = reading(&WARM_WHOLE, stream, reads, |reader| reader.parse(&mut sum));
    Some(sum.tally())
}

fn of_doubles(stream: &Stream) -> Option<&Stream> {
    (stream.count().doubles == stream.count().nodes).then_some(stream)
}

/// Converts each double, and adds up the length of its text.
#[derive(Default)]
struct Doubles {
    frames: u64,
    sum: u64,
}

impl<'b> Visitor<'b> for Doubles {
    #[inline(always)]
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        unreachable!("no double: {event}")
    }

    #[inline(always)]
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        black_box(resp_core::double(text));
        self.sum += text.len() as u64;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.frames += 1;
        ControlFlow::Continue(())
    }
}

#[inline(never)]
fn visitor_f64(stream: &Stream, _: usize) -> Option<Tally> {
    let mut doubles = Doubles::default();
    let _ = Parser::new().parse(of_doubles(stream)?, &mut doubles).expect("a valid stream");
    Some(Tally { frames: doubles.frames, sum: Some(doubles.sum) })
}

#[inline(never)]
fn reader_f64(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut doubles = Doubles::default();
    let _ = reading(&WARM, of_doubles(stream)?, reads, |reader| reader.parse(&mut doubles));
    Some(Tally { frames: doubles.frames, sum: Some(doubles.sum) })
}

/// Arrays of bulk strings alone. Whatever does not begin like one is an inline request.
fn of_requests(stream: &Stream) -> Option<&Stream> {
    (stream.first() == Some(&b'*')).then_some(stream)
}

/// The same for requests.
#[derive(Default)]
struct SumOfRequests<const CONTENTS: bool>(Sum<CONTENTS>);

impl<'b, const CONTENTS: bool> RequestVisitor<'b> for SumOfRequests<CONTENTS> {
    #[inline(always)]
    fn event(&mut self, _: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn begin(&mut self, count: u64) -> ControlFlow<()> {
        self.0.add(count)
    }

    #[inline(always)]
    fn argument(&mut self, _: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.add(text::<CONTENTS>(data))
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        self.0.frames += 1;
        ControlFlow::Continue(())
    }
}

#[inline(never)]
fn requests<const CONTENTS: bool>(stream: &Stream, _: usize) -> Option<Tally> {
    let mut sum = SumOfRequests::<CONTENTS>::default();
    let parsed = RequestParser::new().parse(of_requests(stream)?, &mut sum).ok()?;
    (parsed.consumed == stream.len()).then(|| sum.0.tally())
}

thread_local! {
    static WARM_REQUESTS: RefCell<RequestReader<Source>> =
        RefCell::new(RequestReader::new(Source { bytes: Bytes::new(), reads: 0 }));
}

/// `None`: these are no requests, and the reader that failed is replaced.
#[inline(always)]
fn reading_requests<T>(
    stream: &Stream,
    reads: usize,
    read: impl FnOnce(&mut RequestReader<Source>) -> Result<T, resp_std::Error>,
) -> Option<T> {
    let stream = of_requests(stream)?;
    WARM_REQUESTS.with_borrow_mut(|reader| {
        *reader.get_mut() = Source { bytes: stream.shared(), reads };
        let result = read(reader);
        if result.is_err() {
            *reader = RequestReader::new(Source { bytes: Bytes::new(), reads: 0 });
        }
        result.ok()
    })
}

#[inline(never)]
fn request_reader<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut sum = SumOfRequests::<CONTENTS>::default();
    let _ = reading_requests(stream, reads, |reader| reader.parse(&mut sum))?;
    Some(sum.0.tally())
}

/// All arguments of a request at once, as positions.
#[inline(never)]
fn request_reader_whole<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let (mut frames, mut sum) = (0, 0_u64);
    reading_requests(stream, reads, |reader| {
        while let Some(request) = reader.next_request()? {
            let lengths: u64 = request.iter().map(text::<CONTENTS>).sum();
            sum = sum.wrapping_add(lengths + request.len() as u64);
            frames += 1;
        }
        Ok(())
    })?;
    Some(Tally { frames, sum: Some(sum) })
}

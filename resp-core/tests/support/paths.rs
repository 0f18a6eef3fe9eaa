//! Every way through the parser, each driven over the same stream with the same cuts.
//!
//! A [`Turn`] is one way: it takes what is presented and uses it up until more is needed. Two drivers present the
//! stream: [`drive`] one read after the other, [`through_smallest_buffer`] as much as fits. Both watch what must hold
//! whenever the parser waits.

use core::ops::ControlFlow;

use resp_core::{Aggregate, Error, ErrorKind, Event, FrameKind, Null, Parser, Part, Visitor};

use super::recorder::Recorder;
use super::settings::Settings;
use super::verdict::{Item, Outcome};

/// What came of one way through the parser.
#[derive(Debug)]
pub struct Run {
    pub items: Vec<Item>,
    pub outcome: Outcome,
    /// After so many bytes so many items.
    pub progress: Vec<(usize, usize)>,
    /// How many bytes had been presented before the read that brought the fault, and with it.
    pub fault_window: (usize, usize),
    /// Bytes presented, over all calls.
    pub presented: u64,
}

/// Uses `input` up until more is needed; gives the number of bytes consumed.
pub type Turn<const D: usize> = fn(&mut Parser<D>, &[u8], &mut Recorder) -> Result<usize, Error>;

/// The ways that tell every event.
pub fn event_turns<const D: usize>() -> [(&'static str, Turn<D>); 8] {
    [
        ("next_event", next_event),
        ("parse", parse),
        ("scan", scan),
        ("events", events),
        ("parse, typed methods", parse_typed),
        ("parse, breaking at everything", parse_breaking),
        ("parse, breaking at text and frame", parse_to_frame_end),
        ("in turns", in_turns),
    ]
}

/// The ways that tell only the ends of frames.
pub fn frame_turns<const D: usize>() -> [(&'static str, Turn<D>); 2] {
    [("skip_frame", skip_frame), ("finish_frame after one event", finish_frame)]
}

/// Presents what is left of the last read and the next one, `cuts` being the ends of the reads but the last.
pub fn drive<const D: usize>(bytes: &[u8], settings: &Settings, cuts: &[usize], turn: Turn<D>) -> Run {
    let mut parser = Parser::<D>::with_depth(settings.options());
    let mut recorder = Recorder::new(settings.whole);
    let mut progress = Vec::new();
    let (mut pos, mut before, mut presented) = (0, 0, 0);
    for &end in cuts.iter().chain([&bytes.len()]) {
        presented += (end - pos) as u64;
        match turn(&mut parser, &bytes[pos..end], &mut recorder) {
            Ok(consumed) => pos += consumed,
            Err(error) => {
                check_sticky(&mut parser, error, [&bytes[pos..end], &bytes[pos..], &[]], turn);
                let outcome = Outcome::Fault(error);
                return Run { items: recorder.items, outcome, progress, fault_window: (before, end), presented };
            }
        }
        check_waiting(&parser, &recorder, bytes, pos, end, settings.options().min_buffer());
        progress.push((end, recorder.items.len()));
        before = end;
        parser = parser.clone();
    }
    let outcome = finish(&parser, &bytes[pos..], bytes.len());
    Run { items: recorder.items, outcome, progress, fault_window: (0, 0), presented }
}

/// Moves the stream through a buffer of exactly `Options::min_buffer` bytes, reading as much as fits.
pub fn through_smallest_buffer<const D: usize>(bytes: &[u8], settings: &Settings, turn: Turn<D>) -> Run {
    let options = settings.options();
    let mut parser = Parser::<D>::with_depth(options);
    let mut recorder = Recorder::new(settings.whole);
    let mut buffer = vec![0; options.min_buffer()];
    let (mut held, mut fed, mut presented) = (0, 0, 0);
    loop {
        let before = fed;
        let read = (buffer.len() - held).min(bytes.len() - fed);
        assert!(read > 0 || fed == bytes.len(), "stalled: {held} bytes held at {fed}");
        buffer[held..held + read].copy_from_slice(&bytes[fed..fed + read]);
        held += read;
        fed += read;
        presented += held as u64;
        match turn(&mut parser, &buffer[..held], &mut recorder) {
            Ok(consumed) => {
                buffer.copy_within(consumed..held, 0);
                held -= consumed;
            }
            Err(error) => {
                let outcome = Outcome::Fault(error);
                let fault_window = (before, fed);
                return Run { items: recorder.items, outcome, progress: Vec::new(), fault_window, presented };
            }
        }
        assert_eq!(parser.offset(), (fed - held) as u64, "offset while waiting");
        if fed == bytes.len() {
            let outcome = finish(&parser, &buffer[..held], bytes.len());
            return Run { items: recorder.items, outcome, progress: Vec::new(), fault_window: (0, 0), presented };
        }
    }
}

/// What the parser says if the stream of `len` bytes ends with `rest` unconsumed.
pub fn finish<const D: usize>(parser: &Parser<D>, rest: &[u8], len: usize) -> Outcome {
    match parser.finish(rest) {
        Ok(()) => Outcome::CleanEnd,
        Err(error) => {
            let expected = Error { kind: ErrorKind::UnexpectedEof, offset: len as u64, byte: None };
            assert_eq!(error, expected, "finish");
            Outcome::NeedMore
        }
    }
}

/// The parser has seen `bytes[..end]`, has consumed `bytes[..pos]`, and wants more.
pub fn check_waiting<const D: usize>(
    parser: &Parser<D>,
    recorder: &Recorder,
    bytes: &[u8],
    pos: usize,
    end: usize,
    smallest_buffer: usize,
) {
    assert_eq!(parser.offset(), pos as u64, "offset while waiting");
    if recorder.knows_lens {
        assert_eq!(parser.is_idle(), recorder.frames_len == pos as u64, "is_idle while waiting at {pos}");
        assert_eq!(parser.frame_offset(), recorder.frames_len, "frame_offset while waiting at {pos}");
    }
    assert!(recorder.events <= pos, "{} events in {pos} bytes", recorder.events);
    let held = &bytes[pos..end];
    assert!(held.len() < smallest_buffer, "{} bytes held", held.len());
    if recorder.in_text() {
        // Once begun, a text comes as it comes; only its line end, or the header of a chunk, may have to wait.
        assert!(matches!(held, [] | b"\r" | [b';', ..]), "held in the middle of a text: {}", held.escape_ascii());
    }
    let needed = parser.needed();
    assert_ne!(needed, 0, "an event is due, but the parser waits");
    let few = [Some(0), (needed > 1).then_some(1), (needed > 2).then_some(needed - 1)];
    for too_few in few.into_iter().flatten() {
        let Some(mut rest) = bytes.get(pos..end + too_few) else { continue };
        let before = rest.len();
        let event = parser.clone().next_event(&mut rest);
        assert_eq!(event, Ok(None), "needed {needed} at {end}, got only {too_few}");
        assert_eq!(rest.len(), before, "consumed with {too_few} of {needed} needed");
    }
}

/// A parser that failed says so again, whatever comes.
pub fn check_sticky<const D: usize>(parser: &mut Parser<D>, error: Error, inputs: [&[u8]; 3], turn: Turn<D>) {
    for input in inputs {
        let mut recorder = Recorder::new(0);
        assert_eq!(turn(parser, input, &mut recorder), Err(error), "not the same error again");
        assert_eq!(recorder.events, 0, "an event after an error");
    }
    assert_eq!(parser.finish(&[]), Err(error), "finish forgets the error");
}

fn next_event<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let start = parser.offset();
    let mut rest = input;
    loop {
        let event = parser.next_event(&mut rest);
        let offset = start + (input.len() - rest.len()) as u64;
        assert_eq!(parser.offset(), offset, "offset and input after {event:?}");
        let Some(event) = event? else { return Ok(input.len() - rest.len()) };
        recorder.event(&event, input);
        check_event(parser, &event, recorder, offset);
    }
}

/// What must hold after each pulled event, with `offset` bytes consumed; records the end of a frame.
fn check_event<const D: usize>(parser: &mut Parser<D>, event: &Event<&[u8]>, recorder: &mut Recorder, offset: u64) {
    assert_eq!(parser.depth(), recorder.open.len(), "depth after {event}");
    let due = parser.clone().next_event(&mut &[][..]).is_ok_and(|event| event.is_some());
    assert_eq!(parser.needed() == 0, due, "needed() is {} after {event}", parser.needed());
    if let Some((Part::First, data)) = event.text() {
        recorder.declared(parser.text_remaining().map(|rest| rest + data.len() as u64));
    }
    if parser.is_idle() {
        let kind = recorder.at_frame_end().expect("is_idle before the frame's end");
        assert_eq!(parser.frame_end(event), Some(kind), "frame_end after {event}");
        recorder.frame_end(kind, Some(offset - recorder.frames_len));
    }
}

fn events<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let mut rest = input;
    let mut events = parser.events(&mut rest);
    while let Some(event) = events.next() {
        let event = event.inspect_err(|_| assert_eq!(events.next(), None, "the iterator goes on after an error"))?;
        recorder.event(&event, input);
        assert_eq!(events.frame_end(), recorder.at_frame_end(), "frame_end after {event}");
        if let Some(kind) = events.frame_end() {
            recorder.frame_end(kind, None);
        }
    }
    drop(events);
    Ok(input.len() - rest.len())
}

fn scan<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let mut consumed = 0;
    loop {
        let rest = &input[consumed..];
        let scanned = parser.scan(rest)?;
        consumed += scanned.consumed;
        let Some(event) = scanned.event else {
            assert_eq!(scanned.frame_end, None, "a frame end without an event");
            return Ok(consumed);
        };
        let event = event.map(|span| rest.get(span.start..span.end).expect("a span outside of the input"));
        recorder.event(&event, input);
        if let Some((Part::First, data)) = event.text() {
            recorder.declared(parser.text_remaining().map(|rest| rest + data.len() as u64));
        }
        assert_eq!(scanned.frame_end.is_some(), parser.is_idle(), "frame_end and is_idle after {event}");
        if let Some(kind) = scanned.frame_end {
            recorder.frame_end(kind, Some(parser.offset() - recorder.frames_len));
        }
    }
}

fn skip_frame<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let start = parser.offset();
    let mut rest = input;
    loop {
        let skipped = parser.skip_frame(&mut rest);
        let offset = start + (input.len() - rest.len()) as u64;
        assert_eq!(parser.offset(), offset, "offset and input after {skipped:?}");
        let Some(kind) = skipped? else { return Ok(input.len() - rest.len()) };
        assert!(parser.is_idle(), "not between frames after skip_frame");
        recorder.frame_end(kind, Some(offset - recorder.frames_len));
    }
}

/// Takes the first event of each frame and skips the rest of it. Tells no kinds: every frame is a reply here.
fn finish_frame<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let mut rest = input;
    loop {
        if parser.is_idle() && parser.next_event(&mut rest)?.is_none() {
            return Ok(input.len() - rest.len());
        }
        let (was_idle, left) = (parser.is_idle(), rest.len());
        if !parser.finish_frame(&mut rest)? {
            assert!(!was_idle, "finish_frame between frames wants input");
            return Ok(input.len() - rest.len());
        }
        assert!(parser.is_idle(), "not between frames after finish_frame");
        assert!(!was_idle || rest.len() == left, "finish_frame between frames takes input");
        recorder.frame_end(FrameKind::Reply, Some(parser.offset() - recorder.frames_len));
    }
}

fn parse<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let parsed = parser.parse(input, &mut Collector::new(recorder, input, Breaks::default()))?;
    assert!(!parsed.broke, "broke, but the visitor did not");
    Ok(parsed.consumed)
}

fn parse_typed<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let parsed = parser.parse(input, &mut Typed(Collector::new(recorder, input, Breaks::default())))?;
    assert!(!parsed.broke, "broke, but the visitor did not");
    Ok(parsed.consumed)
}

fn parse_breaking<const D: usize>(
    parser: &mut Parser<D>,
    input: &[u8],
    recorder: &mut Recorder,
) -> Result<usize, Error> {
    parse_in_pieces(parser, input, recorder, Breaks { events: true, texts: true, frames: true })
}

fn parse_to_frame_end<const D: usize>(
    parser: &mut Parser<D>,
    input: &[u8],
    recorder: &mut Recorder,
) -> Result<usize, Error> {
    parse_in_pieces(parser, input, recorder, Breaks { events: false, texts: true, frames: true })
}

fn parse_in_pieces<const D: usize>(
    parser: &mut Parser<D>,
    input: &[u8],
    recorder: &mut Recorder,
    breaks: Breaks,
) -> Result<usize, Error> {
    let mut consumed = 0;
    loop {
        let before = recorder.events;
        let mut collector = Collector::new(recorder, &input[consumed..], breaks);
        // A trait object will do as well.
        let visitor: &mut dyn Visitor<'_> = &mut collector;
        let parsed = parser.parse(&input[consumed..], visitor)?;
        let broken = collector.broken;
        assert_eq!(parsed.broke, broken, "broke and what the visitor said");
        consumed += parsed.consumed;
        if breaks.events {
            let expected = usize::from(broken);
            assert_eq!(recorder.events - before, expected, "events in a call that breaks at each");
        }
        assert_eq!(parser.depth(), recorder.open.len(), "depth after a break");
        if !broken {
            return Ok(consumed);
        }
    }
}

/// One event by each way after the other.
fn in_turns<const D: usize>(parser: &mut Parser<D>, input: &[u8], recorder: &mut Recorder) -> Result<usize, Error> {
    let mut consumed = 0;
    loop {
        let mut rest = &input[consumed..];
        let before = recorder.events;
        let frames = recorder.frames;
        match recorder.events % 4 {
            0 => {
                if let Some(event) = parser.next_event(&mut rest)? {
                    recorder.event(&event, input);
                }
                consumed = input.len() - rest.len();
            }
            1 => {
                let scanned = parser.scan(rest)?;
                consumed += scanned.consumed;
                if let Some(event) = scanned.event {
                    recorder.event(&event.map(|span| span.of(rest)), input);
                }
            }
            2 => {
                let breaks = Breaks { events: true, ..Breaks::default() };
                consumed += parser.parse(rest, &mut Collector::new(recorder, rest, breaks))?.consumed;
            }
            _ => {
                if let Some(event) = parser.events(&mut rest).next() {
                    recorder.event(&event?, input);
                }
                consumed = input.len() - rest.len();
            }
        }
        if recorder.events == before {
            return Ok(consumed);
        }
        if parser.is_idle() && recorder.frames == frames {
            let kind = recorder.at_frame_end().expect("is_idle before the frame's end");
            recorder.frame_end(kind, Some(parser.offset() - recorder.frames_len));
        }
    }
}

/// What a visitor breaks on.
#[derive(Clone, Copy, Default)]
struct Breaks {
    events: bool,
    texts: bool,
    frames: bool,
}

/// A visitor that only knows `event`, and what has no event.
struct Collector<'r, 'b> {
    recorder: &'r mut Recorder,
    input: &'b [u8],
    breaks: Breaks,
    broken: bool,
    frame_len: Option<u64>,
}

impl<'r, 'b> Collector<'r, 'b> {
    fn new(recorder: &'r mut Recorder, input: &'b [u8], breaks: Breaks) -> Self {
        Self { recorder, input, breaks, broken: false, frame_len: None }
    }

    fn flow(&mut self, breaks: bool) -> ControlFlow<()> {
        self.broken |= breaks;
        if breaks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<'b> Visitor<'b> for Collector<'_, 'b> {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        let announced = self.recorder.has_begun();
        let first = matches!(event.text(), Some((Part::First, _)));
        assert_eq!(announced, first, "text_begin belongs before a First and nowhere else, here {event}");
        assert!(!self.broken || announced, "{event} after a break");
        self.recorder.event(&event, self.input);
        self.flow(self.breaks.events)
    }

    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        assert!(!self.broken, "text_begin after a break");
        self.recorder.text_begin(len);
        self.flow(self.breaks.texts)
    }

    fn frame_len(&mut self, len: u64) {
        assert_eq!(self.frame_len.replace(len), None, "frame_len twice");
    }

    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        let len = self.frame_len.take();
        assert!(len.is_some(), "frame_end without frame_len");
        assert_eq!(self.recorder.at_frame_end(), Some(kind), "frame_end and the frame's events");
        self.recorder.frame_end(kind, len);
        self.flow(self.breaks.frames)
    }
}

/// A visitor that knows every type by itself.
struct Typed<'r, 'b>(Collector<'r, 'b>);

impl<'b> Visitor<'b> for Typed<'_, 'b> {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        panic!("event() instead of the method of {event}")
    }

    fn simple_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::SimpleString(part, data))
    }

    fn simple_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::SimpleError(part, data))
    }

    fn big_number(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::BigNumber(part, data))
    }

    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::BulkString(part, data))
    }

    fn bulk_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::BulkError(part, data))
    }

    fn verbatim_string(&mut self, format: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::VerbatimString(format, part, data))
    }

    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.0.event(Event::Integer(value))
    }

    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.0.event(Event::Double(text))
    }

    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.0.event(Event::Boolean(value))
    }

    fn null(&mut self, null: Null) -> ControlFlow<()> {
        self.0.event(Event::Null(null))
    }

    fn begin(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.0.event(Event::Begin(aggregate, count))
    }

    fn end(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        self.0.event(Event::End(aggregate))
    }

    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.0.text_begin(len)
    }

    fn frame_len(&mut self, len: u64) {
        self.0.frame_len(len);
    }

    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.0.frame_end(kind)
    }
}

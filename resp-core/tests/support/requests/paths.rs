//! Every way through the parser of requests, each driven over the same stream with the same cuts.

use core::ops::ControlFlow;

use resp_core::{Part, Piece, RequestError, RequestErrorKind, RequestEvent, RequestParser, RequestVisitor};

use super::oracle::{Item, Outcome, Verdict};
use super::settings::RequestSettings;

/// What was told, with all parts of an argument merged.
#[derive(Debug, Default)]
pub struct Recorder {
    pub items: Vec<Item>,
    /// The argument that has begun and not ended.
    open: Option<Vec<u8>>,
    /// The length that was declared for it.
    declared: Option<Option<u64>>,
    whole: usize,
    inline: bool,
    /// Ends alone.
    pub ends: usize,
    pub events: usize,
}

impl Recorder {
    fn event(&mut self, event: &RequestEvent<&[u8]>) {
        self.events += 1;
        match *event {
            RequestEvent::Begin(count) => self.items.push(RequestEvent::Begin(count)),
            RequestEvent::Argument(part, data) => self.argument(part, data),
            RequestEvent::End => {
                assert!(self.open.is_none(), "an end in the middle of an argument");
                self.ends += 1;
                self.items.push(RequestEvent::End);
            }
        }
    }

    fn argument(&mut self, part: Part, data: &[u8]) {
        let begins = matches!(part, Part::Whole | Part::First);
        assert_eq!(self.open.is_none(), begins, "{part:?} where an argument is open, or none");
        let mut open = self.open.take().unwrap_or_default();
        assert!(!data.is_empty() || matches!(part, Part::Whole | Part::Last), "nothing is not a part");
        open.extend_from_slice(data);
        if matches!(part, Part::First | Part::Middle) {
            self.open = Some(open);
            return;
        }
        if let Some(Some(len)) = self.declared.take() {
            assert_eq!(len, open.len() as u64, "argument_begin told another length");
        }
        if part == Part::Last && !self.inline {
            assert!(open.len() > self.whole, "{} bytes in parts", open.len());
        }
        self.items.push(RequestEvent::Argument(Part::Whole, open));
    }
}

/// Uses `input` up until more is needed; gives the number of bytes consumed.
pub type Turn = fn(&mut RequestParser, &[u8], &mut Recorder) -> Result<usize, RequestError>;

/// The ways that tell every event.
pub const EVENT_TURNS: [(&str, Turn); 6] = [
    ("next_event", next_event),
    ("scan", scan),
    ("parse", parse),
    ("parse, typed methods", parse_typed),
    ("parse, breaking at everything", parse_breaking),
    ("in turns", in_turns),
];

/// The ways that tell only the ends of requests.
pub const SKIP_TURNS: [(&str, Turn); 2] = [("skip_request", skip_request), ("finish_request", finish_request)];

/// Presents what is left of the last read and the next one, `cuts` being the ends of the reads but the last, and
/// compares all that is told with what should be.
pub fn check(bytes: &[u8], settings: &RequestSettings, cuts: &[usize], turn: Turn, verdict: &Verdict, all: bool) {
    let mut parser = RequestParser::with_options(settings.options());
    let mut recorder = Recorder { whole: settings.whole, inline: has_inline(bytes), ..Recorder::default() };
    let mut pos = 0;
    for &end in cuts.iter().chain([&bytes.len()]) {
        match turn(&mut parser, &bytes[pos..end], &mut recorder) {
            Ok(consumed) => pos += consumed,
            Err(error) => {
                check_sticky(&mut parser, error, [&bytes[pos..end], &bytes[pos..], &[]], turn);
                assert_eq!(Outcome::Fault(error), verdict.outcome, "fault");
                assert!(error.offset < end as u64, "an error of a byte that was not there");
                return compare(&recorder, verdict, verdict.items.len(), all);
            }
        }
        if let Outcome::Fault(error) = verdict.outcome {
            assert!(end as u64 <= error.offset, "no error at {end}: {error}");
        }
        compare(&recorder, verdict, verdict.ready_after(end), all);
        check_waiting(&parser, &recorder, &bytes[pos..], end - pos, settings, pos);
        parser = parser.clone();
    }
    assert_eq!(finish(&parser, &bytes[pos..], bytes.len()), verdict.outcome, "at the end");
}

/// Moves the stream through a buffer of exactly `RequestOptions::min_buffer` bytes, reading as much as fits.
pub fn check_smallest_buffer(bytes: &[u8], settings: &RequestSettings, turn: Turn, verdict: &Verdict, all: bool) {
    let options = settings.options();
    let mut parser = RequestParser::with_options(options);
    let mut recorder = Recorder { whole: settings.whole, inline: has_inline(bytes), ..Recorder::default() };
    let mut buffer = vec![0; options.min_buffer()];
    let (mut held, mut fed) = (0, 0);
    loop {
        let read = (buffer.len() - held).min(bytes.len() - fed);
        assert!(read > 0 || fed == bytes.len(), "stalled: {held} bytes held at {fed}");
        buffer[held..held + read].copy_from_slice(&bytes[fed..fed + read]);
        held += read;
        fed += read;
        match turn(&mut parser, &buffer[..held], &mut recorder) {
            Ok(consumed) => {
                buffer.copy_within(consumed..held, 0);
                held -= consumed;
            }
            Err(error) => {
                assert_eq!(Outcome::Fault(error), verdict.outcome, "fault");
                return compare(&recorder, verdict, verdict.items.len(), all);
            }
        }
        if fed == bytes.len() {
            assert_eq!(finish(&parser, &buffer[..held], bytes.len()), verdict.outcome, "at the end");
            return compare(&recorder, verdict, verdict.items.len(), all);
        }
    }
}

/// Whether some argument may come in parts because of its quotes.
fn has_inline(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, b'"' | b'\''))
}

fn compare(recorder: &Recorder, verdict: &Verdict, ready: usize, all: bool) {
    let expected = &verdict.items[..ready];
    if all {
        assert_eq!(recorder.items, expected);
    } else {
        assert_eq!(recorder.ends, expected.iter().filter(|item| **item == RequestEvent::End).count(), "requests");
    }
}

/// The parser has seen the first `seen` of the `rest` bytes, and wants more.
fn check_waiting(
    parser: &RequestParser,
    recorder: &Recorder,
    rest: &[u8],
    seen: usize,
    settings: &RequestSettings,
    pos: usize,
) {
    assert_eq!(parser.offset(), pos as u64, "offset while waiting");
    assert!(seen < settings.options().min_buffer(), "{seen} bytes held");
    if recorder.open.is_some() {
        assert!(matches!(&rest[..seen], [] | b"\r"), "held in the middle of an argument");
    }
    let needed = parser.needed();
    assert_ne!(needed, 0, "an event is due, but the parser waits");
    for too_few in [0, needed / 2, needed - 1] {
        let Some(mut input) = rest.get(..seen + too_few) else { continue };
        if too_few == needed {
            continue;
        }
        let event = parser.clone().next_event(&mut input);
        assert_eq!((event, input.len()), (Ok(None), seen + too_few), "needed {needed}, got only {too_few}");
    }
}

/// A parser that failed says so again, whatever comes.
fn check_sticky(parser: &mut RequestParser, error: RequestError, inputs: [&[u8]; 3], turn: Turn) {
    for input in inputs {
        let mut recorder = Recorder::default();
        assert_eq!(turn(parser, input, &mut recorder), Err(error), "not the same error again");
        assert_eq!(recorder.events, 0, "an event after an error");
    }
    assert_eq!(parser.finish(&[]), Err(error), "finish forgets the error");
    assert!(!parser.is_idle() && !parser.set_options(resp_core::RequestOptions::new()));
}

fn finish(parser: &RequestParser, rest: &[u8], len: usize) -> Outcome {
    match parser.finish(rest) {
        Ok(()) => Outcome::CleanEnd,
        Err(error) => {
            let expected = RequestError { kind: RequestErrorKind::UnexpectedEof, offset: len as u64, byte: None };
            assert_eq!(error, expected, "finish");
            Outcome::NeedMore
        }
    }
}

fn next_event(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let start = parser.offset();
    let mut rest = input;
    loop {
        let event = parser.next_event(&mut rest);
        let consumed = input.len() - rest.len();
        assert_eq!(parser.offset(), start + consumed as u64, "offset and input after {event:?}");
        let Some(event) = event? else { return Ok(consumed) };
        if let RequestEvent::Argument(Part::First, data) = event {
            recorder.declared = Some(parser.argument_remaining().map(|rest| rest + data.len() as u64));
        }
        recorder.event(&event);
        assert_eq!(parser.is_idle(), event == RequestEvent::End, "is_idle after {event}");
        let next = parser.clone().next_event(&mut { rest });
        assert!(parser.needed() > 0 || matches!(next, Ok(Some(_))), "nothing is due after {event}");
        assert!(parser.needed() == 0 || next != Ok(Some(RequestEvent::End)), "an end is due after {event}");
    }
}

fn scan(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let mut consumed = 0;
    loop {
        let rest = &input[consumed..];
        let scanned = parser.scan(rest)?;
        consumed += scanned.consumed;
        let Some(event) = scanned.event else { return Ok(consumed) };
        if let RequestEvent::Argument(_, Piece::Span(span)) = event {
            assert!(rest.get(span.start..span.end).is_some(), "{span:?} outside of the input");
        }
        recorder.event(&event.map(|piece| match piece {
            Piece::Span(span) => &rest[span.start..span.end],
            Piece::Byte(_) => piece.of(&[]).to_vec().leak(),
        }));
    }
}

fn parse(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let parsed = parser.parse(input, &mut |event: RequestEvent<&[u8]>| {
        recorder.event(&event);
        ControlFlow::Continue(())
    })?;
    assert!(!parsed.broke, "broke, but the visitor did not");
    Ok(parsed.consumed)
}

fn parse_typed(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let mut typed = Typed { recorder, len: None, breaks: false };
    Ok(parser.parse(input, &mut typed)?.consumed)
}

fn parse_breaking(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let mut consumed = 0;
    loop {
        let before = recorder.events;
        let mut typed = Typed { recorder, len: None, breaks: true };
        // A trait object will do as well.
        let visitor: &mut dyn RequestVisitor<'_> = &mut typed;
        let parsed = parser.parse(&input[consumed..], visitor)?;
        consumed += parsed.consumed;
        assert_eq!(recorder.events - before, usize::from(parsed.broke), "events in a call that breaks at each");
        if !parsed.broke {
            return Ok(consumed);
        }
    }
}

/// A visitor that knows every method by itself.
struct Typed<'r> {
    recorder: &'r mut Recorder,
    len: Option<u64>,
    breaks: bool,
}

impl Typed<'_> {
    fn flow(&self) -> ControlFlow<()> {
        if self.breaks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<'b> RequestVisitor<'b> for Typed<'_> {
    fn event(&mut self, event: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        panic!("event() instead of the method of {event}")
    }

    fn begin(&mut self, count: u64) -> ControlFlow<()> {
        self.recorder.event(&RequestEvent::Begin(count));
        self.flow()
    }

    fn argument(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        assert_eq!(self.recorder.declared.is_some() && self.recorder.open.is_none(), part == Part::First);
        self.recorder.event(&RequestEvent::Argument(part, data));
        self.flow()
    }

    fn end(&mut self) -> ControlFlow<()> {
        assert!(self.len.take().is_some_and(|len| len > 1), "end without request_len");
        self.recorder.event(&RequestEvent::End);
        self.flow()
    }

    fn argument_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.recorder.declared = Some(len);
        self.flow()
    }

    fn request_len(&mut self, len: u64) {
        self.len = Some(len);
    }
}

/// One event by each way after the other.
fn in_turns(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let mut consumed = 0;
    loop {
        let mut rest = &input[consumed..];
        let before = recorder.events;
        if recorder.events.is_multiple_of(2) {
            let mut typed = Typed { recorder, len: None, breaks: true };
            consumed += parser.parse(rest, &mut typed)?.consumed;
        } else if let Some(event) = parser.next_event(&mut rest)? {
            recorder.event(&event);
            consumed = input.len() - rest.len();
        } else {
            consumed = input.len() - rest.len();
        }
        if recorder.events == before {
            return Ok(consumed);
        }
    }
}

fn skip_request(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let start = parser.offset();
    let mut rest = input;
    loop {
        let skipped = parser.skip_request(&mut rest);
        let consumed = input.len() - rest.len();
        assert_eq!(parser.offset(), start + consumed as u64, "offset and input after {skipped:?}");
        if !skipped? {
            return Ok(consumed);
        }
        assert!(parser.is_idle(), "not between requests after skip_request");
        recorder.ends += 1;
    }
}

/// Takes the first event of each request and skips the rest of it.
fn finish_request(parser: &mut RequestParser, input: &[u8], recorder: &mut Recorder) -> Result<usize, RequestError> {
    let mut rest = input;
    loop {
        if parser.is_idle() && parser.next_event(&mut rest)?.is_none() {
            return Ok(input.len() - rest.len());
        }
        if !parser.finish_request(&mut rest)? {
            return Ok(input.len() - rest.len());
        }
        recorder.ends += 1;
    }
}

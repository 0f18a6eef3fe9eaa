//! One symbol for each public function of `resp-core`, named after it, with arguments that the compiler knows nothing
//! of. `.ci/panics` links an image of each and looks whether the panic handler is in it.
#![no_std]

use core::fmt::{Debug, Display, Formatter};
use core::hash::{Hash, Hasher};
use core::hint::black_box;
use core::ops::ControlFlow;
use core::panic::PanicInfo;

use arrayvec::ArrayVec;
use resp_core::{
    Aggregate, Attributes, Chunks, Count, Digits, Elements, EncodeError, Encoder, Error, ErrorKind, ErrorReply,
    Escaped, Event, Events, FixedTape, Frame, FrameEvents, FrameKind, FromFrame, Full, Hello, Kind, Line, Mismatch,
    MonitorArguments, MonitorLine, Node, Null, Options, Pairs, Parsed, Parser, Part, Piece, Protocol, Push, Pushes,
    Redirect, RedirectKind, Reencode, RequestError, RequestErrorKind, RequestEvent, RequestOptions, RequestParser,
    RequestScanned, RequestVisitor, Scanned, ServerError, Span, Storage, Tape, TapeError, Text, Visitor, Write,
    bulk_string_len, command_len, double, key_slot, write_command,
};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: there is no such function, so whatever needs it is never linked, and never run.
    unsafe { a_panic_is_left() }
}

unsafe extern "C" {
    fn a_panic_is_left() -> !;
}

macro_rules! entry {
    ($name:expr, || $call:expr) => {
        entry!($name, | | $call);
    };
    ($name:expr, |$($argument:ident: $type:ty),*| $call:expr) => {
        const _: () = {
            #[unsafe(export_name = $name)]
            pub fn entry($($argument: $type),*) {
                let _ = black_box($call);
            }
        };
    };
}

// What must be found, or the check finds nothing.
entry!("a deliberate panic", |bytes: &[u8], index: &usize| bytes[*index]);

// ---- Parser, at three depths ----

pub struct Parsers {
    one: Parser<1>,
    eight: Parser<8>,
    most: Parser<32>,
}

macro_rules! parser_entry {
    ($name:expr, |$parser:ident $(, $argument:ident: $type:ty)*| $call:expr) => {
        entry!($name, |parsers: &mut Parsers $(, $argument: $type)*| {
            for_one!(parsers.one, $parser, $call);
            for_one!(parsers.eight, $parser, $call);
            for_one!(parsers.most, $parser, $call);
        });
    };
}

macro_rules! for_one {
    ($place:expr, $parser:ident, $call:expr) => {{
        let $parser = &mut $place;
        let _ = black_box($call);
    }};
}

type Lent<'b> = Event<&'b [u8]>;

/// Leaves all but `event` to the defaults.
pub struct Plain<'v>(&'v mut dyn FnMut(&Lent<'_>) -> ControlFlow<()>);

impl<'b> Visitor<'b> for Plain<'_> {
    fn event(&mut self, event: Lent<'b>) -> ControlFlow<()> {
        (self.0)(&event)
    }
}

entry!("Parser::new", || Parser::new());
entry!("Parser::with_options", |options: &Options| Parser::with_options(*options));
entry!("Parser::with_depth", |options: &Options| {
    black_box(Parser::<1>::with_depth(*options));
    black_box(Parser::<8>::with_depth(*options));
    Parser::<32>::with_depth(*options)
});
entry!("Parser::Default", || {
    black_box(Parser::<1>::default());
    black_box(Parser::<8>::default());
    Parser::<32>::default()
});
parser_entry!("Parser::parse", |parser,
                                input: &'static [u8],
                                plain: &mut Plain<'_>,
                                any: &mut dyn Visitor<'static>| {
    let _ = black_box(parser.parse(input, plain));
    parser.parse(input, any)
});
parser_entry!("F::Visitor", |parser, input: &[u8], tell: fn(&Lent<'_>) -> ControlFlow<()>| {
    parser.parse(input, &mut |event: Lent<'_>| tell(&event))
});
parser_entry!("Parser::next_event", |parser, input: &mut &[u8]| parser.next_event(input));
parser_entry!("Parser::events", |parser, input: &mut &[u8]| parser.events(input).count());
parser_entry!("Parser::scan", |parser, input: &[u8]| parser.scan(input));
parser_entry!("Parser::skip_frame", |parser, input: &mut &[u8]| parser.skip_frame(input));
parser_entry!("Parser::finish_frame", |parser, input: &mut &[u8]| parser.finish_frame(input));
parser_entry!("Parser::finish", |parser, rest: &[u8]| parser.finish(rest));
parser_entry!("Parser::is_idle", |parser| parser.is_idle());
parser_entry!("Parser::frame_end", |parser, lent: &Lent<'_>, span: &Event<Span>| {
    black_box(parser.frame_end(lent));
    parser.frame_end(span)
});
parser_entry!("Parser::depth", |parser| parser.depth());
parser_entry!("Parser::offset", |parser| parser.offset());
parser_entry!("Parser::frame_offset", |parser| parser.frame_offset());
parser_entry!("Parser::needed", |parser| parser.needed());
parser_entry!("Parser::text_remaining", |parser| parser.text_remaining());
parser_entry!("Parser::reset", |parser| parser.reset());
parser_entry!("Parser::rewind_to", |parser, offset: u64| parser.rewind_to(offset));
parser_entry!("Parser::set_options", |parser, options: &Options| parser.set_options(*options));
parser_entry!("Parser::Clone", |parser| parser.clone());
parser_entry!("Parser::Debug", |parser, f: &mut Formatter<'_>| Debug::fmt(parser, f));

// ---- Events ----

macro_rules! events_entry {
    ($name:expr, |$events:ident $(, $argument:ident: $type:ty)*| $call:expr) => {
        entry!($name, |one: &mut Events<'_, '_, 1>, eight: &mut Events<'_, '_, 8>, most: &mut Events<'_, '_>
            $(, $argument: $type)*| {
            for_one!(*one, $events, $call);
            for_one!(*eight, $events, $call);
            for_one!(*most, $events, $call);
        });
    };
}

events_entry!("Events::Iterator", |events| events.next());
events_entry!("Events::frame_end", |events| events.frame_end());
events_entry!("Events::Debug", |events, f: &mut Formatter<'_>| Debug::fmt(events, f));
entry!("Events::Drop", |one: Events<'_, '_, 1>, eight: Events<'_, '_, 8>, most: Events<'_, '_>| {
    drop((one, eight, most));
});

// ---- Visitor ----

entry!("Visitor::event", |v: &mut Plain<'_>, event: &Lent<'_>| v.event(*event));
entry!("Visitor::simple_string", |v: &mut Plain<'_>, part: &Part, data: &[u8]| v.simple_string(*part, data));
entry!("Visitor::simple_error", |v: &mut Plain<'_>, part: &Part, data: &[u8]| v.simple_error(*part, data));
entry!("Visitor::big_number", |v: &mut Plain<'_>, part: &Part, data: &[u8]| v.big_number(*part, data));
entry!("Visitor::bulk_string", |v: &mut Plain<'_>, part: &Part, data: &[u8]| v.bulk_string(*part, data));
entry!("Visitor::bulk_error", |v: &mut Plain<'_>, part: &Part, data: &[u8]| v.bulk_error(*part, data));
entry!("Visitor::verbatim_string", |v: &mut Plain<'_>, format: &[u8; 3], part: &Part, data: &[u8]| {
    v.verbatim_string(*format, *part, data)
});
entry!("Visitor::integer", |v: &mut Plain<'_>, value: i64| v.integer(value));
entry!("Visitor::double", |v: &mut Plain<'_>, text: &[u8]| v.double(text));
entry!("Visitor::boolean", |v: &mut Plain<'_>, value: bool| v.boolean(value));
entry!("Visitor::null", |v: &mut Plain<'_>, null: &Null| v.null(*null));
entry!("Visitor::begin", |v: &mut Plain<'_>, kind: &Aggregate, count: &Option<u64>| v.begin(*kind, *count));
entry!("Visitor::end", |v: &mut Plain<'_>, kind: &Aggregate| v.end(*kind));
entry!("Visitor::text_begin", |v: &mut Plain<'_>, len: &Option<u64>| v.text_begin(*len));
entry!("Visitor::event_end", |v: &mut Plain<'_>, offset: u64| v.event_end(offset));
entry!("Visitor::frame_len", |v: &mut Plain<'_>, len: u64| v.frame_len(len));
entry!("Visitor::frame_end", |v: &mut Plain<'_>, kind: &FrameKind| v.frame_end(*kind));

// ---- Event, Span, Error, Options, double ----

entry!("Event::map", |event: &Lent<'_>, change: fn(&[u8]) -> u64| event.map(change));
entry!("Event::text", |lent: &Lent<'_>, span: &Event<Span>| {
    black_box(lent.text());
    span.text()
});
entry!("Event::Display", |event: &Lent<'_>, f: &mut Formatter<'_>| Display::fmt(event, f));
entry!("Aggregate::name", |aggregate: &Aggregate| aggregate.name());
entry!("Span::of", |span: &Span, input: &[u8]| span.of(input));

entry!("ErrorKind::name", |kind: &ErrorKind| kind.name());
entry!("ErrorKind::expected", |kind: &ErrorKind| kind.expected());
entry!("ErrorKind::is_limit", |kind: &ErrorKind| kind.is_limit());
entry!("ErrorKind::Display", |kind: &ErrorKind, f: &mut Formatter<'_>| Display::fmt(kind, f));
entry!("Error::is_limit", |error: &Error| error.is_limit());
entry!("Error::Display", |error: &Error, f: &mut Formatter<'_>| Display::fmt(error, f));
entry!("Error::Error", |error: &Error| core::error::Error::source(error).is_some());

entry!("Options::new", || Options::new());
entry!("Options::Default", || Options::default());
entry!("Options::whole", |options: &Options, bytes: usize| options.whole(bytes));
entry!("Options::max_header", |options: &Options, bytes: u64| options.max_header(bytes));
entry!("Options::max_text", |options: &Options, bytes: u64| options.max_text(bytes));
entry!("Options::max_count", |options: &Options, count: u64| options.max_count(count));
entry!("Options::max_elements", |options: &Options, elements: u64| options.max_elements(elements));
entry!("Options::max_frame", |options: &Options, bytes: u64| options.max_frame(bytes));
entry!("Options::max_depth", |options: &Options, depth: u64| options.max_depth(depth));
entry!("Options::resp2_only", |options: &Options, on: bool| options.resp2_only(on));
entry!("Options::strict_pushes", |options: &Options, on: bool| options.strict_pushes(on));
entry!("Options::strict_integers", |options: &Options, on: bool| options.strict_integers(on));
entry!("Options::lenient_lengths", |options: &Options, on: bool| options.lenient_lengths(on));
entry!("Options::lenient_big_numbers", |options: &Options, on: bool| options.lenient_big_numbers(on));
entry!("Options::min_buffer", |options: &Options| options.min_buffer());

entry!("double", |text: &[u8]| double(text));

// ---- Tape, over storage in place of two sizes and one that is borrowed ----

/// A `Storage` that the compiler cannot see through.
pub struct AnyStorage<'a>(&'a mut dyn Storage);

impl AsRef<[Node]> for AnyStorage<'_> {
    fn as_ref(&self) -> &[Node] {
        (*self.0).as_ref()
    }
}

impl AsMut<[Node]> for AnyStorage<'_> {
    fn as_mut(&mut self) -> &mut [Node] {
        (*self.0).as_mut()
    }
}

impl Storage for AnyStorage<'_> {
    fn push(&mut self, node: Node) -> bool {
        self.0.push(node)
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

pub struct Tapes<'a> {
    one: FixedTape<1>,
    most: FixedTape<64>,
    any: Tape<AnyStorage<'a>>,
}

macro_rules! tape_entry {
    ($name:expr, |$tape:ident $(, $argument:ident: $type:ty)*| $call:expr) => {
        entry!($name, |tapes: &mut Tapes<'_> $(, $argument: $type)*| {
            for_one!(tapes.one, $tape, $call);
            for_one!(tapes.most, $tape, $call);
            for_one!(tapes.any, $tape, $call);
        });
    };
}

entry!("FixedTape::new", || FixedTape::<64>::new());
entry!("FixedTape::Default", || FixedTape::<64>::default());
entry!("Tape::with_storage", |nodes: ArrayVec<Node, 64>| Tape::with_storage(nodes));
tape_entry!("Tape::next_frame", |tape, small: &mut Parser<1>, large: &mut Parser, input: &[u8]| {
    let _ = black_box(tape.next_frame(small, input));
    tape.next_frame(large, input)
});
tape_entry!("Tape::advance", |tape, small: &mut Parser<1>, large: &mut Parser, input: &[u8]| {
    let _ = black_box(tape.advance(small, input));
    tape.advance(large, input)
});
tape_entry!("Tape::frame", |tape, wire: &[u8]| tape.frame(wire));
tape_entry!("Tape::clear", |tape| tape.clear());
tape_entry!("Tape::nodes", |tape| {
    black_box(tape.nodes());
});
entry!("FixedTape::Clone", |tape: &FixedTape<64>| tape.clone());
entry!("Tape::Debug", |tape: &FixedTape<64>, f: &mut Formatter<'_>| Debug::fmt(tape, f));
entry!("Storage::push", |one: &mut ArrayVec<Node, 1>, most: &mut ArrayVec<Node, 64>, node: &Node| {
    black_box(Storage::push(one, *node));
    Storage::push(most, *node)
});
entry!("Storage::clear", |nodes: &mut ArrayVec<Node, 64>| Storage::clear(nodes));
entry!("Node::Clone", |node: &Node| Clone::clone(node));
entry!("Node::Debug", |node: &Node, f: &mut Formatter<'_>| Debug::fmt(node, f));
entry!("TapeError::Display", |error: &TapeError, f: &mut Formatter<'_>| Display::fmt(error, f));
entry!("TapeError::Error", |error: &TapeError| core::error::Error::source(error).is_some());
entry!("TapeError::From", |error: &Error| TapeError::from(*error));

// ---- Frame, of any bytes and nodes, and at any place ----

entry!("Frame::of", |wire: &'static [u8], nodes: &'static [Node]| Frame::of(wire, nodes));
entry!("Frame::of_place", |wire: &'static [u8], nodes: &'static [Node], place: usize| {
    Frame::of_place(wire, nodes, place)
});
entry!("Frame::place", |frame: &Frame<'_>| frame.place());
entry!("Frame::nodes", |frame: &Frame<'_>, out: &mut dyn Storage| {
    black_box(frame.nodes().len());
    frame.nodes().all(|node| out.push(node))
});
entry!("Frame::kind", |frame: &Frame<'_>| frame.kind());
entry!("Frame::frame_kind", |frame: &Frame<'_>| frame.frame_kind());
entry!("Frame::wire", |frame: &Frame<'_>| frame.wire());
entry!("Frame::span", |frame: &Frame<'_>| frame.span());
entry!("Frame::as_bytes", |frame: &Frame<'_>| frame.as_bytes());
entry!("Frame::as_str", |frame: &Frame<'_>| frame.as_str());
entry!("Frame::chunks", |frame: &Frame<'_>| frame.chunks());
entry!("Frame::as_i64", |frame: &Frame<'_>| frame.as_i64());
entry!("Frame::as_f64", |frame: &Frame<'_>| frame.as_f64());
entry!("Frame::as_bool", |frame: &Frame<'_>| frame.as_bool());
entry!("Frame::is_null", |frame: &Frame<'_>| frame.is_null());
entry!("Frame::as_null", |frame: &Frame<'_>| frame.as_null());
entry!("Frame::error", |frame: &Frame<'_>| frame.error());
entry!("Frame::format", |frame: &Frame<'_>| frame.format());
entry!("Frame::len", |frame: &Frame<'_>| frame.len());
entry!("Frame::is_empty", |frame: &Frame<'_>| frame.is_empty());
entry!("Frame::is_aggregate", |frame: &Frame<'_>| frame.is_aggregate());
entry!("Frame::elements", |frame: &Frame<'_>| frame.elements());
entry!("Frame::pairs", |frame: &Frame<'_>| frame.pairs());
entry!("Frame::has_pairs", |frame: &Frame<'_>| frame.has_pairs());
entry!("Frame::get", |frame: &Frame<'_>, text: &str, bytes: &[u8]| {
    black_box(frame.get(text));
    frame.get(bytes)
});
entry!("Frame::element", |frame: &Frame<'_>, index: usize| frame.element(index));
entry!("Frame::attributes", |frame: &Frame<'_>| frame.attributes());
entry!("Frame::pushes", |frame: &Frame<'_>| frame.pushes());
entry!("Frame::events", |frame: &Frame<'_>| frame.events());
entry!("Frame::visit", |frame: &Frame<'static>, plain: &mut Plain<'_>, any: &mut dyn Visitor<'static>| {
    let _ = black_box(frame.visit(plain));
    frame.visit(any)
});
entry!("Frame::summary", |frame: &Frame<'_>, f: &mut Formatter<'_>| frame.summary().fmt(f));
entry!("Frame::at", |frame: &Frame<'_>, path: &str| frame.at(path));
entry!("Frame::path_to", |frame: &Frame<'_>, inside: &Frame<'_>, f: &mut Formatter<'_>| {
    frame.path_to(*inside).fmt(f)
});
entry!("Kind::name", |kind: &Kind| kind.name());

entry!("Elements::Iterator", |elements: &mut Elements<'_>| (elements.size_hint(), elements.next()));
entry!("Elements::ExactSizeIterator", |elements: &Elements<'_>| elements.len());
entry!("Elements::Clone", |elements: &Elements<'_>| elements.clone());
entry!("Pairs::Iterator", |pairs: &mut Pairs<'_>| (pairs.size_hint(), pairs.next()));
entry!("Pairs::ExactSizeIterator", |pairs: &Pairs<'_>| pairs.len());
entry!("Pairs::Clone", |pairs: &Pairs<'_>| pairs.clone());
entry!("Attributes::Iterator", |attributes: &mut Attributes<'_>| attributes.next());
entry!("Attributes::Clone", |attributes: &Attributes<'_>| attributes.clone());
entry!("Chunks::Iterator", |chunks: &mut Chunks<'_>| chunks.next());
entry!("Chunks::Clone", |chunks: &Chunks<'_>| chunks.clone());
entry!("Pushes::Iterator", |pushes: &mut Pushes<'_>| pushes.next());
entry!("Pushes::Clone", |pushes: &Pushes<'_>| pushes.clone());
entry!("FrameEvents::Iterator", |events: &mut FrameEvents<'_>| events.next());
entry!("FrameEvents::Clone", |events: &FrameEvents<'_>| events.clone());
entry!("Debug", |frame: &Frame<'_>, f: &mut Formatter<'_>| {
    let _ = black_box(Debug::fmt(&frame.elements(), f));
    let _ = black_box(Debug::fmt(&frame.pairs(), f));
    let _ = black_box(Debug::fmt(&frame.attributes(), f));
    let _ = black_box(Debug::fmt(&frame.chunks(), f));
    let _ = black_box(Debug::fmt(&frame.pushes(), f));
    Debug::fmt(&frame.events(), f)
});

// ---- What a frame is turned into ----

type Scalars<'a> = (i8, u8, i16, u16, i32, u32, i64, u64);
type Wide<'a> = (i128, u128, isize, usize, &'a [u8], &'a str, bool, ());

entry!("FromFrame", |frame: &Frame<'_>| {
    let _ = black_box(frame.to::<Scalars<'_>>());
    let _ = black_box(frame.to::<Wide<'_>>());
    let _ = black_box(frame.to::<Option<[Frame<'_>; 3]>>());
    frame.to::<[(i64, Option<&str>); 100]>()
});
entry!("FromFrame::from_frame", |frame: &Frame<'_>| <(i64, &str)>::from_frame(*frame));
entry!("Frame::to", |frame: &Frame<'_>| frame.to::<i64>());
entry!("Frame::FromFrame", |frame: &Frame<'_>| frame.to::<Frame<'_>>());
entry!("bool::FromFrame", |frame: &Frame<'_>| frame.to::<bool>());
entry!("f32::FromFrame", |frame: &Frame<'_>| frame.to::<f32>());
entry!("f64::FromFrame", |frame: &Frame<'_>| frame.to::<f64>());
entry!("Mismatch::new", |expected: &'static str, found: &Frame<'_>| Mismatch::new(expected, *found));
entry!("Mismatch::found", |mismatch: &Mismatch<'_>| mismatch.found());
entry!("Mismatch::expected", |mismatch: &Mismatch<'_>| mismatch.expected());
entry!("Mismatch::Clone", |mismatch: &Mismatch<'_>| Clone::clone(mismatch));
entry!("Mismatch::Display", |mismatch: &Mismatch<'_>, f: &mut Formatter<'_>| Display::fmt(mismatch, f));
entry!("Mismatch::Debug", |mismatch: &Mismatch<'_>, f: &mut Formatter<'_>| Debug::fmt(mismatch, f));
entry!("Mismatch::Error", |mismatch: &'static Mismatch<'static>| core::error::Error::source(mismatch).is_some());

// ---- Encoder, over a sink in place and one that is borrowed ----

type Sink = ArrayVec<u8, 100>;

pub struct Encoders<'a> {
    one: Encoder<Sink, 1>,
    most: Encoder<&'a mut [u8]>,
    any: Encoder<&'a mut dyn Write<Error = Full>>,
}

macro_rules! encoder_entry {
    ($name:expr, |$encoder:ident $(, $argument:ident: $type:ty)*| $call:expr) => {
        entry!($name, |encoders: &mut Encoders<'_> $(, $argument: $type)*| {
            for_one!(encoders.one, $encoder, $call);
            for_one!(encoders.most, $encoder, $call);
            for_one!(encoders.any, $encoder, $call);
        });
    };
}

entry!("Encoder::new", |out: &'static mut [u8], protocol: &Protocol| Encoder::new(out, *protocol));
entry!("Encoder::with_depth", |out: Sink, protocol: &Protocol| Encoder::<_, 8>::with_depth(out, *protocol));
encoder_entry!("Encoder::simple_string", |encoder, line: &Line<'_>| encoder.simple_string(*line));
encoder_entry!("Encoder::simple_error", |encoder, line: &Line<'_>| encoder.simple_error(*line));
encoder_entry!("Encoder::big_number", |encoder, digits: &Digits<'_>| encoder.big_number(*digits));
encoder_entry!("Encoder::bulk_string", |encoder, data: &[u8]| encoder.bulk_string(data));
encoder_entry!("Encoder::bulk_error", |encoder, data: &[u8]| encoder.bulk_error(data));
encoder_entry!("Encoder::verbatim_string", |encoder, format: &[u8; 3], data: &[u8]| {
    encoder.verbatim_string(*format, data)
});
encoder_entry!("Encoder::integer", |encoder, value: i64| encoder.integer(value));
encoder_entry!("Encoder::double", |encoder, value: f64| encoder.double(value));
encoder_entry!("Encoder::boolean", |encoder, value: bool| encoder.boolean(value));
encoder_entry!("Encoder::null", |encoder, null: &Null| encoder.null(*null));
encoder_entry!("Encoder::bulk_integer", |encoder, value: i64| encoder.bulk_integer(value));
encoder_entry!("Encoder::bulk_double", |encoder, value: f64| encoder.bulk_double(value));
encoder_entry!("Encoder::begin", |encoder, kind: &Aggregate, count: &Option<u64>| encoder.begin(*kind, *count));
encoder_entry!("Encoder::end", |encoder| encoder.end());
encoder_entry!("Encoder::begin_text", |encoder, text: &Text, len: &Option<u64>| encoder.begin_text(*text, *len));
encoder_entry!("Encoder::part", |encoder, data: &[u8]| encoder.part(data));
encoder_entry!("Encoder::event", |encoder, event: &Lent<'_>, rest: &Option<u64>| encoder.event(event, *rest));
encoder_entry!("Encoder::reencode", |encoder| {
    let _ = black_box(encoder.reencode());
});
encoder_entry!("Encoder::is_idle", |encoder| encoder.is_idle());
encoder_entry!("Encoder::depth", |encoder| encoder.depth());
encoder_entry!("Encoder::request_error", |encoder, error: &RequestError| encoder.request_error(error));
encoder_entry!("Encoder::finish", |encoder| encoder.finish());
encoder_entry!("Encoder::protocol", |encoder| encoder.protocol());
encoder_entry!("Encoder::set_protocol", |encoder, protocol: &Protocol| encoder.set_protocol(*protocol));
encoder_entry!("Encoder::get_ref", |encoder| {
    black_box(encoder.get_ref());
});
encoder_entry!("Encoder::get_mut", |encoder| {
    black_box(encoder.get_mut());
});
entry!("Encoder::into_inner", |encoder: Encoder<Sink>| encoder.into_inner());
entry!("Encoder::Debug", |encoder: &Encoder<Count>, f: &mut Formatter<'_>| Debug::fmt(encoder, f));

entry!("Reencode::Visitor", |reencode: &mut Reencode<'_, Sink>, input: &[u8], parser: &mut Parser| {
    parser.parse(input, reencode)
});
entry!("Reencode::finish", |reencode: Reencode<'_, Sink>| reencode.finish());
entry!("Reencode::Debug", |reencode: &Reencode<'_, Count>, f: &mut Formatter<'_>| Debug::fmt(reencode, f));

entry!("write_command", |out: &mut &mut [u8], sink: &mut Sink, args: &[&[u8]]| {
    let _ = black_box(write_command(out, args));
    write_command(sink, args)
});
entry!("command_len", |args: &[&[u8]]| command_len(args));
entry!("bulk_string_len", |len: usize| bulk_string_len(len));

fn write_both(mut out: impl Write<Error = Full>, bytes: &[u8]) -> Result<(), Full> {
    out.reserve(bytes.len())?;
    out.write(bytes)
}

entry!("Write", |out: &mut &mut [u8], sink: &mut Sink, bytes: &[u8]| {
    let _ = black_box(write_both(out, bytes));
    write_both(sink, bytes)
});
entry!("Write::write", |out: &mut dyn Write<Error = Full>, bytes: &[u8]| out.write(bytes));
entry!("Write::reserve", |out: &mut dyn Write<Error = Full>, count: &mut Count, len: usize| {
    let _ = black_box(count.reserve(len));
    out.reserve(len)
});
entry!("Count::Write", |count: &mut Count, bytes: &[u8]| count.write(bytes));
entry!("Count::Default", || Count::default());
entry!("Full::Display", |f: &mut Formatter<'_>| Display::fmt(&Full, f));
entry!("Full::Error", || core::error::Error::source(&Full).is_some());
entry!("EncodeError::Display", |error: &EncodeError<Full>, f: &mut Formatter<'_>| Display::fmt(error, f));
entry!("EncodeError::Error", |error: &EncodeError<Full>| core::error::Error::source(error).is_some());

entry!("Line::new", |text: &'static [u8]| Line::new(text));
entry!("Line::blanked", |text: &'static [u8]| Line::blanked(text));
entry!("Digits::new", |text: &'static [u8]| Digits::new(text));

// ---- Requests ----

type LentRequest<'b> = RequestEvent<&'b [u8]>;

/// Leaves all but `event` to the defaults.
pub struct PlainRequests<'v>(&'v mut dyn FnMut(&LentRequest<'_>) -> ControlFlow<()>);

impl<'b> RequestVisitor<'b> for PlainRequests<'_> {
    fn event(&mut self, event: LentRequest<'b>) -> ControlFlow<()> {
        (self.0)(&event)
    }
}

entry!("RequestParser::new", || RequestParser::new());
entry!("RequestParser::with_options", |options: &RequestOptions| RequestParser::with_options(*options));
entry!("RequestParser::Default", || RequestParser::default());
entry!("RequestParser::parse", |parser: &mut RequestParser,
                                input: &'static [u8],
                                plain: &mut PlainRequests<'_>,
                                any: &mut dyn RequestVisitor<'static>| {
    let _ = black_box(parser.parse(input, plain));
    parser.parse(input, any)
});
entry!("F::RequestVisitor", |parser: &mut RequestParser,
                             input: &[u8],
                             tell: fn(&LentRequest<'_>) -> ControlFlow<()>| {
    parser.parse(input, &mut |event: LentRequest<'_>| tell(&event))
});
entry!("RequestParser::next_event", |parser: &mut RequestParser, input: &mut &[u8]| parser.next_event(input));
entry!("RequestParser::scan", |parser: &mut RequestParser, input: &[u8]| parser.scan(input));
entry!("RequestParser::whole_request", |parser: &mut RequestParser, input: &[u8], places: &mut [Span; 9]| {
    parser.whole_request(input, places)
});
entry!("RequestParser::skip_request", |parser: &mut RequestParser, input: &mut &[u8]| parser.skip_request(input));
entry!("RequestParser::finish_request", |parser: &mut RequestParser, input: &mut &[u8]| parser.finish_request(input));
entry!("RequestParser::finish", |parser: &RequestParser, rest: &[u8]| parser.finish(rest));
entry!("RequestParser::is_idle", |parser: &RequestParser| parser.is_idle());
entry!("RequestParser::offset", |parser: &RequestParser| parser.offset());
entry!("RequestParser::request_offset", |parser: &RequestParser| parser.request_offset());
entry!("RequestParser::needed", |parser: &RequestParser| parser.needed());
entry!("RequestParser::argument_remaining", |parser: &RequestParser| parser.argument_remaining());
entry!("RequestParser::reset", |parser: &mut RequestParser| parser.reset());
entry!("RequestParser::rewind", |parser: &mut RequestParser| parser.rewind());
entry!("RequestParser::set_options", |parser: &mut RequestParser, options: &RequestOptions| {
    parser.set_options(*options)
});
entry!("RequestParser::Clone", |parser: &RequestParser| parser.clone());
entry!("RequestParser::Debug", |parser: &RequestParser, f: &mut Formatter<'_>| Debug::fmt(parser, f));

entry!("RequestVisitor::event", |v: &mut PlainRequests<'_>, event: &LentRequest<'_>| v.event(*event));
entry!("RequestVisitor::begin", |v: &mut PlainRequests<'_>, count: u64| v.begin(count));
entry!("RequestVisitor::argument", |v: &mut PlainRequests<'_>, part: &Part, data: &[u8]| v.argument(*part, data));
entry!("RequestVisitor::end", |v: &mut PlainRequests<'_>| v.end());
entry!("RequestVisitor::argument_begin", |v: &mut PlainRequests<'_>, len: &Option<u64>| v.argument_begin(*len));
entry!("RequestVisitor::request_len", |v: &mut PlainRequests<'_>, len: u64| v.request_len(len));

entry!("RequestEvent::map", |event: &LentRequest<'_>, change: fn(&[u8]) -> u64| event.map(change));
entry!("RequestEvent::Display", |event: &LentRequest<'_>, f: &mut Formatter<'_>| Display::fmt(event, f));
entry!("Piece::of", |piece: &Piece, input: &[u8]| piece.of(input));

entry!("RequestErrorKind::name", |kind: &RequestErrorKind| kind.name());
entry!("RequestErrorKind::text", |kind: &RequestErrorKind| kind.text());
entry!("RequestErrorKind::is_limit", |kind: &RequestErrorKind| kind.is_limit());
entry!("RequestErrorKind::Display", |kind: &RequestErrorKind, f: &mut Formatter<'_>| Display::fmt(kind, f));
entry!("RequestError::is_limit", |error: &RequestError| error.is_limit());
entry!("RequestError::reply", |error: &RequestError| error.reply());
entry!("RequestError::Display", |error: &RequestError, f: &mut Formatter<'_>| Display::fmt(error, f));
entry!("RequestError::Error", |error: &RequestError| core::error::Error::source(error).is_some());
entry!("ErrorReply::Deref", |reply: &ErrorReply| reply.len());
entry!("ErrorReply::Debug", |reply: &ErrorReply, f: &mut Formatter<'_>| Debug::fmt(reply, f));
entry!("ErrorReply::PartialEq", |one: &ErrorReply, other: &ErrorReply| one == other);

entry!("RequestOptions::new", || RequestOptions::new());
entry!("RequestOptions::unauthenticated", || RequestOptions::unauthenticated());
entry!("RequestOptions::Default", || RequestOptions::default());
entry!("RequestOptions::whole", |options: &RequestOptions, bytes: usize| options.whole(bytes));
entry!("RequestOptions::max_arguments", |options: &RequestOptions, count: u64| options.max_arguments(count));
entry!("RequestOptions::max_argument", |options: &RequestOptions, bytes: u64| options.max_argument(bytes));
entry!("RequestOptions::max_inline", |options: &RequestOptions, bytes: usize| options.max_inline(bytes));
entry!("RequestOptions::max_request", |options: &RequestOptions, bytes: u64| options.max_request(bytes));
entry!("RequestOptions::min_buffer", |options: &RequestOptions| options.min_buffer());

// ---- What certain replies say ----

entry!("ServerError::of", |text: &'static [u8]| ServerError::of(text));
entry!("ServerError::text", |error: &ServerError<'_>| error.text());
entry!("ServerError::code", |error: &ServerError<'_>| error.code());
entry!("ServerError::message", |error: &ServerError<'_>| error.message());
entry!("ServerError::Display", |error: &ServerError<'_>, f: &mut Formatter<'_>| Display::fmt(error, f));
entry!("ServerError::Error", |error: &'static ServerError<'static>| core::error::Error::source(error).is_some());
entry!("ServerError::redirect", |error: &ServerError<'_>| error.redirect());
entry!("Push::of", |frame: &Frame<'_>| Push::of(*frame));
entry!("Hello::of", |frame: &Frame<'_>| Hello::of(*frame));
entry!("Hello::Default", || Hello::default());
entry!("MonitorLine::of", |line: &[u8]| MonitorLine::of(line));
entry!("MonitorLine::arguments", |line: &MonitorLine<'_>| line.arguments());
entry!("MonitorArguments::Iterator", |arguments: &mut MonitorArguments<'_>| arguments.next());
entry!("MonitorArguments::Clone", |arguments: &MonitorArguments<'_>| arguments.clone());
entry!("MonitorArguments::Debug", |arguments: &MonitorArguments<'_>, f: &mut Formatter<'_>| Debug::fmt(arguments, f));
entry!("Escaped::text", |escaped: &Escaped<'_>| escaped.text());
entry!("Escaped::as_bytes", |escaped: &Escaped<'_>| escaped.as_bytes());
entry!("Escaped::bytes", |escaped: &Escaped<'_>, byte: fn(u8)| escaped.bytes().for_each(byte));
entry!("Escaped::Display", |escaped: &Escaped<'_>, f: &mut Formatter<'_>| Display::fmt(escaped, f));
entry!("key_slot", |key: &[u8]| key_slot(key));

// ---- What is derived ----

macro_rules! derived_entries {
    ($name:literal, $type:ty, Hash) => {
        entry!(concat!($name, "::Hash"), |value: &$type, hasher: &mut &mut dyn Hasher| value.hash(hasher));
        derived_entries!($name, $type);
    };
    ($name:literal, $type:ty) => {
        entry!(concat!($name, "::Clone"), |value: &$type| Clone::clone(value));
        entry!(concat!($name, "::Debug"), |value: &$type, f: &mut Formatter<'_>| Debug::fmt(value, f));
        entry!(concat!($name, "::PartialEq"), |one: &$type, other: &$type| one == other);
    };
}

derived_entries!("Parsed", Parsed);
derived_entries!("Scanned", Scanned);
derived_entries!("Event", Lent<'_>, Hash);
derived_entries!("Part", Part, Hash);
derived_entries!("Null", Null, Hash);
derived_entries!("Aggregate", Aggregate, Hash);
derived_entries!("FrameKind", FrameKind, Hash);
derived_entries!("Span", Span, Hash);
derived_entries!("ErrorKind", ErrorKind, Hash);
derived_entries!("Error", Error, Hash);
derived_entries!("Options", Options, Hash);
derived_entries!("TapeError", TapeError);
derived_entries!("Frame", Frame<'_>, Hash);
derived_entries!("Kind", Kind, Hash);
derived_entries!("ServerError", ServerError<'_>, Hash);
derived_entries!("Protocol", Protocol, Hash);
derived_entries!("Text", Text, Hash);
derived_entries!("Line", Line<'_>, Hash);
derived_entries!("Digits", Digits<'_>, Hash);
derived_entries!("Full", Full, Hash);
derived_entries!("Count", Count, Hash);
derived_entries!("EncodeError", EncodeError<Full>, Hash);
derived_entries!("RequestScanned", RequestScanned);
derived_entries!("RequestEvent", LentRequest<'_>, Hash);
derived_entries!("Piece", Piece, Hash);
derived_entries!("RequestErrorKind", RequestErrorKind, Hash);
derived_entries!("RequestError", RequestError, Hash);
derived_entries!("RequestOptions", RequestOptions, Hash);
derived_entries!("Redirect", Redirect<'_>, Hash);
derived_entries!("RedirectKind", RedirectKind, Hash);
derived_entries!("Push", Push<'_>, Hash);
derived_entries!("Hello", Hello<'_>, Hash);
derived_entries!("MonitorLine", MonitorLine<'_>, Hash);
derived_entries!("Escaped", Escaped<'_>, Hash);

//! One symbol for each public function of `resp-core`, named after it, with arguments that the compiler knows nothing
//! of. `.ci/panics` links an image of each and looks whether the panic handler is in it.
#![no_std]

use core::fmt::{Debug, Display, Formatter};
use core::hash::{Hash, Hasher};
use core::hint::black_box;
use core::ops::ControlFlow;
use core::panic::PanicInfo;

use resp_core::{
    Aggregate, Error, ErrorKind, Escaped, Event, Events, Frame, FrameKind, Hello, MonitorArguments, MonitorLine, Null,
    Options, Parsed, Parser, Part, Push, Redirect, RedirectKind, Scanned, ServerError, Span, Visitor, double, key_slot,
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

// ---- What certain replies say ----

entry!("Frame::at_place", |frame: &Frame<'_>, place: usize| frame.at_place(place));
entry!("Frame::path_to", |frame: &Frame<'_>, inside: &Frame<'_>, f: &mut Formatter<'_>| {
    frame.path_to(*inside).fmt(f)
});
entry!("Frame::summary", |frame: &Frame<'_>, f: &mut Formatter<'_>| frame.summary().fmt(f));
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
derived_entries!("Redirect", Redirect<'_>, Hash);
derived_entries!("RedirectKind", RedirectKind, Hash);
derived_entries!("Push", Push<'_>, Hash);
derived_entries!("Hello", Hello<'_>, Hash);
derived_entries!("MonitorLine", MonitorLine<'_>, Hash);
derived_entries!("Escaped", Escaped<'_>, Hash);

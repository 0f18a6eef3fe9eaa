//! What a visitor is told: all that the parser tells.

use core::ops::ControlFlow;

use resp_core::{Aggregate, Event, FrameKind, Null, Options, Part, Visitor};
use resp_std::{Reader, ReaderOptions};

/// Writes down by which methods it is called, and breaks in one of them.
#[derive(Default)]
struct Calls {
    log: Vec<String>,
    breaks_in: &'static str,
}

impl Calls {
    fn note(&mut self, method: &str, said: impl core::fmt::Debug) -> ControlFlow<()> {
        self.log.push(format!("{method} {said:?}"));
        if method == self.breaks_in { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<'b> Visitor<'b> for Calls {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.note("event", event)
    }
    fn simple_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("simple_string", (part, data))
    }
    fn simple_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("simple_error", (part, data))
    }
    fn big_number(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("big_number", (part, data))
    }
    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("bulk_string", (part, data))
    }
    fn bulk_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("bulk_error", (part, data))
    }
    fn verbatim_string(&mut self, format: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.note("verbatim_string", (format, part, data))
    }
    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.note("integer", value)
    }
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.note("double", text)
    }
    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.note("boolean", value)
    }
    fn null(&mut self, null: Null) -> ControlFlow<()> {
        self.note("null", null)
    }
    fn begin(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.note("begin", (aggregate, count))
    }
    fn end(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        self.note("end", aggregate)
    }
    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.note("text_begin", len)
    }
    fn frame_len(&mut self, len: u64) {
        let _ = self.note("frame_len", len);
    }
    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.note("frame_end", kind)
    }
}

/// What is called for a stream whose texts come in parts, up to a break.
fn calls(stream: &[u8], breaks_in: &'static str) -> Vec<String> {
    let options = ReaderOptions::new().parser(Options::new().whole(0)).read_size(6);
    let mut calls = Calls { log: Vec::new(), breaks_in };
    let _ = Reader::with_options(stream, options).parse(&mut calls);
    calls.log
}

#[test]
fn each_event_comes_by_the_method_of_its_type() {
    let stream = b"*10\r\n+a\r\n-b\r\n(1\r\n$1\r\nc\r\n!1\r\nd\r\n=5\r\ntxt:e\r\n:1\r\n,1.5\r\n#t\r\n_\r\n";
    let mut methods: Vec<_> = calls(stream, "");
    methods.retain(|call| !call.starts_with("text_begin") && !call.starts_with("frame_"));
    for call in &mut methods {
        call.truncate(call.find(' ').unwrap());
    }
    methods.dedup();
    let expected = "begin simple_string simple_error big_number bulk_string bulk_error verbatim_string integer double \
                    boolean null end";
    assert_eq!(methods.join(" "), expected);
}

#[test]
fn a_text_in_parts_is_announced_with_its_length() {
    let calls = calls(b"$3\r\nabc\r\n", "");
    assert_eq!(calls[0], "text_begin Some(3)");
}

#[test]
fn a_frames_length_is_told_before_its_end() {
    let calls = calls(b":1\r\n>1\r\n:22\r\n", "");
    let told: Vec<_> = calls.iter().filter(|call| call.starts_with("frame_")).collect();
    assert_eq!(told, ["frame_len 4", "frame_end Reply", "frame_len 9", "frame_end Push"]);
}

#[test]
fn a_break_where_a_text_begins_comes_behind_its_first_part() {
    let calls = calls(b"$3\r\nabc\r\n:1\r\n", "text_begin");
    assert_eq!(calls.len(), 2, "{calls:?}");
}

#[test]
fn a_break_at_a_frames_end_is_a_break() {
    let calls = calls(b":1\r\n:2\r\n", "frame_end");
    assert_eq!(calls, ["integer 1", "frame_len 4", "frame_end Reply"]);
}

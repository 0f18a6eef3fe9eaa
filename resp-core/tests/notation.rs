//! What may be shown of a stream that nobody trusts.

use resp_core::{Event, Parser, Part, RequestParser};

/// A text with escape sequences must not reach the terminal of whoever prints events.
#[test]
fn events_are_shown_in_printable_ascii() {
    let all: Vec<u8> = (0..=255).collect();
    let events = [
        Event::SimpleString(Part::Whole, &all),
        Event::SimpleError(Part::Whole, &all),
        Event::BigNumber(Part::First, &all),
        Event::BulkString(Part::Middle, &all),
        Event::BulkError(Part::Last, &all),
        Event::VerbatimString([0x1b, b'[', 0xff], Part::Whole, &all),
        Event::Double(&all),
    ];
    for event in events {
        assert!(event.to_string().bytes().all(|byte| matches!(byte, b' '..=b'~')), "{event}");
    }
}

#[test]
fn errors_are_shown_in_printable_ascii() {
    for byte in (0..=255).filter(|byte| !matches!(byte, b'+' | b'-' | b'0'..=b'9')) {
        let error = Parser::new().next_event(&mut &[b':', byte][..]).unwrap_err();
        assert!(error.to_string().bytes().all(|byte| matches!(byte, b' '..=b'~')), "{error}");
    }
}

#[test]
fn escapes_are_those_of_the_notation() {
    let event = Event::BulkString(Part::Whole, b"a\"b\\c\rd\ne\tf\0g\x7fh\x80i~ ".as_slice());
    assert_eq!(event.to_string(), r#"bulk_string "a\"b\\c\rd\ne\tf\x00g\x7fh\x80i~ ""#);
}

/// A header that is under way is of the stream.
#[test]
fn debug_of_a_parser_shows_nothing_of_the_stream() {
    for stream in [":1234567", "$1234567\r\nab", "=7654321\r\npwd:xx"] {
        let (mut parser, mut input) = (Parser::new(), stream.as_bytes());
        while parser.next_event(&mut input).unwrap().is_some() {}
        let debug = format!("{parser:?}");
        assert!(!debug.contains("123") && !debug.contains("112, 119"), "{debug}");
    }
}

#[test]
fn debug_of_a_parser_shows_where_it_stands() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"*1\r\n*1\r\nx";
    while parser.next_event(&mut input).is_ok() {}
    assert_eq!(format!("{parser:?}"), "Parser { offset: 8, depth: 2, failed: true, .. }");
}

#[test]
fn events_of_requests_have_the_notation_of_replies() {
    let mut input = &b"*1\r\n$2\r\na\"\r\n"[..];
    let mut parser = RequestParser::new();
    let mut seen = Vec::new();
    while let Some(event) = parser.next_event(&mut input).expect("a request") {
        seen.push(event.to_string());
    }
    assert_eq!(seen, ["begin 1", r#"argument "a\"""#, "end"]);
}

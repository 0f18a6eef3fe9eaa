//! What debug builds say to a caller who presents only the new bytes.
#![cfg(debug_assertions)]

use core::ops::ControlFlow;

use resp_core::{Event, Parser};

/// A parser that waits for the rest of `input`, all of which it has seen.
fn waiting(input: &[u8]) -> Parser {
    let mut parser = Parser::new();
    let mut rest = input;
    while parser.next_event(&mut rest).unwrap().is_some() {}
    assert!(rest.len() > 2);
    parser
}

#[test]
#[should_panic = "presented again"]
fn next_event_misses_the_tail_of_a_held_text() {
    let _ = waiting(b"$5\r\nabc").next_event(&mut b"de".as_slice());
}

#[test]
#[should_panic = "presented again"]
fn scan_misses_the_tail_of_a_held_text() {
    let _ = waiting(b"$5\r\nabc").scan(b"de");
}

#[test]
#[should_panic = "presented again"]
fn next_event_misses_the_tail_of_a_header() {
    let _ = waiting(b":123").next_event(&mut b"4\r".as_slice());
}

#[test]
#[should_panic = "presented again"]
fn parse_misses_the_tail_of_a_held_text() {
    let _ = waiting(b"$5\r\nabc").parse(b"de", &mut |_: Event<&[u8]>| ControlFlow::Continue(()));
}

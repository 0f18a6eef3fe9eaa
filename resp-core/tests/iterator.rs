//! What is special about [`Parser::events`]: it holds the state while it lives.

use resp_core::{Event, Parser};

const STREAM: &[u8] = b"*2\r\n*?\r\n:1\r\n$3\r\nabc\r\n.\r\n|1\r\n+a\r\n#t\r\n*1\r\n%0\r\n+OK\r\n>1\r\n+p\r\n:23\r\n";

fn all() -> Vec<String> {
    let mut input = STREAM;
    Parser::new().events(&mut input).map(|event| event.unwrap().to_string()).collect()
}

/// Whatever was taken from the iterator, the next call of another kind goes on behind it.
#[test]
fn dropped_at_any_event_it_gives_the_state_back() {
    let expected = all();
    for taken in 0..=expected.len() {
        let mut parser = Parser::new();
        let mut input = STREAM;
        let mut lines: Vec<_> = parser.events(&mut input).take(taken).map(|event| event.unwrap().to_string()).collect();
        assert_eq!(parser.offset(), (STREAM.len() - input.len()) as u64);
        while let Some(event) = parser.next_event(&mut input).unwrap() {
            lines.push(event.to_string());
        }
        assert_eq!(lines, expected, "after {taken}");
        assert!(parser.is_idle() && input.is_empty());
    }
}

#[test]
fn one_after_the_other_they_are_one() {
    let mut parser = Parser::new();
    let mut input = STREAM;
    let mut lines = Vec::new();
    while let Some(event) = parser.events(&mut input).next() {
        lines.push(event.unwrap().to_string());
    }
    assert_eq!(lines, all());
}

#[test]
fn it_ends_after_an_error() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b":1\r\n:x\r\n:2\r\n";
    let mut events = parser.events(&mut input);
    assert_eq!(events.next(), Some(Ok(Event::Integer(1))));
    assert!(matches!(events.next(), Some(Err(error)) if error.offset == 5));
    assert_eq!(events.next(), None);
    drop(events);
    assert_eq!((parser.offset(), input), (4, b":x\r\n:2\r\n".as_slice()));
}

#[test]
fn it_ends_where_more_is_needed_and_goes_on_with_more() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"*2\r\n:1\r\n:2";
    assert_eq!(parser.events(&mut input).count(), 2);
    assert_eq!(input, b":2");
    let mut input: &[u8] = b":23\r\n";
    assert_eq!(parser.events(&mut input).count(), 2);
    assert!(parser.is_idle());
}

#[test]
fn debug_says_whether_the_iterator_failed() {
    let (mut parser, mut input) = (Parser::new(), &b"+OK\r\nx"[..]);
    let mut events = parser.events(&mut input);
    assert_eq!(format!("{events:?}"), "Events { failed: false, .. }");
    while events.next().is_some_and(|event| event.is_ok()) {}
    assert_eq!(format!("{events:?}"), "Events { failed: true, .. }");
}

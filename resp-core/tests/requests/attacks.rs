//! What a hostile client can ask for.

use core::ops::ControlFlow;

use resp_core::{RequestEvent, RequestOptions, RequestParser};

/// Feeds `unit` for ever, and counts what is held and told.
fn feed(unit: &[u8], times: usize, options: RequestOptions) -> (usize, u64) {
    let mut parser = RequestParser::with_options(options);
    let (mut held, mut most, mut events) = (Vec::new(), 0, 0);
    for _ in 0..times {
        held.extend_from_slice(unit);
        let count = &mut |_: RequestEvent<&[u8]>| {
            events += 1;
            ControlFlow::Continue(())
        };
        let Ok(parsed) = parser.parse(&held, count) else { break };
        held.drain(..parsed.consumed);
        most = most.max(held.len());
    }
    (most, events)
}

#[test]
fn empty_requests_are_dropped_as_they_come() {
    for unit in [&b"*0\r\n"[..], b"\r\n", b"*-1\r\n", b" \n"] {
        assert_eq!(feed(unit, 100_000, RequestOptions::new()), (0, 0));
    }
}

#[test]
fn a_line_without_an_end_is_held_up_to_its_limit() {
    let (most, events) = feed(b"x", 100_000, RequestOptions::new().max_inline(1000));
    assert_eq!((most, events), (1000, 0));
}

#[test]
fn the_rest_of_an_endless_argument_is_not_held() {
    let mut parser = RequestParser::new();
    let mut input: &[u8] = b"*1\r\n$536870912\r\n";
    while parser.next_event(&mut input).unwrap().is_some() {}
    for _ in 0..1000 {
        let mut input: &[u8] = &[0; 1000];
        while parser.next_event(&mut input).unwrap().is_some() {}
        assert!(input.is_empty());
    }
}

//! Calls of one kind after those of another, and while a request is not whole.

use resp_core::{RequestEvent, RequestOptions};
use resp_std::RequestDecoder;

fn put(decoder: &mut RequestDecoder, bytes: &[u8]) {
    decoder.spare()[..bytes.len()].copy_from_slice(bytes);
    decoder.commit(bytes.len());
}

const BEGUN: &[u8] = b"*0\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nva";
const REST: &[u8] = b"lue\r\nPING\n";

/// Has looked at a request that is not whole.
fn gathering() -> RequestDecoder {
    let mut decoder = RequestDecoder::new();
    put(&mut decoder, BEGUN);
    assert!(decoder.next_request().unwrap().is_none());
    decoder
}

#[test]
fn events_tell_a_request_from_its_start_that_was_being_gathered() {
    let mut decoder = gathering();
    assert_eq!(decoder.next_event(), Ok(Some(RequestEvent::Begin(3))));
    assert_eq!(decoder.next_event().unwrap().unwrap().to_string(), r#"argument "SET""#);
    put(&mut decoder, REST);
    assert_eq!(decoder.next_request().unwrap().unwrap().name(), b"PING");
}

#[test]
fn a_visitor_is_told_a_request_from_its_start_that_was_being_gathered() {
    let mut decoder = gathering();
    let mut told = Vec::new();
    let mut tell = |event: RequestEvent<&[u8]>| {
        told.push(event.to_string());
        core::ops::ControlFlow::Continue(())
    };
    assert!(decoder.parse(&mut tell).unwrap().is_continue());
    assert_eq!(told, ["begin 3", r#"argument "SET""#, r#"argument "k""#]);
}

#[test]
fn a_request_that_was_being_gathered_is_skipped_whole() {
    let mut decoder = gathering();
    assert_eq!(decoder.finish_request(), Ok(true));
    assert_eq!(decoder.skip_request(), Ok(false));
    put(&mut decoder, REST);
    assert_eq!(decoder.skip_request(), Ok(true));
    assert_eq!(decoder.next_request().unwrap().unwrap().name(), b"PING");
    assert_eq!((decoder.stats().frames, decoder.stats().largest_frame), (2, (BEGUN.len() + REST.len() - 9) as u64));
}

#[test]
fn limits_change_while_a_request_is_being_gathered_and_hold_for_all_of_it() {
    let mut decoder = gathering();
    assert!(decoder.set_options(RequestOptions::new().max_arguments(2)));
    assert!(decoder.next_request().is_err_and(|error| error.offset == 5));
}

#[test]
fn limits_do_not_change_while_a_request_is_being_told() {
    let mut decoder = gathering();
    assert!(decoder.next_event().is_ok());
    assert!(!decoder.set_options(RequestOptions::new().max_arguments(2)));
}

#[test]
fn what_was_read_ahead_is_held_to_the_limits_after_auth() {
    let mut decoder =
        RequestDecoder::with_options(resp_std::ReaderOptions::requests().parser(RequestOptions::unauthenticated()));
    put(&mut decoder, &[b"AUTH x\n*11\r\n", &b"$1\r\na\r\n".repeat(11)[..]].concat());
    assert_eq!(decoder.next_request().unwrap().unwrap().name(), b"AUTH");
    assert!(decoder.set_options(RequestOptions::new()));
    assert_eq!(decoder.next_request().unwrap().unwrap().len(), 11);
}

#[test]
fn an_error_stays_by_every_call() {
    let mut decoder = RequestDecoder::new();
    put(&mut decoder, b"*1\r\n:");
    let error = decoder.next_request().expect_err("no bulk string");
    assert_eq!((decoder.is_idle(), decoder.offset(), decoder.finish_request()), (false, 4, Err(error)));
    assert_eq!(decoder.next_event(), Err(error));
    assert_eq!(decoder.skip_request(), Err(error));
    assert_eq!(decoder.finish(), Err(error));
    assert_eq!(decoder.next_request().err(), Some(error));
    assert!(!decoder.set_options(RequestOptions::new()));
}

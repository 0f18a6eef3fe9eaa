//! Limits that change in a stream that goes on.

use resp_core::{RequestErrorKind, RequestEvent, RequestOptions, RequestParser};

#[test]
fn limits_change_between_requests_of_one_read() {
    let mut parser = RequestParser::with_options(RequestOptions::unauthenticated());
    let stream = [&b"*2\r\n$4\r\nAUTH\r\n$1\r\nx\r\n*11\r\n"[..], &b"$1\r\na\r\n".repeat(11)].concat();
    let mut input = &stream[..];
    assert_eq!(parser.clone().skip_request(&mut &*stream), Ok(true));
    assert_eq!(parser.skip_request(&mut input), Ok(true));
    assert!(parser.set_options(RequestOptions::new()));
    assert_eq!(parser.skip_request(&mut input), Ok(true));
    assert_eq!((parser.offset(), input), (stream.len() as u64, &b""[..]));
}

/// What there is of the next request was looked at under the old limits, and is looked at again.
#[test]
fn limits_hold_for_a_request_of_which_some_has_come() {
    for (old, new, refused) in [
        (RequestOptions::new(), RequestOptions::unauthenticated(), true),
        (RequestOptions::unauthenticated(), RequestOptions::new(), false),
    ] {
        for begun in ["*1", "*", "x"] {
            let mut parser = RequestParser::with_options(old.max_inline(4));
            assert_eq!(parser.next_event(&mut begun.as_bytes()), Ok(None));
            assert!(parser.set_options(new.max_inline(if refused { 0 } else { 9 })));
            let more = if begun == "x" { "xxxxxxx\n" } else { "*11\r\n" };
            assert_eq!(parser.next_event(&mut more.as_bytes()).is_err(), refused, "{begun}");
        }
    }
}

#[test]
fn nothing_changes_inside_a_request() {
    for begun in [&b"*2\r\n"[..], b"*2\r\n$1\r\na\r\n", b"*2\r\n$9\r\na", b"a b\n"] {
        let mut parser = RequestParser::new();
        let mut input = begun;
        assert!(parser.next_event(&mut input).is_ok_and(|event| event.is_some()));
        assert!(!parser.set_options(RequestOptions::new().max_argument(0)));
        while parser.next_event(&mut input).expect("the old limits").is_some() {}
    }
}

#[test]
fn a_reset_parser_is_a_new_one_with_the_same_limits() {
    let mut parser = RequestParser::with_options(RequestOptions::new().max_arguments(1));
    assert!(parser.skip_request(&mut &b"PING\n*2"[..]).is_ok_and(|skipped| skipped));
    assert!(parser.skip_request(&mut &b"*2"[..]).is_err());
    parser.reset();
    assert_eq!(parser.offset(), 0);
    assert_eq!(parser.next_event(&mut &b"*1\r\n"[..]), Ok(Some(RequestEvent::Begin(1))));
    parser.reset();
    let error = parser.next_event(&mut &b"*2\r\n"[..]).expect_err("a limit");
    assert_eq!((error.kind, error.offset), (RequestErrorKind::TooManyArguments, 1));
}

#[test]
fn a_parser_says_where_requests_begin() {
    let mut parser = RequestParser::new();
    let mut input: &[u8] = b"*0\r\nPING a\n*1\r\n$1\r\na\r\n";
    assert_eq!(parser.request_offset(), 0);
    assert_eq!(parser.next_event(&mut input), Ok(Some(RequestEvent::Begin(2))));
    assert_eq!((parser.request_offset(), parser.offset()), (4, 4));
    assert_eq!(parser.finish_request(&mut input), Ok(true));
    assert_eq!(parser.request_offset(), 11);
    assert_eq!(parser.next_event(&mut input), Ok(Some(RequestEvent::Begin(1))));
    assert_eq!((parser.request_offset(), parser.offset()), (11, 15));
}

#[test]
fn debug_tells_nothing_of_the_stream() {
    let mut parser = RequestParser::new();
    assert!(parser.next_event(&mut &b"AUTH secret"[..]).is_ok());
    assert_eq!(format!("{parser:?}"), "RequestParser { offset: 0, idle: true, failed: false, .. }");
}

#[test]
fn a_rewound_request_is_told_again() {
    for begun in [&b"*2\r\n"[..], b"*2\r\n$1\r\na\r\n", b"*2\r\n$900\r\na", b"a b\n", b"*0\r\n"] {
        let stream = [b"PING\n", begun].concat();
        let mut parser = RequestParser::new();
        let mut input = &stream[..];
        assert_eq!(parser.skip_request(&mut input), Ok(true));
        let told = |parser: &mut RequestParser, mut input| {
            let first = parser.next_event(&mut input);
            let _ = parser.next_event(&mut input);
            first
        };
        let first = told(&mut parser, input);
        parser.rewind();
        assert_eq!(parser.offset(), if first == Ok(None) { 9 } else { 5 });
        let rest = input.get(parser.offset() as usize - 5..).unwrap();
        assert_eq!(told(&mut parser, rest), first);
    }
    let mut parser = RequestParser::new();
    let error = parser.skip_request(&mut &b"*1\r\n:"[..]);
    parser.rewind();
    assert_eq!(parser.skip_request(&mut &b""[..]), error);
}

#[test]
fn debug_shows_every_limit() {
    let shown = format!("{:?}", RequestOptions::unauthenticated().whole(7).max_inline(9));
    let limits = "whole: 7, max_arguments: 10, max_argument: 16384, max_inline: 9, max_request: 1048576";
    assert_eq!(shown, format!("RequestOptions {{ {limits}, authenticated: false }}"));
}

#[test]
fn what_remains_of_an_argument_is_known_if_its_length_is() {
    let mut parser = RequestParser::with_options(RequestOptions::new().whole(0));
    let remaining = |parser: &mut RequestParser, mut input: &[u8]| {
        while parser.next_event(&mut input).expect("a request").is_some() {}
        assert!(input.is_empty());
        parser.argument_remaining()
    };
    assert_eq!(remaining(&mut parser, b"*1\r\n"), None);
    assert_eq!(remaining(&mut parser, b"$5\r\nab"), Some(3));
    assert_eq!(remaining(&mut parser, b"cde"), Some(0));
    assert_eq!(remaining(&mut parser, b"\r\n"), None);
    assert_eq!(remaining(&mut parser, b"a b\n"), None);
}

//! What a client is told.

use core::ops::ControlFlow;

use resp_core::{RequestError, RequestErrorKind, RequestEvent, RequestParser};

#[track_caller]
fn assert_reply(mut stream: &[u8], reply: &str) {
    let mut parser = RequestParser::new();
    let error = loop {
        match parser.next_event(&mut stream) {
            Ok(event) => assert!(event.is_some(), "no error"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.reply().escape_ascii().to_string(), format!("-ERR Protocol error: {reply}\\r\\n"));
}

/// A real server is asked for the same in the tests of `resp-std`. The last two it does not refuse.
#[test]
fn replies_are_those_of_redis() {
    assert_reply(b"*x\r\n", "invalid multibulk length");
    assert_reply(b"*2147483648\r\n", "invalid multibulk length");
    assert_reply(b"*1\r\n$-1\r\n", "invalid bulk length");
    assert_reply(b"*1\r\n$536870913\r\n", "invalid bulk length");
    assert_reply(b"*1\r\n:1\r\n", "expected \\'$\\', got \\':\\'");
    assert_reply(b"ECHO \"a\r\n", "unbalanced quotes in request");
    assert_reply(&[b'x'; 65537], "too big inline request");
    assert_reply(b"*1\r\n$1\r\nab\r\n", "invalid CRLF in request");
    assert_reply(b"\x00", "NUL byte in inline request");
}

/// <https://github.com/valkey-io/valkey/pull/3249> (CVE-2025-67733) and its kin: a reply must stay one line.
#[test]
fn no_byte_of_a_client_ends_the_line_of_a_reply() {
    for byte in 0..=255 {
        let error = RequestError { kind: RequestErrorKind::ExpectedBulkString, offset: 0, byte: Some(byte) };
        let reply = error.reply();
        let line = reply.strip_suffix(b"\r\n").expect("a line end");
        assert!(!line.contains(&b'\r') && !line.contains(&b'\n'));
        let expected = if matches!(byte, b'\r' | b'\n') { b' ' } else { byte };
        assert_eq!(line[line.len() - 2], expected);
    }
}

#[test]
fn every_kind_has_a_name_of_its_own_and_a_reply_that_is_whole_if_somebody_hears_it() {
    for (index, kind) in RequestErrorKind::ALL.iter().enumerate() {
        assert!(RequestErrorKind::ALL[..index].iter().all(|other| other.name() != kind.name()));
        if *kind == RequestErrorKind::UnexpectedEof {
            continue;
        }
        let reply = RequestError { kind: *kind, offset: 0, byte: Some(b'x') }.reply();
        assert!(reply.starts_with(format!("-ERR Protocol error: {}", kind.text()).as_bytes()));
        assert!(reply.ends_with(b"\r\n"));
    }
}

#[test]
fn who_has_hung_up_is_not_answered() {
    let mut parser = RequestParser::new();
    let _ = parser.parse(b"*1\r\n$4\r\nPI", &mut |_: RequestEvent<&[u8]>| ControlFlow::Continue(())).unwrap();
    assert_eq!(&*parser.finish(b"PI").unwrap_err().reply(), b"");
}

#[test]
fn a_limit_is_no_broken_rule() {
    for (stream, is_limit) in [(&b"*2147483648\r\n"[..], true), (b"*x\r\n", false), (b"\0", false)] {
        let error = RequestParser::new().next_event(&mut &*stream).expect_err("a fault");
        assert_eq!((error.is_limit(), error.kind.is_limit()), (is_limit, is_limit), "{error}");
    }
}

#[test]
fn display_says_what_came_and_where() {
    let error = |byte| RequestError { kind: RequestErrorKind::InvalidBulkLength, offset: 7, byte };
    assert_eq!(error(Some(b'-')).to_string(), "Protocol error: invalid bulk length, found '-' (0x2d) at byte 7");
    assert_eq!(error(Some(b'\n')).to_string(), "Protocol error: invalid bulk length, found 0x0a at byte 7");
    assert_eq!(error(None).to_string(), "Protocol error: invalid bulk length, found the end at byte 7");
    assert_eq!(RequestErrorKind::ExpectedBulkString.to_string(), "expected '$'");
}

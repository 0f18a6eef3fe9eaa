//! Where everybody stands after an error.

use resp_core::{Error, ErrorKind, Parser};

/// The bytes in front of the error that make sense are consumed, and `input` and `offset` agree on that.
#[test]
fn input_stands_at_the_offset_after_an_error() {
    let stream: &[u8] = b"+OK\r\n$2\r\nabX";
    let mut parser = Parser::new();
    let mut input = stream;
    assert!(parser.next_event(&mut input).is_ok());
    let error = parser.next_event(&mut input).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::MissingCrlf, 11));
    assert_eq!((parser.offset(), input), (9, b"abX".as_slice()));
}

#[test]
fn skipping_stands_at_the_offset_after_an_error() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"*2\r\n:1\r\n:x\r\n";
    assert!(parser.skip_frame(&mut input).is_err());
    assert_eq!((parser.offset(), input), (8, b":x\r\n".as_slice()));
}

#[test]
fn a_failed_parser_consumes_nothing_more() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"x";
    let error = parser.next_event(&mut input).unwrap_err();
    let mut more: &[u8] = b"+OK\r\n";
    assert_eq!(parser.next_event(&mut more), Err(error));
    assert_eq!((parser.offset(), more.len()), (0, 5));
}

/// The error is due, so there is nothing to wait for.
#[test]
fn a_failed_parser_needs_nothing() {
    let mut parser = Parser::new();
    assert!(parser.next_event(&mut &b"x"[..]).is_err());
    assert_eq!(parser.needed(), 0);
}

/// Whoever raises a limit and tries again must not do so for a broken stream.
#[test]
fn limits_are_told_from_broken_rules() {
    let limits =
        ["too_deep", "count_too_large", "too_many_elements", "length_too_large", "line_too_long", "frame_too_large"];
    for &kind in ErrorKind::ALL {
        let error = Error { kind, offset: 0, byte: None };
        let expected = limits.contains(&kind.name());
        assert_eq!((kind.is_limit(), error.is_limit()), (expected, expected), "{kind}");
    }
}

#[test]
fn an_error_says_what_was_expected_what_was_found_and_where() {
    let shown = |byte| Error { kind: ErrorKind::InvalidNull, offset: 7, byte }.to_string();
    assert_eq!(ErrorKind::InvalidNull.to_string(), "invalid null");
    assert_eq!(shown(Some(b'x')), "invalid null: expected CR LF after _, found 'x' (0x78) at byte 7");
    assert_eq!(shown(Some(b' ')), "invalid null: expected CR LF after _, found 0x20 at byte 7");
    assert_eq!(shown(None), "invalid null: expected CR LF after _, found the end at byte 7");
}

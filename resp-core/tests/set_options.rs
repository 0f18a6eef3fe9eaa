//! New limits and switches for a stream that goes on.

use resp_core::{ErrorKind, Event, Options, Parser};

#[test]
fn the_next_frame_has_the_new_limits() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"*2\r\n:1\r\n:2\r\n*2\r\n";
    assert!(parser.skip_frame(&mut input).is_ok_and(|kind| kind.is_some()));
    assert!(parser.set_options(Options::new().max_count(1)));
    let error = parser.next_event(&mut input).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::CountTooLarge, 13));
}

#[test]
fn within_a_frame_nothing_is_changed() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"*2\r\n:1\r\n:2\r\n";
    assert!(parser.next_event(&mut input).is_ok());
    assert!(!parser.set_options(Options::new().max_elements(0)));
    assert!(parser.skip_frame(&mut input).is_ok_and(|kind| kind.is_some()));
}

/// An attribute alone is a frame under way.
#[test]
fn behind_an_attribute_nothing_is_changed() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"|0\r\n";
    while parser.next_event(&mut input).unwrap().is_some() {}
    assert!(!parser.set_options(Options::new()));
}

#[test]
fn a_failed_parser_stays_failed() {
    let mut parser = Parser::new();
    let error = parser.next_event(&mut &b"x"[..]).unwrap_err();
    assert!(!parser.set_options(Options::new()));
    assert_eq!(parser.next_event(&mut &b"+OK\r\n"[..]), Err(error));
}

/// It was looked at under the old limits, and is not consumed.
#[test]
fn half_a_header_is_held_to_the_new_limits() {
    for cut in 1.."*12\r\n".len() {
        let mut parser = Parser::new();
        let stream: &[u8] = b"+OK\r\n*12\r\n";
        let mut input = &stream[..5 + cut];
        while parser.next_event(&mut input).unwrap().is_some() {}
        assert!(parser.set_options(Options::new().max_count(11)));
        let error = parser.next_event(&mut &stream[5..]).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::CountTooLarge, 7), "cut at {cut}");
    }
}

#[test]
fn the_depth_of_the_type_is_kept() {
    let mut parser = Parser::<1>::with_depth(Options::new());
    assert!(parser.set_options(Options::new().max_depth(2)));
    let mut input: &[u8] = b"*1\r\n*1\r\n";
    assert_eq!(parser.next_event(&mut input), Ok(Some(Event::Begin(resp_core::Aggregate::Array, Some(1)))));
    assert_eq!(parser.next_event(&mut input).unwrap_err().kind, ErrorKind::TooDeep);
}

/// No half a frame of before counts.
#[test]
fn the_frames_bytes_are_counted_from_its_start() {
    let mut parser = Parser::new();
    let mut input: &[u8] = b"+a long line\r\n+OK\r\n+PONG\r\n";
    assert!(parser.skip_frame(&mut input).is_ok());
    assert!(parser.set_options(Options::new().max_frame(5)));
    assert_eq!((parser.frame_offset(), parser.offset()), (14, 14));
    assert!(parser.skip_frame(&mut input).is_ok_and(|kind| kind.is_some()));
    let error = parser.skip_frame(&mut input).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::FrameTooLarge, 22));
}

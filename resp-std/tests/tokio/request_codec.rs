//! The codec of a server: what it reads.

use bytes::BytesMut;
use resp_core::{RequestErrorKind, RequestOptions};
use resp_std::{Error, OwnedRequest, ReaderOptions, RequestCodec};
use tokio_util::codec::Decoder;

use crate::pieces::{block_on, cuts, through_framed};
use crate::{REQUESTS, Seen, expected_requests, seen};

fn all_seen((requests, error): (Vec<OwnedRequest>, Option<String>)) -> (Vec<Seen>, Option<String>) {
    (requests.iter().map(|request| seen(request.request())).collect(), error)
}

#[track_caller]
fn assert_as_the_reader(stream: &[u8]) {
    let expected = expected_requests(stream);
    for cuts in cuts(stream.len()) {
        let found = block_on(through_framed(RequestCodec::new(), stream, &cuts));
        assert_eq!(all_seen(found), expected, "{cuts:?}");
    }
}

#[test]
fn requests_are_those_of_the_reader_however_the_bytes_come() {
    assert_eq!(expected_requests(REQUESTS.as_bytes()).0.len(), 4);
    assert_as_the_reader(REQUESTS.as_bytes());
}

#[test]
fn errors_are_those_of_the_reader_however_the_bytes_come() {
    for stream in ["*1\r\n:", "*2\r\n$1\r\na\r\n$1\r\nbc\r\n", "PING\n'x\n", "*1\r\n$4\r\nPI", "PING", "*0\r\n*"] {
        assert!(expected_requests(stream.as_bytes()).1.is_some(), "{stream:?}");
        assert_as_the_reader(stream.as_bytes());
    }
}

#[test]
fn a_stream_may_end_behind_an_empty_request() {
    assert_eq!(expected_requests(b"*0\r\n\r\n"), (vec![], None));
    assert_as_the_reader(b"*0\r\n\r\n");
}

#[test]
fn an_error_stays() {
    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::from(&b"*1\r\n:1\r\nPING\r\n"[..]);
    for _ in 0..3 {
        let Err(Error::Request(error)) = codec.decode(&mut buffer) else { panic!("no error") };
        assert_eq!((error.kind, error.offset), (RequestErrorKind::ExpectedBulkString, 4));
    }
    assert!(!codec.set_options(RequestOptions::new()));
}

#[test]
fn arguments_are_slices_of_the_buffer() {
    for wire in [&b"*2\r\n$4\r\nECHO\r\n$5\r\nhello\r\n"[..], b"ECHO hello\r\n"] {
        let mut buffer = BytesMut::from(wire);
        buffer.extend_from_slice(b"PING");
        let range = buffer.as_ptr_range();
        let request = RequestCodec::new().decode(&mut buffer).unwrap().unwrap();
        assert!(request.argument(1).is_some_and(|argument| range.contains(&argument.as_ptr())));
        assert_eq!((&buffer[..], request.argument(2)), (&b"PING"[..], None));
    }
}

#[test]
fn arguments_stay_when_the_request_goes() {
    let mut buffer = BytesMut::from(&b"ECHO \"a\\n\"\nECHO b\n"[..]);
    let mut codec = RequestCodec::new();
    let [quoted, plain] = [(); 2].map(|()| codec.decode(&mut buffer).unwrap().unwrap().argument(1));
    assert_eq!((quoted.as_deref(), plain.as_deref()), (Some(&b"a\n"[..]), Some(&b"b"[..])));
}

#[test]
fn an_argument_larger_than_whole_is_in_one_piece() {
    let value = "x".repeat(100_000);
    let wire = format!("*2\r\n$3\r\nPUT\r\n$100000\r\n{value}\r\n");
    let mut codec = RequestCodec::with_options(ReaderOptions::requests().parser(RequestOptions::new().whole(0)));
    let mut buffer = BytesMut::new();
    let mut requests = Vec::new();
    for piece in wire.as_bytes().chunks(999) {
        buffer.extend_from_slice(piece);
        requests.extend(codec.decode(&mut buffer).unwrap());
    }
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].argument(1).as_deref(), Some(value.as_bytes()));
}

#[test]
fn room_grows_with_what_has_come() {
    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::from(&b"*2\r\n$3\r\nSET\r\n$500000000\r\n"[..]);
    assert!(matches!(codec.decode(&mut buffer), Ok(None)));
    assert!(buffer.capacity() < 1024, "{}", buffer.capacity());
}

#[test]
fn empty_requests_are_not_held() {
    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::new();
    for _ in 0..100 {
        buffer.extend_from_slice(b"*0\r\n\r\n*-1\r\n");
        assert!(matches!(codec.decode(&mut buffer), Ok(None)));
        assert!(buffer.is_empty());
    }
}

#[test]
fn a_client_that_is_not_authenticated_is_held_to_its_limits() {
    let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated());
    for wire in [&b"*11\r\n"[..], b"*1\r\n$16385\r\n"] {
        let mut codec = RequestCodec::with_options(options);
        assert!(matches!(codec.decode(&mut BytesMut::from(wire)), Err(Error::Request(error)) if error.is_limit()));
    }
}

#[test]
fn what_was_read_ahead_is_held_to_the_limits_after_auth() {
    let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated());
    let mut codec = RequestCodec::with_options(options);
    let wire = [b"AUTH x\n*11\r\n", &b"$1\r\na\r\n".repeat(11)[..]].concat();
    let mut buffer = BytesMut::from(&wire[..]);
    assert_eq!(codec.decode(&mut buffer).unwrap().unwrap().request().name(), b"AUTH");
    assert!(codec.set_options(RequestOptions::new()));
    assert_eq!(codec.decode(&mut buffer).unwrap().unwrap().request().len(), 11);
}

/// A request of which the codec has seen a part when the limits change, behind an empty one.
#[test]
fn limits_hold_for_all_of_a_request_that_has_begun() {
    let begun = |options| {
        let mut codec = RequestCodec::new();
        let mut buffer = BytesMut::from(&b"*0\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nva"[..]);
        assert!(matches!(codec.decode(&mut buffer), Ok(None)));
        assert!(codec.set_options(options));
        buffer.extend_from_slice(b"lue\r\n");
        codec.decode(&mut buffer)
    };
    let request = begun(RequestOptions::new()).unwrap().unwrap();
    assert_eq!(request.into_iter().collect::<Vec<_>>(), [&b"SET"[..], b"k", b"value"]);
    assert_eq!(request.wire(), b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nvalue\r\n"[..]);
    assert!(matches!(begun(RequestOptions::new().max_arguments(2)), Err(Error::Request(error)) if error.offset == 5));
}

#[test]
fn debug_shows_no_bytes() {
    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::from(&b"AUTH secret\nAUTH secret"[..]);
    let request = codec.decode(&mut buffer).unwrap().unwrap();
    let _ = codec.decode(&mut buffer);
    let shown = format!("{request:?} {codec:?}");
    assert!(shown.starts_with("OwnedRequest { len: 2, .. } RequestCodec {"), "{shown}");
    assert!(!shown.contains("cret") && !shown.contains("115, 101"), "{shown}");
}

//! What is held at most.

use resp_core::{RequestErrorKind, RequestOptions};
use resp_std::{Error, ReaderOptions, RequestReader};

#[track_caller]
fn assert_refused(stream: &[u8], options: ReaderOptions<RequestOptions>, kind: RequestErrorKind, capacity: usize) {
    let mut reader = RequestReader::with_options(stream, options);
    assert!(matches!(reader.next_request(), Err(Error::Request(error)) if error.kind == kind));
    assert!(reader.capacity() <= capacity, "{}", reader.capacity());
}

#[test]
fn a_request_of_more_than_a_gibibyte_is_refused_at_its_length() {
    let options = ReaderOptions::requests().parser(RequestOptions::new().max_argument(2 << 30).max_request(1 << 30));
    assert_refused(b"*2\r\n$3\r\nSET\r\n$1073741824\r\n", options, RequestErrorKind::RequestTooLarge, 64 << 10);
    let default = ReaderOptions::requests();
    assert_refused(b"*178956971\r\n", default, RequestErrorKind::TooManyArguments, 64 << 10);
}

#[test]
fn a_client_that_is_not_authenticated_makes_the_server_hold_little() {
    let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated()).capacity(4 << 10);
    let many = [b"*11\r\n", &b"$1\r\na\r\n".repeat(11)[..]].concat();
    assert_refused(&many, options, RequestErrorKind::UnauthenticatedMultibulkLength, 4 << 10);
    assert_refused(b"*1\r\n$16385\r\n", options, RequestErrorKind::UnauthenticatedBulkLength, 4 << 10);
    assert_refused(&[b'x'; 1 << 20], options, RequestErrorKind::InlineTooLong, 256 << 10);
}

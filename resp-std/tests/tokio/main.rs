//! The codecs and the asynchronous readers: the same as the blocking readers, however the bytes come and whatever is given up.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod cancelled;
mod cancelled_requests;
mod codec;
mod connection;
mod pieces;
mod request_codec;
mod source;

use resp_std::{Error, Reader, RequestReader, Value};

/// All that a stream has, and no more than a hundred bytes of it.
const STREAM: &str = "+OK\r\n*2\r\n$5\r\nhello\r\n%1\r\n+ttl\r\n:60\r\n>2\r\n+x\r\n:1\r\n*2\r\n>1\r\n+y\r\n$?\r\n;2\r\nab\r\n;1\r\nc\r\n;0\r\n_\r\n";

/// What the blocking reader makes of a stream: its values, and the text of its error.
fn expected(stream: &[u8]) -> (Vec<Value>, Option<String>) {
    let mut reader = Reader::new(stream);
    let mut values = Vec::new();
    loop {
        match reader.read_value() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(text(&error))),
        }
    }
}

/// All that clients send: arrays and lines, quoted and not, and requests of nothing.
const REQUESTS: &str = "\r\n*1\r\n$4\r\nPING\r\n*0\r\nSET k 'a b'\n*-1\r\n  \n*3\r\n$3\r\nSET\r\n$0\r\n\r\n$2\r\n\r\n\r\nECHO c\"\\x00d\" x\r\n*0\r\n";

/// A request as a test sees it: its arguments, and its bytes on the wire.
type Seen = (Vec<Vec<u8>>, Vec<u8>);

fn seen(request: resp_std::Request<'_>) -> Seen {
    (request.iter().map(<[u8]>::to_vec).collect(), request.wire().to_vec())
}

/// What the blocking reader makes of a stream of requests.
fn expected_requests(stream: &[u8]) -> (Vec<Seen>, Option<String>) {
    let mut reader = RequestReader::new(stream);
    let mut requests = Vec::new();
    loop {
        match reader.next_request() {
            Ok(Some(request)) => requests.push(seen(request)),
            Ok(None) => return (requests, None),
            Err(error) => return (requests, Some(text(&error))),
        }
    }
}

fn text(error: &Error) -> String {
    error.to_string()
}

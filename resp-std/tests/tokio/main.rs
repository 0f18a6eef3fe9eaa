//! The codec and the asynchronous reader: the same as the blocking reader, however the bytes come and whatever is given up.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod cancelled;
mod codec;
mod source;

use resp_std::{Error, Reader, Value};

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

fn text(error: &Error) -> String {
    error.to_string()
}

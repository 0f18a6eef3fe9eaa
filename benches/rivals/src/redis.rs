//! redis: the codec of its connections, which yields owned values; and its client.

use core::hint::black_box;
use std::net::SocketAddr;

use ::redis::{Cmd, Value, ValueCodec};
use benches::encode::Request;
use benches::loopback::{Gets, KEY, VALUE};
use benches::{Stream, Tally, fingerprint};
use bytes::BytesMut;
use tokio_util::codec::Decoder;

#[inline(never)]
pub(crate) fn codec<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut codec = ValueCodec::default();
    let mut buffer = BytesMut::with_capacity(64 << 10);
    let (mut frames, mut sum) = (0, 0_u64);
    for read in stream.chunks(reads) {
        buffer.extend_from_slice(read);
        while let Some(value) = codec.decode(&mut buffer).ok()? {
            if CONTENTS {
                sum = sum.wrapping_add(contents(&value));
            }
            black_box(&value);
            frames += 1;
        }
    }
    Some(Tally { frames, sum: CONTENTS.then_some(sum) })
}

/// Its blocking connection.
pub(crate) fn connect(address: SocketAddr) -> Gets {
    let client = ::redis::Client::open(format!("redis://{address}")).expect("an address");
    let mut connection = client.get_connection().expect("the server listens");
    Box::new(move |at_once| {
        if at_once == 1 {
            let value: Vec<u8> = ::redis::cmd("GET").arg(KEY).query(&mut connection).expect("a reply");
            assert_eq!(value, VALUE);
            return;
        }
        let mut pipe = ::redis::pipe();
        (0..at_once).for_each(|_| _ = pipe.cmd("GET").arg(KEY));
        let values: Vec<Vec<u8>> = pipe.query(&mut connection).expect("replies");
        values.iter().for_each(|value| assert_eq!(value, VALUE));
    })
}

/// As its users write them: each is made, packed and dropped.
#[inline(never)]
pub(crate) fn commands(requests: &[Request], out: &mut Vec<u8>) {
    for request in requests {
        let mut command = Cmd::new();
        command.arg(&request.args).write_packed_command(out);
    }
}

/// One command that is filled again and again, and so needs no allocation.
#[inline(never)]
pub(crate) fn one_command(requests: &[Request], out: &mut Vec<u8>) {
    let mut command = Cmd::new();
    for request in requests {
        command.clear();
        command.arg(&request.args).write_packed_command(out);
    }
}

fn contents(value: &Value) -> u64 {
    let all =
        |values: &[Value]| values.iter().fold(values.len() as u64, |sum, value| sum.wrapping_add(contents(value)));
    let pairs = |pairs: &[(Value, Value)]| {
        pairs
            .iter()
            .fold(pairs.len() as u64, |sum, (key, value)| sum.wrapping_add(contents(key)).wrapping_add(contents(value)))
    };
    match value {
        Value::Nil => 1,
        Value::Int(value) => value.cast_unsigned(),
        Value::BulkString(data) | Value::BigNumber(data) => fingerprint(data),
        Value::SimpleString(text) | Value::VerbatimString { text, .. } => fingerprint(text.as_bytes()),
        Value::Okay => fingerprint(b"OK"),
        Value::Array(values) | Value::Set(values) => all(values),
        Value::Map(map) => pairs(map),
        Value::Attribute { data, attributes } => contents(data).wrapping_add(pairs(attributes)),
        Value::Double(value) => value.to_bits(),
        Value::Boolean(value) => u64::from(*value),
        // Its first element has become the kind.
        Value::Push { kind, data } => all(data).wrapping_add(1).wrapping_add(fingerprint(kind.to_string().as_bytes())),
        Value::ServerError(error) => {
            let detail = error.details().unwrap_or_default();
            fingerprint(format!("{} {detail}", error.code()).as_bytes())
        }
        other => unreachable!("not in any stream: {other:?}"),
    }
}

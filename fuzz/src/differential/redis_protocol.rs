//! The crate `redis-protocol`, the parser behind fred.

use std::collections::BTreeSet;

use redis_protocol::{resp2, resp3};
use resp_core::ErrorKind;
use resp2::types::RangeFrame as Frame2;
use resp3::types::{FrameMap, RangeFrame as Frame3, VerbatimStringFormat};

use super::difference::{
    EMPTY_PUSH, LATE, LIMIT, LOOSE_BIG_NUMBER, LOOSE_LINE, LOOSE_NULL, NAN_WORD, NESTED_PUSH, PUSH_IN_PUSH, STREAMED,
    is_loose_double, is_verbatim_front,
};
use super::meeting::{is_length, is_of};
use super::value::Value;
use super::{Came, Difference, Rival};

pub(super) const RESP2: Rival = Rival {
    name: "redis-protocol, RESP2",
    resp2_only: true,
    decode: |stream| came(resp2::decode::decode_range(stream), |frame| value2(&frame, stream)),
    seen: |value| value,
    differences: &[LIMIT, LATE, LOOSE_LINE, LENGTH, TRAILER],
};

pub(super) const RESP3: Rival = Rival {
    name: "redis-protocol, RESP3",
    resp2_only: false,
    decode: |stream| came(resp3::decode::complete::decode_range(stream), |frame| value3(&frame, stream)),
    seen: |value| value.map(sorted),
    differences: &[
        LIMIT,
        LATE,
        LOOSE_LINE,
        LOOSE_NULL,
        LOOSE_BIG_NUMBER,
        LENGTH,
        TRAILER,
        STREAMED,
        NAN_WORD,
        NESTED_PUSH,
        PUSH_IN_PUSH,
        EMPTY_PUSH,
        RESP2_NULL,
        LOOSE_DOUBLE,
        VERBATIM,
        VERBATIM_FORMAT,
        HELLO,
        STRAY,
        ATTRIBUTE,
        KEY,
        EQUAL_KEYS,
    ],
};

const LENGTH: Difference = Difference::new(
    "length by the standard library",
    "It takes a plus, leading zeros and `-0`, as `str::parse` does; Redis refuses them.",
    b"$+1\r\na\r\n",
    |meeting| {
        let line = meeting.last_line().0;
        let number = str::from_utf8(line.get(1..).unwrap_or_default());
        // Some of its types want a signed number, others an unsigned one.
        let is_number = |number: &str| number.parse::<isize>().is_ok() || number.parse::<usize>().is_ok();
        let loose = !is_length(line) && number.is_ok_and(is_number);
        meeting.fault_is(&[ErrorKind::InvalidLength]) && loose && is_of(line, b"$*~%>|!=")
    },
);

const TRAILER: Difference = Difference::new(
    "two bytes behind a text",
    "It passes over them unseen: a wrong length then runs the bytes behind it as something else.",
    b"$1\r\nabc",
    |meeting| {
        let behind = meeting.ours.nodes.last().map_or(&[][..], |node| meeting.text(node).1);
        meeting.fault_is(&[ErrorKind::MissingCrlf]) && !b"\r\n".starts_with(&behind[..behind.len().min(2)])
    },
);

const RESP2_NULL: Difference = Difference::new(
    "null of RESP2",
    "Its RESP3 reads a length of -1 as that of a stream; proxies and `RESET` mix the versions.",
    b"$-1\r\n",
    |meeting| meeting.refused_in(|_, line| line == b"$-1" || line == b"*-1"),
);

const LOOSE_DOUBLE: Difference = Difference::new(
    "double by the standard library",
    "It takes `.5`, `5.` and `infinity`, which the protocol page excludes.",
    b",.5\r\n",
    |meeting| {
        let [b',', number @ ..] = meeting.last_line().0 else { return false };
        meeting.fault_is(&[ErrorKind::InvalidDouble]) && str::from_utf8(number).is_ok_and(is_loose_double)
    },
);

const VERBATIM: Difference = Difference::new(
    "front of a verbatim string",
    "It does not look for the colon, and looks at a length below 4 only when 4 bytes are there.",
    b"=5\r\ntxt?a\r\n",
    |meeting| meeting.fault_is(&[ErrorKind::InvalidVerbatim]) && !is_verbatim_front(meeting),
);

const VERBATIM_FORMAT: Difference = Difference::new(
    "format of a verbatim string",
    "It knows `txt` and `mkd` alone; Redis pads or cuts what a module names to three bytes.",
    b"=4\r\nabc:\r\n",
    |meeting| {
        meeting.refused_in(|node, line| {
            let text = meeting.text(node).0;
            line.starts_with(b"=") && !text.starts_with(b"txt") && !text.starts_with(b"mkd")
        })
    },
);

const HELLO: Difference = Difference::new(
    "HELLO",
    "It reads the request `HELLO` where a reply should be; its answer is an ordinary map.",
    b"HELLO 3\r\n",
    |meeting| meeting.fault_is(&[ErrorKind::UnknownType]) && meeting.last_line().0.starts_with(b"HELLO "),
);

const STRAY: Difference = Difference::new(
    "chunk or end outside of a stream",
    "Each is a frame of its own for it, to be put together by the caller.",
    b".\r\n",
    |meeting| match meeting.fault() {
        Some(ErrorKind::UnexpectedChunk) => meeting.last_line().0.starts_with(b";"),
        Some(ErrorKind::UnexpectedEnd) => meeting.last_line().0.starts_with(b"."),
        _ => false,
    },
);

const ATTRIBUTE: Difference = Difference::new(
    "attribute of an attribute or a null",
    "It refuses an attribute behind another, or in front of a null; the texts say anywhere.",
    b"|0\r\n|0\r\n:1\r\n",
    |meeting| meeting.refused_in(|node, line| node.attributed && is_of(line, b"|_")),
);

const KEY: Difference = Difference::new(
    "aggregate as a key",
    "It cannot hash an aggregate, as a key or in a set; the texts allow any type. It refuses at the end of what the key \
     is in, so what else it could refuse in there is not seen.",
    b"~1\r\n*0\r\n",
    |meeting| {
        meeting.refused_since(|node, line| {
            let is_key = match node.inside {
                Some((b'~', _)) => true,
                Some((b'%' | b'|', before)) => before % 2 == 0,
                _ => false,
            };
            is_key && is_of(line, b"*~%>")
        })
    },
);

const EQUAL_KEYS: Difference = Difference::new(
    "equal keys",
    "It keeps one of them; what to do with them is the application's choice. Their other keys are the same; values of \
     maps are not compared, since it is open which is kept.",
    b"~2\r\n:1\r\n:1\r\n",
    |meeting| {
        let Some((ours, theirs)) = meeting.values() else { return false };
        let ours = ours.map(without_sign_of_zero);
        ours.any(has_equal_keys) && ours.map(keys) == theirs.clone().map(without_sign_of_zero).map(keys)
    },
);

fn has_equal_keys(value: &Value) -> bool {
    match value {
        Value::Aggregate(b'~', elements) => distinct(elements, 1).len() < elements.len(),
        Value::Aggregate(b'%', pairs) | Value::Attributed(pairs, _) => distinct(pairs, 2).len() < pairs.len() / 2,
        _ => false,
    }
}

/// Of a map, a set or an attribute only the keys, each of them once.
fn keys(value: Value) -> Value {
    match value {
        Value::Aggregate(b'~', elements) => Value::Aggregate(b'~', distinct(&elements, 1)),
        Value::Aggregate(b'%', pairs) => Value::Aggregate(b'%', distinct(&pairs, 2)),
        Value::Attributed(pairs, value) => Value::Attributed(distinct(&pairs, 2), value),
        value => value,
    }
}

/// Every `step`th of them, those that are equal once.
fn distinct(elements: &[Value], step: usize) -> Vec<Value> {
    let distinct: BTreeSet<_> = elements.iter().step_by(step).cloned().collect();
    distinct.into_iter().collect()
}

/// Zeros of both signs are equal, though their hashes mostly keep them apart.
fn without_sign_of_zero(value: Value) -> Value {
    value.map(|value| if value == Value::double(-0.0) { Value::double(0.0) } else { value })
}

fn came<F, E>(decoded: Result<Option<(F, usize)>, E>, value: impl Fn(F) -> Value) -> Came {
    match decoded {
        Ok(Some((frame, consumed))) => Came::Value(value(frame), consumed),
        Ok(None) => Came::Incomplete,
        Err(_) => Came::Refused,
    }
}

fn value2(frame: &Frame2, bytes: &[u8]) -> Value {
    let text = |kind, &(start, end): &(usize, usize)| Value::Text(kind, bytes[start..end].to_vec());
    match frame {
        Frame2::SimpleString(range) => text(b'+', range),
        Frame2::Error(range) => text(b'-', range),
        Frame2::BulkString(range) => text(b'$', range),
        Frame2::Integer(value) => Value::Integer(*value),
        Frame2::Null => Value::Null,
        Frame2::Array(frames) => Value::Aggregate(b'*', frames.iter().map(|frame| value2(frame, bytes)).collect()),
    }
}

fn value3(frame: &Frame3, bytes: &[u8]) -> Value {
    let text = |kind, &(start, end): &(usize, usize)| Value::Text(kind, bytes[start..end].to_vec());
    let all = |kind, frames: &mut dyn Iterator<Item = &Frame3>| {
        Value::Aggregate(kind, frames.map(|frame| value3(frame, bytes)).collect())
    };
    let (value, attributes) = match frame {
        Frame3::BlobString { data, attributes } => (text(b'$', data), attributes),
        Frame3::BlobError { data, attributes } => (text(b'!', data), attributes),
        Frame3::SimpleString { data, attributes } => (text(b'+', data), attributes),
        Frame3::SimpleError { data, attributes } => (text(b'-', data), attributes),
        Frame3::BigNumber { data, attributes } => (text(b'(', data), attributes),
        Frame3::VerbatimString { data: (start, end), format, attributes } => {
            let format: &[u8] = if *format == VerbatimStringFormat::Text { b"txt:" } else { b"mkd:" };
            (Value::Text(b'=', [format, &bytes[*start..*end]].concat()), attributes)
        }
        Frame3::Boolean { data, attributes } => (Value::Boolean(*data), attributes),
        Frame3::Number { data, attributes } => (Value::Integer(*data), attributes),
        Frame3::Double { data, attributes } => (Value::double(*data), attributes),
        Frame3::Array { data, attributes } => (all(b'*', &mut data.iter()), attributes),
        Frame3::Push { data, attributes } => (all(b'>', &mut data.iter()), attributes),
        Frame3::Set { data, attributes } => (all(b'~', &mut data.iter()), attributes),
        Frame3::Map { data, attributes } => (Value::Aggregate(b'%', pairs(data, bytes)), attributes),
        Frame3::Null => (Value::Null, &None),
        // Only where we refuse: then the value does not matter.
        Frame3::Hello { .. } | Frame3::ChunkedString(_) => (Value::Null, &None),
    };
    let value = sorted(value);
    match attributes {
        Some(attributes) => sorted(Value::Attributed(pairs(attributes, bytes), Box::new(value))),
        None => value,
    }
}

fn pairs(map: &FrameMap<Frame3, Frame3>, bytes: &[u8]) -> Vec<Value> {
    map.iter().flat_map(|(key, value)| [value3(key, bytes), value3(value, bytes)]).collect()
}

/// Its maps and sets have no order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Aggregate(b'~', mut elements) => {
            elements.sort();
            Value::Aggregate(b'~', elements)
        }
        Value::Aggregate(b'%', elements) => Value::Aggregate(b'%', sorted_pairs(elements)),
        Value::Attributed(elements, value) => Value::Attributed(sorted_pairs(elements), value),
        value => value,
    }
}

fn sorted_pairs(elements: Vec<Value>) -> Vec<Value> {
    let mut elements = elements.into_iter();
    let mut pairs = Vec::new();
    while let (Some(key), Some(value)) = (elements.next(), elements.next()) {
        pairs.push([key, value]);
    }
    pairs.sort();
    pairs.into_iter().flatten().collect()
}

//! The crate `redis`: the codec of its connections.

use bytes::BytesMut;
use redis::{ServerError, Value as Theirs, ValueCodec, VerbatimFormat};
use resp_core::ErrorKind;
use tokio_util::codec::Decoder;

use super::difference::{
    EMPTY_PUSH, LATE, LIMIT, LOOSE_BIG_NUMBER, LOOSE_LINE, LOOSE_NULL, NAN_WORD, NESTED_PUSH, PUSH_IN_PUSH, STREAMED,
    is_loose_double, is_verbatim_front,
};
use super::meeting::{is_length, is_of};
use super::value::Value;
use super::{Came, Difference, Rival};

pub(super) const RESP3: Rival = Rival {
    name: "redis",
    resp2_only: false,
    decode,
    seen: |value| value.map(seen),
    differences: &[
        LIMIT,
        LATE,
        LOOSE_LINE,
        LOOSE_NULL,
        LOOSE_BIG_NUMBER,
        STREAMED,
        NAN_WORD,
        NESTED_PUSH,
        PUSH_IN_PUSH,
        EMPTY_PUSH,
        LENGTH,
        INTEGER,
        LOOSE_DOUBLE,
        VERBATIM,
        UTF8,
        PUSH_KIND,
        ATTRIBUTES,
    ],
};

const LENGTH: Difference = Difference::new(
    "length by the standard library",
    "It takes blanks, a plus, leading zeros and any negative number, as `str::parse` does; Redis refuses them.",
    b"$-5\r\n",
    |meeting| {
        let line = meeting.last_line().0;
        let loose = !is_length(line) && trimmed(line).parse::<i64>().is_ok();
        meeting.fault_is(&BAD_LENGTH) && loose && is_of(line, b"$*~%>|!=")
    },
);

/// A blank may be a line end without its other half.
const BAD_LENGTH: [ErrorKind; 3] = [ErrorKind::InvalidLength, ErrorKind::BareCr, ErrorKind::BareLf];

const INTEGER: Difference = Difference::new("blanks around an integer", "It trims the line.", b": 1\r\n", |meeting| {
    let kinds = [ErrorKind::InvalidInteger, ErrorKind::BareCr, ErrorKind::BareLf];
    let line = meeting.last_line().0;
    let number = trimmed(line);
    let loose = number.len() + 1 < line.len() && number.parse::<i64>().is_ok();
    meeting.fault_is(&kinds) && loose && line.starts_with(b":")
});

const LOOSE_DOUBLE: Difference = Difference::new(
    "double by the standard library",
    "It takes blanks, `.5`, `5.` and `infinity`, which the protocol page excludes.",
    b",5.\r\n",
    |meeting| {
        let kinds = [ErrorKind::InvalidDouble, ErrorKind::BareCr, ErrorKind::BareLf];
        let line = meeting.last_line().0;
        let number = trimmed(line);
        let blanks = number.len() + 1 < line.len() && number.parse::<f64>().is_ok();
        meeting.fault_is(&kinds) && (blanks || is_loose_double(number)) && line.starts_with(b",")
    },
);

const VERBATIM: Difference = Difference::new(
    "front of a verbatim string",
    "It takes whatever stands before the first colon as the format.",
    b"=3\r\na:b\r\n",
    |meeting| meeting.fault_is(&[ErrorKind::InvalidVerbatim]) && !is_verbatim_front(meeting),
);

const UTF8: Difference = Difference::new(
    "line that is not UTF-8",
    "It refuses the line; Redis sends what a script or a client gave it.",
    b"+\xff\r\n",
    |meeting| meeting.refused_in(|_, line| str::from_utf8(line).is_err()),
);

const PUSH_KIND: Difference = Difference::new(
    "kind of a push",
    "It wants a text that is UTF-8, and for it `+OK` is none; we leave the kind to the application. It refuses at the \
     end of the push, so what else it could refuse in there is not seen.",
    b">1\r\n:1\r\n",
    |meeting| {
        meeting.refused_since(|node, line| {
            let is_text = match line.first() {
                Some(b'+') => line != b"+OK",
                Some(b'$') => line != b"$-1" && str::from_utf8(meeting.text(node).0).is_ok(),
                _ => false,
            };
            node.inside == Some((b'>', 0)) && (node.attributed || !is_text)
        })
    },
);

const ATTRIBUTES: Difference = Difference::new(
    "attributes in a row",
    "It has a hundred levels, and each attribute in front of a value takes one; ours are closed before the value.",
    MANY_ATTRIBUTES.as_flattened(),
    |meeting| meeting.refused_in(|node, _| node.open + node.attributes >= 100),
);

const MANY_ATTRIBUTES: [[u8; 4]; 101] = {
    let mut frame = [*b"|0\r\n"; 101];
    frame[100] = *b":1\r\n";
    frame
};

/// The line without its type byte and blanks around.
fn trimmed(line: &[u8]) -> &str {
    str::from_utf8(line.get(1..).unwrap_or_default()).unwrap_or_default().trim()
}

fn decode(stream: &[u8]) -> Came {
    let mut buffer = BytesMut::from(stream);
    match ValueCodec::default().decode(&mut buffer) {
        Ok(Some(value)) => Came::Value(value_of(value), stream.len() - buffer.len()),
        Ok(None) => Came::Incomplete,
        Err(_) => Came::Refused,
    }
}

fn value_of(value: Theirs) -> Value {
    let all = |values: Vec<Theirs>| values.into_iter().map(value_of).collect();
    let pairs = |pairs: Vec<(Theirs, Theirs)>| {
        pairs.into_iter().flat_map(|(key, value)| [value_of(key), value_of(value)]).collect()
    };
    match value {
        Theirs::Nil => Value::Null,
        Theirs::Int(value) => Value::Integer(value),
        Theirs::BulkString(data) => Value::Text(b'$', data),
        Theirs::BigNumber(data) => Value::Text(b'(', data),
        Theirs::SimpleString(text) => Value::Text(b'+', text.into_bytes()),
        Theirs::Okay => Value::Text(b'+', b"OK".to_vec()),
        Theirs::VerbatimString { format, text } => verbatim(&format, &text),
        Theirs::Array(values) => Value::Aggregate(b'*', all(values)),
        Theirs::Set(values) => Value::Aggregate(b'~', all(values)),
        Theirs::Map(map) => Value::Aggregate(b'%', pairs(map)),
        Theirs::Attribute { data, attributes } => Value::Attributed(pairs(attributes), Box::new(value_of(*data))),
        Theirs::Double(value) => Value::double(value),
        Theirs::Boolean(value) => Value::Boolean(value),
        Theirs::Push { kind, data } => {
            let mut elements: Vec<Value> = all(data);
            elements.insert(0, Value::Text(b'$', kind.to_string().into_bytes()));
            Value::Aggregate(b'>', elements)
        }
        Theirs::ServerError(error) => Value::Text(b'-', line_of(&error).into_bytes()),
        other => panic!("a value of a new type: {other:?}"),
    }
}

fn verbatim(format: &VerbatimFormat, text: &str) -> Value {
    let format = match format {
        VerbatimFormat::Text => "txt",
        VerbatimFormat::Markdown => "mkd",
        VerbatimFormat::Unknown(format) => format,
        other => panic!("a format of a new kind: {other:?}"),
    };
    Value::Text(b'=', format!("{format}:{text}").into_bytes())
}

fn line_of(error: &ServerError) -> String {
    match error.details() {
        Some(details) => format!("{} {details}", error.code()),
        None => error.code().to_owned(),
    }
}

/// Bulk errors and verbatim strings are made UTF-8, both kinds of error are one, and the first element of a push
/// becomes its kind.
fn seen(value: Value) -> Value {
    let utf8 = |data: &[u8]| String::from_utf8_lossy(data).into_owned().into_bytes();
    match value {
        Value::Text(b'!', data) => Value::Text(b'-', utf8(&data)),
        Value::Text(b'=', data) => Value::Text(b'=', utf8(&data)),
        Value::Aggregate(b'>', mut elements) => {
            if let Some(Value::Text(kind @ b'+', _)) = elements.first_mut() {
                *kind = b'$';
            }
            Value::Aggregate(b'>', elements)
        }
        value => value,
    }
}

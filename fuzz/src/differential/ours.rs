//! One frame by our parser: [`Ours`].

use resp_core::{Aggregate, Error, Event, Options, Parser};

use super::Came;
use super::value::Value;
use crate::DEPTH;

/// A frame, and the places of everything in it.
#[derive(Debug)]
pub(super) struct Ours {
    pub(super) came: Came,
    pub(super) error: Option<Error>,
    /// All nodes, the one that is not complete or wrong too.
    pub(super) nodes: Vec<Node>,
}

/// Where a node begins, and in what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    /// The type byte of the aggregate around it, and how many elements of that are in front of it.
    pub(super) inside: Option<(u8, usize)>,
    /// An attribute is in front of it.
    pub(super) attributed: bool,
    /// How deep it is for someone to whom an attribute is a level, and the value behind it stands in there.
    pub(super) depth: usize,
}

impl Ours {
    pub(super) fn new(stream: &[u8], resp2_only: bool) -> Self {
        // The others have no limits, so what is beyond these is not compared.
        let options = Options::new().whole(usize::MAX).max_count(1000).max_text(4096).resp2_only(resp2_only);
        let mut parser = Parser::<DEPTH>::with_depth(options);
        let mut builder = Builder { levels: vec![Level::default()] };
        let mut nodes = Vec::new();
        let mut rest = stream;
        loop {
            let start = stream.len() - rest.len();
            if !rest.is_empty() {
                nodes.push(builder.node(start));
            }
            let event = match parser.next_event(&mut rest) {
                Ok(Some(event)) => event,
                Ok(None) => return Self { came: Came::Incomplete, error: None, nodes },
                Err(error) => return Self { came: Came::Refused, error: Some(error), nodes },
            };
            builder.event(&event);
            if parser.is_idle() {
                return Self { came: Came::Value(builder.finish(), stream.len() - rest.len()), error: None, nodes };
            }
        }
    }
}

/// Makes a value of events. A push inside a frame is an element here, as it is for the others.
struct Builder {
    levels: Vec<Level>,
}

#[derive(Default)]
struct Level {
    kind: u8,
    elements: Vec<Value>,
    attributes: Vec<Vec<Value>>,
}

impl Builder {
    fn event(&mut self, event: &Event<&[u8]>) {
        let value = match *event {
            Event::Begin(kind, _) => {
                return self.levels.push(Level { kind: type_byte(kind), ..Level::default() });
            }
            Event::End(kind) => {
                let level = self.levels.pop().expect("something is open");
                if kind == Aggregate::Attribute {
                    return self.top().attributes.push(level.elements);
                }
                Value::Aggregate(level.kind, level.elements)
            }
            Event::Integer(value) => Value::Integer(value),
            Event::Double(text) => Value::double(resp_core::double(text)),
            Event::Boolean(value) => Value::Boolean(value),
            Event::Null(_) => Value::Null,
            Event::SimpleString(_, data) => Value::Text(b'+', data.to_vec()),
            Event::SimpleError(_, data) => Value::Text(b'-', data.to_vec()),
            Event::BigNumber(_, data) => Value::Text(b'(', data.to_vec()),
            Event::BulkString(_, data) => Value::Text(b'$', data.to_vec()),
            Event::BulkError(_, data) => Value::Text(b'!', data.to_vec()),
            Event::VerbatimString(format, _, data) => Value::Text(b'=', [&format, &b":"[..], data].concat()),
        };
        let level = self.top();
        let value = level.attributes.drain(..).rfold(value, |value, pairs| Value::Attributed(pairs, Box::new(value)));
        level.elements.push(value);
    }

    fn node(&self, start: usize) -> Node {
        let level = &self.levels[self.levels.len() - 1];
        let inside = (self.levels.len() > 1).then_some((level.kind, level.elements.len()));
        let attributes: usize = self.levels.iter().map(|level| level.attributes.len()).sum();
        Node { start, inside, attributed: !level.attributes.is_empty(), depth: self.levels.len() + attributes }
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the level of the frame")
    }

    fn finish(mut self) -> Value {
        self.top().elements.pop().expect("the frame's value")
    }
}

fn type_byte(kind: Aggregate) -> u8 {
    match kind {
        Aggregate::Array => b'*',
        Aggregate::Attribute => b'|',
        Aggregate::Map => b'%',
        Aggregate::Push => b'>',
        Aggregate::Set => b'~',
    }
}

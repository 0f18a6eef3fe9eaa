//! One frame by our parser: [`Ours`].

use std::ops::Range;

use resp_core::{Aggregate, Error, Event, Options, Parser};

use super::Came;
use super::value::Value;
use crate::DEPTH;

// The others have no limits, so what is beyond these is not compared.
pub(super) const MAX_COUNT: u64 = 1000;
pub(super) const MAX_HEADER: u64 = 512;
pub(super) const MAX_TEXT: u64 = 4096;

/// A frame, and the places of everything in it.
#[derive(Debug)]
pub(super) struct Ours {
    pub(super) came: Came,
    pub(super) error: Option<Error>,
    /// All nodes, the one that is not complete or wrong too.
    pub(super) nodes: Vec<Node>,
    /// The bytes of those inside the frame, with the attributes in front of them, if they are whole.
    pub(super) nested_pushes: Vec<Range<usize>>,
}

/// Where a node begins, and in what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    /// The type byte of the aggregate around it, and how many elements of that are in front of it.
    pub(super) inside: Option<(u8, usize)>,
    /// An attribute is in front of it.
    pub(super) attributed: bool,
    /// Aggregates open around it.
    pub(super) open: usize,
    /// Attributes in front of it or of an aggregate around it.
    pub(super) attributes: usize,
    /// A push is open around it.
    pub(super) in_push: bool,
}

impl Ours {
    pub(super) fn new(stream: &[u8], resp2_only: bool) -> Self {
        let limits = Options::new().max_count(MAX_COUNT).max_header(MAX_HEADER).max_text(MAX_TEXT);
        let options = limits.whole(usize::MAX).resp2_only(resp2_only);
        let mut parser = Parser::<DEPTH>::with_depth(options);
        let mut builder = Builder { levels: vec![Level::default()], nested_pushes: Vec::new() };
        let mut nodes = Vec::new();
        let mut rest = stream;
        let (came, error) = loop {
            let start = stream.len() - rest.len();
            let node = (!rest.is_empty()).then(|| builder.node(start));
            let event = parser.next_event(&mut rest);
            if !matches!(event, Ok(Some(Event::End(_)))) {
                nodes.extend(node);
            }
            match event {
                Ok(Some(event)) => builder.event(&event, start),
                Ok(None) => break (Came::Incomplete, None),
                Err(error) => break (Came::Refused, Some(error)),
            }
            if parser.is_idle() {
                break (Came::Value(builder.finish(), stream.len() - rest.len()), None);
            }
        };
        Self { came, error, nodes, nested_pushes: builder.nested_pushes }
    }
}

/// Makes a value of events. A push inside a frame is an element here, as it is for the others.
struct Builder {
    levels: Vec<Level>,
    nested_pushes: Vec<Range<usize>>,
}

#[derive(Default)]
struct Level {
    kind: u8,
    /// With the attributes in front of it.
    start: usize,
    /// Of the attributes in front of its next element.
    attributes_start: usize,
    elements: Vec<Value>,
    attributes: Vec<Vec<Value>>,
}

impl Builder {
    /// An event at this place of the stream.
    fn event(&mut self, event: &Event<&[u8]>, at: usize) {
        let value = match *event {
            Event::Begin(kind, _) => {
                let around = self.top();
                let start = if around.attributes.is_empty() { at } else { around.attributes_start };
                return self.levels.push(Level { kind: type_byte(kind), start, ..Level::default() });
            }
            Event::End(kind) => {
                let level = self.levels.pop().expect("something is open");
                if kind == Aggregate::Attribute {
                    self.top().attributes_start = level.start;
                    return self.top().attributes.push(level.elements);
                }
                if kind == Aggregate::Push && self.levels.len() > 1 {
                    // Those in its attributes are part of it.
                    self.nested_pushes.retain(|push| push.start < level.start);
                    self.nested_pushes.push(level.start..at);
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
        Node {
            start,
            inside,
            attributed: !level.attributes.is_empty(),
            open: self.levels.len() - 1,
            attributes: self.levels.iter().map(|level| level.attributes.len()).sum(),
            in_push: self.levels.iter().any(|level| level.kind == b'>'),
        }
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the level of the frame")
    }

    fn finish(&mut self) -> Value {
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

//! A small database: what a replayed append-only file is applied to.

use core::ops::ControlFlow;
use std::collections::{HashMap, VecDeque};

use resp_core::{Event, FrameKind, Visitor};

/// Applies commands as they come.
#[derive(Debug, Default)]
pub(crate) struct Store {
    values: HashMap<Vec<u8>, Value>,
    deadlines: HashMap<Vec<u8>, u64>,
    /// The arguments of the command that is coming in, one behind the other, and where each ends.
    arguments: Vec<u8>,
    ends: Vec<usize>,
    applied: u64,
}

#[derive(Debug)]
enum Value {
    String(Vec<u8>),
    Integer(i64),
    Hash(HashMap<Vec<u8>, Vec<u8>>),
    List(VecDeque<Vec<u8>>),
}

impl Store {
    /// How many commands were applied.
    pub(crate) fn applied(&self) -> u64 {
        self.applied
    }

    fn argument(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.arguments[start..self.ends[index]]
    }

    fn apply(&mut self) {
        let key = self.argument(1).to_vec();
        match (self.argument(0), self.ends.len()) {
            (b"SET", 3) => {
                let value = Value::String(self.argument(2).to_vec());
                self.values.insert(key, value);
            }
            (b"HSET", 4) => {
                let (field, value) = (self.argument(2).to_vec(), self.argument(3).to_vec());
                let hash = self.values.entry(key).or_insert_with(|| Value::Hash(HashMap::new()));
                match hash {
                    Value::Hash(fields) => {
                        fields.insert(field, value);
                    }
                    other => *other = Value::Hash(HashMap::from([(field, value)])),
                }
            }
            (b"LPUSH", 3) => {
                let element = self.argument(2).to_vec();
                match self.values.entry(key).or_insert_with(|| Value::List(VecDeque::new())) {
                    Value::List(elements) => elements.push_front(element),
                    other => *other = Value::List(VecDeque::from([element])),
                }
            }
            (b"INCR", 2) => {
                let value = self.values.entry(key).or_insert(Value::Integer(0));
                let before = match value {
                    Value::Integer(integer) => *integer,
                    Value::String(text) => {
                        core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
                    }
                    Value::Hash(_) | Value::List(_) => 0,
                };
                *value = Value::Integer(before + 1);
            }
            (b"PEXPIREAT", 3) => {
                let digits = core::str::from_utf8(self.argument(2)).unwrap_or_default();
                self.deadlines.insert(key, digits.parse().unwrap_or_default());
            }
            (b"DEL", 2) => {
                self.values.remove(&key);
                self.deadlines.remove(&key);
            }
            (name, _) => unreachable!("no such command: {}", name.escape_ascii()),
        }
        self.applied += 1;
    }
}

impl<'b> Visitor<'b> for Store {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        if let Event::BulkString(_, data) = event {
            self.arguments.extend_from_slice(data);
            self.ends.push(self.arguments.len());
        }
        ControlFlow::Continue(())
    }

    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.apply();
        self.arguments.clear();
        self.ends.clear();
        ControlFlow::Continue(())
    }
}

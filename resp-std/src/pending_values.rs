//! Values that have been read and not been told: [`PendingValues`].

use crate::Value;

/// A reply, and the pushes that stand inside of it and come first.
#[derive(Debug, Default)]
pub(crate) struct PendingValues {
    /// In reverse.
    values: Vec<Value>,
}

impl PendingValues {
    pub(crate) fn next(&mut self) -> Option<Value> {
        self.values.pop()
    }

    /// What comes first of a frame that was read. The rest of it is pending.
    pub(crate) fn first_of(&mut self, frame: Value) -> Value {
        self.values.extend(frame.frame().pushes().map(|push| frame.slice(push)));
        self.values.reverse();
        match self.values.pop() {
            Some(first) => {
                self.values.insert(0, frame);
                first
            }
            None => frame,
        }
    }
}

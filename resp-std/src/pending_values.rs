//! Values that have been read and not been told: [`PendingValues`].

use std::collections::VecDeque;

use crate::Value;

/// A reply, and the pushes that stand inside of it and come first.
#[derive(Debug, Default)]
pub(crate) struct PendingValues {
    values: VecDeque<Value>,
}

impl PendingValues {
    pub(crate) fn next(&mut self) -> Option<Value> {
        self.values.pop_front()
    }

    /// What comes first of a frame that was read. The rest of it is pending.
    pub(crate) fn first_of(&mut self, frame: Value) -> Value {
        self.values.extend(frame.frame().pushes().map(|push| frame.slice(push)));
        match self.values.pop_front() {
            Some(first) => {
                self.values.push_back(frame);
                first
            }
            None => frame,
        }
    }
}

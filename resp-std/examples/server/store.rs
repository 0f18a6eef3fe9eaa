//! Keys and values: [`Store`].

use std::collections::HashMap;
use std::time::Instant;

/// Values by key. One whose time is up is gone at the next look at it.
#[derive(Default)]
pub(crate) struct Store {
    entries: HashMap<Vec<u8>, Entry>,
}

pub(crate) struct Entry {
    pub(crate) value: Vec<u8>,
    pub(crate) deadline: Option<Instant>,
}

impl Store {
    pub(crate) fn get(&mut self, key: &[u8]) -> Option<&mut Entry> {
        if let Some(Entry { deadline: Some(deadline), .. }) = self.entries.get(key)
            && *deadline <= Instant::now()
        {
            self.entries.remove(key);
        }
        self.entries.get_mut(key)
    }

    pub(crate) fn set(&mut self, key: &[u8], value: &[u8], deadline: Option<Instant>) {
        self.entries.insert(key.to_vec(), Entry { value: value.to_vec(), deadline });
    }

    /// Whether there was such a key.
    pub(crate) fn remove(&mut self, key: &[u8]) -> bool {
        self.get(key).is_some() && self.entries.remove(key).is_some()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

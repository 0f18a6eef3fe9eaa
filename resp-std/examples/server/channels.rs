//! Who listens to what: [`Channels`].

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::connection::Connection;

/// The subscribers of each channel, by their ids.
#[derive(Default)]
pub(crate) struct Channels {
    subscribers: HashMap<Vec<u8>, BTreeMap<i64, Arc<Connection>>>,
}

impl Channels {
    pub(crate) fn subscribe(&mut self, channel: &[u8], connection: &Arc<Connection>) {
        self.subscribers.entry(channel.to_vec()).or_default().insert(connection.id, Arc::clone(connection));
    }

    pub(crate) fn unsubscribe(&mut self, channel: &[u8], connection: &Connection) {
        if let Some(subscribers) = self.subscribers.get_mut(channel) {
            subscribers.remove(&connection.id);
            if subscribers.is_empty() {
                self.subscribers.remove(channel);
            }
        }
    }

    pub(crate) fn subscribers(&self, channel: &[u8]) -> Vec<Arc<Connection>> {
        self.subscribers.get(channel).into_iter().flat_map(BTreeMap::values).cloned().collect()
    }

    pub(crate) fn has(&self, channel: &[u8], connection: &Connection) -> bool {
        self.subscribers.get(channel).is_some_and(|subscribers| subscribers.contains_key(&connection.id))
    }
}

//! Who listens to what: [`Channels`].

use std::collections::HashMap;
use std::sync::Arc;

use crate::connection::Connection;

/// The subscribers of each channel.
#[derive(Default)]
pub(crate) struct Channels {
    subscribers: HashMap<Vec<u8>, Vec<Arc<Connection>>>,
}

impl Channels {
    pub(crate) fn subscribe(&mut self, channel: &[u8], connection: &Arc<Connection>) {
        self.subscribers.entry(channel.to_vec()).or_default().push(Arc::clone(connection));
    }

    pub(crate) fn unsubscribe(&mut self, channel: &[u8], connection: &Connection) {
        if let Some(subscribers) = self.subscribers.get_mut(channel) {
            subscribers.retain(|subscriber| subscriber.id != connection.id);
            if subscribers.is_empty() {
                self.subscribers.remove(channel);
            }
        }
    }

    pub(crate) fn subscribers(&self, channel: &[u8]) -> Vec<Arc<Connection>> {
        self.subscribers.get(channel).cloned().unwrap_or_default()
    }
}

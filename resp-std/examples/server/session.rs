//! What the server knows about a client: [`Session`].

use core::mem;
use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, MutexGuard, PoisonError};

use resp_core::{Line, Protocol};
use resp_std::Request;

use crate::Shared;
use crate::channels::Channels;
use crate::command::Command;
use crate::connection::Connection;
use crate::reply::{Failure, Reply};
use crate::store::Store;

/// A client, between its requests.
pub(crate) struct Session<'s> {
    pub(crate) connection: Arc<Connection>,
    pub(crate) name: Vec<u8>,
    /// What it has subscribed to.
    pub(crate) channels: BTreeSet<Vec<u8>>,
    shared: &'s Shared,
    quit: bool,
}

impl<'s> Session<'s> {
    pub(crate) const fn new(connection: Arc<Connection>, shared: &'s Shared) -> Self {
        Self { connection, name: Vec::new(), channels: BTreeSet::new(), shared, quit: false }
    }

    pub(crate) const fn has_quit(&self) -> bool {
        self.quit
    }

    /// What is told to the client next is the last: no message follows that.
    pub(crate) fn quit(&mut self) {
        self.quit = true;
        self.unsubscribe_all();
    }

    fn unsubscribe_all(&mut self) {
        let mut all = self.all_channels();
        for channel in mem::take(&mut self.channels) {
            all.unsubscribe(&channel, &self.connection);
        }
    }

    pub(crate) fn store(&self) -> MutexGuard<'s, Store> {
        self.shared.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn all_channels(&self) -> MutexGuard<'s, Channels> {
        self.shared.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request.
    pub(crate) fn execute(&mut self, request: Request<'_>) -> io::Result<()> {
        let connection = Arc::clone(&self.connection);
        if let Err(failure) = self.run(request, &connection) {
            let text = match failure {
                Failure::Refused(text) => text,
                Failure::Encode(error) => return Err(error.into()),
            };
            // What the client has sent may stand in it: whatever that is, the error stays one line.
            connection.out().simple_error(Line::blanked(text.as_bytes()))?;
        }
        connection.flush_batch()
    }

    fn run(&mut self, request: Request<'_>, connection: &Connection) -> Reply {
        let command = Command::of(request)?;
        if !self.channels.is_empty() && connection.out().protocol() == Protocol::Resp2 {
            command.check_subscribed(request)?;
        }
        (command.run)(self, request, connection)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.unsubscribe_all();
    }
}

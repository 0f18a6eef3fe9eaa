//! A small Redis in memory: `server ADDRESS`. Port 0 takes a free one; the address is printed.
//!
//! A thread for each client reads requests with a [`RequestReader`] and answers through an
//! [`Encoder`](resp_core::Encoder) that knows the version of the protocol which the client has asked for. So every reply
//! is written once, as RESP3 has it.
//!
//! It is for clients that are trusted: it asks for no password, and limits neither their number, nor how long one may say
//! nothing, nor what they store. `SECURITY.md` has a server that does not know its clients.
#![forbid(unsafe_code)]

mod channels;
mod clients;
mod command;
mod connection;
mod keys;
mod messages;
mod reply;
mod session;
mod store;

use core::error::Error;
use core::time::Duration;
use std::env;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use resp_std::RequestReader;

use crate::channels::Channels;
use crate::connection::{Connection, Source};
use crate::session::Session;
use crate::store::Store;

/// What all clients share.
#[derive(Default)]
struct Shared {
    store: Mutex<Store>,
    channels: Mutex<Channels>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).ok_or("usage: server ADDRESS, which is like 127.0.0.1:6379")?;
    let listener = TcpListener::bind(address)?;
    writeln!(io::stdout(), "listening on {}", listener.local_addr()?)?;

    let shared = Arc::new(Shared::default());
    for (stream, id) in listener.incoming().zip(1..) {
        let shared = Arc::clone(&shared);
        let serve = |stream| {
            thread::Builder::new().spawn(move || {
                serve(stream, id, &shared).unwrap_or_else(|error| eprintln!("client {id}: {error}"));
            })
        };
        if let Err(error) = stream.and_then(serve) {
            eprintln!("client {id} is not served: {error}");
            // If there are no files or threads left, the next client fares no better at once.
            thread::sleep(Duration::from_millis(10));
        }
    }
    Ok(())
}

fn serve(stream: TcpStream, id: i64, shared: &Shared) -> Result<(), Box<dyn Error>> {
    let connection = Arc::new(Connection::new(stream, id)?);
    answer_all(&connection, shared)?;
    connection.flush()?;
    connection.hang_up();
    Ok(())
}

/// Until the client has no more to ask, or asks for what is no request.
fn answer_all(connection: &Arc<Connection>, shared: &Shared) -> Result<(), Box<dyn Error>> {
    let mut reader = RequestReader::new(Source::new(Arc::clone(connection)));
    let mut session = Session::new(Arc::clone(connection), shared);
    while !session.has_quit() {
        match reader.next_request() {
            Ok(Some(request)) => session.execute(request)?,
            Ok(None) => break,
            Err(resp_std::Error::Request(error)) => {
                session.quit();
                connection.refuse(&error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

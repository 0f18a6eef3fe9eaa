//! A smaller server than `server`, on tokio: `tokio_server ADDRESS`. Port 0 takes a free one; the address is printed.
//!
//! It has `PING`, `ECHO`, `SET` and `GET`, and of `HELLO` and `CONFIG` what clients ask for; one thread, as Redis. Clients
//! are trusted: there are no passwords, no time-outs, and no limits on their number or on what they store.
#![forbid(unsafe_code)]

use core::convert::Infallible;
use core::time::Duration;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, error};

use futures_util::{FutureExt, SinkExt, StreamExt};
use resp_core::{Aggregate, EncodeError, Line, Null, Protocol};
use resp_std::{Error, ReplyEncoder, Request, RequestCodec, Value};
use tokio::io::{copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::codec::Framed;

type Store = Mutex<HashMap<Vec<u8>, Vec<u8>>>;

fn main() -> Result<(), Box<dyn error::Error>> {
    let address = env::args().nth(1).ok_or("usage: tokio_server ADDRESS, which is like 127.0.0.1:6379")?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(listen(&address))?;
    Ok(())
}

async fn listen(address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    writeln!(io::stdout(), "listening on {}", listener.local_addr()?)?;
    let store = Arc::new(Store::default());
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                eprintln!("a client is not served: {error}");
                // If there are no files left, the next client fares no better at once.
                sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            if let Err(error) = serve(stream, &store).await {
                eprintln!("a client has gone: {error}");
            }
        });
    }
}

async fn serve(stream: TcpStream, store: &Store) -> Result<(), Error> {
    stream.set_nodelay(true)?;
    let mut connection = Framed::new(stream, RequestCodec::new());
    loop {
        // The replies to a pipeline gather, and go out at once when no request is there.
        let next = match connection.next().now_or_never() {
            Some(next) => next,
            None => {
                // It sends many types, and must be told whose `flush` it is.
                SinkExt::<Value>::flush(&mut connection).await?;
                connection.next().await
            }
        };
        match next {
            Some(Ok(request)) => {
                let request = request.request();
                if let Some(protocol) = hello(request) {
                    connection.codec_mut().set_protocol(protocol);
                }
                connection.feed(|reply: &mut ReplyEncoder<'_>| answer(request, store, reply)).await?;
            }
            Some(Err(Error::Request(error))) => {
                connection.feed(error).await?;
                break;
            }
            Some(Err(error)) => return Err(error),
            None => break,
        }
    }
    hang_up(connection).await
}

/// The version of the protocol that is asked for. With more arguments the request is refused, and must change nothing.
fn hello(request: Request<'_>) -> Option<Protocol> {
    let is_hello = request.len() == 2 && request.name().eq_ignore_ascii_case(b"HELLO");
    match request.get(1) {
        Some(b"2") if is_hello => Some(Protocol::Resp2),
        Some(b"3") if is_hello => Some(Protocol::Resp3),
        _ => None,
    }
}

fn answer(request: Request<'_>, store: &Store, reply: &mut ReplyEncoder<'_>) -> Result<(), EncodeError<Infallible>> {
    let argument = |index| request.get(index).unwrap_or_default();
    let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
    match (request.name().to_ascii_uppercase().as_slice(), request.len()) {
        (b"PING", 1) => reply.simple_string(Line::PONG),
        (b"PING" | b"ECHO", 2) => reply.bulk_string(argument(1)),
        (b"SET", 3) => {
            // A copy: the argument itself would keep all that was read with it.
            store.insert(argument(1).to_vec(), argument(2).to_vec());
            reply.simple_string(Line::OK)
        }
        (b"GET", 2) => match store.get(argument(1)) {
            Some(value) => reply.bulk_string(value),
            None => reply.null(Null::Resp3),
        },
        (b"HELLO", 2) if hello(request).is_none() => {
            reply.simple_error(Line::blanked(b"NOPROTO unsupported protocol version"))
        }
        (b"HELLO", 1..=2) => {
            let version = if reply.protocol() == Protocol::Resp3 { 3 } else { 2 };
            reply.begin(Aggregate::Map, Some(1))?;
            reply.bulk_string(b"proto")?;
            reply.integer(version)?;
            reply.end()
        }
        // redis-benchmark asks, and prints what it hears.
        (b"CONFIG", 3) => {
            reply.begin(Aggregate::Map, Some(1))?;
            reply.bulk_string(argument(2))?;
            reply.bulk_string(b"")?;
            reply.end()
        }
        _ => reply.simple_error(Line::blanked(b"ERR unknown command, or another number of arguments")),
    }
}

/// A socket that is closed with bytes unread is reset, and the client may lose what it was told last: it gets a moment to
/// close first.
async fn hang_up(mut connection: Framed<TcpStream, RequestCodec>) -> Result<(), Error> {
    SinkExt::<Value>::close(&mut connection).await?;
    let _ = timeout(Duration::from_secs(1), copy(connection.get_mut(), &mut sink())).await;
    Ok(())
}

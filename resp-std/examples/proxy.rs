//! Stands between clients and a server: `proxy ADDRESS UPSTREAM`. Port 0 takes a free one; the address is printed.
//!
//! It passes on whole requests and whole frames, by the bytes that came: neither side ever sees half of anything, or what
//! is no RESP. So each is held until it is whole, up to the readers' limit of 1 GiB; a larger one ends the connection. A
//! request that is refused here is answered as Redis would, behind the answers to those before it: the server, which must
//! know `QUIT`, is sent that in its place.
//!
//! Who connects is trusted: there is no limit on clients, or on how long one may say nothing or take over its answers.
#![forbid(unsafe_code)]

use core::cell::RefCell;
use core::time::Duration;
use std::io::{self, BufWriter, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::OnceLock;
use std::time::Instant;
use std::{env, thread};

use resp_core::RequestError;
use resp_std::{Error, Reader, RequestReader};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut args = env::args().skip(1);
    let (Some(address), Some(upstream)) = (args.next(), args.next()) else {
        return Err("usage: proxy ADDRESS UPSTREAM, which are like 127.0.0.1:6379".into());
    };
    let listener = TcpListener::bind(address)?;
    writeln!(io::stdout(), "listening on {}", listener.local_addr()?)?;
    for client in listener.incoming() {
        let upstream = upstream.clone();
        let serve = |client| {
            thread::Builder::new().spawn(move || {
                serve(&client, &upstream).unwrap_or_else(|error| eprintln!("a client is not served: {error}"));
            })
        };
        if let Err(error) = client.and_then(serve) {
            eprintln!("a client is not served: {error}");
            // If there are no files or threads left, the next client fares no better at once.
            thread::sleep(Duration::from_millis(10));
        }
    }
    Ok(())
}

/// Both ways at once: what a server says need not be an answer.
fn serve(client: &TcpStream, upstream: &str) -> io::Result<()> {
    let server = &TcpStream::connect(upstream)?;
    let refused = OnceLock::new();
    thread::scope(|scope| {
        thread::Builder::new().spawn_scoped(scope, || ask(server, client, &refused))?;
        if let Err(error) = pass_frames(server, client, &refused) {
            eprintln!("frames: {error}");
            let _ = server.shutdown(Shutdown::Both);
        }
        let _ = client.shutdown(Shutdown::Write);
        Ok(())
    })
    .inspect(|()| drain(client))
}

/// Passes on the requests, and tells the server when these were all.
fn ask(mut server: &TcpStream, client: &TcpStream, refused: &OnceLock<RequestError>) {
    match pass_requests(client, server) {
        // The client still listens. At the end of a stream Redis drops the answers that it has not sent yet; it hangs up
        // by itself behind the one to this.
        Err(Error::Request(error)) if !error.reply().is_empty() => {
            let _ = refused.set(error);
            let _ = server.write_all(b"*1\r\n$4\r\nQUIT\r\n");
            return;
        }
        Ok(()) | Err(Error::Request(_)) => {}
        Err(error) => eprintln!("requests: {error}"),
    }
    let _ = server.shutdown(Shutdown::Write);
}

fn pass_requests(mut client: &TcpStream, server: &TcpStream) -> Result<(), Error> {
    server.set_nodelay(true)?;
    let out = RefCell::new(BufWriter::new(server));
    let mut requests = RequestReader::new(FlushFirst { source: client, out: &out });
    while let Some(request) = requests.next_request()? {
        out.borrow_mut().write_all(request.wire())?;
        if request.name().eq_ignore_ascii_case(b"QUIT") {
            // Redis reads nothing behind it, so that nothing there can be refused.
            out.borrow_mut().flush()?;
            io::copy(&mut client, &mut io::sink())?;
            break;
        }
    }
    Ok(())
}

fn pass_frames(server: &TcpStream, client: &TcpStream, refused: &OnceLock<RequestError>) -> Result<(), Error> {
    const OK: &[u8] = b"+OK\r\n";
    client.set_nodelay(true)?;
    let out = RefCell::new(BufWriter::new(client));
    let mut frames = Reader::new(FlushFirst { source: server, out: &out });
    // An `OK` that may be the answer to our own `QUIT`, and the error that the client hears in its place if it is: if the
    // server hangs up behind it.
    let mut held = None;
    loop {
        let next = frames.next_frame();
        let mut out = out.borrow_mut();
        match (held.take(), &next) {
            (Some(error), Ok(None)) => out.write_all(&RequestError::reply(error))?,
            (Some(_), _) => out.write_all(OK)?,
            (None, _) => {}
        }
        let Some(frame) = next? else { return Ok(out.flush()?) };
        held = refused.get().filter(|_| frame.wire() == OK);
        if held.is_none() {
            out.write_all(frame.wire())?;
        }
    }
}

/// A source that sends on what was gathered, all of a pipeline at once, before it waits for more. (When there is an error
/// instead, the writer sends it as it is dropped.)
struct FlushFirst<'o, 's> {
    source: &'s TcpStream,
    out: &'o RefCell<BufWriter<&'s TcpStream>>,
}

impl Read for FlushFirst<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.out.borrow_mut().flush()?;
        self.source.read(buffer)
    }
}

/// A socket that is closed with bytes unread is reset, and its peer may lose the answer: let it be the first to close.
fn drain(mut socket: &TcpStream) {
    const MOMENT: Duration = Duration::from_secs(1);
    let until = Instant::now() + MOMENT;
    let _ = socket.set_read_timeout(Some(MOMENT));
    while Instant::now() < until && socket.read(&mut [0; 4 << 10]).is_ok_and(|read| read > 0) {}
}

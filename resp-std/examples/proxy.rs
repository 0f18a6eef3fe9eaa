//! Stands between clients and a server: `proxy ADDRESS UPSTREAM`. Port 0 takes a free one; the address is printed.
//!
//! It passes on whole requests and whole frames, as they came. Nothing of them is decoded or copied: the parsers say where
//! they end. So neither side ever sees half of anything, or what is no RESP; and there is something to count.
#![forbid(unsafe_code)]

use core::error::Error;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::{env, thread};

use resp_core::{Options, Parser, RequestOptions, RequestParser};
use resp_std::ReadBuffer;

/// A request or frame is held until it is whole: no more than this of it.
const MAX_HELD: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(address), Some(upstream)) = (args.next(), args.next()) else {
        return Err("usage: proxy ADDRESS UPSTREAM".into());
    };
    let listener = TcpListener::bind(address)?;
    writeln!(io::stdout(), "listening on {}", listener.local_addr()?)?;
    for client in listener.incoming() {
        let (client, upstream) = (client?, upstream.clone());
        thread::spawn(move || match TcpStream::connect(upstream) {
            Ok(server) => serve(&client, &server),
            Err(error) => eprintln!("no server: {error}"),
        });
    }
    Ok(())
}

/// Both ways at once: what a server says need not be an answer.
fn serve(client: &TcpStream, server: &TcpStream) {
    let mut requests = RequestParser::with_options(RequestOptions::new().max_request(MAX_HELD));
    let mut frames = Parser::with_options(Options::new().max_frame(MAX_HELD));
    let (sent, answered) = thread::scope(|scope| {
        let sent = scope.spawn(|| forward(client, server, |bytes| requests.skip_request(bytes)));
        let answered = forward(server, client, |bytes| frames.skip_frame(bytes).map(|frame| frame.is_some()));
        (sent.join().unwrap_or(0), answered)
    });
    eprintln!("{sent} requests, {answered} frames");
}

/// Passes on what `skip` finds to be whole, and counts it, until there is no more or something is wrong. Then `to` hears
/// that it was all; what it still has to say goes its own way.
fn forward<E>(from: &TcpStream, to: &TcpStream, skip: impl FnMut(&mut &[u8]) -> Result<bool, E>) -> u64
where
    E: Error + 'static,
{
    let mut count = 0;
    if let Err(error) = pass(from, to, skip, &mut count) {
        eprintln!("after {count}: {error}");
        let _ = from.shutdown(Shutdown::Read);
    }
    let _ = to.shutdown(Shutdown::Write);
    count
}

fn pass<E>(
    mut from: &TcpStream,
    mut to: &TcpStream,
    mut skip: impl FnMut(&mut &[u8]) -> Result<bool, E>,
    count: &mut u64,
) -> Result<(), Box<dyn Error>>
where
    E: Error + 'static,
{
    to.set_nodelay(true)?;
    let mut buffer = ReadBuffer::new(64 << 10);
    // Bytes of a frame that has not ended: the parser has been there.
    let mut seen = 0;
    loop {
        let read = from.read(buffer.spare(1))?;
        if read == 0 {
            return Ok(());
        }
        buffer.commit(read);
        let (whole, skipped) = skip_all(buffer.bytes(), &mut seen, &mut skip, count);
        // All of a pipeline in one write.
        to.write_all(&buffer.bytes()[..whole])?;
        skipped?;
        buffer.consume(whole);
        seen -= whole;
    }
}

/// Skips from `seen` as far as there are bytes. Where the last whole frame ends, and whether more may follow.
fn skip_all<E>(
    bytes: &[u8],
    seen: &mut usize,
    skip: &mut impl FnMut(&mut &[u8]) -> Result<bool, E>,
    count: &mut u64,
) -> (usize, Result<(), E>) {
    let mut whole = 0;
    let mut rest = &bytes[*seen..];
    loop {
        let skipped = skip(&mut rest);
        *seen = bytes.len() - rest.len();
        match skipped {
            Ok(true) => (whole, *count) = (*seen, *count + 1),
            Ok(false) => return (whole, Ok(())),
            Err(error) => return (whole, Err(error)),
        }
    }
}

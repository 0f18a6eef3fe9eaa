//! Sends commands and prints what comes back: `client ADDRESS [COMMAND [ARGUMENT...]]`. Without a command there, it reads
//! them from its input, one a line, quoted as `redis-cli` has it, and does not wait for a reply before the next.
//!
//! What is printed is each frame in the notation of events, behind `reply` or `push`.
#![forbid(unsafe_code)]

use core::error::Error;
use std::io::{self, BufWriter, Read, Write};
use std::net::TcpStream;
use std::{env, process, thread};

use resp_core::{FrameKind, write_command};
use resp_std::{Reader, RequestReader};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut stream = TcpStream::connect(args.next().ok_or("usage: client ADDRESS [COMMAND [ARGUMENT...]]")?)?;
    let command: Vec<String> = args.collect();
    let mut reader = Reader::new(stream.try_clone()?);
    greet(&mut reader)?;

    // Who sends all before it reads waits forever, once the replies fill what is between here and the server.
    let mark = format!("the end of client {}", process::id());
    let echo = ["ECHO", &mark];
    thread::scope(|scope| {
        scope.spawn(move || {
            let sent = if command.is_empty() { send_lines(&stream) } else { send(&mut stream, &command) };
            if let Err(error) = sent.and_then(|()| send(&mut stream, echo)) {
                eprintln!("not all was sent: {error}");
            }
        });
        print_until(&mark, &mut reader)
    })
}

/// Asks for RESP3, in which a push cannot be taken for a reply.
fn greet(reader: &mut Reader<TcpStream>) -> Result<(), Box<dyn Error>> {
    send(reader.get_mut(), ["HELLO", "3"])?;
    let hello = reader.next_frame()?.ok_or("the server has hung up")?;
    if let Some(error) = hello.error() {
        return Err(error.to_string().into());
    }
    let proto = hello.get("proto").and_then(|proto| proto.as_i64());
    if proto == Some(3) { Ok(()) } else { Err("the server does not speak RESP3".into()) }
}

fn send<I>(out: &mut impl Write, args: I) -> io::Result<()>
where
    I: IntoIterator<Item: AsRef<[u8]>, IntoIter: Clone>,
{
    let mut bytes = Vec::new();
    write_command(&mut bytes, args)?;
    out.write_all(&bytes)
}

/// A line of input is what the protocol calls an inline command, so the library reads it.
fn send_lines(stream: &TcpStream) -> io::Result<()> {
    let mut out = BufWriter::new(stream);
    let mut lines = RequestReader::new(io::stdin());
    while let Some(request) = lines.next_request()? {
        send(&mut out, request)?;
    }
    out.flush()
}

/// Prints frames up to the reply which says that those before it were all.
fn print_until(mark: &str, reader: &mut Reader<impl Read>) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout());
    while let Some(frame) = reader.next_frame()? {
        match frame.frame_kind() {
            FrameKind::Push => writeln!(out, "push {frame:?}")?,
            FrameKind::Reply if frame.as_str() == Some(mark) => return Ok(out.flush()?),
            FrameKind::Reply => writeln!(out, "reply {frame:?}")?,
        }
    }
    out.flush()?;
    Err("the server has hung up".into())
}

//! Sends commands and prints what comes back: `client ADDRESS [COMMAND [ARGUMENT...]]`. Without a command there, it reads
//! them from its input, one a line, quoted as `redis-cli` has it, and does not wait for a reply before the next.
//!
//! What is printed is each frame in the notation of events, behind `reply` or `push`. The program ends when all is
//! answered, or the server hangs up. Behind a line that is wrong nothing more is sent.
#![forbid(unsafe_code)]

use core::cell::RefCell;
use core::error::Error;
use std::io::{self, BufWriter, Read, Stdout, Write};
use std::net::{Shutdown, TcpStream};
use std::{env, process, thread};

use resp_core::{FrameKind, write_command};
use resp_std::{Reader, RequestReader};

/// A source that sends on what was gathered before it waits for more.
struct FlushFirst<'o, R, W: Write> {
    source: R,
    out: &'o RefCell<BufWriter<W>>,
}

impl<R: Read, W: Write> Read for FlushFirst<'_, R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.out.borrow_mut().flush()?;
        self.source.read(buffer)
    }
}

type Replies<'o> = Reader<FlushFirst<'o, TcpStream, Stdout>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let usage = "usage: client ADDRESS [COMMAND [ARGUMENT...]], with an ADDRESS like 127.0.0.1:6379";
    let stream = TcpStream::connect(args.next().ok_or(usage)?)?;
    let command: Vec<String> = args.collect();
    let out = RefCell::new(BufWriter::new(io::stdout()));
    let mut replies = Reader::new(FlushFirst { source: stream.try_clone()?, out: &out });
    greet(&mut replies)?;

    // Who sends all before it reads waits forever, once the replies fill what is between here and the server.
    let mark = format!("the end of client {}", process::id());
    let echo = mark.clone();
    let sender = thread::spawn(move || send_all(&stream, &command, &echo));
    let is_answered = print_until(&mark, &mut replies)?;
    out.borrow_mut().flush()?;
    if !is_answered {
        // The sender may wait for input: nobody waits for it.
        return Err("the server has hung up".into());
    }
    // The mark was the last that it sent.
    sender.join().unwrap_or(Ok(())).map_err(|error| format!("not all was sent: {error}").into())
}

/// Asks for RESP3, in which a push cannot be taken for a reply.
fn greet(replies: &mut Replies<'_>) -> Result<(), Box<dyn Error>> {
    send(&mut replies.get_mut().source, ["HELLO", "3"])?;
    let hello = replies.next_frame()?.ok_or("the server has hung up")?;
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

/// Sends the command or the lines of the input, and the mark behind them, whatever was wrong with a line.
fn send_all(mut stream: &TcpStream, command: &[String], mark: &str) -> io::Result<()> {
    let sent = if command.is_empty() { send_lines(stream) } else { send(&mut stream, command) };
    if send(&mut stream, ["ECHO", mark]).is_err() {
        // An answer that was not asked for is not waited for.
        let _ = stream.shutdown(Shutdown::Both);
    }
    sent
}

/// A line of input is what the protocol calls an inline command, so the library reads it.
fn send_lines(stream: &TcpStream) -> io::Result<()> {
    // When a line is wrong, this sends those before it as it is dropped.
    let out = RefCell::new(BufWriter::new(stream));
    let mut lines = RequestReader::new(FlushFirst { source: io::stdin(), out: &out });
    while let Some(request) = lines.next_request()? {
        send(&mut *out.borrow_mut(), request)?;
    }
    Ok(())
}

/// Prints frames up to the reply which says that those before it were all. `false`: the server has hung up before that.
fn print_until(mark: &str, replies: &mut Replies<'_>) -> Result<bool, Box<dyn Error>> {
    let out = replies.get_ref().out;
    loop {
        match replies.next_frame() {
            Ok(Some(frame)) => match frame.frame_kind() {
                FrameKind::Push => writeln!(out.borrow_mut(), "push {frame:?}")?,
                FrameKind::Reply if frame.as_str() == Some(mark) => break Ok(true),
                FrameKind::Reply => writeln!(out.borrow_mut(), "reply {frame:?}")?,
            },
            Ok(None) => break Ok(false),
            Err(resp_std::Error::Io(error)) if error.kind() == io::ErrorKind::ConnectionReset => break Ok(false),
            Err(error) => break Err(error.to_string().into()),
        }
    }
}

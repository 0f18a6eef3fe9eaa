//! Prints what is published: `subscribe ADDRESS CHANNEL...`, a line for each message.
//!
//! In RESP3 messages are pushes, in RESP2 arrays; here it does not matter which the server speaks.
#![forbid(unsafe_code)]

use core::iter;
use std::env;
use std::io::{self, Write};
use std::net::TcpStream;

use resp_core::{Frame, Push, write_command};
use resp_std::Reader;

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut args = env::args().skip(1);
    let address = args.next().ok_or("usage: subscribe ADDRESS CHANNEL..., with an ADDRESS like 127.0.0.1:6379")?;
    let channels: Vec<String> = args.collect();

    let mut reader = Reader::new(TcpStream::connect(address)?);
    let mut commands = Vec::new();
    write_command(&mut commands, ["HELLO", "3"])?;
    write_command(&mut commands, iter::once("SUBSCRIBE").chain(channels.iter().map(String::as_str)))?;
    reader.get_mut().write_all(&commands)?;

    // Old servers answer with an error here, and go on in RESP2.
    reader.skip_frame()?;
    let mut out = io::stdout();
    while let Some(frame) = reader.next_frame()? {
        if let Some(error) = frame.error() {
            return Err(error.to_string().into());
        }
        show(frame, &mut out)?;
    }
    Err("the server has hung up".into())
}

fn show(frame: Frame<'_>, out: &mut impl Write) -> Result<(), resp_std::Error> {
    match Push::of(frame) {
        Some(Push::Subscribe { channel, .. }) => writeln!(out, "subscribed to {}", channel.escape_ascii())?,
        Some(Push::Message { channel, payload }) => {
            writeln!(out, "{}: {}", channel.escape_ascii(), payload.to::<&[u8]>()?.escape_ascii())?;
        }
        // Other pushes are for others.
        _ => {}
    }
    Ok(())
}

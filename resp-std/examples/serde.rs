//! A struct to a hash and back: `serde ADDRESS KEY`.
#![forbid(unsafe_code)]

use core::error::Error;
use std::env;
use std::io::{self, Write};
use std::net::TcpStream;

use resp_std::{Reader, to_command_writer};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, Serialize)]
struct User {
    name: String,
    age: u32,
    email: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(address), Some(key)) = (args.next(), args.next()) else {
        return Err("usage: serde ADDRESS KEY, with an ADDRESS like 127.0.0.1:6379".into());
    };
    let mut reader = Reader::new(TcpStream::connect(address)?);

    // Fields become pairs of arguments; a `None` becomes neither.
    let ann = User { name: "Ann".into(), age: 37, email: None };
    let mut commands = Vec::new();
    to_command_writer(&mut commands, &("HSET", &key, &ann))?;
    to_command_writer(&mut commands, &("HGETALL", &key))?;
    reader.get_mut().write_all(&commands)?;

    // An error of the server is one here as well.
    let added: u64 = reader.deserialize()?.ok_or("the server has hung up")?;
    // A map of RESP3 or a flat array of RESP2, whose numbers are texts.
    let user: User = reader.deserialize()?.ok_or("the server has hung up")?;
    writeln!(io::stdout(), "{added} fields: {user:?}")?;
    Ok(())
}

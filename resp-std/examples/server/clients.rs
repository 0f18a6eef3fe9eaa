//! The commands about the client itself, and about the server.

use resp_core::{Aggregate, Line, Null, Protocol};
use resp_std::Request;

use crate::command::{COMMANDS, integer, is, unknown_subcommand, wrong_number};
use crate::connection::Connection;
use crate::reply::{Failure, Reply};
use crate::session::Session;

pub(crate) fn ping(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    if request.len() > 2 {
        return Err(wrong_number("ping").into());
    }
    let out = &mut *connection.out();
    let message = request.get(1);
    if !session.channels.is_empty() && out.protocol() == Protocol::Resp2 {
        out.begin(Aggregate::Array, Some(2))?;
        out.bulk_string(b"pong")?;
        out.bulk_string(message.unwrap_or_default())?;
        return Ok(out.end()?);
    }
    match message {
        Some(message) => out.bulk_string(message)?,
        None => out.simple_string(Line::PONG)?,
    }
    Ok(())
}

pub(crate) fn echo(_: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    Ok(connection.out().bulk_string(request.get(1).unwrap_or_default())?)
}

/// `HELLO [version [AUTH user password] [SETNAME name]]`
pub(crate) fn hello(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let out = &mut *connection.out();
    let mut words = request.iter().skip(1);
    let protocol = words.next().map_or(Ok(out.protocol()), version)?;
    let mut name = None;
    while let Some(word) = words.next() {
        match word {
            // Everybody may do everything.
            _ if is(word, "AUTH") && words.len() >= 2 => drop(words.nth(1)),
            _ if is(word, "SETNAME") && words.len() >= 1 => name = words.next(),
            _ => return Err(format!("ERR Syntax error in HELLO option '{}'", String::from_utf8_lossy(word)).into()),
        }
    }
    if let Some(name) = name {
        set_name(session, name)?;
    }
    out.set_protocol(protocol)?;
    // A map for those who have asked for RESP3, an array of 14 for the others.
    out.begin(Aggregate::Map, Some(7))?;
    for (key, value) in [("server", "redis"), ("version", VERSION), ("mode", "standalone"), ("role", "master")] {
        out.bulk_string(key.as_bytes())?;
        out.bulk_string(value.as_bytes())?;
    }
    out.bulk_string(b"proto")?;
    out.integer(if protocol == Protocol::Resp3 { 3 } else { 2 })?;
    out.bulk_string(b"id")?;
    out.integer(connection.id)?;
    out.bulk_string(b"modules")?;
    out.begin(Aggregate::Array, Some(0))?;
    out.end()?;
    Ok(out.end()?)
}

/// Of which Redis this does a little.
const VERSION: &str = "7.0.0";

fn version(argument: &[u8]) -> Result<Protocol, Failure> {
    match integer(argument) {
        Ok(2) => Ok(Protocol::Resp2),
        Ok(3) => Ok(Protocol::Resp3),
        Ok(_) => Err("NOPROTO unsupported protocol version".into()),
        Err(_) => Err("ERR Protocol version is not an integer or out of range".into()),
    }
}

fn set_name(session: &mut Session<'_>, name: &[u8]) -> Reply {
    if !name.iter().all(u8::is_ascii_graphic) {
        return Err("ERR Client names cannot contain spaces, newlines or special characters.".into());
    }
    session.name = name.to_vec();
    Ok(())
}

pub(crate) fn client(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let word = request.get(1).unwrap_or_default();
    match request.len() {
        3 if is(word, "SETNAME") => set_name(session, request.get(2).unwrap_or_default())?,
        4 if is(word, "SETINFO") => {}
        2 if is(word, "GETNAME") => {
            let out = &mut *connection.out();
            let is_named = !session.name.is_empty();
            let written = if is_named { out.bulk_string(&session.name) } else { out.null(Null::Resp3) };
            return Ok(written?);
        }
        2 if is(word, "ID") => return Ok(connection.out().integer(connection.id)?),
        _ if ["SETNAME", "SETINFO", "GETNAME", "ID"].iter().any(|known| is(word, known)) => {
            let word = String::from_utf8_lossy(word).to_lowercase();
            return Err(wrong_number(&format!("client|{word}")).into());
        }
        _ => return Err(unknown_subcommand(word, "CLIENT").into()),
    }
    Ok(connection.out().simple_string(Line::OK)?)
}

pub(crate) fn select(_: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    if integer(request.get(1).unwrap_or_default())? != 0 {
        return Err("ERR DB index is out of range".into());
    }
    Ok(connection.out().simple_string(Line::OK)?)
}

/// What `redis-benchmark` asks for.
const SETTINGS: [(&str, &str); 2] = [("save", ""), ("appendonly", "no")];

pub(crate) fn config(_: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let mut words = request.iter().skip(1);
    let subcommand = words.next().unwrap_or_default();
    if !is(subcommand, "GET") {
        return Err(unknown_subcommand(subcommand, "CONFIG").into());
    }
    if words.len() == 0 {
        return Err(wrong_number("config|get").into());
    }
    let is_asked = |name: &str| words.clone().any(|word| word == b"*" || is(word, name));
    let found = SETTINGS.iter().filter(|(name, _)| is_asked(name));
    let out = &mut *connection.out();
    out.begin(Aggregate::Map, Some(found.clone().count() as u64))?;
    for (name, value) in found {
        out.bulk_string(name.as_bytes())?;
        out.bulk_string(value.as_bytes())?;
    }
    Ok(out.end()?)
}

pub(crate) fn command(_: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let out = &mut *connection.out();
    match request.get(1) {
        Some(word) if is(word, "COUNT") && request.len() > 2 => return Err(wrong_number("command|count").into()),
        Some(word) if is(word, "COUNT") => return Ok(out.integer(i64::try_from(COMMANDS.len()).unwrap_or(i64::MAX))?),
        Some(word) if is(word, "DOCS") => out.begin(Aggregate::Map, Some(0))?,
        Some(word) => return Err(unknown_subcommand(word, "COMMAND").into()),
        None => out.begin(Aggregate::Array, Some(0))?,
    }
    Ok(out.end()?)
}

pub(crate) fn info(_: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let mut sections = request.iter().skip(1);
    let is_asked = sections.len() == 0
        || sections.any(|section| ["server", "default", "all", "everything"].iter().any(|name| is(section, name)));
    let mut text = String::new();
    if is_asked {
        text = format!("# Server\r\nredis_version:{VERSION}\r\nprocess_id:{}\r\n", std::process::id());
    }
    Ok(connection.out().verbatim_string(*b"txt", text.as_bytes())?)
}

pub(crate) fn quit(session: &mut Session<'_>, _: Request<'_>, connection: &Connection) -> Reply {
    session.quit();
    Ok(connection.out().simple_string(Line::OK)?)
}

//! The commands about keys and their values.

use core::time::Duration;
use std::time::Instant;

use resp_core::{Aggregate, Line, Null};
use resp_std::Request;

use crate::command::{integer, is, wrong_number};
use crate::connection::{Connection, Out};
use crate::reply::{Failure, Reply};
use crate::session::Session;
use crate::store::{Entry, Store};

pub(crate) fn get(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let out = &mut *connection.out();
    write_value(out, &mut session.store(), key(request))
}

pub(crate) fn mget(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let out = &mut *connection.out();
    let mut store = session.store();
    let keys = request.iter().skip(1);
    out.begin(Aggregate::Array, Some(keys.len() as u64))?;
    for key in keys {
        write_value(out, &mut store, key)?;
    }
    Ok(out.end()?)
}

/// Straight from the store: a value is copied once, into what is sent.
fn write_value(out: &mut Out, store: &mut Store, key: &[u8]) -> Reply {
    match store.get(key) {
        Some(entry) => out.bulk_string(&entry.value)?,
        None => out.null(Null::Resp3)?,
    }
    Ok(())
}

pub(crate) fn set(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let options = SetOptions::of(request)?;
    let key = key(request);
    let mut store = session.store();
    let is_set = options.exists.is_none_or(|exists| exists == store.get(key).is_some());
    if is_set {
        store.set(key, argument(request, 2), options.deadline);
    }
    drop(store);
    let out = &mut *connection.out();
    let written = if is_set { out.simple_string(Line::OK) } else { out.null(Null::Resp3) };
    Ok(written?)
}

/// What may stand behind the value of a `SET`.
#[derive(Default)]
struct SetOptions {
    /// `NX`: the key must not exist; `XX`: it must.
    exists: Option<bool>,
    deadline: Option<Instant>,
}

impl SetOptions {
    fn of(request: Request<'_>) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut words = request.iter().skip(3);
        while let Some(word) = words.next() {
            let unit = match word {
                _ if is(word, "EX") => 1000,
                _ if is(word, "PX") => 1,
                _ if is(word, "NX") && options.exists != Some(true) => {
                    options.exists = Some(false);
                    continue;
                }
                _ if is(word, "XX") && options.exists != Some(false) => {
                    options.exists = Some(true);
                    continue;
                }
                _ => return Err(SYNTAX.into()),
            };
            let time = words.next().filter(|_| options.deadline.is_none()).ok_or(SYNTAX)?;
            let deadline =
                u64::try_from(integer(time)?).ok().filter(|time| *time > 0).and_then(|time| after(time, unit));
            options.deadline = Some(deadline.ok_or("ERR invalid expire time in 'set' command")?);
        }
        Ok(options)
    }
}

const SYNTAX: &str = "ERR syntax error";

/// The time in so many units, each of so many milliseconds; `None` if nobody can live so long.
fn after(time: u64, unit: u64) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_millis(time.checked_mul(unit)?))
}

pub(crate) fn mset(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    if request.len().is_multiple_of(2) {
        return Err(wrong_number("mset").into());
    }
    let mut words = request.iter().skip(1);
    let mut store = session.store();
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        store.set(key, value, None);
    }
    drop(store);
    Ok(connection.out().simple_string(Line::OK)?)
}

pub(crate) fn incr(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    add(session, key(request), 1, connection)
}

pub(crate) fn incrby(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    add(session, key(request), integer(argument(request, 2))?, connection)
}

fn add(session: &Session<'_>, key: &[u8], number: i64, connection: &Connection) -> Reply {
    let mut store = session.store();
    let before = store.get(key).map_or(Ok(0), |entry| integer(&entry.value))?;
    let value = before.checked_add(number).ok_or("ERR increment or decrement would overflow")?;
    let digits = value.to_string();
    match store.get(key) {
        Some(entry) => entry.value = digits.into_bytes(),
        None => store.set(key, digits.as_bytes(), None),
    }
    drop(store);
    Ok(connection.out().integer(value)?)
}

pub(crate) fn del(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let mut store = session.store();
    let removed = (1..).zip(request.iter().skip(1).filter(|key| store.remove(key))).last();
    drop(store);
    Ok(connection.out().integer(removed.map_or(0, |(count, _)| count))?)
}

pub(crate) fn exists(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let mut store = session.store();
    let found = (1..).zip(request.iter().skip(1).filter(|key| store.get(key).is_some())).last();
    drop(store);
    Ok(connection.out().integer(found.map_or(0, |(count, _)| count))?)
}

pub(crate) fn expire(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let key = key(request);
    let seconds = integer(argument(request, 2))?;
    // A time in the past is as good as a removal.
    let deadline = after(u64::try_from(seconds).unwrap_or(0), 1000);
    let deadline = deadline.ok_or("ERR invalid expire time in 'expire' command")?;
    let found = session.store().get(key).map(|entry| entry.deadline = Some(deadline)).is_some();
    Ok(connection.out().integer(found.into())?)
}

pub(crate) fn ttl(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let seconds = match session.store().get(key(request)) {
        None => -2,
        Some(Entry { deadline: None, .. }) => -1,
        Some(Entry { deadline: Some(deadline), .. }) => {
            let left = deadline.saturating_duration_since(Instant::now());
            // To the nearest second, as Redis does.
            i64::try_from((left + Duration::from_millis(500)).as_secs()).unwrap_or(i64::MAX)
        }
    };
    Ok(connection.out().integer(seconds)?)
}

pub(crate) fn flushall(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    // It makes no difference here, but whoever asks for anything else does not get everything removed.
    let is_known = request.iter().skip(1).all(|word| is(word, "SYNC") || is(word, "ASYNC"));
    if !is_known || request.len() > 2 {
        return Err(SYNTAX.into());
    }
    session.store().clear();
    Ok(connection.out().simple_string(Line::OK)?)
}

fn key(request: Request<'_>) -> &[u8] {
    argument(request, 1)
}

/// An argument that the command's arity says is there.
fn argument(request: Request<'_>, index: usize) -> &[u8] {
    request.get(index).unwrap_or_default()
}

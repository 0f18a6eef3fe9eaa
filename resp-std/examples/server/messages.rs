//! The commands of publishers and subscribers. What they say is a push in RESP3, and an array in RESP2.

use resp_core::{Aggregate, Null};
use resp_std::Request;

use crate::connection::{Connection, Out};
use crate::reply::Reply;
use crate::session::Session;

pub(crate) fn publish(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    let (channel, message) = (request.get(1).unwrap_or_default(), request.get(2).unwrap_or_default());
    let subscribers = session.all_channels().subscribers(channel);
    let mut receivers = 0;
    for subscriber in subscribers {
        let mut out = subscriber.out();
        // While others were slow it may have unsubscribed, and has been told so: no message may follow that.
        if !session.all_channels().has(channel, &subscriber) {
            continue;
        }
        write_message(&mut out, channel, message)?;
        drop(out);
        // To oneself it goes with the replies.
        if subscriber.id == connection.id || subscriber.flush().is_ok() {
            receivers += 1;
        }
    }
    Ok(connection.out().integer(receivers)?)
}

fn write_message(out: &mut Out, channel: &[u8], message: &[u8]) -> Reply {
    out.begin(Aggregate::Push, Some(3))?;
    out.bulk_string(b"message")?;
    out.bulk_string(channel)?;
    out.bulk_string(message)?;
    Ok(out.end()?)
}

pub(crate) fn subscribe(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    // Held all the time, so that no message overtakes what says that there will be some.
    let out = &mut *connection.out();
    for channel in request.iter().skip(1) {
        if session.channels.insert(channel.to_vec()) {
            session.all_channels().subscribe(channel, &session.connection);
        }
        write_change(out, b"subscribe", Some(channel), session.channels.len())?;
    }
    Ok(())
}

pub(crate) fn unsubscribe(session: &mut Session<'_>, request: Request<'_>, connection: &Connection) -> Reply {
    // Held all the time, so that no message comes in behind what says that there will be none.
    let out = &mut *connection.out();
    let channels = match request.len() {
        1 => session.channels.iter().cloned().collect(),
        _ => request.iter().skip(1).map(<[u8]>::to_vec).collect::<Vec<_>>(),
    };
    for channel in &channels {
        if session.channels.remove(channel) {
            session.all_channels().unsubscribe(channel, connection);
        }
        write_change(out, b"unsubscribe", Some(channel), session.channels.len())?;
    }
    if channels.is_empty() {
        write_change(out, b"unsubscribe", None, 0)?;
    }
    Ok(())
}

fn write_change(out: &mut Out, kind: &[u8], channel: Option<&[u8]>, count: usize) -> Reply {
    out.begin(Aggregate::Push, Some(3))?;
    out.bulk_string(kind)?;
    match channel {
        Some(channel) => out.bulk_string(channel)?,
        None => out.null(Null::Resp3)?,
    }
    out.integer(i64::try_from(count).unwrap_or(i64::MAX))?;
    Ok(out.end()?)
}

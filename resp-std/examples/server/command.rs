//! What can be asked for: [`Command`].

use resp_std::Request;

use crate::connection::Connection;
use crate::reply::{Failure, Reply};
use crate::session::Session;
use crate::{clients, keys, messages};

/// A command, its name in lower case.
pub(crate) struct Command {
    name: &'static str,
    /// The number of arguments, the name among them; negative: that many or more.
    arity: isize,
    pub(crate) run: fn(&mut Session<'_>, Request<'_>, &Connection) -> Reply,
}

/// The most frequent ones first.
pub(crate) const COMMANDS: &[Command] = &[
    Command { name: "get", arity: 2, run: keys::get },
    Command { name: "set", arity: -3, run: keys::set },
    Command { name: "incr", arity: 2, run: keys::incr },
    Command { name: "incrby", arity: 3, run: keys::incrby },
    Command { name: "mget", arity: -2, run: keys::mget },
    Command { name: "mset", arity: -3, run: keys::mset },
    Command { name: "del", arity: -2, run: keys::del },
    Command { name: "exists", arity: -2, run: keys::exists },
    Command { name: "expire", arity: 3, run: keys::expire },
    Command { name: "ttl", arity: 2, run: keys::ttl },
    Command { name: "flushall", arity: -1, run: keys::flushall },
    Command { name: "publish", arity: 3, run: messages::publish },
    Command { name: "subscribe", arity: -2, run: messages::subscribe },
    Command { name: "unsubscribe", arity: -1, run: messages::unsubscribe },
    Command { name: "ping", arity: -1, run: clients::ping },
    Command { name: "echo", arity: 2, run: clients::echo },
    Command { name: "hello", arity: -1, run: clients::hello },
    Command { name: "client", arity: -2, run: clients::client },
    Command { name: "select", arity: 2, run: clients::select },
    Command { name: "config", arity: -2, run: clients::config },
    Command { name: "command", arity: -1, run: clients::command },
    Command { name: "info", arity: -1, run: clients::info },
    Command { name: "quit", arity: -1, run: clients::quit },
];

impl Command {
    /// The command that is asked for, if there is one that takes so many arguments.
    pub(crate) fn of(request: Request<'_>) -> Result<&'static Self, Failure> {
        let Some(command) = COMMANDS.iter().find(|command| is(request.name(), command.name)) else {
            return Err(unknown(request).into());
        };
        let least = command.arity.unsigned_abs();
        if request.len() < least || command.arity > 0 && request.len() > least {
            return Err(wrong_number(command.name).into());
        }
        Ok(command)
    }

    /// RESP2 cannot tell a reply from a message, so that one who listens gets no other.
    pub(crate) fn check_subscribed(&self, request: Request<'_>) -> Reply {
        if matches!(self.name, "subscribe" | "unsubscribe" | "ping" | "quit") {
            return Ok(());
        }
        let name = self.full_name(request);
        Err(format!(
            "ERR Can't execute '{name}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in \
             this context"
        )
        .into())
    }

    /// With the subcommand that is asked for, if it has some.
    fn full_name(&self, request: Request<'_>) -> String {
        match request.get(1) {
            Some(word) if matches!(self.name, "client" | "command" | "config") => {
                format!("{}|{}", self.name, shortened(word).to_lowercase())
            }
            _ => self.name.into(),
        }
    }
}

/// Whether an argument is this word, in whatever case.
pub(crate) fn is(argument: &[u8], word: &str) -> bool {
    argument.eq_ignore_ascii_case(word.as_bytes())
}

/// An argument that must be an integer, spelled as Redis spells it.
pub(crate) fn integer(argument: &[u8]) -> Result<i64, Failure> {
    let value =
        str::from_utf8(argument).ok().and_then(|text| text.parse::<i64>().ok().filter(|n| n.to_string() == text));
    value.ok_or_else(|| "ERR value is not an integer or out of range".into())
}

pub(crate) fn wrong_number(name: &str) -> String {
    format!("ERR wrong number of arguments for '{name}' command")
}

pub(crate) fn unknown_subcommand(name: &[u8], command: &str) -> String {
    format!("ERR unknown subcommand '{}'. Try {command} HELP.", shortened(name))
}

fn unknown(request: Request<'_>) -> String {
    let mut text = format!("ERR unknown command '{}', with args beginning with: ", shortened(request.name()));
    let start = text.len();
    for argument in request.iter().skip(1) {
        if text.len() >= start + LONGEST {
            break;
        }
        text += &format!("'{}' ", shortened(argument));
    }
    text
}

/// No more than this of what a client has sent is sent back to it.
const LONGEST: usize = 128;

fn shortened(argument: &[u8]) -> String {
    String::from_utf8_lossy(argument.get(..LONGEST).unwrap_or(argument)).into_owned()
}

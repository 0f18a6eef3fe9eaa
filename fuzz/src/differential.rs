//! The target `differential`.

mod difference;
mod meeting;
mod ours;
mod redis;
mod redis_protocol;
mod value;

pub use difference::Difference;

use crate::input::Input;
use meeting::Meeting;
use value::Value;

/// Frame after frame, what other parsers make of it: the same value of the same length, or the same "more, please", or
/// a refusal too. Where it is something else, a known difference must say why. The options of a plan are not heard.
pub fn differential(input: &[u8]) {
    let input = Input::new(input);
    for rival in RIVALS {
        let mut rest = &*input.stream;
        while let Some(consumed) = rival.meet(rest) {
            rest = &rest[consumed..];
        }
    }
}

/// Another parser, and where it is known to differ.
#[derive(Debug)]
pub struct Rival {
    /// Its crate, and the version of RESP.
    pub name: &'static str,
    resp2_only: bool,
    decode: fn(&[u8]) -> Came,
    /// Our value as its types can say it.
    seen: fn(Value) -> Value,
    /// Every known difference.
    pub differences: &'static [Difference],
}

/// All of them.
pub const RIVALS: &[Rival] = &[redis_protocol::RESP2, redis_protocol::RESP3, redis::RESP3];

/// What came of one frame at the front of some bytes.
#[derive(Clone, Debug, PartialEq)]
enum Came {
    /// With the number of its bytes.
    Value(Value, usize),
    Incomplete,
    Refused,
}

impl Rival {
    /// The length of the frame, if both agree on it and it is whole.
    fn meet(&self, stream: &[u8]) -> Option<usize> {
        let meeting = Meeting::new(self, stream);
        if meeting.is_agreement() {
            return if let Came::Value(_, consumed) = meeting.theirs { Some(consumed) } else { None };
        }
        let Meeting { ours, theirs, .. } = &meeting;
        let known = self.differences.iter().any(|difference| difference.applies(&meeting));
        assert!(known, "{}: b\"{}\"\n  ours {ours:?}\ntheirs {theirs:?}", self.name, stream.escape_ascii());
        None
    }

    /// The names of the differences that explain why it makes something else of these bytes; `None`: it does not.
    #[must_use]
    pub fn excuses(&self, stream: &[u8]) -> Option<Vec<&'static str>> {
        let meeting = Meeting::new(self, stream);
        let applying = self.differences.iter().filter(|difference| difference.applies(&meeting));
        (!meeting.is_agreement()).then(|| applying.map(|difference| difference.name).collect())
    }
}

//! The target `differential`.

mod difference;
mod ours;
mod redis;
mod redis_protocol;
mod value;

pub use difference::Difference;

use crate::input::Input;
use ours::Ours;
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

/// One frame, and what both make of it.
#[derive(Debug)]
struct Meeting<'a> {
    stream: &'a [u8],
    ours: Ours,
    theirs: Came,
}

impl Rival {
    /// The length of the frame, if both agree on it and it is whole.
    fn meet(&self, stream: &[u8]) -> Option<usize> {
        let meeting = self.meeting(stream);
        if self.agree(&meeting) {
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
        let meeting = self.meeting(stream);
        let applying = self.differences.iter().filter(|difference| difference.applies(&meeting));
        (!self.agree(&meeting)).then(|| applying.map(|difference| difference.name).collect())
    }

    fn meeting<'a>(&self, stream: &'a [u8]) -> Meeting<'a> {
        Meeting { stream, ours: Ours::new(stream, self.resp2_only), theirs: (self.decode)(stream) }
    }

    fn agree(&self, meeting: &Meeting<'_>) -> bool {
        match (&meeting.ours.came, &meeting.theirs) {
            (Came::Value(ours, our_len), Came::Value(theirs, their_len)) => {
                our_len == their_len && (self.seen)(ours.clone()) == *theirs
            }
            (ours, theirs) => ours == theirs,
        }
    }
}

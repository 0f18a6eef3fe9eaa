//! Known differences: [`Difference`], and those that more than one parser has.
//!
//! Each looks at the bytes, and not only at what our parser says of them: else a parser that refuses too much would
//! excuse itself. From it they only take where nodes begin.

use resp_core::ErrorKind;

use super::Came;
use super::meeting::{Meeting, is_of, number};
use super::ours::{MAX_COUNT, MAX_HEADER, MAX_TEXT};
use crate::DEPTH;

/// Something that another parser does otherwise.
#[derive(Debug)]
pub struct Difference {
    /// What it is about.
    pub name: &'static str,
    /// What the other does, and why we do not.
    pub reason: &'static str,
    /// Bytes that show it.
    pub example: &'static [u8],
    applies: fn(&Meeting<'_>) -> bool,
}

impl Difference {
    pub(super) const fn new(
        name: &'static str,
        reason: &'static str,
        example: &'static [u8],
        applies: fn(&Meeting<'_>) -> bool,
    ) -> Self {
        Self { name, reason, example, applies }
    }

    /// Whether it explains why the two differ here.
    pub(super) fn applies(&self, meeting: &Meeting<'_>) -> bool {
        (self.applies)(meeting)
    }
}

pub(super) const LIMIT: Difference = Difference::new(
    "limit",
    "It has no limits, or others. We check ours before anything else.",
    b"*4294967295\r\n",
    |meeting| {
        let line = meeting.last_line().0;
        let payload = line.len().saturating_sub(1) as u64;
        match meeting.fault() {
            Some(ErrorKind::TooDeep) => meeting.ours.nodes.last().is_some_and(|node| node.open >= DEPTH),
            Some(ErrorKind::CountTooLarge) => number(line) > MAX_COUNT,
            Some(ErrorKind::LengthTooLarge) if is_of(line, b"+-(") => payload > MAX_TEXT,
            Some(ErrorKind::LengthTooLarge) => number(line) > MAX_TEXT,
            Some(ErrorKind::LineTooLong) => payload > MAX_HEADER,
            _ => false,
        }
    },
);

pub(super) const LATE: Difference = Difference::new(
    "late",
    "It looks at a line when all of it is there, and refuses it then; we do at its first wrong byte.",
    b":12x",
    |meeting| {
        let waits = meeting.fault().is_some() && meeting.theirs == Came::Incomplete && !meeting.last_line().1;
        waits && (meeting.rival.decode)(&[meeting.stream, b"\r\n"].concat()) == Came::Refused
    },
);

pub(super) const LOOSE_LINE: Difference = Difference::new(
    "loose line",
    "It searches for CR and LF together, and lets either stand in a line alone: parsers then differ about its end.",
    b"+a\nb\r\n",
    |meeting| {
        let line = meeting.last_line().0;
        let bare = line.iter().any(|byte| b"\r\n".contains(byte));
        meeting.fault_is(&[ErrorKind::BareCr, ErrorKind::BareLf]) && bare && is_of(line, b"+-_(")
    },
);

pub(super) const LOOSE_NULL: Difference =
    Difference::new("loose null", "It takes any line as a null.", b"_x\r\n", |meeting| {
        meeting.fault_is(&[ErrorKind::InvalidNull])
            && matches!(meeting.last_line().0, [b'_', byte, ..] if *byte != b'\r')
    });

pub(super) const LOOSE_BIG_NUMBER: Difference = Difference::new(
    "loose big number",
    "It takes any line as a big number, as we do with `lenient_big_numbers`.",
    b"(abc\r\n",
    |meeting| {
        let [b'(', number @ ..] = meeting.last_line().0 else { return false };
        let digits = number.strip_prefix(b"+").or(number.strip_prefix(b"-")).unwrap_or(number);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        meeting.fault_is(&[ErrorKind::InvalidBigNumber]) && !is_number
    },
);

pub(super) const STREAMED: Difference = Difference::new(
    "streamed",
    "It does not know streamed strings and aggregates, or not as part of a frame.",
    b"*?\r\n:1\r\n.\r\n",
    |meeting| meeting.refused_in(|_, line| matches!(line, [b'$' | b'*' | b'~' | b'%', b'?'])),
);

pub(super) const NAN_WORD: Difference = Difference::new(
    "word in a NaN",
    "The standard library does not parse it; C libraries print it, so servers before 7.2 send it.",
    b",nan(0x1)\r\n",
    |meeting| {
        meeting.refused_in(|_, line| {
            let line = line.to_ascii_lowercase();
            let front = [&b",nan("[..], b",+nan(", b",-nan("];
            front.iter().any(|front| line.starts_with(front)) && line.ends_with(b")")
        })
    },
);

pub(super) const NESTED_PUSH: Difference = Difference::new(
    "nested push",
    "It counts a push inside a frame as an element, and the frame ends too early. Without such pushes we agree; what is \
     in them is not compared.",
    b"*1\r\n>1\r\n+a\r\n:1\r\n",
    |meeting| {
        let mut rest = meeting.stream.to_vec();
        for push in meeting.ours.nested_pushes.iter().rev() {
            rest.drain(push.clone());
        }
        let explained = |names: Vec<_>| !names.is_empty();
        rest.len() < meeting.stream.len() && meeting.rival.excuses(&rest).is_none_or(explained)
    },
);

pub(super) const PUSH_IN_PUSH: Difference = Difference::new(
    "push in a push",
    "It takes one; no server sends it, and who handles a push does not expect a second one in it.",
    b">2\r\n+a\r\n>1\r\n+b\r\n",
    |meeting| {
        let in_push = meeting.ours.nodes.last().is_some_and(|node| node.in_push);
        meeting.fault_is(&[ErrorKind::NestedPush]) && in_push && meeting.last_line().0.starts_with(b">")
    },
);

pub(super) const EMPTY_PUSH: Difference = Difference::new(
    "empty push",
    "It takes a push without a kind; clients that look at the first element crash.",
    b">0\r\n",
    |meeting| {
        meeting.fault_is(&[ErrorKind::InvalidPush]) && matches!(meeting.last_line().0, b">0" | [b'>', b'0', b'\r', ..])
    },
);

/// `str::parse` takes the number, and the protocol page excludes it.
pub(super) fn is_loose_double(number: &str) -> bool {
    let half = number.split_once('.').is_some_and(|(whole, fraction)| {
        !whole.ends_with(|last: char| last.is_ascii_digit())
            || !fraction.starts_with(|first: char| first.is_ascii_digit())
    });
    number.parse::<f64>().is_ok() && (half || number.to_ascii_lowercase().ends_with("infinity"))
}

/// Our last node is a verbatim string that has, as far as can be seen, three bytes and a colon in front.
pub(super) fn is_verbatim_front(meeting: &Meeting<'_>) -> bool {
    let text = meeting.ours.nodes.last().map_or(&[][..], |node| meeting.text(node).0);
    number(meeting.last_line().0) >= 4 && text.get(3).is_none_or(|&colon| colon == b':')
}

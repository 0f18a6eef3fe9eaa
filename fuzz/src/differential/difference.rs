//! Known differences: [`Difference`], those that more than one parser has, and what they go by.

use resp_core::{Error, ErrorKind};

use super::ours::Node;
use super::value::Value;
use super::{Came, Meeting};

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
    |meeting| meeting.fault().is_some_and(|error| error.kind.is_limit()),
);

pub(super) const LATE: Difference = Difference::new(
    "late",
    "It looks at a line when all of it is there; we refuse it at its first wrong byte.",
    b":12x",
    |meeting| meeting.fault().is_some() && meeting.theirs == Came::Incomplete && !meeting.last_line().1,
);

pub(super) const LOOSE_LINE: Difference = Difference::new(
    "loose line",
    "It searches for CR and LF together, and lets either stand in a line alone: parsers then differ about its end.",
    b"+a\nb\r\n",
    |meeting| {
        let bare = meeting.fault_is(&[ErrorKind::BareCr, ErrorKind::BareLf]);
        bare && meeting.last_line().0.first().is_some_and(|kind| b"+-_(".contains(kind))
    },
);

pub(super) const LOOSE_NULL: Difference =
    Difference::new("loose null", "It takes any line as a null.", b"_x\r\n", |meeting| {
        meeting.fault_is(&[ErrorKind::InvalidNull])
    });

pub(super) const LOOSE_BIG_NUMBER: Difference = Difference::new(
    "loose big number",
    "It takes any line as a big number, as we do with `lenient_big_numbers`.",
    b"(abc\r\n",
    |meeting| meeting.fault_is(&[ErrorKind::InvalidBigNumber]),
);

pub(super) const STREAMED: Difference = Difference::new(
    "streamed",
    "It does not know streamed strings and aggregates, or not as part of a frame.",
    b"*?\r\n:1\r\n.\r\n",
    |meeting| meeting.theirs == Came::Refused && meeting.any_line(|line| line.ends_with(b"?") && line.len() == 2),
);

pub(super) const NAN_WORD: Difference = Difference::new(
    "word in a NaN",
    "The standard library does not parse it; C libraries print it, so servers before 7.2 send it.",
    b",nan(0x1)\r\n",
    |meeting| {
        meeting.theirs == Came::Refused && meeting.any_line(|line| line.starts_with(b",") && line.contains(&b'('))
    },
);

pub(super) const NESTED_PUSH: Difference = Difference::new(
    "nested push",
    "It counts a push inside a frame as an element, and the frame ends too early.",
    b"*1\r\n>1\r\n+a\r\n:1\r\n",
    |meeting| meeting.any_node(|node, line| node.inside.is_some() && line.starts_with(b">")),
);

pub(super) const EMPTY_PUSH: Difference = Difference::new(
    "empty push",
    "It takes a push without a kind; clients that look at the first element crash.",
    b">0\r\n",
    |meeting| meeting.fault_is(&[ErrorKind::InvalidPush]),
);

impl Meeting<'_> {
    pub(super) fn fault(&self) -> Option<Error> {
        self.ours.error
    }

    pub(super) fn fault_is(&self, kinds: &[ErrorKind]) -> bool {
        self.fault().is_some_and(|error| kinds.contains(&error.kind))
    }

    /// The line at which our last node begins, and whether its end is there.
    pub(super) fn last_line(&self) -> (&[u8], bool) {
        self.ours.nodes.last().map_or((&[], false), |node| self.line(node))
    }

    pub(super) fn any_line(&self, holds: fn(&[u8]) -> bool) -> bool {
        self.ours.nodes.iter().any(|node| holds(self.line(node).0))
    }

    pub(super) fn any_node(&self, holds: fn(&Node, &[u8]) -> bool) -> bool {
        self.ours.nodes.iter().any(|node| holds(node, self.line(node).0))
    }

    pub(super) fn any_value(&self, holds: fn(&Value) -> bool) -> bool {
        matches!(&self.ours.came, Came::Value(value, _) if value.any(holds))
    }

    /// What stands from the node's type byte to the next CR LF.
    pub(super) fn line(&self, node: &Node) -> (&[u8], bool) {
        let rest = &self.stream[node.start..];
        match rest.windows(2).position(|pair| pair == b"\r\n") {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        }
    }
}

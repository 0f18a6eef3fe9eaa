//! One frame, and what both make of it: [`Meeting`].

use resp_core::ErrorKind;

use super::ours::{Node, Ours};
use super::value::Value;
use super::{Came, Rival};

/// One frame, and what both make of it.
pub(super) struct Meeting<'a> {
    pub(super) rival: &'a Rival,
    pub(super) stream: &'a [u8],
    pub(super) ours: Ours,
    pub(super) theirs: Came,
}

impl<'a> Meeting<'a> {
    pub(super) fn new(rival: &'a Rival, stream: &'a [u8]) -> Self {
        Self { rival, stream, ours: Ours::new(stream, rival.resp2_only), theirs: (rival.decode)(stream) }
    }

    /// The same value of the same length, or both want more, or both refuse.
    pub(super) fn is_agreement(&self) -> bool {
        match self.values() {
            Some((ours, theirs)) => ours == *theirs,
            None => self.ours.came == self.theirs,
        }
    }

    /// If they come from the same bytes. Ours is as their types can say it.
    pub(super) fn values(&self) -> Option<(Value, &Value)> {
        match (&self.ours.came, &self.theirs) {
            (Came::Value(ours, our_len), Came::Value(theirs, their_len)) if our_len == their_len => {
                Some(((self.rival.seen)(ours.clone()), theirs))
            }
            _ => None,
        }
    }

    pub(super) fn fault(&self) -> Option<ErrorKind> {
        self.ours.error.map(|error| error.kind)
    }

    pub(super) fn fault_is(&self, kinds: &[ErrorKind]) -> bool {
        self.fault().is_some_and(|kind| kinds.contains(&kind))
    }

    /// They refuse the frame in a node of which this holds, and nothing in front of it.
    pub(super) fn refused_in(&self, holds: impl Fn(&Node, &[u8]) -> bool) -> bool {
        let node = self.refused_at().and_then(|at| self.ours.nodes.iter().rfind(|node| node.start <= at));
        node.is_some_and(|node| holds(node, self.line(node).0))
    }

    /// They refuse the frame, and not before a node of which this holds.
    pub(super) fn refused_since(&self, holds: impl Fn(&Node, &[u8]) -> bool) -> bool {
        let all = &self.ours.nodes;
        self.refused_at().is_some_and(|at| all.iter().any(|node| node.start <= at && holds(node, self.line(node).0)))
    }

    /// The first byte with which they refuse.
    fn refused_at(&self) -> Option<usize> {
        if self.theirs != Came::Refused {
            return None;
        }
        let lens: Vec<_> = (1..=self.stream.len()).collect();
        Some(lens.partition_point(|&len| (self.rival.decode)(&self.stream[..len]) != Came::Refused))
    }

    /// The line at which our last node begins, and whether its end is there.
    pub(super) fn last_line(&self) -> (&[u8], bool) {
        self.ours.nodes.last().map_or((&[], false), |node| self.line(node))
    }

    /// What stands from the node's type byte to the next CR LF, and whether that is there.
    pub(super) fn line(&self, node: &Node) -> (&[u8], bool) {
        let rest = &self.stream[node.start..];
        match rest.windows(2).position(|pair| pair == b"\r\n") {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        }
    }

    /// As much as is there of a text of declared length, and what stands behind it.
    pub(super) fn text(&self, node: &Node) -> (&[u8], &[u8]) {
        let line = self.line(node).0;
        let rest = self.stream.get(node.start + line.len() + 2..).unwrap_or_default();
        rest.split_at_checked(usize::try_from(number(line)).unwrap_or(usize::MAX)).unwrap_or((rest, &[]))
    }
}

/// The digits behind a line's type byte. What stands behind them is looked at by nobody who asks.
pub(super) fn number(line: &[u8]) -> u64 {
    let digits = line.iter().skip(1).take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

/// The line's type byte is one of these.
pub(super) fn is_of(line: &[u8], kinds: &[u8]) -> bool {
    line.first().is_some_and(|kind| kinds.contains(kind))
}

/// The line is a length or count, or a null, as Redis spells it.
pub(super) fn is_length(line: &[u8]) -> bool {
    let digits = str::from_utf8(line.get(1..).unwrap_or_default()).unwrap_or_default();
    let spelled = |number: u64| number.to_string() == digits;
    matches!(line, b"$-1" | b"*-1") || digits.parse().is_ok_and(spelled)
}

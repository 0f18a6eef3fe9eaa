//! A row of the tables: one way to get through a stream.

use crate::stream::Stream;
use crate::tally::Tally;

/// One way to get through a stream.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// As tables print it and arguments name it: a word.
    pub name: &'static str,
    /// How it is given the bytes.
    pub input: Input,
    /// What is timed: it does what a user must do with each event, and no more.
    timed: Pass,
    /// The same, looking at every byte, if the row can.
    checked: Option<Pass>,
}

/// Takes a stream, in reads of at most so many bytes if it reads. `None`: it cannot parse this kind of stream.
pub type Pass = fn(&Stream, usize) -> Option<Tally>;

/// How a row is given the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The whole stream in one slice.
    Whole,
    /// In reads, each copied to a buffer of the row's. A reply in many reads costs no more for each byte.
    Reads,
    /// In reads too, but a reply that is not all there is parsed from its start again after each read.
    Reparsed,
}

impl Row {
    /// A row that is given the whole stream.
    #[must_use]
    pub const fn whole(name: &'static str, timed: Pass) -> Self {
        Self { name, input: Input::Whole, timed, checked: None }
    }

    /// A row that reads.
    #[must_use]
    pub const fn reads(name: &'static str, timed: Pass) -> Self {
        Self { name, input: Input::Reads, timed, checked: None }
    }

    /// A row that reads, and starts a reply over after each read.
    #[must_use]
    pub const fn reparsed(name: &'static str, timed: Pass) -> Self {
        Self { name, input: Input::Reparsed, timed, checked: None }
    }

    /// With a pass that tallies [`Stream::contents`].
    #[must_use]
    pub const fn checked(mut self, checked: Pass) -> Self {
        self.checked = Some(checked);
        self
    }

    /// What is to be timed.
    #[inline]
    pub fn pass(&self, stream: &Stream, reads: usize) -> Option<Tally> {
        (self.timed)(stream, reads)
    }

    /// Whether the row parses this stream. If so, it has just been proven to find in it what is there.
    ///
    /// # Panics
    ///
    /// If the row finds anything else.
    #[must_use]
    pub fn takes(&self, workload: &str, stream: &Stream, reads: usize) -> bool {
        let agrees = |pass: Pass, expected: Tally| {
            let Some(found) = pass(stream, reads) else { return false };
            assert_eq!(found.frames, expected.frames, "{}: frames of {workload}", self.name);
            if found.sum.is_some() {
                assert_eq!(found.sum, expected.sum, "{}: sum of {workload}", self.name);
            }
            true
        };
        agrees(self.timed, stream.lengths()) && self.checked.is_none_or(|pass| agrees(pass, stream.contents()))
    }
}

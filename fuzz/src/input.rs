//! What an input means: [`Input`].

use std::borrow::Cow;
use std::{fmt, iter};

use crate::commands::commands;
use crate::frames::{damaged, valid_frames};
use crate::support::settings::{MAX_COUNT, Settings};

/// A stream, and under which conditions it comes.
///
/// An input whose first byte is below [`PLAN`] is a stream as it is, so a recording or a seed needs nothing in front of
/// it. Else the bits of that byte say which blocks of 8 bytes follow: [`OPTIONS`], [`READS`], [`STEPS`]. What stands
/// behind them is the stream, or with [`FRAMES`] or [`COMMANDS`] what the generator takes its choices from.
pub(crate) struct Input<'a> {
    pub(crate) stream: Cow<'a, [u8]>,
    pub(crate) settings: Settings,
    /// Over and over, one byte for each read; none unless the plan has them.
    pub(crate) reads: Option<[u8; BLOCK]>,
    /// Over and over, one byte for each step of a target that can do different things.
    pub(crate) steps: [u8; BLOCK],
}

/// The first byte of an input with a plan in front.
pub const PLAN: u8 = 0x80;
/// Switches, `whole`, and six limits follow.
pub const OPTIONS: u8 = 1;
/// The sizes of reads follow.
pub const READS: u8 = 2;
/// What a target does step by step follows.
pub const STEPS: u8 = 4;
/// The stream is generated: replies and pushes.
pub const FRAMES: u8 = 8;
/// The stream is generated: requests.
pub const COMMANDS: u8 = 16;

/// Bytes in each block of a plan.
pub const BLOCK: usize = 8;

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let (plan, mut rest) = match bytes {
            [plan, rest @ ..] if *plan & PLAN != 0 => (*plan, rest),
            _ => (0, bytes),
        };
        let mut block = |flag| if plan & flag != 0 { take_block(&mut rest) } else { None };
        let (options, reads, steps) = (block(OPTIONS), block(READS), block(STEPS));
        Self {
            settings: options.map_or_else(Settings::default, settings),
            reads,
            steps: steps.unwrap_or_default(),
            stream: match plan {
                _ if plan & COMMANDS != 0 => damaged(rest, commands).into(),
                _ if plan & FRAMES != 0 => damaged(rest, valid_frames).into(),
                _ => rest.into(),
            },
        }
    }

    /// Without what is behind so many bytes of the stream.
    pub(crate) fn shortened(mut self, len: usize) -> Self {
        self.stream = match self.stream {
            Cow::Borrowed(stream) => stream[..stream.len().min(len)].into(),
            Cow::Owned(mut stream) => {
                stream.truncate(len);
                stream.into()
            }
        };
        self
    }

    /// The ends of all reads but the last. Without a plan for them each byte is a read.
    pub(crate) fn cuts(&self) -> Vec<usize> {
        let reads = self.reads.unwrap_or_default();
        let ends = iter::repeat(reads).flatten().scan(0, |end, size| {
            *end += usize::from(size) + 1;
            Some(*end)
        });
        ends.take_while(|&end| end < self.stream.len()).collect()
    }
}

impl fmt::Display for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "    stream b\"{}\"", self.stream.escape_ascii())?;
        writeln!(f, "    reads {:?}, steps {:?}", self.reads, self.steps)?;
        write!(f, "    {:?}", self.settings)
    }
}

/// A block that is cut short ends in zeros.
fn take_block(rest: &mut &[u8]) -> Option<[u8; BLOCK]> {
    let (front, behind) = rest.split_at(rest.len().min(BLOCK));
    *rest = behind;
    let mut block = [0; BLOCK];
    block[..front.len()].copy_from_slice(front);
    Some(block)
}

/// One bit for each switch. A `whole` of 255 and a limit of 0 leave the default; a limit of 255 sets the largest one,
/// anything else one lower than it says.
fn settings(block: [u8; BLOCK]) -> Settings {
    let [switches, whole, depth, header, text, count, elements, frame] = block;
    let default = Settings::default();
    let on = |bit: u8| switches & (1 << bit) != 0;
    let or = |limit: u8, default: u64, largest: u64| match limit {
        0 => default,
        u8::MAX => largest,
        _ => u64::from(limit) - 1,
    };
    Settings {
        whole: if whole == u8::MAX { default.whole } else { usize::from(whole) },
        max_depth: or(depth, default.max_depth, u64::MAX),
        // A buffer of the smallest size holds a header.
        max_header: or(header, default.max_header, 2000),
        max_text: or(text, default.max_text, u64::MAX),
        max_count: or(count, default.max_count, MAX_COUNT),
        max_elements: or(elements, default.max_elements, MAX_COUNT),
        max_frame: or(frame, default.max_frame, u64::MAX - 1),
        resp2_only: on(0),
        strict_pushes: on(1),
        strict_integers: on(2),
        lenient_lengths: on(3),
        lenient_big_numbers: on(4),
    }
}

//! Every string over an alphabet, as a tree in which each node adds a byte to its parent.
//!
//! To feed a string byte by byte, a walk over the tree needs no more than a copy of its parent's parsers and one byte.
//! On the way each string is also presented at once: alone, and with valid bytes behind it, which bring in the fast
//! run.
//!
//! Where the oracle finds a byte wrong, the walk turns back. Below such a node
//!
//! - nothing is fed byte by byte: the parsers have failed, and a failed parser looks at no byte (at the node it is
//!   asked again, with bytes and without);
//! - the oracle is not asked again: it reads from left to right and stops at the first wrong byte without a look behind
//!   it, so all these strings have the verdict of the node;
//! - but a parser that is handed such a string at once has not failed yet, and has bytes behind the wrong one before
//!   its eyes. So each of them is presented at once too, to the two ways that look ahead differently.

use resp_core::Parser;

use super::oracle::oracle;
use super::paths::{self, Turn};
use super::recorder::Recorder;
use super::settings::Settings;
use super::trial::{Scene, compare};
use super::verdict::{Item, Outcome, Verdict};

/// Every type byte (sign and point are among them), the line end, the mark of what is streamed, digits and a letter.
pub const ALPHABET: [u8; 24] = *b"+-:$*_,#(!=%~|>;.\r\n?012t";

/// How many strings have at most `len` bytes.
pub fn strings(len: usize) -> u64 {
    (0..=len as u32).map(|len| (ALPHABET.len() as u64).pow(len)).sum()
}

/// A string, and every way through the parser behind its last byte.
pub struct Node<'a, const D: usize> {
    settings: &'a Settings,
    bytes: Vec<u8>,
    meaning: Meaning,
    ways: [Way<D>; WAYS],
}

/// The ways that tell events, and the two that tell the ends of frames.
const WAYS: usize = 10;

/// What a string means to those that see events, and to those that see the ends of frames.
#[derive(Clone)]
struct Meaning {
    events: Verdict,
    frames: Verdict,
    frames_without_kinds: Verdict,
}

#[derive(Clone)]
struct Way<const D: usize> {
    name: &'static str,
    turn: Turn<D>,
    parser: Parser<D>,
    recorder: Recorder,
    consumed: usize,
}

impl<'a, const D: usize> Node<'a, D> {
    /// The empty string, or where `start` leads, byte by byte.
    pub fn new(settings: &'a Settings, start: &[u8]) -> Self {
        let way = |(name, turn)| Way {
            name,
            turn,
            parser: Parser::with_depth(settings.options()),
            recorder: Recorder::new(settings.whole),
            consumed: 0,
        };
        let mut turns = paths::event_turns().into_iter().chain(paths::frame_turns());
        let ways = core::array::from_fn(|_| way(turns.next().expect("as many turns as ways")));
        let root = Self { settings, bytes: Vec::new(), meaning: Meaning::new(&[], settings, D), ways };
        start.iter().fold(root, |node, &byte| node.child(byte))
    }

    /// Whether this byte would not be wrong here.
    pub fn allows(&self, byte: u8) -> bool {
        let bytes = [&self.bytes[..], &[byte]].concat();
        !matches!(oracle(&bytes, self.settings, D).outcome, Outcome::Fault(_))
    }

    pub fn is_faulty(&self) -> bool {
        matches!(self.meaning.events.outcome, Outcome::Fault(_))
    }

    /// Walks over all strings that begin with this one and have up to `more` bytes more; gives their number.
    pub fn walk(&self, more: usize) -> u64 {
        self.at_once();
        if more == 0 {
            return 1;
        }
        if self.is_faulty() {
            let mut bytes = self.bytes.clone();
            return 1 + self.at_once_below(&mut bytes, more);
        }
        1 + ALPHABET.iter().map(|&byte| self.child(byte).walk(more - 1)).sum::<u64>()
    }

    /// One byte more, which every way sees alone or behind what it has left.
    pub fn child(&self, byte: u8) -> Self {
        let bytes = [&self.bytes[..], &[byte]].concat();
        let meaning = Meaning::new(&bytes, self.settings, D);
        let mut ways = self.ways.clone();
        for way in &mut ways {
            let _scene = Scene { way: way.name, cuts: &[], bytes: &bytes, settings: self.settings };
            way.take(&bytes, meaning.to(way.name), self.settings);
        }
        Self { settings: self.settings, bytes, meaning, ways }
    }

    /// The string in one piece, alone and with more behind it.
    pub fn at_once(&self) {
        for way in &self.ways {
            present(way, &self.bytes, self.settings, &self.meaning);
        }
        let behind: &[u8] = if self.bytes.ends_with(b"\n") { BEHIND_A_LINE } else { BEHIND };
        let longer = [&self.bytes[..], behind].concat();
        let meaning = if self.is_faulty() { &self.meaning } else { &Meaning::new(&longer, self.settings, D) };
        for way in &self.ways {
            present(way, &longer, self.settings, meaning);
        }
    }

    /// All strings of up to `more` bytes more in one piece; all mean the same.
    fn at_once_below(&self, bytes: &mut Vec<u8>, more: usize) -> u64 {
        let mut count = 0;
        for byte in ALPHABET {
            bytes.push(byte);
            for way in &self.ways[..AT_ONCE] {
                present(way, bytes, self.settings, &self.meaning);
            }
            count += 1;
            if more > 1 {
                count += self.at_once_below(bytes, more - 1);
            }
            bytes.pop();
        }
        count
    }
}

/// The first of the ways: `next_event` and `parse`. The others go through one of them, or take turns.
const AT_ONCE: usize = 2;

/// The end of most things, and valid frames.
const BEHIND: &[u8] = b"\r\n:1\r\n$1\r\nt\r\n+OK\r\n";
const BEHIND_A_LINE: &[u8] = b":1\r\n$1\r\nt\r\n+OK\r\n";

fn present<const D: usize>(way: &Way<D>, bytes: &[u8], settings: &Settings, meaning: &Meaning) {
    let _scene = Scene { way: way.name, cuts: &[], bytes, settings };
    compare(&paths::drive(bytes, settings, &[], way.turn), meaning.to(way.name));
}

impl Meaning {
    fn new(bytes: &[u8], settings: &Settings, depth: usize) -> Self {
        let events = oracle(bytes, settings, depth);
        let frames = events.frames();
        let frames_without_kinds = frames.clone().without_kinds();
        Self { events, frames, frames_without_kinds }
    }

    fn to(&self, way: &str) -> &Verdict {
        match way {
            "skip_frame" => &self.frames,
            "finish_frame after one event" => &self.frames_without_kinds,
            _ => &self.events,
        }
    }
}

impl<const D: usize> Way<D> {
    /// Goes on to the end of `bytes`, which has one byte more than before.
    fn take(&mut self, bytes: &[u8], verdict: &Verdict, settings: &Settings) {
        let input = &bytes[self.consumed..];
        let outcome = match (self.turn)(&mut self.parser, input, &mut self.recorder) {
            Ok(consumed) => {
                self.consumed += consumed;
                let min_buffer = settings.options().min_buffer();
                paths::check_waiting(&self.parser, &self.recorder, bytes, self.consumed, bytes.len(), min_buffer);
                paths::finish(&self.parser, &bytes[self.consumed..], bytes.len())
            }
            Err(error) => {
                paths::check_sticky(&mut self.parser, error, [input, BEHIND, &[]], self.turn);
                Outcome::Fault(error)
            }
        };
        assert_eq!(outcome, verdict.outcome, "outcome: got and expected");
        let agree = |(got, expected): (&Item, &Item)| got.agrees(expected);
        assert_eq!(self.recorder.items.len(), verdict.items.len(), "number of items: got and expected");
        assert!(self.recorder.items.iter().zip(&verdict.items).all(agree), "items {:?}", self.recorder.items);
    }
}

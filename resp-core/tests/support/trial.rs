//! Puts a stream through every way and compares each with the oracle.

use std::thread;

use super::cuts;
use super::oracle::oracle;
use super::paths::{self, Run, Turn};
use super::settings::Settings;
use super::verdict::{Item, Outcome, Verdict};

/// The values of `Options::whole` that make a difference.
pub const WHOLES: [usize; 4] = [0, 1, 5, 512];

/// One stream, one set of options, and what the oracle says about them.
pub struct Trial<'a, const D: usize> {
    pub bytes: &'a [u8],
    pub settings: Settings,
    pub verdict: Verdict,
    frames: Verdict,
    frames_without_kinds: Verdict,
}

impl<'a, const D: usize> Trial<'a, D> {
    pub fn new(bytes: &'a [u8], settings: Settings) -> Self {
        let verdict = oracle(bytes, &settings, D);
        let frames = verdict.frames();
        let frames_without_kinds = frames.clone().without_kinds();
        Self { bytes, settings, verdict, frames, frames_without_kinds }
    }

    /// Every way, with each of these cuts.
    pub fn run(&self, cuts: &[Vec<usize>]) {
        for cuts in cuts {
            self.run_cut(cuts);
        }
    }

    /// Every way, cut there.
    pub fn run_cut(&self, cuts: &[usize]) {
        for (way, turn) in paths::event_turns::<D>() {
            self.way(way, turn, cuts, &self.verdict);
        }
        let [(skip, skip_turn), (finish, finish_turn)] = paths::frame_turns::<D>();
        self.way(skip, skip_turn, cuts, &self.frames);
        self.way(finish, finish_turn, cuts, &self.frames_without_kinds);
    }

    /// Every way, through a buffer of the smallest size that the options allow.
    pub fn run_smallest_buffer(&self) {
        for (way, turn) in paths::event_turns::<D>() {
            let _scene = Scene { way, cuts: &[], bytes: self.bytes, settings: &self.settings };
            let run = paths::through_smallest_buffer::<D>(self.bytes, &self.settings, turn);
            compare(&run, &self.verdict);
        }
    }

    fn way(&self, way: &str, turn: Turn<D>, cuts: &[usize], verdict: &Verdict) {
        let _scene = Scene { way, cuts, bytes: self.bytes, settings: &self.settings };
        compare(&paths::drive::<D>(self.bytes, &self.settings, cuts, turn), verdict);
    }
}

/// Everything: all cuts, all values of `whole`, the smallest buffer.
pub fn try_everything<const D: usize>(bytes: &[u8], settings: Settings) -> Verdict {
    let mut trial = Trial::<D>::new(bytes, settings);
    let cuts = cuts::cuts(bytes.len());
    for whole in WHOLES {
        trial.settings.whole = whole;
        trial.run(&cuts);
        trial.run_smallest_buffer();
    }
    trial.verdict
}

pub fn compare(run: &Run, verdict: &Verdict) {
    let agree = run.items.len() == verdict.items.len()
        && run.items.iter().zip(&verdict.items).all(|(got, expected)| got.agrees(expected));
    assert!(agree, "items\n     got {:?}\nexpected {:?}", tell(&run.items), tell(&verdict.items));
    assert_eq!(run.outcome, verdict.outcome, "outcome: got and expected, after {:?}", tell(&run.items));
    if let Outcome::Fault(error) = run.outcome {
        let (before, with) = run.fault_window;
        let offset = error.offset as usize;
        assert!(before <= offset && offset < with, "{error}: raised by the read from {before} to {with}");
    }
    for &(bytes, items) in &run.progress {
        assert_eq!(items, verdict.ready_after(bytes), "items after {bytes} bytes: got and expected");
    }
}

fn tell(items: &[Item]) -> Vec<String> {
    items
        .iter()
        .take(40)
        .map(|item| match item {
            Item::FrameEnd(_, Some(len)) => format!("{} ({len})", item.line()),
            _ => item.line(),
        })
        .collect()
}

/// Says, should a test fail, what was being tried.
pub struct Scene<'a> {
    pub way: &'a str,
    pub cuts: &'a [usize],
    pub bytes: &'a [u8],
    pub settings: &'a Settings,
}

impl Drop for Scene<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let shown = &self.bytes[..self.bytes.len().min(400)];
            let cuts = &self.cuts[..self.cuts.len().min(100)];
            eprintln!("while: {}, b\"{}\", cuts {cuts:?}, {:?}", self.way, shown.escape_ascii(), self.settings);
        }
    }
}

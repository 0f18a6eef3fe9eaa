//! Times rows against each other.

use cpu_time::ThreadTime;

use crate::row::Row;
use crate::stream::Stream;

/// A sample is this long at least: a thousand times what reading the clock takes.
const SAMPLE_NANOS: f64 = 3e6;

/// The times of some rows on one stream, in nanoseconds of processor time for each pass.
#[derive(Debug)]
pub(crate) struct Timing {
    rows: Vec<(&'static str, Vec<f64>)>,
}

impl Timing {
    /// Every row has its turn in each round, so that a machine that changes its speed changes it for all of them. Each
    /// round starts with another row.
    pub(crate) fn new(rows: &[&Row], stream: &Stream, reads: usize, rounds: usize) -> Self {
        let passes: Vec<u32> = rows.iter().map(|row| enough_passes(row, stream, reads)).collect();
        let mut times = vec![Vec::with_capacity(rounds); rows.len()];
        for round in 0..rounds {
            for turn in 0..rows.len() {
                let row = (round + turn) % rows.len();
                times[row].push(sample(rows[row], stream, reads, passes[row]));
            }
        }
        Self { rows: rows.iter().map(|row| row.name).zip(times).collect() }
    }

    fn of(&self, row: &str) -> Option<&[f64]> {
        self.rows.iter().find(|(name, _)| *name == row).map(|(_, times)| times.as_slice())
    }

    /// The shortest time of a row.
    pub(crate) fn best(&self, row: &str) -> Option<f64> {
        self.of(row)?.iter().copied().reduce(f64::min)
    }

    /// The median over the rounds of one row's time divided by another's in the same round.
    pub(crate) fn ratio(&self, row: &str, to: &str) -> Option<f64> {
        let mut ratios: Vec<f64> = self.of(row)?.iter().zip(self.of(to)?).map(|(row, to)| row / to).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied()
    }
}

fn sample(row: &Row, stream: &Stream, reads: usize, passes: u32) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..passes {
        core::hint::black_box(row.pass(core::hint::black_box(stream), reads));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(passes)
}

fn enough_passes(row: &Row, stream: &Stream, reads: usize) -> u32 {
    let mut passes = 1;
    while sample(row, stream, reads, passes) * f64::from(passes) < SAMPLE_NANOS && passes < 1 << 20 {
        passes *= 2;
    }
    passes
}

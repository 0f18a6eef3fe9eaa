//! The command `table`: how long everything takes.

use core::fmt::Write;

use crate::markdown::{Markdown, figure};
use crate::ours::ROWS;
use crate::row::Row;
use crate::selection::Selection;
use crate::timing::Timing;
use crate::workload::Workload;

/// One read from a socket in most servers and clients.
pub(crate) const READS: usize = 16 << 10;

/// The reader that the rivals are compared with.
pub(crate) const READER: &str = "reader";

/// The timings of the selected rows on each selected workload.
#[derive(Debug)]
pub(crate) struct Timed {
    selection: Selection,
    rounds: usize,
    workloads: Vec<(&'static str, u64, Timing)>,
}

impl Timed {
    /// `bytes` is the size of each stream, but for aof1m.
    pub(crate) fn new(selection: Selection, bytes: usize, rounds: usize) -> Self {
        let mut workloads = Vec::new();
        for &name in &selection.workloads {
            eprintln!("timing {name}");
            let stream = Workload::to_be_timed(name, bytes).expect("a selected name").stream;
            let takers = selection.takers(name, &stream, READS);
            workloads.push((name, stream.count().units, Timing::new(&takers, &stream, READS, rounds)));
        }
        Self { selection, rounds, workloads }
    }

    pub(crate) fn workloads(&self) -> impl Iterator<Item = (&'static str, &Timing)> {
        self.workloads.iter().map(|(name, _, timing)| (*name, timing))
    }

    pub(crate) fn to_markdown(&self) -> String {
        let Selection { ours, rivals, .. } = &self.selection;
        let yardstick = ROWS[0].name;
        let mut out = String::new();
        let mut section = |title: String, rows: &[&Row], table: Markdown| {
            if !rows.is_empty() {
                let _ = writeln!(out, "### {title}\n\n{table}");
            }
        };
        let measured = |name: &str| ours.iter().any(|row| row.name == name);
        section(format!("Nanoseconds per unit, best of {} rounds", self.rounds), ours, self.nanos(ours));
        if measured(yardstick) {
            section(format!("Time as a multiple of {yardstick}'s"), ours, self.ratios(ours, yardstick));
        }
        section("Rivals: nanoseconds per unit".to_string(), rivals, self.nanos(rivals));
        for to in [yardstick, READER].into_iter().filter(|to| measured(to)) {
            section(format!("Rivals: time as a multiple of `{to}`'s"), rivals, self.ratios(rivals, to));
        }
        out
    }

    fn nanos(&self, rows: &[&Row]) -> Markdown {
        self.table(rows, |units, timing, row| timing.best(row).map(|nanos| nanos / units as f64))
    }

    fn ratios(&self, rows: &[&Row], to: &str) -> Markdown {
        self.table(rows, |_, timing, row| timing.ratio(row, to))
    }

    fn table(&self, rows: &[&Row], value: impl Fn(u64, &Timing, &str) -> Option<f64>) -> Markdown {
        let mut table = Markdown::new(["workload"].into_iter().chain(rows.iter().map(|row| row.name)));
        for (name, units, timing) in &self.workloads {
            let cells = rows.iter().map(|row| figure(value(*units, timing, row.name)));
            table.line([(*name).to_string()].into_iter().chain(cells));
        }
        table.without_dashes()
    }
}

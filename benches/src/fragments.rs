//! The command `fragments`: what a byte costs in small reads.

use core::fmt::Write;

use crate::markdown::{Markdown, figure};
use crate::row::{Input, Row};
use crate::selection::Selection;
use crate::timing::Timing;
use crate::workload::Workload;

/// A byte; an odd few; a packet; a full buffer.
pub const READS: [usize; 4] = [1, 7, 1460, 16 << 10];

/// The kinds whose replies are in many reads, and one whose are not.
pub const WORKLOADS: [&str; 5] = ["arr50", "arr5000", "bulk64k", "bulk1m", "line64k"];

/// The size of each stream: what a row does once, at its start, must not weigh.
const BYTES: usize = 1 << 20;

/// Nanoseconds per byte, for each row that reads.
pub(crate) fn to_markdown(selection: &Selection, rounds: usize) -> String {
    let rows: Vec<&Row> = selection.rows().filter(|row| row.input != Input::Whole).collect();
    if rows.is_empty() {
        return "None of these rows reads: see `names`.\n".to_string();
    }
    let mut out = String::new();
    for reads in READS {
        let mut table = Markdown::new(["workload"].into_iter().chain(rows.iter().map(|row| row.name)));
        for name in WORKLOADS.into_iter().filter(|name| selection.workloads.contains(name)) {
            eprintln!("timing {name} in reads of {reads}");
            let stream = Workload::new(name, BYTES).expect("a kind").stream;
            let takes = |row: &&Row| bearable(row, name, reads) && row.takes(name, &stream, reads);
            let takers: Vec<&Row> = rows.iter().copied().filter(takes).collect();
            let timing = Timing::new(&takers, &stream, reads, rounds);
            let per_byte = |row: &&Row| figure(timing.best(row.name).map(|nanos| nanos / stream.len() as f64));
            table.line([name.to_string()].into_iter().chain(rows.iter().map(per_byte)));
        }
        let _ = writeln!(out, "### Nanoseconds per byte in {reads}-byte reads, best of {rounds} rounds\n");
        let _ = writeln!(out, "{}", table.without_dashes());
    }
    out
}

/// Whether the row is done while somebody waits. One that starts over after each read takes seconds for one large reply
/// in small reads.
#[must_use]
pub fn bearable(row: &Row, workload: &str, reads: usize) -> bool {
    row.input != Input::Reparsed || reads >= 1460 || workload == "arr50"
}

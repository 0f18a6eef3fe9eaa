//! The command `instructions`: how many a node takes, which repeats to the digit on every machine of one architecture.

use std::process::{Command, Stdio};

use crate::markdown::{Markdown, figure};
use crate::row::Row;
use crate::selection::Selection;
use crate::table::READS;
use crate::workload::Workload;

/// Enough nodes for an average, and quick under a profiler.
pub(crate) const BYTES: usize = 64 << 10;

/// Passes beyond the first. What happens once in a process happens in the first.
const PASSES: u32 = 4;

/// Instructions per node, of each row on each workload that it takes.
#[derive(Debug)]
pub(crate) struct Instructions {
    rows: Vec<&'static str>,
    lines: Vec<(&'static str, Vec<Option<f64>>)>,
}

impl Instructions {
    pub(crate) fn new(selection: &Selection) -> Result<Self, String> {
        let rows: Vec<&Row> = selection.rows().collect();
        let mut lines = Vec::new();
        for &workload in &selection.workloads {
            eprintln!("counting instructions of {workload}");
            let cells: Result<_, String> = rows.iter().map(|row| per_node(row, workload)).collect();
            lines.push((workload, cells?));
        }
        Ok(Self { rows: rows.iter().map(|row| row.name).collect(), lines })
    }

    pub(crate) fn to_markdown(&self) -> String {
        let mut table = Markdown::new(["workload"].into_iter().chain(self.rows.iter().copied()));
        for (workload, cells) in &self.lines {
            table.line([(*workload).to_string()].into_iter().chain(cells.iter().map(|cell| figure(*cell))));
        }
        format!("### Instructions per node\n\n{}\n", table.without_dashes())
    }

    /// A line for each figure: `ROW/WORKLOAD FIGURE`, for scripts.
    pub(crate) fn to_lines(&self) -> String {
        let mut out = String::new();
        for (workload, cells) in &self.lines {
            for (row, cell) in self.rows.iter().zip(cells) {
                if let Some(cell) = cell {
                    out += &format!("{row}/{workload} {cell:.1}\n");
                }
            }
        }
        out
    }
}

fn per_node(row: &Row, workload: &str) -> Result<Option<f64>, String> {
    let stream = Workload::new(workload, BYTES).expect("a selected name").stream;
    if !row.takes(workload, &stream, READS) {
        return Ok(None);
    }
    let more = counted(row, workload, 1 + PASSES)?.saturating_sub(counted(row, workload, 1)?);
    Ok(Some(more as f64 / f64::from(PASSES) / stream.count().nodes as f64))
}

/// The instructions of a process like this one that makes the stream and passes through it so many times.
fn counted(row: &Row, workload: &str, passes: u32) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| format!("no path to this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(["pass", row.name, workload, &passes.to_string()])
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.ok_or_else(|| format!("valgrind counted nothing:\n{said}"))
}

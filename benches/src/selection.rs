//! Which rows and which workloads a command is about.

use crate::ours::ROWS;
use crate::row::Row;
use crate::stream::Stream;
use crate::workload::Workload;

/// The rows and workloads that were named, or all of them.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub(crate) ours: Vec<&'static Row>,
    pub(crate) rivals: Vec<&'static Row>,
    pub(crate) workloads: Vec<&'static str>,
}

impl Selection {
    /// A name is a row's or a workload's. If no row is named, all are meant, and if no workload, all are.
    pub(crate) fn new(names: &[String], rivals: &'static [Row]) -> Result<Self, String> {
        let workloads: Vec<&str> = Workload::kinds().map(|(name, _)| name).collect();
        let known = |name: &str| workloads.contains(&name) || ROWS.iter().chain(rivals).any(|row| row.name == name);
        if let Some(name) = names.iter().find(|name| !known(name)) {
            let rows: Vec<&str> = ROWS.iter().chain(rivals).map(|row| row.name).collect();
            return Err(format!("no such name: {name}\nrows: {}\nworkloads: {}", rows.join(" "), workloads.join(" ")));
        }
        let named = |name: &str| names.iter().any(|given| given == name);
        let any_row = ROWS.iter().chain(rivals).any(|row| named(row.name));
        let any_workload = workloads.iter().any(|name| named(name));
        let rows = |rows: &'static [Row]| rows.iter().filter(|row| !any_row || named(row.name)).collect();
        Ok(Self {
            ours: rows(&ROWS),
            rivals: rows(rivals),
            workloads: workloads.into_iter().filter(|name| !any_workload || named(name)).collect(),
        })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &'static Row> {
        self.ours.iter().chain(&self.rivals).copied()
    }

    /// The rows that take this stream, proven to find what is in it.
    pub(crate) fn takers(&self, workload: &str, stream: &Stream, reads: usize) -> Vec<&'static Row> {
        self.rows().filter(|row| row.takes(workload, stream, reads)).collect()
    }
}

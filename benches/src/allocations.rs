//! The command `allocations`: how many a unit takes.

use crate::allocator::asked;
use crate::markdown::{Markdown, figure};
use crate::row::Row;
use crate::selection::Selection;
use crate::table::READS;
use crate::workload::Workload;

/// Two streams are compared, one of these sizes and one of twice as much: what a row asks for at its start falls out.
const BYTES: usize = 2 << 20;

/// Allocations per unit, of each row on each workload that it takes.
pub(crate) fn to_markdown(selection: &Selection) -> String {
    let rows: Vec<&Row> = selection.rows().collect();
    let mut table = Markdown::new(["workload"].into_iter().chain(rows.iter().map(|row| row.name)));
    for &name in &selection.workloads {
        eprintln!("counting allocations of {name}");
        let [short, long] = [BYTES, 2 * BYTES].map(|bytes| Workload::new(name, bytes).expect("a selected name").stream);
        let units = (long.count().units - short.count().units) as f64;
        let calls = |row: &Row, stream| {
            let pass = || {
                row.pass(stream, READS);
            };
            // What is kept from one pass to the next is made in the first.
            pass();
            asked(pass).calls as f64
        };
        let per_unit =
            |row: &Row| row.takes(name, &short, READS).then(|| (calls(row, &long) - calls(row, &short)) / units);
        table.line([name.to_string()].into_iter().chain(rows.iter().map(|row| figure(per_unit(row)))));
    }
    format!("### Allocations per unit, beyond those at the start\n\n{}\n", table.without_dashes())
}

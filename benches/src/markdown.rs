//! Tables as Markdown.

use core::fmt;

/// A table whose first column names its lines.
#[derive(Debug)]
pub(crate) struct Markdown {
    lines: Vec<Vec<String>>,
}

impl Markdown {
    pub(crate) fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        Self { lines: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Without the columns in which nothing was measured.
    pub(crate) fn without_dashes(mut self) -> Self {
        let measured = |column: usize| self.lines.iter().skip(1).any(|line| line[column] != NOTHING);
        let kept: Vec<bool> = (0..self.lines[0].len()).map(measured).collect();
        for line in &mut self.lines {
            let mut column = kept.iter();
            line.retain(|_| *column.next().expect("as long as the first"));
        }
        self
    }

    pub(crate) fn line<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.lines.push(cells.into_iter().map(Into::into).collect());
    }
}

/// Padded, so that it can be read as it stands.
impl fmt::Display for Markdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.lines.first().map_or(0, Vec::len);
        let width = |column| self.lines.iter().filter_map(|line| line.get(column)).map(String::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, line) in self.lines.iter().enumerate() {
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                if column == 0 { write!(f, "| {cell:<width$} ")? } else { write!(f, "| {cell:>width$} ")? }
            }
            writeln!(f, "|")?;
            if number == 0 {
                write!(f, "|---")?;
                (1..columns).try_for_each(|_| write!(f, "|--:"))?;
                writeln!(f, "|")?;
            }
        }
        Ok(())
    }
}

/// What stands where nothing was measured.
const NOTHING: &str = "-";

/// Three digits, or more if they stand before the point.
pub(crate) fn figure(value: Option<f64>) -> String {
    match value {
        None => NOTHING.into(),
        Some(value) if value < 0.0005 => "0".into(),
        Some(value) if value < 1.0 => format!("{value:.3}"),
        Some(value) if value < 10.0 => format!("{value:.2}"),
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}

//! Events for people: the event notation, indented.

use std::io::{self, Write};

use resp_core::Event;

/// The deepest indentation, in levels: what is deeper is unreadable anyhow, and a few bytes of input would become
/// kilobytes of blanks.
const DEEPEST: usize = 64;

/// Writes one line, two spaces in for each of the `depth` aggregates around the event.
pub(crate) fn write(out: &mut impl Write, depth: usize, event: &Event<&[u8]>) -> io::Result<()> {
    for _ in 0..depth.min(DEEPEST) {
        out.write_all(b"  ")?;
    }
    writeln!(out, "{event}")
}

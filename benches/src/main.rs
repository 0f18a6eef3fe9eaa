//! The runner. `benches/rivals` is the same with other parsers beside ours.

use std::process::ExitCode;

fn main() -> ExitCode {
    benches::run(&[], &[], &[])
}

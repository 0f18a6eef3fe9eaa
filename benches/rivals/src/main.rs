//! The runner of `benches`, with the rivals' rows and clients beside ours.

use std::process::ExitCode;

fn main() -> ExitCode {
    benches::run(rivals::ROWS, rivals::CLIENTS, rivals::ENCODERS)
}

//! `resp`: looks into RESP2 and RESP3 streams (Redis, Valkey) from the command line.
//!
//! The way of a byte: [`input`] takes it from a file in blocks, the library's `Reader` makes events of it, [`events`]
//! moves these to standard output as [`text`] or [`json`], and [`report`] tells people about a stream that is broken.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod args;
mod events;
mod input;
mod json;
mod report;
mod text;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    match Args::parse().command {
        Command::Events(args) => events::run(&args),
    }
}

//! The runner's commands.

use core::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::encode::Encoder;
use crate::instructions::Instructions;
use crate::loopback::Client;
use crate::ours::ROWS;
use crate::record;
use crate::row::{Input, Row};
use crate::selection::Selection;
use crate::table::{READS, Timed};
use crate::workload::Workload;
use crate::{allocations, encode, fragments, instructions, seeds};

/// Measures ways through RESP streams, and prints tables in Markdown. Names are those of rows and workloads, to measure
/// these alone.
#[derive(Debug, Parser)]
#[command(name = "benches", max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Times, and how they compare
    Table {
        names: Vec<String>,
        #[command(flatten)]
        effort: Effort,
    },
    /// Instructions per node, counted by valgrind
    Instructions {
        names: Vec<String>,
        /// Print a line for each figure instead of a table
        #[arg(long)]
        lines: bool,
    },
    /// Allocations per unit
    Allocations { names: Vec<String> },
    /// Times per byte in small reads
    Fragments {
        names: Vec<String>,
        #[command(flatten)]
        effort: Effort,
    },
    /// The yardsticks that the project grew out of
    Seeds {
        #[command(flatten)]
        effort: Effort,
    },
    /// What writing requests costs
    Encode {
        #[command(flatten)]
        effort: Effort,
    },
    /// The names of all rows and workloads
    Names,
    /// Writes all tables and a plot to a directory
    Record {
        #[arg(default_value = "benches/record")]
        directory: std::path::PathBuf,
        #[command(flatten)]
        effort: Effort,
    },
    /// Passes through a stream so many times, for a profiler
    #[command(hide = true)]
    Pass { row: String, workload: String, passes: u32 },
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Effort {
    /// How often each row has its turn
    #[arg(long, default_value_t = 11)]
    pub(crate) rounds: usize,
    /// How long the streams are, in bytes; aof1m has its million commands all the same
    #[arg(long, default_value_t = 1 << 20)]
    pub(crate) bytes: usize,
}

/// Does what the program's arguments say, with these rows, clients and encoders beside our own.
///
/// It fails if a name is unknown, a program that is needed is missing, or a file cannot be written.
///
/// # Panics
///
/// If a row does not find what is in a stream.
#[must_use]
pub fn run(rivals: &'static [Row], clients: &[Client], encoders: &[Encoder]) -> ExitCode {
    match carry_out(Arguments::parse().command, rivals, clients, encoders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(
    command: Command,
    rivals: &'static [Row],
    clients: &[Client],
    encoders: &[Encoder],
) -> Result<(), Box<dyn Error>> {
    let selection = |names: &[String]| Selection::new(names, rivals);
    match command {
        Command::Table { names, effort } => {
            print!("{}", Timed::new(selection(&names)?, effort.bytes, effort.rounds).to_markdown());
        }
        Command::Instructions { names, lines } => {
            let counted = Instructions::new(&selection(&names)?)?;
            print!("{}", if lines { counted.to_lines() } else { counted.to_markdown() });
        }
        Command::Allocations { names } => print!("{}", allocations::to_markdown(&selection(&names)?)),
        Command::Fragments { names, effort } => {
            print!("{}", fragments::to_markdown(&selection(&names)?, effort.rounds));
        }
        Command::Seeds { effort } => print!("{}", seeds::to_markdown(clients, effort.rounds)?),
        Command::Encode { effort } => print!("{}", encode::to_markdown(encoders, effort.rounds)),
        Command::Names => names(rivals),
        Command::Record { directory, effort } => {
            record::write(&directory, &selection(&[])?, clients, encoders, effort)?;
        }
        Command::Pass { row, workload, passes } => pass(rivals, &row, &workload, passes)?,
    }
    Ok(())
}

fn names(rivals: &[Row]) {
    for row in ROWS.iter().chain(rivals) {
        let input = match row.input {
            Input::Whole => "takes the whole stream at once",
            Input::Reads => "takes reads",
            Input::Reparsed => "takes reads, and starts each reply again",
        };
        println!("{:20} {input}", row.name);
    }
    for (name, description) in Workload::kinds() {
        println!("{name:20} {description}");
    }
}

fn pass(rivals: &[Row], row: &str, workload: &str, passes: u32) -> Result<(), Box<dyn Error>> {
    let row = ROWS.iter().chain(rivals).find(|known| known.name == row).ok_or("no such row")?;
    let workload = Workload::new(workload, instructions::BYTES).ok_or("no such workload")?;
    for _ in 0..passes {
        core::hint::black_box(row.pass(core::hint::black_box(&workload.stream), READS));
    }
    Ok(())
}

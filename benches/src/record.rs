//! The command `record`: all tables and a plot, in files that say where they come from.

use core::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::Effort;
use crate::encode::Encoder;
use crate::instructions::Instructions;
use crate::loopback::Client;
use crate::plot;
use crate::selection::Selection;
use crate::table::Timed;
use crate::{allocations, encode, fragments, seeds};

/// Writes `<date>-<processor>.md` and `.svg`.
pub(crate) fn write(
    directory: &Path,
    selection: &Selection,
    clients: &[Client],
    encoders: &[Encoder],
    effort: Effort,
) -> Result<(), Box<dyn Error>> {
    let date = said("date", &["-u", "+%F"])?;
    let processor = processor();
    let stem = format!("{date}-{}", slug(&processor));
    let origin = origin(&processor)?;
    let timed = Timed::new(selection.clone(), effort.bytes, effort.rounds);
    let mut out = format!("# {date}, {processor}\n\n{origin}\n");
    out += &format!("![Time as a multiple of our reader's]({stem}.svg)\n\n");
    out += &timed.to_markdown();
    out += &Instructions::new(selection)?.to_markdown();
    out += &allocations::to_markdown(selection);
    out += &fragments::to_markdown(selection, effort.rounds);
    out += &encode::to_markdown(encoders, effort.rounds);
    out += &seeds::to_markdown(clients, effort.rounds)?;
    fs::create_dir_all(directory)?;
    fs::write(directory.join(&stem).with_extension("svg"), plot::svg(&timed))?;
    let path = directory.join(&stem).with_extension("md");
    fs::write(&path, out)?;
    println!("{}", path.display());
    Ok(())
}

fn origin(processor: &str) -> Result<String, Box<dyn Error>> {
    let commit = said("git", &["describe", "--always", "--dirty"])?;
    let threads = std::thread::available_parallelism()?;
    Ok(format!(
        "Commit {commit}, {}, {processor} with {threads} threads, shared with others. What rows and workloads are \
         called stands in [the README](../README.md).\n",
        said("rustc", &["--version"])?
    ))
}

fn said(program: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8(output.stdout)?.trim().to_string())
}

/// Where Linux says what it runs on; elsewhere the architecture must do.
fn processor() -> String {
    let known = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    name.map_or(std::env::consts::ARCH, |(_, name)| name).to_string()
}

fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

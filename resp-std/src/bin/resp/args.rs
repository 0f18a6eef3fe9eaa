//! The command line: [`Args`].

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand};
use resp_core::Options;
use resp_std::ReaderOptions;

/// The most that `--max-depth` may ask for: the parser has so many levels.
const MAX_DEPTH: u16 = 16384;
pub(crate) const LEVELS: usize = MAX_DEPTH as usize;

const EXAMPLES: &str = "\
Examples:
  resp events --sample                          every RESP type, from a built-in stream
  resp events capture.resp                      a file, as text indented by depth
  resp events --json capture.resp | jq .type    one JSON object a line, for other programs
  printf '*2\\r\\n:1\\r\\n$-1\\r\\n' | resp events    standard input
  printf 'HELLO 3\\r\\nQUIT\\r\\n' | nc localhost 6379 | resp events
                                                what a server answers";

const EXIT_STATUS: &str = "\
Exit status:
  0  the stream ended between frames, or whoever read the output left
  1  the stream is not RESP, or passes a limit
  2  wrong usage, or reading or writing failed
  3  the stream ended inside a frame";

/// Look into streams of RESP2 and RESP3, the protocol of Redis and Valkey.
#[derive(Debug, Parser)]
#[command(name = "resp", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Events(EventsArgs),
}

/// Print the events of a stream, one a line: every scalar, text, and begin and end of an aggregate.
///
/// Memory is constant, however long the stream. A broken stream is reported on standard error, with the bytes around
/// the offending one.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub(crate) struct EventsArgs {
    /// The stream to read; `-` or nothing is standard input
    pub(crate) file: Option<PathBuf>,

    /// Read a built-in stream that holds every RESP type
    #[arg(long, conflicts_with = "file")]
    pub(crate) sample: bool,

    /// Print one JSON object for each event, and one for an error
    ///
    /// "type" is the kind of event, "depth" the number of aggregates open around it. Texts have "part",
    /// "len" (of this part), "data" with every byte as one of the characters U+0000 to U+00FF, and "format" if they are
    /// verbatim. Scalars have "value" (a double's is its text). Begin, end and null have "kind"; begin and end "len",
    /// null if the aggregate is streamed and at every end. The last event of a frame has "frame". An error is the last
    /// object, with "kind", "offset" and "byte".
    ///
    /// Integers are written in full, up to 64 bits; some programs read JSON numbers as doubles and round them. "data"
    /// is not UTF-8, so that any bytes survive: each character is one byte (ISO 8859-1). The output is ASCII.
    #[arg(long)]
    pub(crate) json: bool,

    /// Print what the reader did on standard error at the end
    ///
    /// How many bytes came in how many reads, how many events and frames they held, and the bytes of the largest frame;
    /// how often the buffer moved its bytes to its front (and how many in all), and how often it had to grow.
    #[arg(long)]
    pub(crate) stats: bool,

    /// Hand at most N bytes at a time to the parser [default: as many as fit its buffer]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    read_size: Option<usize>,

    /// Texts of up to N bytes come whole, longer ones in parts as they arrive
    #[arg(long, value_name = "N", default_value_t = 16 << 10)]
    whole: u64,

    /// The most aggregates open at once, at most 16384
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u16).range(..=i64::from(MAX_DEPTH)))]
    max_depth: u16,

    /// The longest text, in bytes
    #[arg(long, value_name = "N", default_value_t = 512 << 20)]
    max_text: u64,

    /// The largest count that an aggregate may declare (pairs for maps and attributes), at most 2^55 - 1
    #[arg(long, value_name = "N", default_value_t = u64::from(u32::MAX))]
    max_count: u64,

    /// The most elements in one frame, over all its levels, at most 2^55 - 1
    #[arg(long, value_name = "N", default_value_t = u64::from(u32::MAX))]
    max_elements: u64,

    /// The longest frame, in bytes [default: no limit]
    #[arg(long, value_name = "N")]
    max_frame: Option<u64>,

    /// The longest header (a length, count, integer, double, boolean or null), in bytes between type byte and CR LF
    #[arg(long, value_name = "N", default_value_t = 512)]
    max_header: u64,
}

impl EventsArgs {
    pub(crate) fn reader_options(&self) -> ReaderOptions {
        let parser = Options::new()
            .whole(usize::try_from(self.whole).unwrap_or(usize::MAX))
            .max_depth(u64::from(self.max_depth))
            .max_text(self.max_text)
            .max_count(self.max_count)
            .max_elements(self.max_elements)
            .max_frame(self.max_frame.unwrap_or(u64::MAX))
            .max_header(self.max_header);
        let options = ReaderOptions::new().parser(parser);
        match self.read_size {
            Some(bytes) => options.read_size(bytes),
            None => options,
        }
    }
}

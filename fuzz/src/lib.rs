//! What the fuzz targets do with an input: every way through the parser must say what the obvious parser says.
//!
//! The obvious parser (the oracle) and the ways are those of `resp-core`'s own tests. A target panics where they differ.

use std::{env, fs, io};

use support::oracle::oracle;
use support::paths::{drive, event_turns, frame_turns};
use support::settings::Settings;
use support::trial::{Trial, compare};

// Part of it is for the tests alone.
#[allow(dead_code, unreachable_pub)]
#[path = "../../resp-core/tests/support"]
mod support {
    mod cuts;
    pub mod oracle;
    pub mod paths;
    pub mod recorder;
    pub mod settings;
    pub mod trial;
    pub mod verdict;
}

const DEPTH: usize = 32;

/// The stream in one read and with the default options: every way to its events.
pub fn events(stream: &[u8]) {
    let settings = Settings::default();
    let verdict = oracle(stream, &settings, DEPTH);
    for (_, turn) in event_turns::<DEPTH>() {
        compare(&drive(stream, &settings, &[], turn), &verdict);
    }
}

/// Skips the stream's frames, in one read and byte by byte.
pub fn skip(stream: &[u8]) {
    let settings = Settings::default();
    let frames = oracle(stream, &settings, DEPTH).frames();
    let [(_, skip), (_, finish)] = frame_turns::<DEPTH>();
    let every_byte: Vec<usize> = (1..stream.len()).collect();
    for cuts in [&[], every_byte.as_slice()] {
        compare(&drive(stream, &settings, cuts, skip), &frames);
        compare(&drive(stream, &settings, cuts, finish), &frames.clone().without_kinds());
    }
}

/// The first [`PLAN`] bytes choose limits, switches and the sizes of reads; the rest is the stream. Every way.
pub fn chunks(input: &[u8]) {
    let Some((plan, stream)) = input.split_first_chunk::<PLAN>() else { return };
    let [switches, whole, depth, header, text, count, elements, frame, reads @ ..] = *plan;
    let settings = settings(switches, whole, [depth, header, text, count, elements, frame]);
    let trial = Trial::<DEPTH>::new(stream, settings);
    trial.run_cut(&cuts(reads, stream.len()));
    trial.run_smallest_buffer();
}

/// Bytes in front of the stream in an input of [`chunks`]: switches, `whole`, six limits, four sizes of reads.
pub const PLAN: usize = 12;

/// One bit for each switch. A limit of 0 leaves the default, anything else sets a limit one lower.
fn settings(switches: u8, whole: u8, limits: [u8; 6]) -> Settings {
    let default = Settings::default();
    let on = |bit: u8| switches & (1 << bit) != 0;
    let or = |limit: u8, default: u64| limit.checked_sub(1).map_or(default, u64::from);
    let [depth, header, text, count, elements, frame] = limits;
    Settings {
        whole: usize::from(whole),
        max_depth: depth.checked_sub(1).map_or(default.max_depth, u64::from),
        max_header: or(header, default.max_header),
        max_text: or(text, default.max_text),
        max_count: or(count, default.max_count),
        max_elements: or(elements, default.max_elements),
        max_frame: or(frame, default.max_frame),
        resp2_only: on(0),
        strict_pushes: on(1),
        strict_integers: on(2),
        lenient_lengths: on(3),
        lenient_big_numbers: on(4),
    }
}

/// The ends of reads whose sizes, one less each, are `reads`, over and over.
fn cuts(reads: [u8; 4], len: usize) -> Vec<usize> {
    let ends = reads.iter().cycle().scan(0, |end, &size| {
        *end += usize::from(size) + 1;
        Some(*end)
    });
    ends.take_while(|&end| end < len).collect()
}

/// Hands each file named on the command line to a target: how an input that a fuzzer found is seen again.
///
/// # Errors
///
/// A file that cannot be read.
pub fn replay(target: fn(&[u8])) -> io::Result<()> {
    for file in env::args_os().skip(1) {
        println!("{}", file.display());
        target(&fs::read(file)?);
    }
    Ok(())
}

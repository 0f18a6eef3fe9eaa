//! Every committed seed through every target, on stable Rust.

use std::fs;
use std::path::Path;

use resp_fuzz::{PLAN, chunks, events, skip};

/// What the bytes mean is said at [`PLAN`]: each plan turns on what the others leave off.
const PLANS: [[u8; PLAN]; 6] = [
    // By default: whole, then byte by byte with nothing held, then in reads of uneven size.
    [0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 5, 0, 0, 0, 0, 0, 0, 2, 0, 6, 1],
    // Strict, lenient, and with limits that most seeds meet.
    [0b0_0110, 2, 0, 0, 0, 0, 0, 0, 1, 4, 0, 9],
    [0b1_1001, 2, 0, 0, 0, 0, 0, 0, 3, 1, 7, 0],
    [0, 3, 3, 4, 5, 3, 6, 40, 0, 0, 2, 1],
];

fn seeds() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let files = fs::read_dir(folder).expect("the folder of seeds");
    let seeds: Vec<_> = files
        .map(|file| file.expect("a file").path())
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a seed")))
        .collect();
    assert!(!seeds.is_empty());
    seeds
}

/// Through one target; the name of a seed that fails is the last one printed.
fn each(target: impl Fn(&[u8])) {
    for (name, seed) in seeds() {
        println!("{name}");
        target(&seed);
    }
}

#[test]
fn seeds_through_events() {
    each(events);
}

#[test]
fn seeds_through_skip() {
    each(skip);
}

#[test]
fn seeds_through_chunks_by_every_plan() {
    each(|seed| PLANS.iter().for_each(|plan| chunks(&[plan, seed].concat())));
}

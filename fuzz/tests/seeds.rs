//! Every committed seed through every target, on stable Rust.

use std::fs;
use std::path::Path;

use resp_fuzz::{BLOCK, OPTIONS, PLAN, READS, STEPS};

/// Options, reads and steps: each plan turns on what the others leave off.
const PLANS: [[[u8; BLOCK]; 3]; 6] = [
    // By default: in one read, then byte by byte with nothing held, then in reads of uneven size.
    [[0, 255, 0, 0, 0, 0, 0, 0], [255; 8], [0; 8]],
    [[0; 8], [0; 8], [0, 1, 1, 1, 5, 0, 2, 6]],
    [[0, 5, 0, 0, 0, 0, 0, 0], [2, 0, 6, 1, 240, 3, 244, 252], [16, 0, 9, 7, 2, 10, 3, 1]],
    // Strict, lenient, and with limits that most seeds meet.
    [[0b0_0110, 2, 0, 0, 0, 0, 0, 0], [1, 4, 0, 9, 251, 250, 249, 30], [0, 0, 0, 3, 0, 4, 7, 2]],
    [[0b1_1001, 2, 0, 0, 0, 0, 0, 0], [3, 1, 7, 0, 3, 1, 7, 0], [255, 255, 255, 0, 3, 3, 0, 2]],
    [[0, 3, 3, 4, 5, 3, 6, 40], [0, 0, 2, 1, 5, 252, 252, 1], [2, 0, 0, 0, 1, 2, 11, 0]],
];

/// Through one target, as it is and, if it is a stream, by every plan; the name of a seed that fails is printed last.
fn each(target: fn(&[u8])) {
    for (name, seed) in seeds() {
        println!("{name}");
        target(&seed);
        if name.ends_with(".resp") {
            for [options, reads, steps] in PLANS {
                target(&[&[PLAN | OPTIONS | READS | STEPS][..], &options, &reads, &steps, &seed].concat());
            }
        }
    }
}

/// `NAME.resp` is a stream, `NAME.plan` has a plan in front.
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

#[test]
fn the_names_of_seeds_say_whether_there_is_a_plan_in_front() {
    for (name, seed) in seeds() {
        let has_plan = seed.first().is_some_and(|&byte| byte >= PLAN);
        assert!(name.ends_with(if has_plan { ".plan" } else { ".resp" }), "{name}");
    }
}

macro_rules! seeds_through {
    ($($target:ident)+) => {
        mod seeds_through {
            $(
                #[test]
                fn $target() {
                    super::each(resp_fuzz::$target);
                }
            )+
        }

        #[test]
        fn no_target_is_missing() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets");
            let files = fs::read_dir(folder).expect("the folder of targets");
            let mut targets: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
            targets.sort_unstable();
            assert_eq!(targets, [$(concat!(stringify!($target), ".rs")),+]);
        }
    };
}

seeds_through! { chunks differential events oracle reader requests roundtrip skip tape }

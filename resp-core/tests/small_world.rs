//! The small world: *every* string of a few bytes over the bytes that mean something to the parser, by every way, byte
//! by byte and at once, against the oracle; from the start of a stream, and from where a few more bytes lead. What is
//! behind that is sampled.
//!
//! The strings of up to six bytes take minutes, and only optimised: they are ignored unless they are asked for, as
//! `.ci/test` does. There is a test for each first byte. The other tests say the same of shorter strings.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

mod support;

use support::settings::Settings;
use support::tree::{ALPHABET, Node, strings};

/// Enough levels for six bytes, few enough for longer strings to meet their end.
const DEPTH: usize = 3;

fn in_parts() -> Settings {
    Settings { whole: 0, ..Settings::default() }
}

/// All strings of up to `len` bytes behind `start`.
fn every_string(settings: &Settings, start: &[u8], len: usize) {
    assert_eq!(Node::<DEPTH>::new(settings, start).walk(len), strings(len), "strings behind {}", start.escape_ascii());
}

#[test]
fn up_to_three_bytes() {
    every_string(&Settings::default(), b"", 3);
}

#[test]
fn up_to_three_bytes_in_parts() {
    every_string(&in_parts(), b"", 3);
}

/// For each first byte a test, and one that none is missing.
macro_rules! up_to_six_bytes {
    ($module:ident, $settings:expr, $($name:ident $byte:literal)+) => {
        mod $module {
            $(
                #[test]
                #[ignore = "up to a minute, optimised"]
                fn $name() {
                    super::every_string(&$settings, &[$byte], 5);
                }
            )+

            #[test]
            fn no_first_byte_is_missing() {
                assert_eq!([$($byte),+], super::ALPHABET);
            }
        }
    };
    ($module:ident, $settings:expr) => {
        up_to_six_bytes! { $module, $settings,
            plus b'+' minus b'-' colon b':' dollar b'$' asterisk b'*' underscore b'_' comma b',' hash b'#'
            parenthesis b'(' exclamation_mark b'!' equals b'=' percent b'%' tilde b'~' bar b'|' greater b'>'
            semicolon b';' point b'.' cr b'\r' lf b'\n' question_mark b'?' zero b'0' one b'1' two b'2' letter b't'
        }
    };
}

up_to_six_bytes!(up_to_six_bytes, super::Settings::default());
up_to_six_bytes!(up_to_six_bytes_in_parts, super::in_parts());

/// Places that a string of six bytes does not reach, or has no byte left at.
const PLACES: [&[u8]; 42] = [
    b"*2\r\n",
    b"*1\r\n*1\r\n",
    b"*1\r\n*1\r\n*1\r\n",
    b"*?\r\n",
    b"*?\r\n*?\r\n",
    b"*?\r\n*1\r\n:1\r\n",
    b"%1\r\n",
    b"%1\r\n:1\r\n",
    b"%?\r\n",
    b"%?\r\n:1\r\n",
    b"%?\r\n|0\r\n",
    b"~1\r\n",
    b"~?\r\n|0\r\n",
    b"|1\r\n",
    b"|1\r\n:1\r\n",
    b"|0\r\n",
    b"|1\r\n>1\r\n",
    b"*1\r\n|0\r\n",
    b"*1\r\n|1\r\n",
    b">1\r\n",
    b">2\r\n*1\r\n",
    b"*1\r\n>1\r\n",
    b"*?\r\n>1\r\n:1\r\n",
    b"*1\r\n>1\r\n|0\r\n",
    b"$2\r\n",
    b"$12\r\n0123456789",
    b"!1\r\n",
    b"=5\r\n",
    b"=5\r\nttt",
    b"=4\r\nttt:",
    b"$?\r\n",
    b"$?\r\n;2\r\n",
    b"$?\r\n;1\r\nt",
    b"$?\r\n;2\r\ntt\r\n",
    b"$?\r\n;1\r\nt\r\n;0",
    b"*?\r\n$?\r\n;1\r\nt\r\n",
    b":922337203685477580",
    b":-922337203685477580",
    b"$1844674407370955161",
    b",1.",
    b",nan",
    b"(-1",
];

#[test]
fn up_to_two_bytes_at_other_places() {
    PLACES.iter().for_each(|place| every_string(&Settings::default(), place, 2));
}

#[test]
#[ignore = "half a minute, optimised"]
fn up_to_four_bytes_at_other_places() {
    PLACES.iter().for_each(|place| every_string(&Settings::default(), place, 4));
}

#[test]
#[ignore = "half a minute, optimised"]
fn up_to_four_bytes_at_other_places_in_parts() {
    PLACES.iter().for_each(|place| every_string(&in_parts(), place, 4));
}

/// Every switch alone and with all others, and limits that so few bytes can pass.
fn other_settings() -> Vec<Settings> {
    let default = Settings::default();
    let mut all = vec![
        Settings { resp2_only: true, ..default },
        Settings { strict_pushes: true, ..default },
        Settings { strict_integers: true, ..default },
        Settings { lenient_lengths: true, ..default },
        Settings { lenient_big_numbers: true, ..default },
        Settings {
            resp2_only: true,
            strict_pushes: true,
            strict_integers: true,
            lenient_lengths: true,
            lenient_big_numbers: true,
            ..default
        },
    ];
    for limit in 0..3 {
        all.push(Settings { max_depth: limit, ..default });
        all.push(Settings { max_header: limit, ..default });
        all.push(Settings { max_text: limit, ..in_parts() });
        all.push(Settings { max_text: limit, whole: 1, ..default });
        all.push(Settings { max_count: limit, ..default });
        all.push(Settings { max_elements: limit, ..default });
    }
    all.extend((0..12).map(|max_frame| Settings { max_frame, ..default }));
    all
}

#[test]
fn up_to_two_bytes_with_other_settings() {
    other_settings().iter().for_each(|settings| every_string(settings, b"", 2));
}

#[test]
#[ignore = "half a minute, optimised"]
fn up_to_five_bytes_with_other_switches() {
    other_settings()[..6].iter().for_each(|settings| every_string(settings, b"", 5));
}

#[test]
#[ignore = "half a minute, optimised"]
fn up_to_four_bytes_with_other_limits() {
    other_settings()[6..].iter().for_each(|settings| every_string(settings, b"", 4));
}

#[test]
fn random_strings_of_up_to_40_bytes() {
    sample(100);
}

#[test]
#[ignore = "half a minute, optimised"]
fn many_random_strings_of_up_to_40_bytes() {
    sample(100_000);
}

/// Random strings that are wrong late or not at all. Always the same, unless `SMALL_WORLD_SEED` names another seed.
fn sample(strings: u32) {
    let seed = std::env::var("SMALL_WORLD_SEED").map_or(2, |seed| seed.parse().expect("a number"));
    println!("SMALL_WORLD_SEED={seed}");
    let mut random = Random(seed);
    let settings = [vec![Settings::default(), in_parts()], other_settings()].concat();
    for _ in 0..strings {
        random_string(&settings[random.below(settings.len())], &mut random);
    }
}

fn random_string(settings: &Settings, random: &mut Random) {
    let mut node = Node::<DEPTH>::new(settings, b"");
    for _ in 0..7 + random.below(34) {
        let tries: [u8; 40] = core::array::from_fn(|_| random.byte());
        // A string without a byte that is allowed ends here.
        let byte = tries.into_iter().find(|&byte| node.allows(byte)).unwrap_or(tries[0]);
        node = node.child(byte);
        if node.is_faulty() {
            break;
        }
    }
    node.at_once();
}

/// A linear congruential generator, of which the upper half is random enough.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Line ends more often than the rest, or there would be few lines.
    fn byte(&mut self) -> u8 {
        let line_ends = 8;
        match self.below(ALPHABET.len() + line_ends) {
            index if index < ALPHABET.len() => ALPHABET[index],
            index if index % 2 == 0 => b'\r',
            _ => b'\n',
        }
    }
}

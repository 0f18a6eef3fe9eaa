//! Numbers, lines and bodies of every width around the sizes that are read at once, with each byte of them spoilt, by
//! every way against the oracle.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[macro_use]
mod support;

use support::settings::{MAX_COUNT, Settings};
use support::trial::Trial;

/// So much behind a node that nothing in it is near the end of the read.
const BEHIND: &[u8] = b":123456789\r\n$12\r\nhello, world\r\n";

/// Whole, with more behind it and without, and byte by byte.
fn try_stream(stream: &[u8], settings: Settings) {
    Trial::<4>::new(&[stream, BEHIND].concat(), settings).run_cut(&[]);
    let trial = Trial::<4>::new(stream, settings);
    trial.run_cut(&[]);
    trial.run_cut(&(1..stream.len()).collect::<Vec<_>>());
}

/// Each byte of `line` from the second on replaced by each of `by`.
fn spoil<'a>(line: &'a [u8], by: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
    (1..line.len()).flat_map(move |at| {
        by.iter().map(move |&byte| {
            let mut line = line.to_vec();
            line[at] = byte;
            line
        })
    })
}

#[test]
fn numbers_of_every_width() {
    let lifted = Settings { max_count: MAX_COUNT, max_elements: MAX_COUNT, max_text: u64::MAX, ..Settings::default() };
    for kind in [":", ":-", ":+", "(", "(-", ",", ",-", ",1.", ",1e", ",1.5e-", "*", "%", "~", ">", "|", "$", "!", "="]
    {
        for width in 1..=22 {
            for digits in ["0".repeat(width), "9".repeat(width), format!("1{}", "0".repeat(width - 1))] {
                let line = format!("{kind}{digits}\r\n");
                try_stream(line.as_bytes(), Settings::default());
                try_stream(line.as_bytes(), lifted);
            }
        }
    }
    for width in 18..=20 {
        for last in ["5", "6", "7", "8", "9"] {
            for sign in ["", "-", "+"] {
                let digits = &"92233720368547758079"[..width - 1];
                try_stream(format!(":{sign}{digits}{last}\r\n").as_bytes(), Settings::default());
            }
        }
    }
}

#[test]
fn headers_around_their_limit() {
    for kind in [":", ":-", ",", ",1.", ",1e-", "$", "*"] {
        for width in 28..=43 {
            for max_header in [31, 32, 33, 40] {
                let settings = Settings { max_header, lenient_lengths: true, ..Settings::default() };
                try_stream(format!("{kind}{}1\r\n", "0".repeat(width - 1)).as_bytes(), settings);
            }
        }
    }
}

/// The neighbours of the digits, digits with their high bit set, and what has a meaning in some number.
#[test]
fn numbers_with_one_byte_spoilt() {
    for kind in [":", ":-", "(", ",", ",1.", ",1e+", "*", "$", "="] {
        for width in [1, 2, 3, 4, 7, 8, 9, 12, 16, 17, 18] {
            let line = format!("{kind}{}\r\n", &"123456789012345678"[..width]);
            for spoilt in spoil(line.as_bytes(), b"/:\xb1\0\r\n.e-") {
                try_stream(&spoilt, Settings::default());
            }
        }
    }
}

#[test]
fn lines_with_one_byte_spoilt() {
    // Bytes that differ from CR and LF in one bit, or by one. Below 0x0e nothing is looked at word by word, so one line
    // has such bytes from the start, and in the other the spoilt one is the first.
    for fill in [b"\x8d\x8a\x0c\x0b\x0e\x09\x0f\x4d\x0c\x8d", b"\x8d\x8a\x0e\x4d\x0f\xff\x2d\x1d\x1a\x80"] {
        for kind in [&b"+"[..], b"-"] {
            for width in (0..=42).chain([63, 64, 65]) {
                let line = [kind, &fill.repeat(7)[..width], b"\r\n"].concat();
                try_stream(&line, Settings::default());
                for spoilt in spoil(&line, b"\r\n\0") {
                    try_stream(&spoilt, Settings::default());
                }
            }
        }
    }
}

/// The word behind a body holds the next header, which is read by masks of its own.
#[test]
fn headers_behind_a_bulk_string_with_one_byte_spoilt() {
    for header in [&b"$8\r\n"[..], b"$12\r\n", b"$123\r\n"] {
        for spoilt in spoil(header, b"/:\xb1\0\r\n0-") {
            // Full of line ends, at the even places or at the odd ones: whatever length is read, one may stand behind.
            for start in ["", "x"] {
                let body = [start, &"\r\n".repeat(500)].concat();
                let stream = [b"$1\r\na\r\n", &spoilt[..], body.as_bytes()].concat();
                Trial::<4>::new(&stream, Settings::default()).run_cut(&[]);
            }
        }
    }
}

#[test]
fn bodies_of_every_width() {
    let widths = (0..=20_usize).chain(97..=102).chain(997..=1002).chain([9_999, 10_000]);
    for width in widths {
        for kind in ["$", "!", "="] {
            for len in [width.saturating_sub(1), width, width + 1] {
                // Full of line ends, at the even places or at the odd ones: wherever a body is cut off, one may stand.
                for start in ["txt:", "txt:x"] {
                    let text = [start, &"\r\n".repeat(len / 2 + 1)].concat();
                    let body = &text.as_bytes()[..len];
                    let header = format!("{kind}{width}\r\n");
                    // In front of it and behind it others, so that one run takes several.
                    let stream = [b"$1\r\na\r\n", header.as_bytes(), body, b"\r\n", b"$2\r\nbc\r\n"].concat();
                    try_body(&stream, 7 + header.len() + width);
                }
            }
        }
    }
}

fn try_body(stream: &[u8], end: usize) {
    for whole in [0, 512] {
        let settings = Settings { whole, ..Settings::default() };
        Trial::<4>::new(&[stream, BEHIND].concat(), settings).run_cut(&[]);
        Trial::<4>::new(stream, settings).run(&[vec![], vec![end], vec![stream.len() - 9]]);
    }
}

#[test]
fn trailers_with_one_byte_spoilt() {
    for width in [0, 1, 5, 9, 10, 99, 100, 999, 1000] {
        for kind in ["$", "!"] {
            let whole = format!("*2\r\n{kind}{width}\r\n{}\r\n$1\r\na\r\n", "b".repeat(width));
            let end = whole.len() - 9;
            for (at, byte) in [(end, b'\n'), (end, b'x'), (end + 1, b'\r'), (end + 1, b'x')] {
                let mut stream = whole.clone().into_bytes();
                stream[at] = byte;
                Trial::<4>::new(&[&stream[..], BEHIND].concat(), Settings::default()).run_cut(&[]);
                Trial::<4>::new(&stream, Settings::default()).run(&[vec![], vec![at], vec![at + 1]]);
            }
        }
    }
}

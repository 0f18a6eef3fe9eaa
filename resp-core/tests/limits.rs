//! Every small value of every limit, and every switch, around streams of all types, by every way against the oracle.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[macro_use]
mod support;

use support::settings::Settings;
use support::trial::Trial;

const DEPTH: usize = 8;

/// Streams that hold something for each limit to count.
#[rustfmt::skip] // As many in a line as fit.
const STREAMS: [&[u8]; 26] = [
    b"+line\r\n-error\r\n(-12345\r\n", b":123456\r\n,-1.5e3\r\n#t\r\n_\r\n*-1\r\n$-1\r\n",
    b"$5\r\nhello\r\n!5\r\nerror\r\n=9\r\ntxt:hello\r\n", b"$12\r\nhello, world\r\n",
    b"$?\r\n;0\r\n", b"$?\r\n;1\r\na\r\n;0\r\n", b"$?\r\n;4\r\nabcd\r\n;3\r\nefg\r\n;10\r\n0123456789\r\n;0\r\n",
    b"*0\r\n*3\r\n:1\r\n+a\r\n$1\r\nb\r\n", b"%0\r\n%2\r\n:1\r\n:2\r\n:3\r\n:4\r\n", b"~0\r\n~2\r\n:1\r\n:1\r\n", b">1\r\n+p\r\n>2\r\n:1\r\n:2\r\n",
    b"|0\r\n|2\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n", b"|1\r\n|1\r\n+a\r\n:1\r\n+b\r\n:2\r\n*1\r\n|0\r\n:3\r\n",
    b"*2\r\n>1\r\n+p\r\n:1\r\n>2\r\n+q\r\n:9\r\n:2\r\n", b"|1\r\n>1\r\n+p\r\n:1\r\n:2\r\n>1\r\n+q\r\n", b"*1\r\n|0\r\n>1\r\n+p\r\n|0\r\n:1\r\n",
    b"*?\r\n.\r\n*?\r\n:1\r\n+a\r\n$1\r\nb\r\n.\r\n", b"%?\r\n.\r\n%?\r\n:1\r\n:2\r\n:3\r\n:4\r\n.\r\n", b"~?\r\n#t\r\n_\r\n$-1\r\n*-1\r\n,1\r\n(1\r\n.\r\n",
    b"*?\r\n*2\r\n:1\r\n:2\r\n*?\r\n:3\r\n.\r\n.\r\n", b"*?\r\n|1\r\n+a\r\n:1\r\n:2\r\n>1\r\n+p\r\n%1\r\n:3\r\n:4\r\n.\r\n", b"*?\r\n$?\r\n;1\r\na\r\n;0\r\n=4\r\ntxt:\r\n!0\r\n\r\n.\r\n",
    b"*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", b"%1\r\n~1\r\n*?\r\n%?\r\n.\r\n.\r\n*1\r\n|0\r\n*0\r\n", b"*2\r\n*2\r\n:1\r\n:2\r\n*1\r\n:3\r\n*1\r\n:4\r\n",
    b":007\r\n:-0\r\n:+1\r\n$01\r\na\r\n*00\r\n(x\r\n",
];

/// With more behind it and without, whole, byte by byte, and in reads of three bytes.
fn try_stream(stream: &[u8], settings: Settings) {
    Trial::<DEPTH>::new(&[stream, b"$12\r\nhello, world\r\n"].concat(), settings).run_cut(&[]);
    let trial = Trial::<DEPTH>::new(stream, settings);
    trial.run(&[vec![], (1..stream.len()).collect(), (3..stream.len()).step_by(3).collect()]);
}

/// Each stream with each value of one limit below `values`, and one or the other value of `whole`.
fn sweep(values: u64, set: impl Fn(&mut Settings, u64)) {
    for stream in STREAMS {
        for value in 0..values {
            let mut settings = Settings { whole: if value % 2 == 0 { 0 } else { 512 }, ..Settings::default() };
            set(&mut settings, value);
            try_stream(stream, settings);
        }
    }
}

#[test]
fn max_frame_at_every_byte() {
    for stream in STREAMS {
        for max_frame in 0..=stream.len() as u64 {
            for whole in [0, 512] {
                try_stream(stream, Settings { whole, max_frame, ..Settings::default() });
            }
        }
    }
}

#[test]
fn max_text_small() {
    sweep(20, |settings, value| settings.max_text = value);
    for stream in STREAMS {
        for max_text in 0..20 {
            try_stream(stream, Settings { whole: 3, max_text, ..Settings::default() });
        }
    }
}

#[test]
fn max_header_small() {
    sweep(9, |settings, value| settings.max_header = value);
}

#[test]
fn max_count_small() {
    sweep(5, |settings, value| settings.max_count = value);
}

#[test]
fn max_elements_small() {
    sweep(12, |settings, value| settings.max_elements = value);
}

#[test]
fn max_depth_small() {
    sweep(6, |settings, value| settings.max_depth = value);
}

#[test]
fn every_switch() {
    sweep(32, |settings, bits| {
        settings.resp2_only = bits & 1 != 0;
        settings.strict_pushes = bits & 2 != 0;
        settings.strict_integers = bits & 4 != 0;
        settings.lenient_lengths = bits & 8 != 0;
        settings.lenient_big_numbers = bits & 16 != 0;
    });
}

/// Which of several limits that one byte passes is named must not depend on the way.
#[test]
fn several_limits_at_one_byte() {
    for stream in STREAMS {
        for max_frame in 3..16 {
            for small in 0..4 {
                let settings = Settings {
                    max_header: small,
                    max_text: small,
                    max_count: small,
                    max_elements: small,
                    max_frame,
                    ..Settings::default()
                };
                try_stream(stream, settings);
            }
        }
    }
}

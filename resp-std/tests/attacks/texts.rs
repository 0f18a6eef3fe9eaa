//! Texts that are held whole, and larger than the buffer: memory follows what has arrived.

use resp_core::Options;
use resp_std::{Reader, ReaderOptions};

use crate::memory::{asked, peak};
use crate::stream::Stream;

const CAPACITY: u64 = 64 << 10;

fn holding_everything() -> ReaderOptions {
    ReaderOptions::new().parser(Options::new().whole(usize::MAX))
}

/// While a block is replaced there are two: one for what is held, and one of twice that and what was asked for.
#[test]
fn a_huge_text_that_stays_away_takes_three_times_what_came() {
    for arrived in [100_000, 1_000_000, 10_000_000] {
        let peak = peak(|| {
            let stream = Stream::new(b"$536870912\r\n", b"x", arrived);
            assert!(Reader::with_options(stream, holding_everything()).next_event().is_err());
        });
        assert!(peak.unsigned_abs() <= 3 * (arrived + CAPACITY), "{peak} bytes for {arrived}");
    }
}

#[test]
fn a_line_without_an_end_that_is_held_takes_three_times_what_came() {
    for arrived in [100_000, 1_000_000, 10_000_000] {
        let peak = peak(|| {
            let stream = Stream::new(b"+", b"x", arrived);
            assert!(Reader::with_options(stream, holding_everything()).next_event().is_err());
        });
        assert!(peak.unsigned_abs() <= 3 * (arrived + CAPACITY), "{peak} bytes for {arrived}");
    }
}

/// Each of these makes the buffer grow past `keep`, and lets it fall again.
#[test]
fn texts_that_make_the_buffer_grow_and_fall_ask_for_memory_in_proportion() {
    for len in [500_000, 600_000, 1_000_000, 1_100_000] {
        let text = [format!("${len}\r\n").as_bytes(), &vec![b'x'; len], b"\r\n:1\r\n"].concat();
        let bytes = 20 * text.len() as u64;
        let asked = asked(|| {
            let options = holding_everything().read_size(5000);
            let mut reader = Reader::with_options(Stream::new(b"", &text, bytes), options);
            while reader.next_event().unwrap().is_some() {}
        });
        assert!(asked <= 5 * bytes, "{asked} bytes asked for, {bytes} came, in texts of {len}");
    }
}

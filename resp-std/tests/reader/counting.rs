//! What `stats` counts.

use core::ops::ControlFlow;

use resp_core::Event;
use resp_std::{Reader, ReaderOptions, Stats};

/// Four frames of 4, 12, 24 and 3 bytes; 13 events.
const STREAM: &[u8] = b":1\r\n*2\r\n:1\r\n+a\r\n|1\r\n+a\r\n:1\r\n*1\r\n$2\r\nhi\r\n_\r\n";

fn expected() -> Stats {
    let mut stats = Stats::default();
    stats.bytes = STREAM.len() as u64;
    stats.reads = 1;
    stats.events = 13;
    stats.frames = 4;
    stats.largest_frame = 24;
    stats
}

fn through_next_event(reader: &mut Reader<&[u8]>) {
    while reader.next_event().unwrap().is_some() {}
}

fn through_parse(reader: &mut Reader<&[u8]>, flow: ControlFlow<()>) {
    while reader.parse(&mut |_: Event<&[u8]>| flow).unwrap().is_break() {}
}

#[test]
fn next_event_counts_events_and_frames() {
    let mut reader = Reader::new(STREAM);
    through_next_event(&mut reader);
    assert_eq!(reader.stats(), expected());
}

#[test]
fn parse_counts_events_and_frames() {
    let mut reader = Reader::new(STREAM);
    through_parse(&mut reader, ControlFlow::Continue(()));
    assert_eq!(reader.stats(), expected());
}

#[test]
fn parse_that_breaks_counts_events_and_frames_once() {
    let mut reader = Reader::new(STREAM);
    through_parse(&mut reader, ControlFlow::Break(()));
    assert_eq!(reader.stats(), expected());
}

#[test]
fn next_event_and_parse_in_turns_count_events_and_frames_once() {
    for first in 0..2 {
        let mut reader = Reader::new(STREAM);
        for turn in first.. {
            let more = if turn % 2 == 0 {
                reader.next_event().unwrap().is_some()
            } else {
                reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap().is_break()
            };
            if !more {
                break;
            }
        }
        assert_eq!(reader.stats(), expected());
    }
}

#[test]
fn skipped_frames_count_without_events() {
    let mut reader = Reader::new(STREAM);
    while reader.skip_frame().unwrap().is_some() {}
    let mut expected = expected();
    expected.events = 0;
    assert_eq!(reader.stats(), expected);
}

#[test]
fn a_finished_frame_counts_its_events_so_far() {
    let mut reader = Reader::new(STREAM);
    while reader.next_event().unwrap().is_some() {
        reader.finish_frame().unwrap();
    }
    let mut expected = expected();
    expected.events = 4;
    assert_eq!(reader.stats(), expected);
}

#[test]
fn reads_that_bring_nothing_are_not_counted() {
    let mut reader = Reader::with_options(STREAM, ReaderOptions::new().read_size(1));
    through_next_event(&mut reader);
    through_next_event(&mut reader);
    assert_eq!(reader.stats().reads, STREAM.len() as u64);
}

#[test]
fn a_skipped_frame_is_counted_from_where_parse_left_off() {
    let mut reader = Reader::new(&b":1\r\n:2\r\n"[..]);
    assert!(reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap().is_break());
    reader.skip_frame().unwrap();
    assert_eq!(reader.stats().largest_frame, 4);
}

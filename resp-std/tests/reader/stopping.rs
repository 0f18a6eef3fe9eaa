//! Stopping early: visitors that break, frames given up, streams handed on.

use core::ops::ControlFlow;
use std::io::Read;

use resp_core::{Event, FrameKind, Options};
use resp_std::{Reader, ReaderOptions};

use crate::source::{Merged, lines};

const STREAM: &[u8] =
    b"*2\r\n$3\r\nabc\r\n%1\r\n+k\r\n#t\r\n|1\r\n+a\r\n:1\r\n>2\r\n+x\r\n*?\r\n.\r\n$?\r\n;1\r\nz\r\n;0\r\n:7\r\n";

fn with_read_size(read_size: usize) -> Reader<&'static [u8]> {
    Reader::with_options(STREAM, ReaderOptions::new().read_size(read_size))
}

#[test]
fn breaking_at_every_event_tells_each_once() {
    let expected = lines(&mut Reader::new(STREAM));
    for read_size in 1..=STREAM.len() {
        let mut reader = with_read_size(read_size);
        let mut merged = Merged::default();
        let mut one = |event: Event<&[u8]>| {
            merged.push(event);
            ControlFlow::Break(())
        };
        while reader.parse(&mut one).unwrap().is_break() {}
        assert_eq!(merged.lines(), expected, "reads of {read_size}");
    }
}

#[test]
fn a_reader_is_idle_between_frames_only() {
    let mut reader = Reader::new(&b"*1\r\n:1\r\n"[..]);
    assert!(reader.is_idle());
    assert!(reader.next_event().unwrap().is_some());
    assert!(!reader.is_idle());
}

#[test]
fn other_limits_are_set_between_frames_only() {
    let mut reader = Reader::new(&b"*1\r\n:1\r\n*2\r\n"[..]);
    assert!(reader.next_event().unwrap().is_some());
    assert!(!reader.set_options(Options::new().max_count(1)));
    reader.finish_frame().unwrap();
    assert!(reader.set_options(Options::new().max_count(1)));
    assert!(reader.next_event().is_err());
}

#[test]
fn next_event_goes_on_after_a_visitor_broke() {
    let mut reader = Reader::new(STREAM);
    let broke = reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap();
    assert!(broke.is_break());
    assert_eq!(lines(&mut reader), lines(&mut Reader::new(STREAM))[1..]);
}

#[test]
fn parse_takes_a_visitor_behind_a_pointer() {
    let mut events = 0;
    let mut count = |_: Event<&[u8]>| {
        events += 1;
        ControlFlow::Continue(())
    };
    let visitor: &mut dyn for<'b> resp_core::Visitor<'b> = &mut count;
    let ended = Reader::new(&b"*1\r\n:1\r\n"[..]).parse(visitor).unwrap();
    assert_eq!((ended, events), (ControlFlow::Continue(()), 3));
}

/// <https://github.com/redis/lettuce/issues/2012>: a decoder gave up inside a frame, and later replies were shifted.
#[test]
fn finish_frame_passes_over_what_is_left_of_a_frame() {
    for read_size in 1..30 {
        let stream = &b"*3\r\n:1\r\n:2\r\n:3\r\n+OK\r\n"[..];
        let mut reader = Reader::with_options(stream, ReaderOptions::new().read_size(read_size));
        reader.next_event().unwrap();
        reader.next_event().unwrap();
        reader.finish_frame().unwrap();
        assert_eq!(lines(&mut reader), ["simple_string \"OK\""], "reads of {read_size}");
    }
}

/// <https://github.com/phpredis/phpredis/issues/2829>
#[test]
fn finish_frame_passes_over_what_a_visitor_left() {
    let mut reader = Reader::new(&b"*3\r\n:1\r\n:2\r\n:3\r\n+OK\r\n"[..]);
    let broke = reader.parse(&mut |event: Event<&[u8]>| match event {
        Event::Integer(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert!(broke.unwrap().is_break());
    reader.finish_frame().unwrap();
    assert_eq!(lines(&mut reader), ["simple_string \"OK\""]);
}

#[test]
fn finish_frame_does_nothing_between_frames() {
    let mut reader = Reader::new(&b":1\r\n:2\r\n"[..]);
    reader.next_event().unwrap();
    reader.finish_frame().unwrap();
    assert_eq!(lines(&mut reader), ["integer 2"]);
}

#[test]
fn finish_frame_passes_over_the_value_of_an_attribute() {
    let mut reader = Reader::new(&b"|1\r\n+a\r\n:1\r\n+OK\r\n:2\r\n"[..]);
    while !matches!(reader.next_event().unwrap(), Some(Event::End(_))) {}
    reader.finish_frame().unwrap();
    assert_eq!(lines(&mut reader), ["integer 2"]);
}

#[test]
fn finish_frame_passes_over_the_rest_of_a_text_in_parts() {
    let stream = [b"$100000\r\n".as_slice(), &[b'x'; 100_000], b"\r\n:2\r\n"].concat();
    let mut reader = Reader::with_options(&stream[..], ReaderOptions::new().read_size(1000));
    reader.next_event().unwrap();
    reader.finish_frame().unwrap();
    assert_eq!(lines(&mut reader), ["integer 2"]);
}

#[test]
fn skip_frame_tells_replies_from_pushes() {
    for read_size in 1..=STREAM.len() {
        let mut reader = with_read_size(read_size);
        let mut kinds = Vec::new();
        while let Some(kind) = reader.skip_frame().unwrap() {
            kinds.push(kind);
        }
        let expected = [FrameKind::Reply, FrameKind::Push, FrameKind::Reply, FrameKind::Reply];
        assert_eq!(kinds, expected, "reads of {read_size}");
    }
}

#[test]
fn skip_frame_inside_a_frame_skips_the_rest_of_it() {
    let mut reader = Reader::new(&b"*2\r\n:1\r\n:2\r\n:3\r\n"[..]);
    reader.next_event().unwrap();
    assert_eq!(reader.skip_frame().unwrap(), Some(FrameKind::Reply));
    assert_eq!(lines(&mut reader), ["integer 3"]);
}

#[test]
fn frame_end_is_set_after_a_frames_last_event_alone() {
    let mut reader = Reader::new(STREAM);
    let mut ends = Vec::new();
    let mut n = 0;
    while reader.next_event().unwrap().is_some() {
        if let Some(kind) = reader.frame_end() {
            ends.push((n, kind));
        }
        n += 1;
    }
    let (reply, push) = (FrameKind::Reply, FrameKind::Push);
    assert_eq!(ends[..2], [(6, reply), (15, push)]);
    assert_eq!(ends.len(), 4);
    assert_eq!(reader.frame_end(), None);
}

/// The reader, after an event that ended its frame, with another frame to come.
fn at_a_frame_end() -> Reader<&'static [u8]> {
    let mut reader = Reader::new(&b":1\r\n*1\r\n:2\r\n"[..]);
    reader.next_event().unwrap();
    assert_eq!(reader.frame_end(), Some(FrameKind::Reply));
    reader
}

#[test]
fn frame_end_is_not_set_after_parse() {
    let mut reader = at_a_frame_end();
    assert!(reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap().is_break());
    assert_eq!(reader.frame_end(), None);
}

#[test]
fn frame_end_is_not_set_after_skip_frame() {
    let mut reader = at_a_frame_end();
    reader.skip_frame().unwrap();
    assert_eq!(reader.frame_end(), None);
}

#[test]
fn frame_end_is_not_set_after_finish_frame() {
    let mut reader = at_a_frame_end();
    reader.finish_frame().unwrap();
    assert_eq!(reader.frame_end(), None);
}

#[test]
fn depth_counts_the_aggregates_that_are_open() {
    let mut reader = Reader::new(&b"*1\r\n*1\r\n:1\r\n"[..]);
    let mut depths = Vec::new();
    while reader.next_event().unwrap().is_some() {
        depths.push(reader.depth());
    }
    assert_eq!(depths, [1, 2, 2, 1, 0]);
}

#[test]
fn a_reader_takes_128_levels() {
    let stream = [b"*1\r\n".repeat(128), b":1\r\n".to_vec()].concat();
    assert_eq!(Reader::new(&stream[..]).skip_frame().unwrap(), Some(FrameKind::Reply));
}

#[test]
fn a_reader_refuses_129_levels() {
    let stream = [b"*1\r\n".repeat(129), b":1\r\n".to_vec()].concat();
    assert!(Reader::new(&stream[..]).skip_frame().is_err());
}

#[test]
fn with_depth_takes_more_levels() {
    let stream = [b"*1\r\n".repeat(129), b":1\r\n".to_vec()].concat();
    let mut reader = Reader::<_, 129>::with_depth(&stream[..], ReaderOptions::new());
    assert_eq!(reader.skip_frame().unwrap(), Some(FrameKind::Reply));
}

/// What is in no event must come out of `into_parts`, wherever it is called.
#[test]
fn into_parts_loses_nothing_after_any_event() {
    let events = lines(&mut Reader::new(STREAM)).len();
    for read_size in 1..=STREAM.len() {
        for n in 0..=events {
            let mut reader = with_read_size(read_size);
            for _ in 0..n {
                reader.next_event().unwrap().unwrap();
            }
            let offset = reader.offset() as usize;
            let (source, unread) = reader.into_parts();
            let mut rest = Vec::new();
            unread.chain(source).read_to_end(&mut rest).unwrap();
            assert_eq!(rest, STREAM[offset..], "after {n} events, reads of {read_size}");
        }
    }
}

#[test]
fn into_parts_gives_back_a_frame_that_has_not_ended() {
    let mut reader = Reader::new(&b"+OK\r\n:12"[..]);
    reader.next_event().unwrap();
    assert!(reader.next_event().is_err());
    assert_eq!(reader.into_parts().1, b":12");
}

#[test]
fn into_parts_loses_nothing_after_a_visitor_broke() {
    let mut reader = Reader::new(&b":1\r\n:2\r\n:3\r\n"[..]);
    assert!(reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(())).unwrap().is_break());
    assert_eq!(reader.into_parts().1, b":2\r\n:3\r\n");
}

#[test]
fn into_parts_gives_the_source_back() {
    let (source, unread) = Reader::new(&b"+OK\r\n"[..]).into_parts();
    assert_eq!((source, unread.len()), (&b"+OK\r\n"[..], 0));
}

/// What a visitor has had is not handed out again, though the call that gave it failed.
#[test]
fn a_failed_parse_leaves_only_what_was_not_delivered() {
    let mut reader = Reader::new(&b"+OK\r\n:1\r\n:x\r\n"[..]);
    let mut events = 0;
    let result = reader.parse(&mut |_: Event<&[u8]>| {
        events += 1;
        ControlFlow::Continue(())
    });
    assert!(result.is_err());
    assert_eq!((events, reader.offset()), (2, 9));
    assert_eq!(reader.into_parts().1, b":x\r\n");
}

#[test]
fn a_failed_skip_leaves_only_what_was_not_skipped() {
    let mut reader = Reader::new(&b"*2\r\n:1\r\n:x\r\n"[..]);
    assert!(reader.skip_frame().is_err());
    assert_eq!(reader.offset(), 8);
    assert_eq!(reader.into_parts().1, b":x\r\n");
}

#[test]
fn a_failed_next_event_leaves_only_what_is_not_done_with() {
    let mut reader = Reader::new(&b"$2\r\nabX"[..]);
    assert!(reader.next_event().is_err());
    assert_eq!(reader.offset(), 4);
    assert_eq!(reader.into_parts().1, b"abX");
}

/// The header of a text is done with before its event comes, and so is what stands behind it in an error's call.
#[test]
fn what_is_unread_stands_at_the_offset_in_the_middle_of_a_text() {
    let mut reader = Reader::new(&b"$5\r\nab"[..]);
    assert!(reader.next_event().is_err());
    assert_eq!(reader.offset(), 4);
    assert_eq!(reader.into_parts().1, b"ab");
}

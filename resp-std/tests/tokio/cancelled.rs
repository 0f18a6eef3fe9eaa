//! Calls of the asynchronous reader that are given up wherever they can be.

use core::ops::ControlFlow;

use resp_core::{Event, FrameKind, Options, Part};
use resp_std::{AsyncReader, Copied, Error, Reader, ReaderOptions, Value};

use crate::source::{Pieces, Sink, patiently};
use crate::{STREAM, expected};

const LENGTHS: [usize; 5] = [1, 2, 3, 7, 1000];

fn reader(stream: &[u8], len: usize, whole: usize) -> AsyncReader<Pieces<'_>> {
    let options = ReaderOptions::new().parser(Options::new().whole(whole)).capacity(64);
    AsyncReader::with_options(Pieces::new(stream, len), options)
}

/// For each size of pieces and texts.
fn each(stream: &[u8], mut test: impl FnMut(AsyncReader<Pieces<'_>>)) {
    for len in LENGTHS {
        for whole in [0, 4, 512] {
            test(reader(stream, len, whole));
        }
    }
}

#[test]
fn values_are_those_of_the_blocking_reader() {
    each(STREAM.as_bytes(), |mut reader| {
        let mut values = Vec::new();
        while let Some(value) = patiently!(reader.read_value()).expect("a valid stream") {
            values.push(value);
        }
        assert_eq!((values, None), expected(STREAM.as_bytes()));
        assert_eq!((reader.offset(), reader.is_idle()), (STREAM.len() as u64, true));
    });
}

#[test]
fn frames_are_those_of_the_blocking_reader() {
    each(STREAM.as_bytes(), |mut reader| {
        let mut blocking = Reader::new(STREAM.as_bytes());
        while let Some(frame) = blocking.next_frame().expect("a valid stream") {
            loop {
                // A frame is lent by the future's reader, so it is looked at before the future goes.
                let found =
                    crate::source::once(async { reader.next_frame().await.expect("a valid stream").map(Value::from) });
                if let Some(found) = found {
                    assert_eq!(found, Some(Value::from(frame)));
                    break;
                }
            }
        }
        assert!(patiently!(async { reader.next_frame().await.expect("a valid stream").is_none() }));
    });
}

/// The events with their texts put together.
fn whole_events(mut next: impl FnMut() -> Option<String>) -> String {
    let mut events = String::new();
    while let Some(event) = next() {
        events += &event;
    }
    events
}

/// As `whole_events` adds them up: the bytes of a text without its borders.
fn shown(event: Event<&[u8]>) -> String {
    match event.text() {
        Some((part, data)) => {
            let begins = if matches!(part, Part::Whole | Part::First) { "\n" } else { "" };
            format!("{begins}{}", data.escape_ascii())
        }
        None => format!("\n{event}"),
    }
}

#[test]
fn events_are_those_of_the_blocking_reader() {
    let mut blocking = Reader::new(STREAM.as_bytes());
    let expected = whole_events(|| blocking.next_event().expect("a valid stream").map(shown));
    each(STREAM.as_bytes(), |mut reader| {
        let mut frames = 0;
        let events = whole_events(|| {
            let event = patiently!(async { reader.next_event().await.expect("a valid stream").map(shown) });
            frames += usize::from(reader.frame_end().is_some());
            event
        });
        assert_eq!((&events, frames), (&expected, 4));
    });
}

#[test]
fn a_visitor_has_each_event_once() {
    let mut blocking = Reader::new(STREAM.as_bytes());
    let expected = whole_events(|| blocking.next_event().expect("a valid stream").map(shown));
    each(STREAM.as_bytes(), |mut reader| {
        let mut events = String::new();
        let mut left = 2;
        let mut visitor = |event: Event<&[u8]>| {
            events += &shown(event);
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let broke = patiently!(reader.parse(&mut visitor)).expect("a valid stream");
        let ended = patiently!(reader.parse(&mut visitor)).expect("a valid stream");
        assert_eq!((broke, ended), (ControlFlow::Break(()), ControlFlow::Continue(())));
        assert_eq!(events, expected);
    });
}

#[test]
fn frames_are_skipped_one_by_one() {
    each(STREAM.as_bytes(), |mut reader| {
        let mut kinds = Vec::new();
        while let Some(kind) = patiently!(reader.skip_frame()).expect("a valid stream") {
            kinds.push(kind);
        }
        assert_eq!(kinds, [FrameKind::Reply, FrameKind::Reply, FrameKind::Push, FrameKind::Reply]);
    });
}

#[test]
fn the_rest_of_a_frame_is_skipped_and_no_more() {
    each(b"*2\r\n$9\r\n123456789\r\n*1\r\n:1\r\n:2\r\n", |mut reader| {
        let first =
            patiently!(async { reader.next_event().await.expect("a valid stream").map(|event| event.to_string()) });
        assert_eq!(first.as_deref(), Some("begin array 2"));
        patiently!(reader.finish_frame()).expect("a valid stream");
        let next = patiently!(reader.read_value()).expect("a valid stream").expect("a frame");
        assert_eq!(next.frame().as_i64(), Some(2));
    });
}

#[test]
fn a_text_is_copied_once() {
    let stream = b"*2\r\n$20\r\n0123456789abcdefghij\r\n$?\r\n;3\r\nxyz\r\n;1\r\n!\r\n;0\r\n";
    for len in LENGTHS {
        each(stream, |mut reader| {
            let mut sink = Sink::new(len);
            let mut copied = Vec::new();
            loop {
                let one = patiently!(async {
                    reader.copy_text_to(&mut sink).await.map(|copied| match copied {
                        Copied::Text(event) => Some(format!("{:?}", event.text().expect("a text"))),
                        Copied::Other(event) => Some(event.to_string()),
                        Copied::End => None,
                    })
                });
                match one.expect("a valid stream") {
                    Some(one) => copied.push(one),
                    None => break,
                }
            }
            assert_eq!(copied, ["begin array 2", "(Whole, 20)", "(Whole, 4)", "end array"]);
            assert_eq!(sink.bytes, b"0123456789abcdefghijxyz!");
        });
    }
}

#[test]
fn what_is_not_copied_is_passed_over() {
    each(b"$20\r\n0123456789abcdefghij\r\n:7\r\n", |mut reader| {
        let mut sink = Sink::new(1);
        // Given up somewhere in the text.
        for _ in 0..9 {
            let _ = crate::source::once(async { reader.copy_text_to(&mut sink).await.map(|_| ()) });
        }
        patiently!(reader.finish_frame()).expect("a valid stream");
        let next = patiently!(reader.read_value()).expect("a valid stream").expect("a frame");
        let next = if next.kind() == resp_core::Kind::Integer {
            next
        } else {
            patiently!(reader.read_value()).expect("a valid stream").expect("a frame")
        };
        assert_eq!(next.frame().as_i64(), Some(7));
        assert!(b"0123456789abcdefghij".starts_with(&sink.bytes));
    });
}

#[test]
fn the_stream_may_end_between_frames_only() {
    for cut in 0..STREAM.len() {
        let stream = &STREAM.as_bytes()[..cut];
        let mut reader = reader(stream, 3, 512);
        let (mut values, mut error) = (Vec::new(), None);
        loop {
            match patiently!(reader.read_value()) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => break,
                Err(failed) => {
                    error = Some(failed.to_string());
                    break;
                }
            }
        }
        assert_eq!((values, error), expected(stream), "cut at {cut}");
    }
}

#[test]
fn a_frame_that_is_too_large_can_be_skipped() {
    let options = ReaderOptions::new().parser(Options::new().whole(0)).max_held(64).capacity(64);
    let stream = format!("$100\r\n{}\r\n:7\r\n", "x".repeat(100));
    let mut reader = AsyncReader::with_options(Pieces::new(stream.as_bytes(), 9), options);
    assert!(matches!(patiently!(reader.read_value()), Err(Error::FrameTooLarge)));
    patiently!(reader.skip_frame()).expect("a valid stream");
    assert_eq!(patiently!(reader.read_value()).unwrap().unwrap().frame().as_i64(), Some(7));
}

#[test]
fn each_push_in_front_of_a_reply_is_handed_over_once() {
    each(b">1\r\n+first\r\n>1\r\n+second\r\n:1\r\n", |mut reader| {
        let mut pushes = Vec::new();
        let reply = patiently!(async {
            let reply = reader.next_reply(|push| pushes.push(format!("{push:?}"))).await;
            reply.expect("a valid stream").map(Value::from)
        });
        assert_eq!(reply.expect("a reply").frame().as_i64(), Some(1));
        assert_eq!(pushes, ["first", "second"].map(|text| format!("[begin push 1, simple_string {text:?}, end push]")));
    });
}

#[cfg(feature = "serde")]
#[test]
fn an_error_instead_of_a_value_is_the_servers() {
    each(b"-MOVED 1 a:1\r\n-ERR no\r\n", |mut reader| {
        for text in ["MOVED 1 a:1", "ERR no"] {
            let error = patiently!(reader.deserialize::<serde::de::IgnoredAny>()).expect_err("an error");
            assert_eq!(error.server_error().expect("the server's").to_string(), text);
        }
    });
}

#[cfg(feature = "serde")]
#[test]
fn frames_are_deserialised() {
    each(b"*2\r\n:1\r\n+two\r\n", |mut reader| {
        let pair = patiently!(reader.deserialize::<(u8, String)>()).expect("a valid stream");
        assert_eq!(pair, Some((1, "two".into())));
    });
}

//! Calls of the asynchronous reader of requests that are given up wherever they can be.

use core::ops::ControlFlow;

use resp_core::{Part, RequestEvent, RequestOptions};
use resp_std::{AsyncRequestReader, Error, ReaderOptions};

use crate::source::{Pieces, patiently};
use crate::{REQUESTS, expected_requests, seen};

fn reader(stream: &[u8], len: usize, whole: usize) -> AsyncRequestReader<Pieces<'_>> {
    let options = ReaderOptions::requests().parser(RequestOptions::new().whole(whole)).capacity(64);
    AsyncRequestReader::with_options(Pieces::new(stream, len), options)
}

/// For each size of pieces and of arguments that are waited for.
fn each(stream: &[u8], mut test: impl FnMut(AsyncRequestReader<Pieces<'_>>)) {
    for len in [1, 2, 3, 7, 1000] {
        for whole in [0, 4, 512] {
            test(reader(stream, len, whole));
        }
    }
}

#[test]
fn requests_are_those_of_the_blocking_reader() {
    each(REQUESTS.as_bytes(), |mut reader| {
        let mut requests = Vec::new();
        while let Some(request) =
            patiently!(async { reader.next_request().await.map(|found| found.map(seen)) }).unwrap()
        {
            requests.push(request);
            assert!(reader.is_idle());
        }
        assert_eq!((requests, None), expected_requests(REQUESTS.as_bytes()));
        assert_eq!((reader.offset(), reader.stats().frames), (REQUESTS.len() as u64, 4));
    });
}

/// All arguments, a line each, parts put together.
fn tell(told: &mut String, event: RequestEvent<&[u8]>) {
    match event {
        RequestEvent::Argument(part, data) => {
            *told += &data.escape_ascii().to_string();
            if matches!(part, Part::Whole | Part::Last) {
                told.push('\n');
            }
        }
        RequestEvent::Begin(_) | RequestEvent::End => *told += &format!("{event}\n"),
    }
}

fn all_told() -> String {
    let mut told = String::new();
    for (arguments, _) in expected_requests(REQUESTS.as_bytes()).0 {
        tell(&mut told, RequestEvent::Begin(arguments.len() as u64));
        arguments.iter().for_each(|argument| tell(&mut told, RequestEvent::Argument(Part::Whole, argument)));
        tell(&mut told, RequestEvent::End);
    }
    told
}

#[test]
fn events_are_those_of_the_requests() {
    each(REQUESTS.as_bytes(), |mut reader| {
        let mut told = String::new();
        while patiently!(async {
            reader.next_event().await.expect("a valid stream").map(|event| tell(&mut told, event))
        })
        .is_some()
        {}
        assert_eq!(told, all_told());
    });
}

#[test]
fn a_visitor_has_each_event_once() {
    each(REQUESTS.as_bytes(), |mut reader| {
        let mut told = String::new();
        let mut left = 5;
        let mut visitor = |event: RequestEvent<&[u8]>| {
            tell(&mut told, event);
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let broke = patiently!(reader.parse(&mut visitor)).expect("a valid stream");
        let ended = patiently!(reader.parse(&mut visitor)).expect("a valid stream");
        assert_eq!((broke, ended), (ControlFlow::Break(()), ControlFlow::Continue(())));
        assert_eq!(told, all_told());
    });
}

#[test]
fn requests_are_skipped_one_by_one() {
    each(REQUESTS.as_bytes(), |mut reader| {
        let mut skipped = 0;
        while patiently!(reader.skip_request()).expect("a valid stream") {
            skipped += 1;
        }
        assert_eq!(skipped, 4);
    });
}

#[test]
fn the_rest_of_a_request_is_skipped_and_no_more() {
    each(b"*2\r\n$9\r\n123456789\r\n$1\r\nx\r\nPING\n", |mut reader| {
        assert!(patiently!(async { reader.next_event().await.expect("a valid stream").is_some() }));
        assert!(!reader.is_idle());
        patiently!(reader.finish_request()).expect("a valid stream");
        assert!(reader.is_idle());
        let next = patiently!(async { reader.next_request().await.map(|found| found.map(seen)) }).unwrap().unwrap();
        assert_eq!(next.0, [b"PING"]);
    });
}

#[test]
fn the_stream_may_end_between_requests_only() {
    for cut in 0..REQUESTS.len() {
        let stream = &REQUESTS.as_bytes()[..cut];
        let mut reader = reader(stream, 3, 512);
        let (mut requests, mut error) = (Vec::new(), None);
        loop {
            match patiently!(async { reader.next_request().await.map(|found| found.map(seen)) }) {
                Ok(Some(request)) => requests.push(request),
                Ok(None) => break,
                Err(failed) => {
                    error = Some(failed.to_string());
                    break;
                }
            }
        }
        assert_eq!((requests, error), expected_requests(stream), "cut at {cut}");
    }
}

#[test]
fn limits_change_between_requests() {
    let options = ReaderOptions::requests().parser(RequestOptions::unauthenticated());
    let stream = [b"AUTH x\n*11\r\n", &b"$1\r\na\r\n".repeat(11)[..]].concat();
    let mut reader = AsyncRequestReader::with_options(Pieces::new(&stream, 1000), options);
    assert!(patiently!(async { reader.next_request().await.unwrap().is_some() }));
    assert!(reader.set_options(RequestOptions::new()));
    assert!(patiently!(async { reader.next_request().await.is_ok_and(|request| request.is_some()) }));
}

#[test]
fn what_is_unread_is_given_back_with_the_source() {
    let mut reader = reader(b"PING\nPING\nEC", 12, 512);
    assert_eq!(reader.capacity(), 64);
    assert!(patiently!(reader.skip_request()).expect("a valid stream"));
    let (_, unread) = reader.into_parts();
    assert_eq!(unread, b"PING\nEC");
}

#[test]
fn an_error_stays() {
    let mut reader = reader(b"*1\r\n:1\r\n", 1, 512);
    for _ in 0..3 {
        assert!(matches!(patiently!(reader.skip_request()), Err(Error::Request(error)) if error.offset == 4));
    }
}

#[test]
fn debug_shows_no_bytes() {
    let mut reader = AsyncRequestReader::new(&b"AUTH secret\nAUTH secret"[..]);
    let shown = format!("{reader:?}");
    assert!(crate::source::once(reader.skip_request()).is_some_and(|skipped| skipped.is_ok()));
    let shown = format!("{shown} {reader:?}");
    assert!(shown.starts_with("AsyncRequestReader { decoder: RequestDecoder { offset: 0"), "{shown}");
    assert!(!shown.contains("cret") && !shown.contains("115, 101"), "{shown}");
}

//! `Decoder` by itself.

use core::ops::ControlFlow;

use resp_core::{ErrorKind, Event, FrameKind, Options};
use resp_std::{Decoder, ReaderOptions};

/// Puts bytes in that fit into the room there is.
fn put(decoder: &mut Decoder, bytes: &[u8]) {
    decoder.spare()[..bytes.len()].copy_from_slice(bytes);
    decoder.commit(bytes.len());
}

#[test]
fn spare_room_is_never_empty() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(0));
    for _ in 0..1000 {
        let spare = decoder.spare();
        assert!(!spare.is_empty());
        decoder.commit(1);
    }
}

#[test]
fn spare_room_takes_the_place_of_the_last_event() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b"+OK\r\n");
    decoder.next_event().unwrap().unwrap();
    assert_eq!(decoder.spare().len(), decoder.capacity());
}

#[test]
fn spare_room_is_never_empty_while_an_end_is_due() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(64));
    put(&mut decoder, &b"*0\r\n".repeat(16));
    assert!(matches!(decoder.next_event(), Ok(Some(Event::Begin(..)))));
    assert!(!decoder.spare().is_empty());
}

#[test]
fn spare_room_is_never_empty_after_an_error() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(64));
    put(&mut decoder, &[b'?'; 64]);
    assert!(decoder.next_event().is_err());
    assert!(!decoder.spare().is_empty());
}

#[test]
fn more_bytes_may_come_before_the_first_are_taken() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b"+O");
    put(&mut decoder, b"K\r\n");
    assert_eq!(decoder.next_event().unwrap().unwrap().to_string(), "simple_string \"OK\"");
}

#[test]
fn room_for_a_held_text_is_made_at_once() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b"$16384\r\n");
    assert_eq!(decoder.next_event().unwrap(), None);
    assert!(decoder.spare().len() >= 16_386);
}

/// A decoder of 1000 bytes that holds the first byte of a text of `len`, which is the last of `at` bytes.
fn holding(len: usize, at: usize) -> Decoder {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(1000));
    hold(&mut decoder, len, at);
    decoder
}

fn hold(decoder: &mut Decoder, len: usize, at: usize) {
    let header = format!("${len}\r\nx");
    let line = "+".to_string() + &"x".repeat(at - header.len() - 3) + "\r\n";
    put(decoder, (line + &header).as_bytes());
    while decoder.next_event().unwrap().is_some() {}
}

#[test]
fn little_room_is_not_enough_for_a_held_text() {
    assert!(holding(400, 900).spare().len() >= 401);
}

#[test]
fn room_that_lacks_the_line_feed_of_a_held_text_is_not_enough() {
    assert!(holding(400, 600).spare().len() >= 401);
}

#[test]
fn room_is_not_made_for_bytes_that_have_come() {
    let mut decoder = holding(400, 513);
    put(&mut decoder, &[b'x'; 400]);
    assert_eq!(decoder.spare().len(), 87);
}

#[test]
fn a_decoder_in_a_log_shows_no_data() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":918273645\r\n");
    decoder.next_event().unwrap().unwrap();
    assert!(!format!("{decoder:?}").contains("918273645"));
}

#[test]
fn little_room_is_not_enough_for_a_held_text_after_growth() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(1000));
    put(&mut decoder, b"$1500\r\n");
    for piece in [[b'x'; 1500].as_slice(), b"\r\n"].concat().chunks(100) {
        assert_eq!(decoder.next_event(), Ok(None));
        put(&mut decoder, piece);
    }
    assert!(decoder.next_event().unwrap().is_some());
    let capacity = decoder.capacity();
    hold(&mut decoder, 400, capacity - 100);
    assert!(decoder.spare().len() >= 401);
}

/// Where 450 bytes are taken and 100 are held, it is too early to move them: the block is replaced.
#[test]
fn what_is_announced_asks_for_half_of_the_configured_capacity_at_most() {
    let mut decoder = holding(900, 451);
    put(&mut decoder, &[b'x'; 99]);
    assert_eq!(decoder.next_event(), Ok(None));
    decoder.spare();
    assert_eq!(decoder.capacity(), 2 * (100 + 500));
}

/// A connection may be silent from now on, and nobody asks for room before it is not.
#[test]
fn memory_is_given_back_as_soon_as_more_bytes_are_needed() {
    let options = ReaderOptions::new().parser(Options::new().whole(1000)).capacity(64).keep(200);
    let text = [b"$900\r\n".as_slice(), &[b'x'; 900], b"\r\n"].concat();
    let next_event = |decoder: &mut Decoder| decoder.next_event().unwrap().is_some();
    let parse =
        |decoder: &mut Decoder| decoder.parse(&mut |_: Event<&[u8]>| ControlFlow::Continue(())).unwrap().is_break();
    let skip_frame = |decoder: &mut Decoder| decoder.skip_frame().unwrap().is_some();
    for take in [next_event, parse, skip_frame] as [fn(&mut Decoder) -> bool; 3] {
        let mut decoder = Decoder::with_options(options);
        for piece in text.chunks(50) {
            put(&mut decoder, piece);
            if piece.len() == 50 {
                assert!(!take(&mut decoder));
            }
        }
        assert!(decoder.capacity() > 900);
        while take(&mut decoder) {}
        assert_eq!((decoder.is_idle(), decoder.capacity()), (true, 64));
    }
}

#[test]
fn memory_is_kept_while_what_is_held_and_needed_fill_more_than_half_of_keep() {
    let options = ReaderOptions::new().parser(Options::new().whole(1000)).capacity(64).keep(200);
    let mut decoder = Decoder::with_options(options);
    let stream = [b"$300\r\n".as_slice(), &[b'x'; 300], b"\r\n$150\r\n", &[b'y'; 90]].concat();
    let (first, rest) = stream.split_at(300);
    for piece in first.chunks(20) {
        put(&mut decoder, piece);
        assert_eq!(decoder.next_event(), Ok(None));
    }
    put(&mut decoder, rest);
    while decoder.next_event().unwrap().is_some() {}
    let capacity = decoder.capacity();
    decoder.spare();
    assert_eq!(decoder.capacity(), capacity);
}

#[test]
fn a_decoder_is_idle_between_frames_only() {
    let mut decoder = Decoder::new();
    assert!(decoder.is_idle());
    put(&mut decoder, b"*1\r\n:1\r\n");
    assert!(decoder.next_event().unwrap().is_some());
    assert!(!decoder.is_idle());
    while decoder.next_event().unwrap().is_some() {}
    assert!(decoder.is_idle());
}

#[test]
fn the_stats_tell_what_the_buffer_did() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().capacity(64).compact_min(8));
    put(&mut decoder, &[&b":1\r\n".repeat(14)[..], b"$99\r\nabc"].concat());
    while decoder.next_event().unwrap().is_some() {}
    decoder.spare();
    let moved = decoder.stats();
    assert_eq!((moved.compactions, moved.bytes_moved, moved.growths), (1, 3, 0));
    for _ in 0..2 {
        put(&mut decoder, &[b'x'; 32]);
        assert_eq!(decoder.next_event(), Ok(None));
    }
    assert_eq!(decoder.stats().growths, 1);
}

#[test]
fn committing_too_much_fills_the_room() {
    let mut decoder = Decoder::new();
    let room = decoder.spare().len();
    decoder.commit(usize::MAX);
    assert_eq!(decoder.stats().bytes, room as u64);
}

#[test]
fn committing_too_much_behind_bytes_held_fills_the_room() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b"+");
    decoder.commit(usize::MAX);
    assert_eq!(decoder.stats().bytes, decoder.capacity() as u64);
}

#[test]
fn finish_is_an_error_while_bytes_are_left() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1");
    assert_eq!(decoder.next_event().unwrap(), None);
    let error = decoder.finish().unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::UnexpectedEof, 2));
}

#[test]
fn finish_does_not_count_the_bytes_of_the_last_event() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1\r\n");
    decoder.next_event().unwrap().unwrap();
    assert_eq!(decoder.finish(), Ok(()));
}

#[test]
fn behind_an_event_one_byte_shows_what_is_wrong() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1\r\n");
    decoder.next_event().unwrap().unwrap();
    put(&mut decoder, b"?");
    assert!(decoder.next_event().is_err());
}

#[test]
fn parse_says_whether_the_visitor_broke() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1\r\n:2\r\n");
    let mut flow = ControlFlow::Break(());
    assert_eq!(decoder.parse(&mut |_: Event<&[u8]>| flow), Ok(ControlFlow::Break(())));
    flow = ControlFlow::Continue(());
    assert_eq!(decoder.parse(&mut |_: Event<&[u8]>| flow), Ok(ControlFlow::Continue(())));
}

#[test]
fn skip_frame_waits_for_the_end_of_the_frame() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b">2\r\n+a\r\n:");
    assert_eq!(decoder.skip_frame(), Ok(None));
    put(&mut decoder, b"1\r\n");
    assert_eq!(decoder.skip_frame(), Ok(Some(FrameKind::Push)));
}

#[test]
fn finish_frame_is_true_between_frames() {
    let mut decoder = Decoder::new();
    assert_eq!(decoder.finish_frame(), Ok(true));
}

#[test]
fn finish_frame_waits_for_the_end_of_the_frame() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b"*2\r\n:1\r\n");
    decoder.next_event().unwrap().unwrap();
    assert_eq!(decoder.finish_frame(), Ok(false));
    put(&mut decoder, b":2\r\n");
    assert_eq!(decoder.finish_frame(), Ok(true));
    assert!(decoder.is_idle());
}

#[test]
fn offset_counts_what_is_done_with() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1\r\n:2\r\n:3");
    decoder.next_event().unwrap().unwrap();
    assert_eq!(decoder.offset(), 4);
}

#[test]
fn into_unread_is_what_no_event_had() {
    let mut decoder = Decoder::new();
    put(&mut decoder, b":1\r\n:2\r\n:3");
    decoder.next_event().unwrap().unwrap();
    assert_eq!(decoder.into_unread(), b":2\r\n:3");
}

/// Bytes that have come in already are looked at again, though nothing new comes.
#[test]
fn new_options_hold_for_what_was_waited_for() {
    let mut decoder = Decoder::with_options(ReaderOptions::new().parser(Options::new().whole(100)));
    put(&mut decoder, b"+OK\r\n*1");
    assert!(matches!(decoder.next_event(), Ok(Some(_))));
    assert_eq!(decoder.next_event(), Ok(None));
    assert!(decoder.set_options(Options::new().max_count(0)));
    let error = decoder.next_event().unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::CountTooLarge, 6));
}

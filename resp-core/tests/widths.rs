//! Numbers, lines and bodies of every width around the sizes that are read at once, with each byte of them spoilt, by
//! every way against the oracle.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[macro_use]
mod support;

use core::ops::ControlFlow;

use resp_core::{Error, ErrorKind, Event, Options, Parser, Part, Visitor};
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

// ---- Wider than 32 bits: lengths that no slice has where addresses are that short ----

/// More than 32 bits can say. A body of so many bytes is fed as one block, over and over.
const LEN: u64 = (1 << 32) + 5;

/// All events that an input holds, by one way: how many bytes of text they carry, and how many bytes are consumed.
type Drain = fn(&mut Parser<4>, &[u8]) -> Result<(u64, usize), Error>;

const DRAINS: [(&str, Drain); 5] = [
    ("parse", |parser, input| {
        let mut bytes = 0;
        let parsed = parser.parse(input, &mut |event: Event<&[u8]>| {
            bytes += text_len(event);
            ControlFlow::Continue(())
        })?;
        Ok((bytes, parsed.consumed))
    }),
    ("next_event", |parser, input| {
        let (mut bytes, mut rest) = (0, input);
        while let Some(event) = parser.next_event(&mut rest)? {
            bytes += text_len(event);
        }
        Ok((bytes, input.len() - rest.len()))
    }),
    ("events", |parser, input| {
        let (mut bytes, mut rest) = (0, input);
        for event in parser.events(&mut rest) {
            bytes += text_len(event?);
        }
        Ok((bytes, input.len() - rest.len()))
    }),
    ("scan", |parser, input| {
        let (mut bytes, mut consumed) = (0, 0);
        loop {
            let scanned = parser.scan(&input[consumed..])?;
            let Some(event) = scanned.event else { return Ok((bytes, consumed + scanned.consumed)) };
            bytes += text_len(event.map(|span| span.of(&input[consumed..])));
            consumed += scanned.consumed;
        }
    }),
    ("skip_frame", |parser, input| {
        let (before, mut rest) = (parser.text_remaining(), input);
        while parser.skip_frame(&mut rest)?.is_some() {}
        let after = parser.text_remaining();
        Ok((before.unwrap_or(0).saturating_sub(after.unwrap_or(0)), input.len() - rest.len()))
    }),
];

fn text_len(event: Event<&[u8]>) -> u64 {
    event.text().map_or(0, |(_, data)| data.len() as u64)
}

/// Feeds `front`, then LEN bytes of text, then `behind`, of which nothing may be left over. Returns the bytes of text.
fn feed(parser: &mut Parser<4>, drain: Drain, front: &str, behind: &str) -> Result<u64, Error> {
    let block = [b'x'; 1 << 16];
    let mut bytes = 0;
    let mut left = LEN;
    let mut feed = |input: &[u8]| {
        let (fed, consumed) = drain(parser, input)?;
        assert_eq!(consumed, input.len(), "nothing of this stream must wait");
        bytes += fed;
        Ok(())
    };
    feed(front.as_bytes())?;
    while left > 0 {
        let input = &block[..block.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        feed(input)?;
        left -= input.len() as u64;
    }
    feed(behind.as_bytes())?;
    Ok(bytes)
}

fn lifted() -> Options {
    Options::new().max_text(u64::MAX).whole(0)
}

#[test]
fn a_text_wider_than_32_bits_passes_in_parts() {
    let (front, behind) = (format!("*2\r\n${LEN}\r\n"), "\r\n:1\r\n");
    for (way, drain) in DRAINS {
        let mut parser = Parser::with_depth(lifted());
        assert_eq!(feed(&mut parser, drain, &front, behind), Ok(LEN), "{way}");
        let total = LEN + (front.len() + behind.len()) as u64;
        assert_eq!((parser.is_idle(), parser.offset()), (true, total), "{way}");
    }
}

#[test]
fn a_chunk_wider_than_32_bits_passes_in_parts() {
    let front = format!("$?\r\n;{LEN}\r\n");
    for (way, drain) in DRAINS.into_iter().filter(|(way, _)| *way != "skip_frame") {
        let mut parser = Parser::with_depth(lifted());
        assert_eq!(feed(&mut parser, drain, &front, "\r\n;0\r\n"), Ok(LEN), "{way}");
        assert!(parser.is_idle(), "{way}");
    }
}

#[test]
fn chunks_are_added_up_beyond_32_bits() {
    let front = format!("$?\r\n;{LEN}\r\n");
    for (way, drain) in DRAINS {
        let mut parser = Parser::with_depth(lifted().max_text(LEN + 8));
        let error = feed(&mut parser, drain, &front, "\r\n;9\r\n").unwrap_err();
        let digit = front.len() as u64 + LEN + 3;
        assert_eq!((error.kind, error.offset), (ErrorKind::LengthTooLarge, digit), "{way}");
    }
}

#[test]
fn a_frame_is_measured_beyond_32_bits() {
    let (front, behind) = (format!("*2\r\n${LEN}\r\n"), "\r\n:1\r\n");
    let total = LEN + (front.len() + behind.len()) as u64;
    for (way, drain) in DRAINS {
        let mut fits = Parser::with_depth(lifted().max_frame(total));
        assert_eq!(feed(&mut fits, drain, &front, behind), Ok(LEN), "{way}");
        let mut short = Parser::with_depth(lifted().max_frame(total - 1));
        let error = feed(&mut short, drain, &front, behind).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::FrameTooLarge, total - 3), "{way}");
    }
}

#[test]
fn the_length_of_a_frame_is_told_beyond_32_bits() {
    struct Length(u64);
    impl<'b> Visitor<'b> for Length {
        fn event(&mut self, _: Event<&'b [u8]>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn frame_len(&mut self, len: u64) {
            self.0 = len;
        }
    }
    let (front, mut parser) = (format!("${LEN}\r\n"), Parser::with_depth(lifted()));
    feed(&mut parser, DRAINS[0].1, &front, "").unwrap();
    let mut length = Length(0);
    let _ = parser.parse(b"\r\n", &mut length).unwrap();
    assert_eq!(length.0, front.len() as u64 + LEN + 2);
}

#[test]
fn a_trailer_is_missed_beyond_32_bits() {
    let front = format!("${LEN}\r\n");
    for (way, drain) in DRAINS {
        let error = feed(&mut Parser::with_depth(lifted()), drain, &front, "x").unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::MissingCrlf, front.len() as u64 + LEN), "{way}");
    }
}

#[test]
fn what_is_left_of_a_text_is_told_beyond_32_bits() {
    let mut parser = Parser::<4>::with_depth(lifted());
    let header = format!("${LEN}\r\n");
    assert_eq!(parser.next_event(&mut header.as_bytes()), Ok(None));
    assert_eq!((parser.text_remaining(), parser.needed()), (Some(LEN), 1));
    let part = parser.next_event(&mut &b"12345"[..]);
    assert_eq!(part, Ok(Some(Event::BulkString(Part::First, &b"12345"[..]))));
    assert_eq!((parser.text_remaining(), parser.needed()), (Some(1 << 32), 1));
}

#[test]
fn the_longest_text_that_can_be_held_needs_one_byte_more_than_itself() {
    let mut parser = Parser::<4>::with_depth(lifted().whole(usize::MAX));
    let header = format!("${}\r\n", isize::MAX);
    assert_eq!(parser.next_event(&mut header.as_bytes()), Ok(None));
    assert_eq!(parser.needed(), 1 << (usize::BITS - 1));
}

#[test]
fn a_text_that_is_too_long_to_be_held_comes_in_parts() {
    let mut parser = Parser::<4>::with_depth(lifted().whole(usize::MAX));
    let stream = format!("${}\r\nx", 1_u64 << (usize::BITS - 1));
    assert_eq!(parser.next_event(&mut stream.as_bytes()), Ok(Some(Event::BulkString(Part::First, &b"x"[..]))));
}

#[test]
fn a_buffer_for_the_largest_header_is_as_large_as_can_be_said() {
    let header = u64::from(u32::MAX) + 3;
    let wanted = usize::try_from(header).unwrap_or(usize::MAX);
    assert_eq!(Options::new().max_header(u64::MAX).min_buffer(), wanted);
}

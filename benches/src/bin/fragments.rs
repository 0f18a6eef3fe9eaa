//! Feeds one reply to a parser byte by byte, so that a profiler can count what that costs.
//!
//! `fragments THROUGH KIND SIZE WHOLE TIMES`: THROUGH is a call of the parser or `reader`, KIND is `array`, `line`, `bulk`
//! or one of the kinds that a hostile peer may choose, SIZE its elements or bytes, WHOLE the parser's option. With TIMES 0
//! the reply is only made, which tells the cost of everything that is not parsing. Prints the number of bytes fed.

use core::error::Error;
use core::hint::black_box;
use core::ops::ControlFlow;
use std::env::args;

use resp_core::{Event, Options, Parser};
use resp_std::{Reader, ReaderOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [through, kind, size, whole, times] = arguments.as_slice() else {
        return Err("usage: fragments THROUGH KIND SIZE WHOLE TIMES".into());
    };
    let reply = reply(kind, size.parse()?).ok_or_else(|| format!("no such kind: {kind}"))?;
    let times: usize = times.parse()?;
    let options = Options::new().whole(whole.parse()?);
    let mut parser = Parser::with_options(options);
    for _ in 0..times {
        match through.as_str() {
            "next_event" => feed(&mut parser, &reply, next_event)?,
            "parse" => feed(&mut parser, &reply, parse)?,
            "scan" => feed(&mut parser, &reply, scan)?,
            "events" => feed(&mut parser, &reply, events)?,
            "skip_frame" => feed(&mut parser, &reply, skip_frame)?,
            "reader" => read(options, &reply)?,
            _ => return Err(format!("no such call: {through}").into()),
        }
    }
    println!("{}", reply.len() * times);
    Ok(())
}

fn reply(kind: &str, size: usize) -> Option<Vec<u8>> {
    let many = |start: &[u8], unit: &[u8], end: &[u8]| [start, &unit.repeat(size), end].concat();
    Some(match kind {
        "array" => benches::array(size as u64).to_vec(),
        "line" => benches::line(size).to_vec(),
        "bulk" => benches::bulk(size).to_vec(),
        "digits" => many(b"(", b"1", b"\r\n"),
        "attributes" => many(b"", b"|0\r\n", b":1\r\n"),
        "pushes" => many(b"*1\r\n", b">1\r\n+a\r\n", b":1\r\n"),
        "chunks" => many(b"$?\r\n", b";1\r\na\r\n", b";0\r\n"),
        "empty" => many(b"*?\r\n", b"*0\r\n", b".\r\n"),
        _ => return None,
    })
}

/// Each call sees what the calls before it left, and one byte more; it says how many bytes are done with.
fn feed(
    parser: &mut Parser,
    reply: &[u8],
    call: impl Fn(&mut Parser, &[u8]) -> Result<usize, resp_core::Error>,
) -> Result<(), resp_core::Error> {
    let mut start = 0;
    for end in 1..=reply.len() {
        start += call(parser, &reply[start..end])?;
    }
    parser.finish(&reply[start..])
}

#[inline(always)]
fn next_event(parser: &mut Parser, input: &[u8]) -> Result<usize, resp_core::Error> {
    let mut rest = input;
    while let Some(event) = parser.next_event(&mut rest)? {
        black_box(event);
    }
    Ok(input.len() - rest.len())
}

#[inline(always)]
fn parse(parser: &mut Parser, input: &[u8]) -> Result<usize, resp_core::Error> {
    let parsed = parser.parse(input, &mut |event: Event<&[u8]>| {
        black_box(event);
        ControlFlow::Continue(())
    });
    Ok(parsed?.consumed)
}

#[inline(always)]
fn scan(parser: &mut Parser, input: &[u8]) -> Result<usize, resp_core::Error> {
    let mut consumed = 0;
    loop {
        let scanned = parser.scan(&input[consumed..])?;
        consumed += scanned.consumed;
        if black_box(scanned.event).is_none() {
            return Ok(consumed);
        }
    }
}

#[inline(always)]
fn events(parser: &mut Parser, input: &[u8]) -> Result<usize, resp_core::Error> {
    let mut rest = input;
    for event in parser.events(&mut rest) {
        black_box(event?);
    }
    Ok(input.len() - rest.len())
}

#[inline(always)]
fn skip_frame(parser: &mut Parser, input: &[u8]) -> Result<usize, resp_core::Error> {
    let mut rest = input;
    while let Some(kind) = parser.skip_frame(&mut rest)? {
        black_box(kind);
    }
    Ok(input.len() - rest.len())
}

/// The same by a reader, from a peer that sends one byte at a time.
fn read(options: Options, reply: &[u8]) -> Result<(), resp_std::Error> {
    let mut reader = Reader::with_options(reply, ReaderOptions::new().parser(options).read_size(1));
    while let Some(event) = reader.next_event()? {
        black_box(event);
    }
    Ok(())
}

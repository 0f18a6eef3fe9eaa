//! Feeds one reply to a parser byte by byte, so that a profiler can count what that costs.
//!
//! `fragments KIND SIZE WHOLE TIMES`: KIND is `array`, `line` or `bulk`, SIZE its elements or bytes, WHOLE the parser's
//! option. With TIMES 0 the reply is only made, which tells the cost of everything that is not parsing. Prints the
//! number of bytes fed.

use core::error::Error;
use core::hint::black_box;
use std::env::args;

use resp_core::{Options, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [kind, size, whole, times] = arguments.as_slice() else {
        return Err("usage: fragments array|line|bulk SIZE WHOLE TIMES".into());
    };
    let size = size.parse()?;
    let reply = match kind.as_str() {
        "array" => benches::array(size as u64),
        "line" => benches::line(size),
        "bulk" => benches::bulk(size),
        _ => return Err(format!("no such kind: {kind}").into()),
    };
    let times: usize = times.parse()?;
    let mut parser = Parser::with_options(Options::new().whole(whole.parse()?));
    for _ in 0..times {
        feed(&mut parser, &reply)?;
    }
    println!("{}", reply.len() * times);
    Ok(())
}

/// Each call sees what the calls before it left, and one byte more.
fn feed(parser: &mut Parser, reply: &[u8]) -> Result<(), resp_core::Error> {
    let mut start = 0;
    for end in 1..=reply.len() {
        let mut input = &reply[start..end];
        while let Some(event) = parser.next_event(&mut input)? {
            black_box(event);
        }
        start = end - input.len();
    }
    parser.finish(&reply[start..])
}

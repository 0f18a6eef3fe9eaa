//! Every leaf in every context, cut everywhere, by every way, against the oracle; and the rule about offsets.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[macro_use]
mod support;

use resp_core::{ErrorKind, Parser};

use support::cuts;
use support::oracle::oracle;
use support::settings::Settings;
use support::trial::Trial;
use support::verdict::Outcome;

const DEPTH: usize = 8;

/// Where a leaf may stand: what comes before it and after it.
#[rustfmt::skip] // One context a line.
const CONTEXTS: [(&str, &[u8], &[u8]); 20] = [
    ("top", b"", b"+z\r\n"),
    ("after a frame", b"$1\r\na\r\n", b""),
    ("array, first", b"*2\r\n", b":9\r\n"),
    ("array, last", b"*2\r\n:9\r\n", b":8\r\n"),
    ("array in array", b"*1\r\n*1\r\n", b"_\r\n"),
    ("set", b"~1\r\n", b""),
    ("map, key", b"%1\r\n", b":9\r\n"),
    ("map, value", b"%1\r\n+k\r\n", b""),
    ("push", b">2\r\n+p\r\n", b":9\r\n"),
    ("push inside a reply", b"*1\r\n>1\r\n", b":9\r\n"),
    ("streamed array", b"*?\r\n", b".\r\n"),
    ("streamed array, second", b"*?\r\n:1\r\n", b".\r\n"),
    ("streamed set", b"~?\r\n", b".\r\n"),
    ("streamed map, key", b"%?\r\n", b"#t\r\n.\r\n"),
    ("streamed map, value", b"%?\r\n+k\r\n", b".\r\n"),
    ("streamed string", b"$?\r\n", b";0\r\n"),
    ("after an attribute", b"|1\r\n+k\r\n:1\r\n", b""),
    ("attribute, key", b"|1\r\n", b":1\r\n+OK\r\n"),
    ("attribute, value", b"*1\r\n|1\r\n+k\r\n", b":9\r\n"),
    ("after a nested push", b"*1\r\n>1\r\n+p\r\n", b""),
];

#[rustfmt::skip] // As many in a line as fit.
const VALID: [&[u8]; 46] = [
    b"+\r\n", b"+OK\r\n", b"-\r\n", b"-ERR x\r\n", b"(0\r\n", b"(-123\r\n", b":0\r\n", b":-12\r\n", b":+05\r\n",
    b",1\r\n", b",-1.5e+3\r\n", b",inf\r\n", b",-nan(a)\r\n", b"#t\r\n", b"#f\r\n", b"_\r\n",
    b"$-1\r\n", b"*-1\r\n", b"$0\r\n\r\n", b"$1\r\n\r\r\n", b"$7\r\n\r\n$1\r\n>\r\n", b"!0\r\n\r\n", b"!2\r\n\n-\r\n",
    b"=4\r\ntxt:\r\n", b"=7\r\n::::\r\n:\r\n", b"$?\r\n;0\r\n", b"$?\r\n;1\r\na\r\n;2\r\n\r\n\r\n;0\r\n",
    b"*0\r\n", b"~0\r\n", b"%0\r\n", b"*1\r\n_\r\n", b"~1\r\n$0\r\n\r\n", b"%1\r\n+\r\n*0\r\n", b"*?\r\n.\r\n", b"~?\r\n:1\r\n.\r\n",
    b"%?\r\n*0\r\n*0\r\n.\r\n", b"|0\r\n:1\r\n", b"|0\r\n|1\r\n_\r\n_\r\n#t\r\n", b"|1\r\n|0\r\n+a\r\n*0\r\n+b\r\n",
    b"*2\r\n*0\r\n*?\r\n.\r\n", b"*1\r\n%1\r\n~1\r\n+a\r\n+b\r\n",
    // Pushes, which some contexts refuse.
    b">1\r\n+p\r\n:1\r\n", b">1\r\n%?\r\n.\r\n:1\r\n", b"|0\r\n>1\r\n:1\r\n:2\r\n", b"*1\r\n>1\r\n:1\r\n:2\r\n", b">1\r\n:1\r\n>1\r\n:2\r\n:3\r\n",
];

#[rustfmt::skip] // As many in a line as fit.
const MALFORMED: [&[u8]; 115] = [
    // Complete but for what is wrong.
    b"=5\r\ntxtxa\r\n", b"=3\r\na:b\r\n", b"$1\r\nab\r\n", b"$01\r\na\r\n", b"!2\r\na\r\n", b"+a\rb\r\n", b"#T\r\n", b"_x\r\n", b"*01\r\n:1\r\n",
    b"x", b"\r\n", b"\n", b"\0", b"0", b"?\r\n", b"\xff", b" +OK\r\n",
    b".\r\n", b".x", b";0\r\n", b";1\r\na\r\n",
    b"+a\n", b"+\n", b"+a\rb", b"+\r\r\n", b"-a\n", b"-a\r-",
    b"(\r\n", b"(-\r\n", b"(1a\r\n", b"(\n", b"(1\n", b"(1\r1", b"(+-1\r\n", b"(1.0\r\n",
    b":\r\n", b":-\r\n", b":+\r\n", b":a", b":1a", b":\n", b":1\n", b":1\r:", b":--1", b":9223372036854775808\r\n", b":-9223372036854775809\r\n",
    b",\r\n", b",.5", b",5.\r\n", b",1e\r\n", b",1e+\r\n", b",infi", b",in\r\n", b",nan(\r\n", b",nan(-", b",nanx", b",1x", b",\n", b",1\n", b",1\r1", b",+\r\n", b",--1",
    b"#\r\n", b"#T", b"#tt", b"#t\n", b"#\n", b"#f\rx", b"_x", b"_\n", b"_\r_",
    b"$\r\n", b"$a", b"$-2", b"$-\r\n", b"$-1x", b"$01", b"$0a", b"$+1", b"$1\n", b"$1\rx", b"$?x", b"$536870913\r\n", b"$1\r\nab", b"$1\r\na\rx", b"$0\r\n\n", b"$0\r\n\rx",
    b"*\r\n", b"*a", b"*-2", b"*01", b"*1\n", b"*1\rx", b"*4294967296\r\n", b"%4294967296", b"%-1", b"~-1", b"|-1", b"|?", b">-1", b">?", b">0\r\n", b"!-1", b"!?",
    b"=-1", b"=?", b"=3\r\n", b"=4\r\ntxtx", b"=4\r\ntxt:x",
    b"$?\r\n+", b"$?\r\n;-1", b"$?\r\n;1\r\nab", b"%?\r\n+a\r\n.\r\n", b"*?\r\n|0\r\n.\r\n", b"|0\r\n\r\n",
];

/// Every context around every leaf.
fn products(leaves: &[&[u8]]) -> impl Iterator<Item = Vec<u8>> {
    leaves.iter().flat_map(|leaf| CONTEXTS.iter().map(move |(_, before, after)| [before, *leaf, after].concat()))
}

/// Every cut of `stream`; and whole, with so much behind it that nothing in it is near the end of the read.
fn try_product(stream: &[u8], whole: usize) {
    Trial::<DEPTH>::new(stream, settings(whole)).run(&cuts::one_cuts(stream.len()));
    Trial::<DEPTH>::new(&[stream, b"$12\r\nhello, world\r\n"].concat(), settings(whole)).run_cut(&[]);
}

fn settings(whole: usize) -> Settings {
    Settings { whole, ..Settings::default() }
}

#[test]
fn valid_leaves_in_every_context() {
    for whole in [0, 3] {
        for stream in products(&VALID) {
            try_product(&stream, whole);
        }
    }
}

#[test]
fn malformed_leaves_in_every_context() {
    for stream in products(&MALFORMED) {
        try_product(&stream, 0);
    }
}

/// Nothing after the offending byte may be needed to see that it offends.
#[test]
fn streams_that_end_with_their_offending_byte() {
    for stream in products(&MALFORMED) {
        let Some(error) = oracle(&stream, &settings(0), DEPTH).outcome.fault() else { continue };
        let stream = &stream[..=error.offset as usize];
        let trial = Trial::<DEPTH>::new(stream, settings(512));
        assert_eq!(trial.verdict.outcome, Outcome::Fault(error), "the oracle reads on");
        trial.run(&cuts::one_cuts(stream.len()));
    }
}

/// The offset is right iff so many bytes raise nothing, and one more raises this error.
#[test]
fn offset_is_the_number_of_bytes_that_raise_nothing() {
    for stream in products(&MALFORMED) {
        let Some(expected) = oracle(&stream, &settings(5), DEPTH).outcome.fault() else { continue };
        let offset = expected.offset as usize;
        let shown = stream.escape_ascii();
        assert_eq!(raises(&stream[..offset]), None, "{shown}, {offset} bytes");
        assert_eq!(raises(&stream[..=offset]), Some(expected), "{shown}, {offset} + 1 bytes");
    }
}

/// The error that these bytes raise.
fn raises(bytes: &[u8]) -> Option<resp_core::Error> {
    let mut parser = Parser::<DEPTH>::with_depth(settings(5).options());
    let mut input = bytes;
    loop {
        match parser.next_event(&mut input) {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(error),
        }
    }
}

/// A list that does not reach a kind of error says nothing about it.
#[test]
fn malformed_leaves_raise_every_kind_but_limits() {
    let raised: Vec<ErrorKind> = products(&MALFORMED)
        .chain(products(&VALID))
        .filter_map(|stream| Some(oracle(&stream, &settings(0), DEPTH).outcome.fault()?.kind))
        .collect();
    for kind in ErrorKind::ALL {
        let needs_options = kind.is_limit() || matches!(kind, ErrorKind::UnexpectedType | ErrorKind::UnexpectedEof);
        assert!(needs_options || raised.contains(kind), "{kind} is never raised");
    }
}

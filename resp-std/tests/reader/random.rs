//! Random streams through random reads are what they are in one piece.

use std::io;

use proptest::prelude::*;
use resp_core::{Options, Parser};
use resp_std::{Reader, ReaderOptions};

use crate::source::{Merged, Script, Step, read_all};

fn line(sign: char, payload: &'static str) -> impl Strategy<Value = Vec<u8>> {
    payload.prop_map(move |payload| format!("{sign}{payload}\r\n").into_bytes())
}

fn text(sign: char, prefix: &'static str) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![0..20_usize, 0..600_usize].prop_flat_map(move |len| {
        prop::collection::vec(any::<u8>(), len).prop_map(move |data| {
            let len = prefix.len() + data.len();
            [format!("{sign}{len}\r\n{prefix}").as_bytes(), &data, b"\r\n"].concat()
        })
    })
}

fn streamed_string() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec("[a-z\r\n]{1,9}", 0..4).prop_map(|chunks| {
        let chunks = chunks.iter().map(|chunk| format!(";{}\r\n{chunk}\r\n", chunk.len()));
        ["$?\r\n".into(), chunks.collect::<String>(), ";0\r\n".into()].concat().into_bytes()
    })
}

fn leaf() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        line('+', "[ -~]{0,20}"),
        line('-', "ERR [ -~]{0,700}"),
        line(':', "-?[1-9][0-9]{0,16}"),
        line('(', "-?[0-9]{1,600}"),
        line(',', "-?[0-9]{1,9}(\\.[0-9]{1,9})?"),
        text('$', ""),
        text('!', "ERR "),
        text('=', "txt:"),
        streamed_string(),
        prop::sample::select(vec!["#t\r\n", "#f\r\n", "_\r\n", "$-1\r\n", "*-1\r\n", "*0\r\n"]).prop_map(Into::into),
    ]
}

fn frame() -> impl Strategy<Value = Vec<u8>> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let of = move |len: core::ops::Range<usize>| prop::collection::vec(inner.clone(), len);
        prop_oneof![
            (prop::sample::select(vec!['*', '~']), of(0..4)).prop_map(|(sign, items)| [
                format!("{sign}{}\r\n", items.len()).into_bytes(),
                items.concat()
            ]
            .concat()),
            (of(0..3), of(3..4)).prop_map(|(keys, values)| {
                let pairs = keys.into_iter().zip(values).map(|(key, value)| [key, value].concat());
                let pairs: Vec<_> = pairs.collect();
                [format!("%{}\r\n", pairs.len()).into_bytes(), pairs.concat()].concat()
            }),
            of(3..4).prop_map(|items| [b"|1\r\n".to_vec(), items.concat()].concat()),
            of(0..4).prop_map(|items| [b"*?\r\n".to_vec(), items.concat(), b".\r\n".to_vec()].concat()),
        ]
    })
}

/// Frames, sometimes with one byte changed, sometimes cut short.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let frames = prop::collection::vec(
        prop_oneof![4 => frame(), 1 => frame().prop_map(|frame| [b">1\r\n".to_vec(), frame].concat())],
        0..6,
    );
    let change = prop_oneof![3 => Just(None), 1 => any::<(prop::sample::Index, u8)>().prop_map(Some)];
    let cut = prop_oneof![3 => Just(None), 1 => any::<prop::sample::Index>().prop_map(Some)];
    (frames, change, cut).prop_map(|(frames, change, cut)| {
        let mut stream = frames.concat();
        if let (Some((at, byte)), false) = (change, stream.is_empty()) {
            let at = at.index(stream.len());
            stream[at] = byte;
        }
        if let (Some(at), false) = (cut, stream.is_empty()) {
            stream.truncate(at.index(stream.len()));
        }
        stream
    })
}

/// How a source cuts the stream: read sizes, failures in between.
fn cuts() -> impl Strategy<Value = Vec<Result<usize, io::ErrorKind>>> {
    let failures = vec![io::ErrorKind::Interrupted, io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
    let cut = prop_oneof![
        4 => (1..8_usize).prop_map(Ok),
        2 => (1..200_usize).prop_map(Ok),
        2 => prop::sample::select(failures).prop_map(Err),
    ];
    prop::collection::vec(cut, 1..300)
}

fn source(mut stream: &[u8], cuts: &[Result<usize, io::ErrorKind>]) -> Script {
    let mut steps = Vec::new();
    for cut in cuts {
        match *cut {
            Ok(n) if !stream.is_empty() => {
                let (piece, rest) = stream.split_at(n.min(stream.len()));
                steps.push(Step::Bytes(piece.to_vec()));
                stream = rest;
            }
            Ok(_) => {}
            Err(kind) => steps.push(Step::Fail(kind)),
        }
    }
    if !stream.is_empty() {
        steps.push(Step::Bytes(stream.to_vec()));
    }
    Script::new(steps)
}

/// The stream in one piece, by the parser alone.
fn in_one_piece(stream: &[u8], options: Options) -> (Merged, Option<resp_core::Error>) {
    let mut parser = Parser::<128>::with_depth(options);
    let mut merged = Merged::default();
    let mut rest = stream;
    loop {
        match parser.next_event(&mut rest) {
            Ok(Some(event)) => merged.push(event),
            Ok(None) => return (merged, parser.finish(rest).err()),
            Err(error) => return (merged, Some(error)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_reads_give_the_same_events_and_error(
        stream in stream(),
        cuts in cuts(),
        whole in prop_oneof![Just(0), 0..600_usize, Just(16 << 10)],
        capacity in prop_oneof![Just(0), 64..1000_usize, Just(64 << 10)],
    ) {
        let options = Options::new().whole(whole);
        let (expected, expected_error) = in_one_piece(&stream, options);
        let reader_options = ReaderOptions::new().parser(options).capacity(capacity).keep(capacity);
        let mut reader = Reader::with_options(source(&stream, &cuts), reader_options);
        let (merged, error) = read_all(&mut reader);
        prop_assert_eq!(merged.lines(), expected.lines());
        prop_assert_eq!(error, expected_error);
    }
}

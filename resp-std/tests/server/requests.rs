//! A redis-server as the judge of requests: it is asked to answer with the arguments that it has read.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use resp_core::{FrameKind, RequestErrorKind, RequestOptions};
use resp_std::{Error, Reader, ReaderOptions, RequestReader};

use crate::redis_server::RedisServer;

#[test]
fn inline_requests_are_split_as_redis_splits_them() {
    judge(vec(inline_line(), 1..4).prop_map(|lines| lines.concat()));
}

#[test]
fn multibulk_requests_are_read_as_redis_reads_them() {
    judge(vec(multibulk(), 1..3).prop_map(|requests| requests.concat()));
}

#[test]
fn each_fault_is_told_in_the_words_of_redis() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let long_line = vec![b'x'; 65 * 1024];
    let faults: &[&[u8]] = &[
        b"*x\r\n",
        b"*+1\r\n",
        b"*01\r\n",
        b"* 1\r\n",
        b"*1 \r\n",
        b"*\r\n",
        b"*2147483648\r\n",
        b"*3000000000\r\n",
        b"*99999999999999999999\r\n",
        b"*1\r\n\r\n",
        b"*1\r\n:1\r\n",
        b"*1\r\n\n\r\n",
        b"*1\r\n$-1\r\n",
        b"*1\r\n$x\r\n",
        b"*1\r\n$01\r\n",
        b"*1\r\n$\r\n",
        b"*1\r\n$536870913\r\n",
        b"ECHO \"a\r\n",
        b"ECHO 'a\r\n",
        b"ECHO \"a\"b\r\n",
        &long_line,
    ];
    for fault in faults {
        let (theirs, ours) = (told_by_redis(&server, fault), told_by_us(fault));
        assert!(matches!(ours.last(), Some(Told::Error(_))), "{} is no fault", fault.escape_ascii());
        assert_eq!(ours, theirs, "{}", fault.escape_ascii());
    }
}

#[test]
fn of_a_nul_redis_says_nothing() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    assert_eq!(told_by_redis(&server, b"*1\r\n\0\r\n"), []);
    assert_eq!(told_by_us(b"*1\r\n\0\r\n"), [Told::Error(format!("{PROTOCOL_ERROR}{OF_NUL}"))]);
}

#[test]
fn before_authentication_the_limits_are_those_of_redis() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    set_password(&server);
    let options = RequestOptions::unauthenticated();
    let long_name = [&b"*1\r\n$16384\r\n"[..], &[b'x'; 16384], b"\r\n"].concat();
    for (request, is_refused) in
        [(b"*11\r\n".as_slice(), true), (b"*10\r\n", false), (b"*1\r\n$16385\r\n", true), (&long_name, false)]
    {
        let (theirs, ours) = (told_by_redis(&server, request), told_with(options, request));
        let no_auth = |told: &Told| matches!(told, Told::Other | Told::Arguments(_));
        let shown = request[..request.len().min(20)].escape_ascii();
        assert_eq!(matches!(ours.last(), Some(Told::Error(_))), is_refused, "{shown}");
        if is_refused {
            assert_eq!(ours, theirs, "{shown}");
        } else {
            assert!(theirs.iter().all(no_auth), "{shown}: {theirs:?}");
        }
    }
}

/// What is heard of a stream of requests.
#[derive(Debug, PartialEq)]
enum Told {
    /// A request for its own arguments, and what they were.
    Arguments(Vec<Vec<u8>>),
    /// Another request.
    Other,
    /// `-ERR Protocol error: ...`, the last thing that is said.
    Error(String),
}

const PROTOCOL_ERROR: &str = "ERR Protocol error: ";

/// This is said to a client that hears nothing from Redis.
const OF_NUL: &str = "expected '$', got '\0'";

/// The arguments are in the answer to this.
const SCRIPT: [&[u8]; 3] = [b"EVAL", b"return ARGV", b"0"];

/// Asks Redis and us about many streams.
fn judge(streams: impl Strategy<Value = Vec<u8>>) {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let config = Config { cases: 2000, failure_persistence: None, ..Config::default() };
    let judged = TestRunner::new(config).run(&streams, |stream| {
        let ours = told_by_us(&stream);
        // These are refused where Redis takes anything, or hangs up without a word: the documents say so.
        let is_known = |told: &Told| {
            let texts = [RequestErrorKind::BareCr, RequestErrorKind::NulInInline].map(RequestErrorKind::text);
            texts.iter().chain([&OF_NUL]).any(|text| *told == Told::Error(format!("{PROTOCOL_ERROR}{text}")))
        };
        if !ours.iter().any(is_known) {
            let theirs = told_by_redis(&server, &stream);
            prop_assert_eq!(ours, theirs, "{}", stream.escape_ascii());
        }
        Ok::<(), TestCaseError>(())
    });
    judged.expect("no difference");
}

fn told_by_us(stream: &[u8]) -> Vec<Told> {
    told_with(RequestOptions::new(), stream)
}

fn told_with(options: RequestOptions, stream: &[u8]) -> Vec<Told> {
    let mut reader = RequestReader::with_options(stream, ReaderOptions::requests().parser(options));
    let mut told = Vec::new();
    loop {
        match reader.next_request() {
            Ok(Some(request)) if request.iter().take(3).eq(SCRIPT) => {
                told.push(Told::Arguments(request.iter().skip(3).map(<[u8]>::to_vec).collect()));
            }
            Ok(Some(_)) => told.push(Told::Other),
            Ok(None) => return told,
            // Redis has no word for it.
            Err(Error::Request(error)) if error.kind == RequestErrorKind::UnexpectedEof => return told,
            Err(Error::Request(error)) => {
                let reply = String::from_utf8_lossy(&error.reply()).into_owned();
                told.push(Told::Error(reply.trim_start_matches('-').trim_end().to_owned()));
                return told;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn told_by_redis(server: &RedisServer, stream: &[u8]) -> Vec<Told> {
    let mut socket = server.connect();
    // It may hang up before it has read all.
    let _ = socket.write_all(stream);
    let _ = socket.shutdown(Shutdown::Write);
    let mut answers = Vec::new();
    let _ = socket.read_to_end(&mut answers);
    let mut reader = Reader::new(answers.as_slice());
    let mut told = Vec::new();
    while let Some(frame) = reader.next_frame().expect("a valid stream") {
        assert_eq!(frame.frame_kind(), FrameKind::Reply);
        told.push(match (frame.error(), frame.to::<Vec<&[u8]>>()) {
            (Some(error), _) if error.to_string().starts_with(PROTOCOL_ERROR) => Told::Error(error.to_string()),
            (_, Ok(arguments)) => Told::Arguments(arguments.into_iter().map(<[u8]>::to_vec).collect()),
            _ => Told::Other,
        });
    }
    told
}

fn set_password(server: &RedisServer) {
    let mut socket: TcpStream = server.connect();
    socket.write_all(b"CONFIG SET requirepass secret\r\n").expect("the server reads");
    let mut answer = [0; 5];
    socket.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"+OK\r\n");
}

/// A line that asks for its arguments, in which quotes, escapes and white space of all kinds stand anywhere.
fn inline_line() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"a", b"z", b" ", b" ", b"\t", b"\"", b"\"", b"'", b"'", b"\\", b"\\n", b"\\x41", b"\\xf", b"\\xzz", b"\\\"",
        b"\\'", b"\x0b", b"\x0c", b"\r", b"\x80", b"\xff", b"x", b"0", b"*", b"$",
    ];
    let rest = vec(select(PIECES), 0..12).prop_map(|pieces| pieces.concat());
    const ENDS: &[&[u8]] = &[b"\r\n", b"\n"];
    (rest, select(ENDS)).prop_map(|(rest, end)| [&b"EVAL \"return ARGV\" 0 "[..], &rest, end].concat())
}

/// A request for its arguments, of which a header may be spoilt.
fn multibulk() -> impl Strategy<Value = Vec<u8>> {
    let argument = (vec(select(&b"a \r\n\0\xff"[..]), 0..6), spoilt());
    (vec(argument, 0..4), spoilt()).prop_map(|(arguments, spoilt_count)| {
        let mut stream = header(b'*', SCRIPT.len() + arguments.len(), &spoilt_count);
        for argument in SCRIPT {
            stream.extend(header(b'$', argument.len(), &None));
            stream.extend([argument, b"\r\n"].concat());
        }
        for (data, spoilt) in arguments {
            stream.extend(header(b'$', data.len(), &spoilt));
            stream.extend([&data[..], b"\r\n"].concat());
        }
        stream
    })
}

/// Rarely: what stands in place of a header's number.
fn spoilt() -> impl Strategy<Value = Option<&'static [u8]>> {
    const NUMBERS: &[&[u8]] = &[b"", b"-1", b"-0", b"+1", b"00", b"01", b"1 ", b" 1", b"0x1", b"-2", b"1.0", b"0"];
    prop::option::weighted(0.1, select(NUMBERS))
}

fn header(sign: u8, number: usize, spoilt: &Option<&'static [u8]>) -> Vec<u8> {
    let number = number.to_string();
    [&[sign][..], spoilt.unwrap_or(number.as_bytes()), b"\r\n"].concat()
}

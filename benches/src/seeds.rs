//! The command `seeds`: the yardsticks that the project grew out of, each with its baseline beside it.

use core::error::Error;
use core::fmt::Write as _;
use core::hint::black_box;
use core::time::Duration;
use std::fs::File;
use std::io::{Read, Write as _};

use cpu_time::ThreadTime;
use resp_core::{Event, Parser, Span};
use resp_std::Reader;

use crate::allocator::asked;
use crate::loopback::{self, Client};
use crate::markdown::{Markdown, figure};
use crate::ours::{ROWS, Sum};
use crate::raw;
use crate::row::Row;
use crate::store::Store;
use crate::stream::Stream;
use crate::table::{READER, READS};
use crate::tally::Tally;
use crate::timing::Timing;
use crate::workload::{self, Workload};

/// Tokens by their positions, and tokens by copies of them, on the same parser.
pub const TOKENS: [Row; 2] = [Row::whole("positions", positions), Row::whole("copies", copies)];

/// A hit, a batch of hits and a miss.
pub const LOOKUPS: [&str; 3] = ["bulk64", "hits16", "miss2"];

pub(crate) fn to_markdown(clients: &[Client], rounds: usize) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    writeln!(out, "### A token is a position: nanoseconds per reply, best of {rounds} rounds\n\n{}", tokens(rounds))?;
    writeln!(out, "### Ten million decodes by one parser\n\n{}", decodes())?;
    writeln!(out, "### Replies read, by one thread and by two\n\n{}", replies())?;
    writeln!(out, "### A replay of a million commands\n\n{}", replay()?)?;
    out += &loopback::to_markdown(clients)?;
    Ok(out)
}

// ---- Positions ----

fn tokens(rounds: usize) -> Markdown {
    eprintln!("timing positions and copies");
    let mut table = Markdown::new(["reply", "positions", "copies", "copies / positions"]);
    for name in LOOKUPS {
        let stream = Workload::new(name, 1 << 20).expect("a kind").stream;
        let rows: Vec<&Row> = TOKENS.iter().filter(|row| row.takes(name, &stream, READS)).collect();
        let timing = Timing::new(&rows, &stream, READS, rounds);
        let nanos = |row| figure(timing.best(row).map(|nanos| nanos / stream.count().units as f64));
        let ratio = figure(timing.ratio("copies", "positions"));
        table.line([name.to_string(), nanos("positions"), nanos("copies"), ratio]);
    }
    table
}

#[inline(never)]
fn positions(stream: &Stream, _: usize) -> Option<Tally> {
    tokenise(stream, |event, _| event)
}

#[inline(never)]
fn copies(stream: &Stream, _: usize) -> Option<Tally> {
    tokenise(stream, |event, input| event.map(|span| span.of(input).to_vec()))
}

/// Keeps the tokens of one frame, in room that is reused.
#[inline(always)]
fn tokenise<D>(stream: &Stream, token: impl Fn(Event<Span>, &[u8]) -> Event<D>) -> Option<Tally> {
    let mut parser = Parser::new();
    let mut tokens = Vec::new();
    let mut frames = 0;
    let mut at = 0;
    loop {
        let input = &stream[at..];
        let scanned = parser.scan(input).expect("a valid stream");
        let Some(event) = scanned.event else { return Some(Tally::frames(frames)) };
        tokens.push(token(event, input));
        at += scanned.consumed;
        if scanned.frame_end.is_some() {
            black_box(&tokens);
            tokens.clear();
            frames += 1;
        }
    }
}

// ---- Reuse ----

/// Each call is handed one reply and nothing behind it, as after a request.
fn decodes() -> Markdown {
    const DECODES: u32 = 10_000_000;
    eprintln!("decoding ten million replies");
    let reply = workload::bulk(64);
    let mut table = Markdown::new(["decoder", "ns per reply of 64 bytes"]);
    let mut line = |name: &str, mut decode: Box<dyn FnMut()>| {
        let start = ThreadTime::now();
        (0..DECODES).for_each(|_| decode());
        let nanos = start.elapsed().as_secs_f64() * 1e9 / f64::from(DECODES);
        table.line([name.to_string(), figure(Some(nanos))]);
    };
    let stream = reply.clone();
    line("raw2", Box::new(move || _ = black_box(raw::parse(black_box(&stream)))));
    let (stream, mut parser) = (reply.clone(), Parser::new());
    line("one parser", Box::new(move || decode(&mut parser, &stream)));
    line("a new parser each time", Box::new(move || decode(&mut Parser::new(), &reply)));
    table
}

/// One reply by one call.
#[inline]
pub fn decode(parser: &mut Parser, reply: &Stream) {
    let mut sum = Sum::<false>::default();
    let parsed = parser.parse(black_box(reply), &mut sum);
    let _ = black_box((parsed, sum.tally()));
}

// ---- Threads ----

/// What a client reads. Each thread counts its own processor time: whether a second processor is free is the machine's
/// affair, whether two threads hinder each other is ours.
fn replies() -> Markdown {
    let mut table = Markdown::new([
        "reply",
        "1 thread: million/s",
        "2 threads: million/s",
        "efficiency",
        "allocations per reply",
        "bytes per reply",
    ]);
    let reader = ROWS.iter().find(|row| row.name == READER).expect("a row");
    for name in ["ok", "int", "bulk16", "bulk1k", "arr50", "nested3"] {
        eprintln!("reading {name} by one thread and by two");
        let [short, long] = [1, 2].map(|mib| Workload::new(name, mib << 20).expect("a kind").stream);
        let [one, two] = [1, 2].map(|threads| replies_per_second(reader, &short, threads));
        let pass = |stream| {
            asked(|| {
                reader.pass(stream, READS);
            })
        };
        // What a reader asks for at its start is not a reply's.
        pass(&short);
        let (a, b) = (pass(&short), pass(&long));
        let units = (long.count().units - short.count().units) as f64;
        let calls = (b.calls - a.calls) as f64 / units;
        let bytes = (b.bytes - a.bytes) as f64 / units;
        let cells = [one / 1e6, two / 1e6, two / one / 2.0, calls, bytes].map(|value| figure(Some(value)));
        table.line([name.to_string()].into_iter().chain(cells));
    }
    table
}

fn replies_per_second(row: &Row, stream: &Stream, threads: u32) -> f64 {
    const FOR: Duration = Duration::from_millis(400);
    let passes = || {
        let start = ThreadTime::now();
        let mut passes = 0_u32;
        while start.elapsed() < FOR {
            black_box(row.pass(black_box(stream), READS));
            passes += 1;
        }
        f64::from(passes) / start.elapsed().as_secs_f64()
    };
    let per_second: f64 = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(passes)).collect();
        started.into_iter().map(|thread| thread.join().expect("it counts")).sum()
    });
    per_second * stream.count().units as f64
}

// ---- Replay ----

/// Reads alone, reads and parses, and does all three: what each adds is what it takes.
fn replay() -> Result<Markdown, Box<dyn Error>> {
    eprintln!("replaying a million commands");
    let stream = Workload::to_be_timed("aof1m", 0).expect("a kind").stream;
    let path = std::env::temp_dir().join(format!("resp-benches-{}.aof", std::process::id()));
    File::create(&path)?.write_all(&stream)?;
    let commands = stream.count().units;
    let replayed = stages(&path, commands);
    std::fs::remove_file(&path)?;
    let [read, parse, apply] = replayed?;
    let mut table = Markdown::new(["stage", "ms", "ns per command", "GB/s"]);
    for (stage, seconds) in [("read", read), ("parse", parse - read), ("apply", apply - parse), ("all", apply)] {
        let figures = [seconds * 1e3, seconds * 1e9 / commands as f64, stream.len() as f64 / 1e9 / seconds];
        table.line([stage.to_string()].into_iter().chain(figures.map(|value| figure(Some(value)))));
    }
    Ok(table)
}

/// The best of some rounds, in seconds of processor time: reads, reads and parses, reads and parses and applies.
fn stages(path: &std::path::Path, commands: u64) -> Result<[f64; 3], Box<dyn Error>> {
    let mut best = [f64::INFINITY; 3];
    for _ in 0..3 {
        let start = ThreadTime::now();
        let mut file = File::open(path)?;
        let mut block = vec![0; 64 << 10];
        while file.read(&mut block)? > 0 {
            black_box(&block);
        }
        best[0] = best[0].min(start.elapsed().as_secs_f64());

        let start = ThreadTime::now();
        let mut sum = Sum::<false>::default();
        let _ = Reader::new(File::open(path)?).parse(&mut sum)?;
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        assert_eq!(sum.tally().frames, commands);

        let start = ThreadTime::now();
        let mut store = Store::default();
        let _ = Reader::new(File::open(path)?).parse(&mut store)?;
        best[2] = best[2].min(start.elapsed().as_secs_f64());
        assert_eq!(store.applied(), commands);
    }
    Ok(best)
}

//! Reads of 16 and 64 KiB, and what becomes of the bytes that one read leaves to the next: the rule of `ReadBuffer`
//! against a buffer that always moves them to its front, and one that never does, but takes a new block.

use benches::ours::{ROWS, Sum};
use benches::{Input, Stream, Workload};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use resp_core::{Options, Parser};
use resp_std::ReadBuffer;

const CAPACITY: usize = 64 << 10;

fn reader(criterion: &mut Criterion) {
    for name in ["ok", "int", "bulk16", "bulk1k", "arr50", "nested3", "setpipe", "bulk1m", "loguniform"] {
        let stream = Workload::new(name, 1 << 20).expect("a kind").stream;
        for reads in [16 << 10, 64 << 10] {
            let mut group = criterion.benchmark_group(format!("{name}/{reads}"));
            group.throughput(Throughput::Bytes(stream.len() as u64));
            for row in ROWS.iter().filter(|row| row.input == Input::Reads) {
                if row.takes(name, &stream, reads) {
                    group.bench_function(row.name, |bencher| bencher.iter(|| row.pass(&stream, reads)));
                }
            }
        }
    }
}

/// Small frames leave little to move; texts of 12 KiB, held whole, nearly always leave something; mixed lengths are what
/// comes.
fn compaction(criterion: &mut Criterion) {
    let streams = [("setpipe", 1 << 20), ("loguniform", 4 << 20), ("arr5000", 1 << 20)];
    for (name, bytes) in streams {
        let stream = Workload::new(name, bytes).expect("a kind").stream;
        let mut group = criterion.benchmark_group(format!("compaction/{name}"));
        group.throughput(Throughput::Bytes(stream.len() as u64));
        for reads in [1460, 16 << 10] {
            group.bench_function(format!("rule/{reads}"), |bencher| {
                bencher.iter(|| parse(&mut ReadBuffer::new(CAPACITY), &stream, reads));
            });
            group.bench_function(format!("always/{reads}"), |bencher| {
                bencher.iter(|| parse(&mut Shifting::new(), &stream, reads));
            });
            group.bench_function(format!("never/{reads}"), |bencher| {
                bencher.iter(|| parse(&mut Growing::new(), &stream, reads));
            });
        }
    }
}

/// What the three buffers have in common.
trait Buffer {
    fn spare(&mut self, min: usize) -> &mut [u8];
    fn commit(&mut self, n: usize);
    fn bytes(&self) -> &[u8];
    fn consume(&mut self, n: usize);
}

/// Texts of up to 128 KiB are held whole, so that there is something to move.
fn parse(buffer: &mut impl Buffer, stream: &Stream, reads: usize) -> u64 {
    let mut parser = Parser::with_options(Options::new().whole(128 << 10));
    let mut sum = Sum::<false>::default();
    for read in stream.chunks(reads) {
        buffer.spare(read.len())[..read.len()].copy_from_slice(read);
        buffer.commit(read.len());
        let parsed = parser.parse(buffer.bytes(), &mut sum).expect("a valid stream");
        buffer.consume(parsed.consumed);
    }
    let tally = sum.tally();
    assert_eq!(tally, stream.lengths());
    tally.frames
}

impl Buffer for ReadBuffer {
    fn spare(&mut self, min: usize) -> &mut [u8] {
        Self::spare(self, min)
    }

    fn commit(&mut self, n: usize) {
        Self::commit(self, n);
    }

    fn bytes(&self) -> &[u8] {
        Self::bytes(self)
    }

    fn consume(&mut self, n: usize) {
        Self::consume(self, n);
    }
}

/// Moves what is left to the front after each read.
struct Shifting {
    block: Vec<u8>,
    end: usize,
}

impl Shifting {
    fn new() -> Self {
        Self { block: vec![0; CAPACITY], end: 0 }
    }
}

impl Buffer for Shifting {
    fn spare(&mut self, min: usize) -> &mut [u8] {
        if self.block.len() - self.end < min {
            self.block.resize((self.end + min) * 2, 0);
        }
        &mut self.block[self.end..]
    }

    fn commit(&mut self, n: usize) {
        self.end += n;
    }

    fn bytes(&self) -> &[u8] {
        &self.block[..self.end]
    }

    fn consume(&mut self, n: usize) {
        self.block.copy_within(n..self.end, 0);
        self.end -= n;
    }
}

/// Never moves anything within a block: when there is no room, what is left goes to a new one.
struct Growing {
    block: Vec<u8>,
    start: usize,
    end: usize,
}

impl Growing {
    fn new() -> Self {
        Self { block: vec![0; CAPACITY], start: 0, end: 0 }
    }
}

impl Buffer for Growing {
    fn spare(&mut self, min: usize) -> &mut [u8] {
        if self.block.len() - self.end < min {
            let held = self.end - self.start;
            let mut block = vec![0; CAPACITY.max((held + min) * 2)];
            block[..held].copy_from_slice(&self.block[self.start..self.end]);
            *self = Self { block, start: 0, end: held };
        }
        &mut self.block[self.end..]
    }

    fn commit(&mut self, n: usize) {
        self.end += n;
    }

    fn bytes(&self) -> &[u8] {
        &self.block[self.start..self.end]
    }

    fn consume(&mut self, n: usize) {
        self.start += n;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }
}

criterion_group!(benches, reader, compaction);
criterion_main!(benches);

//! The yardsticks that the project grew out of, as far as they are times: `cargo run --release -p benches -- seeds`
//! prints them all as tables.

use core::hint::black_box;
use std::fs::File;
use std::io::{Read, Write};

use benches::ours::Sum;
use benches::seeds::{LOOKUPS, TOKENS, decode};
use benches::{Workload, bulk, raw};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use resp_core::Parser;
use resp_std::Reader;

/// A hit, sixteen hits and a miss: tokens by positions, and tokens that are copied.
fn tokens(criterion: &mut Criterion) {
    for name in LOOKUPS {
        let stream = Workload::new(name, 1 << 20).expect("a kind").stream;
        let mut group = criterion.benchmark_group(format!("tokens/{name}"));
        group.throughput(Throughput::Elements(stream.count().units));
        for row in TOKENS {
            assert!(row.takes(name, &stream, usize::MAX));
            group.bench_function(row.name, |bencher| bencher.iter(|| row.pass(&stream, usize::MAX)));
        }
    }
}

/// One reply by one call, ten million times: one parser, reused, and the yardstick.
fn decodes(criterion: &mut Criterion) {
    const DECODES: u64 = 10_000_000;
    let reply = bulk(64);
    let mut group = criterion.benchmark_group("decodes");
    group.throughput(Throughput::Elements(DECODES)).sample_size(10);
    group.bench_function("raw2", |bencher| {
        bencher.iter(|| (0..DECODES).for_each(|_| _ = black_box(raw::parse(black_box(&reply)))));
    });
    let mut parser = Parser::new();
    group.bench_function("one parser", |bencher| {
        bencher.iter(|| (0..DECODES).for_each(|_| decode(&mut parser, &reply)));
    });
}

/// A million commands from a file: read alone, and read and parsed.
fn replay(criterion: &mut Criterion) {
    let stream = Workload::to_be_timed("aof1m", 0).expect("a kind").stream;
    let path = std::env::temp_dir().join(format!("resp-seeds-{}.aof", std::process::id()));
    File::create(&path).and_then(|mut file| file.write_all(&stream)).expect("room for 70 MiB");
    let mut group = criterion.benchmark_group("replay");
    group.throughput(Throughput::Elements(stream.count().units)).sample_size(10);
    group.bench_function("read", |bencher| {
        let mut block = vec![0; 64 << 10];
        bencher.iter(|| {
            let mut file = File::open(&path).expect("just written");
            while file.read(&mut block).expect("readable") > 0 {
                black_box(&block);
            }
        });
    });
    group.bench_function("read and parse", |bencher| {
        bencher.iter(|| {
            let mut sum = Sum::<false>::default();
            let _ = Reader::new(File::open(&path).expect("just written")).parse(&mut sum).expect("a valid stream");
            assert_eq!(sum.tally(), stream.lengths());
        });
    });
    group.finish();
    std::fs::remove_file(&path).expect("nobody else knows it");
}

criterion_group!(benches, tokens, decodes, replay);
criterion_main!(benches);

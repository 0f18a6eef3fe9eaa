//! Other parsers beside ours, in large reads and in small ones.

use benches::fragments::{READS, WORKLOADS, bearable};
use benches::{Input, Row, Stream, Workload, ours};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

fn rivals(criterion: &mut Criterion) {
    for (name, _) in Workload::kinds() {
        let stream = Workload::new(name, 1 << 20).expect("its own name").stream;
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(stream.count().units));
        bench(&mut group, name, &stream, 16 << 10);
    }
}

fn fragments(criterion: &mut Criterion) {
    for name in WORKLOADS {
        let stream = Workload::new(name, 1 << 20).expect("its own name").stream;
        for reads in READS {
            let mut group = criterion.benchmark_group(format!("{name}/{reads}"));
            group.throughput(Throughput::Bytes(stream.len() as u64)).sample_size(10);
            bench(&mut group, name, &stream, reads);
        }
    }
}

fn bench(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, stream: &Stream, reads: usize) {
    let reader = |row: &&Row| row.input != Input::Whole;
    for row in ours::ROWS.iter().chain(rivals::ROWS).filter(reader) {
        if bearable(row, name, reads) && row.takes(name, stream, reads) {
            group.bench_function(row.name, |bencher| bencher.iter(|| row.pass(stream, reads)));
        }
    }
}

criterion_group!(benches, rivals, fragments);
criterion_main!(benches);

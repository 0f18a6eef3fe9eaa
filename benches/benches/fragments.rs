//! Small reads: what a byte costs when a reply comes in pieces.

use benches::fragments::{READS, WORKLOADS};
use benches::{Input, Workload, ours};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn fragments(criterion: &mut Criterion) {
    for name in WORKLOADS {
        let stream = Workload::new(name, 1 << 20).expect("a kind").stream;
        for reads in READS {
            let mut group = criterion.benchmark_group(format!("{name}/{reads}"));
            group.throughput(Throughput::Bytes(stream.len() as u64)).sample_size(10);
            for row in ours::ROWS.iter().filter(|row| row.input == Input::Reads) {
                if row.takes(name, &stream, reads) {
                    group.bench_function(row.name, |bencher| bencher.iter(|| row.pass(&stream, reads)));
                }
            }
        }
    }
}

criterion_group!(benches, fragments);
criterion_main!(benches);

//! The whole stream in one buffer: by every way in, and by the yardstick.

use benches::{Input, Workload, ours};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn parse(criterion: &mut Criterion) {
    for (name, _) in Workload::kinds() {
        let workload = Workload::new(name, 1 << 20).expect("its own name");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(workload.stream.len() as u64));
        for row in ours::ROWS.iter().filter(|row| row.input == Input::Whole) {
            if row.takes(name, &workload.stream, usize::MAX) {
                group.bench_function(row.name, |bencher| bencher.iter(|| row.pass(&workload.stream, usize::MAX)));
            }
        }
    }
}

criterion_group!(benches, parse);
criterion_main!(benches);

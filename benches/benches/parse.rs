//! The whole stream in one buffer: by visitor, by event, and skipped.

use core::hint::black_box;
use core::ops::ControlFlow;

use benches::Workload;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use resp_core::{Event, FrameKind, Parser, Visitor};

fn parse(criterion: &mut Criterion) {
    for workload in Workload::all(1 << 20) {
        let mut group = criterion.benchmark_group(workload.name);
        group.throughput(Throughput::Bytes(workload.bytes.len() as u64));
        for (name, run) in [("visitor", visit as fn(&[u8]) -> usize), ("next_event", pull), ("skip_frame", skip)] {
            assert_eq!(run(&workload.bytes), workload.frames, "{name} on {}", workload.name);
            group.bench_function(name, |bencher| bencher.iter(|| run(&workload.bytes)));
        }
    }
}

/// Looks at every event and counts the frames.
#[derive(Default)]
struct Frames(usize);

impl<'b> Visitor<'b> for Frames {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        black_box(event);
        ControlFlow::Continue(())
    }

    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

fn visit(bytes: &[u8]) -> usize {
    let mut frames = Frames::default();
    let _ = Parser::new().parse(bytes, &mut frames).expect("a valid stream");
    frames.0
}

fn pull(mut bytes: &[u8]) -> usize {
    let mut parser = Parser::new();
    let mut frames = 0;
    while let Some(event) = parser.next_event(&mut bytes).expect("a valid stream") {
        black_box(event);
        frames += usize::from(parser.is_idle());
    }
    frames
}

fn skip(mut bytes: &[u8]) -> usize {
    let mut parser = Parser::new();
    let mut frames = 0;
    while parser.skip_frame(&mut bytes).expect("a valid stream").is_some() {
        frames += 1;
    }
    frames
}

criterion_group!(benches, parse);
criterion_main!(benches);

//! What the tables rest on: the streams hold what they say, and every row finds it.

use core::ops::ControlFlow;

use benches::{Count, Workload, ours};
use resp_core::{Aggregate, Event, FrameKind, Parser, Visitor};

#[derive(Default)]
struct Counting(Count);

impl<'b> Visitor<'b> for Counting {
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.0.events += 1;
        self.0.nodes += u64::from(!matches!(event, Event::End(_)));
        self.0.doubles += u64::from(matches!(event, Event::Double(_)));
        ControlFlow::Continue(())
    }

    fn frame_end(&mut self, _: FrameKind) -> ControlFlow<()> {
        self.0.frames += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn the_counts_of_every_kind_are_those_of_the_parser() {
    for (name, _) in Workload::kinds() {
        let stream = Workload::new(name, 10_000).expect("its own name").stream;
        let mut counting = Counting::default();
        let parsed = Parser::new().parse(&stream, &mut counting).expect(name);
        assert_eq!(parsed.consumed, stream.len(), "{name}");
        assert_eq!(Count { units: stream.count().units, ..counting.0 }, stream.count(), "{name}");
    }
}

#[test]
fn every_row_finds_in_every_kind_what_is_there() {
    for (name, _) in Workload::kinds() {
        let stream = Workload::new(name, 100_000).expect("its own name").stream;
        for row in ours::ROWS {
            let is_choosy = row.name.ends_with("_f64") || row.name.starts_with("request");
            assert!(row.takes(name, &stream, 16 << 10) || is_choosy, "{} on {name}", row.name);
        }
    }
}

#[test]
fn a_unit_of_nested3_has_two_frames_and_34_nodes() {
    let stream = Workload::new("nested3", 1).expect("a kind").stream;
    let count = stream.count();
    assert_eq!((count.units, count.frames, count.nodes, count.doubles), (1, 2, 34, 4));
    let mut attributes = 0;
    let _ = Parser::new().parse(&stream, &mut |event: Event<&[u8]>| {
        attributes += u32::from(matches!(event, Event::Begin(Aggregate::Attribute, _)));
        ControlFlow::Continue(())
    });
    assert_eq!(attributes, 1);
}

//! resp-rs: trees of `Bytes`.

use core::hint::black_box;

use ::resp_rs::resp3::{Frame, Parser};
use benches::{Stream, Tally, fingerprint};

/// Its parser copies what it is fed, as a read would.
#[inline(never)]
pub(crate) fn resp3<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let shared = stream.shared();
    let mut parser = Parser::new();
    let (mut frames, mut sum) = (0, 0_u64);
    let mut start = 0;
    while start < shared.len() {
        let end = shared.len().min(start.saturating_add(reads));
        parser.feed(shared.slice(start..end));
        start = end;
        while let Some(frame) = parser.next_frame().ok()? {
            // It comes apart from what it belongs to.
            frames += u64::from(!matches!(frame, Frame::Attribute(_)));
            if CONTENTS {
                sum = sum.wrapping_add(contents(&frame));
            }
            black_box(&frame);
        }
    }
    Some(Tally { frames, sum: CONTENTS.then_some(sum) })
}

fn contents(frame: &Frame) -> u64 {
    let all =
        |frames: &[Frame]| frames.iter().fold(frames.len() as u64, |sum, element| sum.wrapping_add(contents(element)));
    match frame {
        Frame::SimpleString(data) | Frame::Error(data) | Frame::BlobError(data) | Frame::BigNumber(data) => {
            fingerprint(data)
        }
        Frame::BulkString(data) => data.as_ref().map_or(1, |data| fingerprint(data)),
        Frame::VerbatimString { payload } => fingerprint(&payload[4..]),
        Frame::Integer(value) => value.cast_unsigned(),
        Frame::Double(value) => value.to_bits(),
        Frame::Boolean(value) => u64::from(*value),
        Frame::Null => 1,
        Frame::Array(elements) => elements.as_ref().map_or(1, |elements| all(elements)),
        Frame::Set(elements) | Frame::Push(elements) => all(elements),
        Frame::Map(pairs) | Frame::Attribute(pairs) => pairs.iter().fold(pairs.len() as u64, |sum, (key, value)| {
            sum.wrapping_add(contents(key)).wrapping_add(contents(value))
        }),
        other => unreachable!("not in any stream: {other:?}"),
    }
}

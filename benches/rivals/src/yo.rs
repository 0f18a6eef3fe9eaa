//! yo-resp: requests by positions ([`Argv`]), and replies as borrowed trees ([`Frame`]).

use core::hint::black_box;

use benches::{Stream, Tally, fingerprint, text};
use yo_resp::{Argv, Frame, Limits, Step};

use crate::feed::feed;

/// Arrays of bulk strings alone. Whatever does not begin like one is for its inline requests.
#[inline(never)]
pub(crate) fn argv<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    if stream.first() != Some(&b'*') {
        return None;
    }
    let mut argv = Argv::new();
    let (mut frames, mut sum) = (0, 0_u64);
    feed(stream, reads, |bytes| {
        let mut done = 0;
        loop {
            let rest = &bytes[done..];
            match argv.decode(rest, &Limits::DEFAULT).ok()? {
                Step::Incomplete => return Some(done),
                Step::Command { consumed } => {
                    let lengths: u64 = argv.args(rest).map(text::<CONTENTS>).sum();
                    sum = sum.wrapping_add(lengths + argv.len() as u64);
                    frames += 1;
                    done += consumed;
                }
            }
        }
    })?;
    Some(Tally { frames, sum: Some(sum) })
}

#[inline(never)]
pub(crate) fn frame<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let (mut frames, mut sum) = (0, 0_u64);
    feed(stream, reads, |bytes| {
        let mut done = 0;
        while let Some((frame, consumed)) = yo_resp::frame::decode(&bytes[done..], &Limits::DEFAULT).ok()? {
            // It comes apart from what it belongs to.
            frames += u64::from(!matches!(frame, Frame::Attribute(_)));
            if CONTENTS {
                sum = sum.wrapping_add(contents(&frame));
            }
            black_box(&frame);
            done += consumed;
        }
        Some(done)
    })?;
    Some(Tally { frames, sum: CONTENTS.then_some(sum) })
}

fn contents(frame: &Frame<'_>) -> u64 {
    match frame {
        Frame::Simple(data)
        | Frame::Error(data)
        | Frame::BlobError(data)
        | Frame::Bulk(data)
        | Frame::BigNumber(data) => fingerprint(data),
        Frame::Verbatim { text, .. } => fingerprint(text),
        Frame::Int(value) => value.cast_unsigned(),
        Frame::Double(value) => value.to_bits(),
        Frame::Null => 1,
        Frame::Bool(value) => u64::from(*value),
        Frame::Array(elements) | Frame::Set(elements) | Frame::Push(elements) => {
            elements.iter().fold(elements.len() as u64, |sum, element| sum.wrapping_add(contents(element)))
        }
        Frame::Map(pairs) | Frame::Attribute(pairs) => pairs.iter().fold(pairs.len() as u64, |sum, (key, value)| {
            sum.wrapping_add(contents(key)).wrapping_add(contents(value))
        }),
        other => unreachable!("not in any stream: {other:?}"),
    }
}

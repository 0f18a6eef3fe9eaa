//! redis-protocol: frames of ranges, one set of them for each version of RESP.

use core::hint::black_box;

use ::redis_protocol::{resp2, resp3};
use benches::encode::Request;
use benches::{Stream, Tally, fingerprint};
use resp2::types::{BorrowedFrame, RangeFrame as Frame2};
use resp3::types::RangeFrame as Frame3;

use crate::feed::feed;

#[inline(never)]
pub(crate) fn resp2<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    ranges::<CONTENTS, _, _>(stream, reads, resp2::decode::decode_range, contents2)
}

#[inline(never)]
pub(crate) fn resp3<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    ranges::<CONTENTS, _, _>(stream, reads, resp3::decode::complete::decode_range, contents3)
}

#[inline(always)]
fn ranges<const CONTENTS: bool, F, E>(
    stream: &Stream,
    reads: usize,
    decode: impl Fn(&[u8]) -> Result<Option<(F, usize)>, E>,
    contents: impl Fn(&F, &[u8]) -> u64,
) -> Option<Tally> {
    let (mut frames, mut sum) = (0, 0_u64);
    feed(stream, reads, |bytes| {
        let mut done = 0;
        while let Some((frame, consumed)) = decode(&bytes[done..]).ok()? {
            if CONTENTS {
                sum = sum.wrapping_add(contents(&frame, &bytes[done..]));
            }
            black_box(&frame);
            frames += 1;
            done += consumed;
        }
        Some(done)
    })?;
    Some(Tally { frames, sum: CONTENTS.then_some(sum) })
}

/// Frames that borrow, and an array of them on the stack.
#[inline(never)]
pub(crate) fn commands(requests: &[Request], out: &mut Vec<u8>) {
    for request in requests {
        match request.args.as_slice() {
            [one, two] => command(&[one, two].map(|arg| BorrowedFrame::BulkString(arg)), out),
            [one, two, three] => command(&[one, two, three].map(|arg| BorrowedFrame::BulkString(arg)), out),
            args => unreachable!("{} arguments", args.len()),
        }
    }
}

fn command(args: &[BorrowedFrame<'_>], out: &mut Vec<u8>) {
    let frame = BorrowedFrame::Array(args);
    let start = out.len();
    out.resize(start + frame.encode_len(false), 0);
    resp2::encode::encode_borrowed(&mut out[start..], &frame, false).expect("room");
}

fn contents2(frame: &Frame2, bytes: &[u8]) -> u64 {
    match frame {
        Frame2::SimpleString((start, end)) | Frame2::Error((start, end)) | Frame2::BulkString((start, end)) => {
            fingerprint(&bytes[*start..*end])
        }
        Frame2::Integer(value) => value.cast_unsigned(),
        Frame2::Null => 1,
        Frame2::Array(elements) => {
            elements.iter().fold(elements.len() as u64, |sum, element| sum.wrapping_add(contents2(element, bytes)))
        }
    }
}

fn contents3(frame: &Frame3, bytes: &[u8]) -> u64 {
    let text = |(start, end): &(usize, usize)| fingerprint(&bytes[*start..*end]);
    let all = |count: usize, elements: &mut dyn Iterator<Item = &Frame3>| {
        elements.fold(count as u64, |sum, element| sum.wrapping_add(contents3(element, bytes)))
    };
    let (sum, attributes) = match frame {
        Frame3::BlobString { data, attributes }
        | Frame3::BlobError { data, attributes }
        | Frame3::SimpleString { data, attributes }
        | Frame3::SimpleError { data, attributes }
        | Frame3::BigNumber { data, attributes }
        | Frame3::VerbatimString { data, attributes, .. } => (text(data), attributes),
        Frame3::Boolean { data, attributes } => (u64::from(*data), attributes),
        Frame3::Number { data, attributes } => (data.cast_unsigned(), attributes),
        Frame3::Double { data, attributes } => (data.to_bits(), attributes),
        Frame3::Array { data, attributes } | Frame3::Push { data, attributes } => {
            (all(data.len(), &mut data.iter()), attributes)
        }
        Frame3::Set { data, attributes } => (all(data.len(), &mut data.iter()), attributes),
        Frame3::Map { data, attributes } => {
            (all(data.len(), &mut data.iter().flat_map(|(key, value)| [key, value])), attributes)
        }
        Frame3::Null => (1, &None),
        other => unreachable!("not in any stream: {other:?}"),
    };
    let attributes = attributes
        .as_ref()
        .map_or(0, |pairs| all(pairs.len(), &mut pairs.iter().flat_map(|(key, value)| [key, value])));
    sum.wrapping_add(attributes)
}

//! respite: flat frames, without an end of aggregates, from an asynchronous source.

use core::hint::black_box;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};
use std::io;

use ::respite::{RespConfig, RespFrame, RespReader};
use benches::{Stream, Tally, text};
use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, ReadBuf};

/// A source that is always ready, with at most so many bytes.
struct Source {
    bytes: Bytes,
    reads: usize,
}

impl AsyncRead for Source {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let len = self.bytes.len().min(self.reads).min(to.remaining());
        to.put_slice(&self.bytes[..len]);
        self.bytes.advance(len);
        Poll::Ready(Ok(()))
    }
}

#[inline(never)]
pub(crate) fn frames<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let source = Source { bytes: stream.shared(), reads };
    let counted = pin!(count::<CONTENTS>(RespReader::new(source, RespConfig::default())));
    let Poll::Ready(tally) = counted.poll(&mut Context::from_waker(Waker::noop())) else {
        unreachable!("the source never waits")
    };
    tally
}

async fn count<const CONTENTS: bool>(mut reader: RespReader<Source>) -> Option<Tally> {
    let (mut frames, mut sum) = (0, 0_u64);
    // Values still to come in this frame: it does not say when an aggregate ends.
    let mut left = 1;
    while let Some(frame) = reader.frame().await.ok()? {
        black_box(&frame);
        left -= 1;
        let number = match frame {
            RespFrame::Array(count) | RespFrame::Set(count) | RespFrame::Push(count) => {
                left += count;
                count as u64
            }
            RespFrame::Map(count) => {
                left += 2 * count;
                count as u64
            }
            RespFrame::Attribute(count) => {
                left += 2 * count + 1;
                count as u64
            }
            RespFrame::Bignum(data)
            | RespFrame::BlobError(data)
            | RespFrame::BlobString(data)
            | RespFrame::SimpleError(data)
            | RespFrame::SimpleString(data) => text::<CONTENTS>(&data),
            RespFrame::Verbatim(_, data) => text::<CONTENTS>(&data) + if CONTENTS { 0 } else { 4 },
            RespFrame::Boolean(value) => u64::from(value),
            RespFrame::Integer(value) => value.cast_unsigned(),
            RespFrame::Double(value) => value.to_bits(),
            RespFrame::Nil => 1,
        };
        sum = sum.wrapping_add(number);
        if left == 0 {
            frames += 1;
            left = 1;
        }
    }
    // A double's text is gone, so the lengths cannot be added up.
    Some(Tally { frames, sum: CONTENTS.then_some(sum) })
}

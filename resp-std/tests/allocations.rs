//! A warm reader asks for no memory, nor does what writes to a buffer that is used again; and a hostile peer cannot make
//! them ask.

mod memory;

use core::ops::ControlFlow;
use std::io::{self, Read};

use bytes::BytesMut;
use memory::allocations;
use resp_core::{Aggregate, Encoder, Event, Null, Protocol, write_command};
use resp_std::{Copied, Error, Reader};

/// Every type, in reads that end anywhere, for ever.
struct Endless {
    at: usize,
}

const FRAMES: &[u8] = b"+OK\r\n-ERR no\r\n:1\r\n$5\r\nhello\r\n*2\r\n$-1\r\n*-1\r\n_\r\n#t\r\n,1.5\r\n(123\r\n!5\r\nERR a\r\n\
=7\r\ntxt:abc\r\n%1\r\n+k\r\n+v\r\n~1\r\n:1\r\n|1\r\n+a\r\n:1\r\n+b\r\n>1\r\n+x\r\n$?\r\n;2\r\nab\r\n;0\r\n*?\r\n*?\r\n:1\r\n.\r\n.\r\n";

impl Read for Endless {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let rest = &FRAMES[self.at..];
        let n = rest.len().min(buf.len()).min(61);
        buf[..n].copy_from_slice(&rest[..n]);
        self.at = (self.at + n) % FRAMES.len();
        Ok(n)
    }
}

/// How often 10 000 calls ask for memory, after 1000 others.
fn once_warm(mut call: impl FnMut(&mut Reader<Endless>)) -> u64 {
    let mut reader = Reader::new(Endless { at: 0 });
    for _ in 0..1000 {
        call(&mut reader);
    }
    allocations(|| {
        for _ in 0..10_000 {
            call(&mut reader);
        }
    })
}

#[test]
fn the_counting_allocator_counts() {
    assert_eq!(allocations(|| drop(core::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn next_event_allocates_nothing() {
    let n = once_warm(|reader| assert!(reader.next_event().unwrap().is_some()));
    assert_eq!(n, 0);
}

#[test]
fn parse_allocates_nothing() {
    let n = once_warm(|reader| {
        let mut events = 0;
        let broke = reader.parse(&mut |_: Event<&[u8]>| {
            events += 1;
            if events < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(broke.unwrap().is_break());
    });
    assert_eq!(n, 0);
}

#[test]
fn skip_frame_allocates_nothing() {
    let n = once_warm(|reader| assert!(reader.skip_frame().unwrap().is_some()));
    assert_eq!(n, 0);
}

#[test]
fn finish_frame_allocates_nothing() {
    let n = once_warm(|reader| {
        reader.next_event().unwrap();
        reader.finish_frame().unwrap();
    });
    assert_eq!(n, 0);
}

#[test]
fn copy_text_to_allocates_nothing() {
    let n = once_warm(|reader| assert!(!matches!(reader.copy_text_to(&mut io::sink()).unwrap(), Copied::End)));
    assert_eq!(n, 0);
}

#[test]
fn a_large_value_in_parts_allocates_nothing() {
    let stream = (&b"$104857600\r\n"[..]).chain(io::repeat(b'x').take(100 << 20)).chain(&b"\r\n"[..]);
    let mut reader = Reader::new(stream);
    let n = allocations(|| while reader.next_event().unwrap().is_some() {});
    assert_eq!((n, reader.stats().bytes), (0, 104_857_614));
}

#[track_caller]
fn assert_allocates_nothing(header: &[u8]) {
    let mut reader = Reader::new(header);
    let n = allocations(|| while let Ok(Some(_)) = reader.next_event() {});
    assert_eq!(n, 0);
    // The header was taken for what it says, not refused.
    assert!(matches!(reader.next_event(), Err(Error::Protocol(error)) if error.offset == header.len() as u64));
}

/// <https://github.com/dragonflydb/dragonfly/pull/8215>: a request of 18 bytes took a gigabyte.
#[test]
fn a_hostile_length_allocates_nothing() {
    assert_allocates_nothing(b"$536870912\r\n");
}

#[test]
fn a_hostile_count_allocates_nothing() {
    assert_allocates_nothing(b"*2147483647\r\n");
}

/// CVE-2021-32675: many open aggregates of many elements.
#[test]
fn many_hostile_counts_allocate_nothing() {
    assert_allocates_nothing(&b"*1000000\r\n".repeat(100));
}

/// How often writing asks for memory, to a buffer that has held as much before.
fn into_a_warm_buffer(mut to_vec: impl FnMut(&mut Vec<u8>), mut to_bytes: impl FnMut(&mut BytesMut)) -> (u64, u64) {
    let (mut vec, mut bytes) = (Vec::new(), BytesMut::new());
    to_vec(&mut vec);
    to_bytes(&mut bytes);
    assert!(!vec.is_empty() && vec == bytes);
    let again = |write: &mut dyn FnMut()| allocations(|| (0..100).for_each(|_| write()));
    (
        again(&mut || {
            vec.clear();
            to_vec(&mut vec);
        }),
        again(&mut || {
            bytes.clear();
            to_bytes(&mut bytes);
        }),
    )
}

fn write_get<W: resp_core::Write<Error = core::convert::Infallible>>(out: &mut W) {
    write_command(out, ["GET", "key:000001"]).unwrap();
}

fn write_set<W: resp_core::Write<Error = core::convert::Infallible>>(out: &mut W) {
    write_command(out, [&b"SET"[..], b"key:000001", &[b'v'; 100]]).unwrap();
}

fn write_reply<W: resp_core::Write<Error = core::convert::Infallible>>(out: &mut W) {
    for protocol in [Protocol::Resp2, Protocol::Resp3] {
        let mut encoder = Encoder::<&mut W>::new(&mut *out, protocol);
        encoder.begin(Aggregate::Map, Some(2)).unwrap();
        encoder.bulk_string(b"score").unwrap();
        encoder.double(2.75).unwrap();
        encoder.null(Null::Resp3).unwrap();
        encoder.integer(i64::MIN).unwrap();
        encoder.end().unwrap();
    }
}

#[test]
fn a_command_allocates_nothing() {
    assert_eq!(into_a_warm_buffer(write_get, write_get), (0, 0));
    assert_eq!(into_a_warm_buffer(write_set, write_set), (0, 0));
}

#[test]
fn a_pipeline_of_50_commands_allocates_nothing() {
    let allocations =
        into_a_warm_buffer(|out| (0..50).for_each(|_| write_set(out)), |out| (0..50).for_each(|_| write_set(out)));
    assert_eq!(allocations, (0, 0));
}

#[test]
fn a_reply_allocates_nothing() {
    assert_eq!(into_a_warm_buffer(write_reply, write_reply), (0, 0));
}

#[cfg(feature = "tokio")]
#[test]
fn a_codec_writes_without_an_allocation() {
    use resp_std::{ReplyCodec, ReplyEncoder, RequestCodec};
    use tokio_util::codec::Encoder;

    let (mut client, mut server) = (ReplyCodec::new(), RequestCodec::new());
    let mut buffer = BytesMut::new();
    let mut write = || {
        buffer.clear();
        client.encode(["SET", "key", "value"], &mut buffer).unwrap();
        server.encode(|reply: &mut ReplyEncoder<'_>| reply.bulk_string(b"value"), &mut buffer).unwrap();
    };
    write();
    assert_eq!(allocations(|| (0..100).for_each(|_| write())), 0);
}

/// That is the list of its arguments.
#[cfg(feature = "tokio")]
#[test]
fn a_request_of_a_codec_is_one_allocation() {
    use resp_std::RequestCodec;
    use tokio_util::codec::Decoder;

    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::new();
    buffer.extend_from_slice(&b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n".repeat(1000));
    assert!(codec.decode(&mut buffer).unwrap().is_some());
    assert!(codec.decode(&mut buffer).unwrap().is_some());
    let n = allocations(|| (0..900).for_each(|_| drop(codec.decode(&mut buffer).unwrap().unwrap())));
    assert_eq!(n, 900);
}

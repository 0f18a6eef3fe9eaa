//! The codec, by itself and in a `Framed`.

use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::Poll;

use bytes::BytesMut;
use resp_core::{ErrorKind, Options};
use resp_std::{Error, ReaderOptions, ReplyCodec, Value};
use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
use tokio_stream::StreamExt;
use tokio_util::codec::{Decoder, FramedRead};

use crate::{STREAM, expected};

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

/// Every set of cuts into two and three pieces, and into single bytes.
fn cuts(len: usize) -> impl Iterator<Item = Vec<usize>> {
    let two = (0..len).flat_map(move |one| (one..len).map(move |other| vec![one, other]));
    two.chain([(0..len).collect()])
}

/// What comes through a connection in memory, when the bytes come in these pieces and each is read before the next comes.
async fn through_framed(stream: &[u8], cuts: &[usize]) -> (Vec<Value>, Option<String>) {
    let (mut peer, connection) = duplex(1024);
    let mut framed = FramedRead::new(connection, ReplyCodec::new());
    let mut results = Vec::new();
    let mut start = 0;
    for &end in cuts.iter().chain([&stream.len()]) {
        peer.write_all(&stream[start..end]).await.expect("room");
        start = end;
        take_what_is_there(&mut framed, &mut results).await;
    }
    drop(peer);
    while let Some(result) = framed.next().await {
        results.push(result);
    }
    let error = results.iter().find_map(|result| result.as_ref().err().map(Error::to_string));
    (results.into_iter().filter_map(Result::ok).collect(), error)
}

/// Gives up as soon as there is something to wait for.
async fn take_what_is_there(
    framed: &mut FramedRead<DuplexStream, ReplyCodec>,
    results: &mut Vec<Result<Value, Error>>,
) {
    loop {
        let next = pin!(framed.next());
        let mut next: Pin<&mut _> = next;
        match poll_fn(|context| Poll::Ready(next.as_mut().poll(context))).await {
            Poll::Ready(Some(result)) => results.push(result),
            Poll::Ready(None) | Poll::Pending => return,
        }
    }
}

#[test]
fn values_are_those_of_the_reader_however_the_bytes_come() {
    block_on(async {
        for cuts in cuts(STREAM.len()) {
            assert_eq!(through_framed(STREAM.as_bytes(), &cuts).await, expected(STREAM.as_bytes()), "{cuts:?}");
        }
    });
}

#[test]
fn errors_are_those_of_the_reader_however_the_bytes_come() {
    let streams =
        ["+OK\r\n*2\r\n:1\r\n:x\r\n", "*2\r\n$3\r\nabcd\r\n:1\r\n", "%1\r\n+a\r\n", "+OK\r\n$5\r\nhel", "+OK\r"];
    block_on(async {
        for stream in streams {
            let expected = expected(stream.as_bytes());
            assert!(expected.1.is_some(), "{stream:?}");
            for cuts in cuts(stream.len()) {
                assert_eq!(through_framed(stream.as_bytes(), &cuts).await, expected, "{stream:?} {cuts:?}");
            }
        }
    });
}

#[test]
fn an_error_stays() {
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::from(&b"*1\r\n:x\r\n+OK\r\n"[..]);
    for _ in 0..3 {
        let Err(Error::Protocol(error)) = codec.decode(&mut buffer) else { panic!("no error") };
        assert_eq!((error.kind, error.offset), (ErrorKind::InvalidInteger, 5));
    }
}

#[test]
fn max_frame_is_kept() {
    let options = ReaderOptions::new().parser(Options::new().max_frame(16));
    let mut codec = ReplyCodec::with_options(options);
    let Err(Error::Protocol(error)) = codec.decode(&mut BytesMut::from(&b"$100\r\n"[..])) else { panic!("no error") };
    assert_eq!(error.kind, ErrorKind::FrameTooLarge);
}

#[test]
fn max_held_is_kept_and_its_error_stays() {
    let mut codec = ReplyCodec::with_options(ReaderOptions::new().max_held(64));
    let mut buffer = BytesMut::from(&b"$100\r\n"[..]);
    for _ in 0..6 {
        assert!(matches!(codec.decode(&mut buffer), Ok(None)));
        buffer.extend_from_slice(b"..........");
    }
    for _ in 0..3 {
        assert!(matches!(codec.decode(&mut buffer), Err(Error::FrameTooLarge)));
        buffer.extend_from_slice(&[b'.'; 50]);
        buffer.extend_from_slice(b"\r\n");
    }
}

#[test]
fn room_grows_with_what_has_come() {
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::from(&b"$500000000\r\n"[..]);
    assert!(matches!(codec.decode(&mut buffer), Ok(None)));
    assert!(buffer.capacity() < 1024, "{}", buffer.capacity());
}

#[test]
fn texts_are_slices_of_the_buffer() {
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::from(&b"*2\r\n$5\r\nhello\r\n:1\r\n+OK\r\n"[..]);
    let range = buffer.as_ptr_range();
    let value = codec.decode(&mut buffer).unwrap().unwrap();
    let text = value.bytes(value.frame().element(0).unwrap()).unwrap();
    assert!(range.contains(&text.as_ptr()));
    assert_eq!(&buffer[..], b"+OK\r\n");
}

#[test]
fn a_frame_in_the_works_stays_at_the_front() {
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::new();
    let (last, front) = b"*3\r\n:1\r\n$5\r\nhello\r\n+x\r\n".split_last().unwrap();
    for byte in front {
        buffer.extend_from_slice(&[*byte]);
        assert!(codec.decode(&mut buffer).unwrap().is_none());
    }
    assert_eq!(buffer.len(), front.len());
    buffer.extend_from_slice(&[*last]);
    assert_eq!(codec.decode(&mut buffer).unwrap().map(|value| value.wire().len()), Some(front.len() + 1));
    assert!(buffer.is_empty());
}

//! The codec, by itself and in a `Framed`.

use bytes::BytesMut;
use resp_core::{ErrorKind, Options};
use resp_std::{Error, ReaderOptions, ReplyCodec};
use tokio_util::codec::Decoder;

use crate::pieces::{block_on, cuts, through_framed};
use crate::{STREAM, expected};

#[test]
fn values_are_those_of_the_reader_however_the_bytes_come() {
    block_on(async {
        for cuts in cuts(STREAM.len()) {
            assert_eq!(
                through_framed(ReplyCodec::new(), STREAM.as_bytes(), &cuts).await,
                expected(STREAM.as_bytes()),
                "{cuts:?}"
            );
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
                assert_eq!(
                    through_framed(ReplyCodec::new(), stream.as_bytes(), &cuts).await,
                    expected,
                    "{stream:?} {cuts:?}"
                );
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

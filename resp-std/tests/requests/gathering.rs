//! Requests that are held until they are whole.

use resp_core::RequestOptions;
use resp_std::{ReaderOptions, RequestDecoder, RequestReader};

use crate::source::{Source, patiently};

#[track_caller]
fn assert_wires(stream: &[u8], wires: &[&[u8]]) {
    for reads in [vec![1], vec![5, 3], vec![1000]] {
        let options = ReaderOptions::requests().capacity(64);
        let mut reader = RequestReader::with_options(Source::new(stream, &reads, true), options);
        let mut found = Vec::new();
        while let Some(wire) = patiently(|| Ok(reader.next_request()?.map(|request| request.wire().to_vec()))).unwrap()
        {
            found.push(wire);
        }
        assert_eq!(found, wires, "{reads:?}");
        assert_eq!(reader.offset(), stream.len() as u64);
        assert_eq!(reader.stats().largest_frame, wires.iter().map(|wire| wire.len()).max().unwrap() as u64);
    }
}

#[test]
fn the_wire_is_what_was_sent_without_the_empty_requests_in_front() {
    assert_wires(
        b"\r\n*0\r\n*1\r\n$4\r\nPING\r\n  \n  ECHO 'a' \r\n*-1\r\nPING\n",
        &[b"*1\r\n$4\r\nPING\r\n", b"  ECHO 'a' \r\n", b"PING\n"],
    );
}

/// An array of short bulk strings, `arguments` of them.
fn array(arguments: usize) -> Vec<u8> {
    [format!("*{arguments}\r\n").as_bytes(), &b"$2\r\nab\r\n".repeat(arguments)].concat()
}

/// Up to nine arguments are taken at once, if all is there.
#[test]
fn requests_of_nine_arguments_and_of_ten_are_alike() {
    let (nine, ten) = (array(9), array(10));
    assert_wires(
        &[&nine[..], &ten, &nine, b"PING\n", &ten, &nine].concat(),
        &[&nine, &ten, &nine, b"PING\n", &ten, &nine],
    );
}

#[test]
fn no_argument_of_a_request_is_in_the_next() {
    let stream = [array(9), array(10), array(1), array(10), array(2)].concat();
    let mut reader = RequestReader::new(&stream[..]);
    for count in [9, 10, 1, 10, 2] {
        let request = reader.next_request().unwrap().unwrap();
        assert_eq!(request.iter().collect::<Vec<_>>(), vec![b"ab"; count]);
    }
    assert_eq!((reader.stats().frames, reader.next_request().unwrap().is_none()), (5, true));
}

#[test]
fn a_decoder_whose_last_request_was_taken_is_as_after_any_other() {
    for last in [&b"*1\r\n$4\r\nPING\r\n"[..], b"PING\r\n"] {
        let mut decoder = RequestDecoder::new();
        decoder.spare()[..last.len()].copy_from_slice(last);
        decoder.commit(last.len());
        assert_eq!(decoder.next_request().unwrap().unwrap().wire(), last);
        assert!(decoder.is_idle() && decoder.finish().is_ok() && decoder.spare().len() == decoder.capacity());
        assert!(decoder.next_request().unwrap().is_none() && decoder.next_event().unwrap().is_none());
        assert_eq!(decoder.offset(), last.len() as u64);
    }
}

#[test]
fn an_argument_larger_than_whole_is_gathered_from_its_parts() {
    let value = vec![b'x'; 100_000];
    let stream = [b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$100000\r\n", &value[..], b"\r\nPING\n"].concat();
    for whole in [0, 512, 1 << 20] {
        let options = ReaderOptions::requests().parser(RequestOptions::new().whole(whole));
        let mut reader = RequestReader::with_options(Source::new(&stream, &[1000, 7], false), options);
        let request = reader.next_request().unwrap().unwrap();
        assert_eq!((request.len(), request.get(2)), (3, Some(&value[..])));
        assert_eq!(request.wire(), &stream[..stream.len() - 5]);
        assert_eq!(reader.next_request().unwrap().unwrap().name(), b"PING");
    }
}

/// What was unescaped and what was lent as it stands come in order, and what was kept of one request is not in the next.
#[test]
fn quoted_arguments_are_unescaped() {
    let stream: &[u8] = b"a \"b\\n\" c \"\\x00\" '' d\nx y\n\"\\\"z\"\ne \"f\\ng\"'\n";
    let mut reader = RequestReader::new(stream);
    let all = |reader: &mut RequestReader<&[u8]>| {
        reader
            .next_request()
            .map(|request| request.map(|request| request.iter().map(<[u8]>::to_vec).collect::<Vec<_>>()))
    };
    assert_eq!(all(&mut reader).unwrap().unwrap(), [&b"a"[..], b"b\n", b"c", b"\0", b"", b"d"]);
    assert_eq!(all(&mut reader).unwrap().unwrap(), [b"x", b"y"]);
    assert_eq!(all(&mut reader).unwrap().unwrap(), [b"\"z"]);
    assert!(all(&mut reader).is_err());
}

#[test]
fn an_argument_may_be_one_escaped_byte() {
    let mut reader = RequestReader::new(&b"a \"\\n\" b \"\\x00\"\n\"\\t\"\n"[..]);
    let request = reader.next_request().unwrap().unwrap();
    assert_eq!(request.iter().collect::<Vec<_>>(), [b"a", b"\n", b"b", b"\0"]);
    assert_eq!(reader.next_request().unwrap().unwrap().name(), b"\t");
}

#[test]
fn arguments_go_both_ways() {
    let mut reader = RequestReader::new(&b"MSET a 1 b 2\n"[..]);
    let request = reader.next_request().unwrap().unwrap();
    let mut arguments = request.into_iter();
    assert_eq!((arguments.len(), arguments.next(), arguments.next_back()), (5, Some(&b"MSET"[..]), Some(&b"2"[..])));
    assert_eq!((arguments.len(), request.get(5), request.is_empty()), (3, None, false));
}

#[test]
fn a_decoder_is_the_reader_without_the_reading() {
    let mut decoder = RequestDecoder::new();
    let stream = b"*2\r\n$4\r\nECHO\r\n$5\r\nhello\r\n";
    for (index, byte) in stream.iter().enumerate() {
        assert!(decoder.next_request().unwrap().is_none() && decoder.is_idle() && decoder.offset() == 0, "{index}");
        assert_eq!(decoder.finish().is_ok(), index == 0);
        decoder.spare()[0] = *byte;
        decoder.commit(1);
    }
    assert_eq!(decoder.next_request().unwrap().unwrap().get(1), Some(&b"hello"[..]));
    assert!(decoder.finish().is_ok() && decoder.offset() == stream.len() as u64);
}

#[test]
fn unread_bytes_start_with_a_request_that_is_not_whole() {
    for begun in [&b"*2\r\n$4\r\nECHO\r\n$5\r\nhel"[..], b"ECHO hel", b"*2\r\n"] {
        let stream = [b"PING\n*0\r\n", begun].concat();
        let mut decoder = RequestDecoder::new();
        decoder.spare()[..stream.len()].copy_from_slice(&stream);
        decoder.commit(stream.len());
        assert!(decoder.next_request().unwrap().is_some());
        assert!(decoder.next_request().unwrap().is_none());
        assert_eq!(decoder.offset(), 9);
        assert_eq!(decoder.into_unread(), begun);
    }
}

#[test]
fn debug_shows_no_bytes() {
    let mut reader = RequestReader::new(&b"AUTH secret\nAUTH secret"[..]);
    let request = reader.next_request().unwrap().unwrap();
    let shown = format!("{request:?} {:?}", request.iter());
    assert_eq!(shown, "Request { len: 2, .. } Arguments { len: 2, .. }");
    let shown = format!("{reader:?}");
    assert!(shown.contains("offset: 12") && !shown.contains("cret") && !shown.contains("115, 101"), "{shown}");
}

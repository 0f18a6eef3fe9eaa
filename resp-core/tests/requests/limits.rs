//! Each limit: what meets it exactly, and what passes it by one.

use resp_core::RequestErrorKind::*;

use crate::support::requests::oracle::Outcome;
use crate::support::requests::settings::RequestSettings;
use crate::trial::{try_everything, try_one_cuts};

fn fault(bytes: &[u8], settings: RequestSettings) -> Option<(resp_core::RequestErrorKind, u64)> {
    match try_everything(bytes, settings).outcome {
        Outcome::Fault(error) => {
            assert!(error.is_limit());
            Some((error.kind, error.offset))
        }
        _ => None,
    }
}

const DEFAULT: RequestSettings = RequestSettings {
    whole: 512,
    max_arguments: 2_147_483_647,
    max_argument: 536_870_912,
    max_inline: 65536,
    max_request: u64::MAX,
    authenticated: true,
};

#[test]
fn max_arguments() {
    let settings = RequestSettings { max_arguments: 12, ..DEFAULT };
    assert_eq!(fault(b"*12\r\n", settings), None);
    assert_eq!(fault(b"*13\r\n", settings), Some((TooManyArguments, 2)));
    let none = RequestSettings { max_arguments: 0, ..DEFAULT };
    assert_eq!(fault(b"*0\r\n*-3\r\na b\r\n", none), None);
    assert_eq!(fault(b"*1\r\n", none), Some((TooManyArguments, 1)));
}

#[test]
fn max_argument() {
    let settings = RequestSettings { max_argument: 12, ..DEFAULT };
    assert_eq!(fault(b"*1\r\n$12\r\n0123456789ab\r\n", settings), None);
    assert_eq!(fault(b"*1\r\n$13\r\n", settings), Some((ArgumentTooLarge, 6)));
    assert_eq!(fault(b"*2\r\n$1\r\na\r\n$20\r\n", settings), Some((ArgumentTooLarge, 13)));
    let none = RequestSettings { max_argument: 0, ..DEFAULT };
    assert_eq!(fault(b"*1\r\n$0\r\n\r\n*1\r\n$0\r\n\r\n", none), None);
    assert_eq!(fault(b"*1\r\n$1\r\n", none), Some((ArgumentTooLarge, 5)));
}

#[test]
fn max_inline_counts_the_line_without_its_end() {
    let settings = RequestSettings { max_inline: 4, ..DEFAULT };
    for line in [&b"PING\n"[..], b"PING\r\n", b"PIN\r\r\n", b"    \r\n"] {
        assert_eq!(fault(line, settings), None);
    }
    for (line, at) in [(&b"PINGS\n"[..], 4), (b"PING\rS", 5), (b"PING\r\r", 5), (b"PING ", 4), (b"\"abcd\"\n", 4)] {
        assert_eq!(fault(line, settings), Some((InlineTooLong, at)), "{}", line.escape_ascii());
    }
    let none = RequestSettings { max_inline: 0, ..DEFAULT };
    assert_eq!(fault(b"\n\r\n*1\r\n$1\r\na\r\n", none), None);
    assert_eq!(fault(b"a", none), Some((InlineTooLong, 0)));
}

#[test]
fn max_request() {
    let settings = |max_request| RequestSettings { max_request, ..DEFAULT };
    let wire = b"*2\r\n$1\r\na\r\n$3\r\nabc\r\n";
    assert_eq!(fault(&[&wire[..], wire].concat(), settings(20)), None);
    assert_eq!(fault(wire, settings(19)), Some((RequestTooLarge, 12)));
    // A count is refused if not even empty arguments would fit, and a type byte likewise.
    assert_eq!(fault(wire, settings(16)), Some((RequestTooLarge, 11)));
    assert_eq!(fault(wire, settings(15)), Some((TooManyArguments, 1)));
    for line in [&b"PING\n"[..], b"PIN\r\n"] {
        assert_eq!(fault(line, settings(5)), None);
        assert_eq!(fault(line, settings(4)), Some((RequestTooLarge, 3)));
    }
    assert_eq!(fault(b"*-10\r\n", settings(6)), None);
    assert_eq!(fault(b"*-10\r\n", settings(5)), Some((RequestTooLarge, 3)));
    assert_eq!(fault(b"*-1\r\n", settings(4)), Some((RequestTooLarge, 1)));
    assert_eq!(fault(b"*0\r\n", settings(4)), None);
}

/// <https://github.com/dragonflydb/dragonfly/pull/8215>; and in Redis, it depends on the reads whether a long line passes.
#[test]
fn a_line_is_too_long_whatever_the_reads() {
    let line = |len: usize| vec![b'x'; len];
    assert_eq!(try_one_cuts(&line(65536), DEFAULT).outcome, Outcome::NeedMore);
    let long = [&line(70_000)[..], b"\r\n"].concat();
    for stream in [&line(65537), &long] {
        let Outcome::Fault(error) = try_one_cuts(stream, DEFAULT).outcome else { panic!("no fault") };
        assert_eq!((error.kind, error.offset), (InlineTooLong, 65536));
    }
    let longest = [&line(65536)[..], b"\r\n"].concat();
    assert_eq!(try_one_cuts(&longest, DEFAULT).outcome, Outcome::CleanEnd);
}

#[test]
fn arguments_of_up_to_whole_bytes_are_whole() {
    for (whole, len) in [(0, 1), (5, 5), (5, 6), (5, 20)] {
        let wire = [format!("*2\r\n${len}\r\n").as_bytes(), &vec![b'x'; len], b"\r\n$0\r\n\r\n"].concat();
        assert_eq!(fault(&wire, RequestSettings { whole, ..DEFAULT }), None);
    }
}

//! Products: each kind of word next to each other, each malformed piece behind each valid one, each spoilt at each byte.

use crate::support::requests::settings::RequestSettings;
use crate::trial::{try_cuts, try_one_cuts};

const WORDS: [&[u8]; 16] = [
    b"a",
    b"\"\"",
    b"''",
    b"\"a b\"",
    b"'a b'",
    b"a\"b\"",
    b"a'b'",
    b"\"\\x41\"",
    b"\"\\x4\"",
    b"\"\\n\\\"q\"",
    b"'\\''",
    b"'\\\\n'",
    b"\\",
    b"\"\\\\\"",
    b"a\x0b",
    b"\xff",
];
const BETWEEN: [&[u8]; 5] = [b" ", b"\t ", b"\r", b"\x0b", b""];
const ENDS: [&[u8]; 3] = [b"\n", b"\r\n", b" \r\n"];

#[test]
fn each_word_beside_each_other() {
    for first in WORDS {
        for between in BETWEEN {
            for second in WORDS {
                for end in ENDS {
                    let line = [first, between, second, end].concat();
                    try_cuts(&line, RequestSettings::default(), &[vec![], (1..line.len()).collect()]);
                }
            }
        }
    }
}

const REQUESTS: [&[u8]; 9] = [
    b"*1\r\n$1\r\na\r\n",
    b"*2\r\n$0\r\n\r\n$12\r\n0123456789ab\r\n",
    b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$4\r\n\r\n\r\n\r\n",
    b"*0\r\n",
    b"*-7\r\n",
    b"\n",
    b"PING\r\n",
    b"a 'b c' \"\\x00d\"\n",
    b"*11\r\n$1\r\n0\r\n$1\r\n1\r\n$1\r\n2\r\n$1\r\n3\r\n$1\r\n4\r\n$1\r\n5\r\n$1\r\n6\r\n$1\r\n7\r\n$1\r\n8\r\n$1\r\n9\r\n$1\r\na\r\n",
];

/// And so that the fast run meets it in front of, in and behind a request.
#[test]
fn each_request_beside_each_other() {
    for first in REQUESTS {
        for second in REQUESTS {
            for whole in [512, 0] {
                let stream = [first, second, first].concat();
                try_one_cuts(&stream, RequestSettings { whole, ..RequestSettings::default() });
            }
        }
    }
}

#[test]
fn each_request_spoilt_at_each_byte() {
    for request in REQUESTS {
        for at in 0..request.len().min(30) {
            for byte in *b"\x00\n\r $*-0129:\"'\\x\xff" {
                let mut spoilt = request.to_vec();
                spoilt[at] = byte;
                // Enough behind it, so that the run would go on, and would take its headers from one word.
                let stream = [b"*1\r\n$4\r\nPING\r\n", &spoilt[..], &b"*1\r\n$4\r\nPING\r\n".repeat(5)].concat();
                try_cuts(&stream, RequestSettings::default(), &[vec![], vec![14 + at, 15 + at]]);
                try_cuts(&stream[..15 + at], RequestSettings { whole: 0, ..RequestSettings::default() }, &[vec![]]);
            }
        }
    }
}

#[test]
fn each_request_within_each_limit() {
    for request in REQUESTS {
        let stream = [request, request].concat();
        for limit in 0..40 {
            for settings in [
                RequestSettings { max_request: limit.max(4), ..RequestSettings::default() },
                RequestSettings { max_argument: limit, ..RequestSettings::UNAUTHENTICATED },
                RequestSettings { max_arguments: limit, ..RequestSettings::default() },
                RequestSettings { max_inline: limit as usize, ..RequestSettings::default() },
            ] {
                try_cuts(
                    &stream,
                    settings,
                    &[vec![], (1..stream.len()).collect(), vec![limit as usize % stream.len()]],
                );
            }
        }
    }
}

/// Every line of up to seven bytes of these.
#[test]
fn every_short_line() {
    every_line(b"a\"'\\x \n", 5);
}

#[test]
#[ignore = "takes a minute"]
fn every_line_of_up_to_seven_bytes() {
    every_line(b"a\"'\\x4\x00\r \n", 6);
    every_line(b"a\"'\\x \n", 7);
}

fn every_line(alphabet: &[u8], longest: u32) {
    for len in 1..=longest {
        for number in 0..alphabet.len().pow(len) {
            let digits = (0..len).map(|place| number / alphabet.len().pow(place) % alphabet.len());
            let line: Vec<u8> = digits.map(|digit| alphabet[digit]).collect();
            try_cuts(&line, RequestSettings::default(), &[vec![], (1..line.len()).collect()]);
        }
    }
}

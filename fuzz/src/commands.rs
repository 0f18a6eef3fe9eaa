//! Requests made to order: as arrays and inline, with quotes and escapes, and lengths at the edges.

use arbitrary::Unstructured;

use crate::frames::{below, pick};

/// No new request is begun behind so many bytes: a target must stay fast.
const ENOUGH: usize = 256;

/// What is no request, and no fault.
const EMPTY: &[&[u8]] = &[b"\r\n", b"\n", b" \t\r\n", b"*0\r\n", b"*-1\r\n", b"*-9223372036854775808\r\n"];

/// One request or more, for as long as there are choices to make.
pub fn commands(choices: &mut Unstructured<'_>) -> Vec<u8> {
    let mut wire = Vec::new();
    while wire.is_empty() || !choices.is_empty() && wire.len() < ENOUGH {
        match below(choices, 8) {
            0 => wire.extend(pick(choices, EMPTY)),
            1..=4 => multibulk(&mut wire, choices),
            _ => inline(&mut wire, choices),
        }
    }
    wire
}

fn multibulk(wire: &mut Vec<u8>, choices: &mut Unstructured<'_>) {
    let count = pick(choices, &[1, 2, 3, 4, 9, 10, 11]);
    wire.extend(format!("*{count}\r\n").bytes());
    for _ in 0..count {
        let len = pick(choices, &[0, 1, 3, 7, 8, 9, 10, 16, 17, 33, 100]);
        wire.extend(format!("${len}\r\n").bytes());
        let own = below(choices, 9).min(choices.len());
        let own = choices.bytes(own).unwrap_or_default();
        wire.extend(own.iter().copied().chain(core::iter::repeat(b'x')).take(len));
        wire.extend(b"\r\n");
    }
}

fn inline(wire: &mut Vec<u8>, choices: &mut Unstructured<'_>) {
    const BLANKS: &[&[u8]] = &[b" ", b"\t", b"  ", b" \t\x0b\x0c\r "];
    // A star in front would make an array of it.
    wire.push(pick(choices, b"gP\\-$ "));
    for _ in 0..1 + below(choices, 4) {
        word(wire, choices);
        wire.extend(pick(choices, BLANKS));
    }
    wire.extend(pick(choices, &[&b"\r\n"[..], b"\n", b"\r\r\n"]));
}

/// Any, then perhaps something in quotes, which nothing may follow.
fn word(wire: &mut Vec<u8>, choices: &mut Unstructured<'_>) {
    const PLAIN: &[&[u8]] = &[b"a", b"key", b"\\", b"\\n", b"*1", b"$", b"\xff", b"\x0b", b"\x01"];
    const DOUBLE: &[&[u8]] = &[
        b"a",
        b" ",
        b"'",
        b"\\\"",
        b"\\\\",
        b"\\n",
        b"\\r\\t\\b\\a",
        b"\\x41",
        b"\\xfF",
        b"\\x",
        b"\\xg0",
        b"\\x1g",
        b"\r",
    ];
    const SINGLE: &[&[u8]] = &[b"a", b" ", b"\"", b"\\'", b"\\", b"\\\\", b"\\n", b"\\x41", b"\t"];
    pieces(wire, choices, PLAIN);
    let (quote, inside): (&[u8], _) = pick(choices, &[(b"", &PLAIN[..1]), (b"\"", DOUBLE), (b"'", SINGLE)]);
    wire.extend(quote);
    pieces(wire, choices, inside);
    // What would escape the quote.
    if quote == b"'" && wire.ends_with(b"\\") {
        wire.push(b'.');
    }
    wire.extend(quote);
}

fn pieces(wire: &mut Vec<u8>, choices: &mut Unstructured<'_>, of: &[&[u8]]) {
    for _ in 0..below(choices, 5) {
        wire.extend(pick(choices, of));
    }
}

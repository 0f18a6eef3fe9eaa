//! What the generator makes of random choices.

use std::collections::BTreeSet;
use std::fs;

use arbitrary::Unstructured;
use resp_core::{Aggregate, Event, Parser, RequestParser};
use resp_fuzz::{commands, valid_frames};

fn streams() -> impl Iterator<Item = Vec<u8>> {
    choices().map(|choices| valid_frames(&mut Unstructured::new(&choices)))
}

/// A hundred kilobytes of choices, always the same, in pieces of growing length.
fn choices() -> impl Iterator<Item = Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..450).map(move |len| (0..len).map(|_| byte()).collect())
}

fn events(stream: &[u8]) -> Vec<Event<Vec<u8>>> {
    let (mut parser, mut rest) = (Parser::new(), stream);
    let mut events = Vec::new();
    while let Some(event) = parser.next_event(&mut rest).expect("valid frames") {
        events.push(event.map(<[u8]>::to_vec));
    }
    assert_eq!(parser.finish(rest), Ok(()), "{}", stream.escape_ascii());
    events
}

#[test]
fn valid_frames_are_valid() {
    assert!(streams().map(|stream| events(&stream).len()).sum::<usize>() > 1000);
}

#[test]
fn every_type_is_made() {
    let kinds: BTreeSet<String> = streams()
        .flat_map(|stream| events(&stream))
        .map(|event| match event {
            Event::Begin(kind, count) => format!("begin {kind:?} {}", count.is_some()),
            _ => event.to_string().split(' ').next().expect("a name").to_owned(),
        })
        .collect();
    let expected = "begin Array false, begin Array true, begin Attribute true, begin Map false, begin Map true, \
                    begin Push true, begin Set false, begin Set true, big_number, boolean, bulk_error, bulk_string, \
                    double, end, integer, null, simple_error, simple_string, verbatim_string";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(", "), expected);
}

#[test]
fn pushes_are_made_inside_frames() {
    let nested = streams().any(|stream| {
        let mut depth = 0;
        events(&stream).iter().any(|event| {
            match event {
                Event::Begin(Aggregate::Push, _) if depth > 0 => return true,
                Event::Begin(..) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
            false
        })
    });
    assert!(nested);
}

#[test]
fn commands_are_valid() {
    let mut requests = 0;
    for choices in choices() {
        let stream = commands(&mut Unstructured::new(&choices));
        let (mut parser, mut rest) = (RequestParser::new(), &stream[..]);
        while parser.skip_request(&mut rest).unwrap_or_else(|error| panic!("{error}: {}", stream.escape_ascii())) {
            requests += 1;
        }
        assert_eq!(parser.finish(rest), Ok(()), "{}", stream.escape_ascii());
    }
    assert!(requests > 1000);
}

/// Should the generator change, they must be chosen anew.
#[test]
fn generated_seeds_show_what_their_names_say() {
    let shows: [(&str, &[u8]); 8] = [
        ("attribute_in_an_array", b"*1\r\n|1\r\n"),
        ("attribute_of_a_push", b"|1\r\n>"),
        ("chunks", b"$?\r\n;"),
        ("deep", &b"*1\r\n".repeat(10)),
        ("long_big_number", &b"0".repeat(100)),
        ("many_elements", b"*100\r\n"),
        ("push_in_a_reply", b"_\r\n>"),
        ("streamed_map", b"%?\r\n"),
    ];
    for (name, bytes) in shows {
        let file = format!("{}/seeds/generated_{name}.plan", env!("CARGO_MANIFEST_DIR"));
        let seed = fs::read(file).expect("a seed");
        // Behind the plan and the number of damages.
        let wire = valid_frames(&mut Unstructured::new(&seed[2..]));
        assert!(wire.windows(bytes.len()).any(|window| window == bytes), "{name}: {}", wire.escape_ascii());
    }
}

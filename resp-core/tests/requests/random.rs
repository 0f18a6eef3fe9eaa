//! Random streams, whole and spoilt, with random limits and cuts, by every way against the oracle.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::requests::oracle::{Outcome, verdict};
use crate::support::requests::settings::RequestSettings;
use crate::trial;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_requests_are_valid(requests in requests()) {
        let wire = requests.concat();
        prop_assert_eq!(verdict(&wire, &RequestSettings::default()).outcome, Outcome::CleanEnd);
    }

    #[test]
    fn valid_requests(requests in requests(), settings in settings(), cuts in cuts()) {
        try_cuts(&requests.concat(), settings, &cuts);
    }

    #[test]
    fn spoilt_requests(requests in requests(), damage in vec((any::<Index>(), any::<u8>()), 1..4), settings in settings(), cuts in cuts()) {
        let mut wire = requests.concat();
        for (at, byte) in damage {
            let at = at.index(wire.len());
            match byte % 3 {
                0 => wire[at] = byte,
                1 => drop(wire.remove(at)),
                _ => wire.insert(at, b"*$\r\n\"'\\ 09-"[usize::from(byte) % 11]),
            }
            wire.push(b'\n');
        }
        try_cuts(&wire, settings, &cuts);
    }

    #[test]
    fn bytes_that_look_like_requests(wire in vec(select(&b"*$\r\n\r\n\r\n0123459-a\"'\\x \t\x00"[..]), 0..40), settings in settings(), cuts in cuts()) {
        try_cuts(&wire, settings, &cuts);
    }
}

fn requests() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(prop_oneof![multibulk(), line(), select(vec![b"*0\r\n".to_vec(), b"*-5\r\n".to_vec(), b"\r\n".to_vec()])], 1..6)
}

fn multibulk() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![vec(any::<u8>(), 0..12), vec(any::<u8>(), 90..130), vec(any::<u8>(), 990..1010)], 1..5).prop_map(
        |arguments| {
            let mut wire = format!("*{}\r\n", arguments.len()).into_bytes();
            for argument in arguments {
                wire.extend(format!("${}\r\n", argument.len()).into_bytes());
                wire.extend(argument);
                wire.extend(b"\r\n");
            }
            wire
        },
    )
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        "[a-z]{1,5}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..6).prop_map(|bytes| [b"\"", &*hex(&bytes), b"\""].concat()),
        r#"[a-z]?"([a-z ']|\\[nrtba"\\xq]){0,6}""#.prop_map(String::into_bytes),
        r#"[a-z]?'([a-z "]|\\'){0,6}'"#.prop_map(String::into_bytes),
    ];
    (vec(word, 0..5), select(&["\n", "\r\n", " \n"][..]))
        .prop_map(|(words, end)| [&words.join(&b' ')[..], end.as_bytes()].concat())
        .prop_filter("no array", |line| line[0] != b'*')
}

fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("\\x{byte:02x}").into_bytes()).collect()
}

fn settings() -> impl Strategy<Value = RequestSettings> {
    let default = RequestSettings::default();
    let limit = |default: u64| prop_oneof![3 => Just(default), 1 => 0..40_u64];
    (
        prop_oneof![select(&[0, 1, 5, 512][..]), 0..200_usize],
        limit(default.max_arguments),
        limit(default.max_argument),
        limit(default.max_inline as u64),
        limit(default.max_request),
        any::<bool>(),
    )
        .prop_map(|(whole, max_arguments, max_argument, max_inline, max_request, authenticated)| RequestSettings {
            whole,
            max_arguments,
            max_argument,
            max_inline: max_inline as usize,
            max_request: max_request.max(4),
            authenticated,
        })
}

fn cuts() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..6)
}

fn try_cuts(wire: &[u8], settings: RequestSettings, cuts: &[Index]) {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
    cuts.sort_unstable();
    trial::try_cuts(wire, settings, &[vec![], (1..wire.len()).collect(), cuts]);
}

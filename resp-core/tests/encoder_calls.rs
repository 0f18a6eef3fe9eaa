//! Calls of the encoder in any order: whatever it lets pass is RESP, and what it refuses leaves no trace.

#![cfg(all(feature = "encode", feature = "alloc"))]
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

mod support;

use core::convert::Infallible;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use resp_core::{Aggregate, EncodeError, Encoder, Event, Line, Null, Part, Protocol, Text};

use support::oracle::oracle;
use support::settings::Settings;
use support::verdict::Outcome;

const DEPTH: usize = 3;

#[derive(Clone, Debug)]
enum Call {
    Event(Event<Vec<u8>>, Option<u64>),
    Blanked(Vec<u8>),
    BeginText(Text, Option<u64>),
    Part(Vec<u8>),
    End,
    Protocol(Protocol),
}

type Calls = Encoder<Vec<u8>, DEPTH>;

impl Call {
    fn make(&self, encoder: &mut Calls) -> Result<(), EncodeError<Infallible>> {
        match self {
            Self::Event(event, rest) => encoder.event(event, *rest),
            Self::Blanked(text) => encoder.simple_error(Line::blanked(text)),
            Self::BeginText(text, len) => encoder.begin_text(*text, *len),
            Self::Part(data) => encoder.part(data),
            Self::End => encoder.end(),
            Self::Protocol(protocol) => encoder.set_protocol(*protocol),
        }
    }
}

fn call() -> impl Strategy<Value = Call> {
    let small = || prop_oneof![1 => Just(None), 3 => (0..4_u64).prop_map(Some)];
    prop_oneof![
        8 => (event(), small()).prop_map(|(event, rest)| Call::Event(event, rest)),
        1 => data().prop_map(Call::Blanked),
        2 => (text(), small()).prop_map(|(text, len)| Call::BeginText(text, len)),
        4 => data().prop_map(Call::Part),
        6 => Just(Call::End),
        1 => select(&[Protocol::Resp2, Protocol::Resp3][..]).prop_map(Call::Protocol),
    ]
}

fn event() -> impl Strategy<Value = Event<Vec<u8>>> {
    use Aggregate::{Array, Attribute, Map, Push, Set};
    let part = || select(&[Part::Whole, Part::Whole, Part::First, Part::Middle, Part::Last][..]);
    let kind = || select(&[Array, Attribute, Map, Push, Set][..]);
    let count = prop_oneof![1 => Just(None), 3 => (0..3_u64).prop_map(Some)];
    let text = (text(), part(), data()).prop_map(|(text, part, data)| match text {
        Text::SimpleString => Event::SimpleString(part, data),
        Text::SimpleError => Event::SimpleError(part, data),
        // That it is a number is the parser's business.
        Text::BigNumber => Event::BigNumber(part, b"12".to_vec()),
        Text::BulkString => Event::BulkString(part, data),
        Text::BulkError => Event::BulkError(part, data),
        Text::VerbatimString(format) => Event::VerbatimString(format, part, data),
    });
    prop_oneof![
        4 => text,
        2 => any::<i8>().prop_map(|value| Event::Integer(value.into())),
        1 => Just(Event::Double(b"1.5".to_vec())),
        1 => any::<bool>().prop_map(Event::Boolean),
        1 => select(&[Null::Resp3, Null::BulkString, Null::Array][..]).prop_map(Event::Null),
        6 => (kind(), count).prop_map(|(kind, count)| Event::Begin(kind, count)),
        2 => kind().prop_map(Event::End),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    use Text::{BigNumber, BulkError, BulkString, SimpleError, SimpleString, VerbatimString};
    select(vec![SimpleString, SimpleError, BigNumber, BulkString, BulkString, BulkError, VerbatimString(*b"txt")])
}

fn data() -> impl Strategy<Value = Vec<u8>> {
    vec(select(&b"ab\r\n:1"[..]), 0..4)
}

/// What the obvious parser makes of it. Big numbers may be anything: parts are not held to be digits.
fn outcome(wire: &[u8]) -> Outcome {
    let settings = Settings { lenient_big_numbers: true, ..Settings::default() };
    oracle(wire, &settings, DEPTH).outcome
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn whatever_passes_is_resp(calls in vec(call(), 0..40)) {
        let mut encoder = Calls::with_depth(Vec::new(), Protocol::Resp3);
        for call in &calls {
            let before = (format!("{encoder:?}"), encoder.get_ref().len());
            if call.make(&mut encoder).is_err() {
                prop_assert_eq!((format!("{encoder:?}"), encoder.get_ref().len()), before, "{:?}", call);
            }
            let outcome = outcome(encoder.get_ref());
            prop_assert!(outcome.fault().is_none(), "{:?} wrote {}", call, encoder.get_ref().escape_ascii());
            if encoder.finish().is_ok() {
                prop_assert_eq!(outcome, Outcome::CleanEnd, "{}", encoder.get_ref().escape_ascii());
            }
            prop_assert_eq!(encoder.finish().is_ok(), encoder.is_idle());
        }
    }

    /// It is not that everything is refused: with what is open closed, or filled up, the stream ends between frames.
    #[test]
    fn whatever_is_open_can_be_closed(calls in vec(call(), 0..40)) {
        let mut encoder = Calls::with_depth(Vec::new(), Protocol::Resp3);
        for call in &calls {
            let _ = call.make(&mut encoder);
        }
        for _ in 0..1000 {
            let closed = match encoder.finish() {
                Ok(()) => break,
                Err(EncodeError::DanglingAttribute) => Err(EncodeError::DanglingAttribute),
                Err(_) => encoder.end(),
            };
            match closed {
                Ok(()) => {}
                Err(EncodeError::TextTooShort) => prop_assert_eq!(encoder.part(b"x"), Ok(())),
                Err(_) => prop_assert_eq!(encoder.integer(0), Ok(())),
            }
        }
        prop_assert_eq!(encoder.finish(), Ok(()));
        prop_assert_eq!(outcome(encoder.get_ref()), Outcome::CleanEnd);
    }

    #[test]
    fn whatever_passes_in_resp2_is_resp2(calls in vec(call(), 0..40)) {
        let mut encoder = Calls::with_depth(Vec::new(), Protocol::Resp2);
        let settings = Settings { resp2_only: true, ..Settings::default() };
        for call in calls.iter().filter(|call| !matches!(call, Call::Protocol(_))) {
            let _ = call.make(&mut encoder);
            let outcome = oracle(encoder.get_ref(), &settings, DEPTH).outcome;
            prop_assert!(outcome.fault().is_none(), "{:?} wrote {}", call, encoder.get_ref().escape_ascii());
            if encoder.finish().is_ok() {
                prop_assert_eq!(outcome, Outcome::CleanEnd, "{}", encoder.get_ref().escape_ascii());
            }
        }
    }
}

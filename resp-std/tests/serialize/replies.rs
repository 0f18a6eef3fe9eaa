//! Replies of each type, and why a value is none.

use core::iter;
use std::collections::BTreeMap;

use resp_core::Protocol::{self, Resp2, Resp3};
use resp_core::{Aggregate, Encoder};
use resp_std::{SerializeError, Serializer, to_value, to_vec, to_writer};
use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer as _};

#[track_caller]
fn assert_written<T: Serialize + ?Sized>(value: &T, resp3: &str, resp2: &str) {
    for (protocol, expected) in [(Resp3, resp3), (Resp2, resp2)] {
        let written = to_vec(value, protocol).expect("a reply");
        assert_eq!(written.escape_ascii().to_string(), expected.as_bytes().escape_ascii().to_string(), "{protocol:?}");
    }
}

#[track_caller]
fn assert_refused<T: Serialize + ?Sized>(value: &T, error: &str) {
    assert_eq!(to_vec(value, Resp3).expect_err("no reply").to_string(), error);
}

#[test]
fn booleans_are_integers_in_resp2() {
    assert_written(&true, "#t\r\n", ":1\r\n");
    assert_written(&false, "#f\r\n", ":0\r\n");
}

#[test]
fn integers_are_integers() {
    assert_written(&i8::MIN, ":-128\r\n", ":-128\r\n");
    assert_written(&u32::MAX, ":4294967295\r\n", ":4294967295\r\n");
    assert_written(&i64::MIN, ":-9223372036854775808\r\n", ":-9223372036854775808\r\n");
    assert_written(&7_u128, ":7\r\n", ":7\r\n");
}

#[test]
fn integers_beyond_64_bits_are_big_numbers() {
    assert_written(&(1_u64 << 63), "(9223372036854775808\r\n", "$19\r\n9223372036854775808\r\n");
    assert_written(&(i128::from(i64::MIN) - 1), "(-9223372036854775809\r\n", "$20\r\n-9223372036854775809\r\n");
}

#[test]
fn floats_are_doubles() {
    assert_written(&1.5_f32, ",1.5\r\n", "$3\r\n1.5\r\n");
    assert_written(&3.0_f64, ",3\r\n", "$1\r\n3\r\n");
    assert_written(&f64::NEG_INFINITY, ",-inf\r\n", "$4\r\n-inf\r\n");
    assert_written(&f64::NAN, ",nan\r\n", "$3\r\nnan\r\n");
}

#[test]
fn texts_are_bulk_strings() {
    assert_written("a\r\nb", "$4\r\na\r\nb\r\n", "$4\r\na\r\nb\r\n");
    assert_written(&'ä', "$2\r\nä\r\n", "$2\r\nä\r\n");
    assert_written(serde_bytes::Bytes::new(b"\0"), "$1\r\n\0\r\n", "$1\r\n\0\r\n");
}

#[test]
fn nothing_is_null() {
    #[derive(Serialize)]
    struct Unit;
    assert_written(&None::<u8>, "_\r\n", "$-1\r\n");
    assert_written(&(), "_\r\n", "$-1\r\n");
    assert_written(&Unit, "_\r\n", "$-1\r\n");
}

#[test]
fn what_wraps_a_value_is_the_value() {
    #[derive(Serialize)]
    struct Meters(u8);
    assert_written(&Some(Meters(2)), ":2\r\n", ":2\r\n");
}

#[test]
fn sequences_and_tuples_are_arrays() {
    #[derive(Serialize)]
    struct Pair(u8, u8);
    for wire in [to_vec(&[1, 2], Resp3), to_vec(&vec![1, 2], Resp2), to_vec(&Pair(1, 2), Resp3), to_vec(&(1, 2), Resp2)]
    {
        assert_eq!(wire.expect("a reply"), b"*2\r\n:1\r\n:2\r\n");
    }
    assert_written(&[0_u8; 0], "*0\r\n", "*0\r\n");
}

#[test]
fn maps_and_structs_are_maps() {
    #[derive(Serialize)]
    struct One {
        a: u8,
    }
    assert_written(&One { a: 1 }, "%1\r\n$1\r\na\r\n:1\r\n", "*2\r\n$1\r\na\r\n:1\r\n");
    assert_written(&BTreeMap::from([([1], None::<u8>)]), "%1\r\n*1\r\n:1\r\n_\r\n", "*2\r\n*1\r\n:1\r\n$-1\r\n");
}

#[derive(Serialize)]
enum Shape<T> {
    Point,
    Circle(T),
    Rectangle(u8, T),
    Text { size: T },
}

#[test]
fn enums_are_names_and_maps_of_name_and_data() {
    assert_written(&Shape::<u8>::Point, "$5\r\nPoint\r\n", "$5\r\nPoint\r\n");
    assert_written(&Shape::Circle(1), "%1\r\n$6\r\nCircle\r\n:1\r\n", "*2\r\n$6\r\nCircle\r\n:1\r\n");
    assert_written(
        &[Shape::Rectangle(1, 2), Shape::Text { size: 3 }],
        "*2\r\n%1\r\n$9\r\nRectangle\r\n*2\r\n:1\r\n:2\r\n%1\r\n$4\r\nText\r\n%1\r\n$4\r\nsize\r\n:3\r\n",
        "*2\r\n*2\r\n$9\r\nRectangle\r\n*2\r\n:1\r\n:2\r\n*2\r\n$4\r\nText\r\n*2\r\n$4\r\nsize\r\n:3\r\n",
    );
}

/// A sequence that does not say how much is in it.
struct Uncounted<T>(Vec<T>);

impl<T: Serialize> Serialize for Uncounted<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        self.0.iter().try_for_each(|element| seq.serialize_element(element))?;
        seq.end()
    }
}

#[test]
fn a_sequence_without_a_length_is_counted() {
    assert_written(
        &(0, Uncounted(vec![Some(1.5), None]), true),
        "*3\r\n:0\r\n*2\r\n,1.5\r\n_\r\n#t\r\n",
        "*3\r\n:0\r\n*2\r\n$3\r\n1.5\r\n$-1\r\n:1\r\n",
    );
    assert_written(&Uncounted::<u8>(vec![]), "*0\r\n", "*0\r\n");
    let deep = Uncounted(vec![Uncounted(vec![Uncounted(vec![u64::MAX])])]);
    assert_written(
        &deep,
        "*1\r\n*1\r\n*1\r\n(18446744073709551615\r\n",
        "*1\r\n*1\r\n*1\r\n$20\r\n18446744073709551615\r\n",
    );
}

#[test]
fn a_long_text_in_a_sequence_without_a_length_stays_whole() {
    let text = "x".repeat(100_000);
    let wire = to_vec(&Uncounted(vec![&text]), Resp2).expect("a reply");
    assert_eq!(wire, format!("*1\r\n$100000\r\n{text}\r\n").as_bytes());
}

#[test]
fn a_flattened_struct_is_counted() {
    #[derive(Serialize)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: BTreeMap<&'static str, bool>,
    }
    assert_written(
        &Outer { a: 1, inner: BTreeMap::from([("b", true)]) },
        "%2\r\n$1\r\na\r\n:1\r\n$1\r\nb\r\n#t\r\n",
        "*4\r\n$1\r\na\r\n:1\r\n$1\r\nb\r\n:1\r\n",
    );
}

#[test]
fn a_value_stands_among_others_of_an_encoder() {
    let mut encoder = Encoder::new(Vec::new(), Resp3);
    encoder.begin(Aggregate::Push, Some(2)).unwrap();
    encoder.bulk_string(b"message").unwrap();
    (1, "x").serialize(Serializer::new(&mut encoder)).unwrap();
    encoder.end().unwrap();
    assert_eq!(encoder.into_inner(), b">2\r\n$7\r\nmessage\r\n*2\r\n:1\r\n$1\r\nx\r\n");
}

#[test]
fn a_value_is_that_of_its_wire() {
    let value = to_value(&BTreeMap::from([("a", vec![1.5])])).expect("a value");
    assert_eq!(value.wire(), b"%1\r\n$1\r\na\r\n*1\r\n,1.5\r\n"[..]);
    assert_eq!(value.frame().at("$.a[0]").and_then(|number| number.as_f64()), Some(1.5));
}

/// Nothing that can be serialised, wherever it stands.
struct Faulty;

impl Serialize for Faulty {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("no"))
    }
}

#[test]
fn errors_name_the_path() {
    assert_refused(&Faulty, "$: no");
    assert_refused(&[vec![], vec![Faulty]], "$[1][0]: no");
    assert_refused(&BTreeMap::from([("a", ("x", Faulty))]), "$.a[1]: no");
    assert_refused(&BTreeMap::from([("two words", Faulty)]), r#"$["two words"]: no"#);
    assert_refused(&BTreeMap::from([(7, 1)].map(|(key, _)| (key, Faulty))), "$[value 0]: no");
    assert_refused(&Shape::Circle(Faulty), "$.Circle: no");
    assert_refused(&Shape::Rectangle(1, Faulty), "$.Rectangle[1]: no");
    assert_refused(&Shape::Text { size: Faulty }, "$.Text.size: no");
    assert_refused(&(1, Uncounted(vec![Faulty])), "$[1][0]: no");
}

/// A map whose second key cannot be serialised, and then one whose second value cannot, handed over in halves.
#[test]
fn errors_of_maps_in_halves_name_the_pair() {
    let map = |faulty_key: bool| -> Result<(), SerializeError> {
        let mut encoder = Encoder::<_>::new(Vec::new(), Resp3);
        let mut map = Serializer::new(&mut encoder).serialize_map(Some(2))?;
        map.serialize_key("a")?;
        map.serialize_value(&1)?;
        if faulty_key { map.serialize_key(&Faulty) } else { map.serialize_key("b") }?;
        map.serialize_value(&Faulty)?;
        SerializeMap::end(map)
    };
    assert_eq!(map(true).unwrap_err().path(), "$[key 1]");
    assert_eq!(map(false).unwrap_err().path(), "$[value 1]");
}

#[test]
fn a_path_finds_the_value_in_the_reply() {
    let value = |last: &str| BTreeMap::from([("a b", vec![BTreeMap::from([("c", last.to_string())])])]);
    let path = "$[\"a b\"][0].c";
    let found = to_value(&value("found")).expect("a value");
    assert_eq!(found.frame().at(path).and_then(|text| text.as_str()), Some("found"));
    assert_refused(&BTreeMap::from([("a b", vec![BTreeMap::from([("c", Faulty)])])]), &format!("{path}: no"));
}

#[test]
fn a_length_must_be_kept() {
    let sequence = |declared, elements| -> Result<(), SerializeError> {
        let mut encoder = Encoder::<_>::new(Vec::new(), Resp3);
        let mut sequence = Serializer::new(&mut encoder).serialize_seq(Some(declared))?;
        (0..elements).try_for_each(|element| sequence.serialize_element(&element))?;
        SerializeSeq::end(sequence)
    };
    assert_eq!(sequence(1, 2).unwrap_err().to_string(), "$[1]: more elements than the count says");
    assert_eq!(sequence(2, 1).unwrap_err().to_string(), "$: fewer elements than the count says");
    assert!(sequence(2, 2).is_ok());
}

/// As many arrays in each other.
struct Nested(usize, bool);

impl Serialize for Nested {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(levels, counted) = *self;
        let mut seq = serializer.serialize_seq(counted.then_some(usize::from(levels > 1)))?;
        iter::repeat_n(Self(levels.saturating_sub(1), counted), usize::from(levels > 1))
            .try_for_each(|inner| seq.serialize_element(&inner))?;
        seq.end()
    }
}

impl Clone for Nested {
    fn clone(&self) -> Self {
        Self(self.0, self.1)
    }
}

#[test]
fn more_than_128_levels_are_refused() {
    for counted in [true, false] {
        for protocol in [Resp2, Resp3] {
            assert!(to_vec(&Nested(128, counted), protocol).is_ok(), "{counted} {protocol:?}");
            let error = to_vec(&Nested(129, counted), protocol).expect_err("too deep").to_string();
            assert!(error.ends_with(": too many nested aggregates"), "{error}");
        }
    }
}

#[test]
fn no_depth_exhausts_the_stack() {
    let deep = || to_vec(&Nested(5_000, false), Resp3).map_err(|error| error.to_string());
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(deep).expect("a thread");
    let error = thread.join().expect("no overflow").expect_err("too deep");
    assert!(error.ends_with(": too many nested aggregates"), "{error}");
}

#[test]
fn a_sink_that_is_full_is_an_error() {
    let write = |room: usize, protocol: Protocol| {
        let mut buffer = [0; 17];
        to_writer(&mut buffer[..room], &(1, "xyz"), protocol).map(|()| buffer)
    };
    assert_eq!(&write(17, Resp3).expect("room"), b"*2\r\n:1\r\n$3\r\nxyz\r\n");
    assert_eq!(write(16, Resp3).unwrap_err().to_string(), "$[1]: the sink took no more: no room left");
}

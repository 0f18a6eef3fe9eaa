//! What is written is read back as it was, in both versions of the protocol.

use std::collections::BTreeMap;

use bytes::Bytes;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use resp_core::Protocol;
use resp_std::{Value, from_value, to_command, to_value, to_vec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Every type of serde's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Everything {
    bool: bool,
    signed: (i8, i16, i32, i64, i128),
    unsigned: (u8, u16, u32, u64, u128),
    single: f32,
    double: f64,
    char: char,
    string: String,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
    option: Option<i64>,
    unit: (),
    sequence: Vec<Choice>,
    tuple: (u8, String),
    map: BTreeMap<i64, Option<bool>>,
    names: BTreeMap<String, f64>,
    newtype: Newtype,
    last: Box<Choice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(u64);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Unit,
    Newtype(String),
    Map(BTreeMap<String, u8>),
    Tuple(i64, bool),
    Struct { a: u8, b: Option<Vec<u8>> },
    Nested(Box<Choice>),
}

/// With a map that does not know its length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flattened {
    id: String,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

fn choice() -> impl Strategy<Value = Choice> {
    let leaf = prop_oneof![
        Just(Choice::Unit),
        any::<String>().prop_map(Choice::Newtype),
        btree_map(any::<String>(), any::<u8>(), 0..3).prop_map(Choice::Map),
        any::<(i64, bool)>().prop_map(|(number, bool)| Choice::Tuple(number, bool)),
        (any::<u8>(), option::of(vec(any::<u8>(), 0..3))).prop_map(|(a, b)| Choice::Struct { a, b }),
    ];
    leaf.prop_recursive(4, 8, 1, |inner| inner.prop_map(|inner| Choice::Nested(Box::new(inner))))
}

prop_compose! {
    fn everything()(
        bool: bool, signed: (i8, i16, i32, i64, i128), unsigned: (u8, u16, u32, u64, u128),
        single in any::<f32>(), double in any::<f64>(), char: char, string: String,
        bytes in vec(any::<u8>(), 0..20), option: Option<i64>, sequence in vec(choice(), 0..4),
        tuple: (u8, String), map in btree_map(any::<i64>(), any::<Option<bool>>(), 0..4),
        names in btree_map(any::<String>(), any::<f64>(), 0..4), newtype: u64, last in choice(),
    ) -> Everything {
        Everything {
            bool, signed, unsigned, single, double, char, string, bytes, option, unit: (), sequence, tuple, map, names,
            newtype: Newtype(newtype), last: Box::new(last),
        }
    }
}

fn through<T: Serialize + DeserializeOwned>(value: &T, protocol: Protocol) -> T {
    let mut wire = Bytes::from(to_vec(value, protocol).expect("a reply"));
    let read = Value::parse(&mut wire).expect("valid").expect("whole");
    assert!(wire.is_empty());
    from_value(&read).expect("what was written")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everything_is_read_back(value in everything()) {
        for protocol in [Protocol::Resp3, Protocol::Resp2] {
            prop_assert_eq!(through(&value, protocol), value.clone());
        }
        let read: Everything = from_value(&to_value(&value).expect("a value")).expect("what was written");
        prop_assert_eq!(read, value);
    }

    #[test]
    fn what_does_not_know_its_length_is_read_back(
        id: String, rest in btree_map("[a-h]{0,3}", any::<String>(), 0..4),
    ) {
        let value = Flattened { id, rest };
        for protocol in [Protocol::Resp3, Protocol::Resp2] {
            prop_assert_eq!(through(&value, protocol), value.clone());
        }
    }

    /// What a client writes with HSET, it reads with HGETALL.
    #[test]
    fn the_pairs_of_a_command_are_read_back(a: u64, b: Option<bool>, c: f64, d: String) {
        let hash = Hash { a, b, c, d };
        let mut wire = Bytes::from(to_command(&hash).expect("a command"));
        let read = Value::parse(&mut wire).expect("valid").expect("whole");
        prop_assert_eq!(from_value::<Hash>(&read).expect("what was written"), hash);
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Hash {
    a: u64,
    b: Option<bool>,
    c: f64,
    d: String,
}

//! What serde makes of frames, and what its errors say.

use core::fmt::Debug;
use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use resp_core::{Options, Parser, Tape};
use resp_std::{DeserializeError, Error, Reader, Value, from_frame, from_value};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

fn value(wire: &str) -> Value {
    Value::parse(&mut Bytes::copy_from_slice(wire.as_bytes())).expect("a valid frame").expect("a whole frame")
}

/// What becomes of this frame, or the text of the error.
fn make<T: DeserializeOwned>(wire: &str) -> Result<T, String> {
    from_value(&value(wire)).map_err(|error| error.to_string())
}

#[test]
fn numbers_are_made_of_numbers_and_of_strings_that_hold_them() {
    for wire in [":42\r\n", "$2\r\n42\r\n", "+42\r\n", "(42\r\n"] {
        assert_eq!(make::<u8>(wire), Ok(42), "{wire}");
        assert_eq!(make::<i64>(wire), Ok(42), "{wire}");
        assert_eq!(make::<i128>(wire), Ok(42), "{wire}");
        assert_eq!(make::<f64>(wire), Ok(42.0), "{wire}");
    }
    assert_eq!(make::<f32>(",1.5\r\n"), Ok(1.5));
    assert_eq!(make::<f64>("$3\r\n1e2\r\n"), Ok(100.0));
    assert!(make::<f64>(",nan\r\n").is_ok_and(f64::is_nan));
}

#[test]
fn big_numbers_reach_as_far_as_the_type() {
    let most = u128::MAX.to_string();
    assert_eq!(make::<u128>(&format!("({most}\r\n")), Ok(u128::MAX));
    assert_eq!(make::<i128>(&format!("({}\r\n", i128::MIN)), Ok(i128::MIN));
    assert_eq!(make::<String>(&format!("({most}0\r\n")), Ok(format!("{most}0")));
    assert!(make::<u128>(&format!("({most}0\r\n")).is_err());
}

#[test]
fn booleans_are_also_0_and_1() {
    for (wire, expected) in [("#t\r\n", true), ("#f\r\n", false), (":1\r\n", true), ("$1\r\n0\r\n", false)] {
        assert_eq!(make::<bool>(wire), Ok(expected), "{wire}");
    }
}

#[test]
fn a_number_must_fit() {
    let expected = "expected an integer within the range of its type";
    assert_eq!(make::<u8>(":256\r\n"), Err(format!("$: {expected}, found an integer 256 at byte 0")));
    assert!(make::<u8>("$3\r\n256\r\n").is_err());
}

#[test]
fn strings_and_bytes_are_lent() {
    for wire in ["$2\r\nhi\r\n", "+hi\r\n", "=6\r\ntxt:hi\r\n", "$?\r\n;2\r\nhi\r\n;0\r\n"] {
        let value = value(wire);
        assert_eq!(from_value::<&str>(&value).ok(), Some("hi"), "{wire}");
        assert_eq!(from_value::<&serde_bytes::Bytes>(&value).ok().map(|bytes| &**bytes), Some(&b"hi"[..]), "{wire}");
    }
    assert_eq!(make::<char>("+x\r\n"), Ok('x'));
}

#[test]
fn a_string_in_pieces_is_put_together() {
    let wire = "$?\r\n;1\r\nh\r\n;1\r\ni\r\n;0\r\n";
    assert_eq!(make::<String>(wire), Ok("hi".into()));
    assert_eq!(make::<serde_bytes::ByteBuf>(wire).map(serde_bytes::ByteBuf::into_vec), Ok(b"hi".to_vec()));
    assert!(from_value::<&str>(&value(wire)).is_err());
}

#[test]
fn a_string_is_utf_8_and_bytes_are_anything() {
    let value = Value::parse(&mut Bytes::from_static(b"$1\r\n\xff\r\n")).unwrap().unwrap();
    let error = from_value::<String>(&value).unwrap_err();
    assert_eq!(error.to_string(), r#"$: expected a string in UTF-8, found a bulk string "\xff" at byte 0"#);
    assert_eq!(from_value::<&serde_bytes::Bytes>(&value).unwrap(), &b"\xff"[..]);
}

#[test]
fn a_null_is_none() {
    for wire in ["_\r\n", "$-1\r\n", "*-1\r\n"] {
        assert_eq!(make::<Option<i64>>(wire), Ok(None), "{wire}");
    }
    assert_eq!(make::<Option<i64>>(":1\r\n"), Ok(Some(1)));
}

#[test]
fn sequences_are_arrays_sets_and_pushes() {
    for sign in ['*', '~', '>'] {
        assert_eq!(make::<Vec<i64>>(&format!("{sign}2\r\n:1\r\n:2\r\n")), Ok(vec![1, 2]), "{sign}");
    }
    assert_eq!(make::<Vec<i64>>("*?\r\n:1\r\n.\r\n"), Ok(vec![1]));
    assert_eq!(make::<Vec<i64>>("%0\r\n"), Err("$: expected a sequence, found a map of 0 at byte 0".into()));
}

#[test]
fn tuples_have_their_length() {
    assert_eq!(make::<(i64, String)>("*2\r\n:1\r\n+two\r\n"), Ok((1, "two".into())));
    assert_eq!(make::<[u8; 2]>("%1\r\n:1\r\n:2\r\n"), Ok([1, 2]));
    assert_eq!(
        make::<(i64, i64)>("*3\r\n:1\r\n:2\r\n:3\r\n"),
        Err("$: expected a tuple of size 2, found an array of 3 at byte 0".into())
    );
}

#[derive(Debug, PartialEq, Deserialize)]
struct User {
    name: String,
    age: u8,
    score: f64,
    admin: bool,
    email: Option<String>,
}

const USER_RESP2: &str = "*10\r\n$4\r\nname\r\n$3\r\nAda\r\n$3\r\nage\r\n$2\r\n36\r\n$5\r\nscore\r\n$3\r\n1.5\r\n\
                          $5\r\nadmin\r\n$1\r\n1\r\n$4\r\nmore\r\n$1\r\nx\r\n";
const USER_RESP3: &str = "%5\r\n+name\r\n+Ada\r\n+age\r\n:36\r\n+score\r\n,1.5\r\n+admin\r\n#t\r\n+more\r\n-ERR\r\n";

#[test]
fn structs_are_maps_and_flat_arrays() {
    for wire in [USER_RESP2, USER_RESP3] {
        let ada = User { name: "Ada".into(), age: 36, score: 1.5, admin: true, email: None };
        assert_eq!(make::<User>(wire), Ok(ada), "{wire}");
    }
}

#[test]
fn maps_are_maps_and_flat_arrays() {
    for header in ["%2", "*4"] {
        let wire = format!("{header}\r\n$1\r\na\r\n:1\r\n$1\r\nb\r\n$1\r\n2\r\n");
        assert_eq!(make::<HashMap<String, u8>>(&wire), Ok(HashMap::from([("a".into(), 1), ("b".into(), 2)])));
    }
    assert_eq!(make::<BTreeMap<i64, i64>>("*2\r\n$1\r\n7\r\n:1\r\n"), Ok(BTreeMap::from([(7, 1)])));
    let odd = make::<BTreeMap<i64, i64>>("*1\r\n:1\r\n");
    assert_eq!(odd, Err("$: expected a map, found an array of 1 at byte 0".into()));
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    Master,
    Replica(String),
    Sentinel(u16, u16),
    Cluster { slots: u16 },
}

#[test]
fn enums_are_names_and_pairs_of_name_and_data() {
    assert_eq!(make::<Role>("$6\r\nmaster\r\n"), Ok(Role::Master));
    for header in ["*2", "%1"] {
        let role = |data: &str| make::<Role>(&format!("{header}\r\n{data}"));
        assert_eq!(role("+replica\r\n+up\r\n"), Ok(Role::Replica("up".into())));
        assert_eq!(role("+sentinel\r\n*2\r\n:1\r\n:2\r\n"), Ok(Role::Sentinel(1, 2)));
        assert_eq!(role("+cluster\r\n*2\r\n+slots\r\n:3\r\n"), Ok(Role::Cluster { slots: 3 }));
    }
}

#[test]
fn an_enum_has_the_data_of_its_variant() {
    let role = |wire| make::<Role>(wire).unwrap_err();
    assert_eq!(role("*2\r\n+master\r\n:1\r\n"), "$: expected a variant without data, found an array of 2 at byte 0");
    assert_eq!(
        role("+replica\r\n"),
        r#"$: expected an array of a variant and its data, found a simple string "replica" at byte 0"#
    );
    assert_eq!(
        role("*2\r\n+none\r\n:1\r\n"),
        "$[0]: unknown variant `none`, expected one of `master`, `replica`, `sentinel`, `cluster` at byte 4"
    );
    assert_eq!(role("*0\r\n"), "$: expected enum Role, found an array of 0 at byte 0");
}

#[test]
fn newtypes_and_units_are_what_is_in_them() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Meters(f64);
    #[derive(Debug, PartialEq, Deserialize)]
    struct Done;
    assert_eq!(make::<Meters>("$1\r\n2\r\n"), Ok(Meters(2.0)));
    assert_eq!(make::<Done>("+OK\r\n"), Ok(Done));
    assert_eq!(make::<()>("_\r\n"), Ok(()));
    assert!(make::<()>("-ERR\r\n").is_err());
}

#[test]
fn what_takes_anything_takes_what_the_frame_is() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Any {
        Bool(bool),
        Integer(i64),
        Large(u64),
        Double(f64),
        Text(String),
        Unit(()),
        List(Vec<Any>),
        Map(BTreeMap<String, Any>),
    }
    let wire = "*8\r\n#t\r\n:1\r\n(18446744073709551615\r\n(18446744073709551616\r\n,1.5\r\n+text\r\n~1\r\n_\r\n%1\r\n+k\r\n:2\r\n";
    let expected = vec![
        Any::Bool(true),
        Any::Integer(1),
        Any::Large(u64::MAX),
        Any::Text("18446744073709551616".into()),
        Any::Double(1.5),
        Any::Text("text".into()),
        Any::List(vec![Any::Unit(())]),
        Any::Map(BTreeMap::from([("k".into(), Any::Integer(2))])),
    ];
    assert_eq!(make::<Vec<Any>>(wire), Ok(expected));
}

#[test]
fn errors_of_a_server_are_no_values() {
    assert_eq!(
        make::<String>("*1\r\n-ERR no\r\n"),
        Err(r#"$: expected a string, found an array of 1 at byte 0"#.into())
    );
    assert_eq!(
        make::<Vec<String>>("*1\r\n-ERR no\r\n"),
        Err(r#"$[0]: expected a string, found a simple error "ERR no" at byte 4"#.into())
    );
    assert!(make::<IgnoredAny>("-ERR no\r\n").is_ok());
}

#[test]
fn an_error_instead_of_a_value_is_the_servers() {
    let error = Reader::new(&b"-WRONGTYPE no list\r\n"[..]).deserialize::<Vec<String>>().unwrap_err();
    assert_eq!(error.server_error().map(|error| error.code()), Some(&b"WRONGTYPE"[..]));
    assert_eq!(error.to_string(), "WRONGTYPE no list");
}

#[test]
fn attributes_and_pushes_inside_are_passed_over() {
    assert_eq!(make::<Vec<i64>>("*2\r\n|1\r\n+a\r\n:9\r\n:1\r\n>1\r\n+x\r\n:2\r\n"), Ok(vec![1, 2]));
}

#[test]
fn errors_name_path_and_offset() {
    let wire = "%1\r\n+users\r\n*2\r\n%1\r\n+age\r\n:1\r\n%1\r\n+age\r\n$1\r\nx\r\n";
    let value = value(wire);
    let error = from_value::<HashMap<String, Vec<HashMap<String, u8>>>>(&value).unwrap_err();
    assert_eq!(error.to_string(), r#"$.users[1].age: expected an integer, found a bulk string "x" at byte 40"#);
    assert_eq!((error.path(), error.offset()), (Some("$.users[1].age"), Some(wire.len() - "$1\r\nx\r\n".len())));
    assert_eq!(value.frame().at(error.path().unwrap()).and_then(|found| found.as_str()), Some("x"));
}

#[test]
fn what_is_missing_is_said_of_the_map() {
    let error = make::<Vec<User>>("*1\r\n%1\r\n+name\r\n+Ada\r\n").unwrap_err();
    assert_eq!(error, "$[0]: missing field `age` at byte 4");
}

#[test]
fn a_value_inside_of_another_is_the_start_of_its_paths() {
    let pair = value("*2\r\n:1\r\n*1\r\n+x\r\n");
    let second = pair.slice(pair.frame().element(1).unwrap());
    let error = from_value::<Vec<u8>>(&second).unwrap_err();
    assert_eq!(error.path(), Some("$[0]"));
}

/// A type that goes on for ever, through aggregates or without any.
#[derive(Debug, Deserialize)]
struct Nested(#[allow(dead_code)] Vec<Nested>);
#[derive(Debug, Deserialize)]
struct Endless(#[allow(dead_code)] Option<Box<Endless>>);

#[test]
fn no_depth_exhausts_the_stack() {
    let deep = |levels: usize| -> Result<Nested, DeserializeError> {
        let wire = "*1\r\n".repeat(levels - 1) + "*0\r\n";
        let mut tape = Tape::with_storage(Vec::new());
        let mut parser = Parser::<10_000>::with_depth(Options::new());
        from_frame(tape.next_frame(&mut parser, wire.as_bytes()).expect("valid").expect("complete"))
    };
    assert!(deep(64).is_ok(), "a newtype and an aggregate for each");
    assert!(deep(65).unwrap_err().to_string().contains("more than 128 values in each other"));
    assert!(deep(10_000).is_err());
    assert!(make::<Endless>(":1\r\n").unwrap_err().contains("more than 128 values in each other"));
}

#[test]
fn the_error_of_a_deep_value_is_told_in_time() {
    let wire = "*1\r\n".repeat(100) + "+x\r\n";
    let error = make::<Nested>(&wire).unwrap_err();
    assert!(error.starts_with("$[0][0]"), "{error}");
}

#[test]
fn errors_in_a_map_of_resp2_name_the_key() {
    let error = make::<HashMap<String, u8>>("*2\r\n+age\r\n+x\r\n").unwrap_err();
    assert_eq!(error, r#"$.age: expected an integer, found a simple string "x" at byte 10"#);
}

#[test]
fn errors_show_64_bytes_of_a_key() {
    let error = |len| {
        let key = "k".repeat(len);
        make::<HashMap<String, u8>>(&format!("%1\r\n+{key}\r\n+x\r\n")).unwrap_err()
    };
    assert!(error(64).starts_with(&format!("$.{}: ", "k".repeat(64))), "{}", error(64));
    assert!(error(65).starts_with(&format!(r#"$["{}"...]: "#, "k".repeat(64))), "{}", error(65));
}

/// What nobody passes on has no path to be found: that would be to walk over all elements in front, for each.
#[test]
fn errors_that_are_swallowed_cost_the_same_for_each_element() {
    struct OrZero;
    impl<'de> Deserialize<'de> for OrZero {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(i64::deserialize(deserializer).map_or(Self, |_| Self))
        }
    }
    let wire = format!("*200000\r\n{}", "+x\r\n".repeat(200_000));
    assert_eq!(make::<Vec<OrZero>>(&wire).map(|list| list.len()), Ok(200_000));
}

#[test]
fn a_reader_deserialises_frame_by_frame() {
    let stream = format!("{USER_RESP2}:x");
    let mut reader = Reader::new(stream.as_bytes());
    assert!(reader.deserialize::<User>().is_ok_and(|user| user.is_some_and(|user| user.age == 36)));
    assert!(matches!(reader.deserialize::<User>(), Err(Error::Protocol(_))));
}

#[test]
fn a_mismatch_costs_no_more_than_its_frame() {
    let mut reader = Reader::new(&b"+no\r\n:2\r\n"[..]);
    let Err(Error::Mismatch(text)) = reader.deserialize::<u8>() else { panic!("no mismatch") };
    assert_eq!(&*text, r#"$: expected an integer, found a simple string "no" at byte 0"#);
    assert_eq!(reader.deserialize::<u8>().unwrap(), Some(2));
    assert_eq!(reader.deserialize::<u8>().unwrap(), None);
}

//! Commands of each type, and why a value is none.

use std::collections::BTreeMap;

use resp_core::write_command;
use resp_std::{RequestReader, to_command, to_command_writer};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

#[track_caller]
fn assert_written<T: Serialize + ?Sized>(value: &T, arguments: &[&str]) {
    let mut expected = Vec::new();
    write_command(&mut expected, arguments).expect("a command");
    let written = to_command(value).expect("a command");
    assert_eq!(written.escape_ascii().to_string(), expected.escape_ascii().to_string());
}

#[track_caller]
fn assert_refused<T: Serialize + ?Sized>(value: &T, error: &str) {
    assert_eq!(to_command(value).expect_err("no command").to_string(), error);
}

#[test]
fn numbers_are_their_text() {
    let numbers = (i8::MIN, u64::MAX, i128::MIN, u128::MAX, 1.0, 0.1, 1e100, f64::INFINITY, 1.5_f32);
    let texts = [
        "-128",
        "18446744073709551615",
        "-170141183460469231731687303715884105728",
        "340282366920938463463374607431768211455",
        "1",
        "0.1",
        "1e+100",
        "inf",
        "1.5",
    ];
    assert_written(&numbers, &texts);
}

#[test]
fn booleans_are_1_and_0() {
    assert_written(&(true, false), &["1", "0"]);
}

#[test]
fn texts_are_their_bytes() {
    assert_written(&("SET", 'k', "a\r\nb", String::new()), &["SET", "k", "a\r\nb", ""]);
    let wire = to_command(&("SET", serde_bytes::Bytes::new(b"\xff\0"))).expect("a command");
    let mut reader = RequestReader::new(&wire[..]);
    assert_eq!(reader.next_request().unwrap().unwrap().get(1), Some(&b"\xff\0"[..]));
}

#[test]
fn a_text_alone_is_a_command() {
    assert_written("PING", &["PING"]);
}

#[test]
fn nothing_is_left_out() {
    #[derive(Serialize)]
    struct Unit;
    assert_written(&("SET", None::<u8>, Some("k"), (), Unit, Some(Some(1))), &["SET", "k", "1"]);
}

#[test]
fn what_wraps_a_value_is_the_value() {
    #[derive(Serialize)]
    struct Key(&'static str);
    assert_written(&("GET", Key("k")), &["GET", "k"]);
}

#[test]
fn what_is_in_sequences_stands_in_a_row() {
    assert_written(&("DEL", vec!["a", "b"], [["c"], ["d"]], Vec::<u8>::new()), &["DEL", "a", "b", "c", "d"]);
}

#[derive(Serialize)]
struct User {
    name: &'static str,
    email: Option<&'static str>,
    age: u8,
}

#[test]
fn structs_and_maps_are_names_and_values() {
    let ada = User { name: "Ada", email: None, age: 36 };
    assert_written(&("HSET", "user", &ada), &["HSET", "user", "name", "Ada", "age", "36"]);
    let pairs = BTreeMap::from([(1, Some("a")), (2, None), (3, Some("c"))]);
    assert_written(&("MSET", pairs), &["MSET", "1", "a", "3", "c"]);
}

#[test]
fn the_last_field_is_left_out_like_the_others() {
    #[derive(Serialize)]
    struct Last {
        a: u8,
        b: Option<u8>,
    }
    assert_written(&("HSET", Last { a: 1, b: None }, "x"), &["HSET", "a", "1", "x"]);
    assert_written(&("HSET", Last { a: 1, b: Some(2) }, "x"), &["HSET", "a", "1", "b", "2", "x"]);
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Command<'a> {
    Ping,
    Get(&'a str),
    Set(&'a str, u8, Option<Expiry>),
    Config { maxmemory: u64 },
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Expiry {
    Ex(u64),
    KeepTtl,
}

#[test]
fn enums_are_names_and_their_data() {
    assert_written(&Command::Ping, &["PING"]);
    assert_written(&Command::Get("k"), &["GET", "k"]);
    assert_written(&Command::Set("k", 1, None), &["SET", "k", "1"]);
    assert_written(&Command::Set("k", 1, Some(Expiry::Ex(60))), &["SET", "k", "1", "EX", "60"]);
    assert_written(&Command::Set("k", 1, Some(Expiry::KeepTtl)), &["SET", "k", "1", "KEEPTTL"]);
    assert_written(&Command::Config { maxmemory: 5 }, &["CONFIG", "maxmemory", "5"]);
}

#[test]
fn a_command_has_an_argument() {
    for error in
        [to_command(&None::<u8>), to_command(&()), to_command(&Vec::<u8>::new()), to_command(&(((), None::<u8>),))]
    {
        assert_eq!(error.unwrap_err().to_string(), "$: a command without arguments");
    }
}

/// What follows would be read as a name, and its value as nothing that anyone meant.
#[test]
fn a_pair_is_two_arguments() {
    let behind = |found: &str| format!("$[1].a: expected one argument behind a name, found {found}");
    assert_refused(&("HSET", BTreeMap::from([("a", vec![1])])), &behind("a sequence"));
    assert_refused(&("HSET", BTreeMap::from([("a", (1, 2))])), &behind("a sequence"));
    assert_refused(&("HSET", BTreeMap::from([("a", BTreeMap::from([(1, 2)]))])), &behind("a map"));
    assert_refused(&("HSET", BTreeMap::from([("a", Command::Get("k"))])), &behind("a variant with data"));
    assert_refused(
        &("HSET", BTreeMap::from([(vec![1], 1)])),
        "$[1][key 0]: expected one argument behind a name, found a sequence",
    );
    assert_refused(
        &("HSET", BTreeMap::from([(None::<u8>, 1)])),
        "$[1][key 0]: expected an argument as key, found none",
    );
}

#[test]
fn errors_name_the_path() {
    #[derive(Serialize)]
    enum Wrapped {
        New(BTreeMap<u8, [u8; 1]>),
        Tuple(u8, BTreeMap<u8, [u8; 1]>),
    }
    let map = || BTreeMap::from([(7, [1])]);
    let path = |wrapped| to_command(&[wrapped]).unwrap_err().path().to_string();
    assert_eq!(path(Wrapped::New(map())), "$[0].New[value 0]");
    assert_eq!(path(Wrapped::Tuple(1, map())), "$[0].Tuple[1][value 0]");
}

#[test]
fn nothing_is_written_of_what_is_no_command() {
    let mut pipeline = Vec::new();
    to_command_writer(&mut pipeline, "PING").expect("a command");
    to_command_writer(&mut pipeline, &("HSET", BTreeMap::from([(1, [1])]))).expect_err("no command");
    assert_eq!(pipeline, b"*1\r\n$4\r\nPING\r\n");
}

#[test]
fn a_sink_that_is_full_is_an_error() {
    let mut buffer = [0; 13];
    let error = to_command_writer(&mut buffer[..], "PING").unwrap_err();
    assert_eq!(error.to_string(), "$: the sink took no more: no room left");
}

#[test]
fn a_value_without_a_key_takes_nothing_away() {
    struct ValueFirst;
    impl Serialize for ValueFirst {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_value(&None::<u8>)?;
            map.end()
        }
    }
    assert_eq!(to_command(&("GET", "a", ValueFirst)).expect("a command"), b"*2\r\n$3\r\nGET\r\n$1\r\na\r\n");
}

//! What a frame can be turned into, and what the errors say.

use resp_core::{FixedTape, Frame, FromFrame, Parser};

/// The conversion of this frame, or the text of the error.
fn convert<T: for<'a> FromFrame<'a>>(wire: &str) -> Result<T, String> {
    with_frame(wire, |frame| frame.to().map_err(|mismatch| mismatch.to_string()))
}

fn with_frame<T>(wire: &str, look: impl FnOnce(Frame<'_>) -> T) -> T {
    let mut tape = FixedTape::<256>::new();
    let frame = tape.next_frame(&mut Parser::new(), wire.as_bytes()).expect("a valid frame").expect("a whole frame");
    look(frame)
}

#[test]
fn integers_are_made_of_integers_and_of_digits_in_strings() {
    for wire in [":42\r\n", "$2\r\n42\r\n", "+42\r\n", "(42\r\n", "=6\r\ntxt:42\r\n", "$?\r\n;2\r\n42\r\n;0\r\n"] {
        assert_eq!(convert::<i64>(wire), Ok(42), "{wire}");
        assert_eq!(convert::<u8>(wire), Ok(42), "{wire}");
        assert_eq!(convert::<i128>(wire), Ok(42), "{wire}");
    }
    assert_eq!(convert::<u64>("(18446744073709551615\r\n"), Ok(u64::MAX));
}

#[test]
fn integers_are_made_of_nothing_else() {
    let integer = |wire| convert::<i64>(wire).unwrap_err();
    assert_eq!(integer("$1\r\nx\r\n"), r#"$: expected an integer, found a bulk string "x""#);
    assert_eq!(integer("$0\r\n\r\n"), r#"$: expected an integer, found a bulk string """#);
    assert_eq!(integer(",42\r\n"), r#"$: expected an integer, found a double "42""#);
    assert_eq!(integer("#t\r\n"), "$: expected an integer, found a boolean true");
    assert_eq!(integer("_\r\n"), "$: expected an integer, found a null");
    assert_eq!(integer("*2\r\n:1\r\n:2\r\n"), "$: expected an integer, found an array of 2");
    assert_eq!(integer("-ERR no\r\n"), r#"$: expected an integer, found a simple error "ERR no""#);
}

#[test]
fn an_integer_must_fit() {
    let out_of_range = "$: expected an integer within the range of its type, found an integer";
    assert_eq!(convert::<u8>(":256\r\n"), Err(format!("{out_of_range} 256")));
    assert_eq!(convert::<u64>(":-1\r\n"), Err(format!("{out_of_range} -1")));
    assert_eq!(convert::<i8>(":-128\r\n"), Ok(-128));
    assert!(convert::<u8>("$3\r\n256\r\n").is_err());
}

#[test]
fn doubles_are_made_of_doubles_integers_and_strings_that_are_spelled_like_doubles() {
    for wire in [",1.5\r\n", "$3\r\n1.5\r\n", "+15e-1\r\n"] {
        assert_eq!(convert::<f64>(wire), Ok(1.5), "{wire}");
        assert_eq!(convert::<f32>(wire), Ok(1.5), "{wire}");
    }
    assert_eq!(convert::<f64>(":-3\r\n"), Ok(-3.0));
    assert_eq!(convert::<f64>("$4\r\n-inf\r\n"), Ok(f64::NEG_INFINITY));
    assert!(convert::<f64>(",nan\r\n").is_ok_and(f64::is_nan));
    assert_eq!(convert::<f64>("$2\r\n.5\r\n"), Err(r#"$: expected a double, found a bulk string ".5""#.into()));
}

#[test]
fn booleans_are_made_of_booleans_and_of_0_and_1() {
    for (wire, value) in [("#t\r\n", true), ("#f\r\n", false), (":1\r\n", true), (":0\r\n", false)] {
        assert_eq!(convert::<bool>(wire), Ok(value), "{wire}");
    }
    // As fields of a hash are sent.
    assert_eq!(convert::<bool>("$1\r\n1\r\n"), Ok(true));
    assert_eq!(convert::<bool>("$1\r\n0\r\n"), Ok(false));
    assert!(convert::<bool>("$1\r\n2\r\n").is_err());
    assert_eq!(convert::<bool>(":2\r\n"), Err("$: expected a boolean, found an integer 2".into()));
    assert_eq!(convert::<bool>("$4\r\ntrue\r\n"), Err(r#"$: expected a boolean, found a bulk string "true""#.into()));
}

#[test]
fn strings_are_lent() {
    for wire in ["$2\r\nhi\r\n", "+hi\r\n", "=6\r\ntxt:hi\r\n", "$?\r\n;2\r\nhi\r\n;0\r\n"] {
        with_frame(wire, |frame| {
            assert_eq!(frame.to::<&str>().ok(), Some("hi"), "{wire}");
            assert_eq!(frame.to::<&[u8]>().ok(), Some(&b"hi"[..]), "{wire}");
        });
    }
}

#[test]
fn a_string_in_pieces_cannot_be_lent() {
    with_frame("$?\r\n;1\r\nh\r\n;1\r\ni\r\n;0\r\n", |frame| {
        let mismatch = frame.to::<&[u8]>().unwrap_err();
        assert_eq!(mismatch.to_string(), r#"$: expected a string in one piece, found a bulk string "h""#);
    });
}

#[test]
fn errors_are_no_strings() {
    with_frame("-ERR no\r\n", |frame| {
        assert_eq!(frame.to::<&str>().unwrap_err().expected(), "a string");
    });
}

#[test]
fn a_str_is_utf_8() {
    let mut tape = FixedTape::<4>::new();
    let frame = tape.next_frame(&mut Parser::new(), b"$1\r\n\xff\r\n").unwrap().unwrap();
    assert_eq!(
        frame.to::<&str>().unwrap_err().to_string(),
        r#"$: expected a string in UTF-8, found a bulk string "\xff""#
    );
}

#[test]
fn a_null_is_none() {
    for wire in ["_\r\n", "$-1\r\n", "*-1\r\n"] {
        assert_eq!(convert::<Option<i64>>(wire), Ok(None), "{wire}");
    }
    assert_eq!(convert::<Option<i64>>(":1\r\n"), Ok(Some(1)));
    assert!(convert::<Option<i64>>("+x\r\n").is_err());
}

#[test]
fn arrays_and_tuples_are_made_of_any_aggregate_of_their_length() {
    for wire in ["*2\r\n:1\r\n:2\r\n", "~2\r\n:1\r\n:2\r\n", ">2\r\n:1\r\n:2\r\n", "%1\r\n:1\r\n:2\r\n"] {
        assert_eq!(convert::<[i64; 2]>(wire), Ok([1, 2]), "{wire}");
        assert_eq!(convert::<(i8, u16)>(wire), Ok((1, 2)), "{wire}");
    }
    assert_eq!(convert::<(i64,)>("*1\r\n:1\r\n"), Ok((1,)));
}

#[test]
fn arrays_and_tuples_are_made_of_no_other_length() {
    let two = "*2\r\n:1\r\n:2\r\n";
    assert_eq!(convert::<[i64; 3]>(two), Err("$: expected an array of another length, found an array of 2".into()));
    assert_eq!(convert::<(i64,)>(two), Err("$: expected an array of 1, found an array of 2".into()));
    assert_eq!(convert::<[i64; 0]>(":1\r\n"), Err("$: expected an array of another length, found an integer 1".into()));
}

#[test]
fn anything_but_an_error_is_a_unit() {
    assert_eq!(convert::<()>("+OK\r\n"), Ok(()));
    assert_eq!(convert::<()>("-ERR no\r\n"), Err(r#"$: expected no error, found a simple error "ERR no""#.into()));
}

/// What is wrong lies where the path says, and can be found by it.
#[test]
fn errors_name_the_path() {
    type Wanted<'a> = (&'a str, (i64, [i64; 2]), &'a str, i64);
    for (wire, path) in [
        ("*4\r\n+a\r\n*2\r\n:1\r\n*2\r\n:1\r\n+x\r\n+b\r\n:2\r\n", "$[1][1][1]"),
        ("%2\r\n+the field\r\n*2\r\n+x\r\n*2\r\n:1\r\n:1\r\n+b\r\n:2\r\n", "$[\"the field\"][0]"),
        ("%2\r\n+a-b_2\r\n*2\r\n:1\r\n*2\r\n:1\r\n:1\r\n+b\r\n+x\r\n", "$.b"),
    ] {
        with_frame(wire, |frame| {
            let mismatch = frame.to::<Wanted<'_>>().unwrap_err();
            assert_eq!(mismatch.to_string(), format!("{path}: expected an integer, found a simple string \"x\""));
            assert_eq!(frame.at(path).and_then(|found| found.as_str()), Some("x"));
        });
    }
}

#[test]
fn a_path_names_keys_by_their_number_where_it_must() {
    let wire = "%2\r\n:1\r\n+x\r\n*0\r\n:2\r\n";
    with_frame(wire, |frame| {
        let mismatch = frame.to::<(i64, i64, i64, i64)>().unwrap_err();
        assert_eq!(mismatch.to_string(), "$[value 0]: expected an integer, found a simple string \"x\"");
        let mismatch = frame.to::<(i64, &str, i64, i64)>().unwrap_err();
        assert_eq!(mismatch.to_string(), "$[key 1]: expected an integer, found an array of 0");
    });
}

#[test]
fn long_texts_are_cut_in_errors() {
    let wire = format!("+{}\r\n", "x".repeat(41));
    let expected = format!("$: expected an integer, found a simple string \"{}\"...", "x".repeat(40));
    assert_eq!(convert::<i64>(&wire), Err(expected));
}

#[cfg(feature = "std")]
mod owned {
    use std::collections::{BTreeMap, HashMap};

    use super::*;

    #[test]
    fn a_string_in_pieces_is_put_together() {
        let wire = "$?\r\n;1\r\nh\r\n;1\r\ni\r\n;0\r\n";
        assert_eq!(convert::<String>(wire), Ok("hi".into()));
        with_frame(wire, |frame| assert_eq!(frame.to_vec().ok(), Some(b"hi".to_vec())));
        assert_eq!(convert::<String>(":1\r\n"), Err("$: expected a string, found an integer 1".into()));
    }

    #[test]
    fn a_vec_is_made_of_an_array_a_set_or_a_push() {
        for wire in ["*2\r\n:1\r\n:2\r\n", "~2\r\n:1\r\n:2\r\n", ">2\r\n:1\r\n:2\r\n"] {
            assert_eq!(convert::<Vec<i64>>(wire), Ok(vec![1, 2]), "{wire}");
        }
        assert_eq!(convert::<Vec<i64>>("%0\r\n"), Err("$: expected an array, found a map of 0".into()));
    }

    #[test]
    fn a_map_is_made_of_a_map_or_an_even_array() {
        for wire in ["%2\r\n+a\r\n:1\r\n+b\r\n:2\r\n", "*4\r\n+a\r\n:1\r\n+b\r\n:2\r\n"] {
            let expected = [("a".to_string(), 1), ("b".to_string(), 2)];
            assert_eq!(convert::<BTreeMap<String, i64>>(wire), Ok(expected.clone().into()), "{wire}");
            assert_eq!(convert::<HashMap<String, i64>>(wire), Ok(expected.into()), "{wire}");
        }
        assert_eq!(convert::<BTreeMap<i64, i64>>("*1\r\n:1\r\n"), Err("$: expected a map, found an array of 1".into()));
    }

    #[test]
    fn a_map_and_a_list_of_pairs_are_made_of_all_forms_of_pairs() {
        for wire in [
            "%2\r\n+b\r\n,1\r\n+a\r\n:2\r\n",
            "*4\r\n+b\r\n$1\r\n1\r\n+a\r\n$1\r\n2\r\n",
            "*2\r\n*2\r\n+b\r\n,1\r\n*2\r\n+a\r\n,2\r\n",
        ] {
            let pairs = vec![("b".to_string(), 1.0), ("a".to_string(), 2.0)];
            assert_eq!(convert::<Vec<(String, f64)>>(wire), Ok(pairs.clone()), "{wire}");
            assert_eq!(convert::<BTreeMap<String, f64>>(wire), Ok(pairs.into_iter().collect()), "{wire}");
        }
        for wire in ["%0\r\n", "*0\r\n", "~0\r\n"] {
            assert_eq!(convert::<Vec<(String, f64)>>(wire), Ok(vec![]), "{wire}");
        }
    }

    #[test]
    fn an_array_of_three_pairs_is_a_map_though_it_is_odd() {
        let wire = format!("*3\r\n{}", "*2\r\n+a\r\n:1\r\n".repeat(3));
        assert_eq!(convert::<Vec<(String, i64)>>(&wire).map(|pairs| pairs.len()), Ok(3));
        with_frame(&wire, |frame| assert_eq!((frame.pairs().len(), frame.pairs().count()), (3, 3)));
    }

    #[test]
    fn a_list_of_pairs_is_made_of_a_set_of_pairs() {
        assert_eq!(convert::<Vec<(i64, i64)>>("~1\r\n*2\r\n:1\r\n:2\r\n"), Ok(vec![(1, 2)]));
    }

    #[test]
    fn a_list_of_pairs_is_made_of_nothing_else() {
        let wrong = |wire| convert::<Vec<(String, i64)>>(wire).unwrap_err();
        assert_eq!(wrong("*1\r\n+a\r\n"), r#"$[0]: expected an array of 2, found a simple string "a""#);
        assert_eq!(wrong(":1\r\n"), "$: expected an array, found an integer 1");
        assert_eq!(wrong("*2\r\n*2\r\n+a\r\n:1\r\n+b\r\n"), "$[0]: expected a string, found an array of 2");
        assert_eq!(wrong("*1\r\n*2\r\n+a\r\n+b\r\n"), r#"$[0][1]: expected an integer, found a simple string "b""#);
    }

    #[test]
    fn the_last_of_equal_keys_counts_in_a_map() {
        let map = convert::<HashMap<String, i64>>("%2\r\n+a\r\n:1\r\n+a\r\n:2\r\n").unwrap();
        assert_eq!(map["a"], 2);
    }
}

#[test]
fn a_mismatch_is_shown_as_it_is_told() {
    with_frame("*1\r\n_\r\n", |frame| {
        let mismatch = frame.to::<[i64; 1]>().expect_err("a null");
        assert_eq!(format!("{mismatch:?}"), "Mismatch($[0]: expected an integer, found a null)");
    });
}

#[test]
fn keys_that_are_words_stand_behind_a_dot() {
    let path = |key: &str| {
        with_frame(&format!("%1\r\n+{key}\r\n:1\r\n"), |frame| {
            frame.pairs().map(|(_, value)| frame.path_to(value).to_string()).collect::<String>()
        })
    };
    assert_eq!(path("a_b"), "$.a_b");
    assert_eq!(path("a-b"), "$.a-b");
    assert_eq!(path("a b"), r#"$["a b"]"#);
    assert_eq!(path(""), r#"$[""]"#);
}

#[test]
fn a_path_shows_64_bytes_of_a_key() {
    let path = |len| {
        with_frame(&format!("%1\r\n+{}\r\n:1\r\n", "k".repeat(len)), |frame| {
            frame.pairs().map(|(_, value)| frame.path_to(value).to_string()).collect::<String>()
        })
    };
    assert_eq!(path(64), format!("$.{}", "k".repeat(64)));
    assert_eq!(path(65), format!(r#"$["{}"...]"#, "k".repeat(64)));
}

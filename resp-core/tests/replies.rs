//! What certain replies and pushes say to a client: redirections, pub/sub, `HELLO`, `MONITOR`.

use core::time::Duration;

use resp_core::{FixedTape, Frame, Hello, MonitorLine, Parser, Push, Redirect, RedirectKind, ServerError};

/// Looks at the first frame of a stream.
fn with_frame<T>(wire: &str, look: impl FnOnce(Frame<'_>) -> T) -> T {
    let mut tape = FixedTape::<256>::new();
    let frame = tape.next_frame(&mut Parser::new(), wire.as_bytes()).expect("a valid frame").expect("a whole frame");
    look(frame)
}

// ---- Redirections ----

fn redirect(error: &str) -> Option<Redirect<'_>> {
    ServerError::of(error.as_bytes()).redirect()
}

#[test]
fn an_error_is_shown_with_its_quotes_and_without_what_does_not_print() {
    let error = ServerError::of(b"ERR unknown command 'a\x1b[0m\xff', \"b\"\\");
    assert_eq!(error.to_string(), r#"ERR unknown command 'a\x1b[0m\xff', "b"\\"#);
    assert_eq!(format!("{error:?}"), r#"ServerError("ERR unknown command \'a\x1b[0m\xff\', \"b\"\\")"#);
}

#[test]
fn moved_and_ask_name_slot_and_address() {
    let moved = |slot, host, port| Some(Redirect { kind: RedirectKind::Moved, slot, host, port });
    let ask = |slot, host, port| Some(Redirect { kind: RedirectKind::Ask, slot, host, port });
    assert_eq!(redirect("MOVED 3999 127.0.0.1:6381"), moved(3999, "127.0.0.1", 6381));
    assert_eq!(redirect("ASK 0 redis.example.org:1"), ask(0, "redis.example.org", 1));
    assert_eq!(redirect("MOVED 16383 2001:db8::1:6381"), moved(16383, "2001:db8::1", 6381));
    assert_eq!(redirect("MOVED 1 ::1:65535"), moved(1, "::1", 65535));
}

#[test]
fn a_redirection_is_shown_in_ascii() {
    let shown = format!("{:?}", redirect("ASK 7 h\u{f6}st:1").expect("a redirection"));
    assert_eq!(shown, r#"Redirect { kind: Ask, slot: 7, host: "h\xc3\xb6st", port: 1 }"#);
}

#[test]
fn a_redirection_may_leave_the_host_open() {
    assert_eq!(redirect("MOVED 7 :6381").map(|redirect| redirect.host), Some(""));
    assert_eq!(redirect("ASK 7 ?:6381").map(|redirect| redirect.host), Some("?"));
}

#[test]
fn other_errors_are_no_redirections() {
    for error in [
        "",
        "MOVED",
        "MOVED 1",
        "MOVED 1 ",
        "MOVED 1 host",
        "MOVED 1 host:",
        "MOVED 1 host:x",
        "MOVED 1 host:65536",
        "MOVED 1 host:+80",
        "MOVED +1 host:80",
        "MOVED -1 host:80",
        "MOVED 16384 host:80",
        "MOVED x host:80",
        "MOVED  1 host:80",
        "MOVED 1 host:80 more",
        "MOVED 1 more host:80",
        "moved 1 host:80",
        "ASKING 1 host:80",
        "TRYAGAIN 1 host:80",
        "CLUSTERDOWN Hash slot not served",
        " MOVED 1 host:80",
    ] {
        assert_eq!(redirect(error), None, "{error}");
    }
    assert_eq!(ServerError::of(b"MOVED 1 \xff:80").redirect(), None);
}

// ---- Pushes ----

/// How a push is told, its frames by their texts.
fn push(wire: &str) -> Option<String> {
    with_frame(wire, |frame| Push::of(frame).map(|push| format!("{push:?}")))
}

fn shown(push: Push<'_>) -> Option<String> {
    Some(format!("{push:?}"))
}

#[test]
fn messages_have_a_channel_and_a_payload() {
    for sign in ['>', '*'] {
        with_frame(&format!("{sign}3\r\n$7\r\nmessage\r\n$2\r\nch\r\n$2\r\nHI\r\n"), |frame| {
            let Some(Push::Message { channel, payload }) = Push::of(frame) else { panic!("no message") };
            assert_eq!((channel, payload.as_str()), (&b"ch"[..], Some("HI")));
        });
        with_frame(&format!("{sign}4\r\n$8\r\npmessage\r\n$2\r\nc*\r\n$2\r\nch\r\n$2\r\nHI\r\n"), |frame| {
            let Some(Push::PMessage { pattern, channel, payload }) = Push::of(frame) else { panic!("no message") };
            assert_eq!((pattern, channel, payload.as_str()), (&b"c*"[..], &b"ch"[..], Some("HI")));
        });
        with_frame(&format!("{sign}3\r\n$8\r\nsmessage\r\n$2\r\nch\r\n$0\r\n\r\n"), |frame| {
            let Some(Push::SMessage { channel, payload }) = Push::of(frame) else { panic!("no message") };
            assert_eq!((channel, payload.as_str()), (&b"ch"[..], Some("")));
        });
    }
}

#[test]
fn subscriptions_have_a_channel_or_pattern_and_a_count() {
    let (name, count) = (b"ch", 2);
    for (kind, expected) in [
        ("subscribe", Push::Subscribe { channel: name, count }),
        ("unsubscribe", Push::Unsubscribe { channel: Some(name), count }),
        ("psubscribe", Push::PSubscribe { pattern: name, count }),
        ("punsubscribe", Push::PUnsubscribe { pattern: Some(name), count }),
        ("ssubscribe", Push::SSubscribe { channel: name, count }),
        ("sunsubscribe", Push::SUnsubscribe { channel: Some(name), count }),
    ] {
        for sign in ['>', '*'] {
            assert_eq!(push(&format!("{sign}3\r\n+{kind}\r\n$2\r\nch\r\n:2\r\n")), shown(expected), "{sign} {kind}");
        }
    }
}

/// <https://github.com/redis/redis/issues/714>
#[test]
fn who_had_no_subscription_leaves_none() {
    for (kind, expected) in [
        ("unsubscribe", Push::Unsubscribe { channel: None, count: 0 }),
        ("punsubscribe", Push::PUnsubscribe { pattern: None, count: 0 }),
        ("sunsubscribe", Push::SUnsubscribe { channel: None, count: 0 }),
    ] {
        assert_eq!(push(&format!("*3\r\n+{kind}\r\n$-1\r\n:0\r\n")), shown(expected), "{kind}");
        assert_eq!(push(&format!(">3\r\n+{kind}\r\n_\r\n:0\r\n")), shown(expected), "{kind}");
    }
    assert_eq!(push(">3\r\n+subscribe\r\n_\r\n:0\r\n"), None, "nobody subscribes to nothing");
}

#[test]
fn invalidations_name_keys_or_none_for_all() {
    let keys = |wire: &str| {
        with_frame(wire, |frame| match Push::of(frame) {
            Some(Push::Invalidate { keys }) => keys.map(|keys| keys.to::<Vec<String>>().expect("keys")),
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(keys(">2\r\n+invalidate\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n"), Some(vec!["a".into(), "b".into()]));
    assert_eq!(keys(">2\r\n+invalidate\r\n_\r\n"), None);
    assert_eq!(keys("*3\r\n+message\r\n+__redis__:invalidate\r\n*1\r\n$1\r\na\r\n"), Some(vec!["a".into()]));
    assert_eq!(keys("*3\r\n+message\r\n+__redis__:invalidate\r\n*-1\r\n"), None);
    // Published by someone else on that channel.
    assert!(push("*3\r\n+message\r\n+__redis__:invalidate\r\n+hi\r\n").is_some_and(|push| push.starts_with("Message")));
}

#[test]
fn arrays_and_nulls_of_other_channels_are_no_invalidations() {
    for payload in ["*1\r\n$1\r\na\r\n", "*-1\r\n"] {
        let message = push(&format!("*3\r\n+message\r\n+other\r\n{payload}"));
        assert!(message.is_some_and(|push| push.starts_with("Message")), "{payload}");
    }
}

#[test]
fn other_pushes_are_told_by_name() {
    assert_eq!(push(">2\r\n+x\r\n|1\r\n+k\r\n:1\r\n:5\r\n"), shown(Push::Other(b"x")));
    assert_eq!(push(">1\r\n+pong\r\n"), shown(Push::Other(b"pong")));
}

/// <https://github.com/oven-sh/bun/pull/33441>
#[test]
fn an_attribute_in_front_of_a_push_changes_nothing() {
    let wire = "|1\r\n$3\r\nttl\r\n:42\r\n>3\r\n$9\r\nsubscribe\r\n$2\r\nch\r\n:1\r\n";
    assert_eq!(push(wire), shown(Push::Subscribe { channel: b"ch", count: 1 }));
}

/// <https://github.com/redis/hiredis/issues/1359>
#[test]
fn short_and_odd_pushes_are_none() {
    for wire in [
        ">1\r\n$9\r\nsubscribe\r\n",
        ">2\r\n+subscribe\r\n+ch\r\n",
        ">3\r\n+subscribe\r\n+ch\r\n+1\r\n",
        ">3\r\n+subscribe\r\n+ch\r\n:-1\r\n",
        ">3\r\n+subscribe\r\n:1\r\n:1\r\n",
        ">2\r\n*1\r\n+a\r\n:1\r\n",
        ">1\r\n:1\r\n",
        ">1\r\n_\r\n",
        ">2\r\n+message\r\n+ch\r\n",
        ">3\r\n+pmessage\r\n+p\r\n+ch\r\n",
        ">1\r\n+invalidate\r\n",
        ">2\r\n+invalidate\r\n+key\r\n",
        ">3\r\n+unsubscribe\r\n*0\r\n:0\r\n",
    ] {
        assert_eq!(push(wire), None, "{wire:?}");
    }
}

/// <https://github.com/aembke/fred.rs/issues/60>
#[test]
fn answers_on_a_resp2_connection_are_no_pushes() {
    for wire in [
        "*2\r\n$4\r\npong\r\n$0\r\n\r\n",
        "*0\r\n",
        "*-1\r\n",
        "+message\r\n",
        "*2\r\n+invalidate\r\n*0\r\n",
        "*1\r\n+message\r\n",
        "%1\r\n+message\r\n+ch\r\n",
        "~3\r\n+message\r\n+ch\r\n+hi\r\n",
        ":1\r\n",
    ] {
        assert_eq!(push(wire), None, "{wire:?}");
    }
}

// ---- HELLO ----

#[test]
fn hello_is_a_map_or_a_flat_array() {
    let fields = "$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$6\r\n7.0.15\r\n$5\r\nproto\r\n:3\r\n$2\r\nid\r\n:9\r\n\
                  $4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n$7\r\nmodules\r\n*0\r\n";
    for header in ["%7", "*14", "|1\r\n+a\r\n:1\r\n%7"] {
        with_frame(&format!("{header}\r\n{fields}"), |frame| {
            let hello = Hello::of(frame).expect("a map");
            assert_eq!((hello.server, hello.version), (Some("redis"), Some("7.0.15")));
            assert_eq!((hello.proto, hello.id), (Some(3), Some(9)));
            assert_eq!((hello.mode, hello.role), (Some("standalone"), Some("master")));
            assert!(hello.modules.is_some_and(Frame::is_empty));
        });
    }
}

#[test]
fn what_hello_leaves_out_is_none() {
    assert!(with_frame("*0\r\n", |frame| Hello::of(frame) == Some(Hello::default())));
    assert!(with_frame("%2\r\n+more\r\n:1\r\n+proto\r\n+x\r\n", |frame| Hello::of(frame) == Some(Hello::default())));
}

#[test]
fn hello_is_shown_in_ascii() {
    let shown =
        with_frame("%2\r\n+server\r\n+r\u{e9}dis\r\n+proto\r\n:3\r\n", |frame| format!("{:?}", Hello::of(frame)));
    let fields = r#"server: Some("r\xc3\xa9dis"), version: None, proto: Some(3), id: None, mode: None, role: None"#;
    assert_eq!(shown, format!("Some(Hello {{ {fields}, modules: None }})"));
}

#[test]
fn what_is_no_map_is_no_hello() {
    for wire in ["-NOPROTO unsupported protocol version\r\n", "*3\r\n+proto\r\n:3\r\n+role\r\n", "+OK\r\n", "_\r\n"] {
        assert!(with_frame(wire, |frame| Hello::of(frame).is_none()), "{wire:?}");
    }
}

// ---- MONITOR ----

/// Time in nanoseconds, database, client, arguments.
fn monitor(line: &str) -> Option<(u128, u64, &str, Vec<Vec<u8>>)> {
    let line = MonitorLine::of(line.as_bytes())?;
    let arguments: Vec<Vec<u8>> = line.arguments().map(|argument| argument.bytes().collect()).collect();
    Some((line.time.as_nanos(), line.db, core::str::from_utf8(line.client).expect("ASCII"), arguments))
}

/// <https://github.com/redis/redis-py/issues/2942>
#[test]
fn brackets_in_an_argument_end_nothing() {
    assert_eq!(
        monitor(r#"1339518083.107412 [0 172.18.0.4:36030] "XADD" "d" "] " "[0 a] \"b\"""#),
        Some((
            1_339_518_083_107_412_000,
            0,
            "172.18.0.4:36030",
            vec![b"XADD".into(), b"d".into(), b"] ".into(), br#"[0 a] "b""#.into()]
        ))
    );
}

/// <https://github.com/redis/redis-py/pull/1201>
#[test]
fn clients_are_addresses_sockets_and_scripts() {
    let client = |line| monitor(line).map(|(_, db, client, _)| (db, client));
    assert_eq!(client(r#"1.000001 [0 lua] "get" "k""#), Some((0, "lua")));
    assert_eq!(client(r#"1.0 [15 unix:/tmp/s] "GET""#), Some((15, "unix:/tmp/s")));
    assert_eq!(client(r#"1.0 [0 [::1]:6379] "GET""#), Some((0, "[::1]:6379")));
}

/// <https://github.com/redis/redis-py/issues/1349>
#[test]
fn escapes_are_undone() {
    let argument = |text: &str| monitor(&format!("1.0 [0 lua] {text}")).map(|(.., arguments)| arguments.concat());
    assert_eq!(argument(r#""a\"b\\c\r\n\x00\xff""#), Some(b"a\"b\\c\r\n\x00\xff".to_vec()));
    assert_eq!(argument(r#""\t\a\b""#), Some(b"\t\x07\x08".to_vec()));
    assert_eq!(argument(r#""\\x92""#), Some(br"\x92".to_vec()));
    assert_eq!(argument(r#""\x9A""#), Some(b"\x9a".to_vec()));
    assert_eq!(argument(r#""""#), Some(b"".to_vec()));
}

/// <https://github.com/redis/node-redis/pull/124>
#[test]
fn escaped_quotes_split_no_argument() {
    let line = r#"1.5 [0 127.0.0.1:1] "SET" "\"q\"""#;
    assert_eq!(monitor(line), Some((1_500_000_000, 0, "127.0.0.1:1", vec![b"SET".to_vec(), b"\"q\"".to_vec()])));
}

#[test]
fn an_argument_without_escapes_is_lent() {
    let line = MonitorLine::of(br#"1.0 [0 lua] "SET" "\n""#).expect("a line");
    let lent: Vec<_> = line.arguments().map(|argument| argument.as_bytes()).collect();
    assert_eq!(lent, [Some(&b"SET"[..]), None]);
}

#[test]
fn a_monitor_line_is_shown_as_it_is_written() {
    let line = MonitorLine::of(b"1.0 [0 lua] \"SET\" \"\\n\" \"\x1b\"").expect("a line");
    assert_eq!(
        format!("{line:?}"),
        r#"MonitorLine { time: 1.000000000, db: 0, client: "lua", arguments: ["SET", "\n", "\x1b"] }"#
    );
}

/// A line of Redis 7.0 whose client came through a socket of this name.
#[test]
fn a_path_may_hold_the_end_of_the_brackets() {
    let line = MonitorLine::of(br#"1.5 [0 unix:/tmp/a] b.sock] "PING""#).expect("a line");
    assert_eq!(line.client, b"unix:/tmp/a] b.sock");
}

#[test]
fn other_lines_are_none() {
    let line = r#"1.0 [0 lua] "SET" "\x00""#;
    assert!(monitor(line).is_some());
    let ends = (0..line.len()).filter(|&end| monitor(&line[..end]).is_some()).collect::<Vec<_>>();
    assert_eq!(ends, [r#"1.0 [0 lua] "SET""#.len()], "cut anywhere else it is no line");
    for line in [
        "OK",
        r#"1 [0 lua] "SET""#,
        r#"x.0 [0 lua] "SET""#,
        r#"1.x [0 lua] "SET""#,
        r#"1. [0 lua] "SET""#,
        r#"+1.0 [0 lua] "SET""#,
        r#"1.0 [+0 lua] "SET""#,
        r#"1.0 [x lua] "SET""#,
        r#"1.0 [0] "SET""#,
        r#"1.0 [0 lua] SET"#,
        r#"1.0 [0 lua] "SET"x"#,
        r#"1.0 [0 lua] "SET"  "k""#,
        r#"1.0 [0 lua] "\q""#,
        r#"1.0 [0 lua] "\xg0""#,
        r#"1.0 [0 lua] "\x0""#,
    ] {
        assert_eq!(monitor(line), None, "{line}");
    }
}

#[test]
fn the_time_of_a_monitor_line_cannot_overflow() {
    let time = |time: &str| MonitorLine::of(format!(r#"{time} [0 lua] "GET""#).as_bytes()).map(|line| line.time);
    assert_eq!(time("18446744073709551615.9999999999"), Some(Duration::new(u64::MAX, 999_999_999)));
    assert_eq!(time("18446744073709551616.0"), None);
}

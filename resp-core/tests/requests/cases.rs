//! What servers and their parsers got wrong, and the rules of Redis: bytes, the requests in them, and how they end.

use resp_core::RequestErrorKind::{self, *};

use crate::support::requests::oracle::Outcome;
use crate::support::requests::settings::RequestSettings;
use crate::trial::try_everything;

/// How a stream ends.
enum End {
    Clean,
    Open,
    Fault(RequestErrorKind, u64),
}
use End::{Clean, Fault, Open};

#[track_caller]
fn assert_requests(bytes: &[u8], requests: &[&[&[u8]]], end: &End) {
    assert_requests_within(RequestSettings::default(), bytes, requests, end);
}

#[track_caller]
fn assert_requests_within(settings: RequestSettings, bytes: &[u8], requests: &[&[&[u8]]], end: &End) {
    for whole in [512, 0, 3] {
        let verdict = try_everything(bytes, RequestSettings { whole, ..settings });
        assert_eq!(verdict.requests(), requests, "{}", bytes.escape_ascii());
        match (end, verdict.outcome) {
            (Clean, Outcome::CleanEnd) | (Open, Outcome::NeedMore) => {}
            (Fault(kind, offset), Outcome::Fault(error)) => assert_eq!((error.kind, error.offset), (*kind, *offset)),
            (_, outcome) => panic!("{outcome:?}: {}", bytes.escape_ascii()),
        }
    }
}

macro_rules! cases {
    ($($(#[doc = $doc:literal])* fn $name:ident: $($bytes:literal => $requests:expr, $end:expr;)+)+) => {
        $(
            $(#[doc = $doc])*
            #[test]
            fn $name() {
                $(assert_requests($bytes, &$requests, &$end);)+
            }
        )+
    };
}

const PING: &[&[u8]] = &[b"PING"];

cases! {
    fn an_array_of_bulk_strings:
        b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n" => [&[b"GET", b"key"]], Clean;
    fn arguments_may_hold_anything:
        b"*3\r\n$0\r\n\r\n$2\r\n\r\n\r\n$4\r\n\x00*1\xff\r\n" => [&[b"", b"\r\n", b"\x00*1\xff"]], Clean;
    fn requests_follow_each_other:
        b"*1\r\n$4\r\nPING\r\nPING\r\n*1\r\n$4\r\nPING\r\n" => [PING, PING, PING], Clean;
    fn long_arguments_and_many_digits:
        b"*1\r\n$12\r\nabcdefghijkl\r\n*1\r\n$4\r\nPING\r\n" => [&[b"abcdefghijkl"], PING], Clean;

    /// <https://github.com/redis/redis/blob/7.0/tests/unit/protocol.tcl>
    fn no_and_negative_counts_are_no_requests:
        b"*0\r\n*1\r\n$4\r\nPING\r\n" => [PING], Clean;
        b"*-10\r\n*1\r\n$4\r\nPING\r\n" => [PING], Clean;
        b"*-1\r\nPING\r\n" => [PING], Clean;
        b"*-9223372036854775808\r\nPING\r\n" => [PING], Clean;
        b"*-9223372036854775809\r\n" => [], Fault(InvalidMultibulkLength, 20);
        b"*-0\r\n" => [], Fault(InvalidMultibulkLength, 2);
        b"*-\r\n" => [], Fault(InvalidMultibulkLength, 2);
        b"*-01\r\n" => [], Fault(InvalidMultibulkLength, 2);
    /// <https://github.com/valkey-io/valkey/pull/3250> (CVE-2026-27623): the type of the request was kept.
    fn an_empty_request_leaves_nothing_behind:
        b"*0\r\nPING\r\n" => [PING], Clean;
        b"\r\n*1\r\n$4\r\nPING\r\n" => [PING], Clean;
        b"*0\r\n\r\n*0\r\nPING\r\n" => [PING], Clean;
        b"  \n*0\r\n$4\r\n" => [&[b"$4"]], Clean;
        b"*0\r\n$4\r\nPING\r\n012345678901234567890123456789012345678901234567890123456789\r\n"
            => [&[b"$4"], PING, &[b"012345678901234567890123456789012345678901234567890123456789"]], Clean;
    /// <https://github.com/redis/redis/issues/3299>: old servers took no more than 1024 x 1024.
    fn counts_and_lengths_have_the_limits_of_redis:
        b"*2147483648\r\n" => [], Fault(TooManyArguments, 10);
        b"*2147483647\r\n" => [], Open;
        b"*1\r\n$536870913\r\n" => [], Fault(ArgumentTooLarge, 13);
        b"*1\r\n$536870912\r\n" => [], Open;
    fn a_number_that_never_ends_is_refused_at_its_digit:
        b"*11111111111111111111111111" => [], Fault(TooManyArguments, 11);
        b"*1\r\n$11111111111111111111111111" => [], Fault(ArgumentTooLarge, 14);
        b"*99999999999999999999999999\r\n" => [], Fault(TooManyArguments, 10);
        b"*1\r\n$18446744073709551616\r\n" => [], Fault(ArgumentTooLarge, 14);
    /// <https://github.com/microsoft/garnet/pull/332>: the storage crashed.
    fn a_length_without_digits:
        b"*3\r\n$3\r\nSET\r\n$5\r\nmykey\r\n$\r\n1\r\nPING\r\n" => [], Fault(InvalidBulkLength, 25);
        b"*\r\n" => [], Fault(InvalidMultibulkLength, 1);
    /// <https://github.com/redis/redis/issues/12092>
    fn padded_numbers:
        b"*01\r\n$4\r\nPING\r\n" => [], Fault(InvalidMultibulkLength, 2);
        b"*1\r\n$04\r\nPING\r\n" => [], Fault(InvalidBulkLength, 6);
        b"*1\r\n$ 4\r\nPING\r\n" => [], Fault(InvalidBulkLength, 5);
        b"* 1\r\n" => [], Fault(InvalidMultibulkLength, 1);
        b"*1 \r\n" => [], Fault(InvalidMultibulkLength, 2);
    fn signed_numbers:
        b"*+1\r\n$4\r\nPING\r\n" => [], Fault(InvalidMultibulkLength, 1);
        b"*1\r\n$+4\r\nPING\r\n" => [], Fault(InvalidBulkLength, 5);
        b"*1\r\n$-1\r\n" => [], Fault(InvalidBulkLength, 5);
    fn arguments_are_bulk_strings:
        b"*1\r\n:1\r\n" => [], Fault(ExpectedBulkString, 4);
        b"*1\r\n+PING\r\n" => [], Fault(ExpectedBulkString, 4);
        b"*2\r\n$4\r\nPING\r\n*1\r\n" => [], Fault(ExpectedBulkString, 14);
        b"*1\r\n\r\n" => [], Fault(ExpectedBulkString, 4);
    /// <https://github.com/redis/redis/issues/7746>: Redis reads on behind five bytes, and then expects a dollar.
    fn a_length_that_swallows_its_line_end:
        b"*3\r\n$3\r\nset\r\n$5\r\nkey1\r\n$3\r\nval\r\n" => [], Fault(MissingCrlf, 22);
    /// <https://github.com/valkey-io/valkey/pull/2872>: what was left ran as a request of its own.
    fn a_length_that_is_too_short:
        b"*3\r\n$4\r\nSET\r\n$1\r\nA\r\n$1\r\nB\r\n" => [], Fault(MissingCrlf, 12);
        b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue12345\r\n" => [], Fault(MissingCrlf, 31);
        b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\rx" => [], Fault(MissingCrlf, 32);
        b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvaluex\n" => [], Fault(MissingCrlf, 31);
        b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvaluexx" => [], Fault(MissingCrlf, 31);
    /// Redis finds the CR and passes over one more byte.
    fn a_header_ends_with_cr_lf:
        b"*1\rX$4\r\nPING\r\n" => [], Fault(BareCr, 3);
        b"*1\r\n$4\rXPING\r\n" => [], Fault(BareCr, 7);
        b"*1\r\r\n" => [], Fault(BareCr, 3);
        b"*1\n$4\nPING\n" => [], Fault(InvalidMultibulkLength, 2);
        b"*1\r\n$4\nPING\n" => [], Fault(InvalidBulkLength, 6);
    fn nothing_is_streamed_and_nothing_else_is_a_type:
        b"*?\r\n$4\r\nPING\r\n.\r\n" => [], Fault(InvalidMultibulkLength, 1);
        b"*1\r\n$?\r\n;4\r\nPING\r\n;0\r\n" => [], Fault(InvalidBulkLength, 5);
        b"$4\r\nPING\r\n" => [&[b"$4"], PING], Clean;
        b"%1\r\n" => [&[b"%1"]], Clean;
    /// <https://github.com/valkey-io/valkey/pull/3799>
    fn a_request_that_is_not_all_there:
        b"*1\r\n$4\r\nPING\r\n*2\r\n$4\r\nEC" => [PING], Open;
        b"*1\r\n$4\r\nPING\r\n*2\r\n$4\r\nECHO\r\n$1\r\nx\r\n" => [PING, &[b"ECHO", b"x"]], Clean;
        b"*1\r\n$4\r\nPING\r" => [], Open;
        b"PING\r" => [], Open;
        b" " => [], Open;

    /// <https://github.com/apache/kvrocks/issues/807>, <https://github.com/pelikan-io/pelikan/issues/40>
    fn lines_end_with_lf_or_crlf_and_blank_ones_are_none:
        b"PING\n" => [PING], Clean;
        b"\r\nPING\r\n" => [PING], Clean;
        b"\n\n\nPING\n" => [PING], Clean;
        b"   PING   \r\n" => [PING], Clean;
        b"\tPING\r\n" => [PING], Clean;
        b"PING a\r\r\n" => [&[b"PING", b"a"]], Clean;
    /// <https://github.com/redis/redis/pull/1451>: they used to be ignored silently.
    fn unbalanced_quotes:
        b"set \"\"\"test-key\"\"\" v\r\n" => [], Fault(UnbalancedQuotes, 6);
        b"ECHO \"abc\r\n" => [], Fault(UnbalancedQuotes, 10);
        b"ECHO \"a\"b\r\n" => [], Fault(UnbalancedQuotes, 8);
        b"ECHO 'a'b\r\n" => [], Fault(UnbalancedQuotes, 8);
        b"ECHO 'abc\r\n" => [], Fault(UnbalancedQuotes, 10);
        b"ECHO \"a\\\"\n" => [], Fault(UnbalancedQuotes, 9);
        b"ECHO \"a\\x4\n" => [], Fault(UnbalancedQuotes, 10);
        b"ECHO a\"b\" c'd\n" => [], Fault(UnbalancedQuotes, 13);
        b"ECHO \"a\"\"b\"\n" => [], Fault(UnbalancedQuotes, 8);
    fn quotes:
        b"ECHO \"\"\r\n" => [&[b"ECHO", b""]], Clean;
        b"ECHO ''\n" => [&[b"ECHO", b""]], Clean;
        b"\"\" ''\n" => [&[b"", b""]], Clean;
        b"ECHO a\"b c\"\r\n" => [&[b"ECHO", b"ab c"]], Clean;
        b"ECHO a\"\"\r\n" => [&[b"ECHO", b"a"]], Clean;
        b"ECHO a'b\"c' d\"e'f\" \n" => [&[b"ECHO", b"ab\"c", b"de'f"]], Clean;
        b"ECHO 'it\\'s'\r\n" => [&[b"ECHO", b"it's"]], Clean;
        b"ECHO 'a\\nb'\r\n" => [&[b"ECHO", b"a\\nb"]], Clean;
    fn escapes:
        b"ECHO \"\\n\\r\\t\\b\\a\\\\\\\"\\q\\x\"\n" => [&[b"ECHO", b"\n\r\t\x08\x07\\\"qx"]], Clean;
        b"ECHO \"\\x00\\xfF\\xAb\"\n" => [&[b"ECHO", b"\x00\xff\xab"]], Clean;
        b"ECHO \"\\x4\" \"\\x4g\" \"\\xg1\" \"\\x4\\n\" \"\\x\\\"\"\n" =>
            [&[b"ECHO", b"x4", b"x4g", b"xg1", b"x4\n", b"x\""]], Clean;
        b"ECHO \\n a\\\"b c\"\n" => [&[b"ECHO", b"\\n", b"a\\b c"]], Clean;
        b"ECHO \"a\rb\"\n" => [&[b"ECHO", b"a\rb"]], Clean;
    /// <https://github.com/redis/redis/issues/8672>: it is kept so for those who rely on it.
    fn a_backslash_cannot_end_single_quotes:
        b"ECHO 'a\\\\'\r\n" => [], Fault(UnbalancedQuotes, 11);
        b"ECHO 'a\\\\' '\r\n" => [&[b"ECHO", b"a\\' "]], Clean;
    fn white_space:
        b"ECHO a\x0bb\r\n" => [&[b"ECHO", b"a\x0bb"]], Clean;
        b"\x0bPING\r\n" => [PING], Clean;
        b"ECHO \"a\"\x0bb\r\n" => [&[b"ECHO", b"a", b"b"]], Clean;
        b"ECHO a\rb\r\n" => [&[b"ECHO", b"a", b"b"]], Clean;
        b"ECHO \x0c\x0b\t a\x0c \x85\xa0\n" => [&[b"ECHO", b"a\x0c", b"\x85\xa0"]], Clean;
    /// Redis never finds the end of such a line, and the connection hangs.
    fn a_nul_in_a_line:
        b"ECHO a\x00b\r\nPING\r\n" => [], Fault(NulInInline, 6);
        b"\x00" => [], Fault(NulInInline, 0);
        b"ECHO \"\x00\"\n" => [], Fault(NulInInline, 6);
        b"ECHO \"a\"\x00\n" => [], Fault(NulInInline, 8);
}

/// <https://github.com/redis/redis/pull/9588> (CVE-2021-32675): small packets made the server allocate.
#[test]
fn a_client_that_is_not_authenticated() {
    let settings = RequestSettings::UNAUTHENTICATED;
    let ten = [&b"*10\r\n"[..], &b"$1\r\na\r\n".repeat(10)].concat();
    assert_requests_within(settings, &ten, &[&[b"a"; 10].map(|a| &a[..])], &Clean);
    assert_requests_within(settings, b"*11\r\n", &[], &Fault(UnauthenticatedMultibulkLength, 2));
    assert_requests_within(settings, b"*2\r\n$4\r\nAUTH\r\n$16384\r\n", &[], &Open);
    assert_requests_within(settings, b"*2\r\n$4\r\nAUTH\r\n$16385\r\n", &[], &Fault(UnauthenticatedBulkLength, 19));
    // Redis too holds lines to nothing but their length.
    assert_requests_within(
        settings,
        b"a b c d e f g h i j k\n",
        &[&b"abcdefghijk".each_ref().map(core::slice::from_ref)],
        &Clean,
    );
}

/// <https://github.com/redis/redis/issues/3726>: limits were held against all that lay in the buffer.
#[test]
fn limits_count_from_the_start_of_what_they_limit() {
    let pipeline = b"*1\r\n$4\r\nPING\r\n".repeat(60 * 1024 / 14);
    let bytes = [&pipeline[..], b"*1\r\n$3\r\nabc\r\n"].concat();
    let settings = RequestSettings { max_inline: 64, max_request: 64, ..RequestSettings::default() };
    let cut = bytes.len() - 9;
    let verdict = crate::trial::try_cuts(&bytes, settings, &[vec![cut], vec![cut + 1]]);
    assert_eq!(verdict.requests().len(), 60 * 1024 / 14 + 1);
}

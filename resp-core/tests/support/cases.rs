//! Named cases: what real parsers got wrong, and what is right. Each name says the fault, the link where it was seen.

use resp_core::{Error, ErrorKind};

use super::settings::Settings;
use super::verdict::Outcome;

/// One stream and what it means.
pub struct Case {
    pub input: Vec<u8>,
    pub settings: Settings,
    /// In the event notation, ` / ` between lines; `frame reply` and `frame push` end frames.
    pub items: &'static str,
    pub outcome: Outcome,
}

/// Ends between frames.
pub fn clean(input: impl AsRef<[u8]>, items: &'static str) -> Case {
    Case { input: input.as_ref().to_vec(), settings: Settings::default(), items, outcome: Outcome::CleanEnd }
}

/// Ends inside a frame.
pub fn more(input: impl AsRef<[u8]>, items: &'static str) -> Case {
    Case { outcome: Outcome::NeedMore, ..clean(input, items) }
}

/// Is wrong at the byte at `offset`.
pub fn fault(input: impl AsRef<[u8]>, items: &'static str, kind: ErrorKind, offset: usize) -> Case {
    let byte = input.as_ref().get(offset).copied();
    let outcome = Outcome::Fault(Error { kind, offset: offset as u64, byte });
    Case { outcome, ..clean(input, items) }
}

impl Case {
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }
}

/// `start`, `count` times `piece`, `end`.
pub fn repeat(start: &[u8], piece: &[u8], count: usize, end: &[u8]) -> Vec<u8> {
    [start, &piece.repeat(count), end].concat()
}

/// Hands every case to the macro `$each`, as `name [case, …]`.
#[rustfmt::skip] // One case a line.
macro_rules! all_cases { ($each:ident) => { $each! {

// Lengths that overflow

// https://github.com/redis/hiredis/issues/1358 https://github.com/valkey-io/valkey/pull/4636
b1_bulk_length_near_the_largest_i64_overflows [
    fault(b"$9223372036854775807\r\nabc\r\n", "", LengthTooLarge, 9),
    fault(b"$9223372036854775806\r\nabc\r\n", "", LengthTooLarge, 9),
    more(b"$9223372036854775807\r\nabc\r\n", "").with(|s| s.max_text = u64::MAX),
    more(b"$18446744073709551615\r\nabc\r\n", "").with(|s| s.max_text = u64::MAX),
    fault(b"=9223372036854775807\r\ntxt:\r\n", "", LengthTooLarge, 9),
    fault(b"!9223372036854775807\r\nabc\r\n", "", LengthTooLarge, 9),
    fault(b"$?\r\n;9223372036854775807\r\nabc\r\n", "", LengthTooLarge, 13),
]
// https://github.com/redis/hiredis/pull/1334 https://github.com/RedisLabs/redis-cluster-proxy/pull/121
b2_length_that_wraps_in_32_bits_looks_complete [
    fault(b"$4294967296\r\nAB", "", LengthTooLarge, 10),
    fault(b"$2147483645\r\nAB", "", LengthTooLarge, 10),
    more(b"$4294967296\r\nAB", "").with(|s| s.max_text = u64::MAX),
    more(b"$2147483645\r\nAB", "").with(|s| s.max_text = u64::MAX),
    more(b"$4294967296\r\n\r\n", "").with(|s| s.max_text = u64::MAX),
    fault(b"*4294967296\r\n", "", CountTooLarge, 10),
    more(b"*4294967296\r\n", "begin array 4294967296").with(|s| { s.max_count = MAX_COUNT; s.max_elements = MAX_COUNT }),
]
// https://github.com/redis/go-redis/pull/3877
b3_doubled_pair_count_overflows_to_an_empty_map [
    fault(b"%4611686018427387904\r\n:1\r\n", "", CountTooLarge, 10),
    fault(b"|4611686018427387904\r\n", "", CountTooLarge, 10),
    fault(b"%9223372036854775808\r\n", "", CountTooLarge, 10),
    fault(b"%9223372036854775808\r\n", "", CountTooLarge, 17).with(|s| { s.max_count = MAX_COUNT; s.max_elements = MAX_COUNT }),
    fault(b"%4000000000\r\n", "", TooManyElements, 10),
    fault(b"|2147483648\r\n", "", TooManyElements, 10),
    more(b"%2147483647\r\n", "begin map 2147483647"),
    more(b"|2147483647\r\n", "begin attribute 2147483647"),
    fault(b"%2147483648\r\n", "", TooManyElements, 10),
]
// Redis string2ll takes 20 characters; measured on redis-server 7.0.15.
b5_length_longer_than_any_integer_wraps_to_zero [
    fault(b"$18446744073709551616\r\n", "", LengthTooLarge, 10),
    fault(b"$18446744073709551616\r\n", "", LengthTooLarge, 20).with(|s| s.max_text = u64::MAX),
    fault(b"$18446744073709551616", "", LengthTooLarge, 20).with(|s| s.max_text = u64::MAX),
    fault(b"*99999999999999999999999999\r\n", "", CountTooLarge, 10),
    fault(b"*99999999999999999999999999\r\n", "", CountTooLarge, 17).with(|s| { s.max_count = MAX_COUNT; s.max_elements = MAX_COUNT }),
]

// Malformed lengths

// https://github.com/elastic/beats/pull/50288 https://github.com/valkey-io/valkey-go/pull/183 https://github.com/whatyouhide/redix/pull/352
b6_negative_bulk_length_other_than_minus_one [
    fault(b"$-2\r\nasdf\r\n", "", InvalidLength, 2),
    fault(b"$-0\r\n\r\n", "", InvalidLength, 2),
    fault(b"$-11\r\n", "", InvalidLength, 3),
    fault(b"$--1\r\n", "", InvalidLength, 2),
    fault(b"$-\r\n", "", InvalidLength, 2),
    fault(b"$-01\r\n", "", InvalidLength, 2),
    fault(b"$-1x\r\n", "", InvalidLength, 3),
]
// hiredis, test 'Set error when array < -1'
b7_negative_array_count_other_than_minus_one [
    fault(b"*-2\r\n+asdf\r\n", "", InvalidLength, 2),
    fault(b"*-10\r\n", "", InvalidLength, 3),
    fault(b"*-\n", "", BareLf, 2),
]
// https://github.com/microsoft/garnet/pull/332
b9_empty_length [
    fault(b"$\r\n\r\n", "", InvalidLength, 1),
    fault(b"*\r\n", "", InvalidLength, 1),
    fault(b"%\r\n", "", InvalidLength, 1),
    fault(b"~\r\n", "", InvalidLength, 1),
    fault(b">\r\n", "", InvalidLength, 1),
    fault(b"|\r\n", "", InvalidLength, 1),
    fault(b"!\r\n", "", InvalidLength, 1),
    fault(b"=\r\n", "", InvalidLength, 1),
    fault(b"$?\r\n;\r\n", "", InvalidLength, 5),
    fault(b"$\n", "", BareLf, 1),
    fault(b"*\n", "", BareLf, 1),
]
// https://github.com/redis/redis/issues/12092
b10_padded_length [
    fault(b"$05\r\nhello\r\n", "", InvalidLength, 2),
    // Behind another bulk string, where the fast run looks.
    fault(b"$1\r\na\r\n$012\r\nabcdefghijkl\r\n+OK\r\n+OK\r\n", r#"bulk_string "a" / frame reply"#, InvalidLength, 9),
    fault(b"$1\r\na\r\n$02\r\nab\r\n+OK\r\n+OK\r\n", r#"bulk_string "a" / frame reply"#, InvalidLength, 9),
    fault(b"$00\r\n\r\n", "", InvalidLength, 2),
    fault(b"$0x\r\n\r\n", "", InvalidLength, 2),
    fault(b"$0\n", "", BareLf, 2),
    fault(b"$ 5\r\nhello\r\n", "", InvalidLength, 1),
    fault(b"$5 \r\nhello\r\n", "", InvalidLength, 2),
    fault(b"*01\r\n$4\r\nPING\r\n", "", InvalidLength, 2),
    clean(b"$05\r\nhello\r\n", r#"bulk_string "hello" / frame reply"#).with(|s| s.lenient_lengths = true),
    clean(b"$00000000000000000005\r\nhello\r\n", r#"bulk_string "hello" / frame reply"#).with(|s| s.lenient_lengths = true),
    clean(b"$00\r\n\r\n", r#"bulk_string "" / frame reply"#).with(|s| s.lenient_lengths = true),
    clean(b"*01\r\n$4\r\nPING\r\n", r#"begin array 1 / bulk_string "PING" / end array / frame reply"#).with(|s| s.lenient_lengths = true),
    clean(b"%00\r\n", "begin map 0 / end map / frame reply").with(|s| s.lenient_lengths = true),
    fault(b"$ 5\r\nhello\r\n", "", InvalidLength, 1).with(|s| s.lenient_lengths = true),
    fault(b"$+5\r\nhello\r\n", "", InvalidLength, 1).with(|s| s.lenient_lengths = true),
    fault(b"$-01\r\n", "", InvalidLength, 2).with(|s| s.lenient_lengths = true),
    fault(b">00\r\n", "", InvalidPush, 3).with(|s| s.lenient_lengths = true),
    fault(b"=03\r\n", "", InvalidVerbatim, 3).with(|s| s.lenient_lengths = true),
]
// Measured: redis-rs 1.8.1, redis-protocol 6.0.0 and redis-py 8.1.0 take it, with their library's integer parser.
b11_plus_sign_in_a_length [
    fault(b"$+5\r\nhello\r\n", "", InvalidLength, 1),
    fault(b"*+1\r\n$4\r\nPING\r\n", "", InvalidLength, 1),
    fault(b"$?\r\n;+1\r\na\r\n;0\r\n", "", InvalidLength, 5),
]

// Integers

// hiredis, tests LLONG_MAX and LLONG_MIN
b13_limits_of_64_bit_integers [
    clean(b":9223372036854775807\r\n", "integer 9223372036854775807 / frame reply"),
    clean(b":-9223372036854775808\r\n", "integer -9223372036854775808 / frame reply"),
    clean(b":+9223372036854775807\r\n", "integer 9223372036854775807 / frame reply"),
    clean(b":00000000000000000000009223372036854775807\r\n", "integer 9223372036854775807 / frame reply"),
    fault(b":9223372036854775808\r\n", "", IntegerOutOfRange, 19),
    fault(b":-9223372036854775809\r\n", "", IntegerOutOfRange, 20),
    fault(b":+9223372036854775808\r\n", "", IntegerOutOfRange, 20),
    fault(b":92233720368547758070\r\n", "", IntegerOutOfRange, 20),
    fault(b":-92233720368547758080", "", IntegerOutOfRange, 21),
]
// https://redis.io/docs/latest/develop/reference/protocol-spec/ allows a plus sign, hiredis refuses it.
b14_plus_sign_and_leading_zero_in_an_integer [
    clean(b":+5\r\n:05\r\n:-0\r\n:+0\r\n:-05\r\n", "integer 5 / frame reply / integer 5 / frame reply / integer 0 / frame reply / integer 0 / frame reply / integer -5 / frame reply"),
    fault(b":+5\r\n", "", InvalidInteger, 1).with(|s| s.strict_integers = true),
    fault(b":05\r\n", "", InvalidInteger, 2).with(|s| s.strict_integers = true),
    fault(b":-0\r\n", "", InvalidInteger, 2).with(|s| s.strict_integers = true),
    // With room behind it, where the fast run looks.
    fault(b":-0\r\n+OK\r\n+OK\r\n", "", InvalidInteger, 2).with(|s| s.strict_integers = true),
    fault(b":-05\r\n", "", InvalidInteger, 2).with(|s| s.strict_integers = true),
    fault(b":0x\r\n", "", InvalidInteger, 2).with(|s| s.strict_integers = true),
    fault(b":0\n", "", BareLf, 2).with(|s| s.strict_integers = true),
    clean(b":0\r\n:-10\r\n:10\r\n", "integer 0 / frame reply / integer -10 / frame reply / integer 10 / frame reply").with(|s| s.strict_integers = true),
]
// https://github.com/tokio-rs/mini-redis/issues/128
b15_negative_integers_refused [
    clean(b":-1\r\n:-2\r\n", "integer -1 / frame reply / integer -2 / frame reply"),
]
// https://github.com/valkey-io/valkey-go/pull/183
b17_integer_without_digits [
    fault(b":\r\n", "", InvalidInteger, 1),
    fault(b":-\r\n", "", InvalidInteger, 2),
    fault(b":+\r\n", "", InvalidInteger, 2),
    fault(b":--1\r\n", "", InvalidInteger, 2),
    fault(b":+-1\r\n", "", InvalidInteger, 2),
    fault(b":1-\r\n", "", InvalidInteger, 2),
    fault(b":12x\r\n", "", InvalidInteger, 3),
    fault(b": 1\r\n", "", InvalidInteger, 1),
    fault(b":\n", "", BareLf, 1),
]

// Ends of lines

// https://github.com/redis/jedis/issues/775 https://github.com/NodeRedis/node-redis-parser
b18_bare_cr_inside_a_line [
    fault(b"+a\rb\r\n", "", BareCr, 3),
    fault(b"-a\rb\r\n", "", BareCr, 3),
    fault(b"+\rb\r\n", "", BareCr, 2),
    fault(b"(1\rb\r\n", "", BareCr, 3),
    fault(b":1\r2\r\n", "", BareCr, 3),
    fault(b"$1\ra\r\n", "", BareCr, 3),
    fault(b"_\r_", "", BareCr, 2),
    fault(b"*?\r\n.\rx", "begin array ?", BareCr, 6),
]
// https://github.com/redis/redis-specifications/blob/master/protocol/RESP3.md and hiredis, 'Bad simple string value'
b19_bare_lf_inside_a_line [
    fault(b"+a\nb\r\n", "", BareLf, 2),
    fault(b"+OK\n+OK\r\n", "", BareLf, 3),
    fault(b"-a\n", "", BareLf, 2),
    fault(b"+\n", "", BareLf, 1),
    fault(b"(1\n", "", BareLf, 2),
    fault(b"(\n", "", BareLf, 1),
    fault(b":1\n", "", BareLf, 2),
    fault(b",1\n", "", BareLf, 2),
    fault(b",1.\n", "", BareLf, 3),
    fault(b",\n", "", BareLf, 1),
    fault(b"#t\n", "", BareLf, 2),
    fault(b"#\n", "", BareLf, 1),
    fault(b"_\n", "", BareLf, 1),
    fault(b"$1\na\n", "", BareLf, 2),
    fault(b"*1\n", "", BareLf, 2),
    fault(b"*?\n", "", BareLf, 2),
    fault(b"*?\r\n.\n", "begin array ?", BareLf, 5),
]
// Measured: redis-rs gives `a\r`.
b21_cr_cr_lf [
    fault(b"+a\r\r\n", "", BareCr, 3),
    fault(b":1\r\r\n", "", BareCr, 3),
    fault(b"+\r\r\n", "", BareCr, 2),
    fault(b"$1\r\r\na\r\n", "", BareCr, 3),
]
// https://github.com/oven-sh/bun/pull/34312 (long lines have their own test)
b22_header_longer_than_its_limit [
    fault(repeat(b":", b"0", 513, b"\r\n"), "", LineTooLong, 513),
    clean(repeat(b":", b"0", 512, b"\r\n"), "integer 0 / frame reply"),
    fault(repeat(b",", b"1", 513, b"\r\n"), "", LineTooLong, 513),
    fault(repeat(b"$", b"0", 513, b"\r\n"), "", LineTooLong, 513).with(|s| s.lenient_lengths = true),
    fault(repeat(b":", b"0", 512, b"x\r\n"), "", InvalidInteger, 513),
    fault(repeat(b":", b"0", 512, b"\n"), "", BareLf, 513),
    fault(repeat(b":", b"0", 512, b"\rx"), "", BareCr, 514),
    fault(b":12345\r\n", "", LineTooLong, 5).with(|s| s.max_header = 4),
    clean(b":1234\r\n", "integer 1234 / frame reply").with(|s| s.max_header = 4),
    fault(b"#t\r\n", "", LineTooLong, 1).with(|s| s.max_header = 0),
    clean(b"_\r\n", "null / frame reply").with(|s| s.max_header = 0),
    fault(b"$-1\r\n", "", LineTooLong, 2).with(|s| s.max_header = 1),
]
// https://github.com/redis-rb/redis-cluster-client/issues/33 https://github.com/NodeRedis/node-redis-parser/issues/64 https://github.com/redis/ioredis/issues/1617
b23_stray_newline_between_replies [
    fault(b"+OK\r\n\r\n+OK\r\n", r#"simple_string "OK" / frame reply"#, UnknownType, 5),
    fault(b"\n+OK\r\n", "", UnknownType, 0),
    fault(b"*1\r\n\r\n", "begin array 1", UnknownType, 4),
    fault(b"*1\r\n\n", "begin array 1", UnknownType, 4),
]

// Terminators of texts

// https://github.com/redis/node-redis/issues/135 https://github.com/Dhravya/radish/pull/3
b25_declared_length_too_short [
    fault(b"$3\r\nabcd\r\n", "", MissingCrlf, 7),
    fault(b"!3\r\nabcd\r\n", "", MissingCrlf, 7),
    fault(b"=5\r\ntxt:ab\r\n", "", MissingCrlf, 9),
    fault(b"$0\r\na\r\n", "", MissingCrlf, 4),
    fault(b"$?\r\n;1\r\nab\r\n", "", MissingCrlf, 9),
]
// https://github.com/valkey-io/valkey/pull/2872
b26_terminator_with_a_wrong_byte [
    fault(b"$5\r\nvalue\rx", "", MissingCrlf, 10),
    fault(b"$5\r\nvaluex\n", "", MissingCrlf, 9),
    fault(b"$5\r\nvaluexx", "", MissingCrlf, 9),
    fault(b"$5\r\nvaluex", "", MissingCrlf, 9),
    fault(b"$5\r\nvalue\n\r", "", MissingCrlf, 9),
    fault(b"!5\r\nvalue\rx", "", MissingCrlf, 10),
    fault(b"=5\r\ntxt:a\rx", "", MissingCrlf, 10),
    fault(b"$?\r\n;2\r\nab\rx", "", MissingCrlf, 11),
]

// Empty and null

// https://github.com/alphazero/jredis/issues/3 https://github.com/acl-dev/acl/pull/320 https://github.com/redis-rb/redis-client/issues/190
b29_terminator_of_an_empty_bulk_left_behind [
    clean(b"$0\r\n\r\n:7\r\n", r#"bulk_string "" / frame reply / integer 7 / frame reply"#),
    clean(b"!0\r\n\r\n:7\r\n", r#"bulk_error "" / frame reply / integer 7 / frame reply"#),
    clean(b"*2\r\n$0\r\n\r\n:7\r\n", r#"begin array 2 / bulk_string "" / integer 7 / end array / frame reply"#),
]
// https://github.com/redis/go-redis/pull/3874
b30_skipping_a_null_bulk_eats_the_next_reply [
    clean(b"$-1\r\n$5\r\nhello\r\n", r#"null bulk_string / frame reply / bulk_string "hello" / frame reply"#),
    clean(b"|1\r\n+a\r\n$-1\r\n$5\r\nhello\r\n", r#"begin attribute 1 / simple_string "a" / null bulk_string / end attribute / bulk_string "hello" / frame reply"#),
]
// https://github.com/phpredis/phpredis/issues/1847
b31_null_array_inside_an_array [
    clean(b"*1\r\n*-1\r\n", "begin array 1 / null array / end array / frame reply"),
    clean(b"*1\r\n*0\r\n", "begin array 1 / begin array 0 / end array / end array / frame reply"),
]
// Measured: redis-protocol 6.0.0 takes `$-1` for the start of a streamed string.
b33_resp2_null_on_a_resp3_connection [
    clean(b"$-1\r\n", "null bulk_string / frame reply"),
    clean(b"*1\r\n$-1\r\n", "begin array 1 / null bulk_string / end array / frame reply"),
    clean(b"*-1\r\n", "null array / frame reply"),
    clean(b"_\r\n", "null / frame reply"),
]
// https://github.com/redis/node-redis/pull/5 https://github.com/redis/lettuce/issues/1327
b34_empty_array_stops_the_parser [
    clean(b"*3\r\n*0\r\n:1\r\n*0\r\n:9\r\n", "begin array 3 / begin array 0 / end array / integer 1 / begin array 0 / end array / end array / frame reply / integer 9 / frame reply"),
    clean(b"*0\r\n", "begin array 0 / end array / frame reply"),
    clean(b"%0\r\n~0\r\n", "begin map 0 / end map / frame reply / begin set 0 / end set / frame reply"),
]
// https://github.com/dragonflydb/dragonfly/pull/1189
b35_inner_aggregate_pops_too_many_levels [
    clean(b"*2\r\n*2\r\n*1\r\n+foo\r\n*1\r\n+bar\r\n*1\r\n+car\r\n", r#"begin array 2 / begin array 2 / begin array 1 / simple_string "foo" / end array / begin array 1 / simple_string "bar" / end array / end array / begin array 1 / simple_string "car" / end array / end array / frame reply"#),
    clean(b"*2\r\n*1\r\n*0\r\n*0\r\n", "begin array 2 / begin array 1 / begin array 0 / end array / end array / begin array 0 / end array / end array / frame reply"),
]

// Doubles

// https://github.com/predis/predis/pull/1716
b37_infinity_and_nan_misread [
    clean(b",-inf\r\n,inf\r\n,nan\r\n", r#"double "-inf" / frame reply / double "inf" / frame reply / double "nan" / frame reply"#),
    clean(b",+INF\r\n,-NaN\r\n,nan(0x1_z)\r\n,-nan()\r\n", r#"double "+INF" / frame reply / double "-NaN" / frame reply / double "nan(0x1_z)" / frame reply / double "-nan()" / frame reply"#),
    fault(b",infinity\r\n", "", InvalidDouble, 4),
    fault(b",in\r\n", "", InvalidDouble, 3),
    fault(b",nan(a-b)\r\n", "", InvalidDouble, 6),
    fault(b",nan(a\r\n", "", InvalidDouble, 6),
    fault(b",nan(a)b\r\n", "", InvalidDouble, 7),
    fault(b",nan1\r\n", "", InvalidDouble, 4),
    fault(b",inf(a)\r\n", "", InvalidDouble, 4),
    fault(b",+-inf\r\n", "", InvalidDouble, 2),
]
// https://github.com/redis/redis/issues/11891 https://github.com/redis/redis-specifications/pull/14
b38_exponent_refused [
    clean(b",1e+100\r\n,1.5E-7\r\n,1e5\r\n", r#"double "1e+100" / frame reply / double "1.5E-7" / frame reply / double "1e5" / frame reply"#),
    fault(b",1e\r\n", "", InvalidDouble, 3),
    fault(b",1e+\r\n", "", InvalidDouble, 4),
    fault(b",1e5.0\r\n", "", InvalidDouble, 4),
    fault(b",1.e5\r\n", "", InvalidDouble, 3),
    fault(b",e5\r\n", "", InvalidDouble, 1),
]
// https://github.com/redis/redis/pull/6196
b39_infinity_without_its_comma_is_an_error_reply [
    clean(b"-inf\r\n", r#"simple_error "inf" / frame reply"#),
]
// https://github.com/redis/redis/pull/6546
b41_double_out_of_range_or_negative_zero [
    clean(b",1e400\r\n,-0\r\n,5e-324\r\n", r#"double "1e400" / frame reply / double "-0" / frame reply / double "5e-324" / frame reply"#),
]
// hiredis, test 'Set error on invalid RESP3 double'
b42_nul_or_junk_inside_a_double [
    fault(b",3.14159\x00265\r\n", "", InvalidDouble, 8),
    fault(b",3.14x\r\n", "", InvalidDouble, 5),
    fault(b",.5\r\n", "", InvalidDouble, 1),
    fault(b",5.\r\n", "", InvalidDouble, 3),
    fault(b",\r\n", "", InvalidDouble, 1),
    fault(b",-\r\n", "", InvalidDouble, 2),
    fault(b",0x1p3\r\n", "", InvalidDouble, 2),
    fault(b", 1\r\n", "", InvalidDouble, 1),
    fault(b",1 \r\n", "", InvalidDouble, 2),
    fault(b",1.2.3\r\n", "", InvalidDouble, 4),
    clean(b",+1.5\r\n,007.10\r\n", r#"double "+1.5" / frame reply / double "007.10" / frame reply"#),
]

// Big numbers

// https://github.com/oven-sh/bun/pull/39544 https://github.com/redis/hiredis-py/issues/123
b43_big_number_loses_its_type_or_digits [
    clean(b"(9007199254740993\r\n", r#"big_number "9007199254740993" / frame reply"#),
    clean(b"(3492890328409238509324850943850943825024385\r\n", r#"big_number "3492890328409238509324850943850943825024385" / frame reply"#),
    clean(b"(+1\r\n(-007\r\n", r#"big_number "+1" / frame reply / big_number "-007" / frame reply"#),
    fault(b"(\r\n", "", InvalidBigNumber, 1),
    fault(b"(-\r\n", "", InvalidBigNumber, 2),
    fault(b"(1.5\r\n", "", InvalidBigNumber, 2),
    fault(b"(1e5\r\n", "", InvalidBigNumber, 2),
    fault(b"(abc\r\n", "", InvalidBigNumber, 1),
    fault(b"(1-2\r\n", "", InvalidBigNumber, 2),
    fault(b"(--2\r\n", "", InvalidBigNumber, 2),
    clean(b"(abc\r\n(\r\n", r#"big_number "abc" / frame reply / big_number "" / frame reply"#).with(|s| s.lenient_big_numbers = true),
    fault(b"(a\nb", "", BareLf, 2).with(|s| s.lenient_big_numbers = true),
]
// https://github.com/redis/redis/pull/11283
b46_unsigned_64_bit_counter [
    fault(b":18446744073709551615\r\n", "", IntegerOutOfRange, 20),
    clean(b"(18446744073709551615\r\n", r#"big_number "18446744073709551615" / frame reply"#),
]

// Booleans and null

// https://github.com/redis/hiredis-py/issues/114
b47_false_is_a_value [
    clean(b"#f\r\n", "boolean false / frame reply"),
    clean(b"#t\r\n", "boolean true / frame reply"),
    more(b"#f\r", ""),
    clean(b"*2\r\n#f\r\n_\r\n", "begin array 2 / boolean false / null / end array / frame reply"),
]
// Measured: redis-py reads `#x`, `#` and `#true` as false; hiredis takes `#T`.
b49_other_letters_for_booleans [
    fault(b"#T\r\n", "", InvalidBoolean, 1),
    fault(b"#x\r\n", "", InvalidBoolean, 1),
    fault(b"#\r\n", "", InvalidBoolean, 1),
    fault(b"#true\r\n", "", InvalidBoolean, 2),
    fault(b"#tt\r\n", "", InvalidBoolean, 2),
]
// https://github.com/oven-sh/bun/pull/39544
b50_junk_after_null [
    fault(b"_junk\r\n", "", InvalidNull, 1),
    fault(b"_ \r\n", "", InvalidNull, 1),
]
// https://github.com/ServiceNow/Fast-LLM/pull/475
b51_resp3_null_on_a_resp2_connection [
    clean(b"_\r\n", "null / frame reply"),
    fault(b"_\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"%1\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"*1\r\n,1\r\n", "begin array 1", UnexpectedType, 4).with(|s| s.resp2_only = true),
    fault(b".\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    // Whole, so that the fast run could take them.
    fault(b",1\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"#t\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"(1\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"=4\r\ntxt:\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"!1\r\ne\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"~1\r\n+a\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"|1\r\n+a\r\n+b\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b">1\r\n+a\r\n+OK\r\n", "", UnexpectedType, 0).with(|s| s.resp2_only = true),
    fault(b"x\r\n", "", UnknownType, 0).with(|s| s.resp2_only = true),
    fault(b"$?\r\n", "", InvalidLength, 1).with(|s| s.resp2_only = true),
    fault(b"*?\r\n", "", InvalidLength, 1).with(|s| s.resp2_only = true),
    clean(b"*5\r\n+a\r\n-b\r\n:1\r\n$1\r\nc\r\n*-1\r\n", r#"begin array 5 / simple_string "a" / simple_error "b" / integer 1 / bulk_string "c" / null array / end array / frame reply"#).with(|s| s.resp2_only = true),
]

// Verbatim strings and bulk errors

// Measured: redis-server 7.0.15 pads an empty format to three blanks; redis-protocol then fails the connection.
b53_verbatim_format_other_than_txt_and_mkd [
    clean(b"=8\r\nabc:data\r\n", r#"verbatim_string "abc" "data" / frame reply"#),
    clean(b"=4\r\n   :\r\n", r#"verbatim_string "   " "" / frame reply"#),
    clean(b"=5\r\n\r\n\xff:a\r\n", r#"verbatim_string "\r\n\xff" "a" / frame reply"#),
]
// Measured: redis-rs 1.8.1 splits `=3 a:b` into `a` and `b`.
b54_verbatim_split_at_its_first_colon [
    fault(b"=3\r\na:b\r\n", "", InvalidVerbatim, 2),
    fault(b"=0\r\n\r\n", "", InvalidVerbatim, 2),
    fault(b"=3\n", "", BareLf, 2),
    clean(b"=9\r\ntxt:a:b:c\r\n", r#"verbatim_string "txt" "a:b:c" / frame reply"#),
    fault(b"=9\r\ntxtxa:b:c\r\n", "", InvalidVerbatim, 7),
    more(b"=9\r\na:b:c", ""),
    clean(b"=5\r\n::::a\r\n", r#"verbatim_string ":::" "a" / frame reply"#),
]
// https://github.com/oven-sh/bun/pull/34040
b55_torn_verbatim_or_bulk_error_is_fatal [
    clean(b"=15\r\ntxt:Some string\r\n", r#"verbatim_string "txt" "Some string" / frame reply"#),
    clean(b"!21\r\nSYNTAX invalid syntax\r\n", r#"bulk_error "SYNTAX invalid syntax" / frame reply"#),
    more(b"=15\r\ntxt:Some", ""),
    more(b"!21\r\nSYNTAX inv", ""),
]
// https://github.com/oven-sh/bun/pull/39544
b57_bulk_error_delivered_as_a_value [
    clean(b"!21\r\nSYNTAX invalid syntax\r\n", r#"bulk_error "SYNTAX invalid syntax" / frame reply"#),
    clean(b"!8\r\nERR a\r\nb\r\n", r#"bulk_error "ERR a\r\nb" / frame reply"#),
]

// Maps and sets

// https://github.com/redis/go-redis/pull/3956
b58_pair_count_read_as_element_count [
    clean(b"%2\r\n+a\r\n:1\r\n+b\r\n:2\r\n+PONG\r\n", r#"begin map 2 / simple_string "a" / integer 1 / simple_string "b" / integer 2 / end map / frame reply / simple_string "PONG" / frame reply"#),
]
// https://github.com/redis/redis/issues/6160
b59_map_with_a_missing_value [
    more(b"%2\r\n+a\r\n:1\r\n+b\r\n", r#"begin map 2 / simple_string "a" / integer 1 / simple_string "b""#),
]
// https://github.com/redis/go-redis/pull/3873
b61_aggregate_as_a_map_key [
    clean(b"%1\r\n*1\r\n:1\r\n:2\r\n", "begin map 1 / begin array 1 / integer 1 / end array / integer 2 / end map / frame reply"),
    clean(b"%1\r\n%1\r\n_\r\n#t\r\n*0\r\n", "begin map 1 / begin map 1 / null / boolean true / end map / begin array 0 / end array / end map / frame reply"),
]
// https://github.com/redis/redis-specifications/blob/master/protocol/RESP3.md; measured: redis-protocol drops duplicates.
b62_set_with_duplicates_or_aggregates [
    clean(b"~2\r\n+a\r\n+a\r\n", r#"begin set 2 / simple_string "a" / simple_string "a" / end set / frame reply"#),
    clean(b"~1\r\n%1\r\n+a\r\n:1\r\n", r#"begin set 1 / begin map 1 / simple_string "a" / integer 1 / end map / end set / frame reply"#),
]
// Measured: hiredis nil, redis-protocol 'streaming', redis-rs hangs.
b63_null_count_where_there_is_no_null [
    fault(b"%-1\r\n", "", InvalidLength, 1),
    fault(b"~-1\r\n", "", InvalidLength, 1),
    fault(b">-1\r\n", "", InvalidLength, 1),
    fault(b"|-1\r\n", "", InvalidLength, 1),
    fault(b"=-1\r\n", "", InvalidLength, 1),
    fault(b"!-1\r\n", "", InvalidLength, 1),
]

// Attributes

// Measured: hiredis returns the attribute as the reply; redis-py refuses it.
b65_attribute_returned_as_the_reply [
    clean(b"|1\r\n+a\r\n:1\r\n+OK\r\n", r#"begin attribute 1 / simple_string "a" / integer 1 / end attribute / simple_string "OK" / frame reply"#),
    clean(b"*1\r\n|1\r\n+a\r\n:1\r\n+OK\r\n", r#"begin array 1 / begin attribute 1 / simple_string "a" / integer 1 / end attribute / simple_string "OK" / end array / frame reply"#),
    clean(b"|0\r\n|1\r\n|0\r\n+a\r\n|0\r\n:1\r\n+OK\r\n", r#"begin attribute 0 / end attribute / begin attribute 1 / begin attribute 0 / end attribute / simple_string "a" / begin attribute 0 / end attribute / integer 1 / end attribute / simple_string "OK" / frame reply"#),
]
// https://github.com/oven-sh/bun/pull/33441 https://github.com/antirez/RESP3/issues/31
b66_attribute_in_front_of_a_push [
    clean(b"|1\r\n$3\r\nttl\r\n:42\r\n>3\r\n$7\r\nmessage\r\n$2\r\nch\r\n$2\r\nHI\r\n$1\r\nA\r\n", r#"begin attribute 1 / bulk_string "ttl" / integer 42 / end attribute / begin push 3 / bulk_string "message" / bulk_string "ch" / bulk_string "HI" / end push / frame push / bulk_string "A" / frame reply"#),
]
// https://github.com/redis/memtier_benchmark/pull/435
b67_attribute_inside_a_push [
    clean(b">2\r\n+x\r\n|1\r\n+k\r\n:1\r\n:5\r\n+OK\r\n", r#"begin push 2 / simple_string "x" / begin attribute 1 / simple_string "k" / integer 1 / end attribute / integer 5 / end push / frame push / simple_string "OK" / frame reply"#),
]
// The texts do not say.
b69_empty_attribute_or_one_before_a_key_or_in_a_stream [
    clean(b"|0\r\n+OK\r\n", r#"begin attribute 0 / end attribute / simple_string "OK" / frame reply"#),
    clean(b"%1\r\n|1\r\n+m\r\n:1\r\n+k\r\n:2\r\n", r#"begin map 1 / begin attribute 1 / simple_string "m" / integer 1 / end attribute / simple_string "k" / integer 2 / end map / frame reply"#),
    clean(b"*?\r\n|1\r\n+m\r\n:1\r\n:7\r\n.\r\n", r#"begin array ? / begin attribute 1 / simple_string "m" / integer 1 / end attribute / integer 7 / end array / frame reply"#),
    clean(b"%?\r\n|0\r\n+k\r\n|0\r\n:2\r\n.\r\n", r#"begin map ? / begin attribute 0 / end attribute / simple_string "k" / begin attribute 0 / end attribute / integer 2 / end map / frame reply"#),
]
// RESP3.md: an attribute stands "before a valid part of the protocol".
b70_attribute_with_nothing_after_it [
    fault(b"*?\r\n|1\r\n+a\r\n:1\r\n.\r\n", r#"begin array ? / begin attribute 1 / simple_string "a" / integer 1 / end attribute"#, DanglingAttribute, 16),
    more(b"|1\r\n+a\r\n:1\r\n", r#"begin attribute 1 / simple_string "a" / integer 1 / end attribute"#),
    fault(b"$?\r\n|0\r\n;0\r\n", "", ExpectedChunk, 4),
    fault(b"%?\r\n+a\r\n|0\r\n.\r\n", r#"begin map ? / simple_string "a" / begin attribute 0 / end attribute"#, DanglingAttribute, 12),
    fault(b"|0\r\n.\r\n", "begin attribute 0 / end attribute", UnexpectedEnd, 4),
    fault(b"|0\r\n\r\n", "begin attribute 0 / end attribute", UnknownType, 4),
    clean(b"*?\r\n|0\r\n>1\r\n:1\r\n.\r\n", "begin array ? / begin attribute 0 / end attribute / begin push 1 / integer 1 / end push / end array / frame reply"),
]
// Redis, tests/unit/protocol.tcl, 'RESP3 attributes'
b71_attribute_leaks_to_the_next_reply [
    clean(b"|1\r\n+a\r\n:1\r\n+OK\r\n+PONG\r\n", r#"begin attribute 1 / simple_string "a" / integer 1 / end attribute / simple_string "OK" / frame reply / simple_string "PONG" / frame reply"#),
]

// Pushes

// https://github.com/redis/hiredis/issues/825 https://github.com/redis/redis/issues/8923
b73_push_taken_for_the_reply [
    clean(b">2\r\n+invalidate\r\n*1\r\n+k\r\n$3\r\nval\r\n>1\r\n+x\r\n", r#"begin push 2 / simple_string "invalidate" / begin array 1 / simple_string "k" / end array / end push / frame push / bulk_string "val" / frame reply / begin push 1 / simple_string "x" / end push / frame push"#),
]
// https://github.com/redis/redis/issues/8935 https://github.com/redis/redis/pull/11038 https://github.com/redis/redis/pull/12326
push_inside_a_reply_is_counted [
    clean(b"*2\r\n>1\r\n+x\r\n:1\r\n:2\r\n", r#"begin array 2 / begin push 1 / simple_string "x" / end push / integer 1 / integer 2 / end array / frame reply"#),
    clean(b"*1\r\n>1\r\n+x\r\n>1\r\n+y\r\n:1\r\n", r#"begin array 1 / begin push 1 / simple_string "x" / end push / begin push 1 / simple_string "y" / end push / integer 1 / end array / frame reply"#),
    clean(b"*?\r\n:1\r\n>1\r\n+x\r\n.\r\n", r#"begin array ? / integer 1 / begin push 1 / simple_string "x" / end push / end array / frame reply"#),
    clean(b"%?\r\n:1\r\n>1\r\n+x\r\n:2\r\n.\r\n", r#"begin map ? / integer 1 / begin push 1 / simple_string "x" / end push / integer 2 / end map / frame reply"#),
    clean(b"|1\r\n>1\r\n+x\r\n:1\r\n:2\r\n:3\r\n", r#"begin attribute 1 / begin push 1 / simple_string "x" / end push / integer 1 / integer 2 / end attribute / integer 3 / frame reply"#),
    clean(b"*1\r\n:1\r\n>1\r\n+x\r\n", r#"begin array 1 / integer 1 / end array / frame reply / begin push 1 / simple_string "x" / end push / frame push"#),
    fault(b"*2\r\n>1\r\n+x\r\n:1\r\n:2\r\n", "begin array 2", NestedPush, 4).with(|s| s.strict_pushes = true),
    fault(b"|1\r\n>1\r\n+x\r\n", "begin attribute 1", NestedPush, 4).with(|s| s.strict_pushes = true),
    clean(b"|0\r\n>1\r\n:1\r\n", "begin attribute 0 / end attribute / begin push 1 / integer 1 / end push / frame push").with(|s| s.strict_pushes = true),
]
// The texts do not say.
push_inside_a_push [
    fault(b">1\r\n>1\r\n+x\r\n", "begin push 1", NestedPush, 4),
    fault(b">1\r\n*1\r\n>1\r\n+x\r\n", "begin push 1 / begin array 1", NestedPush, 8),
    fault(b">1\r\n|1\r\n>1\r\n+x\r\n", "begin push 1 / begin attribute 1", NestedPush, 8),
    fault(b"*1\r\n>1\r\n*?\r\n>", "begin array 1 / begin push 1 / begin array ?", NestedPush, 12),
    fault(b">1\r\n|0\r\n>1\r\n", "begin push 1 / begin attribute 0 / end attribute", NestedPush, 8),
    clean(b"*1\r\n>1\r\n:1\r\n*1\r\n>1\r\n:2\r\n:3\r\n", "begin array 1 / begin push 1 / integer 1 / end push / begin array 1 / begin push 1 / integer 2 / end push / integer 3 / end array / end array / frame reply"),
]
// https://github.com/redis/lettuce/issues/1512 (every type byte as the first of a payload has its own test)
b74_payload_that_starts_with_a_push_sign [
    clean(b"*2\r\n$3\r\n>ab\r\n$1\r\nz\r\n", r#"begin array 2 / bulk_string ">ab" / bulk_string "z" / end array / frame reply"#),
]
// https://github.com/redis/hiredis/issues/1359
b75_short_or_odd_push [
    clean(b">1\r\n$9\r\nsubscribe\r\n", r#"begin push 1 / bulk_string "subscribe" / end push / frame push"#),
    fault(b">0\r\n", "", InvalidPush, 2),
    fault(b"*1\r\n>0\r\n", "begin array 1", InvalidPush, 6),
    fault(b">0\n", "", BareLf, 2),
    clean(b">2\r\n*1\r\n+a\r\n:1\r\n", r#"begin push 2 / begin array 1 / simple_string "a" / end array / integer 1 / end push / frame push"#),
]
// https://github.com/aembke/fred.rs/issues/60 https://github.com/oven-sh/bun/pull/29050
b77_resp2_subscriber_gets_arrays [
    clean(b"*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n*2\r\n$4\r\npong\r\n$0\r\n\r\n", r#"begin array 3 / bulk_string "message" / bulk_string "a" / bulk_string "b" / end array / frame reply / begin array 2 / bulk_string "pong" / bulk_string "" / end array / frame reply"#),
]
// https://github.com/redis/redis/issues/714
b78_unsubscribe_without_a_channel [
    clean(b"*3\r\n$11\r\nunsubscribe\r\n$-1\r\n:0\r\n", r#"begin array 3 / bulk_string "unsubscribe" / null bulk_string / integer 0 / end array / frame reply"#),
    clean(b">3\r\n$11\r\nunsubscribe\r\n_\r\n:0\r\n", r#"begin push 3 / bulk_string "unsubscribe" / null / integer 0 / end push / frame push"#),
]
// https://github.com/StackExchange/StackExchange.Redis/pull/2969 https://github.com/valkey-io/valkey/issues/1066
b79_unsolicited_sunsubscribe [
    clean(b">3\r\n$12\r\nsunsubscribe\r\n$1\r\nc\r\n:0\r\n+PONG\r\n", r#"begin push 3 / bulk_string "sunsubscribe" / bulk_string "c" / integer 0 / end push / frame push / simple_string "PONG" / frame reply"#),
]

// Streamed types

// RESP3.md; measured: hiredis, redis-rs and redis-py refuse `?`.
b81_streamed_string [
    clean(b"$?\r\n;4\r\nHell\r\n;5\r\no wor\r\n;1\r\nd\r\n;0\r\n+X\r\n", r#"bulk_string "Hello word" / frame reply / simple_string "X" / frame reply"#),
    clean(b"$?\r\n;0\r\n+X\r\n", r#"bulk_string "" / frame reply / simple_string "X" / frame reply"#),
    clean(b"*2\r\n$?\r\n;1\r\na\r\n;0\r\n$?\r\n;0\r\n", r#"begin array 2 / bulk_string "a" / bulk_string "" / end array / frame reply"#),
    fault(b"$?\r\n;0\r\n\r\n", r#"bulk_string "" / frame reply"#, UnknownType, 8),
]
// RESP3.md
b82_streamed_aggregate_empty_or_odd [
    // A bulk string that closes a level into a streamed one, and bulk strings behind it.
    clean(b"*?\r\n*1\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n.\r\n:1234\r\n", r#"begin array ? / begin array 1 / bulk_string "a" / end array / bulk_string "b" / bulk_string "c" / end array / frame reply / integer 1234 / frame reply"#),
    clean(b"*?\r\n:1\r\n.\r\n", "begin array ? / integer 1 / end array / frame reply"),
    clean(b"*?\r\n.\r\n", "begin array ? / end array / frame reply"),
    clean(b"~?\r\n.\r\n", "begin set ? / end set / frame reply"),
    clean(b"%?\r\n.\r\n", "begin map ? / end map / frame reply"),
    clean(b"%?\r\n+a\r\n:1\r\n.\r\n", r#"begin map ? / simple_string "a" / integer 1 / end map / frame reply"#),
    fault(b"%?\r\n+a\r\n.\r\n", r#"begin map ? / simple_string "a""#, OddMap, 8),
    clean(b"*?\r\n%?\r\n*?\r\n.\r\n~?\r\n.\r\n.\r\n.\r\n", "begin array ? / begin map ? / begin array ? / end array / begin set ? / end set / end map / end array / frame reply"),
    more(b"*?\r\n:1\r\n", "begin array ? / integer 1"),
]
// Measured: redis-protocol accepts a `.` and a `;0` at the top, and even `*1 .`.
b83_end_or_chunk_where_none_is_open [
    fault(b".\r\n", "", UnexpectedEnd, 0),
    fault(b";0\r\n", "", UnexpectedChunk, 0),
    fault(b"*1\r\n.\r\n", "begin array 1", UnexpectedEnd, 4),
    fault(b";3\r\nabc\r\n", "", UnexpectedChunk, 0),
    fault(b".x\r\n", "", UnexpectedEnd, 0),
    fault(b"*?\r\n.x\r\n", "begin array ?", InvalidEnd, 5),
    fault(b"*?\r\n*1\r\n.\r\n", "begin array ? / begin array 1", UnexpectedEnd, 8),
    fault(b"*?\r\n;0\r\n", "begin array ?", UnexpectedChunk, 4),
    fault(b"*?\r\n|1\r\n+a\r\n.\r\n", r#"begin array ? / begin attribute 1 / simple_string "a""#, UnexpectedEnd, 12),
]
// The texts do not say.
b85_no_chunk_inside_a_streamed_string [
    fault(b"$?\r\n+OK\r\n", "", ExpectedChunk, 4),
    fault(b"$?\r\n>1\r\n+x\r\n;0\r\n", "", ExpectedChunk, 4),
    fault(b"$?\r\n;-1\r\n", "", InvalidLength, 5),
    fault(b"$?\r\n;?\r\n", "", InvalidLength, 5),
    fault(b"$?\r\n;2\r\nabX", "", MissingCrlf, 10),
    fault(b"$?\r\n.\r\n", "", ExpectedChunk, 4),
    fault(b"$?\r\n\r\n", "", ExpectedChunk, 4),
    fault(b"$?\r\n;1\r\na\r\n$1\r\n", "", ExpectedChunk, 11),
    fault(b"$?\r\n;1\r\na\r\n>1\r\n", "", ExpectedChunk, 11),
]
// RESP3.md streams only arrays, sets and maps, and strings.
b86_push_attribute_verbatim_or_bulk_error_streamed [
    fault(b">?\r\n+a\r\n.\r\n", "", InvalidLength, 1),
    fault(b"|?\r\n+a\r\n:1\r\n.\r\n+OK\r\n", "", InvalidLength, 1),
    fault(b"=?\r\n", "", InvalidLength, 1),
    fault(b"!?\r\n", "", InvalidLength, 1),
    fault(b"*?1\r\n", "", InvalidLength, 2),
    fault(b"$1?\r\n", "", InvalidLength, 2),
]
// Limits that look only at single headers are none for streams.
b87_stream_passes_the_limits_in_small_pieces [
    fault(b"$?\r\n;4\r\nabcd\r\n;4\r\nefgh\r\n;3\r\n", "", LengthTooLarge, 25).with(|s| s.max_text = 10),
    clean(b"$?\r\n;4\r\nabcd\r\n;6\r\nefghij\r\n;0\r\n", r#"bulk_string "abcdefghij" / frame reply"#).with(|s| s.max_text = 10),
    fault(b"*?\r\n:1\r\n:2\r\n:3\r\n", "begin array ? / integer 1 / integer 2", TooManyElements, 12).with(|s| s.max_elements = 2),
    clean(b"*?\r\n:1\r\n:2\r\n.\r\n", "begin array ? / integer 1 / integer 2 / end array / frame reply").with(|s| s.max_elements = 2),
    // Each kind of element is charged where it ends or where it begins, by code of its own.
    fault(b"*?\r\n$1\r\na\r\n:1\r\n", r#"begin array ? / bulk_string "a""#, TooManyElements, 11).with(|s| s.max_elements = 1),
    fault(b"*?\r\n!1\r\na\r\n:1\r\n", r#"begin array ? / bulk_error "a""#, TooManyElements, 11).with(|s| s.max_elements = 1),
    fault(b"*?\r\n=4\r\ntxt:\r\n:1\r\n", r#"begin array ? / verbatim_string "txt" """#, TooManyElements, 14).with(|s| s.max_elements = 1),
    fault(b"*?\r\n$?\r\n;0\r\n:1\r\n", r#"begin array ? / bulk_string """#, TooManyElements, 12).with(|s| s.max_elements = 1),
    fault(b"*?\r\n$-1\r\n:1\r\n", "begin array ? / null bulk_string", TooManyElements, 9).with(|s| s.max_elements = 1),
    fault(b"*?\r\n+a\r\n:1\r\n", r#"begin array ? / simple_string "a""#, TooManyElements, 8).with(|s| s.max_elements = 1),
    fault(b"%?\r\n:1\r\n:2\r\n:3\r\n", "begin map ? / integer 1 / integer 2", TooManyElements, 12).with(|s| s.max_elements = 2),
    fault(b"*?\r\n*1\r\n:1\r\n:2\r\n", "begin array ? / begin array 1 / integer 1 / end array", TooManyElements, 12).with(|s| s.max_elements = 2),
    fault(b"*?\r\n*2\r\n", "begin array ?", TooManyElements, 5).with(|s| s.max_elements = 2),
    clean(b"*?\r\n:1\r\n:2\r\n.\r\n*2\r\n:3\r\n:4\r\n", "begin array ? / integer 1 / integer 2 / end array / frame reply / begin array 2 / integer 3 / integer 4 / end array / frame reply").with(|s| s.max_elements = 2),
]

// Limits

// A frame's elements are counted over all its levels.
elements_escape_the_limit_by_nesting [
    fault(b"*2\r\n*1\r\n:1\r\n*1\r\n", "begin array 2 / begin array 1 / integer 1 / end array", TooManyElements, 13).with(|s| s.max_elements = 3),
    fault(b"%2\r\n", "", TooManyElements, 1).with(|s| s.max_elements = 3),
    fault(b"|1\r\n", "", TooManyElements, 1).with(|s| s.max_elements = 2),
    more(b"|1\r\n", "begin attribute 1").with(|s| s.max_elements = 3),
    fault(b"|0\r\n", "", TooManyElements, 1).with(|s| s.max_elements = 0),
    fault(b"*1\r\n>1\r\n", "begin array 1", TooManyElements, 5).with(|s| s.max_elements = 2),
    fault(b"*1\r\n>0\r\n", "begin array 1", TooManyElements, 5).with(|s| s.max_elements = 1),
    more(b">3\r\n", "begin push 3").with(|s| s.max_elements = 3),
    clean(b"*0\r\n:1\r\n", "begin array 0 / end array / frame reply / integer 1 / frame reply").with(|s| s.max_elements = 0),
    fault(b"*5\r\n", "", CountTooLarge, 1).with(|s| { s.max_count = 4; s.max_elements = 3 }),
]
// A frame's bytes are counted from its first, attributes included.
frame_that_cannot_end_in_time [
    clean(b"$5\r\nhello\r\n$5\r\nhello\r\n", r#"bulk_string "hello" / frame reply / bulk_string "hello" / frame reply"#).with(|s| s.max_frame = 11),
    fault(b"$5\r\nhello\r\n", "", FrameTooLarge, 1).with(|s| s.max_frame = 10),
    clean(b"+OK\r\n+OK\r\n", r#"simple_string "OK" / frame reply / simple_string "OK" / frame reply"#).with(|s| s.max_frame = 5),
    fault(b"+OK\r\n", "", FrameTooLarge, 2).with(|s| s.max_frame = 4),
    clean(b"_\r\n", "null / frame reply").with(|s| s.max_frame = 3),
    fault(b"_\r\n", "", FrameTooLarge, 0).with(|s| s.max_frame = 2),
    fault(b"x", "", UnknownType, 0).with(|s| s.max_frame = 0),
    clean(b"*1\r\n:1\r\n", "begin array 1 / integer 1 / end array / frame reply").with(|s| s.max_frame = 8),
    fault(b"*1\r\n:1\r\n", "begin array 1", FrameTooLarge, 5).with(|s| s.max_frame = 7),
    fault(b"*1\r\n:1\r\n", "", FrameTooLarge, 1).with(|s| s.max_frame = 6),
    fault(b"*1000000\r\n", "", FrameTooLarge, 3).with(|s| s.max_frame = 100),
    // Behind a step inside the frame, nodes that end on the budget's last byte but one.
    fault(b"*2\r\n,inf\r\n+abcdef\r\n+OK\r\n+OK\r\n", r#"begin array 2 / double "inf""#, FrameTooLarge, 16).with(|s| s.max_frame = 18),
    fault(b"*2\r\n,inf\r\n!4\r\neeee\r\n+OK\r\n+OK\r\n", r#"begin array 2 / double "inf""#, FrameTooLarge, 11).with(|s| s.max_frame = 19),
    more(b"$18446744073709551615\r\n", "").with(|s| s.max_text = u64::MAX),
    fault(b"%9\r\n", "", FrameTooLarge, 1).with(|s| s.max_frame = 57),
    more(b"%9\r\n", "begin map 9").with(|s| s.max_frame = 58),
    fault(b"|0\r\n+OK\r\n", "begin attribute 0 / end attribute", FrameTooLarge, 6).with(|s| s.max_frame = 8),
    clean(b"|0\r\n+OK\r\n", r#"begin attribute 0 / end attribute / simple_string "OK" / frame reply"#).with(|s| s.max_frame = 9),
    clean(b"$?\r\n;1\r\na\r\n;0\r\n", r#"bulk_string "a" / frame reply"#).with(|s| s.max_frame = 15),
    fault(b"$?\r\n;1\r\na\r\n;0\r\n", "", FrameTooLarge, 12).with(|s| s.max_frame = 14),
    fault(b"*2\r\n$9\r\n", "begin array 2", FrameTooLarge, 5).with(|s| s.max_frame = 18),
    more(b"*2\r\n$9\r\n", "begin array 2").with(|s| s.max_frame = 19),
]
// A text may be as long as allowed, and no longer, however it is sent.
text_one_byte_over_its_limit [
    clean(b"+abc\r\n-abc\r\n(123\r\n", r#"simple_string "abc" / frame reply / simple_error "abc" / frame reply / big_number "123" / frame reply"#).with(|s| s.max_text = 3),
    fault(b"+abcd\r\n", "", LengthTooLarge, 4).with(|s| s.max_text = 3),
    fault(b"+abcd", "", LengthTooLarge, 4).with(|s| s.max_text = 3),
    fault(b"-abcd\r\n", "", LengthTooLarge, 4).with(|s| s.max_text = 3),
    fault(b"(1234\r\n", "", LengthTooLarge, 4).with(|s| s.max_text = 3),
    fault(b"(123x\r\n", "", InvalidBigNumber, 4).with(|s| s.max_text = 3),
    fault(b"+abc\n\r\n", "", BareLf, 4).with(|s| s.max_text = 3),
    fault(b"+abc\rd\n", "", BareCr, 5).with(|s| s.max_text = 3),
    clean(b"+\r\n", r#"simple_string "" / frame reply"#).with(|s| s.max_text = 0),
    fault(b"+a\r\n", "", LengthTooLarge, 1).with(|s| s.max_text = 0),
    clean(b"$3\r\nabc\r\n!3\r\nabc\r\n", r#"bulk_string "abc" / frame reply / bulk_error "abc" / frame reply"#).with(|s| s.max_text = 3),
    fault(b"$4\r\nabcd\r\n", "", LengthTooLarge, 1).with(|s| s.max_text = 3),
    fault(b"=5\r\ntxt:a\r\n", "", LengthTooLarge, 1).with(|s| s.max_text = 4),
    clean(b"=4\r\ntxt:\r\n", r#"verbatim_string "txt" "" / frame reply"#).with(|s| s.max_text = 4),
]
// https://github.com/redis/hiredis/issues/794 (the exact borders have their own test)
b90_depth_limit_too_low_for_real_replies [
    clean(repeat(b"", b"*1\r\n", 32, b":1\r\n"), concat!("begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / ", "begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / ", "begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / ", "begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / begin array 1 / ", "integer 1 / ", "end array / end array / end array / end array / end array / end array / end array / end array / ", "end array / end array / end array / end array / end array / end array / end array / end array / ", "end array / end array / end array / end array / end array / end array / end array / end array / ", "end array / end array / end array / end array / end array / end array / end array / end array / frame reply")),
]
// https://github.com/twitter/twemproxy/issues/537 https://github.com/twitter/twemproxy/issues/323 https://github.com/Netflix/dynomite/issues/456
b91_inner_count_overwrites_the_outer [
    clean(b"*3\r\n:1\r\n*1\r\n:2\r\n:3\r\n*2\r\n$2\r\nro\r\n+OK\r\n", r#"begin array 3 / integer 1 / begin array 1 / integer 2 / end array / integer 3 / end array / frame reply / begin array 2 / bulk_string "ro" / simple_string "OK" / end array / frame reply"#),
]
// https://github.com/NodeRedis/node-redis-parser/issues/65
b93_count_too_large_for_any_container [
    fault(b"*4294967296\r\n", "", CountTooLarge, 10),
    more(b"*4294967295\r\n", "begin array 4294967295"),
    fault(b"~4294967296\r\n", "", CountTooLarge, 10),
    fault(b">4294967296\r\n", "", CountTooLarge, 10),
]

// Reads

// https://github.com/redis/redis-py/issues/153 https://github.com/redis/redis-py/pull/615
b97_cr_and_lf_in_different_reads [
    clean(b"+OK\r\n", r#"simple_string "OK" / frame reply"#),
    fault(b"+OK\rX", "", BareCr, 4),
    more(b"+OK\r", ""),
    more(b"$5\r\nhello\r", ""),
]
// https://github.com/redis/hiredis/issues/85
b98_type_byte_alone_in_a_read [
    clean(b":1\r\n", "integer 1 / frame reply"),
    clean(b"*2\r\n$1\r\na\r\n$1\r\nb\r\n", r#"begin array 2 / bulk_string "a" / bulk_string "b" / end array / frame reply"#),
    more(b":", ""),
    more(b"+", ""),
    more(b"*2\r\n$", "begin array 2"),
]
// https://github.com/whatyouhide/redix/issues/17 https://github.com/whatyouhide/redix/issues/23
b99_number_torn_after_its_sign_or_before_lf [
    more(b"$343\r\n", ""),
    clean(b"$-1\r\n", "null bulk_string / frame reply"),
    clean(b":-5\r\n", "integer -5 / frame reply"),
]
// https://github.com/arana-db/kiwi/pull/146 https://github.com/ntex-rs/ntex-redis/pull/7
b101_elements_of_an_incomplete_array_thrown_away [
    clean(b"*2\r\n+foo\r\n+bar\r\n:1\r\n", r#"begin array 2 / simple_string "foo" / simple_string "bar" / end array / frame reply / integer 1 / frame reply"#),
]
// https://github.com/dragonflydb/dragonfly/issues/5113
b102_line_torn_between_reads [
    clean(b"+PONG\r\n", r#"simple_string "PONG" / frame reply"#),
    clean(b"-ERR long\r\n", r#"simple_error "ERR long" / frame reply"#),
]

// Bytes that are no text

// https://github.com/redis/node-redis/issues/2993
b115_multi_byte_character_torn_between_reads [
    clean(b"$2\r\n\xc3\xa4\r\n", r#"bulk_string "\xc3\xa4" / frame reply"#),
    clean(b"+\xc3\xa4\r\n", r#"simple_string "\xc3\xa4" / frame reply"#),
]
// Measured: redis-rs fails on `+\xff`.
b117_bytes_that_are_not_utf_8 [
    clean(b"+\xff\r\n", r#"simple_string "\xff" / frame reply"#),
    clean(b"=7\r\ntxt:\xff\xfe\xfd\r\n", r#"verbatim_string "txt" "\xff\xfe\xfd" / frame reply"#),
    clean(b">1\r\n$1\r\n\xff\r\n", r#"begin push 1 / bulk_string "\xff" / end push / frame push"#),
    clean(b"%1\r\n+\xff\x00\r\n:1\r\n", r#"begin map 1 / simple_string "\xff\x00" / integer 1 / end map / frame reply"#),
]
// https://github.com/aembke/fred.rs/issues/289 https://github.com/shotover/shotover-proxy/issues/174
b118_type_depends_on_utf_8 [
    clean(b"$3\r\nabc\r\n", r#"bulk_string "abc" / frame reply"#),
    clean(b"$3\r\n\xff\xfe\xfd\r\n", r#"bulk_string "\xff\xfe\xfd" / frame reply"#),
]

// Ends of streams, other protocols

// https://github.com/nim-lang/redis/issues/46 https://github.com/redis-rs/redis-rs/pull/322
b119_closed_connection_reported_as_a_value [
    clean(b"", ""),
    more(b"*2\r\n:1\r\n", "begin array 2 / integer 1"),
    more(b"$5\r\nhel", ""),
    more(b"+OK\r", ""),
    more(b"$5\r\nhello", ""),
    more(b"*0\r", ""),
    more(b"$?\r\n;0\r", ""),
    more(b"$?\r\n;1\r\na\r\n", ""),
]
// https://github.com/redis/redis/issues/5192 https://github.com/redis/ioredis/issues/1262
b121_other_protocol_on_the_wire [
    fault(b"HTTP/1.1 400 Bad Request\r\n", "", UnknownType, 0),
    fault(b"\x15\x03\x03\x00\x02\x02\x28", "", UnknownType, 0),
    fault(b"SSH-2.0-x\r\n", "", UnknownType, 0),
    fault(b"H", "", UnknownType, 0),
]
// https://github.com/gar1t/erlang-redis/pull/6 https://github.com/tokio-rs/mini-redis/issues/111
b123_reply_merged_with_the_data_after_it [
    clean(b"*2\r\n$1\r\na\r\n$1\r\nb\r\n+PONG\r\n", r#"begin array 2 / bulk_string "a" / bulk_string "b" / end array / frame reply / simple_string "PONG" / frame reply"#),
]
// https://github.com/redis/lettuce/issues/2012 https://github.com/phpredis/phpredis/issues/2829
b125_consumer_that_stops_in_the_middle_shifts_later_replies [
    clean(b"*3\r\n:1\r\n:2\r\n:3\r\n+OK\r\n", r#"begin array 3 / integer 1 / integer 2 / integer 3 / end array / frame reply / simple_string "OK" / frame reply"#),
]

// Handshakes

// Measured on redis-server 7.0.15.
b126_hello_reply_is_a_type_of_its_own [
    clean(b"%3\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:3\r\n$7\r\nmodules\r\n*0\r\n", r#"begin map 3 / bulk_string "server" / bulk_string "redis" / bulk_string "proto" / integer 3 / bulk_string "modules" / begin array 0 / end array / end map / frame reply"#),
    clean(b"*2\r\n$5\r\nproto\r\n:2\r\n", r#"begin array 2 / bulk_string "proto" / integer 2 / end array / frame reply"#),
    clean(b"-NOPROTO unsupported protocol version\r\n", r#"simple_error "NOPROTO unsupported protocol version" / frame reply"#),
]
// Measured: `HELLO 3`, `RESET`, then `BLPOP` gives a RESP2 null.
b127_protocol_version_changes_in_the_stream [
    clean(b"_\r\n+RESET\r\n*-1\r\n$-1\r\n", r#"null / frame reply / simple_string "RESET" / frame reply / null array / frame reply / null bulk_string / frame reply"#),
]
// https://github.com/oven-sh/bun/pull/33441
b129_attribute_or_push_before_the_hello_reply [
    clean(b"|1\r\n+a\r\n:1\r\n%1\r\n+proto\r\n:3\r\n", r#"begin attribute 1 / simple_string "a" / integer 1 / end attribute / begin map 1 / simple_string "proto" / integer 3 / end map / frame reply"#),
    clean(b">2\r\n+x\r\n:1\r\n%1\r\n+proto\r\n:3\r\n", r#"begin push 2 / simple_string "x" / integer 1 / end push / frame push / begin map 1 / simple_string "proto" / integer 3 / end map / frame reply"#),
]

// Error replies

// https://github.com/redis-rs/redis-rs/pull/1056 https://github.com/redis-rs/redis-rs/pull/437
b130_error_element_stops_the_array [
    clean(b"*3\r\n+OK\r\n-WRONGTYPE Operation against a key holding the wrong kind of value\r\n$1\r\n1\r\n+PONG\r\n", r#"begin array 3 / simple_string "OK" / simple_error "WRONGTYPE Operation against a key holding the wrong kind of value" / bulk_string "1" / end array / frame reply / simple_string "PONG" / frame reply"#),
]
// https://github.com/RedisTimeSeries/RedisTimeSeries/issues/439 https://github.com/redis/redis-specifications/issues/24
b131_error_without_code_or_text [
    clean(b"-\r\n-ERR\r\n-ERR \r\n- x\r\n-wrong type\r\n", r#"simple_error "" / frame reply / simple_error "ERR" / frame reply / simple_error "ERR " / frame reply / simple_error " x" / frame reply / simple_error "wrong type" / frame reply"#),
]
// https://github.com/astaxie/goredis/pull/7
b133_error_with_another_code_than_err [
    clean(b"-NOAUTH Authentication required.\r\n", r#"simple_error "NOAUTH Authentication required." / frame reply"#),
    clean(b"-LOADING Redis is loading the dataset in memory\r\n", r#"simple_error "LOADING Redis is loading the dataset in memory" / frame reply"#),
    clean(b"-ERR  two spaces\r\n", r#"simple_error "ERR  two spaces" / frame reply"#),
]

// What belongs to other modes

// https://github.com/redis/redis/pull/893
b153_newline_that_keeps_a_replication_link_alive [
    fault(b"\n\n\n+FULLRESYNC 0123456789abcdef0123456789abcdef01234567 14\r\n", "", UnknownType, 0),
]
// https://github.com/redis/redis/issues/11261 https://github.com/redis/redis/pull/13813
b155_end_marker_of_a_replication_stream [
    fault(b"$EOF:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\nREDIS", "", InvalidLength, 1),
]
// https://github.com/redis/redis-py/issues/2942 https://github.com/redis/redis-py/issues/1430
b157_monitor_line_with_brackets_and_quotes [
    clean(b"+1339518083.107412 [0 172.18.0.4:36030] \"XADD\" \"d\" \"] \"\r\n", r#"simple_string "1339518083.107412 [0 172.18.0.4:36030] \"XADD\" \"d\" \"] \"" / frame reply"#),
]
// https://github.com/redis/redis-py/pull/1201 https://github.com/redis/redis-py/issues/1349
b158_monitor_line_from_lua_or_a_unix_socket [
    clean(b"+1.000001 [0 lua] \"get\" \"k\"\r\n", r#"simple_string "1.000001 [0 lua] \"get\" \"k\"" / frame reply"#),
    clean(br#"+1.0 [0 unix:/tmp/s] "SET" "k" "a\"b\\c\r\n\x00\xff""#.iter().chain(b"\r\n").copied().collect::<Vec<u8>>(), r#"simple_string "1.0 [0 unix:/tmp/s] \"SET\" \"k\" \"a\\\"b\\\\c\\r\\n\\x00\\xff\"" / frame reply"#),
]
// https://github.com/redis/node-redis/pull/124
b159_monitor_line_with_escaped_quotes [
    clean(br#"+1.5 [0 127.0.0.1:1] "SET" "\"q\"""#.iter().chain(b"\r\n").copied().collect::<Vec<u8>>(), r#"simple_string "1.5 [0 127.0.0.1:1] \"SET\" \"\\\"q\\\"\"" / frame reply"#),
]

} } }

//! Writes one reply of each kind.

use crate::random::Random;
use crate::stream::Writer;

pub(crate) fn ok(to: &mut Writer, _: &mut Random) {
    to.simple_string(b"OK");
    to.end_unit();
}

/// Every number of digits is as likely as any other, and one in eight is negative.
pub(crate) fn integer(to: &mut Writer, random: &mut Random) {
    let bound = (0..=random.below(18)).fold(1, |bound, _| bound * 10);
    let value = i64::try_from(random.below(bound)).expect("18 digits");
    let negative = random.below(8) == 0;
    to.integer(if negative { -value } else { value });
    to.end_unit();
}

pub(crate) fn bulk(to: &mut Writer, random: &mut Random, length: usize) {
    to.bulk_string(&random.letters(length));
    to.end_unit();
}

pub(crate) fn line(to: &mut Writer, random: &mut Random, length: usize) {
    to.simple_string(&random.letters(length));
    to.end_unit();
}

/// An array of bulk strings of this length.
pub(crate) fn array(to: &mut Writer, random: &mut Random, elements: u64, length: usize) {
    to.begin(b'*', elements);
    for _ in 0..elements {
        to.bulk_string(&random.letters(length));
    }
    to.end();
    to.end_unit();
}

/// 50 bulk strings of up to 199 bytes.
pub(crate) fn mix(to: &mut Writer, random: &mut Random) {
    to.begin(b'*', 50);
    for _ in 0..50 {
        let length = random.index(200);
        to.bulk_string(&random.letters(length));
    }
    to.end();
    to.end_unit();
}

/// A map with an attribute in front and a push behind: most of RESP3's types, three levels deep.
pub(crate) fn nested(to: &mut Writer, random: &mut Random) {
    to.begin(b'|', 1);
    to.simple_string(b"ttl");
    to.integer(random.integer(100_000));
    to.end();
    to.begin(b'%', 6);
    to.bulk_string(b"name");
    let length = 4 + random.index(20);
    to.bulk_string(&random.letters(length));
    scores_and_flags(to);
    to.simple_string(b"nested");
    to.begin(b'*', 2);
    to.begin(b'*', 3);
    to.integer(1);
    to.integer(random.integer(1_000_000));
    to.integer(-3);
    to.end();
    strings(to, b'*', &[b"abc", b"def"]);
    to.end();
    to.simple_string(b"text");
    to.verbatim_string(*b"txt", b"Some string");
    to.simple_string(b"big");
    to.big_number(b"3492890328409238509324850943850943825024385");
    to.end();
    to.end_unit();
    to.begin(b'>', 3);
    to.simple_string(b"message");
    to.simple_string(b"chan");
    to.bulk_string(b"hello");
    to.end();
    to.end_push();
}

fn scores_and_flags(to: &mut Writer) {
    to.simple_string(b"scores");
    to.begin(b'*', 4);
    for score in ["3.14159", "2.5", "-0.001", "1e10"] {
        to.double(score);
    }
    to.end();
    to.simple_string(b"flags");
    to.begin(b'~', 3);
    to.boolean(true);
    to.boolean(false);
    to.null();
    to.end();
}

fn strings(to: &mut Writer, kind: u8, texts: &[&[u8]]) {
    to.begin(kind, texts.len() as u64);
    for text in texts {
        to.bulk_string(text);
    }
    to.end();
}

fn command(to: &mut Writer, arguments: &[&[u8]]) {
    strings(to, b'*', arguments);
    to.end_unit();
}

/// What a client sends that fills a database.
pub(crate) fn set(to: &mut Writer, random: &mut Random) {
    let key = format!("key:{:010}", to.units());
    let length = 8 + random.index(120);
    command(to, &[b"SET", key.as_bytes(), &random.letters(length)]);
}

/// One of the commands of an append-only file.
pub(crate) fn append(to: &mut Writer, random: &mut Random) {
    let key = format!("user:{}", random.below(1_000_000));
    let key = key.as_bytes();
    match random.below(10) {
        0..=3 => {
            let length = 4 + random.index(60);
            command(to, &[b"SET", key, &random.letters(length)]);
        }
        4 | 5 => {
            let length = 4 + random.index(30);
            command(to, &[b"HSET", key, b"field", &random.letters(length)]);
        }
        6 => {
            let when = (1_700_000_000_000 + to.units()).to_string();
            command(to, &[b"PEXPIREAT", key, when.as_bytes()]);
        }
        7 => command(to, &[b"INCR", key]),
        8 => {
            let length = 4 + random.index(30);
            command(to, &[b"LPUSH", key, &random.letters(length)]);
        }
        _ => command(to, &[b"DEL", key]),
    }
}

pub(crate) fn null_bulk_string(to: &mut Writer, _: &mut Random) {
    to.null_bulk_string();
    to.end_unit();
}

pub(crate) fn null(to: &mut Writer, _: &mut Random) {
    to.null();
    to.end_unit();
}

/// Seventeen digits, most of them, between 0 and 10.
pub(crate) fn double(to: &mut Writer, random: &mut Random) {
    let value = random.fraction() * 10.0;
    to.double(&value.to_string());
    to.end_unit();
}

/// What `CLUSTER SLOTS` says of six masters with a replica each: small integers and short texts, four levels deep.
pub(crate) fn cluster_slots(to: &mut Writer, random: &mut Random) {
    to.begin(b'*', 6);
    for shard in 0..6 {
        to.begin(b'*', 4);
        to.integer(shard * 2731);
        to.integer((shard * 2731 + 2730).min(16_383));
        for port in [6379, 6380] {
            to.begin(b'*', 4);
            to.bulk_string(format!("10.0.{}.{}", random.below(256), random.below(256)).as_bytes());
            to.integer(port);
            to.bulk_string(&random.letters(40));
            to.begin(b'*', 0);
            to.end();
            to.end();
        }
        to.end();
    }
    to.end();
    to.end_unit();
}

/// What `XRANGE` says: ten entries of an identifier and up to eight fields.
pub(crate) fn xrange(to: &mut Writer, random: &mut Random) {
    to.begin(b'*', 10);
    for _ in 0..10 {
        to.begin(b'*', 2);
        to.bulk_string(format!("{}-{}", 1_700_000_000_000 + random.below(1 << 32), random.below(3)).as_bytes());
        let fields = 1 + random.below(8);
        to.begin(b'*', 2 * fields);
        for _ in 0..fields {
            let (name, value) = (3 + random.index(10), 1 + random.index(40));
            to.bulk_string(&random.letters(name));
            to.bulk_string(&random.letters(value));
        }
        to.end();
        to.end();
    }
    to.end();
    to.end_unit();
}

/// What `HGETALL` says in RESP2: 20 fields of a user, numbers and flags among them, all as strings.
pub(crate) fn hash(to: &mut Writer, random: &mut Random) {
    const TEXTS: [&str; 8] = ["name", "email", "street", "city", "country", "phone", "language", "zone"];
    const INTEGERS: [&str; 6] = ["id", "age", "visits", "orders", "created", "updated"];
    const DOUBLES: [&str; 4] = ["balance", "score", "latitude", "longitude"];
    const FLAGS: [&str; 2] = ["active", "admin"];
    to.begin(b'*', 40);
    let mut field = |name: &str, value: &[u8]| {
        to.bulk_string(name.as_bytes());
        to.bulk_string(value);
    };
    for name in TEXTS {
        let length = 4 + random.index(24);
        field(name, &random.letters(length));
    }
    INTEGERS.iter().for_each(|name| field(name, random.below(10_000_000_000).to_string().as_bytes()));
    DOUBLES.iter().for_each(|name| field(name, (random.fraction() * 100.0).to_string().as_bytes()));
    FLAGS.iter().for_each(|name| field(name, random.below(2).to_string().as_bytes()));
    to.end();
    to.end_unit();
}

/// What `INFO` says: some kilobytes of lines in one bulk string.
pub(crate) fn info(to: &mut Writer, random: &mut Random) {
    let mut text = b"# Server\r\n".to_vec();
    for _ in 0..80 + random.below(60) {
        let length = 8 + random.index(24);
        text.extend(random.letters(length));
        text.extend(format!(":{}\r\n", random.below(1 << 40)).bytes());
    }
    to.bulk_string(&text);
    to.end_unit();
}

/// What a node of a cluster says that does not have the key.
pub(crate) fn moved(to: &mut Writer, random: &mut Random) {
    let (slot, host, port) = (random.below(16_384), random.below(256), 6379 + random.below(10));
    to.simple_error(format!("MOVED {slot} 10.0.0.{host}:{port}").as_bytes());
    to.end_unit();
}

/// What a subscriber gets.
pub(crate) fn message(to: &mut Writer, random: &mut Random) {
    let channel = format!("news.{}", random.below(1000));
    let length = 8 + random.index(200);
    strings(to, b'>', &[b"message", channel.as_bytes(), &random.letters(length)]);
    to.end_unit();
}

/// A bulk string of up to 100 KB, every doubling of the length as likely as any other.
pub(crate) fn any_bulk(to: &mut Writer, random: &mut Random) {
    let octave = 1 << random.below(17);
    let length = (octave + random.index(octave)).min(100_000);
    bulk(to, random, length);
}

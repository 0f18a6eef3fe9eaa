//! The kinds of traffic that are measured.

use crate::random::Random;
use crate::reply;
use crate::stream::{Stream, Writer};

/// A stream of one kind of reply or command: the same bytes on every run and every machine.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The kind's short name, as tables print it.
    pub name: &'static str,
    /// The bytes, and what is in them.
    pub stream: Stream,
}

/// A kind: its name, what is in it, and what writes one unit of it.
type Kind = (&'static str, &'static str, fn(&mut Writer, &mut Random));

const KINDS: [Kind; 25] = [
    ("ok", "`+OK`", reply::ok),
    ("int", "integers of 1 to 18 digits", reply::integer),
    ("bulk16", "bulk strings of 16 bytes", |to, random| reply::bulk(to, random, 16)),
    ("bulk64", "bulk strings of 64 bytes", |to, random| reply::bulk(to, random, 64)),
    ("bulk1k", "bulk strings of 1 KiB", |to, random| reply::bulk(to, random, 1 << 10)),
    ("bulk64k", "bulk strings of 64 KiB", |to, random| reply::bulk(to, random, 64 << 10)),
    ("bulk1m", "bulk strings of 1 MiB", |to, random| reply::bulk(to, random, 1 << 20)),
    ("arr50", "arrays of 50 bulk strings of 10 bytes", |to, random| reply::array(to, random, 50, 10)),
    ("arr5000", "arrays of 5000 bulk strings of 10 bytes", |to, random| reply::array(to, random, 5000, 10)),
    ("mix", "arrays of 50 bulk strings of 0 to 199 bytes", reply::mix),
    ("nested3", "RESP3 maps with attribute and push, 34 nodes", reply::nested),
    ("setpipe", "`SET` commands with values of 8 to 127 bytes", reply::set),
    ("aof1m", "an append-only file; a million commands when timed", reply::append),
    ("hits16", "arrays of 16 bulk strings of 64 bytes", |to, random| reply::array(to, random, 16, 64)),
    ("miss2", "`$-1`", reply::null_bulk_string),
    ("miss3", "`_`", reply::null),
    ("double", "doubles, most of 17 digits", reply::double),
    ("line64k", "simple strings of 64 KiB", |to, random| reply::line(to, random, 64 << 10)),
    ("cluster_slots", "`CLUSTER SLOTS` of 6 shards, 79 nodes", reply::cluster_slots),
    ("xrange", "`XRANGE` of 10 entries with up to 8 fields", reply::xrange),
    ("hgetall", "`HGETALL` of 20 fields in RESP2", reply::hash),
    ("info", "`INFO`, 3 to 6 KB in a bulk string", reply::info),
    ("moved", "`-MOVED` errors", reply::moved),
    ("pubsub", "pushes with messages of 8 to 207 bytes", reply::message),
    ("loguniform", "bulk strings of 1 byte to 100 KB, every octave as likely", reply::any_bulk),
];

impl Workload {
    /// The names of all kinds, in the order of the tables, each with a description.
    pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
        KINDS.into_iter().map(|(name, description, _)| (name, description))
    }

    /// A stream of at least so many bytes, of the kind with this name.
    #[must_use]
    pub fn new(name: &str, bytes: usize) -> Option<Self> {
        let (name, _, write) = KINDS.into_iter().find(|(kind, ..)| *kind == name)?;
        Some(Self { name, stream: written(bytes, write) })
    }

    /// As `new`, but a stream that is to be timed: aof1m has its million commands, whatever the size of the others.
    #[must_use]
    pub fn to_be_timed(name: &str, bytes: usize) -> Option<Self> {
        const MILLION_COMMANDS: usize = 70 << 20;
        Self::new(name, if name == "aof1m" { MILLION_COMMANDS } else { bytes })
    }
}

/// One array of so many bulk strings of ten bytes.
#[must_use]
pub fn array(elements: u64) -> Stream {
    written(1, |to, random| reply::array(to, random, elements, 10))
}

/// One simple string of so many bytes.
#[must_use]
pub fn line(length: usize) -> Stream {
    written(1, |to, random| reply::line(to, random, length))
}

/// One bulk string of so many bytes.
#[must_use]
pub fn bulk(length: usize) -> Stream {
    written(1, |to, random| reply::bulk(to, random, length))
}

fn written(bytes: usize, mut write: impl FnMut(&mut Writer, &mut Random)) -> Stream {
    let mut random = Random::new();
    let mut to = Writer::default();
    while to.len() < bytes {
        write(&mut to, &mut random);
    }
    to.finish()
}

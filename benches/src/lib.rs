//! What is measured: streams of one kind of reply, the same on every run and every machine.

mod random;
mod reply;

use random::Random;

/// A stream of replies of one kind.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The kind's short name, as benchmarks print it.
    pub name: &'static str,
    /// The stream; it ends at the end of a frame.
    pub bytes: Vec<u8>,
    /// How many frames it holds, pushes included.
    pub frames: usize,
}

/// A kind's short name, what writes one reply of it, and how many frames that is.
type Kind = (&'static str, fn(&mut Vec<u8>, &mut Random), usize);

const KINDS: [Kind; 5] = [
    ("ok", |out, _| out.extend(b"+OK\r\n"), 1),
    ("int", reply::integer, 1),
    ("bulk16", |out, random| reply::bulk(out, random, 16), 1),
    ("arr50", |out, random| reply::array(out, random, 50), 1),
    ("nested3", reply::nested, 2),
];

impl Workload {
    /// Every kind, each as a stream of at least so many bytes.
    pub fn all(bytes: usize) -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(move |kind| Self::new(kind, bytes))
    }

    fn new((name, write, each): Kind, size: usize) -> Self {
        let mut random = Random::new();
        let mut bytes = Vec::new();
        let mut frames = 0;
        while bytes.len() < size {
            write(&mut bytes, &mut random);
            frames += each;
        }
        Self { name, bytes, frames }
    }
}

/// One array of so many bulk strings of ten bytes.
#[must_use]
pub fn array(elements: usize) -> Vec<u8> {
    one(|out, random| reply::array(out, random, elements))
}

/// One simple string of so many bytes.
#[must_use]
pub fn line(length: usize) -> Vec<u8> {
    one(|out, random| reply::line(out, random, length))
}

/// One bulk string of so many bytes.
#[must_use]
pub fn bulk(length: usize) -> Vec<u8> {
    one(|out, random| reply::bulk(out, random, length))
}

fn one(write: impl FnOnce(&mut Vec<u8>, &mut Random)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, &mut Random::new());
    bytes
}

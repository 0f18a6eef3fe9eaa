//! The command `encode`: what writing requests costs, into a buffer that is kept.

use core::hint::black_box;

use cpu_time::ThreadTime;

use crate::allocator::asked;
use crate::markdown::{Markdown, figure};
use crate::random::Random;

/// One way to write requests.
#[derive(Clone, Copy, Debug)]
pub struct Encoder {
    /// As tables print it.
    pub name: &'static str,
    /// Adds the commands to the buffer. What it needs for each of them is made anew, or kept from one to the next.
    pub write: fn(&[Request], &mut Vec<u8>),
}

/// A command, as its arguments.
#[derive(Clone, Debug)]
pub struct Request {
    /// With its name in front.
    pub args: Vec<Vec<u8>>,
}

const OURS: Encoder = Encoder { name: "write_command", write: ours };

/// Commands in one pass.
const COMMANDS: usize = 1000;

/// What is written: its name, whether the command is a SET, and how many are written before the buffer is emptied.
const KINDS: [(&str, bool, usize); 3] = [("GET", false, 1), ("SET", true, 1), ("50 SETs", true, 50)];

pub(crate) fn to_markdown(rivals: &[Encoder], rounds: usize) -> String {
    let encoders: Vec<Encoder> = [OURS].into_iter().chain(rivals.iter().copied()).collect();
    let head = || Markdown::new(["request"].into_iter().chain(encoders.iter().map(|encoder| encoder.name)));
    let (mut nanos, mut ratios, mut allocations) = (head(), head(), head());
    for (name, is_set, at_once) in KINDS {
        eprintln!("timing {name}");
        let requests = requests(is_set);
        check(&encoders, &requests);
        let best = best(&encoders, &requests, at_once, rounds);
        let line = |cell: &dyn Fn(usize) -> f64| {
            let cells = (0..encoders.len()).map(|encoder| figure(Some(cell(encoder))));
            [name.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        nanos.line(line(&|encoder| best[encoder]));
        ratios.line(line(&|encoder| best[encoder] / best[0]));
        allocations.line(line(&|encoder| calls(&encoders[encoder], &requests, at_once)));
    }
    format!(
        "### Requests: nanoseconds for each, best of {rounds} rounds\n\n{nanos}\n\
         ### Requests: time as a multiple of `{}`'s\n\n{ratios}\n\
         ### Requests: allocations for each, beyond those at the start\n\n{allocations}\n",
        OURS.name
    )
}

#[inline(never)]
fn ours(requests: &[Request], out: &mut Vec<u8>) {
    for request in requests {
        let Ok(()) = resp_core::write_command(out, &request.args) else { unreachable!("a Vec grows") };
    }
}

/// Keys of 10 bytes, and for SETs values of 8 to 127.
fn requests(is_set: bool) -> Vec<Request> {
    let mut random = Random::new();
    let mut request = |number| {
        let key = format!("key:{number:06}").into_bytes();
        let args = if is_set {
            vec![b"SET".to_vec(), key, vec![b'v'; 8 + random.index(120)]]
        } else {
            vec![b"GET".to_vec(), key]
        };
        Request { args }
    };
    (0..COMMANDS).map(&mut request).collect()
}

/// All write the same.
fn check(encoders: &[Encoder], requests: &[Request]) {
    let mut expected = Vec::new();
    ours(requests, &mut expected);
    for encoder in encoders {
        let mut out = Vec::new();
        (encoder.write)(requests, &mut out);
        assert!(out == expected, "{} writes something else", encoder.name);
    }
}

/// Nanoseconds for each request. Every encoder has its turn in each round.
fn best(encoders: &[Encoder], requests: &[Request], at_once: usize, rounds: usize) -> Vec<f64> {
    const PASSES: usize = 20;
    let mut best = vec![f64::MAX; encoders.len()];
    let mut out = Vec::new();
    // More than one pass each, since the first of a round finds the caches cold.
    for round in 0..10 * rounds {
        for turn in 0..encoders.len() {
            let encoder = (round + turn) % encoders.len();
            let start = ThreadTime::now();
            (0..PASSES).for_each(|_| pass(&encoders[encoder], black_box(requests), at_once, &mut out));
            let nanos = start.elapsed().as_secs_f64() * 1e9 / (PASSES * requests.len()) as f64;
            best[encoder] = best[encoder].min(nanos);
        }
    }
    best
}

fn pass(encoder: &Encoder, requests: &[Request], at_once: usize, out: &mut Vec<u8>) {
    for batch in requests.chunks(at_once) {
        out.clear();
        (encoder.write)(batch, out);
        black_box(&*out);
    }
}

/// Allocations for each request, once the buffer is as large as it needs to be.
fn calls(encoder: &Encoder, requests: &[Request], at_once: usize) -> f64 {
    let mut out = Vec::new();
    pass(encoder, requests, at_once, &mut out);
    asked(|| pass(encoder, requests, at_once, &mut out)).calls as f64 / requests.len() as f64
}

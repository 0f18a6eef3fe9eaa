//! What is measured, and how: streams of one kind of reply, ways to get through them, and the tables about both.
//!
//! `benches/README.md` says how to run them.
#![deny(unsafe_code)]

pub mod ours;
mod random;
#[expect(unsafe_code, reason = "the yardstick does without every check; its contract is at its head")]
pub mod raw;
mod reply;
mod row;
mod stream;
mod tally;
mod workload;

pub use row::{Input, Pass, Row};
pub use stream::{Count, Stream};
pub use tally::{Tally, fingerprint, text};
pub use workload::{Workload, array, bulk, line};

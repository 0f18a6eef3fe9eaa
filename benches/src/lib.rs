//! What is measured, and how: streams of one kind of reply, ways to get through them, and the tables about both.
//!
//! `benches/README.md` says how to run them.
#![deny(unsafe_code)]

mod allocations;
#[expect(unsafe_code, reason = "an allocator is")]
mod allocator;
mod command;
pub mod encode;
pub mod fragments;
mod instructions;
pub mod loopback;
mod markdown;
pub mod ours;
mod plot;
mod random;
#[expect(unsafe_code, reason = "the yardstick does without every check; its contract is at its head")]
pub mod raw;
mod record;
mod reply;
mod row;
pub mod seeds;
mod selection;
mod store;
mod stream;
mod table;
mod tally;
mod timing;
mod workload;

pub use command::run;
pub use row::{Input, Pass, Row};
pub use stream::{Count, Stream};
pub use tally::{Tally, fingerprint, text};
pub use workload::{Workload, array, bulk, line};

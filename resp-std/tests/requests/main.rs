//! Requests from sources that behave as sockets do, against the obvious parser of `resp-core`'s tests.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::panic)]

#[path = "../../../resp-core/tests/support/mod.rs"]
mod support;

#[path = "../memory/mod.rs"]
mod memory;

mod allocating;
mod gathering;
mod limits;
mod mixing;
mod random;
mod source;
mod telling;

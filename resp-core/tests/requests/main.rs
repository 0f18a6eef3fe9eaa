//! The parser of requests: every way through it, against the obvious one.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "../support/mod.rs"]
mod support;

mod attacks;
mod cases;
mod errors;
mod limits;
mod options;
mod product;
mod random;
mod trial;

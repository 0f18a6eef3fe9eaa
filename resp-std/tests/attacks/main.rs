//! Streams that are made to exhaust a reader: what they cost in memory, and where they are refused.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod endless;
#[path = "../memory/mod.rs"]
mod memory;
#[cfg(feature = "cli")]
mod program;
mod refused;
mod stream;
mod texts;
mod ways;

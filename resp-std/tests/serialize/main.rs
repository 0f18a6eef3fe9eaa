//! What serde makes of values: replies in both versions of the protocol, and commands.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod commands;
mod replies;
mod roundtrip;

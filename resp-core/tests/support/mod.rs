//! What the test binaries share: the obvious parser, the ways through the real one, and the list of cases.

// Each binary uses its own part of this.
#![allow(dead_code, unreachable_pub, unused_macros, unused_imports)]

#[macro_use]
pub mod cases;
pub mod cuts;
pub mod frames;
pub mod oracle;
pub mod paths;
pub mod recorder;
pub mod requests;
pub mod rewrite;
pub mod settings;
pub mod tree;
pub mod trial;
pub mod verdict;
pub mod wire;

//! Placeholder head.
#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod double;
mod error;
mod event;
mod level;
mod lex;
mod notation;
mod options;
mod parser;
mod run;
mod step;
mod visitor;

pub use double::double;
pub use error::{Error, ErrorKind};
pub use event::{Aggregate, Event, FrameKind, Null, Part, Span};
pub use options::Options;
pub use parser::{Events, Parsed, Parser, Scanned};
pub use visitor::Visitor;

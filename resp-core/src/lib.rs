//! Placeholder head.
#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod error;
mod event;
mod notation;
mod options;
mod parser;
mod visitor;

pub use error::{Error, ErrorKind};
pub use event::{Aggregate, Event, FrameKind, Null, Part, Span};
pub use options::Options;
pub use parser::{Events, Parsed, Parser, Scanned, double};
pub use visitor::Visitor;

//! Writing RESP: [`Encoder`] for replies and whole streams, [`write_command`] for requests, over any [`Write`].
//!
//! The grammar is that of the parser, kept by the same [`Level`](crate::level::Level)s. Whatever is wrong is found before
//! the first byte of a piece is written, and a piece is remembered only when it has been written: so a call that failed
//! may be made again.

mod command;
mod digits;
mod encoder;
mod error;
mod io_writer;
mod line;
mod node;
mod number;
mod reencode;
mod write;

pub use command::{bulk_string_len, command_len, write_command};
pub use digits::Digits;
pub use encoder::{Encoder, Protocol, Text};
pub use error::EncodeError;
#[cfg(feature = "std")]
pub use io_writer::IoWriter;
pub use line::Line;
pub use reencode::Reencode;
pub use write::{Count, Full, Write};

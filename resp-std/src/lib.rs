//! Reading RESP, the protocol of Redis and Valkey, versions 2 and 3, from sockets, files and whatever else brings
//! bytes.
//!
//! [`resp_core`] is the parser: it holds no bytes, and lends its events from a buffer that is yours. This crate has the
//! buffer, and the loops around both:
//!
//! - [`Reader`] reads from any [`std::io::Read`] and blocks: a client, a tool, a test.
//! - [`Decoder`] is the same without the reading, for people who do their own I/O.
//! - [`ReadBuffer`] is the buffer alone.
//!
//! # From bytes
//!
//! ```
//! use resp_core::{Event, Part};
//! use resp_std::Reader;
//!
//! let bytes: &[u8] = b"*2\r\n$5\r\nhello\r\n,3.25\r\n";
//! let mut reader = Reader::new(bytes);
//! let mut strings = Vec::new();
//! let mut sum = 0.0;
//! while let Some(event) = reader.next_event()? {
//!     match event {
//!         Event::BulkString(Part::Whole, data) => strings.push(data.to_vec()),
//!         Event::Double(text) => sum += resp_core::double(text),
//!         _ => {}
//!     }
//! }
//! assert_eq!(strings, [b"hello"]);
//! assert_eq!(sum, 3.25);
//! # Ok::<(), resp_std::Error>(())
//! ```
//!
//! # From a server
//!
//! ```no_run
//! use std::fs::File;
//! use std::io::Write;
//! use std::net::TcpStream;
//!
//! use resp_core::{Event, Part};
//! use resp_std::{Copied, Reader};
//!
//! let mut reader = Reader::new(TcpStream::connect("127.0.0.1:6379")?);
//! reader.get_mut().write_all(b"GET film\r\n")?;
//! // A value of any size goes to a file through 64 KiB of memory.
//! let mut file = File::create("film.mkv")?;
//! match reader.copy_text_to(&mut file)? {
//!     Copied::Text(Event::BulkString(Part::Whole, bytes)) => println!("{bytes} bytes"),
//!     Copied::Text(_) => println!("an error, and the file holds its text"),
//!     Copied::Other(event) => println!("no such key: {event}"),
//!     Copied::End => println!("the server has hung up"),
//! }
//! # Ok::<(), resp_std::Error>(())
//! ```
//!
//! # What the buffer does
//!
//! It moves bytes only when it needs room, and only if the bytes consumed are many (16 KiB) and at least as many as
//! those it must keep: no more bytes are ever moved than were consumed. It grows only for what must be held in one
//! piece, which is a header or a text of up to [`whole`](resp_core::Options::whole) bytes, and with what has arrived:
//! what a peer has announced makes it ask for at most half of its configured capacity. It gives memory back after a
//! spike; between spikes, once warm, it asks for none. The whole
//! contract stands at [`ReadBuffer`]; [`Stats`] counts how it is kept.
//!
//! # Features
//!
//! - `cli` (off by default): the program `resp`, which prints what a RESP stream says, and its dependencies. The
//!   library is the same without.

#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buffer;
mod decoder;
mod error;
mod options;
mod reader;
mod stats;

pub use buffer::ReadBuffer;
pub use decoder::Decoder;
pub use error::Error;
pub use options::ReaderOptions;
pub use reader::{Copied, Reader};
pub use stats::Stats;

/// The examples of the project's README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

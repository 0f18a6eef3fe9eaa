//! Reading RESP, the protocol of Redis and Valkey, versions 2 and 3, from sockets, files and whatever else brings
//! bytes.
//!
//! [`resp_core`] is the parser: it holds no bytes, and lends its events from a buffer that is yours. This crate has the
//! buffer, and the loops around both:
//!
//! - [`Reader`] reads from any [`std::io::Read`] and blocks: a client, a tool, a test. It tells events, lends whole frames
//!   ([`Reader::next_frame`]) or makes values of them that stay ([`Reader::read_value`]).
//! - [`Decoder`] is the same without the reading, for people who do their own I/O.
//! - [`RequestReader`] and [`RequestDecoder`] are the same for what clients send: a server, a proxy.
//! - [`ReadBuffer`] is the buffer alone, for people who drive a [`Parser`](resp_core::Parser) over it.
//! - `AsyncReader`, `AsyncRequestReader`, `ReplyCodec` and `RequestCodec` are for tokio, with the feature of that name.
//!
//! Where speed matters, hand a [`Visitor`](resp_core::Visitor) to [`Reader::parse`]; small events that are pulled one by
//! one from a reader cost up to five times as much.
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
//! # Whole replies
//!
//! ```
//! use std::collections::HashMap;
//! use resp_std::Reader;
//!
//! let mut reader = Reader::new(&b"*4\r\n$4\r\nname\r\n$3\r\nann\r\n$3\r\nage\r\n$2\r\n37\r\n"[..]);
//! // What HGETALL answers in RESP2: lent, and looked into by key, without an allocation.
//! let frame = reader.next_frame()?.expect("a reply");
//! let age = frame.get("age").expect("an age").to::<u8>()?;
//! // Or turned into a Rust value, whichever version of RESP it came in.
//! let person: HashMap<&str, &str> = frame.to()?;
//! assert_eq!((person["name"], age), ("ann", 37));
//! # Ok::<(), resp_std::Error>(())
//! ```
//!
//! # Frames as they are
//!
//! A proxy wants the bytes of whole frames, whatever is in them. It needs the buffer and the parser, and no decoder:
//!
//! ```
//! use resp_core::Parser;
//! use resp_std::ReadBuffer;
//!
//! let (mut parser, mut buffer) = (Parser::new(), ReadBuffer::new(4096));
//! let mut seen = 0; // bytes at the buffer's front that belong to a frame which has not ended
//! let mut forwarded = Vec::new();
//! for packet in [&b"+OK\r\n*2\r\n$5\r\nhe"[..], b"llo\r\n:4", b"2\r\n:"] {
//!     buffer.spare(packet.len())[..packet.len()].copy_from_slice(packet);
//!     buffer.commit(packet.len());
//!     loop {
//!         let mut rest = &buffer.bytes()[seen..];
//!         let frame = parser.skip_frame(&mut rest)?;
//!         seen = buffer.len() - rest.len();
//!         if frame.is_none() {
//!             break;
//!         }
//!         forwarded.push(buffer.bytes()[..seen].to_vec());
//!         buffer.consume(seen);
//!         seen = 0;
//!     }
//! }
//! assert_eq!(forwarded, [&b"+OK\r\n"[..], b"*2\r\n$5\r\nhello\r\n:42\r\n"]);
//! # Ok::<(), resp_core::Error>(())
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
//! All are off by default, and each only adds.
//!
//! - `serde`: `from_frame`, `from_value` and `Reader::deserialize` make of a frame whatever implements
//!   `serde::Deserialize`, from either version of RESP, and borrow what can be borrowed. `to_vec`, `to_writer` and
//!   `to_value` make a reply of whatever implements `serde::Serialize`, and `to_command` a command.
//! - `tokio`: for a `Framed` of `tokio_util`, `ReplyCodec`, which sends commands and receives replies, and `RequestCodec`,
//!   which does the reverse; `AsyncReader` and `AsyncRequestReader`, whose calls may all be cancelled.
//! - `slot`: [`resp_core`]'s `key_slot`, the hash slot of a key in a cluster.
//! - `cli`: the program `resp`, which prints what a RESP stream says, and its dependencies. The library is the same
//!   without.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "serde")]
mod access;
#[cfg(feature = "tokio")]
mod async_reader;
#[cfg(feature = "tokio")]
mod async_request_reader;
mod buffer;
#[cfg(feature = "tokio")]
mod codec;
#[cfg(feature = "serde")]
mod command_serializer;
#[cfg(feature = "serde")]
mod contents;
mod copying;
mod decoder;
#[cfg(feature = "serde")]
mod deserialize_error;
#[cfg(feature = "serde")]
mod deserializer;
mod error;
mod intake;
#[cfg(feature = "serde")]
mod open_aggregate;
#[cfg(feature = "serde")]
mod open_arguments;
mod options;
#[cfg(feature = "tokio")]
mod owned_request;
#[cfg(feature = "serde")]
mod path;
mod pending_values;
mod reader;
mod request;
#[cfg(feature = "tokio")]
mod request_codec;
mod request_decoder;
mod request_reader;
#[cfg(feature = "serde")]
mod serialize_error;
#[cfg(all(feature = "serde", feature = "tokio"))]
mod serialized;
#[cfg(feature = "serde")]
mod serializer;
mod stats;
mod value;

#[cfg(feature = "tokio")]
pub use async_reader::AsyncReader;
#[cfg(feature = "tokio")]
pub use async_request_reader::AsyncRequestReader;
pub use buffer::ReadBuffer;
#[cfg(feature = "tokio")]
pub use codec::ReplyCodec;
#[cfg(feature = "serde")]
pub use command_serializer::{to_command, to_command_writer};
pub use copying::Copied;
pub use decoder::Decoder;
#[cfg(feature = "serde")]
pub use deserialize_error::DeserializeError;
#[cfg(feature = "serde")]
pub use deserializer::{Deserializer, from_frame, from_value};
pub use error::Error;
pub use options::ReaderOptions;
#[cfg(feature = "tokio")]
pub use owned_request::OwnedRequest;
pub use reader::{Reader, Values};
pub use request::{Arguments, Request};
#[cfg(feature = "tokio")]
pub use request_codec::{ReplyEncoder, RequestCodec};
pub use request_decoder::RequestDecoder;
pub use request_reader::RequestReader;
/// The parser, the encoder and all that they share: who depends on this crate needs not depend on that one too.
pub use resp_core;
#[cfg(feature = "serde")]
pub use serialize_error::SerializeError;
#[cfg(all(feature = "serde", feature = "tokio"))]
pub use serialized::Serialized;
#[cfg(feature = "serde")]
pub use serializer::{Serializer, to_value, to_vec, to_writer};
pub use stats::Stats;
pub use value::Value;

/// The examples of the project's documents are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../SECURITY.md")]
struct Security;

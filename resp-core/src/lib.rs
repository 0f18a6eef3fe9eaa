//! A streaming parser for RESP2 and RESP3, the protocol of Redis and Valkey: no `std`, no `alloc`, no `unsafe`.
//!
//! A [`Parser`] is an incremental state machine. It is handed whatever bytes there are, yields [`Event`]s that borrow
//! from them, and says how many bytes are done with; the buffer is yours. Nothing is copied, nothing is parsed twice,
//! and a reply may be larger than the buffer it passes through.
//!
//! ```
//! use resp_core::{Event, Parser};
//!
//! let mut input: &[u8] = b"%1\r\n+proto\r\n:3\r\n";
//! let mut parser = Parser::new();
//! let mut seen = String::new();
//! while let Some(event) = parser.next_event(&mut input)? {
//!     seen += &format!("{event}\n");
//! }
//! assert_eq!(seen, "begin map 1\nsimple_string \"proto\"\ninteger 3\nend map\n");
//! assert!(parser.is_idle() && input.is_empty());
//! # Ok::<(), resp_core::Error>(())
//! ```
//!
//! # Which call?
//!
//! | you want | call |
//! |---|---|
//! | the most speed | [`Parser::parse`] with a [`Visitor`]; a closure is one |
//! | one event at a time | [`Parser::events`], at up to 1.6 times the cost; [`Parser::next_event`], up to 2 times, if you need the parser in between |
//! | positions, because you own a buffer that moves | [`Parser::scan`], up to 2.3 times |
//! | a whole reply, to look into | [`Tape::next_frame`], which lends a [`Frame`] |
//! | to get past a frame | [`Parser::skip_frame`], [`Parser::finish_frame`] |
//! | to tell replies from pushes | `frame_end` of [`Visitor`], [`Events`], [`Scanned`] or [`Parser`]: see [`FrameKind`] |
//! | to know where frames begin and end | [`Parser::frame_offset`], [`Parser::offset`] |
//! | to know whether the stream may end here | [`Parser::finish`] |
//! | to read what clients send | [`RequestParser`], which has the same calls |
//!
//! They all run on the same grammar and may be mixed at will: the parser's state lies between two events.
//!
//! # What servers say
//!
//! A whole frame can be asked what it means to a client, without parsing anything again:
//!
//! | you want | ask |
//! |---|---|
//! | published messages, subscriptions, invalidations | [`Push::of`] |
//! | code and message of an error, and where a cluster sends you | [`Frame::error`], [`ServerError::redirect`] |
//! | the slot of a key in a cluster | `key_slot`, with the feature `slot` |
//! | what the server is | [`Hello::of`] |
//! | the commands that `MONITOR` shows | [`MonitorLine::of`] |
//!
//! # Buffers
//!
//! What a call does not consume must be presented again, with more behind it: the contract stands at [`Parser`]. A
//! buffer of [`Options::min_buffer`] bytes passes any stream, since longer texts arrive in [`Part`]s. With a buffer
//! that grows, set [`Options::whole`] to the size up to which you prefer to wait.
//!
//! ```
//! use resp_core::{Event, Options, Parser, Part};
//!
//! const OPTIONS: Options = Options::new().max_header(24).whole(0);
//! let mut buffer = [0; OPTIONS.min_buffer()];
//! let mut held = 0;
//! let mut parser = Parser::<4>::with_depth(OPTIONS);
//! let mut bytes = 0;
//! for byte in *b"$64\r\n................................................................\r\n" {
//!     buffer[held] = byte; // from a serial line, say
//!     held += 1;
//!     let mut input = &buffer[..held];
//!     while let Some(event) = parser.next_event(&mut input)? {
//!         if let Event::BulkString(_, part) = event {
//!             bytes += part.len();
//!         }
//!     }
//!     let left = input.len();
//!     buffer.copy_within(held - left..held, 0);
//!     held = left;
//! }
//! assert_eq!((bytes, held), (64, 0));
//! parser.finish(&buffer[..held])?;
//! # Ok::<(), resp_core::Error>(())
//! ```
//!
//! # Whole replies
//!
//! A [`Tape`] gathers the events of one frame, 16 bytes each, while the frame's bytes stay in your buffer. The [`Frame`]
//! that it lends is walked by kind, index, key or path, and converted to Rust types with errors that say where.
//!
//! ```
//! use resp_core::{FixedTape, Parser};
//!
//! let mut tape = FixedTape::<32>::new();
//! let input = b"*2\r\n$4\r\njobs\r\n%1\r\n+waiting\r\n:3\r\n";
//! if let Some(frame) = tape.next_frame(&mut Parser::new(), input)? {
//!     let (name, _) = frame.to::<(&str, resp_core::Frame)>().expect("a name and a map");
//!     let waiting = frame.at("[1].waiting").and_then(|count| count.as_i64());
//!     assert_eq!((name, waiting), ("jobs", Some(3)));
//! }
//! # Ok::<(), resp_core::TapeError>(())
//! ```
//!
//! # What it accepts
//!
//! All of RESP2 and RESP3, whatever version was negotiated, with attributes, pushes, streamed strings and streamed
//! aggregates wherever the protocol allows them. It is strict where leniency lets a peer smuggle bytes (line ends,
//! lengths, trailers) and open where real servers differ from the texts; each choice is a row of the table in the
//! project's `ARCHITECTURE.md`, and the switches are in [`Options`], next to the limits.
//!
//! # Writing
//!
//! With the feature `encode`, [`write_command`] writes requests, and an [`Encoder`] replies or whole streams, in either
//! version of the protocol, to a slice, an `ArrayVec` or any other sink that is a [`Write`]; `Vec` is one with the feature
//! `alloc`, `BytesMut` with `bytes`, a socket or file with `std`. [`Encoder::event`] and [`Encoder::reencode`] turn events back to bytes.
//!
//! # What it does not do
//!
//! It reads no sockets, and owns no values: that is `resp-std`. What clients send is read by a
//! [`RequestParser`], inline requests too, but not the notes (`#TS:`) that an append-only file may hold between commands.
//! It knows no commands and does not match replies to requests. It converts
//! no text except numbers: a [`double`] when asked, a big number never.
//!
//! # Words
//!
//! A *frame* is a reply or push with all that is in it. A *header* is a line that must be complete to mean anything: a
//! length, count, integer, double, boolean or null. A *text* is a string, error or big number, of any length; it can be
//! *held* until it is whole, or be delivered in *parts*. A string or aggregate is *streamed* if it comes without a
//! length.
//!
//! # Features
//!
//! None is on by default, and each only adds.
//!
//! - `encode`: [`Encoder`], [`write_command`] and what belongs to them.
//! - `alloc`: a [`Tape`] in a `Vec`, conversions of a [`Frame`] to `String`, `Vec` and `BTreeMap`, and `Vec<u8>` to write to.
//! - `std`: `alloc`, conversions to `HashMap`, and whatever is a [`std::io::Write`] to write to (`IoWriter`).
//! - `bytes`: `BytesMut` to write to; needs a machine with atomic compare-and-swap.
//! - `slot`: `key_slot`, the hash slot of a key in a cluster.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod convert;
mod double;
mod elements;
#[cfg(feature = "encode")]
mod encode;
mod error;
mod event;
mod events;
mod frame;
mod hello;
mod leaf;
mod level;
mod lex;
mod monitor_line;
mod node;
mod notation;
mod options;
mod parser;
mod path;
mod piece;
mod push;
mod quoted;
mod redirect;
mod request;
mod run;
mod server_error;
mod slot;
mod step;
mod tape;
mod visitor;
mod word;

pub use convert::{FromFrame, Mismatch};
pub use double::double;
pub use elements::{Attributes, Chunks, Elements, FrameEvents, Pairs, Pushes};
#[cfg(all(feature = "encode", feature = "std"))]
pub use encode::IoWriter;
#[cfg(feature = "encode")]
pub use encode::{
    Count, Digits, EncodeError, Encoder, Full, Line, Protocol, Reencode, Text, Write, bulk_string_len, command_len,
    write_command,
};
pub use error::{Error, ErrorKind};
pub use event::{Aggregate, Event, FrameKind, Null, Part, Span};
pub use events::Events;
pub use frame::{Frame, Kind};
pub use hello::Hello;
pub use monitor_line::{Escaped, MonitorArguments, MonitorLine};
pub use node::Node;
pub use options::Options;
pub use parser::{Parsed, Parser, Scanned};
pub use push::Push;
pub use redirect::{Redirect, RedirectKind};
pub use request::{
    ErrorReply, Piece, RequestError, RequestErrorKind, RequestEvent, RequestOptions, RequestParser, RequestScanned,
    RequestVisitor,
};
pub use server_error::ServerError;
#[cfg(feature = "slot")]
pub use slot::key_slot;
pub use tape::{FixedTape, Storage, Tape, TapeError};
pub use visitor::Visitor;

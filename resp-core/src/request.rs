//! The other direction: what clients send. The same contract as for replies, over the same `lex`.
//!
//! ```text
//!   parse, next_event, scan, skip_request
//!              |
//!     first the run; where it declines, one step; and so on
//!              /                    \
//!   run.rs                     step.rs ── words.rs
//!   whole arguments            the grammar: one event,  (state, byte) -> state: the quotes
//!   of canonical requests      any state, any input     and escapes of an inline request
//! ```
//!
//! `whole_request` (`whole.rs`) is the run once more, for a request that is short and all there.
//!
//! The rule is that of the replies: the step decides, the run accepts or declines.

mod error;
mod event;
mod options;
mod parser;
mod run;
mod step;
mod visitor;
mod whole;
mod words;

pub use error::{ErrorReply, RequestError, RequestErrorKind};
pub use event::{Piece, RequestEvent};
pub use options::RequestOptions;
pub use parser::{RequestParser, RequestScanned};
pub use visitor::RequestVisitor;

//! What the fuzz targets do with an input. Each target is a function that panics where something does not hold;
//! `README.md` says what each promises.

mod chunks;
mod commands;
mod differential;
mod events;
mod frames;
mod grammar;
mod input;
mod oracle;
mod reader;
mod replay;
mod requests;
mod roundtrip;
mod skip;
mod tape;
mod uncut;

// The ways through the parser, and the obvious parser, are those of `resp-core`'s own tests. Part is for these alone.
#[allow(dead_code, unreachable_pub)]
#[path = "../../resp-core/tests/support"]
mod support {
    mod cuts;
    pub mod frames;
    pub mod oracle;
    pub mod paths;
    pub mod recorder;
    pub mod reencode;
    pub mod requests;
    pub mod rewrite;
    pub mod settings;
    pub mod trial;
    pub mod verdict;
}

pub use chunks::chunks;
pub use commands::commands;
pub use differential::{Difference, RIVALS, Rival, differential};
pub use events::events;
pub use frames::valid_frames;
pub use input::{BLOCK, COMMANDS, FRAMES, OPTIONS, PLAN, READS, STEPS};
pub use oracle::oracle;
pub use reader::reader;
pub use replay::replay;
pub use requests::requests;
pub use roundtrip::roundtrip;
pub use skip::skip;
pub use tape::tape;

/// Levels of the parsers in all targets.
const DEPTH: usize = 32;

//! The same for requests: the obvious parser, and the ways through the real one.

pub mod oracle;
pub mod paths;
pub mod settings;

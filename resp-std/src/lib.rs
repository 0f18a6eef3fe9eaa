//! Placeholder head.
#![forbid(unsafe_code)]

//! `Reader` and `Decoder`: ends, failures, memory, copying, and random streams through random reads.
#![allow(clippy::cast_possible_truncation)]

mod buffering;
mod copying;
mod counting;
mod decoding;
mod ending;
mod failing;
mod random;
mod source;
mod stopping;
mod visiting;

//! Other parsers as rows. Each does what its users must do with what it yields, and no more: flat events are added up, a
//! tree is built and dropped unseen. The checked passes look at everything.
#![deny(unsafe_code)]

use benches::Row;
use benches::encode::Encoder;
use benches::loopback::Client;

mod feed;
mod hash;
#[cfg(feature = "hiredis")]
#[expect(unsafe_code, reason = "hiredis is C")]
mod hiredis;
mod redis;
mod redis_protocol;
mod resp_rs;
mod respite;
mod yo;

/// In the order of the tables.
pub const ROWS: &[Row] = &[
    #[cfg(feature = "hiredis")]
    Row::reads("hiredis_noop", hiredis::noop::<false>).checked(hiredis::noop::<true>),
    #[cfg(feature = "hiredis")]
    Row::reads("hiredis_objects", hiredis::objects),
    Row::reads("yo_argv", yo::argv::<false>).checked(yo::argv::<true>),
    Row::reparsed("yo_frame", yo::frame::<false>).checked(yo::frame::<true>),
    Row::reparsed("redis_protocol_resp2", redis_protocol::resp2::<false>).checked(redis_protocol::resp2::<true>),
    Row::reparsed("redis_protocol_resp3", redis_protocol::resp3::<false>).checked(redis_protocol::resp3::<true>),
    Row::reparsed("resp_rs", resp_rs::resp3::<false>).checked(resp_rs::resp3::<true>),
    Row::reads("redis_codec", redis::codec::<false>).checked(redis::codec::<true>),
    Row::reads("redis_map", hash::redis_map),
    Row::reads("serde_map", hash::serde_map),
    Row::reads("redis_struct", hash::redis_struct),
    Row::reads("serde_struct", hash::serde_struct),
    Row::reads("respite", respite::frames::<false>).checked(respite::frames::<true>),
];

/// The clients that come with them.
pub const CLIENTS: &[Client] = &[
    #[cfg(feature = "hiredis")]
    Client { name: "hiredis", watched: false, connect: hiredis::connect },
    Client { name: "redis", watched: true, connect: redis::connect },
];

/// What they write requests with.
pub const ENCODERS: &[Encoder] = &[
    Encoder { name: "redis", write: redis::commands },
    Encoder { name: "redis_reused", write: redis::one_command },
    Encoder { name: "redis_protocol", write: redis_protocol::commands },
];

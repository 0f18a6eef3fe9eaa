//! The examples as programs, with the clients and the server that the world uses.

mod client;
mod clients;
mod download;
mod program;
mod proxy;
#[path = "../server/redis_server.rs"]
#[expect(dead_code, reason = "no example needs a cluster")]
mod redis_server;
mod scripted;
#[cfg(feature = "serde")]
mod serde;
mod server;
mod subscribe;
#[cfg(feature = "tokio")]
mod tokio_server;
mod usage;

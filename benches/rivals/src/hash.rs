//! `HGETALL` as users want it, a map or a struct: by our `serde` and by the conversions of redis.

use core::hint::black_box;
use std::collections::HashMap;

use ::redis::{FromRedisValue, ParsingError, Value, ValueCodec, from_redis_value};
use benches::{Stream, Tally};
use bytes::BytesMut;
use resp_std::{Reader, ReaderOptions};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio_util::codec::Decoder;

/// What the workload `hgetall` has.
#[derive(Debug, Default, Deserialize)]
struct User {
    name: String,
    email: String,
    street: String,
    city: String,
    country: String,
    phone: String,
    language: String,
    zone: String,
    id: i64,
    age: i64,
    visits: i64,
    orders: i64,
    created: i64,
    updated: i64,
    balance: f64,
    score: f64,
    latitude: f64,
    longitude: f64,
    active: bool,
    admin: bool,
}

/// As the documentation of redis does it for types of one's own.
impl FromRedisValue for User {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let mut user = Self::default();
        for (key, value) in value.into_map_iter().map_err(|_| "not a map".to_string())? {
            let Value::BulkString(key) = key else { return Err("not a field".to_string().into()) };
            match key.as_slice() {
                b"name" => user.name = from_redis_value(value)?,
                b"email" => user.email = from_redis_value(value)?,
                b"street" => user.street = from_redis_value(value)?,
                b"city" => user.city = from_redis_value(value)?,
                b"country" => user.country = from_redis_value(value)?,
                b"phone" => user.phone = from_redis_value(value)?,
                b"language" => user.language = from_redis_value(value)?,
                b"zone" => user.zone = from_redis_value(value)?,
                b"id" => user.id = from_redis_value(value)?,
                b"age" => user.age = from_redis_value(value)?,
                b"visits" => user.visits = from_redis_value(value)?,
                b"orders" => user.orders = from_redis_value(value)?,
                b"created" => user.created = from_redis_value(value)?,
                b"updated" => user.updated = from_redis_value(value)?,
                b"balance" => user.balance = from_redis_value(value)?,
                b"score" => user.score = from_redis_value(value)?,
                b"latitude" => user.latitude = from_redis_value(value)?,
                b"longitude" => user.longitude = from_redis_value(value)?,
                b"active" => user.active = from_redis_value(value)?,
                b"admin" => user.admin = from_redis_value(value)?,
                _ => {}
            }
        }
        Ok(user)
    }
}

#[inline(never)]
pub(crate) fn redis_map(stream: &Stream, reads: usize) -> Option<Tally> {
    by_redis::<HashMap<String, String>>(of_hashes(stream)?, reads)
}

#[inline(never)]
pub(crate) fn serde_map(stream: &Stream, reads: usize) -> Option<Tally> {
    by_serde::<HashMap<String, String>>(of_hashes(stream)?, reads)
}

#[inline(never)]
pub(crate) fn redis_struct(stream: &Stream, reads: usize) -> Option<Tally> {
    by_redis::<User>(of_hashes(stream)?, reads)
}

#[inline(never)]
pub(crate) fn serde_struct(stream: &Stream, reads: usize) -> Option<Tally> {
    by_serde::<User>(of_hashes(stream)?, reads)
}

/// Other streams are not for these rows.
fn of_hashes(stream: &Stream) -> Option<&Stream> {
    stream.starts_with(b"*40\r\n$4\r\nname\r\n").then_some(stream)
}

fn by_redis<T: FromRedisValue>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut codec = ValueCodec::default();
    let mut buffer = BytesMut::with_capacity(64 << 10);
    let mut frames = 0;
    for read in stream.chunks(reads) {
        buffer.extend_from_slice(read);
        while let Some(value) = codec.decode(&mut buffer).ok()? {
            black_box(from_redis_value::<T>(value).ok()?);
            frames += 1;
        }
    }
    Some(Tally::frames(frames))
}

fn by_serde<T: DeserializeOwned>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut reader = Reader::with_options(&stream[..], ReaderOptions::new().read_size(reads));
    let mut frames = 0;
    while let Some(value) = reader.deserialize::<T>().ok()? {
        black_box(value);
        frames += 1;
    }
    Some(Tally::frames(frames))
}

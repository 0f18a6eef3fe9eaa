//! What servers say without being asked: [`Push`].

use core::fmt;

use crate::elements::Elements;
use crate::frame::{Frame, Kind};
use crate::quoted::Quoted;

/// A push by its kind, with what belongs to it: published messages, answers to `SUBSCRIBE` and its kin, invalidations of
/// client-side caches. The variants have the names that stand on the wire.
///
/// ```
/// use resp_core::{FixedTape, Parser, Push};
/// let mut tape = FixedTape::<8>::new();
/// let frame = tape.next_frame(&mut Parser::new(), b">3\r\n+message\r\n$4\r\nnews\r\n$2\r\nhi\r\n")?.expect("complete");
/// match Push::of(frame) {
///     Some(Push::Message { channel, payload }) => {
///         assert_eq!((channel, payload.as_bytes()), (&b"news"[..], Some(&b"hi"[..])));
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), resp_core::TapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Push<'a> {
    /// `message`: something was published on a channel.
    Message {
        /// Where.
        channel: &'a [u8],
        /// What: a string.
        payload: Frame<'a>,
    },
    /// `pmessage`: something was published on a channel whose name matches a pattern.
    PMessage {
        /// The pattern that was subscribed to.
        pattern: &'a [u8],
        /// Where.
        channel: &'a [u8],
        /// What: a string.
        payload: Frame<'a>,
    },
    /// `smessage`: something was published on a shard channel.
    SMessage {
        /// Where.
        channel: &'a [u8],
        /// What: a string.
        payload: Frame<'a>,
    },
    /// `subscribe`
    Subscribe {
        /// The new channel.
        channel: &'a [u8],
        /// How many channels and patterns are subscribed to now.
        count: u64,
    },
    /// `unsubscribe`
    Unsubscribe {
        /// The channel that is no longer listened to; `None` if there
        /// [was none](https://github.com/redis/redis/issues/714).
        channel: Option<&'a [u8]>,
        /// How many channels and patterns are subscribed to now.
        count: u64,
    },
    /// `psubscribe`
    PSubscribe {
        /// The new pattern.
        pattern: &'a [u8],
        /// How many channels and patterns are subscribed to now.
        count: u64,
    },
    /// `punsubscribe`
    PUnsubscribe {
        /// The pattern that is no longer listened to; `None` if there was none.
        pattern: Option<&'a [u8]>,
        /// How many channels and patterns are subscribed to now.
        count: u64,
    },
    /// `ssubscribe`
    SSubscribe {
        /// The new shard channel.
        channel: &'a [u8],
        /// How many shard channels are subscribed to now.
        count: u64,
    },
    /// `sunsubscribe`: it also comes unasked, when a
    /// [slot moves away](https://github.com/StackExchange/StackExchange.Redis/pull/2969).
    SUnsubscribe {
        /// The shard channel that is no longer listened to; `None` if there was none.
        channel: Option<&'a [u8]>,
        /// How many shard channels are subscribed to now.
        count: u64,
    },
    /// `invalidate`: keys that were read may have changed.
    Invalidate {
        /// An array of the keys; `None`: all of them.
        keys: Option<Frame<'a>>,
    },
    /// Any other kind, such as those of modules.
    Other(&'a [u8]),
}

/// The channel on which a RESP2 connection hears what RESP3 says by `invalidate`.
const INVALIDATE_CHANNEL: &[u8] = b"__redis__:invalidate";

impl<'a> Push<'a> {
    /// What a frame tells out of band; `None` if it is an answer.
    ///
    /// In RESP3 that is a push. `None` too if it is shorter than its kind should be, or its kind is no string: it is still
    /// no answer ([`frame_kind`](Frame::frame_kind)).
    ///
    /// In RESP2 it is an array, and `None` are all but those of pub/sub: on a connection that has subscribed `PING` is
    /// answered with an array as well (`["pong", ""]`). On one that has not, do not ask: any list may look like a message.
    /// There an invalidation is a message of the channel `__redis__:invalidate`, and is told as what it is.
    #[must_use]
    pub fn of(frame: Frame<'a>) -> Option<Self> {
        let mut elements = frame.elements();
        match frame.kind() {
            Kind::Push => {
                let kind = text(&mut elements)?;
                if kind == b"invalidate" { invalidate(elements.next()?) } else { pub_sub(kind, elements) }
            }
            Kind::Array => match pub_sub(text(&mut elements)?, elements)? {
                Self::Other(_) => None,
                Self::Message { channel, payload } if channel == INVALIDATE_CHANNEL => {
                    invalidate(payload).or(Some(Self::Message { channel, payload }))
                }
                push => Some(push),
            },
            _ => None,
        }
    }
}

/// Names in quotes, as frames show them.
impl fmt::Debug for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut show = |variant, fields: &[(&str, &dyn fmt::Debug)]| {
            let mut shown = f.debug_struct(variant);
            for (name, value) in fields {
                shown.field(name, value);
            }
            shown.finish()
        };
        match self {
            Self::Message { channel, payload } => {
                show("Message", &[("channel", &Quoted(channel)), ("payload", payload)])
            }
            Self::PMessage { pattern, channel, payload } => {
                show("PMessage", &[("pattern", &Quoted(pattern)), ("channel", &Quoted(channel)), ("payload", payload)])
            }
            Self::SMessage { channel, payload } => {
                show("SMessage", &[("channel", &Quoted(channel)), ("payload", payload)])
            }
            Self::Subscribe { channel, count } => show("Subscribe", &[("channel", &Quoted(channel)), ("count", count)]),
            Self::Unsubscribe { channel, count } => {
                show("Unsubscribe", &[("channel", &channel.map(Quoted)), ("count", count)])
            }
            Self::PSubscribe { pattern, count } => {
                show("PSubscribe", &[("pattern", &Quoted(pattern)), ("count", count)])
            }
            Self::PUnsubscribe { pattern, count } => {
                show("PUnsubscribe", &[("pattern", &pattern.map(Quoted)), ("count", count)])
            }
            Self::SSubscribe { channel, count } => {
                show("SSubscribe", &[("channel", &Quoted(channel)), ("count", count)])
            }
            Self::SUnsubscribe { channel, count } => {
                show("SUnsubscribe", &[("channel", &channel.map(Quoted)), ("count", count)])
            }
            Self::Invalidate { keys } => show("Invalidate", &[("keys", keys)]),
            Self::Other(kind) => f.debug_tuple("Other").field(&Quoted(kind)).finish(),
        }
    }
}

/// `rest` are the elements behind the kind.
fn pub_sub<'a>(kind: &'a [u8], mut rest: Elements<'a>) -> Option<Push<'a>> {
    let rest = &mut rest;
    // In the order of the wire.
    Some(match kind {
        b"message" => Push::Message { channel: text(rest)?, payload: rest.next()? },
        b"pmessage" => Push::PMessage { pattern: text(rest)?, channel: text(rest)?, payload: rest.next()? },
        b"smessage" => Push::SMessage { channel: text(rest)?, payload: rest.next()? },
        b"subscribe" => Push::Subscribe { channel: text(rest)?, count: count(rest)? },
        b"unsubscribe" => Push::Unsubscribe { channel: text_or_null(rest)?, count: count(rest)? },
        b"psubscribe" => Push::PSubscribe { pattern: text(rest)?, count: count(rest)? },
        b"punsubscribe" => Push::PUnsubscribe { pattern: text_or_null(rest)?, count: count(rest)? },
        b"ssubscribe" => Push::SSubscribe { channel: text(rest)?, count: count(rest)? },
        b"sunsubscribe" => Push::SUnsubscribe { channel: text_or_null(rest)?, count: count(rest)? },
        other => Push::Other(other),
    })
}

fn invalidate(keys: Frame<'_>) -> Option<Push<'_>> {
    match keys.kind() {
        Kind::Null => Some(Push::Invalidate { keys: None }),
        Kind::Array => Some(Push::Invalidate { keys: Some(keys) }),
        _ => None,
    }
}

fn text<'a>(elements: &mut Elements<'a>) -> Option<&'a [u8]> {
    elements.next()?.as_bytes()
}

fn text_or_null<'a>(elements: &mut Elements<'a>) -> Option<Option<&'a [u8]>> {
    let element = elements.next()?;
    if element.is_null() { Some(None) } else { element.as_bytes().map(Some) }
}

fn count(elements: &mut Elements<'_>) -> Option<u64> {
    elements.next()?.as_i64()?.try_into().ok()
}

//! A client's codec and a server's, each reading what the other writes.

use core::convert::Infallible;

use bytes::BytesMut;
use futures_util::future::join;
use futures_util::{SinkExt, StreamExt};
use resp_core::{Aggregate, EncodeError, Line, Null, Protocol, RequestError};
use resp_std::{AsyncRequestReader, Error, Reader, ReplyCodec, ReplyEncoder, RequestCodec, RequestReader, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex, split};
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead, FramedWrite};

use crate::pieces::block_on;
use crate::source::once;

fn value(wire: &'static [u8]) -> Value {
    Value::parse(&mut wire.into()).expect("valid").expect("whole")
}

/// What is sent for a reply.
fn encoded<I>(codec: &mut RequestCodec, reply: I) -> Result<BytesMut, Error>
where
    RequestCodec: Encoder<I, Error = Error>,
{
    let mut buffer = BytesMut::new();
    codec.encode(reply, &mut buffer).map(|()| buffer)
}

fn resp3() -> RequestCodec {
    let mut codec = RequestCodec::new();
    codec.set_protocol(Protocol::Resp3);
    codec
}

#[test]
fn commands_are_read_and_their_replies() {
    const COUNT: usize = 100;
    // So narrow that neither side can send all before it reads.
    let (client, server) = duplex(64);
    let serve = async {
        let mut connection = Framed::new(server, RequestCodec::new());
        while let Some(request) = connection.next().await {
            let request = request?;
            let echo = request.argument(1).expect("an argument");
            connection.send(|reply: &mut ReplyEncoder<'_>| reply.bulk_string(&echo)).await?;
        }
        Ok::<_, Error>(())
    };
    let ask = async move {
        let (replies, commands) = split(client);
        let mut replies = FramedRead::new(replies, ReplyCodec::new());
        let mut commands = FramedWrite::new(commands, ReplyCodec::new());
        let send = async {
            for number in 0..COUNT {
                commands.send(["ECHO", &"x".repeat(number)]).await?;
            }
            Ok::<_, Error>(())
        };
        let receive = async {
            for number in 0..COUNT {
                let reply = replies.next().await.expect("a reply")?;
                assert_eq!(reply.frame().as_str(), Some(&*"x".repeat(number)));
            }
            Ok::<_, Error>(())
        };
        let (sent, received) = join(send, receive).await;
        sent.and(received)
    };
    let (served, asked) = block_on(join(serve, ask));
    assert!(served.is_ok() && asked.is_ok(), "{served:?} {asked:?}");
}

#[test]
fn commands_are_whatever_is_arguments() {
    let mut reader = RequestReader::new(&b"ECHO \"a\\nb\"\n"[..]);
    let lent = reader.next_request().unwrap().unwrap();
    let owned = RequestCodec::new().decode(&mut BytesMut::from(&b"ECHO \"a\\nb\"\n"[..])).unwrap().unwrap();
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::new();
    codec.encode(["ECHO", "a\nb"], &mut buffer).unwrap();
    codec.encode(vec![b"ECHO".to_vec(), b"a\nb".to_vec()], &mut buffer).unwrap();
    codec.encode(lent, &mut buffer).unwrap();
    codec.encode(&owned, &mut buffer).unwrap();
    assert_eq!(buffer, b"*2\r\n$4\r\nECHO\r\n$3\r\na\nb\r\n".repeat(4));
}

#[test]
fn a_command_without_arguments_is_refused_and_the_next_is_sent() {
    let mut codec = ReplyCodec::new();
    let mut buffer = BytesMut::new();
    let refused = codec.encode([""; 0], &mut buffer);
    assert!(matches!(refused, Err(Error::Encode(why)) if &*why == "a command without arguments"));
    codec.encode(["PING"], &mut buffer).unwrap();
    assert_eq!(&buffer[..], b"*1\r\n$4\r\nPING\r\n");
}

#[test]
fn replies_are_in_resp2_until_hello_says_otherwise() {
    let mut codec = RequestCodec::new();
    let null = |reply: &mut ReplyEncoder<'_>| reply.null(Null::Resp3);
    assert_eq!(codec.protocol(), Protocol::Resp2);
    assert_eq!(encoded(&mut codec, null).unwrap(), b"$-1\r\n"[..]);
    codec.set_protocol(Protocol::Resp3);
    assert_eq!((codec.protocol(), encoded(&mut codec, null).unwrap()), (Protocol::Resp3, b"_\r\n"[..].into()));
}

#[test]
fn values_and_frames_are_written_as_they_were() {
    let wire = b"|1\r\n+ttl\r\n:9\r\n*3\r\n~1\r\n#t\r\n$?\r\n;2\r\nab\r\n;0\r\n,1.50\r\n";
    let mut reader = Reader::new(&wire[..]);
    let frame = reader.next_frame().unwrap().unwrap();
    assert_eq!(encoded(&mut resp3(), frame).unwrap(), wire[..]);
    assert_eq!(encoded(&mut resp3(), value(wire)).unwrap(), wire[..]);
    assert_eq!(encoded(&mut resp3(), &value(wire)).unwrap(), wire[..]);
}

#[test]
fn values_are_written_as_resp2_has_them() {
    let map = value(b"|1\r\n+ttl\r\n:9\r\n%1\r\n+a\r\n*2\r\n#t\r\n,1.5\r\n");
    let written = encoded(&mut RequestCodec::new(), &map).unwrap();
    assert_eq!(written, b"*2\r\n+a\r\n*2\r\n:1\r\n$3\r\n1.5\r\n"[..]);
}

#[test]
fn a_value_of_128_levels_is_written() {
    let wire: &'static str = ("*1\r\n".repeat(128) + ":1\r\n").leak();
    assert_eq!(encoded(&mut RequestCodec::new(), value(wire.as_bytes())).unwrap(), wire.as_bytes());
}

#[test]
fn a_part_of_a_value_is_written_alone() {
    let pair = value(b"*2\r\n+a\r\n*1\r\n:1\r\n");
    let second = pair.slice(pair.frame().element(1).unwrap());
    assert_eq!(encoded(&mut RequestCodec::new(), second).unwrap(), b"*1\r\n:1\r\n"[..]);
}

#[test]
fn pushes_may_be_written_in_front_of_a_reply() {
    let both = |reply: &mut ReplyEncoder<'_>| {
        reply.begin(Aggregate::Push, Some(1))?;
        reply.bulk_string(b"x")?;
        reply.end()?;
        reply.simple_string(Line::OK)
    };
    assert_eq!(encoded(&mut resp3(), both).unwrap(), b">1\r\n$1\r\nx\r\n+OK\r\n"[..]);
}

#[test]
fn what_is_not_a_whole_reply_is_not_sent() {
    type Write = fn(&mut ReplyEncoder<'_>) -> Result<(), EncodeError<Infallible>>;
    let faults: [(Write, &str); 4] = [
        (|reply| reply.begin(Aggregate::Array, Some(1)), "inside a frame"),
        (
            |reply| {
                reply.begin(Aggregate::Attribute, Some(0))?;
                reply.end()
            },
            "attribute without a value",
        ),
        (
            |reply| {
                reply.begin(Aggregate::Array, Some(2))?;
                reply.integer(1)?;
                reply.end()
            },
            "fewer elements than the count says",
        ),
        (|reply| reply.begin(Aggregate::Array, None), "no length or count where one is needed"),
    ];
    let mut codec = RequestCodec::new();
    let mut buffer = BytesMut::from(&b"+OK\r\n"[..]);
    for (fault, text) in faults {
        let refused = codec.encode(fault, &mut buffer);
        assert!(matches!(&refused, Err(Error::Encode(why)) if &**why == text), "{refused:?}, not {text}");
    }
    codec.encode(|reply: &mut ReplyEncoder<'_>| reply.integer(1), &mut buffer).unwrap();
    assert_eq!(&buffer[..], b"+OK\r\n:1\r\n");
}

#[test]
fn nothing_is_sent_of_a_value_that_resp2_cannot_say() {
    let push_inside = value(b"*2\r\n:1\r\n>1\r\n+x\r\n:2\r\n");
    let refused = encoded(&mut RequestCodec::new(), &push_inside);
    assert!(matches!(refused, Err(Error::Encode(why)) if &*why == "nested push"));
    assert_eq!(encoded(&mut resp3(), &push_inside).unwrap(), push_inside.wire()[..]);
}

#[test]
fn a_closure_may_fail_in_its_own_way() {
    let fail = |reply: &mut ReplyEncoder<'_>| -> Result<(), Error> {
        reply.integer(1)?;
        Err(Error::FrameTooLarge)
    };
    assert!(matches!(encoded(&mut RequestCodec::new(), fail), Err(Error::FrameTooLarge)));
}

#[test]
fn a_broken_stream_is_answered_as_redis_does() {
    let mut codec = RequestCodec::new();
    let Err(Error::Request(error)) = codec.decode(&mut BytesMut::from(&b"*1\r\n:"[..])) else { panic!("no error") };
    let error: RequestError = error;
    assert_eq!(encoded(&mut codec, error).unwrap(), b"-ERR Protocol error: expected '$', got ':'\r\n"[..]);
}

/// Each command and reply is given up wherever it can be, and what follows is sent. None is cut off by another.
#[test]
fn what_is_given_up_while_it_is_sent_is_whole_or_missing() {
    for polls in 0..20 {
        let (client, server) = duplex(7);
        let mut commands = Framed::new(client, ReplyCodec::new());
        let mut requests = Framed::new(server, RequestCodec::new());
        let mut seen = Vec::new();
        {
            let mut send = Box::pin(commands.send(["SET", "key", "a value that does not fit into the connection"]));
            for _ in 0..polls {
                let _ = once(send.as_mut());
                seen.extend(once(requests.next()).flatten());
            }
        }
        let sent = block_on(async {
            let receive = async {
                while let Some(request) = requests.next().await {
                    seen.push(request);
                }
            };
            let send = async move {
                commands.send(["PING"]).await?;
                Ok::<_, Error>(commands.into_inner().shutdown().await?)
            };
            join(send, receive).await.0
        });
        assert!(sent.is_ok());
        let names: Vec<_> = seen.iter().map(|request| request.as_ref().expect("valid").request().name()).collect();
        assert!(names == [&b"PING"[..]] && polls == 0 || names == [&b"SET"[..], b"PING"], "{polls}: {names:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn whatever_is_serialised_is_sent_and_nothing_of_what_fails() {
    use resp_std::Serialized;
    use std::collections::BTreeMap;

    let mut buffer = BytesMut::new();
    let faulty = BTreeMap::from([("a", [1])]);
    assert!(ReplyCodec::new().encode(Serialized(&faulty), &mut buffer).is_err());
    ReplyCodec::new().encode(Serialized(("GET", 1)), &mut buffer).unwrap();
    assert_eq!(&buffer.split()[..], b"*2\r\n$3\r\nGET\r\n$1\r\n1\r\n");
    let mut deep = serde_nested(129);
    assert!(RequestCodec::new().encode(Serialized(&deep), &mut buffer).is_err());
    deep = serde_nested(2);
    RequestCodec::new().encode(Serialized(&deep), &mut buffer).unwrap();
    assert_eq!(&buffer[..], b"*1\r\n*0\r\n");
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct Nested(Vec<Nested>);

#[cfg(feature = "serde")]
fn serde_nested(levels: usize) -> Nested {
    (1..levels).fold(Nested(vec![]), |inner, _| Nested(vec![inner]))
}

#[test]
fn a_reply_goes_to_the_source_of_its_request() {
    let (mut client, server) = duplex(64);
    block_on(async {
        client.write_all(b"*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\n").await.unwrap();
        let mut reader = AsyncRequestReader::new(server);
        let (request, source) = reader.next_request_and_source().await.unwrap().unwrap();
        source.write_all(request.get(1).unwrap()).await.unwrap();
        let mut reply = [0; 2];
        client.read_exact(&mut reply).await.unwrap();
        assert_eq!(&reply, b"hi");
    });
}

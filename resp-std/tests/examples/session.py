"""What a Python program does with a server: session.py PORT. Prints "passed" at its end."""

import sys

import redis

# Versions of the client before 5 speak RESP2 alone.
VERSIONS = [2, 3] if int(redis.__version__.split(".")[0]) >= 5 else [2]


def session(port, **options):
    client = redis.Redis(port=port, decode_responses=True, client_name="session", **options)
    assert client.ping() is True
    client.delete("text", "number", "gone", "binary")
    assert client.set("text", "a\r\nb", ex=100) is True
    assert client.get("text") == "a\r\nb"
    assert client.set("text", "c", nx=True) is None
    assert 0 < client.ttl("text") <= 100
    assert client.get("gone") is None
    assert [client.incr("number") for _ in range(3)] == [1, 2, 3]
    assert client.mset({"a": "1", "b": "2"}) is True
    assert client.mget("a", "gone", "b") == ["1", None, "2"]
    assert client.exists("a", "b", "gone") == 2
    assert client.client_getname() == "session"
    assert client.config_get("appendonly") == {"appendonly": "no"}
    assert "redis_version" in client.info()
    large = "x" * 1_000_000
    assert client.set("large", large) is True
    assert client.get("large") == large
    pipeline(client)
    error(client)
    messages(client)


def pipeline(client):
    batch = client.pipeline(transaction=False)
    for i in range(1000):
        batch.set(f"key:{i}", i)
        batch.get(f"key:{i}")
    assert batch.execute() == [answer for i in range(1000) for answer in (True, str(i))]


def error(client):
    client.set("text", "no number")
    try:
        client.incr("text")
    except redis.ResponseError as error:
        assert str(error) == "value is not an integer or out of range", error
    else:
        raise AssertionError("no error")


def messages(client):
    subscriber = client.pubsub()
    subscriber.subscribe("news")
    assert subscriber.get_message(timeout=60)["type"] == "subscribe"
    assert client.publish("news", "hi") == 1
    assert subscriber.get_message(timeout=60)["data"] == "hi"
    subscriber.unsubscribe("news")
    assert subscriber.get_message(timeout=60)["type"] == "unsubscribe"
    subscriber.close()


for version in VERSIONS:
    session(int(sys.argv[1]), **({"protocol": version} if len(VERSIONS) > 1 else {}))
print("passed")

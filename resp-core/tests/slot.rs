//! Hash slots. Those of a real server stand in the tests of `resp-std`.

use resp_core::key_slot;

/// From the cluster specification, and from `CLUSTER KEYSLOT` of Redis 7.0.15.
#[test]
fn published_slots() {
    assert_eq!(key_slot(b"123456789"), 0x31c3);
    assert_eq!(key_slot(b"somekey"), 11058);
    assert_eq!(key_slot(b"foo{hash_tag}"), 2515);
    assert_eq!(key_slot(b""), 0);
}

#[test]
fn a_hash_tag_stands_for_its_key() {
    let tag = key_slot(b"user1000");
    for key in ["{user1000}", "{user1000}.following", "a{user1000}b{c}", "}{user1000}"] {
        assert_eq!(key_slot(key.as_bytes()), tag, "{key}");
    }
    assert_eq!(key_slot(b"foo{{bar}}zap"), key_slot(b"{bar"));
}

#[test]
fn without_a_hash_tag_all_of_the_key_counts() {
    for key in ["foo{}{bar}", "{}", "{", "}{", "foo{bar", "{}bar"] {
        let plain = key.replace(['{', '}'], "");
        assert_ne!(key_slot(key.as_bytes()), key_slot(plain.as_bytes()), "{key}");
    }
    assert_ne!(key_slot(b"foo{}{bar}"), key_slot(b"bar"));
}

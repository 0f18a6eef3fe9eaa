//! Which part of a cluster a key lives in: [`key_slot`].

/// How many slots a cluster has.
pub(crate) const COUNT: u16 = 16384;

/// The hash slot of a key, below 16384: the CRC16 of its hash tag, or of all of it.
///
/// Needs the feature `slot`.
///
/// The tag is what stands between the first `{` and the first `}` behind it, unless that is nothing. Keys with the same
/// tag live on the same node ([cluster specification](https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags)).
///
/// ```
/// use resp_core::key_slot;
/// assert_eq!(key_slot(b"123456789"), 12739);
/// assert_eq!(key_slot(b"{user1000}.following"), key_slot(b"{user1000}.followers"));
/// ```
#[cfg(feature = "slot")]
#[must_use]
pub fn key_slot(key: &[u8]) -> u16 {
    // The variant that the specification names.
    const CRC16: crc::Crc<u16> = crc::Crc::<u16>::new(&crc::CRC_16_XMODEM);
    CRC16.checksum(hash_tag(key).unwrap_or(key)) % COUNT
}

#[cfg(feature = "slot")]
fn hash_tag(key: &[u8]) -> Option<&[u8]> {
    let (_, behind) = key.split_at_checked(memchr::memchr(b'{', key)?.checked_add(1)?)?;
    let tag = behind.get(..memchr::memchr(b'}', behind)?)?;
    if tag.is_empty() { None } else { Some(tag) }
}

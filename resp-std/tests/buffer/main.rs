//! The contract of `ReadBuffer`, sentence by sentence.

mod model;

use proptest::prelude::*;
use resp_std::ReadBuffer;

use model::{Step, use_as_told};

/// Puts bytes in as a reader does: as many at a time as there is room for.
fn fill(buffer: &mut ReadBuffer, mut bytes: &[u8], min: usize) {
    while !bytes.is_empty() {
        let spare = buffer.spare(min);
        let n = spare.len().min(bytes.len());
        spare[..n].copy_from_slice(&bytes[..n]);
        buffer.commit(n);
        bytes = &bytes[n..];
    }
}

/// A buffer of 100 bytes of which `consumed` are consumed and the rest is held.
fn full(consumed: usize) -> ReadBuffer {
    let mut buffer = ReadBuffer::new(100).with_compact_min(32);
    let bytes: Vec<u8> = (0..100).collect();
    fill(&mut buffer, &bytes, 1);
    buffer.consume(consumed);
    buffer
}

#[test]
fn capacity_is_the_configured_one_from_the_start() {
    assert_eq!(ReadBuffer::new(1000).capacity(), 1000);
}

#[test]
fn capacity_below_64_is_raised_to_64() {
    assert_eq!(ReadBuffer::new(0).capacity(), 64);
}

#[test]
fn an_emptied_buffer_starts_again_at_its_front() {
    let mut buffer = full(100);
    assert_eq!(buffer.spare(100).len(), 100);
}

#[test]
fn an_emptied_buffer_moves_nothing() {
    let mut buffer = full(100);
    buffer.spare(100);
    assert_eq!((buffer.compactions(), buffer.growths()), (0, 0));
}

#[test]
fn nothing_is_moved_while_there_is_room() {
    let mut buffer = ReadBuffer::new(100).with_compact_min(32);
    fill(&mut buffer, &[7; 60], 1);
    buffer.consume(50);
    assert_eq!(buffer.spare(40).len(), 40);
    assert_eq!(buffer.compactions(), 0);
}

#[test]
fn compacts_when_half_is_consumed() {
    let mut buffer = full(50);
    assert_eq!(buffer.spare(1).len(), 50);
    assert_eq!((buffer.compactions(), buffer.bytes_moved(), buffer.growths()), (1, 50, 0));
}

#[test]
fn grows_when_less_than_half_is_consumed() {
    let mut buffer = full(49);
    buffer.spare(1);
    assert_eq!((buffer.compactions(), buffer.growths()), (0, 1));
}

#[test]
fn grows_when_the_consumed_prefix_is_small_though_more_than_half() {
    let mut buffer = ReadBuffer::new(100).with_compact_min(50);
    fill(&mut buffer, &[7; 60], 1);
    buffer.consume(49);
    buffer.spare(41);
    assert_eq!((buffer.compactions(), buffer.growths()), (0, 1));
}

#[test]
fn grows_when_compaction_would_not_make_enough_room() {
    let mut buffer = full(50);
    assert!(buffer.spare(51).len() >= 51);
    assert_eq!((buffer.compactions(), buffer.growths()), (0, 1));
}

#[test]
fn compacts_when_that_makes_just_enough_room() {
    let mut buffer = full(50);
    assert_eq!(buffer.spare(50).len(), 50);
    assert_eq!((buffer.compactions(), buffer.growths()), (1, 0));
}

#[test]
fn compact_min_is_at_most_half_of_the_configured_capacity() {
    let mut buffer = ReadBuffer::new(100).with_compact_min(usize::MAX);
    fill(&mut buffer, &[7; 100], 1);
    buffer.consume(50);
    buffer.spare(1);
    assert_eq!(buffer.compactions(), 1);
}

#[test]
fn default_compact_min_is_16_kib() {
    let compactions = |consumed| {
        let mut buffer = ReadBuffer::new(64 << 10);
        fill(&mut buffer, &[7; 20 << 10], 1);
        buffer.consume(consumed);
        buffer.spare(45 << 10);
        buffer.compactions()
    };
    assert_eq!((compactions((16 << 10) - 1), compactions(16 << 10)), (0, 1));
}

#[test]
fn default_compact_min_of_a_small_buffer_is_half_of_it() {
    let mut buffer = ReadBuffer::new(100);
    fill(&mut buffer, &[7; 100], 1);
    buffer.consume(50);
    buffer.spare(1);
    assert_eq!(buffer.compactions(), 1);
}

#[test]
fn growth_doubles_what_is_held_and_asked_for() {
    let mut buffer = full(0);
    assert_eq!(buffer.spare(20).len(), 140);
    assert_eq!(buffer.capacity(), 240);
}

#[test]
fn growth_keeps_the_bytes_held() {
    let mut buffer = full(10);
    buffer.spare(1000);
    assert_eq!(buffer.bytes(), (10..100).collect::<Vec<u8>>());
}

#[test]
fn compaction_keeps_the_bytes_held() {
    let mut buffer = full(60);
    buffer.spare(1);
    assert_eq!(buffer.bytes(), (60..100).collect::<Vec<u8>>());
}

#[test]
fn consuming_more_than_is_held_empties_the_buffer() {
    let mut buffer = full(90);
    buffer.consume(usize::MAX);
    assert!(buffer.is_empty());
}

#[test]
fn committing_more_than_there_is_room_for_fills_the_buffer() {
    let mut buffer = full(0);
    buffer.commit(usize::MAX);
    assert_eq!(buffer.len(), 100);
}

#[test]
fn trim_gives_memory_back_after_a_spike() {
    let mut buffer = ReadBuffer::new(100).with_keep(1000);
    fill(&mut buffer, &[7; 5000], 1);
    buffer.consume(4900);
    buffer.trim();
    assert_eq!(buffer.capacity(), 200);
    assert_eq!(buffer.bytes(), [7; 100]);
}

#[test]
fn trim_never_goes_below_the_configured_capacity() {
    let mut buffer = ReadBuffer::new(100).with_keep(1000);
    fill(&mut buffer, &[7; 5000], 1);
    buffer.consume(5000);
    buffer.trim();
    assert_eq!(buffer.capacity(), 100);
}

#[test]
fn trim_leaves_a_buffer_alone_that_is_not_above_keep() {
    let mut buffer = ReadBuffer::new(100).with_keep(1000);
    buffer.spare(500);
    assert_eq!(buffer.capacity(), 1000);
    buffer.trim();
    assert_eq!(buffer.capacity(), 1000);
}

#[test]
fn trim_leaves_a_buffer_alone_that_holds_more_than_half_of_keep() {
    let mut buffer = ReadBuffer::new(100).with_keep(1000);
    buffer.spare(2000);
    let capacity = buffer.capacity();
    fill(&mut buffer, &[7; 501], 1);
    buffer.trim();
    assert_eq!(buffer.capacity(), capacity);
}

#[test]
fn default_keep_is_1_mib() {
    let trimmed = |spare| {
        let mut buffer = ReadBuffer::new(100);
        buffer.spare(spare);
        buffer.trim();
        buffer.capacity()
    };
    assert_eq!((trimmed(1 << 19), trimmed((1 << 19) + 1)), (1 << 20, 100));
}

/// A new block would have nothing consumed in it.
#[test]
fn trim_leaves_a_configured_capacity_above_the_default_keep_alone() {
    let mut buffer = ReadBuffer::new(2 << 20);
    fill(&mut buffer, &[7; 100], 1);
    buffer.consume(50);
    buffer.trim();
    assert_eq!(buffer.spare(0).len(), (2 << 20) - 100);
}

/// <https://github.com/redis/redis/pull/12000>: the size check of a shrinking buffer forgot the two bytes of the CRLF.
#[test]
fn trim_between_reads_loses_nothing_of_a_value_that_arrives_slowly() {
    let frame = [b"$40000\r\n".as_slice(), &[b'v'; 40_000], b"\r\n"].concat();
    let mut buffer = ReadBuffer::new(64).with_keep(64);
    buffer.spare(40_002);
    for piece in frame.chunks(37) {
        fill(&mut buffer, piece, 1);
        buffer.trim();
    }
    assert_eq!(buffer.bytes(), frame);
}

#[test]
fn debug_does_not_show_the_bytes() {
    let mut buffer = ReadBuffer::new(64);
    fill(&mut buffer, b"secret", 1);
    let text = format!("{buffer:?}");
    assert!(text.contains("len: 6") && !text.contains("secret") && !text.contains("115"), "{text}");
}

fn step() -> impl Strategy<Value = Step> {
    let few = || prop_oneof![4 => 0..40_usize, 3 => 0..400_usize, 1 => 0..4000_usize];
    prop_oneof![
        4 => few().prop_map(Step::Consume),
        4 => (few(), few()).prop_map(|(min, n)| Step::Fill(min, n)),
        1 => Just(Step::Trim),
    ]
}

proptest! {
    #[test]
    fn any_use_keeps_the_contract(
        configured in 0..300_usize,
        compact_min in 0..300_usize,
        keep in 0..2000_usize,
        steps in prop::collection::vec(step(), 0..200),
    ) {
        use_as_told(configured, compact_min, keep, steps);
    }
}

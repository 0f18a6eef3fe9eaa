//! [`Level`]: one open aggregate, in one word.

use crate::event::Aggregate;

/// An open aggregate: how many elements it still waits for, and what it is. The frame itself is a level too, one that
/// waits for one value.
///
/// ```text
///  bit 63    62 .............. 6     5          4             3         2 .. 0
///  halt      elements left, - 1      streamed   attributed    in push   kind
/// ```
///
/// Taking an element is one subtraction. The last one borrows up to the highest bit, so "nothing left" is the sign,
/// which that subtraction tells along the way; the flags lie below and are not touched. Streamed levels have the sign
/// from the start: it tells the run that the next node here is not its business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(u64);

const ONE: u64 = 1 << 6;
const HALT: u64 = 1 << 63;
const STREAMED: u64 = 1 << 5;
/// An attribute stands here, and its value has not begun.
const ATTRIBUTED: u64 = 1 << 4;
/// This is a push, or lies inside one.
const IN_PUSH: u64 = 1 << 3;
const KIND: u64 = 0b111;
/// The kind of the frame itself, which is none of the aggregates.
const FRAME: u64 = 5;

/// Streamed levels count down too, from an even number that nobody reaches the end of: so the lowest bit tells whether
/// a map has got as many values as keys.
const ENDLESS: u64 = 1 << 55;

impl Level {
    /// Between frames: one value to come.
    pub(crate) const FRAME: Self = Self(FRAME);

    /// A level of `elements` elements (`None`: streamed) inside of `self`. `elements` is at most 2^56.
    #[inline]
    pub(crate) const fn inner(self, kind: Aggregate, elements: Option<u64>) -> Self {
        let count = match elements {
            Some(elements) => elements.wrapping_mul(ONE).wrapping_sub(ONE),
            None => ENDLESS.wrapping_mul(ONE) | STREAMED | HALT,
        };
        let (kind, push) = match kind {
            Aggregate::Array => (0, 0),
            Aggregate::Attribute => (1, 0),
            Aggregate::Map => (2, 0),
            Aggregate::Push => (3, IN_PUSH),
            Aggregate::Set => (4, 0),
        };
        Self(count | push | self.0 & IN_PUSH | kind)
    }

    /// Whether it is the frame itself, which no aggregate is around.
    #[inline]
    pub(crate) const fn is_frame(self) -> bool {
        self.0 & KIND == FRAME
    }

    #[inline]
    pub(crate) const fn kind(self) -> Aggregate {
        match self.0 & KIND {
            0 => Aggregate::Array,
            1 => Aggregate::Attribute,
            2 => Aggregate::Map,
            3 => Aggregate::Push,
            _ => Aggregate::Set,
        }
    }

    /// One element less. (That an attribute in front of it has found its value is for the caller to say.)
    #[inline]
    pub(crate) const fn take(&mut self) {
        self.0 = self.0.wrapping_sub(ONE);
    }

    /// Whether its end is due. A streamed level's never is.
    #[inline]
    pub(crate) const fn is_done(self) -> bool {
        self.0 & (HALT | STREAMED) == HALT
    }

    /// Whether the run must not take a node here: nothing is left, or the level is streamed, and its elements are
    /// charged one by one.
    #[inline]
    pub(crate) const fn halts(self) -> bool {
        self.0 & HALT != 0
    }

    #[inline]
    pub(crate) const fn is_streamed(self) -> bool {
        self.0 & STREAMED != 0
    }

    #[inline]
    pub(crate) const fn is_in_push(self) -> bool {
        self.0 & IN_PUSH != 0
    }

    #[inline]
    pub(crate) const fn is_attributed(self) -> bool {
        self.0 & ATTRIBUTED != 0
    }

    #[inline]
    pub(crate) const fn set_attributed(&mut self, on: bool) {
        self.0 = if on { self.0 | ATTRIBUTED } else { self.0 & !ATTRIBUTED };
    }

    /// Whether a map or attribute has one key more than it has values.
    pub(crate) const fn is_half_pair(self) -> bool {
        // Counted levels, which begin with an even number too, hold one less.
        matches!(self.kind(), Aggregate::Map | Aggregate::Attribute) && (self.0 & ONE != 0) == self.is_streamed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_the_last_element_changes_nothing_but_the_count() {
        for kind in [Aggregate::Array, Aggregate::Attribute, Aggregate::Map, Aggregate::Push, Aggregate::Set] {
            let mut level = Level::FRAME.inner(kind, Some(2));
            level.take();
            assert!(!level.is_done() && !level.halts());
            level.take();
            assert!(level.is_done() && level.halts() && !level.is_streamed() && !level.is_attributed());
            assert_eq!((level.kind(), level.is_in_push()), (kind, kind == Aggregate::Push));
        }
    }

    #[test]
    fn the_frame_is_a_level_apart_from_all_aggregates() {
        for kind in [Aggregate::Array, Aggregate::Attribute, Aggregate::Map, Aggregate::Push, Aggregate::Set] {
            let one_left = Level::FRAME.inner(kind, Some(1));
            assert!(!one_left.is_frame() && one_left != Level::FRAME);
        }
        let mut frame = Level::FRAME;
        frame.take();
        assert!(frame.is_frame() && frame.is_done());
    }

    #[test]
    fn an_empty_level_is_done_at_once() {
        let level = Level::FRAME.inner(Aggregate::Array, Some(0));
        assert!(level.is_done() && !level.is_streamed());
    }

    #[test]
    fn a_streamed_level_is_never_done_and_knows_half_a_pair() {
        let mut level = Level::FRAME.inner(Aggregate::Map, None);
        for taken in 0..5 {
            assert!(level.is_streamed() && level.halts() && !level.is_done());
            assert_eq!(level.is_half_pair(), taken % 2 == 1);
            level.take();
        }
    }

    #[test]
    fn what_lies_in_a_push_is_in_push() {
        let push = Level::FRAME.inner(Aggregate::Push, Some(1));
        assert!(push.inner(Aggregate::Attribute, Some(2)).inner(Aggregate::Map, None).is_in_push());
    }
}

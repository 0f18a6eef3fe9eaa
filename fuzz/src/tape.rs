//! The target `tape`.

use crate::DEPTH;
use crate::input::Input;
use crate::support::frames::check;

/// Frames on a tape are the trees that the oracle's events make, in however many reads they come.
pub fn tape(input: &[u8]) {
    let input = Input::new(input);
    for cuts in [vec![], input.cuts()] {
        check::<DEPTH>(&input.stream, &input.settings, &cuts);
    }
}

//! Limits and switches, readable by the oracle: [`Options`] keeps its fields to itself.

use resp_core::Options;

/// As [`Options`], with the documented defaults written out once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub whole: usize,
    pub max_depth: u64,
    pub max_header: u64,
    pub max_text: u64,
    pub max_count: u64,
    pub max_elements: u64,
    pub max_frame: u64,
    pub resp2_only: bool,
    pub strict_pushes: bool,
    pub strict_integers: bool,
    pub lenient_lengths: bool,
    pub lenient_big_numbers: bool,
}

/// The largest count and element limit that the setters accept.
pub const MAX_COUNT: u64 = (1 << 55) - 1;

impl Default for Settings {
    fn default() -> Self {
        Self {
            whole: 512,
            max_depth: u64::MAX,
            max_header: 512,
            max_text: 536_870_912,
            max_count: 4_294_967_295,
            max_elements: 4_294_967_295,
            max_frame: u64::MAX,
            resp2_only: false,
            strict_pushes: false,
            strict_integers: false,
            lenient_lengths: false,
            lenient_big_numbers: false,
        }
    }
}

impl Settings {
    pub fn options(&self) -> Options {
        Options::new()
            .whole(self.whole)
            .max_depth(self.max_depth)
            .max_header(self.max_header)
            .max_text(self.max_text)
            .max_count(self.max_count)
            .max_elements(self.max_elements)
            .max_frame(self.max_frame)
            .resp2_only(self.resp2_only)
            .strict_pushes(self.strict_pushes)
            .strict_integers(self.strict_integers)
            .lenient_lengths(self.lenient_lengths)
            .lenient_big_numbers(self.lenient_big_numbers)
    }
}

//! The same bytes on every run: a xorshift generator with a fixed seed.

#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// The low bits of a xorshift are its weakest.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    pub(crate) fn index(&mut self, bound: usize) -> usize {
        usize::try_from(self.below(bound as u64)).expect("below a usize")
    }

    pub(crate) fn integer(&mut self, bound: u64) -> i64 {
        i64::try_from(self.below(bound)).expect("a small bound")
    }

    /// At least 0, below 1, every one of 2^53 as likely as any other.
    pub(crate) fn fraction(&mut self) -> f64 {
        const STEPS: u64 = 1 << 53;
        (self.next() >> 11) as f64 / STEPS as f64
    }

    pub(crate) fn letters(&mut self, length: usize) -> Vec<u8> {
        let mut letters = Vec::with_capacity(length);
        for start in (0..length).step_by(8) {
            let bytes = self.next().to_le_bytes();
            letters.extend(bytes.iter().take(length - start).map(|byte| b'a' + byte % 26));
        }
        letters
    }
}

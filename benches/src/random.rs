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

    pub(crate) fn letters(&mut self, out: &mut Vec<u8>, length: usize) {
        for start in (0..length).step_by(8) {
            let bytes = self.next().to_le_bytes();
            out.extend(bytes.iter().take(length - start).map(|byte| b'a' + byte % 26));
        }
    }
}

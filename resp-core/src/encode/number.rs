//! Numbers as text: how long they are, and doubles.

/// How many digits a number has.
#[inline]
pub(crate) const fn digits(number: u64) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        100..=999 => 3,
        _ => (number.ilog10() as usize).saturating_add(1),
    }
}

/// The shortest text that is read back as the same double, as Redis spells it: without a fraction of zero.
pub(crate) struct Double(zmij::Buffer);

impl Double {
    pub(crate) fn new() -> Self {
        Self(zmij::Buffer::new())
    }

    pub(crate) fn format(&mut self, value: f64) -> &[u8] {
        if value.is_nan() {
            return b"nan";
        }
        if value.is_infinite() {
            return if value > 0.0 { b"inf" } else { b"-inf" };
        }
        let text = self.0.format_finite(value).as_bytes();
        text.strip_suffix(b".0").unwrap_or(text)
    }
}

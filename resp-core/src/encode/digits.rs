//! What a big number may say: [`Digits`].

use crate::lex::{self, State};

/// The text of a big number: `[+-]?[0-9]+`, of any length.
///
/// ```
/// use resp_core::Digits;
///
/// assert!(Digits::new(b"-340282366920938463463374607431768211456").is_some());
/// assert!(Digits::new(b"12\r\n+OK").is_none() && Digits::new(b"").is_none() && Digits::new(b"0x10").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digits<'a>(pub(crate) &'a [u8]);

impl<'a> Digits<'a> {
    /// `None` if it is not a decimal integer.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Option<Self> {
        let mut state = State::Start;
        let mut rest = text;
        while let [byte, behind @ ..] = rest {
            state = match lex::big_number(state, *byte) {
                Some(state) => state,
                None => return None,
            };
            rest = behind;
        }
        if state.is_complete() { Some(Self(text)) } else { None }
    }
}

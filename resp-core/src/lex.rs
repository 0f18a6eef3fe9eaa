//! The grammars of what stands between a type byte and its CRLF: lengths, integers, doubles, big numbers.
//!
//! Each is one pure function from a [`State`] and a byte to the next state, so that it can stop after any byte and go
//! on in the next read. `None`: the byte does not fit. Line ends are the same for all and are not their business.

/// How much of a payload there is. One set of names serves all grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing yet.
    Start,
    Plus,
    Minus,
    /// One leading zero: strict grammars end here.
    Zero,
    Digits,
    /// A double after its point, without and with digits.
    Point,
    Fraction,
    /// A double after its `e`, then a sign, then digits.
    Exponent,
    ExponentSign,
    ExponentDigits,
    /// The letters of `inf` and `nan`, and the inside of `nan(...)`.
    I,
    In,
    N,
    Na,
    Nan,
    NanOpen,
    /// `?` or `-1` in place of a length.
    Streamed,
    Null,
    /// Something that nothing may follow.
    Full,
    /// The CR of the line end.
    Cr,
    /// The line end.
    Lf,
}

impl State {
    /// Whether the payload may end here.
    pub(crate) const fn is_complete(self) -> bool {
        use State::*;
        matches!(self, Zero | Digits | Fraction | ExponentDigits | Nan | Streamed | Null | Full)
    }
}

/// What a length may be besides a number, and how strict it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    /// `-1`
    pub(crate) nullable: bool,
    /// `?`
    pub(crate) streamable: bool,
    /// Leading zeros.
    pub(crate) lenient: bool,
}

impl Length {
    pub(crate) const fn next(self, state: State, byte: u8) -> Option<State> {
        use State::*;
        match (state, byte) {
            (Start, b'0') => Some(Zero),
            (Start, b'1'..=b'9') | (Digits, b'0'..=b'9') => Some(Digits),
            (Zero, b'0'..=b'9') if self.lenient => Some(Digits),
            (Start, b'?') if self.streamable => Some(Streamed),
            (Start, b'-') if self.nullable => Some(Minus),
            (Minus, b'1') => Some(Null),
            _ => None,
        }
    }
}

/// `[+-]?[0-9]+`, or, if strict, only the way in which Redis writes it.
pub(crate) const fn integer(strict: bool, state: State, byte: u8) -> Option<State> {
    use State::*;
    match (state, byte) {
        (Start, b'+') if !strict => Some(Plus),
        (Start, b'-') => Some(Minus),
        (Start, b'0') => Some(Zero),
        (Plus | Minus, b'0') if !strict => Some(Zero),
        (Start | Plus | Minus, b'1'..=b'9') | (Digits, b'0'..=b'9') => Some(Digits),
        (Zero, b'0'..=b'9') if !strict => Some(Digits),
        _ => None,
    }
}

/// `[+-]?[0-9]+`, of any length.
pub(crate) const fn big_number(state: State, byte: u8) -> Option<State> {
    integer(false, state, byte)
}

/// `[+-]? (digits [. digits] [e [+-] digits] | inf | nan | nan(word))`, letters in either case.
pub(crate) const fn double(state: State, byte: u8) -> Option<State> {
    use State::*;
    match (state, byte) {
        (Start, b'+') => Some(Plus),
        (Start, b'-') => Some(Minus),
        (Start | Plus | Minus | Digits, b'0'..=b'9') => Some(Digits),
        (Digits, b'.') => Some(Point),
        (Point | Fraction, b'0'..=b'9') => Some(Fraction),
        (Digits | Fraction, b'e' | b'E') => Some(Exponent),
        (Exponent, b'+' | b'-') => Some(ExponentSign),
        (Exponent | ExponentSign | ExponentDigits, b'0'..=b'9') => Some(ExponentDigits),
        (Start | Plus | Minus, b'i' | b'I') => Some(I),
        (I, b'n' | b'N') => Some(In),
        (In, b'f' | b'F') => Some(Full),
        (Start | Plus | Minus, b'n' | b'N') => Some(N),
        (N, b'a' | b'A') => Some(Na),
        (Na, b'n' | b'N') => Some(Nan),
        (Nan, b'(') => Some(NanOpen),
        (NanOpen, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_') => Some(NanOpen),
        (NanOpen, b')') => Some(Full),
        _ => None,
    }
}

/// Whether it is spelled like a double.
pub(crate) fn is_double(text: &[u8]) -> bool {
    fits(text, double)
}

fn fits(text: &[u8], next: impl Fn(State, u8) -> Option<State>) -> bool {
    text.iter().try_fold(State::Start, |state, &byte| next(state, byte)).is_some_and(State::is_complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_double(text: &str) -> bool {
        super::is_double(text.as_bytes())
    }

    #[test]
    fn doubles_are_digits_with_point_and_exponent_or_a_word() {
        for text in [
            "0",
            "-0",
            "+1.5",
            "1e5",
            "1.5E-7",
            "1e+100",
            "00.10",
            "inf",
            "-INF",
            "+Inf",
            "nan",
            "-nan",
            "NaN",
            "nan()",
            "-nan(0x7_Z)",
        ] {
            assert!(is_double(text), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_double() {
        for text in [
            "", "+", "-", ".5", "5.", "1e", "1e+", "1.e5", "e5", "infinity", "in", "nan(", "nan(-)", "nan()x", "0x10",
            " 1", "1 ", "1,5", "--1", "1e5.0",
        ] {
            assert!(!is_double(text), "{text}");
        }
    }

    #[test]
    fn a_strict_integer_is_what_redis_writes() {
        let strict = |text: &str| fits(text.as_bytes(), |state, byte| integer(true, state, byte));
        assert!(["0", "7", "-7", "10", "-90"].into_iter().all(strict));
        assert!(!["", "-", "+7", "07", "-0", "00", "-07"].into_iter().any(strict));
    }
}

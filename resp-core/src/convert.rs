//! From a frame to what it is wanted for: [`FromFrame`].

use core::error;
use core::fmt;
use core::str::{self, FromStr};

use arrayvec::ArrayVec;

use crate::double::double;
use crate::frame::{Frame, Kind};
use crate::lex;

/// A type that a [`Frame`] can be turned into, by [`Frame::to`].
///
/// A conversion takes what servers send for such a value, in RESP3 or RESP2:
///
/// | type | is made of |
/// |---|---|
/// | integers | an integer; a string or big number of decimal digits; within the range of the type |
/// | `f64`, `f32` | a double; an integer; a string or big number that is spelled like a double. `f32` is the nearest to the `f64` |
/// | `bool` | a boolean; the integers 0 and 1, in a string too |
/// | `&[u8]`, `&str` | a string of any type, a big number, or a double as its text; in one piece, and for `&str` in UTF-8 |
/// | `Vec<u8>` by [`to_vec`](Frame::to_vec), `String` | the same, in any number of pieces |
/// | `Option<T>` | `None`: a null |
/// | `[T; N]`, tuples | an array, set, push or map with so many elements, where each pair of a map is two |
/// | `Vec<T>` | an array, set or push |
/// | `Vec<(K, V)>` | the same, of arrays of two; whatever has [`pairs`](Frame::pairs), in their order |
/// | `BTreeMap`, `HashMap` | whatever has [`pairs`](Frame::pairs). The last of equal keys counts |
/// | `()` | anything that is no error |
/// | [`Frame`] | anything |
///
/// Numbers in strings have to be in one piece.
///
/// A server's error is none of these: look for it first ([`Frame::error`]), or see it in the [`Mismatch`].
///
/// `String` and `Vec` need the feature `alloc`, `HashMap` needs `std`.
pub trait FromFrame<'a>: Sized {
    /// Makes it.
    ///
    /// # Errors
    ///
    /// [`Mismatch`] if the frame is something else.
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>>;

    /// Makes a list of them. Only pairs need another than this, as they need not be elements.
    ///
    /// # Errors
    ///
    /// [`Mismatch`] if the frame, or what is in it, is something else.
    #[cfg(feature = "alloc")]
    fn list_from_frame(frame: Frame<'a>) -> Result<alloc::vec::Vec<Self>, Mismatch<'a>> {
        owned::list(frame)
    }
}

/// A frame is not what was wanted.
///
/// ```
/// use resp_core::{FixedTape, Parser};
/// let mut tape = FixedTape::<16>::new();
/// let input = b"%1\r\n+field\r\n*3\r\n:1\r\n:2\r\n$1\r\nx\r\n";
/// let frame = tape.next_frame(&mut Parser::new(), input)?.expect("complete");
/// let mismatch = frame.to::<(&str, [i64; 3])>().unwrap_err();
/// assert_eq!(mismatch.to_string(), r#"$.field[2]: expected an integer, found a bulk string "x""#);
/// # Ok::<(), resp_core::TapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Mismatch<'a> {
    root: Frame<'a>,
    found: Frame<'a>,
    expected: &'static str,
}

impl<'a> Mismatch<'a> {
    /// `found` is not `expected`, a noun with its article: for implementations of [`FromFrame`].
    #[must_use]
    pub const fn new(expected: &'static str, found: Frame<'a>) -> Self {
        Self { root: found, found, expected }
    }

    /// What is not as it should be.
    #[must_use]
    pub const fn found(&self) -> Frame<'a> {
        self.found
    }

    /// What it should be.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }
}

impl<'a> Frame<'a> {
    /// The frame as a Rust value: see [`FromFrame`] for what can be made of what.
    ///
    /// ```
    /// use resp_core::{FixedTape, Parser};
    /// let mut tape = FixedTape::<16>::new();
    /// let frame = tape.next_frame(&mut Parser::new(), b"*2\r\n$2\r\n42\r\n_\r\n")?.expect("complete");
    /// assert_eq!(frame.to::<(i32, Option<&str>)>().ok(), Some((42, None)));
    /// # Ok::<(), resp_core::TapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Mismatch`], which says where it is not what was wanted. It borrows the frame: to leave the function that has read
    /// this, it becomes text, or the `Error` of `resp-std`.
    pub fn to<T: FromFrame<'a>>(self) -> Result<T, Mismatch<'a>> {
        T::from_frame(self).map_err(|mismatch| Mismatch { root: self, ..mismatch })
    }

    /// The bytes of a string of any type, a big number or a double's text, in one piece.
    ///
    /// # Errors
    ///
    /// [`Mismatch`] if it is none of these.
    #[cfg(feature = "alloc")]
    pub fn to_vec(self) -> Result<alloc::vec::Vec<u8>, Mismatch<'a>> {
        if !self.is_string() {
            return Err(Mismatch::new("a string", self));
        }
        let mut bytes = alloc::vec::Vec::new();
        self.chunks().for_each(|chunk| bytes.extend_from_slice(chunk));
        Ok(bytes)
    }

    /// Whether it is a text that is no error.
    fn is_string(self) -> bool {
        use Kind::{BigNumber, BulkString, Double, SimpleString, VerbatimString};
        matches!(self.kind(), BigNumber | BulkString | Double | SimpleString | VerbatimString)
    }

    /// A number that stands in a string or big number.
    fn number_in_text<T: FromStr>(self) -> Option<T> {
        if self.kind() == Kind::Double { None } else { self.as_str()?.parse().ok() }
    }
}

macro_rules! integers {
    ($($integer:ty),+) => {$(
        impl<'a> FromFrame<'a> for $integer {
            fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
                let value = match frame.as_i64() {
                    Some(value) => Self::try_from(value).ok(),
                    None => frame.number_in_text(),
                };
                let expected = if frame.kind() == Kind::Integer { OUT_OF_RANGE } else { "an integer" };
                value.ok_or(Mismatch::new(expected, frame))
            }
        }
    )+};
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

const OUT_OF_RANGE: &str = "an integer within the range of its type";

impl<'a> FromFrame<'a> for f64 {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        #[expect(clippy::cast_precision_loss, reason = "the nearest double")]
        let value = match frame.as_i64() {
            Some(value) => Some(value as Self),
            None => frame.as_bytes().filter(|text| lex::is_double(text)).map(double),
        };
        value.ok_or(Mismatch::new("a double", frame))
    }
}

impl<'a> FromFrame<'a> for f32 {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        #[expect(clippy::cast_possible_truncation, reason = "the float nearest to the double")]
        f64::from_frame(frame).map(|value| value as Self)
    }
}

impl<'a> FromFrame<'a> for bool {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        match (frame.as_bool(), frame.to()) {
            (Some(value), _) => Ok(value),
            (None, Ok(value @ (0_i64 | 1))) => Ok(value == 1),
            _ => Err(Mismatch::new("a boolean", frame)),
        }
    }
}

impl<'a> FromFrame<'a> for &'a [u8] {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        frame.as_bytes().ok_or(Mismatch::new(string(frame), frame))
    }
}

impl<'a> FromFrame<'a> for &'a str {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        let bytes = frame.to()?;
        str::from_utf8(bytes).map_err(|_| Mismatch::new("a string in UTF-8", frame))
    }
}

/// What was expected of what has no bytes.
fn string(frame: Frame<'_>) -> &'static str {
    if frame.is_string() { "a string in one piece" } else { "a string" }
}

impl<'a, T: FromFrame<'a>> FromFrame<'a> for Option<T> {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        if frame.is_null() { Ok(None) } else { T::from_frame(frame).map(Some) }
    }
}

impl<'a> FromFrame<'a> for Frame<'a> {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        Ok(frame)
    }
}

impl<'a> FromFrame<'a> for () {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        if frame.error().is_some() { Err(Mismatch::new("no error", frame)) } else { Ok(()) }
    }
}

impl<'a, T: FromFrame<'a>, const N: usize> FromFrame<'a> for [T; N] {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        let wrong = Mismatch::new("an array of another length", frame);
        if !frame.is_aggregate() || frame.elements().len() != N {
            return Err(wrong);
        }
        let mut elements = ArrayVec::<T, N>::new();
        for element in frame.elements() {
            elements.try_push(T::from_frame(element)?).map_err(|_| wrong)?;
        }
        elements.into_inner().map_err(|_| wrong)
    }
}

impl<'a, A: FromFrame<'a>, B: FromFrame<'a>> FromFrame<'a> for (A, B) {
    fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
        let [a, b] = frame.to().map_err(|_| Mismatch::new("an array of 2", frame))?;
        Ok((A::from_frame(a)?, B::from_frame(b)?))
    }

    #[cfg(feature = "alloc")]
    fn list_from_frame(frame: Frame<'a>) -> Result<alloc::vec::Vec<Self>, Mismatch<'a>> {
        if frame.has_pairs() { owned::pairs(frame) } else { owned::list(frame) }
    }
}

macro_rules! tuples {
    ($(($len:literal: $($name:ident)+))+) => {$(
        impl<'a, $($name: FromFrame<'a>),+> FromFrame<'a> for ($($name,)+) {
            fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
                let elements: [Frame<'a>; $len] =
                    frame.to().map_err(|_| Mismatch::new(concat!("an array of ", $len), frame))?;
                let mut elements = elements.into_iter();
                let mut next = || elements.next().ok_or(Mismatch::new("an element", frame));
                Ok(($($name::from_frame(next()?)?,)+))
            }
        }
    )+};
}

tuples! {
    (1: A)
    (3: A B C)
    (4: A B C D)
    (5: A B C D E)
    (6: A B C D E F)
    (7: A B C D E F G)
    (8: A B C D E F G H)
}

#[cfg(feature = "alloc")]
mod owned {
    use alloc::collections::BTreeMap;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    impl<'a> FromFrame<'a> for String {
        fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
            Self::from_utf8(frame.to_vec()?).map_err(|_| Mismatch::new("a string in UTF-8", frame))
        }
    }

    impl<'a, T: FromFrame<'a>> FromFrame<'a> for Vec<T> {
        fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
            T::list_from_frame(frame)
        }
    }

    impl<'a, K: FromFrame<'a> + Ord, V: FromFrame<'a>> FromFrame<'a> for BTreeMap<K, V> {
        fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
            pairs(frame)
        }
    }

    #[cfg(feature = "std")]
    impl<'a, K, V, S> FromFrame<'a> for std::collections::HashMap<K, V, S>
    where
        K: FromFrame<'a> + Eq + core::hash::Hash,
        V: FromFrame<'a>,
        S: core::hash::BuildHasher + Default,
    {
        fn from_frame(frame: Frame<'a>) -> Result<Self, Mismatch<'a>> {
            pairs(frame)
        }
    }

    pub(super) fn list<'a, T: FromFrame<'a>>(frame: Frame<'a>) -> Result<Vec<T>, Mismatch<'a>> {
        match frame.kind() {
            Kind::Array | Kind::Set | Kind::Push => frame.elements().map(T::from_frame).collect(),
            _ => Err(Mismatch::new("an array", frame)),
        }
    }

    pub(super) fn pairs<'a, K: FromFrame<'a>, V: FromFrame<'a>, M: FromIterator<(K, V)>>(
        frame: Frame<'a>,
    ) -> Result<M, Mismatch<'a>> {
        if !frame.has_pairs() {
            return Err(Mismatch::new("a map", frame));
        }
        frame.pairs().map(|(key, value)| Ok((K::from_frame(key)?, V::from_frame(value)?))).collect()
    }
}

/// `$.field[2]: expected an integer, found a bulk string "x"`.
impl fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.root.path_to(self.found);
        write!(f, "{path}: expected {}, found {}", self.expected, self.found.summary())
    }
}

impl fmt::Debug for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mismatch({self})")
    }
}

impl error::Error for Mismatch<'_> {}

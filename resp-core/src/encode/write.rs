//! Where encoded bytes go: [`Write`].

use core::convert::Infallible;
use core::fmt;

use arrayvec::ArrayVec;

/// Where encoded bytes go.
///
/// | sink | error | |
/// |---|---|---|
/// | `&mut [u8]` | [`Full`] | the slice becomes what is left of it |
/// | `ArrayVec<u8, N>` | [`Full`] | |
/// | [`Count`] | never | only counts |
/// | `Vec<u8>`, with the feature `alloc` | never | grows |
/// | `bytes::BytesMut`, with the feature `bytes` | never | grows |
/// | `IoWriter(W)`, with the feature `std` | [`std::io::Error`] | any [`std::io::Write`] |
/// | `&mut W` | `W`'s | |
///
/// ```
/// use resp_core::{EncodeError, Full, write_command};
///
/// let mut buffer = [0; 40];
/// let mut rest = &mut buffer[..];
/// write_command(&mut rest, ["GET", "key"])?;
/// assert_eq!(write_command(&mut rest, ["GET", "another key"]), Err(EncodeError::Write(Full)));
/// let left = rest.len();
/// assert_eq!(&buffer[..40 - left], b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n");
/// # Ok::<(), EncodeError<Full>>(())
/// ```
#[diagnostic::on_unimplemented(note = "what is a `std::io::Write` is one in an `IoWriter` (feature `std`)")]
pub trait Write {
    /// Why bytes were not taken.
    type Error;

    /// Takes all of `bytes`; or, where it can tell before, none of them.
    ///
    /// # Errors
    ///
    /// The sink's own.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Says that so many bytes come next, in more than one piece. A sink that gives `Ok` takes them; so one that has not
    /// enough room can refuse them before it has taken the first. Others leave it as it is.
    ///
    /// # Errors
    ///
    /// The sink's own: there is no room.
    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), Self::Error> {
        let _ = len;
        Ok(())
    }
}

/// The sink has not enough room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no room left")
    }
}

impl core::error::Error for Full {}

/// Counts bytes, and keeps none: how long anything will be, without a second implementation that has to agree.
///
/// ```
/// use resp_core::{Count, Encoder, Protocol};
///
/// let mut encoder = Encoder::new(Count::default(), Protocol::Resp3);
/// encoder.double(3.141)?;
/// assert_eq!(encoder.get_ref().bytes, 8);
/// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// All bytes so far; it stays at the largest number.
    pub bytes: u64,
}

impl Write for Count {
    type Error = Infallible;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        Ok(())
    }
}

impl Write for &mut [u8] {
    type Error = Full;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), Full> {
        self.reserve(bytes.len())?;
        let (front, rest) = core::mem::take(self).split_at_mut_checked(bytes.len()).ok_or(Full)?;
        front.copy_from_slice(bytes);
        *self = rest;
        Ok(())
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), Full> {
        if len <= self.len() { Ok(()) } else { Err(Full) }
    }
}

impl<const N: usize> Write for ArrayVec<u8, N> {
    type Error = Full;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), Full> {
        self.try_extend_from_slice(bytes).map_err(|_| Full)
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), Full> {
        if len <= self.remaining_capacity() { Ok(()) } else { Err(Full) }
    }
}

#[cfg(feature = "alloc")]
impl Write for alloc::vec::Vec<u8> {
    type Error = Infallible;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), Infallible> {
        Self::reserve(self, len);
        Ok(())
    }
}

#[cfg(feature = "bytes")]
impl Write for bytes::BytesMut {
    type Error = Infallible;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), Infallible> {
        Self::reserve(self, len);
        Ok(())
    }
}

impl<W: Write + ?Sized> Write for &mut W {
    type Error = W::Error;

    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), W::Error> {
        (**self).write(bytes)
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<(), W::Error> {
        (**self).reserve(len)
    }
}

//! A request that is all there: [`Request`].

use core::{fmt, slice};

use resp_core::Span;

/// A request: at least one argument, of which the first is the command's name.
///
/// It is lent by the reader until its next call. The arguments are positions, which the reader keeps for all requests to
/// come, so nothing is allocated for one.
///
/// ```
/// use resp_std::RequestReader;
///
/// let mut reader = RequestReader::new(&b"SET key \"a value\"\r\n"[..]);
/// let request = reader.next_request()?.expect("one");
/// assert_eq!((request.name(), request.len()), (b"SET".as_slice(), 3));
/// assert_eq!(request.get(2), Some(b"a value".as_slice()));
/// assert_eq!(request.iter().skip(1).collect::<Vec<_>>(), [b"key".as_slice(), b"a value"]);
/// assert_eq!(request.wire(), b"SET key \"a value\"\r\n");
/// # Ok::<(), resp_std::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// What the positions are counted in: the buffer, or what was unescaped.
    pub(crate) data: &'a [u8],
    pub(crate) arguments: &'a [Span],
    pub(crate) wire: &'a [u8],
}

impl<'a> Request<'a> {
    /// The number of arguments, the name among them.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there is no argument, which no reader ever says of a request.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The first argument, in whatever case the client wrote it.
    #[must_use]
    #[inline]
    pub fn name(&self) -> &'a [u8] {
        self.get(0).unwrap_or_default()
    }

    /// The argument at this place; the name stands at 0.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        self.arguments.get(index).map(|span| span.of(self.data))
    }

    /// The arguments, the name first.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> Arguments<'a> {
        Arguments { data: self.data, spans: self.arguments.iter() }
    }

    /// The bytes as the client sent them, for those who pass them on.
    #[must_use]
    #[inline]
    pub fn wire(&self) -> &'a [u8] {
        self.wire
    }
}

impl<'a> IntoIterator for Request<'a> {
    type Item = &'a [u8];
    type IntoIter = Arguments<'a>;

    #[inline]
    fn into_iter(self) -> Arguments<'a> {
        self.iter()
    }
}

// Passwords are arguments too.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The arguments of a [`Request`], one after the other.
#[derive(Clone)]
pub struct Arguments<'a> {
    data: &'a [u8],
    spans: slice::Iter<'a, Span>,
}

impl<'a> Iterator for Arguments<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        self.spans.next().map(|span| span.of(self.data))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.spans.size_hint()
    }
}

impl DoubleEndedIterator for Arguments<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.spans.next_back().map(|span| span.of(self.data))
    }
}

impl ExactSizeIterator for Arguments<'_> {}

impl fmt::Debug for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arguments").field("len", &self.len()).finish_non_exhaustive()
    }
}

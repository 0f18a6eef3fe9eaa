//! The push interface: [`RequestVisitor`].

use core::ops::ControlFlow;

use super::event::RequestEvent;
use crate::event::Part;

/// What [`RequestParser::parse`](crate::RequestParser::parse) hands its events to.
///
/// Only [`event`](RequestVisitor::event) must be written: every other method's default calls it, or does nothing. Each
/// may stop the parser with [`ControlFlow::Break`]; the next call goes on exactly there.
///
/// A closure is a visitor (name its argument's type, so that Rust can infer the lifetime):
///
/// ```
/// use core::ops::ControlFlow;
/// use resp_core::{RequestEvent, RequestParser};
///
/// let mut requests = 0;
/// let _ = RequestParser::new().parse(b"PING\r\n*1\r\n$4\r\nPING\r\n", &mut |event: RequestEvent<&[u8]>| {
///     requests += u32::from(event == RequestEvent::End);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(requests, 2);
/// # Ok::<(), resp_core::RequestError>(())
/// ```
pub trait RequestVisitor<'b> {
    /// Any event that has no method of its own in the implementation.
    fn event(&mut self, event: RequestEvent<&'b [u8]>) -> ControlFlow<()>;

    /// [`RequestEvent::Begin`]
    #[inline]
    fn begin(&mut self, count: u64) -> ControlFlow<()> {
        self.event(RequestEvent::Begin(count))
    }

    /// [`RequestEvent::Argument`]
    #[inline]
    fn argument(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.event(RequestEvent::Argument(part, data))
    }

    /// [`RequestEvent::End`]
    #[inline]
    fn end(&mut self) -> ControlFlow<()> {
        self.event(RequestEvent::End)
    }

    /// Comes just before an argument's [`Part::First`], and not before a [`Part::Whole`], with the length of the whole
    /// argument in bytes; `None` in an inline request, which declares none. The first part is delivered even if this
    /// breaks.
    #[inline]
    fn argument_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        let _ = len;
        ControlFlow::Continue(())
    }

    /// Comes just before [`end`](RequestVisitor::end), with the number of bytes that the request took on the wire.
    #[inline]
    fn request_len(&mut self, len: u64) {
        let _ = len;
    }
}

impl<'b, F: FnMut(RequestEvent<&'b [u8]>) -> ControlFlow<()>> RequestVisitor<'b> for F {
    #[inline]
    fn event(&mut self, event: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        self(event)
    }
}

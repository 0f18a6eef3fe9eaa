//! The reading for parsers that take slices.

use core::cell::RefCell;

use resp_std::ReadBuffer;

/// Copies `stream` to a buffer in reads of at most `reads` bytes, and after each hands all that is held to `parse`, which
/// says how many bytes it is done with. `None`: it cannot parse them.
#[inline(always)]
pub(crate) fn feed(stream: &[u8], reads: usize, mut parse: impl FnMut(&[u8]) -> Option<usize>) -> Option<()> {
    thread_local! {
        // As in a connection that has been there for a while.
        static WARM: RefCell<ReadBuffer> = RefCell::new(ReadBuffer::new(64 << 10));
    }
    WARM.with_borrow_mut(|buffer| {
        // A pass that gave up has left something.
        buffer.consume(buffer.len());
        for read in stream.chunks(reads) {
            buffer.spare(read.len())[..read.len()].copy_from_slice(read);
            buffer.commit(read.len());
            let done = parse(buffer.bytes())?;
            buffer.consume(done);
        }
        buffer.is_empty().then_some(())
    })
}

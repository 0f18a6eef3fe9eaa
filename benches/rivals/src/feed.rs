//! The reading for parsers that take slices.

use resp_std::ReadBuffer;

/// Copies `stream` to a buffer in reads of at most `reads` bytes, and after each hands all that is held to `parse`, which
/// says how many bytes it is done with. `None`: it cannot parse them.
#[inline(always)]
pub(crate) fn feed(stream: &[u8], reads: usize, mut parse: impl FnMut(&[u8]) -> Option<usize>) -> Option<()> {
    let mut buffer = ReadBuffer::new(64 << 10);
    for read in stream.chunks(reads) {
        buffer.spare(read.len())[..read.len()].copy_from_slice(read);
        buffer.commit(read.len());
        let done = parse(buffer.bytes())?;
        buffer.consume(done);
    }
    buffer.is_empty().then_some(())
}

//! A frame of one node, for a [`Tape`](crate::Tape): [`Parser::leaf`].

use crate::node::Tag;
use crate::parser::Parser;
use crate::piece;
use crate::run::{integer, line, null_bulk_string, resp3_null, simple_string, text};
use crate::word;

impl<const DEPTH: usize> Parser<DEPTH> {
    /// Between frames: the next one, if it is a scalar or text of a common type, canonical and all there.
    #[inline(always)]
    pub(crate) fn leaf<'b>(&mut self, input: &'b [u8]) -> Option<(Tag, u64, &'b [u8])> {
        let end = self.offset.wrapping_add(input.len() as u64);
        if end > self.horizon {
            return None;
        }
        let word = word::load(input)?;
        let (tag, value, next) = match word.to_le_bytes()[0] {
            b'$' if word::starts_with(word, b"$-1") => (Tag::NullBulkString, 0, null_bulk_string(input, word)?),
            b'$' => placed(Tag::BulkString, input, text(input, word)?),
            b':' => {
                let (value, next) = integer(input, word)?;
                (Tag::Integer, value.cast_unsigned(), next)
            }
            b'+' => placed(Tag::SimpleString, input, simple_string(input, word)?),
            b'-' => placed(Tag::SimpleError, input, line(input, piece::line)?),
            b'_' if !self.options.resp2_only => (Tag::Null, 0, resp3_null(input, word)?),
            b',' if !self.options.resp2_only => placed(Tag::Double, input, line(input, piece::double)?),
            _ => return None,
        };
        self.offset = end.wrapping_sub(next.len() as u64);
        Some((tag, value, next))
    }
}

#[inline(always)]
fn placed<'b>(tag: Tag, input: &[u8], (data, next): (&[u8], &'b [u8])) -> (Tag, u64, &'b [u8]) {
    let start = data.as_ptr().addr().wrapping_sub(input.as_ptr().addr());
    (tag, start as u64 | (data.len() as u64) << 32, next)
}

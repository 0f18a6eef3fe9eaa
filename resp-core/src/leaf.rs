//! A frame of one node: [`Parser::leaf`].
//!
//! Most replies are one node, and a run that begins and ends for each costs several times what the node does. So a
//! [`Tape`](crate::Tape) looks for one first, in its caller's loop: `+OK` takes 84 instructions and 3.8 ns instead of 254
//! and 11.9. It is the run's grammar, cut down to the common types, and there are no levels to keep.

use crate::node::{Node, Tag};
use crate::parser::Parser;
use crate::piece;
use crate::run::{integer, line, null_bulk_string, ok, resp3_null, short_line, text};
use crate::word;

impl<const DEPTH: usize> Parser<DEPTH> {
    /// Between frames: the next one, if it is a scalar or a text of a common type, canonical and all there; and what is
    /// behind it. Nothing is consumed, and the node does not say where it ends.
    #[inline(always)]
    pub(crate) fn leaf<'b>(&self, input: &'b [u8]) -> Option<(Node, &'b [u8])> {
        if self.offset.wrapping_add(input.len() as u64) > self.horizon {
            return None;
        }
        let word = word::load(input)?;
        let resp3 = !self.options.resp2_only;
        let placed = |tag, data| Node::placed(tag, data, input.as_ptr().addr());
        Some(match word.to_le_bytes()[0] {
            b'$' if word::starts_with(word, b"$-1") => {
                (Node::new(Tag::NullBulkString, 0), null_bulk_string(input, word)?)
            }
            b'$' => {
                let (data, next) = text(input, word)?;
                (placed(Tag::BulkString, data), next)
            }
            b':' => {
                let (value, next) = integer(input, word)?;
                (Node::new(Tag::Integer, value.cast_unsigned()), next)
            }
            b'+' => {
                let short = ok(input, word).or_else(|| short_line(input, word));
                let (data, next) = short.or_else(|| line(input, piece::line))?;
                (placed(Tag::SimpleString, data), next)
            }
            b'-' => {
                let (data, next) = line(input, piece::line)?;
                (placed(Tag::SimpleError, data), next)
            }
            b'_' if resp3 => (Node::new(Tag::Null, 0), resp3_null(input, word)?),
            b',' if resp3 => {
                let (data, next) = line(input, piece::double)?;
                (placed(Tag::Double, data), next)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    //! What is declined here, a run takes instead, and nobody sees the difference. So here is pinned what is taken.

    extern crate std;

    use super::*;
    use crate::options::Options;
    use crate::run::RUN_HEADER;

    const LEAVES: [(&[u8], Tag); 10] = [
        (b"+OK\r\n", Tag::SimpleString),
        (b"+QUEUED\r\n", Tag::SimpleString),
        (b"-MOVED 3999 127.0.0.1:6381\r\n", Tag::SimpleError),
        (b":-12345678901\r\n", Tag::Integer),
        (b"$-1\r\n", Tag::NullBulkString),
        (b"$0\r\n\r\n", Tag::BulkString),
        (b"$12\r\nhello, world\r\n", Tag::BulkString),
        (b"_\r\n", Tag::Null),
        (b",0.1\r\n", Tag::Double),
        (b",1\r\n", Tag::Double),
    ];

    /// What of a stream that begins with this frame is taken, and as what.
    fn taken(parser: &Parser, frame: &[u8]) -> Option<(usize, Tag)> {
        let input = [frame, b"*1\r\n:1\r\n"].concat();
        let (node, next) = parser.leaf(&input)?;
        Some((input.len().wrapping_sub(next.len()), node.tag))
    }

    #[test]
    fn leaves_of_common_types_are_taken() {
        for (frame, tag) in LEAVES {
            assert_eq!(taken(&Parser::new(), frame), Some((frame.len(), tag)), "{}", frame.escape_ascii());
        }
    }

    #[test]
    fn what_is_more_than_a_leaf_or_less_is_declined() {
        for frame in
            [&b"*0\r\n"[..], b">1\r\n+a\r\n", b"|0\r\n+a\r\n", b"$?\r\n;0\r\n", b"*-1\r\n", b"+O\n", b":+1\r\n"]
        {
            assert_eq!(taken(&Parser::new(), frame), None, "{}", frame.escape_ascii());
        }
        for (frame, _) in LEAVES {
            assert!(Parser::new().leaf(frame.split_last().unwrap().1).is_none(), "{}", frame.escape_ascii());
        }
    }

    #[test]
    fn nothing_is_taken_where_there_is_no_run() {
        let parser = Parser::with_options(Options::new().max_header(u64::from(RUN_HEADER) - 1));
        for (frame, _) in LEAVES {
            assert_eq!(taken(&parser, frame), None, "{}", frame.escape_ascii());
        }
    }

    #[test]
    fn nothing_is_taken_from_behind_the_horizon() {
        let input = b"$12\r\nhello, world\r\n";
        for (max_text, expected) in [(input.len() as u64, true), (input.len() as u64 - 1, false)] {
            let parser = Parser::<1>::with_depth(Options::new().max_text(max_text));
            assert_eq!(parser.leaf(input).is_some(), expected, "{max_text}");
        }
    }

    #[test]
    fn no_leaf_of_resp3_is_taken_where_only_resp2_is_allowed() {
        let parser = Parser::with_options(Options::new().resp2_only(true));
        assert_eq!(taken(&parser, b"_\r\n"), None);
        assert_eq!(taken(&parser, b",0.1\r\n"), None);
        assert!(taken(&parser, b"+OK\r\n").is_some());
    }
}

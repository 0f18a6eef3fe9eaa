//! A request that is all there: [`RequestParser::whole_request`].
//!
//! Most requests are a few short arguments, and a run that begins and ends for each of them, with a visitor that lives in
//! memory because it is lent to functions out of line, costs more than the arguments do. So a reader looks for a whole
//! request first, in its caller's loop: the `SET` of setpipe takes 84 instructions per node instead of 131, and two thirds
//! of the time. It is the run's grammar, for requests of one digit.

#![expect(clippy::arithmetic_side_effects, reason = "a place in a slice, and two bytes that are known to be behind it")]

use super::parser::RequestParser;
use crate::event::Span;
use crate::run::{behind, digit, next_bulk_string, short_number};
use crate::word::load;

impl RequestParser {
    /// Positions, all of a request's at once: where in `input` its arguments stand, and its length on the wire. The fast
    /// way to whole requests.
    ///
    /// It takes what most clients send: an array of one to nine bulk strings of less than 1000 bytes each, if all of it
    /// is there. `None`: nothing was consumed, and nothing is said of what is there. Any other call takes it, or says what
    /// is missing or wrong.
    ///
    /// ```
    /// use resp_core::{RequestParser, Span};
    ///
    /// let (mut parser, input) = (RequestParser::new(), b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\nPING\r\n");
    /// let mut places = [Span { start: 0, end: 0 }; 9];
    /// let (arguments, len) = parser.whole_request(input, &mut places).expect("it is there");
    /// assert_eq!(arguments.iter().map(|place| place.of(input)).collect::<Vec<_>>(), [b"GET", b"key"]);
    ///
    /// // What follows is no array.
    /// let mut rest = &input[len..];
    /// assert_eq!(parser.whole_request(rest, &mut places), None);
    /// assert!(parser.skip_request(&mut rest)?);
    /// # Ok::<(), resp_core::RequestError>(())
    /// ```
    #[inline(always)]
    pub fn whole_request<'p>(&mut self, input: &[u8], places: &'p mut [Span; 9]) -> Option<(&'p [Span], usize)> {
        if self.to_come != 0 {
            return None;
        }
        let (count, mut len, mut body) = headers(input)?;
        if count as u64 > self.options.max_arguments {
            return None;
        }
        let places = places.get_mut(..count)?;
        let (last, front) = places.split_last_mut()?;
        for place in front {
            let (data, rest) = body.split_at_checked(len)?;
            *place = Span::within(input, data);
            (len, body) = next_bulk_string(rest, load(rest)?)?;
        }
        let (data, rest) = body.split_at_checked(len)?;
        // Not `strip_prefix`, which is not always inlined.
        let [b'\r', b'\n', ..] = rest else { return None };
        *last = Span::within(input, data);
        let len = last.end + 2;
        // In the middle of a line or a header, and in a failed parser, there is no horizon.
        let offset = self.offset.wrapping_add(len as u64);
        if offset > self.horizon {
            return None;
        }
        self.offset = offset;
        Some((places, len))
    }
}

/// The header of a request and that of its first argument: how many there are, how long this is, and what is behind.
#[inline(always)]
pub(super) fn headers(input: &[u8]) -> Option<(usize, usize, &[u8])> {
    let word = load(input)?;
    let count = digit::<1>(word)?;
    // Most names have less than ten letters.
    if word & 0xffff_00ff_ffff_00ff == u64::from_le_bytes(*b"*\0\r\n$\0\r\n") {
        return Some((count, digit::<5>(word)?, behind(input, 8)));
    }
    if word & 0x00ff_ffff_00ff != u64::from_le_bytes(*b"*\0\r\n$\0\0\0") {
        return None;
    }
    let rest = behind(input, 4);
    let (len, body) = short_number(rest, load(rest)?)?;
    Some((count, len, body))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    //! What is declined here, a run takes instead, and nobody sees the difference. So here is pinned what is taken.

    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::request::RequestOptions;

    const NONE: [Span; 9] = [Span { start: 0, end: 0 }; 9];

    const GET: &[u8] = b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n";

    fn request(arguments: &[&[u8]]) -> Vec<u8> {
        let mut wire = std::format!("*{}\r\n", arguments.len()).into_bytes();
        for argument in arguments {
            wire.extend(std::format!("${}\r\n", argument.len()).bytes());
            wire.extend_from_slice(argument);
            wire.extend_from_slice(b"\r\n");
        }
        wire
    }

    fn is_taken(options: RequestOptions, input: &[u8]) -> bool {
        RequestParser::with_options(options).whole_request(input, &mut NONE.clone()).is_some()
    }

    #[track_caller]
    fn assert_taken(arguments: &[&[u8]], behind: &[u8]) {
        let wire = request(arguments);
        let input = [&wire[..], behind].concat();
        let (mut parser, mut places) = (RequestParser::new(), NONE);
        let (found, len) = parser.whole_request(&input, &mut places).unwrap();
        assert_eq!(found.iter().map(|place| place.of(&input)).collect::<Vec<_>>(), arguments);
        assert_eq!((len, parser.offset(), parser.is_idle()), (wire.len(), wire.len() as u64, true));
    }

    #[test]
    fn requests_of_one_to_nine_arguments_are_taken() {
        for count in 1..=9 {
            assert_taken(&[&b"SET"[..], b"k", b"", b"\r\n", b"e", b"f", b"g", b"h", b"i"][..count], b"");
        }
    }

    #[test]
    fn arguments_of_up_to_three_digits_are_taken_wherever_they_stand() {
        for len in [0, 9, 10, 99, 100, 999] {
            let long = std::vec![b'x'; len];
            assert_taken(&[b"ECHO", &long], b"");
            assert_taken(&[&long, b"ECHO"], b"");
            assert_taken(&[b"a", &long, b"b"], b"PING\r\n");
        }
    }

    #[test]
    fn what_is_not_all_there_is_declined() {
        for cut in 0..GET.len() {
            let mut parser = RequestParser::new();
            assert_eq!(parser.whole_request(&GET[..cut], &mut NONE.clone()), None, "{cut}");
            assert_eq!(parser.offset(), 0, "{cut}");
        }
    }

    #[test]
    fn what_is_not_as_clients_write_it_is_declined() {
        for input in [
            &b"*0\r\n$4\r\nPING\r\n"[..],
            b"*-1\r\n$4\r\nPING\r\n",
            b"*01\r\n$4\r\nPING\r\n",
            b"*10\r\n$4\r\nPING\r\n",
            b"+1\r\n$4\r\nPING\r\n",
            b"*a\r\n$4\r\nPING\r\n",
            b"*1\n\n$4\r\nPING\r\n",
            b"*1\r\n:4\r\nPING\r\n",
            b"*1\r\n$a\r\nPING\r\n",
            b"*1\r\n$04\r\nPING\r\n",
            b"*1\r\n$-1\r\nPING\r\n",
            b"*1\r\n$4\r\nPING\n\r",
            b"*1\r\n$4\r\nPING\r\r",
            b"*2\r\n$4\r\nECHO\n\r$1\r\na\r\n",
            b"*2\r\n$4\r\nECHO\r\n:1\r\na\r\n",
            b"*2\r\n$4\r\nECHO\r\n$01\r\na\r\n",
            b"PING PING\r\n",
        ] {
            assert!(!is_taken(RequestOptions::new(), input), "{}", input.escape_ascii());
        }
    }

    #[test]
    fn what_meets_its_limits_exactly_is_taken_and_no_more() {
        let (options, len) = (RequestOptions::new(), GET.len() as u64);
        for (within, beyond) in [
            (options.max_arguments(2), options.max_arguments(1)),
            (options.max_request(len), options.max_request(len - 1)),
            // A longer request may have arguments that are longer.
            (options.max_argument(len), options.max_argument(len - 1)),
        ] {
            assert!(is_taken(within, GET) && !is_taken(beyond, GET), "{within:?}");
        }
    }

    #[test]
    fn nothing_is_taken_of_what_others_have_begun() {
        for cut in 1..GET.len() {
            let (mut parser, mut rest) = (RequestParser::new(), &GET[..cut]);
            while parser.next_event(&mut rest).unwrap().is_some() {}
            assert_eq!(parser.whole_request(&GET[cut - rest.len()..], &mut NONE.clone()), None, "{cut}");
        }
    }

    #[test]
    fn a_parser_that_has_failed_takes_nothing() {
        let mut parser = RequestParser::new();
        assert!(parser.skip_request(&mut &b"*a"[..]).is_err());
        assert_eq!(parser.whole_request(GET, &mut NONE.clone()), None);
    }
}

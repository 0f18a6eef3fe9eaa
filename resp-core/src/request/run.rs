//! The fast run of requests: [`RequestParser::run`] takes whole canonical headers and arguments from the input.
//!
//! What the head of the reply parser's `run.rs` says of the word, the end, the horizon and the registers holds here too.
//! There are no levels, and only two types, so what changes is less: what is left of the view, and how much of the
//! request is to come.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "sums of lengths of slices (at most isize::MAX) and a few bytes, and of numbers of at most 18 digits"
)]

use core::ops::ControlFlow;

use super::parser::RequestParser;
use super::step::MIN_ARGUMENT;
use super::visitor::RequestVisitor;
use super::whole::headers;
use crate::event::Part;
use crate::run::{
    Go, Stop, accept, behind, if_broke, load, next_bulk_string, number, short_number, text, unless_broke,
};
use crate::word::{CRLF, pair};

/// Any request of one digit of arguments could be complete in this many bytes.
const ROOM_FOR_ONE_DIGIT: usize = 64;

const _: () = assert!(ROOM_FOR_ONE_DIGIT as u64 >= 4 + 9 * MIN_ARGUMENT);

impl RequestParser {
    /// Takes whole canonical headers and arguments from the front of `input` and hands their events to `visitor`, until
    /// it meets anything else. Returns how many bytes it took, and whether the visitor broke.
    #[inline]
    pub(super) fn run<'b, V>(&mut self, input: &'b [u8], visitor: &mut V) -> (usize, ControlFlow<()>)
    where
        V: RequestVisitor<'b> + ?Sized,
    {
        let (taken, flow) = self.run_over::<false, V>(input, visitor);
        let rest = behind(input, taken);
        if flow.is_break() || rest.is_empty() {
            return (taken, flow);
        }
        let (last, flow) = self.run_to_end(rest, visitor);
        (taken + last, flow)
    }

    /// The same near the end of the input.
    #[cold]
    #[inline(never)]
    fn run_to_end<'b, V>(&mut self, input: &'b [u8], visitor: &mut V) -> (usize, ControlFlow<()>)
    where
        V: RequestVisitor<'b> + ?Sized,
    {
        self.run_over::<true, V>(input, visitor)
    }

    #[inline(always)]
    fn run_over<'b, const END: bool, V>(&mut self, input: &'b [u8], visitor: &mut V) -> (usize, ControlFlow<()>)
    where
        V: RequestVisitor<'b> + ?Sized,
    {
        let mut run = Run::<V, END> { at: Cursor::new(self, input), visitor, parser: self };
        let flow = if_broke(run.requests());
        let Run { at, .. } = run;
        (at.give_back(self), flow)
    }

    /// How far the run may look from here: an argument in front of it is no longer than `max_argument`, and the request
    /// keeps its budget. That stays true while the run goes on, since the budgets of the requests behind end later.
    pub(super) fn new_horizon(&self) -> u64 {
        let used = if self.to_come == 0 { 0 } else { self.offset.wrapping_sub(self.request_start) };
        let left = self.options.max_request.saturating_sub(used);
        self.offset.saturating_add(left.min(self.options.max_argument))
    }
}

/// What changes with each argument, taken from the parser for as long as a run goes on: it has to stay in registers.
#[derive(Clone, Copy)]
struct Cursor<'b> {
    /// What is left of the view: of the bytes in front of the horizon.
    rest: &'b [u8],
    to_come: u64,
    /// Where the view ends in the stream.
    end: u64,
}

impl<'b> Cursor<'b> {
    #[inline(always)]
    fn new(parser: &RequestParser, input: &'b [u8]) -> Self {
        let len = parser.horizon.saturating_sub(parser.offset);
        let rest = usize::try_from(len).ok().and_then(|len| input.get(..len)).unwrap_or(input);
        let end = parser.offset.wrapping_add(rest.len() as u64);
        Self { rest, to_come: parser.to_come, end }
    }

    /// Brings the parser up to date, and says how many bytes were taken since it was the last time.
    #[inline(always)]
    fn give_back(self, parser: &mut RequestParser) -> usize {
        let offset = self.offset();
        let taken = offset.wrapping_sub(parser.offset);
        parser.offset = offset;
        parser.to_come = self.to_come;
        usize::try_from(taken).unwrap_or_default()
    }

    /// Where `rest` starts in the stream.
    #[inline(always)]
    fn offset(&self) -> u64 {
        self.end.wrapping_sub(self.rest.len() as u64)
    }
}

/// A run in progress.
///
/// `END`: near the end of the input, where words may be short of bytes.
struct Run<'r, 'b, V: ?Sized, const END: bool> {
    at: Cursor<'b>,
    visitor: &'r mut V,
    parser: &'r mut RequestParser,
}

impl<'b, V: RequestVisitor<'b> + ?Sized, const END: bool> Run<'_, 'b, V, END> {
    /// As many headers and arguments as there are.
    #[inline(always)]
    fn requests(&mut self) -> Go {
        if self.at.to_come == 1 {
            self.end()?;
        }
        loop {
            let first = if self.at.to_come == 0 { self.begin()? } else { None };
            self.arguments(first)?;
        }
    }

    /// The header of a request, if its count is in order. Where it is written as clients write it, the length of the
    /// first argument is found with it, and what is behind.
    #[inline(always)]
    fn begin(&mut self) -> ControlFlow<Stop, Option<(usize, &'b [u8])>> {
        let rest = self.at.rest;
        // What could be complete in the view fits into the request's budget; whether more does, `step` knows.
        if let Some((count, len, body)) = headers(rest)
            && rest.len() >= ROOM_FOR_ONE_DIGIT
            && (1..=self.parser.options.max_arguments).contains(&(count as u64))
        {
            self.begin_with(count as u64, behind(rest, 4))?;
            return ControlFlow::Continue(Some((len, body)));
        }
        let word = accept(load::<END>(rest))?;
        if word.to_le_bytes()[0] != b'*' {
            return ControlFlow::Break(Stop::Declined);
        }
        let (count, next) = accept(number(rest, word))?;
        if count == 0 || count > self.parser.options.max_arguments || count * MIN_ARGUMENT > next.len() as u64 {
            return ControlFlow::Break(Stop::Declined);
        }
        self.begin_with(count, next)?;
        ControlFlow::Continue(None)
    }

    #[inline(always)]
    fn begin_with(&mut self, count: u64, next: &'b [u8]) -> Go {
        self.parser.request_start = self.at.offset();
        self.at.rest = next;
        self.at.to_come = count + 1;
        unless_broke(self.visitor.begin(count))
    }

    /// Arguments, one after the other, from the one on whose length and whose rest are `first`. Where that is not known,
    /// its header is looked at; from then on the word behind each argument holds its CRLF and the header of the next.
    #[inline(always)]
    fn arguments(&mut self, first: Option<(usize, &'b [u8])>) -> Go {
        let (mut len, mut body) = match first {
            Some(first) => first,
            None => {
                let rest = self.at.rest;
                let word = accept(load::<END>(rest))?;
                if word.to_le_bytes()[0] != b'$' {
                    return Go::Break(Stop::Declined);
                }
                match short_number(rest, word) {
                    Some(first) => first,
                    None => {
                        let (data, next) = accept(text(rest, word))?;
                        let flow = self.visitor.argument(Part::Whole, data);
                        return self.end_argument(next, flow);
                    }
                }
            }
        };
        loop {
            let (data, rest) = accept(body.split_at_checked(len))?;
            let word = accept(load::<END>(rest))?;
            if pair::<0>(word) != CRLF {
                return Go::Break(Stop::Declined);
            }
            let flow = self.visitor.argument(Part::Whole, data);
            self.end_argument(behind(rest, 2), flow)?;
            if self.at.to_come == 0 {
                return Go::Continue(());
            }
            (len, body) = match next_bulk_string(rest, word) {
                Some(next) => next,
                None => return Go::Continue(()),
            };
        }
    }

    /// Behind an argument: one less, and perhaps the end of the request.
    #[inline(always)]
    fn end_argument(&mut self, next: &'b [u8], flow: ControlFlow<()>) -> Go {
        self.at.rest = next;
        self.at.to_come -= 1;
        unless_broke(flow)?;
        if self.at.to_come == 1 { self.end() } else { Go::Continue(()) }
    }

    #[inline(always)]
    fn end(&mut self) -> Go {
        self.visitor.request_len(self.at.offset().wrapping_sub(self.parser.request_start));
        self.at.to_come = 0;
        unless_broke(self.visitor.end())
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    //! What the run does not take, `step` takes instead, and nobody sees the difference. So here is pinned what it takes.

    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::request::{RequestEvent, RequestOptions};

    const REQUESTS: [&[u8]; 6] = [
        b"*1\r\n$4\r\nPING\r\n",
        b"*3\r\n$3\r\nSET\r\n$12\r\nkey:00000001\r\n$0\r\n\r\n",
        b"*2\r\n$10\r\n0123456789\r\n$1\r\na\r\n",
        b"*1\r\n$4\r\n\r\n\r\n\r\n",
        b"*10\r\n$1\r\n0\r\n$1\r\n1\r\n$1\r\n2\r\n$1\r\n3\r\n$1\r\n4\r\n$1\r\n5\r\n$1\r\n6\r\n$1\r\n7\r\n$1\r\n8\r\n$1\r\n9\r\n",
        b"*2\r\n$1\r\na\r\n$0\r\n\r\n",
    ];

    fn long() -> Vec<u8> {
        [b"*2\r\n$1000\r\n", &[b'x'; 1000][..], b"\r\n$100\r\n", &[b'x'; 100], b"\r\n"].concat()
    }

    /// Takes everything.
    fn all(_: RequestEvent<&[u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn parser() -> RequestParser {
        RequestParser::new()
    }

    #[test]
    fn canonical_requests_are_taken_whole() {
        for request in REQUESTS.into_iter().map(<[u8]>::to_vec).chain([long()]) {
            let shown = request.escape_ascii();
            assert_eq!(parser().run(&request, &mut all).0, request.len(), "{shown}");
            assert_eq!(parser().run_over::<true, _>(&request, &mut all).0, request.len(), "{shown}, at the end");
            let followed = [&request[..], b"*01234567"].concat();
            assert_eq!(parser().run_over::<false, _>(&followed, &mut all).0, request.len(), "{shown}, in front");
        }
    }

    #[test]
    fn as_many_whole_arguments_are_taken_as_there_are() {
        let mut parser = parser();
        assert_eq!(parser.run(b"*3\r\n$1\r\na\r\n$1\r\nb\r\n$9\r\nc", &mut all).0, 18);
        assert_eq!((parser.to_come, parser.offset), (2, 18));
        assert_eq!(parser.run(b"$9\r\n012345678\r\n*1\r\n", &mut all).0, 15);
        assert_eq!((parser.to_come, parser.offset), (0, 33));
    }

    #[test]
    fn a_request_is_taken_that_meets_its_limits_exactly() {
        let options = RequestOptions::new();
        for options in [options.max_arguments(2), options.max_argument(21), options.max_request(21)] {
            let request = b"*2\r\n$3\r\nabc\r\n$2\r\nde\r\n";
            assert_eq!(request.len(), 21);
            assert_eq!(RequestParser::with_options(options).run(request, &mut all).0, 21, "{options:?}");
        }
    }

    #[test]
    fn the_two_headers_taken_at_once_are_those_of_a_request_that_is_within_its_limits() {
        let options = RequestOptions::new();
        let behind = [b'x'; ROOM_FOR_ONE_DIGIT];
        for (request, most) in
            [(&b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n"[..], 2), (b"*2\r\n$10\r\n0123456789\r\n$1\r\na\r\n", 2)]
        {
            let input = [request, &behind].concat();
            let taken = |options| RequestParser::with_options(options).run(&input, &mut all).0;
            assert_eq!(taken(options.max_arguments(most)), request.len());
            assert_eq!(taken(options.max_arguments(most - 1)), 0);
            assert_eq!(taken(options.max_request(request.len() as u64)), request.len());
        }
    }

    #[test]
    fn what_is_behind_a_request_of_no_arguments_is_none_of_them() {
        let input = [&b"*0\r\n$3\r\nGET\r\n"[..], &[b'x'; ROOM_FOR_ONE_DIGIT]].concat();
        let mut parser = parser();
        assert_eq!((parser.run(&input, &mut all).0, parser.to_come), (0, 0));
    }

    #[test]
    fn a_visitor_that_breaks_at_the_beginning_gets_the_arguments_later() {
        let mut parser = parser();
        let input = [REQUESTS[1], &[b'x'; ROOM_FOR_ONE_DIGIT]].concat();
        let (taken, flow) = parser.run(&input, &mut |_: RequestEvent<&[u8]>| ControlFlow::Break(()));
        assert_eq!((taken, flow, parser.to_come), (4, ControlFlow::Break(()), 4));
        assert_eq!(parser.run(&input[4..], &mut all).0, REQUESTS[1].len() - 4);
    }

    #[test]
    fn the_run_goes_on_behind_a_step() {
        for stepped in ["*0\r\n", "\n", "PING\n", "a 'b'\n", "*1\r\n$4\r\nPING\r\n"] {
            let mut parser = parser();
            let mut input = stepped.as_bytes();
            while parser.step(&mut input).unwrap().is_some() {}
            assert_eq!(parser.run(REQUESTS[0], &mut all).0, REQUESTS[0].len(), "{stepped:?}");
        }
    }

    #[test]
    fn an_end_that_is_due_is_told_without_input() {
        let mut parser = parser();
        let mut two = 0;
        let (taken, flow) = parser.run(REQUESTS[0], &mut |_: RequestEvent<&[u8]>| {
            two += 1;
            if two == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((taken, flow, parser.to_come), (REQUESTS[0].len(), ControlFlow::Break(()), 1));
        let (taken, flow) = parser.run(b"", &mut |event: RequestEvent<&[u8]>| match event {
            RequestEvent::End => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        assert_eq!((taken, flow, parser.to_come), (0, ControlFlow::Break(()), 0));
    }
}

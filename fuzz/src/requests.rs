//! The target `requests`.

use std::io::{self, Read};

use resp_core::{RequestError, RequestErrorKind};
use resp_std::{Error, ReaderOptions, RequestReader};

use crate::input::Input;
use crate::support::requests::oracle::{Outcome, Verdict, verdict};
use crate::support::requests::paths::{EVENT_TURNS, SKIP_TURNS, check, check_smallest_buffer};
use crate::support::requests::settings::RequestSettings;
use crate::support::settings::Settings;

/// The ways through the smallest buffer, a byte at a time, are too slow for what is longer.
const LONGEST: usize = 1024;

/// Any bytes as what a client sends, in any reads: every way through the parser, and the reader by all of its calls, say
/// what the obvious parser says.
pub fn requests(input: &[u8]) {
    let input = Input::new(input).shortened(LONGEST);
    let settings = settings(&input.settings);
    let verdict = verdict(&input.stream, &settings);
    let cuts = input.cuts();
    let ways = EVENT_TURNS.iter().map(|way| (way.1, true)).chain(SKIP_TURNS.iter().map(|way| (way.1, false)));
    for (turn, all) in ways {
        check(&input.stream, &settings, &[], turn, &verdict, all);
        check(&input.stream, &settings, &cuts, turn, &verdict, all);
        check_smallest_buffer(&input.stream, &settings, turn, &verdict, all);
    }
    read(&input, settings, &verdict);
}

/// The limits of a plan, as far as requests have them. The first switch is that of a client that is not authenticated.
fn settings(plan: &Settings) -> RequestSettings {
    let own = if plan.resp2_only { RequestSettings::UNAUTHENTICATED } else { RequestSettings::default() };
    let default = Settings::default();
    let or = |limit: u64, usual: u64, own: u64| if limit == usual { own } else { limit };
    let max_inline = or(plan.max_header, default.max_header, own.max_inline as u64);
    RequestSettings {
        whole: plan.whole.min(isize::MAX as usize),
        max_arguments: or(plan.max_count, default.max_count, own.max_arguments).min(i64::MAX as u64),
        max_argument: or(plan.max_text, default.max_text, own.max_argument),
        max_inline: usize::try_from(max_inline).unwrap_or(usize::MAX).min(1 << 20),
        max_request: or(plan.max_frame, default.max_frame, own.max_request).max(4),
        authenticated: own.authenticated,
    }
}

/// Brings the reads of the plan, and fails in front of each.
struct Source<'a> {
    rest: &'a [u8],
    reads: [u8; 8],
    calls: usize,
}

impl Read for Source<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = (usize::from(self.reads[self.calls / 2 % 8]) + 1).min(to.len()).min(self.rest.len());
        let (read, rest) = self.rest.split_at(n);
        to[..n].copy_from_slice(read);
        self.rest = rest;
        Ok(n)
    }
}

/// One request by each step.
fn read(input: &Input<'_>, settings: RequestSettings, verdict: &Verdict) {
    let options = ReaderOptions::requests().parser(settings.options()).capacity(usize::from(input.steps[7]));
    let source = Source { rest: &input.stream, reads: input.reads.unwrap_or_default(), calls: 0 };
    let mut reader = RequestReader::with_options(source, options);
    for (index, arguments) in verdict.requests().iter().enumerate() {
        match input.steps[index % 7] % 4 {
            0 | 3 => assert_eq!(whole(&mut reader), Ok(Some(arguments.clone()))),
            1 => assert_eq!(patiently(|| reader.skip_request()), Ok(true)),
            _ => {
                // A look at it, its first event, and the rest is passed over.
                let _ = reader.next_request().map(|_| ());
                if reader.stats().frames == index as u64 {
                    assert_eq!(patiently(|| Ok(reader.next_event()?.is_some())), Ok(true));
                    assert_eq!(patiently(|| reader.finish_request()), Ok(()));
                }
            }
        }
        assert_eq!(reader.stats().frames, index as u64 + 1);
        assert!(reader.is_idle());
    }
    let offset = input.stream.len() as u64;
    let end = match verdict.outcome {
        Outcome::CleanEnd => Ok(None),
        Outcome::NeedMore => Err(RequestError { kind: RequestErrorKind::UnexpectedEof, offset, byte: None }),
        Outcome::Fault(error) => Err(error),
    };
    assert_eq!(whole(&mut reader), end);
    let stats = reader.stats();
    assert!(stats.bytes_moved <= stats.bytes, "more was moved than came");
}

fn whole(reader: &mut RequestReader<Source<'_>>) -> Result<Option<Vec<Vec<u8>>>, RequestError> {
    patiently(|| Ok(reader.next_request()?.map(|request| request.iter().map(<[u8]>::to_vec).collect())))
}

/// The same call again until it does not fail for now.
fn patiently<T>(mut call: impl FnMut() -> Result<T, Error>) -> Result<T, RequestError> {
    loop {
        match call() {
            Ok(value) => return Ok(value),
            Err(Error::Request(error)) => return Err(error),
            Err(Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
            Err(other) => panic!("{other}"),
        }
    }
}

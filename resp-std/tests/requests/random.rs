//! Random streams in random reads, by every call, alone and mixed.

use core::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use resp_core::{RequestError, RequestErrorKind, RequestEvent};
use resp_std::{ReaderOptions, RequestReader};

use crate::source::{Source, patiently};
use crate::support::requests::oracle::{Outcome, Verdict, verdict};
use crate::support::requests::settings::RequestSettings;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_call_tells_the_requests(
        wire in stream(), reads in vec(1..40_usize, 1..4), fails: bool, capacity in select(&[64, 100, 65536][..]),
        whole in select(&[0, 3, 512][..]), steps in vec(0..6_u8, 1..6),
    ) {
        let settings = RequestSettings { whole, ..RequestSettings::default() };
        let options = ReaderOptions::requests().parser(settings.options()).capacity(capacity);
        for steps in [vec![0], vec![1], vec![2], vec![3], vec![4], steps] {
            let mut reader = RequestReader::with_options(Source::new(&wire, &reads, fails), options);
            check(&mut reader, &steps, &verdict(&wire, &settings), wire.len());
        }
    }
}

/// One request by each step, as often as there are requests.
fn check(reader: &mut RequestReader<Source>, steps: &[u8], verdict: &Verdict, len: usize) {
    let expected = verdict.requests();
    for (index, arguments) in expected.iter().enumerate() {
        match steps[index % steps.len()] {
            0 => assert_eq!(whole(reader), Ok(Some(arguments.clone()))),
            1 => assert_eq!(by_events(reader), Ok(Some(arguments.clone()))),
            2 => assert_eq!(by_visitor(reader), Ok(Some(arguments.clone()))),
            3 => assert_eq!(patiently(|| reader.skip_request()), Ok(true)),
            // Some of it, and the rest is passed over.
            4 => {
                assert!(matches!(patiently(|| Ok(reader.next_event()?.is_some())), Ok(true)));
                assert_eq!(patiently(|| reader.finish_request()), Ok(()));
            }
            // A call that cannot finish it, and another that begins anew.
            _ => {
                let _ = reader.next_request();
                return;
            }
        }
        assert!(reader.is_idle());
        assert_eq!(reader.stats().frames, index as u64 + 1);
    }
    let end = match verdict.outcome {
        Outcome::CleanEnd => Ok(None),
        Outcome::NeedMore => {
            Err(RequestError { kind: RequestErrorKind::UnexpectedEof, offset: len as u64, byte: None })
        }
        Outcome::Fault(error) => Err(error),
    };
    assert_eq!(whole(reader), end);
}

fn whole(reader: &mut RequestReader<Source>) -> Result<Option<Vec<Vec<u8>>>, RequestError> {
    patiently(|| {
        Ok(reader.next_request()?.map(|request| {
            assert_eq!(request.iter().len(), request.len());
            request.iter().map(<[u8]>::to_vec).collect()
        }))
    })
}

fn by_events(reader: &mut RequestReader<Source>) -> Result<Option<Vec<Vec<u8>>>, RequestError> {
    let mut arguments: Vec<Vec<u8>> = Vec::new();
    loop {
        let event = patiently(|| Ok(reader.next_event()?.map(|event| event.map(<[u8]>::to_vec))))?;
        match event {
            None => return Ok(None),
            Some(event) => {
                add(&mut arguments, event);
                if reader.is_idle() {
                    return Ok(Some(arguments));
                }
            }
        }
    }
}

fn by_visitor(reader: &mut RequestReader<Source>) -> Result<Option<Vec<Vec<u8>>>, RequestError> {
    let mut arguments: Vec<Vec<u8>> = Vec::new();
    let flow = patiently(|| {
        reader.parse(&mut |event: RequestEvent<&[u8]>| {
            add(&mut arguments, event.map(<[u8]>::to_vec));
            if event == RequestEvent::End { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    Ok(flow.is_break().then_some(arguments))
}

fn add(arguments: &mut Vec<Vec<u8>>, event: RequestEvent<Vec<u8>>) {
    use resp_core::Part::{First, Whole};
    match event {
        RequestEvent::Argument(Whole | First, data) => arguments.push(data),
        RequestEvent::Argument(_, data) => arguments.last_mut().expect("a first part").extend(data),
        RequestEvent::Begin(_) | RequestEvent::End => {}
    }
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let units: [&[u8]; 13] = [
        b"*1\r\n$4\r\nPING\r\n",
        b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$12\r\n0123456789ab\r\n",
        b"*2\r\n$0\r\n\r\n$30\r\n012345678901234567890123456789\r\n",
        b"*0\r\n",
        b"\r\n",
        b"PING\r\n",
        b"SET 'a b' c\"d\\x00e\" f\n",
        b"ECHO \"\\\"\\n\\n\"\r\n",
        b"'' x\n",
        b"\"\\n\" '\\'' \"\\x41\" \"\"\n",
        b"*1\r\n:",
        b"a\"b\"c",
        b"*1\r\n$1\r\nxx",
    ];
    let valid = select(units[..10].to_vec());
    (vec(valid, 0..12), prop_oneof![3 => Just(&b""[..]), 1 => select(units.to_vec())])
        .prop_map(|(units, last)| [units.concat(), last.to_vec()].concat())
}

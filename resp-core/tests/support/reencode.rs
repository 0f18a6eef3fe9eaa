//! The ways from the events of a stream back to bytes.

use core::convert::Infallible;

use resp_core::{EncodeError, Encoder, Frame, Parser, Protocol, Tape};

use super::settings::Settings;

/// A stream that has been written again, and the first error.
pub(crate) type Reencoded = (Vec<u8>, Result<(), EncodeError<Infallible>>);

/// Reads `wire`, `cuts` being the ends of the reads but the last, and writes what it is told.
pub(crate) type Way<const D: usize> = fn(&[u8], &Settings, &[usize], Protocol) -> Reencoded;

pub(crate) fn ways<const D: usize>() -> [(&'static str, Way<D>); 4] {
    [
        ("pulled", pulled::<D>),
        ("pushed", pushed::<D>),
        ("events of frames", |wire, settings, cuts, protocol| {
            framed(wire, settings, cuts, protocol, write_events::<D>)
        }),
        ("visits of frames", |wire, settings, cuts, protocol| framed(wire, settings, cuts, protocol, write_visit::<D>)),
    ]
}

fn pulled<const D: usize>(wire: &[u8], settings: &Settings, cuts: &[usize], protocol: Protocol) -> Reencoded {
    let mut parser = Parser::<D>::with_depth(settings.options());
    let mut encoder = Encoder::<_, D>::with_depth(Vec::new(), protocol);
    let mut pos = 0;
    for &end in cuts.iter().chain([&wire.len()]) {
        let mut input = &wire[pos..end];
        while let Some(event) = parser.next_event(&mut input).expect("a valid stream") {
            if let Err(error) = encoder.event(&event, parser.text_remaining()) {
                return (encoder.into_inner(), Err(error));
            }
            assert_eq!(encoder.is_idle(), parser.is_idle(), "is_idle after {event}");
            assert_eq!(encoder.depth(), parser.depth(), "depth after {event}");
        }
        pos = end - input.len();
    }
    let result = encoder.finish();
    (encoder.into_inner(), result)
}

fn pushed<const D: usize>(wire: &[u8], settings: &Settings, cuts: &[usize], protocol: Protocol) -> Reencoded {
    let mut parser = Parser::<D>::with_depth(settings.options());
    let mut encoder = Encoder::<_, D>::with_depth(Vec::new(), protocol);
    let mut pos = 0;
    for &end in cuts.iter().chain([&wire.len()]) {
        let mut reencode = encoder.reencode();
        let parsed = parser.parse(&wire[pos..end], &mut reencode).expect("a valid stream");
        let result = reencode.finish();
        assert_eq!(parsed.broke, result.is_err(), "what cannot be written breaks, and nothing else");
        if result.is_err() {
            return (encoder.into_inner(), result);
        }
        pos += parsed.consumed;
    }
    let result = encoder.finish();
    (encoder.into_inner(), result)
}

type WriteFrame<const D: usize> = fn(Frame<'_>, &mut Encoder<Vec<u8>, D>) -> Result<(), EncodeError<Infallible>>;

fn framed<const D: usize>(
    wire: &[u8],
    settings: &Settings,
    cuts: &[usize],
    protocol: Protocol,
    write: WriteFrame<D>,
) -> Reencoded {
    let mut parser = Parser::<D>::with_depth(settings.options());
    let mut tape = Tape::with_storage(Vec::new());
    let mut encoder = Encoder::<_, D>::with_depth(Vec::new(), protocol);
    let mut start = 0;
    for &end in cuts.iter().chain([&wire.len()]) {
        while let Some(frame) = tape.next_frame(&mut parser, &wire[start..end]).expect("a valid stream") {
            if let Err(error) = write(frame, &mut encoder) {
                return (encoder.into_inner(), Err(error));
            }
            assert!(encoder.is_idle(), "in a frame behind its end");
            start += frame.wire().len();
        }
    }
    let result = encoder.finish();
    (encoder.into_inner(), result)
}

fn write_events<const D: usize>(
    frame: Frame<'_>,
    encoder: &mut Encoder<Vec<u8>, D>,
) -> Result<(), EncodeError<Infallible>> {
    frame.events().try_for_each(|event| encoder.event(&event, None))
}

fn write_visit<const D: usize>(
    frame: Frame<'_>,
    encoder: &mut Encoder<Vec<u8>, D>,
) -> Result<(), EncodeError<Infallible>> {
    let mut reencode = encoder.reencode();
    let flow = frame.visit(&mut reencode);
    let result = reencode.finish();
    assert_eq!(flow.is_break(), result.is_err(), "what cannot be written breaks, and nothing else");
    result
}

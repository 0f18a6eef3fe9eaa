//! The ways from the events of a stream back to bytes.

use core::convert::Infallible;

use resp_core::{EncodeError, Encoder, Parser, Protocol};

use super::settings::Settings;

/// A stream that has been written again, and the first error.
pub(crate) type Reencoded = (Vec<u8>, Result<(), EncodeError<Infallible>>);

/// Reads `wire`, `cuts` being the ends of the reads but the last, and writes what it is told.
pub(crate) type Way<const D: usize> = fn(&[u8], &Settings, &[usize], Protocol) -> Reencoded;

pub(crate) fn ways<const D: usize>() -> [(&'static str, Way<D>); 2] {
    [("pulled", pulled::<D>), ("pushed", pushed::<D>)]
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

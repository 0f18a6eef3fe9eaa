//! An array or map that is being written: [`OpenAggregate`].

use core::convert::Infallible;
use core::fmt;

use resp_core::{Aggregate, EncodeError, Encoder, Options, Parser, Protocol, Write};
use serde::ser::{Error as _, Serialize};

use crate::contents::Open;
use crate::{SerializeError, Serializer};

/// An array or map, or with them the variant around it, of which a [`Serializer`] has written the beginning.
#[derive(Debug)]
pub struct OpenAggregate<'e, W, const DEPTH: usize> {
    encoder: &'e mut Encoder<W, DEPTH>,
    /// How many aggregates are open around what the encoder writes.
    outer: usize,
    kind: Aggregate,
    /// What there is of it, if nobody knows how much will come.
    uncounted: Option<Box<Encoder<Vec<u8>, DEPTH>>>,
    /// Whether it is in a map of a variant and its data.
    in_variant: bool,
}

impl<'e, W: Write<Error: fmt::Display>, const DEPTH: usize> OpenAggregate<'e, W, DEPTH> {
    /// `count`: in pairs for maps.
    pub(crate) fn begin(
        encoder: &'e mut Encoder<W, DEPTH>,
        outer: usize,
        kind: Aggregate,
        count: Option<usize>,
    ) -> Result<Self, SerializeError> {
        // What is written to memory first has an encoder of its own, which does not see what is around it.
        if outer.saturating_add(encoder.depth()) >= DEPTH {
            return Err(EncodeError::<Infallible>::TooDeep.into());
        }
        let uncounted = match count {
            Some(count) => {
                encoder.begin(kind, Some(count as u64))?;
                None
            }
            None => Some(Box::new(Encoder::with_depth(Vec::new(), Protocol::Resp3))),
        };
        Ok(Self { encoder, outer, kind, uncounted, in_variant: false })
    }

    pub(crate) fn in_variant(self) -> Self {
        Self { in_variant: true, ..self }
    }

    fn write<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        match &mut self.uncounted {
            Some(uncounted) => {
                let around = self.outer.saturating_add(self.encoder.depth()).saturating_add(1);
                value.serialize(Serializer::inside(uncounted, around))
            }
            None => value.serialize(Serializer::inside(self.encoder, self.outer)),
        }
    }
}

impl<W: Write<Error: fmt::Display>, const DEPTH: usize> Open for OpenAggregate<'_, W, DEPTH> {
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), SerializeError> {
        self.write(element)
    }

    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.write(key)
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.write(value)
    }

    fn end(self, len: u64) -> Result<(), SerializeError> {
        let Self { encoder, outer: _, kind, uncounted, in_variant } = self;
        if let Some(uncounted) = uncounted {
            uncounted.finish()?;
            encoder.begin(kind, Some(len))?;
            copy(&uncounted.into_inner(), encoder)?;
        }
        encoder.end()?;
        if in_variant {
            encoder.end()?;
        }
        Ok(())
    }
}

/// Writes frames again, in the encoder's version of the protocol.
fn copy<W, const DEPTH: usize>(frames: &[u8], encoder: &mut Encoder<W, DEPTH>) -> Result<(), SerializeError>
where
    W: Write<Error: fmt::Display>,
{
    let unlimited = Options::new().max_text(u64::MAX).max_count(u64::MAX).max_elements(u64::MAX);
    let mut reencode = encoder.reencode();
    let parsed = Parser::<DEPTH>::with_depth(unlimited).parse(frames, &mut reencode);
    reencode.finish()?;
    parsed.map(|_| ()).map_err(SerializeError::custom)
}

//! What is inside of a frame, as serde asks for it: [`ElementAccess`], [`PairAccess`], [`NamedVariant`].

use resp_core::{Elements, Frame, Kind, Pairs};
use serde::de::{DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::{DeserializeError, Deserializer};

pub(crate) struct ElementAccess<'de> {
    inside: Deserializer<'de>,
    elements: Elements<'de>,
    /// How many were asked for.
    index: u64,
}

impl<'de> ElementAccess<'de> {
    pub(crate) const fn new(inside: Deserializer<'de>, elements: Elements<'de>) -> Self {
        Self { inside, elements, index: 0 }
    }

    /// How many were not asked for.
    pub(crate) fn left(&self) -> usize {
        self.elements.len()
    }
}

impl<'de> SeqAccess<'de> for ElementAccess<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DeserializeError> {
        let Some(element) = self.elements.next() else { return Ok(None) };
        let index = self.index;
        self.index = index.saturating_add(1);
        let element = seed.deserialize(self.inside.inside(element));
        element.map(Some).map_err(|error| error.inside(|path| path.in_element(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

pub(crate) struct PairAccess<'de> {
    inside: Deserializer<'de>,
    pairs: Pairs<'de>,
    /// That whose key was asked for last, and not its value.
    pair: Option<(Frame<'de>, Frame<'de>)>,
    /// How many keys were asked for.
    keys: u64,
}

impl<'de> PairAccess<'de> {
    pub(crate) const fn new(inside: Deserializer<'de>, pairs: Pairs<'de>) -> Self {
        Self { inside, pairs, pair: None, keys: 0 }
    }

    /// How many were not asked for.
    pub(crate) fn left(&self) -> usize {
        self.pairs.len()
    }
}

impl<'de> MapAccess<'de> for PairAccess<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeserializeError> {
        let Some((key, value)) = self.pairs.next() else { return Ok(None) };
        self.pair = Some((key, value));
        let number = self.keys;
        self.keys = number.saturating_add(1);
        let key = seed.deserialize(self.inside.inside(key));
        key.map(Some).map_err(|error| error.inside(|path| path.in_key(number)))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeserializeError> {
        let pair = self.pair.take();
        let (key, value) = pair.ok_or_else(|| DeserializeError::custom("a value is asked for before its key"))?;
        seed.deserialize(self.inside.inside(value)).map_err(|error| {
            error.inside(|path| match key.as_bytes() {
                Some(key) => path.in_field(key),
                None => path.in_value(self.keys.saturating_sub(1)),
            })
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.pairs.len())
    }
}

/// An enum's variant.
pub(crate) struct NamedVariant<'de> {
    pub(crate) inside: Deserializer<'de>,
    pub(crate) name: Frame<'de>,
    pub(crate) data: Option<Frame<'de>>,
}

impl<'de> NamedVariant<'de> {
    fn data(&self) -> Result<Deserializer<'de>, DeserializeError> {
        match self.data {
            Some(data) => Ok(self.inside.inside(data)),
            None => Err(self.inside.expected(&"an array of a variant and its data")),
        }
    }

    fn in_name(&self, error: DeserializeError) -> DeserializeError {
        match (self.data, self.inside.kind()) {
            (None, _) => error,
            (Some(_), Kind::Map) => error.inside(|path| path.in_key(0)),
            (Some(_), _) => error.inside(|path| path.in_element(0)),
        }
    }

    fn in_data(&self, error: DeserializeError) -> DeserializeError {
        error.inside(|path| match (self.inside.kind(), self.name.as_bytes()) {
            (Kind::Map, Some(name)) => path.in_field(name),
            (Kind::Map, None) => path.in_value(0),
            _ => path.in_element(1),
        })
    }
}

impl<'de> EnumAccess<'de> for NamedVariant<'de> {
    type Error = DeserializeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DeserializeError> {
        let name = seed.deserialize(self.inside.inside(self.name)).map_err(|error| self.in_name(error))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for NamedVariant<'de> {
    type Error = DeserializeError;

    fn unit_variant(self) -> Result<(), DeserializeError> {
        match self.data {
            Some(_) => Err(self.inside.expected(&"a variant without data")),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeserializeError> {
        seed.deserialize(self.data()?).map_err(|error| self.in_data(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DeserializeError> {
        serde::Deserializer::deserialize_tuple(self.data()?, len, visitor).map_err(|error| self.in_data(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        serde::Deserializer::deserialize_map(self.data()?, visitor).map_err(|error| self.in_data(error))
    }
}

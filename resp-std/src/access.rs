//! What is inside of a frame, as serde asks for it: [`ElementAccess`], [`PairAccess`], [`NamedVariant`].

use resp_core::{Elements, Frame, Pairs};
use serde::de::{DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::{DeserializeError, Deserializer};

pub(crate) struct ElementAccess<'de> {
    pub(crate) inside: Deserializer<'de>,
    pub(crate) elements: Elements<'de>,
}

impl<'de> SeqAccess<'de> for ElementAccess<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DeserializeError> {
        self.elements.next().map(|element| seed.deserialize(self.inside.inside(element))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

pub(crate) struct PairAccess<'de> {
    pub(crate) inside: Deserializer<'de>,
    pub(crate) pairs: Pairs<'de>,
    /// That of the key which was asked for last.
    pub(crate) value: Option<Frame<'de>>,
}

impl<'de> MapAccess<'de> for PairAccess<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeserializeError> {
        let Some((key, value)) = self.pairs.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(self.inside.inside(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeserializeError> {
        let value = self.value.take().ok_or_else(|| DeserializeError::custom("a value is asked for before its key"))?;
        seed.deserialize(self.inside.inside(value))
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
}

impl<'de> EnumAccess<'de> for NamedVariant<'de> {
    type Error = DeserializeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DeserializeError> {
        Ok((seed.deserialize(self.inside.inside(self.name))?, self))
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
        seed.deserialize(self.data()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DeserializeError> {
        serde::Deserializer::deserialize_tuple(self.data()?, len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        serde::Deserializer::deserialize_map(self.data()?, visitor)
    }
}

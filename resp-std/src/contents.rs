//! What is inside of a value, as serde hands it over: [`Contents`].

use serde::ser::{self, Serialize};

use crate::SerializeError;
use crate::serializer::to_value;

/// Something that has begun and takes what is inside of it.
pub trait Open {
    /// Writes an element.
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), SerializeError>;

    /// Writes a key.
    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError>;

    /// Writes the value of the key that came last.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError>;

    /// There were so many elements, or pairs.
    fn end(self, len: u64) -> Result<(), SerializeError>;
}

/// What is in a sequence, map, struct or variant. It knows where in it an error is.
#[derive(Debug)]
pub struct Contents<O> {
    open: O,
    /// Elements or keys so far.
    len: u64,
    /// The variant whose data it is.
    variant: Option<&'static str>,
}

impl<O: Open> Contents<O> {
    pub(crate) const fn new(open: O) -> Self {
        Self { open, len: 0, variant: None }
    }

    pub(crate) const fn of_variant(open: O, name: &'static str) -> Self {
        Self { open, len: 0, variant: Some(name) }
    }

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), SerializeError> {
        let index = self.len;
        self.len = self.len.saturating_add(1);
        self.open.element(element).map_err(|error| in_variant(self.variant, error.in_element(index)))
    }

    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        let pair = self.len;
        self.len = self.len.saturating_add(1);
        self.open.key(key).map_err(|error| in_variant(self.variant, error.in_key(pair)))
    }

    /// `key`: its text.
    fn value<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        key: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Result<(), SerializeError> {
        self.open.value(value).map_err(|error| {
            let error = match key() {
                Some(key) => error.in_field(&key),
                None => error.in_value(self.len.saturating_sub(1)),
            };
            in_variant(self.variant, error)
        })
    }

    fn finish(self) -> Result<(), SerializeError> {
        let Self { open, len, variant } = self;
        open.end(len).map_err(|error| in_variant(variant, error))
    }
}

fn in_variant(variant: Option<&str>, error: SerializeError) -> SerializeError {
    match variant {
        Some(name) => error.in_field(name.as_bytes()),
        None => error,
    }
}

macro_rules! elements {
    ($($interface:ident: $method:ident),+) => {$(
        impl<O: Open> ser::$interface for Contents<O> {
            type Ok = ();
            type Error = SerializeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
                self.element(value)
            }

            fn end(self) -> Result<(), SerializeError> {
                self.finish()
            }
        }
    )+};
}

elements! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

impl<O: Open> ser::SerializeMap for Contents<O> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.value(value, || None)
    }

    fn serialize_entry<K, V>(&mut self, key: &K, value: &V) -> Result<(), SerializeError>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        self.key(key)?;
        self.value(value, || text_of(key))
    }

    fn end(self) -> Result<(), SerializeError> {
        self.finish()
    }
}

macro_rules! fields {
    ($($interface:ident),+) => {$(
        impl<O: Open> ser::$interface for Contents<O> {
            type Ok = ();
            type Error = SerializeError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerializeError> {
                self.key(name)?;
                self.value(value, || Some(name.into()))
            }

            fn end(self) -> Result<(), SerializeError> {
                self.finish()
            }
        }
    )+};
}

fields!(SerializeStruct, SerializeStructVariant);

/// A key as it stands in a path.
fn text_of<T: Serialize + ?Sized>(key: &T) -> Option<Vec<u8>> {
    to_value(key).ok()?.frame().as_bytes().map(<[u8]>::to_vec)
}

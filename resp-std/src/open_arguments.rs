//! A sequence or map whose arguments are being gathered: [`OpenArguments`].

use serde::ser::{Error as _, Serialize};

use crate::SerializeError;
use crate::command_serializer::{CommandArguments, CommandSerializer};
use crate::contents::Open;

/// Where the arguments of what is inside go.
pub(crate) struct OpenArguments<'a> {
    arguments: &'a mut CommandArguments,
    /// How many there were in front of the key that came last.
    before_key: usize,
}

impl<'a> OpenArguments<'a> {
    pub(crate) fn new(arguments: &'a mut CommandArguments) -> Self {
        let before_key = arguments.len();
        Self { arguments, before_key }
    }

    fn one<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        value.serialize(CommandSerializer::of_one(self.arguments))
    }
}

impl Open for OpenArguments<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), SerializeError> {
        element.serialize(CommandSerializer::new(self.arguments))
    }

    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.before_key = self.arguments.len();
        self.one(key)?;
        if self.arguments.len() == self.before_key {
            return Err(SerializeError::custom("expected an argument as key, found none"));
        }
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let before = self.arguments.len();
        self.one(value)?;
        if self.arguments.len() == before {
            self.arguments.truncate(self.before_key);
        }
        Ok(())
    }

    fn end(self, _: u64) -> Result<(), SerializeError> {
        Ok(())
    }
}

//! Limits, readable by the oracle: [`RequestOptions`] keeps its fields to itself.

use resp_core::RequestOptions;

/// As [`RequestOptions`], with the documented defaults written out once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestSettings {
    pub whole: usize,
    pub max_arguments: u64,
    pub max_argument: u64,
    pub max_inline: usize,
    pub max_request: u64,
    pub authenticated: bool,
}

impl Default for RequestSettings {
    fn default() -> Self {
        Self {
            whole: 512,
            max_arguments: 2_147_483_647,
            max_argument: 536_870_912,
            max_inline: 65536,
            max_request: u64::MAX,
            authenticated: true,
        }
    }
}

impl RequestSettings {
    pub const UNAUTHENTICATED: Self = Self {
        whole: 512,
        max_arguments: 10,
        max_argument: 16384,
        max_inline: 65536,
        max_request: 1_048_576,
        authenticated: false,
    };

    pub fn options(&self) -> RequestOptions {
        let options = if self.authenticated { RequestOptions::new() } else { RequestOptions::unauthenticated() };
        options
            .whole(self.whole)
            .max_arguments(self.max_arguments)
            .max_argument(self.max_argument)
            .max_inline(self.max_inline)
            .max_request(self.max_request)
    }
}

//! Where in a value something is, as [`Frame::at`](resp_core::Frame::at) reads it: [`Path`].

/// A path shows so many bytes of a key at most, as those of [`Frame::path_to`](resp_core::Frame::path_to) do.
const MOST_OF_KEY: usize = 64;

/// A path, from the inside outwards: whoever passes an error on adds the step to where it came from. So an error that
/// nobody passes on costs nothing, however many elements stand in front of it.
#[derive(Debug)]
pub(crate) struct Path {
    text: String,
}

/// The whole value.
impl Default for Path {
    fn default() -> Self {
        Self { text: "$".into() }
    }
}

impl Path {
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// It begins at the element with this number.
    #[cold]
    pub(crate) fn in_element(&mut self, index: u64) {
        self.begin_with(&format!("[{index}]"));
    }

    /// It begins in the key of this pair.
    #[cold]
    pub(crate) fn in_key(&mut self, pair: u64) {
        self.begin_with(&format!("[key {pair}]"));
    }

    /// It begins at the value of this pair, whose key is no text.
    #[cold]
    pub(crate) fn in_value(&mut self, pair: u64) {
        self.begin_with(&format!("[value {pair}]"));
    }

    /// It begins at the value of this key.
    #[cold]
    pub(crate) fn in_field(&mut self, key: &[u8]) {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        match key.split_at_checked(MOST_OF_KEY) {
            Some((start, [_, ..])) => self.begin_with(&format!("[\"{}\"...]", start.escape_ascii())),
            _ if !key.is_empty() && key.iter().all(is_word) => self.begin_with(&format!(".{}", key.escape_ascii())),
            _ => self.begin_with(&format!("[\"{}\"]", key.escape_ascii())),
        }
    }

    fn begin_with(&mut self, step: &str) {
        self.text.insert_str("$".len(), step);
    }
}

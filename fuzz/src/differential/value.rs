//! A value, in terms that all parsers have: [`Value`].

/// Types are named by their bytes on the wire.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    /// Its bits; those of one NaN for all.
    Double(u64),
    /// Of a verbatim string with its format and colon.
    Text(u8, Vec<u8>),
    /// Of a map keys and values in turns.
    Aggregate(u8, Vec<Value>),
    /// What one attribute says of the value behind it.
    Attributed(Vec<Value>, Box<Value>),
}

impl Value {
    pub(super) fn double(value: f64) -> Self {
        Self::Double(if value.is_nan() { f64::NAN } else { value }.to_bits())
    }

    /// Changes every value in it, the innermost first.
    pub(super) fn map(self, change: fn(Self) -> Self) -> Self {
        let all = |values: Vec<Self>| values.into_iter().map(|value| value.map(change)).collect();
        change(match self {
            Self::Aggregate(kind, elements) => Self::Aggregate(kind, all(elements)),
            Self::Attributed(pairs, value) => Self::Attributed(all(pairs), Box::new(value.map(change))),
            scalar => scalar,
        })
    }

    /// Whether it holds for this value or any in it.
    pub(super) fn any(&self, holds: fn(&Self) -> bool) -> bool {
        let inner = match self {
            Self::Aggregate(_, elements) => elements.iter().any(|value| value.any(holds)),
            Self::Attributed(pairs, value) => pairs.iter().any(|value| value.any(holds)) || value.any(holds),
            _ => false,
        };
        inner || holds(self)
    }
}

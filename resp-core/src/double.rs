//! [`double`]: from the text of a double to its value.

/// The value of the text of an [`Event::Double`](crate::Event::Double): the nearest `f64`, ties to even; beyond the
/// largest, an infinity; `-0` keeps its sign; every spelling of `nan` is a NaN.
///
/// It is apart from the parser so that whoever never asks links no float conversion. Text that did not come from the
/// parser gives some value, or NaN.
///
/// ```
/// assert_eq!(resp_core::double(b"1e+100"), 1e100);
/// assert_eq!(resp_core::double(b"-INF"), f64::NEG_INFINITY);
/// assert!(resp_core::double(b"-0").is_sign_negative());
/// assert!(resp_core::double(b"nan(0x7ff8)").is_nan());
/// ```
#[must_use]
pub fn double(text: &[u8]) -> f64 {
    // `nan(...)` is the one spelling that fails to parse, and NaN is right.
    fast_float2::parse(text).unwrap_or(f64::NAN)
}

//! [`double`]: from the text of a double to its value.

/// The value of the text of an [`Event::Double`](crate::Event::Double): the nearest `f64`, ties to even; beyond the
/// largest, an infinity; `-0` keeps its sign; every spelling of `nan` is a NaN.
///
/// It is apart from the parser so that whoever never asks links no float conversion. Text that did not come from the
/// parser gives what Rust's own `f64` grammar makes of it, or NaN.
///
/// ```
/// assert_eq!(resp_core::double(b"1e+100"), 1e100);
/// assert_eq!(resp_core::double(b"-INF"), f64::NEG_INFINITY);
/// assert!(resp_core::double(b"-0").is_sign_negative());
/// assert!(resp_core::double(b"nan(0x7ff8)").is_nan());
/// ```
#[must_use]
pub fn double(text: &[u8]) -> f64 {
    // `nan(...)` is the one spelling that Rust does not know: it fails to parse, and NaN is right.
    core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

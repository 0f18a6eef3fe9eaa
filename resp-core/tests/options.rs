//! Options that ask for more than there is.

use resp_core::Options;

/// Setting a larger value is the same as setting the largest.
#[test]
fn values_out_of_range_are_brought_into_it() {
    let options = Options::new();
    for (name, set, largest) in [
        ("max_header", Options::max_header as fn(Options, u64) -> Options, u64::from(u32::MAX)),
        ("max_depth", Options::max_depth, u64::from(u32::MAX)),
        ("max_count", Options::max_count, (1 << 55) - 1),
        ("max_elements", Options::max_elements, (1 << 55) - 1),
        ("max_text", Options::max_text, u64::MAX),
        ("max_frame", Options::max_frame, u64::MAX),
    ] {
        assert_eq!(set(options, u64::MAX), set(options, largest), "{name}");
        assert_eq!(set(options, largest.saturating_add(1)), set(options, largest), "{name}");
        assert_ne!(set(options, largest - 1), set(options, largest), "{name}");
    }
}

#[test]
fn a_text_of_which_no_slice_exists_is_never_waited_for() {
    let longest = isize::MAX.unsigned_abs();
    let whole = |bytes| Options::new().whole(bytes);
    assert_eq!(whole(usize::MAX), whole(longest));
    assert_ne!(whole(longest - 1), whole(longest));
}

#[test]
fn the_smallest_buffer_holds_the_longest_header_and_the_longest_text_that_is_held() {
    let options = Options::new();
    assert_eq!(options.max_header(20).whole(0).min_buffer(), 23);
    assert_eq!(options.max_header(20).whole(21).min_buffer(), 23);
    assert_eq!(options.max_header(20).whole(22).min_buffer(), 24);
    assert_eq!(options.whole(usize::MAX).min_buffer(), isize::MAX.unsigned_abs() + 2);
}

#[test]
fn debug_shows_every_limit_and_switch() {
    assert_eq!(
        format!("{:?}", Options::new().max_depth(9).strict_pushes(true)),
        "Options { whole: 512, max_depth: 9, max_header: 512, max_text: 536870912, max_count: 4294967295, \
         max_elements: 4294967295, max_frame: 18446744073709551615, resp2_only: false, strict_pushes: true, \
         strict_integers: false, lenient_lengths: false, lenient_big_numbers: false }"
    );
}

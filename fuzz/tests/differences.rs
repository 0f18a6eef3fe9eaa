//! The list of known differences to other parsers, entry by entry.

use resp_fuzz::{RIVALS, Rival};

fn each(check: impl Fn(&Rival, &resp_fuzz::Difference)) {
    for rival in RIVALS {
        for difference in rival.differences {
            println!("{}: {}", rival.name, difference.name);
            check(rival, difference);
        }
    }
}

/// Should the other parser change, its entry must go.
#[test]
fn every_difference_is_still_one() {
    each(|rival, difference| assert!(rival.excuses(difference.example).is_some(), "they agree"));
}

#[test]
fn only_the_entry_of_a_difference_excuses_it() {
    each(|rival, difference| {
        let excuses = rival.excuses(difference.example).unwrap_or_default();
        assert_eq!(excuses, [difference.name]);
    });
}

#[test]
fn every_difference_has_a_reason() {
    each(|_, difference| assert!(difference.reason.ends_with('.')));
}

#[test]
fn no_difference_is_listed_twice() {
    for rival in RIVALS {
        let mut names: Vec<_> = rival.differences.iter().map(|difference| difference.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{}: {names:?}", rival.name);
    }
}

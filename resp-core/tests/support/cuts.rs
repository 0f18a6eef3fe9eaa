//! Where a stream is cut into reads.

/// Every set of cuts worth trying on `len` bytes: none, after every byte, each one, each pair; samples for long streams.
pub fn cuts(len: usize) -> Vec<Vec<usize>> {
    let mut all = one_cuts(len);
    if len <= 80 {
        all.extend((1..len).flat_map(|b| (1..b).map(move |a| vec![a, b])));
    } else {
        all.extend(sample(25, len).map(|(a, b)| vec![a.min(b), a.max(b)]));
    }
    all
}

/// None, after every byte, and each one, with a read of nothing at both ends; near the ends and samples for long streams.
pub fn one_cuts(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![], (1..len).collect()];
    if len <= 200 {
        all.extend((0..=len).map(|cut| vec![cut]));
    } else {
        all.extend((0..5).chain(len - 8..=len).map(|cut| vec![cut]));
        all.extend(sample(25, len).map(|(cut, _)| vec![cut]));
    }
    all
}

/// Pairs of numbers below `len`, always the same.
fn sample(count: usize, len: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % len
    };
    (0..count).map(move |_| (next(), next()))
}

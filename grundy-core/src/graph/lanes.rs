//! Flooding eight sets of vertices at a time, compiled for any processor, for AVX2 and for AVX-512.
//!
//! All are the same code, so all give the same sets; only the instructions differ.

use crate::on_this_processor;

use super::flood::{Apart, Eight};

/// See [`Flood::components`](super::Flood::components).
pub(super) fn components<const N: usize>(
    apart: &[Apart; N],
    within: &[Eight],
    from: &mut [Eight],
    met: &[Eight],
) {
    on_this_processor!(components, components_here, (apart, within, from, met))
}

/// See [`Flood::reach`](super::Flood::reach).
pub(super) fn reach<const N: usize>(
    apart: &[Apart; N],
    within: &[Eight],
    from: &[Eight],
    steps: &mut [Eight],
) {
    on_this_processor!(reach, reach_here, (apart, within, from, steps))
}

/// See [`Flood::trim`](super::Flood::trim).
pub(super) fn trim<const N: usize>(apart: &[Apart; N], sets: &mut [Eight]) {
    on_this_processor!(trim, trim_here, (apart, sets))
}

#[inline(always)]
fn trim_here<const N: usize>(apart: &[Apart; N], sets: &mut [Eight]) {
    for set in sets.iter_mut().flatten() {
        *set = trimmed(apart, *set);
    }
}

#[inline(always)]
fn trimmed<const N: usize>(apart: &[Apart; N], set: u64) -> u64 {
    // The vertices with a neighbour, and with several.
    let (mut some, mut several) = (0, 0);
    for ends in apart.iter().flat_map(|apart| apart.ways(set)) {
        several |= some & ends;
        some |= ends;
    }
    let leaves = set & some & !several;
    let beside = across(apart, leaves) & set;
    // Vertices that are no leaves, all of whose neighbours have one.
    let mut out = set & !some | set & !leaves & !across(apart, set & !beside);
    // Of the leaves of a vertex one is kept: there is at most one each way.
    let mut seen = 0;
    for apart in apart {
        let [above, below] = apart.ways(leaves).map(|ends| ends & set);
        let again = [above & seen, below & (seen | above)];
        seen |= above | below;
        let [lower, upper] = apart.ways_back(again);
        out |= (lower | upper) & leaves;
    }
    set & !out
}

#[inline(always)]
fn components_here<const N: usize>(
    apart: &[Apart; N],
    within: &[Eight],
    from: &mut [Eight],
    met: &[Eight],
) {
    components_by(|set| across(apart, set), within, from, met);
}

#[inline(always)]
fn reach_here<const N: usize>(
    apart: &[Apart; N],
    within: &[Eight],
    from: &[Eight],
    steps: &mut [Eight],
) {
    reach_by(|set| across(apart, set), within, from, steps);
}

#[inline(always)]
fn across<const N: usize>(apart: &[Apart; N], set: u64) -> u64 {
    apart.iter().fold(0, |all, apart| all | apart.across(set))
}

#[inline(always)]
pub(super) fn components_by(
    neighbours: impl Fn(u64) -> u64,
    within: &[Eight],
    from: &mut [Eight],
    met: &[Eight],
) {
    for ((within, reached), met) in within.iter().zip(from).zip(met) {
        loop {
            let (mut next, mut open) = ([0; 8], 0);
            for j in 0..8 {
                next[j] = reached[j] | neighbours(reached[j]) & within[j];
                let grows = u64::from(next[j] != reached[j]).wrapping_neg();
                open |= grows & met[j] & !next[j];
            }
            *reached = next;
            if open == 0 {
                break;
            }
        }
        for j in 0..8 {
            let whole = met[j] & !reached[j] == 0 && reached[j] != 0;
            reached[j] = if whole { within[j] } else { reached[j] };
        }
    }
}

#[inline(always)]
pub(super) fn reach_by(
    neighbours: impl Fn(u64) -> u64,
    within: &[Eight],
    from: &[Eight],
    steps: &mut [Eight],
) {
    for ((within, from), steps) in within.iter().zip(from).zip(steps) {
        let mut reached = *from;
        *steps = [0; 8];
        loop {
            let (mut next, mut open) = ([0; 8], 0);
            for j in 0..8 {
                next[j] = reached[j] | neighbours(reached[j]) & within[j];
                let grows = u64::from(next[j] != reached[j]);
                steps[j] += grows;
                open |= grows.wrapping_neg() & within[j] & !next[j];
            }
            reached = next;
            if open == 0 {
                break;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! versions {
    ($module:ident, $features:literal) => {
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn components<const N: usize>(
                apart: &[Apart; N],
                within: &[Eight],
                from: &mut [Eight],
                met: &[Eight],
            ) {
                components_here(apart, within, from, met);
            }

            #[target_feature(enable = $features)]
            pub(super) fn trim<const N: usize>(apart: &[Apart; N], sets: &mut [Eight]) {
                trim_here(apart, sets);
            }

            #[target_feature(enable = $features)]
            pub(super) fn reach<const N: usize>(
                apart: &[Apart; N],
                within: &[Eight],
                from: &[Eight],
                steps: &mut [Eight],
            ) {
                reach_here(apart, within, from, steps);
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
versions!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
versions!(avx512, "avx2,avx512f,avx512dq,avx512vl");

//! Whether a window is large enough for its theorem. The theorems are stated at
//! [`Theorem`](crate::heap::Theorem).

use super::Refusal;
use super::values::Values;
use crate::heap::{Family, KindWindow, Part, Rule, Shape};

/// Whether the windows suffice for the theorem of Guy and Smith, with this common period.
pub(super) fn guy_smith(
    family: &Family,
    common: u64,
    windows: &[KindWindow],
) -> Result<(), Refusal> {
    let window = |kind: usize| windows.iter().find(|window| window.kind == kind);
    // The e of a kind.
    let e = |kind: usize| {
        let none = || Refusal::Theorem(format!("there is no window of kind {kind}"));
        window(kind).map(|window| i128::from(window.from)).ok_or_else(none)
    };
    let p = i128::from(common);
    for at in windows {
        let needs = |least: i128, why: &str| needs(at, least, why);
        for rule in &family.kinds[at.kind].rules {
            needs(settled(rule), "the rules change")?;
            if rule.to.is_some() {
                continue;
            }
            match rule.shape {
                Shape::Empty => {}
                Shape::Parts(ref parts) => {
                    for part in parts {
                        if let Part::Rest { kind, removed } = *part {
                            needs(e(kind)? + i128::from(removed), "a part is too small")?;
                        }
                    }
                }
                Shape::Any { kind, low, gap } => {
                    let least = e(kind)?.max(low.into());
                    needs(least + p - 1 + i128::from(gap), "a run of heaps is too short")?;
                }
                Shape::Split { left, right, removed, low, gap, unequal } => {
                    let c = i128::from(removed);
                    let a = e(left)?.max(low.into());
                    let b = e(right)?.max(i128::from(gap) - c);
                    needs(a + b + p - 1 + c, "both parts of a split may be too small")?;
                    if unequal {
                        needs(2 * a.max(b) + 2 * p - 1 + c, "the parts must not be equal")?;
                    }
                }
                Shape::Pile { kind, parts, removed, every, unequal } => {
                    let k = i128::from(parts);
                    let all = k * (e(kind)?.max(1) + p - 1);
                    let more = if unequal { (k * (k - 1) / 2).saturating_mul(p) } else { 0 };
                    let one_total = match (every, parts) {
                        (Some(_), _) => 0,
                        (None, 0) => 1,
                        (None, _) => 1 - p,
                    };
                    if every.is_some_and(|every| every == 0 || !common.is_multiple_of(every)) {
                        let why = "the period is no multiple of the steps of the totals";
                        return Err(Refusal::Theorem(why.to_string()));
                    }
                    let least = more.saturating_add(all + one_total + i128::from(removed));
                    needs(least, "all heaps of a pile may be too small")?;
                }
            }
        }
    }
    Ok(())
}

/// Whether the window suffices for the theorem on arithmetic periods, with the nimbers of the
/// window and this saltus.
pub(super) fn arithmetic(
    family: &Family,
    values: &Values<'_>,
    (common, saltus): (u64, u64),
    at: &KindWindow,
    below: u64,
) -> Result<(), Refusal> {
    let of = |why: &str| Refusal::Theorem(why.to_string());
    let least = family.kinds[at.kind].least;
    let rules = || family.kinds[at.kind].rules.iter().filter(|rule| rule.to.is_none());
    let e = rules().fold(at.from, |e, rule| match rule.shape {
        Shape::Any { low, .. } => e.max(low),
        _ => e,
    });
    let beyond = e.saturating_add(common);
    if beyond > values.end(at.kind) {
        return Err(Refusal::Window { kind: at.kind, needed: format!("a table up to {beyond}") });
    }
    let large = |nimber: u64| {
        let least = u128::from(nimber) + u128::from(saltus) + 1;
        if u128::from(below) >= least {
            Ok(())
        } else {
            Err(of(&format!("V must be at least {least}")))
        }
    };
    for n in least..beyond {
        large(values.get(at.kind, n))?;
    }
    let mut filled = false;
    for rule in &family.kinds[at.kind].rules {
        needs(at, settled(rule), "the rules change")?;
        if rule.to.is_some() {
            continue;
        }
        match rule.shape {
            Shape::Empty => large(0)?,
            Shape::Any { kind, low, gap } if kind == at.kind && low >= least && gap > 0 => {
                let last = i128::from(at.to) - i128::from(gap);
                filled |= is_full(values, kind, low, last, below);
            }
            Shape::Any { .. } | Shape::Split { .. } | Shape::Pile { .. } => {
                return Err(of("a rule has another form"));
            }
            Shape::Parts(ref parts) => {
                let (mut rest, mut fixed) = (None, 0);
                for part in parts {
                    match *part {
                        Part::Rest { kind, removed }
                            if kind == at.kind && rest.is_none() && removed > 0 =>
                        {
                            rest = Some(removed);
                        }
                        Part::Rest { .. } => return Err(of("a rule has another form")),
                        Part::Fixed { kind, size } if size < values.end(kind) => {
                            fixed ^= values.get(kind, size)
                        }
                        Part::Fixed { .. } => return Err(of("a heap of a rule was never met")),
                        Part::Nim(size) => fixed ^= size,
                    }
                }
                match rest {
                    None => large(fixed)?,
                    Some(removed) => {
                        needs(
                            at,
                            i128::from(at.from) + i128::from(removed),
                            "a part is too small",
                        )?;
                        let digits = saltus.trailing_zeros();
                        if digits < u64::BITS && fixed >> digits != 0 {
                            return Err(of("a Nim heap of a rule is too large for the saltus"));
                        }
                    }
                }
            }
        }
    }
    if filled { Ok(()) } else { Err(of("not every nimber below V is always an option")) }
}

/// Whether every nimber below a number is that of a heap of a size from `low` to `last`.
fn is_full(values: &Values<'_>, kind: usize, low: u64, last: i128, below: u64) -> bool {
    let last = last.min(i128::from(values.end(kind)) - 1);
    let Ok(last) = u64::try_from(last) else { return false };
    if low > last || below > last - low + 1 {
        return false;
    }
    let mut missing = vec![true; below as usize];
    for n in low..=last {
        if let Some(missing) = missing.get_mut(values.get(kind, n) as usize) {
            *missing = false;
        }
    }
    !missing.contains(&true)
}

/// The size from which a rule applies always or never.
pub(super) fn settled(rule: &Rule) -> i128 {
    match rule.to {
        Some(to) => i128::from(to) + 1,
        None => rule.except.iter().fold(rule.from.into(), |size, &n| size.max(i128::from(n) + 1)),
    }
}

fn needs(window: &KindWindow, least: i128, why: &str) -> Result<(), Refusal> {
    if i128::from(window.to) >= least {
        return Ok(());
    }
    let KindWindow { kind, to, .. } = *window;
    let needed = format!("it ends at {to}, but must reach {least}: {why} before that");
    Err(Refusal::Window { kind, needed })
}

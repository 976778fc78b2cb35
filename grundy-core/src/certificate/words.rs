//! The rules of a family in words.

use crate::heap::{Family, Part, Rule, Shape};

/// `A(n)`, `B(n)`, ...: kinds have no names of their own.
pub(super) fn name(kind: usize) -> String {
    match u8::try_from(kind).ok().filter(|&kind| kind < 26) {
        Some(kind) => char::from(b'A' + kind).to_string(),
        None => format!("K{kind}"),
    }
}

/// What a family is: the codes of kinds that have one, and the moves of each kind.
pub(super) fn words(family: &Family) -> Vec<String> {
    let mut lines = Vec::new();
    for (kind, heap) in family.kinds.iter().enumerate() {
        let name = name(kind);
        if let Some(code) = code(family, kind) {
            lines.push(format!("{name}(n) is {code}"));
        }
        lines.push(format!("{name}(n), n >= {}, leads to", heap.least));
        lines.extend(heap.rules.iter().map(|rule| format!("    {}", rule_words(rule))));
    }
    lines
}

/// `heap n - 1 of octal game 0.6`.
fn code(family: &Family, kind: usize) -> Option<String> {
    family.check().ok()?;
    let notation = family.notation(kind).ok()?;
    let heap = size(notation.shift.into());
    let mut words = format!("heap {heap} of {}", notation.code.name());
    if !notation.except.is_empty() {
        words += &format!(", but not for n = {}", list(&notation.except));
    }
    Some(words)
}

fn rule_words(rule: &Rule) -> String {
    let mut range = match rule.to {
        Some(to) if to == rule.from => format!("n = {to}"),
        Some(to) => format!("{} <= n <= {to}", rule.from),
        None => format!("n >= {}", rule.from),
    };
    if !rule.except.is_empty() {
        range += &format!(", but not {}", list(&rule.except));
    }
    format!("{} if {range}", shape_words(&rule.shape))
}

fn shape_words(shape: &Shape) -> String {
    match *shape {
        Shape::Empty => "nothing".to_string(),
        Shape::Parts(ref parts) => {
            let words: Vec<String> = parts.iter().map(part_words).collect();
            if words.is_empty() { "nothing".to_string() } else { words.join(" + ") }
        }
        Shape::Any { kind, low, gap } => {
            format!("{}(a) with {low} <= a <= {}", name(kind), size(gap.into()))
        }
        Shape::Split { left, right, removed, low, gap, unequal } => {
            let differ = if unequal { ", a and b not equal," } else { "" };
            format!(
                "{}(a) + {}(b) with a + b = {} and {low} <= a <= {}{differ}",
                name(left),
                name(right),
                size(removed.into()),
                size(gap.into()),
            )
        }
        Shape::Pile { kind, parts, removed, every, unequal } => {
            let less =
                every.map_or(String::new(), |every| format!(" or any multiple of {every} less"));
            let differ = if unequal { ", no two of them equal," } else { "" };
            format!(
                "{parts} heaps {} that are not empty, with {}{less} in all{differ}",
                name(kind),
                size(removed.into())
            )
        }
    }
}

fn part_words(part: &Part) -> String {
    match *part {
        Part::Rest { kind, removed } => format!("{}({})", name(kind), size(removed.into())),
        Part::Fixed { kind, size } => format!("{}({size})", name(kind)),
        Part::Nim(size) => format!("*{size}"),
    }
}

/// `n - 3`.
fn size(less: i128) -> String {
    match less {
        0 => "n".to_string(),
        1.. => format!("n - {less}"),
        _ => format!("n + {}", less.unsigned_abs()),
    }
}

fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;

    #[test]
    fn rules_are_read_off() {
        let mut all = words(&games::couples());
        all.extend(words(&games::hull(2)));
        all.extend(words(&crate::Code::parse("0.3Fu").unwrap().family()));
        let expected = "\
A(n) is heap n - 1 of octal game 0.6
A(n), n >= 0, leads to
    A(a) + A(b) with a + b = n and 1 <= a <= n - 1 if n >= 2, but not 2
A(n), n >= 0, leads to";
        assert_eq!(all[..4].join("\n"), expected);
        let text = all.join("\n");
        for part in [
            "    B(a) + B(b) with a + b = n + 1 and 1 <= a <= n if n >= 1",
            "    A(2) if n = 3",
            "    C(n + 1) if n >= 5",
            "    3 heaps A that are not empty, with n - 2 in all, no two of them equal, if n >= 8",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}

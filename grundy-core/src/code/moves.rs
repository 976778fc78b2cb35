//! The moves that a code allows, one by one.

use std::ops::ControlFlow;

use super::Code;

impl Code {
    /// Calls `then` for each move of a heap of `size`: with how many tokens are taken, fewer first,
    /// and the heaps that are left, ascending and none of them empty.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// # use grundy_core::Code;
    ///
    /// let mut moves = Vec::new();
    /// let flow = Code::parse("0.16").unwrap().each_move(4, &mut |taken, left| {
    ///     moves.push((taken, left.to_vec()));
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert!(flow.is_continue());
    /// assert_eq!(moves, [(2, vec![2]), (2, vec![1, 1])]);
    /// ```
    pub fn each_move<B>(
        &self,
        size: u64,
        then: &mut dyn FnMut(u64, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let last = if self.tail.is_empty() { self.digits.len() as u64 - 1 } else { size };
        for taken in 0..=last.min(size) {
            let digit = self.digit(taken);
            for count in digit.counts() {
                let mut left = Vec::with_capacity(count as usize);
                let gap = u64::from(digit.unequal);
                each_split(size - taken, count, 1, gap, &mut left, &mut |left| then(taken, left))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `then` for each way to write `total` as an ascending sum of `count` numbers that are at
/// least `least`, each larger than the one before by at least `gap`.
fn each_split<B>(
    total: u64,
    count: u32,
    least: u64,
    gap: u64,
    chosen: &mut Vec<u64>,
    then: &mut dyn FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let depth = chosen.len();
    let flow = match count {
        0 if total == 0 => then(chosen),
        0 => ControlFlow::Continue(()),
        1 if total >= least => {
            chosen.push(total);
            then(chosen)
        }
        1 => ControlFlow::Continue(()),
        count => {
            // The others are at least part + gap, part + 2 * gap, ...
            let others = u64::from(count) - 1;
            let steps = gap * others * (others + 1) / 2;
            let last = total.checked_sub(steps).map(|rest| rest / u64::from(count));
            last.map_or(ControlFlow::Continue(()), |last| {
                (least..=last).try_for_each(|part| {
                    chosen.truncate(depth);
                    chosen.push(part);
                    each_split(total - part, count - 1, part + gap, gap, chosen, then)
                })
            })
        }
    };
    chosen.truncate(depth);
    flow
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(code: &str, size: u64) -> Vec<(u64, Vec<u64>)> {
        let mut moves = Vec::new();
        let flow = Code::parse(code).unwrap().each_move(size, &mut |taken, left| {
            moves.push((taken, left.to_vec()));
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
        moves
    }

    #[test]
    fn moves_follow_the_digits() {
        assert_eq!(moves("0.77", 0), []);
        assert_eq!(moves("0.77", 1), [(1, vec![])]);
        assert_eq!(moves("0.77", 3), [(1, vec![2]), (1, vec![1, 1]), (2, vec![1])]);
        assert_eq!(moves("4.0", 5), [(0, vec![1, 4]), (0, vec![2, 3])]);
        assert_eq!(moves("4.0", 2), [(0, vec![1, 1])]);
        assert_eq!(moves("4u.0", 2), []);
        assert_eq!(moves("4u.0", 4), [(0, vec![1, 3])]);
        assert_eq!(moves("0.8", 7), [(1, vec![1, 1, 4]), (1, vec![1, 2, 3]), (1, vec![2, 2, 2])]);
        assert_eq!(moves("0.8u", 7), [(1, vec![1, 2, 3])]);
        assert_eq!(moves("0.[3]", 2), [(1, vec![1]), (2, vec![])]);

        assert_eq!(moves("0.0[10]", 3), []);
        assert_eq!(moves("0.0[10]", 4), [(4, vec![])]);
    }

    #[test]
    fn it_stops_when_told() {
        let mut seen = 0;
        let flow = Code::parse("0.[7]").unwrap().each_move(50, &mut |_, _| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(flow.is_break());
        assert_eq!(seen, 3);
    }
}

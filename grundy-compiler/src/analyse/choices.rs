//! All ways through a computation that has to choose.
//!
//! The computation asks [`Choices::choose`] whenever several cases are
//! possible and goes on with the one it is told. It is run again and again
//! until every combination of cases has been met, so code that splits cases
//! reads as if there were no others.

/// The cases to take in one run.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// The case taken and the number of cases, for each question so far.
    taken: Vec<(usize, usize)>,
    next: usize,
}

impl Choices {
    /// Which of `count` cases (at least one) to take.
    pub(super) fn choose(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        let case = match self.taken.get(self.next) {
            Some(&(case, _)) => case,
            None => {
                self.taken.push((0, count));
                0
            }
        };
        self.next += 1;
        case
    }

    /// How many questions have been answered in this run.
    pub(super) fn made(&self) -> usize {
        self.next
    }

    /// Turns to the next combination; `false` when all have been taken.
    pub(super) fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((case, count)) = self.taken.pop() {
            if case + 1 < count {
                self.taken.push((case + 1, count));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_once() {
        let mut choices = Choices::default();
        let mut seen = Vec::new();
        loop {
            let first = choices.choose(2);
            // The second question depends on the first answer.
            let second = if first == 0 { choices.choose(3) } else { choices.choose(1) };
            seen.push((first, second));
            if !choices.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 0)]);
    }
}

//! Who wins.

use std::fmt;

use crate::Nimber;

/// Who wins a position when both play well. The name is that of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The previous player wins, who has just moved: the player to move loses.
    P,
    /// The next player wins: the player to move.
    N,
}

impl Outcome {
    /// The outcome under normal play of a position with this nimber.
    pub fn of(nimber: Nimber) -> Self {
        if nimber.is_zero() { Self::P } else { Self::N }
    }

    /// Whether the player to move wins.
    pub fn is_won(self) -> bool {
        self == Self::N
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P => "P",
            Self::N => "N",
        })
    }
}

//! The ways to find moves, and their names.

use crate::chance::Chance;
use crate::rung::Rung;
use crate::tree_search::TreeSearch;
use engine::{EngineGame, Method};
use ladder::Taught;
use std::fmt;
use std::str::FromStr;
use xiangqi::excerpt;

/// A way to find moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// The engine's own search.
    #[default]
    Engine,
    /// Monte Carlo tree search.
    Mcts,
    /// Alpha-beta without anything else: rung 2 of the ladder.
    AlphaBeta,
    /// Plain minimax: rung 1 of the ladder.
    Minimax,
    /// Any legal move.
    Random,
}

/// There is no algorithm of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no algorithm \"{0}\"; it must be {names}", names = Algorithm::NAMES.join(", "))]
pub struct UnknownAlgorithm(String);

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Engine, Self::Mcts, Self::AlphaBeta, Self::Minimax, Self::Random];
    /// What they are called, in the same order.
    pub const NAMES: [&'static str; 5] = ["engine", "mcts", "alphabeta", "minimax", "random"];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// A method for an engine; none for the engine's own search. Tree search ends after this many playouts, if a number is
    /// given; the others do not count them.
    ///
    /// ```
    /// use games::Xiangqi;
    /// use players::Algorithm;
    /// assert!(Algorithm::Engine.method::<Xiangqi>(None).is_none());
    /// assert!(Algorithm::Mcts.method::<Xiangqi>(Some(100)).is_some());
    /// ```
    pub fn method<G: EngineGame>(self, playouts: Option<u64>) -> Option<Box<dyn Method<G>>> {
        match self {
            Self::Engine => None,
            Self::Mcts => Some(Box::new(TreeSearch::<G>::new(playouts))),
            Self::AlphaBeta => Some(Box::new(Rung::<G>::new(Taught::AlphaBeta))),
            Self::Minimax => Some(Box::new(Rung::<G>::new(Taught::Minimax))),
            Self::Random => Some(Box::new(Chance)),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownAlgorithm(excerpt(text, 40)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        let message = "alpha".parse::<Algorithm>().unwrap_err().to_string();
        assert!(message.contains("\"alpha\"") && message.contains("alphabeta"), "{message}");
    }
}

//! A player that is not a person, as one text: what it is called on the command line, at the table and in records.

use crate::Algorithm;
use engine::{Level, STRONGEST};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use xiangqi::excerpt;

/// The players, for help texts.
pub const PLAYERS_HELP: &str = "  1 … 10          the engine at a level
  mcts:N          Monte Carlo tree search, N playouts a move
  mcts:Nms        the same, N milliseconds a move
  alphabeta:D     plain alpha-beta, D plies deep
  minimax:D       plain minimax, D plies deep
  random          any legal move";

/// The most milliseconds of a move.
const LONGEST: u64 = 3_600_000;
/// The deepest search that can be asked for. It is a limit of patience: each ply takes thirty to forty times as long as the one before.
const DEEPEST: usize = 12;

/// What a player may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// Playouts of a tree search.
    Playouts(u64),
    /// Time.
    Time(Duration),
    /// Plies.
    Depth(usize),
}

/// A player that is not a person.
///
/// ```
/// use players::{Algorithm, Budget, ComputerPlayer};
/// let player: ComputerPlayer = "minimax:3".parse()?;
/// assert_eq!((player.algorithm(), player.budget()), (Algorithm::Minimax, Some(Budget::Depth(3))));
/// assert_eq!(player.to_string(), "minimax:3");
/// # Ok::<(), players::UnknownPlayer>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComputerPlayer {
    /// The engine at a level.
    Level(Level),
    /// Another algorithm, and what it may spend; chance needs nothing.
    Other(Algorithm, Option<Budget>),
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownPlayer {
    /// There is none of this name.
    #[error(
        "there is no player \"{0}\"; it must be a level from 1 to {STRONGEST}, mcts:PLAYOUTS, mcts:MILLISECONDSms, alphabeta:DEPTH, minimax:DEPTH or random"
    )]
    Name(String),
    /// The name is right, and what follows is not.
    #[error("the player \"{text}\" cannot spend \"{budget}\"; {right}")]
    Budget {
        /// The whole text.
        text: String,
        /// What it is to spend.
        budget: String,
        /// What would be right.
        right: &'static str,
    },
}

const RIGHT_TREE: &str =
    "it needs playouts or milliseconds from 1 to 3600000 for a move, such as mcts:2000 or mcts:500ms";
const RIGHT_DEPTH: &str = "it needs a depth from 1 to 12, such as minimax:3 or alphabeta:4";
const RIGHT_CHANCE: &str = "it is written random alone";

impl FromStr for ComputerPlayer {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        if let Some(level) = text.parse().ok().and_then(Level::new) {
            return Ok(Self::Level(level));
        }
        let (name, budget) = text.split_once(':').map_or((text, None), |(name, budget)| (name, Some(budget)));
        let unknown = || UnknownPlayer::Name(excerpt(text, 40));
        let algorithm: Algorithm = name.parse().map_err(|_| unknown())?;
        let right = match algorithm {
            // Its strength has levels.
            Algorithm::Engine => return Err(unknown()),
            Algorithm::Mcts => RIGHT_TREE,
            Algorithm::AlphaBeta | Algorithm::Minimax => RIGHT_DEPTH,
            Algorithm::Random => RIGHT_CHANCE,
        };
        let read = match (algorithm, budget) {
            (Algorithm::Random, None) => return Ok(Self::Other(algorithm, None)),
            (Algorithm::Mcts, Some(budget)) => tree_budget(budget),
            (Algorithm::AlphaBeta | Algorithm::Minimax, Some(budget)) => {
                let depth = budget.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth));
                depth.map(Budget::Depth)
            }
            _ => None,
        };
        let budget = read.ok_or_else(|| UnknownPlayer::Budget {
            text: excerpt(text, 40),
            budget: excerpt(budget.unwrap_or_default(), 40),
            right,
        })?;
        Ok(Self::Other(algorithm, Some(budget)))
    }
}

fn tree_budget(text: &str) -> Option<Budget> {
    let in_range = |number: &str| number.parse().ok().filter(|number| (1..=LONGEST).contains(number));
    match text.strip_suffix("ms") {
        Some(number) => in_range(number).map(|number| Budget::Time(Duration::from_millis(number))),
        None => in_range(text).map(Budget::Playouts),
    }
}

impl fmt::Display for ComputerPlayer {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "{}", level.number()),
            Self::Other(algorithm, None) => write!(f, "{algorithm}"),
            Self::Other(algorithm, Some(Budget::Playouts(number))) => write!(f, "{algorithm}:{number}"),
            Self::Other(algorithm, Some(Budget::Depth(depth))) => write!(f, "{algorithm}:{depth}"),
            Self::Other(algorithm, Some(Budget::Time(time))) => {
                write!(f, "{algorithm}:{}ms", time.as_millis())
            }
        }
    }
}

impl ComputerPlayer {
    /// How it finds moves.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Self::Level(_) => Algorithm::Engine,
            Self::Other(algorithm, _) => *algorithm,
        }
    }

    /// What it may spend on a move, beyond what its level says.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Self::Level(_) => None,
            Self::Other(_, budget) => *budget,
        }
    }

    /// Its playouts, if they limit it.
    pub fn playouts(&self) -> Option<u64> {
        match self.budget() {
            Some(Budget::Playouts(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether its moves depend on nothing but the position and a seed: the time does not limit it.
    pub fn is_repeatable(&self) -> bool {
        !matches!(self.budget(), Some(Budget::Time(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_back() {
        for text in ["1", "10", "mcts:1", "mcts:2000", "mcts:500ms", "alphabeta:4", "minimax:3", "random"] {
            assert_eq!(text.parse::<ComputerPlayer>().map(|player| player.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        for (wrong, right) in [
            ("", "mcts:PLAYOUTS"),
            ("0", "from 1 to 10"),
            ("11", "from 1 to 10"),
            ("engine", "from 1 to 10"),
            ("engine:5", "from 1 to 10"),
            ("Kasparov", "random"),
            ("mcts", "mcts:500ms"),
            ("mcts:", "mcts:500ms"),
            ("mcts:0", "mcts:500ms"),
            ("mcts:-1", "mcts:500ms"),
            ("mcts:2s", "mcts:500ms"),
            ("mcts:99999999999999999999", "mcts:500ms"),
            ("minimax", "minimax:3"),
            ("minimax:13", "from 1 to 12"),
            ("alphabeta:deep", "alphabeta:4"),
            ("random:3", "random alone"),
        ] {
            let message = wrong.parse::<ComputerPlayer>().unwrap_err().to_string();
            assert!(message.contains(&format!("\"{wrong}\"")) && message.contains(right), "{message}");
        }
    }
}

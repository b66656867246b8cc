//! The rungs in order: the taught ones, then the engine's own search by its switches.

use crate::rungs::{
    alpha_beta, captures, exchanges, history, killers, minimax, negamax, null_move, quiescence, table,
    variation,
};
use crate::tree::Tree;
use engine::{EngineGame, Techniques};
use search::{Evaluator, Game, Score};

/// A rung that is written out in this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taught {
    /// Rung 1.
    Minimax,
    /// Rung 2.
    AlphaBeta,
    /// Rung 3.
    Negamax,
    /// Rung 4.
    Captures,
    /// Rung 5.
    Table,
    /// Rung 6.
    Killers,
    /// Rung 7.
    Variation,
    /// Rung 8.
    NullMove,
    /// Rung 9.
    Quiescence,
    /// Rung 10.
    Exchanges,
    /// Rung 11.
    History,
}

impl Taught {
    /// Searches the root of a tree to a depth.
    pub fn search<G: Game, E: Evaluator<G>>(self, tree: &mut Tree<'_, G, E>, depth: i32) -> Score {
        match self {
            Self::Minimax => minimax::search(tree, depth),
            Self::AlphaBeta => alpha_beta::search(tree, depth),
            Self::Negamax => negamax::search(tree, depth),
            Self::Captures => captures::search(tree, depth),
            Self::Table => table::search(tree, depth),
            Self::Killers => killers::search(tree, depth),
            Self::Variation => variation::search(tree, depth),
            Self::NullMove => null_move::search(tree, depth),
            Self::Quiescence => quiescence::search(tree, depth),
            Self::Exchanges => exchanges::search(tree, depth),
            Self::History => history::search(tree, depth),
        }
    }
}

/// How a rung searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// As written out in this crate.
    Taught(Taught),
    /// The engine's search with these techniques and the classical evaluation.
    Engine(Techniques),
    /// The engine as it is shipped, with its network.
    Network,
}

/// A rung of the ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// Its number, from 1.
    pub number: usize,
    /// What it adds.
    pub name: &'static str,
    /// How it searches.
    pub method: Method,
}

/// What the taught rungs know, as the engine does it, with what belongs to it: windows around the last score, better
/// histories, checks at the leaves.
const ENGINE: Techniques = Techniques {
    aspiration_windows: true,
    mate_distance_pruning: true,
    table_cuts: true,
    table_evaluations: true,
    null_move: true,
    fail_high_blending: true,
    main_history: true,
    continuation_history: true,
    killers: true,
    early_checks: true,
    early_escapes: true,
    capture_history: true,
    quiescence: true,
    quiet_checks: true,
    delta_pruning: true,
    evasion_pruning: true,
    ..Techniques::NONE
};
const REDUCTIONS: Techniques = Techniques {
    late_move_reductions: true,
    hindsight: true,
    internal_iterative_reduction: true,
    fail_high_reduction: true,
    ..ENGINE
};
const FUTILITY: Techniques = Techniques {
    razoring: true,
    reverse_futility: true,
    futility: true,
    late_move_pruning: true,
    history_pruning: true,
    quiet_exchange_pruning: true,
    noisy_exchange_pruning: true,
    ..REDUCTIONS
};
const PROBCUT: Techniques = Techniques { probcut: true, ..FUTILITY };
const SINGULAR: Techniques = Techniques { singular_extensions: true, ..PROBCUT };
const CORRECTIONS: Techniques = Techniques { corrections: true, ..SINGULAR };

const RUNGS: [(&str, Method); 18] = [
    ("minimax", Method::Taught(Taught::Minimax)),
    ("alpha-beta", Method::Taught(Taught::AlphaBeta)),
    ("negamax", Method::Taught(Taught::Negamax)),
    ("captures first", Method::Taught(Taught::Captures)),
    ("table", Method::Taught(Taught::Table)),
    ("killers", Method::Taught(Taught::Killers)),
    ("principal variation", Method::Taught(Taught::Variation)),
    ("null move", Method::Taught(Taught::NullMove)),
    ("quiescence", Method::Taught(Taught::Quiescence)),
    ("exchanges", Method::Taught(Taught::Exchanges)),
    ("history", Method::Taught(Taught::History)),
    ("the engine's own", Method::Engine(ENGINE)),
    ("reductions", Method::Engine(REDUCTIONS)),
    ("razoring, futility", Method::Engine(FUTILITY)),
    ("ProbCut", Method::Engine(PROBCUT)),
    ("singular extensions", Method::Engine(SINGULAR)),
    ("correction history", Method::Engine(CORRECTIONS)),
    ("network", Method::Network),
];

/// The rungs of a game, from the first to the engine as it is shipped. A game that is judged without a network ends one
/// earlier.
///
/// ```
/// let names: Vec<_> = ladder::rungs_of::<games::Chess>().iter().map(|rung| rung.name).collect();
/// assert_eq!((names[0], names[16], names.len()), ("minimax", "correction history", 17));
/// ```
pub fn rungs_of<G: EngineGame>() -> Vec<Rung> {
    let has_network = G::net_file(&G::Evaluation::default()).is_some();
    let rungs = (1..).zip(RUNGS).map(|(number, (name, method))| Rung { number, name, method });
    rungs.filter(|rung| rung.method != Method::Network || has_network).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_switch_leaves_nothing_off() {
        assert_eq!(CORRECTIONS, Techniques::ALL);
    }
}

//! What the engine asks of a game beyond its definition: how positions are judged, and who proves mates.

use crate::evaluation::{Evaluation, EvaluationChoice, EvaluationError};
use games::{Chess, GameData, GameRules, GameText, Xiangqi};
use search::Evaluator;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xiangqi::{Move, Position};

/// What a proof of a mate may take.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// The longest mate, in moves of the side that mates.
    pub moves: u32,
    /// Nodes of the solver.
    pub nodes: u64,
    /// Time, if it is limited.
    pub time: Option<Duration>,
}

/// A mate that the solver has proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedMate<M> {
    /// Its longest line.
    pub line: Vec<M>,
    /// The nodes that the proof took.
    pub nodes: u64,
}

/// A game that the engine plays.
///
/// ```
/// use engine::{EngineGame, ProofLimits, ProvedMate};
/// use games::{GameText, Xiangqi};
/// use std::sync::atomic::AtomicBool;
///
/// let position = Xiangqi::parse_position("3k5/R8/9/9/9/9/9/9/1R7/4K4 w")?;
/// let limits = ProofLimits { moves: 3, nodes: 10_000, time: None };
/// let mate: Option<ProvedMate<_>> = Xiangqi::prove_mate(&position, &limits, &AtomicBool::new(false));
/// assert!(mate.is_some_and(|mate| mate.line.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait EngineGame: GameText + GameRules + GameData {
    /// What judges positions of the game.
    type Evaluation: Evaluator<Self> + Clone + Default + 'static;

    /// An evaluation as it is wanted.
    ///
    /// # Errors
    /// If a network or a set of weights cannot be used.
    fn evaluation(choice: &EvaluationChoice) -> Result<Self::Evaluation, EvaluationError>;
    /// What an evaluation is called: `classical`, or the name of its network.
    fn evaluation_name(evaluation: &Self::Evaluation) -> &str;
    /// The net file of an evaluation, if it has one.
    fn net_file(_: &Self::Evaluation) -> Option<Vec<u8>> {
        None
    }
    /// A mate by force, proved within limits. Games without a solver prove none.
    fn prove_mate(_: &Self::Position, _: &ProofLimits, _: &AtomicBool) -> Option<ProvedMate<Self::Move>> {
        None
    }
}

impl EngineGame for Xiangqi {
    type Evaluation = Evaluation;

    fn evaluation(choice: &EvaluationChoice) -> Result<Evaluation, EvaluationError> {
        Evaluation::new(choice)
    }

    fn evaluation_name(evaluation: &Evaluation) -> &str {
        evaluation.name()
    }

    fn net_file(evaluation: &Evaluation) -> Option<Vec<u8>> {
        evaluation.network().map(nnue::Network::write)
    }

    fn prove_mate(position: &Position, limits: &ProofLimits, stop: &AtomicBool) -> Option<ProvedMate<Move>> {
        let &ProofLimits { moves, nodes, time } = limits;
        // A short proof needs little memory, and clearing much would take longer than the proof.
        let hash = (nodes / 50_000).clamp(1, 16) as usize;
        let limits = solve::Limits { nodes: Some(nodes), time, hash, any: true };
        let outcome = solve::Solver::new(limits).solve(position, Some(moves), stop);
        let proof = outcome.answer.proof().filter(|proof| solve::check(position, proof).is_ok())?;
        Some(ProvedMate { line: proof.line().into_iter().collect(), nodes: outcome.nodes })
    }
}

impl EngineGame for Chess {
    type Evaluation = games::chess::Classical;

    fn evaluation(choice: &EvaluationChoice) -> Result<Self::Evaluation, EvaluationError> {
        if let Some(path) = &choice.network {
            return Err(EvaluationError::NoNetworks { path: path.clone() });
        }
        if let Some(path) = &choice.tables {
            return Err(EvaluationError::NoTables { path: path.clone() });
        }
        match &*choice.weights {
            "tuned" => Ok(Self::Evaluation::default()),
            other => Err(EvaluationError::NoOtherWeights { name: other.to_owned() }),
        }
    }

    fn evaluation_name(_: &Self::Evaluation) -> &'static str {
        "classical"
    }
}

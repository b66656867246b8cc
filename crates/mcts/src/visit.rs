//! A visit: from the root along a path to its end, and what is found there.
//!
//! A [`Walker`] has a position and an evaluator of its own, so that several can be on their way at once. It plays the moves of
//! the path, asks the rules at every position that it passes, and takes everything back.

use crate::Settings;
use crate::tree::Proof;
use search::{Evaluator, Game, MAX_PLY, Score, Table, Which};

/// The longest path: below it there is room for a quiescence search.
pub const LONGEST_PATH: usize = MAX_PLY - 28;

/// A path to be walked.
pub struct Errand<M> {
    /// The moves from the root.
    pub moves: Vec<M>,
    /// Whether its end is to be expanded: it was visited before, and there is room.
    pub expands: bool,
}

/// What a visit has found.
pub struct Finding<M> {
    /// How many moves of the path were made: fewer than there are where the rules ended the game before.
    pub walked: usize,
    /// The moves at the end of the path with their chances, if it is to be expanded. The visit then has gone on with the first of them.
    pub moves: Vec<(M, f32)>,
    /// The value of where the visit has ended, for the side to move there.
    pub value: f32,
    /// What is proved of it.
    pub proof: Proof,
    /// The keys of the positions after the root.
    pub keys: Vec<u64>,
    /// Positions that were looked at for the first time by this visit.
    pub nodes: u64,
}

/// A position that goes down the tree and comes back, and what judges it.
pub struct Walker<'e, G: Game, E: Evaluator<G>> {
    pub position: G::Position,
    pub evaluator: &'e mut E,
    pub nodes: u64,
}

impl<'e, G: Game, E: Evaluator<G>> Walker<'e, G, E> {
    /// A walker that stands at the root.
    pub fn new(position: &G::Position, evaluator: &'e mut E) -> Self {
        evaluator.refresh(position);
        Self { position: position.clone(), evaluator, nodes: 0 }
    }

    pub fn play(&mut self, mv: G::Move) {
        self.evaluator.push(&self.position, mv);
        G::play(&mut self.position, mv);
    }

    pub fn undo(&mut self) {
        G::undo(&mut self.position);
        self.evaluator.pop();
    }

    /// Walks a path, says what is at its end, and comes back.
    pub fn visit(
        &mut self,
        errand: &Errand<G::Move>,
        table: &Table,
        settings: &Settings,
    ) -> Finding<G::Move> {
        self.nodes = 0;
        let mut finding = Finding {
            walked: 0,
            moves: Vec::new(),
            value: 0.0,
            proof: Proof::Open,
            keys: Vec::with_capacity(errand.moves.len() + 1),
            nodes: 0,
        };
        let mut verdict = None;
        for &mv in &errand.moves {
            verdict = self.step(mv, &mut finding);
            if verdict.is_some() {
                break;
            }
        }
        finding.walked = finding.keys.len();
        if verdict.is_none() && errand.expands {
            let known = table.probe(G::key(&self.position)).and_then(|entry| G::from_code(entry.code));
            finding.moves = self.policy(settings, known);
            if let Some(&(first, _)) = finding.moves.first() {
                verdict = self.step(first, &mut finding);
            }
        }
        let ply = finding.keys.len();
        let score = verdict.unwrap_or_else(|| self.leaf(ply, table));
        finding.proof = proof(score, ply);
        finding.value = settings.value(score.value());
        for _ in 0..ply {
            self.undo();
        }
        finding.nodes = self.nodes;
        finding
    }

    /// One move down; what the rules say of the position there.
    fn step(&mut self, mv: G::Move, finding: &mut Finding<G::Move>) -> Option<Score> {
        self.play(mv);
        finding.keys.push(G::key(&self.position));
        G::verdict(&self.position, finding.keys.len())
    }

    /// The score of a leaf: what the table knows of the position from elsewhere in the tree, else by quiescence.
    fn leaf(&mut self, ply: usize, table: &Table) -> Score {
        if self.has_no_moves() {
            self.nodes += 1;
            return G::no_moves(&self.position, ply);
        }
        match table.probe(G::key(&self.position)) {
            Some(entry) => {
                self.nodes += 1;
                Score::evaluation(entry.score.into())
            }
            None => self.quiescence(-Score::INFINITE, Score::INFINITE, ply, 0),
        }
    }

    fn has_no_moves(&self) -> bool {
        let mut count = 0;
        for which in [Which::Noisy, Which::Quiet] {
            if count == 0 {
                G::generate(&self.position, which, |_| count += 1);
            }
        }
        count == 0
    }
}

/// What a score at this distance from the root proves of its position.
fn proof(score: Score, ply: usize) -> Proof {
    let length = |plies: i32| (plies - ply as i32).max(0) as u16;
    if score.is_win() {
        Proof::Win(length(Score::mate_in(0).value() - score.value()))
    } else if score.is_loss() {
        Proof::Loss(length(score.value() - Score::mated_in(0).value()))
    } else {
        Proof::Open
    }
}

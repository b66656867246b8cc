//! Finds puzzles in positions and verifies them.
//!
//! A position is a puzzle if the search finds it won with one move and not won with all others, first with few nodes and
//! then with many. Where the win is a mate, the solver must prove that it takes exactly its number of moves, and the
//! checker must accept the proof. A tactic goes on as long as each further move is the only one that wins; the defence
//! is the engine's. Positions are looked at without their past, so that nothing is won by a rule about what was played before.

use crate::row::{RowError, joined, parse_solution, parse_themes, short_fen, themes_text};
use crate::{Kind, Source, Theme, themes};
use engine::{Answer, Engine, Hooks, Limits, NoMemory};
use games::Xiangqi;
use solve::{MateAnswer, Solver};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use xiangqi::{Board, Move, Position};

/// Centipawns: what a won position is worth at least.
pub const WON: i32 = 300;
/// Centipawns: what a position that is not won is worth at most.
pub const NOT_WON: i32 = 100;
/// The same where the best move mates.
const NOT_WON_BESIDE_MATE: i32 = 200;
/// Nodes of a first look, of a first verification, of the deep one, and of each further move of a tactic.
const LOOK: u64 = 500;
const SHALLOW: u64 = 6_000;
const DEEP: u64 = 100_000;
const FURTHER: u64 = 25_000;
/// Of positions in which the move takes a piece that hangs, one in this many becomes a puzzle: they are common, and easy.
const HANGING_SHARE: u64 = 6;
/// Of mates in one, the same.
const MATE_IN_ONE_SHARE: u64 = 8;
/// The solver's moves of a tactic, at most.
const MAX_MOVES: usize = 5;
/// Longer mates are not puzzles.
const LONGEST_MATE: u32 = 8;
/// Nodes of a proof.
const PROOF: u64 = 400_000;
/// Mebibytes of the tables.
const HASH: usize = 8;

/// A puzzle that has not been rated.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The position, without a past.
    pub position: Position,
    /// The solver's moves and the defences between them.
    pub solution: Vec<Move>,
    /// What is to be found.
    pub kind: Kind,
    /// What the solution does.
    pub themes: Vec<Theme>,
    /// Where it comes from.
    pub source: Source,
    /// What the first move and the best other move are worth, in centipawns.
    pub scores: [i32; 2],
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fen, solution) = (short_fen(&self.position), joined(&self.solution, " "));
        let themes = themes_text(&self.themes);
        let [best, other] = self.scores;
        write!(f, "{fen}\t{solution}\t{}\t{themes}\t{best} {other}\t{}", self.kind, self.source)
    }
}

impl FromStr for Candidate {
    type Err = RowError;

    fn from_str(row: &str) -> Result<Self, RowError> {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, moves, kind, themes, scores, source] = fields[..] else {
            return Err(RowError::Fields(fields.len()));
        };
        let wrong =
            |error: xiangqi::FenError| RowError::Position { text: fen.to_owned(), error: error.to_string() };
        let position: Position = fen.parse().map_err(wrong)?;
        let numbers: Vec<i32> = scores.split(' ').filter_map(|score| score.parse().ok()).collect();
        Ok(Self {
            solution: parse_solution(&position, moves)?,
            position,
            kind: kind.parse()?,
            themes: parse_themes(themes)?,
            source: source.parse()?,
            scores: numbers.try_into().map_err(|_| RowError::Rating(scores.to_owned()))?,
        })
    }
}

/// An engine and a solver that look for puzzles.
pub struct Miner {
    engine: Engine<Xiangqi>,
    solver: Solver,
}

impl Miner {
    /// A miner.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    pub fn new() -> Result<Self, NoMemory> {
        let limits = solve::Limits { nodes: Some(PROOF), hash: HASH, ..solve::Limits::default() };
        Ok(Self { engine: Engine::builder().hash(HASH).build()?, solver: Solver::new(limits) })
    }

    /// What a position seems to be worth at first sight, in centipawns.
    pub fn look(&mut self, position: &Position) -> i32 {
        self.search(position, LOOK, Vec::new()).score.value()
    }

    /// The puzzle that a position is, if it is one and not of a kind that is there in plenty. What was searched before has no say in it.
    pub fn puzzle(&mut self, position: &Position, source: Source) -> Option<Candidate> {
        self.verified(position, source, is_spared)
    }

    /// The puzzle that a position is, if it is one, of whatever kind.
    pub fn puzzle_again(&mut self, position: &Position, source: Source) -> Option<Candidate> {
        self.verified(position, source, |_, _, _| false)
    }

    fn verified(
        &mut self,
        position: &Position,
        source: Source,
        is_left_out: impl Fn(&Board, Move, bool) -> bool,
    ) -> Option<Candidate> {
        let position = Position::from(position.fen());
        self.engine.new_game();
        let (first, is_mate, _) = self.only_move(&position, SHALLOW)?;
        let board = position.board();
        if is_left_out(board, first, is_mate) {
            return None;
        }
        let (best, is_mate, scores) = self.only_move(&position, DEEP)?;
        if best != first {
            return None;
        }
        let (kind, solution) =
            if is_mate { self.mate(&position, best)? } else { (Kind::Tactic, self.tactic(&position, best)) };
        let themes = themes(board, &solution);
        Some(Candidate { position: position.clone(), solution, kind, themes, source, scores })
    }

    /// The only move that wins, whether it seems to mate, its score and that of the best other move.
    fn only_move(&mut self, position: &Position, nodes: u64) -> Option<(Move, bool, [i32; 2])> {
        let answer = self.search(position, nodes, Vec::new());
        let (best, score) = (answer.best?, answer.score.value());
        if score < WON {
            return None;
        }
        let others = self.search(position, nodes, vec![best]);
        others.best?;
        let (is_mate, other) = (answer.score.is_win(), others.score.value());
        let most = if is_mate { NOT_WON_BESIDE_MATE } else { NOT_WON };
        (other <= most).then_some((best, is_mate, [score, other]))
    }

    /// The mate that begins with this move, proved to be the shortest.
    fn mate(&mut self, position: &Position, best: Move) -> Option<(Kind, Vec<Move>)> {
        let answer = self.solver.solve(position, Some(LONGEST_MATE), &AtomicBool::new(false)).answer;
        let MateAnswer::Mate(proof) = answer else { return None };
        let is_proved = solve::check(position, &proof) == Ok(proof.moves());
        let line = proof.line();
        (is_proved && line.first() == Some(&best)).then(|| (Kind::Mate(proof.moves()), line))
    }

    /// The moves from this one on, as long as each is the only one that wins.
    fn tactic(&mut self, position: &Position, best: Move) -> Vec<Move> {
        let mut solution = vec![best];
        let mut after = position.clone();
        after.play_unchecked(best);
        while solution.len() < 2 * MAX_MOVES - 1 {
            let Some(reply) = self.search(&after, FURTHER, Vec::new()).best else { break };
            after.play_unchecked(reply);
            let Some((next, ..)) = self.only_move(&after, FURTHER) else { break };
            after.play_unchecked(next);
            solution.extend([reply, next]);
        }
        solution
    }

    fn search(&mut self, position: &Position, nodes: u64, excluded: Vec<Move>) -> Answer<Move> {
        self.engine.set_position(Position::from(position.fen()));
        let limits = Limits { nodes: Some(nodes), excluded, ..Limits::default() };
        self.engine.search(&limits, Hooks::silent(&AtomicBool::new(false)))
    }
}

/// Whether a move is of a kind of which a part is enough, and this one is not of that part.
fn is_spared(board: &Board, first: Move, is_mate: bool) -> bool {
    if is_mate {
        return mates_at_once(board, first) && !board.key().is_multiple_of(MATE_IN_ONE_SHARE);
    }
    themes(board, &[first]).contains(&Theme::Hanging) && !board.key().is_multiple_of(HANGING_SHARE)
}

fn mates_at_once(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    !after.has_legal_move()
}

//! The solver: which questions are asked of the search, in which order, and what may be said of the answers.
//!
//! Short mates are looked for among all moves; then three searches take turns, each with more nodes than the
//! time before: checks alone in any number of moves, all moves in one move more than was refuted so far, and
//! all moves in any number of moves. Once a mate is known, shorter ones are looked for: among checks from
//! above, among all moves from below.

use crate::extract::extract;
use crate::meter::{Checkpoint, Meter};
use crate::proof::Proof;
use crate::search::{AttackMoves, Found, MAX_MOVES, MOVE_CODES, Search, UNBOUNDED};
use crate::table::{Estimates, Facts};
use endgame::Tables;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xiangqi::{Board, Position};

/// Mates up to this length are looked for among all moves before anything else.
const SHORT: u16 = 2;
/// The nodes that each search gets when it is first its turn.
const FIRST_SLICE: u64 = 50_000;
/// Longer proofs are not put together, which takes room on the stack for every move.
const LONGEST: u16 = 300;
/// The least and the most memory, in MiB.
const MEMORY: std::ops::RangeInclusive<usize> = 1..=1 << 20;

/// What a solver may spend on a position.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The most time to take.
    pub time: Option<Duration>,
    /// The memory for the tables in MiB.
    pub hash: usize,
    /// Whether the first mate found will do, or the shortest is wanted.
    pub any: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: None, time: None, hash: 64, any: false }
    }
}

/// What is known of a position.
///
/// ```
/// use solve::{Limits, MateAnswer, Solver};
/// use std::sync::atomic::AtomicBool;
///
/// let position = xiangqi::Position::start();
/// let mut solver = Solver::new(Limits { nodes: Some(1_000), hash: 1, ..Limits::default() });
/// let answer = solver.solve(&position, None, &AtomicBool::new(false)).answer;
/// assert_eq!((answer.proof(), &answer), (None, &MateAnswer::Unknown));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The side to move mates, and no faster than this.
    Mate(Proof),
    /// The side to move mates, perhaps faster.
    AtMost(Proof),
    /// It does not mate, or not in as few moves as were asked for: all was tried.
    None,
    /// The limits were reached.
    Unknown,
}

impl MateAnswer {
    /// The proof, if there is a mate.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Mate(proof) | Self::AtMost(proof) => Some(proof),
            Self::None | Self::Unknown => None,
        }
    }
}

/// An answer with what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What is known.
    pub answer: MateAnswer,
    /// How many positions were looked at.
    pub nodes: u64,
    /// There is no mate within this number of moves.
    pub refuted: u32,
}

/// There is no room for the tables of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablesTooLarge {
    /// The memory that was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for TablesTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no room for tables of {} MiB; ask for less", self.mebibytes)
    }
}

impl std::error::Error for TablesTooLarge {}

/// Finds and proves mates.
pub struct Solver {
    limits: Limits,
    facts: Facts,
    estimates: Estimates,
    refuters: Vec<u32>,
    endings: Tables,
}

/// What the searches of one question share.
pub struct Workshop<'a, 'b> {
    pub facts: &'a mut Facts,
    pub estimates: &'a mut Estimates,
    pub refuters: &'a mut [u32],
    pub endings: &'a Tables,
    pub meter: Meter<'b>,
}

impl<'b> Workshop<'_, 'b> {
    pub fn search<'s>(&'s mut self, board: &Board, attack: AttackMoves) -> Search<'s, 'b> {
        Search::new(board, attack, self)
    }
}

impl Solver {
    /// A solver with its tables. Where the memory does not hold them, they are smaller than the limits say.
    ///
    /// # Panics
    /// When there is no room for a single mebibyte.
    #[allow(clippy::panic)] // nothing can be done with less
    pub fn new(limits: Limits) -> Self {
        match Self::try_new(limits) {
            Ok(solver) => solver,
            Err(_) if limits.hash > *MEMORY.start() => {
                let hash = limits.hash.min(*MEMORY.end()) / 2;
                Self { limits, ..Self::new(Limits { hash, ..limits }) }
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A solver with its tables.
    ///
    /// ```
    /// use solve::{Limits, Solver};
    ///
    /// assert!(Solver::try_new(Limits { hash: 1, ..Limits::default() }).is_ok());
    /// ```
    ///
    /// # Errors
    /// If the memory does not hold them.
    pub fn try_new(limits: Limits) -> Result<Self, TablesTooLarge> {
        let mebibytes = limits.hash.clamp(*MEMORY.start(), *MEMORY.end());
        let too_large = |_| TablesTooLarge { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(TablesTooLarge { mebibytes })?;
        Ok(Self {
            limits,
            facts: Facts::new(bytes / 2).map_err(too_large)?,
            estimates: Estimates::new(bytes / 2).map_err(too_large)?,
            refuters: vec![0; MOVE_CODES],
            endings: Tables::new(),
        })
    }

    /// The same solver, asking tables of endings what they know: a mate that reaches one is proved there, however long it is.
    ///
    /// ```
    /// use solve::{Limits, Solver};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let position: xiangqi::Position = "2bak4/4a4/4b4/9/9/9/9/9/R8/3K5 w".parse()?;
    /// let mut solver = Solver::new(Limits { hash: 8, ..Limits::default() }).with_endings(endgame::shipped());
    /// let outcome = solver.solve(&position, None, &AtomicBool::new(false));
    /// let known = endgame::shipped().probe(position.board());
    /// assert_eq!(outcome.answer.proof().is_some(), matches!(known, Some(endgame::Value::Win(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_endings(mut self, tables: &Tables) -> Self {
        self.endings = tables.clone();
        self
    }

    /// Looks for a mate by the side to move, within a number of moves if one is given. What was found before is
    /// forgotten: the same question has the same answer, unless time or the flag ends it.
    ///
    /// A mate counts however many moves without a capture it takes, and whatever was played before.
    pub fn solve(&mut self, position: &Position, most_moves: Option<u32>, stop: &AtomicBool) -> Solution {
        self.solve_with(position, most_moves, &|| {
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Like [`Solver::solve`], with a checkpoint in place of the flag: it is passed once before the first position and
    /// then once in every [`CHECKPOINT_NODES`](crate::CHECKPOINT_NODES). The caller may wait there; `Break` ends the search.
    ///
    /// ```
    /// use solve::{CHECKPOINT_NODES, Checkpoint, Limits, Solution, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let position: xiangqi::Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".parse()?;
    /// let mut solver = Solver::new(Limits { hash: 1, ..Limits::default() });
    /// let go_on: Checkpoint = &|| ControlFlow::Continue(());
    /// let solution: Solution = solver.solve_with(&position, Some(3), go_on);
    /// assert!(solution.answer.proof().is_some() && solution.nodes < CHECKPOINT_NODES);
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    pub fn solve_with(
        &mut self,
        position: &Position,
        most_moves: Option<u32>,
        checkpoint: Checkpoint<'_>,
    ) -> Solution {
        self.facts.renew();
        self.estimates.renew();
        self.refuters.fill(0);
        let deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        let workshop = Workshop {
            facts: &mut self.facts,
            estimates: &mut self.estimates,
            refuters: &mut self.refuters,
            endings: &self.endings,
            meter: Meter::new(self.limits.nodes, deadline, checkpoint),
        };
        let most = most_moves.map_or(UNBOUNDED, |most| most.min(MAX_MOVES.into()) as u16);
        let mut quest =
            Quest { board: position.board(), workshop, most, refuted: 0, mate: None, any: self.limits.any };
        let answer = quest.answer();
        Solution { answer, nodes: quest.workshop.meter.nodes, refuted: quest.refuted.into() }
    }
}

/// One question on its way to an answer.
struct Quest<'a, 'b> {
    board: &'a Board,
    workshop: Workshop<'a, 'b>,
    /// Longer mates are not asked for.
    most: u16,
    /// There is no mate in this number of moves.
    refuted: u16,
    /// The shortest mate so far.
    mate: Option<(u16, Proof)>,
    any: bool,
}

impl Quest<'_, '_> {
    fn answer(&mut self) -> MateAnswer {
        if self.most == 0 || !self.board.has_legal_move() {
            return MateAnswer::None;
        }
        let is_refuted = self.find();
        if self.mate.is_none() {
            return if is_refuted { MateAnswer::None } else { MateAnswer::Unknown };
        }
        if !self.any {
            self.shorten();
            self.refute_shorter();
        }
        match self.mate.take() {
            Some((distance, proof)) if self.refuted + 1 == distance => MateAnswer::Mate(proof),
            Some((_, proof)) => MateAnswer::AtMost(proof),
            None => MateAnswer::Unknown,
        }
    }

    /// Looks for a mate of any length. Says whether it is certain that there is none.
    fn find(&mut self) -> bool {
        self.workshop.meter.begin_slice(u64::MAX);
        self.ascend(SHORT);
        let mut slice = FIRST_SLICE;
        let mut open = [true; 2];
        while self.mate.is_none() && self.refuted < self.most && !self.workshop.meter.is_over() {
            if self.refuted >= MAX_MOVES && open == [false; 2] {
                break;
            }
            for (attack, is_open) in [AttackMoves::Checks, AttackMoves::All].into_iter().zip(&mut open) {
                // Among checks the search is narrow and deep, and finds most of what there is.
                let share = if attack == AttackMoves::Checks { 4 } else { 1 };
                self.workshop.meter.begin_slice(share * slice);
                if *is_open && self.mate.is_none() {
                    match self.look(attack, self.most) {
                        Found::Open => *is_open = self.workshop.meter.is_slice_over(),
                        Found::None if attack == AttackMoves::All => {
                            if self.most != UNBOUNDED {
                                self.refuted = self.most;
                            }
                            return true;
                        }
                        Found::None => *is_open = false,
                        Found::Mate(_) => {}
                    }
                }
            }
            self.workshop.meter.begin_slice(slice);
            if self.mate.is_none() {
                self.ascend(self.most.min(MAX_MOVES));
            }
            slice = slice.saturating_mul(2);
        }
        self.mate.is_none() && self.refuted >= self.most
    }

    /// Asks for a mate and keeps it if it is the shortest so far.
    fn look(&mut self, attack: AttackMoves, most: u16) -> Found {
        let found = self.workshop.search(self.board, attack).run(most);
        let Found::Mate(distance) = found else { return found };
        if distance > LONGEST {
            return Found::Open;
        }
        let Some(proof) = extract(self.board, distance, &mut self.workshop) else { return Found::Open };
        let distance = proof.moves() as u16;
        if self.mate.as_ref().is_none_or(|(before, _)| distance < *before) {
            self.mate = Some((distance, proof));
        }
        Found::Mate(distance)
    }

    /// Looks for mates in one move, two moves and so on, up to `most`, until one is found.
    fn ascend(&mut self, most: u16) {
        while self.refuted < most.min(self.most) {
            match self.look(AttackMoves::All, self.refuted + 1) {
                Found::None => self.refuted += 1,
                Found::Mate(_) | Found::Open => break,
            }
        }
    }

    /// Looks for shorter mates by checks alone.
    fn shorten(&mut self) {
        self.workshop.meter.begin_slice(self.workshop.meter.nodes + 20 * FIRST_SLICE);
        while let Some((distance, _)) = self.mate
            && distance > self.refuted + 1
        {
            match self.look(AttackMoves::Checks, (distance - 1).min(MAX_MOVES)) {
                Found::Mate(_) => {}
                Found::None | Found::Open => break,
            }
        }
    }

    /// Looks for shorter mates among all moves until there are none.
    fn refute_shorter(&mut self) {
        self.workshop.meter.begin_slice(u64::MAX);
        if let Some((distance, _)) = self.mate {
            self.ascend((distance - 1).min(MAX_MOVES));
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    /// With hardly any memory facts are lost before the proof is put together, and must be found again.
    #[test]
    fn what_was_lost_is_found_again() {
        let mut solver = Solver::new(Limits { nodes: Some(300_000), hash: 1, ..Limits::default() });
        solver.facts = Facts::new(0).expect("little");
        solver.estimates = Estimates::new(0).expect("little");
        let rows = include_str!("../../../testdata/mates.tsv").lines().filter(|line| !line.starts_with('#'));
        let (mut solved, mut all) = (0, 0);
        for row in rows {
            let fields: Vec<&str> = row.split('\t').collect();
            let position: Position = fields[0].parse().unwrap_or_else(|_| Position::start());
            let outcome = solver.solve(&position, None, &AtomicBool::new(false));
            all += 1;
            if let Some(proof) = outcome.answer.proof() {
                assert_eq!(crate::check(&position, proof), Ok(proof.moves()), "{row}");
                solved += 1;
            }
            if matches!(outcome.answer, MateAnswer::Mate(_)) {
                assert!(
                    fields[2] != "mate" || outcome.answer.proof().map(Proof::moves) == fields[1].parse().ok(),
                    "{row}"
                );
            }
        }
        assert!(solved > 40 && solved < all, "{solved} of {all}");
    }
}

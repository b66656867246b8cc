//! Mates that are proved: by the solver, before a search that asks for one and during a search by the clock.
//!
//! A mate that the solver proves is exact and needs no more thought. It is looked for where nothing but the best move is
//! wanted; never while pondering, with several lines or with moves to choose from.

use crate::game::{EngineGame, ProofLimits, ProvedMate};
use crate::hooks::Hooks;
use crate::{Event, Line};
use search::{Bound, Limits, PvLine, Report, Score, SearchResult};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The nodes of a proof where nothing else limits it: some seconds.
const PROOF_NODES: u64 = 10_000_000;
/// The nodes of a proof of what the search has found, some hundredths of a second, and its part of the time.
const WITNESS_NODES: u64 = 50_000;
const WITNESS_SHARE: u32 = 10;

/// A mate that was asked for, if it can be proved with half of what the search may spend.
pub fn prove_asked<G: EngineGame>(
    position: &G::Position,
    limits: &Limits<G::Move>,
    stop: &AtomicBool,
) -> Option<SearchResult<G::Move>> {
    let moves = limits.mate.and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0)?;
    if limits.lines > 1 || !is_free(limits) || limits.is_pondering() {
        return None;
    }
    let nodes = limits.nodes.map_or(PROOF_NODES, |nodes| nodes / 2);
    let proof = ProofLimits { moves, nodes, time: limits.hard_time.map(|time| time / 2) };
    let ProvedMate { line, nodes } = G::prove_mate(position, &proof, stop)?;
    Some(SearchResult { score: Score::mate_in(line.len()), depth: line.len(), nodes, line })
}

/// Whether all moves may be played.
fn is_free<M>(limits: &Limits<M>) -> bool {
    limits.moves.is_empty() && limits.excluded.is_empty()
}

/// Passes on what a search reports, and looks out for mates: one that the solver can prove ends a search that may end early.
pub struct MateWatch<'a, 'h, G: EngineGame> {
    pub position: &'a G::Position,
    pub limits: &'a Limits<G::Move>,
    pub hooks: &'a mut Hooks<'h, G::Move>,
    /// Set when a mate is proved, so that the search ends.
    pub is_proved: &'a AtomicBool,
    /// A proof of a mate in this many moves has been tried: only a shorter mate is worth another.
    sought: u32,
    proof: Option<Vec<G::Move>>,
}

impl<'a, 'h, G: EngineGame> MateWatch<'a, 'h, G> {
    pub fn new(
        position: &'a G::Position,
        limits: &'a Limits<G::Move>,
        hooks: &'a mut Hooks<'h, G::Move>,
        is_proved: &'a AtomicBool,
    ) -> Self {
        Self { position, limits, hooks, is_proved, sought: u32::MAX, proof: None }
    }

    /// The result of the search, or the mate that was proved in its place.
    pub fn result(self, found: SearchResult<G::Move>) -> SearchResult<G::Move> {
        match self.proof {
            Some(line) => SearchResult { score: Score::mate_in(line.len()), line, ..found },
            None => found,
        }
    }

    fn tell(&mut self, event: Event<G::Move>) {
        if let Some(report) = &mut self.hooks.report {
            report(event);
        }
    }

    /// Tries to prove a mate that the search has found.
    fn witness(&mut self, line: &PvLine<G::Move>) {
        let limits = self.limits;
        if !(line.score.is_win() && limits.ends_early && is_free(limits)) || limits.is_pondering() {
            return;
        }
        let moves = line.score.mate_distance().map_or(0, i32::unsigned_abs);
        if moves < 2 || moves >= self.sought {
            return;
        }
        self.sought = moves;
        let time = limits.soft_time.or(limits.hard_time).unwrap_or(Duration::ZERO) / WITNESS_SHARE;
        let limits = ProofLimits { moves, nodes: WITNESS_NODES, time: Some(time) };
        if let Some(ProvedMate { line: moves, .. }) = G::prove_mate(self.position, &limits, self.hooks.stop) {
            let score = Score::mate_in(moves.len());
            let proved = PvLine { score, bound: Bound::Exact, moves: moves.clone(), ..line.clone() };
            self.tell(Event::Line(Line::of::<G>(self.position, &proved)));
            self.proof = Some(moves);
            self.is_proved.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: EngineGame> Report<G> for MateWatch<'_, '_, G> {
    fn line(&mut self, line: &PvLine<G::Move>) {
        // The search may need a moment to stop.
        if self.proof.is_none() {
            // Self-play asks for millions of moves and listens to none of its lines.
            if self.hooks.report.is_some() {
                self.tell(Event::Line(Line::of::<G>(self.position, line)));
            }
            self.witness(line);
        }
    }

    fn root_move(&mut self, depth: usize, mv: G::Move, number: usize) {
        self.tell(Event::RootMove { depth, mv, number });
    }
}

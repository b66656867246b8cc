//! What the engine's thread does.

use crate::event::Teller;
use crate::game::{ProofLimits, ProvedMate};
use crate::{EngineGame, Event};
use search::{Bound, Control, Limits, PvLine, Report, SearchResult, Searcher};
use search::{Score, Which};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A search with a clock that begins now.
pub fn search<G: EngineGame>(
    searcher: &mut Searcher<G, G::Evaluation>,
    position: &G::Position,
    limits: &Limits<G::Move>,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(Event),
) -> SearchResult<G::Move> {
    let began = Instant::now();
    let elapsed = || began.elapsed();
    let control = Control { stop, elapsed: &elapsed, checkpoint: None };
    let mut teller = Teller::<G> { position: position.clone(), listener };
    if let Some(found) = prove::<G>(position, limits, stop) {
        teller.line(&PvLine {
            depth: found.depth,
            selective_depth: found.depth,
            number: 1,
            score: found.score,
            bound: Bound::Exact,
            nodes: found.nodes,
            elapsed: elapsed(),
            fullness: 0,
            moves: found.line.clone(),
        });
        return found;
    }
    let mut witness = Witness { teller, limits, stop, sought: u32::MAX, proof: None };
    let found = searcher.search(position, limits, control, &mut witness);
    match witness.proof {
        Some(line) => SearchResult { score: Score::mate_in(line.len()), line, ..found },
        None => found,
    }
}

/// The nodes of a proof of what the search has found, some hundredths of a second, and its part of the time.
const WITNESS_NODES: u64 = 50_000;
const WITNESS_SHARE: u32 = 10;

/// Watches a search for mates. Under a clock, a mate that the solver can prove is played at once.
struct Witness<'a, G: EngineGame> {
    teller: Teller<'a, G>,
    limits: &'a Limits<G::Move>,
    stop: &'a AtomicBool,
    /// A proof of a mate in so many moves has been tried: only a shorter one is worth another.
    sought: u32,
    proof: Option<Vec<G::Move>>,
}

impl<G: EngineGame> Report<G> for Witness<'_, G> {
    fn line(&mut self, line: &PvLine<G::Move>) {
        // The search may need a moment to stop.
        if self.proof.is_some() {
            return;
        }
        self.teller.line(line);
        let limits = self.limits;
        let is_free = limits.moves.is_empty() && limits.excluded.is_empty();
        if !(line.score.is_win() && limits.ends_early && is_free) || limits.is_pondering() {
            return;
        }
        let moves = line.score.mate_distance().map_or(0, i32::unsigned_abs);
        let time = limits.soft_time.or(limits.hard_time).unwrap_or(Duration::ZERO) / WITNESS_SHARE;
        if moves >= 2 && moves < self.sought {
            self.sought = moves;
            let limits = ProofLimits { moves, nodes: WITNESS_NODES, time: Some(time) };
            let proof = G::prove_mate(&self.teller.position, &limits, self.stop);
            if let Some(ProvedMate { line: moves, .. }) = proof {
                let score = Score::mate_in(moves.len());
                self.teller.line(&PvLine {
                    score,
                    bound: Bound::Exact,
                    moves: moves.clone(),
                    ..line.clone()
                });
                self.proof = Some(moves);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn root_move(&mut self, depth: usize, mv: G::Move, number: usize) {
        self.teller.root_move(depth, mv, number);
    }
}

/// The nodes of a proof where nothing else limits it: some seconds.
const PROOF_NODES: u64 = 10_000_000;

/// A mate that was asked for, if it can be proved with half of what the search may spend.
fn prove<G: EngineGame>(
    position: &G::Position,
    limits: &Limits<G::Move>,
    stop: &AtomicBool,
) -> Option<SearchResult<G::Move>> {
    let moves = limits.mate.and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0)?;
    if limits.lines > 1 || !limits.moves.is_empty() || !limits.excluded.is_empty() || limits.is_pondering() {
        return None;
    }
    let nodes = limits.nodes.map_or(PROOF_NODES, |nodes| nodes / 2);
    let limits = ProofLimits { moves, nodes, time: limits.hard_time.map(|time| time / 2) };
    let ProvedMate { line, nodes } = G::prove_mate(position, &limits, stop)?;
    Some(SearchResult { score: Score::mate_in(line.len()), depth: line.len(), nodes, line })
}

/// What to answer when the search has nothing.
pub fn any_move<G: EngineGame>(position: &G::Position, limits: &Limits<G::Move>) -> SearchResult<G::Move> {
    let mut line = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |mv| {
            let is_wanted = limits.moves.is_empty() || limits.moves.contains(&mv);
            if line.is_empty() && is_wanted && !limits.excluded.contains(&mv) {
                line.push(mv);
            }
        });
    }
    SearchResult { line, score: Score::DRAW, depth: 0, nodes: 0 }
}

pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("the search failed: {}", text.unwrap_or("no reason given"))
}

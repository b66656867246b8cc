//! A rung of the ladder as a player: its search to a depth, or deeper and deeper until the time is up.
//!
//! The search itself is `ladder`'s. The move is that of the last iteration that was finished, so that a limit in time or nodes never makes it
//! play half an iteration.

use crate::timer::Timer;
use engine::{EngineGame, Hooks, Listener, Method, Resources};
use games::legal_moves;
use ladder::Taught;
use ladder::tree::{Limit, Tree};
use search::{Bound, Limits, PvLine, Report as _, Score, SearchResult};
use std::time::Duration;

/// The deepest iteration where nothing else limits it.
const MAX_DEPTH: usize = 64;

/// A search of the ladder.
pub struct Rung<G: EngineGame> {
    taught: Taught,
    evaluation: G::Evaluation,
}

impl<G: EngineGame> Rung<G> {
    pub fn new(taught: Taught) -> Self {
        Self { taught, evaluation: G::Evaluation::default() }
    }

    /// One iteration: the best of some moves and its score; nothing if the limit was reached before its end.
    fn iterate(
        &self,
        position: &G::Position,
        moves: Option<&[G::Move]>,
        depth: usize,
        limit: Limit<'_>,
        nodes: &mut u64,
    ) -> Option<(G::Move, Score)> {
        let mut search = |position: &G::Position, depth: usize| {
            let left = Limit { nodes: limit.nodes.saturating_sub(*nodes).max(1), ..limit };
            let mut tree = Tree::<G, _>::new(position, self.evaluation.clone(), left);
            let score = self.taught.search(&mut tree, depth as i32);
            *nodes += tree.nodes;
            (!tree.is_stopped).then_some((tree.best, score))
        };
        let Some(moves) = moves else {
            let (best, score) = search(position, depth)?;
            return best.map(|best| (best, score));
        };
        // Only some moves are wanted: each is searched from the position after it.
        let mut best: Option<(G::Move, Score)> = None;
        for &mv in moves {
            let mut after = position.clone();
            G::play(&mut after, mv);
            let score = match G::verdict(&after, 1) {
                Some(verdict) => -verdict,
                None => one_ply_later(-search(&after, depth - 1)?.1),
            };
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((mv, score));
            }
        }
        best
    }
}

/// A score that was found from the position one ply later: mates are one ply further away.
fn one_ply_later(score: Score) -> Score {
    if score.is_win() {
        score - 1
    } else if score.is_loss() {
        score + 1
    } else {
        score
    }
}

impl<G: EngineGame> Method<G> for Rung<G> {
    fn equip(&mut self, resources: &Resources<'_, G>) {
        self.evaluation = resources.evaluation.clone();
    }

    fn clear(&mut self) {}

    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        mut hooks: Hooks<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let legal = legal_moves::<G>(position);
        let mut wanted = legal.clone();
        wanted.retain(|mv| limits.allows(mv));
        let score = if legal.is_empty() { G::no_moves(position, 0) } else { Score::DRAW };
        let mut found =
            SearchResult { line: wanted.first().copied().into_iter().collect(), score, depth: 0, nodes: 0 };
        if wanted.is_empty() {
            return found;
        }
        let some = (wanted.len() < legal.len()).then_some(&wanted[..]);
        let (mut listener, control) = Listener::<G>::new(position, &mut hooks);
        let timer = Timer::new(limits, control.elapsed);
        let elapsed = || timer.read();
        let time = limits.soft_time.into_iter().chain(limits.hard_time).min().unwrap_or(Duration::MAX);
        let paid = limits.nodes_per_millisecond.map(|nodes| (time.as_millis() as u64).saturating_mul(nodes));
        let most = [limits.nodes, limits.soft_nodes, paid].into_iter().flatten().min().unwrap_or(u64::MAX);
        let time = if paid.is_some() { Duration::MAX } else { time };
        let limit = Limit { nodes: most, time, elapsed: &elapsed, stop: control.stop };
        let mut nodes = 0;
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let Some((mv, score)) = self.iterate(position, some, depth, limit, &mut nodes) else { break };
            found = SearchResult { line: vec![mv], score, depth, nodes };
            listener.line(&PvLine {
                depth,
                selective_depth: depth,
                number: 1,
                score,
                bound: Bound::Exact,
                nodes,
                elapsed: (control.elapsed)(),
                fullness: 0,
                moves: found.line.clone(),
            });
            let is_mate = limits.mate.is_some_and(|moves| {
                score.mate_distance().is_some_and(|distance| (1..=moves).contains(&distance))
            });
            if is_mate || elapsed() >= time || control.checkpoint.is_some_and(|pass| pass().is_break()) {
                break;
            }
        }
        found.nodes = nodes;
        found
    }
}

//! One search, from limits and hooks to a result.

use crate::hooks::Hooks;
use crate::mate::{MateWatch, prove_asked};
use crate::summary::{Before, Summary};
use crate::{EngineGame, Event, Line};
use games::legal_moves;
use search::{Bound, Control, Keying, Limits, PvLine, Score, SearchResult, Searcher, Tally};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Searches within limits. A mate that is asked for, or found, is proved where that can be done.
pub fn search<G: EngineGame, K: Keying>(
    searcher: &mut Searcher<G, G::Evaluation, K>,
    position: &G::Position,
    limits: &Limits<G::Move>,
    mut hooks: Hooks<'_, G::Move>,
) -> SearchResult<G::Move> {
    if let Some(found) = prove_asked::<G>(position, limits, hooks.stop) {
        let line = PvLine {
            depth: found.depth,
            selective_depth: found.depth,
            number: 1,
            score: found.score,
            bound: Bound::Exact,
            nodes: found.nodes,
            elapsed: (hooks.elapsed)(),
            fullness: 0,
            moves: found.line.clone(),
        };
        if let Some(report) = &mut hooks.report {
            report(Event::Line(Line::of::<G>(position, &line)));
        }
        return found;
    }
    let control = hooks.control();
    let is_proved = AtomicBool::new(false);
    let checkpoint = || {
        if is_proved.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        control.checkpoint.map_or(ControlFlow::Continue(()), |checkpoint| checkpoint())
    };
    let mut watch = MateWatch::<G>::new(position, limits, &mut hooks, &is_proved);
    let control = Control { checkpoint: Some(&checkpoint), ..control };
    if !K::Tally::COUNTS {
        let found = searcher.search(position, limits, control, &mut watch);
        return watch.result(found);
    }
    let before = Before::of(searcher.table());
    let found = searcher.search(position, limits, control, &mut watch);
    let found = watch.result(found);
    if let Some(report) = &mut hooks.report
        && let Some(summary) = Summary::of::<G, K>(searcher, limits, before)
    {
        report(Event::Summary(Box::new(summary)));
    }
    found
}

/// What to answer when the search has failed: the last line that it told, or else any move that was asked for.
pub fn without_result<G: EngineGame>(
    position: &G::Position,
    limits: &Limits<G::Move>,
    told: Option<Line<G::Move>>,
) -> SearchResult<G::Move> {
    let moves = legal_moves::<G>(position);
    let told =
        told.filter(|line| line.moves.first().is_some_and(|mv| limits.allows(mv) && moves.contains(mv)));
    if let Some(line) = told {
        SearchResult { line: line.moves, score: line.raw_score, depth: line.depth, nodes: line.nodes }
    } else {
        let line = moves.into_iter().filter(|mv| limits.allows(mv)).take(1).collect();
        SearchResult { line, score: Score::DRAW, depth: 0, nodes: 0 }
    }
}

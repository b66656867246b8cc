//! The review of a game: every position looked at, every move classed.
//!
//! Each position is searched for a number of nodes by an engine that knows nothing and has a table of one size, whatever else goes on. So
//! the same game has the same marks every time, also when a review has ended early and goes on later.

use crate::error::ServiceError;
use crate::game::{self, noted};
use crate::go::MAX_SHOWN;
use crate::messages::{
    Chances, GameDescription, KnownMove, MoveClass, MoveText, Reply, ReviewDone, Reviewed, Sides,
};
use crate::order::within;
use crate::sliced::{self, Pace};
use crate::why;
use crate::workbench::{Run, Workbench};
use engine::review::{self, GameWalk, JudgedMove, Looked, Mistake, ReviewedPly, Summary, Worth};
use engine::{Engine, Limits, WinDrawLoss};
use games::{Side, Xiangqi};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use xiangqi::{Move, Position};

/// The nodes for a position.
pub const NODES: (u64, u64) = (1_000, 10_000_000);
/// The table of a review, in mebibytes.
pub const TABLE: usize = 4;

/// A review that can begin.
pub struct ReviewOrder {
    position: Position,
    nodes: u64,
    known: Vec<KnownMove>,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(game: &GameDescription, nodes: u64, known: Vec<KnownMove>) -> Result<ReviewOrder, ServiceError> {
    within("nodes", nodes, NODES.0, NODES.1)?;
    let position = game::replay(game)?;
    within("known", known.len() as u64, 0, position.past().len() as u64)?;
    Ok(ReviewOrder { position, nodes, known })
}

/// Goes through a game, reports what it finds at every ply, and sums up.
pub fn review(workbench: &Workbench, order: &ReviewOrder, run: &mut Run<'_>) -> Reply {
    let mut walk = GameWalk::resume(&order.position, order.known.len(), summary_of(order));
    let limits = Limits { nodes: Some(order.nodes), lines: 1, ..Limits::default() };
    let mut looks = order.known.len();
    let mut better = Vec::new();
    workbench.tables().with_fresh(TABLE, *order.position.rules(), |engine| {
        loop {
            let position = walk.position().clone();
            let step = walk.step(|position| look(workbench, engine, position, &limits, run.stop));
            let Some(mut step) = step else { break };
            looks += 1;
            let line = step.looked.line.clone();
            let is_known = step.ply == order.known.len();
            if is_known && step.judged.is_none() {
                // Whatever was found of the last move that is known is found again.
                better = explain_known(&mut step, order, &position, |position| {
                    look(workbench, engine, position, &limits, run.stop)
                });
            }
            let mut reviewed = reviewed(&position, step, &better);
            better = line;
            if let Some(known) = order.known.last().filter(|_| is_known) {
                (reviewed.loss, reviewed.class) = (Some(known.loss), Some(known.class));
            }
            (run.report)(Reply::Reviewed(Box::new(reviewed)));
        }
    });
    let summary = walk.summary();
    Reply::ReviewDone(ReviewDone {
        accuracy: accuracy(summary),
        counts: Sides { red: counts(summary, Side::First), black: counts(summary, Side::Second) },
        stopped: looks <= order.position.past().len(),
    })
}

/// Searches a position with an engine that forgets all it knows first: its score and its best line, nothing if it was stopped.
pub fn look(
    workbench: &Workbench,
    engine: &mut Engine<Xiangqi>,
    position: &Position,
    limits: &Limits<Move>,
    stop: &AtomicBool,
) -> Option<(search::Score, Vec<Move>)> {
    engine.new_game();
    let scheduler = workbench.scheduler();
    let found = sliced::search(engine, position, limits, Pace::Computing, scheduler, stop, &mut |_| {});
    (!stop.load(Ordering::Relaxed)).then_some((found.raw_score, found.line))
}

/// The moves that were judged before.
fn summary_of(order: &ReviewOrder) -> Summary {
    let mut summary = Summary::default();
    let mut side = Side::from_index(order.position.origin().board.side().index());
    for known in &order.known {
        summary.add(side, known.loss, known.class.into());
        side = if side == Side::First { Side::Second } else { Side::First };
    }
    summary
}

/// Explains the last move that is known, if it was weak, and gives the line of the better move.
fn explain_known(
    step: &mut ReviewedPly,
    order: &ReviewOrder,
    position: &Position,
    search: impl FnOnce(&Position) -> Option<(search::Score, Vec<Move>)>,
) -> Vec<Move> {
    let Some(&KnownMove { loss, class }) = order.known.last() else { return Vec::new() };
    let class = review::MoveClass::from(class);
    let mut before = position.clone();
    let Some(mv) = before.undo().and_then(|ply| ply.mv).filter(|_| class.is_weak()) else {
        return Vec::new();
    };
    let Some((score, line)) = search(&before) else { return Vec::new() };
    let (worth, chances) = Worth::of_score(&before, score);
    let looked = Looked { worth, chances, line };
    step.judged = Some(JudgedMove { mv, loss, class });
    step.why = Some(review::explain(&Mistake::new(before.board(), mv, &looked, &step.looked)));
    looked.line
}

/// What a step found; the line of the better move is that of the position before.
fn reviewed(position: &Position, step: ReviewedPly, better: &[Move]) -> Reviewed {
    let ReviewedPly { ply, looked, judged, why } = step;
    let why = judged.zip(why).and_then(|(judged, why)| {
        let mut before = position.clone();
        before.undo()?;
        Some(Box::new(why::with_lines(&why, before.board(), judged.mv, &looked.line, better)))
    });
    Reviewed {
        ply,
        score: looked.worth.into(),
        wdl: chances(looked.chances),
        best: looked.line.first().map(|&mv| noted(position.board(), mv)),
        line: looked.line.iter().take(MAX_SHOWN).copied().map(MoveText).collect(),
        loss: judged.map(|judged| judged.loss),
        class: judged.map(|judged| judged.class.into()),
        why,
    }
}

/// Chances as replies have them.
pub fn chances(WinDrawLoss { win, draw, loss }: WinDrawLoss) -> Chances {
    [win, draw, loss]
}

/// How well both sides played.
pub fn accuracy(summary: &Summary) -> Sides<f64> {
    Sides { red: summary.accuracy(Side::First), black: summary.accuracy(Side::Second) }
}

/// How many moves of each class a side has made; those of which there are none are left out.
pub fn counts(summary: &Summary, side: Side) -> BTreeMap<MoveClass, usize> {
    let all = review::MoveClass::ALL.into_iter().map(|class| (class.into(), summary.count(side, class)));
    all.filter(|(_, count)| *count > 0).collect()
}

//! The review of a game: every position looked at, every move classed.

use crate::error::ServiceError;
use crate::game::{self, noted};
use crate::go::MAX_SHOWN;
use crate::messages::{
    Chances, GameDescription, MoveClass, MoveText, NotedMove, Reply, ReviewDone, Reviewed, Score, Sides,
};
use crate::order::within;
use crate::sliced::{self, Pace};
use crate::table_budget::Purpose;
use crate::workbench::{Run, Workbench};
use engine::review::{self, Circumstance, Summary};
use engine::{Engine, Limits, WinDrawLoss};
use games::{Side, Xiangqi};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use xiangqi::{Colour, Move, Outcome, Position};

/// The time for a position, in milliseconds.
const MILLIS: (u64, u64) = (20, 2000);

/// A review that can begin.
pub struct ReviewOrder {
    position: Position,
    time: Duration,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(game: &GameDescription, millis: u64) -> Result<ReviewOrder, ServiceError> {
    within("millis", millis, MILLIS.0, MILLIS.1)?;
    Ok(ReviewOrder { position: game::replay(game)?, time: Duration::from_millis(millis) })
}

/// What a look at a position has shown.
struct Looked {
    score: Score,
    wdl: Chances,
    line: Vec<Move>,
    best: Option<NotedMove>,
}

/// Goes through a game, reports what it finds at every ply, and sums up.
pub fn review(workbench: &Workbench, order: &ReviewOrder, run: &mut Run<'_>) -> Reply {
    let owner = (run.client, Purpose::Review);
    let rules = *order.position.rules();
    let moves: Vec<Move> = order.position.past().iter().filter_map(|ply| ply.mv).collect();
    let mut position = Position::from(order.position.origin().clone());
    position.set_rules(rules);
    let mut summary = Summary::default();
    let mut last: Option<Looked> = None;
    let mut stopped = false;
    workbench.tables().with(owner, rules, |engine| {
        for ply in 0..=moves.len() {
            let is_last = ply == moves.len();
            let looked = look_at(workbench, engine, &position, order.time, is_last, run);
            if run.stop.load(Ordering::Relaxed) {
                stopped = true;
                break;
            }
            let played = ply.checked_sub(1).and_then(|index| moves.get(index)).copied();
            let verdict = played.zip(last.as_ref()).map(|(mv, before)| {
                let side = !position.side();
                position.undo();
                let circumstance = circumstance(&position, mv, before);
                position.play_unchecked(mv);
                let loss = review::loss(chances(before.wdl, side), chances(looked.wdl, side), circumstance);
                let class = review::class(loss, circumstance);
                summary.add(Side::from_index(side.index()), loss, class);
                (loss, MoveClass::from(class))
            });
            (run.report)(Reply::Reviewed(Box::new(Reviewed {
                ply,
                score: looked.score,
                wdl: looked.wdl,
                best: looked.best.clone(),
                line: looked.line.iter().take(MAX_SHOWN).copied().map(MoveText).collect(),
                loss: verdict.map(|(loss, _)| loss),
                class: verdict.map(|(_, class)| class),
            })));
            last = Some(looked);
            if let Some(&mv) = moves.get(ply) {
                position.play_unchecked(mv);
            }
        }
    });
    Reply::ReviewDone(ReviewDone {
        accuracy: Sides { red: summary.accuracy(Side::First), black: summary.accuracy(Side::Second) },
        counts: Sides { red: counts(&summary, Side::First), black: counts(&summary, Side::Second) },
        stopped,
    })
}

/// How many moves of each class a side has made; those of which there are none are left out.
fn counts(summary: &Summary, side: Side) -> BTreeMap<MoveClass, usize> {
    let all = review::MoveClass::ALL.into_iter().map(|class| (class.into(), summary.count(side, class)));
    all.filter(|(_, count)| *count > 0).collect()
}

/// Chances in thousandths, Red's first, from a side.
fn chances([red, draw, black]: Chances, side: Colour) -> WinDrawLoss {
    let chances = WinDrawLoss { win: red, draw, loss: black };
    if side == Colour::Red { chances } else { chances.swapped() }
}

fn look_at(
    workbench: &Workbench,
    engine: &mut Engine<Xiangqi>,
    position: &Position,
    time: Duration,
    is_last: bool,
    run: &Run<'_>,
) -> Looked {
    let verdict = position.rules().verdict(position);
    if let Some(verdict) = verdict.filter(|_| is_last || !position.board().has_legal_move()) {
        let wdl = match verdict.outcome {
            Outcome::Draw => [0, 1000, 0],
            Outcome::Win(Colour::Red) => [1000, 0, 0],
            Outcome::Win(Colour::Black) => [0, 0, 1000],
        };
        let score = if verdict.outcome == Outcome::Draw { Score::Cp(0) } else { Score::Mate(0) };
        return Looked { score, wdl, line: Vec::new(), best: None };
    }
    let limits = Limits { hard_time: Some(time), lines: 1, ends_early: true, ..Limits::default() };
    let scheduler = workbench.scheduler();
    let found = sliced::search(engine, position, &limits, Pace::Computing, scheduler, run.stop, &mut |_| {});
    let (score, wdl) = sliced::from_red(position, found.raw_score);
    let line = found.line;
    let best = line.first().map(|&mv| noted(position.board(), mv));
    Looked { score, wdl, line, best }
}

/// What is known of a move that was made in a position.
fn circumstance(position: &Position, mv: Move, before: &Looked) -> Circumstance {
    let is_known =
        || book::shipped().is_some_and(|book| book.probe(position).iter().any(|known| known.mv == mv));
    if position.board().legal_moves().len() == 1 {
        Circumstance::Only
    } else if is_known() {
        Circumstance::Book
    } else if before.line.first() == Some(&mv) {
        Circumstance::Best
    } else {
        Circumstance::Plain
    }
}

//! The review of a game: every position looked at, every move classed.

use crate::error::ServiceError;
use crate::game::{self, noted};
use crate::go::MAX_SHOWN;
use crate::messages::{Chances, GameDescription, MoveClass, MoveText, Reply, ReviewDone, Reviewed, Sides};
use crate::order::within;
use crate::sliced::{self, Pace};
use crate::table_budget::Purpose;
use crate::workbench::{Run, Workbench};
use engine::budget::ending_early;
use engine::review::{self, GameWalk, ReviewedPly, Summary};
use engine::{Limits, WinDrawLoss};
use games::Side;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use xiangqi::Position;

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

/// Goes through a game, reports what it finds at every ply, and sums up.
pub fn review(workbench: &Workbench, order: &ReviewOrder, run: &mut Run<'_>) -> Reply {
    let owner = (run.client, Purpose::Review);
    let mut walk = GameWalk::new(&order.position);
    let limits = ending_early(Limits { hard_time: Some(order.time), ..Limits::default() });
    let scheduler = workbench.scheduler();
    let mut looks = 0;
    workbench.tables().with(owner, *order.position.rules(), |engine| {
        loop {
            let position = walk.position().clone();
            let step = walk.step(|position| {
                let found = sliced::search(
                    engine,
                    position,
                    &limits,
                    Pace::Computing,
                    scheduler,
                    run.stop,
                    &mut |_| {},
                );
                let is_stopped = run.stop.load(Ordering::Relaxed);
                (!is_stopped).then_some((found.raw_score, found.line))
            });
            let Some(step) = step else { break };
            looks += 1;
            (run.report)(Reply::Reviewed(Box::new(reviewed(&position, step))));
        }
    });
    let summary = walk.summary();
    Reply::ReviewDone(ReviewDone {
        accuracy: accuracy(summary),
        counts: Sides { red: counts(summary, Side::First), black: counts(summary, Side::Second) },
        stopped: looks <= order.position.past().len(),
    })
}

fn reviewed(position: &Position, ReviewedPly { ply, looked, judged }: ReviewedPly) -> Reviewed {
    Reviewed {
        ply,
        score: looked.worth.into(),
        wdl: chances(looked.chances),
        best: looked.line.first().map(|&mv| noted(position.board(), mv)),
        line: looked.line.iter().take(MAX_SHOWN).copied().map(MoveText).collect(),
        loss: judged.map(|judged| judged.loss),
        class: judged.map(|judged| judged.class.into()),
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

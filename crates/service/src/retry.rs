//! A move that is tried instead of a mistake: good enough, or why not.
//!
//! The positions before and after it are searched as a review does it, with a number of nodes by an engine that knows nothing, so that a
//! move has the class here that it has there. Good enough is every move that is not weak.

use crate::error::ServiceError;
use crate::game::{self, MAX_MOVES};
use crate::messages::{GameDescription, MoveText, Reply, TriedMove};
use crate::order::within;
use crate::review::{self, NODES, TABLE, chances};
use crate::why;
use crate::workbench::{Run, Workbench};
use engine::Limits;
use engine::review::{GameWalk, Summary};
use xiangqi::Position;

/// A move that can be judged: the last one of a game.
pub struct RetryOrder {
    position: Position,
    nodes: u64,
}

/// Reads a request.
///
/// # Errors
/// Says what is wrong with it.
pub fn order(game: &GameDescription, nodes: u64) -> Result<RetryOrder, ServiceError> {
    within("nodes", nodes, NODES.0, NODES.1)?;
    let position = game::replay(game)?;
    within("moves", position.past().len() as u64, 1, MAX_MOVES as u64)?;
    Ok(RetryOrder { position, nodes })
}

/// Judges the last move; nothing if it was stopped.
pub fn judge(workbench: &Workbench, order: &RetryOrder, run: &Run<'_>) -> Reply {
    Reply::MoveTried { tried: tried(workbench, order, run) }
}

fn tried(workbench: &Workbench, order: &RetryOrder, run: &Run<'_>) -> Option<Box<TriedMove>> {
    let position = &order.position;
    let limits = Limits { nodes: Some(order.nodes), lines: 1, ..Limits::default() };
    let mut walk = GameWalk::resume(position, position.past().len().checked_sub(1)?, Summary::default());
    let before = walk.position().clone();
    let steps = workbench.tables().with_fresh(TABLE, *position.rules(), |engine| {
        let mut step = || walk.step(|position| review::look(workbench, engine, position, &limits, run.stop));
        Some((step()?, step()?))
    });
    let (first, second) = steps?;
    let (better, line) = (first.looked.line, second.looked.line);
    let judged = second.judged?;
    let why =
        second.why.map(|why| Box::new(why::with_lines(&why, before.board(), judged.mv, &line, &better)));
    Some(Box::new(TriedMove {
        ok: !judged.class.is_weak(),
        class: judged.class.into(),
        loss: judged.loss,
        score: second.looked.worth.into(),
        wdl: chances(second.looked.chances),
        reply: line.first().copied().map(MoveText),
        why,
    }))
}

//! Moves and analysis, and answers to offers of a draw.

use crate::game::noted_line;
use crate::messages::{Best, MoveText, Reply, SearchLine};
use crate::order::PreparedSearch;
use crate::sliced::{self, Pace, TimedLine};
use crate::table_budget::TableBudget;
use crate::workbench::{Run, Workbench};
use engine::draws::{self, Standing};
use games::Xiangqi;
use xiangqi::Position;

/// Lines are shown up to this many moves.
pub const MAX_SHOWN: usize = 40;
/// Searches, reports lines, and gives the best move.
pub fn go(workbench: &Workbench, order: &PreparedSearch, run: &mut Run<'_>) -> Reply {
    if let Some(mv) = order.from_book {
        let best =
            Best { mv: Some(MoveText(mv)), ponder: None, score: None, from_book: true, resigns: false };
        return Reply::Best(best);
    }
    let position = &order.position;
    let (client, stop, scheduler) = (run.client, run.stop, workbench.scheduler());
    let mut report = |timed: TimedLine| (run.report)(Reply::Line(search_line(position, &timed)));
    let found = if order.level.is_full() {
        workbench.tables().with(client, *position.rules(), order.means, |engine| {
            sliced::search(engine, position, &order.limits, order.pace, scheduler, stop, &mut report)
        })
    } else {
        let mut engine = TableBudget::small(*position.rules());
        engine.set_level(order.level);
        sliced::search(&mut engine, position, &order.limits, order.pace, scheduler, stop, &mut report)
    };
    Reply::Best(Best {
        mv: found.best.map(MoveText),
        ponder: found.ponder.map(MoveText),
        score: Some(sliced::from_red(position, found.raw_score).0),
        from_book: false,
        resigns: Standing::of_mover::<Xiangqi>(position, &found).resigns(),
    })
}

/// A line as it is sent.
fn search_line(position: &Position, timed: &TimedLine) -> SearchLine {
    let TimedLine { line, computed } = timed;
    let (score, wdl) = sliced::from_red(position, line.raw_score);
    let seconds = computed.as_secs_f64();
    let (mut moves, mut wxf, mut chinese) = (Vec::new(), Vec::new(), Vec::new());
    for noted in noted_line(position.board(), &line.moves, MAX_SHOWN) {
        moves.push(noted.mv);
        wxf.push(noted.wxf);
        chinese.push(noted.chinese);
    }
    SearchLine {
        depth: line.depth,
        selective_depth: line.selective_depth,
        number: line.number,
        score,
        bound: sliced::bound(line.bound),
        wdl,
        nodes: line.nodes,
        nps: if seconds > 0.0 { (line.nodes as f64 / seconds) as u64 } else { 0 },
        millis: line.elapsed.as_millis() as u64,
        moves,
        wxf,
        chinese,
    }
}

/// Whether the side that is not to move agrees to a draw.
pub fn consider_draw(workbench: &Workbench, position: &Position, run: &Run<'_>) -> Reply {
    let limits = draws::consideration();
    let mut engine = TableBudget::small(*position.rules());
    let scheduler = workbench.scheduler();
    let found = sliced::search(&mut engine, position, &limits, Pace::Wall, scheduler, run.stop, &mut |_| {});
    Reply::DrawAnswer { accepted: draws::accepts_offer::<Xiangqi>(position, &found) }
}

//! What is computed: moves and analysis, reviews, answers to offers of a draw.
//!
//! These run in threads of their own, in turns with each other.

use crate::messages::{GameText, LineText, MoveText, Reply, Reviewed, ScoreText, Words};
use crate::order::{self, Order};
use crate::record::{self, CHINESE, move_text};
use crate::review::{Circumstance, Summary, class, points, tenths};
use crate::tab::Job;
use crate::tables::{Purpose, Tables};
use crate::think::{Pace, Told, bound_name, think, told};
use engine::{Engine, Limits};
use games::{GameData, Xiangqi};
use notation::Notation;
use search::Score;
use std::time::Duration;
use xiangqi::{Colour, Move, Outcome, Position};

/// Lines are shown so far.
const SHOWN: usize = 40;
/// A search that has seen less neither resigns nor agrees to a draw.
const LEAST_DEPTH: usize = 6;
/// What is spent on an offer of a draw, in nodes.
const DRAW_NODES: u64 = 40_000;
/// A draw is welcome to a side that stands worse than this, in centipawns, or that late in the game stands no better than that.
const WORSE: i32 = -200;
const LEVEL: i32 = 20;
const LATE_MOVE: u32 = 40;
const FEW_MEN: u32 = 14;
/// The time for a position of a review, in milliseconds.
const REVIEW_MILLIS: (u64, u64) = (20, 2000);

/// Searches, tells lines, and gives the best move.
pub fn go(job: &Job, mut order: Order) -> Reply {
    if let Some(mv) = order.from_book {
        let (mv, score) = (Some(mv.to_string()), ScoreText::Cp(0));
        return Reply::Best { mv, ponder: None, score, from_book: true, resigns: false };
    }
    let position = &order.position;
    let mut tell = |told: Told| job.tell_line(&Reply::Line(line_text(job.id, position, &told)));
    let limits = std::mem::take(&mut order.limits);
    let (gate, stop) = (&job.tab.house().gate, job.stop());
    let found = if order.is_full {
        let owner = (job.tab.number(), Purpose::Go);
        job.tab.house().tables.with(owner, *position.rules(), |engine| {
            think(engine, position, &limits, order.pace, gate, stop, &mut tell)
        })
    } else {
        think(&mut Tables::small(*position.rules()), position, &limits, order.pace, gate, stop, &mut tell)
    };
    let mut moves = found.line.iter().map(ToString::to_string);
    Reply::Best {
        mv: moves.next(),
        ponder: moves.next(),
        score: told(position, found.raw_score).0,
        from_book: false,
        resigns: found.score.is_loss() && found.depth >= LEAST_DEPTH,
    }
}

/// A line as it is sent.
fn line_text(search: u64, position: &Position, told_line: &Told) -> LineText {
    let Told { line, computed } = told_line;
    let (score, wdl) = told(position, line.raw_score);
    let seconds = computed.as_secs_f64();
    let mut board = position.board().clone();
    let (mut moves, mut wxf, mut chinese) = (Vec::new(), Vec::new(), Vec::new());
    for &mv in line.moves.iter().take(SHOWN) {
        moves.push(mv.to_string());
        wxf.push(Notation::Wxf.format(&board, mv));
        chinese.push(CHINESE.format(&board, mv));
        board.play_unchecked(mv);
    }
    LineText {
        search,
        depth: line.depth,
        selective_depth: line.selective_depth,
        number: line.number,
        score,
        bound: bound_name(line.bound),
        wdl,
        nodes: line.nodes,
        nps: if seconds > 0.0 { (line.nodes as f64 / seconds) as u64 } else { 0 },
        millis: line.elapsed.as_millis() as u64,
        moves,
        wxf,
        chinese,
    }
}

/// A review that can begin.
pub struct ReviewOrder {
    position: Position,
    time: Duration,
}

/// Reads a request for a review.
///
/// # Errors
/// Says what is wrong with it.
pub fn review_order(game: &GameText, millis: u64) -> Result<ReviewOrder, Words> {
    order::within("millis", millis, REVIEW_MILLIS.0, REVIEW_MILLIS.1)?;
    Ok(ReviewOrder { position: record::replay(game)?, time: Duration::from_millis(millis) })
}

/// What a look at a position has shown.
struct Looked {
    score: ScoreText,
    wdl: [u16; 3],
    line: Vec<Move>,
    best: Option<MoveText>,
}

/// Goes through a game, tells what it finds at every ply, and sums up.
pub fn review(job: &Job, order: &ReviewOrder) -> Reply {
    let owner = (job.tab.number(), Purpose::Review);
    let rules = *order.position.rules();
    job.tab.house().tables.with(owner, rules, |engine| review_with(engine, job, order))
}

fn review_with(engine: &mut Engine<Xiangqi>, job: &Job, order: &ReviewOrder) -> Reply {
    let moves: Vec<Move> = order.position.past().iter().filter_map(|ply| ply.mv).collect();
    let mut position = Position::from(order.position.origin().clone());
    position.set_rules(*order.position.rules());
    let mut summary = Summary::default();
    let mut last: Option<Looked> = None;
    let mut stopped = false;
    for ply in 0..=moves.len() {
        let looked = look_at(job, engine, &position, order.time, ply == moves.len());
        if job.is_stopped() {
            stopped = true;
            break;
        }
        let played = ply.checked_sub(1).and_then(|index| moves.get(index)).copied();
        let verdict = played.zip(last.as_ref()).map(|(mv, before)| {
            let side = !position.side();
            position.undo();
            let circumstance = circumstance(&position, mv, before);
            position.play_unchecked(mv);
            let loss = match circumstance {
                Circumstance::Only | Circumstance::Best => 0.0,
                Circumstance::Book | Circumstance::Plain => {
                    tenths((points(before.wdl, side) - points(looked.wdl, side)).max(0.0))
                }
            };
            let class = class(loss, circumstance);
            summary.add(side, loss, class);
            (loss, class)
        });
        job.tell(&Reply::Reviewed(Box::new(Reviewed {
            ply,
            total: moves.len(),
            score: looked.score,
            wdl: looked.wdl,
            best: looked.best.clone(),
            line: looked.line.iter().take(SHOWN).map(ToString::to_string).collect(),
            loss: verdict.map(|(loss, _)| loss),
            class: verdict.map(|(_, class)| class),
        })));
        last = Some(looked);
        if let Some(&mv) = moves.get(ply) {
            position.play_unchecked(mv);
        }
    }
    let (accuracy, counts) = summary.finish();
    Reply::ReviewDone { accuracy, counts, stopped }
}

fn look_at(
    job: &Job,
    engine: &mut Engine<Xiangqi>,
    position: &Position,
    time: Duration,
    is_last: bool,
) -> Looked {
    let verdict = position.rules().verdict(position);
    if let Some(verdict) = verdict.filter(|_| is_last || !position.board().has_legal_move()) {
        let wdl = match verdict.outcome {
            Outcome::Draw => [0, 1000, 0],
            Outcome::Win(Colour::Red) => [1000, 0, 0],
            Outcome::Win(Colour::Black) => [0, 0, 1000],
        };
        let score = if verdict.outcome == Outcome::Draw { ScoreText::Cp(0) } else { ScoreText::Mate(0) };
        return Looked { score, wdl, line: Vec::new(), best: None };
    }
    let limits = Limits { hard_time: Some(time), lines: 1, ends_early: true, ..Limits::default() };
    let (gate, stop) = (&job.tab.house().gate, job.stop());
    let found = think(engine, position, &limits, Pace::Computing, gate, stop, &mut |_| {});
    let (score, wdl) = told(position, found.raw_score);
    let line = found.line;
    let best = line.first().map(|&mv| move_text(position.board(), mv));
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

/// Whether the side that is not to move agrees to a draw.
pub fn consider_draw(job: &Job, position: &Position) -> Reply {
    let limits = Limits { nodes: Some(DRAW_NODES), lines: 1, ..Limits::default() };
    let (gate, stop) = (&job.tab.house().gate, job.stop());
    let found =
        think(&mut Tables::small(*position.rules()), position, &limits, Pace::Wall, gate, stop, &mut |_| {});
    let own = -found.score;
    let is_late = position.move_number() >= LATE_MOVE || Xiangqi::men(position) <= FEW_MEN;
    let is_glad = own.value() <= WORSE || (is_late && own.value() <= LEVEL);
    let has_end = position.rules().verdict(position).is_some();
    let accepted = is_glad && !has_end && own < Score::mate_in(search::MAX_PLY) && found.depth >= LEAST_DEPTH;
    Reply::DrawAnswer { accepted }
}

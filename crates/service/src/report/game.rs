//! A game, analysed.

use super::{
    AnalysisSettings, EventKind, GameReport, GameSummary, LineReport, MoveReport, PositionReport, RuleEvent,
    SCHEMA, Source, VERSION,
};
use crate::clock::TimeSource;
use crate::error::ServiceError;
use crate::explore;
use crate::game::{MAX_MOVES, noted, noted_line};
use crate::messages::{GameEnd, MoveClass, PieceLetter, Sides, Why};
use crate::review::{accuracy, chances, counts};
use crate::words::Words;
use engine::review::{GameWalk, Looked, Summary, Worth};
use engine::{Bound, Engine, Event, Hooks, Line};
use games::{Side, Xiangqi};
use notation::Game;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xiangqi::{Move, Outcome, Position, Reason, RuleSet, Rules};

/// The most moves of a line that are kept.
const MAX_LINE: usize = 12;

/// What an analysis is done with.
pub struct Analyst<'a> {
    /// Searches. It forgets everything before each game.
    pub engine: &'a mut Engine<Xiangqi>,
    /// How.
    pub settings: &'a AnalysisSettings,
    /// What the report names as its maker.
    pub program: &'a str,
    /// Set to give up.
    pub stop: &'a AtomicBool,
    /// For limits in time.
    pub clock: &'a dyn TimeSource,
    /// Told after each position.
    pub progress: &'a (dyn Fn() + Sync),
}

/// Analyses the main line of a game. Nothing if it was stopped.
///
/// # Errors
/// The game is too long.
pub fn analyse(
    game: &Game,
    source: Source,
    analyst: &mut Analyst<'_>,
) -> Result<Option<GameReport>, ServiceError> {
    let moves: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
    if moves.len() > MAX_MOVES {
        return Err(ServiceError::TooManyMoves { count: moves.len(), max: MAX_MOVES });
    }
    let rules = Rules::from(RuleSet::from(analyst.settings.rules));
    let mut position = Position::from(game.start().clone());
    position.set_rules(rules);
    // Nothing that an earlier game has left may be seen in this one.
    analyst.engine.set_rules(rules);
    for &mv in &moves {
        position.play_unchecked(mv);
    }
    let mut walk = GameWalk::new(&position);
    let mut events = Events::default();
    let mut report = GameReport {
        summary: summary(game, source, analyst.program, &position),
        settings: analyst.settings.clone(),
        positions: Vec::with_capacity(moves.len() + 1),
        moves: Vec::with_capacity(moves.len()),
    };
    loop {
        let here = walk.position().clone();
        let mut found = Searched::default();
        let step = walk.step(|position| {
            found = search(analyst, position, |_| {});
            let is_stopped = analyst.stop.load(Ordering::Relaxed);
            (!is_stopped).then(|| (found.score, found.line.clone()))
        });
        let Some(step) = step else { break };
        report.positions.push(position_report(&here, &step.looked, &found, analyst.settings.lines));
        if let Some(judged) = step.judged {
            let mut played = played(&here, judged.mv);
            (played.loss, played.class) = (judged.loss, judged.class.into());
            played.why = step.why.as_ref().map(Why::from);
            played.event = events.after(&here);
            if judged.class.is_weak()
                && let [.., before, after] = report.positions.as_slice()
            {
                played.better = before.lines.first().filter(|line| line.starts_otherwise(judged.mv)).cloned();
                played.punished_by = after.lines.first().cloned();
            }
            report.moves.push(played);
        }
        (analyst.progress)();
    }
    if report.positions.len() <= moves.len() {
        return Ok(None);
    }
    report.summary.accuracy = accuracy(walk.summary());
    report.summary.counts =
        Sides { red: counts(walk.summary(), Side::First), black: counts(walk.summary(), Side::Second) };
    Ok(Some(report))
}

/// Analyses one position, with its past and by its rules; an engine that has just been made finds the same every time at a limit in
/// nodes or depth. `heard` is told each line that the search reports. Nothing if it was stopped.
pub fn analyse_position(
    position: &Position,
    analyst: &mut Analyst<'_>,
    heard: impl FnMut(&Line<Move>),
) -> Option<PositionReport> {
    analyst.engine.set_rules(*position.rules());
    let mut found = Searched::default();
    let mut walk = GameWalk::resume(position, position.past().len(), Summary::default());
    let step = walk.step(|position| {
        found = search(analyst, position, heard);
        let is_stopped = analyst.stop.load(Ordering::Relaxed);
        (!is_stopped).then(|| (found.score, found.line.clone()))
    })?;
    Some(position_report(position, &step.looked, &found, analyst.settings.lines))
}

impl LineReport {
    /// Whether it begins with another move.
    fn starts_otherwise(&self, mv: Move) -> bool {
        self.moves.first().is_some_and(|first| first.mv.0 != mv)
    }
}

fn summary(game: &Game, source: Source, program: &str, end: &Position) -> GameSummary {
    GameSummary {
        schema: SCHEMA.into(),
        version: VERSION,
        program: program.into(),
        source,
        tags: game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        result: game.result.to_string(),
        opening: explore::opening(end),
        accuracy: Sides::default(),
        counts: Sides::default(),
    }
}

/// What a search has found.
#[derive(Default)]
struct Searched {
    score: search::Score,
    line: Vec<Move>,
    depth: usize,
    nodes: u64,
    /// The lines of the last iteration that had all of them.
    others: Vec<Line<Move>>,
}

fn search(analyst: &mut Analyst<'_>, position: &Position, mut heard: impl FnMut(&Line<Move>)) -> Searched {
    let lines = analyst.settings.lines;
    let limits = analyst.settings.limit.limits(lines);
    let (clock, began) = (analyst.clock, analyst.clock.now());
    // A search that is not limited by time does not look at the clock, and does the same every time.
    let has_time = limits.hard_time.is_some();
    let elapsed = || if has_time { clock.now().saturating_sub(began) } else { Duration::ZERO };
    let mut iteration: Vec<Line<Move>> = Vec::new();
    let mut others: Vec<Line<Move>> = Vec::new();
    let mut report = |event: Event<Move>| {
        let Event::Line(line) = event else { return };
        heard(&line);
        if line.bound != Bound::Exact || lines < 2 {
            return;
        }
        if line.number == 1 {
            iteration.clear();
        }
        iteration.push(line);
        // An iteration that was cut short has fewer lines than the one before.
        if iteration.len() >= others.len() {
            others.clone_from(&iteration);
        }
    };
    let hooks = Hooks { stop: analyst.stop, elapsed: &elapsed, checkpoint: None, report: Some(&mut report) };
    analyst.engine.set_position(position.clone());
    let answer = analyst.engine.search(&limits, hooks);
    Searched { score: answer.raw_score, line: answer.line, depth: answer.depth, nodes: answer.nodes, others }
}

fn position_report(here: &Position, looked: &Looked, found: &Searched, lines: usize) -> PositionReport {
    let line = |worth: Worth, wdl, moves: &[Move]| LineReport {
        score: worth.into(),
        wdl: chances(wdl),
        moves: noted_line(here.board(), moves, MAX_LINE),
    };
    let best = looked.line.first();
    let first = best.map(|_| line(looked.worth, looked.chances, &looked.line));
    let others = found.others.iter().filter(|other| other.moves.first() != best).map(|other| {
        let (worth, wdl) = Worth::of_score(here, other.raw_score);
        line(worth, wdl, &other.moves)
    });
    PositionReport {
        fen: here.fen().to_string(),
        score: looked.worth.into(),
        wdl: chances(looked.chances),
        depth: found.depth,
        nodes: found.nodes,
        lines: first.into_iter().chain(others).take(lines).collect(),
    }
}

/// The move that led to a position; what it gave away is not known yet.
fn played(after: &Position, mv: Move) -> MoveReport {
    let mut before = after.clone();
    let ply = after.past().len();
    let capture = before.undo().and_then(|ply| ply.captured);
    let side = before.side();
    MoveReport {
        ply,
        number: before.move_number(),
        side: side.into(),
        text: noted(before.board(), mv),
        capture: capture.map(PieceLetter),
        check: after.is_check(),
        loss: 0.0,
        class: MoveClass::Best,
        better: None,
        punished_by: None,
        why: None,
        event: None,
    }
}

/// What the rules have said so far, so that nothing is said twice.
#[derive(Default)]
struct Events {
    is_over: bool,
    /// What was foreseen at the last ply.
    foreseen: Option<Outcome>,
}

impl Events {
    /// What the rules say of a position that has been reached.
    fn after(&mut self, position: &Position) -> Option<RuleEvent> {
        if self.is_over {
            return None;
        }
        let rules = position.rules();
        if let Some(verdict) = rules.verdict(position) {
            self.is_over = true;
            return Some(RuleEvent { kind: EventKind::Over, end: GameEnd::from(&verdict) });
        }
        let foreseen = rules.foresee(position);
        let outcome = foreseen.as_ref().map(|verdict| verdict.outcome);
        let before = std::mem::replace(&mut self.foreseen, outcome);
        let is_new = outcome != before;
        let verdict = foreseen.filter(|_| is_new)?;
        let Reason::Repetition(repetition) = &verdict.reason else { return None };
        let words = Words::impending(verdict.outcome, repetition);
        Some(RuleEvent { kind: EventKind::Impending, end: GameEnd { words, ..GameEnd::from(&verdict) } })
    }
}

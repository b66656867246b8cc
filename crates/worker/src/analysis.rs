//! Positions, games and mates that are looked into.

use crate::answer::{Answer, JobError, LineSoFar, Progress};
use crate::job::{AnalyseGame, AnalysePosition, SolveMate, check_hash, check_limit, within};
use crate::perform::{Unfinished, Work, evaluation};
use engine::review::Worth;
use engine::{Engine, Line, check_memory};
use games::Xiangqi;
use notation::{Game, RecordedResult};
use service::SystemClock;
use service::messages::{MoveText, RuleSet, Solved};
use service::report::{AnalysisSettings, Analyst, SearchLimit, Source, analyse};
use solve::{Limits, Solver};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use xiangqi::{Move, Position, counted, excerpt};

/// What reports name as their maker.
const PROGRAM: &str = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));
/// The most lines that can be asked for.
const MAX_LINES: u64 = 20;
/// The longest mate that can be asked for.
const MAX_MATE: u64 = 300;

/// An engine of this job alone, and how it analyses.
fn equip(
    limit: SearchLimit,
    lines: usize,
    hash: usize,
    judged_by: Option<&str>,
    rules: RuleSet,
) -> Result<(Engine<Xiangqi>, AnalysisSettings), Unfinished> {
    check_limit(limit)?;
    check_hash(hash)?;
    within("lines", lines as u64, 1, MAX_LINES)?;
    let evaluation = evaluation(judged_by)?;
    let settings = AnalysisSettings { limit, lines, rules, evaluation: evaluation.name().to_owned(), hash };
    Ok((Engine::builder().hash(hash).evaluation(evaluation).build()?, settings))
}

/// Analyses a position.
pub fn analyse_position(job: &AnalysePosition, work: &Work<'_>) -> Result<Answer, Unfinished> {
    let position = job.game.replay()?;
    let (mut engine, settings) =
        equip(job.limit, job.lines, job.hash, job.evaluation.as_deref(), job.game.rules)?;
    let clock = SystemClock::default();
    let mut analyst = Analyst {
        engine: &mut engine,
        settings: &settings,
        program: PROGRAM,
        stop: work.stop,
        clock: &clock,
        progress: &|| {},
    };
    let heard = |line: &Line<Move>| {
        if job.progress {
            (work.progress)(line_so_far(&position, line));
        }
    };
    let found = service::report::analyse_position(&position, &mut analyst, heard);
    let report = found.filter(|_| !work.is_stopped()).ok_or(Unfinished::Stopped)?;
    let best = report.lines.first().and_then(|line| line.moves.first()).map(|noted| noted.mv);
    Ok(Answer::PositionAnalysed { best, position: report })
}

fn line_so_far(position: &Position, line: &Line<Move>) -> Progress {
    let (worth, _) = Worth::of_score(position, line.raw_score);
    let moves = line.moves.iter().copied().map(MoveText).collect();
    let found = LineSoFar { number: line.number, score: worth.into(), nodes: line.nodes, moves };
    Progress { done: line.depth as u64, total: None, line: Some(found) }
}

/// Analyses a game.
pub fn analyse_game(job: &AnalyseGame, work: &Work<'_>) -> Result<Answer, Unfinished> {
    let game = game_of(job)?;
    let (mut engine, settings) =
        equip(job.limit, job.lines, job.hash, job.evaluation.as_deref(), job.game.rules)?;
    let (done, total) = (AtomicU64::new(0), job.game.moves.len() as u64 + 1);
    let tell = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if job.progress {
            (work.progress)(Progress { done, total: Some(total), line: None });
        }
    };
    let clock = SystemClock::default();
    let mut analyst = Analyst {
        engine: &mut engine,
        settings: &settings,
        program: PROGRAM,
        stop: work.stop,
        clock: &clock,
        progress: &tell,
    };
    let report = analyse(&game, Source { file: String::new(), number: 1 }, &mut analyst);
    let report = report.map_err(JobError::refused)?.ok_or(Unfinished::Stopped)?;
    Ok(Answer::GameAnalysed { report: Box::new(report) })
}

/// The game as files have it: a tree with one line, and tags.
fn game_of(job: &AnalyseGame) -> Result<Game, JobError> {
    let position = job.game.replay()?;
    let mut game = Game::new(position.origin().clone());
    let mut node = game.root();
    for mv in position.past().iter().filter_map(|ply| ply.mv) {
        node = game.add(node, mv).map_err(JobError::refused)?;
    }
    for (name, value) in &job.tags {
        game.tags.set(name, value).map_err(JobError::refused)?;
    }
    if let Some(text) = &job.result {
        game.result = RecordedResult::from_text(text).ok_or_else(|| {
            let text = excerpt(text, 40);
            JobError::refused(format!("\"result\" is \"{text}\"; it must be 1-0, 0-1, 1/2-1/2 or *"))
        })?;
    }
    Ok(game)
}

/// Looks for a mate.
pub fn solve_mate(job: &SolveMate, work: &Work<'_>) -> Result<Answer, Unfinished> {
    check_limit(job.limit)?;
    check_hash(job.hash)?;
    if let Some(moves) = job.mate_in {
        within("mate_in", moves.into(), 1, MAX_MATE)?;
    }
    let (nodes, time) = match job.limit {
        SearchLimit::Nodes(nodes) => (Some(nodes), None),
        SearchLimit::Movetime(millis) => (None, Some(Duration::from_millis(millis))),
        SearchLimit::Depth(depth) => {
            let moves = counted(depth as u64, "ply");
            let message =
                format!("a mate is not looked for to a depth of {moves}; the limit is nodes or movetime");
            return Err(JobError::refused(message).into());
        }
    };
    let position = job.game.replay()?;
    check_memory(job.hash, 0)?;
    let limits = Limits { nodes, time, hash: job.hash, any: job.any };
    let solver = Solver::try_new(limits).map_err(JobError::failed)?;
    let mut solver = solver.with_endings(endgame::shipped());
    let solution = solver.solve(&position, job.mate_in, work.stop);
    if work.is_stopped() {
        return Err(Unfinished::Stopped);
    }
    Ok(Answer::MateSolved(Solved::of(&position, &solution)))
}

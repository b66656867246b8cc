//! The engine's own opinion on the moves of a book.
//!
//! A position is searched once for its best move, and once for each other move of the book, all with the same number
//! of nodes and from an empty table. So the result depends on the position and the settings, and on nothing else:
//! neither the number of threads nor what was searched before matters.

use super::journal::CheckJournal;
use crate::data::inputs::Interrupt;
use crate::failure::Failure;
use ::book::{BookBuilder, CheckedScores, Image};
use engine::{Engine, Evaluation, Hooks, Limits};
use games::Xiangqi;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use xiangqi::{Board, Fen, Move, Position};

/// What a proved mate is worth here, in centipawns.
const MATE: i32 = 30_000;
/// A search may take this many times its nodes to finish an iteration.
const PATIENCE: u64 = 4;

/// How moves are checked.
pub struct CheckSettings {
    pub nodes: u64,
    pub hash: usize,
    pub threads: usize,
    pub evaluation: Evaluation,
}

impl CheckSettings {
    /// What results depend on, in words.
    fn describe(&self) -> String {
        format!("{} nodes, {} MiB, judged by {}", self.nodes, self.hash, self.evaluation.name())
    }
}

/// A position to check.
struct Task {
    key: u64,
    board: Board,
    moves: Vec<Move>,
}

/// What has been found out: boards with what the search says of them.
pub type Checked = Vec<(Board, CheckedScores)>;

/// Searches the positions of a book that boards lead through and that occurred in at least `least_games` games, the most frequent
/// first; nothing if it was interrupted. What is done is kept in a file beside the book until the book is written.
pub fn check(
    builder: &BookBuilder,
    boards: impl Iterator<Item = Board>,
    least_games: u32,
    settings: &CheckSettings,
    out: &Path,
    interrupt: &Interrupt,
) -> Result<Option<(Checked, CheckJournal)>, Failure> {
    let tasks = tasks(builder, boards, least_games);
    let mut journal = CheckJournal::open(out, &settings.describe())?;
    let bar = ProgressBar::new(tasks.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("checking {bar:40} {pos}/{len} positions, {eta} left") {
        bar.set_style(style);
    }
    let known = journal.take_known();
    let (missing, mut done) = split(tasks, known);
    bar.inc(done.len() as u64);
    let journal = Mutex::new(journal);
    let (next, results, trouble) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(None));
    let is_failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..settings.threads {
            scope.spawn(|| {
                let builder = Engine::builder().hash(settings.hash).evaluation(settings.evaluation.clone());
                let mut engine = match builder.build() {
                    Ok(engine) => engine,
                    Err(refused) => {
                        is_failed.store(true, Ordering::Relaxed);
                        *lock(&trouble) = Some(Failure::Input(refused.to_string()));
                        return;
                    }
                };
                while let Some(task) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if is_failed.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(judged) = examine(&mut engine, task, settings.nodes, interrupt.flag()) else {
                        return;
                    };
                    if let Err(failure) = lock(&journal).add(task.key, &judged) {
                        is_failed.store(true, Ordering::Relaxed);
                        *lock(&trouble) = Some(failure);
                        return;
                    }
                    lock(&results).push((task.board.clone(), judged));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = lock(&trouble).take() {
        return Err(failure);
    }
    done.append(&mut lock(&results));
    let journal = journal.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if interrupt.is_interrupted() {
        let kept = journal.path().display();
        eprintln!(
            "interrupted; {} positions are kept in {kept}, and the same command goes on there",
            done.len()
        );
        return Ok(None);
    }
    Ok(Some((done, journal)))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn tasks(builder: &BookBuilder, boards: impl Iterator<Item = Board>, least_games: u32) -> Vec<Task> {
    let mut tasks: HashMap<u64, (u32, Task)> = HashMap::new();
    for board in boards {
        let image = Image::of(&board);
        let known = builder.moves(&board);
        let games = known.iter().map(|(_, tally)| tally.games).sum();
        if known.is_empty() || games < least_games {
            continue;
        }
        tasks.entry(image.key).or_insert_with(|| {
            let moves = known.iter().map(|(mv, _)| image.inward(*mv)).collect();
            (games, Task { key: image.key, board: image.held(&board), moves })
        });
    }
    let mut tasks: Vec<(u32, Task)> = tasks.into_values().collect();
    tasks.sort_by_key(|(games, task)| (std::cmp::Reverse(*games), task.key));
    tasks.into_iter().map(|(_, task)| task).collect()
}

/// The tasks that are left, and the results of those that an earlier run has done.
fn split(tasks: Vec<Task>, mut known: HashMap<u64, CheckedScores>) -> (Vec<Task>, Checked) {
    let (mut missing, mut done) = (Vec::new(), Vec::new());
    for task in tasks {
        let is_whole = |judged: &CheckedScores| {
            task.moves.iter().all(|mv| judged.moves.iter().any(|(known, _)| known == mv))
        };
        match known.remove(&task.key).filter(is_whole) {
            Some(judged) => done.push((task.board, judged)),
            None => missing.push(task),
        }
    }
    (missing, done)
}

/// Searches one position; nothing if it was interrupted.
fn examine(
    engine: &mut Engine<Xiangqi>,
    task: &Task,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<CheckedScores> {
    let position = Position::from(Fen { board: task.board.clone(), quiet_plies: 0, move_number: 1 });
    engine.new_game();
    engine.set_position(position);
    let mut search = |moves: Vec<Move>| {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(PATIENCE)),
            moves,
            ..Limits::default()
        };
        let found = engine.search(&limits, Hooks::silent(stop));
        let score = match found.raw_score {
            score if score.is_win() => MATE,
            score if score.is_loss() => -MATE,
            score => score.value(),
        };
        (!stop.load(Ordering::Relaxed)).then_some((found.best, score))
    };
    let (first, mut best) = search(Vec::new())?;
    let mut moves = Vec::with_capacity(task.moves.len());
    for &mv in &task.moves {
        let score = if first == Some(mv) { best } else { search(vec![mv])?.1 };
        moves.push((mv, score));
    }
    // A move can turn out better than what the first search thought best.
    best = moves.iter().map(|(_, score)| *score).fold(best, i32::max);
    Some(CheckedScores { best, moves })
}

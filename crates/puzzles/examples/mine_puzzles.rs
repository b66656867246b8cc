//! Looks for puzzles: positions in which one move wins and no other does.
//!
//! ```text
//! cargo run --release -p chuhe-puzzles --example mine_puzzles games games.pgn FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles ends games.pgn FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles archive games.chg FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles scored match.pgn FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles levels games.pgn FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles mates mates.epd FIRST STEP >> mined.tsv
//! cargo run --release -p chuhe-puzzles --example mine_puzzles again puzzles.txt FIRST STEP >> mined.tsv
//! ```
//!
//! `games` walks through games of people, `ends` through the last moves of those that somebody won; `archive` through games that
//! `chuhe datagen` has written, with a score at each move, and `scored` through those of `chuhe match`;
//! `levels` lets weak levels of the engine play on from a position in each game, where they err
//! often; `mates` takes the positions of a file as they are, each the text before ` bm `; `again` takes those of
//! a file of puzzles, each with its source, and leaves out none because there are many of its kind. Games or rows are looked at in steps of STEP, from
//! number FIRST on, so that several processes share the work and one that was ended can be taken up where it was: the number is
//! told on the standard error output. Rows are written as they are found.

use engine::{Engine, Hooks, Level, Limits};
use games::Xiangqi;
use learn::datagen::ArchiveReader;
use notation::RecordedResult;
use notation::formats::read;
use puzzles::{Candidate, Miner, NOT_WON, Puzzle, Source, WON};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use xiangqi::{Colour, Move, Position, Random};

/// Openings are for the book.
const FIRST_PLY: usize = 16;
/// Plies that levels play on.
const PLAYED: usize = 50;
/// Plies between two puzzles of one game.
const APART: usize = 8;
/// Nobody learns from what is won or lost anyway.
const DECIDED: i32 = 900;
/// Centipawns that an engine of a match has claimed where it is worth looking.
const CLAIMED: i32 = 250;
/// Plies before the end of a game that somebody won.
const LAST_PLIES: usize = 30;
/// A mate, in centipawns.
const MATE: i32 = 30_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |what: &str| arguments.next().unwrap_or_else(|| panic!("missing: {what}"));
    let (source, path) =
        (argument("games, ends, scored, archive, levels, mates or again"), argument("a file"));
    let first: usize = argument("the first number").parse().expect("a number");
    let step: usize = argument("the step").parse().expect("a number");
    let bytes = std::fs::read(&path).expect("a file that can be read");
    let mut miner = Miner::new().expect("memory for small tables");
    let mut player = Engine::builder().hash(1).build().expect("memory for a small table");
    let mut found = 0;
    let mut work = |number: usize, rows: Vec<Candidate>| {
        for row in rows {
            found += 1;
            let mut out = std::io::stdout().lock();
            writeln!(out, "{row}").and_then(|()| out.flush()).expect("somewhere to write to");
        }
        if (number / step).is_multiple_of(20) {
            eprintln!("{number}: {found} found");
        }
    };
    if source == "mates" {
        let text = String::from_utf8(bytes).expect("text");
        for (number, line) in text.lines().enumerate().skip(first).step_by(step) {
            let fen = line.split(" bm ").next().unwrap_or_default();
            let position: Option<Position> = fen.parse().ok();
            let row = position.and_then(|position| miner.puzzle(&position, Source::Collection));
            work(number, row.into_iter().collect());
        }
        return;
    }
    if source == "again" {
        let text = String::from_utf8(bytes).expect("text");
        let rows = text.lines().filter(|row| !row.starts_with('#'));
        for (number, row) in rows.enumerate().skip(first).step_by(step) {
            let Puzzle { position, source, .. } =
                row.parse().unwrap_or_else(|error| panic!("row {number}: {error}"));
            work(number, miner.puzzle_again(&position, source).into_iter().collect());
        }
        return;
    }
    if source == "archive" {
        let games = ArchiveReader::new(&bytes[..]).expect("an archive of games");
        // An archive that is being written ends in the middle of a game.
        for (number, game) in games.map_while(Result::ok).enumerate().skip(first).step_by(step) {
            let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
            let scores: Vec<_> = game.moves.iter().map(|played| Some(i32::from(played.score))).collect();
            work(number, scored(&mut miner, Position::from(game.start), &moves, &scores));
        }
        return;
    }
    for (number, game) in read(&bytes).enumerate().skip(first).step_by(step) {
        let Ok(game) = game else { continue };
        let moves: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
        let start = Position::from(game.start().clone());
        let rows = if source == "scored" {
            let scores = game
                .main_line()
                .filter(|(_, node)| node.mv().is_some())
                .map(|(_, node)| score(node.comment()));
            scored(&mut miner, start, &moves, &scores.collect::<Vec<_>>())
        } else if source == "ends" {
            match game.result {
                RecordedResult::RedWins => ends(&mut miner, start, &moves, Colour::Red),
                RecordedResult::BlackWins => ends(&mut miner, start, &moves, Colour::Black),
                _ => Vec::new(),
            }
        } else if source == "games" {
            let mut moves = moves.into_iter();
            walk(&mut miner, start, Source::Master, FIRST_PLY, |_| moves.next())
        } else {
            let mut random = Random::new(number as u64);
            let position = somewhere(&start, &moves, &mut random);
            let levels = [0, 1].map(|_| Level::new(2 + random.below(5) as u8).unwrap_or_default());
            let mut ply = 0;
            walk(&mut miner, position, Source::Engine, 1, |position| {
                ply += 1;
                (ply <= PLAYED)
                    .then(|| answer(&mut player, position, levels[ply % 2], random.next_u64() | 1))?
            })
        };
        work(number, rows);
    }
}

/// The score that a comment such as `-0.06/9 0.01s` or `+M5/12` begins with, in centipawns.
fn score(comment: &str) -> Option<i32> {
    let text = comment.split('/').next()?;
    if let Some(mate) = text.trim_start_matches(['+', '-']).strip_prefix('M') {
        let _: u32 = mate.parse().ok()?;
        return Some(if text.starts_with('-') { -MATE } else { MATE });
    }
    let pawns: f64 = text.parse().ok()?;
    Some((100.0 * pawns).round() as i32)
}

/// The puzzles of a game with scores: where one side thought that all was well and the other found a win.
fn scored(miner: &mut Miner, start: Position, moves: &[Move], scores: &[Option<i32>]) -> Vec<Candidate> {
    let mut position = start;
    let mut rows = Vec::new();
    let (mut before, mut last) = (None, None::<usize>);
    for (ply, (&mv, &score)) in moves.iter().zip(scores).enumerate() {
        let was_well = before.is_some_and(|theirs: i32| -theirs < NOT_WON && -theirs > -DECIDED);
        let is_apart = last.is_none_or(|last| ply >= last + APART);
        if was_well
            && is_apart
            && score.is_some_and(|score| score >= CLAIMED)
            && let Some(row) = miner.puzzle(&position, Source::Engine)
        {
            last = Some(ply);
            rows.push(row);
        }
        before = score;
        if position.try_play(mv).is_err() {
            break;
        }
    }
    rows
}

/// The puzzles in the last moves of a game: where whoever won it was given the win.
fn ends(miner: &mut Miner, mut position: Position, moves: &[Move], winner: Colour) -> Vec<Candidate> {
    let first = FIRST_PLY.max(moves.len().saturating_sub(LAST_PLIES));
    let mut rows = Vec::new();
    let (mut before, mut last) = (None, None::<usize>);
    for ply in 0..=moves.len() {
        if ply >= first && position.side() == winner {
            let score = miner.look(&position);
            let is_gift = before.replace(score).is_some_and(|hope: i32| hope < WON) && score >= WON;
            let is_apart = last.is_none_or(|last| ply >= last + APART);
            if is_gift
                && is_apart
                && let Some(row) = miner.puzzle(&position, Source::Master)
            {
                last = Some(ply);
                rows.push(row);
            }
        }
        if moves.get(ply).is_some_and(|&mv| position.try_play(mv).is_err()) {
            break;
        }
    }
    rows
}

/// A position of a game after its opening.
fn somewhere(start: &Position, moves: &[Move], random: &mut Random) -> Position {
    let ply = FIRST_PLY + random.below(moves.len().saturating_sub(FIRST_PLY).clamp(1, 60));
    let mut position = start.clone();
    for &mv in moves.iter().take(ply) {
        if position.try_play(mv).is_err() {
            break;
        }
    }
    Position::from(position.fen())
}

fn answer(player: &mut Engine<Xiangqi>, position: &Position, level: Level, seed: u64) -> Option<Move> {
    player.set_level(level);
    player.set_position(position.clone());
    let limits = Limits { seed, ..Limits::default() };
    player.search(&limits, Hooks::silent(&AtomicBool::new(false))).best
}

/// The puzzles of a game, in which the last move has given away a win.
fn walk(
    miner: &mut Miner,
    mut position: Position,
    source: Source,
    first_ply: usize,
    mut next: impl FnMut(&Position) -> Option<Move>,
) -> Vec<Candidate> {
    let mut rows = Vec::new();
    let (mut before, mut last) = (None, None::<usize>);
    for ply in 0.. {
        if ply + 1 >= first_ply {
            let score = miner.look(&position);
            // What the side to move could hope for before the last move.
            let hope = before.replace(score).map(|theirs: i32| -theirs);
            let is_gift = hope.is_some_and(|hope: i32| hope < NOT_WON && hope > -DECIDED) && score >= WON;
            let is_apart = last.is_none_or(|last| ply >= last + APART);
            if ply >= first_ply && is_gift && is_apart {
                if let Some(row) = miner.puzzle(&position, source) {
                    last = Some(ply);
                    rows.push(row);
                }
            } else if source == Source::Engine && score.abs() > 4 * DECIDED {
                break;
            }
        }
        let Some(mv) = next(&position) else { break };
        if position.try_play(mv).is_err() {
            break;
        }
    }
    rows
}

//! Puzzles: mates in few moves, and the judge of their solutions.
//!
//! A move is right if every defence to it loses within the moves that are left, which the solver proves. The defender then plays
//! what holds out longest. The rows and how they were chosen: `data/puzzles.tsv` and `examples/choose_puzzles.rs`.

use crate::gate::{Gate, Turn};
use crate::messages::{Reply, Words};
use crate::record;
use serde::Serialize;
use solve::{Answer, Limits, Solver};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xiangqi::{Move, Position};

/// Mates in more moves are no puzzles.
pub const MOST_MOVES: u32 = 10;
/// What one proof may take. Puzzles of up to five moves need a small part of it.
const NODES: u64 = 400_000;
const TIME: Duration = Duration::from_secs(2);

static ROWS: &str = include_str!("../data/puzzles.tsv");

/// All puzzles as JSON: a list of `{fen, mate_in, source}`.
pub fn json() -> &'static str {
    #[derive(Serialize)]
    struct Row {
        fen: &'static str,
        mate_in: u32,
        source: &'static str,
    }
    static JSON: OnceLock<String> = OnceLock::new();
    JSON.get_or_init(|| {
        let rows = ROWS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut fields = line.split('\t');
            let (fen, mate_in, source) = (fields.next()?, fields.next()?, fields.next()?);
            Some(Row { fen, mate_in: mate_in.parse().ok()?, source })
        });
        serde_json::to_string(&rows.collect::<Vec<_>>()).unwrap_or_default()
    })
}

/// Judges the last of the moves, if it is the solver's; otherwise, or if there are none, shows the way.
///
/// # Errors
/// Says what is wrong with position, moves or number.
pub fn judge(
    fen: &str,
    moves: &[String],
    mate_in: u32,
    gate: &Gate,
    stop: &AtomicBool,
) -> Result<Reply, Words> {
    if !(1..=MOST_MOVES).contains(&mate_in) {
        return Err(Words::new(
            format!("mate_in is {mate_in}; it must be from 1 to {MOST_MOVES}"),
            format!("mate_in 为{mate_in}，应为1至{MOST_MOVES}"),
        ));
    }
    let mut position = record::parse_fen(fen)?;
    let solver_side = position.side();
    record::play(&mut position, moves)?;
    let turn = Turn::wait(gate, true, stop);
    if position.side() == solver_side {
        let better = mating_move(&position, mate_in, &turn, stop);
        return Ok(Reply::PuzzleAnswer {
            ok: better.is_some(),
            reply: None,
            mated: false,
            better: text(better),
        });
    }
    if !position.board().has_legal_move() {
        return Ok(Reply::PuzzleAnswer { ok: true, reply: None, mated: true, better: None });
    }
    if let Some(reply) = longest_defence(&position, mate_in - 1, &turn, stop) {
        return Ok(Reply::PuzzleAnswer { ok: true, reply: text(Some(reply)), mated: false, better: None });
    }
    position.undo();
    let better = mating_move(&position, mate_in, &turn, stop);
    Ok(Reply::PuzzleAnswer { ok: false, reply: None, mated: false, better: text(better) })
}

fn text(mv: Option<Move>) -> Option<String> {
    mv.map(|mv| mv.to_string())
}

fn mate(position: &Position, most: u32, stop: &AtomicBool) -> Option<solve::Proof> {
    let mut solver = Solver::new(Limits { nodes: Some(NODES), time: Some(TIME), hash: 8, any: false });
    match solver.solve(position, Some(most), stop).answer {
        Answer::Mate(proof) | Answer::AtMost(proof) if proof.moves() <= most => Some(proof),
        _ => None,
    }
}

/// The first move of a mate in at most so many moves, if one can be proved.
fn mating_move(position: &Position, most: u32, turn: &Turn<'_>, stop: &AtomicBool) -> Option<Move> {
    turn.poll();
    mate(position, most, stop)?.steps.first().map(|step| step.mv)
}

/// The defence that holds out longest, if every one of them loses within so many moves.
fn longest_defence(position: &Position, most: u32, turn: &Turn<'_>, stop: &AtomicBool) -> Option<Move> {
    if most == 0 {
        return None;
    }
    let mut longest = None;
    for &defence in &position.board().legal_moves() {
        turn.poll();
        let mut after = position.clone();
        after.play_unchecked(defence);
        let moves = mate(&after, most, stop)?.moves();
        if longest.is_none_or(|(before, _)| moves > before) {
            longest = Some((moves, defence));
        }
    }
    longest.map(|(_, defence)| defence)
}

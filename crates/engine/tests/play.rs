//! The engine at work: it finds mates, plays legal games, and does the same thing every time.

use engine::{Engine, Event, Limits, Mode, Spoken, bench};
use game::{Game, Score};
use games::{Chess, Xiangqi};
use std::fs;
use std::sync::mpsc;
use xiangqi::{RuleSet, Rules};

/// The result of a search: best move, score of the last line.
fn think<G: Spoken>(engine: &mut Engine<G>, limits: Limits<G::Move>) -> (Option<String>, Score, u64) {
    let (sender, receiver) = mpsc::channel();
    engine.go(limits, Mode::Think, move |event| sender.send(event).unwrap());
    engine.wait();
    let mut result = (None, Score::DRAW, 0);
    for event in receiver {
        match event {
            Event::Line(line) if line.number == 1 => (result.1, result.2) = (line.score, line.nodes),
            Event::Done(answer) => result.0 = answer.best,
            _ => {}
        }
    }
    result
}

#[test]
fn mates_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/search/mates.tsv");
    let text = fs::read_to_string(path).unwrap();
    let mut engine = Engine::<Xiangqi>::new(16, 1);
    let mut missed = Vec::new();
    let rows: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    assert_eq!(rows.len(), 60);
    for (fen, moves) in &rows {
        engine.new_game();
        engine.set_position(Some(fen), []).unwrap();
        let (_, score, _) = think(&mut engine, Limits { nodes: Some(100_000), ..Limits::default() });
        let wanted: i32 = moves.parse().unwrap();
        if !score.mate_distance().is_some_and(|found| (1..=wanted + 2).contains(&found)) {
            missed.push((fen, score));
        }
    }
    assert!(missed.len() <= 1, "{missed:?}");
}

#[test]
fn the_same_search_gives_the_same_result() {
    let first = bench::<Xiangqi>(6).nodes;
    assert_eq!(bench::<Xiangqi>(6).nodes, first);
    let first = bench::<Chess>(6).nodes;
    assert_eq!(bench::<Chess>(6).nodes, first);
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::<Xiangqi>::new(16, 1);
    let (best, _, nodes) = think(&mut engine, Limits { nodes: Some(5_000), ..Limits::default() });
    assert!(best.is_some() && nodes <= 5_000, "{nodes}");
    let only = Xiangqi::parse_move(engine.position(), "a3a4").unwrap();
    let limits = Limits { depth: Some(5), moves: vec![only], ..Limits::default() };
    assert_eq!(think(&mut engine, limits).0.as_deref(), Some("a3a4"));
    engine.set_position(Some("R2k5/1R7/9/9/9/9/9/9/9/4K4 b"), []).unwrap();
    let (best, ..) = think(&mut engine, Limits { depth: Some(5), ..Limits::default() });
    assert_eq!(best, None, "mated");
}

#[test]
fn bad_positions_change_nothing() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_position(None, ["h2e2"]).unwrap();
    let before = Xiangqi::position_text(engine.position());
    for (fen, moves) in [(Some("nonsense"), vec![]), (None, vec!["h2e2", "h2e2"]), (None, vec!["z9z9"])] {
        assert!(engine.set_position(fen, moves).is_err());
        assert_eq!(Xiangqi::position_text(engine.position()), before);
    }
}

#[test]
fn a_won_game_is_won() {
    // A rook against a bare king.
    let mut engine = Engine::<Xiangqi>::new(16, 2);
    engine.set_position(Some("4k4/9/9/9/9/9/9/9/R8/3K5 w"), []).unwrap();
    let rules = Rules::from(RuleSet::Computer);
    let mut moves: Vec<String> = Vec::new();
    while rules.verdict(engine.position()).is_none() {
        assert!(moves.len() < 60, "{moves:?}");
        let (best, ..) = think(&mut engine, Limits { nodes: Some(20_000), ..Limits::default() });
        moves.push(best.unwrap());
        engine.set_position(Some("4k4/9/9/9/9/9/9/9/R8/3K5 w"), moves.iter().map(String::as_str)).unwrap();
    }
    let verdict = rules.verdict(engine.position()).unwrap();
    assert_eq!(verdict.outcome.name(), "red_wins", "{moves:?}");
}

#[test]
fn chess_tactics_are_solved() {
    // Position and the move that decides it.
    let rows = [
        ("4r1k1/r4p1p/p3bRpQ/q2pP3/2pP4/Bpn1R3/6PP/1B4K1 w - - 0 1", "b1g6"),
        ("5r2/Rpp4p/3k2p1/3N4/2P1P1b1/1PQ3P1/1P5r/4KB1q w - - 0 1", "c3b4"),
        ("6k1/3r2p1/R4p2/1p2qP1Q/4P3/1P1P3P/1Pr2BP1/6K1 w - - 0 1", "a6a8"),
        ("r1bqk2r/pppp1p1p/5p2/2b1p2Q/2B1P3/8/PP1PKPPP/n1B3NR w kq - 0 1", "h5f7"),
    ];
    let mut engine = Engine::<Chess>::new(16, 1);
    for (fen, best) in rows {
        engine.new_game();
        engine.set_position(Some(fen), []).unwrap();
        let (found, ..) = think(&mut engine, Limits { nodes: Some(300_000), ..Limits::default() });
        assert_eq!(found.as_deref(), Some(best), "{fen}");
    }
    assert!(Chess::side(engine.position()) == 0);
}

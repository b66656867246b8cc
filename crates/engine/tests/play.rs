//! The engine at work: it finds mates, plays legal games, and does the same thing every time.

use engine::{
    Confirmation, Engine, EngineGame, Evaluation, EvaluationChoice, Event, Keys, Level, Limits, Mode, Survey,
    Surveyed, bench,
};
use games::{Chess, GameText, Xiangqi};
use search::{Score, contract};
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use xiangqi::{Position, Random, RuleSet, Rules};

fn at(fen: &str) -> Position {
    Xiangqi::parse_position(fen).unwrap()
}

/// The result of a search: best move, score of the last line.
fn think<G: EngineGame>(engine: &mut Engine<G>, limits: Limits<G::Move>) -> (Option<G::Move>, Score, u64) {
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
        engine.set_position(at(fen));
        let (_, score, _) = think(&mut engine, Limits { nodes: Some(200_000), ..Limits::default() });
        let wanted: i32 = moves.parse().unwrap();
        if !score.mate_distance().is_some_and(|found| (1..=wanted + 2).contains(&found)) {
            missed.push((fen, score));
        }
    }
    assert!(missed.len() <= 1, "{missed:?}");
}

#[test]
fn an_analysis_shows_all_its_lines_at_every_level() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    for level in Level::all().filter(|level| !level.is_full()) {
        engine.set_level(level);
        for seed in 1..=10 {
            let (sender, receiver) = mpsc::channel();
            let limits = Limits { lines: 3, seed, ..Limits::default() };
            engine.go(limits, Mode::Analyse, move |event| sender.send(event).unwrap());
            engine.stop_handle().stop();
            engine.wait();
            let mut numbers: Vec<usize> = receiver
                .iter()
                .filter_map(|event| if let Event::Line(line) = event { Some(line.number) } else { None })
                .collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers, [1, 2, 3], "level {} seed {seed}", level.number());
        }
    }
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
    assert_eq!(think(&mut engine, limits).0, Some(only));
    engine.set_position(at("R2k5/1R7/9/9/9/9/9/9/9/4K4 b"));
    let (best, ..) = think(&mut engine, Limits { depth: Some(5), ..Limits::default() });
    assert_eq!(best, None, "mated");
}

#[test]
fn illegal_moves_change_nothing() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let mv = Xiangqi::parse_move(engine.position(), "h2e2").unwrap();
    engine.play(mv).unwrap();
    let before = Xiangqi::position_text(engine.position());
    let refused = engine.play(mv).unwrap_err();
    assert!(refused.to_string().contains("h2e2"), "{refused}");
    assert_eq!(Xiangqi::position_text(engine.position()), before);
}

#[test]
fn what_the_table_recalls_is_told_in_centipawns() {
    let mut engine = Engine::<Xiangqi>::new(16, 1);
    engine.set_position(at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w"));
    let answer = engine.think(&Limits { depth: Some(5), ..Limits::default() });
    let recalled = engine.recall(engine.position()).unwrap();
    assert_eq!((recalled.best, recalled.score), (answer.best, answer.score));
    assert_ne!(answer.score, answer.raw_score, "the search counts in another unit");
    assert_eq!(engine.recall(&Xiangqi::start()), None);
}

#[test]
fn a_won_game_is_won() {
    // A rook against a bare king.
    let mut engine = Engine::<Xiangqi>::new(16, 2);
    engine.set_position(at("4k4/9/9/9/9/9/9/9/R8/3K5 w"));
    let rules = Rules::from(RuleSet::Computer);
    let mut moves = Vec::new();
    while rules.verdict(engine.position()).is_none() {
        assert!(moves.len() < 60, "{moves:?}");
        let (best, ..) = think(&mut engine, Limits { nodes: Some(20_000), ..Limits::default() });
        moves.push(best.unwrap());
        engine.play(best.unwrap()).unwrap();
    }
    let verdict = rules.verdict(engine.position()).unwrap();
    assert_eq!(verdict.outcome.name(), "red_wins", "{moves:?}");
}

#[test]
fn chess_tactics_are_solved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/search/chess.tsv");
    let text = fs::read_to_string(path).unwrap();
    let mut engine = Engine::<Chess>::new(16, 1);
    let mut solved = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let [fen, best, name] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        engine.set_position(Chess::parse_position(fen).unwrap());
        // In some of them a second move is nearly as good, and may come first for an iteration.
        let is_solved = [300_000, 1_000_000].into_iter().any(|nodes| {
            engine.new_game();
            let (found, ..) = think(&mut engine, Limits { nodes: Some(nodes), ..Limits::default() });
            found.map(|mv| Chess::move_text(engine.position(), mv)).as_deref() == Some(best)
        });
        assert!(is_solved, "{name}: {best} in {fen}");
        solved += 1;
    }
    assert_eq!(solved, 8);
}

#[test]
fn narrow_keys_collide_and_wide_ones_do_not() {
    let survey = |bits, seed, confirmation, entries| {
        let keys = Keys { bits, seed: Some(seed), confirmation };
        let stop = AtomicBool::new(false);
        Survey { keys, entries, depth: 6, probes: None }.run::<Xiangqi>(
            &Evaluation::default(),
            &stop,
            |_, _| ControlFlow::Continue(()),
        )
    };
    let run = |bits, seed, confirmation| survey(bits, seed, confirmation, 1 << 18).unwrap();
    let found =
        |surveyed: &Surveyed<_>| -> Vec<_> { surveyed.searches.iter().map(|search| search.found).collect() };
    let wide = run(128, 1, Confirmation::Counts);
    assert!(wide.census.probes > wide.nodes() / 2 && wide.census.hits > 1000, "{wide:?}");
    for bits in [64, 128] {
        let surveyed = run(bits, 1, Confirmation::Counts);
        assert_eq!(surveyed.census.collisions, 0);
        assert_eq!(surveyed, run(bits, 1, Confirmation::Counts), "one seed, one result");
        assert_eq!(surveyed, run(bits, 1, Confirmation::Refuses), "nothing to refuse");
    }
    // 16 bits: more than ten thousand positions share 65,536 keys.
    let narrow = run(16, 1, Confirmation::Counts);
    assert!(narrow.census.collisions > 100 && narrow.census.unnoticed == 0, "{narrow:?}");
    assert_ne!(found(&narrow), found(&wide), "collisions do harm");
    assert!(narrow.searches.iter().all(|search| search.is_legal), "but make no illegal move");
    assert_ne!(narrow.census, run(16, 2, Confirmation::Counts).census, "the seed matters");
    // The clusters are as many as the keys, so that a refused collision leaves nothing changed at all.
    let refused = run(16, 1, Confirmation::Refuses);
    assert!(refused.census.collisions > 100);
    assert_eq!(
        (refused.nodes(), found(&refused)),
        (wide.nodes(), found(&wide)),
        "refusing a collision corrects it"
    );
    assert!(survey(64, 1, Confirmation::Counts, usize::MAX / 2).is_none());
}

#[test]
fn mates_that_are_asked_for_are_proved() {
    let rows = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/mates.tsv")).unwrap();
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let mut proved = 0;
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [fen, moves, sort, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let moves: i32 = moves.parse().unwrap();
        if moves > 4 || sort != "mate" {
            continue;
        }
        engine.set_position(at(fen));
        let answer = engine.think(&Limits { mate: Some(moves), nodes: Some(400_000), ..Limits::default() });
        assert_eq!(answer.score.mate_distance(), Some(moves), "{row}");
        proved += 1;
    }
    assert!(proved > 20, "{proved}");
    // Nothing to prove: the search goes on as it would.
    engine.set_position(Xiangqi::start());
    let answer = engine.think(&Limits { mate: Some(2), nodes: Some(3_000), ..Limits::default() });
    assert!(answer.best.is_some() && !answer.score.is_mate());
}

#[test]
fn every_evaluation_keeps_the_contract() {
    let describe = |position: &Position| position.fen().to_string();
    for by_network in [true, false] {
        let choice = EvaluationChoice { by_network, ..EvaluationChoice::default() };
        let fresh = || Evaluation::new(&choice).expect("what is in the program");
        let mut random = Random::new(5);
        let mut position = Position::start();
        contract::check::<Xiangqi, Evaluation>(&position, 1, &fresh, &describe);
        for _ in 0..60 {
            let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
            position.play_unchecked(mv);
            contract::check::<Xiangqi, Evaluation>(&position, 0, &fresh, &describe);
        }
    }
}

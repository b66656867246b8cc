//! Every algorithm plays both games by the rules, through the engine's facade.

use engine::{Engine, EngineGame, Event, Hooks, Limits, Mode};
use games::{Chess, GameText, Xiangqi, legal_moves};
use players::Algorithm;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

const OTHERS: [Algorithm; 4] = [Algorithm::Mcts, Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Random];

fn engine<G: EngineGame>(algorithm: Algorithm) -> Engine<G> {
    let mut engine = Engine::new(4, 1);
    engine.set_method(algorithm.method(Some(60)));
    engine
}

/// A small search for any of them.
fn small<M>() -> Limits<M> {
    Limits { depth: Some(2), nodes: Some(100_000), seed: 7, ..Limits::default() }
}

/// Lets an algorithm play itself: every move is legal, and the game ends or goes on as the rules say.
fn play<G: EngineGame>(algorithm: Algorithm, plies: usize) {
    let mut engine = engine::<G>(algorithm);
    for ply in 0..plies {
        if G::ending(engine.position()).is_some() {
            return;
        }
        let answer = engine.think(&small());
        let mv = answer.best.unwrap_or_else(|| panic!("{algorithm} has no move at ply {ply}"));
        engine.play(mv).unwrap_or_else(|error| panic!("{algorithm}: {error}"));
    }
}

#[test]
fn all_of_them_play_both_games() {
    for algorithm in OTHERS {
        let plies = if algorithm == Algorithm::Random { 300 } else { 12 };
        play::<Xiangqi>(algorithm, plies);
        play::<Chess>(algorithm, plies);
    }
}

#[test]
fn those_that_think_see_a_mate() {
    for algorithm in [Algorithm::Mcts, Algorithm::AlphaBeta, Algorithm::Minimax] {
        let mut engine = engine::<Xiangqi>(algorithm);
        engine.set_position(Xiangqi::parse_position("3k5/4R4/9/9/9/9/9/9/8R/4K4 w").expect("a position"));
        let answer = engine.think(&Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(answer.score.mate_distance(), Some(1), "{algorithm}");
        let mut engine = self::engine::<Chess>(algorithm);
        engine.set_position(Chess::parse_position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").expect("a position"));
        let answer = engine.think(&Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(answer.score.mate_distance(), Some(1), "{algorithm}");
    }
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    for depth in 1..=3 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let [one, two] = [Algorithm::Minimax, Algorithm::AlphaBeta].map(|algorithm| {
            let mut engine = engine::<Xiangqi>(algorithm);
            engine.think(&limits)
        });
        assert_eq!((one.best, one.score), (two.best, two.score), "depth {depth}");
        assert!(two.nodes <= one.nodes);
    }
}

#[test]
fn moves_that_may_not_be_played_are_not() {
    for algorithm in OTHERS {
        let mut engine = engine::<Xiangqi>(algorithm);
        let moves = legal_moves::<Xiangqi>(engine.position());
        let limits = Limits { moves: moves[2..4].to_vec(), excluded: vec![moves[2]], ..small() };
        assert_eq!(engine.think(&limits).best, Some(moves[3]), "{algorithm}");
        let limits = Limits { excluded: moves, ..small() };
        assert_eq!(engine.think(&limits).best, None, "{algorithm}");
    }
}

#[test]
fn a_position_without_moves_has_no_answer() {
    for algorithm in OTHERS {
        let mut engine = engine::<Xiangqi>(algorithm);
        engine.set_position(Xiangqi::parse_position("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b").expect("a position"));
        let answer = engine.think(&small());
        assert_eq!((answer.best, answer.score.mate_distance()), (None, Some(0)), "{algorithm}");
    }
}

#[test]
fn chance_goes_by_its_seed() {
    let mut engine = engine::<Xiangqi>(Algorithm::Random);
    let mut of = |seed| engine.think(&Limits { seed, ..Limits::default() }).best;
    assert_eq!(of(3), of(3));
    assert!((1..20).any(|seed| of(seed) != of(3)));
}

#[test]
fn time_nodes_and_stops_end_them() {
    for algorithm in [Algorithm::Mcts, Algorithm::AlphaBeta, Algorithm::Minimax] {
        let mut engine = Engine::<Xiangqi>::new(4, 1);
        engine.set_method(algorithm.method(None));
        let answer =
            engine.think(&Limits { hard_time: Some(Duration::from_millis(30)), ..Limits::default() });
        assert!(answer.best.is_some(), "{algorithm}");
        let answer = engine.think(&Limits { nodes: Some(500), ..Limits::default() });
        assert!(answer.best.is_some() && answer.nodes < 1_500, "{algorithm}: {}", answer.nodes);
        // Analysis goes on until it is told to stop, and has an answer then.
        let (sender, events) = mpsc::channel();
        engine.go(Limits::default(), Mode::Analyse, move |event| drop(sender.send(event)));
        let first = events.recv_timeout(Duration::from_secs(60)).expect("a line");
        assert!(matches!(first, Event::Line(_)), "{algorithm}: {first:?}");
        engine.stop();
        let last = events.iter().last().expect("an answer");
        assert!(matches!(last, Event::Done(answer) if answer.best.is_some()), "{algorithm}");
        // Pondering knows no time.
        let (sender, events) = mpsc::channel();
        let limits = Limits { hard_time: Some(Duration::from_millis(5)), ..Limits::default() };
        engine.go(limits, Mode::Ponder, move |event| drop(sender.send(event)));
        engine.ponder_hit();
        engine.wait();
        assert!(matches!(events.iter().last(), Some(Event::Done(answer)) if answer.best.is_some()));
    }
}

#[test]
fn a_checkpoint_ends_a_tree_search() {
    let mut engine = Engine::<Xiangqi>::new(4, 1);
    engine.set_method(Algorithm::Mcts.method(None));
    let stop = AtomicBool::new(false);
    let checkpoint = || std::ops::ControlFlow::Break(());
    let hooks = Hooks { checkpoint: Some(&checkpoint), ..Hooks::silent(&stop) };
    assert!(engine.search(&Limits::default(), hooks).best.is_some());
}

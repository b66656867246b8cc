//! A panic inside a search ends that search alone: it has an answer, its threads end, and the engine goes on.

mod fragile;

use engine::{Answer, Engine, Event, Limits, Mode};
use fragile::{Fragile, Fuse, WORDS};
use search::Game;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use xiangqi::Move;

/// So long that a test would be seen to hang.
const AGES: Duration = Duration::from_secs(60);

fn engine(fuse: &Fuse, threads: usize) -> Engine<Fragile> {
    Engine::builder().hash(1).threads(threads).evaluation(fuse.clone()).build().unwrap()
}

fn depth(depth: usize) -> Limits<Move> {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// What a search tells last, and what it says of a failure.
fn go(engine: &mut Engine<Fragile>, limits: Limits<Move>, mode: Mode) -> (Answer<Move>, Vec<String>) {
    let (sender, events) = mpsc::channel();
    engine.go(limits, mode, move |event| drop(sender.send(event)));
    if mode != Mode::Think {
        thread::sleep(Duration::from_millis(50));
        engine.stop_handle().stop();
    }
    let mut failures = Vec::new();
    loop {
        match events.recv_timeout(AGES).expect("no answer") {
            Event::Done(answer) => {
                engine.wait();
                return (answer, failures);
            }
            Event::Failed(failure) => failures.push(failure.to_string()),
            Event::Summary(_) | Event::Line(_) | Event::RootMove { .. } => {}
        }
    }
}

/// Whether any thread still evaluates positions.
fn is_at_work(fuse: &Fuse) -> bool {
    let before = fuse.count.load(Ordering::SeqCst);
    thread::sleep(Duration::from_millis(100));
    fuse.count.load(Ordering::SeqCst) != before
}

/// The engine searches as one that nothing has happened to.
fn assert_unharmed(engine: &mut Engine<Fragile>) {
    engine.set_threads(1).unwrap();
    engine.new_game();
    let whole = self::engine(&Fuse::default(), 1).think(&depth(5));
    let again = engine.think(&depth(5));
    assert_eq!((again.best, again.nodes, again.depth), (whole.best, whole.nodes, 5));
}

#[test]
fn a_search_that_panics_has_an_answer_and_the_engine_goes_on() {
    for threads in [1, 3] {
        for mode in [Mode::Think, Mode::Analyse, Mode::Ponder] {
            for evaluations in [1, 2, 50, 3_000] {
                let fuse = Fuse::default();
                let mut engine = engine(&fuse, threads);
                fuse.light(evaluations);
                let limits = if mode == Mode::Think && threads == 1 { Limits::default() } else { depth(9) };
                let (answer, failures) = go(&mut engine, limits, mode);
                let place = format!("{threads} threads, {mode:?}, {evaluations} evaluations");
                let best = answer.best.expect("a move");
                assert!(Fragile::is_legal(engine.position(), best), "{place}: {best}");
                // With several threads a helper may have been hit, and then nothing is lost.
                assert!(threads > 1 || failures.len() == 1, "{place}: {failures:?}");
                assert!(failures.iter().all(|failure| failure.contains(WORDS)), "{place}: {failures:?}");
                assert!(!is_at_work(&fuse), "{place}: threads go on");
                let (answer, failures) = go(&mut engine, depth(5), Mode::Think);
                assert_eq!((answer.depth, failures.len()), (5, 0), "{place}: the next search");
                assert_unharmed(&mut engine);
            }
        }
    }
}

#[test]
fn what_a_lost_search_has_found_before_counts() {
    let fuse = Fuse::default();
    let mut engine = engine(&fuse, 1);
    let (sender, events) = mpsc::channel();
    let lit = fuse.clone();
    engine.go(Limits::default(), Mode::Think, move |event| {
        if matches!(&event, Event::Line(line) if line.depth == 6) {
            lit.light(10);
        }
        drop(sender.send(event));
    });
    engine.wait();
    let events: Vec<Event<Move>> = events.iter().collect();
    let [.., Event::Line(line), Event::Failed(_), Event::Done(answer)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((answer.depth, &answer.line), (6, &line.moves));
    assert_eq!((answer.score, answer.raw_score), (line.score, line.raw_score));
}

#[test]
fn the_move_that_stands_for_a_lost_search_is_one_of_those_asked_for() {
    let fuse = Fuse::default();
    let mut engine = engine(&fuse, 1);
    let [first, second] = ["a3a4", "i3i4"].map(|text| text.parse::<Move>().unwrap());
    fuse.light(20);
    let limits = Limits { moves: vec![first, second], excluded: vec![first], ..Limits::default() };
    let (answer, failures) = go(&mut engine, limits, Mode::Think);
    assert_eq!((answer.best, failures.len()), (Some(second), 1));
}

#[test]
fn a_helper_that_panics_costs_nothing_but_its_help() {
    let fuse = Fuse { spared: Some(thread::current().id()), ..Fuse::default() };
    let mut engine = engine(&fuse, 3);
    fuse.light(100);
    // The main thread is this one; it goes on until a helper has panicked.
    let mut searched = 0;
    while fuse.count.load(Ordering::SeqCst) < fuse.burns_at.load(Ordering::SeqCst) {
        let answer = engine.think(&depth(7));
        assert_eq!(answer.depth, 7);
        assert!(Fragile::is_legal(engine.position(), answer.best.expect("a move")));
        engine.new_game();
        searched += 1;
        assert!(searched < 1000, "the helpers do nothing");
    }
    assert!(!is_at_work(&fuse), "threads go on");
    let answer = engine.think(&Limits { nodes: Some(20_000), ..Limits::default() });
    assert!(answer.best.is_some());
    assert_unharmed(&mut engine);
}

#[test]
fn a_search_in_the_callers_thread_hands_the_panic_on() {
    for threads in [1, 3] {
        let fuse = Fuse::default();
        let mut engine = engine(&fuse, threads);
        // Helpers take some of the evaluations: one after the other, until the main thread is hit.
        let panicked = (0..100).any(|_| {
            fuse.light(500);
            catch_unwind(AssertUnwindSafe(|| engine.think(&depth(8)))).is_err()
        });
        assert!(panicked, "{threads} threads");
        assert!(!is_at_work(&fuse), "threads go on");
        assert_unharmed(&mut engine);
    }
}

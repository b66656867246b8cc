//! Four threads on one small table, in both games: searches that end by themselves, that are stopped, and one after the other. It is
//! what `make sanitize` lets `ThreadSanitizer` watch.

use engine::{Engine, EngineGame, Limits, Mode};
use games::{Chess, Xiangqi};
use std::time::Duration;

fn four_threads<G: EngineGame>() {
    let mut engine = Engine::<G>::builder().hash(1).threads(4).build().unwrap();
    for nodes in [1, 5_000, 60_000] {
        let answer = engine.think(&Limits { nodes: Some(nodes), ..Limits::default() });
        engine.play(answer.best.expect("the game goes on")).unwrap();
    }
    // Stopped anywhere, while a table of another size waits.
    for round in 0..6 {
        engine.go(Limits::default(), Mode::Analyse, |_| {});
        std::thread::sleep(Duration::from_millis(7 * round));
        engine.stop();
        engine.wait();
        engine.set_hash(1 + usize::from(round % 2 == 0)).unwrap();
        if round == 3 {
            engine.new_game();
        }
    }
    engine.set_threads(2).unwrap();
    assert!(engine.think(&Limits { depth: Some(5), ..Limits::default() }).best.is_some());
}

#[test]
fn xiangqi_on_four_threads() {
    four_threads::<Xiangqi>();
}

#[test]
fn chess_on_four_threads() {
    four_threads::<Chess>();
}

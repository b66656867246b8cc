//! Plays theoretical endings with the engine on both sides, and says which came out as the table has it.
//!
//! ```text
//! cargo run --release -p chuhe-puzzles --example play_endings web/src/app/endings.txt NODES
//! ```
//!
//! A win must be won by Red, and an ending to hold must not be: a game ends by the rules, or as a draw after [`MAX_PLIES`].

use engine::{Engine, Hooks, Limits};
use games::Xiangqi;
use std::sync::atomic::AtomicBool;
use xiangqi::{Colour, Outcome, Position, RuleSet, Rules};

const MAX_PLIES: usize = 240;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let text = std::fs::read_to_string(arguments.next().expect("a file of endings"))
        .expect("a file that can be read");
    let nodes: u64 = arguments.next().expect("a number of nodes").parse().expect("a number");
    let mut engine: Engine<Xiangqi> = Engine::builder().hash(16).build().expect("memory for a small table");
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, fen, goal, ..] = fields[..] else { panic!("{row}") };
        let (is_won, plies) = play(&mut engine, fen.parse().expect("a position"), nodes);
        let is_as_said = is_won == (goal == "win");
        println!("{}\t{id}\t{goal}\t{plies}", if is_as_said { "yes" } else { "NO" });
    }
}

/// Whether Red wins, and after how many plies it is over.
fn play(engine: &mut Engine<Xiangqi>, mut position: Position, nodes: u64) -> (bool, usize) {
    let rules = Rules::from(RuleSet::Asian);
    engine.set_rules(rules);
    position.set_rules(rules);
    for ply in 0..MAX_PLIES {
        if let Some(verdict) = rules.verdict(&position) {
            return (verdict.outcome == Outcome::Win(Colour::Red), ply);
        }
        engine.set_position(position.clone());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let Some(best) = engine.search(&limits, Hooks::silent(&AtomicBool::new(false))).best else {
            return (position.side() == Colour::Black, ply);
        };
        position.play_unchecked(best);
    }
    (false, MAX_PLIES)
}

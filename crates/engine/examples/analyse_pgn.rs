//! The mistakes of the games in a file: PGN, or any other format that `notation` reads.
//!
//!     cargo run --release -p chuhe-engine --example analyse_pgn -- game.pgn

use engine::review::GameWalk;
use engine::{Engine, Limits};
use games::{Side, Xiangqi};
use notation::{Notation, formats};
use std::error::Error;
use std::io::{Write, stdout};
use xiangqi::Position;

/// Thinks about each position for this many nodes, and writes the moves that should have been others.
pub(crate) fn analyse(file: &[u8], nodes: u64, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::<Xiangqi>::builder().hash(64).build()?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for game in formats::read(file) {
        let game = game?;
        let name = |tag| game.tags.get(tag).unwrap_or("?");
        writeln!(output, "{} - {}", name("Red"), name("Black"))?;

        let mut position = Position::from(game.start().clone());
        for mv in game.main_line().filter_map(|(_, node)| node.mv()) {
            position.try_play(mv)?;
        }
        // The walk goes through the game; the search is ours.
        let (mut walk, mut better) = (GameWalk::new(&position), String::new());
        while let Some(step) = walk.step(|position| {
            engine.set_position(position.clone());
            let answer = engine.think(&limits);
            Some((answer.raw_score, answer.line))
        }) {
            if let Some(judged) = step.judged.filter(|judged| judged.class.is_weak()) {
                let (ply, class) = (step.ply, judged.class.name());
                writeln!(
                    output,
                    "ply {ply}: {} is a {class} ({:.1} points); better {better}",
                    judged.mv, judged.loss
                )?;
            }
            // What should be played next, as people write it.
            let best = step.looked.line.first();
            better = best.map(|&mv| Notation::Wxf.format(walk.position().board(), mv)).unwrap_or_default();
        }
        let accuracy = Side::ALL.map(|side| walk.summary().accuracy(side));
        writeln!(output, "accuracy: Red {:.1}, Black {:.1}", accuracy[0], accuracy[1])?;
    }
    Ok(())
}

#[allow(dead_code)] // the tests call `analyse`
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file? analyse_pgn game.pgn")?;
    analyse(&std::fs::read(path)?, 100_000, stdout())
}

//! A bot in thirty lines: you are Red, type moves in any notation, and it answers.
//!
//!     cargo run --release -p chuhe-engine --example bot -- 3      # level 3 of 10

use engine::{Engine, Level, Limits};
use games::{GameRules, Xiangqi};
use notation::{Notation, parse_any};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;
use xiangqi::rules::Language;

pub(crate) fn play(level: u8, input: impl BufRead, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::<Xiangqi>::builder().hash(16).build()?;
    engine.set_level(Level::new(level).ok_or("levels are 1 to 10")?);
    for line in input.lines() {
        match parse_any(engine.position().board(), line?.trim()) {
            Ok(mv) => engine.play(mv)?,
            // What was wrong, and what would be right; the position is as it was.
            Err(error) => {
                writeln!(output, "{error}")?;
                continue;
            }
        }
        let limits = Limits { hard_time: Some(Duration::from_secs(1)), ..Limits::default() };
        if let (None, Some(best)) = (Xiangqi::ending(engine.position()), engine.think(&limits).best) {
            writeln!(output, "{}", Notation::Wxf.display(engine.position().board(), best))?;
            engine.play(best)?;
        }
        if let Some(ending) = Xiangqi::ending(engine.position()) {
            writeln!(output, "{}", ending.explain(Language::English))?;
            break;
        }
    }
    Ok(())
}

#[allow(dead_code)] // the tests call `play`
fn main() -> Result<(), Box<dyn Error>> {
    let level = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    play(level, stdin().lock(), stdout())
}

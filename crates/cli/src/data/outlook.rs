//! `chuhe data outlook`: what scores mean for results.

use super::Completion;
use super::inputs::{Interrupt, for_each_game};
use crate::failure::Failure;
use clap::Args;
use games::WinDrawLossModel;
use learn::datagen::ResultCounts;
use std::io::Write as _;
use std::path::PathBuf;

/// Fit the model that turns scores into chances of a win, a draw and a loss
///
/// Counts the positions of the archives by score, number of men and result of the game, and prints the model under
/// which these results are the most likely: two numbers that depend on the men on the board, and a few chances that
/// follow from them.
#[derive(Args)]
pub struct Arguments {
    /// Archives of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Leave out positions before this ply
    #[arg(long, value_name = "PLY", default_value_t = 16)]
    min_ply: u32,
}

/// Where the fit begins.
const GUESS: WinDrawLossModel = WinDrawLossModel { even: (250.0, 0.0), spread: (100.0, 0.0) };

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let mut tally = ResultCounts::default();
    let ending = for_each_game(&arguments.files, interrupt, |game| {
        let counted = tally.add(game, arguments.min_ply);
        Ok(counted.err().map(|error| format!("{error}; its earlier positions are counted")))
    })?;
    if ending == Completion::Interrupted {
        return Ok(ending);
    }
    if tally.positions() == 0 {
        return Err(Failure::Input("there is no position to learn from".to_string()));
    }
    let model = tally.fit(GUESS);
    let WinDrawLossModel { even, spread } = model;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} positions, surprise {:.5} each", tally.positions(), tally.surprise(&model))?;
    let line = |(base, each): (f64, f64)| format!("{base:.1} {each:+.2} for each man");
    writeln!(out, "even, the score at which a win is as likely as not: {}", line(even))?;
    writeln!(out, "spread, the score that multiplies the odds of a win by e: {}", line(spread))?;
    writeln!(out, "\nmen   even  spread   chance of a win at a score of 0, 100, 200, 400")?;
    for men in [8.0, 16.0, 24.0, 32.0] {
        let chances = [0.0, 100.0, 200.0, 400.0].map(|score| 100.0 * model.win(score, men));
        let [none, one, two, four] = chances;
        let (even, spread) = (model.even(men), model.spread(men));
        writeln!(out, "{men:>3} {even:>6.0} {spread:>7.0}   {none:.0}% {one:.0}% {two:.0}% {four:.0}%")?;
    }
    Ok(ending)
}

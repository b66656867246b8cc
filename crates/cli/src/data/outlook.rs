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
/// which these results are the most likely, as the engine writes it down, with a few of its chances beside those
/// that were counted.
#[derive(Args)]
pub struct Arguments {
    /// Archives of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Leave positions before this ply out
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
    writeln!(
        out,
        "WinDrawLossModel {{ even: ({:.1}, {:.2}), spread: ({:.1}, {:.2}) }}",
        even.0, even.1, spread.0, spread.1
    )?;
    writeln!(out, "\nmen   even  spread   chances of a win at a score of 0, 100, 200, 400")?;
    for men in [8.0, 16.0, 24.0, 32.0] {
        let chances = [0.0, 100.0, 200.0, 400.0].map(|score| 100.0 * model.win(score, men));
        let [none, one, two, four] = chances;
        let (even, spread) = (model.even(men), model.spread(men));
        writeln!(out, "{men:>3} {even:>6.0} {spread:>7.0}   {none:.0}% {one:.0}% {two:.0}% {four:.0}%")?;
    }
    Ok(ending)
}

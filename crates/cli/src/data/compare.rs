//! `chuhe data compare`: how far networks are from what games taught.

use super::inputs::{Interrupt, for_each_game};
use super::{Completion, FilterArguments};
use crate::argument::BadArgument;
use crate::failure::Failure;
use clap::Args;
use learn::datagen::Sample;
use nnue::{Network, Neural};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xiangqi::{Fen, Position};

/// Compare networks on the positions of games
///
/// For each network, the mean squared error of the result that it expects, from 0 to 1: against the results of the games,
/// and against what `chuhe train` would aim at, a blend of the result and the score of the search. All of them are asked about
/// the same positions, so that the numbers can be compared, if none has learnt from these games.
#[derive(Args)]
#[command(after_help = "\
Example: two networks on fresh games:
  chuhe data compare fresh.chg --network old.nnue --network new.nnue")]
pub struct Arguments {
    /// Archives of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// A network; may be given several times
    #[arg(long = "network", value_name = "FILE", required = true)]
    networks: Vec<PathBuf>,
    /// How much the result of the game counts in what is aimed at; the score of the search counts the rest
    #[arg(long, value_name = "0..1", default_value_t = 0.3, value_parser = share)]
    blend: f64,
    /// Centipawns that change the odds by a factor of e [default: the scale of the first network]
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(u16).range(1..))]
    scale: Option<u16>,
    #[command(flatten)]
    filter: FilterArguments,
}

fn share(text: &str) -> Result<f64, BadArgument> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or(BadArgument::Share)
}

/// A network, and its errors so far.
struct Contender {
    path: PathBuf,
    neural: Neural,
    errors: Errors,
}

/// Sums of squared errors.
#[derive(Default)]
struct Errors {
    of_result: f64,
    of_target: f64,
}

impl Errors {
    fn add(&mut self, chance: f64, result: f64, target: f64) {
        self.of_result += (chance - result).powi(2);
        self.of_target += (chance - target).powi(2);
    }
}

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let mut contenders: Vec<_> =
        arguments.networks.iter().map(|path| contender(path)).collect::<Result<_, _>>()?;
    let of_first = contenders.first().map_or(1, |first| first.neural.network().scale());
    let scale = f64::from(arguments.scale.unwrap_or(of_first));
    let filter = arguments.filter.filter();
    let (mut positions, mut of_search) = (0_u64, Errors::default());
    let ending = for_each_game(&arguments.files, interrupt, |game| {
        for sample in game.positions() {
            let sample: Sample = match sample {
                Ok(sample) => sample,
                Err(error) => return Ok(Some(format!("{error}; its earlier positions are used"))),
            };
            if !filter.keeps(&sample) {
                continue;
            }
            let position = Position::from(Fen { board: sample.board, quiet_plies: 0, move_number: 1 });
            let chance = |score: f64| learn::sigmoid(score / scale);
            let result = (f64::from(sample.result) + 1.0) / 2.0;
            let searched = chance(f64::from(sample.score));
            let target = arguments.blend * result + (1.0 - arguments.blend) * searched;
            positions += 1;
            of_search.add(searched, result, target);
            for Contender { neural, errors, .. } in &mut contenders {
                neural.refresh(&position);
                errors.add(chance(f64::from(neural.evaluate(&position))), result, target);
            }
        }
        Ok(None)
    })?;
    if ending == Completion::Interrupted {
        return Ok(ending);
    }
    if positions == 0 {
        return Err(Failure::Input("the files hold no position to compare by".to_string()));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{positions} positions, scale {scale} centipawns, blend {}", arguments.blend)?;
    writeln!(out, "of results  of the blend")?;
    let mut row = |errors: &Errors, name: &str| {
        let [of_result, of_target] = [errors.of_result, errors.of_target].map(|sum| sum / positions as f64);
        writeln!(out, "{of_result:>10.5}  {of_target:>12.5}  {name}")
    };
    row(&of_search, "the searches themselves")?;
    for Contender { path, errors, .. } in &contenders {
        row(errors, &path.display().to_string())?;
    }
    Ok(ending)
}

fn contender(path: &Path) -> Result<Contender, Failure> {
    let file = crate::file::read(path)?;
    let network =
        Network::read(&file).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    Ok(Contender { path: path.into(), neural: Neural::new(Arc::new(network)), errors: Errors::default() })
}

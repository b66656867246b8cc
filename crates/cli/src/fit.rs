//! `chuhe fit`: the weights of the classical evaluation from games of self-play.

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::interrupt::interrupt_flag;
use clap::Args;
use games::xiangqi::Weights;
use learn::datagen::{ArchiveReader, PositionFilter, Sample};
use learn::fit::{FitSamples, FitSettings, Target, best_scale, fit, tidy};
use std::fs::File;
use std::io::BufReader;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Fit the weights of the classical evaluation to games of self-play
///
/// Reads archives of `chuhe datagen`, keeps the quiet positions and fits all weights so that evaluations
/// agree with the results of the games and the scores of the searches. Prints the error on positions
/// that it does not learn from after every round. Ctrl-C ends early and keeps what has been found.
#[derive(Args)]
pub struct Arguments {
    /// Archives of games
    #[arg(required = true, value_name = "FILE")]
    archives: Vec<PathBuf>,
    /// Where the weights go; the engine loads such files
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The weights to start from: a named set or a file
    #[arg(long, default_value = "tuned", value_name = "SET")]
    start: String,
    /// The name of the new set
    #[arg(long, default_value = "tuned", value_name = "NAME")]
    name: String,
    /// How much the result of the game counts; the score of the search counts the rest
    #[arg(long, default_value_t = 0.5, value_name = "0..1")]
    blend: f64,
    /// Centipawns that change the chance to win by a factor of e; found from the games if not given
    #[arg(long, value_name = "CP")]
    scale: Option<f64>,
    /// How many times every position is used
    #[arg(long, default_value_t = 40, value_name = "N")]
    epochs: usize,
    /// Use at most this many positions
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    positions: usize,
    /// The seed of the order of the positions
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Replace the file of --out if it exists
    #[arg(long)]
    force: bool,
}

/// One game of this many is held out.
const HELD_OUT: usize = 20;
/// The scale is found from one position of this many.
const SCALE_STRIDE: usize = 7;

/// A quiet position, small enough to keep millions.
struct Quiet {
    board: xiangqi::Board,
    score: f64,
    result: f64,
    is_held_out: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if !(0.0..=1.0).contains(&arguments.blend) {
        return Err(Failure::Input(format!("--blend {} must be between 0 and 1", arguments.blend)));
    }
    let start = load(&arguments.start)?;
    let (draft, mut file) = Draft::begin(&arguments.out, arguments.force, &arguments.archives)?;
    let mut quiet = Vec::new();
    for path in &arguments.archives {
        read(path, arguments.positions, &mut quiet)?;
    }
    if quiet.len() < 1000 {
        return Err(Failure::Input(format!("{} quiet positions are too few to learn from", quiet.len())));
    }
    let scale = arguments.scale.unwrap_or_else(|| {
        let some = quiet.iter().step_by(SCALE_STRIDE);
        best_scale(&some.map(|position| (position.score, position.result)).collect::<Vec<_>>())
    });
    eprintln!("{} quiet positions, scale {scale:.0} centipawns", quiet.len());
    let (mut training, mut held_out) = (FitSamples::default(), FitSamples::default());
    for position in &quiet {
        let samples = if position.is_held_out { &mut held_out } else { &mut training };
        let target = Target { result: position.result, score: position.score, blend: arguments.blend };
        samples.push(&position.board, target, scale);
    }
    drop(quiet);

    let stop = interrupt_flag()?;
    let settings = FitSettings { epochs: arguments.epochs, seed: arguments.seed, ..FitSettings::default() };
    let fitted = fit(&training, &held_out, &start, scale, &settings, |progress| {
        eprintln!(
            "round {:3}: error {:.6}, held out {:.6}",
            progress.epoch, progress.training, progress.held_out
        );
        !stop.load(Ordering::Relaxed)
    });
    let tidied = tidy(&fitted, &training);
    let weights = Weights::new(&arguments.name, tidied.values());
    let text =
        format!("# Fitted by `chuhe fit` to {} quiet positions of self-play.\n{weights}", training.len());
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(draft.failed())?;
    drop(file);
    draft.keep()?;
    Ok(ExitCode::SUCCESS)
}

/// A named set, or a file of weights.
fn load(name: &str) -> Result<Weights, Failure> {
    if let Some(weights) = Weights::named(name) {
        return Ok(weights);
    }
    let text = crate::file::read_text(Path::new(name))?;
    Weights::read(&text).map_err(|error| Failure::Input(format!("{name}: {error}")))
}

/// Reads the quiet positions of an archive, as far as it is whole.
fn read(path: &Path, limit: usize, quiet: &mut Vec<Quiet>) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| Failure::File(path.to_path_buf(), error))?;
    let reader = ArchiveReader::new(BufReader::new(file))
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let filter = PositionFilter::default();
    for (number, game) in reader.enumerate() {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                eprintln!("{}: {error}; the games before are used", path.display());
                break;
            }
        };
        for sample in game.positions().map_while(Result::ok).filter(|sample| filter.keeps(sample)) {
            if quiet.len() >= limit {
                return Ok(());
            }
            let Sample { board, score, result, .. } = sample;
            let result = (f64::from(result) + 1.0) / 2.0;
            quiet.push(Quiet { board, score: f64::from(score), result, is_held_out: number % HELD_OUT == 0 });
        }
    }
    Ok(())
}

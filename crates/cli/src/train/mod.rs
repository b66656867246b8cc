//! `chuhe train`: a network from games of self-play.
//!
//! Reads archives of games or files of positions, learns, and writes the network when it is done. A checkpoint
//! is written after every epoch and on Ctrl-C, and the same command with `--resume` goes on from it.

mod progress;
mod read;

use crate::argument::BadArgument;
use crate::data::FilterArguments;
use crate::data::draft::{self, Draft};
use crate::data::inputs::Interrupt;
use crate::failure::Failure;
use crate::interrupt::interrupted;
use crate::lock::Claim;
use clap::Args;
use learn::train::{OutputKind, Trainer, TrainingData, TrainingSettings, compare, quantised};
use nnue::Network;
use nnue::features::KingBuckets;
use progress::TrainingProgress;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Train a network on games of self-play
///
/// Learns from the positions of archives (`chuhe datagen`) or of files that `chuhe data convert` has written. Whole games
/// are held out to measure by; of files of positions, which do not know their games, single positions are. The network is
/// written at the end, rounded to whole numbers, and what the rounding cost is reported.
///
/// A checkpoint (OUT.checkpoint) is written after every epoch and on Ctrl-C; the same command with --resume
/// goes on from it exactly where it was. The result depends on the data, the settings and the seed, not on the
/// number of threads.
///
/// Exit code 0: done; 1: done, but an input is damaged (the good part was used); 2: the input cannot be used;
/// 130: interrupted, a checkpoint was written.
#[derive(Args)]
#[command(after_help = "\
Example: a network from two archives on two threads:
  chuhe train games.chg more.chg --out first.nnue --threads 2")]
pub struct Arguments {
    /// Archives of games, or files of positions
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace OUT and its checkpoint if they exist
    #[arg(long)]
    force: bool,
    /// Go on from the checkpoint, if there is one
    #[arg(long)]
    resume: bool,
    /// Begin with the weights of this network, instead of random ones; it may have fewer hidden values and no king buckets
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Threads; more than 8 do not help
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What the network is called [default: the name of OUT]
    #[arg(long, value_name = "TEXT", value_parser = one_line)]
    name: Option<String>,
    /// Where it comes from [default: the settings]
    #[arg(long, value_name = "TEXT", value_parser = one_line)]
    description: Option<String>,
    /// The share of games that are held out
    #[arg(long, value_name = "PERCENT", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=50))]
    held_out: u32,
    #[command(flatten)]
    learning: Learning,
    #[command(flatten)]
    filter: FilterArguments,
}

/// How it learns.
#[derive(Args)]
#[command(next_help_heading = "How it learns")]
struct Learning {
    /// Tell squares of the own king apart: 1 not at all, 3 by home and the rest, 6 every square but for left and right
    #[arg(long, value_name = "N", default_value = "1", value_parser = king_buckets)]
    king_buckets: KingBuckets,
    /// Hidden values of each side's view, a multiple of 64
    #[arg(long, value_name = "N", default_value_t = TrainingSettings::default().hidden)]
    hidden: usize,
    /// Products of hidden values and a second and a third layer (16 and 32 values) behind them, instead of one layer
    #[arg(long)]
    layers: bool,
    /// How many times every position is used
    #[arg(long, value_name = "N", default_value_t = TrainingSettings::default().epochs)]
    epochs: usize,
    /// Positions for each step
    #[arg(long, value_name = "N", default_value_t = TrainingSettings::default().batch)]
    batch: usize,
    /// The rate of learning at the beginning
    #[arg(long, value_name = "R", default_value_t = TrainingSettings::default().rate)]
    rate: f32,
    /// The rate at the end; between them it falls along a cosine
    #[arg(long, value_name = "R", default_value_t = TrainingSettings::default().final_rate)]
    final_rate: f32,
    /// By how much weights shrink, in parts of the rate
    #[arg(long, value_name = "R", default_value_t = TrainingSettings::default().decay)]
    decay: f32,
    /// How much the result of the game counts; the score of the search counts the rest
    #[arg(long, value_name = "0..1", default_value_t = TrainingSettings::default().blend)]
    blend: f32,
    /// Centipawns that change the odds by a factor of e [default: what fits the results best]
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(u16).range(1..))]
    scale: Option<u16>,
    /// The seed of the first weights, of the order of the positions and of their mirror images
    #[arg(long, value_name = "S", default_value_t = TrainingSettings::default().seed)]
    seed: u64,
}

fn king_buckets(text: &str) -> Result<KingBuckets, BadArgument> {
    let buckets = text.parse().ok().and_then(KingBuckets::from_count);
    buckets.ok_or(BadArgument::KingBuckets)
}

fn one_line(text: &str) -> Result<String, BadArgument> {
    if text.contains(char::is_control) { Err(BadArgument::Line) } else { Ok(text.into()) }
}

/// Positions by which the rounding is judged.
const COMPARED: usize = 20_000;

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let interrupt = Interrupt::new()?;
    let checkpoint = checkpoint_path(&arguments.out);
    refuse_to_overwrite(arguments, &checkpoint)?;
    let _claim = Claim::beside(&arguments.out)?;
    // What is wrong with the settings is said before anything is read.
    settings(&arguments.learning, 1).check().map_err(|error| Failure::Input(error.to_string()))?;
    let Some(read) =
        read::read(&arguments.inputs, arguments.held_out, arguments.filter.filter(), &interrupt)?
    else {
        return Ok(interrupted());
    };
    let mut data = read.data;
    if data.training().is_empty() {
        return Err(Failure::Input("the files hold no position to learn from".to_string()));
    }
    let scale = arguments.learning.scale.unwrap_or_else(|| data.best_scale());
    let settings = settings(&arguments.learning, scale);
    data.shuffle(settings.seed);
    let (training, held_out) = (data.training().len(), data.held_out().len());
    eprintln!("{training} positions to learn from, {held_out} held out; scale {scale} centipawns");
    let mut trainer = begin(arguments, settings, &data, &checkpoint)?;
    if !learn(&mut trainer, &checkpoint, &interrupt)? {
        eprintln!("interrupted; {} holds everything, go on with --resume", checkpoint.display());
        return Ok(interrupted());
    }
    write_network(arguments, &trainer, &data)?;
    Ok(if read.is_damaged { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn settings(learning: &Learning, scale: u16) -> TrainingSettings {
    let &Learning { king_buckets, hidden, epochs, batch, rate, final_rate, decay, blend, seed, .. } =
        learning;
    let output = if learning.layers { OutputKind::Layers } else { OutputKind::Single };
    TrainingSettings {
        king_buckets,
        hidden,
        output,
        epochs,
        batch,
        rate,
        final_rate,
        decay,
        blend,
        scale,
        seed,
    }
}

fn checkpoint_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_os_string();
    name.push(".checkpoint");
    name.into()
}

fn refuse_to_overwrite(arguments: &Arguments, checkpoint: &Path) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().ok();
    if let Some(input) = arguments
        .inputs
        .iter()
        .find(|input| real(input).is_some_and(|path| Some(path) == real(&arguments.out)))
    {
        return Err(Failure::Input(format!("{} is an input and cannot be OUT as well", input.display())));
    }
    if arguments.out.is_dir() {
        return Err(Failure::Input(format!("{} is a folder; name a file", arguments.out.display())));
    }
    if let Some(folder) =
        arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        return Err(Failure::Input(format!("there is no folder {}", folder.display())));
    }
    let names = [arguments.out.as_path(), checkpoint];
    // What cannot be written is said before hours of work.
    names.into_iter().try_for_each(draft::check_name)?;
    let is_there = names.into_iter().find(|path| path.exists());
    match is_there {
        Some(path) if !arguments.force && !arguments.resume => Err(Failure::Input(format!(
            "{} exists already; continue from its checkpoint with --resume, replace it with --force, or name another file",
            path.display()
        ))),
        _ => Ok(()),
    }
}

fn begin<'a>(
    arguments: &Arguments,
    settings: TrainingSettings,
    data: &'a TrainingData,
    checkpoint: &Path,
) -> Result<Trainer<'a>, Failure> {
    let threads = usize::from(arguments.threads);
    if arguments.resume && checkpoint.exists() {
        let file = std::fs::read(checkpoint).map_err(|error| Failure::File(checkpoint.into(), error))?;
        let refused = |error| Failure::Input(format!("{}: {error}", checkpoint.display()));
        let trainer = Trainer::resume(&file, settings, data, threads).map_err(refused)?;
        eprintln!("going on after {} of {} steps", trainer.step_number(), trainer.steps());
        return Ok(trainer);
    }
    let Some(path) = &arguments.from else {
        return Trainer::new(settings, data, threads).map_err(|error| Failure::Input(error.to_string()));
    };
    let refused = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let file = crate::file::read(path)?;
    let network = Network::read(&file).map_err(|error| refused(&error))?;
    Trainer::from_network(settings, data, threads, &network).map_err(|error| refused(&error))
}

/// Trains to the end, or until interrupted: then it returns false. Either way a checkpoint is left.
fn learn(trainer: &mut Trainer<'_>, checkpoint: &Path, interrupt: &Interrupt) -> Result<bool, Failure> {
    let mut progress = TrainingProgress::new(trainer);
    while !trainer.is_done() {
        trainer.step();
        progress.show(trainer);
        let is_epoch_over = trainer.step_number().is_multiple_of(trainer.steps_per_epoch());
        if is_epoch_over {
            progress.show_epoch(trainer);
        }
        let is_interrupted = interrupt.is_interrupted() && !trainer.is_done();
        if is_epoch_over || is_interrupted {
            save(checkpoint, &trainer.checkpoint())?;
        }
        if is_interrupted {
            progress.finish();
            return Ok(false);
        }
    }
    progress.finish();
    Ok(true)
}

/// Writes a file that appears under its name only when it is whole.
fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let (draft, mut file) = Draft::begin(path, true, &[])?;
    let failed = draft.failed();
    file.write_all(bytes).map_err(&failed)?;
    file.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(&failed)?;
    draft.keep()
}

/// Rounds the network, says what that cost, and writes it.
fn write_network(arguments: &Arguments, trainer: &Trainer<'_>, data: &TrainingData) -> Result<(), Failure> {
    let settings = trainer.settings();
    let out = &arguments.out;
    let stem = || out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = arguments.name.clone().unwrap_or_else(stem);
    let about = || {
        format!(
            "{} positions of self-play; {}",
            data.training().len(),
            settings.to_string().trim().replace('\n', ", ")
        )
    };
    let description = arguments.description.clone().unwrap_or_else(about);
    let network = quantised(trainer.weights(), settings.scale, &name, &description)
        .map_err(|error| Failure::Input(format!("what was learnt is not a network: {error}")))?;
    let network = Arc::new(network);
    let file = network.write();
    save(out, &file)?;
    let comparison = compare(trainer.weights(), &network, settings, data, COMPARED);
    let mut output = std::io::stdout();
    writeln!(
        output,
        "{}: network \"{name}\", {} hidden, king buckets {}, {} bytes",
        out.display(),
        network.hidden(),
        network.king_buckets().count(),
        file.len()
    )?;
    writeln!(
        output,
        "rounding, over {} positions: error {:.6} instead of {:.6}; {:.1} centipawns apart on average, {:.0} at most",
        comparison.positions, comparison.losses[1], comparison.losses[0], comparison.mean, comparison.max
    )?;
    Ok(())
}

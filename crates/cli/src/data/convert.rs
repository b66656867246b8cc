//! `chuhe data convert` and `chuhe data shuffle`: files of positions for a trainer, in random order.
//!
//! What fits into the memory that is allowed is shuffled there. What does not is first dealt out at random
//! over scratch files that do, then each is shuffled and appended: every order is as likely as any other.

use super::inputs::{Interrupt, bar, for_each_game, for_each_position, total_size};
use super::{Completion, FilterArguments, draft::Draft};
use crate::failure::Failure;
use clap::Args;
use learn::datagen::positions::SAMPLE_SIZE;
use learn::datagen::{PackedSample, PositionWriter};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use xiangqi::{Random, counted};

/// Make a file of positions for a trainer from archives of games
///
/// Positions are filtered, then written at 32 bytes each with score and result for the side to move; the
/// manual (docs/training.md) draws the layout. Without --shuffle they are in the order of the games, from
/// which a network learns much less.
#[derive(Args)]
pub struct ConvertArguments {
    #[command(flatten)]
    files: Files,
    /// Put the positions of all games into random order
    #[arg(long)]
    shuffle: bool,
    #[command(flatten)]
    order: Order,
    #[command(flatten)]
    filter: FilterArguments,
}

/// Put the positions of one file or several into random order
#[derive(Args)]
pub struct ShuffleArguments {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    order: Order,
}

#[derive(Args)]
struct Files {
    /// The file of positions to write
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The files to read
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// Replace OUT if it is there
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
struct Order {
    /// The seed of the random order
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seed: u64,
    /// Memory for the shuffle; scratch files beside OUT help where it does not suffice
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
}

/// The least room that a position takes in an archive, in bytes.
const ARCHIVED_SIZE: u64 = 4;
/// More scratch files than this are not opened.
const MAX_DECKS: u64 = 512;

pub fn run(arguments: &ConvertArguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let Files { out, inputs, force } = &arguments.files;
    let filter = arguments.filter.filter();
    let max_positions = total_size(inputs)? / ARCHIVED_SIZE;
    let order = arguments.shuffle.then_some(&arguments.order);
    let mut read = 0_u64;
    let written = write((out, *force, inputs), order, max_positions, interrupt, |take| {
        for_each_game(inputs, interrupt, |game| {
            for sample in game.positions() {
                let sample = match sample {
                    Ok(sample) => sample,
                    Err(error) => return Ok(Some(format!("{error}; its earlier positions are used"))),
                };
                read += 1;
                if filter.keeps(&sample) {
                    take(&PackedSample::from(&sample))?;
                }
            }
            Ok(None)
        })
    })?;
    if let Some(count) = written.count {
        writeln!(std::io::stdout(), "{}: {count} of {}", out.display(), counted(read, "position"))?;
    }
    Ok(written.ending)
}

pub fn run_shuffle(arguments: &ShuffleArguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let Files { out, inputs, force } = &arguments.files;
    let max_positions = total_size(inputs)? / SAMPLE_SIZE as u64;
    let written = write((out, *force, inputs), Some(&arguments.order), max_positions, interrupt, |take| {
        for_each_position(inputs, interrupt, take)
    })?;
    if let Some(count) = written.count {
        writeln!(std::io::stdout(), "{}: {}", out.display(), counted(count, "position"))?;
    }
    Ok(written.ending)
}

/// How it went, and how many positions there are unless it was interrupted.
struct Written {
    ending: Completion,
    count: Option<u64>,
}

/// Takes one position after the other.
type Take<'a> = &'a mut dyn FnMut(&PackedSample) -> Result<(), Failure>;

/// Writes a file of the positions that `feed` hands over, at most `max_positions`.
fn write(
    (out, may_replace, inputs): (&Path, bool, &[PathBuf]),
    order: Option<&Order>,
    max_positions: u64,
    interrupt: &Interrupt,
    feed: impl FnOnce(Take<'_>) -> Result<Completion, Failure>,
) -> Result<Written, Failure> {
    let (draft, file) = Draft::begin(out, may_replace, inputs)?;
    let failed = draft.failed();
    let mut writer = PositionWriter::new(file, order.map_or(0, |order| order.seed)).map_err(&failed)?;
    let ending = match order {
        None => feed(&mut |sample| writer.push(sample).map_err(&failed))?,
        Some(order) => {
            let mut decks = Decks::new(out, order, max_positions)?;
            let ending = feed(&mut |sample| decks.deal(sample))?;
            if ending == Completion::Interrupted {
                return Ok(Written { ending, count: None });
            }
            ending.and(decks.gather(interrupt, |sample| writer.push(sample).map_err(&failed))?)
        }
    };
    if ending == Completion::Interrupted {
        return Ok(Written { ending, count: None });
    }
    let count = writer.finish().map_err(&failed)?;
    draft.keep()?;
    Ok(Written { ending, count: Some(count) })
}

/// Positions dealt out at random, each deck small enough to be shuffled in memory.
struct Decks {
    random: Random,
    /// The only deck, if one is enough.
    memory: Vec<PackedSample>,
    files: Vec<(Draft, BufWriter<File>)>,
    count: u64,
}

impl Decks {
    fn new(out: &Path, order: &Order, max_positions: u64) -> Result<Self, Failure> {
        let room = (order.memory << 20) / SAMPLE_SIZE as u64;
        // The decks are not all of one size, so they are planned a little smaller than there is room.
        let count =
            if max_positions <= room { 0 } else { (max_positions + max_positions / 10).div_ceil(room) };
        if count > MAX_DECKS {
            let needed = (order.memory * count).div_ceil(MAX_DECKS);
            return Err(Failure::Input(format!(
                "--memory {} is too little for this many positions; say at least {needed}",
                order.memory
            )));
        }
        let files = (0..count).map(|_| Draft::scratch(out));
        Ok(Self {
            random: Random::new(order.seed),
            memory: Vec::new(),
            files: files.collect::<Result<_, _>>()?,
            count: 0,
        })
    }

    fn deal(&mut self, sample: &PackedSample) -> Result<(), Failure> {
        self.count += 1;
        if self.files.is_empty() {
            self.memory.push(*sample);
            return Ok(());
        }
        let chosen = self.random.below(self.files.len());
        let (draft, file) = &mut self.files[chosen];
        file.write_all(&sample.to_bytes()).map_err(draft.failed())
    }

    /// Hands out all positions in random order.
    fn gather(
        mut self,
        interrupt: &Interrupt,
        mut take: impl FnMut(&PackedSample) -> Result<(), Failure>,
    ) -> Result<Completion, Failure> {
        let bar = bar(self.count * SAMPLE_SIZE as u64, "writing");
        let files = std::mem::take(&mut self.files);
        let mut decks = files.into_iter();
        let mut deck = std::mem::take(&mut self.memory);
        loop {
            self.random.shuffle(&mut deck);
            for samples in deck.chunks(4096) {
                if interrupt.is_interrupted() {
                    return Ok(Completion::Interrupted);
                }
                samples.iter().try_for_each(&mut take)?;
                bar.inc(size_of_val(samples) as u64);
            }
            let Some((draft, file)) = decks.next() else { break };
            let failed = draft.failed();
            file.into_inner().map_err(|error| failed(error.into_error()))?;
            deck.clear();
            read_deck(&draft, &mut deck)?;
        }
        bar.finish_and_clear();
        Ok(Completion::Whole)
    }
}

fn read_deck(draft: &Draft, deck: &mut Vec<PackedSample>) -> Result<(), Failure> {
    let failed = draft.failed();
    let mut source = BufReader::with_capacity(1 << 20, File::open(draft.working()).map_err(&failed)?);
    let mut record = [0; SAMPLE_SIZE];
    let size = source.get_ref().metadata().map_err(&failed)?.len();
    for _ in 0..size / SAMPLE_SIZE as u64 {
        source.read_exact(&mut record).map_err(&failed)?;
        deck.extend(PackedSample::from_bytes(&record));
    }
    Ok(())
}

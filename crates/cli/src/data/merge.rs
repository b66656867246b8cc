//! `chuhe data merge`: several archives in one, or the good part of a damaged one.

use super::inputs::{Interrupt, archive, for_each_game};
use super::{Completion, draft::Draft};
use crate::failure::Failure;
use clap::Args;
use learn::datagen::ArchiveHeader;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use xiangqi::counted;

/// Put archives of games together
///
/// A game that comes twice is kept once. The copy of a single archive can be continued by `chuhe
/// datagen`, one of several cannot. Of a damaged archive, the good part before the damage is taken.
#[derive(Args)]
pub struct Arguments {
    /// The archive to write
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The archives to read
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// Replace OUT if it is there
    #[arg(long)]
    force: bool,
}

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let headers: Result<Vec<ArchiveHeader>, Failure> =
        arguments.inputs.iter().map(|path| Ok(archive(path)?.header().clone())).collect();
    let (draft, mut file) = Draft::begin(&arguments.out, arguments.force, &arguments.inputs)?;
    let failed = draft.failed();
    file.write_all(&merged(&headers?).encode()).map_err(&failed)?;
    let mut seen = HashSet::new();
    let (mut games, mut repeated) = (0_u64, 0_u64);
    let ending = for_each_game(&arguments.inputs, interrupt, |game| {
        let frame = game.encode();
        let mut hasher = DefaultHasher::new();
        frame.hash(&mut hasher);
        if seen.insert(hasher.finish()) {
            games += 1;
            file.write_all(&frame).map_err(&failed)?;
        } else {
            repeated += 1;
        }
        Ok(None)
    })?;
    if ending == Completion::Interrupted {
        return Ok(ending);
    }
    file.into_inner().map_err(|error| failed(error.into_error()))?;
    draft.keep()?;
    writeln!(
        std::io::stdout(),
        "{}: {}, {repeated} that came twice left out",
        arguments.out.display(),
        counted(games, "game")
    )?;
    Ok(ending)
}

/// What can be said of all the games together.
fn merged(headers: &[ArchiveHeader]) -> ArchiveHeader {
    let [first, rest @ ..] = headers else { return ArchiveHeader::default() };
    if rest.is_empty() {
        return first.clone();
    }
    let joined = |part: fn(&ArchiveHeader) -> &str| {
        let mut texts: Vec<&str> = Vec::new();
        for text in headers.iter().map(part) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(" | ")
    };
    ArchiveHeader {
        seed: 0,
        nodes: if rest.iter().all(|header| header.nodes == first.nodes) { first.nodes } else { 0 },
        evaluation: joined(|header| &header.evaluation),
        settings: joined(|header| &header.settings),
    }
}

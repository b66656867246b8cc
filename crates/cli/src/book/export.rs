//! `chuhe book export`: a book as text.

use super::walk::{Stop, WalkedMove, walk};
use super::{open, opening_name, percent};
use crate::data::{Completion, draft::Draft};
use crate::failure::Failure;
use ::book::{Book, Image};
use clap::{Args, ValueEnum};
use notation::{Game, NodeId, Notation, Style, pgn};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use xiangqi::{Fen, Move, Position};

/// Write a book as text
///
/// A book holds keys of positions, not the positions: what is written are those that its moves lead to from the
/// start, each once.
#[derive(Args)]
pub struct Arguments {
    /// A book, or default for the one inside the program
    #[arg(value_name = "FILE|default")]
    book: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How deep
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Replace OUT if it is there
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A table: a line for each move
    #[default]
    Tsv,
    /// One game, whose variations are the book
    Pgn,
}

pub fn run(arguments: &Arguments) -> Result<Completion, Failure> {
    let book = open(&arguments.book)?;
    let stops = walk(&book, arguments.plies as usize);
    let text = match arguments.format {
        Format::Tsv => table(&book, &stops),
        Format::Pgn => tree(&book, &stops)?,
    };
    match &arguments.out {
        None => std::io::stdout().write_all(text.as_bytes())?,
        Some(path) => {
            let (draft, mut file) = Draft::begin(path, arguments.force, &[])?;
            let failed = draft.failed();
            file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(&failed)?;
            drop(file);
            draft.keep()?;
            let moves: usize = stops.iter().map(|stop| stop.moves.len()).sum();
            writeln!(std::io::stdout(), "{}: {} positions, {moves} moves", path.display(), stops.len())?;
        }
    }
    Ok(Completion::Whole)
}

fn table(book: &Book, stops: &[Stop]) -> String {
    let mut text = String::from("ply\tfen\tmove\tchinese\tweight\tgames\twins\tdraws\tlosses\tname\n");
    for Stop { board, line, moves } in stops {
        let move_number = 1 + line.len() as u32 / 2;
        let fen = Fen { board: board.clone(), quiet_plies: 0, move_number };
        let name = opening_name(book, &played(line)).unwrap_or_default();
        for WalkedMove { known, .. } in moves {
            let (mv, tally) = (known.mv, known.tally);
            let chinese = Notation::Chinese(Style::Simplified).display(board, mv);
            // A `String` takes everything.
            let _ = writeln!(
                text,
                "{}\t{fen}\t{mv}\t{chinese}\t{}\t{}\t{}\t{}\t{}\t{name}",
                line.len(),
                known.weight,
                tally.games,
                tally.wins,
                tally.draws,
                tally.losses
            );
        }
    }
    text
}

fn tree(book: &Book, stops: &[Stop]) -> Result<String, Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::Input(format!("this book cannot be written as PGN: {error}"))
    };
    let mut game = Game::default();
    for (name, value) in [("Event", "Opening book"), ("Annotator", "chuhe book export")] {
        game.tags.set(name, value).map_err(|error| wrong(&error))?;
    }
    game.set_comment(game.root(), book.description());
    // Where the position of each key hangs in the tree. Stops come before those that follow from them.
    let mut places: HashMap<u64, NodeId> = HashMap::new();
    for Stop { board, line, moves } in stops {
        let here = Image::of(board).key;
        let parent = if line.is_empty() { game.root() } else { *places.get(&here).unwrap_or(&game.root()) };
        let sum: u32 = moves.iter().map(|step| step.known.weight).sum();
        for WalkedMove { known, is_first } in moves {
            let node = game.add(parent, known.mv).map_err(|error| wrong(&error))?;
            let mut next = board.clone();
            next.play_unchecked(known.mv);
            let tally = known.tally;
            let share = percent(f64::from(known.weight), f64::from(sum));
            let mut comment = format!(
                "{share:.1}%, {} games +{} ={} -{}",
                tally.games, tally.wins, tally.draws, tally.losses
            );
            let position = played(line);
            let before = opening_name(book, &position);
            let mut after = position;
            after.play_unchecked(known.mv);
            // A name is said where it changes.
            if let Some(name) = opening_name(book, &after).filter(|name| Some(name) != before.as_ref()) {
                let _ = write!(comment, ", {name}");
            }
            if *is_first {
                places.insert(Image::of(&next).key, node);
            } else {
                comment.push_str(", goes on elsewhere");
            }
            game.set_comment(node, &comment);
        }
    }
    Ok(pgn::write(&game, &pgn::Format { notation: Notation::Iccs, ..pgn::Format::default() }))
}

/// The game that a line of the book is.
fn played(line: &[Move]) -> Position {
    let mut position = Position::start();
    for &mv in line {
        position.play_unchecked(mv);
    }
    position
}

//! `chuhe book`: makes opening books and looks into them.
//!
//! What is written appears under its name only when it is whole.

mod build;
mod check;
mod export;
mod games;
mod journal;
mod show;
mod walk;

use crate::data::Completion;
use crate::data::inputs::Interrupt;
use crate::failure::Failure;
use crate::interrupt::interrupted;
use ::book::Book;
use clap::{Args, Subcommand};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use xiangqi::Position;

/// Build opening books from games, and look into them
///
/// A book knows positions, the moves that were played there, how often and with what result. `default` stands for
/// the book inside the program, which the engine uses when the option `OwnBook` is on; docs/book.md tells how it
/// was made.
///
/// Exit code 0: done; 1: done, but a game could not be read, or the position is not in the book; 2: the input cannot
/// be used; 130: interrupted, no book was written.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Box<build::Arguments>),
    Probe(show::ProbeArguments),
    Stats(show::StatsArguments),
    Export(export::Arguments),
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let ending = match &arguments.command {
        Command::Build(arguments) => build::run(arguments, &Interrupt::new()?),
        Command::Probe(arguments) => return show::probe(arguments),
        Command::Stats(arguments) => return show::stats(arguments),
        Command::Export(arguments) => export::run(arguments),
    }?;
    Ok(match ending {
        Completion::Whole => ExitCode::SUCCESS,
        Completion::Damaged => ExitCode::from(1),
        Completion::Interrupted => interrupted(),
    })
}

/// The book of this name: a file, or `default`.
fn open(name: &Path) -> Result<Arc<Book>, Failure> {
    if name == Path::new("default") {
        return ::book::shipped()
            .ok_or_else(|| Failure::Input("there is no book inside this program".into()));
    }
    let bytes = crate::file::read(name)?;
    let book = Book::read(&bytes);
    book.map(Arc::new).map_err(|error| Failure::Input(format!("{}: {error}", name.display())))
}

/// A position (`startpos` or a FEN) and moves from it in any notation.
fn position(text: &str, moves: &[String]) -> Result<Position, Failure> {
    let mut position = if text == "startpos" {
        Position::start()
    } else {
        text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}; or say startpos")))?
    };
    for (text, number) in moves.iter().flat_map(|text| text.split_whitespace()).zip(1..) {
        let mv = notation::parse_any(position.board(), text)
            .map_err(|error| Failure::Input(format!("move {number}: {error}")))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// A share of a hundred.
fn percent(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { 100.0 * part / whole }
}

/// What an opening is called: by the table of openings, with the longest code and the title that the book has for it; by the book
/// alone where the table has no name.
fn opening_name(book: &Book, position: &Position) -> Option<String> {
    let own = book.name(position);
    let Some(opening) = ::book::opening(position) else { return own.map(str::to_owned) };
    let mut name = format!("{} {} {}", opening.code_in(book, position), opening.english, opening.chinese);
    let title = own.and_then(|own| own.split_once(' ')).map(|(_, title)| title.trim());
    if let Some(title) = title.filter(|title| !title.is_empty() && !name.contains(title)) {
        name.push_str(": ");
        name.push_str(title);
    }
    Some(name)
}

//! `chuhe book probe` and `chuhe book stats`: what a book knows.

use super::walk::walk;
use super::{open, opening_name, percent, position};
use crate::failure::Failure;
use ::book::{BookMove, Suggestion};
use clap::Args;
use notation::{Notation, Style};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::Board;

/// More suggestions than this are not shown.
const MAX_SUGGESTIONS: usize = 5;

/// Show what a book knows of a position
///
/// Of two moves that are images of each other in a position that is its own mirror image, both are shown, with the
/// games of both. Of a position that is not in the book, moves are suggested that were played where one piece stands
/// elsewhere; the exit code is still 1.
#[derive(Args)]
pub struct ProbeArguments {
    /// A book, or default for the one inside the program
    #[arg(value_name = "FILE|default")]
    book: PathBuf,
    /// The position in quotes, or startpos
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    fen: String,
    /// Moves from there, in any notation
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
}

/// Say how large a book is, where it comes from, and what it begins with
#[derive(Args)]
pub struct StatsArguments {
    /// A book, or default for the one inside the program
    #[arg(value_name = "FILE|default")]
    book: PathBuf,
}

pub fn probe(arguments: &ProbeArguments) -> Result<ExitCode, Failure> {
    let book = open(&arguments.book)?;
    let position = position(&arguments.fen, &arguments.moves)?;
    let known = book.probe(&position);
    let mut out = std::io::stdout().lock();
    if let Some(name) = opening_name(&book, &position) {
        writeln!(out, "{name}")?;
    }
    if known.is_empty() {
        writeln!(out, "The book has no move for {}.", position.fen())?;
        out.write_all(suggestions(position.board(), &book.near(position.board())).as_bytes())?;
        return Ok(ExitCode::from(1));
    }
    out.write_all(table(position.board(), &known).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What was played where one piece stands elsewhere; nothing if there is no such position.
fn suggestions(board: &Board, near: &[Suggestion]) -> String {
    let mut text = String::new();
    if !near.is_empty() {
        text.push_str(
            "Played where one piece stands elsewhere, and not tried here:\nmove   games  positions\n",
        );
    }
    for Suggestion { mv, games, positions } in near.iter().take(MAX_SUGGESTIONS) {
        let chinese = Notation::Chinese(Style::Simplified).display(board, *mv);
        // A `String` takes everything.
        let _ = writeln!(text, "{mv} {games:7} {positions:10}  {chinese}");
    }
    text
}

/// Moves with their figures.
fn table(board: &Board, known: &[BookMove]) -> String {
    let mut text = String::from("move  weight   games     won   drawn    lost  points\n");
    let sum: u32 = known.iter().map(|known| known.weight).sum();
    for BookMove { mv, weight, tally } in known {
        let share = percent(f64::from(*weight), f64::from(sum));
        let points = 100.0 * tally.share();
        let chinese = Notation::Chinese(Style::Simplified).display(board, *mv);
        // A `String` takes everything.
        let _ = writeln!(
            text,
            "{mv}  {share:5.1}% {:7} {:7} {:7} {:7}  {points:5.1}%  {chinese}",
            tally.games, tally.wins, tally.draws, tally.losses
        );
    }
    text
}

pub fn stats(arguments: &StatsArguments) -> Result<ExitCode, Failure> {
    let book = open(&arguments.book)?;
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(book.description().to_owned());
    line(format!("\nbytes      {}", book.write().len()));
    line(format!("positions  {}", book.position_count()));
    line(format!("moves      {}", book.move_count()));
    line(format!("names      {}, of {} positions", book.names().len(), book.named_count()));
    let stops = walk(&book, usize::MAX);
    let longest = stops.iter().map(|stop| stop.line.len() + 1).max().unwrap_or_default();
    line(format!(
        "\n{} positions follow from the start by moves of the book, up to {longest} plies",
        stops.len()
    ));
    line("plies   positions  moves".into());
    for ply in 0..longest {
        let at: Vec<_> = stops.iter().filter(|stop| stop.line.len() == ply).collect();
        let moves: usize = at.iter().map(|stop| stop.moves.len()).sum();
        line(format!("{ply:5} {:11} {moves:6}", at.len()));
    }
    if let Some(start) = stops.first().filter(|stop| stop.line.is_empty()) {
        let known: Vec<BookMove> = start.moves.iter().map(|step| step.known).collect();
        line("\nFirst moves, each together with its mirror image:".into());
        text.push_str(&table(&start.board, &known));
    }
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

//! `chuhe book build`: a book from games.

use super::check::{self, CheckSettings};
use super::games::{Gathered, OpeningLine, moves_of};
use crate::data::inputs::Interrupt;
use crate::data::{Completion, draft::Draft};
use crate::evaluation::EvaluationArguments;
use crate::failure::Failure;
use crate::lock::Claim;
use ::book::{BookBuilder, Namer};
use clap::Args;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xiangqi::{Board, counted};

/// Make a book from games
///
/// Games are read from PGN (main lines only) and from tables: a line for each game, tabs between the columns, the
/// first line with their names, among them result and moves. A game that comes twice counts once, a game that cannot
/// be read is named and left out.
///
/// A move weighs its games times the square of its share of the points. With --check-nodes the engine searches every
/// position and every move, and a move that is worse than the best by more than --margin is dropped. Interrupted, a
/// check can be continued by the same command.
#[derive(Args)]
#[command(after_help = "\
Example: a book of twenty moves a side, checked by the engine:
  chuhe book build games.pgn --out my.book --plies 40 --least-games 3 --check-nodes 10000
  chuhe book probe my.book startpos h2e2")]
pub struct Arguments {
    /// Games in PGN, or tables of games
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace FILE if it is there
    #[arg(long)]
    force: bool,
    /// How many plies of each game are taken
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// A move must have occurred in at least this many games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    least_games: u32,
    /// Named lines: a table with the columns ecco (a code), event (a title) and moves
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// What the book says about where it comes from
    #[arg(long, value_name = "TEXT", default_value = "")]
    credit: String,
    #[command(flatten)]
    check: CheckArguments,
    #[command(flatten)]
    evaluation: EvaluationArguments,
}

/// How moves are checked.
#[derive(Args)]
#[command(next_help_heading = "How the engine checks moves")]
struct CheckArguments {
    /// Search each position and each move with this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    check_nodes: Option<u64>,
    /// Only positions that occurred in at least this many games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "check_nodes")]
    check_games: u32,
    /// Drop a move that is worse than the best by more than this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 80, requires = "check_nodes",
          value_parser = clap::value_parser!(u32).range(0..=10_000))]
    margin: u32,
    /// Positions searched at once
    #[arg(long, value_name = "N", default_value_t = 1, requires = "check_nodes",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, requires = "check_nodes",
          value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
}

pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Completion, Failure> {
    let begun = Instant::now();
    // Whatever is wrong with the command is said before the long work.
    let evaluation = arguments.evaluation.load()?;
    let namer = arguments.names.as_deref().map(names).transpose()?;
    let (draft, mut file) = Draft::begin(&arguments.out, arguments.force, &arguments.games)?;
    // The checks beside the book are appended to.
    let _claim = Claim::beside(&arguments.out)?;
    let Some((gathered, ending)) = Gathered::read(&arguments.games, arguments.plies as usize, interrupt)?
    else {
        return Ok(Completion::Interrupted);
    };
    if gathered.lines.is_empty() {
        return Err(Failure::Input("there is no game to make a book of".into()));
    }
    let mut builder = BookBuilder::default();
    for line in &gathered.lines {
        builder.add(&line.start, &line.moves, line.outcome);
    }
    builder.drop_rare(arguments.least_games);

    let mut checks = None;
    if let Some(nodes) = arguments.check.check_nodes {
        let (hash, threads) = (arguments.check.hash.into(), arguments.check.threads.into());
        let settings = CheckSettings { nodes, hash, threads, evaluation };
        let boards = gathered.lines.iter().flat_map(boards);
        let least_games = arguments.check.check_games;
        let checked = check::check(&builder, boards, least_games, &settings, &arguments.out, interrupt)?;
        let Some((checked, journal)) = checked else { return Ok(Completion::Interrupted) };
        let judged =
            checked.iter().map(|(board, judged)| builder.judge(board, judged, arguments.check.margin));
        let dropped: usize = judged.sum();
        checks = Some((checked.len(), dropped, journal));
    }
    builder.set_names(namer.unwrap_or_default());
    let book = builder.finish(&description(arguments, &gathered));
    let bytes = book.write();
    let failed = draft.failed();
    file.write_all(&bytes).and_then(|()| file.flush()).map_err(&failed)?;
    drop(file);
    draft.keep()?;

    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}: {}, {}, {}, {} bytes, in {:.1} s",
        arguments.out.display(),
        counted(book.position_count(), "position"),
        counted(book.move_count(), "move"),
        counted(book.names().len(), "name"),
        bytes.len(),
        begun.elapsed().as_secs_f64()
    )?;
    let Gathered { lines, repeated, refused, .. } = &gathered;
    writeln!(
        out,
        "{}, {repeated} that came twice and {refused} that cannot be read left out",
        counted(lines.len(), "game")
    )?;
    if let Some((positions, dropped, journal)) = checks {
        writeln!(out, "{} checked, {} dropped", counted(positions, "position"), counted(dropped, "move"))?;
        journal.remove();
    }
    Ok(ending)
}

/// The positions of a game in which a move was made.
fn boards(line: &OpeningLine) -> Vec<Board> {
    let mut board = line.start.clone();
    let mut boards = Vec::with_capacity(line.moves.len());
    for &mv in &line.moves {
        boards.push(board.clone());
        board.play_unchecked(mv);
    }
    boards
}

/// What the book says about itself.
fn description(arguments: &Arguments, gathered: &Gathered) -> String {
    let credit =
        if arguments.credit.is_empty() { String::new() } else { format!("{}\n", arguments.credit.trim()) };
    let check = match arguments.check {
        CheckArguments { check_nodes: Some(nodes), check_games, margin, .. } => format!(
            "; positions of at least {check_games} games searched with {nodes} nodes, moves worse than the best by \
             more than {margin} centipawns dropped"
        ),
        CheckArguments { check_nodes: None, .. } => String::new(),
    };
    format!(
        "{credit}{}, {} plies of each, moves of at least {}{check}.",
        counted(gathered.lines.len(), "game"),
        arguments.plies,
        counted(arguments.least_games, "game")
    )
}

/// Reads named lines.
fn names(path: &Path) -> Result<Namer, Failure> {
    let bytes = crate::file::read(path)?;
    let wrong = |number: usize, trouble: String| {
        Failure::Input(format!("{}, line {number}: {trouble}", path.display()))
    };
    let text = notation::decode(&bytes);
    let mut rows = text.lines().zip(1..);
    let header: Vec<&str> = rows.next().map(|(line, _)| line.split('\t').collect()).unwrap_or_default();
    let column = |name: &str| {
        header.iter().position(|column| *column == name).ok_or_else(|| {
            wrong(1, format!("no column \"{name}\"; named lines have the columns ecco, event and moves"))
        })
    };
    let [code, title, moves] = [column("ecco")?, column("event")?, column("moves")?];
    let mut namer = Namer::default();
    for (row, number) in rows.filter(|(row, _)| !row.is_empty()) {
        let columns: Vec<&str> = row.split('\t').collect();
        let cell = |place: usize| columns.get(place).copied().unwrap_or_default();
        let line = moves_of(cell(moves), usize::MAX).map_err(|trouble| wrong(number, trouble.to_string()))?;
        // Titles are numbered within their code; the number says nothing outside.
        let title = cell(title).trim_start_matches(|digit: char| digit.is_ascii_digit()).trim();
        namer.add(cell(code), title, &line);
    }
    Ok(namer)
}

//! `chuhe endings probe`: what the tables say of a position and of its moves.

use super::Folder;
use crate::failure::Failure;
use crate::judge::rule_set;
use clap::Args;
use endgame::{Tables, Value};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;
use xiangqi::{Colour, Position, RuleSet, Rules};

/// Say what a position comes to with best play
///
/// Prints the verdict, the line of best play if somebody wins, and what each move comes to. A win that may come too late for the rule on moves
/// without a capture is said to be so.
///
/// Exit code 0: a table has the position; 1: none has it; 2: the input cannot be used.
#[derive(Args)]
pub struct Arguments {
    /// The position, quoted or as separate words
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    fen: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// The rules of the game
    #[arg(long, default_value = "asian", value_parser = rule_set())]
    rule: RuleSet,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A value as words of programs.
#[derive(Serialize)]
struct Known {
    /// For the side to move.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

impl From<Value> for Known {
    fn from(value: Value) -> Self {
        let result = match value {
            Value::Draw => "draw",
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
        };
        Self { result, plies: value.plies() }
    }
}

#[derive(Serialize)]
struct KnownMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    known: Known,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    known: Known,
    /// Whether the rules of the game cannot change it.
    certain: bool,
    line: Vec<String>,
    moves: Vec<KnownMove>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let text = arguments.fen.join(" ");
    let mut position: Position =
        text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}")))?;
    position.set_rules(Rules::from(arguments.rule));
    let tables = arguments.folder.load()?;
    let mut out = std::io::stdout().lock();
    let Some(plain) = tables.probe(position.board()) else {
        if arguments.json {
            writeln!(out, "{{\"result\":\"unknown\"}}")?;
        } else {
            writeln!(out, "No table has this position; chuhe endings list says which there are.")?;
        }
        return Ok(ExitCode::from(1));
    };
    let ruled = tables.probe_under_rules(&position);
    let value = ruled.unwrap_or(plain);
    if arguments.json {
        let report = report(&tables, &position, value, ruled.is_some());
        serde_json::to_writer(&mut out, &report).map_err(|error| Failure::Output(error.into()))?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", words(value, position.side()))?;
    if ruled.is_none() {
        writeln!(out, "That may be too late: the game is drawn after too many moves without a capture.")?;
    }
    if value.plies().is_some_and(|plies| plies > 0)
        && let Some(line) = tables.line(position.board())
    {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", line.join(" "))?;
    }
    for (mv, value) in tables.moves(position.board()).unwrap_or_default() {
        writeln!(out, "  {mv}  {}", move_words(value))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(tables: &Tables, position: &Position, value: Value, certain: bool) -> Report {
    let line = tables.line(position.board()).unwrap_or_default();
    let moves = tables.moves(position.board()).unwrap_or_default();
    let known = |(mv, value): (xiangqi::Move, Value)| KnownMove { mv: mv.to_string(), known: value.into() };
    Report {
        known: value.into(),
        certain,
        line: line.iter().map(ToString::to_string).collect(),
        moves: moves.into_iter().map(known).collect(),
    }
}

/// A verdict as a sentence. Moves are those of the winner.
fn words(value: Value, side: Colour) -> String {
    let (winner, plies) = match value {
        Value::Draw => return "A draw with best play.".into(),
        Value::Loss(0) => return format!("{} has won: {side} has no legal move.", !side),
        Value::Win(plies) => (side, plies),
        Value::Loss(plies) => (!side, plies),
    };
    let moves = plies.div_ceil(2);
    format!("{winner} wins in {moves} move{} ({plies} plies).", if moves == 1 { "" } else { "s" })
}

fn move_words(value: Value) -> String {
    match value {
        Value::Draw => "draw".into(),
        Value::Win(plies) => format!("wins in {plies} plies"),
        Value::Loss(plies) => format!("loses in {plies} plies"),
    }
}

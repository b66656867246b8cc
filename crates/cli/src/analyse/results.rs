//! What is written when all games are done: all of them in one PGN, their summaries, a page that leads to them, and a table.

use super::PROGRAM;
use super::folder::{ALL_GAMES, Folder, INDEX, SUMMARY, game_file};
use super::input::{GameProblem, Input};
use crate::failure::Failure;
use serde::Serialize;
use service::messages::MoveClass;
use service::report::{GameSummary, IndexRow, SCHEMA, Source, VERSION, index};
use std::io::Write;

#[derive(Serialize)]
struct Summaries<'a> {
    schema: String,
    version: u32,
    games: Vec<&'a GameSummary>,
    unread: Vec<Unread<'a>>,
}

#[derive(Serialize)]
struct Unread<'a> {
    source: &'a Source,
    error: &'a str,
}

pub fn write(folder: &Folder, inputs: &[Input], unread: &[GameProblem]) -> Result<(), Failure> {
    let finished = folder.finished(inputs);
    let mut games = Vec::new();
    for &number in finished.keys() {
        if !games.is_empty() {
            games.push(b'\n');
        }
        games.extend(folder.read(&game_file(number, "pgn"))?);
    }
    if let Some(kept) = folder.write_beside(ALL_GAMES, &games)? {
        eprintln!(
            "note: {ALL_GAMES} was changed since it was written; what it held is kept as {}",
            kept.display()
        );
    }
    let summaries = Summaries {
        schema: format!("{SCHEMA}-summary"),
        version: VERSION,
        games: finished.values().collect(),
        unread: unread.iter().map(|fault| Unread { source: &fault.source, error: &fault.reason }).collect(),
    };
    let json = serde_json::to_string_pretty(&summaries).map_err(Failure::input)? + "\n";
    folder.write(SUMMARY, json.as_bytes())?;
    let rows =
        finished.into_iter().map(|(number, summary)| IndexRow { page: game_file(number, "html"), summary });
    let rows: Vec<_> = rows.collect();
    folder.write(INDEX, index(&rows, PROGRAM).as_bytes())?;
    table(folder, &rows)
}

fn table(folder: &Folder, rows: &[IndexRow]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "page            result   accuracy      ??  ?  ?!     players")?;
    for IndexRow { page, summary } in rows {
        let counts = |class| {
            let of =
                |counts: &std::collections::BTreeMap<_, _>| counts.get(&class).copied().unwrap_or(0usize);
            of(&summary.counts.red) + of(&summary.counts.black)
        };
        let tag = |name: &str, other: &'static str| summary.tags.get(name).map_or(other, String::as_str);
        writeln!(
            out,
            "{page:<15} {:<8} {:>5.1} {:>5.1}   {:>3}{:>3}{:>4}     {} – {}",
            summary.result,
            summary.accuracy.red,
            summary.accuracy.black,
            counts(MoveClass::Blunder),
            counts(MoveClass::Mistake),
            counts(MoveClass::Inaccuracy),
            tag("Red", "Red"),
            tag("Black", "Black"),
        )?;
    }
    writeln!(out, "{}", folder.path().join(INDEX).display())?;
    Ok(())
}

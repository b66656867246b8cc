//! Records in numbers: a row for each move as CSV, and sums over any number of games.

use crate::counts::total;
use crate::{CountRecord, GameRecord, ScoreRecord, State};
use engine::{BOUND_NAMES, MoveSkip, NodeEnd};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The first line of the CSV.
pub fn csv_header() -> String {
    let mut line = String::from(
        "game,ply,side,move,by,microseconds,nodes,search_microseconds,depth,selective_depth,centipawns,mate,visits",
    );
    for end in NodeEnd::ALL {
        let _ = write!(line, ",end_{}", end.name());
    }
    for skip in MoveSkip::ALL {
        let _ = write!(line, ",skip_{}", skip.name());
    }
    line.push_str(",probes");
    for bound in BOUND_NAMES {
        let _ = write!(line, ",hit_{bound}");
    }
    line + ",filled_before,filled_after,capacity,first_move_cuts,cuts,equals,key_bits,collisions,unnoticed,compared,expected_collisions\n"
}

/// The moves of a game as lines of CSV; `name` is what the game is called. What is not known is empty.
pub fn csv_rows(name: &str, record: &GameRecord) -> String {
    fn known(value: Option<impl ToString>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let name = quoted(name);
    let first = first_side(record);
    let mut text = String::new();
    for mv in &record.moves {
        let side = ["first", "second"][(first + mv.ply as usize - 1) % 2];
        let search = mv.search.as_ref();
        let counts = search.and_then(|search| search.counts.as_ref());
        let (centipawns, mate) = match search.and_then(|search| search.score) {
            Some(ScoreRecord::Centipawns(value)) => (Some(value), None),
            Some(ScoreRecord::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let mut row = vec![
            name.clone(),
            mv.ply.to_string(),
            side.into(),
            mv.text.clone(),
            format!("{:?}", mv.by).to_lowercase(),
            mv.microseconds.to_string(),
            known(search.and_then(|search| search.nodes)),
            known(search.and_then(|search| search.microseconds)),
            known(search.and_then(|search| search.depth)),
            known(search.and_then(|search| search.selective_depth)),
            known(centipawns),
            known(mate),
            known(counts.map(|counts| counts.visits)),
        ];
        row.extend(NodeEnd::ALL.iter().map(|&end| known(counts.map(|counts| counts.ended(end)))));
        row.extend(MoveSkip::ALL.iter().map(|&skip| known(counts.map(|counts| counts.skipped(skip)))));
        row.push(known(counts.map(|counts| counts.table.probes)));
        let hits = |bound: &str| counts.map(|counts| counts.table.hits.get(bound).copied().unwrap_or(0));
        row.extend(BOUND_NAMES.iter().map(|bound| known(hits(bound))));
        let collided = counts.and_then(|counts| counts.collisions.as_ref());
        row.extend([
            known(counts.map(|counts| counts.table.filled[0])),
            known(counts.map(|counts| counts.table.filled[1])),
            known(counts.map(|counts| counts.table.capacity)),
            known(counts.map(|counts| counts.cuts.first().copied().unwrap_or(0))),
            known(counts.map(|counts| total(&counts.cuts))),
            known(counts.map(|counts| counts.equals.len())),
            known(counts.map(|counts| counts.keys.bits)),
            known(collided.map(|collided| collided.collisions)),
            known(collided.map(|collided| collided.unnoticed)),
            known(collided.map(|collided| collided.compared)),
            known(counts.and_then(CountRecord::expected_collisions)),
        ]);
        text.push_str(&row.join(","));
        text.push('\n');
    }
    text
}

/// A field of CSV that may hold anything.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// 0 if the side that moves first in the game (Red, White) is to move at its start, 1 otherwise.
pub fn first_side(record: &GameRecord) -> usize {
    record.first_position().map_or(0, |position| position.side().index())
}

fn add(sum: &mut u64, count: u64) {
    *sum = sum.saturating_add(count);
}

/// Sums over games.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Totals {
    /// Games, and how many of them are finished.
    pub games: u64,
    /// See above.
    pub finished: u64,
    /// Wins of the first side, of the second, and draws.
    pub results: [u64; 3],
    /// Why games ended.
    pub causes: BTreeMap<String, u64>,
    /// Moves, and how many of them were searched for.
    pub moves: u64,
    /// See above.
    pub searches: u64,
    /// How many of the searches counted.
    pub counted: u64,
    /// Nodes and time of all searches.
    pub nodes: u64,
    /// See above.
    pub microseconds: u64,
    /// Visits of the searches that counted.
    pub visits: u64,
    /// Visits by how they ended.
    pub ends: BTreeMap<String, u64>,
    /// Moves left out by reason.
    pub skipped: BTreeMap<String, u64>,
    /// How often the table was asked.
    pub probes: u64,
    /// Its answers by their bound.
    pub hits: BTreeMap<String, u64>,
    /// Cut-offs by the number of the move, from the first.
    pub cuts: Vec<u64>,
    /// Searches with several equally good moves.
    pub with_equals: u64,
    /// Collisions, where they were counted.
    pub collisions: u64,
    /// How many chance predicts; at most so many, if entries of other positions were used.
    pub expected_collisions: f64,
    /// Whether the prediction is an upper bound.
    pub expected_is_bound: bool,
    /// How many searches counted collisions.
    pub confirmed: u64,
}

impl Totals {
    /// Sums up some records.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut totals = Self::default();
        records.into_iter().for_each(|record| totals.add(record));
        totals
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.finished += u64::from(record.state == State::Finished);
        if let Some(result) = &record.result {
            let place = match result.winner.as_deref() {
                Some("first") => 0,
                Some(_) => 1,
                None => 2,
            };
            self.results[place] += 1;
            *self.causes.entry(result.cause.clone()).or_default() += 1;
        }
        for mv in &record.moves {
            self.moves += 1;
            let Some(search) = &mv.search else { continue };
            self.searches += 1;
            add(&mut self.nodes, search.nodes.unwrap_or(0));
            add(&mut self.microseconds, search.microseconds.unwrap_or(mv.microseconds));
            if let Some(counts) = &search.counts {
                self.add_counts(counts);
            }
        }
    }

    fn add_counts(&mut self, counts: &CountRecord) {
        self.counted += 1;
        add(&mut self.visits, counts.visits);
        add(&mut self.probes, counts.table.probes);
        self.with_equals += u64::from(counts.equals.len() > 1);
        for (name, row) in &counts.ends {
            add(self.ends.entry(name.clone()).or_default(), total(row));
        }
        for (name, row) in &counts.skipped {
            add(self.skipped.entry(name.clone()).or_default(), total(row));
        }
        for (name, count) in &counts.table.hits {
            add(self.hits.entry(name.clone()).or_default(), *count);
        }
        if self.cuts.len() < counts.cuts.len() {
            self.cuts.resize(counts.cuts.len(), 0);
        }
        self.cuts.iter_mut().zip(&counts.cuts).for_each(|(sum, &count)| add(sum, count));
        if let (Some(collided), Some(expected)) = (&counts.collisions, counts.expected_collisions()) {
            self.confirmed += 1;
            add(&mut self.collisions, collided.collisions);
            self.expected_collisions += expected;
            self.expected_is_bound |= counts.keys.confirmation == "counts";
        }
    }

    /// The sums as a table for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let [first, second, drawn] = self.results;
        let _ = writeln!(
            text,
            "{} games, {} finished: {first} won by the first side, {second} by the second, {drawn} drawn",
            self.games, self.finished
        );
        for (cause, count) in &self.causes {
            let _ = writeln!(text, "  {count:>8}  {cause}");
        }
        let share = |count: u64, all: u64| 100.0 * count as f64 / all.max(1) as f64;
        let _ = writeln!(
            text,
            "{} moves, {} searches ({} counted), {} nodes, {:.1} s, {:.0} nodes a second",
            self.moves,
            self.searches,
            self.counted,
            self.nodes,
            self.microseconds as f64 / 1e6,
            self.nodes as f64 * 1e6 / self.microseconds.max(1) as f64
        );
        if self.counted == 0 {
            return text;
        }
        let _ = writeln!(text, "visits that ended by");
        for end in NodeEnd::ALL {
            let count = self.ends.get(end.name()).copied().unwrap_or(0);
            let _ = writeln!(text, "  {:<18}{count:>14}{:>7.2} %", end.name(), share(count, self.visits));
        }
        let _ = writeln!(text, "  {:<18}{:>14}", "all", self.visits);
        let _ = writeln!(text, "moves left out by");
        for skip in MoveSkip::ALL {
            let count = self.skipped.get(skip.name()).copied().unwrap_or(0);
            let _ = writeln!(text, "  {:<18}{count:>14}", skip.name());
        }
        let _ = writeln!(text, "{} probes of the table, answered with a bound", self.probes);
        for bound in BOUND_NAMES {
            let count = self.hits.get(bound).copied().unwrap_or(0);
            let _ = writeln!(text, "  {bound:<18}{count:>14}{:>7.2} %", share(count, self.probes));
        }
        let cuts = total(&self.cuts);
        let first_cuts = self.cuts.first().copied().unwrap_or(0);
        let _ = writeln!(text, "{cuts} cut-offs, {:.1} % by the first move", share(first_cuts, cuts));
        let _ = writeln!(text, "{} searches had several equally good moves", self.with_equals);
        if self.confirmed > 0 {
            let _ = writeln!(
                text,
                "{} collisions in {} searches that looked for them; chance predicts {}{:.3}",
                self.collisions,
                self.confirmed,
                if self.expected_is_bound { "at most " } else { "" },
                self.expected_collisions
            );
        }
        text
    }
}

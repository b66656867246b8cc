//! Records as pictures: one game move by move, or many games together. SVG without any font.

use crate::table::{Totals, first_side};
use crate::{CountRecord, GameRecord, MoveRecord, SearchRecord};
use engine::NodeEnd;
use picture::{COLOURS, Mark, Panel, Scale, Series, chart};
use std::collections::BTreeMap;

/// Red and Black.
const SIDES: [&str; 2] = ["#c0392b", "#222"];
/// As many ways to end are drawn as lines by themselves; what is rarer goes together.
const MAX_KINDS: usize = 9;

/// A picture of one game: visits by how they ended, on both scales, the time of each search, the time of each node, and what both sides thought.
pub fn game(record: &GameRecord) -> String {
    let [red, black] = &record.players;
    let result = record.result.as_ref().map_or("unfinished", |result| &*result.cause);
    let title = format!("{} - {}: {} moves, {result}", red.name, black.name, record.moves.len());
    let first = first_side(record);
    let by_side =
        |value: &dyn Fn(&MoveRecord, &SearchRecord) -> Option<f64>, is_flipped: bool| -> Vec<Series> {
            let sides = [0, 1].map(|side| {
                let of_side = record.moves.iter().filter(|mv| (first + mv.ply as usize - 1) % 2 == side);
                let points = of_side.filter_map(|mv| {
                    let value = value(mv, mv.search.as_ref()?)?;
                    Some((mv.ply as f64, if is_flipped && side == 1 { -value } else { value }))
                });
                Series {
                    name: record.players[side].name.clone(),
                    points: points.collect(),
                    mark: Mark::Line,
                    colour: Some(SIDES[side]),
                }
            });
            sides.into()
        };
    let kinds = kinds(record.moves.iter().filter_map(counts));
    let counted: Vec<(f64, &CountRecord)> =
        record.moves.iter().filter_map(|mv| Some((mv.ply as f64, counts(mv)?))).collect();
    let visits = |scale| Panel {
        title: "visits to nodes by how they ended".into(),
        across: "ply".into(),
        scale,
        series: kinds.series(&counted),
    };
    let panel =
        |title: &str, scale, series| Panel { title: title.into(), across: "ply".into(), scale, series };
    let mut panels = Vec::new();
    if kinds.is_empty() {
        let nodes = by_side(&|_, search| search.nodes.map(|nodes| nodes as f64), false);
        panels.push(panel("nodes of each search", Scale::Linear, nodes));
    } else {
        panels.extend([visits(Scale::Linear), visits(Scale::Logarithmic)]);
    }
    panels.push(panel(
        "time of each search, milliseconds",
        Scale::Logarithmic,
        by_side(&|mv, search| Some(time(mv, search) / 1e3), false),
    ));
    panels.push(panel(
        "time of a node, microseconds",
        Scale::Logarithmic,
        by_side(
            &|mv, search| Some(time(mv, search) / search.nodes.filter(|&nodes| nodes > 0)? as f64),
            false,
        ),
    ));
    let scores =
        by_side(&|_, search| search.score.map(|score| score.value().clamp(-3000.0, 3000.0) / 100.0), true);
    panels.push(panel(
        "evaluation of both sides, pawns, positive for the first; mates at 30",
        Scale::Linear,
        scores,
    ));
    let filled = by_side(&|_, search| search.counts.as_ref().map(fill), false);
    if filled.iter().any(|series| !series.points.is_empty()) {
        panels.push(panel("how full the table is after the search, percent", Scale::Linear, filled));
    }
    chart(&title, &panels)
}

/// The time of a search in microseconds, by its own clock if that is known.
fn time(mv: &MoveRecord, search: &SearchRecord) -> f64 {
    search.microseconds.unwrap_or(mv.microseconds) as f64
}

fn counts(mv: &MoveRecord) -> Option<&CountRecord> {
    mv.search.as_ref()?.counts.as_ref()
}

fn fill(counts: &CountRecord) -> f64 {
    100.0 * counts.table.filled[1] as f64 / counts.table.capacity.max(1) as f64
}

/// The ways to end that are drawn by themselves, the most frequent first.
struct Kinds(Vec<NodeEnd>);

fn kinds<'a>(counts: impl Iterator<Item = &'a CountRecord>) -> Kinds {
    let mut sums: BTreeMap<NodeEnd, u64> = BTreeMap::new();
    for counts in counts {
        for &end in NodeEnd::ALL {
            let sum = sums.entry(end).or_default();
            *sum = sum.saturating_add(counts.ended(end));
        }
    }
    let mut sums: Vec<(NodeEnd, u64)> = sums.into_iter().filter(|(_, count)| *count > 0).collect();
    sums.sort_by_key(|(end, count)| (std::cmp::Reverse(*count), *end));
    Kinds(sums.into_iter().map(|(end, _)| end).collect())
}

impl Kinds {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn series(&self, searches: &[(f64, &CountRecord)]) -> Vec<Series> {
        let (shown, rest) = self.0.split_at(self.0.len().min(MAX_KINDS));
        let line = |name: &str, ends: &[NodeEnd], index: usize| Series {
            name: name.into(),
            points: searches
                .iter()
                .map(|&(x, counts)| (x, ends.iter().map(|&end| counts.ended(end) as f64).sum()))
                .collect(),
            mark: Mark::Line,
            colour: Some(COLOURS[index % COLOURS.len()]),
        };
        let mut series: Vec<Series> =
            shown.iter().enumerate().map(|(index, &end)| line(end.name(), &[end], index)).collect();
        if !rest.is_empty() {
            series.push(line(&format!("{} others", rest.len()), rest, MAX_KINDS));
        }
        series
    }
}

/// A picture of many games: how long they were, what their searches cost by ply, how visits ended, which move cut off, and collisions beside what chance predicts.
pub fn batch(records: &[GameRecord]) -> String {
    let totals = Totals::of(records);
    let title = format!("{} games, {} searches, {} nodes", totals.games, totals.searches, totals.nodes);
    let mut panels = vec![Panel {
        title: "games by their length".into(),
        across: "plies".into(),
        series: vec![lengths(records)],
        ..Panel::default()
    }];
    let mean = |name: &str, colour: usize, value: &dyn Fn(&MoveRecord) -> Option<f64>| Series {
        name: name.into(),
        points: means(records, value),
        mark: Mark::Line,
        colour: Some(COLOURS[colour]),
    };
    let search =
        |mv: &MoveRecord, value: &dyn Fn(&SearchRecord) -> Option<f64>| mv.search.as_ref().and_then(value);
    let by_ply =
        |title: &str, scale, series| Panel { title: title.into(), across: "ply".into(), scale, series };
    let kinds = kinds(records.iter().flat_map(|record| &record.moves).filter_map(counts));
    let shown = kinds.0.iter().take(MAX_KINDS).enumerate();
    let ends: Vec<Series> = shown
        .map(|(index, &end)| mean(end.name(), index, &|mv| counts(mv).map(|counts| counts.ended(end) as f64)))
        .collect();
    if !ends.is_empty() {
        panels.push(by_ply("visits by how they ended, mean of all games", Scale::Logarithmic, ends));
    }
    panels.push(by_ply(
        "nodes and microseconds of a search, mean of all games",
        Scale::Logarithmic,
        vec![
            mean("nodes", 1, &|mv| search(mv, &|search| search.nodes.map(|nodes| nodes as f64))),
            mean("microseconds", 3, &|mv| mv.search.as_ref().map(|search| time(mv, search))),
        ],
    ));
    panels.push(by_ply(
        "microseconds of a node, mean of all games",
        Scale::Logarithmic,
        vec![mean("time of a node", 2, &|mv| {
            search(mv, &|search| Some(time(mv, search) / search.nodes.filter(|&nodes| nodes > 0)? as f64))
        })],
    ));
    if totals.cuts.iter().any(|&count| count > 0) {
        let points =
            (1u32..).zip(&totals.cuts).map(|(number, &count)| (f64::from(number), count as f64)).collect();
        panels.push(Panel {
            title: "cut-offs by the number of the move".into(),
            across: "move".into(),
            scale: Scale::Logarithmic,
            series: vec![Series {
                name: "cut-offs".into(),
                points,
                mark: Mark::Bars,
                colour: Some(COLOURS[1]),
            }],
        });
    }
    if totals.confirmed > 0 {
        panels.push(collisions(records));
    }
    chart(&title, &panels)
}

/// How many games are about as long.
fn lengths(records: &[GameRecord]) -> Series {
    let longest = records.iter().map(|record| record.moves.len()).max().unwrap_or(0);
    let step = (longest / 40).max(1);
    let mut bins: BTreeMap<usize, u64> = BTreeMap::new();
    for record in records {
        *bins.entry(record.moves.len() / step * step).or_default() += 1;
    }
    let points = bins.into_iter().map(|(length, count)| (length as f64, count as f64)).collect();
    Series { name: "games".into(), points, mark: Mark::Bars, colour: Some(COLOURS[0]) }
}

/// The mean over all games at each ply.
fn means(records: &[GameRecord], value: &dyn Fn(&MoveRecord) -> Option<f64>) -> Vec<(f64, f64)> {
    let mut sums: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for mv in records.iter().flat_map(|record| &record.moves) {
        if let Some(value) = value(mv) {
            let (sum, count) = sums.entry(mv.ply).or_default();
            *sum += value;
            *count += 1.0;
        }
    }
    sums.into_iter().map(|(ply, (sum, count))| (ply as f64, sum / count)).collect()
}

/// Collisions of games, added up, beside what chance predicts, by how full the table was.
fn collisions(records: &[GameRecord]) -> Panel {
    let mut counted = Vec::new();
    let (mut found, mut expected) = (0.0, 0.0);
    for (number, record) in (1u32..).zip(records) {
        for counts in record.moves.iter().filter_map(counts) {
            found += counts.collisions.as_ref().map_or(0.0, |collided| collided.collisions as f64);
            expected += counts.expected_collisions().unwrap_or(0.0);
        }
        counted.push((f64::from(number), found, expected));
    }
    let line = |name: &str, colour: usize, points: Vec<(f64, f64)>| Series {
        name: name.into(),
        points,
        mark: Mark::Line,
        colour: Some(COLOURS[colour]),
    };
    let is_bound = Totals::of(records).expected_is_bound;
    let error =
        |sign: f64| counted.iter().map(|&(x, _, mean)| (x, mean + sign * 2.0 * mean.sqrt())).collect();
    Panel {
        title: "collisions of all games so far, and what chance predicts".into(),
        across: "games".into(),
        scale: Scale::Linear,
        series: vec![
            line("counted", 0, counted.iter().map(|&(x, found, _)| (x, found)).collect()),
            line(
                if is_bound { "predicted, at most" } else { "predicted" },
                1,
                counted.iter().map(|&(x, _, mean)| (x, mean)).collect(),
            ),
            line("Poisson, +2 deviations", 5, error(1.0)),
            line("Poisson, -2 deviations", 5, error(-1.0)),
        ],
    }
}

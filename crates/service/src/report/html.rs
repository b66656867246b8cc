//! A report as a page: one file with everything in it, which loads nothing and works without a network.
//!
//! The page holds the report as JSON and draws it; the board is that of [`picture`]. Both languages are in it. What comes from the game
//! is data and never part of the page's own text.

use super::{GameReport, GameSummary};
use crate::messages::{MoveClass, OpeningName};
use crate::words::{chinese, english};
use picture::{Coordinates, PieceStyle};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use xiangqi::Piece;

const PAGE: &str = include_str!("assets/report.html");
const INDEX: &str = include_str!("assets/index.html");
const STYLE: &str = include_str!("assets/report.css");
const COMMON: &str = include_str!("assets/common.js");
const SCRIPT: &str = include_str!("assets/report.js");

/// The mark of the program, beside its name.
const BRAND: &str = "<div class=\"brand\"><svg viewBox=\"-62 -62 124 124\" aria-hidden=\"true\"><rect x=\"-62\" y=\"-62\" \
                     width=\"124\" height=\"124\" fill=\"#a3271f\"/><path fill=\"#fff6e6\" d=\"{path}\"/></svg><span>Chuhe 楚河</span></div>";

/// A page about a game. `has_index` tells it of an `index.html` beside it.
pub fn page(report: &GameReport, has_index: bool) -> String {
    let mut data = serde_json::to_value(report).unwrap_or_default();
    if let Value::Object(fields) = &mut data {
        fields.insert("in_index".into(), json!(has_index));
    }
    let styles = [PieceStyle::Traditional, PieceStyle::Pictures];
    let pieces = styles.map(|style| picture::definitions(style, Piece::all())).concat();
    let definitions = format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">{pieces}{}<defs><marker id=\"head\" \
         viewBox=\"0 0 10 10\" refX=\"2\" refY=\"5\" markerWidth=\"2.6\" markerHeight=\"2.6\" orient=\"auto\"><path \
         d=\"M0 0L10 5L0 10Z\" fill=\"#15803d\" fill-opacity=\".8\"/></marker></defs></svg>",
        picture::mark_definitions()
    );
    fill(
        PAGE,
        &[
            ("program", escaped(&report.summary.program).as_str()),
            ("title", escaped(&title(&report.summary)).as_str()),
            ("style", STYLE),
            ("brand", brand().as_str()),
            ("definitions", definitions.as_str()),
            ("ground", picture::ground(Coordinates::Iccs, false).as_str()),
            ("ground_turned", picture::ground(Coordinates::Iccs, true).as_str()),
            ("report", embedded(&data).as_str()),
            ("words", embedded(&words()).as_str()),
            ("common", COMMON),
            ("script", SCRIPT),
        ],
    )
}

/// A game in the list of all.
pub struct IndexRow {
    /// The file of its page.
    pub page: String,
    /// The game.
    pub summary: GameSummary,
}

/// A page that leads to those of the games.
pub fn index(rows: &[IndexRow], program: &str) -> String {
    let mut table = String::new();
    for (row, number) in rows.iter().zip(1..) {
        let GameSummary { tags, result, opening, accuracy, .. } = &row.summary;
        let tag = |name: &str| escaped(tags.get(name).map_or("", String::as_str));
        let (english, chinese) = opening.as_ref().map_or_else(Default::default, opening_names);
        // A `String` takes everything.
        let _ = writeln!(
            table,
            "<tr><td><a href=\"{page}\" aria-label=\"{label}\">{number}</a></td><td>{red}</td><td>{black}</td>\
             <td>{result}</td><td data-en=\"{en}\" data-zh=\"{zh}\">{en}</td><td>{of_red:.1}{red_marks}</td>\
             <td>{of_black:.1}{black_marks}</td></tr>",
            page = escaped(&row.page),
            label = escaped(&title(&row.summary)),
            red = tag("Red"),
            black = tag("Black"),
            result = escaped(result),
            en = escaped(&english),
            zh = escaped(&chinese),
            of_red = accuracy.red,
            of_black = accuracy.black,
            red_marks = marks(&row.summary.counts.red),
            black_marks = marks(&row.summary.counts.black),
        );
    }
    if rows.is_empty() {
        table = "<tr><td colspan=\"7\" data-word=\"no_games\">No games.</td></tr>".into();
    }
    fill(
        INDEX,
        &[
            ("program", escaped(program).as_str()),
            ("style", STYLE),
            ("brand", brand().as_str()),
            ("rows", table.as_str()),
            ("words", embedded(&words()).as_str()),
            ("common", COMMON),
        ],
    )
}

fn marks(counts: &std::collections::BTreeMap<MoveClass, usize>) -> String {
    let of = |class| counts.get(&class).copied().unwrap_or(0);
    format!(
        " <span class=\"quiet\">{}?? {}? {}?!</span>",
        of(MoveClass::Blunder),
        of(MoveClass::Mistake),
        of(MoveClass::Inaccuracy)
    )
}

/// The names of an opening, one standing in for the other.
fn opening_names(opening: &OpeningName) -> (String, String) {
    let either = |one: Option<&str>, other: Option<&str>| one.or(other).unwrap_or_default().to_owned();
    let (english, chinese) = (opening.name_en.as_deref(), opening.name_zh.as_deref());
    (either(english, chinese), either(chinese, english))
}

/// A game by its players and its result.
fn title(summary: &GameSummary) -> String {
    let tag = |name: &str, other: &str| {
        summary.tags.get(name).filter(|value| !value.is_empty()).map_or(other.to_owned(), Clone::clone)
    };
    format!("{} – {} {}", tag("Red", "Red"), tag("Black", "Black"), summary.result)
}

fn brand() -> String {
    BRAND.replace("{path}", picture::outline('楚').unwrap_or_default())
}

fn words() -> Value {
    let object = |words: &[(&str, &str)]| -> Value {
        Value::Object(words.iter().map(|(key, text)| ((*key).to_owned(), json!(text))).collect::<Map<_, _>>())
    };
    json!({"en": object(english::REPORT), "zh": object(chinese::REPORT)})
}

/// JSON inside a page: nothing in it can end the script that it is in.
fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Text between tags and in quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The template with its holes filled. What is filled in is not looked at again.
fn fill(template: &str, holes: &[(&str, &str)]) -> String {
    let mut page =
        String::with_capacity(template.len() + holes.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        page += before;
        page += holes.iter().find(|(hole, _)| *hole == name).map_or("", |(_, text)| text);
        rest = behind;
    }
    page + rest
}

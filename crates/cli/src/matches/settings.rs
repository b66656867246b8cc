//! What a match was played with, as tags of its games: a match that is resumed must have the same.
//!
//! How many games there are, how many run at once, the sequential test and the event may change: the games that are there
//! already stay what they are.

use super::plan::MatchPlan;
use arena::archive::ArchivedGame;
use arena::{Adjudication, OpeningOrder, ScheduledGame};

/// A setting that is another than it was.
pub struct Difference {
    pub name: &'static str,
    pub old: String,
    pub new: String,
}

/// What is compared.
pub enum Comparison {
    Same,
    Different(Difference),
    /// The game does not say what it was played with.
    Unknown,
}

/// A tag, and what people call it. What the engines and their limits are called depends on the colours.
const TAGS: [(&str, &str); 5] = [
    ("Adjudication", "adjudication"),
    ("Timekeeping", "timekeeping"),
    ("Openings", "openings"),
    ("OpeningOrder", "order of the openings"),
    ("Tournament", "tournament"),
];

/// The settings of a game as tags, besides those that every game has.
pub fn tags(plan: &MatchPlan, game: &ScheduledGame) -> Vec<(&'static str, String)> {
    let [red, black] = game.engines.map(|engine| plan.entrants[engine].settings());
    let mut tags = vec![("RedEngine", red), ("BlackEngine", black)];
    let values = [
        adjudication(&plan.conditions.adjudication),
        timekeeping(plan),
        openings(plan),
        match plan.order {
            OpeningOrder::Sequential => "sequential".to_string(),
            OpeningOrder::Random => format!("random, seed {}", plan.seed),
        },
        tournament(plan),
    ];
    tags.extend(TAGS.into_iter().zip(values).map(|((tag, _), value)| (tag, value)));
    tags
}

/// Whether a game says anything of what it was played with.
pub fn has_any(entry: &ArchivedGame) -> bool {
    let names = TAGS.map(|(tag, _)| tag);
    names.into_iter().chain(["RedEngine", "BlackEngine"]).any(|tag| entry.tag(tag).is_some())
}

/// Whether a game was played with the settings of the plan.
pub fn compare(entry: &ArchivedGame, game: &ScheduledGame, plan: &MatchPlan) -> Comparison {
    let names = game.engines.map(|engine| plan.entrants[engine].name.clone());
    let limits = game.engines.map(|engine| plan.limit(engine).to_string());
    let common = || entry.tag("TimeControl");
    let [old_red, old_black] =
        ["RedTimeControl", "BlackTimeControl"].map(|tag| entry.tag(tag).or_else(common));
    let [new_red, new_black] = limits;
    let [red, black] = names;
    let tags = tags(plan, game);
    let tag = |name: &'static str, tag: &str| {
        let new = tags.iter().find(|(other, _)| *other == tag).map(|(_, value)| value.clone());
        (name, entry.tag(tag), new.unwrap_or_default())
    };
    let is_xiangqi = plan.conditions.variant == arena::Variant::Xiangqi;
    let rules = if is_xiangqi { plan.conditions.rules.name() } else { "chess" };
    let rows = [
        ("rules", Some(entry.tag("RuleSet").unwrap_or("chess")), rules.to_string()),
        ("engine with the first move", Some(entry.names[0].as_str()), red),
        ("engine with the second move", Some(entry.names[1].as_str()), black),
        tag("first engine's settings", "RedEngine"),
        tag("second engine's settings", "BlackEngine"),
        ("first engine's limit", old_red, new_red),
        ("second engine's limit", old_black, new_black),
    ];
    let rows = rows.into_iter().chain(TAGS.map(|(name, words)| tag(words, name)));
    let mut is_unknown = false;
    for (name, old, new) in rows {
        // As the file writes it.
        let new = new.replace(char::is_control, " ");
        match old {
            Some(old) if old != new => {
                return Comparison::Different(Difference { name, old: old.to_string(), new });
            }
            Some(_) => {}
            None => is_unknown = true,
        }
    }
    if is_unknown { Comparison::Unknown } else { Comparison::Same }
}

fn adjudication(rules: &Adjudication) -> String {
    let Adjudication { resign, draw, max_plies } = rules;
    let parts = [
        resign.map(|rule| format!("resign {rule}")),
        draw.map(|rule| format!("draw {rule}")),
        max_plies.map(|plies| format!("draw after {plies} plies")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "none".to_string() } else { parts.join("; ") }
}

fn timekeeping(plan: &MatchPlan) -> String {
    let conditions = &plan.conditions;
    let [margin, lag] = [conditions.margin, conditions.lag].map(|time| time.as_millis());
    format!("margin {margin} ms, lag {lag} ms, patience {} s", conditions.patience.as_secs())
}

/// How many there are, and a checksum: a file may be moved, but not changed.
fn openings(plan: &MatchPlan) -> String {
    let count = plan.openings.len();
    let plural = if count == 1 { "" } else { "s" };
    let bytes = plan.openings.iter().flat_map(|opening| opening.fen.bytes().chain([b'\n']));
    format!("{count} position{plural}, checksum {:016x}", fnv(bytes))
}

/// The hash of Fowler, Noll and Vo, which is the same everywhere.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn tournament(plan: &MatchPlan) -> String {
    let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let names = names.join(", ");
    // Two engines meet in one way only.
    if plan.entrants.len() == 2 { names } else { format!("{} of {names}", plan.tournament) }
}

//! The list of options: one row for each, with all that there is to say about it.

use super::kind::{EMPTY, Kind, Value};
use super::{Button, Options, Ranks};
use crate::Dialect::{self, Ucci, Uci, XBoard};
use engine::{Level, RATINGS};
use games::Variant;
use players::Algorithm;
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::{RuleSet, Rules};

/// When an option may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// While a search runs, too: it counts from the next search on, or does not concern the search.
    AnyTime,
    /// Only when no search runs, for it changes what the search uses.
    Idle,
}

/// All that there is to say about an option.
pub struct Row {
    /// Its name. None contains one of the words `name`, `type`, `default`, `value`: there are GUIs that cut lines there.
    pub name: &'static str,
    /// The name that the standard of UCCI has for it.
    pub ucci: Option<&'static str>,
    /// Whose introductions list it. Everybody may set it.
    pub shown: &'static [Dialect],
    /// Its values.
    pub kind: Kind,
    /// When it may be changed.
    pub when: When,
    /// What it does: the options are changed, and whoever has to do with them acts on the difference.
    pub set: fn(&mut Options, Value<'_>),
    /// What somebody should know who changes it.
    pub note: Option<&'static str>,
}

const ALL: &[Dialect] = &[Uci, Ucci, XBoard];
/// For these `XBoard` has commands of its own.
const NOT_XBOARD: &[Dialect] = &[Uci, Ucci];
const NOT_UCCI: &[Dialect] = &[Uci, XBoard];
const NOT_UCI: &[Dialect] = &[Ucci, XBoard];
const ONLY_UCI: &[Dialect] = &[Uci];
const ONLY_UCCI: &[Dialect] = &[Ucci];

const COORDINATES: [(&str, Option<Ranks>); 3] =
    [("auto", None), ("0-9", Some(Ranks::AsTheyAre)), ("1-10", Some(Ranks::FromOne))];
/// The move rule that is the default, in plies.
const SIXTY_MOVES: u16 = 120;
/// What somebody should know who chooses another algorithm.
const ALGORITHM_NOTE: &str =
    "levels and ratings are those of the algorithm \"engine\"; the others spend what \"go\" allows";
/// The most playouts that can be asked for.
const MAX_PLAYOUTS: u64 = 1_000_000_000;
/// The largest limit of the move rule that can be asked for, in plies.
const MAX_DRAW_PLIES: u64 = 1000;

fn row(name: &'static str, shown: &'static [Dialect], kind: Kind, set: fn(&mut Options, Value<'_>)) -> Row {
    Row { name, ucci: None, shown, kind, when: When::Idle, set, note: None }
}

impl Row {
    fn live(self) -> Self {
        Self { when: When::AnyTime, ..self }
    }

    fn in_ucci(self, name: &'static str) -> Self {
        Self { ucci: Some(name), ..self }
    }

    fn noted(self, note: &'static str) -> Self {
        Self { note: Some(note), ..self }
    }

    /// Whether the name is this option's, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

fn spin(default: u64, min: u64, max: u64) -> Kind {
    Kind::Spin { default, min, max }
}

fn path(value: Value<'_>) -> Option<PathBuf> {
    value.text().map(PathBuf::from)
}

fn set_algorithm(options: &mut Options, value: Value<'_>) {
    let algorithm = Algorithm::ALL.get(value.number() as usize).copied();
    options.engine.algorithm = algorithm.unwrap_or_default();
}

/// All options, in the order in which they are shown.
#[allow(clippy::too_many_lines)] // a table: one row for each option
pub fn rows() -> Vec<Row> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let [weakest, strongest] = RATINGS.map(u64::from);
    vec![
        row("Debug Log File", ALL, Kind::Text(EMPTY), |options, value| options.log = path(value)).live(),
        row("NumaPolicy", ONLY_UCI, Kind::Text("auto"), |options, value| {
            options.numa = value.text().unwrap_or("auto").into();
        })
        .live()
        .noted("NumaPolicy has no effect: the operating system places threads and memory"),
        row("Threads", NOT_XBOARD, spin(1, 1, 1024.max(4 * processors)), |options, value| {
            options.engine.threads = value.number() as usize;
        })
        .in_ucci("threads"),
        row("Hash", NOT_XBOARD, spin(16, 1, 33_554_432), |options, value| {
            options.engine.hash = value.number() as usize;
        })
        .in_ucci("hashsize"),
        row("Clear Hash", ALL, Kind::Button(Button::ClearHash), |_, _| {}),
        // It says what the GUI may do, and changes nothing by itself.
        row("Ponder", NOT_XBOARD, Kind::Check(false), |_, _| {}).live().in_ucci("ponder"),
        row("MultiPV", ALL, spin(1, 1, 128), |options, value| options.lines = value.number() as usize).live(),
        row("Move Overhead", ALL, spin(10, 0, 5000), |options, value| {
            options.overhead = Duration::from_millis(value.number());
        })
        .live(),
        row("nodestime", ALL, spin(0, 0, 10_000), |options, value| options.nodes_time = value.number())
            .live(),
        row("UCI_ShowWDL", ONLY_UCI, Kind::Check(false), |options, value| {
            options.shows_win_draw_loss = value.is_set();
        })
        .live(),
        row("EvalFile", ALL, Kind::Text(EMPTY), |options, value| {
            options.engine.evaluation.network = path(value);
        }),
        row("Eval", ALL, Kind::Combo(&["network", "classical"]), |options, value| {
            options.engine.evaluation.by_network = value.number() == 0;
        }),
        row("EvalWeights", ALL, Kind::Text("tuned"), |options, value| {
            options.engine.evaluation.weights = value.text().unwrap_or("tuned").into();
        }),
        row("Endgame Tables", ALL, Kind::Check(true), |options, value| {
            options.engine.evaluation.by_tables = value.is_set();
        }),
        row("EndgamePath", ALL, Kind::Text(EMPTY), |options, value| {
            options.engine.evaluation.tables = path(value);
        }),
        row("Random Seed", ALL, spin(0, 0, 2_147_483_647), |options, value| options.seed = value.number())
            .live(),
        row("Randomness", ALL, spin(0, 0, 1000), |options, value| options.randomness = value.number() as i32)
            .live(),
        row("Skill Level", ALL, spin(10, 1, 10), |options, value| {
            options.engine.strength.skill = Level::new(value.number() as u8).unwrap_or_default();
        }),
        row("UCI_LimitStrength", ALL, Kind::Check(false), |options, value| {
            options.engine.strength.goes_by_rating = value.is_set();
        }),
        row("UCI_Elo", ALL, spin(weakest, weakest, strongest), |options, value| {
            options.engine.strength.rating = Level::rated(value.number() as u32).unwrap_or_default();
        }),
        row("Algorithm", ALL, Kind::Combo(&Algorithm::NAMES), set_algorithm).noted(ALGORITHM_NOTE),
        row("Playouts", ALL, spin(0, 0, MAX_PLAYOUTS), |options, value| {
            options.engine.playouts = value.number();
        }),
        row("OwnBook", ALL, Kind::Check(false), |options, value| options.uses_book = value.is_set())
            .live()
            .in_ucci("usebook"),
        row("Book File", ALL, Kind::Text(EMPTY), |options, value| options.book = path(value))
            .live()
            .in_ucci("bookfiles"),
        row("Book Depth", ALL, spin(24, 0, 1000), |options, value| options.book_depth = value.number())
            .live(),
        row("UCI_Variant", ONLY_UCI, Kind::Combo(&["xiangqi", "chess"]), |options, value| {
            options.coordinates.hear_variant();
            let variant = Variant::ALL.get(value.number() as usize).copied();
            options.engine.choose_game(variant.unwrap_or_default());
        }),
        row("Coordinates", NOT_UCCI, Kind::Combo(&["auto", "0-9", "1-10"]), |options, value| {
            let ranks = COORDINATES.get(value.number() as usize);
            options.coordinates.choose(ranks.and_then(|(_, ranks)| *ranks));
        })
        .live(),
        row("Repetition Rule", ALL, Kind::Combo(&["computer", "asian", "simple"]), |options, value| {
            let set = RuleSet::ALL.get(value.number() as usize).copied().unwrap_or_default();
            let natural_limit = options.engine.rules.natural_limit;
            options.engine.rules = Rules { natural_limit, ..Rules::from(set) };
        }),
        row("Sixty Move Rule", NOT_UCCI, Kind::Check(true), |options, value| {
            options.engine.rules.natural_limit = value.is_set().then_some(SIXTY_MOVES);
        }),
        row("Offer Draws", NOT_UCI, Kind::Check(false), |options, value| {
            options.offers_draws = value.is_set();
        })
        .live(),
        row("Resign", NOT_UCI, Kind::Check(false), |options, value| options.resigns = value.is_set()).live(),
        row("usemillisec", ONLY_UCCI, Kind::Check(false), |options, value| {
            options.clock_unit = Duration::from_millis(if value.is_set() { 1 } else { 1000 });
        })
        .live(),
        row("drawmoves", ONLY_UCCI, spin(SIXTY_MOVES.into(), 0, MAX_DRAW_PLIES), |options, value| {
            options.engine.rules.natural_limit = Some(value.number() as u16).filter(|&plies| plies > 0);
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_start_from_what_is_set() {
        let mut options = Options::default();
        for row in rows() {
            if let Kind::Spin { default, min, max } = row.kind {
                assert!((min..=max).contains(&default), "{}", row.name);
            }
            let text = row.kind.default_text();
            (row.set)(&mut options, row.kind.read(&text).unwrap());
        }
        assert_eq!(options.ranks(), Options::default().ranks());
        options.coordinates = Options::default().coordinates;
        assert_eq!(options, Options::default());
    }

    #[test]
    fn the_words_of_combos_are_in_the_order_of_what_they_name() {
        let words = |name: &str| rows().into_iter().find(|row| row.name == name).map(|row| row.kind);
        assert_eq!(words("UCI_Variant"), Some(Kind::Combo(&["xiangqi", "chess"])));
        assert_eq!(Variant::ALL.map(Variant::name), ["xiangqi", "chess"]);
        assert_eq!(Algorithm::ALL.map(Algorithm::name), Algorithm::NAMES);
        assert_eq!(RuleSet::ALL.map(RuleSet::name), ["computer", "asian", "simple"]);
        assert_eq!(COORDINATES.map(|(word, _)| word), ["auto", "0-9", "1-10"]);
    }

    #[test]
    fn names_are_told_apart() {
        let rows = rows();
        for (place, row) in rows.iter().enumerate() {
            for other in &rows[place + 1..] {
                assert!(!row.is_called(other.name), "{}", row.name);
                assert!(row.ucci.is_none() || row.ucci != other.ucci, "{}", row.name);
            }
            assert!(!row.shown.is_empty(), "{}", row.name);
        }
    }
}

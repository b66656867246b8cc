//! What can be set, and what it is set to.
//!
//! Each option is one row of `kinds::rows`; a GUI is shown the rows, and values are checked by them.

use crate::kinds::{EMPTY, Kind, OUTSIDE_UCI, rows};
use crate::ranks::{Coordinates, Ranks};
use engine::{EvaluationChoice, Level};
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::{RuleSet, Rules};

pub use games::Variant;

/// How strongly the engine is to play, by what the GUI says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The level.
    pub skill: Level,
    /// The rating.
    pub rating: Level,
    /// Whether the rating counts, and not the level.
    pub goes_by_rating: bool,
}

impl Default for Strength {
    fn default() -> Self {
        Self { skill: Level::default(), rating: Level::weakest(), goes_by_rating: false }
    }
}

impl Strength {
    /// What counts of it.
    pub fn level(self) -> Level {
        if self.goes_by_rating { self.rating } else { self.skill }
    }
}

/// The options and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)] // facts that are asked for one by one
pub struct Options {
    /// Mebibytes of the table.
    pub hash: usize,
    /// Threads of the search.
    pub threads: usize,
    /// Lines to show.
    pub lines: usize,
    /// Time lost between the GUI and the engine.
    pub overhead: Duration,
    /// Nodes that stand for a millisecond; 0 for real time.
    pub nodes_time: u64,
    /// Whether lines show the chances of a win, a draw and a loss.
    pub shows_outlook: bool,
    /// How positions are judged.
    pub judging: EvaluationChoice,
    /// The seed for a choice among equal moves; 0 for none.
    pub seed: u64,
    /// Whether moves are played from an opening book.
    pub uses_book: bool,
    /// The book is left after so many plies.
    pub book_depth: u64,
    /// How much worse than the best a move may be and still be chosen at random, in centipawns.
    pub randomness: i32,
    /// How strongly the engine plays.
    pub strength: Strength,
    /// The game.
    pub variant: Variant,
    /// How the GUI counts the ranks of a xiangqi board; [`Options::ranks`] knows when that matters.
    pub coordinates: Coordinates,
    /// The rules that searches go by.
    pub rules: Rules,
    /// Whether the engine may offer a draw, where the protocol lets it.
    pub offers_draws: bool,
    /// Whether the engine may resign, where the protocol lets it.
    pub resigns: bool,
    /// What the clocks of UCCI count: seconds, or milliseconds.
    pub clock_unit: Duration,
    /// The parameters of the search.
    #[cfg(feature = "tune")]
    pub params: search::Params,
    /// The techniques of the search.
    #[cfg(feature = "tune")]
    pub techniques: search::Techniques,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            nodes_time: 0,
            shows_outlook: false,
            judging: EvaluationChoice::default(),
            seed: 0,
            uses_book: false,
            book_depth: 24,
            randomness: 0,
            strength: Strength::default(),
            variant: Variant::default(),
            coordinates: Coordinates::default(),
            rules: Rules::from(RuleSet::Computer),
            offers_draws: false,
            resigns: false,
            clock_unit: Duration::from_secs(1),
            #[cfg(feature = "tune")]
            params: crate::numbers::of(Variant::default()),
            #[cfg(feature = "tune")]
            techniques: search::Techniques::ALL,
        }
    }
}

/// What changing an option asks of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    None,
    /// The table gets a new size.
    Hash(usize),
    /// There are more or fewer threads.
    Threads(usize),
    /// Everything is to be forgotten.
    Clear,
    /// Another game is played.
    Variant(Variant),
    /// What is said goes to a file, too; or no longer.
    Log(Option<PathBuf>),
    /// Positions are judged in another way.
    EvaluationChoice(EvaluationChoice),
    /// Repetition and long games are judged in another way.
    Rules(Rules),
    /// Another opening book; none for the one inside the program.
    Book(Option<PathBuf>),
    /// The engine plays more or less strongly.
    Strength(Strength),
    /// Other parameters or techniques.
    #[cfg(feature = "tune")]
    Params,
    /// Nothing, but somebody should know why.
    Remark(&'static str),
}

/// The natural-move rule, in plies.
const SIXTY_MOVES: u16 = 120;

impl Options {
    /// How ranks are counted in the game that is played.
    pub fn ranks(&self) -> Ranks {
        match self.variant {
            Variant::Xiangqi => self.coordinates.ranks(),
            Variant::Chess => Ranks::AsTheyAre,
        }
    }

    /// The other way of counting, if it may be the right one.
    pub fn alternative_ranks(&self) -> Option<Ranks> {
        self.coordinates.alternative().filter(|_| self.variant == Variant::Xiangqi)
    }

    /// The lines that tell a GUI what can be set.
    pub fn describe() -> String {
        let line = |(name, kind): (&str, Kind)| format!("option name {name} type {}", kind.describe());
        let is_shown = |(name, _): &(&str, Kind)| !OUTSIDE_UCI.contains(name);
        rows().into_iter().filter(is_shown).map(line).collect::<Vec<String>>().join("\n")
    }

    /// Sets an option; names are read in any case. What the engine must do itself (its table, its threads, its
    /// game) is only asked for: [`Change`].
    ///
    /// # Errors
    /// Quotes what is wrong and says what would be right; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        #[cfg(feature = "tune")]
        if let Some(done) = crate::numbers::set(self, name, value.unwrap_or_default()) {
            return done.map(|()| Change::Params);
        }
        let rows = rows();
        let row = rows.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) =
            row.ok_or_else(|| format!("there is no option \"{name}\"; the introduction lists them"))?;
        let text = value.unwrap_or_default().trim();
        let number =
            kind.read(text).map_err(|right| format!("option \"{name}\" cannot be \"{text}\"; {right}"))?;
        let is_empty = text.is_empty() || text == EMPTY;
        match *name {
            "Debug Log File" => return Ok(Change::Log((!is_empty).then(|| text.into()))),
            "NumaPolicy" if !is_empty && text != "auto" && text != "none" => {
                return Ok(Change::Remark(
                    "NumaPolicy has no effect: the operating system places threads and memory",
                ));
            }
            "Threads" => return Ok(Change::Threads(number as usize)),
            "Hash" => return Ok(Change::Hash(number as usize)),
            "Clear Hash" => return Ok(Change::Clear),
            "MultiPV" => self.lines = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number),
            "nodestime" => self.nodes_time = number,
            "UCI_ShowWDL" => self.shows_outlook = number == 1,
            "EvalFile" => {
                return Ok(self.judged(|judging| judging.network = (!is_empty).then(|| text.into())));
            }
            "Eval" => return Ok(self.judged(|judging| judging.by_network = number == 0)),
            "EvalWeights" => {
                let weights = if is_empty { "tuned" } else { text };
                return Ok(self.judged(|judging| judging.weights = weights.to_string()));
            }
            "Random Seed" => self.seed = number,
            "Randomness" => self.randomness = number as i32,
            "Skill Level" => {
                let skill = Level::new(number as u8).unwrap_or_default();
                return Ok(self.strong(Strength { skill, ..self.strength }));
            }
            "UCI_LimitStrength" => {
                return Ok(self.strong(Strength { goes_by_rating: number == 1, ..self.strength }));
            }
            "UCI_Elo" => {
                let rating = Level::rated(number as u32).unwrap_or_default();
                return Ok(self.strong(Strength { rating, ..self.strength }));
            }
            "OwnBook" => self.uses_book = number == 1,
            "Book File" => return Ok(Change::Book((!is_empty).then(|| text.into()))),
            "Book Depth" => self.book_depth = number,
            "UCI_Variant" => {
                self.coordinates.hear_variant();
                return Ok(Change::Variant(if number == 1 { Variant::Chess } else { Variant::Xiangqi }));
            }
            "Coordinates" => self.coordinates.choose(match number {
                1 => Some(Ranks::AsTheyAre),
                2 => Some(Ranks::FromOne),
                _ => None,
            }),
            "Repetition Rule" => {
                let set = RuleSet::ALL.get(number as usize).copied().unwrap_or_default();
                return Ok(self.ruled(Rules { natural_limit: self.rules.natural_limit, ..Rules::from(set) }));
            }
            "Sixty Move Rule" => {
                let natural_limit = (number == 1).then_some(SIXTY_MOVES);
                return Ok(self.ruled(Rules { natural_limit, ..self.rules }));
            }
            "drawmoves" => {
                let natural_limit = Some(number as u16).filter(|&plies| plies > 0);
                return Ok(self.ruled(Rules { natural_limit, ..self.rules }));
            }
            "Offer Draws" => self.offers_draws = number == 1,
            "Resign" => self.resigns = number == 1,
            "usemillisec" => {
                self.clock_unit = if number == 1 { Duration::from_millis(1) } else { Duration::from_secs(1) };
            }
            // Ponder says what the GUI may do, and the rest is as it was.
            _ => {}
        }
        Ok(Change::None)
    }

    /// Asks for another strength, unless it is the same.
    fn strong(&self, strength: Strength) -> Change {
        if strength == self.strength { Change::None } else { Change::Strength(strength) }
    }

    /// Asks for other rules, unless they are the same.
    fn ruled(&self, rules: Rules) -> Change {
        if rules == self.rules { Change::None } else { Change::Rules(rules) }
    }

    /// Asks for another way of judging, unless it is the same.
    fn judged(&self, change: impl FnOnce(&mut EvaluationChoice)) -> Change {
        let mut judging = self.judging.clone();
        change(&mut judging);
        if judging == self.judging { Change::None } else { Change::EvaluationChoice(judging) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::RATINGS;

    #[test]
    fn values_are_checked_and_kept() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("64")), Ok(Change::Hash(64)));
        assert_eq!(options.set("MultiPV", Some("3")), Ok(Change::None));
        assert_eq!(options.set("UCI_ShowWDL", Some("true")), Ok(Change::None));
        assert_eq!(options.set("UCI_Variant", Some("Chess")), Ok(Change::Variant(Variant::Chess)));
        assert_eq!(options.set("debug log file", Some("<empty>")), Ok(Change::Log(None)));
        assert_eq!(options.set("EvalFile", Some("<empty>")), Ok(Change::None));
        let before = options.clone();
        let bad = [
            ("Hash", "0"),
            ("Hash", "33554433"),
            ("Threads", "many"),
            ("Threads", "-1"),
            ("Ponder", "maybe"),
            ("MultiPV", "129"),
            ("Move Overhead", ""),
            ("nodestime", "1e3"),
            ("UCI_Variant", "go"),
            ("Eval", "guess"),
            ("Coordinates", "2-11"),
            ("Repetition Rule", "chinese"),
            ("OwnBook", "perhaps"),
            ("Book Depth", "1001"),
            ("Skill Level", "11"),
            ("UCI_Elo", "10"),
            ("UCI_LimitStrength", "1"),
            ("Randomness", "-1"),
            ("Speed", "9"),
        ];
        for (name, value) in bad {
            let message = options.set(name, Some(value)).unwrap_err();
            assert!(message.contains(&format!("\"{name}\"")), "{message}");
        }
        let named = EvaluationChoice { network: Some("my.nnue".into()), ..EvaluationChoice::default() };
        assert_eq!(options.set("EvalFile", Some("my.nnue")), Ok(Change::EvaluationChoice(named)));
        assert_eq!(options, before);
        assert_eq!((options.lines, options.shows_outlook), (3, true));
    }

    #[test]
    fn a_rating_counts_when_it_is_asked_for() {
        let mut options = Options::default();
        let mut set = |name, value: &str| match options.set(name, Some(value)) {
            Ok(Change::Strength(strength)) => {
                options.strength = strength;
                strength.level()
            }
            other => panic!("{other:?}"),
        };
        let rating = RATINGS[0] + 40;
        assert_eq!(set("UCI_Elo", &rating.to_string()), Level::default());
        assert_eq!(set("UCI_LimitStrength", "true").elo(), rating);
        assert_eq!(set("Skill Level", "5").elo(), rating);
        assert_eq!(set("UCI_LimitStrength", "false").number(), 5);
    }

    #[test]
    fn rows_start_from_what_is_set() {
        let mut options = Options::default();
        for (name, kind) in rows() {
            let text = match kind {
                Kind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{name}");
                    default.to_string()
                }
                Kind::Check(default) => default.to_string(),
                Kind::Button => continue,
                Kind::Text(default) => default.into(),
                Kind::Combo(words) => words[0].into(),
            };
            options.set(name, Some(&text)).unwrap();
        }
        assert_eq!(options.ranks(), Options::default().ranks());
        options.coordinates = Coordinates::default();
        assert_eq!(options, Options::default());
    }
}

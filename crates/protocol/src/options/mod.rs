//! What can be set, and what it is set to.
//!
//! An option is one row of [`rows`]: its names, its values, when it may be changed and what it does. The values are plain
//! data. Setting one gives other options and changes nothing by itself: the state machine compares the two, has the engine
//! do what the difference asks for, and keeps the new ones if that succeeds.

mod kind;
#[cfg(feature = "tune")]
pub mod params;
mod ranks;
mod rows;

pub use kind::{BadValue, Kind};
pub use ranks::{BadRanks, Coordinates, Ranks};
pub use rows::{Row, When, rows};

use engine::draws::Permission;
use engine::opening::BOOK_PLIES;
use engine::{EvaluationChoice, Level};
use games::Variant;
use players::Algorithm;
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::{RuleSet, Rules};

/// Mebibytes of the table, unless a GUI says otherwise.
pub const DEFAULT_HASH: usize = 16;

/// What can be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Forgets what earlier searches found.
    ClearHash,
}

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

/// What the engine itself has to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The game.
    pub variant: Variant,
    /// Mebibytes of the transposition table.
    pub hash: usize,
    /// Threads of the search.
    pub threads: usize,
    /// How positions are evaluated.
    pub evaluation: EvaluationChoice,
    /// The rules that searches go by.
    pub rules: Rules,
    /// How strongly the engine plays.
    pub strength: Strength,
    /// How it finds moves.
    pub algorithm: Algorithm,
    /// The playouts of a tree search; 0 for no such limit.
    pub playouts: u64,
    /// The parameters of the search.
    #[cfg(feature = "tune")]
    pub params: search::Params,
    /// The techniques of the search.
    #[cfg(feature = "tune")]
    pub techniques: search::Techniques,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            variant: Variant::default(),
            hash: DEFAULT_HASH,
            threads: 1,
            evaluation: EvaluationChoice::default(),
            rules: Rules::from(RuleSet::Computer),
            strength: Strength::default(),
            algorithm: Algorithm::default(),
            playouts: 0,
            #[cfg(feature = "tune")]
            params: params::of(Variant::default()),
            #[cfg(feature = "tune")]
            techniques: search::Techniques::default(),
        }
    }
}

impl EngineSettings {
    /// Plays another game. Its parameters are its own.
    pub fn choose_game(&mut self, variant: Variant) {
        if variant != self.variant {
            self.variant = variant;
            #[cfg(feature = "tune")]
            {
                self.params = params::of(variant);
            }
        }
    }
}

/// The options and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)] // facts that are asked for one by one
pub struct Options {
    /// What the engine itself has to know.
    pub engine: EngineSettings,
    /// The file that follows the conversation.
    pub log: Option<PathBuf>,
    /// What was asked for the placement of threads, which is left to the operating system.
    pub numa: String,
    /// Lines to show.
    pub lines: usize,
    /// Time lost between the GUI and the engine.
    pub overhead: Duration,
    /// Nodes that stand for a millisecond; 0 for real time.
    pub nodes_time: u64,
    /// Whether lines show the chances of a win, a draw and a loss.
    pub shows_win_draw_loss: bool,
    /// The seed for a choice among equal moves; 0 for none.
    pub seed: u64,
    /// How much worse than the best a move may be and still be chosen at random, in centipawns.
    pub randomness: i32,
    /// Whether moves are played from an opening book.
    pub uses_book: bool,
    /// The book; none for the one inside the program.
    pub book: Option<PathBuf>,
    /// The book is left after this number of plies.
    pub book_depth: u64,
    /// How the GUI counts the ranks of a xiangqi board; [`Options::ranks`] knows when that matters.
    pub coordinates: Coordinates,
    /// Whether the engine may offer a draw, where the protocol lets it.
    pub offers_draws: bool,
    /// Whether the engine may resign, where the protocol lets it.
    pub resigns: bool,
    /// What the clocks of UCCI count: seconds, or milliseconds.
    pub clock_unit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            engine: EngineSettings::default(),
            log: None,
            numa: "auto".into(),
            lines: 1,
            overhead: Duration::from_millis(10),
            nodes_time: 0,
            shows_win_draw_loss: false,
            seed: 0,
            randomness: 0,
            uses_book: false,
            book: None,
            book_depth: BOOK_PLIES.into(),
            coordinates: Coordinates::default(),
            offers_draws: false,
            resigns: false,
            clock_unit: Duration::from_secs(1),
        }
    }
}

impl Options {
    /// What the engine may do of itself beside its moves.
    pub fn draw_permission(&self) -> Permission {
        Permission { offers: self.offers_draws, resigns: self.resigns }
    }
}

/// What setting an option would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The options after it.
    pub options: Options,
    /// When it may be done.
    pub when: When,
    /// What was pressed.
    pub pressed: Option<Button>,
    /// What somebody should know.
    pub note: Option<&'static str>,
}

/// Why an option is not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("there is no option \"{0}\"; the introduction lists them")]
    Unknown(String),
    /// It does not take this value.
    #[error("option \"{name}\" cannot be \"{text}\"; {right}")]
    Value {
        /// Its name.
        name: String,
        /// The value.
        text: String,
        /// What would be right.
        right: BadValue,
    },
}

impl OptionError {
    fn value(name: &str, text: &str, right: BadValue) -> Self {
        Self::Value { name: name.to_owned(), text: text.to_owned(), right }
    }
}

impl Options {
    /// How ranks are counted in the game that is played.
    pub fn ranks(&self) -> Ranks {
        match self.engine.variant {
            Variant::Xiangqi => self.coordinates.ranks(),
            Variant::Chess => Ranks::AsTheyAre,
        }
    }

    /// The other way of counting, if it may be the right one.
    pub fn alternative_ranks(&self) -> Option<Ranks> {
        self.coordinates.alternative().filter(|_| self.engine.variant == Variant::Xiangqi)
    }

    /// What becomes of the options if one of them is set. Names are read in any case.
    ///
    /// # Errors
    /// Quotes what is wrong and says what would be right.
    pub fn with(&self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let mut options = self.clone();
        let text = value.unwrap_or_default().trim();
        #[cfg(feature = "tune")]
        if let Some(done) = params::set(&mut options.engine, name, text) {
            return done.map(|()| Change { options, when: When::Idle, pressed: None, note: None });
        }
        let row = rows().into_iter().find(|row| row.is_called(name));
        let row = row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let refused = |right| OptionError::value(row.name, text, right);
        (row.set)(&mut options, row.kind.read(text).map_err(refused)?);
        let pressed = if let Kind::Button(button) = row.kind { Some(button) } else { None };
        let note = row.note.filter(|_| options != *self);
        Ok(Change { options, when: row.when, pressed, note })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::RATINGS;

    fn with(options: &Options, name: &str, value: &str) -> Options {
        options.with(name, Some(value)).unwrap().options
    }

    #[test]
    fn values_are_checked_and_nothing_changes_by_itself() {
        let options = Options::default();
        assert_eq!(with(&options, "hash", "64").engine.hash, 64);
        assert_eq!(with(&options, "MultiPV", "3").lines, 3);
        assert!(with(&options, "UCI_ShowWDL", "true").shows_win_draw_loss);
        assert_eq!(with(&options, "Algorithm", "MCTS").engine.algorithm, Algorithm::Mcts);
        assert_eq!(with(&options, "UCI_Variant", "Chess").engine.variant, Variant::Chess);
        assert_eq!(with(&options, "EvalFile", "my.nnue").engine.evaluation.network, Some("my.nnue".into()));
        for (name, value) in [("debug log file", "<empty>"), ("EvalFile", "<empty>"), ("Eval", "network")] {
            assert_eq!(with(&options, name, value), options, "{name}");
        }
        assert_eq!(options.with("Clear Hash", None).unwrap().pressed, Some(Button::ClearHash));
        assert!(options.with("NumaPolicy", Some("hardware")).unwrap().note.is_some());
        assert!(options.with("NumaPolicy", Some("auto")).unwrap().note.is_none());
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
            ("Algorithm", "alpha"),
            ("Playouts", "many"),
            ("UCI_Elo", "10"),
            ("UCI_LimitStrength", "1"),
            ("Randomness", "-1"),
            ("drawmoves", "1001"),
            ("Speed", "9"),
        ];
        for (name, value) in bad {
            let message = options.with(name, Some(value)).unwrap_err().to_string();
            assert!(message.contains(&format!("\"{name}\"")), "{message}");
        }
    }

    #[test]
    fn a_rating_counts_when_it_is_asked_for() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            options = with(&options, name, value);
            options.engine.strength.level()
        };
        let rating = RATINGS[0] + 40;
        assert_eq!(set("UCI_Elo", &rating.to_string()), Level::default());
        assert_eq!(set("UCI_LimitStrength", "true").elo(), rating);
        assert_eq!(set("Skill Level", "5").elo(), rating);
        assert_eq!(set("UCI_LimitStrength", "false").number(), 5);
    }

    #[test]
    fn the_move_rule_has_a_name_in_each_language() {
        let options = Options::default();
        let limit = |name, value| with(&options, name, value).engine.rules.natural_limit;
        assert_eq!(limit("Sixty Move Rule", "false"), None);
        assert_eq!(limit("Sixty Move Rule", "true"), Some(120));
        assert_eq!((limit("drawmoves", "0"), limit("drawmoves", "100")), (None, Some(100)));
    }
}

//! When a game is over, who has won, and why.
//!
//! [`Rules`] is a rule set with its parameters; [`Rules::verdict`] judges a [`Position`] with its
//! past and gives a [`Verdict`] that carries its reason. [`Verdict::explain`] turns it into a sentence.
//!
//! | | `computer` | `asian` | `simple` |
//! |---|---|---|---|
//! | no legal move | loss | loss | loss |
//! | third occurrence of a position | check, then chase, as Pikafish judges | check, chase of a rook held by a horse, chase | draw |
//! | natural-move rule | 60 moves | 60 moves | none |
//! | too little material | nothing to attack with, or a cannon that cannot mate | nothing to attack with | play on |

mod conduct;
mod explain;
mod made;
mod material;
mod mutual;
mod span;
mod threat;

pub use conduct::{Attack, Conduct, Habit, Offence};
pub use explain::Language;
pub use material::MaterialRule;
pub use mutual::CounterOffence;
pub use threat::ThreatKind;

use crate::board::Board;
use crate::position::Position;
use crate::types::{Colour, Move};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::{cmp::Ordering, fmt, str::FromStr};
use span::Span;
use threat::Outclassed;

/// A rule set by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// What Pikafish and most programs expect.
    #[default]
    Computer,
    /// The rules of the Asian Xiangqi Federation.
    Asian,
    /// The third occurrence of a position is a draw; nothing else is judged.
    Simple,
}

impl RuleSet {
    /// All of them.
    ///
    /// ```
    /// use xiangqi::RuleSet;
    /// assert_eq!(RuleSet::ALL.map(RuleSet::name), ["computer", "asian", "simple"]);
    /// assert_eq!("Asian".parse::<RuleSet>().ok(), Some(RuleSet::Asian));
    /// ```
    pub const ALL: [Self; 3] = [Self::Computer, Self::Asian, Self::Simple];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Asian => "asian",
            Self::Simple => "simple",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRuleSet(String);

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule set \"{}\"; there are computer, asian and simple", self.0)
    }
}

impl core::error::Error for UnknownRuleSet {}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;
    fn from_str(text: &str) -> Result<Self, UnknownRuleSet> {
        let found = Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownRuleSet(text.into()))
    }
}

/// A rule set with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How repetition is judged.
    pub repetition: RuleSet,
    /// The game is drawn after this many plies without a capture, if there is such a limit.
    pub natural_limit: Option<u16>,
    /// Which endings are drawn for want of material.
    pub material: MaterialRule,
}

impl From<RuleSet> for Rules {
    fn from(set: RuleSet) -> Self {
        let (natural_limit, material) = match set {
            RuleSet::Computer => (Some(120), MaterialRule::Computer),
            RuleSet::Asian => (Some(120), MaterialRule::NoAttackers),
            RuleSet::Simple => (None, MaterialRule::Never),
        };
        Self { repetition: set, natural_limit, material }
    }
}

/// How a game ends.
///
/// ```
/// use xiangqi::{Colour, Outcome};
///
/// assert_eq!(Outcome::Win(Colour::Red).name(), "red_wins");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nobody wins.
    Draw,
    /// This side wins.
    Win(Colour),
}

impl Outcome {
    /// `draw`, `red_wins` or `black_wins`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Win(Colour::Red) => "red_wins",
            Self::Win(Colour::Black) => "black_wins",
        }
    }
}

/// The end of a game, with its reason.
///
/// ```
/// use xiangqi::rules::Language;
/// use xiangqi::{Colour, Outcome, Position, Reason, Verdict};
///
/// let stuck: Position = "3k5/R3P4/9/9/9/9/9/9/9/4K4 b".parse()?;
/// let verdict: Verdict = stuck.rules().verdict(&stuck).expect("no legal move");
/// assert_eq!((verdict.outcome, &verdict.reason), (Outcome::Win(Colour::Red), &Reason::Stalemate));
/// assert!(verdict.explain(Language::English).starts_with("Red wins"));
/// # Ok::<(), xiangqi::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, which loses as well.
    Stalemate,
    /// The position has occurred for the third time.
    Repetition(Box<Repetition>),
    /// This many plies have gone by without a capture.
    NaturalMoves(u16),
    /// Neither side can win any more.
    Material,
}

/// What led to the third occurrence of a position.
///
/// ```
/// use xiangqi::rules::{Attack, Conduct, CounterOffence, Habit, Language, Offence, Repetition, ThreatKind, Warning};
/// use xiangqi::{Piece, Position, Reason, RuleSet, Rules};
///
/// let rules = Rules::from(RuleSet::Asian);
/// let mut position: Position = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w".parse()?;
/// for text in ["a8b8", "b9a9", "b8a8", "a9b9", "a8b8", "b9a9", "b8a8", "a9b9"] {
///     position.try_play(text.parse()?)?;
/// }
/// let Some(Reason::Repetition(repetition)) = rules.verdict(&position).map(|verdict| verdict.reason) else { panic!() };
/// // Red chases the cannon on every move, Black only runs.
/// let [red, black]: &[Conduct; 2] = &repetition.conduct;
/// assert_eq!((red.offence, red.prey), (Offence::Chase, Some(Piece::BlackCannon)));
/// let Attack { by, .. } = red.attacks[0];
/// assert_eq!(by, Piece::RedRook);
/// assert!(!matches!(black.habit, Habit::SomeChecks | Habit::Excused(_, ThreatKind::Protected)));
/// // Nothing on the other side that would make it a draw.
/// assert_eq!(repetition.counter_offences, Vec::<CounterOffence>::new());
/// assert!(repetition.explain(Language::English).contains("chases"));
/// // Before the third time there is a warning.
/// position.undo();
/// position.undo();
/// let warning: Warning = rules.warning(&position).expect("once more would lose");
/// let same: Box<Repetition> = warning.repetition.clone();
/// assert_eq!(same.rules, RuleSet::Asian);
/// assert!(warning.explain(Language::English).contains("Red"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The rules it was judged by.
    pub rules: RuleSet,
    /// The moves from the first of the three occurrences to the last.
    pub moves: Vec<Move>,
    /// What Red did, and what Black did.
    pub conduct: [Conduct; 2],
    /// What the side with the lesser offence does in each of the loops that the moves are made of, if it offends no less
    /// than the other in any of them, which makes it a draw. Else nothing.
    pub counter_offences: Vec<CounterOffence>,
}

/// Moves that may not be repeated once more.
///
/// ```
/// use xiangqi::rules::{Language, Warning};
/// use xiangqi::{Colour, Position, RuleSet, Rules};
///
/// let mut position: Position = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w".parse()?;
/// for text in ["a8b8", "b9a9", "b8a8", "a9b9"] {
///     position.try_play(text.parse()?)?;
/// }
/// let warning: Option<Warning> = Rules::from(RuleSet::Asian).warning(&position);
/// assert!(warning.is_some_and(|warning| warning.explain(Language::English).contains("Red")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The side that would lose by it.
    pub loser: Colour,
    /// What both sides have done so far.
    pub repetition: Box<Repetition>,
}

impl Rules {
    /// What a position that occurs for the second time will come to: once more, and a side that may not do what it does has
    /// lost.
    ///
    /// ```
    /// use xiangqi::{Colour, Position, RuleSet, Rules};
    /// let rules = Rules::from(RuleSet::Asian);
    /// let mut position: Position = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w".parse()?;
    /// for text in ["a8b8", "b9a9", "b8a8", "a9b9"] {
    ///     assert_eq!(rules.warning(&position), None);
    ///     position.try_play(text.parse()?)?;
    /// }
    /// assert_eq!(rules.warning(&position).map(|warning| warning.loser), Some(Colour::Red));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warning(&self, position: &Position) -> Option<Warning> {
        match self.foresee(position)? {
            Verdict { outcome: Outcome::Win(winner), reason: Reason::Repetition(repetition) } => {
                Some(Warning { loser: !winner, repetition })
            }
            _ => None,
        }
    }

    /// The verdict that a legal move would bring upon the side that makes it, if it repeats a position for the third time and
    /// loses by that.
    ///
    /// ```
    /// use xiangqi::{Position, RuleSet, Rules};
    ///
    /// let rules = Rules::from(RuleSet::Asian);
    /// let mut position: Position = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w".parse()?;
    /// let (chase, others) = ("b8a8".parse()?, ["a8b8", "b9a9", "b8a8", "a9b9", "a8b8", "b9a9"]);
    /// for text in others {
    ///     position.try_play(text.parse()?)?;
    /// }
    /// assert!(rules.forfeit(&position, chase).is_none());
    /// position.try_play(chase)?;
    /// position.try_play("a9b9".parse()?)?;
    /// // It has happened; the reason and the bare outcome agree.
    /// let plies = position.earlier_occurrences().last().unwrap();
    /// let judged = rules.judge_repetition(&position, plies);
    /// assert_eq!(judged.outcome, rules.repetition_outcome(&position, plies));
    /// assert_eq!(rules.verdict(&position).map(|verdict| verdict.outcome), Some(judged.outcome));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forfeit(&self, position: &Position, mv: Move) -> Option<Verdict> {
        if position.board().is_capture(mv) {
            return None;
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        let lost = |verdict: &Verdict| {
            matches!(verdict.reason, Reason::Repetition(_)) && verdict.outcome == Outcome::Win(after.side())
        };
        self.verdict(&after).filter(lost)
    }

    /// The end of the game, if it has ended. The order is that of most programs: no legal move,
    /// repetition, the natural-move rule, material.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        if !position.board().has_legal_move() {
            let outcome = Outcome::Win(!position.side());
            let reason = if position.is_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Verdict { outcome, reason });
        }
        if let Some(plies) = position.earlier_occurrences().nth(1) {
            return Some(self.judge_repetition(position, plies));
        }
        let draw = |reason| Some(Verdict { outcome: Outcome::Draw, reason });
        if self.natural_limit.is_some_and(|limit| position.quiet_plies() >= limit) {
            return draw(Reason::NaturalMoves(position.quiet_plies()));
        }
        if self.material.is_draw(position.board()) {
            return draw(Reason::Material);
        }
        None
    }

    /// What a position that occurs for the second time will come to: the verdict if the moves since the first time are
    /// made once more. Nothing if the position is new, or if it is too late for a warning.
    ///
    /// ```
    /// use xiangqi::{Outcome, Position};
    /// let mut position = Position::start();
    /// for text in ["h0g2", "h9g7", "g2h0", "g7h9"] {
    ///     assert!(position.rules().foresee(&position).is_none());
    ///     position.play_unchecked(text.parse()?);
    /// }
    /// let foreseen = position.rules().foresee(&position);
    /// assert_eq!(foreseen.map(|verdict| verdict.outcome), Some(Outcome::Draw));
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn foresee(&self, position: &Position) -> Option<Verdict> {
        let mut earlier = position.earlier_occurrences();
        let plies = earlier.next()?;
        earlier.next().is_none().then(|| self.judge_repetition(position, plies))
    }

    /// Judges the last `plies` plies, which must lead back to where they began without a capture or a
    /// null move, as [`Position::earlier_occurrences`] finds them.
    pub fn judge_repetition(&self, position: &Position, plies: usize) -> Verdict {
        let span = Span::of_last(position, plies);
        let conduct = Colour::ALL.map(|side| conduct::conduct(self.repetition, &span, side));
        let (outcome, counter_offences) = self.outcome(&span, [conduct[0].offence, conduct[1].offence]);
        let moves = span.moves().to_vec();
        let repetition = Repetition { rules: self.repetition, moves, conduct, counter_offences };
        Verdict { outcome, reason: Reason::Repetition(Box::new(repetition)) }
    }

    /// The worse offence loses, unless it is answered in kind in every loop; then also the answers.
    fn outcome(self, span: &Span, [red, black]: [Offence; 2]) -> (Outcome, Vec<CounterOffence>) {
        let loser = match red.cmp(&black) {
            Ordering::Less => Colour::Black,
            Ordering::Equal => return (Outcome::Draw, Vec::new()),
            Ordering::Greater => Colour::Red,
        };
        match mutual::counter_offences(self.repetition, span, loser) {
            Some(answers) => (Outcome::Draw, answers),
            None => (Outcome::Win(!loser), Vec::new()),
        }
    }

    /// The captures with which the side that has just moved chases something, as these rules see it: what it would
    /// lose by, were it to go on so for ever.
    ///
    /// ```
    /// use xiangqi::{Fen, RuleSet, Rules};
    /// let fen: Fen = "3ak4/9/9/3h5/3R5/9/9/9/9/5K3 b".parse()?;
    /// let chases = Rules::from(RuleSet::Asian).chases(&fen.board);
    /// assert_eq!(chases.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d5d6"]);
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    pub fn chases(&self, board: &Board) -> Vec<Move> {
        let outclassed = match self.repetition {
            RuleSet::Simple => return Vec::new(),
            RuleSet::Asian => Outclassed::Rook,
            RuleSet::Computer => Outclassed::RookOrOfficer,
        };
        let threats = threat::threats(board, !board.side(), outclassed).into_iter();
        threats.filter(|threat| threat.kind == ThreatKind::Chase).map(|threat| threat.capture).collect()
    }

    /// The outcome of [`Rules::judge_repetition`] without its reason, at a fraction of the cost: for
    /// searches, which ask often and want no words.
    pub fn repetition_outcome(&self, position: &Position, plies: usize) -> Outcome {
        if self.repetition == RuleSet::Simple {
            return Outcome::Draw;
        }
        let span = Span::of_last(position, plies);
        let offences = Colour::ALL.map(|side| conduct::offence(self.repetition, &span, side));
        self.outcome(&span, offences).0
    }
}

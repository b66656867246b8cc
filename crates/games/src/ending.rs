//! How a game ends by its rules: a code with parameters, and the one place where it becomes words.

use crate::{Side, Variant};
use search::Game;
use xiangqi::rules::{Language, Repetition};
use xiangqi::{Colour, Outcome, Reason, Rules, Verdict, counted};

/// A game that can say when it is over.
///
/// ```
/// use games::{Cause, GameRules, GameText, Side, Xiangqi};
///
/// let mut position = Xiangqi::parse_position("1R1k5/R8/9/9/9/9/9/9/9/4K4 b")?;
/// Xiangqi::set_rules(&mut position, xiangqi::RuleSet::Asian.into());
/// let ending = Xiangqi::ending(&position).expect("a mate");
/// assert_eq!((ending.winner, &ending.cause), (Some(Side::First), &Cause::Checkmate));
/// assert_eq!(ending.result(), "1-0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait GameRules: Game {
    /// Goes by these rules from now on, in games where rules differ.
    fn set_rules(_: &mut Self::Position, _: Rules) {}
    /// The end of the game, if it has ended by the rules that the position goes by.
    fn ending(position: &Self::Position) -> Option<Ending>;
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// In check, without a legal move.
    Checkmate,
    /// Not in check, without a legal move: a loss in xiangqi, a draw in chess.
    Stalemate,
    /// The position has occurred three times; and what each side did meanwhile, in games that ask for it.
    Repetition(Option<Box<Repetition>>),
    /// This many plies have gone by without progress: in xiangqi without a capture, in chess without a capture or a
    /// pawn move.
    MoveRule(u16),
    /// Neither side can win any more.
    Material,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The game that it is the end of.
    pub variant: Variant,
    /// The side that has won; none for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
}

impl Ending {
    /// The result as game records write it: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use games::{Cause, Ending, Variant};
    /// assert_eq!(Ending { variant: Variant::Chess, winner: None, cause: Cause::Material }.result(), "1/2-1/2");
    /// ```
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The result and its reason as a sentence or two.
    ///
    /// ```
    /// use games::{Chess, GameRules, GameText};
    /// use xiangqi::rules::Language;
    ///
    /// let position = Chess::parse_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// let ending = Chess::ending(&position).expect("no legal move");
    /// assert_eq!(ending.explain(Language::English), "Draw: stalemate.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, language: Language) -> String {
        match (self.verdict(), language) {
            (Some(verdict), language) => verdict.explain(language),
            (None, Language::English) => self.english(),
            (None, Language::Chinese) => self.chinese(),
        }
    }

    /// The end of a game of xiangqi as its rules have it.
    fn verdict(&self) -> Option<Verdict> {
        let reason = match (self.variant, &self.cause) {
            (Variant::Chess, _) | (_, Cause::Repetition(None)) => return None,
            (Variant::Xiangqi, Cause::Checkmate) => Reason::Checkmate,
            (Variant::Xiangqi, Cause::Stalemate) => Reason::Stalemate,
            (Variant::Xiangqi, Cause::Repetition(Some(repetition))) => Reason::Repetition(repetition.clone()),
            (Variant::Xiangqi, Cause::MoveRule(plies)) => Reason::NaturalMoves(*plies),
            (Variant::Xiangqi, Cause::Material) => Reason::Material,
        };
        let outcome = match self.winner {
            None => Outcome::Draw,
            Some(Side::First) => Outcome::Win(Colour::Red),
            Some(Side::Second) => Outcome::Win(Colour::Black),
        };
        Some(Verdict { outcome, reason })
    }

    fn english(&self) -> String {
        let name = |side: Side| self.variant.side_name(side);
        let result = self.winner.map_or("Draw".to_owned(), |winner| format!("{} wins", name(winner)));
        let reason = match (&self.cause, self.winner) {
            (Cause::Checkmate, Some(winner)) => format!("{} is checkmated", name(winner.opponent())),
            (Cause::Checkmate, None) => "checkmate".to_owned(),
            (Cause::Stalemate, _) => "stalemate".to_owned(),
            (Cause::Repetition(_), _) => "the position has occurred three times".to_owned(),
            (Cause::MoveRule(plies), _) => {
                format!("{} on each side without a capture or a pawn move", counted(plies / 2, "move"))
            }
            (Cause::Material, _) => "neither side has enough pieces left to win".to_owned(),
        };
        format!("{result}: {reason}.")
    }

    fn chinese(&self) -> String {
        let name = |side: Side| if side == Side::First { "白方" } else { "黑方" };
        let result = self.winner.map_or("和棋".to_owned(), |winner| format!("{}胜", name(winner)));
        let reason = match (&self.cause, self.winner) {
            (Cause::Checkmate, Some(winner)) => format!("{}被将死", name(winner.opponent())),
            (Cause::Checkmate, None) => "将死".to_owned(),
            (Cause::Stalemate, _) => "逼和".to_owned(),
            (Cause::Repetition(_), _) => "同一局面出现三次".to_owned(),
            (Cause::MoveRule(plies), _) => format!("双方各走{}回合未吃子或动兵", plies / 2),
            (Cause::Material, _) => "双方子力均不足以取胜".to_owned(),
        };
        format!("{result}：{reason}。")
    }
}

impl From<Verdict> for Ending {
    fn from(verdict: Verdict) -> Self {
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(colour) => Some(Side::from_index(colour.index())),
        };
        let cause = match verdict.reason {
            Reason::Checkmate => Cause::Checkmate,
            Reason::Stalemate => Cause::Stalemate,
            Reason::Repetition(repetition) => Cause::Repetition(Some(repetition)),
            Reason::NaturalMoves(plies) => Cause::MoveRule(plies),
            Reason::Material => Cause::Material,
        };
        Self { variant: Variant::Xiangqi, winner, cause }
    }
}

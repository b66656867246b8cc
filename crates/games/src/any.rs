//! A position of either game, where the choice is made at run time.

use crate::{Chess, Ending, GameData, GameRules, GameText, Side, Variant, Xiangqi, chess, legal_moves};
use search::Game;
use xiangqi::{Position, Rules};

/// A position of one of the games, with its past.
///
/// Moves and positions are text here, for those who pass them on without looking inside: a match of programs, a protocol
/// that keeps the game. What is not legal is refused with a reason and changes nothing.
///
/// ```
/// use games::{AnyPosition, Variant};
///
/// let mut position = AnyPosition::start(Variant::Chess);
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     assert_eq!(position.ending(), None);
///     position.play(text)?;
/// }
/// assert!(position.ending().is_some_and(|ending| ending.result() == "0-1"));
/// assert!(position.play("e1e2").is_err());
/// # Ok::<(), games::AnyMoveError>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// A position of xiangqi, which knows its rules.
    Xiangqi(Box<Position>),
    /// A position of chess.
    Chess(chess::Position),
}

/// Why a text is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyPositionError {
    /// Not one of xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] <Xiangqi as GameText>::PositionError),
    /// Not one of chess.
    #[error(transparent)]
    Chess(#[from] <Chess as GameText>::PositionError),
}

/// Why a text is not a legal move of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyMoveError {
    /// Not one of xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] <Xiangqi as GameText>::MoveError),
    /// Not one of chess.
    #[error(transparent)]
    Chess(#[from] <Chess as GameText>::MoveError),
}

/// Does the same in whichever game it is; `$game` stands for the game's type.
macro_rules! either {
    ($any:expr, $game:ident, $position:ident => $act:expr) => {
        match $any {
            AnyPosition::Xiangqi($position) => {
                type $game = Xiangqi;
                $act
            }
            AnyPosition::Chess($position) => {
                type $game = Chess;
                $act
            }
        }
    };
}

impl AnyPosition {
    /// The starting position of a game.
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Xiangqi => Self::Xiangqi(Box::new(Xiangqi::start())),
            Variant::Chess => Self::Chess(Chess::start()),
        }
    }

    /// Reads a position.
    ///
    /// ```
    /// use games::{AnyPosition, Side, Variant};
    ///
    /// let mut position = AnyPosition::parse(Variant::Xiangqi, "4k4/9/9/9/9/9/9/9/R8/3K5 w")?;
    /// assert_eq!((position.variant(), position.side(), position.men()), (Variant::Xiangqi, Side::First, 3));
    /// assert_eq!(position.legal_moves().len(), position.move_count());
    /// assert_eq!(position.canonical("a1a9").as_deref(), Ok("a1a9"));
    /// let (fen, key) = (position.fen(), position.key());
    /// position.play("a1a9")?;
    /// assert_eq!((position.checkers(), position.moves_made()), (vec!["a9".to_owned()], 0));
    /// position.undo();
    /// assert_eq!((position.fen(), position.key()), (fen, key));
    /// position.set_rules(xiangqi::RuleSet::Asian.into());
    /// assert!(position.flipped().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a FEN of the game.
    pub fn parse(variant: Variant, fen: &str) -> Result<Self, AnyPositionError> {
        Ok(match variant {
            Variant::Xiangqi => Self::Xiangqi(Box::new(Xiangqi::parse_position(fen)?)),
            Variant::Chess => Self::Chess(Chess::parse_position(fen)?),
        })
    }

    /// Which game it is.
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Xiangqi(_) => Variant::Xiangqi,
            Self::Chess(_) => Variant::Chess,
        }
    }

    /// Goes by these rules from now on, if the game has a choice of rules.
    pub fn set_rules(&mut self, rules: Rules) {
        either!(self, G, position => G::set_rules(position, rules));
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        Side::from_index(either!(self, G, position => G::side(position)))
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        either!(self, G, position => G::position_text(position))
    }

    /// How many men are on the board, kings included.
    pub fn men(&self) -> u32 {
        either!(self, G, position => G::men(position))
    }

    /// How many moves the side to move has made, as far as the position knows its past.
    pub fn moves_made(&self) -> u32 {
        either!(self, G, position => G::moves_made(position))
    }

    /// The key by which searches know the position.
    pub fn key(&self) -> u64 {
        either!(self, G, position => G::key(position))
    }

    /// Where the pieces stand that give check.
    pub fn checkers(&self) -> Vec<String> {
        either!(self, G, position => G::checkers(position).iter().map(ToString::to_string).collect())
    }

    /// The position with the sides exchanged, for games whose sides are alike; it goes by the same rules.
    pub fn flipped(&self) -> Option<Self> {
        match self {
            Self::Xiangqi(position) => {
                let mut flipped = Xiangqi::flipped(position)?;
                flipped.set_rules(*position.rules());
                Some(Self::Xiangqi(Box::new(flipped)))
            }
            Self::Chess(position) => Chess::flipped(position).map(Self::Chess),
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<String> {
        either!(self, G, position => {
            legal_moves::<G>(position).into_iter().map(|mv| G::move_text(position, mv)).collect()
        })
    }

    /// How many legal moves there are.
    pub fn move_count(&self) -> usize {
        either!(self, G, position => G::perft(position, 1) as usize)
    }

    /// A legal move as this program writes it, which may be read in more than one form.
    ///
    /// # Errors
    /// When the text is not a legal move.
    pub fn canonical(&self, text: &str) -> Result<String, AnyMoveError> {
        Ok(either!(self, G, position => G::move_text(position, G::parse_move(position, text)?)))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When the text is not a legal move; the position stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), AnyMoveError> {
        either!(self, G, position => {
            let mv = G::parse_move(position, text)?;
            G::play(position, mv);
        });
        Ok(())
    }

    /// Takes back the last move; at the beginning there is none.
    pub fn undo(&mut self) {
        either!(self, G, position => G::undo(position));
    }

    /// The end of the game, if it has ended by its rules.
    pub fn ending(&self) -> Option<Ending> {
        either!(self, G, position => G::ending(position))
    }
}

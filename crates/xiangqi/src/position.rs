//! A board with its past: what the rules about repetition and long games need.
//!
//! A [`Position`] starts from a FEN or the usual setup and remembers every move made since. It
//! accepts legal moves only ([`Position::try_play`]), takes back any number of them, and never
//! forgets: judging is the business of [`Rules`]. Which rules a search is to go by is noted here.

use crate::board::Board;
use crate::fen::{Fen, FenError};
use crate::rules::{RuleSet, Rules};
use crate::types::{Colour, Move, Piece};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, str::FromStr};

/// Once a side has given this number of checks since the last capture, its further ones, and the replies to
/// them, no longer count towards the natural-move rule.
pub const COUNTED_CHECKS: u8 = 10;

/// The counters of the natural-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Clock {
    /// Plies since the last capture, those left out that the check clamp does not count.
    quiet_plies: u16,
    /// How many checks each side has given since the last capture, up to one more than count.
    checks: [u8; 2],
    /// Whether the last ply was left out because it was a check too many.
    is_stopped: bool,
}

impl Clock {
    /// The clock after a ply of `side` that captured nothing.
    fn tick(self, side: Colour, is_check: bool) -> Self {
        let mut clock = self;
        let checks = &mut clock.checks[side.index()];
        if is_check {
            *checks = (*checks + 1).min(COUNTED_CHECKS + 1);
        }
        clock.is_stopped = is_check && *checks > COUNTED_CHECKS;
        if !clock.is_stopped && !self.is_stopped {
            clock.quiet_plies = clock.quiet_plies.saturating_add(1);
        }
        clock
    }
}

/// One ply of the past.
///
/// ```
/// use xiangqi::{Ply, Position};
///
/// let mut position = Position::start();
/// position.try_play("h2h9".parse()?)?;
/// let ply: &Ply = &position.past()[0];
/// assert!(ply.captured.is_some() && !ply.is_check);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The move, or nothing for a null move of a search.
    pub mv: Option<Move>,
    /// What it captured.
    pub captured: Option<Piece>,
    /// Whether it gave check.
    pub is_check: bool,
    /// The key of the position before it.
    key: u64,
    clock: Clock,
}

impl Ply {
    /// Whether the position before it can never come back.
    fn is_irreversible(&self) -> bool {
        self.captured.is_some() || self.mv.is_none()
    }
}

/// The board, whose turn it is, and how it came to be.
///
/// ```
/// use xiangqi::{Colour, IllegalMove, Position, RuleSet, Rules};
///
/// let mut position = Position::start();
/// position.try_play("h2e2".parse()?)?;
/// position.try_play("h9g7".parse()?)?;
/// assert_eq!((position.side(), position.move_number(), position.quiet_plies()), (Colour::Red, 2, 2));
/// assert_eq!(position.past().len(), 2);
/// assert!(!position.is_check());
/// // What is not legal changes nothing, and the error says why.
/// let wrong = "e2e9".parse()?;
/// assert_eq!(position.check_legal(wrong), Err(IllegalMove::Unreachable(wrong)));
/// assert!(position.try_play(wrong).is_err());
/// // Back to where it began.
/// assert_eq!(position.undo().and_then(|ply| ply.mv), Some("h9g7".parse()?));
/// position.undo();
/// assert_eq!(position.fen(), *position.origin());
/// // The rules that repetitions are judged by.
/// position.set_rules(Rules::from(RuleSet::Asian));
/// assert_eq!(position.rules().repetition, RuleSet::Asian);
/// assert_eq!(position.board().legal_moves().len(), 44);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board,
    past: Vec<Ply>,
    clock: Clock,
    start: Fen,
    is_check: bool,
    seen: Seen,
    rules: Rules,
}

/// A move that the rules do not allow here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The side to move has no piece there.
    NoPiece(Move),
    /// The piece does not go there.
    Unreachable(Move),
    /// The king would be left in check, or facing the other king.
    KingInDanger(Move),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(mv) => {
                write!(f, "{mv} is not legal: the side to move has no piece on {}", mv.from())
            }
            Self::Unreachable(mv) => {
                write!(f, "{mv} is not legal: the piece on {} cannot go to {}", mv.from(), mv.to())
            }
            Self::KingInDanger(mv) => {
                write!(f, "{mv} is not legal: it would leave the king in check or facing the other king")
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// The start position.
    pub fn start() -> Self {
        Self::from(Fen::start())
    }

    /// The board as it is now.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side(&self) -> Colour {
        self.board.side()
    }

    /// The rules that a search goes by; those of computers unless told otherwise.
    #[inline(always)]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Lets searches go by other rules. The position and its past stay as they are.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.is_check
    }

    /// The plies made so far, oldest first.
    pub fn past(&self) -> &[Ply] {
        &self.past
    }

    /// The position that this one grew from.
    pub fn origin(&self) -> &Fen {
        &self.start
    }

    /// Plies since the last capture as the natural-move rule counts them.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u16 {
        self.clock.quiet_plies
    }

    /// The number of the move that is to be made, counted from 1.
    pub fn move_number(&self) -> u32 {
        let plies_before = u32::from(self.start.board.side() == Colour::Black);
        self.start.move_number.saturating_add((plies_before + self.past.len() as u32) / 2)
    }

    /// The position as text; the past is not part of it.
    pub fn fen(&self) -> Fen {
        Fen {
            board: self.board.clone(),
            quiet_plies: self.clock.quiet_plies,
            move_number: self.move_number(),
        }
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// Says why not, and leaves the position as it was.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Whether a move is legal here.
    ///
    /// # Errors
    /// Says why not.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.colour(self.side()).has(mv.from()) {
            return Err(IllegalMove::NoPiece(mv));
        }
        if !self.board.is_pseudo_legal(mv) {
            return Err(IllegalMove::Unreachable(mv));
        }
        if !self.board.is_legal(mv) {
            return Err(IllegalMove::KingInDanger(mv));
        }
        Ok(())
    }

    /// Makes a move that the caller knows to be legal; with any other the position goes wrong.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let mut position = Position::start();
    /// for text in ["h0g2", "h9g7", "g2h0", "g7h9"] {
    ///     position.play_unchecked(text.parse()?);
    /// }
    /// // Four plies ago it stood so, too.
    /// assert_eq!(position.last_occurrence(), Some(4));
    /// assert_eq!(position.earlier_occurrences().collect::<Vec<_>>(), [4]);
    /// position.pass();
    /// assert_eq!(position.undo().map(|ply| ply.mv), Some(None));
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let side = self.side();
        let key = self.board.key();
        let captured = self.board.play_unchecked(mv);
        self.is_check = self.board.is_check();
        self.past.push(Ply { mv: Some(mv), captured, is_check: self.is_check, key, clock: self.clock });
        self.seen.add(key);
        self.clock = if captured.is_some() { Clock::default() } else { self.clock.tick(side, self.is_check) };
    }

    /// Hands the turn over: the null move of a search. The side to move must not be in check.
    #[inline]
    pub fn pass(&mut self) {
        let key = self.board.key();
        self.past.push(Ply { mv: None, captured: None, is_check: false, key, clock: self.clock });
        self.seen.add(key);
        self.clock = self.clock.tick(self.side(), false);
        self.board.pass();
    }

    /// Takes back the last ply, null moves included. Does nothing at the beginning.
    #[inline(always)]
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.past.pop()?;
        self.seen.remove(ply.key);
        self.clock = ply.clock;
        match ply.mv {
            Some(mv) => self.board.take_back(mv, ply.captured),
            None => self.board.pass(),
        }
        self.is_check = self.past.last().map_or_else(|| self.board.is_check(), |before| before.is_check);
        Some(ply)
    }

    /// How many plies ago this very position, with the same side to move, occurred last.
    ///
    /// Costs a few instructions when it did not.
    #[inline]
    pub fn last_occurrence(&self) -> Option<usize> {
        if self.seen.has(self.board.key()) { self.look_for_last_occurrence() } else { None }
    }

    #[inline(never)]
    fn look_for_last_occurrence(&self) -> Option<usize> {
        self.earlier_occurrences().next()
    }

    /// How many plies ago each earlier occurrence of this position was, the nearest first.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.board.key();
        let reversible = self.past.iter().rev().take_while(|ply| !ply.is_irreversible());
        (1..)
            .zip(reversible)
            .filter(move |(distance, ply)| distance % 2 == 0 && ply.key == key)
            .map(|(d, _)| d)
    }
}

impl From<Fen> for Position {
    fn from(fen: Fen) -> Self {
        let board = fen.board.clone();
        let clock = Clock { quiet_plies: fen.quiet_plies, ..Clock::default() };
        let is_check = board.is_check();
        let rules = Rules::from(RuleSet::Computer);
        Self { board, past: Vec::new(), clock, start: fen, is_check, seen: Seen::new(), rules }
    }
}

impl FromStr for Position {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Self, FenError> {
        text.parse::<Fen>().map(Self::from)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

/// Counts how often keys with the same low bits have occurred: a zero proves that a position is new.
#[derive(Clone)]
struct Seen(Box<[u16; Self::SIZE]>);

impl Seen {
    const SIZE: usize = 1 << 12;

    fn new() -> Self {
        Self(Box::new([0; Self::SIZE]))
    }

    #[inline(always)]
    fn add(&mut self, key: u64) {
        let count = &mut self.0[key as usize % Self::SIZE];
        *count = count.saturating_add(1);
    }

    #[inline(always)]
    fn remove(&mut self, key: u64) {
        self.0[key as usize % Self::SIZE] -= 1;
    }

    #[inline(always)]
    fn has(&self, key: u64) -> bool {
        self.0[key as usize % Self::SIZE] > 0
    }
}

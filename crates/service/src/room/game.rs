//! One game of a room: the referee. Moves are legal or refused, the rules give the verdict, the clocks are kept here.
//!
//! Once a game is over nothing in it changes any more. An offer of a draw stands until the other side moves, a wish to take
//! back until anybody does; who was declined may ask again after the next move.

use super::clock::Clocks;
use super::saved::SavedEnd;
use crate::error::{ServiceError, shortened};
use crate::game::{noted, parse_fen};
use crate::look;
use crate::messages::{
    Agreement, Chase, GameMove, NotedMove, PieceLetter, RoomEnd, RoomEndReason, RoomRefusal, RoomTerms, Side,
    SquareText, Warning,
};
use crate::words::Words;
use std::time::Duration;
use xiangqi::{Colour, Outcome, Position, Reason, RuleSet, Rules, Verdict};

/// A game of a room that has as many plies is drawn.
pub const MAX_PLIES: usize = 1000;

/// What each side may have proposed, or been declined.
#[derive(Clone, Copy, Default, Debug)]
struct Proposal {
    by: Option<Colour>,
    /// After how many plies each side's last proposal was declined.
    declined: [Option<usize>; 2],
}

impl Proposal {
    fn may_offer(&self, side: Colour, ply: usize) -> bool {
        let [red, black] = self.declined;
        let declined = if side == Colour::Red { red } else { black };
        self.by != Some(side) && declined != Some(ply)
    }

    fn decline(&mut self, ply: usize) {
        let [red, black] = &mut self.declined;
        match self.by.take() {
            Some(Colour::Red) => *red = Some(ply),
            Some(Colour::Black) => *black = Some(ply),
            None => {}
        }
    }
}

/// What is known of the position that has been reached.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What may be played.
    pub legal: Vec<NotedMove>,
    /// The square of a king in check.
    pub checked: Option<SquareText>,
    /// What the side that has just moved chases.
    pub chased: Vec<Chase>,
    /// How many times the position has occurred.
    pub repetition: usize,
    /// What comes of it if the moves go on repeating.
    pub warning: Option<Warning>,
}

impl Facts {
    fn of(position: &Position) -> Self {
        let board = position.board();
        Self {
            legal: board.legal_moves().iter().map(|&mv| noted(board, mv)).collect(),
            checked: position.is_check().then(|| SquareText(board.king(position.side()))),
            chased: look::chased(position),
            repetition: 1 + position.earlier_occurrences().count(),
            warning: look::warning(position),
        }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct RoomGame {
    position: Position,
    history: Vec<GameMove>,
    facts: Facts,
    clocks: Option<Clocks>,
    draw: Proposal,
    takeback: Proposal,
    end: Option<RoomEnd>,
}

impl RoomGame {
    /// A game that is about to begin.
    ///
    /// # Errors
    /// Says what is wrong with its position.
    pub fn new(terms: &RoomTerms) -> Result<Self, ServiceError> {
        let mut position = match &terms.fen {
            Some(fen) => parse_fen(fen)?,
            None => Position::start(),
        };
        let rules = Rules::from(RuleSet::from(terms.rules));
        position.set_rules(rules);
        if rules.verdict(&position).is_some() {
            return Err(ServiceError::RoomPositionOver {
                fen: shortened(terms.fen.as_deref().unwrap_or_default()),
            });
        }
        let clocks = terms.control.map(|control| {
            let seconds = |seconds| Duration::from_secs(u64::from(seconds));
            Clocks::new(seconds(control.seconds), seconds(control.increment))
        });
        Ok(Self {
            facts: Facts::of(&position),
            position,
            history: Vec::new(),
            clocks,
            draw: Proposal::default(),
            takeback: Proposal::default(),
            end: None,
        })
    }

    /// A game that was kept: its moves, what the clocks had left, and how it ended if it has.
    ///
    /// # Errors
    /// Says which move is wrong, or that the moves do not end the game as it is said to have ended.
    pub fn restored(
        terms: &RoomTerms,
        moves: &[String],
        left: Option<[Duration; 2]>,
        end: Option<SavedEnd>,
    ) -> Result<Self, ServiceError> {
        let mut game = Self::new(terms)?;
        if moves.len() > MAX_PLIES {
            return Err(ServiceError::LineTooLong { max: MAX_PLIES });
        }
        for text in moves {
            game.make(text)?;
        }
        game.facts = Facts::of(&game.position);
        if let (Some(clocks), Some(left)) = (&mut game.clocks, left) {
            clocks.set_left(left);
        }
        game.judge(Duration::ZERO);
        let (Some(SavedEnd { winner, reason }), None) = (end, &game.end) else { return Ok(game) };
        let winner = winner.map(|side| if side == Side::Red { Colour::Red } else { Colour::Black });
        let loser = winner.map(|winner| !winner);
        let words = match (reason, loser) {
            (RoomEndReason::Resignation, Some(loser)) => Words::resigned(loser),
            (RoomEndReason::Time, Some(loser)) => Words::out_of_time(loser),
            (RoomEndReason::Agreement, None) => Words::draw_agreed(),
            _ => return Err(ServiceError::RequestFailed),
        };
        game.finish(winner, reason, words, Duration::ZERO);
        Ok(game)
    }

    /// Stops the clocks.
    pub fn hold(&mut self, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }

    /// Lets the clock of the side to move run, if it would.
    pub fn go_on(&mut self, now: Duration) {
        let is_running = self.end.is_none() && !self.history.is_empty();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| is_running) {
            clocks.run(self.position.side(), now);
        }
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn history(&self) -> &[GameMove] {
        &self.history
    }

    /// What is known of the position.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The clocks.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The end, if the game is over.
    pub fn end(&self) -> Option<&RoomEnd> {
        self.end.as_ref()
    }

    /// Who has proposed a draw, and who to take a move back.
    pub fn offers(&self) -> (Option<Colour>, Option<Colour>) {
        (self.draw.by, self.takeback.by)
    }

    /// Whether a side may propose this now.
    pub fn may_offer(&self, side: Colour, what: Agreement) -> bool {
        let ply = self.history.len();
        self.end.is_none()
            && match what {
                Agreement::Draw => ply > 0 && self.draw.may_offer(side, ply),
                Agreement::Takeback => {
                    self.plies_to_take_back(side) > 0 && self.takeback.may_offer(side, ply)
                }
                Agreement::Rematch => false,
            }
    }

    /// Time has passed. True if that has ended the game.
    pub fn advance(&mut self, now: Duration) -> bool {
        let flagged = self.clocks.as_ref().and_then(|clocks| clocks.flagged(now));
        let Some(loser) = flagged.filter(|_| self.end.is_none()) else { return false };
        self.finish(Some(!loser), RoomEndReason::Time, Words::out_of_time(loser), now);
        true
    }

    /// A side moves.
    ///
    /// # Errors
    /// Says why it cannot; then nothing has changed.
    pub fn play(&mut self, side: Colour, text: &str, ply: usize, now: Duration) -> Result<(), ServiceError> {
        self.check_running()?;
        if ply != self.history.len() {
            return refused(RoomRefusal::Stale { given: ply, ply: self.history.len() });
        }
        if self.position.side() != side {
            return refused(RoomRefusal::NotYourTurn);
        }
        self.make(text)?;
        self.facts = Facts::of(&self.position);
        if self.draw.by == Some(!side) {
            self.draw.by = None;
        }
        self.takeback.by = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.press(side, now);
        }
        self.judge(now);
        Ok(())
    }

    /// Makes a move, if it is legal.
    fn make(&mut self, text: &str) -> Result<(), ServiceError> {
        let number = self.history.len() + 1;
        let mv = text.parse().map_err(|_| ServiceError::NotAMove { number, text: shortened(text) })?;
        self.position.check_legal(mv).map_err(|error| ServiceError::IllegalMove { number, error })?;
        let text = noted(self.position.board(), mv);
        self.position.play_unchecked(mv);
        let made = self.position.past().last();
        self.history.push(GameMove {
            text,
            fen: self.position.fen().to_string(),
            capture: made.and_then(|ply| ply.captured).map(PieceLetter),
            check: made.is_some_and(|ply| ply.is_check),
        });
        Ok(())
    }

    fn judge(&mut self, now: Duration) {
        if let Some(verdict) = self.position.rules().verdict(&self.position) {
            let winner = match verdict.outcome {
                Outcome::Win(winner) => Some(winner),
                Outcome::Draw => None,
            };
            self.finish(winner, reason_of(&verdict), Words::verdict(Some(&verdict)), now);
        } else if self.history.len() >= MAX_PLIES {
            self.finish(None, RoomEndReason::Length, Words::too_long(MAX_PLIES), now);
        }
    }

    /// A side gives up.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Colour, now: Duration) -> Result<(), ServiceError> {
        self.check_running()?;
        self.finish(Some(!side), RoomEndReason::Resignation, Words::resigned(side), now);
        Ok(())
    }

    /// A side proposes a draw or to take a move back. What the other side has proposed already is agreed to.
    ///
    /// # Errors
    /// Says why it cannot.
    pub fn offer(&mut self, side: Colour, what: Agreement, now: Duration) -> Result<(), ServiceError> {
        self.check_running()?;
        if self.proposal(what).by == Some(!side) {
            return self.accept(side, what, now);
        }
        if what == Agreement::Takeback && self.plies_to_take_back(side) == 0 {
            return refused(RoomRefusal::NothingToTakeBack);
        }
        if !self.may_offer(side, what) {
            return refused(RoomRefusal::TooSoon);
        }
        self.proposal(what).by = Some(side);
        Ok(())
    }

    /// A side agrees to what the other has proposed.
    ///
    /// # Errors
    /// If nothing is proposed.
    pub fn accept(&mut self, side: Colour, what: Agreement, now: Duration) -> Result<(), ServiceError> {
        self.check_running()?;
        if self.proposal(what).by != Some(!side) {
            return refused(RoomRefusal::NothingOffered);
        }
        if what == Agreement::Draw {
            self.finish(None, RoomEndReason::Agreement, Words::draw_agreed(), now);
        } else {
            self.take_back(!side, now);
        }
        Ok(())
    }

    /// A side does not agree, or no longer proposes what it did.
    ///
    /// # Errors
    /// If nothing is proposed.
    pub fn decline(&mut self, what: Agreement) -> Result<(), ServiceError> {
        self.check_running()?;
        let ply = self.history.len();
        let proposal = self.proposal(what);
        if proposal.by.is_none() {
            return refused(RoomRefusal::NothingOffered);
        }
        proposal.decline(ply);
        Ok(())
    }

    fn proposal(&mut self, what: Agreement) -> &mut Proposal {
        if what == Agreement::Draw { &mut self.draw } else { &mut self.takeback }
    }

    fn check_running(&self) -> Result<(), ServiceError> {
        if self.end.is_some() { refused(RoomRefusal::GameOver) } else { Ok(()) }
    }

    /// How many plies go if a side takes back its last move.
    fn plies_to_take_back(&self, side: Colour) -> usize {
        let plies = if self.position.side() == side { 2 } else { 1 };
        if self.history.len() >= plies { plies } else { 0 }
    }

    fn take_back(&mut self, side: Colour, now: Duration) {
        for _ in 0..self.plies_to_take_back(side) {
            self.position.undo();
            self.history.pop();
        }
        self.facts = Facts::of(&self.position);
        self.draw = Proposal::default();
        self.takeback = Proposal::default();
        if let Some(clocks) = &mut self.clocks {
            if self.history.is_empty() {
                clocks.stop(now);
            } else {
                clocks.run(self.position.side(), now);
            }
        }
    }

    fn finish(&mut self, winner: Option<Colour>, reason: RoomEndReason, words: Words, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        self.draw.by = None;
        self.takeback.by = None;
        self.end = Some(RoomEnd { winner: winner.map(Into::into), reason, words });
    }
}

fn reason_of(verdict: &Verdict) -> RoomEndReason {
    match verdict.reason {
        Reason::Checkmate => RoomEndReason::Checkmate,
        Reason::Stalemate => RoomEndReason::Stalemate,
        Reason::Repetition(_) => RoomEndReason::Repetition,
        Reason::NaturalMoves(_) => RoomEndReason::NaturalMoves,
        Reason::Material => RoomEndReason::Material,
    }
}

/// What cannot be done now.
pub fn refused<T>(refusal: RoomRefusal) -> Result<T, ServiceError> {
    Err(ServiceError::RoomRefused { refusal })
}

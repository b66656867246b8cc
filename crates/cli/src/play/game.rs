//! The game at the terminal: position, past, result.

use super::player::UnknownPlayer;
use notation::{Game, MoveError, Notation, pgn};
use std::fmt::Write;
use xiangqi::rules::{Language, UnknownRuleSet};
use xiangqi::{Colour, IllegalMove, Move, Outcome, Position, Rules};

/// Why something is not done; the game stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the game is over; undo takes back a move, new begins another game")]
    Over,
    #[error("{0}. Type moves for a list, help for the commands.")]
    Unreadable(#[from] MoveError),
    #[error("there is no move {number}; the list that `moves` shows goes from 1 to {count}")]
    NoSuchNumber { number: usize, count: usize },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("you have offered a draw already; make your move")]
    OfferedAlready,
    #[error("{0} declines the draw.")]
    Declined(Colour),
    #[error(transparent)]
    Rules(#[from] UnknownRuleSet),
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
}

/// How the game has ended.
struct Ending {
    outcome: Outcome,
    words: String,
}

/// A game in progress or over.
pub struct LocalGame {
    position: Position,
    rules: Rules,
    notation: Notation,
    /// A draw has been offered by this side and not yet answered.
    offer: Option<Colour>,
    ending: Option<Ending>,
}

impl LocalGame {
    pub fn new(position: Position, rules: Rules, notation: Notation) -> Self {
        let mut game = Self { position, rules, notation, offer: None, ending: None };
        game.judge();
        game
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// A move of the position, as moves are shown.
    pub fn move_text(&self, mv: Move) -> String {
        self.notation.format(self.position.board(), mv)
    }

    /// Whose turn it is, for the prompt.
    pub fn prompt(&self) -> String {
        match self.ending {
            Some(_) => "game over".into(),
            None => format!("{} {}", self.position.move_number(), self.position.side()),
        }
    }

    /// Last move, check, offer, result.
    pub fn status(&self) -> String {
        let mut text = String::new();
        if let Some(mv) = self.position.past().last().and_then(|ply| ply.mv) {
            let mut before = self.position.clone();
            before.undo();
            let _ = write!(text, "Last move: {}. ", self.notation.display(before.board(), mv));
        }
        if let Some(ending) = &self.ending {
            text.push_str(&ending.words);
            return text;
        }
        if self.position.is_check() {
            text.push_str("Check! ");
        }
        if let Some(side) = self.offer {
            let _ = write!(text, "{side} offers a draw. ");
        }
        let _ = write!(text, "{} to move.", self.position.side());
        text
    }

    /// Makes a move given in any notation or by its number in the list.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.expect_open()?;
        let mv = match text.parse::<usize>() {
            Ok(number) => self.numbered(number)?,
            Err(_) => notation::parse_any(self.position.board(), text)?,
        };
        // An offer lapses when the other side moves on.
        if self.offer != Some(self.position.side()) {
            self.offer = None;
        }
        self.position.try_play(mv)?;
        self.judge();
        Ok(())
    }

    fn numbered(&self, number: usize) -> Result<Move, Refusal> {
        let moves = self.sorted_moves();
        let index = number.checked_sub(1);
        let chosen = index.and_then(|index| moves.get(index)).copied();
        chosen.ok_or(Refusal::NoSuchNumber { number, count: moves.len() })
    }

    /// The legal moves in the order of their squares.
    fn sorted_moves(&self) -> Vec<Move> {
        let mut moves = self.position.board().legal_moves().to_vec();
        moves.sort_unstable_by_key(ToString::to_string);
        moves
    }

    /// The legal moves with their numbers, some to a line.
    pub fn numbered_moves(&self) -> String {
        let board = self.position.board();
        let entry =
            |(index, mv): (usize, &Move)| format!("{:3} {:8}", index + 1, self.notation.format(board, *mv));
        let entries: Vec<String> = self.sorted_moves().iter().enumerate().map(entry).collect();
        let rows: Vec<String> = entries.chunks(6).map(<[String]>::concat).collect();
        rows.join("\n")
    }

    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.position.undo().ok_or(Refusal::NothingToUndo)?;
        (self.ending, self.offer) = (None, None);
        self.judge();
        Ok(())
    }

    pub fn restart(&mut self) {
        self.position = Position::from(self.position.origin().clone());
        (self.ending, self.offer) = (None, None);
        self.judge();
    }

    pub fn resign(&mut self) -> Result<(), Refusal> {
        self.expect_open()?;
        let side = self.position.side();
        let words = format!("{} wins: {side} resigns.", !side);
        self.ending = Some(Ending { outcome: Outcome::Win(!side), words });
        Ok(())
    }

    /// Offers a draw; or accepts the offer of the other side.
    pub fn offer_draw(&mut self) -> Result<(), Refusal> {
        self.expect_open()?;
        match self.offer {
            Some(side) if side != self.position.side() => self.agree_to_draw(),
            Some(_) => return Err(Refusal::OfferedAlready),
            None => self.offer = Some(self.position.side()),
        }
        Ok(())
    }

    pub fn agree_to_draw(&mut self) {
        let words = "Draw by agreement.".into();
        self.ending = Some(Ending { outcome: Outcome::Draw, words });
    }

    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.ending = None;
        self.judge();
    }

    fn expect_open(&self) -> Result<(), Refusal> {
        match self.ending {
            Some(_) => Err(Refusal::Over),
            None => Ok(()),
        }
    }

    fn judge(&mut self) {
        if let Some(verdict) = self.rules.verdict(&self.position) {
            let words = verdict.explain(Language::English);
            self.ending = Some(Ending { outcome: verdict.outcome, words });
        }
    }

    /// The game as PGN, the reason of its result as a comment.
    pub fn pgn(&self) -> String {
        let mut game = Game::new(self.position.origin().clone());
        let mut node = game.root();
        for mv in self.position.past().iter().filter_map(|ply| ply.mv) {
            // Every move of the game is legal.
            let Ok(next) = game.add(node, mv) else { break };
            node = next;
        }
        if let Some(ending) = &self.ending {
            game.set_comment(node, &ending.words);
            game.outcome = match ending.outcome {
                Outcome::Draw => notation::Outcome::Draw,
                Outcome::Win(Colour::Red) => notation::Outcome::RedWins,
                Outcome::Win(Colour::Black) => notation::Outcome::BlackWins,
            };
        }
        pgn::write(&game, &pgn::Format { notation: self.pgn_notation(), ..pgn::Format::default() })
    }

    /// Plain coordinates have no name in PGN's `Format` tag; ICCS is the same with a dash.
    fn pgn_notation(&self) -> Notation {
        match self.notation {
            Notation::Coordinates => Notation::Iccs,
            other => other,
        }
    }
}

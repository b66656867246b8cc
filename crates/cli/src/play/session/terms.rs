//! What a session is asked and what it answers: its settings, its effects, and why it refuses.

use crate::play::clock::TimeControl;
use crate::play::game::{GameError, LocalGame};
use crate::play::player::PlayerError;
use crate::play::storage::LoadRequest;
use crate::play::thinker::Question;
use engine::STRONGEST;
use notation::Notation;
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::rules::UnknownRuleSet;
use xiangqi::{Colour, Fen, Rules};

/// Why something is not done; the game stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayRefusal {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Rules(#[from] UnknownRuleSet),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(
        "it is the turn of {0}, which is not yours; undo takes back your last move, pause lets you move for both"
    )]
    NotYours(Colour),
    #[error("there is no level \"{0}\"; there are levels from 1 to {STRONGEST}")]
    NoSuchLevel(String),
    #[error("the engine plays neither side; `red 3` or `black 3` gives it one")]
    NoEngine,
    #[error("there is no question to answer")]
    NothingAsked,
    #[error("`{0}` needs the name of a file, such as `{0} game.pgn`")]
    NoFile(&'static str),
    #[error(
        "`{word}` needs somebody to move {side} from now on: `{word} person`, `{word} random`, `{word} 3` for the engine at level 3, `{word} mcts:2000`, `{word} minimax:3` or `{word} alphabeta:4` for other algorithms, or `{word} script:FILE`; it is {now} now"
    )]
    NoPlayer { word: &'static str, side: Colour, now: String },
    #[error("`level` needs a number from 1 to {STRONGEST}, such as `level 3`")]
    NoLevel,
    #[error("`rules` needs a name: `rules asian`, `rules computer` or `rules simple`")]
    NoRules,
    #[error("the book can be \"on\" or \"off\", and not \"{0}\"")]
    NoSuchBook(String),
    #[error("`{word}` stands alone; \"{rest}\" is too much")]
    TooMuch { word: String, rest: String },
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum PlayEffect {
    /// Think about this and tell what comes of it.
    Ask(Box<Question>),
    /// Give up the question that was asked last.
    Stop,
    /// The game has changed: write it where it is kept.
    Keep,
    /// The game that was kept so far gets a name of its own: another begins.
    SetAside,
    /// Write the game to a file, and say what came of it.
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Read a game, and say what came of it.
    Load(LoadRequest),
    /// A line for the person.
    Say(String),
    /// A longer text for the person.
    Show {
        title: &'static str,
        text: String,
    },
    /// Show the board.
    Board,
    /// Turn the board round.
    Flip,
    Quit,
}

/// What does not change with the moves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where new games begin.
    pub start: Fen,
    pub rules: Rules,
    pub notation: Notation,
    /// For a move of the strongest level.
    pub move_time: Duration,
    /// For a hint.
    pub hint_time: Duration,
    /// Both in nodes, which makes the strongest level repeat its games.
    pub nodes: Option<u64>,
    /// Whether the engine plays from the opening book as long as that knows the game.
    pub uses_book: bool,
    pub time: Option<TimeControl>,
    /// Somebody is there to be asked before a move that loses.
    pub asks: bool,
    /// The date, as a record writes it.
    pub today: fn() -> String,
}

impl Settings {
    /// A game that begins now.
    pub fn new_game(&self) -> LocalGame {
        let mut game = LocalGame::new(self.start.clone(), self.rules);
        game.set_date(&(self.today)());
        game
    }
}

/// Which of its settings a session keeps when it takes up a recorded game.
#[allow(clippy::struct_excessive_bools)] // each is a setting of its own
#[derive(Clone, Copy, Default, Debug)]
pub struct Given {
    pub players: [bool; 2],
    pub rules: bool,
    pub time: bool,
    pub seed: bool,
    pub book: bool,
}

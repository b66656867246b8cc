//! Moves, hints and answers to offers, found in a thread of their own.
//!
//! A [`Question`] says all that is asked, so that equal questions get equal answers where nothing depends on time: the seed is
//! part of it, and a player of fixed strength starts from an empty table. Whoever asks hears [`News`] with the number of the
//! question, and passes over news of a question that no longer stands.

use super::player::Player;
use super::script::Script;
use engine::draws::{self, Gesture, Permission, Standing};
use engine::{Engine, Event, Level, Limits, Mode, opening};
use games::Xiangqi;
use std::sync::mpsc;
use xiangqi::{Move, Position, Random};

/// Mebibytes of the engine's table.
const HASH: usize = 64;
/// What the engine may do of itself at the table.
const PERMISSION: Permission = Permission { offers: true, resigns: true };

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The move of this player.
    Move(Player),
    /// What the engine would play.
    Hint,
    /// Whether this player, who is not to move, takes a draw.
    Draw(Player),
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which question it is.
    pub id: u64,
    pub purpose: Purpose,
    /// The position with its past and its rules.
    pub position: Position,
    /// What a search may spend.
    pub limits: Limits<Move>,
    /// Forget earlier searches first, so that the answer does not depend on them.
    pub is_fresh: bool,
    /// Whether the engine's move may come from the opening book.
    pub uses_book: bool,
}

/// What comes of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// An iteration is done; more comes.
    Depth(usize),
    /// The search has failed; a move comes nevertheless.
    Failed(String),
    Move {
        mv: Option<Move>,
        gesture: Gesture,
    },
    /// The script has no move to make here: the reason.
    NoScript(String),
    Hint(Option<Move>),
    Draw {
        is_accepted: bool,
    },
}

/// What thinks.
pub struct Thinker {
    engine: Engine<Xiangqi>,
}

impl Thinker {
    pub fn new() -> Self {
        Self { engine: Engine::new(HASH, 1) }
    }

    /// Begins to think and returns at once. The news come from another thread, or from this one where there is nothing to
    /// think about.
    pub fn start(&mut self, question: Question, mut tell: impl FnMut(u64, News) + Send + 'static) {
        let Question { id, purpose, position, limits, is_fresh, uses_book } = question;
        let mut random = Random::new(limits.seed);
        let level = match &purpose {
            Purpose::Move(Player::Engine(level)) => {
                let known = uses_book.then(|| opening::answer(&position, &limits, Mode::Think, limits.seed));
                if let Some(answer) = known.flatten() {
                    return tell(id, News::Move { mv: Some(answer.mv), gesture: Gesture::None });
                }
                *level
            }
            // Advice and answers to offers are those of the whole engine.
            Purpose::Hint | Purpose::Draw(Player::Engine(_)) => Level::default(),
            Purpose::Move(Player::Chance) => {
                let mv = random.choose(&position.board().legal_moves());
                return tell(id, News::Move { mv, gesture: Gesture::None });
            }
            Purpose::Move(Player::Script(script)) => return tell(id, script_move(script, &position)),
            Purpose::Draw(Player::Chance) => {
                return tell(id, News::Draw { is_accepted: random.below(2) == 0 });
            }
            // Nobody thinks for a person, and a script says moves only.
            Purpose::Move(Player::Person) | Purpose::Draw(_) => {
                return tell(id, News::Draw { is_accepted: false });
            }
        };
        self.prepare(&position, level, is_fresh);
        self.engine.go(limits, Mode::Think, move |event| match event {
            Event::Line(line) => tell(id, News::Depth(line.depth)),
            Event::RootMove { .. } => {}
            Event::Failed(failure) => tell(id, News::Failed(failure.to_string())),
            Event::Done(answer) => {
                let news = match &purpose {
                    Purpose::Move(_) => {
                        let standing = Standing::of_mover::<Xiangqi>(&position, &answer);
                        News::Move { mv: answer.best, gesture: standing.gesture(false, PERMISSION) }
                    }
                    Purpose::Hint => News::Hint(answer.best),
                    Purpose::Draw(_) => {
                        News::Draw { is_accepted: draws::accepts_offer::<Xiangqi>(&position, &answer) }
                    }
                };
                tell(id, news);
            }
        });
    }

    /// Thinks to the end, and gives all the news.
    pub fn answer(&mut self, question: Question) -> Vec<(u64, News)> {
        let (sender, receiver) = mpsc::channel();
        self.start(question, move |id, news| drop(sender.send((id, news))));
        self.engine.wait();
        receiver.try_iter().collect()
    }

    /// Gives up what it thinks about; its last news may still come.
    #[cfg(any(feature = "tui", test))]
    pub fn stop(&mut self) {
        self.engine.stop();
    }

    fn prepare(&mut self, position: &Position, level: Level, is_fresh: bool) {
        if self.engine.rules() != *position.rules() {
            self.engine.set_rules(*position.rules());
        }
        self.engine.set_level(level);
        if is_fresh {
            self.engine.new_game();
        }
        self.engine.set_position(position.clone());
    }
}

/// The move of a script, or the news that it has none, after which a person moves on.
fn script_move(script: &Script, position: &Position) -> News {
    match script.next(position) {
        Ok(mv) => News::Move { mv: Some(mv), gesture: Gesture::None },
        Err(end) => News::NoScript(end.to_string()),
    }
}

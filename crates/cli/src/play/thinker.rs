//! Moves, hints and answers to offers, found in a thread of their own.
//!
//! A [`Question`] says all that is asked, so that equal questions get equal answers where nothing depends on time: the seed is
//! part of it, and a player of fixed strength starts from an empty table. Whoever asks hears [`News`] with the number of the
//! question, and passes over news of a question that no longer stands.

use super::player::Player;
use super::recorder::{NoteTaker, Notebook};
use super::script::Script;
use engine::draws::{self, Gesture, Permission, Standing};
use engine::{Engine, Event, Keying, Keys, Level, Limits, Mode, NoMemory, Watched, opening};
use games::Xiangqi;
use players::ComputerPlayer;
use record::By;
use std::sync::mpsc;
use xiangqi::{Move, Position, Random};

/// Mebibytes of the engine's table.
pub const HASH: usize = 64;
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

/// What is to be found out about searches; nothing, usually.
#[derive(Default)]
pub struct Instruments {
    /// What the tables of Red and Black know positions by, where that is chosen.
    pub keys: [Option<Keys>; 2],
    /// Where it is written down what players thought.
    pub notebook: Option<Notebook>,
}

/// The engine that plays, or the laboratory's, which plays the same and counts.
enum AnyEngine {
    Plain(Box<Engine<Xiangqi>>),
    Counting(Box<Engine<Xiangqi, Watched>>),
}

/// Does the same with whichever engine it is.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $act:expr) => {
        match $any {
            AnyEngine::Plain($engine) => $act,
            AnyEngine::Counting($engine) => $act,
        }
    };
}

/// What thinks.
pub struct Thinker {
    /// One for both sides, or one for each where their keys are chosen.
    engines: Vec<AnyEngine>,
    /// Players of other algorithms: each has a memory of its own. At most one for each side.
    others: Vec<(ComputerPlayer, Engine<Xiangqi>)>,
    notebook: Option<Notebook>,
}

impl Thinker {
    pub fn new(instruments: Instruments) -> Result<Self, NoMemory> {
        let Instruments { keys, notebook } = instruments;
        let counting = |keys: Option<Keys>| {
            let engine = Engine::laboratory(HASH, 1, keys.unwrap_or_default())?;
            Ok(AnyEngine::Counting(Box::new(engine)))
        };
        let engines = if keys.iter().any(Option::is_some) {
            keys.into_iter().map(counting).collect::<Result<_, NoMemory>>()?
        } else if notebook.is_some() {
            vec![counting(None)?]
        } else {
            vec![AnyEngine::Plain(Box::new(Engine::new(HASH, 1)))]
        };
        Ok(Self { engines, others: Vec::new(), notebook })
    }

    /// Begins to think and returns at once. The news come from another thread, or from this one where there is nothing to
    /// think about.
    pub fn start(&mut self, question: Question, mut tell: impl FnMut(u64, News) + Send + 'static) {
        let Question { id, purpose, position, limits, is_fresh, uses_book } = question;
        let mut random = Random::new(limits.seed);
        let mut note = NoteTaker::new(self.notebook.as_ref(), &position);
        let level = match &purpose {
            Purpose::Move(Player::Engine(level)) => {
                let known = uses_book.then(|| opening::answer(&position, &limits, Mode::Think, limits.seed));
                if let Some(answer) = known.flatten() {
                    note.made(By::Book, Some(answer.mv));
                    return tell(id, News::Move { mv: Some(answer.mv), gesture: Gesture::None });
                }
                *level
            }
            // Advice and answers to offers are those of the whole engine.
            Purpose::Hint | Purpose::Draw(Player::Engine(_) | Player::Algorithm(_)) => Level::default(),
            Purpose::Move(Player::Algorithm(player)) => {
                let engine = self.other(*player);
                prepare(engine, &position, Level::default(), is_fresh);
                // They play to the end: their scores are too rough to give up by.
                return engine.go(limits, Mode::Think, move |event| match event {
                    Event::Line(line) => {
                        note.line(&line);
                        tell(id, News::Depth(line.depth));
                    }
                    Event::RootMove { .. } | Event::Summary(_) => {}
                    Event::Failed(failure) => tell(id, News::Failed(failure.to_string())),
                    Event::Done(answer) => {
                        note.answer(&answer);
                        note.made(By::Search, answer.best);
                        tell(id, News::Move { mv: answer.best, gesture: Gesture::None });
                    }
                });
            }
            Purpose::Move(Player::Chance) => {
                let mv = random.choose(&position.board().legal_moves());
                note.made(By::Random, mv);
                return tell(id, News::Move { mv, gesture: Gesture::None });
            }
            Purpose::Move(Player::Script(script)) => {
                let news = script_move(script, &position);
                if let News::Move { mv, .. } = news {
                    note.made(By::Script, mv);
                }
                return tell(id, news);
            }
            Purpose::Draw(Player::Chance) => {
                return tell(id, News::Draw { is_accepted: random.below(2) == 0 });
            }
            // Nobody thinks for a person, and a script says moves only.
            Purpose::Move(Player::Person) | Purpose::Draw(_) => {
                return tell(id, News::Draw { is_accepted: false });
            }
        };
        let side = position.side().index() % self.engines.len().max(1);
        let Some(engine) = self.engines.get_mut(side) else { return };
        let before = position.clone();
        let listener = move |event: Event<Move>| match event {
            Event::Line(line) => {
                note.line(&line);
                tell(id, News::Depth(line.depth));
            }
            Event::RootMove { .. } => {}
            Event::Summary(summary) => note.summary(*summary),
            Event::Failed(failure) => tell(id, News::Failed(failure.to_string())),
            Event::Done(answer) => {
                let news = match &purpose {
                    Purpose::Move(_) => {
                        note.answer(&answer);
                        note.made(By::Search, answer.best);
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
        };
        with_engine!(engine, engine => {
            prepare(engine, &before, level, is_fresh);
            engine.go(limits, Mode::Think, listener);
        });
    }

    /// Thinks to the end, and gives all the news.
    pub fn answer(&mut self, question: Question) -> Vec<(u64, News)> {
        let (sender, receiver) = mpsc::channel();
        self.start(question, move |id, news| drop(sender.send((id, news))));
        self.each(|engine| with_engine!(engine, engine => engine.wait()));
        self.others.iter_mut().for_each(|(_, engine)| engine.wait());
        receiver.try_iter().collect()
    }

    /// Gives up what it thinks about; its last news may still come.
    #[cfg(any(feature = "tui", test))]
    pub fn stop(&mut self) {
        self.each(|engine| with_engine!(engine, engine => engine.stop()));
        self.others.iter_mut().for_each(|(_, engine)| engine.stop());
    }

    /// What thinks for a player of another algorithm.
    fn other(&mut self, player: ComputerPlayer) -> &mut Engine<Xiangqi> {
        let place = self.others.iter().position(|(known, _)| *known == player).unwrap_or_else(|| {
            if self.others.len() == 2 {
                self.others.remove(0);
            }
            let mut engine = Engine::new(HASH, 1);
            engine.set_method(player.algorithm().method(player.playouts()));
            self.others.push((player, engine));
            self.others.len() - 1
        });
        &mut self.others[place].1
    }

    fn each(&mut self, act: impl FnMut(&mut AnyEngine)) {
        self.engines.iter_mut().for_each(act);
    }
}

fn prepare<K: Keying + 'static>(
    engine: &mut Engine<Xiangqi, K>,
    position: &Position,
    level: Level,
    is_fresh: bool,
) {
    if engine.rules() != *position.rules() {
        engine.set_rules(*position.rules());
    }
    engine.set_level(level);
    if is_fresh {
        engine.new_game();
    }
    engine.set_position(position.clone());
}

/// The move of a script, or the news that it has none, after which a person moves on.
fn script_move(script: &Script, position: &Position) -> News {
    match script.next(position) {
        Ok(mv) => News::Move { mv: Some(mv), gesture: Gesture::None },
        Err(end) => News::NoScript(end.to_string()),
    }
}

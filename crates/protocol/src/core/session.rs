//! What the engine has been told, and what it makes of each command.
//!
//! [`Core`](super::Core) sees to it that nothing that a command touches runs when it comes here.

use super::activity::{Activity, Ends, Fate, Need};
use super::choice::{self, BadMove, Choice};
use super::effect::{Effect, Input, Job};
use super::searches::{Begun, Searches};
use super::timing::{self, Account};
use crate::command::{BadCommand, Command, Go};
use crate::dialect::xboard::{Play, PlayError, Room, XboardGame, XboardStep};
use crate::dialect::{Dialect, Message, SearchMode, ranks_note};
use crate::draws::DrawPolicy;
use crate::options::{OptionError, Options};
use engine::{Answer, Event, Level};
use games::{AnyPosition, AnyPositionError, Variant};
use players::Algorithm;
use record::CountRecord;
use std::path::PathBuf;
use std::time::Instant;

/// Where `export_net` writes to unless told otherwise.
const NET_FILE: &str = "chuhe.nnue";

/// Why a command is not obeyed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// An option is not set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A text is not a position.
    #[error(transparent)]
    Position(#[from] AnyPositionError),
    /// A text is not a legal move.
    #[error(transparent)]
    Move(#[from] BadMove),
    /// The game that the engine keeps does not allow it.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The sides of the game are not alike.
    #[error("\"flip\" is for games whose sides are alike; chess is not one of them")]
    Flip,
}

/// What the engine has been told, and what it does.
pub struct Session {
    dialect: Dialect,
    options: Options,
    /// The options as they will be, if the engine can do what they ask for.
    proposed: Option<Box<Options>>,
    /// The position of a GUI that keeps the game itself.
    position: AnyPosition,
    /// Moves that are not to be played in it.
    banned: Vec<String>,
    /// Whether a draw is offered with the search that runs.
    is_draw_offered: bool,
    /// The game, where the engine keeps it.
    game: XboardGame,
    searches: Searches,
    /// The strength of which it was said what it leaves unused.
    told_level: Option<Level>,
    /// Whether a search has ended by itself since the GUI last spoke of one: a `stop` may have crossed its answer.
    may_cross: bool,
    /// The line that is obeyed, for complaints about it.
    line: String,
    has_refused: bool,
    now: Instant,
    effects: Vec<Effect>,
}

impl Session {
    /// Before the first line. Chance, where nobody has given a seed, depends on `entropy`.
    pub fn new(entropy: u64) -> Self {
        let options = Options::default();
        let variant = options.engine.variant;
        let mut session = Self {
            dialect: Dialect::default(),
            options,
            proposed: None,
            position: AnyPosition::start(variant),
            banned: Vec::new(),
            is_draw_offered: false,
            game: XboardGame::new(variant),
            searches: Searches::new(entropy),
            told_level: None,
            may_cross: false,
            line: String::new(),
            has_refused: false,
            now: Instant::now(),
            effects: Vec::new(),
        };
        session.go_by_rules();
        session
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Whether the engine keeps the game.
    pub fn keeps_game(&self) -> bool {
        self.dialect == Dialect::XBoard
    }

    /// Whether nothing runs.
    pub fn is_idle(&self) -> bool {
        self.searches.activity.is_idle()
    }

    /// Whether a search runs that has to be told to end.
    pub fn is_endless(&self) -> bool {
        self.searches.activity.is_endless()
    }

    /// Whether what runs was told to end, or options are about to change.
    pub fn is_ending(&self) -> bool {
        self.searches.activity.is_ending() || self.proposed.is_some()
    }

    /// What a command needs before it can be obeyed.
    pub fn need(&self, command: &Command) -> Need {
        self.searches.activity.need(command, &self.options, &self.game)
    }

    /// Takes note of the time.
    pub fn look_at_clock(&mut self, now: Instant) {
        self.now = now;
    }

    /// What is to be done.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Hears what has become of something that was to be done.
    pub fn hear(&mut self, input: Input) {
        match input {
            Input::Line(_) | Input::End | Input::Gone | Input::Interrupted => {}
            Input::Search(number, event) => self.search_tells(number, event),
            Input::Counted(number) => self.searches.activity.counted(number),
            Input::Configured(Ok(note)) => {
                self.commit();
                if let Some(note) = note {
                    self.say(&Message::Remark(&note));
                }
            }
            Input::Book(Ok(book)) => {
                self.searches.opening.set_book(book);
                self.commit();
            }
            Input::Configured(Err(error)) => self.withdraw(&error),
            Input::Book(Err(error)) => self.withdraw(&error),
            Input::NotPrepared(error) => self.refuse(&error.to_string()),
            Input::Exported(Err(error)) => self.refuse(&error.to_string()),
            Input::Evaluated { score, name } => self.say(&Message::Evaluation { score, name: &name }),
            Input::Recalled(recalled) => self.say(&Message::Recalled(recalled.as_ref())),
            Input::Exported(Ok((path, bytes))) => self.say(&Message::Exported { path: &path, bytes }),
        }
    }

    /// Ends what runs: with its answer, or without a move where the engine keeps the game.
    pub fn end(&mut self) {
        self.end_as(if self.keeps_game() { Fate::Discarded } else { Fate::Answered });
    }

    fn end_as(&mut self, fate: Fate) {
        if self.searches.activity.end(fate) {
            self.effects.push(Effect::Stop);
        }
    }

    /// There was a stop, and nothing to stop. One that has crossed the answer of a search has that answer.
    pub fn has_nothing_to_stop(&mut self) {
        if !std::mem::take(&mut self.may_cross) {
            self.say(&Message::NothingToStop);
        }
    }

    /// Everything is done.
    pub fn leave(&mut self) {
        self.effects.push(Effect::Leave);
    }

    /// Speaks another language from now on; nothing runs.
    pub fn speak(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.banned.clear();
        self.game = XboardGame::new(self.options.engine.variant);
        self.game.go_by(&self.options);
    }

    /// Says why a line is not a command.
    pub fn refuse_line(&mut self, line: &str, error: &BadCommand) {
        line.clone_into(&mut self.line);
        self.refuse(&self.dialect.complaint(error));
    }

    /// Obeys a command, or says why not.
    pub fn act(&mut self, line: &str, command: Command) {
        line.clone_into(&mut self.line);
        if let Err(refusal) = self.obey(command) {
            self.refuse(&refusal.to_string());
        }
    }

    /// Begins or goes on with the analysis of a game that the engine keeps, if it should and nothing else runs.
    pub fn analyse(&mut self) {
        if self.keeps_game()
            && self.is_idle()
            && let Some(wish) = self.game.analysis()
        {
            let choice = Choice { excluded: wish.excluded, ..Choice::default() };
            self.search(wish.position, &wish.go, choice);
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Greet(_) => self.say(&Message::Introduction(&self.options.engine.clone())),
            Command::IsReady => {
                self.prepare();
                self.say(&Message::Ready);
            }
            Command::Ping(word) => {
                self.prepare();
                self.say(&Message::Pong(&word));
            }
            Command::NewGame => {
                self.searches.new_game();
                self.options.coordinates.new_game();
                self.effects.push(Effect::Forget);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                self.may_cross = false;
                self.set_position(fen.as_deref(), &moves)?;
                self.banned.clear();
            }
            Command::Ban(texts) => {
                let ranks = self.options.ranks();
                let moves = texts.iter().map(|text| choice::legal_move(&self.position, text, ranks));
                self.banned = moves.collect::<Result<_, _>>()?;
            }
            Command::Probe { fen, moves } => {
                let position = choice::after(&self.start(fen.as_deref())?, &moves, self.options.ranks())?;
                self.effects.push(Effect::Recall(Box::new(position)));
            }
            Command::Play(play) => {
                let steps = self.play(play)?;
                self.take(steps);
            }
            Command::Go(go) => self.go(&go),
            Command::PonderHit { draw } => {
                self.is_draw_offered |= draw;
                self.hit();
            }
            Command::Display => self.say(&Message::Board(&self.position.clone())),
            Command::Evaluate => self.effects.push(Effect::Evaluate(Box::new(self.position.clone()))),
            Command::Flip => {
                let flipped = self.position.flipped();
                self.position = flipped.ok_or(Refusal::Flip)?;
            }
            Command::Bench(order) => {
                self.run(Job::Bench { order, current: Box::new(self.position.clone()) });
            }
            Command::SpeedTest(test) => self.run(Job::SpeedTest(test)),
            Command::Compiler => self.say(&Message::Compiler),
            Command::ExportNet { path, overwrite } => {
                let path = PathBuf::from(path.as_deref().unwrap_or(NET_FILE));
                self.effects.push(Effect::ExportNet { path, overwrite });
            }
            Command::License => self.say(&Message::License),
            Command::Help => self.say(&Message::Help),
            // A stop was seen to when it came.
            Command::Stop | Command::Ignored => {}
            Command::Quit => self.say(&Message::Bye),
        }
        Ok(())
    }

    fn say(&mut self, message: &Message<'_>) {
        let mode = self
            .searches
            .activity
            .search()
            .map_or_else(|| SearchMode::of(&self.options), |running| running.mode);
        self.effects.extend(self.dialect.write(message, mode).map(Effect::Say));
    }

    fn refuse(&mut self, message: &str) {
        self.has_refused = true;
        let line = std::mem::take(&mut self.line);
        self.say(&Message::Refusal { message, line: &line });
        self.line = line;
    }

    /// Says what is not as it was asked for.
    fn note(&mut self, notes: &[String]) {
        for note in notes {
            self.has_refused = true;
            self.say(&Message::Remark(note));
        }
    }

    /// Makes sure that the table has its size, unless a search is using it.
    fn prepare(&mut self) {
        if self.is_idle() {
            self.effects.push(Effect::Prepare);
        }
    }

    /// The position of a FEN, or the starting one, under the rules that are set.
    fn start(&self, fen: Option<&str>) -> Result<AnyPosition, AnyPositionError> {
        let variant = self.options.engine.variant;
        let mut position = match fen {
            Some(fen) => AnyPosition::parse(variant, fen)?,
            None => AnyPosition::start(variant),
        };
        position.set_rules(self.options.engine.rules);
        Ok(position)
    }

    /// Sets a position. While nothing has settled how ranks are counted, moves that are legal in one way only do.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Refusal> {
        let start = self.start(fen)?;
        let ranks = self.options.ranks();
        let other = self.options.alternative_ranks().filter(|_| !moves.is_empty());
        let elsewhere = other.and_then(|other| choice::after(&start, moves, other).ok());
        self.position = match (choice::after(&start, moves, ranks), other, elsewhere) {
            (Ok(position), Some(_), None) => {
                self.options.coordinates.settle(ranks);
                position
            }
            (Err(_), Some(other), Some(position)) => {
                self.options.coordinates.settle(other);
                self.say(&Message::Remark(&ranks_note(other)));
                position
            }
            (position, _, _) => position?,
        };
        Ok(())
    }

    fn go_by_rules(&mut self) {
        self.position.set_rules(self.options.engine.rules);
        self.game.go_by(&self.options);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let change = self.options.with(name, value)?;
        if change.pressed.is_some() {
            self.effects.push(Effect::Forget);
        }
        if let Some(note) = change.note {
            self.say(&Message::Remark(note));
        }
        self.propose(change.options);
        Ok(())
    }

    /// Changes the options, if the engine can do what that asks of it.
    fn propose(&mut self, options: Options) {
        let effect = if options.engine != self.options.engine {
            Effect::Configure(Box::new(options.engine.clone()))
        } else if options.book != self.options.book {
            Effect::LoadBook(options.book.clone())
        } else if options.log != self.options.log {
            Effect::Follow(options.log.clone())
        } else {
            self.options = options;
            return;
        };
        self.effects.push(effect);
        self.proposed = Some(Box::new(options));
    }

    /// The options that were proposed cannot be.
    fn withdraw(&mut self, error: &dyn std::error::Error) {
        self.proposed = None;
        self.refuse(&error.to_string());
    }

    /// The engine goes by the options that were proposed.
    fn commit(&mut self) {
        let Some(options) = self.proposed.take() else { return };
        let old = std::mem::replace(&mut self.options, *options);
        let variant = self.options.engine.variant;
        if old.engine.variant != variant {
            self.options.coordinates.new_game();
            self.position = AnyPosition::start(variant);
            self.banned.clear();
            self.searches.account = Account::default();
            self.game.begin(&self.options);
        }
        if old.engine.variant != variant || old.engine.rules != self.options.engine.rules {
            self.go_by_rules();
        }
    }

    fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            let position = Box::new(self.position.clone());
            return self.run(Job::Perft { position, depth, ranks: self.options.ranks() });
        }
        self.may_cross = false;
        self.note(&go.notes);
        self.note(&timing::clamped(go, &self.options));
        if go.depth == Some(0) && self.dialect == Dialect::Ucci {
            return self.effects.push(Effect::Evaluate(Box::new(self.position.clone())));
        }
        let choice = Choice::read(&self.position, go, &self.banned, self.options.ranks());
        self.note(&choice.notes);
        self.is_draw_offered = go.draw;
        self.tell_level(go);
        self.search(self.position.clone(), go, choice);
    }

    /// Says, once for each strength, what of the limits of a search is left unused.
    fn tell_level(&mut self, go: &Go) {
        let level = self.options.engine.strength.level();
        let lines = self.options.lines;
        if self.options.engine.algorithm != Algorithm::Engine {
            return;
        }
        let Some(nodes) = level.nodes(lines, go.infinite) else {
            self.told_level = None;
            return;
        };
        let is_more = go.nodes.is_some_and(|wanted| wanted > nodes.saturating_mul(lines as u64));
        let is_other = go.infinite || go.depth.is_some() || go.move_time.is_some() || go.mate.is_some();
        if !(is_more || is_other) || self.told_level == Some(level) {
            return;
        }
        self.told_level = Some(level);
        let each = if lines > 1 { " for each line" } else { "" };
        self.say(&Message::Remark(&format!(
            "at level {} ({} Elo) a search ends after {nodes} nodes{each}, whatever more \"go\" allows; smaller limits hold",
            level.number(),
            level.elo()
        )));
    }

    fn search(&mut self, position: AnyPosition, go: &Go, choice: Choice) {
        self.prepare();
        match self.searches.begin(position, go, choice, &self.options) {
            Begun::Search(order) => self.effects.push(Effect::Start(order)),
            Begun::Book(answer, remark) => {
                let mv = answer.best.as_deref().unwrap_or_default();
                self.say(&Message::BookMove { mv, remark: &remark });
                self.answered(answer, DrawPolicy::default());
            }
        }
    }

    fn run(&mut self, job: Job) {
        let number = self.searches.begin_job();
        self.effects.push(Effect::Run { number, job });
    }

    /// The expected move was made.
    fn hit(&mut self) {
        if self.searches.activity.hit() {
            self.effects.push(Effect::PonderHit);
        }
    }

    fn search_tells(&mut self, number: u64, event: Event<String>) {
        let Some(running) = self.searches.activity.search_mut().filter(|running| running.number == number)
        else {
            return;
        };
        if let Event::Done(answer) = event {
            let (fate, policy, is_all_banned) = (running.fate, running.policy, running.is_all_banned);
            self.may_cross = fate.is_none();
            self.searches.account.pay(answer.nodes);
            if fate == Some(Fate::Discarded) {
                self.searches.activity = Activity::Idle;
                self.game.abandoned();
            } else if is_all_banned && self.dialect != Dialect::XBoard {
                self.say(&Message::NoMoveLeft);
                self.searches.activity = Activity::Idle;
            } else {
                self.answered(answer, policy);
            }
            return;
        }
        if running.fate == Some(Fate::Discarded) {
            return;
        }
        match event {
            Event::Line(line) => {
                running.line = Some(line.clone());
                if self.dialect == Dialect::XBoard {
                    let text = self.game.thought(&line, running.mode.ranks);
                    self.effects.extend(text.map(Effect::Say));
                } else {
                    self.say(&Message::Line(&line));
                }
            }
            Event::RootMove { depth, mv, number } => {
                running.root_move = Some((mv.clone(), number));
                self.say(&Message::RootMove { depth, mv: &mv, number });
            }
            Event::Summary(summary) => {
                // Only a match that records its games reads this, and it speaks UCI or UCCI.
                if self.dialect != Dialect::XBoard {
                    self.say(&Message::Remark(&CountRecord::from(*summary).line()));
                }
            }
            Event::Failed(failure) => self.say(&Message::Failed(&failure)),
            Event::Done(_) => {}
        }
    }

    /// A search, or the book, has an answer: it is told, or made a move of.
    fn answered(&mut self, answer: Answer<String>, policy: DrawPolicy) {
        if self.dialect == Dialect::XBoard {
            self.searches.activity = Activity::Idle;
            let mut room = Room {
                options: &mut self.options,
                opening: &self.searches.opening,
                now: self.now,
                is_thinking: false,
                line: None,
                root_move: None,
            };
            let steps = self.game.answered(answer, &mut room);
            self.take(steps);
        } else {
            let gesture = policy.gesture(answer.score, answer.depth, self.is_draw_offered);
            self.say(&Message::Best(&answer, gesture));
            self.searches.activity = Activity::Idle;
        }
    }

    fn play(&mut self, play: Play) -> Result<Vec<XboardStep>, PlayError> {
        let running = self.searches.activity.search();
        let mut room = Room {
            options: &mut self.options,
            opening: &self.searches.opening,
            now: self.now,
            is_thinking: running.is_some_and(|running| running.ends == Ends::ByItself),
            line: running.and_then(|running| running.line.as_ref()),
            root_move: running
                .and_then(|running| running.root_move.as_ref())
                .map(|(mv, number)| (mv.as_str(), *number)),
        };
        self.game.obey(play, &mut room)
    }

    fn take(&mut self, steps: Vec<XboardStep>) {
        for step in steps {
            match step {
                XboardStep::Say(text) => self.effects.push(Effect::Say(text)),
                XboardStep::Refuse(text) => {
                    self.has_refused = true;
                    self.effects.push(Effect::Say(text));
                }
                XboardStep::Begin(variant) => self.begin(variant),
                XboardStep::Search(wish) => {
                    // The clock that the GUI shows is told before each move, whatever it counts.
                    self.searches.account = Account::default();
                    let choice = Choice { excluded: wish.excluded, ..Choice::default() };
                    self.search(wish.position, &wish.go, choice);
                }
                XboardStep::Hit => self.hit(),
                XboardStep::MoveNow => self.end_as(Fate::Answered),
                XboardStep::Abandon => self.end_as(Fate::Discarded),
            }
        }
    }

    fn begin(&mut self, variant: Variant) {
        if variant == self.options.engine.variant {
            self.options.coordinates.new_game();
            self.effects.push(Effect::Forget);
            self.game.begin(&self.options);
        } else {
            let mut options = self.options.clone();
            options.engine.choose_game(variant);
            self.propose(options);
        }
    }
}

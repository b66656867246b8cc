//! One game with everything around it: players, clock, seed, questions that are open. The model of the dialogue and the screen.
//!
//! It is pure: a command, news from a search or the passing of time goes in, [`PlayEffect`]s come out, and whoever runs the game
//! carries them out in their order. It reads no clock and writes no file, and reads none but a
//! script that a command names. A command that is refused changes nothing.

mod record;
mod terms;
#[cfg(test)]
pub mod tests;

pub use terms::{Given, PlayEffect, PlayRefusal, Settings};

use super::clock::{GameClock, Reading};
use super::command::{HELP, PlayCommand};
use super::ending::PlayEnding;
use super::game::LocalGame;
use super::player::Player;
use super::storage::{LoadRequest, unquoted};
use super::thinker::{News, Purpose, Question};
use engine::budget::ending_early;
use engine::draws::{self, Gesture};
use engine::{Clock, Level, Limits};
use players::Budget;
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::rules::Language;
use xiangqi::{Colour, Move, Random, RuleSet, counted, excerpt};

/// What an answer may lose on its way to the clock.
const OVERHEAD: Duration = Duration::from_millis(30);

/// A question to the person that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Asked {
    Overwrite(PathBuf),
    Forfeit(Move),
}

/// A question to a player that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    id: u64,
    pub purpose: Purpose,
    pub depth: usize,
}

/// What a move may cost.
pub struct MoveCost {
    pub words: String,
    /// Its nodes, if nothing else limits it.
    pub nodes: Option<u64>,
}

/// A game and all that belongs to it.
pub struct PlaySession {
    game: LocalGame,
    settings: Settings,
    players: [Player; 2],
    seed: u64,
    clock: Option<GameClock>,
    /// What the clock showed before each ply.
    readings: Vec<Reading>,
    is_paused: bool,
    thinking: Option<Thinking>,
    questions: u64,
    asked: Option<Asked>,
    /// The file that follows the game.
    file: Option<PathBuf>,
    hint: Option<Move>,
}

impl PlaySession {
    pub fn new(settings: Settings, players: [Player; 2], seed: u64) -> Self {
        Self {
            game: settings.new_game(),
            clock: settings.time.map(GameClock::new),
            settings,
            players,
            seed,
            readings: Vec::new(),
            is_paused: false,
            thinking: None,
            questions: 0,
            asked: None,
            file: None,
            hint: None,
        }
    }

    pub fn game(&self) -> &LocalGame {
        &self.game
    }

    pub fn player(&self, side: Colour) -> &Player {
        &self.players[side.index()]
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    #[cfg(test)]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// The move that was last recommended for this position.
    pub fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// The file that follows the game.
    pub fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// Whether `yes` or `no` is awaited.
    pub fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether the clock of the side to move runs.
    pub fn is_running(&self) -> bool {
        self.clock.is_some() && !self.is_paused && !self.game.is_over()
    }

    /// Whether a person may move now.
    pub fn is_persons_turn(&self) -> bool {
        let side = self.game.position().side();
        !self.game.is_over() && (self.is_paused || *self.player(side) == Player::Person)
    }

    /// Whether nobody at the keyboard plays.
    pub fn is_only_watched(&self) -> bool {
        !self.players.contains(&Player::Person)
    }

    /// A move of the position, as moves are shown.
    pub fn move_text(&self, mv: Move) -> String {
        self.settings.notation.format(self.game.position().board(), mv)
    }

    /// The moves of the line as text, those that were taken back included.
    pub fn move_texts(&self) -> Vec<String> {
        let mut board = self.game.game().start().board.clone();
        let texts = self.game.moves().map(|mv| {
            let text = self.settings.notation.format(&board, mv);
            board.play_unchecked(mv);
            text
        });
        texts.collect()
    }

    /// What makes the game repeatable, in a few words.
    pub fn terms(&self) -> Vec<String> {
        let mut terms =
            vec![format!("{} rules", self.game.rules().repetition), format!("seed {}", self.seed)];
        terms.extend(self.settings.time.map(|time| format!("time {time}")));
        let has_full = self.players.contains(&Player::Engine(Level::default()));
        terms.extend(has_full.then(|| match self.settings.nodes {
            Some(nodes) => counted(nodes, "node"),
            None => format!("{} s a move", self.settings.move_time.as_secs_f32()),
        }));
        let has_engine = self.players.iter().any(|player| matches!(player, Player::Engine(_)));
        terms.extend(has_engine.then(|| if self.settings.uses_book { "book" } else { "no book" }.to_owned()));
        terms
    }

    /// What a move of a player that searches may cost; nothing for others.
    pub fn cost(&self, player: &Player) -> Option<MoveCost> {
        let Player::Engine(level) = player else { return None };
        let nodes = if level.is_full() { self.settings.nodes } else { level.nodes(1, false) };
        let mut words = match nodes {
            Some(nodes) => counted(nodes, "node"),
            None => format!("{} s", self.settings.move_time.as_secs_f32()),
        };
        if let Some(time) = self.settings.time {
            words = format!("{words}, time {time}");
        }
        Some(MoveCost { words, nodes: nodes.filter(|_| self.clock.is_none()) })
    }

    /// Whose turn it is, for a prompt.
    pub fn prompt(&self) -> String {
        let position = self.game.position();
        match self.game.ending() {
            Some(_) => "game over".into(),
            None => format!("{} {}", position.move_number(), position.side()),
        }
    }

    /// Last move, check, offer, warning, result.
    pub fn status(&self) -> String {
        let position = self.game.position();
        let mut parts = Vec::new();
        if let Some(mv) = self.game.last_move() {
            let mut before = position.clone();
            before.undo();
            parts.push(format!("Last move: {}.", self.settings.notation.display(before.board(), mv)));
        }
        if let Some(ending) = self.game.ending() {
            parts.push(ending.words());
            return parts.join(" ");
        }
        if position.is_check() {
            parts.push("Check!".into());
        }
        if let Some(side) = self.game.offer() {
            parts.push(format!("{side} offers a draw."));
        }
        if self.is_paused {
            parts.push("Paused.".into());
        }
        parts.push(format!("{} to move.", position.side()));
        if let Some(warning) = self.game.rules().warning(position) {
            parts.push(warning.explain(Language::English));
        }
        parts.join(" ")
    }

    /// Begins: whoever is to move and is not a person starts to think.
    pub fn begin(&mut self) -> Vec<PlayEffect> {
        self.go_on()
    }

    /// Carries out a command.
    pub fn obey(&mut self, command: PlayCommand<'_>) -> Result<Vec<PlayEffect>, PlayRefusal> {
        // A question lapses with the next command, whatever that is.
        let asked = self.asked.take();
        match command {
            PlayCommand::Help => Ok(vec![PlayEffect::Show { title: "Help", text: HELP.trim_end().into() }]),
            PlayCommand::Moves => {
                let text = self.game.numbered_moves(self.settings.notation);
                Ok(vec![PlayEffect::Show { title: "Legal moves", text }])
            }
            PlayCommand::Why => Ok(vec![PlayEffect::Show { title: "Verdict", text: self.status() }]),
            PlayCommand::Fen => {
                let text = self.game.position().fen().to_string();
                Ok(vec![PlayEffect::Show { title: "Position", text }])
            }
            PlayCommand::Pgn => Ok(vec![PlayEffect::Show { title: "Game", text: self.pgn() }]),
            PlayCommand::Board => Ok(vec![PlayEffect::Board]),
            PlayCommand::Flip => Ok(vec![PlayEffect::Flip, PlayEffect::Board]),
            PlayCommand::Quit => Ok(vec![PlayEffect::Stop, PlayEffect::Quit]),
            PlayCommand::Save("") => Err(PlayRefusal::NoFile("save")),
            PlayCommand::Load("") => Err(PlayRefusal::NoFile("load")),
            PlayCommand::Save(name) => {
                Ok(vec![PlayEffect::Save { path: unquoted(name).into(), overwrite: false }])
            }
            PlayCommand::Salvage("") => Err(PlayRefusal::NoFile("salvage")),
            PlayCommand::Load(text) => Ok(vec![PlayEffect::Load(LoadRequest::typed(text, false))]),
            PlayCommand::Salvage(text) => Ok(vec![PlayEffect::Load(LoadRequest::typed(text, true))]),
            PlayCommand::Yes => match asked.ok_or(PlayRefusal::NothingAsked)? {
                Asked::Overwrite(path) => Ok(vec![PlayEffect::Save { path, overwrite: true }]),
                Asked::Forfeit(mv) => self.make(mv),
            },
            PlayCommand::No => {
                asked.ok_or(PlayRefusal::NothingAsked)?;
                Ok(vec![PlayEffect::Say("Nothing is done.".into())])
            }
            PlayCommand::Play(text) => self.play(text),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::Hint => {
                self.expect_turn()?;
                Ok(self.ask(Purpose::Hint))
            }
            PlayCommand::Draw => self.draw(),
            PlayCommand::Resign => {
                self.game.resign(self.person())?;
                Ok(self.changed())
            }
            PlayCommand::Seat(side, "") => Err(PlayRefusal::NoPlayer {
                word: match side {
                    Colour::Red => "red",
                    Colour::Black => "black",
                },
                side,
                now: self.player(side).name(),
            }),
            PlayCommand::Seat(side, name) => {
                self.players[side.index()] = name.parse()?;
                Ok(self.changed())
            }
            PlayCommand::Level("") => Err(PlayRefusal::NoLevel),
            PlayCommand::Level(number) => self.set_level(number),
            PlayCommand::Book(choice) => self.set_book(choice),
            PlayCommand::TooMuch { word, rest } => {
                Err(PlayRefusal::TooMuch { word: word.to_ascii_lowercase(), rest: excerpt(rest, 40) })
            }
            PlayCommand::Rules("") => Err(PlayRefusal::NoRules),
            PlayCommand::Rules(name) => {
                let rules = name.parse::<RuleSet>()?.into();
                (self.settings.rules, self.hint) = (rules, None);
                self.game.set_rules(rules);
                Ok(self.changed())
            }
            PlayCommand::Pause => {
                self.is_paused = !self.is_paused;
                Ok(self.changed())
            }
            PlayCommand::New => Ok(self.restart()),
        }
    }

    /// The side that somebody at the keyboard plays; the side to move if that is not clear.
    fn person(&self) -> Colour {
        let persons = Colour::ALL.into_iter().filter(|&side| *self.player(side) == Player::Person);
        match persons.collect::<Vec<_>>()[..] {
            [side] => side,
            _ => self.game.position().side(),
        }
    }

    /// Whether a person may move; if not, why.
    pub fn expect_turn(&self) -> Result<(), PlayRefusal> {
        self.game.expect_open()?;
        if self.is_persons_turn() { Ok(()) } else { Err(PlayRefusal::NotYours(self.game.position().side())) }
    }

    fn play(&mut self, text: &str) -> Result<Vec<PlayEffect>, PlayRefusal> {
        self.expect_turn()?;
        let mv = self.game.read_move(text)?;
        let forfeit = self.game.rules().forfeit(self.game.position(), mv).filter(|_| self.settings.asks);
        if let Some(verdict) = forfeit {
            let question = format!(
                "{} loses at once. {} Play it all the same (yes or no)?",
                self.move_text(mv),
                verdict.explain(Language::English)
            );
            self.asked = Some(Asked::Forfeit(mv));
            return Ok(vec![PlayEffect::Say(question)]);
        }
        self.make(mv)
    }

    /// Makes a move of whoever is to move.
    fn make(&mut self, mv: Move) -> Result<Vec<PlayEffect>, PlayRefusal> {
        let (side, ply) = (self.game.position().side(), self.game.plies());
        self.game.play(mv)?;
        if let Some(clock) = &mut self.clock {
            self.readings.truncate(ply);
            self.readings.push(clock.left);
            clock.press(side);
        }
        Ok(self.changed())
    }

    fn undo(&mut self) -> Result<Vec<PlayEffect>, PlayRefusal> {
        let ply = self.game.plies();
        self.game.undo()?;
        if self.is_only_watched() {
            // They would make the same move again.
            self.is_paused = true;
        } else if !self.is_persons_turn() {
            // A person takes back a move of their own.
            let _ = self.game.undo();
        }
        if let Some(clock) = &mut self.clock {
            if self.readings.len() == ply {
                self.readings.push(clock.left);
            }
            clock.left = self.readings.get(self.game.plies()).copied().unwrap_or(clock.left);
        }
        Ok(self.changed())
    }

    fn redo(&mut self) -> Result<Vec<PlayEffect>, PlayRefusal> {
        self.game.redo()?;
        if self.is_only_watched() {
            self.is_paused = true;
        } else if !self.is_persons_turn() && !self.game.is_over() {
            // And the answer to it, if there was one.
            let _ = self.game.redo();
        }
        if let Some(clock) = &mut self.clock {
            clock.left = self.readings.get(self.game.plies()).copied().unwrap_or(clock.left);
        }
        Ok(self.changed())
    }

    /// Offers a draw, or accepts one. Players who are not persons are asked at once.
    fn draw(&mut self) -> Result<Vec<PlayEffect>, PlayRefusal> {
        self.expect_turn()?;
        self.game.offer_draw()?;
        let waiter = self.player(!self.game.position().side()).clone();
        if self.game.is_over() || waiter == Player::Person {
            return Ok(self.changed());
        }
        Ok(self.ask(Purpose::Draw(waiter)))
    }

    fn set_level(&mut self, number: &str) -> Result<Vec<PlayEffect>, PlayRefusal> {
        let level = number.parse().ok().and_then(Level::new);
        let level = level.ok_or_else(|| PlayRefusal::NoSuchLevel(excerpt(number, 20)))?;
        let mut engines =
            self.players.iter_mut().filter(|player| matches!(player, Player::Engine(_))).peekable();
        engines.peek().ok_or(PlayRefusal::NoEngine)?;
        engines.for_each(|player| *player = Player::Engine(level));
        let mut effects = self.changed();
        effects.push(PlayEffect::Say(format!("The engine plays at level {} from now on.", level.number())));
        Ok(effects)
    }

    fn set_book(&mut self, choice: &str) -> Result<Vec<PlayEffect>, PlayRefusal> {
        let wanted = match choice.to_ascii_lowercase().as_str() {
            "" => self.settings.uses_book,
            "on" => true,
            "off" => false,
            _ => return Err(PlayRefusal::NoSuchBook(excerpt(choice, 20))),
        };
        let is_changed = std::mem::replace(&mut self.settings.uses_book, wanted) != wanted;
        let mut effects = if is_changed { self.changed() } else { Vec::new() };
        effects.push(PlayEffect::Say(String::from(if wanted {
            "The engine plays from the opening book as long as that knows the game."
        } else {
            "The engine plays without the opening book."
        })));
        Ok(effects)
    }

    /// A new game from the same start, with the next seed.
    fn restart(&mut self) -> Vec<PlayEffect> {
        self.game = self.settings.new_game();
        self.seed = Random::mix(self.seed);
        self.clock = self.settings.time.map(GameClock::new);
        self.readings.clear();
        self.is_paused = false;
        self.leave_file(Vec::new())
    }

    /// Another game is on the table: the file that followed the old one stays as it is.
    fn leave_file(&mut self, mut effects: Vec<PlayEffect>) -> Vec<PlayEffect> {
        effects.push(PlayEffect::SetAside);
        if let Some(path) = self.file.take() {
            let words = format!("{} holds the game before and is left alone from now on.", path.display());
            effects.push(PlayEffect::Say(words));
        }
        effects.extend(self.changed());
        effects
    }

    /// What follows from any change of the game.
    fn changed(&mut self) -> Vec<PlayEffect> {
        self.hint = None;
        let mut effects = Vec::new();
        if self.thinking.take().is_some() {
            effects.push(PlayEffect::Stop);
        }
        effects.extend([PlayEffect::Keep, PlayEffect::Board]);
        effects.extend(self.go_on());
        effects
    }

    /// Asks whoever is to move, unless that is a person.
    fn go_on(&mut self) -> Vec<PlayEffect> {
        if self.game.is_over() || self.is_persons_turn() {
            return Vec::new();
        }
        let player = self.player(self.game.position().side()).clone();
        self.ask(Purpose::Move(player))
    }

    /// Asks somebody something; a question that still stands lapses.
    fn ask(&mut self, purpose: Purpose) -> Vec<PlayEffect> {
        let stop = self.thinking.take().map(|_| PlayEffect::Stop);
        self.questions += 1;
        let id = self.questions;
        let is_full = match &purpose {
            Purpose::Move(Player::Engine(level)) => level.is_full(),
            _ => true,
        };
        let question = Question {
            id,
            position: self.game.position().clone(),
            limits: self.limits(&purpose, is_full),
            is_fresh: match &purpose {
                Purpose::Move(Player::Algorithm(player)) => player.is_repeatable(),
                _ => is_full && self.settings.nodes.is_some(),
            },
            uses_book: self.settings.uses_book,
            purpose: purpose.clone(),
        };
        self.thinking = Some(Thinking { id, purpose, depth: 0 });
        stop.into_iter().chain([PlayEffect::Ask(Box::new(question))]).collect()
    }

    /// What a search may spend. The seed depends on the game's seed and the ply alone: taking back and hints change nothing.
    fn limits(&self, purpose: &Purpose, is_full: bool) -> Limits<Move> {
        if let Purpose::Draw(_) = purpose {
            return draws::consideration();
        }
        let ply = self.game.plies() as u64;
        let is_move = matches!(purpose, Purpose::Move(_));
        let seed = Random::nth(if is_move { self.seed } else { !self.seed }, ply) | 1;
        let mut limits = Limits { seed, ..Limits::default() };
        let budget = match purpose {
            Purpose::Move(Player::Algorithm(player)) => player.budget(),
            _ => None,
        };
        match (budget, self.settings.nodes) {
            (Some(Budget::Time(time)), _) => limits.hard_time = Some(time),
            (Some(Budget::Depth(depth)), _) => limits.depth = Some(depth),
            // The player counts its playouts itself.
            (Some(Budget::Playouts(_)), _) => {}
            // Other levels have nodes of their own.
            _ if !is_full => {}
            (None, Some(nodes)) => limits.nodes = Some(nodes),
            (None, None) => {
                let time = if is_move { self.settings.move_time } else { self.settings.hint_time };
                limits.hard_time = Some(time);
            }
        }
        if let Some(clock) = self.clock.filter(|_| is_move) {
            limits.limit_by_clock(Clock {
                left: clock.left[self.game.position().side().index()],
                increment: clock.control.increment,
                moves_to_go: None,
                overhead: OVERHEAD,
                played: (ply / 2) as u32,
            });
        }
        ending_early(limits)
    }

    /// News of a question. Those of a question that no longer stands are passed over.
    pub fn heard(&mut self, id: u64, news: News) -> Vec<PlayEffect> {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == id) else {
            return Vec::new();
        };
        match news {
            News::Depth(depth) => {
                thinking.depth = depth;
                return Vec::new();
            }
            News::Failed(words) => return vec![PlayEffect::Say(words)],
            _ => self.thinking = None,
        }
        match news {
            News::Depth(_) | News::Failed(_) => Vec::new(),
            News::Hint(Some(mv)) => {
                self.hint = Some(mv);
                vec![PlayEffect::Say(format!("Hint: {}", self.move_text(mv)))]
            }
            News::Hint(None) => vec![PlayEffect::Say("There is no move to play.".into())],
            News::Draw { is_accepted: true } => {
                // An open game can be ended.
                let _ = self.game.end(PlayEnding::Agreement);
                self.changed()
            }
            News::Draw { is_accepted: false } => {
                vec![PlayEffect::Say(format!("{} declines the draw.", !self.game.position().side()))]
            }
            News::Move { mv, gesture } => self.answered(mv, gesture),
            News::NoScript(reason) => {
                let side = self.game.position().side();
                self.players[side.index()] = Player::Person;
                let mut effects = self.changed();
                effects.push(PlayEffect::Say(format!(
                    "The script of {side} ends here ({reason}): {side} is yours now."
                )));
                effects
            }
        }
    }

    fn answered(&mut self, mv: Option<Move>, gesture: Gesture) -> Vec<PlayEffect> {
        let side = self.game.position().side();
        if gesture == Gesture::Resign && self.game.resign(side).is_ok() {
            return self.changed();
        }
        match mv.map(|mv| self.make(mv)) {
            Some(Ok(effects)) => {
                if gesture == Gesture::Draw && *self.player(!side) == Player::Person {
                    self.game.offer_draw_with_move();
                }
                effects
            }
            refused => {
                self.is_paused = true;
                let reason =
                    refused.and_then(Result::err).map(|error| format!(": {error}")).unwrap_or_default();
                vec![PlayEffect::Say(format!("{side} has no move to make{reason}. The game is paused."))]
            }
        }
    }

    /// Time has gone by.
    pub fn tick(&mut self, elapsed: Duration) -> Vec<PlayEffect> {
        let side = self.game.position().side();
        let is_running = self.is_running();
        let Some(clock) = self.clock.as_mut().filter(|_| is_running) else { return Vec::new() };
        if !clock.run(side, elapsed) || self.game.end(PlayEnding::Time(side)).is_err() {
            return Vec::new();
        }
        self.changed()
    }
}

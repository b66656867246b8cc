//! The game, where the engine keeps it: what `XBoard` expects of a player at the board.
//!
//! Moves come one by one and are answered with moves. An illegal one is refused and changes nothing. When no move is
//! left the result is told with its reason; what else the rules decide is for the GUI to judge, which takes a claim
//! that it does not share for a forfeit. What interrupts a search (a new game, a move taken back) ends it without a
//! move.

use crate::command::{Go, Play};
use crate::courtesy::{Courtesy, Reply};
use crate::dialect::{Dialect, xboard};
use crate::event::{Answer, set_position};
use crate::host::{Host, State, Table, at};
use crate::ranks::Ranks;
use crate::timing::Account;
use engine::EngineGame;
use games::{Chess, Ending, GameData, GameRules, Variant, Xiangqi, legal_moves};
use search::Game;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xiangqi::rules::Language;

/// For whom the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// For nobody: moves are only noted.
    Nobody,
    /// For this side.
    Side(usize),
    /// For nobody, but it says what it thinks.
    Analyst,
}

/// What has been said about the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// Nothing.
    Nothing,
    /// How the rules judge a position that leaves moves to play. If the GUI goes on, so does the engine.
    Verdict,
    /// The result.
    Result,
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeControl {
    /// So many moves, 0 for all of them.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// The same time for every move, instead.
    for_each: Option<Duration>,
}

/// The place at the board.
#[derive(Debug)]
pub struct Seat {
    role: Role,
    /// The position that the game began with; none for the usual one.
    start: Option<String>,
    /// The moves since, as the engine writes them.
    moves: Vec<String>,
    control: TimeControl,
    /// What is left to the engine; the whole time if nobody has said.
    clock: Option<Duration>,
    depth: Option<usize>,
    posts: bool,
    ponders: bool,
    /// The move that is pondered on. The engine's position is one ahead of the game then.
    pub expected: Option<String>,
    /// Whether it has been made, for the search that ponders on it.
    pub is_hit: Arc<AtomicBool>,
    /// What the other side could play, after so many moves.
    hint: Option<(usize, String)>,
    /// What has been said about the end.
    told: Told,
    /// Whether the other side has offered a draw.
    pub is_draw_offered: Arc<AtomicBool>,
    /// What was known at the beginning of the last search.
    pub courtesy: Courtesy,
    /// Moves that searches of this position leave out, and after how many moves of the game it came about.
    excluded: (usize, Vec<String>),
    /// Whether everything rests until the game goes on.
    is_paused: bool,
    /// The last answer.
    answer: Option<Answer>,
    began: Option<Instant>,
}

impl Default for Seat {
    fn default() -> Self {
        let control = TimeControl {
            moves: 40,
            base: Duration::from_secs(300),
            increment: Duration::ZERO,
            for_each: None,
        };
        Self {
            role: Role::Side(1),
            start: None,
            moves: Vec::new(),
            control,
            clock: None,
            depth: None,
            posts: false,
            ponders: false,
            expected: None,
            is_hit: Arc::default(),
            hint: None,
            told: Told::Nothing,
            is_draw_offered: Arc::default(),
            courtesy: Courtesy::default(),
            excluded: (0, Vec::new()),
            is_paused: false,
            answer: None,
            began: None,
        }
    }
}

impl Seat {
    /// Whether thoughts are to be told.
    pub fn shows_thoughts(&self) -> bool {
        self.posts || self.role == Role::Analyst
    }

    /// The seat before the first move of another game, with the same clock and the same manners.
    fn fresh(&self) -> Self {
        Self { control: self.control, posts: self.posts, ponders: self.ponders, ..Self::default() }
    }

    /// The moves that searches of the position leave out, as the GUI writes them.
    fn left_out(&self, ranks: Ranks) -> Vec<String> {
        let (after, moves) = &self.excluded;
        let is_here = *after == self.moves.len();
        moves.iter().filter(|_| is_here).map(|mv| ranks.write(mv)).collect()
    }

    /// What a search for this side may take.
    fn limits(&self, side: usize) -> Go {
        let mut go = Go { depth: self.depth, ..Go::default() };
        if self.control.for_each.is_some() {
            go.move_time = self.control.for_each;
            return go;
        }
        let clock = self.clock.unwrap_or(self.control.base);
        if let (Some(time), Some(increment)) = (go.time.get_mut(side), go.increment.get_mut(side)) {
            (*time, *increment) = (Some(clock), self.control.increment);
        }
        let made = (self.moves.len() / 2) as u32;
        go.moves_to_go = made.checked_rem(self.control.moves).map(|made| self.control.moves - made);
        go
    }

    /// The engine has moved: its clock is kept until the GUI tells it again.
    fn stop_clock(&mut self) {
        let used = self.began.take().map_or(Duration::ZERO, |began| began.elapsed());
        let clock = self.clock.unwrap_or(self.control.base);
        self.clock = Some(clock.saturating_sub(used) + self.control.increment);
    }
}

impl Host {
    /// Obeys a command about the game.
    pub fn play(&mut self, play: Play) -> Result<(), String> {
        match play {
            Play::New => self.begin("normal")?,
            Play::Variant(name) => self.begin(&name)?,
            Play::SetBoard(fen) => self.set_board(&fen),
            Play::Move(text) => self.take(&text),
            Play::Go => {
                self.abort();
                self.seat.role = Role::Side(self.side());
                self.think();
            }
            Play::PlayOther => {
                self.abort();
                self.seat.role = Role::Side(1 - self.side());
            }
            Play::Force | Play::Exit => {
                self.abort();
                self.seat.role = Role::Nobody;
            }
            Play::Result => {
                self.abort();
                (self.seat.role, self.seat.told) = (Role::Nobody, Told::Result);
            }
            Play::Analyse => {
                self.abort();
                self.seat.role = Role::Analyst;
            }
            Play::MoveNow => {
                if self.state == State::Searching {
                    self.stop();
                    self.answered();
                }
            }
            Play::Level { moves, base, increment } => {
                self.seat.control = TimeControl { moves, base, increment, for_each: None };
                self.seat.clock = None;
            }
            Play::MoveTime(time) => self.seat.control.for_each = Some(time),
            Play::Depth(depth) => self.seat.depth = Some(depth).filter(|&depth| depth > 0),
            Play::Clock(time) => self.seat.clock = Some(time),
            Play::OtherClock(_) => {}
            Play::Post(posts) => self.seat.posts = posts,
            Play::Ponder(ponders) => {
                self.seat.ponders = ponders;
                if !ponders && self.seat.expected.is_some() {
                    self.abort();
                }
            }
            Play::TakeBack(count) => self.take_back(count)?,
            Play::Book => self.tell_book(),
            Play::Exclude(text) => self.exclude(text.as_deref(), true)?,
            Play::Include(text) => self.exclude(text.as_deref(), false)?,
            Play::Pause => {
                self.seat.is_paused = true;
                self.abort();
            }
            Play::Resume => {
                // An analysis goes on by itself.
                if std::mem::take(&mut self.seat.is_paused) && self.seat.role == Role::Side(self.side()) {
                    self.think();
                }
            }
            Play::NodeRate(rate) => self.options.nodes_time = rate.unwrap_or(0) / 1000,
            Play::Status => self.tell_status(),
            Play::Draw => self.consider_draw(),
            Play::Hint => {
                let hint = self.seat.hint.as_ref().filter(|(after, _)| *after == self.seat.moves.len());
                if let Some((_, mv)) = hint {
                    self.say(&format!("Hint: {}", self.options.ranks().write(mv)));
                }
            }
        }
        Ok(())
    }

    /// Ends whatever runs without making a move of it, and goes back to where the game is.
    pub fn abort(&mut self) {
        self.stop();
        self.slot().answer = None;
        self.seat.began = None;
        if self.seat.expected.take().is_some() {
            self.lay_out();
        }
    }

    /// Begins or goes on with an analysis that nothing but a command has interrupted.
    pub fn resume_analysis(&mut self) {
        if self.seat.role == Role::Analyst && self.state == State::Idle && !self.seat.is_paused {
            let banned = self.seat.left_out(self.options.ranks());
            if banned.len() < self.choices().max(1) {
                self.go(&Go { infinite: true, banned, ..Go::default() });
            }
        }
    }

    /// Sets the engine's position to that of the game.
    fn lay_out(&mut self) {
        let (start, moves) = (self.seat.start.as_deref(), self.seat.moves.iter().map(String::as_str));
        // These moves were legal before.
        let _ = at!(&mut self.table, engine => set_position(engine, start, moves));
    }

    fn side(&self) -> usize {
        match &self.table {
            Table::Xiangqi(engine) => side_of::<Xiangqi>(engine.position()),
            Table::Chess(engine) => side_of::<Chess>(engine.position()),
        }
    }

    fn ending(&self) -> Option<Ending> {
        match &self.table {
            Table::Xiangqi(engine) => Xiangqi::ending(engine.position()),
            Table::Chess(engine) => Chess::ending(engine.position()),
        }
    }

    /// How many moves there are.
    fn choices(&self) -> usize {
        match &self.table {
            Table::Xiangqi(engine) => Xiangqi::perft(engine.position(), 1) as usize,
            Table::Chess(engine) => Chess::perft(engine.position(), 1) as usize,
        }
    }

    /// A new game.
    fn begin(&mut self, name: &str) -> Result<(), String> {
        let variant = match name {
            "xiangqi" => Variant::Xiangqi,
            "normal" => Variant::Chess,
            other => return Err(format!("there is no game \"{other}\" here; there are xiangqi and normal")),
        };
        self.abort();
        let role = if self.seat.role == Role::Analyst { Role::Analyst } else { Role::Side(1) };
        self.seat = Seat { role, ..self.seat.fresh() };
        self.options.coordinates.new_game();
        if variant == self.options.variant {
            at!(&mut self.table, engine => engine.new_game());
        } else {
            self.change_game(variant)?;
        }
        self.lay_out();
        Ok(())
    }

    fn set_board(&mut self, fen: &str) {
        match at!(&mut self.table, engine => set_position(engine, Some(fen), [])) {
            Ok(()) => {
                self.seat.expected = None;
                self.abort();
                (self.seat.start, self.seat.told) = (Some(fen.to_string()), Told::Nothing);
                self.seat.moves.clear();
            }
            Err(message) => {
                self.has_refused = true;
                self.say(&format!("tellusererror Illegal position: {message}"));
            }
        }
    }

    fn take_back(&mut self, count: usize) -> Result<(), String> {
        let left = self.seat.moves.len().checked_sub(count);
        let left =
            left.ok_or_else(|| format!("there are only {} moves to take back", self.seat.moves.len()))?;
        self.abort();
        self.seat.moves.truncate(left);
        self.seat.told = Told::Nothing;
        self.lay_out();
        Ok(())
    }

    /// The other side's move.
    fn take(&mut self, text: &str) {
        let ranks = self.options.ranks();
        let is_hit =
            self.seat.expected.is_some() && ranks.read(text).ok().as_ref() == self.seat.expected.as_ref();
        if is_hit && self.state == State::Endless && self.note(text).is_ok() {
            self.seat.expected = None;
            self.seat.is_hit.store(true, Ordering::Relaxed);
            if self.is_judged() {
                self.abort();
            } else {
                self.seat.began = Some(Instant::now());
                self.ponder_hit(false);
            }
            return;
        }
        self.abort();
        if let Err(message) = self.note(text) {
            self.has_refused = true;
            self.say(&format!("Illegal move ({message}): {text}"));
            return;
        }
        if self.seat.role == Role::Side(self.side()) {
            self.think();
        }
    }

    /// Makes a move of the other side, if it is legal.
    ///
    /// While nothing has settled how ranks are counted, a move that is legal in one way only does, and the moves
    /// before it are read in that way, too: each of them was legal in both.
    fn note(&mut self, text: &str) -> Result<(), String> {
        let ranks = self.options.ranks();
        let game = |from: Ranks, to: Ranks| -> Result<Vec<String>, String> {
            let moves = self.seat.moves.iter().map(|mv| to.read(&from.write(mv)));
            moves.chain([to.read(text)]).collect()
        };
        let start = self.seat.start.as_deref();
        let mut fits = |ranks: Ranks, moves: Result<Vec<String>, String>| {
            let moves = moves?;
            at!(&mut self.table, engine => set_position(engine, start, moves.iter().map(String::as_str)))?;
            Ok::<_, String>((ranks, moves))
        };
        let other = self.options.alternative_ranks();
        let elsewhere = other.and_then(|other| fits(other, game(ranks, other)).ok());
        let here = fits(ranks, game(ranks, ranks));
        self.seat.moves = match (here, elsewhere) {
            (Ok((_, moves)), elsewhere) => {
                if other.is_some() && elsewhere.is_none() {
                    self.options.coordinates.settle(ranks);
                }
                moves
            }
            (Err(_), Some((other, moves))) => {
                self.count_ranks(other);
                moves
            }
            (Err(message), None) => return Err(message),
        };
        self.lay_out();
        Ok(())
    }

    /// Whether no move is left; if so, the result is said once. Another end is pointed out, once for as long as it
    /// lasts: by the offer of a draw, which a GUI that agrees takes for a claim, or by a remark.
    fn is_judged(&mut self) -> bool {
        let Some(ending) = self.ending() else {
            if self.seat.told == Told::Verdict {
                self.seat.told = Told::Nothing;
            }
            return false;
        };
        let is_final = self.choices() == 0;
        match (self.seat.told, is_final) {
            (Told::Nothing | Told::Verdict, true) => {
                self.seat.told = Told::Result;
                self.say(&xboard::result_text(&ending));
            }
            (Told::Nothing, false) => {
                self.seat.told = Told::Verdict;
                self.say(&format!("# {}", ending.explain(Language::English)));
                if ending.winner.is_none() {
                    self.say("offer draw");
                }
            }
            _ => {}
        }
        is_final
    }

    /// Thinks about the engine's own move.
    fn think(&mut self) {
        if self.is_judged() {
            return;
        }
        if self.seat.is_paused {
            return;
        }
        self.seat.began = Some(Instant::now());
        // The clock that the GUI shows is told before each move, whatever it counts.
        self.account = Account::default();
        let mut go = self.seat.limits(self.side());
        let left_out = self.seat.left_out(self.options.ranks());
        // Somebody must move.
        if left_out.len() < self.choices() {
            go.banned = left_out;
        }
        self.go(&go);
    }

    /// Makes a move of the answer, if a search has left one for the loop.
    pub fn answered(&mut self) {
        let answer = self.slot().answer.take();
        let Some(answer) = answer.filter(|_| self.dialect == Dialect::XBoard) else { return };
        let Some(best) = answer.best.clone() else { return };
        if self.seat.role != Role::Side(self.side()) || self.seat.expected.is_some() {
            return;
        }
        let reply = self.seat.courtesy.reply(&answer);
        self.seat.is_draw_offered.store(false, Ordering::Relaxed);
        if reply == Reply::Resign {
            self.say("resign");
            (self.seat.role, self.seat.told) = (Role::Nobody, Told::Result);
            return;
        }
        if reply == Reply::Draw {
            self.say("offer draw");
        }
        self.say(&format!("move {}", self.options.ranks().write(&best)));
        self.seat.stop_clock();
        self.seat.moves.push(best);
        let ponder = answer.ponder.clone();
        self.seat.hint = ponder.clone().map(|mv| (self.seat.moves.len(), mv));
        self.seat.answer = Some(answer);
        self.lay_out();
        if !self.is_judged()
            && self.seat.ponders
            && let Some(expected) = ponder
        {
            self.ponder(expected);
        }
    }

    /// Thinks about the answer to the move that is expected.
    fn ponder(&mut self, expected: String) {
        let start = self.seat.start.as_deref();
        let moves = self.seat.moves.iter().chain([&expected]).map(String::as_str);
        if at!(&mut self.table, engine => set_position(engine, start, moves)).is_err() {
            return;
        }
        self.seat.expected = Some(expected);
        self.seat.is_hit = Arc::default();
        // A reply that ends the game needs no answer.
        let go = Go { ponder: true, ..self.seat.limits(self.side()) };
        if self.ending().is_some() {
            self.seat.expected = None;
            self.lay_out();
        } else {
            self.go(&go);
        }
    }

    /// Leaves a move, or all of them, out of the searches of this position, or takes them in again.
    fn exclude(&mut self, text: Option<&str>, is_excluded: bool) -> Result<(), String> {
        let ranks = self.options.ranks();
        let moves = match &self.table {
            Table::Xiangqi(engine) => chosen::<Xiangqi>(engine.position(), text, ranks),
            Table::Chess(engine) => chosen::<Chess>(engine.position(), text, ranks),
        }?;
        let mut left_out = self.seat.left_out(Ranks::AsTheyAre);
        left_out.retain(|mv| !moves.contains(mv));
        if is_excluded {
            left_out.extend(moves);
        }
        if self.seat.role == Role::Analyst {
            self.abort();
        }
        self.seat.excluded = (self.seat.moves.len(), left_out);
        Ok(())
    }

    fn tell_book(&self) {
        let lines = match &self.table {
            Table::Xiangqi(engine) => self.opening.known(engine.position()),
            Table::Chess(_) => Vec::new(),
        };
        let ranks = self.options.ranks();
        let mut text: Vec<String> =
            lines.iter().map(|(mv, remark)| format!(" {} {remark}", ranks.write(mv))).collect();
        if text.is_empty() {
            text.push(" the book does not know this position".into());
        }
        // An empty line is the end of it.
        self.say(&format!("{}\n", text.join("\n")));
    }

    /// The other side offers a draw: accepted at once by what the last search has found, or considered with the
    /// next move.
    fn consider_draw(&mut self) {
        self.seat.is_draw_offered.store(true, Ordering::Relaxed);
        let is_accepted = self.seat.answer.as_ref().is_some_and(|answer| {
            self.state != State::Searching && self.seat.courtesy.reply(answer) == Reply::Draw
        });
        if is_accepted {
            self.seat.is_draw_offered.store(false, Ordering::Relaxed);
            self.say("offer draw");
        }
    }

    fn tell_status(&mut self) {
        if self.seat.role != Role::Analyst {
            return;
        }
        let all = self.choices();
        let slot = self.slot();
        let (text, number) = slot.root_move.clone().unwrap_or_default();
        let (time, nodes, depth) = slot
            .line
            .as_ref()
            .map_or((0, 0, 0), |line| (line.elapsed.as_millis() / 10, line.nodes, line.depth));
        drop(slot);
        let text = self.options.ranks().write(&text);
        self.say(&xboard::status_text(time, nodes, depth, number, all, &text));
    }
}

/// A move of the GUI as the engine writes it, or all of them.
fn chosen<G: EngineGame>(
    position: &G::Position,
    text: Option<&str>,
    ranks: Ranks,
) -> Result<Vec<String>, String> {
    if let Some(text) = text {
        let mv = G::parse_move(position, &ranks.read(text)?).map_err(|error| error.to_string())?;
        return Ok(vec![G::move_text(position, mv)]);
    }
    Ok(legal_moves::<G>(position).into_iter().map(|mv| G::move_text(position, mv)).collect())
}

fn side_of<G: Game>(position: &G::Position) -> usize {
    G::side(position)
}

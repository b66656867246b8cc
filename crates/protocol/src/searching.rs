//! Searches: from a `go` to the events that are told.
//!
//! Thoughts are told from the thread of the search. So are answers, except where the engine keeps the game: there
//! the answer is put aside, and the loop makes the move of it.

use crate::command::Go;
use crate::courtesy::Courtesy;
use crate::dialect::{Dialect, Manner, ucci};
use crate::event::{Answer, Event, Line};
use crate::host::{Host, State, Table, at};
use crate::options::Options;
use crate::output::Output;
use crate::session::Message;
use crate::timing::{self, Account};
use engine::{Engine, EngineGame, Mode};
use search::Score;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a search has told so far.
#[derive(Default)]
pub struct Slot {
    /// The last line.
    pub line: Option<Line>,
    /// The move at the root that is being looked at, and its number.
    pub root_move: Option<(String, usize)>,
    /// The answer, if the loop has to deal with it.
    pub answer: Option<Answer>,
    /// Whether the answer is told, though the loop may not have heard of it yet.
    pub is_answered: bool,
}

impl Host {
    pub fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            self.count(depth);
            return;
        }
        self.stop();
        if let Err(message) = self.prepare() {
            // Better a small table than no move.
            self.refuse(&message);
        }
        if go.depth == Some(0) && self.dialect == Dialect::Ucci {
            let score = at!(&self.table, engine => engine.evaluate());
            let score = ucci::score_number(Score::evaluation(score));
            self.say(&format!("info depth 0 score {score}\nnobestmove"));
            return;
        }
        for note in &go.notes {
            self.has_refused = true;
            self.say(&self.dialect.remark(note));
        }
        let mut go = go.clone();
        go.banned.extend_from_slice(&self.banned);
        if self.play_from_book(&go) {
            return;
        }
        let manner = self.manner(go.draw);
        // A search that still runs keeps its own.
        self.slot = Arc::default();
        let number = self.number + 1;
        let notes = at!(&mut self.table, engine => {
            let mut choice = Choice::of(engine, &self.options, &go);
            let reporter = Reporter {
                dialect: self.dialect,
                output: self.output.clone(),
                messages: self.messages.clone(),
                number,
                manner: Manner { is_all_banned: choice.is_none_left, ..manner },
                handle: engine.stop_handle(),
                slot: Arc::clone(&self.slot),
            };
            let notes = std::mem::take(&mut choice.notes);
            for note in &notes {
                self.output.say(&self.dialect.remark(note));
            }
            start(engine, &go, choice, &self.options, &mut self.account, reporter);
            notes
        });
        self.has_refused |= !notes.is_empty();
        let (mode, has_end) = timing::mode(&go);
        self.number = number;
        self.ends_after_hit = mode == Mode::Ponder && has_end;
        self.state = if has_end && mode != Mode::Ponder { State::Searching } else { State::Endless };
    }

    /// Answers with a move of the opening book, if it is to be asked and knows one.
    fn play_from_book(&mut self, go: &Go) -> bool {
        let Table::Xiangqi(engine) = &self.table else { return false };
        let Some(reply) = self.opening.reply(go, engine.position(), &self.options) else { return false };
        let mv = self.options.ranks().write(&reply.mv);
        self.say(&self.dialect.remark(&format!("book {mv} {}", reply.remark)));
        let answer = Answer { best: Some(reply.mv), ponder: None, score: Score::DRAW, depth: 0, nodes: 0 };
        let manner = self.manner(go.draw);
        if let Some(text) = self.dialect.event_text(&Event::Done(answer.clone()), &manner) {
            self.say(&text);
        }
        let answer = (self.dialect == Dialect::XBoard).then_some(answer);
        *self.slot() = Slot { answer, ..Slot::default() };
        self.number += 1;
        self.state = State::Searching;
        let _ = self.messages.send(Message::Done(self.number, 0));
        true
    }

    /// How the GUI wants to be told about the next search.
    fn manner(&mut self, is_draw_offered: bool) -> Manner {
        let (fen, men) = match &self.table {
            Table::Xiangqi(engine) => known(engine),
            Table::Chess(engine) => known(engine),
        };
        let courtesy = Courtesy {
            is_offered: Arc::clone(&self.seat.is_draw_offered),
            offers: self.options.offers_draws,
            resigns: self.options.resigns,
            men,
            ..Courtesy::default()
        };
        if self.dialect != Dialect::XBoard {
            courtesy.is_offered.store(is_draw_offered, Ordering::Relaxed);
        }
        let courtesy = courtesy.with_fen(&fen);
        self.seat.courtesy = courtesy.clone();
        Manner {
            ranks: self.options.ranks(),
            shows_outlook: self.options.shows_outlook,
            lines: self.options.lines,
            posts: self.seat.shows_thoughts(),
            expected: self.seat.expected.clone().map(|mv| (mv, Arc::clone(&self.seat.is_hit))),
            courtesy,
            is_all_banned: false,
        }
    }

    pub fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn ponder_hit(&mut self, is_draw_offered: bool) {
        if is_draw_offered {
            self.seat.is_draw_offered.store(true, Ordering::Relaxed);
        }
        at!(&self.table, engine => engine.ponder_hit());
        if std::mem::take(&mut self.ends_after_hit) && self.state == State::Endless {
            self.state = State::Searching;
        }
    }

    /// Moves that must not be played before another position is set.
    pub fn ban(&mut self, moves: Vec<String>) -> Result<(), String> {
        match &self.table {
            Table::Xiangqi(engine) => drop(read_moves(engine, &self.options, &moves)?),
            Table::Chess(engine) => drop(read_moves(engine, &self.options, &moves)?),
        }
        self.banned = moves;
        Ok(())
    }
}

/// The position as text, and how many men are on the board.
fn known<G: EngineGame>(engine: &Engine<G>) -> (String, u32) {
    (G::position_text(engine.position()), G::men(engine.position()))
}

/// Passes on what a search tells.
struct Reporter {
    dialect: Dialect,
    output: Output,
    messages: Sender<Message>,
    number: u64,
    manner: Manner,
    handle: engine::StopHandle,
    slot: Arc<Mutex<Slot>>,
}

impl Reporter {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: Event) {
        if matches!(event, Event::Done(_)) {
            self.slot().is_answered = true;
        }
        let text = self.dialect.event_text(&event, &self.manner);
        if text.is_some_and(|text| !self.output.say(&text)) {
            // Nobody listens any more.
            self.handle.stop();
        }
        let mut slot = self.slot();
        match event {
            Event::Line(line) => slot.line = Some(line),
            Event::RootMove { text, number, .. } => slot.root_move = Some((text, number)),
            Event::Failed(_) => {}
            Event::Done(answer) => {
                let nodes = answer.nodes;
                slot.answer = (self.dialect == Dialect::XBoard).then_some(answer);
                drop(slot);
                let _ = self.messages.send(Message::Done(self.number, nodes));
            }
        }
    }
}

/// Moves of the GUI as moves of the position.
fn read_moves<G: EngineGame>(
    engine: &Engine<G>,
    options: &Options,
    texts: &[String],
) -> Result<Vec<G::Move>, String> {
    texts.iter().map(|text| read_move(engine, options, text)).collect()
}

fn read_move<G: EngineGame>(engine: &Engine<G>, options: &Options, text: &str) -> Result<G::Move, String> {
    G::parse_move(engine.position(), &options.ranks().read(text)?).map_err(|error| error.to_string())
}

/// The moves that a search may choose from, as the GUI has limited them, and what was wrong with that.
struct Choice<M> {
    wanted: Vec<M>,
    excluded: Vec<M>,
    is_none_left: bool,
    notes: Vec<String>,
}

impl<M: Copy + Eq> Choice<M> {
    /// Moves that are not legal are passed over.
    fn of<G: EngineGame<Move = M>>(engine: &Engine<G>, options: &Options, go: &Go) -> Self {
        let mut notes = Vec::new();
        let mut read = |word: &str, texts: &[String]| {
            let mut moves = Vec::new();
            for text in texts {
                match read_move(engine, options, text) {
                    Ok(mv) => moves.push(mv),
                    Err(why) => notes.push(format!("\"{text}\" after \"{word}\" is passed over: {why}")),
                }
            }
            moves
        };
        let (wanted, excluded) = (read("searchmoves", &go.moves), read("banmoves", &go.banned));
        let is_none_left = !excluded.is_empty() && !has_move::<G>(engine.position(), &wanted, &excluded);
        if is_none_left {
            notes.push("\"banmoves\" leaves no move to search".into());
        }
        Self { wanted, excluded, is_none_left, notes }
    }
}

/// Starts what a `go` asks for.
fn start<G: EngineGame>(
    engine: &mut Engine<G>,
    go: &Go,
    choice: Choice<G::Move>,
    options: &Options,
    account: &mut Account,
    reporter: Reporter,
) {
    let position = engine.position();
    let mut limits = timing::limits(go, options, G::side(position), G::moves_made(position), account);
    (limits.moves, limits.excluded) = (choice.wanted, choice.excluded);
    limits.leeway = G::from_centipawns(options.randomness);
    let position = position.clone();
    engine.go(limits, timing::mode(go).0, move |event| reporter.tell(Event::of::<G>(&position, event)));
}

/// Whether a move is left to choose.
fn has_move<G: EngineGame>(position: &G::Position, wanted: &[G::Move], excluded: &[G::Move]) -> bool {
    let mut has_any = false;
    for which in [search::Which::Noisy, search::Which::Quiet] {
        let is_wanted = |mv: &G::Move| wanted.is_empty() || wanted.contains(mv);
        G::generate(position, which, |mv| has_any |= is_wanted(&mv) && !excluded.contains(&mv));
    }
    has_any
}

//! An engine that plays: its process, and the conversation of a game.
//!
//! Every call comes back: with an answer, with an [`EngineFault`], or because the match is called off.
//! After a fault the engine is dead and has to be started again.

mod dialect;
mod offer;
mod process;
mod spec;

pub use dialect::{Clocks, Protocol, RankNumbering, ReportedScore};
pub use offer::{Offer, OfferKind, OptionRefusal};
pub use spec::EngineSpec;

use crate::limit::Limit;
use crate::run::StopFlag;
use dialect::EngineLine;
use games::{Side, Variant};
use process::{Heard, Process};
use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};
use xiangqi::excerpt;

/// How long an engine may take to greet, and to be ready after that.
const GREETING_PATIENCE: Duration = Duration::from_secs(15);
/// No engine has more options that matter.
const OFFERS_LIMIT: usize = 10_000;
/// How many characters are shown of a fault.
const FAULT_LENGTH_LIMIT: usize = 600;
/// How many lines of a search are kept.
const SAID_LIMIT: usize = 200;
/// The option that chooses among games.
const UCI_VARIANT: &str = "UCI_Variant";
/// How long an engine that is late may take to answer `stop` before it counts as hanging.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// What ends an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineFault {
    /// It cannot be started, or its process has ended.
    Crash(String),
    /// It does not answer.
    Hang(String),
    /// It does not have an option that it was to be set to.
    Option(OptionRefusal),
    /// The match is called off; the engine has done nothing wrong.
    Halted,
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // What an engine has said may be long and hold anything.
            Self::Crash(what) | Self::Hang(what) => f.write_str(&excerpt(what, FAULT_LENGTH_LIMIT)),
            Self::Option(refusal) => f.write_str(&excerpt(&refusal.to_string(), FAULT_LENGTH_LIMIT)),
            Self::Halted => f.write_str("the match was called off"),
        }
    }
}

/// What an engine answers to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineReply {
    /// A move, in the coordinates of the referee; not yet checked.
    Move(String),
    /// It has no move.
    NoMove,
    /// It gives the game up.
    Resign,
}

/// An answer with what came before it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The answer.
    pub answer: EngineReply,
    /// How long it took.
    pub elapsed: Duration,
    /// The last depth reported.
    pub depth: Option<u32>,
    /// The last score reported, from the engine's side.
    pub score: Option<ReportedScore>,
    /// Its `info` lines, the last ones if they are many; none unless somebody wants to keep them.
    pub said: Vec<String>,
}

/// What an engine is to think about, and for how long.
pub struct Question<'a> {
    /// Where the game began.
    pub fen: &'a str,
    /// The moves since, in the coordinates of the referee.
    pub moves: &'a [String],
    /// Whose turn it is.
    pub side: Side,
    /// The limit.
    pub limit: Limit,
    /// What the clocks show.
    pub clocks: Clocks,
    /// When an answer would be late.
    pub late_after: Duration,
    /// Whether to keep what the engine says.
    pub keeps_lines: bool,
}

/// A running engine.
pub struct EngineProcess {
    process: Process,
    protocol: Protocol,
    coordinates: RankNumbering,
    /// The options that it has announced.
    offers: Vec<Offer>,
    /// A `stop` was sent that may have crossed the answer, and may be answered itself.
    is_unsettled: bool,
}

impl EngineProcess {
    /// Starts an engine, greets it and sets its options, and the game if it has to be told. An option that it has not
    /// announced, or a value that it does not take, is a fault.
    pub fn start(spec: &EngineSpec, game: Variant, halt: &StopFlag) -> Result<Self, EngineFault> {
        let process =
            Process::start(&spec.lookup(), &spec.arguments, spec.directory.as_deref()).map_err(|error| {
                EngineFault::Crash(format!("cannot start {}: {error}", spec.program.display()))
            })?;
        let (protocol, coordinates) = (spec.protocol, RankNumbering::FromZero);
        let mut engine = Self { process, protocol, coordinates, offers: Vec::new(), is_unsettled: false };
        engine.process.send(spec.protocol.greeting());
        engine.wait_for(&EngineLine::Greeted, halt)?;
        for line in spec.protocol.preamble() {
            engine.process.send(line);
        }
        for (name, value) in &spec.options {
            Offer::check(&engine.offers, name, value).map_err(EngineFault::Option)?;
        }
        let is_chosen = spec.sets(UCI_VARIANT);
        let chosen = || engine.variant_to_choose(game).filter(|_| !is_chosen);
        let variant = spec.variant.clone().or_else(chosen);
        // Engines that play several games number the ranks of xiangqi from 1.
        engine.coordinates = match (game, spec.coordinates, &variant) {
            (Variant::Xiangqi, Some(coordinates), _) => coordinates,
            (Variant::Xiangqi, None, Some(_)) => RankNumbering::FromOne,
            (Variant::Xiangqi, None, None) | (Variant::Chess, ..) => RankNumbering::FromZero,
        };
        if let Some(variant) = variant {
            // Other options may bring further games, so that the name is not checked.
            Offer::find(&engine.offers, UCI_VARIANT).map_err(EngineFault::Option)?;
            engine.process.send(&spec.protocol.set_option(UCI_VARIANT, &variant));
        }
        engine.set_options(&spec.options);
        engine.settle(halt)?;
        Ok(engine)
    }

    /// The value of `UCI_Variant` that makes the engine play a game, if it has that option and offers the game.
    /// Nothing for xiangqi where that is the default: such engines differ in how they number ranks once they are told.
    fn variant_to_choose(&self, game: Variant) -> Option<String> {
        let offer = Offer::find(&self.offers, UCI_VARIANT).ok()?;
        let OfferKind::Combo(words) = &offer.kind else { return None };
        let word = words.iter().find(|word| word.eq_ignore_ascii_case(game.name()))?;
        let is_default = offer.default.as_ref().is_some_and(|default| default.eq_ignore_ascii_case(word));
        (game == Variant::Chess || !is_default).then(|| word.clone())
    }

    /// Sets options; they hold from the next game on.
    pub fn set_options(&self, options: &[(String, String)]) {
        for (name, value) in options {
            self.process.send(&self.protocol.set_option(name, value));
        }
    }

    /// The options that the engine has said it has.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Prepares for a game that has nothing to do with the one before.
    pub fn new_game(&mut self, halt: &StopFlag) -> Result<(), EngineFault> {
        self.process.send(self.protocol.new_game());
        self.settle(halt)
    }

    /// Waits until all that was sent has been taken in; lines before that are dropped.
    fn settle(&mut self, halt: &StopFlag) -> Result<(), EngineFault> {
        self.process.send("isready");
        self.is_unsettled = false;
        self.wait_for(&EngineLine::Ready, halt)
    }

    fn wait_for(&mut self, expected: &EngineLine, halt: &StopFlag) -> Result<(), EngineFault> {
        let deadline = Instant::now() + GREETING_PATIENCE;
        loop {
            let heard = self.process.hear(deadline, halt);
            if let Heard::Line(_, line) = &heard {
                match self.protocol.parse(line) {
                    line if line == *expected => return Ok(()),
                    EngineLine::Offer(offer) if self.offers.len() < OFFERS_LIMIT => self.offers.push(offer),
                    _ => {}
                }
            }
            match heard {
                Heard::Line(..) if Instant::now() < deadline => {}
                Heard::Line(..) | Heard::Silence => {
                    self.process.kill();
                    let greeting = self.protocol.greeting();
                    return Err(EngineFault::Hang(match expected {
                        EngineLine::Greeted => {
                            format!("no answer to {greeting}; is it an engine of that protocol?")
                        }
                        _ => "no answer to isready".to_string(),
                    }));
                }
                Heard::Closed => return Err(self.crash()),
                Heard::Halted => return Err(EngineFault::Halted),
            }
        }
    }

    fn crash(&mut self) -> EngineFault {
        self.process.kill();
        EngineFault::Crash("the process has ended".to_string())
    }

    /// Asks for a move. An answer that comes late is given back like any other: whether that loses is
    /// for the caller to say.
    pub fn think(&mut self, question: &Question<'_>, halt: &StopFlag) -> Result<Thought, EngineFault> {
        if self.is_unsettled {
            self.settle(halt)?;
        }
        self.process.send(&self.position(question));
        let began = Instant::now();
        self.process.send(&self.protocol.go(question.limit, &question.clocks, question.side));
        let stop_after = match question.limit {
            Limit::MoveTime(time) if self.protocol.needs_stop(question.limit) => time,
            _ => question.late_after,
        };
        let give_up = began + question.late_after.max(stop_after) + STOP_GRACE;
        let (mut depth, mut score) = (None, None);
        let mut said = VecDeque::new();
        let mut deadline = began + stop_after;
        loop {
            let heard = self.process.hear(deadline, halt);
            // An engine that never stops talking must not keep the deadline from coming.
            let is_over = matches!(heard, Heard::Silence) || Instant::now() >= deadline;
            if is_over && !is_answer(self.protocol, &heard) {
                if self.is_unsettled {
                    self.process.kill();
                    return Err(EngineFault::Hang("no move, not even after stop".to_string()));
                }
                self.process.send("stop");
                self.is_unsettled = true;
                deadline = give_up;
            }
            let (when, line) = match heard {
                Heard::Line(when, line) => (when, line),
                Heard::Silence => continue,
                Heard::Closed => return Err(self.crash()),
                Heard::Halted => return Err(EngineFault::Halted),
            };
            if question.keeps_lines && line.starts_with("info") {
                if said.len() == SAID_LIMIT {
                    said.pop_front();
                }
                said.push_back(line.clone());
            }
            let answer = match self.protocol.parse(&line) {
                EngineLine::Info { depth: new_depth, score: new_score } => {
                    depth = new_depth.or(depth);
                    score = new_score.or(score);
                    continue;
                }
                EngineLine::BestMove(Some(mv)) => EngineReply::Move(self.coordinates.decode(&mv)),
                EngineLine::BestMove(None) => EngineReply::NoMove,
                EngineLine::Resign => EngineReply::Resign,
                EngineLine::Greeted | EngineLine::Ready | EngineLine::Offer(_) | EngineLine::Other => {
                    continue;
                }
            };
            let elapsed = when.saturating_duration_since(began);
            return Ok(Thought { answer, elapsed, depth, score, said: said.into() });
        }
    }

    fn position(&self, question: &Question<'_>) -> String {
        let mut line = format!("position fen {}", question.fen);
        if !question.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in question.moves {
            line.push(' ');
            line.push_str(&self.coordinates.encode(mv));
        }
        line
    }
}

/// Whether this ends a search, one way or another.
fn is_answer(protocol: Protocol, heard: &Heard) -> bool {
    match heard {
        Heard::Line(_, line) => matches!(protocol.parse(line), EngineLine::BestMove(_) | EngineLine::Resign),
        Heard::Silence => false,
        Heard::Closed | Heard::Halted => true,
    }
}

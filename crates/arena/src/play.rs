//! Plays one game between two engines.
//!
//! Whatever an engine does, the game ends with a ruling: what is not a legal answer in time is a loss
//! for the engine that owed it.

use crate::adjudicate::{Adjudication, Watch};
use crate::engine::{Clocks, EngineFault, EngineProcess, EngineReply, Question, Thought};
use crate::limit::Limit;
use crate::record::{PlayedGame, PlayedMove, Ruling, Termination};
use crate::run::StopFlag;
use crate::schedule::ScheduledGame;
use games::{AnyPosition, AnyPositionError, Side, Variant};
use std::time::Duration;
use xiangqi::{RuleSet, Rules, excerpt};

/// How many characters the reason of a loss may have, with what the engine has said.
const REASON_LENGTH_LIMIT: usize = 240;

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// What is played.
    pub variant: Variant,
    /// By which rules, in games that have a choice.
    pub rules: RuleSet,
    /// The limit of engines that bring none of their own.
    pub limit: Limit,
    /// What ends games besides the rules.
    pub adjudication: Adjudication,
    /// By how much a time may be overstepped.
    pub margin: Duration,
    /// What a clock is charged for every move beyond the time measured, without waiting: the lag that a GUI or a network
    /// would add.
    pub lag: Duration,
    /// How long a move may take where the limit is not a time.
    pub patience: Duration,
}

/// Hears of a move, and of the lines that its engine said.
pub type OnMove<'a> = dyn Fn(&PlayedMove, &[String]) + 'a;

/// A game in progress.
pub(crate) struct OngoingGame<'a> {
    conditions: &'a Conditions,
    names: [&'a str; 2],
    limits: [Limit; 2],
    position: AnyPosition,
    fen: String,
    clocks: Clocks,
    /// By how much each side may still overstep its time: on a clock, in the whole game.
    margins: [Duration; 2],
    moves: Vec<PlayedMove>,
    texts: Vec<String>,
}

impl<'a> OngoingGame<'a> {
    /// A game from an opening.
    ///
    /// # Errors
    /// The text is not a FEN of the game.
    pub fn new(
        conditions: &'a Conditions,
        names: [&'a str; 2],
        limits: [Limit; 2],
        fen: &str,
    ) -> Result<Self, AnyPositionError> {
        let mut position = AnyPosition::parse(conditions.variant, fen)?;
        position.set_rules(Rules::from(conditions.rules));
        let time = |limit: Limit| match limit {
            Limit::Clock { base, increment } => (base + increment, increment),
            Limit::MoveTime(time) => (time, Duration::ZERO),
            Limit::Nodes(_) | Limit::Depth(_) => (conditions.patience, Duration::ZERO),
        };
        let [(first, first_increment), (second, second_increment)] = limits.map(time);
        let clocks = Clocks { left: [first, second], increment: [first_increment, second_increment] };
        let fen = fen.to_string();
        let margins = [conditions.margin; 2];
        let (moves, texts) = (Vec::new(), Vec::new());
        Ok(Self { conditions, names, limits, position, fen, clocks, margins, moves, texts })
    }

    /// The game, ended.
    pub fn end(self, game: ScheduledGame, ruling: Ruling) -> PlayedGame {
        PlayedGame { game, fen: self.fen, moves: self.moves, ruling }
    }

    /// The loss of the side whose engine has failed; nothing if it is the match that was called off.
    pub fn forfeit(&self, side: Side, fault: EngineFault) -> Option<Ruling> {
        Some(match fault {
            EngineFault::Crash(what) => self.loss(side, Termination::Crash, &format!("crashed: {what}")),
            EngineFault::Hang(what) => self.loss(side, Termination::Hang, &format!("hung: {what}")),
            EngineFault::Option(refusal) => {
                self.loss(side, Termination::Crash, &format!("cannot be set: {refusal}"))
            }
            EngineFault::Halted => return None,
        })
    }

    /// Plays on until the end; nothing if the match is called off. An engine that has failed is taken
    /// from its seat. `on_move`, if there is one, hears of every move with what its engine said.
    pub fn finish(
        &mut self,
        seats: &mut [Option<EngineProcess>; 2],
        halt: &StopFlag,
        on_move: Option<&OnMove<'_>>,
    ) -> Option<Ruling> {
        let mut watch = Watch::new(self.conditions.adjudication, self.conditions.variant);
        loop {
            let side = self.position.side();
            let Some(engine) = &mut seats[side.index()] else {
                return self.forfeit(side, EngineFault::Crash("the engine is not there".to_string()));
            };
            let question = Question { keeps_lines: on_move.is_some(), ..self.question(side) };
            let thought = match engine.think(&question, halt) {
                Ok(thought) => thought,
                Err(fault) => {
                    seats[side.index()] = None;
                    return self.forfeit(side, fault);
                }
            };
            if let Err(ruling) = self.make(side, &thought) {
                return Some(ruling);
            }
            if let (Some(on_move), Some(mv)) = (on_move, self.moves.last()) {
                on_move(mv, &thought.said);
            }
            let ruling = self.position.ending().map(Ruling::from);
            if let Some(ruling) = ruling.or_else(|| watch.observe(side, thought.score)) {
                return Some(ruling);
            }
        }
    }

    fn question(&self, side: Side) -> Question<'_> {
        Question {
            fen: &self.fen,
            moves: &self.texts,
            side,
            limit: self.limits[side.index()],
            clocks: self.clocks,
            late_after: (self.clocks.left[side.index()] + self.margins[side.index()])
                .saturating_sub(self.lag(side)),
            keeps_lines: false,
        }
    }

    /// What a move of this side is charged beyond the time measured. Only a clock runs on.
    fn lag(&self, side: Side) -> Duration {
        match self.limits[side.index()] {
            Limit::Clock { .. } => self.conditions.lag,
            Limit::MoveTime(_) | Limit::Nodes(_) | Limit::Depth(_) => Duration::ZERO,
        }
    }

    /// Takes an answer: the time first, then the move.
    fn make(&mut self, side: Side, thought: &Thought) -> Result<(), Ruling> {
        let (left, lag) = (self.clocks.left[side.index()], self.lag(side));
        let used = thought.elapsed + lag;
        if used > left + self.margins[side.index()] {
            let late = used.saturating_sub(left).as_millis();
            let with_lag =
                if lag.is_zero() { String::new() } else { format!(" (with {} ms of lag)", lag.as_millis()) };
            let what = format!("overstepped its time by {late} ms{with_lag}");
            return Err(self.loss(side, Termination::TimeLoss, &what));
        }
        if let Limit::Clock { increment, .. } = self.limits[side.index()] {
            self.margins[side.index()] -= used.saturating_sub(left);
            self.clocks.left[side.index()] = left.saturating_sub(used) + increment;
        }
        let text = match &thought.answer {
            EngineReply::Move(text) => text,
            EngineReply::NoMove => return Err(self.loss(side, Termination::IllegalMove, "gave no move")),
            EngineReply::Resign => return Err(self.loss(side, Termination::Resignation, "resigned")),
        };
        // One move has one text, and the other engine gets the same.
        let played = match self.position.canonical(text).map_err(|reason| reason.to_string()) {
            Ok(canonical) if canonical != *text => Err(format!("{canonical} is not written \"{text}\"")),
            Ok(_) => self.position.play(text).map_err(|reason| reason.to_string()),
            Err(reason) => Err(reason),
        };
        played.map_err(|reason| {
            self.loss(side, Termination::IllegalMove, &format!("played an illegal move: {reason}"))
        })?;
        self.texts.push(text.clone());
        let Thought { score, depth, elapsed, .. } = *thought;
        self.moves.push(PlayedMove { text: text.clone(), score, depth, elapsed });
        Ok(())
    }

    fn loss(&self, side: Side, termination: Termination, what: &str) -> Ruling {
        let winner = self.conditions.variant.side_name(side.opponent());
        let loser = self.names[side.index()];
        let loser_side = self.conditions.variant.side_name(side);
        // What an engine has said may be long and hold anything.
        let what = excerpt(what, REASON_LENGTH_LIMIT);
        let sentence = format!("{winner} wins: {loser} ({loser_side}) {what}.");
        Ruling { winner: Some(side.opponent()), termination, sentence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_is_quoted_short_and_printable() {
        let conditions = Conditions {
            variant: Variant::Xiangqi,
            rules: RuleSet::Asian,
            limit: Limit::Nodes(1),
            adjudication: Adjudication::default(),
            margin: Duration::ZERO,
            lag: Duration::ZERO,
            patience: Duration::from_secs(1),
        };
        for said in ["\u{1b}[2J\u{7}", &"x".repeat(60_000), &"\u{1b}".repeat(60_000)] {
            let start = conditions.variant.start_fen();
            let mut game = OngoingGame::new(&conditions, ["A", "B"], [Limit::Nodes(1); 2], start).unwrap();
            let answer = EngineReply::Move(said.to_string());
            let thought =
                Thought { answer, elapsed: Duration::ZERO, depth: None, score: None, said: Vec::new() };
            let ruling = game.make(Side::First, &thought).unwrap_err();
            assert!(!ruling.sentence.contains(char::is_control), "{:?}", ruling.sentence);
            assert!(ruling.sentence.len() < 2500, "{} bytes", ruling.sentence.len());
            let fault = EngineFault::Crash(said.to_string());
            assert!(!fault.to_string().contains(char::is_control), "{fault:?}");
            assert!(fault.to_string().len() < 6000, "{} bytes", fault.to_string().len());
        }
    }
}

//! The state machine behind the protocols: what is heard goes in, what is to be done comes out, and nothing else
//! happens. No thread, no clock, no file and no engine is needed to try it.
//!
//! [`Core`] decides when a line is obeyed, [`Session`](session::Session) obeys it. Each line is obeyed whole or refused
//! whole. What would disturb a search that ends by itself (another `go`, a new table) waits until it has ended, as
//! scripts expect that are piped in; a search without an end is told to end first. A command is obeyed only when nothing
//! that it touches runs, so that there is no state in between.

mod activity;
mod choice;
mod effect;
mod opening;
mod searches;
mod session;
#[cfg(test)]
mod tests;
mod timing;

pub use choice::{BadMove, legal_move};
pub use effect::{ConfigureError, Effect, ExportError, Input, Job, SearchOrder};
pub use opening::BookPlayer;
pub use timing::LONGEST_CLOCK;

use crate::command::{BadCommand, Command, MAX_LINE};
use crate::dialect::xboard::Play;
use crate::dialect::{Dialect, shortened};
use activity::Need;
use session::Session;
use std::collections::VecDeque;
use std::time::Instant;

/// A command that waits.
struct Waiting {
    line: String,
    /// Whether what it begins is to end at once: a stop came after it.
    is_hurried: bool,
}

/// How much more there is to hear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Phase {
    /// There may be more lines.
    Listening,
    /// There are no more lines, but some things may still have to be done.
    Finishing,
    /// Everything is done.
    Over,
}

/// The state machine.
pub struct Core {
    session: Session,
    /// Lines that nobody has looked at yet, because something is on its way to its end.
    unread: VecDeque<String>,
    /// Commands that wait until the search has ended.
    waiting: VecDeque<Waiting>,
    phase: Phase,
    /// Whether a search without an end is stopped at the end of the input.
    stops_at_end: bool,
}

impl Core {
    /// The state before the first line. Chance, where nobody has given a seed, depends on `entropy`.
    pub fn new(entropy: u64, stops_at_end: bool) -> Self {
        Self {
            session: Session::new(entropy),
            unread: VecDeque::new(),
            waiting: VecDeque::new(),
            phase: Phase::Listening,
            stops_at_end,
        }
    }

    /// Whether anything has been refused.
    pub fn has_refused(&self) -> bool {
        self.session.has_refused()
    }

    /// Hears something, and says what is to be done.
    pub fn handle(&mut self, now: Instant, input: Input) -> Vec<Effect> {
        self.session.look_at_clock(now);
        match input {
            Input::Line(line) => self.unread.push_back(line),
            Input::End => self.phase = self.phase.max(Phase::Finishing),
            Input::Gone => self.session.end(),
            Input::Interrupted => {
                self.unread.clear();
                self.waiting.clear();
                self.phase = self.phase.max(Phase::Finishing);
                self.session.end();
            }
            other => self.session.hear(other),
        }
        self.proceed();
        self.session.take_effects()
    }

    /// Goes on with what has waited and what was not read yet, as far as that can be done now.
    fn proceed(&mut self) {
        loop {
            self.resume();
            if self.phase == Phase::Over || self.is_ending() {
                return;
            }
            let Some(line) = self.unread.pop_front() else { break };
            if line.len() > MAX_LINE {
                let begin = shortened(line.trim_start());
                self.session.refuse_line(&begin, &BadCommand::TooLong { begin: begin.clone() });
            } else {
                self.read(line.trim());
            }
        }
        if self.phase == Phase::Listening {
            self.session.analyse();
        } else if self.waiting.is_empty() {
            if self.session.is_idle() {
                self.leave();
            } else if self.session.is_endless() && (self.stops_at_end || self.session.keeps_game()) {
                self.session.end();
            }
        }
    }

    /// Whether something is on its way to its end, and everything else has to wait for that.
    fn is_ending(&self) -> bool {
        self.session.is_ending() || self.waiting.iter().any(|waiting| waiting.is_hurried)
    }

    fn leave(&mut self) {
        self.phase = Phase::Over;
        self.session.leave();
    }

    /// Reads a line; nothing is on its way to its end.
    fn read(&mut self, line: &str) {
        if let Some(dialect) = Dialect::greeted_by(line).filter(|&dialect| dialect != self.session.dialect())
        {
            if !self.session.is_idle() || !self.waiting.is_empty() {
                // Whatever was asked for in the old language comes to its end first.
                self.hurry();
                self.unread.push_front(line.to_string());
                return;
            }
            self.session.speak(dialect);
        }
        match self.session.dialect().parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => self.receive(line, command),
            Err(error) => self.session.refuse_line(line, &error),
        }
    }

    fn receive(&mut self, line: &str, command: Command) {
        if command == Command::Stop {
            if self.session.is_idle() && self.waiting.is_empty() {
                self.session.has_nothing_to_stop();
            }
            self.hurry();
        } else if !self.waiting.is_empty() && !is_urgent(&command) {
            // Nobody waits for moves that are not wanted any more.
            match &command {
                Command::Play(play) if play.interrupts() => self.hurry(),
                Command::Quit if self.session.keeps_game() => {
                    self.waiting.clear();
                    self.session.end();
                }
                _ => {}
            }
            self.wait(line);
        } else {
            match self.session.need(&command) {
                Need::Nothing => self.act(line, command),
                Need::Wait => self.wait(line),
                Need::Stop => {
                    self.session.end();
                    self.wait(line);
                }
            }
        }
    }

    fn wait(&mut self, line: &str) {
        self.waiting.push_back(Waiting { line: line.to_string(), is_hurried: false });
    }

    /// Ends what runs and what waits, each with its answer.
    fn hurry(&mut self) {
        self.waiting.iter_mut().for_each(|waiting| waiting.is_hurried = true);
        self.session.end();
    }

    /// Obeys a command; nothing that it touches runs.
    fn act(&mut self, line: &str, command: Command) {
        let is_last = command == Command::Quit;
        self.session.act(line, command);
        if is_last {
            self.leave();
        }
    }

    /// Obeys the commands that have waited, up to the next search that ends by itself.
    fn resume(&mut self) {
        while self.phase != Phase::Over
            && !self.session.is_ending()
            && (self.session.is_idle() || self.session.is_endless())
            && let Some(Waiting { line, is_hurried }) = self.waiting.pop_front()
        {
            // It was a command when it came.
            let Ok(Some(command)) = self.session.dialect().parse(&line) else { continue };
            if self.session.need(&command) != Need::Nothing {
                self.session.end();
                self.waiting.push_front(Waiting { line, is_hurried });
                continue;
            }
            self.act(&line, command);
            if is_hurried {
                self.session.end();
            }
        }
    }
}

/// Whether a command is for the search that runs, or does not touch it, and overtakes those that wait.
fn is_urgent(command: &Command) -> bool {
    match command {
        Command::IsReady | Command::PonderHit { .. } => true,
        Command::Play(play) => matches!(play, Play::MoveNow | Play::Status),
        _ => false,
    }
}

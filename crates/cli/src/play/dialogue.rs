//! The game as a dialogue of lines: a command a line in, an answer out. Works the same from a pipe.
//!
//! However it ends, by `quit`, by the end of the input or by a signal, the game so far is printed as PGN.

use super::command::PlayCommand;
use super::keeper::Keeper;
use super::look::Look;
use super::session::{PlayEffect, PlaySession};
use super::thinker::Thinker;
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, on_interrupt};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xiangqi::Colour;

/// The conversation.
pub struct Dialogue {
    session: PlaySession,
    thinker: Thinker,
    keeper: Keeper,
    look: Look,
    /// The game as text, for whoever interrupts.
    text: Arc<Mutex<String>>,
    /// Up to when the time has been counted.
    counted: Instant,
}

impl Dialogue {
    pub fn new(session: PlaySession, thinker: Thinker, keeper: Keeper, look: Look) -> Result<Self, Failure> {
        let text = Arc::new(Mutex::new(session.pgn()));
        print_on_interrupt(&text)?;
        Ok(Self { session, thinker, keeper, look, text, counted: Instant::now() })
    }

    pub fn run(&mut self, notes: &[String]) -> Result<(), Failure> {
        let mut out = std::io::stdout();
        let [red, black] = Colour::ALL.map(|side| self.session.seat_name(side));
        writeln!(out, "Red: {red}. Black: {black}. {}.", self.session.terms().join(", "))?;
        writeln!(out, "Type a move, or help.\n")?;
        for note in notes {
            writeln!(out, "{note}")?;
        }
        self.show_board()?;
        let effects = self.session.begin();
        let mut is_open = self.carry_out(effects)?;
        let mut lines = std::io::stdin().lock().split(b'\n');
        while is_open {
            write!(out, "{}> ", self.session.prompt())?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else { break };
            let elapsed = self.elapsed();
            let effects = self.session.tick(elapsed);
            self.carry_out(effects)?;
            let line = String::from_utf8_lossy(&line);
            let Some(command) = PlayCommand::parse(&line) else { continue };
            match self.session.obey(command) {
                Ok(effects) => is_open = self.carry_out(effects)?,
                Err(refusal) => writeln!(out, "{refusal}")?,
            }
        }
        writeln!(out, "\n{}", self.session.pgn())?;
        if self.keeper.has_recorded() {
            return Ok(());
        }
        Err(Failure::Input("the record of --record could not be written; the game is above".into()))
    }

    /// The time since this was asked last.
    fn elapsed(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.counted, now)
    }

    /// Does what is to be done, and what follows from it; false when the conversation is over.
    fn carry_out(&mut self, effects: Vec<PlayEffect>) -> Result<bool, Failure> {
        let mut out = std::io::stdout();
        let mut waiting = VecDeque::from(effects);
        let mut is_open = true;
        while let Some(effect) = waiting.pop_front() {
            if let PlayEffect::Keep = effect {
                *self.text.lock().unwrap_or_else(PoisonError::into_inner) = self.session.pgn();
            }
            match self.keeper.perform(&mut self.session, effect) {
                Ok(more) => waiting.extend(more),
                Err(PlayEffect::Ask(question)) => {
                    for (id, news) in self.thinker.answer(*question) {
                        let elapsed = self.elapsed();
                        waiting.extend(self.session.tick(elapsed));
                        waiting.extend(self.session.heard(id, news));
                    }
                }
                Err(PlayEffect::Say(words)) => writeln!(out, "{words}")?,
                Err(PlayEffect::Show { text, .. }) => writeln!(out, "{text}")?,
                Err(PlayEffect::Board) => self.show_board()?,
                Err(PlayEffect::Flip) => self.look.is_flipped = !self.look.is_flipped,
                Err(PlayEffect::Quit) => is_open = false,
                // Nothing is thought about while a line is read; files have been seen to.
                Err(_) => {}
            }
        }
        Ok(is_open)
    }

    fn show_board(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout();
        let board = self.look.draw(self.session.game().position());
        writeln!(out, "{board}\n{}", self.session.status())?;
        Ok(())
    }
}

/// On Ctrl-C or a request to terminate: the game so far, and the exit code of an interrupted program.
fn print_on_interrupt(text: &Arc<Mutex<String>>) -> Result<(), Failure> {
    let text = Arc::clone(text);
    let handler = move || {
        let text = text.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has hung up does not read it.
        let _ = writeln!(std::io::stdout(), "\n{text}");
        std::process::exit(INTERRUPTED.into());
    };
    on_interrupt(handler)
}

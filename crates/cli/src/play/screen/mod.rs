//! The game as a screen: a thin driver between the terminal, the thinking and the files on one side and the model on the other.
//!
//! However it ends, by a key, a signal, a hangup or a panic, the terminal is left as it was found. Nothing needs to be saved at
//! the end, for the game is kept after every move.

mod board;
mod entry;
mod keys;
mod layout;
mod model;
mod terminal;
#[cfg(test)]
mod tests;
mod view;
mod words;

use super::keeper::Keeper;
use super::look::Look;
use super::session::{PlayEffect, PlaySession};
use super::thinker::{News, Thinker};
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, on_interrupt};
use keys::Key;
use layout::Layout;
use model::{Event, Model};
use ratatui::crossterm::event::{self, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use terminal::Terminal;

/// How often a clock that runs is drawn.
const CLOCK_INTERVAL: Duration = Duration::from_millis(100);
/// Nothing else happens by itself.
const IDLE: Duration = Duration::from_secs(3600);
/// Players that are only watched make a move in this time, so that it can be seen.
const WATCHED_PACE: Duration = Duration::from_millis(400);

/// What wakes the driver.
enum Wake {
    Terminal(event::Event),
    /// The terminal says nothing any more.
    Closed,
    News(u64, News),
    Signal,
}

/// Plays a game on the screen.
pub fn run(
    session: PlaySession,
    thinker: Thinker,
    keeper: Keeper,
    look: Look,
    notes: &[String],
) -> Result<ExitCode, Failure> {
    let (sender, receiver) = mpsc::channel();
    let signals = sender.clone();
    on_interrupt(move || drop(signals.send(Wake::Signal)))?;
    let mut model = Model::new(session, look);
    model.say(&notes.join(" "));
    let terminal = Terminal::enter()?;
    let input = sender.clone();
    std::thread::Builder::new().spawn(move || listen(&input))?;
    let now = Instant::now();
    let mut driver =
        Driver { model, keeper, thinker, terminal, sender, held: None, moved: now, counted: now, end: None };
    let ended = driver.run(&receiver);
    driver.thinker.stop();
    let Driver { terminal, keeper, model, .. } = driver;
    drop(terminal);
    farewell(&keeper, &model.session);
    ended.map(ExitCode::from)
}

/// Passes on what the terminal says, until it says nothing any more.
fn listen(input: &Sender<Wake>) {
    loop {
        let wake = event::read().map_or(Wake::Closed, Wake::Terminal);
        let is_over = matches!(wake, Wake::Closed);
        if input.send(wake).is_err() || is_over {
            return;
        }
    }
}

/// Where the game is, when the screen is gone.
fn farewell(keeper: &Keeper, session: &PlaySession) {
    use std::io::Write;
    let mut out = std::io::stdout();
    let mut lines = vec![session.status()];
    if let Some(storage) = keeper.storage().filter(|storage| storage.has_game()) {
        let path = storage.path().display();
        lines.push(format!("The game is kept in {path}; `chuhe play --resume` goes on with it."));
    }
    // Whoever has hung up does not read it.
    let _ = writeln!(out, "{}", lines.join("\n"));
}

struct Driver {
    model: Model,
    keeper: Keeper,
    thinker: Thinker,
    terminal: Terminal,
    sender: Sender<Wake>,
    /// A move that came sooner than it is to be seen.
    held: Option<(Instant, u64, News)>,
    /// When the last move was made.
    moved: Instant,
    /// Up to when the time has been counted.
    counted: Instant,
    /// The exit code, when it is over.
    end: Option<u8>,
}

impl Driver {
    fn run(&mut self, wakes: &Receiver<Wake>) -> Result<u8, Failure> {
        let effects = self.model.session.begin();
        self.carry_out(effects);
        loop {
            if let Some(code) = self.end {
                return Ok(code);
            }
            self.terminal.draw(|frame| view::draw(frame, &self.model))?;
            match wakes.recv_timeout(self.patience()) {
                Ok(wake) => self.wake(wake),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.end = Some(INTERRUPTED),
            }
            // What has come meanwhile is drawn once.
            while self.end.is_none()
                && let Ok(wake) = wakes.try_recv()
            {
                self.wake(wake);
            }
            self.pass_time();
        }
    }

    /// How long nothing happens by itself.
    fn patience(&self) -> Duration {
        let clock = if self.model.session.is_running() { CLOCK_INTERVAL } else { IDLE };
        let held = self.held.as_ref().map(|(due, ..)| due.saturating_duration_since(Instant::now()));
        held.map_or(clock, |held| held.min(clock))
    }

    fn pass_time(&mut self) {
        let now = Instant::now();
        let elapsed = now - std::mem::replace(&mut self.counted, now);
        let effects = self.model.tick(elapsed);
        self.carry_out(effects);
        if let Some((_, id, news)) = self.held.take_if(|(due, ..)| *due <= now) {
            self.hear(id, news);
        }
    }

    fn wake(&mut self, wake: Wake) {
        match wake {
            Wake::Terminal(event) => {
                // The time until now belongs to whoever was to move.
                self.pass_time();
                if let Some(event) = self.translate(event) {
                    let effects = self.model.update(event);
                    self.carry_out(effects);
                }
            }
            Wake::Closed | Wake::Signal => self.end = Some(INTERRUPTED),
            Wake::News(id, news @ News::Move { .. }) if self.model.session.is_only_watched() => {
                self.held = Some((self.moved + WATCHED_PACE, id, news));
            }
            Wake::News(id, news) => {
                self.pass_time();
                self.hear(id, news);
            }
        }
    }

    fn hear(&mut self, id: u64, news: News) {
        if matches!(news, News::Move { .. }) {
            self.moved = Instant::now();
        }
        let effects = self.model.session.heard(id, news);
        self.carry_out(effects);
    }

    /// An event of the terminal as the model knows it.
    fn translate(&self, event: event::Event) -> Option<Event> {
        match event {
            event::Event::Key(key) => Key::from_event(&key).map(Event::Key),
            event::Event::Paste(text) => Some(Event::Paste(text)),
            event::Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => Some(Event::Scroll(-1)),
                MouseEventKind::ScrollDown => Some(Event::Scroll(1)),
                MouseEventKind::Down(MouseButton::Left) => {
                    let size = self.terminal.size().ok()?;
                    let layout = Layout::new(Rect::new(0, 0, size.width, size.height))?;
                    layout.hit(&self.model.look, mouse.column, mouse.row).map(Event::Click)
                }
                _ => None,
            },
            // The next drawing finds the new size.
            _ => None,
        }
    }

    /// Does what is to be done, and what follows from it.
    fn carry_out(&mut self, effects: Vec<PlayEffect>) {
        let mut waiting = VecDeque::from(effects);
        while let Some(effect) = waiting.pop_front() {
            match self.keeper.perform(&mut self.model.session, effect) {
                Ok(more) => waiting.extend(more),
                Err(PlayEffect::Ask(question)) => {
                    let sender = self.sender.clone();
                    self.thinker.start(*question, move |id, news| drop(sender.send(Wake::News(id, news))));
                }
                Err(PlayEffect::Stop) => self.thinker.stop(),
                Err(PlayEffect::Quit) => self.end = Some(0),
                Err(other) => waiting.extend(self.model.take_in(vec![other])),
            }
        }
    }
}

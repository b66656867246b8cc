//! What the screen shows besides the game itself, and what keys and clicks do to both. Pure: an event goes in, effects come out.

use super::entry::Entry;
use super::keys::{self, Action, BINDINGS, Key};
use super::layout::ScreenTarget;
use crate::play::command::{HELP, PlayCommand};
use crate::play::look::Look;
use crate::play::session::{PlayEffect, PlaySession};
use crate::play::thinker::Purpose;
use std::cell::Cell;
use std::time::Duration;
use xiangqi::{FILES, Move, RANKS, Square};

/// The rows of a page.
const PAGE: isize = 5;

/// What a person does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Key(Key),
    Paste(String),
    Click(ScreenTarget),
    /// The wheel, down if positive.
    Scroll(isize),
}

/// A text in front of everything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PopUp {
    pub title: String,
    pub text: String,
    /// The first row that is shown.
    pub top: usize,
    /// The largest that makes sense, by how it was drawn last.
    pub last_top: Cell<usize>,
}

impl PopUp {
    fn new(title: &str, text: String) -> Self {
        Self { title: title.to_owned(), text, top: 0, last_top: Cell::new(usize::MAX) }
    }

    fn scroll(&mut self, rows: isize) {
        let last = self.last_top.get();
        self.top = self.top.min(last).saturating_add_signed(rows).min(last);
    }
}

/// A point that the selected piece can go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reachable {
    pub square: Square,
    /// The rules would let the side lose by it, for it repeats what may not be repeated.
    pub is_forfeit: bool,
}

/// The state of the screen.
pub struct Model {
    pub session: PlaySession,
    pub look: Look,
    pub cursor: Square,
    pub selected: Option<Square>,
    pub entry: Entry,
    pub message: String,
    pub window: Option<PopUp>,
    /// How many rows the list of moves is scrolled up from where the game is.
    pub list_offset: isize,
    /// The least and the most that this can be, by how the list was drawn last.
    pub list_range: Cell<(isize, isize)>,
}

impl Model {
    pub fn new(session: PlaySession, look: Look) -> Self {
        let side = session.game().position().side();
        let cursor = session.game().position().board().king(side);
        Self {
            session,
            look,
            cursor,
            selected: None,
            entry: Entry::default(),
            message: String::new(),
            window: None,
            list_offset: 0,
            list_range: Cell::default(),
        }
    }

    /// Takes in what a person does, and gives what is to be done.
    pub fn update(&mut self, event: Event) -> Vec<PlayEffect> {
        match event {
            Event::Key(key) => self.press(key),
            Event::Paste(text) => {
                if self.window.is_none() {
                    text.chars().for_each(|character| self.entry.insert(character));
                }
                Vec::new()
            }
            Event::Scroll(rows) => {
                self.scroll(rows);
                Vec::new()
            }
            Event::Click(_) if self.window.is_some() => {
                self.window = None;
                Vec::new()
            }
            Event::Click(ScreenTarget::Square(square)) => {
                self.cursor = square;
                self.point()
            }
            Event::Click(ScreenTarget::Key(index)) => {
                BINDINGS.get(index).map(|binding| self.act(binding.action)).unwrap_or_default()
            }
        }
    }

    fn press(&mut self, key: Key) -> Vec<PlayEffect> {
        if self.window.is_some() && keys::action(key) != Some(Action::PlayCommand("quit")) {
            self.press_in_window(key);
            return Vec::new();
        }
        if let Some(action) = keys::action(key) {
            return self.act(action);
        }
        match (key, self.entry.is_empty()) {
            (Key::Char('y' | 'Y'), true) if self.session.is_asking() => return self.obey("yes"),
            (Key::Char('n' | 'N') | Key::Escape, true) if self.session.is_asking() => return self.obey("no"),
            (Key::Enter | Key::Char(' '), true) => return self.point(),
            (Key::Enter, false) => {
                let line = self.entry.take();
                return self.obey(&line);
            }
            (Key::Escape, true) => {
                self.selected = None;
                self.message.clear();
            }
            (Key::Escape, false) => self.entry.set(""),
            (Key::Char('?'), true) => self.show_help(),
            (Key::Char('<'), true) => return self.obey("undo"),
            (Key::Char('>'), true) => return self.obey("redo"),
            (Key::Char(character), _) => self.entry.insert(character),
            (Key::Backspace, _) => self.entry.backspace(),
            (Key::Delete, _) => self.entry.delete(),
            (Key::Tab, true) => self.entry.recall(),
            (Key::Left, true) => self.move_cursor(0, -1),
            (Key::Right, true) => self.move_cursor(0, 1),
            (Key::Up, _) => self.move_cursor(-1, 0),
            (Key::Down, _) => self.move_cursor(1, 0),
            (Key::Left, false) => self.entry.move_by(-1),
            (Key::Right, false) => self.entry.move_by(1),
            (Key::Home, false) => self.entry.move_by(isize::MIN / 2),
            (Key::End, false) => self.entry.move_by(isize::MAX / 2),
            (Key::Home, true) => self.list_offset = self.list_range.get().1,
            (Key::End, true) => self.list_offset = 0,
            (Key::PageUp, _) => self.scroll(-PAGE),
            (Key::PageDown, _) => self.scroll(PAGE),
            (Key::Tab | Key::Control(_) | Key::Function(_), _) => {}
        }
        Vec::new()
    }

    fn press_in_window(&mut self, key: Key) {
        let Some(window) = &mut self.window else { return };
        let step = match key {
            Key::Up => -1,
            Key::Down => 1,
            Key::PageUp => -PAGE,
            Key::PageDown | Key::Char(' ') => PAGE,
            Key::Home => isize::MIN / 2,
            Key::End => isize::MAX / 2,
            _ => {
                self.window = None;
                return;
            }
        };
        window.scroll(step);
    }

    fn scroll(&mut self, rows: isize) {
        if let Some(window) = &mut self.window {
            window.scroll(rows);
        } else {
            let (least, most) = self.list_range.get();
            self.list_offset = (self.list_offset - rows).clamp(least, most);
        }
    }

    fn act(&mut self, action: Action) -> Vec<PlayEffect> {
        match action {
            Action::Help => self.show_help(),
            Action::PlayCommand(line) => return self.obey(line),
            Action::Begin(text) => {
                self.entry.set(text);
                let example = match text {
                    "level " => "a number from 1 to 10",
                    _ => "the name of a file",
                };
                self.message = format!("Type {example}, then Enter; Esc gives up.");
            }
        }
        Vec::new()
    }

    fn show_help(&mut self) {
        let text = format!("KEYS\n{}\n\nCOMMANDS\n{}", keys::help(), HELP.trim_end());
        self.window = Some(PopUp::new("Help", text));
    }

    /// Carries out a line as it is typed.
    fn obey(&mut self, line: &str) -> Vec<PlayEffect> {
        let Some(command) = PlayCommand::parse(line) else { return Vec::new() };
        if command == PlayCommand::Help {
            self.show_help();
            return Vec::new();
        }
        let said = std::mem::take(&mut self.message);
        let status = if said.is_empty() { String::new() } else { format!("{said}\n\n") };
        if command == PlayCommand::Why {
            let text = format!("{status}{}", self.session.status());
            self.window = Some(PopUp::new("Why", text));
            return Vec::new();
        }
        match self.session.obey(command) {
            Ok(effects) => self.take_in(effects),
            Err(refusal) => {
                self.say(&sentence(&refusal.to_string()));
                Vec::new()
            }
        }
    }

    /// Takes the piece at the cursor, or puts the one that is held down there.
    fn point(&mut self) -> Vec<PlayEffect> {
        self.message.clear();
        if let Err(refusal) = self.session.expect_turn() {
            self.selected = None;
            self.say(&sentence(&refusal.to_string()));
            return Vec::new();
        }
        let position = self.session.game().position();
        let is_own = position.board().colour(position.side()).has(self.cursor);
        match self.selected {
            Some(from) if from == self.cursor => self.selected = None,
            Some(from) if !is_own => return self.obey(&Move::new(from, self.cursor).to_string()),
            _ if is_own => self.selected = Some(self.cursor),
            _ => self.say(&format!("There is no piece of {} on {}.", position.side(), self.cursor)),
        }
        Vec::new()
    }

    fn move_cursor(&mut self, rows: isize, columns: isize) {
        let (row, column) = self.look.place(self.cursor);
        let row = row.saturating_add_signed(rows).min(RANKS - 1);
        let column = column.saturating_add_signed(columns).min(FILES - 1);
        self.cursor = self.look.square(row, column).unwrap_or(self.cursor);
    }

    /// Takes in what concerns the screen, and gives the rest.
    pub fn take_in(&mut self, effects: Vec<PlayEffect>) -> Vec<PlayEffect> {
        let mut rest = Vec::new();
        for effect in effects {
            match effect {
                PlayEffect::Say(words) => self.say(&words),
                PlayEffect::Show { title, text } => {
                    self.window = Some(PopUp::new(title, text));
                }
                PlayEffect::Flip => self.look.is_flipped = !self.look.is_flipped,
                PlayEffect::Board => {
                    self.selected = None;
                    self.list_offset = 0;
                }
                other => rest.push(other),
            }
        }
        rest
    }

    /// Adds to what is said until the next command.
    pub fn say(&mut self, words: &str) {
        if !self.message.is_empty() {
            self.message.push(' ');
        }
        self.message.push_str(words);
    }

    /// Time has gone by.
    pub fn tick(&mut self, elapsed: Duration) -> Vec<PlayEffect> {
        let effects = self.session.tick(elapsed);
        self.take_in(effects)
    }

    /// Where the selected piece can go.
    pub fn reachable(&self) -> Vec<Reachable> {
        let Some(from) = self.selected else { return Vec::new() };
        let position = self.session.game().position();
        let moves = position.board().legal_moves();
        let own = moves.iter().filter(|mv| mv.from() == from);
        let reachable = own.map(|&mv| Reachable {
            square: mv.to(),
            is_forfeit: self.session.game().rules().forfeit(position, mv).is_some(),
        });
        reachable.collect()
    }

    /// Who is thinking about what.
    pub fn activity(&self) -> Option<String> {
        let thinking = self.session.thinking()?;
        let side = self.session.game().position().side();
        let who = match &thinking.purpose {
            Purpose::Move(player) => format!("{side} ({}) is thinking", player.name()),
            Purpose::Hint => "Looking for a hint".into(),
            Purpose::Draw(player) => format!("{} ({}) considers the draw", !side, player.name()),
        };
        Some(match thinking.depth {
            0 => format!("{who} ..."),
            depth => format!("{who}, depth {depth} ..."),
        })
    }
}

/// A message as a sentence of its own.
fn sentence(words: &str) -> String {
    let end = if words.ends_with(['.', '?', '!']) { "" } else { "." };
    let first_word = words.split(' ').next().unwrap_or_default();
    let mut characters = words.chars();
    match characters.next() {
        // A move keeps its letters.
        Some(first) if first_word.chars().all(char::is_alphabetic) => {
            format!("{}{}{end}", first.to_uppercase(), characters.as_str())
        }
        _ => format!("{words}{end}"),
    }
}

//! What runs, and what may happen meanwhile.

use crate::command::Command;
use crate::dialect::SearchMode;
use crate::dialect::xboard::{Play, XboardGame};
use crate::draws::DrawPolicy;
use crate::options::{Change, Options, When};
use engine::Line;

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// By itself.
    ByItself,
    /// By itself, once the expected move has been made.
    AfterHit,
    /// When it is told to.
    WhenTold,
}

/// What becomes of a search that was told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Its answer counts.
    Answered,
    /// Its answer is not wanted any more.
    Discarded,
}

/// A search that runs.
#[derive(Clone, Debug)]
pub struct Running {
    pub number: u64,
    pub ends: Ends,
    /// Whether it was told to end.
    pub fate: Option<Fate>,
    pub mode: SearchMode,
    pub policy: DrawPolicy,
    /// Whether every move was banned, so that there is nothing to be said about the position.
    pub is_all_banned: bool,
    /// The last line.
    pub line: Option<Line<String>>,
    /// The move at the root that is being looked at, and its place among them.
    pub root_move: Option<(String, usize)>,
}

/// What the engine is doing.
#[derive(Debug)]
pub enum Activity {
    /// Nothing.
    Idle,
    /// A search.
    Searching(Box<Running>),
    /// A count, a bench: something with a number that is not a search, and whether it was told to end.
    Counting { number: u64, is_stopping: bool },
}

/// What a command needs before it can be obeyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing: it does not touch what runs.
    Nothing,
    /// What runs has to end first, by itself.
    Wait,
    /// What runs has to end now.
    Stop,
}

impl Activity {
    pub fn is_idle(&self) -> bool {
        matches!(self, Self::Idle)
    }

    /// The search, if one runs.
    pub fn search(&self) -> Option<&Running> {
        if let Self::Searching(running) = self { Some(running) } else { None }
    }

    /// The same, to be changed.
    pub fn search_mut(&mut self) -> Option<&mut Running> {
        if let Self::Searching(running) = self { Some(running) } else { None }
    }

    /// Whether a search runs that has to be told to end.
    pub fn is_endless(&self) -> bool {
        self.search().is_some_and(|running| running.ends != Ends::ByItself)
    }

    /// Whether what runs was told to end.
    pub fn is_ending(&self) -> bool {
        match self {
            Self::Idle => false,
            Self::Searching(running) => running.fate.is_some(),
            Self::Counting { is_stopping, .. } => *is_stopping,
        }
    }

    /// Tells what runs to end; whether that is news.
    pub fn end(&mut self, fate: Fate) -> bool {
        let is_news = !self.is_idle() && !self.is_ending();
        match self {
            Self::Searching(running) if is_news => running.fate = Some(fate),
            Self::Counting { is_stopping, .. } => *is_stopping = true,
            _ => {}
        }
        is_news
    }

    /// The expected move was made; whether a search is there to be told.
    pub fn hit(&mut self) -> bool {
        let Some(running) = self.search_mut() else { return false };
        if running.ends == Ends::AfterHit {
            running.ends = Ends::ByItself;
        }
        true
    }

    /// What has this number and is not a search has ended.
    pub fn counted(&mut self, ended: u64) {
        if matches!(self, Self::Counting { number, .. } if *number == ended) {
            *self = Self::Idle;
        }
    }

    /// What a command needs. Whoever waits for a search that ends by itself gets its answer; one without an end is
    /// stopped.
    pub fn need(&self, command: &Command, options: &Options, game: &XboardGame) -> Need {
        if self.is_idle() {
            return Need::Nothing;
        }
        let is_endless = self.is_endless();
        let waits_or_stops = if is_endless { Need::Stop } else { Need::Wait };
        match command {
            Command::Go(_) | Command::NewGame | Command::Bench(_) | Command::SpeedTest(_) => waits_or_stops,
            Command::Probe { .. } | Command::Ping(_) if !is_endless => Need::Wait,
            Command::SetOption { name, value } => match options.with(name, value.as_deref()) {
                Ok(change) if is_disturbing(&change, options) => waits_or_stops,
                _ => Need::Nothing,
            },
            Command::Play(play) if game.refuses(play, options) => Need::Nothing,
            Command::Play(Play::Move(text)) if is_endless && game.is_hit(text, options.ranks()) => {
                Need::Nothing
            }
            Command::Play(play) if play.interrupts() => Need::Stop,
            Command::Play(play) if game.disturbs(play) => waits_or_stops,
            // A count is let finish, a search is not.
            Command::Quit => match self {
                Self::Counting { .. } => Need::Wait,
                _ => Need::Stop,
            },
            _ => Need::Nothing,
        }
    }
}

/// Whether a change of options touches what a search uses. Options that are set to what they are do not.
fn is_disturbing(change: &Change, options: &Options) -> bool {
    change.when == When::Idle && (change.pressed.is_some() || change.options.engine != options.engine)
}

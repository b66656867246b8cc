//! A session as a record: taking up a game that was kept, and writing one that can be taken up again.

use super::{Asked, Given, PlayEffect, PlaySession};
use crate::play::clock::{self, GameClock, TimeControl};
use crate::play::game::{GameError, LocalGame};
use crate::play::player::{self, Player};
use crate::play::storage::Loaded;
use notation::{Game, Notation, pgn};
use std::path::PathBuf;
use xiangqi::{Colour, RuleSet, Rules, excerpt};

/// The tag of a game in which the engine plays without its book.
const BOOK: &str = "OpeningBook";
const NO_BOOK: &str = "no";

impl PlaySession {
    /// The file is there already: asks before it is overwritten.
    pub fn file_exists(&mut self, path: PathBuf) -> Vec<PlayEffect> {
        let question = format!("{} exists. Overwrite it (yes or no)?", path.display());
        self.asked = Some(Asked::Overwrite(path));
        vec![PlayEffect::Say(question)]
    }

    /// The game has been written to a file, which follows it from now on.
    pub fn saved(&mut self, path: PathBuf) -> Vec<PlayEffect> {
        let words = format!("The game is kept in {} from now on.", path.display());
        self.file = Some(path);
        vec![PlayEffect::Say(words)]
    }

    /// Takes up a game that has been read, with the players and terms that it was played with.
    pub fn loaded(&mut self, name: &str, loaded: Loaded) -> Vec<PlayEffect> {
        let note = loaded.note("load FILE N");
        match self.adopt(loaded.game, Given::default()) {
            Err(error) => vec![PlayEffect::Say(format!("{name}: {error}"))],
            Ok(mut words) => {
                words.insert_str(0, &format!("{name} is on the table. {note}"));
                let mut effects = self.leave_file(Vec::new());
                effects.push(PlayEffect::Say(words.trim_end().to_owned()));
                effects
            }
        }
    }

    /// Who moves a side, behind the name of whoever played it elsewhere.
    pub fn seat_name(&self, side: Colour) -> String {
        let tags = &self.game.game().tags;
        let [name, player] = match side {
            Colour::Red => ["Red", "RedPlayer"],
            Colour::Black => ["Black", "BlackPlayer"],
        };
        let ours = tags.get(player).map(player::shown_name);
        let now = self.player(side).name();
        match tags.get(name).map(str::trim).filter(|name| !["", "?"].contains(name)) {
            Some(name) if Some(name) != ours.as_deref() => format!("{} ({now})", excerpt(name, 40)),
            _ => now,
        }
    }

    /// Puts a recorded game on the table, and says what of its settings could not be restored.
    pub fn adopt(&mut self, game: Game, given: Given) -> Result<String, GameError> {
        let tags = game.tags.clone();
        let rules = tags.get("Rules").and_then(|name| name.parse::<RuleSet>().ok()).filter(|_| !given.rules);
        let rules = rules.map_or(self.settings.rules, Rules::from);
        let ahead = tags.get("MovesAhead").and_then(|text| text.parse().ok()).unwrap_or(0);
        self.game = LocalGame::from_game(game, rules, ahead)?;
        self.settings.rules = rules;
        let mut words = String::new();
        for (side, name) in Colour::ALL.into_iter().zip(["RedPlayer", "BlackPlayer"]) {
            let is_free = !given.players[side.index()];
            match tags.get(name).filter(|_| is_free).map(Player::recorded) {
                Some(Ok(player)) => self.players[side.index()] = player,
                Some(Err(error)) => {
                    self.players[side.index()] = Player::Person;
                    words = format!("{words}{error}; {side} is yours. ");
                }
                None => {}
            }
        }
        if let Some(seed) = tags.get("Seed").and_then(|text| text.parse().ok()).filter(|_| !given.seed) {
            self.seed = seed;
        }
        // A game that was not played here says nothing about ours.
        if !given.time && tags.get("RedPlayer").is_some() {
            self.settings.time = tags.get("TimeControl").and_then(TimeControl::from_record_text);
        }
        if !given.book && tags.get("RedPlayer").is_some() {
            self.settings.uses_book = tags.get(BOOK) != Some(NO_BOOK);
        }
        self.clock = self.settings.time.map(GameClock::new);
        if let (Some(clock), Some(left)) =
            (&mut self.clock, tags.get("Clocks").and_then(clock::parse_reading))
        {
            clock.left = left;
        }
        self.readings.clear();
        self.asked = None;
        // Nobody's time runs while they find their bearings.
        self.is_paused = self.clock.is_some() && !self.game.is_over();
        if self.is_paused {
            words.push_str("The clock stands still until `pause` is typed. ");
        }
        Ok(words)
    }

    /// The game as PGN, with the players and the terms as tags.
    pub fn pgn(&self) -> String {
        let mut record = self.game.record();
        let mut tags = vec![("Seed", self.seed.to_string())];
        for (side, names) in Colour::ALL.into_iter().zip([["Red", "RedPlayer"], ["Black", "BlackPlayer"]]) {
            let player = self.player(side);
            // The names of people who played the game elsewhere stay.
            let ours = record.tags.get(names[1]).map(player::shown_name);
            if record.tags.get(names[0]).is_none_or(|name| Some(name) == ours.as_deref()) {
                tags.push((names[0], player.name()));
            }
            tags.push((names[1], player.to_string()));
        }
        tags.push(("Rules", self.game.rules().repetition.to_string()));
        if let Some(clock) = &self.clock {
            tags.push(("TimeControl", clock.control.record_text()));
            tags.push(("Clocks", clock::reading_text(clock.left)));
        }
        record.tags.remove("MovesAhead");
        if !self.settings.uses_book {
            tags.push((BOOK, NO_BOOK.to_owned()));
        } else if record.tags.get(BOOK) == Some(NO_BOOK) {
            record.tags.remove(BOOK);
        }
        if self.game.recorded_ahead() > 0 {
            tags.push(("MovesAhead", self.game.recorded_ahead().to_string()));
        }
        for (name, value) in tags {
            // None of these names is refused.
            let _ = record.tags.set(name, &value);
        }
        pgn::write(&record, &pgn::Format { notation: self.pgn_notation(), ..pgn::Format::default() })
    }

    /// Plain coordinates have no name in PGN's `Format` tag; ICCS is the same with a dash.
    fn pgn_notation(&self) -> Notation {
        match self.settings.notation {
            Notation::Coordinates => Notation::Iccs,
            other => other,
        }
    }
}

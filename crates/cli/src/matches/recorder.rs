//! The records of a match: one for each game, from its first move on.
//!
//! A record is written when a second has passed since it was last, and at its end; a game that is broken off is written as it stands, marked
//! unfinished. Our own engine tells all that it counts if it is started as `chuhe laboratory`; of any other its `info` lines are kept.

use super::plan::MatchPlan;
use crate::failure::Failure;
use crate::records::files::{self, RecordFile, make_folder};
use crate::records::program;
use arena::{GameId, GameWatcher, Limit, PlayedMove, Ruling, ScheduledGame, Side, Variant};
use record::{
    By, GameRecord, MoveRecord, PlayerRecord, ResultRecord, SCHEMA, ScoreRecord, SearchRecord, Source, State,
    VERSION,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use xiangqi::excerpt;

/// A record is written anew when this much time has passed.
const INTERVAL: Duration = Duration::from_secs(1);

/// No more of a line is kept: an engine may say anything.
const LINE_LIMIT: usize = 2000;
/// Below this many microseconds the milliseconds of an engine are too coarse.
const COARSE: u64 = 10_000;

/// Games that are being played, with their files.
type Ongoing = HashMap<GameId, (RecordFile, GameRecord)>;

/// Records the games of a match.
pub struct MatchRecorder<'a> {
    folder: PathBuf,
    stamp: String,
    plan: &'a MatchPlan,
    ongoing: Mutex<Ongoing>,
    failure: Mutex<Option<Failure>>,
}

impl<'a> MatchRecorder<'a> {
    /// Makes the folder, unless it is there.
    pub fn new(folder: &Path, plan: &'a MatchPlan) -> Result<Self, Failure> {
        make_folder(folder)?;
        let (ongoing, failure) = (Mutex::default(), Mutex::default());
        Ok(Self { folder: folder.into(), stamp: files::stamp(), plan, ongoing, failure })
    }

    /// Why a record could not be written, if one could not.
    pub fn failure(self) -> Option<Failure> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, file: &mut RecordFile, record: &GameRecord) {
        if let Err(failure) = file.write(record) {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        }
    }

    fn with(&self, act: impl FnOnce(&mut Ongoing)) {
        act(&mut self.ongoing.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn player(&self, engine: usize) -> PlayerRecord {
        let (spec, limit) = (&self.plan.entrants[engine], self.plan.limit(engine));
        // What a replay can set again.
        let hash = match &spec.options[..] {
            // Of a foreign engine it is not known.
            [] if spec.arguments.first().is_some_and(|word| word == "laboratory") => {
                Some(protocol::DEFAULT_HASH as u64)
            }
            [(name, value)] if name.eq_ignore_ascii_case("hash") => value.parse().ok(),
            _ => None,
        };
        PlayerRecord {
            name: spec.name.clone(),
            settings: spec.settings(),
            limit: Some(limit.to_string()),
            nodes: if let Limit::Nodes(nodes) = limit { Some(nodes) } else { None },
            uses_book: false,
            hash,
            keys: None,
        }
    }
}

impl GameWatcher for MatchRecorder<'_> {
    fn begun(&self, game: &ScheduledGame, fen: &str) {
        let conditions = &self.plan.conditions;
        let record = GameRecord {
            schema: SCHEMA.into(),
            version: VERSION,
            program: program(),
            source: Source::Match,
            began: files::now(),
            state: State::Unfinished,
            game: conditions.variant.name().into(),
            rules: (conditions.variant == Variant::Xiangqi).then(|| conditions.rules.name().into()),
            start: fen.into(),
            seed: None,
            round: Some(game.id.to_string()),
            players: game.engines.map(|engine| self.player(engine)),
            result: None,
            moves: Vec::new(),
            taken_back: Vec::new(),
        };
        let stem = format!("match-{}-{:05}.{}", self.stamp, game.id.pair, game.id.game);
        let file = RecordFile::new(&self.folder, stem);
        self.with(|ongoing| drop(ongoing.insert(game.id, (file, record))));
    }

    fn moved(&self, game: GameId, mv: &PlayedMove, said: &[String]) {
        let mut search = SearchRecord::of_lines(said);
        let is_ours = search.as_ref().is_some_and(|search| search.counts.is_some());
        if let Some(search) = search.as_mut().filter(|search| search.score.is_none()) {
            search.score = mv.score.map(|score| match score {
                arena::ReportedScore::Centipawns(value) => ScoreRecord::Centipawns(value),
                arena::ReportedScore::Mate(moves) => ScoreRecord::Mate(moves),
            });
        }
        // An engine's clock of milliseconds says nothing about so short a search; the match has measured it.
        if let Some(search) = &mut search {
            search.microseconds = search.microseconds.filter(|&time| time >= COARSE);
        }
        let microseconds = u64::try_from(mv.elapsed.as_micros()).unwrap_or(u64::MAX);
        self.with(|ongoing| {
            let Some((file, record)) = ongoing.get_mut(&game) else { return };
            record.moves.push(MoveRecord {
                ply: record.moves.len() as u64 + 1,
                text: mv.text.clone(),
                by: if is_ours { By::Search } else { By::Engine },
                microseconds,
                search,
                said: if is_ours {
                    Vec::new()
                } else {
                    said.iter().map(|line| excerpt(line, LINE_LIMIT)).collect()
                },
            });
            if !file.is_fresh(INTERVAL) {
                self.write(file, record);
            }
        });
    }

    fn ended(&self, game: GameId, ruling: Option<&Ruling>) {
        self.with(|ongoing| {
            let Some((mut file, mut record)) = ongoing.remove(&game) else { return };
            record.result = ruling.map(|ruling| ResultRecord {
                winner: ruling.winner.map(|side| if side == Side::First { "first" } else { "second" }.into()),
                cause: ruling.termination.name().into(),
                words: ruling.sentence.clone(),
            });
            if record.result.is_some() {
                record.state = State::Finished;
            }
            // A game that was broken off before its first move has nothing to tell.
            if record.result.is_some() || !record.moves.is_empty() {
                self.write(&mut file, &record);
            }
        });
    }
}

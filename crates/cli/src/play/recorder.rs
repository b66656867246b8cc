//! The record of a game as it is played: what the players thought goes into a notebook, and after every move the record is written anew.

use super::session::PlaySession;
use crate::records::files::{self, RecordFile};
use crate::records::program;
use engine::{Answer, Keys, Line, Summary};
use games::{GameText, Xiangqi};
use record::{
    By, GameRecord, IterationRecord, MoveRecord, PlayerRecord, ResultRecord, SCHEMA, ScoreRecord,
    SearchRecord, Source, State, VERSION,
};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xiangqi::{Board, Colour, Move, Outcome, Position};

/// Who moved where, and what was thought.
#[derive(Clone, Debug)]
struct Note {
    /// The key of the position before the move.
    key: u64,
    mv: Move,
    by: By,
    elapsed: Duration,
    search: Option<SearchRecord>,
}

/// What the players of a game have thought. Clones are the same notebook.
#[derive(Clone, Default, Debug)]
pub struct Notebook(Arc<Mutex<Vec<Note>>>);

impl Notebook {
    fn add(&self, note: Note) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    fn find(&self, key: u64, mv: Move) -> Option<Note> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.iter().rev().find(|note| note.key == key && note.mv == mv).cloned()
    }

    /// The nodes of the last search that led to a move.
    pub fn nodes(&self, board: &Board, mv: Move) -> Option<u64> {
        self.find(board.key(), mv)?.search?.nodes
    }
}

/// Takes note of one question: nothing, unless there is a notebook.
pub struct NoteTaker {
    notebook: Option<Notebook>,
    position: Position,
    began: Instant,
    search: SearchRecord,
}

impl NoteTaker {
    /// For a question about this position.
    pub fn new(notebook: Option<&Notebook>, position: &Position) -> Self {
        let (notebook, position) = (notebook.cloned(), position.clone());
        Self { notebook, position, began: Instant::now(), search: SearchRecord::default() }
    }

    fn score(score: engine::Score) -> ScoreRecord {
        score.mate_distance().map_or(ScoreRecord::Centipawns(score.value()), ScoreRecord::Mate)
    }

    /// A line of the search.
    pub fn line(&mut self, line: &Line<Move>) {
        if self.notebook.is_none() || line.number != 1 {
            return;
        }
        self.search.selective_depth = Some(line.selective_depth as u64);
        self.search.iterations.push(IterationRecord {
            depth: line.depth as u64,
            nodes: line.nodes,
            microseconds: microseconds(line.elapsed),
            score: Self::score(line.score),
        });
    }

    /// What the search has counted.
    pub fn summary(&mut self, summary: Summary<Move>) {
        if self.notebook.is_some() {
            let position = &self.position;
            self.search.counts = Some(summary.map_moves(|mv| Xiangqi::move_text(position, mv)).into());
        }
    }

    /// What the search has found.
    pub fn answer(&mut self, answer: &Answer<Move>) {
        if self.notebook.is_some() {
            self.search.nodes = Some(answer.nodes);
            self.search.depth = Some(answer.depth as u64);
            self.search.score = Some(Self::score(answer.score));
            self.search.line = Xiangqi::line_text(&self.position, &answer.line);
            self.search.microseconds = Some(microseconds(self.began.elapsed()));
        }
    }

    /// This move is the answer.
    pub fn made(&mut self, by: By, mv: Option<Move>) {
        let (Some(notebook), Some(mv)) = (&self.notebook, mv) else { return };
        let search = (by == By::Search).then(|| std::mem::take(&mut self.search));
        notebook.add(Note {
            key: self.position.board().key(),
            mv,
            by,
            elapsed: self.began.elapsed(),
            search,
        });
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Keeps the record of the game on the table in a folder.
pub struct GameRecorder {
    folder: PathBuf,
    notebook: Notebook,
    keys: [Option<Keys>; 2],
    file: RecordFile,
    began: String,
    moves: Vec<MoveRecord>,
    taken_back: Vec<MoveRecord>,
    /// When the last move was made.
    moved: Instant,
    /// It has been said that the record cannot be written.
    has_warned: bool,
    /// A record could not be written, of this game or of an earlier one.
    pub has_failed: bool,
}

impl GameRecorder {
    pub fn new(folder: &Path, notebook: Notebook, keys: [Option<Keys>; 2]) -> Self {
        Self {
            folder: folder.into(),
            notebook,
            keys,
            file: Self::file(folder),
            began: files::now(),
            moves: Vec::new(),
            taken_back: Vec::new(),
            moved: Instant::now(),
            has_warned: false,
            has_failed: false,
        }
    }

    fn file(folder: &Path) -> RecordFile {
        RecordFile::new(folder, format!("play-{}", files::stamp()))
    }

    /// Another game is on the table: the record of the last one stays as it is.
    pub fn begin_another(&mut self) {
        let has_failed = self.has_failed;
        *self = Self { has_failed, ..Self::new(&self.folder, self.notebook.clone(), self.keys) };
    }

    /// The game has changed: writes its record. Says why, once, if that cannot be done.
    pub fn update(&mut self, session: &PlaySession) -> Option<String> {
        self.follow(session);
        // A game without a move has nothing to tell yet.
        if self.moves.is_empty() && self.taken_back.is_empty() {
            return None;
        }
        let written = self.file.write(&self.record(session));
        self.has_failed |= written.is_err();
        let error = written.err().filter(|_| !self.has_warned)?;
        self.has_warned = true;
        Some(format!("The game is not recorded: {error}"))
    }

    /// Brings the moves up to date. Those that are no longer there were taken back.
    fn follow(&mut self, session: &PlaySession) {
        let game = session.game();
        let mut board = game.game().start().board.clone();
        let elapsed = self.moved.elapsed();
        let mut now: Vec<MoveRecord> = Vec::new();
        let mut is_known = true;
        for (place, mv) in game.moves().take(game.plies()).enumerate() {
            let text = mv.to_string();
            let known = self.moves.get(place).filter(|known| is_known && known.text == text);
            is_known = known.is_some();
            now.push(known.cloned().unwrap_or_else(|| {
                let note = self.notebook.find(board.key(), mv);
                let by = note.as_ref().map_or(By::Person, |note| note.by);
                let time = note.as_ref().map_or(elapsed, |note| note.elapsed);
                let search = note.and_then(|note| note.search);
                MoveRecord {
                    ply: place as u64 + 1,
                    text,
                    by,
                    microseconds: microseconds(time),
                    search,
                    said: Vec::new(),
                }
            }));
            board.play_unchecked(mv);
        }
        let same = self.moves.iter().zip(&now).take_while(|(old, new)| old.text == new.text).count();
        self.taken_back.extend(self.moves.drain(same..));
        if now.len() > same {
            self.moved = Instant::now();
        }
        self.moves = now;
    }

    fn record(&self, session: &PlaySession) -> GameRecord {
        let game = session.game();
        let result = game.ending().map(|ending| {
            let (winner, cause) = match ending.outcome() {
                Outcome::Draw => (None, "draw"),
                Outcome::Win(Colour::Red) => (Some("first".to_owned()), "win of Red"),
                Outcome::Win(Colour::Black) => (Some("second".to_owned()), "win of Black"),
            };
            let cause = ending.termination().unwrap_or(cause).to_owned();
            ResultRecord { winner, cause, words: ending.words() }
        });
        GameRecord {
            schema: SCHEMA.into(),
            version: VERSION,
            program: program(),
            source: Source::Play,
            began: self.began.clone(),
            state: if result.is_some() { State::Finished } else { State::Unfinished },
            game: "xiangqi".into(),
            rules: Some(game.rules().repetition.to_string()),
            start: game.game().start().to_string(),
            seed: Some(session.seed()),
            round: None,
            players: Colour::ALL.map(|side| self.player(session, side)),
            result,
            moves: self.moves.clone(),
            taken_back: self.taken_back.clone(),
        }
    }

    fn player(&self, session: &PlaySession, side: Colour) -> PlayerRecord {
        let player = session.player(side);
        let cost = session.cost(player);
        PlayerRecord {
            name: player.name(),
            settings: player.to_string(),
            limit: cost.as_ref().map(|cost| cost.words.clone()),
            nodes: cost.and_then(|cost| cost.nodes),
            uses_book: session.settings().uses_book,
            hash: Some(super::thinker::HASH as u64),
            keys: self.keys[side.index()].map(Into::into),
        }
    }
}

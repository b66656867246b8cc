//! The work itself: several games at a time, each with an engine of its own.

use super::PROGRAM;
use super::folder::{Folder, game_file};
use super::input::{GameProblem, Input, Numbered, numbered_games};
use super::progress::AnalysisProgress;
use crate::failure::Failure;
use engine::{Engine, Evaluation, SearchFailure};
use games::Xiangqi;
use notation::{Notation, pgn};
use service::SystemClock;
use service::report::{AnalysisSettings, Analyst, analyse, annotated, page};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use xiangqi::rules::Language;

/// What is to be done.
pub struct GameJob<'a> {
    pub inputs: &'a [Input],
    pub folder: &'a Folder,
    pub settings: &'a AnalysisSettings,
    pub evaluation: &'a Evaluation,
    pub language: Language,
    pub notation: Notation,
    pub stop: &'a AtomicBool,
}

/// What becomes of a game.
enum GameEnd {
    Done,
    /// It could not be analysed.
    Problem(GameProblem),
    /// It was broken off; nothing of it is kept.
    Stopped,
}

impl GameJob<'_> {
    /// Analyses what is not done yet. Gives the games that could not be analysed.
    pub fn run(&self, threads: usize) -> Result<Vec<GameProblem>, Failure> {
        let finished = self.folder.finished(self.inputs);
        let plies = self.inputs.iter().flat_map(Input::games).zip(1..);
        let left: Vec<usize> = plies
            .filter(|(_, number)| !finished.contains_key(number))
            .filter_map(|(plies, _)| plies.as_ref().ok().copied())
            .collect();
        let positions = left.iter().map(|plies| plies + 1).sum::<usize>();
        let mut progress = AnalysisProgress::new(left.len(), positions, finished.len());
        let engines = (0..threads.clamp(1, left.len().max(1))).map(|_| self.engine());
        let engines = engines.collect::<Result<Vec<_>, _>>()?;
        let next =
            Mutex::new(numbered_games(self.inputs).filter(|game| !finished.contains_key(&game.number)));
        let (sender, receiver) = mpsc::channel();
        let tick = progress.ticker();
        let mut faults = Vec::new();
        let mut failure = None;
        std::thread::scope(|scope| {
            for mut engine in engines {
                let (sender, next, tick) = (sender.clone(), &next, &tick);
                scope.spawn(move || {
                    while !self.stop.load(Ordering::Relaxed) {
                        let game = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(game) = game else { break };
                        if sender.send(self.one(game, &mut engine, tick)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(AnalysisProgress::PAUSE) {
                    Ok(Ok(GameEnd::Done)) => progress.finish_game(),
                    Ok(Ok(GameEnd::Problem(fault))) => faults.push(fault),
                    Ok(Ok(GameEnd::Stopped)) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Ok(Err(error)) => {
                        // What cannot be kept need not be worked out.
                        failure.get_or_insert(error);
                        self.stop.store(true, Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                progress.show();
            }
        });
        progress.finish();
        faults.sort_by(|one, two| {
            (&one.source.file, one.source.number).cmp(&(&two.source.file, two.source.number))
        });
        failure.map_or(Ok(faults), Err)
    }

    fn engine(&self) -> Result<Engine<Xiangqi>, Failure> {
        let builder = Engine::<Xiangqi>::builder().hash(self.settings.hash).threads(1);
        builder.evaluation(self.evaluation.clone()).build().map_err(Failure::input)
    }

    /// Analyses a game and writes what was found.
    fn one(
        &self,
        game: Numbered,
        engine: &mut Engine<Xiangqi>,
        tick: &(dyn Fn() + Sync),
    ) -> Result<GameEnd, Failure> {
        let Numbered { number, source, game } = game;
        let clock = SystemClock::default();
        let analysed = catch_unwind(AssertUnwindSafe(|| {
            let mut analyst = Analyst {
                engine: &mut *engine,
                settings: self.settings,
                program: PROGRAM,
                stop: self.stop,
                clock: &clock,
                progress: tick,
            };
            analyse(&game, source.clone(), &mut analyst)
        }));
        let report = match analysed {
            Ok(Ok(Some(report))) => report,
            Ok(Ok(None)) => return Ok(GameEnd::Stopped),
            Ok(Err(error)) => return Ok(GameEnd::Problem(GameProblem { source, reason: error.to_string() })),
            Err(panic) => {
                // What it has learnt from a search that failed is not to be trusted.
                *engine = self.engine()?;
                let reason = SearchFailure::from_panic(&*panic).to_string();
                return Ok(GameEnd::Problem(GameProblem { source, reason }));
            }
        };
        let annotated = annotated(&game, &report, self.language, self.notation);
        let format = pgn::Format { notation: self.notation, ..pgn::Format::default() };
        let json = serde_json::to_string(&report).map_err(Failure::input)? + "\n";
        let folder = self.folder;
        folder.write(&game_file(number, "pgn"), pgn::write(&annotated, &format).as_bytes())?;
        folder.write(&game_file(number, "html"), page(&report, true).as_bytes())?;
        // The last one: a game that has it is done.
        folder.write(&game_file(number, "json"), json.as_bytes())?;
        Ok(GameEnd::Done)
    }
}

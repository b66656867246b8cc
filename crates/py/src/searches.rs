//! The engine, and one search of it. `python/chuhe/engine.py` gives both the shape that people know.
//!
//! A search runs in threads of its own and tells what it finds through a channel; whoever wants to hear takes from it, without
//! holding Python up, and looks for Ctrl-C while waiting. A new search, or a change of the engine, ends the one before.

use crate::board::Board;
use crate::errors::{InternalError, engine_error, illegal, value_error};
use crate::evaluator::{Asking, Held, PythonEvaluation, Raised};
use crate::interrupts::{LOOK_INTERVAL, detached};
use crate::moves::Move;
use engine::budget::{MOVE_TIME, ending_early};
use engine::{
    Answer, Bound as ScoreBound, Clock, Engine, Evaluation, EvaluationChoice, Event, Level, Limits, Line,
    Mode, STRONGEST, StopHandle, opening,
};
use games::Xiangqi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use search::Score;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most threads of a search, on machines of any size.
const MAX_THREADS: usize = 1024;

/// An engine. `chuhe.Engine` is what to use.
#[pyclass(module = "chuhe._chuhe", frozen)]
pub struct EngineCore {
    /// Nothing after it was closed.
    engine: Mutex<Option<Engine<Xiangqi>>>,
    /// How strongly it plays; it analyses with full strength.
    level: Mutex<Level>,
    stop: StopHandle,
    raised: Arc<Raised>,
    /// What judges positions, if it is Python.
    callable: Mutex<Arc<Held<PyAny>>>,
    /// The number of the search that runs, or ran last.
    current: Arc<AtomicU64>,
}

/// A search that was started.
#[pyclass(module = "chuhe._chuhe", frozen)]
pub struct Search {
    events: Mutex<Receiver<Event<xiangqi::Move>>>,
    stop: StopHandle,
    asking: Arc<Asking>,
    number: u64,
    current: Arc<AtomicU64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A number of seconds, of which there can be few or many but not less than none.
fn seconds(what: &str, number: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(if number > 1e9 { 1e9 } else { number });
    time.map_err(|_| value_error(format!("{what} is {number}; it must be a number of seconds, 0 or more")))
}

impl EngineCore {
    /// Does something with the engine, without holding Python up.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Engine<Xiangqi>) -> T + Send,
    ) -> PyResult<T> {
        self.raised.check_not_asked()?;
        let done = detached(py, || locked(&self.engine).as_mut().map(work))?;
        done.ok_or_else(|| engine_error("the engine is closed"))
    }

    /// Keeps a callable, or none, in sight of the garbage collector.
    fn hold(&self, callable: Arc<Held<PyAny>>) {
        let before = std::mem::replace(&mut *locked(&self.callable), callable);
        // It may be the last reference, whose end runs code.
        drop(before);
    }
}

/// As many threads as the protocols allow.
fn check_threads(threads: usize) -> PyResult<()> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = MAX_THREADS.max(4 * processors);
    if (1..=most).contains(&threads) {
        return Ok(());
    }
    Err(value_error(format!("threads is {threads}; it must be between 1 and {most}")))
}

#[pymethods]
impl EngineCore {
    #[new]
    fn new(py: Python<'_>, hash: usize, threads: usize) -> PyResult<Self> {
        if hash == 0 {
            return Err(value_error("hash is 0; it must be at least 1 MiB"));
        }
        check_threads(threads)?;
        let engine = detached(py, || Engine::<Xiangqi>::builder().hash(hash).threads(threads).build())?;
        let engine = engine.map_err(engine_error)?;
        let stop = engine.stop_handle();
        Ok(Self {
            engine: Mutex::new(Some(engine)),
            level: Mutex::default(),
            stop,
            raised: Arc::default(),
            callable: Mutex::default(),
            current: Arc::default(),
        })
    }

    /// Ends the search that runs, and gives all memory back.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.raised.check_not_asked()?;
        self.stop.stop();
        detached(py, || drop(locked(&self.engine).take()))?;
        self.hold(Arc::default());
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.callable.try_lock() {
            Ok(callable) => callable.traverse(&visit),
            Err(_) => Ok(()),
        }
    }

    /// Lets go of the callable; a search that asks it ends.
    fn __clear__(&self, py: Python<'_>) {
        self.stop.stop();
        let callable = Arc::clone(&locked(&self.callable));
        drop(callable.take(py));
    }

    /// Refuses an evaluation that wants to use the engine that asks it, which would wait for itself.
    fn check_caller(&self) -> PyResult<()> {
        self.raised.check_not_asked()
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |engine| engine.hash())
    }

    #[getter]
    fn threads(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |engine| engine.threads())
    }

    #[getter]
    fn level(&self, py: Python<'_>) -> PyResult<u8> {
        self.with(py, |_| locked(&self.level).number())
    }

    #[getter]
    fn elo(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |_| locked(&self.level).elo())
    }

    #[getter]
    fn evaluation_name(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |engine| engine.evaluation().name().to_owned())
    }

    fn set_hash(&self, py: Python<'_>, mebibytes: usize) -> PyResult<()> {
        if mebibytes == 0 {
            return Err(value_error("hash is 0; it must be at least 1 MiB"));
        }
        self.with(py, |engine| engine.set_hash(mebibytes))?.map_err(engine_error)
    }

    fn set_threads(&self, py: Python<'_>, threads: usize) -> PyResult<()> {
        check_threads(threads)?;
        self.with(py, |engine| engine.set_threads(threads))?.map_err(engine_error)
    }

    fn set_level(&self, py: Python<'_>, level: i64) -> PyResult<()> {
        let found = u8::try_from(level).ok().and_then(Level::new);
        let level = found
            .ok_or_else(|| value_error(format!("there is no level {level}; levels are 1 to {STRONGEST}")))?;
        self.with(py, |_| *locked(&self.level) = level)
    }

    fn set_elo(&self, py: Python<'_>, elo: i64) -> PyResult<()> {
        let [lowest, highest] = engine::RATINGS;
        let found = u32::try_from(elo).ok().and_then(Level::rated);
        let level = found.ok_or_else(|| {
            value_error(format!("there is no rating {elo}; ratings are {lowest} to {highest}"))
        })?;
        self.with(py, |_| *locked(&self.level) = level)
    }

    /// Judges by a network (a file, or the one inside), or by the classical terms with these weights.
    #[pyo3(signature = (by_network, network, weights))]
    fn set_evaluation(
        &self,
        py: Python<'_>,
        by_network: bool,
        network: Option<PathBuf>,
        weights: Option<String>,
    ) -> PyResult<()> {
        let usual = EvaluationChoice::default();
        let weights = weights.unwrap_or_else(|| usual.weights.clone());
        let choice = EvaluationChoice { by_network, network, weights, ..usual };
        self.with(py, |engine| engine.set_evaluation(&choice))?.map_err(engine_error)?;
        self.hold(Arc::default());
        Ok(())
    }

    /// Judges by a callable that takes a board and gives centipawns for the side to move.
    fn set_python_evaluation(&self, py: Python<'_>, callable: Py<PyAny>) -> PyResult<()> {
        let (raised, stop) = (Arc::clone(&self.raised), self.stop.clone());
        let callable = Arc::new(Held::new(callable));
        let evaluation = PythonEvaluation { callable: Arc::clone(&callable), raised, stop };
        self.with(py, |engine| engine.use_evaluation(Evaluation::custom(evaluation)))?;
        self.hold(callable);
        Ok(())
    }

    /// Forgets everything that earlier searches found.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Engine::new_game)
    }

    /// The static evaluation of a position, in centipawns for the side to move.
    fn evaluate(&self, py: Python<'_>, board: &Board) -> PyResult<i32> {
        let position = board.0.clone();
        let (score, asking) = self.with(py, |engine| {
            engine.stop();
            let asking = self.raised.begin();
            engine.set_position(position);
            (engine.evaluate(), asking)
        })?;
        asking.take(py).map_or(Ok(score), Err)
    }

    /// What the book inside plays, if it knows the position; 0 for a different answer every time.
    fn book_move(&self, board: &Board, seed: u64) -> Option<Move> {
        opening::answer(&board.0, &Limits::default(), Mode::Think, seed).map(|answer| Move(answer.mv))
    }

    /// Starts a search. `clock` is what is left for the side to move, what each move adds, and for how many moves it is.
    #[pyo3(signature = (board, *, time, depth, nodes, mate, clock, multipv, root_moves, excluded, seed, randomness, is_play))]
    fn start(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        depth: Option<usize>,
        nodes: Option<u64>,
        mate: Option<i32>,
        clock: Option<(f64, f64, Option<u32>)>,
        multipv: usize,
        root_moves: Option<Vec<Py<Move>>>,
        excluded: Vec<Py<Move>>,
        seed: u64,
        randomness: u16,
        is_play: bool,
    ) -> PyResult<Search> {
        let position = board.0.clone();
        let check = |moves: &[Py<Move>]| {
            let moves = moves.iter().map(|mv| mv.get().0);
            moves.map(|mv| position.check_legal(mv).map(|()| mv).map_err(illegal)).collect()
        };
        let mut limits = Limits {
            depth: depth.map(|depth| depth.max(1)),
            nodes,
            hard_time: time
                .map(|time| seconds("time", time))
                .transpose()?
                .map(|time| time.max(Duration::from_millis(1))),
            mate,
            moves: root_moves.as_deref().map(check).transpose()?.unwrap_or_default(),
            excluded: check(&excluded)?,
            lines: multipv.max(1),
            seed,
            leeway: i32::from(randomness) * <Xiangqi as games::GameData>::PAWN / 100,
            ..Limits::default()
        };
        if root_moves.is_some() && limits.moves.is_empty() {
            return Err(value_error("root_moves is empty; leave it out to look at all moves"));
        }
        if !limits.excluded.is_empty() {
            let (asked, legal) = (limits.moves.clone(), position.board().legal_moves());
            let mut left = if asked.is_empty() { legal.iter().copied().collect() } else { asked };
            left.retain(|mv| !limits.excluded.contains(mv));
            if left.is_empty() {
                return Err(value_error("excluded_moves leaves no move to look at; exclude fewer"));
            }
        }
        if let Some((left, increment, moves_to_go)) = clock {
            let played = <Xiangqi as games::GameData>::moves_made(&position);
            let (left, increment) = (seconds("the clock", left)?, seconds("the increment", increment)?);
            limits.limit_by_clock(Clock { left, increment, moves_to_go, overhead: Duration::ZERO, played });
        }
        if is_play {
            limits = ending_early(limits);
        }
        let (sender, receiver) = mpsc::channel();
        let current = Arc::clone(&self.current);
        let level = if is_play { *locked(&self.level) } else { Level::default() };
        let (number, asking) = self.with(py, |engine| {
            engine.stop();
            let asking = self.raised.begin();
            if self.raised.take_taint() {
                // What was learnt from an evaluation that raised is worth nothing.
                engine.new_game();
            }
            if engine.rules() != *position.rules() {
                engine.set_rules(*position.rules());
            }
            engine.set_level(level);
            let is_endless = limits.depth.is_none()
                && limits.nodes.is_none()
                && limits.mate.is_none()
                && limits.hard_time.is_none()
                && limits.soft_time.is_none();
            if is_play && is_endless && engine.level().is_full() {
                limits.hard_time = Some(MOVE_TIME);
                limits.ends_early = true;
            }
            engine.set_position(position);
            // Before it begins, so that whoever ends an earlier search does not end this one.
            let number = current.fetch_add(1, Ordering::SeqCst) + 1;
            // Nobody listens only if nobody wants to know.
            engine.go(limits, Mode::Think, move |event| drop(sender.send(event)));
            (number, asking)
        })?;
        let (stop, current) = (self.stop.clone(), Arc::clone(&self.current));
        Ok(Search { events: Mutex::new(receiver), stop, asking, number, current })
    }
}

impl Drop for EngineCore {
    /// The engine waits for its search, which may wait for Python: Python is let go meanwhile.
    fn drop(&mut self) {
        self.stop.stop();
        Python::try_attach(|py| py.detach(|| drop(locked(&self.engine).take())));
    }
}

impl Search {
    fn is_current(&self) -> bool {
        self.current.load(Ordering::SeqCst) == self.number
    }

    /// The next event; none when there are no more.
    fn wait(&self, py: Python<'_>) -> PyResult<Option<Event<xiangqi::Move>>> {
        loop {
            match py.detach(|| locked(&self.events).recv_timeout(LOOK_INTERVAL)) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(signal) = py.check_signals() {
                self.end();
                py.detach(|| while locked(&self.events).recv().is_ok() {});
                return Err(signal);
            }
        }
    }

    fn end(&self) {
        if self.is_current() {
            self.stop.stop();
        }
    }
}

#[pymethods]
impl Search {
    /// Ends the search; its result can still be taken. Nothing happens if it is over.
    fn stop(&self) {
        self.end();
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.asking.error.traverse(&visit)
    }

    fn __clear__(&self, py: Python<'_>) {
        drop(self.asking.take(py));
    }

    /// The next that it tells, as ("info", dict) or ("done", dict); None when all is told.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (word, entry) = match self.wait(py)? {
            None => return self.asking.take(py).map_or(Ok(None), Err),
            // Only the laboratory's engine tells this, and there is none here.
            Some(Event::Summary(_)) => return self.next(py),
            Some(Event::Line(line)) => ("info", line_entry(py, &line)?),
            Some(Event::RootMove { depth, mv, number }) => {
                let entry = PyDict::new(py);
                entry.set_item("currdepth", depth)?;
                entry.set_item("currmove", Move(mv))?;
                entry.set_item("currmovenumber", number)?;
                ("info", entry)
            }
            Some(Event::Failed(failure)) => {
                return Err(InternalError::new_err(format!(
                    "a mistake of chuhe itself, please report it: {failure}"
                )));
            }
            Some(Event::Done(answer)) => {
                if let Some(error) = self.asking.take(py) {
                    return Err(error);
                }
                ("done", answer_entry(py, &answer)?)
            }
        };
        Ok(Some((word, entry).into_pyobject(py)?))
    }
}

impl Drop for Search {
    /// A search that nobody can hear any more need not go on.
    fn drop(&mut self) {
        self.end();
    }
}

fn set_score(entry: &Bound<'_, PyDict>, score: Score) -> PyResult<()> {
    match score.mate_distance() {
        Some(moves) => {
            entry.set_item("mate", moves)?;
            // A mate in 0 moves is one that has happened: the side to move has lost.
            entry.set_item("is_win", score.is_win())
        }
        None => entry.set_item("cp", score.value()),
    }
}

fn line_entry<'py>(py: Python<'py>, line: &Line<xiangqi::Move>) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("depth", line.depth)?;
    entry.set_item("seldepth", line.selective_depth)?;
    entry.set_item("multipv", line.number)?;
    set_score(&entry, line.score)?;
    match line.bound {
        ScoreBound::Exact | ScoreBound::None => {}
        ScoreBound::Lower => entry.set_item("lowerbound", true)?,
        ScoreBound::Upper => entry.set_item("upperbound", true)?,
    }
    let wdl = line.win_draw_loss;
    entry.set_item("wdl", (wdl.win, wdl.draw, wdl.loss))?;
    entry.set_item("nodes", line.nodes)?;
    entry.set_item("time", line.elapsed.as_secs_f64())?;
    entry.set_item("nps", (line.nodes as f64 / line.elapsed.as_secs_f64().max(1e-6)) as u64)?;
    entry.set_item("hashfull", line.fullness)?;
    entry.set_item("pv", line.moves.iter().copied().map(Move).collect::<Vec<_>>())?;
    Ok(entry)
}

fn answer_entry<'py>(py: Python<'py>, answer: &Answer<xiangqi::Move>) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("move", answer.best.map(Move))?;
    entry.set_item("ponder", answer.ponder.map(Move))?;
    set_score(&entry, answer.score)?;
    entry.set_item("depth", answer.depth)?;
    entry.set_item("nodes", answer.nodes)?;
    entry.set_item("pv", answer.line.iter().copied().map(Move).collect::<Vec<_>>())?;
    Ok(entry)
}

//! Reviews of games, as `chuhe analyse` makes them.

use crate::errors::{engine_error, value_error};
use crate::interrupts::interruptible;
use crate::names;
use crate::records::{Game, locked};
use engine::Engine;
use games::Xiangqi;
use pyo3::prelude::*;
use service::SystemClock;
use service::messages::RuleSet;
use service::report::{AnalysisSettings, Analyst, GameReport, SearchLimit, Source, analyse, annotated, page};
use std::sync::mpsc;

/// What the report names as its maker.
const PROGRAM: &str = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));

/// What a review has found: what each move gave away, and why.
#[pyclass(module = "chuhe", frozen)]
pub struct Review {
    game: notation::Game,
    report: GameReport,
}

#[pymethods]
impl Review {
    /// The report as JSON, as `chuhe analyse` writes it.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.report).map_err(value_error)
    }

    /// The game with comments, glyphs and better lines.
    #[pyo3(signature = (*, language = "english", notation = "iccs"))]
    fn annotated(&self, language: &str, notation: &str) -> PyResult<Game> {
        Ok(annotated(&self.game, &self.report, names::language(language)?, names::notation(notation)?).into())
    }

    /// A page with graphs that needs no network.
    fn html(&self) -> String {
        page(&self.report, false)
    }

    /// The accuracy of a side (True for Red), up to a hundred.
    fn accuracy(&self, color: bool) -> f64 {
        let accuracy = &self.report.summary.accuracy;
        if color { accuracy.red } else { accuracy.black }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Review of {} moves, accuracy {} - {}>",
            self.report.moves.len(),
            self.accuracy(true),
            self.accuracy(false)
        )
    }
}

/// Reviews the main line of a game, each position searched within a limit. The same nodes always give the same review.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = None, depth = None, time = None, multipv = 1, rules = "asian", hash = 16, progress = None))]
pub fn review(
    py: Python<'_>,
    game: &Game,
    nodes: Option<u64>,
    depth: Option<usize>,
    time: Option<f64>,
    multipv: usize,
    rules: &str,
    hash: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Review> {
    for (what, number) in [
        ("nodes", nodes),
        ("depth", depth.map(|depth| depth as u64)),
        ("multipv", Some(multipv as u64)),
        ("hash", Some(hash as u64)),
    ] {
        if number == Some(0) {
            return Err(value_error(format!("{what} is 0; it must be at least 1")));
        }
    }
    let limit = match (nodes, depth, time) {
        (None, None, None) => SearchLimit::Nodes(20_000),
        (Some(nodes), None, None) => SearchLimit::Nodes(nodes),
        (None, Some(depth), None) => SearchLimit::Depth(depth),
        (None, None, Some(seconds)) if seconds >= 0.0 => SearchLimit::Movetime((seconds * 1000.0) as u64),
        (None, None, Some(seconds)) => {
            return Err(value_error(format!("time is {seconds}; it must be a number of seconds, 0 or more")));
        }
        _ => return Err(value_error("a review has one limit: nodes, depth or time")),
    };
    let rules = match names::rule_set(rules)? {
        xiangqi::RuleSet::Asian => RuleSet::Asian,
        xiangqi::RuleSet::Computer => RuleSet::Computer,
        xiangqi::RuleSet::Simple => RuleSet::Simple,
    };
    let mut engine = Engine::<Xiangqi>::builder().hash(hash).build().map_err(engine_error)?;
    let evaluation = engine.evaluation().name().to_owned();
    let settings = AnalysisSettings { limit, lines: multipv, rules, evaluation, hash };
    let game = locked(&game.0).clone();
    let positions = game.main_line().count() + 1;
    let (sender, receiver) = mpsc::channel();
    let shared = &game;
    let report = interruptible(py, move |stop| {
        let clock = SystemClock::default();
        let source = Source { file: String::new(), number: 1 };
        let (count, teller) = (std::sync::atomic::AtomicUsize::new(0), std::sync::Mutex::new(()));
        let tell = || {
            let _one = teller.lock();
            let done = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            let told = progress
                .as_ref()
                .and_then(|progress| Python::try_attach(|py| progress.call1(py, (done, positions))));
            if let Some(Err(error)) = told {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
                let _ = sender.send(error);
            }
        };
        let settings = &settings;
        let mut analyst =
            Analyst { engine: &mut engine, settings, program: PROGRAM, stop, clock: &clock, progress: &tell };
        analyse(shared, source, &mut analyst)
    })?;
    if let Ok(error) = receiver.try_recv() {
        return Err(error);
    }
    let report = report.map_err(|error| value_error(error.to_string()))?;
    let report = report.ok_or_else(|| engine_error("the review was stopped"))?;
    Ok(Review { game, report })
}

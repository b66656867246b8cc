//! An evaluation written in Python, as the search asks it.
//!
//! It is called with a board of its own for every position, by whichever thread of the search has come to it. The first exception that
//! it raises ends the search and is kept for the caller; from then on nothing is asked any more.

use crate::board::Board;
use crate::errors::engine_error;
use engine::{CustomEvaluation, StopHandle};
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use xiangqi::Position;

thread_local! {
    /// Which evaluation this thread is in the middle of.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

/// What an evaluation has raised.
#[derive(Default)]
pub struct Raised {
    is_broken: AtomicBool,
    /// Whether a search has gone on with scores that nobody gave.
    is_tainted: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Raised {
    /// The exception, after which the evaluation may be asked again.
    pub fn take(&self) -> Option<PyErr> {
        let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.is_broken.store(false, Ordering::Relaxed);
        error
    }

    fn keep(&self, error: PyErr) {
        // The first is what the caller has to know of.
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.is_broken.store(true, Ordering::Relaxed);
        self.is_tainted.store(true, Ordering::Relaxed);
    }

    /// Whether something was raised since this was asked last.
    pub fn take_taint(&self) -> bool {
        self.is_tainted.swap(false, Ordering::Relaxed)
    }

    fn number(self: &Arc<Self>) -> usize {
        Arc::as_ptr(self) as usize
    }

    /// Refuses an evaluation that wants to use the engine that asks it, which would wait for itself.
    pub fn check_not_asked(self: &Arc<Self>) -> PyResult<()> {
        if ASKED.get() == self.number() {
            return Err(engine_error(
                "an evaluation cannot use the engine that asks it; give it an engine of its own",
            ));
        }
        Ok(())
    }
}

/// A callable that takes a board and gives centipawns for the side to move.
pub struct PythonEvaluation {
    pub callable: Arc<Py<PyAny>>,
    pub raised: Arc<Raised>,
    pub stop: StopHandle,
}

impl PythonEvaluation {
    fn ask(&self, py: Python<'_>, position: &Position) -> PyResult<i32> {
        let answer = self.callable.bind(py).call1((Board(position.clone()),))?;
        let number = answer.extract::<f64>().map_err(|_| {
            let text = answer.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
            pyo3::exceptions::PyTypeError::new_err(format!(
                "the evaluation gave {}; it must give a number, in centipawns for the side to move",
                xiangqi::excerpt(&text, 60)
            ))
        })?;
        if number.is_nan() {
            return Err(crate::errors::value_error("the evaluation gave nan; it must give a number"));
        }
        // Out of range is drawn into it, here and by the engine.
        Ok(number.round() as i32)
    }
}

impl CustomEvaluation for PythonEvaluation {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if self.raised.is_broken.load(Ordering::Relaxed) {
            return 0;
        }
        let before = ASKED.replace(self.raised.number());
        let answer = Python::try_attach(|py| self.ask(py, position));
        ASKED.set(before);
        match answer {
            Some(Ok(score)) => score,
            Some(Err(error)) => {
                self.raised.keep(error);
                self.stop.stop();
                0
            }
            // Python is going away.
            None => {
                self.stop.stop();
                0
            }
        }
    }

    fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
        Box::new(Self {
            callable: Arc::clone(&self.callable),
            raised: Arc::clone(&self.raised),
            stop: self.stop.clone(),
        })
    }

    fn name(&self) -> &'static str {
        "python"
    }
}

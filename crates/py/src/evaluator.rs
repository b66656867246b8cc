//! An evaluation written in Python, as the search asks it.
//!
//! It is called with a board of its own for every position, by whichever thread of the search has come to it. The first exception that
//! it raises ends the search and is kept for whoever asked for that search; from then on the search asks nothing any more.
//!
//! Python's garbage collector must see the callable and the exception, which may refer back to the engine. Both are in mutexes that are locked only
//! while Python is held and never while Python code runs: so the collector, which runs with Python held, finds them unlocked.

use crate::board::Board;
use crate::errors::engine_error;
use engine::{CustomEvaluation, StopHandle};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use xiangqi::Position;

thread_local! {
    /// Which evaluation this thread is in the middle of.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A Python object that may be let go of while others still have the place where it was.
pub struct Held<T>(Mutex<Option<Py<T>>>);

impl<T> Default for Held<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Held<T> {
    pub fn new(object: Py<T>) -> Self {
        Self(Mutex::new(Some(object)))
    }

    fn get(&self, py: Python<'_>) -> Option<Py<T>> {
        locked(&self.0).as_ref().map(|object| object.clone_ref(py))
    }

    /// Takes it away. What becomes of it happens outside of the lock.
    pub fn take(&self, _: Python<'_>) -> Option<Py<T>> {
        locked(&self.0).take()
    }

    /// Shows it to the garbage collector.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_lock() {
            Ok(object) => visit.call(&*object),
            Err(_) => Ok(()),
        }
    }
}

/// What one search, or one question, has raised.
#[derive(Default)]
pub struct Asking {
    is_broken: AtomicBool,
    pub error: Held<PyBaseException>,
}

impl Asking {
    /// The exception.
    pub fn take(&self, py: Python<'_>) -> Option<PyErr> {
        self.error.take(py).map(|error| PyErr::from_value(error.into_bound(py).into_any()))
    }

    fn keep(&self, py: Python<'_>, error: PyErr) {
        let error = error.into_value(py);
        // The first is what the caller has to know of.
        if !self.is_broken.swap(true, Ordering::Relaxed) {
            *locked(&self.error.0) = Some(error);
        }
    }
}

/// Whom the evaluation of an engine answers.
#[derive(Default)]
pub struct Raised {
    /// Nobody, once whoever asked has gone.
    asking: Mutex<Weak<Asking>>,
    /// Whether a search has gone on with scores that nobody gave.
    is_tainted: AtomicBool,
}

impl Raised {
    /// From now on somebody else asks. Nothing may be asked at the moment.
    pub fn begin(&self) -> Arc<Asking> {
        let asking = Arc::default();
        *locked(&self.asking) = Arc::downgrade(&asking);
        asking
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
    /// Empty once the engine was found to be garbage.
    pub callable: Arc<Held<PyAny>>,
    pub raised: Arc<Raised>,
    pub stop: StopHandle,
}

impl PythonEvaluation {
    fn ask(&self, py: Python<'_>, position: &Position) -> PyResult<i32> {
        let callable = self.callable.get(py).ok_or_else(|| engine_error("the engine is gone"))?;
        let answer = callable.bind(py).call1((Board(position.clone()),))?;
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
        let asking = locked(&self.raised.asking).upgrade();
        if asking.as_ref().is_some_and(|asking| asking.is_broken.load(Ordering::Relaxed)) {
            return 0;
        }
        let before = ASKED.replace(self.raised.number());
        let score = Python::try_attach(|py| match self.ask(py, position) {
            Ok(score) => Some(score),
            Err(error) => {
                self.raised.is_tainted.store(true, Ordering::Relaxed);
                if let Some(asking) = asking {
                    asking.keep(py, error);
                }
                None
            }
        });
        ASKED.set(before);
        score.flatten().unwrap_or_else(|| {
            // It has raised, or Python is going away.
            self.stop.stop();
            0
        })
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

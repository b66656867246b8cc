//! Jobs of `chuhe worker`, done inside Python: what the executors of chuhe.cluster run.

use crate::interrupts::{interruptible, interruptible_by};
use pyo3::prelude::*;
use std::io::{BufReader, ErrorKind, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use worker::{Answer, Desk, Reply, Request, Work, perform, serve};

/// One job, as a line of JSON.
#[pyclass(module = "chuhe", frozen)]
pub struct Job {
    line: String,
    stop: AtomicBool,
}

#[pymethods]
impl Job {
    #[new]
    fn new(line: String) -> Self {
        Self { line, stop: AtomicBool::new(false) }
    }

    /// Does it, and gives the answer as a line of JSON; what is wrong with it is an answer, too. Other threads run meanwhile.
    fn run(&self, py: Python<'_>) -> PyResult<String> {
        let request = match Request::read(self.line.as_bytes()) {
            Ok(request) => request,
            Err((id, error)) => return Ok(Reply { id, answer: Answer::Error(error) }.to_json()),
        };
        interruptible_by(py, &self.stop, |stop| {
            let answer = perform(&request, &Work { stop, progress: &|_| {}, store: None });
            Reply { id: Some(request.id().clone()), answer }.to_json()
        })
    }

    /// Ends it soon: its answer is then "cancelled". From any thread.
    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Takes jobs from standard input until its end, and writes the answers to standard output. Ctrl-C ends it with an answer to each.
#[pyfunction]
pub fn work(py: Python<'_>, jobs: usize) -> PyResult<()> {
    let served = interruptible(py, move |stop| {
        serve(Desk { jobs, store: None }, BufReader::new(stdin()), stdout(), stop)
    })?;
    match served {
        // Whoever reads has had enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        served => Ok(served?),
    }
}

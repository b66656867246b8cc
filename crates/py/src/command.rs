//! The command `chuhe` of the package: the engine's protocols on standard input and output.

use crate::interrupts::{LOOK_INTERVAL, detached};
use protocol::obey_until_interrupted;
use pyo3::prelude::*;
use std::io::{BufReader, stderr, stdin, stdout};
use std::sync::mpsc::{self, RecvTimeoutError};

/// Talks to a GUI by UCI, UCCI or the XBoard protocol until it quits.
#[pyfunction]
pub fn speak(py: Python<'_>) -> PyResult<()> {
    Ok(detached(py, || protocol::run(BufReader::new(stdin()), stdout(), stderr()))??)
}

/// Obeys lines of UCI; false if one was refused. Ctrl-C ends what runs with its answer, and is raised then.
#[pyfunction]
pub fn obey(py: Python<'_>, lines: Vec<String>) -> PyResult<bool> {
    let (sender, mut done) = mpsc::channel();
    let (hand_over, handed) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        let obeyed = obey_until_interrupted(lines, stdout(), stderr(), |interrupter| {
            drop(hand_over.send(interrupter));
        });
        let _ = sender.send(obeyed);
    });
    let interrupter = py.detach(move || handed.recv());
    let mut interrupted = None;
    let obeyed = loop {
        let waiting = &mut done;
        match py.detach(move || waiting.recv_timeout(LOOK_INTERVAL)) {
            Ok(obeyed) => break obeyed,
            Err(RecvTimeoutError::Disconnected) => break Ok(false),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let (Err(signal), Ok(interrupter)) = (py.check_signals(), &interrupter) {
            interrupter.interrupt();
            interrupted = Some(signal);
        }
    };
    let _ = py.detach(move || worker.join());
    interrupted.map_or(Ok(obeyed?), Err)
}

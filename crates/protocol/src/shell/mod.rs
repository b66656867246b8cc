//! Where the state machine meets the world: lines come in, searches run, answers go out.
//!
//! A greeting (`uci`, `ucci`, `xboard`) chooses the language; without one it is UCI. Lines are read in a thread of their
//! own and searches run in theirs; all that they have to tell goes through one channel to the state machine, and what
//! that wants done is done here, one thing after the other.

mod engines;
mod jobs;
mod output;
#[cfg(test)]
mod panics;

pub use output::Output;

use crate::command::MAX_LINE;
use crate::core::{Core, Effect, Input};
use book::Book;
use engine::Keys;
use engine::opening::{self, BookFileError};
use engines::Engines;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

/// Reads commands until `quit` or the end of the input, and obeys them. At the end of the input a search that ends
/// by itself may do so.
///
/// Answers go to `output`; `remarks` gets what only people want to read, such as the figures of a bench.
///
/// # Errors
/// If the input cannot be read, or answers cannot be written though somebody still wants them.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
) -> io::Result<()> {
    speak(input, output, remarks, None)
}

/// The same with the laboratory's engine, which knows positions by these keys and tells a summary of each search in a line before its
/// answer.
///
/// # Errors
/// If the input cannot be read, or there is no memory for the engine.
pub fn run_laboratory(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
    keys: Keys,
) -> io::Result<()> {
    speak(input, output, remarks, Some(keys))
}

fn speak(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
    keys: Option<Keys>,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    let (failed, failures) = mpsc::channel();
    let engines = Engines::new(keys).map_err(io::Error::other)?;
    std::thread::spawn(move || read(input, &lines, &failed));
    let mut shell = Shell::new(engines, Output::new(output, remarks), sender, true);
    shell.converse(&receiver);
    // Whoever leaves before the input has ended does not care about the rest of it.
    failures.try_recv().map_or(Ok(()), Err)?;
    shell.output.finish()
}

/// Obeys some lines and waits until everything that they ask for is done; a search without an end goes on for ever.
/// False if a line was refused.
///
/// # Errors
/// If answers cannot be written though somebody still wants them.
pub fn obey(
    lines: impl IntoIterator<Item = String>,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
) -> io::Result<bool> {
    obey_until_interrupted(lines, output, remarks, |_| ())
}

/// Ends [`obey_until_interrupted`] early.
#[derive(Clone, Debug)]
pub struct Interrupter(Sender<Input>);

impl Interrupter {
    /// What runs ends, and its answer is given; lines that have not been obeyed are left.
    pub fn interrupt(&self) {
        // Nobody listens only if everything is done.
        let _ = self.0.send(Input::Interrupted);
    }
}

/// The same as [`obey`], but whoever gets the interrupter before the first line is obeyed may end it.
///
/// # Errors
/// Those of [`obey`].
pub fn obey_until_interrupted(
    lines: impl IntoIterator<Item = String>,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
    hand_over: impl FnOnce(Interrupter),
) -> io::Result<bool> {
    let (sender, receiver) = mpsc::channel();
    for input in lines.into_iter().map(Input::Line).chain([Input::End]) {
        // The receiver is there.
        let _ = sender.send(input);
    }
    // After the lines, so that none of them can follow an interruption.
    hand_over(Interrupter(sender.clone()));
    let engines = Engines::new(None).map_err(io::Error::other)?;
    let mut shell = Shell::new(engines, Output::new(output, remarks), sender, false);
    shell.converse(&receiver);
    shell.output.finish()?;
    Ok(!shell.core.has_refused())
}

/// Reads lines until the input ends, or cannot be read.
fn read(mut input: impl BufRead, lines: &Sender<Input>, failed: &Sender<io::Error>) {
    loop {
        match read_line(&mut input) {
            Ok(Some(line)) => {
                let line = String::from_utf8_lossy(&line).into_owned();
                if lines.send(Input::Line(line)).is_err() {
                    return;
                }
            }
            Ok(None) => break,
            Err(error) => {
                // Told before the end is, so that it is known then.
                let _ = failed.send(error);
                break;
            }
        }
    }
    let _ = lines.send(Input::End);
}

/// The next line, without what ends it. Of one that is too long, only enough is kept to see that it is.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let max = MAX_LINE as u64 + 1;
    if input.by_ref().take(max).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

struct Shell {
    core: Core,
    engines: Engines,
    output: Output,
    sender: Sender<Input>,
}

impl Shell {
    fn new(engines: Engines, output: Output, sender: Sender<Input>, stops_at_end: bool) -> Self {
        // Something different every time.
        let entropy = RandomState::new().hash_one(std::process::id());
        Self { core: Core::new(entropy, stops_at_end), engines, output, sender }
    }

    fn converse(&mut self, inputs: &Receiver<Input>) {
        let mut is_over = false;
        while !is_over && let Ok(input) = inputs.recv() {
            let mut next = VecDeque::from([input]);
            while let Some(input) = next.pop_front() {
                if let Input::Line(line) = &input {
                    self.output.heard(line.trim());
                }
                for effect in self.core.handle(Instant::now(), input) {
                    is_over |= matches!(effect, Effect::Leave);
                    next.extend(self.perform(effect));
                }
            }
        }
        self.engines.finish();
    }

    /// Does something, and says what has come of it where that is known at once.
    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Say(text) => return (!self.output.say(&text)).then_some(Input::Gone),
            Effect::Start(order) => self.engines.start(*order, &self.sender),
            Effect::Run { number, job } => self.engines.run(number, job, &self.output, &self.sender),
            Effect::Stop => self.engines.stop(),
            Effect::PonderHit => self.engines.ponder_hit(),
            Effect::Forget => self.engines.forget(),
            Effect::Prepare => return self.engines.prepare().err().map(Input::NotPrepared),
            Effect::Configure(settings) => {
                return Some(Input::Configured(self.engines.configure(*settings)));
            }
            Effect::LoadBook(path) => return Some(Input::Book(load_book(path.as_deref()))),
            Effect::Follow(path) => {
                return Some(Input::Configured(self.output.follow(path.as_deref()).map(|()| None)));
            }
            Effect::Evaluate(position) => {
                let (score, name) = self.engines.evaluate(*position)?;
                return Some(Input::Evaluated { score, name });
            }
            Effect::Recall(position) => return Some(Input::Recalled(self.engines.recall(*position))),
            Effect::ExportNet { path, overwrite } => {
                return Some(Input::Exported(self.engines.export_net(&path, overwrite)));
            }
            Effect::Leave => {}
        }
        None
    }
}

/// Reads a book; none for the one inside the program.
fn load_book(path: Option<&Path>) -> Result<Option<Book>, BookFileError> {
    path.map(opening::read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input that breaks after a line.
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            buffer[..8].copy_from_slice(b"isready\n");
            Ok(8)
        }
    }

    #[test]
    fn an_input_that_breaks_is_told() {
        let result = run(io::BufReader::new(Broken(false)), io::sink(), io::sink());
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    }
}

//! The loop that runs an engine by UCI.
//!
//! Lines are read in a thread of their own, so that `stop`, `quit` and `isready` are heard whatever the engine
//! does. What would disturb a search that ends by itself (another `go`, a new table) waits until it has ended, as
//! scripts expect that are piped in; a search without an end is stopped instead.

use crate::command::Command;
use crate::host::{Host, State};
use crate::options::can_be_set_at_any_time;
use crate::output::Output;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};

pub use crate::format::{bench_summary, bench_text};

/// The depth that `bench` searches to unless told otherwise.
pub const BENCH_DEPTH: usize = 10;

/// What the loop hears.
pub enum Message {
    /// A line of the GUI.
    Line(String),
    /// There will be no more lines.
    End(io::Result<()>),
    /// The search with this number has ended, after so many nodes.
    Done(u64, u64),
}

/// Reads commands until `quit` or the end of the input, and obeys them. At the end of the input a search that ends
/// by itself may do so.
///
/// Answers go to `output`; `remarks` gets what only people want to read, such as the figures of a bench.
///
/// # Errors
/// If the input cannot be read.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    std::thread::spawn(move || read(input, &lines));
    let mut session = Session::new(Output::new(output, remarks), sender, true);
    session.converse(&receiver)
}

/// Obeys some lines and waits until everything that they ask for is done; a search without an end goes on until
/// the program is interrupted. False if a line was refused.
pub fn obey(
    lines: impl IntoIterator<Item = String>,
    output: impl Write + Send + 'static,
    remarks: impl Write + Send + 'static,
) -> bool {
    let (sender, receiver) = mpsc::channel();
    for message in lines.into_iter().map(Message::Line).chain([Message::End(Ok(()))]) {
        // The receiver is there.
        let _ = sender.send(message);
    }
    let mut session = Session::new(Output::new(output, remarks), sender, false);
    session.converse(&receiver).is_ok() && !session.host.has_refused
}

fn read(input: impl BufRead, lines: &Sender<Message>) {
    for line in input.split(b'\n') {
        let message = match line {
            Ok(line) => Message::Line(String::from_utf8_lossy(&line).into_owned()),
            Err(error) => Message::End(Err(error)),
        };
        let is_end = matches!(message, Message::End(_));
        if lines.send(message).is_err() || is_end {
            return;
        }
    }
    let _ = lines.send(Message::End(Ok(())));
}

struct Session {
    host: Host,
    /// What waits until the search has ended.
    waiting: VecDeque<Command>,
    has_input: bool,
    /// Whether a search without an end is stopped at the end of the input.
    stops_at_end: bool,
    result: io::Result<()>,
}

impl Session {
    fn new(output: Output, sender: Sender<Message>, stops_at_end: bool) -> Self {
        let host = Host::new(output, sender);
        Self { host, waiting: VecDeque::new(), has_input: true, stops_at_end, result: Ok(()) }
    }

    fn converse(&mut self, messages: &Receiver<Message>) -> io::Result<()> {
        while let Ok(message) = messages.recv() {
            let goes_on = match message {
                Message::Line(line) => self.hear(&line),
                Message::End(result) => {
                    (self.has_input, self.result) = (false, result);
                    true
                }
                Message::Done(number, nodes) => {
                    self.host.ended(number, nodes);
                    self.resume()
                }
            };
            if !goes_on || (!self.has_input && self.is_at_rest()) {
                break;
            }
        }
        self.host.leave();
        std::mem::replace(&mut self.result, Ok(()))
    }

    /// The input has ended; whether everything else has, too.
    fn is_at_rest(&mut self) -> bool {
        if self.host.state == State::Endless && self.stops_at_end {
            self.host.stop();
        }
        self.host.state == State::Idle && self.waiting.is_empty()
    }

    /// Hears a line; false if it was the last.
    fn hear(&mut self, line: &str) -> bool {
        self.host.heard(line.trim_end());
        match Command::parse(line) {
            Ok(None) => true,
            Ok(Some(command)) => self.receive(command),
            Err(error) => {
                self.host.refuse(&error.to_string());
                true
            }
        }
    }

    fn receive(&mut self, command: Command) -> bool {
        match command {
            Command::IsReady => {
                self.host.act(command);
                true
            }
            Command::Stop => {
                self.host.stop();
                // What came before this command is obeyed before it, and stopped by it.
                while let Some(command) = self.waiting.pop_front() {
                    if !self.host.act(command) {
                        return false;
                    }
                    self.host.stop();
                }
                true
            }
            command if self.must_wait(&command) => {
                self.waiting.push_back(command);
                true
            }
            command => self.host.act(command),
        }
    }

    /// Whether a command has to wait until the search has ended: it would disturb it, or others wait already.
    fn must_wait(&self, command: &Command) -> bool {
        let is_busy = matches!(self.host.state, State::Searching | State::Counting);
        let disturbs = match command {
            Command::Go(_) | Command::NewGame | Command::Bench(_) | Command::SpeedTest(_) => true,
            Command::SetOption { name, .. } => !can_be_set_at_any_time(name),
            // A count is let finish, a search is not.
            Command::Quit => self.host.state == State::Counting,
            _ => false,
        };
        // The hit is for the search that runs.
        is_busy && *command != Command::PonderHit && (disturbs || !self.waiting.is_empty())
    }

    /// The search has ended: what waited is obeyed, up to the next search. False if it ends with that.
    fn resume(&mut self) -> bool {
        while matches!(self.host.state, State::Idle | State::Endless)
            && let Some(command) = self.waiting.pop_front()
        {
            if !self.host.act(command) {
                return false;
            }
        }
        true
    }
}

//! The loop that runs an engine, whatever language the GUI speaks.
//!
//! A greeting (`uci`, `ucci`, `xboard`) chooses the language; without one it is UCI.
//!
//! Lines are read in a thread of their own, so that `stop`, `quit` and `isready` are heard whatever the engine
//! does. What would disturb a search that ends by itself (another `go`, a new table) waits until it has ended, as
//! scripts expect that are piped in; a search without an end is stopped instead.

use crate::command::{Command, Play};
use crate::dialect::Dialect;
use crate::host::{Host, State};
use crate::kinds::can_be_set_at_any_time;
use crate::output::Output;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};

pub use crate::dialect::uci::{bench_summary, bench_text};

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
    /// What waits until the search has ended, with its lines.
    waiting: VecDeque<(String, Command)>,
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
        if self.host.state == State::Endless && (self.stops_at_end || self.host.dialect == Dialect::XBoard) {
            self.host.stop();
        }
        self.host.state == State::Idle && self.waiting.is_empty()
    }

    /// Hears a line; false if it was the last.
    fn hear(&mut self, line: &str) -> bool {
        let line = line.trim();
        self.host.heard(line);
        if let Some(dialect) = Dialect::greeted_by(line).filter(|&dialect| dialect != self.host.dialect) {
            if !self.end_everything() {
                return false;
            }
            self.host.speak(dialect);
        }
        match self.host.dialect.parse(line) {
            Ok(None) => true,
            Ok(Some(command)) => self.receive(line, command),
            Err(error) => {
                self.host.refuse_line(&error, line);
                true
            }
        }
    }

    fn act(&mut self, line: String, command: Command) -> bool {
        self.host.line = line;
        self.host.act(command)
    }

    fn receive(&mut self, line: &str, command: Command) -> bool {
        match command {
            Command::Stop => {
                if self.waiting.is_empty() && self.host.is_idle() && self.host.dialect == Dialect::Ucci {
                    self.host.say("nobestmove");
                }
                self.end_everything()
            }
            // What comes before is obeyed before it, but nobody waits for moves that are not wanted any more.
            Command::Play(ref play) if !self.waiting.is_empty() && interrupts(play) => {
                self.end_everything() && self.act(line.to_string(), command)
            }
            command if self.must_wait(&command) => {
                self.waiting.push_back((line.to_string(), command));
                true
            }
            command => self.act(line.to_string(), command),
        }
    }

    /// Ends whatever runs. What came before this is obeyed before it, and stopped by it. False if it ends with that.
    fn end_everything(&mut self) -> bool {
        self.host.interrupt();
        while let Some((line, command)) = self.waiting.pop_front() {
            if !self.act(line, command) {
                return false;
            }
            self.host.interrupt();
        }
        true
    }

    /// Whether a command has to wait until the search has ended: it would disturb it, or others wait already.
    fn must_wait(&self, command: &Command) -> bool {
        let is_busy = matches!(self.host.state, State::Searching | State::Counting);
        // These are for the search that runs, or do not touch it.
        let is_urgent = match command {
            Command::IsReady | Command::PonderHit { .. } => true,
            Command::Quit => self.host.dialect == Dialect::XBoard,
            Command::Play(play) => matches!(play, Play::MoveNow | Play::Status),
            _ => false,
        };
        is_busy && !is_urgent && (!self.waiting.is_empty() || self.disturbs(command))
    }

    /// Whether a command would disturb the search that runs.
    fn disturbs(&self, command: &Command) -> bool {
        match command {
            Command::Go(_)
            | Command::NewGame
            | Command::Bench(_)
            | Command::SpeedTest(_)
            | Command::Probe { .. }
            | Command::Ping(_) => true,
            Command::SetOption { name, .. } => !can_be_set_at_any_time(name),
            // The other side has to wait for its turn; everything else ends the search itself.
            Command::Play(play) => matches!(play, Play::Move(_) | Play::Go | Play::PlayOther),
            // A count is let finish, a search is not.
            Command::Quit => self.host.state == State::Counting,
            _ => false,
        }
    }

    /// The search has ended: what waited is obeyed, up to the next search. False if it ends with that.
    fn resume(&mut self) -> bool {
        while matches!(self.host.state, State::Idle | State::Endless)
            && let Some((line, command)) = self.waiting.pop_front()
        {
            if !self.act(line, command) {
                return false;
            }
        }
        true
    }
}

/// Whether a command about the game ends a search that runs, instead of waiting for its move.
fn interrupts(play: &Play) -> bool {
    matches!(
        play,
        Play::New
            | Play::Variant(_)
            | Play::SetBoard(_)
            | Play::Force
            | Play::TakeBack(_)
            | Play::Result
            | Play::Analyse
            | Play::Exit
            | Play::Pause
    )
}

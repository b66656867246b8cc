//! A child process that is spoken to in lines.
//!
//! Two threads carry the lines, so that neither a child that does not read nor one that writes
//! without end can hold up the caller. The child is asked to quit when this is dropped, and killed
//! if it does not. It runs in a process group of its own: Ctrl-C in the terminal reaches the
//! runner alone, which then ends the games in order.

use crate::run::StopFlag;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that may wait to be looked at; a child that writes more has to wait itself.
const OUTPUT_LINES_LIMIT: usize = 4096;
/// A longer line is cut up.
const LINE_LENGTH_LIMIT: u64 = 1 << 16;
/// How long a child may take to quit before it is killed.
const QUIT_GRACE: Duration = Duration::from_millis(500);
/// How often a wait looks whether the match is called off.
const HALT_CHECK: Duration = Duration::from_millis(25);

/// A running child.
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<(Instant, String)>,
}

/// What a wait for a line ended with.
pub enum Heard {
    /// A line, and when it came.
    Line(Instant, String),
    /// Nothing in the time given.
    Silence,
    /// The child has closed its output: it is gone.
    Closed,
    /// The match is called off.
    Halted,
}

impl Process {
    pub fn start(program: &OsStr, arguments: &[String], directory: Option<&Path>) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        separate_group(&mut command);
        let mut child = command.spawn()?;
        let (input, lines_in) = channel();
        let (lines_out, output) = sync_channel(OUTPUT_LINES_LIMIT);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_lines(stdin, &lines_in));
            thread::spawn(move || read_lines(stdout, &lines_out));
        }
        Ok(Self { child, input: Some(input), output })
    }

    /// Sends a line. If the child is gone, the next wait will say so.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // The writer is gone only if the child is.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line before a deadline.
    pub fn hear(&self, deadline: Instant, halt: &StopFlag) -> Heard {
        loop {
            if halt.is_raised() {
                return Heard::Halted;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(HALT_CHECK)) {
                Ok((when, line)) => return Heard::Line(when, line),
                Err(RecvTimeoutError::Disconnected) => return Heard::Closed,
                Err(RecvTimeoutError::Timeout) if left <= HALT_CHECK => return Heard::Silence,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the child at once.
    pub fn kill(&mut self) {
        // Both fail only if the child has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        // The writer ends after this last line, and the child's input with it.
        self.input = None;
        let deadline = Instant::now() + QUIT_GRACE;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<(Instant, String)>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LINE_LENGTH_LIMIT).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
                if lines.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(unix)]
fn separate_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn separate_group(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn separate_group(_command: &mut Command) {}

//! A conversation with the engine, with a time limit on every answer.
#![allow(dead_code)] // each test uses a part of it

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// So long does a busy machine take at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a GUI writes, as something that can be read.
struct Pipe {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.rest = chunk,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// What the engine writes, line by line.
struct Lines {
    sender: Sender<String>,
    partial: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.partial)).unwrap();
                drop(self.sender.send(line));
            } else {
                self.partial.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    running: Option<JoinHandle<io::Result<()>>>,
}

impl Session {
    pub fn start() -> Self {
        let (input, chunks) = mpsc::channel();
        let (sender, output) = mpsc::channel();
        let pipe = BufReader::new(Pipe { chunks, rest: Vec::new() });
        let lines = Lines { sender, partial: Vec::new() };
        let running = std::thread::spawn(move || protocol::run(pipe, lines, io::sink()));
        Self { input: Some(input), output, running: Some(running) }
    }

    pub fn say(&self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub fn say_bytes(&self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    /// The next line, or none if nothing more comes.
    pub fn next(&self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no answer for {PATIENCE:?}"),
        }
    }

    /// What has been said already.
    pub fn heard(&self) -> Vec<String> {
        self.output.try_iter().collect()
    }

    /// Everything up to a line that begins so.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
        panic!("no line \"{start}\": {lines:?}");
    }

    /// Ends the input, and returns what is still said.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let lines = std::iter::from_fn(|| self.next()).collect();
        self.running.take().unwrap().join().expect("the engine has panicked").unwrap();
        lines
    }
}

/// Whether a line looks like a pattern: `*` is anything, `?` any character.
pub fn looks_like(line: &str, pattern: &str) -> bool {
    fn matches(line: &[char], pattern: &[char]) -> bool {
        match pattern {
            [] => line.is_empty(),
            ['*', rest @ ..] => (0..=line.len()).any(|skip| matches(&line[skip..], rest)),
            ['?', rest @ ..] => !line.is_empty() && matches(&line[1..], rest),
            [first, rest @ ..] => line.first() == Some(first) && matches(&line[1..], rest),
        }
    }
    let characters = |text: &str| text.trim_end().chars().collect::<Vec<_>>();
    matches(&characters(line), &characters(pattern))
}

//! Commands run in a directory of their own.

#![allow(dead_code)] // each test uses what it needs

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory of its own for a test, gone afterwards.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// No two tests use the same name.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chuhe-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(words).current_dir(&self.0);
        command
    }

    /// Runs a command in the directory.
    pub fn run(&self, line: &str) -> Output {
        self.command(&line.split_whitespace().collect::<Vec<_>>()).output().unwrap()
    }

    /// Runs a command that must end with this code, and gives what it printed, results and messages.
    pub fn expect(&self, code: i32, line: &str) -> String {
        self.expect_words(code, &line.split_whitespace().collect::<Vec<_>>())
    }

    /// The same for words that may have blanks.
    pub fn expect_words(&self, code: i32, words: &[&str]) -> String {
        let out = self.command(words).output().unwrap();
        let text = format!("{}{}", text(&out.stdout), text(&out.stderr));
        assert_eq!(out.status.code(), Some(code), "{words:?}: {text}");
        text
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

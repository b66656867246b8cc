//! Where answers go, and the file that can follow the conversation.

use crate::core::ConfigureError;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The two ways out of the program. It may be cloned; lines from the search and from the loop do not mix.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Streams>>);

struct Streams {
    answers: Box<dyn Write + Send>,
    remarks: Box<dyn Write + Send>,
    log: Option<File>,
}

impl Output {
    /// Answers go to the first, what only people want to read to the second.
    pub fn new(answers: impl Write + Send + 'static, remarks: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Streams {
            answers: Box::new(answers),
            remarks: Box::new(remarks),
            log: None,
        })))
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to the GUI; false if nobody is there any more.
    pub fn say(&self, text: &str) -> bool {
        let mut streams = self.streams();
        streams.note("<<", text);
        writeln!(streams.answers, "{text}").and_then(|()| streams.answers.flush()).is_ok()
    }

    /// Says something to whoever watches standard error. If nobody does, so be it.
    pub fn remark(&self, text: &str) {
        let _ = writeln!(self.streams().remarks, "{text}");
    }

    /// Notes what the GUI has said.
    pub fn heard(&self, text: &str) {
        self.streams().note(">>", text);
    }

    /// Follows the conversation in a file, added to its end; or no longer.
    ///
    /// # Errors
    /// If the file cannot be written; then everything stays as it was.
    pub fn follow(&self, path: Option<&Path>) -> Result<(), ConfigureError> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.map_err(|reason| ConfigureError::Log { path: path.to_owned(), reason })
        };
        self.streams().log = path.map(open).transpose()?;
        Ok(())
    }
}

impl Streams {
    fn note(&mut self, sign: &str, text: &str) {
        if let Some(log) = &mut self.log {
            for line in text.lines() {
                // A disk that is full must not end a game.
                let _ = log.write_all(format!("{sign} {line}\n").as_bytes());
            }
        }
    }
}

//! Where answers go, and the file that can follow the conversation.

use crate::core::ConfigureError;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The two ways out of the program. It may be cloned; lines from the search and from the loop do not mix.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Streams>>);

struct Streams {
    answers: Box<dyn Write + Send>,
    remarks: Box<dyn Write + Send>,
    log: Option<File>,
    /// Why the first answer that did not get through did not.
    failure: Option<io::Error>,
}

impl Output {
    /// Answers go to the first, what only people want to read to the second.
    pub fn new(answers: impl Write + Send + 'static, remarks: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Streams {
            answers: Box::new(answers),
            remarks: Box::new(remarks),
            log: None,
            failure: None,
        })))
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to the GUI; false if nobody is there any more.
    pub fn say(&self, text: &str) -> bool {
        let mut streams = self.streams();
        streams.note("<<", text);
        let said = writeln!(streams.answers, "{text}").and_then(|()| streams.answers.flush());
        let is_said = said.is_ok();
        streams.failure = streams.failure.take().or(said.err());
        is_said
    }

    /// Whether every answer got through. A reader that has had enough, such as `head`, is not a failure.
    ///
    /// # Errors
    /// Why the first that did not get through did not.
    pub fn finish(&self) -> io::Result<()> {
        match self.streams().failure.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    /// Says something to whoever watches standard error. If nobody does, so be it.
    pub fn remark(&self, text: &str) {
        let _ = writeln!(self.streams().remarks, "{text}");
    }

    /// Notes what the GUI has said.
    pub fn heard(&self, text: &str) {
        self.streams().note(">>", text);
    }

    /// Follows the conversation in a file, added to its end; or no longer. A pipe or a device is refused: it could make
    /// everybody wait, for ever if nobody reads.
    ///
    /// # Errors
    /// If the file cannot be written; then everything stays as it was.
    pub fn follow(&self, path: Option<&Path>) -> Result<(), ConfigureError> {
        let open = |path: &Path| {
            let failed = |reason| ConfigureError::Log { path: path.to_owned(), reason };
            // Asked before it is opened, which a pipe would not let us do before somebody reads.
            if path.metadata().is_ok_and(|data| !data.is_file()) {
                return Err(failed(io::Error::other("not a plain file; say the path of one")));
            }
            File::options().create(true).append(true).open(path).map_err(failed)
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

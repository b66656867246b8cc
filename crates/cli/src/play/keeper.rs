//! Carries out what a session wants of files, and tells it what came of it.

use super::recorder::GameRecorder;
use super::session::{PlayEffect, PlaySession};
use super::storage::{self, SaveError, Storage};
use std::path::{Path, PathBuf};

/// Keeps the game where it belongs.
pub struct Keeper {
    storage: Option<Storage>,
    /// What was last written to the file that follows the game: if something else stands there, somebody else wrote it.
    written: Option<(PathBuf, String)>,
    /// It has been said that the file is left alone.
    has_warned: bool,
    recorder: Option<GameRecorder>,
}

impl Keeper {
    /// Without a storage only files that are named are written.
    pub fn new(storage: Option<Storage>) -> Self {
        Self { storage, written: None, has_warned: false, recorder: None }
    }

    /// Records games from now on.
    pub fn record(&mut self, recorder: GameRecorder) {
        self.recorder = Some(recorder);
    }

    /// Whether every record that was wanted could be written.
    pub fn has_recorded(&self) -> bool {
        !self.recorder.as_ref().is_some_and(|recorder| recorder.has_failed)
    }

    /// A file has this text of the game, and follows it from now on.
    pub fn follow(&mut self, path: &Path, text: String) {
        self.written = Some((path.to_path_buf(), text));
        self.has_warned = false;
    }

    /// Whether a file that follows the game has been changed by somebody else.
    fn is_changed(&self, path: &Path) -> bool {
        let Some((_, text)) = self.written.as_ref().filter(|(written, _)| written == path) else {
            return false;
        };
        std::fs::read(path).is_ok_and(|found| found != text.as_bytes())
    }

    pub fn storage(&self) -> Option<&Storage> {
        self.storage.as_ref()
    }

    /// Carries out an effect that concerns files, and gives what follows from it; any other effect is given back.
    pub fn perform(
        &mut self,
        session: &mut PlaySession,
        effect: PlayEffect,
    ) -> Result<Vec<PlayEffect>, PlayEffect> {
        match effect {
            PlayEffect::Keep => Ok(self.keep(session)),
            PlayEffect::SetAside => Ok(self.set_aside()),
            PlayEffect::Save { path, overwrite } => {
                let path = storage::expanded(&path);
                let is_followed = session.file() == Some(&path) && !self.is_changed(&path);
                let text = session.pgn();
                Ok(match storage::save(&path, &text, overwrite || is_followed) {
                    Ok(()) => {
                        self.follow(&path, text);
                        session.saved(path)
                    }
                    Err(SaveError::Exists(path)) => session.file_exists(path),
                    Err(error) => vec![PlayEffect::Say(format!("The game is not saved: {error}"))],
                })
            }
            PlayEffect::Load(request) => {
                let request = request.found();
                Ok(match storage::load(&request) {
                    Ok(loaded) => session.loaded(&request.path.display().to_string(), loaded),
                    Err(error) => vec![PlayEffect::Say(format!("Nothing is loaded: {error}"))],
                })
            }
            other => Err(other),
        }
    }

    fn keep(&mut self, session: &PlaySession) -> Vec<PlayEffect> {
        let mut effects = Vec::new();
        let said = self.recorder.as_mut().and_then(|recorder| recorder.update(session));
        effects.extend(said.map(PlayEffect::Say));
        if self.storage.is_none() && session.file().is_none() {
            return effects;
        }
        let text = session.pgn();
        if let Some(storage) = &mut self.storage {
            match storage.keep(&text, session.game().plies() > 0) {
                Ok(Some(aside)) => {
                    effects.push(PlayEffect::Say(format!("The game before is kept in {}.", aside.display())));
                }
                Ok(None) => {}
                Err(error) => {
                    let path = storage.path().display();
                    effects.push(PlayEffect::Say(format!("The game cannot be kept in {path}: {error}")));
                }
            }
        }
        let Some(path) = session.file() else { return effects };
        if self.is_changed(path) {
            if !std::mem::replace(&mut self.has_warned, true) {
                effects.push(PlayEffect::Say(format!(
                    "{} was changed by another program and is left as it is; `save FILE` keeps the game elsewhere.",
                    path.display()
                )));
            }
            return effects;
        }
        match storage::save(path, &text, true) {
            Ok(()) => self.written = Some((path.clone(), text)),
            Err(error) => effects.push(PlayEffect::Say(format!("The game is not saved: {error}"))),
        }
        effects
    }

    fn set_aside(&mut self) -> Vec<PlayEffect> {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin_another();
        }
        let Some(storage) = &mut self.storage else { return Vec::new() };
        match storage.set_aside() {
            Ok(Some(aside)) => {
                vec![PlayEffect::Say(format!("The game before is kept in {}.", aside.display()))]
            }
            Ok(None) => Vec::new(),
            Err(error) => vec![PlayEffect::Say(format!("The game before cannot be put aside: {error}"))],
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::play::command::PlayCommand;
    use crate::play::session::tests::settings;

    #[test]
    fn a_file_that_somebody_else_changed_is_left_alone() {
        let path = std::env::temp_dir().join(format!("chuhe-{}-followed.pgn", std::process::id()));
        let people = ["person", "person"].map(|name| name.parse().expect("a player"));
        let mut session = PlaySession::new(settings(xiangqi::fen::START), people, 1);
        let mut keeper = Keeper::new(None);
        let mut obey = |session: &mut PlaySession, line: &str| {
            let command = PlayCommand::parse(line).expect("a command");
            let mut waiting = session.obey(command).expect("obeyed");
            let mut said = String::new();
            while !waiting.is_empty() {
                match keeper.perform(session, waiting.remove(0)) {
                    Ok(more) => waiting.extend(more),
                    Err(PlayEffect::Say(words)) => said.push_str(&words),
                    Err(_) => {}
                }
            }
            said
        };
        obey(&mut session, &format!("save {}", path.display()));
        obey(&mut session, "h2e2");
        assert!(std::fs::read_to_string(&path).expect("kept").contains("H2-E2"));
        std::fs::write(&path, "precious").expect("written");
        assert!(obey(&mut session, "h9g7").contains("changed by another program"));
        assert_eq!(obey(&mut session, "h0g2"), "", "said once");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "precious");
        assert!(obey(&mut session, &format!("save {}", path.display())).contains("exists"));
        obey(&mut session, "yes");
        assert!(std::fs::read_to_string(&path).expect("kept").contains("H0-G2"));
        std::fs::remove_file(path).expect("ours");
    }
}

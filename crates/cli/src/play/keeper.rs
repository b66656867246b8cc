//! Carries out what a session wants of files, and tells it what came of it.

use super::session::{PlayEffect, PlaySession};
use super::storage::{self, SaveError, Storage};

/// Keeps the game where it belongs.
pub struct Keeper {
    storage: Option<Storage>,
}

impl Keeper {
    /// Without a storage only files that are named are written.
    pub fn new(storage: Option<Storage>) -> Self {
        Self { storage }
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
                let is_followed = session.file() == Some(&path);
                Ok(match storage::save(&path, &session.pgn(), overwrite || is_followed) {
                    Ok(()) => session.saved(path),
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
        if let Some(path) = session.file()
            && let Err(error) = storage::save(path, &text, true)
        {
            effects.push(PlayEffect::Say(format!("The game is not saved: {error}")));
        }
        effects
    }

    fn set_aside(&mut self) -> Vec<PlayEffect> {
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

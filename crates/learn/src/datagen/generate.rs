//! Many games at once.

use crate::datagen::record::GameRecord;
use crate::datagen::selfplay::{SelfPlaySettings, SelfPlayer};
use engine::{Evaluation, NoMemory};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The longest time between two calls of `tell`.
const TELL_INTERVAL: Duration = Duration::from_millis(250);

/// Plays games from a number on, in `threads` threads, until `stop` is set. `tell` is given every finished game;
/// in between, it is called with nothing a few times a second. Games under way when `stop` is set
/// are given up.
///
/// # Errors
/// If there is no memory for the tables; then no game is played.
pub fn generate(
    settings: &SelfPlaySettings,
    first: u32,
    threads: usize,
    stop: &AtomicBool,
    evaluation: &Evaluation,
    mut tell: impl FnMut(Option<GameRecord>),
) -> Result<(), NoMemory> {
    let next = AtomicU32::new(first);
    let (sender, receiver) = mpsc::sync_channel(threads.max(1));
    let players: Vec<SelfPlayer> = (0..threads.max(1))
        .map(|_| SelfPlayer::new(settings.clone(), evaluation.clone()))
        .collect::<Result<_, _>>()?;
    std::thread::scope(|scope| {
        for mut player in players {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(game) = player.play(next.fetch_add(1, Ordering::Relaxed), stop) {
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TELL_INTERVAL) {
                Ok(game) => tell(Some(game)),
                Err(RecvTimeoutError::Timeout) => tell(None),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    Ok(())
}

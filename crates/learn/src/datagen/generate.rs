//! Many games at once.

use crate::datagen::record::GameRecord;
use crate::datagen::selfplay::{SelfPlaySettings, SelfPlayer};
use games::Xiangqi;
use search::Evaluator;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The longest time between two calls of `tell`.
const TELL_INTERVAL: Duration = Duration::from_millis(250);

/// Plays games from a number on, in `threads` threads, until `stop` is set. `tell` is given every finished game;
/// in between, it is called with nothing a few times a second. Games under way when `stop` is set
/// are given up.
pub fn generate<E: Evaluator<Xiangqi>>(
    settings: &SelfPlaySettings,
    first: u32,
    threads: usize,
    stop: &AtomicBool,
    fresh: impl Fn() -> E + Clone + Send + 'static,
    mut tell: impl FnMut(Option<GameRecord>),
) {
    let next = AtomicU32::new(first);
    let (sender, receiver) = mpsc::sync_channel(threads.max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, fresh) = (sender.clone(), &next, fresh.clone());
            scope.spawn(move || {
                let mut player = SelfPlayer::new(settings.clone(), fresh);
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
}

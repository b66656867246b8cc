//! JSON and tables of words: records of games, requests of the page, rooms on paper, weights of the classical evaluation.

use crate::check_message;
use games::xiangqi::Weights;
use record::GameRecord;
use service::messages::{Envelope, Reply};
use service::room::{Room, SavedRoom};
use service::{Resources, SystemClock, Work, Workbench};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A recorded game that is accepted is written so that it reads back as the same.
pub fn check_game_record(data: &[u8]) -> bool {
    match GameRecord::read(&String::from_utf8_lossy(data)) {
        Ok(record) => {
            let text = record.write();
            let again = GameRecord::read(&text).expect("what was written can be read");
            assert_eq!(again.write(), text);
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 4000);
            false
        }
    }
}

/// Requests of a page, a line each: every one is answered, or refused in both languages. What takes time is not begun.
pub fn check_request(data: &[u8]) -> bool {
    static WORKBENCH: OnceLock<Workbench> = OnceLock::new();
    let resources = Resources { threads: 1, hash: 2, max_searches: 2 };
    let workbench = WORKBENCH.get_or_init(|| Workbench::new(resources, Arc::new(SystemClock::default())));
    let (mut last_id, mut is_accepted) = (None, false);
    for line in data.split(|&byte| byte == b'\n').take(8) {
        let refused = match Envelope::read(&String::from_utf8_lossy(line), &mut last_id) {
            Ok(envelope) => match workbench.prepare(envelope.request) {
                Ok(Work::Done(reply)) => {
                    let text = reply.to_json(Some(1));
                    assert!(text.starts_with('{') && !text.contains('\n'), "{text}");
                    is_accepted = true;
                    None
                }
                Ok(Work::Task(_) | Work::Stop(_)) => None,
                Err(error) => Some(error),
            },
            Err((_, error)) => Some(error),
        };
        if let Some(error) = refused {
            let text = Reply::from(error).to_json(None);
            assert!(text.contains("\"text\"") && text.contains("\"text_zh\""), "{text}");
        }
    }
    is_accepted
}

/// A room that is taken in is kept as the same again, with a game that the rules allow.
pub fn check_room(data: &[u8]) -> bool {
    let Ok(saved) = serde_json::from_slice::<SavedRoom>(data) else { return false };
    match Room::restored(saved, Duration::ZERO, Duration::from_secs(1000)) {
        Ok(Some(room)) => {
            let kept = room.saved(Duration::from_secs(1000));
            let again = Room::restored(kept.clone(), Duration::ZERO, Duration::from_secs(1000));
            let again = again.expect("what was kept is accepted").expect("it is in use");
            assert_eq!(again.saved(Duration::from_secs(1000)), kept);
            true
        }
        Ok(None) => false,
        Err(error) => {
            let text = Reply::from(error).to_json(None);
            assert!(text.contains("\"text_zh\""), "{text}");
            false
        }
    }
}

/// Weights that are accepted are written so that they read back as the same.
pub fn check_weights(data: &[u8]) -> bool {
    match Weights::read(&String::from_utf8_lossy(data)) {
        Ok(weights) => {
            let text = weights.to_string();
            assert_eq!(Weights::read(&text).expect("what was written can be read").to_string(), text);
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 600);
            false
        }
    }
}

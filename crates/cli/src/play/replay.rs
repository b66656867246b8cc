//! A recorded game of `chuhe play` once more: the same session, players and seed, and the moves of people from the record.

use super::command::PlayCommand;
use super::player::Player;
use super::recorder::Notebook;
use super::session::{PlayEffect, PlayRefusal, PlaySession, Settings};
use super::thinker::{Instruments, Thinker};
use crate::records::replay::{ReplayError, Replayed, compare};
use engine::budget::{HINT_TIME, MOVE_TIME};
use notation::Notation;
use record::{By, GameRecord, MoveRecord};
use std::collections::VecDeque;
use xiangqi::{Colour, Fen, RuleSet};

/// Plays the game of a record again.
pub fn replay(record: &GameRecord) -> Result<Replayed, ReplayError> {
    let wrong = |error: &dyn std::fmt::Display| ReplayError::Settings(error.to_string());
    let players = players(record)?;
    let start: Fen = record.start.parse().map_err(|error| wrong(&error))?;
    let rules = record.rule_set().map_err(|error| wrong(&error))?.unwrap_or(RuleSet::Asian);
    let full = record.players.iter().find(|player| player.settings == "10");
    let settings = Settings {
        start,
        rules: rules.into(),
        notation: Notation::Coordinates,
        move_time: MOVE_TIME,
        hint_time: HINT_TIME,
        nodes: full.and_then(|player| player.nodes),
        uses_book: record.players.iter().all(|player| player.uses_book),
        time: None,
        asks: false,
        today: String::new,
    };
    let keys = [0, 1].map(|side| record.players[side].keys.as_ref().and_then(record::KeyRecord::keys));
    let notebook = Notebook::default();
    let instruments = Instruments { keys, notebook: Some(notebook.clone()) };
    let mut thinker = Thinker::new(instruments).map_err(ReplayError::NoMemory)?;
    let mut session = PlaySession::new(settings, players.clone(), record.seed.unwrap_or(0));
    let mut waiting = VecDeque::from(session.begin());
    let (mut compared, mut searches) = (0, 0);
    while let Some(expected) = record.moves.get(compared) {
        let board = session.game().position().board().clone();
        waiting.extend(seat(&mut session, expected, &players).map_err(|error| wrong(&error))?);
        while session.game().plies() == compared {
            let more = match waiting.pop_front() {
                Some(PlayEffect::Ask(question)) => {
                    let news = thinker.answer(*question);
                    news.into_iter().flat_map(|(id, news)| session.heard(id, news)).collect()
                }
                Some(_) => Vec::new(),
                None if session.is_persons_turn() => {
                    session.obey(PlayCommand::Play(&expected.text)).map_err(|error| wrong(&error))?
                }
                None => return Ok(ended(expected, &session)),
            };
            waiting.extend(more);
        }
        let Some(mv) = session.game().moves().nth(compared) else { return Ok(ended(expected, &session)) };
        let nodes = notebook.nodes(&board, mv);
        searches += usize::from(nodes.is_some());
        if let Some(difference) = compare(expected, &mv.to_string(), nodes) {
            return Ok(difference);
        }
        compared += 1;
    }
    Ok(Replayed::Same { searches })
}

/// Lets a person make a move that no player of ours has found, and the player that was recorded every other.
fn seat(
    session: &mut PlaySession,
    expected: &MoveRecord,
    players: &[Player; 2],
) -> Result<Vec<PlayEffect>, PlayRefusal> {
    let side = session.game().position().side();
    let is_ours = matches!(expected.by, By::Search | By::Book | By::Random);
    let wanted = if is_ours { &players[side.index()] } else { &Player::Person };
    if session.player(side) == wanted {
        return Ok(Vec::new());
    }
    session.obey(PlayCommand::Seat(side, &wanted.to_string()))
}

/// Who plays: whoever did, but people and scripts make the moves of the record.
fn players(record: &GameRecord) -> Result<[Player; 2], ReplayError> {
    let first = record::table::first_side(record);
    let mut players = [Player::Person, Player::Person];
    for side in Colour::ALL {
        let recorded = &record.players[side.index()];
        players[side.index()] = Player::recorded(&recorded.settings).unwrap_or(Player::Person);
        let is_repeatable =
            matches!(&players[side.index()], Player::Algorithm(player) if player.is_repeatable());
        let own = record.moves.iter().filter(|mv| (first + mv.ply as usize - 1) % 2 == side.index());
        let is_timed = recorded.nodes.is_none() && !is_repeatable;
        if let Some(timed) = own.into_iter().find(|mv| mv.by == By::Search && is_timed) {
            return Err(ReplayError::NotByNodes(timed.ply));
        }
    }
    Ok(players)
}

fn ended(expected: &MoveRecord, session: &PlaySession) -> Replayed {
    let words =
        session.game().ending().map_or_else(|| "the game stops".into(), super::ending::PlayEnding::words);
    Replayed::Differs { ply: expected.ply, what: format!("{} was played, and now: {words}", expected.text) }
}

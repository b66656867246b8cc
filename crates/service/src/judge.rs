//! What the rules say of a game, in words and in parts.

use crate::error::ServiceError;
use crate::game;
use crate::look;
use crate::messages::{GameDescription, GameEnd, Judged, Reply};
use crate::words::Words;

/// Judges the final position of a game; what happened on the way there does not end the game before.
///
/// # Errors
/// Says what is wrong with the game.
pub fn judge(game: &GameDescription) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let verdict = position.rules().verdict(&position);
    Ok(Reply::Judged(Box::new(Judged {
        end: verdict.as_ref().map(GameEnd::from),
        repetition: 1 + position.earlier_occurrences().count(),
        warning: look::warning(&position),
        words: Words::verdict(verdict.as_ref()),
    })))
}

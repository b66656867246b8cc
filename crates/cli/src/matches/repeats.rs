//! Games that are played twice: engines that always answer alike play the same game from the same position, and such games
//! say no more than one of them.

use super::plan::MatchPlan;
use arena::Limit;
use arena::archive::ArchivedGame;
use std::collections::HashSet;

/// Counts games that are move for move the same as an earlier one, whoever played them.
#[derive(Default)]
pub struct Repeats {
    seen: HashSet<(Option<String>, String)>,
    count: u64,
}

impl Repeats {
    /// Takes note of a game. One without a move is not the same as another.
    pub fn add(&mut self, game: &ArchivedGame) {
        let is_new = game.moves.is_empty() || self.seen.insert((game.fen.clone(), game.moves.clone()));
        self.count += u64::from(!is_new);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }
}

/// What to expect of a match whose engines may answer alike every time, if it goes through its openings more than once.
pub fn warning(plan: &MatchPlan) -> Option<String> {
    let pairs = plan.pairs as usize;
    let is_fixed = |engine| matches!(plan.limit(engine), Limit::Nodes(_) | Limit::Depth(_));
    if plan.openings.len() >= pairs || !(0..plan.entrants.len()).all(is_fixed) {
        return None;
    }
    let openings = match plan.openings.len() {
        1 if !plan.has_openings => "no --openings are given".to_string(),
        1 => "there is 1 opening".to_string(),
        count => format!("there are {count} openings"),
    };
    Some(format!(
        "{openings} for {pairs} pairs of games: with fixed nodes or depth, engines that use no chance will play \
         the same games again"
    ))
}

//! How a game ends, in words: what a front door says that keeps the game itself.

use crate::Spoken;
use games::Chess;
use search::{Game, Score, Which};
use xiangqi::rules::Language;
use xiangqi::{Outcome, Position};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The side that has won, 0 or 1; none for a draw.
    pub winner: Option<usize>,
    /// Why, as a sentence.
    pub reason: String,
}

/// The verdict of the rules that the position goes by.
pub fn of_xiangqi(position: &Position) -> Option<Ending> {
    let verdict = position.rules().verdict(position)?;
    let winner = match verdict.outcome {
        Outcome::Draw => None,
        Outcome::Win(side) => Some(side.index()),
    };
    Some(Ending { winner, reason: verdict.explain(Language::English) })
}

/// Mate, stalemate, and the draws of chess.
pub fn of_chess(position: &<Chess as Game>::Position) -> Option<Ending> {
    let draw = |reason: &str| Some(Ending { winner: None, reason: reason.into() });
    if !has_move::<Chess>(position) {
        let side = Chess::side(position);
        return match Chess::no_moves(position, 0) {
            Score::DRAW => draw("Draw: stalemate."),
            _ => Some(Ending { winner: Some(1 - side), reason: "Checkmate.".into() }),
        };
    }
    Chess::verdict(position, 0).and_then(|_| {
        draw("Draw: fifty moves without capture or pawn move, a third repetition, or too little material.")
    })
}

/// Whether the side to move has a legal move.
pub fn has_move<G: Spoken>(position: &G::Position) -> bool {
    let mut has_any = false;
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |_| has_any = true);
    }
    has_any
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Xiangqi;

    fn play<G: Spoken>(fen: Option<&str>, moves: &str) -> Result<Option<Ending>, String> {
        let mut position = fen.map_or_else(|| Ok(G::start()), G::parse_position)?;
        for text in moves.split_whitespace() {
            let mv = G::parse_move(&position, text)?;
            G::play(&mut position, mv);
        }
        Ok(G::ending(&position))
    }

    #[test]
    fn games_end_as_their_rules_say() -> Result<(), String> {
        let winner = |ending: Option<Ending>| ending.map(|ending| ending.winner);
        assert_eq!(play::<Xiangqi>(None, "h2e2")?, None);
        assert_eq!(winner(play::<Xiangqi>(Some("R2k5/1R7/9/9/9/9/9/9/9/4K4 b"), "")?), Some(Some(0)));
        let there_and_back = "h2e2 h7e7 e2h2 e7h7 ".repeat(2);
        assert_eq!(winner(play::<Xiangqi>(None, &there_and_back)?), Some(None));
        assert_eq!(play::<Chess>(None, "e2e4")?, None);
        assert_eq!(winner(play::<Chess>(None, "f2f3 e7e5 g2g4 d8h4")?), Some(Some(1)));
        assert_eq!(winner(play::<Chess>(Some("k7/2Q5/8/8/8/8/8/7K b - - 0 1"), "")?), Some(None));
        assert_eq!(winner(play::<Chess>(None, &"g1f3 g8f6 f3g1 f6g8 ".repeat(2))?), Some(None));
        Ok(())
    }
}

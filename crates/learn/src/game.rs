//! One game from its opening to its end: what data generation, tuning and games between players share.
//!
//! A game ends by the rules, or by its scores before that; where both end it after the same move, the rules count.

use crate::adjudicate::{Adjudicated, AdjudicationThresholds, Adjudicator};
use games::{Cause, GameRules, Side};

/// What a player does in a position.
#[derive(Clone, Copy, Debug)]
pub struct ChosenMove<M> {
    /// The move it makes.
    pub mv: M,
    /// The score that it gives itself before that.
    pub score: i32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// By the rules.
    Rules {
        /// The side that has won; none for a draw.
        winner: Option<Side>,
        /// Why.
        cause: Cause,
    },
    /// By its scores.
    Scores(Adjudicated),
}

impl Conclusion {
    /// The side that has won; none for a draw.
    pub fn winner(&self) -> Option<Side> {
        match *self {
            Self::Rules { winner, .. } => winner,
            Self::Scores(Adjudicated::Decided(winner)) => Some(winner),
            Self::Scores(Adjudicated::Level | Adjudicated::Length) => None,
        }
    }
}

/// Plays from a position, whose first move is the `first_ply`th of the game from 0, to the end. `choose` makes the moves of
/// both sides, and may end everything with an error.
///
/// # Errors
/// Whatever `choose` ends it with.
pub fn play_game<G: GameRules, E>(
    position: &mut G::Position,
    first_ply: u32,
    adjudication: AdjudicationThresholds,
    mut choose: impl FnMut(&G::Position, Side) -> Result<ChosenMove<G::Move>, E>,
) -> Result<Conclusion, E> {
    let mut adjudicator = Adjudicator::new(adjudication);
    let mut adjudicated = None;
    let mut ply = first_ply;
    loop {
        if let Some(ending) = G::ending(position) {
            return Ok(Conclusion::Rules { winner: ending.winner, cause: ending.cause });
        }
        if let Some(adjudicated) = adjudicated {
            return Ok(Conclusion::Scores(adjudicated));
        }
        let side = Side::from_index(G::side(position));
        let ChosenMove { mv, score } = choose(position, side)?;
        adjudicated = adjudicator.note(ply, side, score);
        G::play(position, mv);
        ply += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{GameText, Xiangqi};

    /// Plays moves with scores from a position; says how the game ended, and how many moves were made.
    fn end(
        fen: &str,
        rules: AdjudicationThresholds,
        moves: &[(&str, i32)],
    ) -> Result<(Conclusion, usize), usize> {
        let mut position = Xiangqi::parse_position(fen).expect("a FEN");
        let mut made = 0;
        let end = play_game::<Xiangqi, usize>(&mut position, 0, rules, |position, _| {
            let &(text, score) = moves.get(made).ok_or(made)?;
            made += 1;
            Ok(ChosenMove { mv: Xiangqi::parse_move(position, text).expect("a legal move"), score })
        })?;
        Ok((end, made))
    }

    const ONE_ROOK: &str = "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1";
    const TWO_ROOKS: &str = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1";

    #[test]
    fn the_rules_come_before_the_scores() {
        let red = Some(Side::First);
        let mate = Conclusion::Rules { winner: red, cause: Cause::Checkmate };
        let short = AdjudicationThresholds { max_plies: 1, ..AdjudicationThresholds::default() };
        assert_eq!(end(TWO_ROOKS, short, &[("b1b9", 0)]), Ok((mate.clone(), 1)));
        assert_eq!(mate.winner(), red);
        assert_eq!(
            end(ONE_ROOK, short, &[("b1b2", 0)]),
            Ok((Conclusion::Scores(Adjudicated::Length), 1)),
            "a game that is cut off is nobody's"
        );
        let mated = "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(end(mated, short, &[]), Ok((mate, 0)), "over before it begins");
    }

    #[test]
    fn scores_end_a_game_and_errors_break_it_off() {
        let moves = [("b1b2", 3000), ("d9d8", -3000), ("b2b1", 3000), ("d8d9", -3000), ("b1b3", 3000)];
        let decided = Conclusion::Scores(Adjudicated::Decided(Side::First));
        assert_eq!(end(ONE_ROOK, AdjudicationThresholds::default(), &moves), Ok((decided, 4)));
        assert_eq!(end(ONE_ROOK, AdjudicationThresholds::default(), &moves[..3]), Err(3));
    }
}

//! Xiangqi, by the rules crate.

use super::Referee;
use crate::record::{Cause, Ruling, Side};
use xiangqi::rules::Language;
use xiangqi::{Colour, Move, Outcome, Position, Reason, Rules};

/// A game of xiangqi.
pub struct XiangqiReferee {
    position: Position,
    rules: Rules,
}

impl XiangqiReferee {
    /// A game from a position.
    ///
    /// # Errors
    /// The text is no FEN.
    pub fn new(fen: &str, rules: Rules) -> Result<Self, String> {
        let position = fen.parse().map_err(|error| format!("FEN \"{fen}\": {error}"))?;
        Ok(Self { position, rules })
    }
}

fn side(colour: Colour) -> Side {
    match colour {
        Colour::Red => Side::First,
        Colour::Black => Side::Second,
    }
}

impl Referee for XiangqiReferee {
    fn side(&self) -> Side {
        side(self.position.side())
    }

    fn fen(&self) -> String {
        self.position.fen().to_string()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv: Move = text.parse().map_err(|error| format!("\"{text}\": {error}"))?;
        self.position.try_play(mv).map_err(|error| error.to_string())
    }

    fn ruling(&self) -> Option<Ruling> {
        let verdict = self.rules.verdict(&self.position)?;
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(colour) => Some(side(colour)),
        };
        let cause = match verdict.reason {
            Reason::Checkmate => Cause::Checkmate,
            Reason::Stalemate => Cause::Stalemate,
            Reason::Repetition(_) => Cause::Repetition,
            Reason::NaturalMoves(_) => Cause::MoveRule,
            Reason::Material => Cause::Material,
        };
        Some(Ruling { winner, cause, sentence: verdict.explain(Language::English) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::RuleSet;

    fn game(fen: &str, moves: &str) -> XiangqiReferee {
        let mut game = XiangqiReferee::new(fen, RuleSet::Computer.into()).unwrap();
        for mv in moves.split_whitespace() {
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn perpetual_check_loses() {
        let fen = "9/4k4/9/9/9/9/9/9/9/3K1R3 w - - 0 1";
        let checks = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8";
        let ruling = game(fen, checks).ruling().unwrap();
        assert_eq!((ruling.winner, ruling.cause), (Some(Side::Second), Cause::Repetition));
        assert!(ruling.sentence.contains("check on every move"), "{}", ruling.sentence);
        assert_eq!(game(fen, &checks[..34]).ruling(), None);
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = game(xiangqi::fen::START, "");
        let before = game.fen();
        for text in ["", "h2", "h2h8", "a0a3", "e2e4", "h2e2x", "将军"] {
            assert!(game.play(text).is_err(), "{text}");
        }
        assert_eq!(game.fen(), before);
        assert!(XiangqiReferee::new("nonsense", RuleSet::Simple.into()).is_err());
    }
}

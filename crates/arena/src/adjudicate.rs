//! Ending games before the rules do, where the user asks for it.
//!
//! A side resigns when its own score has been hopeless for a number of its moves in a row; the game is
//! drawn when both sides' scores have been near zero for a number of moves of each in a row, not before
//! a certain ply; and the length of a game may be limited. A move without a score starts every count again.

use crate::engine::ReportedScore;
use crate::record::{Ruling, Termination};
use crate::settings::{SettingError, list, number};
use games::{Side, Variant};
use std::fmt;
use std::str::FromStr;

/// When a side's own scores make it resign. Written `score=600,moves=4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// A score this far below zero, in hundredths of a pawn, or worse, is hopeless.
    pub score: i32,
    /// For how many of its moves in a row.
    pub moves: u32,
}

impl FromStr for ResignRule {
    type Err = SettingError;
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let [score, moves] = list(text, ["score", "moves"])?;
        let rule = Self { score: number("score", score, None)?, moves: number("moves", moves, Some(4))? };
        if rule.score > 0 && rule.moves > 0 {
            Ok(rule)
        } else {
            Err(SettingError::new(format!("\"{text}\": score and moves must be above 0")))
        }
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={}", self.score, self.moves)
    }
}

/// When both sides' scores make a draw. Written `score=10,moves=8,after=80`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// A score of at most this many hundredths of a pawn either way is level.
    pub score: i32,
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// Not before this many plies have been played.
    pub after: u32,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={},after={}", self.score, self.moves, self.after)
    }
}

impl FromStr for DrawRule {
    type Err = SettingError;
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let [score, moves, after] = list(text, ["score", "moves", "after"])?;
        let rule = Self {
            score: number("score", score, None)?,
            moves: number("moves", moves, Some(8))?,
            after: number("after", after, Some(0))?,
        };
        if rule.score >= 0 && rule.moves > 0 {
            Ok(rule)
        } else {
            Err(SettingError::new(format!(
                "\"{text}\": score must not be negative, and moves must be above 0"
            )))
        }
    }
}

/// What may end a game besides the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Resigning for an engine.
    pub resign: Option<ResignRule>,
    /// Agreeing to a draw for both.
    pub draw: Option<DrawRule>,
    /// A draw after this many plies.
    pub max_plies: Option<u32>,
}

/// Watches the scores of one game.
pub(crate) struct Watch {
    rules: Adjudication,
    variant: Variant,
    plies: u32,
    hopeless_moves: [u32; 2],
    level_plies: u32,
}

impl Watch {
    pub fn new(rules: Adjudication, variant: Variant) -> Self {
        Self { rules, variant, plies: 0, hopeless_moves: [0; 2], level_plies: 0 }
    }

    /// Takes note of a move, and says whether it is the last.
    pub fn observe(&mut self, side: Side, score: Option<ReportedScore>) -> Option<Ruling> {
        self.plies += 1;
        let value = score.map(ReportedScore::value);
        if let Some(rule) = self.rules.resign {
            let moves = &mut self.hopeless_moves[side.index()];
            *moves = if value.is_some_and(|value| value <= -rule.score) { *moves + 1 } else { 0 };
            if *moves >= rule.moves {
                let [winner, loser] = [side.opponent(), side].map(|side| self.variant.side_name(side));
                let sentence = format!("{winner} wins: {loser}'s own score is hopeless (adjudicated).");
                return Some(Ruling {
                    winner: Some(side.opponent()),
                    termination: Termination::AdjudicatedWin,
                    sentence,
                });
            }
        }
        let draw = |termination, sentence: &str| {
            Some(Ruling { winner: None, termination, sentence: sentence.to_string() })
        };
        if let Some(rule) = self.rules.draw {
            let is_level = value.is_some_and(|value| value.abs() <= rule.score);
            self.level_plies = if is_level { self.level_plies + 1 } else { 0 };
            if self.level_plies >= rule.moves.saturating_mul(2) && self.plies >= rule.after {
                return draw(Termination::AdjudicatedDraw, "Draw: both scores are near zero (adjudicated).");
            }
        }
        if self.rules.max_plies.is_some_and(|limit| self.plies >= limit) {
            return draw(
                Termination::MaxPlies,
                "Draw: the game has reached its greatest length (adjudicated).",
            );
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which the game ends, and how; the scores are those of the side that moves.
    fn end(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Option<Side>, Termination)> {
        let mut watch = Watch::new(rules, Variant::Xiangqi);
        let sides = [Side::First, Side::Second].into_iter().cycle();
        for ((ply, score), side) in (1..).zip(scores).zip(sides) {
            if let Some(ruling) = watch.observe(side, score.map(ReportedScore::Centipawns)) {
                return Some((ply, ruling.winner, ruling.termination));
            }
        }
        None
    }

    #[test]
    fn resigning() {
        let rules =
            Adjudication { resign: Some("score=600,moves=2".parse().unwrap()), ..Adjudication::default() };
        let resigned = Some((4, Some(Side::First), Termination::AdjudicatedWin));
        assert_eq!(end(rules, &[Some(0), Some(-600), Some(9), Some(-700)]), resigned);
        assert_eq!(end(rules, &[Some(0), Some(-600), Some(9), Some(-599), Some(9), Some(-700)]), None);
        assert_eq!(end(rules, &[Some(0), Some(-600), Some(9), None, Some(9), Some(-700)]), None);
    }

    #[test]
    fn drawing() {
        let rules = Adjudication {
            draw: Some("score=10,moves=2,after=6".parse().unwrap()),
            ..Adjudication::default()
        };
        let level = [Some(10); 10];
        assert_eq!(end(rules, &level), Some((6, None, Termination::AdjudicatedDraw)));
        let mut disturbed = level;
        disturbed[3] = Some(-11);
        assert_eq!(end(rules, &disturbed), Some((8, None, Termination::AdjudicatedDraw)));
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(end(rules, &level), Some((3, None, Termination::MaxPlies)));
    }

    #[test]
    fn refusals() {
        for text in ["", "moves=4", "score=0,moves=1", "score=600,moves=0", "score=x", "after=3,score=1"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        for text in ["", "moves=4", "score=-1", "score=10,moves=0", "score=10,plies=3"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
    }
}

//! Ending games by their scores, before the rules would.

use games::Side;

/// When a game is given up or agreed drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationThresholds {
    /// A win needs at least this score, for the same side ...
    pub win_score: u16,
    /// ... for this many plies in a row, so that both sides have agreed; 0 for never.
    pub win_plies: u32,
    /// A draw needs a score within ± this ...
    pub draw_score: u16,
    /// ... for this many plies in a row; 0 for never.
    pub draw_plies: u32,
    /// No draw by score is counted before this ply.
    pub draw_after: u32,
    /// A game that reaches this ply is a draw.
    pub max_plies: u32,
}

impl Default for AdjudicationThresholds {
    fn default() -> Self {
        Self { win_score: 2000, win_plies: 4, draw_score: 10, draw_plies: 12, draw_after: 80, max_plies: 300 }
    }
}

/// How a game was ended by its scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudicated {
    /// Both sides have agreed for long enough that this one wins.
    Decided(Side),
    /// Neither side has been ahead for long enough.
    Level,
    /// The game has reached its greatest length.
    Length,
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: AdjudicationThresholds,
    leader: Side,
    decided: u32,
    level: u32,
}

impl Adjudicator {
    /// At the beginning of a game.
    pub fn new(rules: AdjudicationThresholds) -> Self {
        Self { rules, leader: Side::First, decided: 0, level: 0 }
    }

    /// Takes note of the score of a side before its move, the `ply`th of the game from 0, and ends the
    /// game if it is time to.
    pub fn note(&mut self, ply: u32, side: Side, score: i32) -> Option<Adjudicated> {
        let leader = if score >= 0 { side } else { side.opponent() };
        let distance = score.unsigned_abs();
        if distance >= self.rules.win_score.into() {
            self.decided = if leader == self.leader { self.decided + 1 } else { 1 };
            self.leader = leader;
        } else {
            self.decided = 0;
        }
        let is_level = ply >= self.rules.draw_after && distance <= self.rules.draw_score.into();
        self.level = if is_level { self.level + 1 } else { 0 };
        let reached = |count: u32, wanted: u32| wanted > 0 && count >= wanted;
        if reached(self.decided, self.rules.win_plies) {
            Some(Adjudicated::Decided(self.leader))
        } else if reached(self.level, self.rules.draw_plies) {
            Some(Adjudicated::Level)
        } else if ply + 1 >= self.rules.max_plies {
            Some(Adjudicated::Length)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes scores of both sides in turn, from ply 0 on, and gives the ply and the ruling.
    fn ruling(rules: AdjudicationThresholds, scores: &[i32]) -> Option<(usize, Adjudicated)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let side = Side::ALL[ply % 2];
            adjudicator.note(ply as u32, side, score).map(|ruling| (ply, ruling))
        })
    }

    #[test]
    fn a_win_needs_both_sides_to_agree_for_long_enough() {
        let rules = AdjudicationThresholds { win_plies: 4, ..AdjudicationThresholds::default() };
        let first = Some((3, Adjudicated::Decided(Side::First)));
        assert_eq!(ruling(rules, &[2000, -2100, 30_000, -30_000]), first);
        let second = Some((4, Adjudicated::Decided(Side::Second)));
        assert_eq!(ruling(rules, &[2000, 2000, -2000, 2000, -2000]), second);
        assert_eq!(ruling(rules, &[2000, -2000, 1999, -2000, 2000, -2000]), None);
        // Both think that they win: nobody is believed.
        assert_eq!(ruling(rules, &[2000; 40]), None);
        assert_eq!(
            ruling(AdjudicationThresholds { win_plies: 0, ..rules }, &[2000, -2000, 2000, -2000, 2000]),
            None
        );
    }

    #[test]
    fn a_draw_is_counted_late_in_the_game_only() {
        let rules = AdjudicationThresholds {
            draw_after: 6,
            draw_plies: 3,
            max_plies: 20,
            ..AdjudicationThresholds::default()
        };
        assert_eq!(ruling(rules, &[10, -10, 0, 0, 0, 0, 5, -5, 9]), Some((8, Adjudicated::Level)));
        let scores = [0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, -11];
        assert_eq!(ruling(rules, &scores), None);
        assert_eq!(ruling(rules, &[500; 30]), Some((19, Adjudicated::Length)));
    }
}

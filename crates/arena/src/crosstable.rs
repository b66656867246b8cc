//! Counts what happened: for each engine, and for each pairing of two.

use crate::elo::PairCounts;
use crate::ratings::Meeting;
use crate::record::Termination;
use crate::schedule::ScheduledGame;
use games::Side;
use std::collections::{BTreeMap, HashMap};

/// What an engine has done in all its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Performance {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins by a repetition verdict.
    pub repetition_wins: u64,
    /// Draws by a repetition verdict.
    pub repetition_draws: u64,
    /// Losses by a repetition verdict.
    pub repetition_losses: u64,
    /// Losses by overstepping the time.
    pub time_losses: u64,
    /// Losses by an illegal move.
    pub illegal_moves: u64,
    /// Losses because the engine ended or did not start.
    pub crashes: u64,
    /// Losses because it did not answer.
    pub hangs: u64,
}

impl Performance {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points out of games, from 0 to 1; nothing without games.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    fn add(&mut self, points: Points, termination: Termination) {
        let (count, by_repetition) = match points {
            Points::Win => (&mut self.wins, &mut self.repetition_wins),
            Points::Draw => (&mut self.draws, &mut self.repetition_draws),
            Points::Loss => (&mut self.losses, &mut self.repetition_losses),
        };
        *count += 1;
        *by_repetition += u64::from(termination == Termination::Repetition);
        if points == Points::Loss {
            match termination {
                Termination::TimeLoss => self.time_losses += 1,
                Termination::IllegalMove => self.illegal_moves += 1,
                Termination::Crash => self.crashes += 1,
                Termination::Hang => self.hangs += 1,
                _ => {}
            }
        }
    }
}

/// A result from one side. The numbers are half points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

impl Points {
    fn of(side: Side, winner: Option<Side>) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }
}

/// What two engines have done against each other, from the side of the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// Won, drawn and lost games.
    pub games: [u64; 3],
    /// Finished pairs by their points.
    pub pairs: PairCounts,
}

/// All counts of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    performances: Vec<Performance>,
    pairings: BTreeMap<[usize; 2], Pairing>,
    /// Half points of the first engine in pairs of which one game is finished.
    open_pairs: HashMap<u32, usize>,
}

impl Crosstable {
    /// No games played yet between this number of engines.
    pub fn new(engines: usize) -> Self {
        Self {
            performances: vec![Performance::default(); engines],
            pairings: BTreeMap::new(),
            open_pairs: HashMap::new(),
        }
    }

    /// Counts a game. Each game of a schedule must come once.
    pub fn add(&mut self, game: &ScheduledGame, winner: Option<Side>, termination: Termination) {
        for side in [Side::First, Side::Second] {
            if let Some(performance) = self.performances.get_mut(game.engines[side.index()]) {
                performance.add(Points::of(side, winner), termination);
            }
        }
        let [red, black] = game.engines;
        let side = if red < black { Side::First } else { Side::Second };
        let points = Points::of(side, winner);
        let pairing = self.pairings.entry([red.min(black), red.max(black)]).or_default();
        pairing.games[2 - points as usize] += 1;
        match self.open_pairs.remove(&game.id.pair) {
            Some(before) => pairing.pairs.add(before + points as usize),
            None => {
                self.open_pairs.insert(game.id.pair, points as usize);
            }
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.pairings.values().map(|pairing| pairing.games.iter().sum::<u64>()).sum()
    }

    /// The engines' results, in the order of the entrants.
    pub fn performances(&self) -> &[Performance] {
        &self.performances
    }

    /// What two engines have done against each other, from the side of the lower place.
    pub fn pairing(&self, first: usize, second: usize) -> Pairing {
        self.pairings.get(&[first, second]).copied().unwrap_or_default()
    }

    /// The finished pairs of everybody, as [`ratings`](crate::ratings::ratings) wants them.
    pub fn meetings(&self) -> Vec<Meeting> {
        let meeting = |(&[first, second], pairing): (&[usize; 2], &Pairing)| Meeting {
            first,
            second,
            pairs: pairing.pairs,
        };
        self.pairings.iter().map(meeting).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::GameId;

    fn game(pair: u32, game: u8, engines: [usize; 2]) -> ScheduledGame {
        ScheduledGame { id: GameId { pair, game }, engines, opening: 0 }
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut tally = Crosstable::new(2);
        // Pairs 1 and 2 overlap, as they do with several games at once.
        tally.add(&game(1, 1, [0, 1]), Some(Side::First), Termination::Checkmate);
        tally.add(&game(2, 2, [1, 0]), Some(Side::First), Termination::Repetition);
        tally.add(&game(2, 1, [0, 1]), None, Termination::Repetition);
        assert_eq!(tally.pairing(0, 1).pairs, PairCounts([0, 1, 0, 0, 0]));
        tally.add(&game(1, 2, [1, 0]), Some(Side::Second), Termination::TimeLoss);
        assert_eq!(tally.pairing(0, 1).pairs, PairCounts([0, 1, 0, 0, 1]));
        assert_eq!(tally.pairing(0, 1).games, [2, 1, 1]);
        assert_eq!(tally.games(), 4);
        let [first, second] = tally.performances() else { panic!("two engines") };
        assert_eq!((first.wins, first.draws, first.losses), (2, 1, 1));
        assert_eq!((first.repetition_wins, first.repetition_draws, first.repetition_losses), (0, 1, 1));
        assert_eq!((second.repetition_wins, second.time_losses), (1, 1));
        assert_eq!(first.score(), Some(0.625));
        assert_eq!(Performance::default().score(), None);
    }
}

//! Which game follows which.
//!
//! Games come in pairs: the same opening twice, with colours exchanged. A round holds a pair for
//! every pairing of engines, all from one opening. The schedule is a pure function of its settings:
//! the number of games played at once changes nothing, and a match can be taken up again anywhere.

use crate::opening::OpeningOrder;
use std::fmt;
use std::str::FromStr;
use xiangqi::Random;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tournament {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
}

/// A game's place in the schedule: which pair, and which game of the pair. Written `17.2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// The pair, from 1.
    pub pair: u32,
    /// 1, or 2 with colours exchanged.
    pub game: u8,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair, self.game)
    }
}

impl FromStr for GameId {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let (pair, game) = text.split_once('.').ok_or(())?;
        let id = Self { pair: pair.parse().map_err(drop)?, game: game.parse().map_err(drop)? };
        if id.pair > 0 && (1..=2).contains(&id.game) { Ok(id) } else { Err(()) }
    }
}

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its place.
    pub id: GameId,
    /// The engine with Red (in chess White) and the one with Black, by their place among the entrants.
    pub engines: [usize; 2],
    /// The opening, by its place among the openings.
    pub opening: usize,
}

/// All games of a match, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
    openings: Vec<usize>,
}

impl Schedule {
    /// A schedule for this number of rounds and engines. Openings are used in turn, from the
    /// first again when there are fewer than rounds; the seed matters for [`OpeningOrder::Random`].
    pub fn new(
        tournament: Tournament,
        engines: usize,
        rounds: u32,
        openings: usize,
        order: OpeningOrder,
        seed: u64,
    ) -> Self {
        let meets = |&[first, _]: &[usize; 2]| tournament == Tournament::RoundRobin || first == 0;
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let mut openings: Vec<usize> = (0..openings.max(1)).collect();
        if order == OpeningOrder::Random {
            Random::new(seed).shuffle(&mut openings);
        }
        Self { pairings: all.filter(meets).collect(), rounds, openings }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        2 * self.pairings.len() * self.rounds as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number, from 0.
    pub fn game(&self, number: usize) -> Option<ScheduledGame> {
        if number >= self.len() {
            return None;
        }
        let pair = number / 2;
        let [first, second] = self.pairings[pair % self.pairings.len()];
        let round = pair / self.pairings.len();
        let is_return = number % 2 == 1;
        Some(ScheduledGame {
            id: GameId { pair: pair as u32 + 1, game: 1 + u8::from(is_return) },
            engines: if is_return { [second, first] } else { [first, second] },
            opening: self.openings[round % self.openings.len()],
        })
    }

    /// A game by its place.
    pub fn find(&self, id: GameId) -> Option<ScheduledGame> {
        let pair = (id.pair as usize).checked_sub(1)?;
        self.game(2 * pair + usize::from(id.game.checked_sub(1)?)).filter(|game| game.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(schedule: &Schedule) -> Vec<ScheduledGame> {
        (0..).map_while(|number| schedule.game(number)).collect()
    }

    #[test]
    fn pairs_exchange_colours() {
        let games = games(&Schedule::new(Tournament::RoundRobin, 2, 5, 3, OpeningOrder::Sequential, 0));
        assert_eq!(games.len(), 10);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].engines, [0, 1]);
            assert_eq!(pair[1].engines, [1, 0]);
            assert_eq!(pair[0].id.pair, pair[1].id.pair);
        }
        let openings: Vec<usize> = games.iter().step_by(2).map(|game| game.opening).collect();
        assert_eq!(openings, [0, 1, 2, 0, 1]);
    }

    #[test]
    fn tournaments() {
        let meetings = |tournament| {
            let games = games(&Schedule::new(tournament, 4, 2, 1, OpeningOrder::Sequential, 0));
            games.iter().step_by(2).map(|game| game.engines).collect::<Vec<_>>()
        };
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(meetings(Tournament::RoundRobin), [all, all].concat());
        let first = [[0, 1], [0, 2], [0, 3]];
        assert_eq!(meetings(Tournament::Gauntlet), [first, first].concat());
    }

    #[test]
    fn random_order_belongs_to_its_seed() {
        let openings = |seed| {
            let schedule = Schedule::new(Tournament::RoundRobin, 2, 50, 50, OpeningOrder::Random, seed);
            games(&schedule).iter().step_by(2).map(|game| game.opening).collect::<Vec<_>>()
        };
        let mut sorted = openings(1);
        assert_ne!(sorted, openings(2));
        assert_eq!(sorted, openings(1));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn places_are_found_again() {
        let schedule = Schedule::new(Tournament::Gauntlet, 3, 4, 2, OpeningOrder::Random, 7);
        for game in games(&schedule) {
            let id: GameId = game.id.to_string().parse().unwrap();
            assert_eq!(schedule.find(id), Some(game));
        }
        assert_eq!(schedule.find(GameId { pair: 9, game: 1 }), None);
        for text in ["", "1", "1.0", "1.3", "0.1", "x.1", "1.1.1", "-1.1"] {
            assert!(text.parse::<GameId>().is_err(), "{text}");
        }
    }
}

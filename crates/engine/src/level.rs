//! Opponents of every strength.
//!
//! A weaker opponent thinks less and overlooks moves ([`Oversight`]): which ones changes from move to move, so that it errs as
//! people do, here a capture from afar, there a quiet reply, and not by playing moves that it knows to be bad. Beginners,
//! the first levels, also make a move without thinking now and then. All of them answer at once, for they have little
//! to think about.

use game::{Game, Which};
use search::{Limits, Oversight};
use xiangqi::Random;

/// The strongest level: everything that the engine can do.
pub const STRONGEST: u8 = 10;

/// What a level is made of.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Nodes of a search.
    nodes: u64,
    /// Quiet moves of a thousand that are overlooked.
    oversight: u32,
    /// Moves of a thousand that are made without thinking.
    lapses: u32,
}

const fn row(nodes: u64, oversight: u32, lapses: u32) -> Row {
    Row { nodes, oversight, lapses }
}

/// Levels 1 to 9.
const ROWS: [Row; STRONGEST as usize - 1] = [
    row(8, 700, 600),
    row(16, 700, 330),
    row(40, 600, 130),
    row(120, 470, 30),
    row(400, 340, 0),
    row(1_300, 230, 0),
    row(4_500, 140, 0),
    row(15_000, 65, 0),
    row(45_000, 15, 0),
];

/// How strong an opponent is, from 1 to [`STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self(STRONGEST)
    }
}

impl Level {
    /// A level; nothing outside 1 to [`STRONGEST`].
    ///
    /// ```
    /// use engine::Level;
    /// assert_eq!(Level::new(3).map(Level::number), Some(3));
    /// assert_eq!(Level::new(0), None);
    /// assert_eq!(Level::new(11), None);
    /// ```
    pub fn new(number: u8) -> Option<Self> {
        (1..=STRONGEST).contains(&number).then_some(Self(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=STRONGEST).map(Self)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether it is the whole engine.
    pub fn is_full(self) -> bool {
        self.0 == STRONGEST
    }

    /// The limits of a search at this level: those that are given, and its own. One seed and one position give one set of
    /// moves that are overlooked.
    pub fn limit<G: Game>(self, limits: &mut Limits<G::Move>, position: &G::Position, seed: u64) {
        let Some(row) = ROWS.get(usize::from(self.0) - 1) else { return };
        let mut random = Random::new(seed ^ G::key(position));
        limits.nodes = Some(limits.nodes.unwrap_or(row.nodes).min(row.nodes));
        limits.oversight = Oversight { per_mille: row.oversight, seed: random.next_u64() };
        if random.below(1000) < row.lapses as usize {
            let mut moves = Vec::new();
            for which in [Which::Noisy, Which::Quiet] {
                G::generate(position, which, |mv| moves.push(mv));
            }
            let is_wanted = |mv: &G::Move| limits.moves.is_empty() || limits.moves.contains(mv);
            moves.retain(|mv| is_wanted(mv) && !limits.excluded.contains(mv));
            limits.moves = random.choose(&moves).into_iter().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Xiangqi;
    use xiangqi::Position;

    #[test]
    fn levels_think_more_and_see_more() {
        let limits = Level::all().map(|level| {
            let mut limits = Limits::default();
            level.limit::<Xiangqi>(&mut limits, &Position::start(), 1);
            limits
        });
        let limits: Vec<_> = limits.collect();
        for pair in limits.windows(2) {
            assert!(pair[0].nodes.unwrap_or(u64::MAX) < pair[1].nodes.unwrap_or(u64::MAX));
            assert!(pair[0].oversight.per_mille >= pair[1].oversight.per_mille);
        }
        assert_eq!(
            limits.last().map(|full| (full.nodes, full.oversight)),
            Some((None, Oversight::default()))
        );
    }

    #[test]
    fn given_limits_count() {
        for level in Level::all() {
            let mut limits = Limits { nodes: Some(5), ..Limits::default() };
            level.limit::<Xiangqi>(&mut limits, &Position::start(), 1);
            assert_eq!(limits.nodes, Some(5));
        }
    }
}

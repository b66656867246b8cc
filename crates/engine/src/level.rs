//! Opponents of every strength.
//!
//! A weaker opponent thinks less and overlooks moves ([`Blindness`]): which ones changes from move to move, so that it errs as
//! people do, here a capture from afar, there a quiet reply, and not by playing moves that it knows to be bad. The weaker
//! half also makes a move without thinking now and then. All of them answer at once, for they have little to think about.
//!
//! Levels are points of a scale of ratings, on which `chuhe levels` has measured them (docs/levels.md); between two of them
//! a rating mixes what they are made of.

use games::legal_moves;
use search::{Blindness, Game, Limits};
use xiangqi::Random;

/// The strongest level: everything that the engine can do.
pub const STRONGEST: u8 = 10;

/// Nodes for each line of an analysis, at least: about what the first iteration takes.
const ANALYSIS_NODES: u64 = 256;

/// What a level is made of.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Its rating.
    elo: u32,
    /// Nodes of a search.
    nodes: u64,
    /// Quiet moves of a thousand that are overlooked.
    blindness: u32,
    /// Moves of a thousand that are made without thinking.
    lapses: u32,
}

const fn row(elo: u32, nodes: u64, blindness: u32, lapses: u32) -> Row {
    Row { elo, nodes, blindness, lapses }
}

/// Levels 1 to 10. The last has no limits; its row is how it was measured.
const ROWS: [Row; STRONGEST as usize] = [
    row(600, 8, 700, 600),
    row(890, 14, 700, 400),
    row(1200, 28, 640, 240),
    row(1540, 65, 560, 120),
    row(1880, 200, 420, 45),
    row(2140, 800, 270, 8),
    row(2500, 3_200, 160, 0),
    row(2780, 10_500, 85, 0),
    row(3100, 34_000, 25, 0),
    row(3470, 100_000, 0, 0),
];

/// The ratings that [`Level::rated`] takes, the lowest and the highest.
pub const RATINGS: [u32; 2] = [ROWS[0].elo, ROWS[ROWS.len() - 1].elo];

/// How strong an opponent is: one of ten levels, or a rating between two of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level {
    elo: u32,
}

impl Default for Level {
    fn default() -> Self {
        Self { elo: RATINGS[1] }
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
        let row = ROWS.get(usize::from(number).checked_sub(1)?)?;
        Some(Self { elo: row.elo })
    }

    /// The strength that has this rating; nothing outside [`RATINGS`].
    ///
    /// ```
    /// use engine::{Level, RATINGS};
    /// let [weakest, strongest] = RATINGS.map(Level::rated);
    /// assert_eq!((weakest, strongest), (Level::new(1), Level::new(10)));
    /// assert_eq!(Level::rated(RATINGS[1] + 1), None);
    /// ```
    pub fn rated(elo: u32) -> Option<Self> {
        (RATINGS[0]..=RATINGS[1]).contains(&elo).then_some(Self { elo })
    }

    /// The first level.
    pub fn weakest() -> Self {
        Self { elo: RATINGS[0] }
    }

    /// All levels, the weakest first.
    ///
    /// ```
    /// use engine::{Level, STRONGEST};
    ///
    /// assert_eq!(Level::all().count(), usize::from(STRONGEST));
    /// assert!(Level::all().map(Level::elo).is_sorted());
    /// let (weak, strong) = (Level::weakest(), Level::default());
    /// assert!(strong.is_full() && !weak.is_full());
    /// assert!(weak.nodes(1, false).is_some() && strong.nodes(1, false).is_none());
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| Self { elo: row.elo })
    }

    /// The number of the strongest level that is not above it.
    pub fn number(self) -> u8 {
        ROWS.iter().filter(|row| row.elo <= self.elo).count() as u8
    }

    /// Its rating.
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// After how many nodes for each line a search ends; nothing for the whole engine. An analysis of several lines gets enough to
    /// see each of them once.
    pub fn nodes(self, lines: usize, is_analysis: bool) -> Option<u64> {
        let least = if is_analysis && lines > 1 { ANALYSIS_NODES } else { 0 };
        (!self.is_full()).then(|| self.row().nodes.max(least))
    }

    /// Whether it is the whole engine.
    pub fn is_full(self) -> bool {
        self.elo == RATINGS[1]
    }

    /// What it is made of: where it lies between two levels, nodes by their ratio and the rest by their difference.
    fn row(self) -> Row {
        let above = ROWS.iter().position(|row| row.elo > self.elo).unwrap_or(ROWS.len() - 1);
        let [low, high] = [ROWS[above - 1], ROWS[above]];
        let part = f64::from(self.elo - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: f64, high: f64| low + (high - low) * part;
        let linear = |low: u32, high: u32| between(low.into(), high.into()).round() as u32;
        Row {
            elo: self.elo,
            nodes: between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64,
            blindness: linear(low.blindness, high.blindness),
            lapses: linear(low.lapses, high.lapses),
        }
    }

    /// The limits of a search at this level: those that are given, and its own. One seed and one position give one set of
    /// moves that are overlooked.
    pub(crate) fn limit<G: Game>(
        self,
        limits: &mut Limits<G::Move>,
        position: &G::Position,
        seed: u64,
        is_analysis: bool,
    ) {
        let Some(nodes) = self.nodes(limits.lines, is_analysis) else { return };
        let row = self.row();
        let mut random = Random::new(seed ^ G::key(position));
        // Each of several lines takes as much as one.
        let most = nodes * limits.lines.max(1) as u64;
        limits.nodes = Some(limits.nodes.unwrap_or(most).min(most));
        // So few nodes take no time worth saving.
        limits.ends_early = false;
        limits.blindness = Blindness { per_mille: row.blindness, seed: random.next_u64() };
        // Whoever analyses several lines wants to see them, and not the one that is played without thinking.
        let shows_lines = is_analysis && limits.lines > 1;
        if random.below(1000) < row.lapses as usize && !shows_lines {
            let mut moves = legal_moves::<G>(position);
            moves.retain(|mv| limits.allows(mv));
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
        let ratings = (RATINGS[0]..=RATINGS[1]).step_by(20).filter_map(Level::rated);
        let limits = ratings.chain([Level::default()]).map(|level| {
            let mut limits = Limits::default();
            level.limit::<Xiangqi>(&mut limits, &Position::start(), 1, false);
            limits
        });
        let limits: Vec<_> = limits.collect();
        for pair in limits.windows(2) {
            assert!(pair[0].nodes.unwrap_or(u64::MAX) <= pair[1].nodes.unwrap_or(u64::MAX));
            assert!(pair[0].blindness.per_mille >= pair[1].blindness.per_mille);
        }
        assert_eq!(
            limits.last().map(|full| (full.nodes, full.blindness)),
            Some((None, Blindness::default()))
        );
    }

    #[test]
    fn given_limits_count() {
        for level in Level::all() {
            let mut limits = Limits { nodes: Some(5), ..Limits::default() };
            level.limit::<Xiangqi>(&mut limits, &Position::start(), 1, false);
            assert_eq!(limits.nodes, Some(5));
        }
    }

    #[test]
    fn ratings_reach_the_levels() {
        for (number, row) in (1..).zip(ROWS) {
            let level = Level::new(number).unwrap_or_default();
            assert_eq!((level.number(), level.elo()), (number, row.elo));
            assert_eq!(Level::rated(row.elo), Some(level));
            let made = level.row();
            assert_eq!((made.nodes, made.blindness, made.lapses), (row.nodes, row.blindness, row.lapses));
        }
    }
}

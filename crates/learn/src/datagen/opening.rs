//! How games begin: random legal moves, so that no two are alike, from positions worth playing on. Some of them with
//! men taken off the board, so that endings and unequal forces are met as well.

use std::ops::RangeInclusive;
use xiangqi::{Board, BoardBuilder, Fen, PieceKind, Position, Random, Square};

/// After this many refusals, all positions of the list are taken to be too one-sided.
const MAX_REFUSALS: u32 = 1000;
/// At least this many men stay on a board that is thinned, kings included.
const MIN_MEN: usize = 4;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Openings {
    /// How many random plies follow the starting position.
    pub random_plies: RangeInclusive<u32>,
    /// Positions to begin from instead.
    pub positions: Vec<Fen>,
    /// The percentage of games that begin from them, if there are any.
    pub percent: u32,
    /// How many random plies follow one of them.
    pub random_plies_after: RangeInclusive<u32>,
    /// The percentage of games that begin with men taken off at random, any number of them.
    pub thinned: u32,
    /// A beginning is refused when a short search finds one side ahead by more than this.
    pub max_score: u16,
    /// The nodes of that search.
    pub check_nodes: u64,
}

impl Default for Openings {
    fn default() -> Self {
        Self {
            random_plies: 8..=12,
            positions: Vec::new(),
            percent: 50,
            random_plies_after: 2..=6,
            thinned: 0,
            max_score: 350,
            check_nodes: 3000,
        }
    }
}

impl Openings {
    /// A position to begin from, without a past; none if the game would be over, or the side to move is in
    /// check. How good it is remains to be seen; after many refusals those of the list are left alone.
    pub fn draw(&self, random: &mut Random, refused: u32) -> Option<Position> {
        let chosen = if refused < MAX_REFUSALS
            && !self.positions.is_empty()
            && random.below(100) < self.percent as usize
        {
            self.positions.get(random.below(self.positions.len()))
        } else {
            None
        };
        let (mut position, plies) = match chosen {
            Some(fen) => (Position::from(fen.clone()), &self.random_plies_after),
            None => (Position::start(), &self.random_plies),
        };
        let spread = plies.end().saturating_sub(*plies.start()) as usize + 1;
        for _ in 0..*plies.start() as usize + random.below(spread) {
            let mv = random.choose(&position.board().legal_moves())?;
            position.play_unchecked(mv);
        }
        if self.thinned > 0 && random.below(100) < self.thinned as usize {
            let board = thinned(position.board(), random)?;
            position = Position::from(Fen { board, ..position.fen() });
        }
        let is_playable = !position.is_check() && position.board().has_legal_move();
        is_playable.then(|| Position::from(position.fen()))
    }
}

/// A board without some of its men, drawn at random but never the kings; none if it could not occur in a game.
fn thinned(board: &Board, random: &mut Random) -> Option<Board> {
    let mut builder = BoardBuilder::from(board);
    let mut men: Vec<Square> = board.occupied().without(board.kind(PieceKind::King)).into_iter().collect();
    let surplus = (men.len() + 2).saturating_sub(MIN_MEN);
    for _ in 0..random.below(surplus + 1) {
        builder.clear(men.swap_remove(random.below(men.len())));
    }
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinned_boards_have_any_number_of_men() {
        let openings = Openings { thinned: 50, ..Openings::default() };
        let mut random = Random::new(7);
        let mut seen = [0; 33];
        for position in (0..4000).filter_map(|_| openings.draw(&mut random, 0)) {
            seen[position.board().occupied().count() as usize] += 1;
        }
        assert!(seen[..MIN_MEN].iter().all(|&count| count == 0), "{seen:?}");
        assert!(seen[MIN_MEN..].iter().all(|&count| count > 0), "{seen:?}");
        assert!(seen[26..].iter().sum::<i32>() > 2000, "half of them are whole: {seen:?}");
    }
}

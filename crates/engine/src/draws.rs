//! When to accept a draw, when to offer one, when to resign: one policy for every front door.
//!
//! The rules are cautious. A draw is accepted by a side that stands worse, or late in the game by one that does not stand
//! better. It is offered only late, level and after a long calm, at every tenth move. A side resigns only when it sees itself
//! mated. Nothing is given away on the word of a search that has seen little: a weak level, which sees little, offers nothing and
//! does not resign. Its answer to an offer comes from a search of its own at full strength ([`consideration`],
//! [`accepts_offer`]), so that no level declines every draw.

use crate::{Answer, EngineGame};
use games::GameData;
use search::{Limits, Score};

/// It is late from this move on, or with no more than this many men left.
const LATE_MOVE: u32 = 40;
const FEW_MEN: u32 = 14;
/// Scores up to this are level, in centipawns.
const LEVEL: i32 = 20;
/// With this or less a draw is welcome at any time.
const WORSE: i32 = -200;
/// Nothing is given away by a search that has seen less.
const MIN_DEPTH: usize = 6;
/// The position is calm after this many plies without a capture.
const CALM: u32 = 20;
/// Offers come at moves whose numbers are multiples of this.
const OFFER_INTERVAL: u32 = 10;
/// What is spent on an offer that comes while nobody is thinking, in nodes.
const CONSIDERATION_NODES: u64 = 40_000;

/// How a side stands when it decides.
///
/// ```
/// use engine::draws::{Gesture, Permission, Standing};
/// use engine::{Engine, Limits, Score};
/// use games::Xiangqi;
///
/// // Late, level, and nothing has been taken for a while.
/// let level = Standing { score: Score::DRAW, depth: 12, move_number: 60, quiet_plies: 40, men: 8 };
/// assert!(level.offers_draw() && level.accepts_draw() && !level.resigns());
/// assert_eq!(level.gesture(false, Permission { offers: true, resigns: true }), Gesture::Draw);
/// assert_eq!(level.gesture(false, Permission::default()), Gesture::None);
/// // The same by what a search has found.
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// let answer = engine.think(&Limits { depth: Some(2), ..Limits::default() });
/// let begin = Standing::of_mover::<Xiangqi>(engine.position(), &answer);
/// assert_eq!(begin, Standing::new::<Xiangqi>(engine.position(), answer.score, answer.depth));
/// assert!(!begin.accepts_draw());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Its score, in centipawns.
    pub score: Score,
    /// How deep the search was that found it.
    pub depth: usize,
    /// The number of the move.
    pub move_number: u32,
    /// Plies since the last capture.
    pub quiet_plies: u32,
    /// How many men are on the board.
    pub men: u32,
}

impl Standing {
    /// The side to move, by what a search of the position has found.
    pub fn of_mover<G: EngineGame>(position: &G::Position, answer: &Answer<G::Move>) -> Self {
        Self::new::<G>(position, answer.score, answer.depth)
    }

    /// The side that is not to move.
    fn of_waiter<G: EngineGame>(position: &G::Position, answer: &Answer<G::Move>) -> Self {
        Self::new::<G>(position, -answer.score, answer.depth)
    }

    /// A side with this score, in centipawns, by a search of this depth.
    pub fn new<G: GameData>(position: &G::Position, score: Score, depth: usize) -> Self {
        let (move_number, quiet_plies) = (G::move_number(position), G::quiet_plies(position));
        Self { score, depth, move_number, quiet_plies, men: G::men(position) }
    }

    fn is_late(&self) -> bool {
        self.move_number >= LATE_MOVE || self.men <= FEW_MEN
    }

    /// Whether it takes a draw that is offered.
    pub fn accepts_draw(&self) -> bool {
        let score = self.score.value();
        self.depth >= MIN_DEPTH && (score <= WORSE || (self.is_late() && score <= LEVEL))
    }

    /// Whether it offers a draw of itself.
    pub fn offers_draw(&self) -> bool {
        self.depth >= MIN_DEPTH
            && self.is_late()
            && self.score.value().abs() <= LEVEL
            && self.quiet_plies >= CALM
            && self.move_number.is_multiple_of(OFFER_INTERVAL)
    }

    /// Whether it gives up.
    pub fn resigns(&self) -> bool {
        self.depth >= MIN_DEPTH && self.score.is_loss()
    }

    /// What goes with its move, where the other side may have offered a draw.
    pub fn gesture(&self, is_offered: bool, permission: Permission) -> Gesture {
        if (is_offered && self.accepts_draw()) || (permission.offers && self.offers_draw()) {
            Gesture::Draw
        } else if permission.resigns && self.resigns() {
            Gesture::Resign
        } else {
            Gesture::None
        }
    }
}

/// What goes with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// Nothing.
    None,
    /// The offer, or the acceptance, of a draw.
    Draw,
    /// The end.
    Resign,
}

/// What a side may do of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Permission {
    /// Whether it may offer a draw.
    pub offers: bool,
    /// Whether it may resign.
    pub resigns: bool,
}

/// Whether the side that is not to move takes the draw that it is offered, by what a search of the position has found: one
/// within [`consideration`], at full strength whatever the level of the player. Nothing is agreed after the end of a game.
///
/// ```
/// use engine::{Engine, draws};
/// use games::{GameText, Xiangqi};
///
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// let mut accepts = |fen: &str| {
///     engine.set_position(Xiangqi::parse_position(fen).expect("a position"));
///     let answer = engine.think(&draws::consideration());
///     draws::accepts_offer::<Xiangqi>(engine.position(), &answer)
/// };
/// assert!(accepts("3k5/9/9/9/9/9/9/9/R8/4K4 w"), "Black is a rook behind");
/// assert!(!accepts("3k5/4a4/9/9/9/4p4/9/9/r8/3AK4 w"), "Black is a rook ahead");
/// ```
pub fn accepts_offer<G: EngineGame>(position: &G::Position, answer: &Answer<G::Move>) -> bool {
    G::ending(position).is_none() && Standing::of_waiter::<G>(position, answer).accepts_draw()
}

/// The limits of a search that is made for an offer alone.
///
/// ```
/// assert!(engine::draws::consideration::<xiangqi::Move>().nodes.is_some());
/// ```
pub fn consideration<M>() -> Limits<M> {
    Limits { nodes: Some(CONSIDERATION_NODES), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(score: Score, move_number: u32, quiet_plies: u32) -> Standing {
        Standing { score, depth: 12, move_number, quiet_plies, men: 20 }
    }

    #[test]
    fn draws_are_accepted_when_nothing_is_lost_by_it() {
        let at = |move_number, score| standing(Score::evaluation(score), move_number, 4);
        assert!(!at(12, 0).accepts_draw());
        assert!(at(12, -200).accepts_draw());
        assert!(at(60, 10).accepts_draw());
        assert!(!Standing { depth: 2, ..at(60, 10) }.accepts_draw(), "too little was seen");
        assert!(!at(60, 80).accepts_draw());
        assert!(Standing { men: 14, ..at(12, 0) }.accepts_draw(), "few men are left");
        assert!(!standing(Score::mate_in(3), 60, 4).accepts_draw());
        assert!(standing(Score::mated_in(6), 9, 0).accepts_draw(), "half a point is better than none");
    }

    #[test]
    fn draws_are_offered_late_level_and_in_a_calm() {
        let level = Score::evaluation(5);
        assert!(standing(level, 50, 30).offers_draw());
        for (move_number, quiet_plies) in [(51, 30), (50, 3), (20, 30)] {
            assert!(!standing(level, move_number, quiet_plies).offers_draw(), "{move_number} {quiet_plies}");
        }
        assert!(!standing(Score::evaluation(25), 50, 30).offers_draw());
    }

    #[test]
    fn only_a_mate_is_resigned_to() {
        assert!(standing(Score::mated_in(6), 9, 0).resigns());
        assert!(!standing(Score::evaluation(-900), 9, 0).resigns());
        assert!(!Standing { depth: 3, ..standing(Score::mated_in(2), 9, 0) }.resigns());
    }

    #[test]
    fn offers_and_resignations_are_for_those_who_want_them() {
        let all = Permission { offers: true, resigns: true };
        let calm = standing(Score::evaluation(5), 50, 30);
        assert_eq!(calm.gesture(false, Permission::default()), Gesture::None);
        assert_eq!(calm.gesture(false, all), Gesture::Draw);
        assert_eq!(calm.gesture(true, Permission::default()), Gesture::Draw, "it was asked");
        let lost = standing(Score::mated_in(6), 9, 0);
        assert_eq!(lost.gesture(false, Permission::default()), Gesture::None);
        assert_eq!(lost.gesture(false, all), Gesture::Resign);
        assert_eq!(lost.gesture(true, all), Gesture::Draw, "half a point is better than none");
    }
}

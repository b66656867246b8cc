// Whoever takes the last of the stones has won; up to three may be taken at a time.

use search::{Evaluator, Game, Params, Score, ShippedTechniques, Which};
use std::fmt;

pub(crate) struct Nim;

/// How many stones are taken; the default is no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Take(pub(crate) u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Heap {
    pub(crate) stones: u8,
    /// The stones before each move or pass.
    past: Vec<u8>,
}

impl Heap {
    pub(crate) fn of(stones: u8) -> Self {
        Self { stones, past: Vec::new() }
    }
}

impl Game for Nim {
    type Move = Take;
    type Position = Heap;
    type Threats = ();
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = 4;
    const FROM_TO: usize = 4;
    const VICTIMS: usize = 1;
    const PARAMS: Params = Params::ROUND;

    fn side(heap: &Heap) -> usize {
        heap.past.len() % 2
    }
    fn key(heap: &Heap) -> u64 {
        Self::seeded_key(heap, 0)
    }
    fn seeded_key(heap: &Heap, seed: u64) -> u64 {
        let facts = u64::from(heap.stones) << 1 | Self::side(heap) as u64;
        (facts + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ seed << 1)
    }
    fn part_keys(heap: &Heap) -> [u64; 3] {
        [heap.stones.into(); 3]
    }
    fn is_check(_: &Heap) -> bool {
        false
    }
    fn generate(heap: &Heap, which: Which, push: impl FnMut(Take)) {
        // Nothing is captured and nobody gives check: all moves are quiet.
        if which == Which::Quiet {
            (1..=heap.stones.min(3)).map(Take).for_each(push);
        }
    }
    fn is_legal(heap: &Heap, mv: Take) -> bool {
        (1..=heap.stones.min(3)).contains(&mv.0)
    }
    fn play(heap: &mut Heap, mv: Take) {
        heap.past.push(heap.stones);
        heap.stones -= mv.0;
    }
    fn pass(heap: &mut Heap) {
        heap.past.push(heap.stones);
    }
    fn undo(heap: &mut Heap) {
        heap.stones = heap.past.pop().unwrap_or(heap.stones);
    }
    fn is_noisy(_: &Heap, _: Take) -> bool {
        false
    }
    fn gives_check(_: &Heap, _: Take) -> bool {
        false
    }
    fn see_at_least(_: &Heap, _: Take, threshold: i32) -> bool {
        threshold <= 0
    }
    fn captured_value(_: &Heap, _: Take) -> i32 {
        0
    }
    fn victim(_: &Heap, _: Take) -> usize {
        0
    }
    fn piece_to(_: &Heap, mv: Take) -> usize {
        mv.0.into()
    }
    fn threats(_: &Heap) {}
    fn from_to(mv: Take) -> usize {
        mv.0.into()
    }
    fn code(mv: Take) -> u16 {
        mv.0.into()
    }
    fn from_code(code: u16) -> Option<Take> {
        (1..=3).contains(&code).then_some(Take(code as u8))
    }
    fn verdict(_: &Heap, _: usize) -> Option<Score> {
        None
    }
    fn no_moves(_: &Heap, ply: usize) -> Score {
        // The other side has taken the last stone.
        Score::mated_in(ply)
    }
    fn may_pass(_: &Heap) -> bool {
        // Having to move is what the game is about.
        false
    }
    fn damped(_: &Heap, score: i32) -> i32 {
        score
    }
}

/// Knows nothing: whatever the search does not see to its end is even.
pub(crate) struct Even;

impl Evaluator<Nim> for Even {
    fn refresh(&mut self, _: &Heap) {}
    fn push(&mut self, _: &Heap, _: Take) {}
    fn push_pass(&mut self) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, _: &Heap) -> i32 {
        0
    }
}

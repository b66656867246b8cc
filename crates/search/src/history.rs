//! What moves have been worth elsewhere in the tree.
//!
//! Each table is a flat slice of small counters. A counter moves towards its limit by a bonus that
//! shrinks as it gets near, so that old news fades: `h += bonus - h * |bonus| / LIMIT`.

use crate::active::ActiveParams;
use crate::memory::Memory;
use crate::{Game, QuietMove};
use std::marker::PhantomData;

/// The most that a counter can be.
const LIMIT: i32 = 16_384;

#[inline]
fn nudge(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A piece and its target, as an index into the continuation table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(usize);

/// Where a move is being judged.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The moves one, two and four plies ago.
    pub earlier: [PieceTo; 3],
    /// The codes of quiet moves that refuted other nodes of this ply.
    pub killers: [u16; 2],
}

/// The histories of one thread.
pub struct History<G: Game> {
    /// What the thread goes by; the order of moves asks for it here.
    pub params: ActiveParams<G>,
    pub techniques: G::Techniques,
    /// By side, threats and squares: quiet moves.
    main: Box<[i16]>,
    /// By piece, target and victim: captures.
    capture: Box<[i16]>,
    /// By an earlier piece and target and this piece and target: quiet moves after that move.
    continuation: Memory<i16>,
    /// By side and part of the position: by how much the evaluation errs.
    corrections: [Box<[i16]>; 3],
    /// By the last two moves: the same.
    move_correction: Memory<i16>,
}

/// Whether a move leaves and enters a square that is attacked.
const THREAT_CLASSES: usize = 4;
const CORRECTIONS: usize = 1 << 14;
/// Counters of corrections in a centipawn.
const CORRECTION_GRAIN: i32 = 128;

impl<G: Game> History<G> {
    /// Nothing known yet.
    pub fn new() -> Self {
        let zeros = |length: usize| vec![0i16; length].into_boxed_slice();
        Self {
            params: ActiveParams::default(),
            techniques: G::Techniques::default(),
            main: zeros(2 * THREAT_CLASSES * G::FROM_TO),
            capture: zeros(G::PIECE_TO * G::VICTIMS),
            continuation: Memory::must((G::PIECE_TO + 1) * G::PIECE_TO),
            corrections: std::array::from_fn(|_| zeros(2 * CORRECTIONS)),
            move_correction: Memory::must((G::PIECE_TO + 1) * (G::PIECE_TO + 1)),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.corrections.iter_mut().for_each(|table| table.fill(0));
        self.move_correction.fill(0);
    }

    /// Goes by other parameters and techniques.
    #[allow(clippy::large_types_passed_by_value)] // nothing at all, unless they can be tuned
    pub fn set_params(&mut self, params: ActiveParams<G>, techniques: G::Techniques) {
        (self.params, self.techniques) = (params, techniques);
    }

    /// Piece and target of a move that is about to be made.
    #[inline]
    pub fn piece_to(position: &G::Position, mv: G::Move) -> PieceTo {
        PieceTo(G::piece_to(position, mv))
    }

    /// No move at all: before the root, and after a pass.
    pub const NO_MOVE: PieceTo = PieceTo(G::PIECE_TO);

    /// What quiet moves of a position did elsewhere and after the same earlier moves.
    #[inline]
    pub fn quiet_moves(&self, position: &G::Position, context: &Context) -> QuietHistory<'_, G> {
        let of_side = THREAT_CLASSES * G::FROM_TO;
        QuietHistory {
            techniques: self.techniques,
            main: &self.main[G::side(position) * of_side..][..of_side],
            continuations: context
                .earlier
                .map(|earlier| &self.continuation[earlier.0 * G::PIECE_TO..][..G::PIECE_TO]),
            game: PhantomData,
        }
    }

    /// What a capture did elsewhere.
    #[inline]
    pub fn noisy(&self, position: &G::Position, mv: G::Move) -> i32 {
        if !self.techniques.capture_history {
            return 0;
        }
        i32::from(self.capture[Self::capture_index(position, mv)])
    }

    /// A quiet move proved good (or, with a negative bonus, bad).
    pub fn reward_quiet(
        &mut self,
        position: &G::Position,
        threats: &G::Threats,
        mv: G::Move,
        context: &Context,
        bonus: i32,
    ) {
        let piece_to = G::piece_to(position, mv);
        nudge(&mut self.main[Self::main_index(position, threats, mv)], bonus);
        for earlier in context.earlier {
            nudge(&mut self.continuation[earlier.0 * G::PIECE_TO + piece_to], bonus);
        }
    }

    /// The last move, a quiet one, proved good after the one before it.
    pub fn reward_reply(&mut self, [last, before]: [PieceTo; 2], bonus: i32) {
        nudge(&mut self.continuation[before.0 * G::PIECE_TO + last.0], bonus);
    }

    /// A quiet move proved good or bad that the main history keeps at this index.
    pub fn reward_main(&mut self, index: usize, bonus: i32) {
        nudge(&mut self.main[index], bonus);
    }

    /// A capture proved good or bad.
    pub fn reward_noisy(&mut self, position: &G::Position, mv: G::Move, bonus: i32) {
        nudge(&mut self.capture[Self::capture_index(position, mv)], bonus);
    }

    /// By how many centipawns evaluations of positions like this one have been too low.
    #[inline]
    pub fn correction(&self, position: &G::Position, last: [PieceTo; 2]) -> i32 {
        if !self.techniques.corrections {
            return 0;
        }
        let indices = Self::correction_indices(position);
        let sum: i32 =
            self.corrections.iter().zip(indices).map(|(table, index)| i32::from(table[index])).sum();
        (sum + i32::from(self.move_correction[Self::pair_index(last)])) / CORRECTION_GRAIN
    }

    /// A search to this depth found the evaluation to be too low by this error.
    pub fn learn_correction(&mut self, position: &G::Position, last: [PieceTo; 2], error: i32, depth: i32) {
        let (divisor, max) = (self.params.correction_divisor, self.params.correction_max);
        let bonus = (error * depth * CORRECTION_GRAIN / divisor).clamp(-max, max);
        let indices = Self::correction_indices(position);
        for (table, index) in self.corrections.iter_mut().zip(indices) {
            nudge(&mut table[index], bonus);
        }
        nudge(&mut self.move_correction[Self::pair_index(last)], bonus);
    }

    /// Where the main history keeps a quiet move.
    #[inline]
    pub fn main_index(position: &G::Position, threats: &G::Threats, mv: G::Move) -> usize {
        let class = G::side(position) * THREAT_CLASSES + G::threat_class(threats, mv);
        class * G::FROM_TO + G::from_to(mv)
    }

    /// Where the table of corrections by moves keeps what follows these two.
    #[inline]
    fn pair_index([last, before]: [PieceTo; 2]) -> usize {
        last.0 * (G::PIECE_TO + 1) + before.0
    }

    #[inline]
    fn capture_index(position: &G::Position, mv: G::Move) -> usize {
        G::piece_to(position, mv) * G::VICTIMS + G::victim(position, mv)
    }

    #[inline]
    fn correction_indices(position: &G::Position) -> [usize; 3] {
        let side = G::side(position);
        G::part_keys(position).map(|key| side * CORRECTIONS + key as usize % CORRECTIONS)
    }
}

/// The parts of the tables that the quiet moves of one position are looked up in.
pub struct QuietHistory<'a, G: Game> {
    techniques: G::Techniques,
    /// Of the side to move.
    main: &'a [i16],
    /// After each of the earlier moves.
    continuations: [&'a [i16]; 3],
    game: PhantomData<fn() -> G>,
}

impl<G: Game> QuietHistory<'_, G> {
    /// What a move did elsewhere, added up.
    #[inline]
    pub fn of(&self, quiet: &QuietMove<G::Move>) -> i32 {
        let mut sum = 0;
        if self.techniques.main_history {
            sum += i32::from(self.main[quiet.threat_class * G::FROM_TO + G::from_to(quiet.mv)]);
        }
        if self.techniques.continuation_history {
            sum += self.continuations.iter().map(|row| i32::from(row[quiet.piece_to])).sum::<i32>();
        }
        sum
    }
}

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limit_and_fade() {
        let mut counter = 0;
        for _ in 0..1000 {
            nudge(&mut counter, 2000);
            assert!(i32::from(counter) <= LIMIT);
        }
        assert!(i32::from(counter) > LIMIT * 9 / 10);
        nudge(&mut counter, -2000);
        assert!(i32::from(counter) < LIMIT - 2000);
    }
}

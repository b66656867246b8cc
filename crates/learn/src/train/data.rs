//! The positions that are learnt from, and those that are held out.

use crate::datagen::PackedSample;
use crate::real::{lowest, sigmoid};
use xiangqi::{Colour, Piece, PieceKind, Random};

/// Positions that lie together and stay together when an epoch is shuffled.
const BLOCK: usize = 64;

/// Positions, 32 bytes each.
#[derive(Clone, Debug, Default)]
pub struct TrainingData {
    training: Vec<PackedSample>,
    held_out: Vec<PackedSample>,
}

impl TrainingData {
    /// Adds a position to those that are learnt from, or to those that are held out. One without a king on each side
    /// is refused.
    pub fn push(&mut self, sample: PackedSample, is_held_out: bool) -> bool {
        let kings = |side| {
            sample.board.pieces().filter(|&(_, piece)| piece == Piece::new(side, PieceKind::King)).count()
        };
        let is_good = Colour::ALL.into_iter().all(|side| kings(side) == 1);
        if is_good {
            if is_held_out { &mut self.held_out } else { &mut self.training }.push(sample);
        }
        is_good
    }

    /// Puts the positions that are learnt from into random order: to be done once, before training.
    pub fn shuffle(&mut self, seed: u64) {
        Random::new(seed).shuffle(&mut self.training);
    }

    /// The positions that are learnt from.
    pub fn training(&self) -> &[PackedSample] {
        &self.training
    }

    /// The positions that are not.
    pub fn held_out(&self) -> &[PackedSample] {
        &self.held_out
    }

    /// A hash of all positions in their order: tells other data from the same.
    pub fn hash(&self) -> u64 {
        let mut hash = self.training.len() as u64;
        for sample in self.training.iter().chain(&self.held_out) {
            for word in sample.to_bytes().as_chunks().0 {
                hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                hash ^= hash >> 32;
            }
        }
        hash
    }

    /// The scale at which the scores of the searches predict the results best, in centipawns.
    pub fn best_scale(&self) -> u16 {
        let step = self.training.len() / 500_000 + 1;
        let error = |scale: f64| {
            let error = |sample: &PackedSample| {
                let result = (f64::from(sample.result) + 1.0) / 2.0;
                (f64::from(sigmoid((f64::from(sample.score) / scale) as f32)) - result).powi(2)
            };
            self.training.iter().step_by(step).map(error).sum::<f64>()
        };
        lowest(50.0, 2000.0, error).round() as u16
    }

    /// The positions of an epoch as blocks in random order.
    pub(crate) fn epoch(&self, seed: u64, epoch: u64) -> Epoch {
        let mut blocks: Vec<u32> = (0..self.training.len().div_ceil(BLOCK) as u32).collect();
        Random::new(Random::nth(seed, epoch)).shuffle(&mut blocks);
        // The last block may be short; if it is anywhere else, it and the last one change places, so that every
        // other place is a full block.
        if let Some(place) = blocks.iter().position(|&block| block as usize == blocks.len() - 1) {
            let last = blocks.len() - 1;
            blocks.swap(place, last);
        }
        Epoch { blocks }
    }
}

/// The order of the positions in an epoch.
#[derive(Clone, Debug)]
pub(crate) struct Epoch {
    blocks: Vec<u32>,
}

impl Epoch {
    /// Where the position at a place of the order lies in the data.
    #[inline]
    pub fn index(&self, place: usize) -> usize {
        self.blocks[place / BLOCK] as usize * BLOCK + place % BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::PackedBoard;
    use xiangqi::Board;

    #[test]
    fn an_epoch_has_every_position_once() {
        let board = PackedBoard::from(&Board::start());
        for count in [1, 63, 64, 65, 1000, 6400] {
            let mut data = TrainingData::default();
            for score in 0..count {
                assert!(data.push(PackedSample { board, score, result: 0, ply: 0 }, false));
            }
            let order = |epoch| {
                let epoch = data.epoch(1, epoch);
                (0..count as usize).map(|place| epoch.index(place)).collect::<Vec<_>>()
            };
            let mut first = order(0);
            assert!(count < 1000 || first != order(1), "epochs are shuffled anew");
            first.sort_unstable();
            assert!(first.into_iter().eq(0..count as usize), "{count}");
        }
    }

    #[test]
    fn a_board_without_kings_is_refused() {
        let board = PackedBoard::from_bytes([0; 28]);
        let mut data = TrainingData::default();
        assert!(!data.push(PackedSample { board, score: 0, result: 0, ply: 0 }, false));
        assert!(data.training().is_empty());
    }

    #[test]
    fn the_best_scale_is_found() {
        let board = PackedBoard::from(&Board::start());
        let mut data = TrainingData::default();
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let score = random.below(2001) as i16 - 1000;
            let chance = sigmoid(f32::from(score) / 300.0);
            let result = if (random.below(1 << 20) as f32) < chance * (1 << 20) as f32 { 1 } else { -1 };
            data.push(PackedSample { board, score, result, ply: 0 }, false);
        }
        let scale = data.best_scale();
        assert!((270..330).contains(&scale), "{scale}");
    }
}

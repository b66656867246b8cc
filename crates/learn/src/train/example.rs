//! A position as the trainer sees it: lists of inputs, and what it is worth.

use crate::datagen::PackedSample;
use crate::real::sigmoid;
use crate::train::settings::TrainingSettings;
use nnue::features::{MAX_PIECES, View, output_bucket};
use xiangqi::{Piece, PieceKind, Square};

/// A position with its worth.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Inputs of the view of the side to move, then of the other.
    inputs: [[u16; MAX_PIECES]; 2],
    count: usize,
    /// The output layer.
    pub bucket: usize,
    /// The expected result for the side to move, from 0 to 1.
    pub target: f32,
}

impl Example {
    /// The position of a sample, or its mirror image.
    #[inline]
    pub fn new(sample: &PackedSample, is_mirror_image: bool, settings: &TrainingSettings) -> Self {
        let corner = Square::from_index(0);
        let mut pieces = [(Piece::RedKing, corner); MAX_PIECES];
        let (mut count, mut kings) = (0, [corner; 2]);
        for ((square, piece), place) in sample.board.pieces().zip(&mut pieces) {
            *place = (piece, square);
            count += 1;
            if piece.kind() == PieceKind::King {
                kings[piece.colour().index()] = square;
            }
        }
        let side = sample.board.side();
        let views = [side, !side].map(|side| {
            let king = kings[side.index()];
            if is_mirror_image {
                View::of_mirror_image(settings.king_buckets, side, king)
            } else {
                View::new(settings.king_buckets, side, king)
            }
        });
        let mut inputs = [[0; MAX_PIECES]; 2];
        for (place, &(piece, square)) in pieces[..count].iter().enumerate() {
            inputs[0][place] = views[0].input(piece, square) as u16;
            inputs[1][place] = views[1].input(piece, square) as u16;
        }
        let result = (f32::from(sample.result) + 1.0) / 2.0;
        let chance = sigmoid(f32::from(sample.score) / f32::from(settings.scale));
        let target = settings.blend * result + (1.0 - settings.blend) * chance;
        Self { inputs, count, bucket: output_bucket(count), target }
    }

    /// The inputs of a view, 0 for the side to move.
    #[inline]
    pub fn inputs(&self, view: usize) -> &[u16] {
        &self.inputs[view][..self.count]
    }
}

//! The sums of the first layer, which follow the moves.
//!
//! Each position of a line of play has a [`Step`]: what the last move changed, both views, and room for the sums of
//! both. A move only writes down what changes; sums are worked out when they are asked for, from the
//! last position that has them. If a view has changed since then, its inputs are all others, and it is worked out
//! from the last position that was seen in this way (a [`Memory`]; engine programmers know the idea as Finny tables):
//! only the pieces that stand differently have to be added and taken away.

use crate::features::{KingBuckets, MAX_PIECES, View};
use crate::kernels::{Change, Kernels, Lane};
use crate::network::Network;
use xiangqi::{Bitboard, Board, Colour, Move, Piece, PieceKind};

/// A piece goes from one square to another, or nothing happens.
#[derive(Clone, Copy, Debug)]
struct Changed {
    mv: Move,
    piece: Piece,
    captured: Option<Piece>,
}

/// A position of the line of play.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// What led here; nothing for the first position and for passes.
    changed: Option<Changed>,
    /// Both sides' views, Red's first.
    views: [View; 2],
    /// Which sums are up to date.
    is_known: [bool; 2],
}

/// A position that was seen in a view, and its sums.
#[derive(Clone, Debug)]
struct Memory {
    /// The squares of each kind, Red's then Black's.
    pieces: [[Bitboard; 7]; 2],
    sums: Box<[Lane]>,
}

/// The sums of the positions of a line of play. They belong to one network, which must be given whenever they are worked out.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Accumulators {
    steps: Vec<Step>,
    /// For each step the sums of Red's view, then of Black's; what lies behind the last step is out of date.
    sums: Vec<Lane>,
    /// For each side and view.
    memories: Vec<Memory>,
    buckets: KingBuckets,
    /// Lanes of one view.
    lanes: usize,
    kernels: Kernels,
}

impl Accumulators {
    /// For a network; they must be [restarted](Self::restart) before anything else.
    pub fn new(network: &Network, kernels: Kernels) -> Self {
        let memory = Memory { pieces: [[Bitboard::EMPTY; 7]; 2], sums: network.bias().into() };
        Self {
            steps: Vec::new(),
            sums: Vec::new(),
            memories: vec![memory; 2 * network.king_buckets().views()],
            buckets: network.king_buckets(),
            lanes: network.lanes(),
            kernels,
        }
    }

    /// Forgets the line of play and starts over from a board.
    pub fn restart(&mut self, board: &Board) {
        self.steps.clear();
        self.push_step(None, View::both(self.buckets, board));
    }

    /// A legal move is about to be made on a board.
    #[inline]
    pub fn push(&mut self, before: &Board, mv: Move) {
        let Some((last, piece)) = self.steps.last().zip(before.piece(mv.from())) else { return };
        let mut views = last.views;
        if piece.kind() == PieceKind::King {
            views[piece.colour().index()] = View::new(self.buckets, piece.colour(), mv.to());
        }
        self.push_step(Some(Changed { mv, piece, captured: before.piece(mv.to()) }), views);
    }

    /// The turn is handed over without a move.
    pub fn push_pass(&mut self) {
        if let Some(last) = self.steps.last() {
            self.push_step(None, last.views);
        }
    }

    #[inline]
    fn push_step(&mut self, changed: Option<Changed>, views: [View; 2]) {
        self.steps.push(Step { changed, views, is_known: [false; 2] });
        let needed = self.steps.len() * 2 * self.lanes;
        if self.sums.len() < needed {
            self.sums.resize(needed.next_power_of_two(), Lane::ZERO);
        }
    }

    /// The last move or pass is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The sums of the side to move and of the other side. The board is the one that the moves led to.
    #[inline]
    pub fn sums(&mut self, network: &Network, board: &Board) -> [&[Lane]; 2] {
        if self.steps.is_empty() {
            self.restart(board);
        }
        for side in Colour::ALL {
            self.work_out(network, board, side);
        }
        let (red, black) = self.sums[(self.steps.len() - 1) * 2 * self.lanes..].split_at(self.lanes);
        let black = &black[..self.lanes];
        match board.side() {
            Colour::Red => [red, black],
            Colour::Black => [black, red],
        }
    }

    /// Brings the sums of one side's view up to date.
    #[inline]
    fn work_out(&mut self, network: &Network, board: &Board, side: Colour) {
        let last = self.steps.len() - 1;
        let view = self.steps[last].views[side.index()];
        let mut known = last;
        while !self.steps[known].is_known[side.index()] {
            if known == 0 || self.steps[known - 1].views[side.index()] != view {
                self.remember(network, board, view);
                return;
            }
            known -= 1;
        }
        for step in known..last {
            self.advance(network, step, view);
        }
    }

    /// Works the sums of the next step out from those of this one.
    #[inline]
    fn advance(&mut self, network: &Network, step: usize, view: View) {
        let side = view.side().index();
        let (before, after) = self.sums.split_at_mut((step + 1) * 2 * self.lanes);
        let before = &before[(2 * step + side) * self.lanes..][..self.lanes];
        let after = &mut after[side * self.lanes..][..self.lanes];
        let next = &mut self.steps[step + 1];
        next.is_known[side] = true;
        let Some(Changed { mv, piece, captured }) = next.changed else {
            after.copy_from_slice(before);
            return;
        };
        let change = Change {
            added: network.row(view.input(piece, mv.to())),
            removed: network.row(view.input(piece, mv.from())),
            captured: captured.map(|captured| network.row(view.input(captured, mv.to()))),
        };
        self.kernels.change(before, after, change);
    }

    /// Works the sums of the last step out from the last position that was seen in the same view.
    #[cold]
    fn remember(&mut self, network: &Network, board: &Board, view: View) {
        let side = view.side();
        let memory = &mut self.memories[side.index() * self.buckets.views() + view.index()];
        let (mut added, mut removed) = (Inputs::default(), Inputs::default());
        for colour in Colour::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(colour, kind);
                let squares = board.of(colour, kind);
                let before = &mut memory.pieces[colour.index()][kind.index()];
                (squares & !*before).into_iter().for_each(|square| added.push(view.input(piece, square)));
                (*before & !squares).into_iter().for_each(|square| removed.push(view.input(piece, square)));
                *before = squares;
            }
        }
        self.kernels.adjust(&mut memory.sums, network.layer(), added.list(), removed.list());
        let last = self.steps.len() - 1;
        self.steps[last].is_known[side.index()] = true;
        self.sums[(2 * last + side.index()) * self.lanes..][..self.lanes].copy_from_slice(&memory.sums);
    }
}

/// A short list of inputs.
#[derive(Default)]
struct Inputs {
    list: [u16; MAX_PIECES],
    count: usize,
}

impl Inputs {
    fn push(&mut self, input: usize) {
        self.list[self.count] = input as u16;
        self.count += 1;
    }

    fn list(&self) -> &[u16] {
        &self.list[..self.count]
    }
}

//! A stretch of play that leads back to the position it began with.
//!
//! Pieces are followed by identity, named after the square each stands on when the stretch begins.
//! That matters: two cannons can change places and the position still be the same.
//!
//! A stretch can be cut into loops, each of which leads every piece back to where it stood: at its own position if that
//! has occurred in between, and at any other that recurs.

use super::threat::{Outclassed, Threat, threats, threats_despite_check};
use crate::board::Board;
use crate::position::Position;
use crate::types::{Colour, Move, SQUARES, Square};
use alloc::vec::Vec;

/// A piece's identity: where it stood at the beginning of the stretch.
pub type Identity = Square;

/// A board of the stretch, with who is who.
#[derive(Clone)]
pub struct Scene {
    pub board: Board,
    identities: [Identity; SQUARES],
}

impl Scene {
    /// Who stands on an occupied square.
    pub fn identity(&self, square: Square) -> Identity {
        self.identities[square.index()]
    }

    /// The threats of a side, each with attacker and victim.
    pub fn threats(&self, side: Colour, outclassed: Outclassed) -> Vec<(Pair, Threat)> {
        self.with_pairs(threats(&self.board, side, outclassed))
    }

    /// The threats of a side and those that only a check against it holds up.
    pub fn threats_despite_check(&self, side: Colour, outclassed: Outclassed) -> Vec<(Pair, Threat)> {
        self.with_pairs(threats_despite_check(&self.board, side, outclassed))
    }

    fn with_pairs(&self, threats: Vec<Threat>) -> Vec<(Pair, Threat)> {
        let pair = |threat: &Threat| Pair {
            attacker: self.identity(threat.capture.from()),
            victim: self.identity(threat.capture.to()),
        };
        threats.into_iter().map(|threat| (pair(&threat), threat)).collect()
    }

    /// Whether the same pieces stand on the same squares, and the same side is to move.
    fn is_same(&self, other: &Self) -> bool {
        let is_same = |square| self.identity(square) == other.identity(square);
        self.board == other.board && self.board.occupied().into_iter().all(is_same)
    }

    fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        self.identities[mv.to().index()] = self.identities[mv.from().index()];
    }
}

/// An attacker and its victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    pub attacker: Identity,
    pub victim: Identity,
}

/// One ply of the stretch: the scenes before and after it, and after the reply to it.
pub struct Turn<'a> {
    pub mv: Move,
    pub is_check: bool,
    pub before: &'a Scene,
    pub after: &'a Scene,
    pub after_reply: &'a Scene,
}

/// The stretch.
pub struct Span {
    moves: Vec<Move>,
    checks: Vec<bool>,
    /// One more than moves, and the one after that: as the position is the same again, the reply to
    /// the last move is the first.
    scenes: Vec<Scene>,
}

impl Span {
    /// The last `plies` plies, which must hold no capture and end where they began.
    pub fn of_last(position: &Position, plies: usize) -> Self {
        let past = position.past();
        let past = &past[past.len() - plies..];
        let mut board = position.board().clone();
        for ply in past.iter().rev() {
            if let Some(mv) = ply.mv {
                board.take_back(mv, ply.captured);
            }
        }
        let moves = past.iter().filter_map(|ply| ply.mv).collect();
        Self::replay(board, moves, past.iter().map(|ply| ply.is_check).collect())
    }

    fn replay(beginning: Board, moves: Vec<Move>, checks: Vec<bool>) -> Self {
        let identities = core::array::from_fn(Square::from_index);
        let mut scene = Scene { board: beginning, identities };
        let mut scenes = Vec::from([scene.clone()]);
        for &mv in moves.iter().chain(moves.first()) {
            scene.play(mv);
            scenes.push(scene.clone());
        }
        Self { moves, checks, scenes }
    }

    /// The moves of the stretch.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether any move of either side gives check.
    pub fn has_check(&self) -> bool {
        self.checks.contains(&true)
    }

    /// The first scene, in which every identity is the piece's own square.
    pub fn beginning(&self) -> &Board {
        &self.scenes[0].board
    }

    /// The turns of one side.
    pub fn turns(&self, side: Colour) -> impl Iterator<Item = Turn<'_>> + Clone {
        let first = usize::from(self.beginning().side() != side);
        (first..self.moves.len()).step_by(2).map(|index| Turn {
            mv: self.moves[index],
            is_check: self.checks[index],
            before: &self.scenes[index],
            after: &self.scenes[index + 1],
            after_reply: &self.scenes[index + 2],
        })
    }

    /// The loops that the stretch is made of, each as if it were gone through by itself: whenever a scene is seen again,
    /// what lies between is a loop and is cut out. Every move is in exactly one loop.
    pub fn loops(&self) -> Vec<Self> {
        let mut loops = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        for ply in 0..self.moves.len() {
            path.push(ply);
            let now = &self.scenes[ply + 1];
            if let Some(start) = path.iter().position(|&earlier| self.scenes[earlier].is_same(now)) {
                loops.push(self.cut(&path.split_off(start)));
            }
        }
        // Pieces of one kind may have changed places: then the position is the same again, and the scene is not.
        if !path.is_empty() {
            loops.push(self.cut(&path));
        }
        loops
    }

    /// The stretch of these plies, at least one, which must lead back to where they begin.
    fn cut(&self, plies: &[usize]) -> Self {
        let moves = plies.iter().map(|&ply| self.moves[ply]).collect();
        let checks = plies.iter().map(|&ply| self.checks[ply]).collect();
        Self::replay(self.scenes[plies[0]].board.clone(), moves, checks)
    }
}

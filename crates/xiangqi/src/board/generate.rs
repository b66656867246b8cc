//! Listing and counting moves.
//!
//! Everything goes through one visitor that hands out each own piece with the set of squares it may
//! go to, already cut down by the masks of [`Danger`]: what it lists is legal, and counting moves
//! is counting bits.

use super::placement::Placement;
use super::{Board, Danger};
use crate::attacks;
use crate::types::{Bitboard, Colour, Move, MoveList, PieceKind, Square};
use core::ops::ControlFlow;

/// Which moves to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generate {
    /// All legal moves.
    Legal,
    /// Legal captures.
    Captures,
    /// Legal moves that capture nothing.
    Quiets,
    /// Legal moves that capture nothing and give check.
    QuietChecks,
    /// Legal moves out of check: the same as `Legal` when in check, and none when not.
    Evasions,
    /// Every move that the pieces can make, own king in check afterwards or not.
    PseudoLegal,
}

impl Board {
    /// All legal moves.
    ///
    /// ```
    /// let board = xiangqi::Board::start();
    /// assert_eq!(board.legal_moves().len(), 44);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Generate::Legal, &self.danger(), &mut list);
        list
    }

    /// Adds the moves of one kind to a list. `danger` is this board's [`Board::danger`].
    ///
    /// ```
    /// use xiangqi::{Board, Generate, MoveList};
    ///
    /// let board = Board::start();
    /// let mut list = MoveList::new();
    /// board.generate(Generate::Captures, &board.danger(), &mut list);
    /// // Each cannon takes the horse behind the screen.
    /// assert_eq!(list.len(), 2);
    /// board.generate(Generate::Quiets, &board.danger(), &mut list);
    /// assert_eq!(list.len(), 44);
    /// ```
    #[inline]
    pub fn generate(&self, which: Generate, danger: &Danger, list: &mut MoveList) {
        let occupied = self.occupied();
        let own = self.colour(self.side);
        match which {
            Generate::Legal => self.list(danger, !own, list),
            Generate::Captures => self.list(danger, occupied ^ own, list),
            Generate::Quiets => self.list(danger, !occupied, list),
            Generate::Evasions if danger.is_check() => self.list(danger, !own, list),
            Generate::Evasions => {}
            Generate::QuietChecks => self.list_quiet_checks(danger, list),
            Generate::PseudoLegal => self.list_pseudo_legal(list),
        }
    }

    /// Whether there is a legal move; it stops at the first. Without one the game is lost.
    ///
    /// ```
    /// use xiangqi::{Board, Fen};
    ///
    /// assert!(Board::start().has_legal_move());
    /// let mated: Fen = "1R1k5/R8/9/9/9/9/9/9/9/4K4 b".parse()?;
    /// assert!(!mated.board.has_legal_move());
    /// assert_eq!(mated.board.count_legal_moves(), 0);
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    pub fn has_legal_move(&self) -> bool {
        let danger = self.danger();
        let found =
            self.placement.visit_sources(self.side, &danger, !self.colour(self.side), |_, _, targets| {
                if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        found.is_break()
    }

    #[inline(always)]
    fn list(&self, danger: &Danger, wanted: Bitboard, list: &mut MoveList) {
        self.for_each_source(danger, wanted, |_, from, targets| {
            targets.into_iter().for_each(|to| list.push(Move::new(from, to)));
        });
    }

    fn list_quiet_checks(&self, danger: &Danger, list: &mut MoveList) {
        let checks = self.checks();
        self.for_each_source(danger, !self.occupied(), |kind, from, targets| {
            let targets = self.checking_targets(kind, from, targets, &checks);
            targets.into_iter().for_each(|to| list.push(Move::new(from, to)));
        });
    }

    /// Hands each own piece to `visit`, with its kind and its legal targets within `wanted`, which may be none.
    /// `danger` is this board's [`Board::danger`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn for_each_source(
        &self,
        danger: &Danger,
        wanted: Bitboard,
        mut visit: impl FnMut(PieceKind, Square, Bitboard),
    ) {
        let _ = self.placement.visit_sources(self.side, danger, wanted, |kind, from, targets| {
            visit(kind, from, targets);
            ControlFlow::Continue(())
        });
    }

    fn list_pseudo_legal(&self, list: &mut MoveList) {
        let own = self.colour(self.side);
        for from in own {
            let targets = self.reach(from).without(own);
            targets.into_iter().for_each(|to| list.push(Move::new(from, to)));
        }
    }
}

impl Placement {
    /// Hands each own piece and its legal targets within `wanted` to `visit`, until that says to
    /// stop. Targets may be empty; pieces that are seen at a glance to have none are left out.
    #[inline(always)]
    pub fn visit_sources(
        &self,
        side: Colour,
        danger: &Danger,
        wanted: Bitboard,
        mut visit: impl FnMut(PieceKind, Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lines = &self.lines;
        let free = self.colour(side).without(danger.hinges);
        let targets = danger.targets & wanted;
        for from in self.kind(PieceKind::Rook) & free {
            visit(PieceKind::Rook, from, attacks::rook(from, lines) & targets)?;
        }
        for from in self.kind(PieceKind::Cannon) & free {
            visit(PieceKind::Cannon, from, attacks::cannon(from, lines) & targets)?;
        }
        for from in self.kind(PieceKind::Horse) & free {
            visit(PieceKind::Horse, from, attacks::horse(from, lines) & targets)?;
        }
        for from in self.kind(PieceKind::Pawn) & free & attacks::near_pawn_sources(side, targets) {
            visit(PieceKind::Pawn, from, attacks::pawn(side, from) & targets)?;
        }
        if targets.meets(attacks::elephant_points(side)) {
            for from in self.kind(PieceKind::Elephant) & free {
                visit(PieceKind::Elephant, from, attacks::elephant(from, lines) & targets)?;
            }
        }
        if targets.meets(attacks::advisor_points(side)) {
            for from in self.kind(PieceKind::Advisor) & free {
                visit(PieceKind::Advisor, from, attacks::advisor(from) & targets)?;
            }
        }
        for from in danger.hinges {
            let kind = self.kind_on(from);
            let reach = attacks::reach(kind, side, from, lines);
            visit(kind, from, reach & self.hinge_targets(side, from, danger) & wanted)?;
        }
        let king = self.king(side);
        if !attacks::king(king).meets(wanted) {
            return ControlFlow::Continue(());
        }
        visit(PieceKind::King, king, self.king_targets(side) & wanted)
    }
}

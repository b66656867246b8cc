//! Captures that could be made next, and what the rules on chasing think of each.
//!
//! A capture is a threat if it is legal. A check against the threatening side forbids nearly all of its captures for
//! one move, but it ends none of its attacks: [`threats_despite_check`] tells what stands all the same.

use crate::board::Board;
use crate::types::{Bitboard, Colour, Move, PieceKind, Square};
use alloc::vec::Vec;

/// What a threat to capture counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatKind {
    /// It counts as a chase.
    Chase,
    /// A king or a pawn threatens, which it may do for ever.
    KingOrPawn,
    /// The piece could be recaptured, and is not one that is chased all the same.
    Protected,
    /// Two pieces of one kind could capture each other: an offer to exchange.
    Exchange,
}

/// A legal capture that a side could make if it were its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The capture.
    pub capture: Move,
    /// What it counts as.
    pub kind: ThreatKind,
}

/// Which pieces are chased even though they are protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outclassed {
    /// A rook by a horse or a cannon.
    Rook,
    /// A rook by a horse or a cannon, and a rook, horse or cannon by an advisor or an elephant.
    RookOrOfficer,
}

impl Outclassed {
    fn covers(self, attacker: PieceKind, victim: PieceKind) -> bool {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
        match attacker {
            Horse | Cannon => victim == Rook,
            Advisor | Elephant => self == Self::RookOrOfficer && matches!(victim, Rook | Horse | Cannon),
            _ => false,
        }
    }
}

/// The threats of `side` on a board, whoever is to move. Kings and pawns that have not crossed the
/// river cannot be victims.
pub fn threats(board: &Board, side: Colour, outclassed: Outclassed) -> Vec<Threat> {
    let board = &board.with_side(side);
    let danger = board.danger();
    collect(board, outclassed, |capture| board.is_legal_under(capture, &danger))
}

/// The threats of `side`, and the captures that nothing but a check against it forbids: they leave the check where it
/// is and open no other attack on the king.
pub fn threats_despite_check(board: &Board, side: Colour, outclassed: Outclassed) -> Vec<Threat> {
    let board = &board.with_side(side);
    let danger = board.danger();
    let king = board.king(side);
    let opens_nothing = |capture| {
        let mut after = board.clone();
        after.play_unchecked(capture);
        after.pass();
        after.checkers().without(danger.checkers).is_empty()
    };
    collect(board, outclassed, |capture| {
        board.is_legal_under(capture, &danger)
            || (danger.checkers.any() && capture.from() != king && opens_nothing(capture))
    })
}

/// The captures of the side to move that pass a test.
fn collect(board: &Board, outclassed: Outclassed, is_possible: impl Fn(Move) -> bool) -> Vec<Threat> {
    let victims = victims(board, !board.side());
    let mut threats = Vec::new();
    for from in board.colour(board.side()) {
        for to in board.reach(from) & victims {
            let capture = Move::new(from, to);
            if is_possible(capture) {
                threats.push(Threat { capture, kind: kind(board, capture, outclassed) });
            }
        }
    }
    threats
}

/// The pieces of a side that can be chased.
fn victims(board: &Board, side: Colour) -> Bitboard {
    let idle_pawns = board.of(side, PieceKind::Pawn) & Bitboard::half(side);
    board.colour(side).without(board.kind(PieceKind::King) | idle_pawns)
}

fn kind(board: &Board, capture: Move, outclassed: Outclassed) -> ThreatKind {
    let (Some(attacker), Some(victim)) = (board.piece(capture.from()), board.piece(capture.to())) else {
        return ThreatKind::Protected;
    };
    if matches!(attacker.kind(), PieceKind::King | PieceKind::Pawn) {
        ThreatKind::KingOrPawn
    } else if attacker.kind() == victim.kind() && can_capture_first(board, capture) {
        ThreatKind::Exchange
    } else if !outclassed.covers(attacker.kind(), victim.kind()) && is_protected(board, capture) {
        ThreatKind::Protected
    } else {
        ThreatKind::Chase
    }
}

/// Whether the victim could itself capture the attacker.
fn can_capture_first(board: &Board, capture: Move) -> bool {
    board.with_side(!board.side()).is_legal(Move::new(capture.to(), capture.from()))
}

/// Whether the capturing piece could be legally recaptured at once. Screens, legs and pins are looked
/// at as they are after the capture.
fn is_protected(board: &Board, capture: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(capture);
    let danger = after.danger();
    let mut recaptures = after.colour(after.side()).into_iter().map(|from| Move::new(from, capture.to()));
    recaptures.any(|mv| after.is_legal_under(mv, &danger))
}

/// Whether a rook is held fast by a horse of the other side: it stands on the horse's leg and would
/// open a check on its own king by leaving.
pub fn is_rook_pinned_by_horse(board: &Board, rook: Square) -> bool {
    let Some(piece) = board.piece(rook).filter(|piece| piece.kind() == PieceKind::Rook) else { return false };
    let king = board.king(piece.colour());
    let horses = board.of(!piece.colour(), PieceKind::Horse) & crate::attacks::horse_ring(king);
    horses.into_iter().any(|horse| crate::attacks::leg(horse, king) == rook)
}

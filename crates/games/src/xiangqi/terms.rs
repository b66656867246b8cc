//! What the classical evaluation counts.
//!
//! A term is something of which a side has a number; an evaluation is the sum of all counts times their
//! weights, Red's less Black's. Terms of one sort form a [`Block`], and all blocks lie one behind the
//! other in one list, so that a term is a number and the weights are a plain array:
//!
//! ```text
//! material | squares of king .. pawn | mobility of rook, horse, cannon | king lines | palace | ...
//! ```

use super::Tally;
use xiangqi::{Bitboard, Board, Colour, PieceKind, SQUARES, attacks};

/// Terms of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name in a file of weights.
    pub name: &'static str,
    /// How many terms it has.
    pub length: usize,
    /// How many of them make a line in a file.
    pub width: usize,
    start: usize,
}

impl Block {
    /// The number of one of its terms.
    #[inline(always)]
    pub const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.length);
        self.start + index
    }
}

macro_rules! blocks {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $length:expr, $width:expr;)*) => {
        blocks!(@ 0; $($(#[$doc])* $name = $text, $length, $width;)*);
        /// All blocks in their order.
        pub const BLOCKS: &[Block] = &[$($name),*];
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident = $text:literal, $length:expr, $width:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: Block = Block { name: $text, length: $length, width: $width, start: $start };
        blocks!(@ $start + $length; $($rest)*);
    };
    (@ $start:expr;) => {
        /// How many terms there are.
        pub const TERMS: usize = $start;
    };
}

blocks! {
    /// Pieces, in the order of [`PieceKind::ALL`].
    MATERIAL = "material", 7, 7;
    /// The squares of each kind in turn, rank 0 of the piece's own side first.
    KING_SQUARES = "king squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    ADVISOR_SQUARES = "advisor squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    ELEPHANT_SQUARES = "elephant squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    HORSE_SQUARES = "horse squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    ROOK_SQUARES = "rook squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    CANNON_SQUARES = "cannon squares", SQUARES, 9;
    /// See [`KING_SQUARES`].
    PAWN_SQUARES = "pawn squares", SQUARES, 9;
    /// Having the move.
    TEMPO = "tempo", 1, 1;
    /// Rooks by their number of moves.
    ROOK_MOBILITY = "rook mobility", 18, 9;
    /// Horses by their number of moves.
    HORSE_MOBILITY = "horse mobility", 9, 9;
    /// Cannons by their number of moves.
    CANNON_MOBILITY = "cannon mobility", 18, 9;
    /// Cannons in line with the enemy king by what stands between (none, one, two, more): on its file.
    CANNON_FILE = "cannon on the king's file", 4, 4;
    /// The same on its rank.
    CANNON_RANK = "cannon on the king's rank", 4, 4;
    /// Rooks in line with the enemy king by what stands between.
    ROOK_LINE = "rook in line with the king", 4, 4;
    /// Points of the enemy palace that are attacked, once for each attacker: by rook, horse, cannon, pawn.
    PALACE_HITS = "attacks on the palace", 4, 4;
    /// By how many rooks, horses, cannons and pawns attack the enemy palace (to six), and how many
    /// guards it has left (to four).
    PALACE_SIEGE = "siege of the palace", 35, 5;
    /// By advisors and elephants left, while the enemy has a rook.
    GUARDS_AGAINST_ROOKS = "guards against rooks", 9, 3;
    /// By advisors and elephants left, while the enemy has a horse.
    GUARDS_AGAINST_HORSES = "guards against horses", 9, 3;
    /// By advisors and elephants left, while the enemy has a cannon.
    GUARDS_AGAINST_CANNONS = "guards against cannons", 9, 3;
    /// By rooks, horses and cannons left: what pairs and mixtures are worth.
    OFFICERS = "officers", 27, 9;
    /// By pawns across the river.
    CROSSED_PAWNS = "pawns across the river", 6, 6;
    /// Pawns across the river with another one beside them.
    LINKED_PAWNS = "linked pawns", 1, 1;
    /// Horses whose pawn in front has not moved away.
    BLOCKED_HORSES = "blocked horses", 1, 1;
    /// Enemy pieces attacked and not defended: by attacker (pawn, horse, cannon, rook) and kind.
    LOOSE = "attacks on loose pieces", 28, 7;
    /// Enemy pieces attacked though defended, in the same order.
    GUARDED = "attacks on guarded pieces", 28, 7;
}

/// The squares of a kind.
#[inline]
pub const fn squares_of(kind: PieceKind) -> Block {
    match kind {
        PieceKind::King => KING_SQUARES,
        PieceKind::Advisor => ADVISOR_SQUARES,
        PieceKind::Elephant => ELEPHANT_SQUARES,
        PieceKind::Horse => HORSE_SQUARES,
        PieceKind::Rook => ROOK_SQUARES,
        PieceKind::Cannon => CANNON_SQUARES,
        PieceKind::Pawn => PAWN_SQUARES,
    }
}

/// What the officers and pawns of one side attack.
#[derive(Clone, Copy)]
struct Attacks {
    /// By pawn, horse, cannon and rook.
    by: [Bitboard; 4],
    /// By any piece.
    all: Bitboard,
}

/// Counts everything but material, squares and the move.
#[inline]
pub fn count(board: &Board, tally: &mut impl Tally) {
    let red = officers(board, Colour::Red, tally);
    let black = officers(board, Colour::Black, tally);
    threats(board, Colour::Red, &red, black.all, tally);
    threats(board, Colour::Black, &black, red.all, tally);
    for side in Colour::ALL {
        structure(board, side, tally);
    }
}

/// Mobility, the lines to the enemy king and the siege of its palace, in one walk over the pieces.
#[inline]
fn officers(board: &Board, side: Colour, tally: &mut impl Tally) -> Attacks {
    let (lines, own, occupied) = (board.lines(), board.colour(side), board.occupied());
    let enemy_king = board.king(!side);
    let palace = Bitboard::PALACES & Bitboard::half(!side);
    let mut attackers = 0;
    let mut besiege = |tally: &mut _, index: usize, targets: Bitboard| {
        let hits = (targets & palace).count();
        if hits > 0 {
            attackers += 1;
            Tally::add(tally, side, PALACE_HITS.at(index), hits as i32);
        }
    };
    let between = |from| (attacks::between(from, enemy_king) & occupied).count().min(3) as usize;
    let mut by = [Bitboard::EMPTY; 4];

    for rook in board.of(side, PieceKind::Rook) {
        let targets = attacks::rook(rook, lines);
        tally.add(side, ROOK_MOBILITY.at(targets.without(own).count() as usize), 1);
        besiege(tally, 0, targets);
        if attacks::cross(enemy_king).has(rook) {
            tally.add(side, ROOK_LINE.at(between(rook)), 1);
        }
        by[3] |= targets;
    }
    for horse in board.of(side, PieceKind::Horse) {
        let targets = attacks::horse(horse, lines);
        tally.add(side, HORSE_MOBILITY.at(targets.without(own).count() as usize), 1);
        besiege(tally, 1, targets);
        by[1] |= targets;
    }
    for cannon in board.of(side, PieceKind::Cannon) {
        let targets = attacks::cannon(cannon, lines);
        tally.add(side, CANNON_MOBILITY.at(targets.without(own).count().min(17) as usize), 1);
        besiege(tally, 2, targets);
        if attacks::cross(enemy_king).has(cannon) {
            let line = if cannon.file() == enemy_king.file() { CANNON_FILE } else { CANNON_RANK };
            tally.add(side, line.at(between(cannon)), 1);
        }
        // Without a screen a cannon attacks nothing.
        by[2] |= targets & occupied;
    }
    for pawn in board.of(side, PieceKind::Pawn) {
        let targets = attacks::pawn(side, pawn);
        besiege(tally, 3, targets);
        by[0] |= targets;
    }
    let guards = board.of(!side, PieceKind::Advisor) | board.of(!side, PieceKind::Elephant);
    tally.add(side, PALACE_SIEGE.at(attackers.min(6) * 5 + (guards.count() as usize).min(4)), 1);

    let mut all = by[0] | by[1] | by[2] | by[3] | attacks::king(board.king(side));
    for advisor in board.of(side, PieceKind::Advisor) {
        all |= attacks::advisor(advisor);
    }
    for elephant in board.of(side, PieceKind::Elephant) {
        all |= attacks::elephant(elephant, lines);
    }
    Attacks { by, all }
}

/// Pieces that the other side has to look after.
#[inline]
fn threats(board: &Board, side: Colour, attacks: &Attacks, defended: Bitboard, tally: &mut impl Tally) {
    let enemies = board.colour(!side);
    for (attacker, targets) in attacks.by.into_iter().enumerate() {
        for target in targets & enemies {
            let Some(piece) = board.piece(target) else { continue };
            let block = if defended.has(target) { GUARDED } else { LOOSE };
            tally.add(side, block.at(attacker * 7 + piece.kind().index()), 1);
        }
    }
}

/// What a side has left, and how its pawns stand.
#[inline]
fn structure(board: &Board, side: Colour, tally: &mut impl Tally) {
    let own = |kind| board.of(side, kind).count() as usize;
    let guards = own(PieceKind::Advisor).min(2) * 3 + own(PieceKind::Elephant).min(2);
    for (kind, block) in [
        (PieceKind::Rook, GUARDS_AGAINST_ROOKS),
        (PieceKind::Horse, GUARDS_AGAINST_HORSES),
        (PieceKind::Cannon, GUARDS_AGAINST_CANNONS),
    ] {
        if board.of(!side, kind).any() {
            tally.add(side, block.at(guards), 1);
        }
    }
    let officers = own(PieceKind::Rook).min(2) * 9 + own(PieceKind::Horse).min(2) * 3;
    tally.add(side, OFFICERS.at(officers + own(PieceKind::Cannon).min(2)), 1);

    let pawns = board.of(side, PieceKind::Pawn);
    let crossed = pawns.without(Bitboard::half(side));
    tally.add(side, CROSSED_PAWNS.at((crossed.count() as usize).min(5)), 1);
    let mut linked = 0;
    for pawn in crossed {
        linked += i32::from(pawn.offset(1, 0).is_some_and(|beside| crossed.has(beside)));
    }
    if linked > 0 {
        tally.add(side, LINKED_PAWNS.at(0), linked);
    }
    let forward = if side == Colour::Red { 1 } else { -1 };
    let mut blocked = 0;
    for horse in board.of(side, PieceKind::Horse) & Bitboard::half(side) {
        blocked += i32::from(horse.offset(0, forward).is_some_and(|front| pawns.has(front)));
    }
    if blocked > 0 {
        tally.add(side, BLOCKED_HORSES.at(0), blocked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lie_one_behind_the_other() {
        let mut next = 0;
        for block in BLOCKS {
            assert_eq!(block.at(0), next, "{}", block.name);
            assert_eq!(block.length % block.width, 0, "{}", block.name);
            next += block.length;
        }
        assert_eq!(next, TERMS);
    }
}

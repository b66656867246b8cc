//! Named patterns of mates, read off the last position. Each rule is narrow: where it does not fire, the pattern may
//! still be there for a human eye.

use crate::Theme;
use xiangqi::{Bitboard, Board, Colour, Move, PieceKind, Square, attacks};

/// A position in which the side to move has no move, and the move that led there.
pub struct Mate<'a> {
    end: &'a Board,
    last: Move,
    /// The side that is mated.
    loser: Colour,
    winner: Colour,
    king: Square,
    checkers: Bitboard,
}

impl<'a> Mate<'a> {
    /// Nothing if the game goes on.
    pub fn of(end: &'a Board, last: Move) -> Option<Self> {
        if end.has_legal_move() {
            return None;
        }
        let loser = end.side();
        let (king, checkers) = (end.king(loser), end.checkers());
        Some(Self { end, last, loser, winner: !loser, king, checkers })
    }

    /// The patterns that are there.
    pub fn themes(&self) -> Vec<Theme> {
        if self.checkers.is_empty() {
            return vec![Theme::Stalemate];
        }
        let rules: [(Theme, bool); 12] = [
            (Theme::DoubleCannon, self.is_double_cannon()),
            (Theme::HorseCannon, self.is_horse_cannon()),
            (Theme::CrouchingHorse, self.is_crouching_horse()),
            (Theme::CornerHorse, self.is_corner_horse()),
            (Theme::AnglerHorse, self.is_angler_horse()),
            (Theme::IronBolt, self.is_iron_bolt()),
            (Theme::TwoRooks, self.is_two_rooks()),
            (Theme::Smothered, self.is_smothered()),
            (Theme::FacingKings, self.is_facing_kings()),
            (Theme::HeavenEarth, self.is_heaven_earth()),
            (Theme::TwoPawns, self.is_two_pawns()),
            (Theme::PawnHeart, self.is_pawn_heart()),
        ];
        rules.into_iter().filter_map(|(theme, fires)| fires.then_some(theme)).collect()
    }

    fn own(&self, kind: PieceKind) -> Bitboard {
        self.end.of(self.winner, kind)
    }

    /// File, and rank as the winner counts it.
    fn place(&self, square: Square) -> (usize, usize) {
        (square.file(), square.rank_from(self.winner))
    }

    /// Where the king could go if nothing attacked it there.
    fn ways_out(&self) -> Bitboard {
        attacks::king(self.king).without(self.end.colour(self.loser))
    }

    /// What each cannon that gives check jumps over.
    fn screens(&self) -> impl Iterator<Item = Square> {
        (self.checkers & self.own(PieceKind::Cannon))
            .into_iter()
            .filter_map(|cannon| (attacks::between(cannon, self.king) & self.end.occupied()).first())
    }

    fn is_double_cannon(&self) -> bool {
        self.screens().any(|screen| self.own(PieceKind::Cannon).has(screen))
    }

    fn is_horse_cannon(&self) -> bool {
        let distance = |a: Square| a.file().abs_diff(self.king.file()) + a.rank().abs_diff(self.king.rank());
        self.screens().any(|screen| self.own(PieceKind::Horse).has(screen) && distance(screen) == 2)
    }

    fn is_crouching_horse(&self) -> bool {
        let mut horses = (self.checkers & self.own(PieceKind::Horse)).into_iter();
        horses.any(|horse| matches!(self.place(horse), (2 | 6, 8)))
    }

    fn is_corner_horse(&self) -> bool {
        let mut horses = (self.checkers & self.own(PieceKind::Horse)).into_iter();
        self.place(self.king) == (4, 9) && horses.any(|horse| matches!(self.place(horse), (3 | 5, 7)))
    }

    fn is_angler_horse(&self) -> bool {
        let mut horses = self.own(PieceKind::Horse).without(self.checkers).into_iter();
        self.checkers.meets(self.own(PieceKind::Rook))
            && horses.any(|horse| {
                matches!(self.place(horse), (2 | 6, 7)) && self.end.reach(horse).meets(self.ways_out())
            })
    }

    fn is_iron_bolt(&self) -> bool {
        let bolt = self.last.to();
        let own_king = self.end.king(self.winner);
        let is_bolt = (self.own(PieceKind::Rook) | self.own(PieceKind::Pawn)).has(bolt);
        let is_held =
            own_king.file() == bolt.file() && !attacks::between(own_king, bolt).meets(self.end.occupied());
        self.place(self.king) == (4, 9)
            && matches!(self.place(bolt), (3 | 5, 9))
            && self.checkers.has(bolt)
            && is_bolt
            && is_held
            && self.own(PieceKind::Cannon).into_iter().any(|cannon| cannon.file() == 4)
    }

    fn is_two_rooks(&self) -> bool {
        let rooks = self.own(PieceKind::Rook);
        let others = rooks.without(self.checkers);
        self.checkers.meets(rooks)
            && others.into_iter().any(|rook| self.end.reach(rook).meets(self.ways_out()))
    }

    fn is_smothered(&self) -> bool {
        let jumpers = self.own(PieceKind::Cannon) | self.own(PieceKind::Horse);
        self.checkers.count() == 1 && self.checkers.meets(jumpers) && self.ways_out().is_empty()
    }

    fn is_facing_kings(&self) -> bool {
        let own_king = self.end.king(self.winner);
        // The king that flees leaves its place.
        let mut lines = *self.end.lines();
        lines.toggle(self.king, self.loser);
        let occupied = self.end.occupied().without(Bitboard::of(self.king));
        self.ways_out().into_iter().any(|square| {
            square.file() == own_king.file()
                && !attacks::between(square, own_king).meets(occupied)
                && !(self.end.attackers(square, &lines) & self.end.colour(self.winner)).any()
        })
    }

    fn is_heaven_earth(&self) -> bool {
        let has = |is_there: fn((usize, usize)) -> bool| {
            self.own(PieceKind::Cannon).into_iter().any(|cannon| is_there(self.place(cannon)))
        };
        self.place(self.king).0 == 4
            && has(|(file, rank)| file == 4 && rank < 7)
            && has(|(_, rank)| rank == 9)
    }

    fn is_two_pawns(&self) -> bool {
        let places = self.own(PieceKind::Pawn).into_iter().map(|pawn| self.place(pawn));
        places.filter(|place| matches!(place, (3 | 5, 8))).count() == 2
    }

    fn is_pawn_heart(&self) -> bool {
        self.own(PieceKind::Pawn).into_iter().any(|pawn| self.place(pawn) == (4, 8))
    }
}

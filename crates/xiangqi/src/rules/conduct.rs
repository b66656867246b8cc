//! What a side did in a stretch of play that repeats.
//!
//! The question is the same under every rule set: does *every* move of the side give check, or is
//! there an enemy piece that every move chases? Which attacks a move makes is the business of
//! [`made`](super::made).

use super::RuleSet;
use super::made::{Made, made};
use super::span::{Identity, Span, Turn};
use super::threat::{ThreatKind, is_rook_pinned_by_horse};
use crate::types::{Bitboard, Colour, Move, Piece, Square};
use alloc::vec::Vec;

/// How badly a side offends by what it repeats; the worse offence loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offence {
    /// Nothing that the rules forbid.
    None,
    /// Every move takes away the protection of the same piece, which stays under attack throughout.
    /// A lesser offence: the attacked side may answer it by a chase of its own only at its own risk.
    Undermining,
    /// Every move chases the same piece.
    Chase,
    /// Every move chases the same rook, which a horse holds fast.
    PinnedRookChase,
    /// Every move gives check.
    Check,
}

/// An attack on a piece, made by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move after which it stands.
    pub after: Move,
    /// The attacking piece.
    pub by: Piece,
    /// Where it stands.
    pub from: Square,
    /// Where the attacked piece stands.
    pub at: Square,
}

/// Why repeated attacks are not an offence, or what else fills the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Neither checks nor attacks that matter.
    Idle,
    /// Checks on some moves, not on all.
    SomeChecks,
    /// Every move attacks this piece, but not every attack counts, for this reason.
    Excused(Piece, ThreatKind),
    /// Every move chases something, in turn these pieces.
    InTurn(Vec<Piece>),
    /// Some moves chase this piece, others are idle.
    SomeChases(Piece),
}

/// What one side did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// How badly it offends.
    pub offence: Offence,
    /// The moves it made in the stretch.
    pub moves: usize,
    /// How many of them gave check.
    pub checks: usize,
    /// The piece it chases on every move, if that is the offence.
    pub prey: Option<Piece>,
    /// The attacks on the prey.
    pub attacks: Vec<Attack>,
    /// What it does if it does not offend.
    pub habit: Habit,
}

/// How badly a side offends. The same as the offence of its [`conduct`], and much cheaper when there is
/// none, which is nearly always.
pub fn offence(rules: RuleSet, span: &Span, side: Colour) -> Offence {
    let Opening::MayChase = opening(rules, span, side) else { return conduct(rules, span, side).offence };
    let mut prey = span.beginning().colour(!side);
    for turn in span.turns(side) {
        let made = made(rules, &turn, side, true);
        prey &= made.attacks.iter().map(|new| new.pair.victim).collect();
        if prey.is_empty() {
            return Offence::None;
        }
    }
    conduct(rules, span, side).offence
}

/// What a side did.
pub fn conduct(rules: RuleSet, span: &Span, side: Colour) -> Conduct {
    let turns: Vec<Turn<'_>> = span.turns(side).collect();
    let checks = turns.iter().filter(|turn| turn.is_check).count();
    let mut conduct = Conduct {
        offence: Offence::None,
        moves: turns.len(),
        checks,
        prey: None,
        attacks: Vec::new(),
        habit: if checks > 0 { Habit::SomeChecks } else { Habit::Idle },
    };
    match opening(rules, span, side) {
        Opening::AlwaysChecks => conduct.offence = Offence::Check,
        Opening::CannotChase => {}
        Opening::MayChase => {
            let record = Record {
                span,
                side,
                made: turns.iter().map(|turn| made(rules, turn, side, false)).collect(),
                turns,
                pins_matter: rules == RuleSet::Asian,
            };
            match record.perpetual_prey() {
                Some(prey) => {
                    conduct.offence = record.offence_against(prey);
                    conduct.prey = record.piece(prey);
                    conduct.attacks = record.attacks_on(prey);
                }
                None => conduct.habit = record.habit(),
            }
        }
    }
    conduct
}

/// What the checks alone say.
enum Opening {
    AlwaysChecks,
    CannotChase,
    MayChase,
}

fn opening(rules: RuleSet, span: &Span, side: Colour) -> Opening {
    let mut turns = span.turns(side);
    // Under the computer rules a check by anybody rules out a chase by anybody; under the Asian rules
    // a check is not a chase, and a chase needs every move.
    let has_check = turns.clone().any(|turn| turn.is_check);
    match rules {
        RuleSet::Simple => Opening::CannotChase,
        _ if turns.all(|turn| turn.is_check) => Opening::AlwaysChecks,
        RuleSet::Computer if span.has_check() => Opening::CannotChase,
        _ if has_check => Opening::CannotChase,
        _ => Opening::MayChase,
    }
}

/// The moves of one side and the attacks they make.
struct Record<'a> {
    span: &'a Span,
    side: Colour,
    turns: Vec<Turn<'a>>,
    made: Vec<Made>,
    pins_matter: bool,
}

impl Record<'_> {
    fn victims(&self) -> Bitboard {
        self.span.beginning().colour(!self.side)
    }

    fn piece(&self, identity: Identity) -> Option<Piece> {
        self.span.beginning().piece(identity)
    }

    /// The piece that every move chases; of several, the one chased in the worst manner.
    fn perpetual_prey(&self) -> Option<Identity> {
        let chased = |&victim: &Identity| self.made.iter().all(|made| made.has_chase(victim));
        self.victims().into_iter().filter(chased).max_by_key(|&victim| self.offence_against(victim))
    }

    fn offence_against(&self, victim: Identity) -> Offence {
        let is_undermined = self.made.iter().all(|made| made.chases(victim).all(|new| new.is_undermining));
        if is_undermined {
            Offence::Undermining
        } else if self.pins_matter && self.is_pinned_throughout(victim) {
            Offence::PinnedRookChase
        } else {
            Offence::Chase
        }
    }

    fn is_pinned_throughout(&self, victim: Identity) -> bool {
        self.turns.iter().zip(&self.made).all(|(turn, made)| {
            let mut squares = made.chases(victim).map(|new| new.threat.capture.to());
            squares.all(|square| is_rook_pinned_by_horse(&turn.after.board, square))
        })
    }

    /// The chases of a piece, each once.
    fn attacks_on(&self, victim: Identity) -> Vec<Attack> {
        let mut attacks = Vec::new();
        for (turn, made) in self.turns.iter().zip(&self.made) {
            for new in made.chases(victim) {
                let Some(by) = self.piece(new.pair.attacker) else { continue };
                let (from, at) = (new.threat.capture.from(), new.threat.capture.to());
                let attack = Attack { after: turn.mv, by, from, at };
                if !attacks.contains(&attack) {
                    attacks.push(attack);
                }
            }
        }
        attacks
    }

    /// What the side does where no piece is chased by every one of its moves: the reason why it is not a chaser.
    fn habit(&self) -> Habit {
        let excused = |victim: Identity| Some((self.piece(victim)?, self.excuse(victim)?));
        if let Some((piece, kind)) = self.victims().into_iter().find_map(excused) {
            return Habit::Excused(piece, kind);
        }
        let is_chased = |&victim: &Identity| self.made.iter().any(|made| made.has_chase(victim));
        let chased: Vec<Identity> = self.victims().into_iter().filter(is_chased).collect();
        let pieces: Vec<Piece> = chased.iter().filter_map(|&victim| self.piece(victim)).collect();
        let every_move_chases =
            self.made.iter().all(|made| chased.iter().any(|&victim| made.has_chase(victim)));
        match pieces.first() {
            None => Habit::Idle,
            Some(_) if every_move_chases => Habit::InTurn(pieces),
            Some(&piece) => Habit::SomeChases(piece),
        }
    }

    /// If every move attacks the piece: why some attack does not count.
    fn excuse(&self, victim: Identity) -> Option<ThreatKind> {
        let mut excuse = None;
        for made in &self.made {
            let mut kinds = made.attacks_on(victim).map(|new| new.threat.kind);
            let first = kinds.next()?;
            if first != ThreatKind::Chase && kinds.all(|kind| kind != ThreatKind::Chase) {
                excuse = excuse.or(Some(first));
            }
        }
        excuse
    }
}

//! What a side did in a stretch of play that repeats, under each rule set.
//!
//! Both rule sets ask the same question: is there an enemy piece that *every* move of the side
//! chases? They differ in which attacks count as new, see [`computer`] and [`asian`].

use super::span::{Identity, Pair, Span, Turn};
use super::threat::{Outclassed, Standing, Threat, is_rook_pinned_by_horse};
use crate::types::{Colour, Move, Piece, PieceKind, Square};
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

/// Why repeated attacks are no offence, or what else fills the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Neither checks nor attacks that matter.
    Idle,
    /// Checks on some moves, not on all.
    SomeChecks,
    /// Every move attacks this piece, but not every attack counts, for this reason.
    Excused(Piece, Standing),
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

/// An attack that a move makes.
#[derive(Clone, Copy)]
struct New {
    pair: Pair,
    threat: Threat,
    /// Whether the attacker could have captured before, had the piece not been protected then.
    is_undermining: bool,
}

/// The attacks that one move makes.
struct Made {
    mv: Move,
    attacks: Vec<New>,
}

impl Made {
    fn attacks(&self, victim: Identity) -> impl Iterator<Item = &New> {
        self.attacks.iter().filter(move |new| new.pair.victim == victim)
    }

    fn chases(&self, victim: Identity) -> impl Iterator<Item = &New> {
        self.attacks(victim).filter(|new| new.threat.standing == Standing::Chase)
    }
}

/// The computer rule: a piece is chased by a move if it is chased after the move and was not before,
/// by whatever piece. Any check in the stretch, of either side, and nobody chases.
pub fn computer(span: &Span, side: Colour) -> Conduct {
    let made = |turn: Turn<'_>| {
        let before = turn.before.threats(side, Outclassed::RookOrOfficer);
        let is_old = |pair: Pair| {
            before.iter().any(|(old, threat)| old.victim == pair.victim && threat.standing == Standing::Chase)
        };
        let after = turn.after.threats(side, Outclassed::RookOrOfficer).into_iter();
        let new = |(pair, threat)| New { pair, threat, is_undermining: false };
        after.filter(|(pair, _)| !is_old(*pair)).map(new).collect()
    };
    let can_chase = !span.has_check();
    conduct(span, side, can_chase, false, made)
}

/// The Asian rules: a piece is chased by a move if an attacker can take it after the move that could
/// not before, and the reply puts an end to that. A check is no chase.
pub fn asian(span: &Span, side: Colour) -> Conduct {
    let made = |turn: Turn<'_>| {
        if turn.is_check {
            return Vec::new();
        }
        let before = turn.before.threats(side, Outclassed::Rook);
        let later = turn.after_reply.threats(side, Outclassed::Rook);
        let standing = |threats: &[(Pair, Threat)], pair: Pair| {
            threats.iter().find(|(other, _)| *other == pair).map(|(_, threat)| threat.standing)
        };
        let after = turn.after.threats(side, Outclassed::Rook).into_iter();
        let new = |(pair, threat): (Pair, Threat)| {
            // The same attack, and no better or worse than this one.
            let is_same = |other: Standing| other == Standing::Chase || threat.standing != Standing::Chase;
            let was = standing(&before, pair);
            let is_old = was.is_some_and(is_same);
            let stays = standing(&later, pair).is_some_and(is_same);
            let is_undermining = was == Some(Standing::Protected);
            (!is_old && !stays).then_some(New { pair, threat, is_undermining })
        };
        after.filter_map(new).collect()
    };
    conduct(span, side, true, true, made)
}

/// No judgement at all: a repetition is a draw, whatever led to it.
pub fn simple(span: &Span, side: Colour) -> Conduct {
    let turns = span.turns(side);
    let checks = turns.clone().filter(|turn| turn.is_check).count();
    let habit = if checks > 0 { Habit::SomeChecks } else { Habit::Idle };
    Conduct { offence: Offence::None, moves: turns.count(), checks, prey: None, attacks: Vec::new(), habit }
}

fn conduct(
    span: &Span,
    side: Colour,
    can_chase: bool,
    pins_matter: bool,
    made: impl Fn(Turn<'_>) -> Vec<New>,
) -> Conduct {
    let turns = span.turns(side);
    let moves = turns.clone().count();
    let checks = turns.clone().filter(|turn| turn.is_check).count();
    let mut conduct = Conduct {
        offence: Offence::None,
        moves,
        checks,
        prey: None,
        attacks: Vec::new(),
        habit: Habit::Idle,
    };
    if checks == moves {
        conduct.offence = Offence::Check;
        return conduct;
    }
    if checks > 0 {
        conduct.habit = Habit::SomeChecks;
    }
    if !can_chase || checks > 0 {
        return conduct;
    }
    let made: Vec<Made> = turns.clone().map(|turn| Made { mv: turn.mv, attacks: made(turn) }).collect();
    let board = span.beginning();
    let pieces = || board.colour(!side).into_iter();
    let piece = |victim: Identity| board.piece(victim).unwrap_or(Piece::new(!side, PieceKind::Pawn));
    let perpetual = pieces().filter(|&victim| made.iter().all(|made| made.chases(victim).next().is_some()));
    let is_pinned = |victim: Identity| {
        turns.clone().zip(&made).all(|(turn, made)| {
            made.chases(victim).all(|new| is_rook_pinned_by_horse(&turn.after.board, new.threat.capture.to()))
        })
    };
    let is_undermined = |victim| made.iter().all(|made| made.chases(victim).all(|new| new.is_undermining));
    let offence = |victim: Identity| {
        if is_undermined(victim) {
            Offence::Undermining
        } else if pins_matter && is_pinned(victim) {
            Offence::PinnedRookChase
        } else {
            Offence::Chase
        }
    };
    if let Some(victim) = perpetual.max_by_key(|&victim| offence(victim)) {
        conduct.offence = offence(victim);
        conduct.prey = Some(piece(victim));
        for made in &made {
            for New { pair, threat, .. } in made.chases(victim) {
                let attack = Attack {
                    after: made.mv,
                    by: board.piece(pair.attacker).unwrap_or(Piece::new(side, PieceKind::Pawn)),
                    from: threat.capture.from(),
                    at: threat.capture.to(),
                };
                if !conduct.attacks.contains(&attack) {
                    conduct.attacks.push(attack);
                }
            }
        }
        return conduct;
    }
    conduct.habit = habit(&made, pieces().collect(), piece);
    conduct
}

fn habit(made: &[Made], victims: Vec<Identity>, piece: impl Fn(Identity) -> Piece) -> Habit {
    let excuse = |victim: Identity| {
        let standings = made.iter().map(|made| {
            let chased = made.chases(victim).next().map(|_| Standing::Chase);
            chased.or_else(|| made.attacks(victim).next().map(|new| new.threat.standing))
        });
        // All moves attack it, and at least one attack does not count.
        let standings: Option<Vec<Standing>> = standings.collect();
        standings?.into_iter().find(|&standing| standing != Standing::Chase)
    };
    let is_chased = |victim: &Identity| made.iter().any(|made| made.chases(*victim).next().is_some());
    if let Some((victim, standing)) = victims.iter().find_map(|&victim| Some((victim, excuse(victim)?))) {
        return Habit::Excused(piece(victim), standing);
    }
    let chased: Vec<Identity> = victims.into_iter().filter(is_chased).collect();
    let every_move_chases =
        made.iter().all(|made| chased.iter().any(|&victim| made.chases(victim).next().is_some()));
    match chased.first() {
        None => Habit::Idle,
        Some(_) if every_move_chases => Habit::InTurn(chased.into_iter().map(piece).collect()),
        Some(&victim) => Habit::SomeChases(piece(victim)),
    }
}

//! Which attacks a move makes: the point where the rule sets part.
//!
//! Under the Asian rules a move chases by the attacks that it makes, and an attack that stood before the move is not
//! made by it. A check against the attacker's side holds the attack up and does not end it: whoever steps out of the
//! check has not attacked anything by that. The computer rules need no such care, as a check by anybody rules out every
//! chase.

use super::RuleSet;
use super::span::{Identity, Pair, Turn};
use super::threat::{Outclassed, Threat, ThreatKind};
use crate::types::Colour;
use alloc::vec::Vec;

/// An attack that a move makes.
#[derive(Clone, Copy)]
pub struct New {
    pub pair: Pair,
    pub threat: Threat,
    /// Whether the attacker could have captured before, had the piece not been protected then.
    pub is_undermining: bool,
}

/// The attacks that one move makes.
pub struct Made {
    pub attacks: Vec<New>,
}

impl Made {
    /// The attacks on one piece, whatever they count as.
    pub fn attacks_on(&self, victim: Identity) -> impl Iterator<Item = &New> {
        self.attacks.iter().filter(move |new| new.pair.victim == victim)
    }

    /// The attacks on one piece that are chases.
    pub fn chases(&self, victim: Identity) -> impl Iterator<Item = &New> {
        self.attacks_on(victim).filter(|new| new.threat.kind == ThreatKind::Chase)
    }

    /// Whether the move chases a piece.
    pub fn has_chase(&self, victim: Identity) -> bool {
        self.chases(victim).next().is_some()
    }
}

/// The attacks that a move of `side` makes; if so asked, only those that count as chases.
pub fn made(rules: RuleSet, turn: &Turn<'_>, side: Colour, chases_only: bool) -> Made {
    let outclassed = match rules {
        RuleSet::Asian => Outclassed::Rook,
        RuleSet::Computer | RuleSet::Simple => Outclassed::RookOrOfficer,
    };
    let mut after = turn.after.threats(side, outclassed);
    if chases_only {
        after.retain(|(_, threat)| threat.kind == ThreatKind::Chase);
    }
    if after.is_empty() {
        return Made { attacks: Vec::new() };
    }
    let attacks = match rules {
        RuleSet::Computer | RuleSet::Simple => new_victims(after, &turn.before.threats(side, outclassed)),
        RuleSet::Asian => {
            let before = turn.before.threats_despite_check(side, outclassed);
            new_pairs(after, &before, &turn.after_reply.threats(side, outclassed))
        }
    };
    Made { attacks }
}

type Threats = Vec<(Pair, Threat)>;

/// The computer rule: a piece is chased by a move if it is chased after the move and was not before,
/// by whatever piece.
fn new_victims(after: Threats, before: &Threats) -> Vec<New> {
    let was_chased = |victim| {
        before.iter().any(|(pair, threat)| pair.victim == victim && threat.kind == ThreatKind::Chase)
    };
    let new = after.into_iter().filter(|(pair, _)| !was_chased(pair.victim));
    new.map(|(pair, threat)| New { pair, threat, is_undermining: false }).collect()
}

/// The Asian rules: a piece is chased by a move if an attacker can take it after the move that could
/// not before, for another reason than a check, and the reply puts an end to that.
fn new_pairs(after: Threats, before: &Threats, later: &Threats) -> Vec<New> {
    let kind = |threats: &Threats, pair: Pair| {
        threats.iter().find(|(other, _)| *other == pair).map(|(_, threat)| threat.kind)
    };
    let new = |(pair, threat): (Pair, Threat)| {
        // A chase is new even if the piece was attacked before, but protected.
        let is_same = |other: ThreatKind| other == ThreatKind::Chase || threat.kind != ThreatKind::Chase;
        let was = kind(before, pair);
        let is_old = was.is_some_and(is_same);
        let stays = kind(later, pair).is_some_and(is_same);
        let is_undermining = was == Some(ThreatKind::Protected);
        (!is_old && !stays).then_some(New { pair, threat, is_undermining })
    };
    after.into_iter().filter_map(new).collect()
}

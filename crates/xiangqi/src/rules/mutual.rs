//! Stretches that are made of several loops.
//!
//! Under the Asian rules it is a draw if both sides chase, each with every move. Their example of such a mutual chase, in
//! the appendix, is a stretch of two loops. Red chases the same cannon with every move of both; Black chases one rook
//! with every move of the first loop and the other rook with every move of the second, since it is the other one that
//! Red moves there. Over the whole stretch Black chases in turn, which is not an offence. Yet each loop by itself is a mutual
//! chase, and to go through two drawn loops, one after the other, cannot be worse than to go through either of them
//! twice. Hence the law: **a side loses by a stretch only if there is a loop in it by which it would lose, too.**
//!
//! Loops acquit and never convict: a side that chases one piece in one loop and another in the next chases in turn.

use super::RuleSet;
use super::conduct::{Offence, conduct};
use super::span::Span;
use crate::types::{Colour, Piece};
use alloc::vec::Vec;

/// What a side does with every move of one loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CounterOffence {
    /// How badly it offends.
    pub offence: Offence,
    /// The piece that it chases, unless it gives check.
    pub prey: Option<Piece>,
}

/// If in no loop of the stretch `side` offends worse than its opponent: what the opponent does in each of them.
pub fn counter_offences(rules: RuleSet, span: &Span, side: Colour) -> Option<Vec<CounterOffence>> {
    if rules != RuleSet::Asian {
        return None;
    }
    let counter_offence = |around: Span| {
        let [own, other] = [side, !side].map(|side| conduct(rules, &around, side));
        (own.offence <= other.offence).then_some(CounterOffence { offence: other.offence, prey: other.prey })
    };
    span.loops().into_iter().map(counter_offence).collect()
}

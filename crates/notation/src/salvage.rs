//! What can be had of a game that goes wrong somewhere: everything up to there.
//!
//! A line of moves is cut before the first move that cannot be read or is not legal. Where the main line is cut the game ends; where a
//! variation is cut the lines around it stay. Nothing goes silently: each cut leaves a comment in its place, and is listed.

use crate::{Game, NodeId};
use std::fmt;

/// How many places of a game may go wrong before it is given up.
pub const CUT_LIMIT: usize = 1000;

/// The legal part of a game that cannot be read as a whole.
///
/// ```
/// use notation::Salvaged;
/// use notation::pgn::{self, PgnError};
///
/// let mut reader = pgn::read("1. C2=5 H8+7 (1... H2+3 2. C9=9) 2. H2+3 1-0");
/// assert!(reader.next().unwrap().is_err());
/// let salvaged: Salvaged<PgnError> = reader.salvage().unwrap();
/// // Only the variation is wrong.
/// assert!(salvaged.is_main_line_whole());
/// assert_eq!(salvaged.plies(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salvaged<E> {
    /// The game, with a comment wherever something was left out.
    pub game: Game,
    /// What was wrong, and where.
    pub cuts: Vec<E>,
}

/// The comment where a main line was cut begins so.
const MAIN_LINE_CUT: &str = "The game was cut here";

impl<E> Salvaged<E> {
    /// Whether the main line is all there, and something else was left out.
    pub fn is_main_line_whole(&self) -> bool {
        let last = self.game.main_line().last().map_or(self.game.root(), |(id, _)| id);
        !self.game.node(last).is_some_and(|node| node.comment().contains(MAIN_LINE_CUT))
    }

    /// How many moves the main line has left.
    pub fn plies(&self) -> usize {
        self.game.main_line().count()
    }

    /// The same with what was wrong told in another way.
    pub(crate) fn map<F>(self, change: impl FnMut(E) -> F) -> Salvaged<F> {
        Salvaged { game: self.game, cuts: self.cuts.into_iter().map(change).collect() }
    }

    /// Nothing if not a single move is left, so that keeping it would be no help.
    pub(crate) fn if_useful(self) -> Option<Self> {
        (self.plies() > 0).then_some(self)
    }
}

/// What was left out of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftOut {
    Tag,
    /// The rest of the main line.
    MainLine,
    /// A variation, from some move on.
    Variation,
}

/// Leaves word in the game of what was left out, and why.
pub(crate) fn leave_word(game: &mut Game, node: NodeId, left_out: LeftOut, reason: &dyn fmt::Display) {
    let what = match left_out {
        LeftOut::Tag => "A tag was left out",
        LeftOut::MainLine => MAIN_LINE_CUT,
        LeftOut::Variation => "A variation was cut here",
    };
    // A brace would take the comment out of its own.
    let reason = reason.to_string().replace('}', "closing brace");
    game.append_comment(node, &format!("{what}: {reason}"));
}

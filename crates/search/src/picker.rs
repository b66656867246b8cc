//! Hands out the moves of a node, most promising first, and lists no more than are asked for.
//!
//! ```text
//! 1 the move of the table      2 captures that do not lose material
//! 3 quiet moves by history     4 captures that lose material
//! ```
//!
//! Moves are not sorted: each time the best of the rest is looked for, as most nodes end after a few.
//!
//! The lists of all nodes of a line lie in one shelf, each node's behind that of its parent:
//!
//! ```text
//! shelf   ... parent's ... | losing captures | handed out | still to come |
//!                          begin             list         cursor           end
//! ```

use crate::history::{Context, History};
use crate::{Game, Which};

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub struct Scored<M> {
    mv: M,
    score: i32,
}

/// Where the lists of moves lie.
pub type MoveBuffer<M> = Vec<Scored<M>>;

/// Where the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    ListNoisy,
    GoodNoisy,
    ListQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What the caller wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every move.
    All,
    /// Captures that gain at least so much.
    Noisy(i32),
    /// The same, and then quiet checks.
    NoisyAndChecks,
}

/// The moves of one node.
pub struct Picker<G: Game> {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<G::Move>,
    context: Context,
    /// Where this node's part of the shelf begins; losing captures gather there.
    begin: usize,
    /// How many losing captures there are.
    losing: usize,
    /// The next move that has not been looked at.
    cursor: usize,
    skips_quiet: bool,
}

impl<G: Game> Picker<G> {
    /// The moves of a position; `table_move` may come from anywhere and is checked.
    /// Its lists are put behind what is on the shelf; [`Picker::finish`] takes them away.
    pub fn new(
        position: &G::Position,
        wanted: Wanted,
        table_move: Option<G::Move>,
        context: Context,
        shelf: &MoveBuffer<G::Move>,
    ) -> Self {
        let fits = |mv: &G::Move| {
            G::is_legal(position, *mv)
                && match wanted {
                    Wanted::All => true,
                    Wanted::Noisy(threshold) => {
                        G::is_noisy(position, *mv) && G::see_at_least(position, *mv, threshold)
                    }
                    Wanted::NoisyAndChecks => G::is_noisy(position, *mv),
                }
        };
        Self {
            stage: Stage::Table,
            wanted,
            table_move: table_move.filter(fits),
            context,
            begin: shelf.len(),
            losing: 0,
            cursor: shelf.len(),
            skips_quiet: false,
        }
    }

    /// No more quiet moves, please.
    pub fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Clears this node's part of the shelf.
    pub fn finish(&self, shelf: &mut MoveBuffer<G::Move>) {
        shelf.truncate(self.begin);
    }

    /// The next move.
    pub fn next(
        &mut self,
        position: &G::Position,
        history: &History<G>,
        shelf: &mut MoveBuffer<G::Move>,
    ) -> Option<G::Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ListNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list(shelf, position, Which::Noisy, |mv| {
                        8 * G::captured_value(position, mv) + history.noisy(position, mv) / 8
                    });
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best(shelf) {
                    Some(mv) if self.is_good(position, mv) => return Some(mv),
                    Some(_) => {
                        shelf.swap(self.begin + self.losing, self.cursor - 1);
                        self.losing += 1;
                    }
                    None if matches!(self.wanted, Wanted::Noisy(_)) => self.stage = Stage::Done,
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    self.stage = Stage::Quiet;
                    if !self.skips_quiet {
                        let which =
                            if self.wanted == Wanted::All { Which::Quiet } else { Which::QuietChecks };
                        let context = self.context;
                        self.list(shelf, position, which, |mv| history.quiet(position, mv, &context));
                    }
                }
                Stage::Quiet => match self.best(shelf).filter(|_| !self.skips_quiet) {
                    Some(mv) => return Some(mv),
                    None if self.wanted == Wanted::All => {
                        self.cursor = self.begin;
                        self.stage = Stage::BadNoisy;
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::BadNoisy => {
                    if self.cursor < self.begin + self.losing {
                        self.cursor += 1;
                        return Some(shelf[self.cursor - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn is_good(&self, position: &G::Position, mv: G::Move) -> bool {
        let threshold = match self.wanted {
            Wanted::Noisy(threshold) => threshold,
            Wanted::All | Wanted::NoisyAndChecks => 0,
        };
        G::see_at_least(position, mv, threshold)
    }

    /// Puts a list behind the losing captures, in place of what was there.
    fn list(
        &mut self,
        shelf: &mut MoveBuffer<G::Move>,
        position: &G::Position,
        which: Which,
        score: impl Fn(G::Move) -> i32,
    ) {
        self.cursor = self.begin + self.losing;
        shelf.truncate(self.cursor);
        let table_move = self.table_move;
        G::generate(position, which, |mv| {
            if Some(mv) != table_move {
                shelf.push(Scored { mv, score: score(mv) });
            }
        });
    }

    /// Takes the best of the moves that are left.
    fn best(&mut self, shelf: &mut MoveBuffer<G::Move>) -> Option<G::Move> {
        let left = &mut shelf[self.cursor..];
        let (index, _) = left.iter().enumerate().max_by_key(|(_, scored)| scored.score)?;
        left.swap(0, index);
        self.cursor += 1;
        Some(left[0].mv)
    }
}

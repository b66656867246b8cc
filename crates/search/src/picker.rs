//! Hands out the moves of a node, most promising first, with what it knows of each, and lists no more than are asked
//! for.
//!
//! ```text
//! 1 the move of the table      2 captures that do not lose material, nor have been bad elsewhere
//! 3 quiet moves by history     4 the other captures
//! ```
//!
//! Moves are not sorted: each time the best of the rest is looked for, as most nodes end after a few.
//!
//! The lists of all nodes of a variation lie in one buffer, each node's behind that of its parent:
//!
//! ```text
//! buffer  ... parent's ... |  late captures  | handed out | still to come |
//!                          begin             list         cursor           end
//! ```

use crate::history::{Context, History};
use crate::move_buffer::MoveBuffer;
use crate::{Game, QuietMove, Which};

/// A move and what the picker knows of it.
#[derive(Clone, Copy, Default)]
pub struct Picked<M> {
    pub mv: M,
    pub is_noisy: bool,
    /// Whether it is a quiet move that refuted other nodes of the same ply.
    pub is_killer: bool,
    /// Whether it is a quiet move that gives check. Of the move of the table it is not known, as nobody asks before moves
    /// are skipped, which the first one never is.
    pub gives_check: bool,
    /// What it did elsewhere, as known when it was listed: nothing that the order adds, such as the bonus of a killer.
    /// 0 for the table's move, which comes before history could count.
    pub history: i32,
}

/// Where the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    ListNoisy,
    EarlyNoisy,
    ListQuiet,
    Quiet,
    LateNoisy,
    Done,
}

/// What the caller wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every move.
    All,
    /// Captures that gain at least this.
    Noisy(i32),
    /// Captures that lose nothing, and then quiet checks. A capture of the table comes first, whatever it loses.
    NoisyAndChecks,
}

/// The moves of one node.
pub struct Picker<G: Game> {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Picked<G::Move>>,
    context: Context,
    /// What the other side attacks, once quiet moves have been listed.
    pub threats: Option<G::Threats>,
    /// Where this node's part of the buffer begins; captures for the end gather there.
    begin: usize,
    /// How many captures wait for the end.
    late: usize,
    /// The next move that has not been looked at.
    cursor: usize,
    skips_quiet: bool,
}

impl<G: Game> Picker<G> {
    /// The moves of a position; `table_move` may come from anywhere and is checked.
    /// Its lists are put behind what is in the buffer; [`Picker::finish`] takes them away.
    pub fn new(
        position: &G::Position,
        wanted: Wanted,
        table_move: Option<G::Move>,
        context: Context,
        buffer: &MoveBuffer<G::Move>,
    ) -> Self {
        let check = |mv: G::Move| {
            if !G::is_legal(position, mv) {
                return None;
            }
            let is_noisy = G::is_noisy(position, mv);
            let fits = match wanted {
                Wanted::All => true,
                Wanted::Noisy(threshold) => is_noisy && G::see_at_least(position, mv, threshold),
                Wanted::NoisyAndChecks => is_noisy,
            };
            fits.then_some(Picked { mv, is_noisy, is_killer: false, gives_check: false, history: 0 })
        };
        Self {
            stage: Stage::Table,
            wanted,
            table_move: table_move.and_then(check),
            context,
            threats: None,
            begin: buffer.len(),
            late: 0,
            cursor: buffer.len(),
            skips_quiet: false,
        }
    }

    /// Whether there is a move of the table, and it is a noisy one.
    #[inline]
    pub fn is_table_move_noisy(&self) -> bool {
        self.table_move.is_some_and(|picked| picked.is_noisy)
    }

    /// No more quiet moves, please.
    pub fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Clears this node's part of the buffer.
    pub fn finish(&self, buffer: &mut MoveBuffer<G::Move>) {
        buffer.truncate(self.begin);
    }

    /// The next move.
    pub fn next(
        &mut self,
        position: &G::Position,
        history: &History<G>,
        buffer: &mut MoveBuffer<G::Move>,
    ) -> Option<Picked<G::Move>> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ListNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(position, history, buffer);
                    self.stage = Stage::EarlyNoisy;
                }
                Stage::EarlyNoisy => match self.best(buffer) {
                    Some(picked) if self.comes_early(position, history, &picked) => return Some(picked),
                    Some(_) => {
                        buffer.swap(self.begin + self.late, self.cursor - 1);
                        self.late += 1;
                    }
                    None if matches!(self.wanted, Wanted::Noisy(_)) => self.stage = Stage::Done,
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    self.stage = Stage::Quiet;
                    if !self.skips_quiet {
                        self.list_quiet(position, history, buffer);
                    }
                }
                Stage::Quiet => {
                    if !self.skips_quiet
                        && let Some(picked) = self.best(buffer)
                    {
                        return Some(picked);
                    }
                    self.cursor = self.begin;
                    self.stage = if self.wanted == Wanted::All { Stage::LateNoisy } else { Stage::Done };
                }
                Stage::LateNoisy => {
                    if self.cursor < self.begin + self.late {
                        let picked = buffer.get(self.cursor);
                        self.cursor += 1;
                        return Some(picked);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a capture comes before the quiet moves. One that was bad elsewhere has to gain the more for that.
    fn comes_early(&self, position: &G::Position, history: &History<G>, picked: &Picked<G::Move>) -> bool {
        let threshold = match self.wanted {
            Wanted::Noisy(threshold) => threshold,
            Wanted::All => (-picked.history).max(0) * history.params.capture_doubt / 1024,
            Wanted::NoisyAndChecks => 0,
        };
        G::see_at_least(position, picked.mv, threshold)
    }

    /// Lists the captures: the more they take, and the better they were elsewhere, the earlier.
    #[inline(never)]
    fn list_noisy(&mut self, position: &G::Position, history: &History<G>, buffer: &mut MoveBuffer<G::Move>) {
        let params = &history.params;
        let table_move = self.begin_list();
        buffer.list(self.cursor, |room| {
            G::generate(position, Which::Noisy, |mv| {
                if Some(mv) != table_move {
                    let worth = history.noisy(position, mv);
                    let score = params.capture_value_weight * G::captured_value(position, mv)
                        + worth / params.capture_history_divisor;
                    let (is_noisy, is_killer, gives_check) = (true, false, false);
                    room.push(score, Picked { mv, is_noisy, is_killer, gives_check, history: worth });
                }
            });
        });
    }

    /// Lists the quiet moves, or those that give check: the better they were elsewhere, the earlier.
    #[inline(never)]
    fn list_quiet(&mut self, position: &G::Position, history: &History<G>, buffer: &mut MoveBuffer<G::Move>) {
        let which = match self.wanted {
            Wanted::All => Which::Quiet,
            Wanted::Noisy(_) | Wanted::NoisyAndChecks => Which::QuietChecks,
        };
        let context = self.context;
        let elsewhere = history.quiet_moves(position, &context);
        let table_move = self.begin_list();
        buffer.list(self.cursor, |room| {
            G::generate_quiet(position, which, &mut self.threats, |quiet| {
                if Some(quiet.mv) != table_move {
                    let (score, picked) =
                        describe_quiet::<G>(&quiet, elsewhere.of(&quiet), &context, history);
                    room.push(score, picked);
                }
            });
        });
    }

    /// The next list lies behind the late captures, in place of the last one. Gives back the move that has been handed
    /// out before.
    #[inline]
    fn begin_list(&mut self) -> Option<G::Move> {
        self.cursor = self.begin + self.late;
        self.table_move.map(|picked| picked.mv)
    }

    /// Takes the best of the moves that are left.
    #[inline(always)]
    fn best(&mut self, buffer: &mut MoveBuffer<G::Move>) -> Option<Picked<G::Move>> {
        let best = buffer.take_best(self.cursor)?;
        self.cursor += 1;
        Some(best)
    }
}

/// A quiet move and how promising it is: its history, and what makes it come earlier than that says.
#[inline]
fn describe_quiet<G: Game>(
    quiet: &QuietMove<G::Move>,
    worth: i32,
    context: &Context,
    history: &History<G>,
) -> (i32, Picked<G::Move>) {
    let (params, techniques) = (&history.params, &history.techniques);
    let QuietMove { mv, gives_check, .. } = *quiet;
    let mut score = worth;
    if techniques.early_escapes {
        score += params.escape_bonus * quiet.escape;
    }
    let is_killer = techniques.killers && context.killers.contains(&G::code(mv));
    if is_killer {
        let is_latest = context.killers[0] == G::code(mv);
        score += if is_latest { params.killer_bonus } else { params.older_killer_bonus };
    }
    if techniques.early_checks && gives_check {
        score += params.check_bonus;
    }
    (score, Picked { mv, is_noisy: false, is_killer, gives_check, history: worth })
}

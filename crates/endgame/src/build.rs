//! Building a table by retrograde analysis.
//!
//! Each number of the layout is two positions, one for each side to move. At first only the ends are known: positions without a legal
//! move, and what captures lead to, from the tables of smaller endings. Then values are carried back, level by level:
//!
//! - the side to move has lost in `n` plies: whoever could have moved there wins in `n + 1`, unless sooner;
//! - it wins in `n` plies: a move there is no way out. Each position counts its ways out; one that has none left is lost, one ply after
//!   the last of its moves, captures included.
//!
//! What has no value in the end is drawn. Mirror images are both worked out here, which keeps the counting plain; one of them is kept.

use crate::file;
use crate::layout::{Layout, Squares};
use crate::material::Material;
use crate::scene::{Scene, after};
use crate::table::{Summary, Table, Tally};
use crate::tables::Tables;
use crate::value::{Value, to_byte};
use core::ops::ControlFlow;
use thiserror::Error;
use xiangqi::Colour;

/// No value is known: in the end, a draw.
const UNKNOWN: u16 = 0;
/// The number belongs to no position with this side to move.
const BROKEN: u16 = u16::MAX;
/// Positions between two reports of progress.
const REPORTED: usize = 1 << 16;
/// Bytes of memory for each number of a layout: two values and two counts of ways out, and what is packed in the end.
const BYTES_EACH: u64 = 2 * (2 + 1) + 1;

/// Why a table was not built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The table of a smaller ending is not there.
    #[error("{0} needs the tables of all that captures make of it, and some are not there")]
    Missing(Material),
    /// A win takes longer than a table can say.
    #[error("{0} has a win that is longer than tables can say")]
    TooLong(Material),
    /// It was told to end.
    #[error("{0} was interrupted")]
    Interrupted(Material),
    /// The values could not be packed.
    #[error("{0}: the values could not be packed: {1}")]
    Pack(Material, std::io::Error),
}

/// How far the building of a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The moves of positions are looked at once.
    Start {
        /// Positions done.
        done: u64,
        /// Of how many.
        of: u64,
    },
    /// Values of this distance are carried back.
    Level {
        /// The distance in plies.
        plies: u16,
    },
}

/// Bytes of memory that building a table takes, those of smaller endings left out.
///
/// ```
/// let [small, large] = ["KRvK", "KRvKAABB"].map(|name| name.parse().map(endgame::build_memory));
/// assert!(small? < large?);
/// # Ok::<(), endgame::MaterialError>(())
/// ```
pub fn build_memory(material: Material) -> u64 {
    Layout::size_of(material) as u64 * BYTES_EACH
}

/// Builds the table of an ending. The tables of all that captures make of it must be there.
///
/// ```
/// use core::ops::ControlFlow;
/// use endgame::{Tables, Value, build};
/// let mut tables = Tables::new();
/// tables.insert(build("KRvK".parse()?, &tables, |_| ControlFlow::Continue(()))?);
/// let fen: xiangqi::Fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse()?;
/// assert_eq!(tables.probe(&fen.board), Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If they are not, if a win is too long to be written, or if `progress` breaks off.
pub fn build(
    material: Material,
    smaller: &Tables,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Table, BuildError> {
    analyse(material, smaller, None, &mut progress)?.table()
}

/// Quiet moves of a side that are left out, to see whether verdicts rest on them.
#[derive(Clone, Copy)]
pub(crate) struct Forbidden<'a> {
    pub side: Colour,
    pub offence: Offence,
    /// Numbers of positions that a side may move to all the same, the other side to move there.
    pub excepted: &'a [bool],
}

/// What a quiet move may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offence {
    /// Leave a man of the side, other than the king, able to take something.
    Threat,
    /// Give check, or make such a threat where it was not before.
    CheckOrNewThreat,
}

impl Forbidden<'_> {
    /// Whether a side may make a move that captures nothing, from one scene to another with a number.
    fn allows(&self, mover: Colour, before: &Scene<'_>, after: &Scene<'_>, index: usize) -> bool {
        self.side != mover
            || match self.offence {
                Offence::Threat => after.threats(mover) == 0,
                Offence::CheckOrNewThreat => {
                    after.threats(mover) & !before.threats(mover) == 0 && !after.is_check(!mover)
                }
            }
            || self.excepted.get(index).is_some_and(|&is_excepted| is_excepted)
    }
}

/// All positions of an ending with their values.
pub(crate) fn analyse<'a>(
    material: Material,
    smaller: &'a Tables,
    forbidden: Option<Forbidden<'a>>,
    progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Analysis<'a>, BuildError> {
    let complete = material.family().into_iter().all(|part| part == material || smaller.get(part).is_some());
    if !complete {
        return Err(BuildError::Missing(material));
    }
    let ending = Ending::new(material, smaller, forbidden);
    let size = ending.layout.size;
    let positions = Positions {
        values: [vec![UNKNOWN; size], vec![UNKNOWN; size]],
        ways_out: [vec![0; size], vec![0; size]],
        last: 0,
    };
    let mut analysis = Analysis { ending, positions };
    analysis.start(progress)?;
    analysis.carry_back(progress)?;
    Ok(analysis)
}

/// What does not change while an ending is worked out.
struct Ending<'a> {
    material: Material,
    layout: Layout,
    smaller: &'a Tables,
    /// For each slot, the table without its man; none if nobody could attack any more.
    without: Vec<Option<&'a Table>>,
    forbidden: Option<Forbidden<'a>>,
}

impl<'a> Ending<'a> {
    fn new(material: Material, smaller: &'a Tables, forbidden: Option<Forbidden<'a>>) -> Self {
        let layout = Layout::new(material);
        let table_without = |(slot, piece): (usize, &xiangqi::Piece)| {
            let is_king = slot < 2;
            let without = || material.without(piece.colour() == Colour::Black, piece.kind());
            if is_king { None } else { smaller.get(without()) }
        };
        let without = layout.pieces.iter().enumerate().map(table_without).collect();
        Self { material, layout, smaller, without, forbidden }
    }

    /// What a capture comes to for the side that makes it.
    fn capture(&self, side: Colour, gone: usize, squares: &Squares) -> Value {
        let Some(table) = self.without[gone] else { return Value::Draw };
        let value = match side {
            Colour::Red => self.smaller.weak_value(table, squares),
            Colour::Black => table.value(squares),
        };
        debug_assert!(value.is_some(), "the family is complete");
        value.map_or(Value::Draw, Value::before_move)
    }

    /// Whether a move that captures nothing may be made from one scene to another.
    fn allows(&self, mover: Colour, before: &Scene<'_>, after: &Squares) -> bool {
        self.forbidden.as_ref().is_none_or(|forbidden| {
            Scene::new(&self.layout.pieces, after)
                .is_some_and(|scene| forbidden.allows(mover, before, &scene, self.layout.index(after)))
        })
    }

    /// What the moves of a side come to as far as nothing but captures is known.
    fn outlook(&self, scene: &Scene<'_>, side: Colour, squares: &Squares) -> Outlook {
        let mut outlook = Outlook::default();
        scene.moves(side, |step| {
            let next = after(squares, step);
            let value = match step.captured {
                Some(gone) => self.capture(side, gone, &next),
                None if self.allows(side, scene, &next) => Value::Draw,
                None => return,
            };
            match value {
                Value::Draw => outlook.ways_out += 1,
                Value::Win(plies) => {
                    outlook.ways_out += 1;
                    outlook.shortest_win = Some(outlook.shortest_win.map_or(plies, |least| least.min(plies)));
                }
                Value::Loss(plies) => outlook.longest_loss = outlook.longest_loss.max(plies),
            }
        });
        outlook
    }
}

#[derive(Default)]
struct Outlook {
    /// Moves that are not known to lose.
    ways_out: u8,
    /// Of captures, in plies.
    shortest_win: Option<u16>,
    /// Of captures, in plies; 0 if none loses.
    longest_loss: u16,
}

/// The positions of an ending while they are worked out: for each side to move, by the numbers of the layout. The strong side is Red.
struct Positions {
    /// One more than the distance in plies, so that it is odd for a loss and even for a win.
    values: [Vec<u16>; 2],
    ways_out: [Vec<u8>; 2],
    /// The greatest value so far.
    last: u16,
}

impl Positions {
    fn set(&mut self, side: Colour, index: usize, value: u16) {
        self.values[side.index()][index] = value;
        self.last = self.last.max(value);
    }
}

pub(crate) struct Analysis<'a> {
    ending: Ending<'a>,
    positions: Positions,
}

impl Analysis<'_> {
    /// Looks at the moves of every position once.
    fn start(&mut self, progress: &mut impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), BuildError> {
        let of = self.ending.layout.size as u64;
        for index in 0..self.ending.layout.size {
            if index % REPORTED == 0 && progress(Progress::Start { done: index as u64, of }).is_break() {
                return Err(BuildError::Interrupted(self.ending.material));
            }
            self.start_one(index);
        }
        Ok(())
    }

    fn start_one(&mut self, index: usize) {
        let Self { ending, positions } = self;
        let squares = ending.layout.squares(index);
        let scene = Scene::new(&ending.layout.pieces, &squares);
        for side in Colour::ALL {
            let Some(scene) = scene.as_ref().filter(|scene| !scene.is_check(!side)) else {
                positions.values[side.index()][index] = BROKEN;
                continue;
            };
            let outlook = ending.outlook(scene, side, &squares);
            positions.ways_out[side.index()][index] = outlook.ways_out;
            if let Some(plies) = outlook.shortest_win {
                positions.set(side, index, plies + 1);
            } else if outlook.ways_out == 0 {
                positions.set(side, index, outlook.longest_loss + 1);
            }
        }
    }

    /// Carries values back, the shortest first.
    fn carry_back(
        &mut self,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), BuildError> {
        let mut level = 1;
        while level <= self.positions.last {
            if progress(Progress::Level { plies: level - 1 }).is_break() {
                return Err(BuildError::Interrupted(self.ending.material));
            }
            for side in Colour::ALL {
                for index in 0..self.ending.layout.size {
                    if self.positions.values[side.index()][index] == level {
                        self.carry_back_one(index, side, level);
                    }
                }
            }
            level += 1;
        }
        Ok(())
    }

    /// Tells the positions before one, in which `side` is to move, what it is worth.
    fn carry_back_one(&mut self, index: usize, side: Colour, level: u16) {
        let Self { ending, positions } = self;
        let layout = &ending.layout;
        let squares = layout.squares(index);
        let Some(scene) = Scene::new(&layout.pieces, &squares) else { return };
        let mover = !side;
        let is_lost = level % 2 == 1;
        scene.moves_back(mover, |step| {
            if !layout.can_stand(step.slot, step.square) {
                return;
            }
            let before = after(&squares, step);
            let index = layout.index(&before);
            let value = positions.values[mover.index()][index];
            if value == BROKEN {
                return;
            }
            if ending.forbidden.is_some() {
                let scene = Scene::new(&layout.pieces, &before);
                if !scene.is_some_and(|scene| ending.allows(mover, &scene, &squares)) {
                    return;
                }
            }
            if is_lost {
                if value == UNKNOWN || value > level + 1 {
                    positions.set(mover, index, level + 1);
                }
                return;
            }
            let left = &mut positions.ways_out[mover.index()][index];
            *left -= 1;
            if *left == 0
                && value == UNKNOWN
                && let Some(scene) = Scene::new(&layout.pieces, &before)
            {
                let captures = ending.outlook(&scene, mover, &before);
                positions.set(mover, index, (level + 1).max(captures.longest_loss + 1));
            }
        });
    }

    /// What a number is worth for a side to move, if it belongs to a position.
    pub fn value(&self, side: Colour, index: usize) -> Option<Value> {
        match self.positions.values[side.index()][index] {
            BROKEN => None,
            UNKNOWN => Some(Value::Draw),
            value if value % 2 == 1 => Some(Value::Loss(value - 1)),
            value => Some(Value::Win(value - 1)),
        }
    }

    /// Whether a side has, after every quiet move of the other side from a drawn position, a capture that does not lose or a quiet move that is
    /// accepted. `accepts` is told the number that it leads to and whether it is an offence.
    pub fn is_answered(
        &self,
        index: usize,
        forbidden: &Forbidden<'_>,
        accepts: impl Fn(usize, bool) -> bool,
    ) -> bool {
        let ending = &self.ending;
        let (pieces, side) = (&ending.layout.pieces, forbidden.side);
        let squares = ending.layout.squares(index);
        let Some(scene) = Scene::new(pieces, &squares) else { return false };
        let mut is_answered = true;
        scene.moves(!side, |step| {
            // After a capture the draw is another table's.
            if step.captured.is_some() || !is_answered {
                return;
            }
            let squares = after(&squares, step);
            let Some(scene) = Scene::new(pieces, &squares) else { return };
            let mut has_answer = false;
            scene.moves(side, |step| {
                if has_answer {
                    return;
                }
                let next = after(&squares, step);
                has_answer = match step.captured {
                    Some(gone) => !matches!(ending.capture(side, gone, &next), Value::Loss(_)),
                    None => Scene::new(pieces, &next).is_some_and(|reached| {
                        let index = ending.layout.index(&next);
                        accepts(index, !forbidden.allows(side, &scene, &reached, index))
                    }),
                };
            });
            is_answered = has_answer;
        });
        is_answered
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.ending.layout.size
    }

    fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for side in Colour::ALL {
            let mut tally = Tally::default();
            for value in (0..self.size()).filter_map(|index| self.value(side, index)) {
                match (side, value) {
                    (Colour::Red, Value::Win(plies)) | (Colour::Black, Value::Loss(plies)) => {
                        summary.longest = summary.longest.max(plies);
                    }
                    _ => {}
                }
                match value {
                    Value::Draw => tally.draws += 1,
                    Value::Win(_) => tally.wins += 1,
                    Value::Loss(_) => tally.losses += 1,
                }
            }
            match side {
                Colour::Red => summary.strong = tally,
                Colour::Black => summary.weak = tally,
            }
        }
        summary
    }

    /// The table as it is kept. Numbers that nobody asks for repeat the one before, which packs best.
    fn table(self) -> Result<Table, BuildError> {
        let material = self.ending.material;
        let layout = &self.ending.layout;
        let summary = self.summary();
        let mut last = 0;
        let mut bytes = Vec::with_capacity(layout.stored());
        for index in 0..layout.stored() {
            if let Some(value) = self.value(Colour::Red, index)
                && layout.stored_index(&layout.squares(index)) == index
            {
                last = to_byte(value).ok_or(BuildError::TooLong(material))?;
            }
            bytes.push(last);
        }
        let file =
            file::write(material, &summary, &bytes).map_err(|error| BuildError::Pack(material, error))?;
        Table::read(file).map_err(|error| BuildError::Pack(material, std::io::Error::other(error)))
    }
}

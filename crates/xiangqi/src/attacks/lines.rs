//! Rook and cannon by lookup.
//!
//! The pieces are kept a second time as small words, one for each rank (9 bits) and one for each
//! file (10 bits). A line word and the place on the line say all there is to know about
//! that line, so that two tables answer everything: one entry for (file, rank word), one for
//! (rank, file word), 18 KiB and 40 KiB of which a game touches the small part that few blockers
//! make. An entry holds the rook's word and the cannon's:
//!
//! ```text
//!  place on the line      . . X . . o . . .      X = the piece, o = occupied
//!  rook word              1 1 . 1 1 1 . . .      up to and with the first piece
//!  cannon word            1 1 . 1 1 . . . .      empty squares, and what stands behind the screen
//! ```
//!
//! A rank word becomes squares by a shift, a file word by a table that spreads its bits. What was
//! tried instead, with numbers, is in `docs/board.md`.

use crate::types::{Bitboard, Colour, FILES, RANKS, Square};

/// One line of the board in three lanes of sixteen bits: what is occupied, Red's, Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Line(u64);

impl Line {
    /// The bits that a piece of a side sets, before they are shifted to its place on the line.
    #[inline(always)]
    fn lanes(side: Colour) -> u64 {
        [1 | 1 << 16, 1 | 1 << 32][side.index()]
    }

    #[inline(always)]
    fn occupied(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    #[inline(always)]
    fn of(self, side: Colour) -> u16 {
        (self.0 >> (16 + 16 * side.index())) as u16
    }
}

/// The pieces of both sides as one word for each rank and each file.
///
/// ```
/// use xiangqi::attacks::{self, Lines};
/// use xiangqi::{Bitboard, Colour, Square};
///
/// let [rook, piece] = [b"a0", b"a5"].map(|text| Square::parse(text).unwrap());
/// // A board as it might be, without making one.
/// let mut lines = Lines::of(Bitboard::of(rook));
/// assert_eq!(attacks::rook(rook, &lines).count(), 17);
/// lines.toggle(piece, Colour::Black);
/// assert_eq!(attacks::rook(rook, &lines).count(), 13);
/// assert_eq!(attacks::rook(rook, &Lines::EMPTY).count(), 17);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Rank words. The first and the last are always empty and let the neighbours of the edge be read.
    ranks: [Line; RANKS + 2],
    files: [Line; FILES],
}

impl Lines {
    /// The words of an empty board.
    pub const EMPTY: Self = Self { ranks: [Line(0); RANKS + 2], files: [Line(0); FILES] };

    /// Lines in which these squares are occupied, it is not said by whom.
    pub fn of(occupied: Bitboard) -> Self {
        let mut lines = Self::EMPTY;
        occupied.into_iter().for_each(|square| lines.toggle(square, Colour::Red));
        lines
    }

    /// Puts a piece of a side on an empty square, or takes it away.
    #[inline(always)]
    pub fn toggle(&mut self, square: Square, side: Colour) {
        self.ranks[square.rank() + 1].0 ^= Line::lanes(side) << square.file();
        self.files[square.file()].0 ^= Line::lanes(side) << square.rank();
    }

    #[inline(always)]
    fn rank(&self, square: Square) -> Line {
        self.ranks[square.rank() + 1]
    }

    #[inline(always)]
    fn file(&self, square: Square) -> Line {
        self.files[square.file()]
    }

    /// Which of the four straight neighbours are occupied: bits 0 to 3 are west, south, east, north.
    #[inline(always)]
    pub(super) fn straight_neighbours(&self, square: Square) -> usize {
        neighbours(self.rank(square), square.file()) | neighbours(self.file(square), square.rank()) << 1
    }

    /// Which of the four diagonal neighbours are occupied: bits 0 to 3 are southwest, northwest,
    /// southeast, northeast.
    #[inline(always)]
    pub(super) fn diagonal_neighbours(&self, square: Square) -> usize {
        let (file, rank) = (square.file(), square.rank());
        neighbours(self.ranks[rank], file) | neighbours(self.ranks[rank + 2], file) << 1
    }
}

/// The bits before and after a place in a line word, as bits 0 and 2.
#[inline(always)]
fn neighbours(line: Line, place: usize) -> usize {
    (line.occupied() << 1 >> place) & 0b101
}

/// What rook and cannon reach on one line.
#[derive(Clone, Copy)]
struct LineReach {
    rook: u16,
    cannon: u16,
}

impl LineReach {
    const fn on(length: usize, place: usize, occupied: usize) -> Self {
        let (mut rook, mut cannon) = (0, 0);
        let mut step: isize = -1;
        while step <= 1 {
            let mut pieces = 0;
            let mut at = place as isize + step;
            while at >= 0 && at < length as isize && pieces < 2 {
                let is_piece = occupied >> at & 1 != 0;
                if pieces == 0 {
                    rook |= 1 << at;
                }
                if (pieces == 0 && !is_piece) || (pieces == 1 && is_piece) {
                    cannon |= 1 << at;
                }
                if is_piece {
                    pieces += 1;
                }
                at += step;
            }
            step += 2;
        }
        Self { rook, cannon }
    }

    const fn table<const PLACES: usize, const WORDS: usize>() -> [[Self; WORDS]; PLACES] {
        let mut table = [[Self { rook: 0, cannon: 0 }; WORDS]; PLACES];
        let mut place = 0;
        while place < PLACES {
            let mut word = 0;
            while word < WORDS {
                table[place][word] = Self::on(PLACES, place, word);
                word += 1;
            }
            place += 1;
        }
        table
    }
}

/// What a cannon could capture on one line if something stood there: the squares behind the screen, up to and with the
/// first piece.
const fn line_aim(length: usize, place: usize, occupied: usize) -> u16 {
    let mut aim = 0;
    let mut step: isize = -1;
    while step <= 1 {
        let mut pieces = 0;
        let mut at = place as isize + step;
        while at >= 0 && at < length as isize && pieces < 2 {
            if pieces == 1 {
                aim |= 1 << at;
            }
            if occupied >> at & 1 != 0 {
                pieces += 1;
            }
            at += step;
        }
        step += 2;
    }
    aim
}

const fn aim_table<const PLACES: usize, const WORDS: usize>() -> [[u16; WORDS]; PLACES] {
    let mut table = [[0; WORDS]; PLACES];
    let mut place = 0;
    while place < PLACES {
        let mut word = 0;
        while word < WORDS {
            table[place][word] = line_aim(PLACES, place, word);
            word += 1;
        }
        place += 1;
    }
    table
}

const RANK_WORDS: usize = 1 << FILES;
const FILE_WORDS: usize = 1 << RANKS;

#[allow(long_running_const_eval)]
static RANK_AIM: [[u16; RANK_WORDS]; FILES] = aim_table();
#[allow(long_running_const_eval)]
static FILE_AIM: [[u16; FILE_WORDS]; RANKS] = aim_table();

#[allow(long_running_const_eval)]
static RANK_REACH: [[LineReach; RANK_WORDS]; FILES] = LineReach::table();
#[allow(long_running_const_eval)]
static FILE_REACH: [[LineReach; FILE_WORDS]; RANKS] = LineReach::table();

/// A file word as squares of file a.
#[allow(long_running_const_eval)]
static SPREAD: [Bitboard; FILE_WORDS] = {
    let mut spread = [Bitboard::EMPTY; FILE_WORDS];
    let mut word = 0;
    while word < FILE_WORDS {
        let mut rank = 0;
        while rank < RANKS {
            spread[word].0 |= ((word >> rank & 1) as u128) << (rank * FILES);
            rank += 1;
        }
        word += 1;
    }
    spread
};

#[inline(always)]
fn squares(square: Square, rank_word: u16, file_word: u16) -> Bitboard {
    let along_rank = (rank_word as u128) << (square.rank() * FILES);
    let along_file = SPREAD[file_word as usize % FILE_WORDS].0 << square.file();
    Bitboard(along_rank | along_file)
}

/// What a rook on `square` reaches: empty squares and the first piece in each direction.
#[inline(always)]
pub fn rook(square: Square, lines: &Lines) -> Bitboard {
    let (along_rank, along_file) = entries(square, lines);
    squares(square, along_rank.rook, along_file.rook)
}

/// What a cannon on `square` reaches: empty squares before the screen and the piece behind it.
#[inline(always)]
pub fn cannon(square: Square, lines: &Lines) -> Bitboard {
    let (along_rank, along_file) = entries(square, lines);
    squares(square, along_rank.cannon, along_file.cannon)
}

/// Where a cannon on `square` would capture whatever stood there: behind the screen, up to and with the first piece.
#[inline(always)]
pub fn cannon_aim(square: Square, lines: &Lines) -> Bitboard {
    let rank_word = RANK_AIM[square.file()][lines.rank(square).occupied() % RANK_WORDS];
    let file_word = FILE_AIM[square.rank()][lines.file(square).occupied() % FILE_WORDS];
    squares(square, rank_word, file_word)
}

/// Both at once: what a rook and what a cannon on `square` would reach.
#[inline(always)]
pub fn rook_and_cannon(square: Square, lines: &Lines) -> (Bitboard, Bitboard) {
    let (along_rank, along_file) = entries(square, lines);
    (squares(square, along_rank.rook, along_file.rook), squares(square, along_rank.cannon, along_file.cannon))
}

/// How many squares a rook of `side` on `square` can move to, with all of them allowed.
#[inline(always)]
pub fn count_rook(side: Colour, square: Square, lines: &Lines) -> u32 {
    let (along_rank, along_file) = entries(square, lines);
    count(side, square, lines, along_rank.rook, along_file.rook)
}

/// How many squares a cannon of `side` on `square` can move to, with all of them allowed.
#[inline(always)]
pub fn count_cannon(side: Colour, square: Square, lines: &Lines) -> u32 {
    let (along_rank, along_file) = entries(square, lines);
    count(side, square, lines, along_rank.cannon, along_file.cannon)
}

#[inline(always)]
fn count(side: Colour, square: Square, lines: &Lines, rank_word: u16, file_word: u16) -> u32 {
    let along_rank = rank_word & !lines.rank(square).of(side);
    let along_file = file_word & !lines.file(square).of(side);
    (u32::from(along_rank) | u32::from(along_file) << 16).count_ones()
}

#[inline(always)]
fn entries(square: Square, lines: &Lines) -> (LineReach, LineReach) {
    (
        RANK_REACH[square.file()][lines.rank(square).occupied() % RANK_WORDS],
        FILE_REACH[square.rank()][lines.file(square).occupied() % FILE_WORDS],
    )
}

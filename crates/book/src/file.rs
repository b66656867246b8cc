//! The book file, little-endian.
//!
//! ```text
//!  0..8    "CHUHEBOK"
//!  8..10   the version, 1
//! 10..12   length of the description
//! 12..16   names
//! 16..20   positions
//! 20..24   moves, of all positions together
//! 24..     the description, UTF-8
//! then     the names: length (number), UTF-8
//! then     the positions in the order of their keys:
//!            key (8 bytes), name (number: 0 for none, else 1 + its place), how many moves (number)
//! then     the moves of the positions in the same order, the greatest weight first:
//!            from and to (a byte each, 9 * rank + file), weight (2 bytes), games, wins, draws, losses (numbers)
//! last 8   FNV-1a of everything before
//! ```
//!
//! A number is written seven bits at a time, the lowest first, with the top bit set in all bytes but the last; it
//! has at most 32 bits. What `image.rs` calls a key is the key of a position. A reader refuses whatever is not
//! exactly so and says what is wrong.

use crate::contents::{Book, StoredMove, StoredPosition, Tally};
use crate::image::hash;
use thiserror::Error;
use xiangqi::{Move, Square};

const MAGIC: [u8; 8] = *b"CHUHEBOK";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 24;
const HASH_SIZE: usize = 8;
/// What a name, a position and a move take at least.
const MIN_SIZES: [u64; 3] = [1, 10, 8];

/// Why this program cannot use the bytes as a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BadBook {
    /// It is something else.
    #[error("not an opening book: it begins with \"{}\", not \"CHUHEBOK\"", .0.escape_ascii())]
    NoBook(Vec<u8>),
    /// The version is not known.
    #[error("a book of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// The file is shorter than its header says.
    #[error("{found} bytes, but by its header the book has at least {least}")]
    Short {
        /// Its length.
        found: usize,
        /// The length that it has at least by its header.
        least: u64,
    },
    /// There are bytes after the end.
    #[error("{0} bytes too many after the last move")]
    Long(usize),
    /// The bytes are not those that were written.
    #[error("damaged: the bytes hash to {found:016x}, not to {expected:016x} as when written")]
    Hash {
        /// The hash of the bytes.
        found: u64,
        /// What the file says it should be.
        expected: u64,
    },
    /// A text is not UTF-8.
    #[error("the description or a name is not UTF-8")]
    Text,
    /// Something makes no sense.
    #[error("{what} at byte {offset} makes no sense")]
    Nonsense {
        /// What it is.
        what: &'static str,
        /// The byte where it is.
        offset: usize,
    },
}

/// Takes numbers off the front of bytes. Behind their end everything is refused.
struct Bytes<'a> {
    all: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    fn nonsense(&self, what: &'static str) -> BadBook {
        BadBook::Nonsense { what, offset: self.offset }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], BadBook> {
        let end = self.offset.checked_add(count);
        let taken = end.and_then(|end| self.all.get(self.offset..end));
        let taken = taken.ok_or_else(|| self.nonsense("the end of the file"))?;
        self.offset += count;
        Ok(taken)
    }

    fn array<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], BadBook> {
        let mut array = [0; COUNT];
        array.copy_from_slice(self.take(COUNT)?);
        Ok(array)
    }

    fn number(&mut self) -> Result<u32, BadBook> {
        let (begun, mut number) = (self.offset, 0_u64);
        for place in 0..5 {
            let [byte] = self.array()?;
            number |= u64::from(byte & 127) << (7 * place);
            if byte < 128 {
                let is_shortest = place == 0 || byte > 0;
                let number = u32::try_from(number).ok().filter(|_| is_shortest);
                return number.ok_or(BadBook::Nonsense { what: "a number", offset: begun });
            }
        }
        Err(BadBook::Nonsense { what: "a number", offset: begun })
    }

    fn text(&mut self, length: usize) -> Result<String, BadBook> {
        std::str::from_utf8(self.take(length)?).map(str::to_owned).map_err(|_| BadBook::Text)
    }

    fn square(&mut self) -> Result<Square, BadBook> {
        let [index] = self.array()?;
        Square::new(usize::from(index)).ok_or_else(|| self.nonsense("the square before the one"))
    }

    fn stored(&mut self) -> Result<StoredMove, BadBook> {
        let mv = Move::new(self.square()?, self.square()?);
        let weight = u16::from_le_bytes(self.array()?);
        let [games, wins, draws, losses] = [self.number()?, self.number()?, self.number()?, self.number()?];
        let results = [wins, draws, losses].into_iter().map(u64::from).sum::<u64>();
        if weight == 0 || results > u64::from(games) {
            return Err(self.nonsense("the move that ends"));
        }
        Ok(StoredMove { mv, weight, tally: Tally { games, wins, draws, losses } })
    }
}

fn push_number(file: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        file.push(number as u8 | 128);
        number >>= 7;
    }
    file.push(number as u8);
}

impl Book {
    /// Reads a book file.
    ///
    /// # Errors
    /// Says what is wrong with it, and what would be right.
    pub fn read(file: &[u8]) -> Result<Self, BadBook> {
        if !file.starts_with(&MAGIC) {
            return Err(BadBook::NoBook(
                file.get(..file.len().min(MAGIC.len())).unwrap_or_default().to_vec(),
            ));
        }
        let short = |least| BadBook::Short { found: file.len(), least };
        let end = file.len().checked_sub(HASH_SIZE).filter(|end| *end >= HEADER_SIZE);
        let (written, tail) = file.split_at(end.ok_or_else(|| short((HEADER_SIZE + HASH_SIZE) as u64))?);
        let mut bytes = Bytes { all: written, offset: MAGIC.len() };
        let version = u16::from_le_bytes(bytes.array()?);
        if version != VERSION {
            return Err(BadBook::Version(version));
        }
        let length = usize::from(u16::from_le_bytes(bytes.array()?));
        let mut count = || bytes.array().map(u32::from_le_bytes);
        let counts = [count()?, count()?, count()?];
        let sizes = counts.iter().zip(MIN_SIZES).map(|(&count, size)| u64::from(count) * size);
        let least = (HEADER_SIZE + length + HASH_SIZE) as u64 + sizes.sum::<u64>();
        if (file.len() as u64) < least {
            return Err(short(least));
        }
        let expected = Bytes { all: tail, offset: 0 }.array().map(u64::from_le_bytes)?;
        let found = hash(written.iter().copied());
        if found != expected {
            return Err(BadBook::Hash { found, expected });
        }
        let description = bytes.text(length)?;
        let book = contents(&mut bytes, description, counts)?;
        match written.len() - bytes.offset {
            0 => Ok(book),
            left => Err(BadBook::Long(left)),
        }
    }

    /// The book file. Equal books give equal bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend((self.description.len() as u16).to_le_bytes());
        for count in [self.names.len(), self.entries.len(), self.moves.len()] {
            file.extend((count as u32).to_le_bytes());
        }
        file.extend(self.description.bytes());
        for name in &self.names {
            push_number(&mut file, name.len() as u32);
            file.extend(name.bytes());
        }
        for entry in &self.entries {
            file.extend(entry.key.to_le_bytes());
            push_number(&mut file, entry.name);
            push_number(&mut file, entry.count);
        }
        for StoredMove { mv, weight, tally } in &self.moves {
            file.extend([mv.from().index() as u8, mv.to().index() as u8]);
            file.extend(weight.to_le_bytes());
            for number in [tally.games, tally.wins, tally.draws, tally.losses] {
                push_number(&mut file, number);
            }
        }
        file.extend(hash(file.iter().copied()).to_le_bytes());
        file
    }
}

/// What follows the description.
fn contents(bytes: &mut Bytes<'_>, description: String, counts: [u32; 3]) -> Result<Book, BadBook> {
    let [names, positions, moves] = counts;
    let mut book = Book { description, ..Book::default() };
    for _ in 0..names {
        let length = bytes.number()? as usize;
        book.names.push(bytes.text(length)?);
    }
    let (mut last, mut sum) = (None, 0_u32);
    for _ in 0..positions {
        let key = u64::from_le_bytes(bytes.array()?);
        let (name, count) = (bytes.number()?, bytes.number()?);
        let next = sum.checked_add(count).filter(|next| *next <= moves);
        let is_in_order = last.is_none_or(|last| last < key);
        let Some(next) = next.filter(|_| is_in_order && name <= names) else {
            return Err(bytes.nonsense("the position that ends"));
        };
        book.entries.push(StoredPosition { key, name, first: sum, count });
        (last, sum) = (Some(key), next);
    }
    if sum != moves {
        return Err(bytes.nonsense("the number of moves of the positions that end"));
    }
    for entry in &book.entries {
        let first = book.moves.len();
        for _ in 0..entry.count {
            let stored = bytes.stored()?;
            let before = book.moves.get(first..).unwrap_or_default();
            let is_in_order = before.last().is_none_or(|last| last.weight >= stored.weight);
            if !is_in_order || before.iter().any(|other| other.mv == stored.mv) {
                return Err(bytes.nonsense("the order of the moves that end"));
            }
            book.moves.push(stored);
        }
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_there_and_back() {
        for number in [0, 1, 127, 128, 16_383, 16_384, 27_935, u32::MAX - 1, u32::MAX] {
            let mut file = Vec::new();
            push_number(&mut file, number);
            let mut bytes = Bytes { all: &file, offset: 0 };
            assert_eq!((bytes.number(), bytes.offset), (Ok(number), file.len()));
        }
        for bad in [&[128][..], &[128, 0], &[255, 255, 255, 255, 16], &[128, 128, 128, 128, 128, 1], &[]] {
            assert!(Bytes { all: bad, offset: 0 }.number().is_err(), "{bad:?}");
        }
    }
}

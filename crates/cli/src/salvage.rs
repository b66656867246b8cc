//! Games of a file that may go wrong: strict, with the offer of what could be kept, or salvaged.

use notation::Salvaged;
use notation::formats::{ReadError, Reader};
use std::fmt;

/// A game that is not read.
pub struct RefusedGame {
    pub error: ReadError,
    /// How many plies of it would be left if it were salvaged.
    pub plies: Option<usize>,
}

impl fmt::Display for RefusedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match self.plies {
            Some(plies) => write!(f, "; --salvage would keep {}", first_plies(plies)),
            None => Ok(()),
        }
    }
}

/// The first plies of a game in words.
pub fn first_plies(plies: usize) -> String {
    if plies == 1 { "the first ply".into() } else { format!("the first {plies} plies") }
}

/// The next game; a bad one as far as it is legal, if it is to be salvaged. What is left of others is worked out only if asked for.
pub fn next_game<B: AsRef<[u8]>, I: Iterator<Item = B>>(
    reader: &mut Reader<I>,
    salvages: bool,
    offers: bool,
) -> Option<Result<Salvaged<ReadError>, RefusedGame>> {
    let error = match reader.next()? {
        Ok(game) => return Some(Ok(Salvaged { game, cuts: Vec::new() })),
        Err(error) => error,
    };
    let salvaged = if salvages || offers { reader.salvage() } else { None };
    Some(match salvaged {
        Some(salvaged) if salvages => Ok(salvaged),
        offer => Err(RefusedGame { error, plies: offer.map(|salvaged| salvaged.plies()) }),
    })
}

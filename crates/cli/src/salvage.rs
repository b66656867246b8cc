//! Games of a file that may go wrong: strict, with the offer of what could be kept, or salvaged.

use notation::Salvaged;
use notation::formats::{ReadError, Reader};
use std::fmt;

/// A game that is not read.
pub struct RefusedGame {
    pub error: ReadError,
    /// How many plies of its main line would be left if it were salvaged.
    pub plies: Option<usize>,
    /// Whether that would be all of them.
    pub is_main_line_whole: bool,
}

impl fmt::Display for RefusedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match self.plies {
            Some(_) if self.is_main_line_whole => f.write_str("; --salvage would keep the main line"),
            Some(plies) => write!(f, "; --salvage would keep {}", first_plies(plies)),
            None => Ok(()),
        }
    }
}

/// The first plies of a game in words.
pub fn first_plies(plies: usize) -> String {
    if plies == 1 { "the first ply".into() } else { format!("the first {plies} plies") }
}

/// What is left of a game behind a cut, in words.
pub fn what_is_kept(salvaged: &Salvaged<ReadError>) -> String {
    if salvaged.is_main_line_whole() {
        "left out there, the main line is whole".into()
    } else {
        format!("cut there, {} kept", first_plies(salvaged.plies()))
    }
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
        offer => Err(RefusedGame {
            error,
            plies: offer.as_ref().map(Salvaged::plies),
            is_main_line_whole: offer.is_some_and(|salvaged| salvaged.is_main_line_whole()),
        }),
    })
}

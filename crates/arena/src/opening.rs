//! Positions that games begin from.
//!
//! Read: lines of `FEN` or `FEN ;anything` (EPD; for chess also the operations of chess EPD), empty
//! lines and lines that begin with `#` passed over; and xiangqi games in PGN, of which the final
//! position of the main line is taken or the one after a given number of plies. Refused, with the number of
//! the line or the game: what is not a position, and a position where the game is over already.

use crate::settings::SettingError;
use games::{AnyPosition, AnyPositionError, Ending, Variant};
use notation::pgn::{self, PgnError};
use std::str::FromStr;
use xiangqi::rules::Language;
use xiangqi::{Position, RuleSet, Rules};

/// A position that games begin from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position, as this program writes it.
    pub fen: String,
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningOrder {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they are in the file.
    Sequential,
}

impl FromStr for OpeningOrder {
    type Err = SettingError;
    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text {
            "random" => Ok(Self::Random),
            "sequential" => Ok(Self::Sequential),
            _ => {
                Err(SettingError::new(format!("\"{text}\" is not an order; there are random and sequential")))
            }
        }
    }
}

/// What is wrong with an opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOpening {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] AnyPositionError),
    /// The game cannot be read.
    #[error(transparent)]
    Game(#[from] PgnError),
    /// Nothing is left to play.
    #[error("the game is over at \"{fen}\": {}", ending.explain(Language::English))]
    Over {
        /// The position.
        fen: String,
        /// How it has ended.
        ending: Ending,
    },
}

/// Why openings cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line is not an opening.
    #[error("line {number}: {reason}")]
    Line {
        /// Which line, from 1.
        number: usize,
        /// What is wrong.
        reason: BadOpening,
    },
    /// A game is not an opening.
    #[error("game {number}: {reason}")]
    Game {
        /// Which game, from 1.
        number: usize,
        /// What is wrong.
        reason: BadOpening,
    },
    /// PGN of chess is not read.
    #[error("chess openings are read from FEN or EPD lines, not from PGN")]
    ChessPgn,
    /// There is nothing in it.
    #[error("there are no openings in it; a line is \"FEN\" or \"FEN ;anything\"")]
    Empty,
}

/// Reads openings; PGN if the text begins with a tag. `plies` is how much of each PGN game is played,
/// all of it if nothing is said; it means nothing for FENs.
///
/// # Errors
/// The first line or game that cannot be used.
pub fn read_openings(
    text: &str,
    variant: Variant,
    rules: RuleSet,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let text = text.trim_start_matches('\u{feff}');
    let openings = match (text.trim_start().starts_with('['), variant) {
        (true, Variant::Chess) => return Err(OpeningError::ChessPgn),
        (true, _) => from_pgn(text, rules, plies)?,
        (false, _) => from_lines(text, variant, rules)?,
    };
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn from_lines(text: &str, variant: Variant, rules: RuleSet) -> Result<Vec<Opening>, OpeningError> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let fen = match variant {
                Variant::Xiangqi => line.split(';').next().unwrap_or_default().trim().to_string(),
                Variant::Chess => chess_fen(line),
            };
            let position = AnyPosition::parse(variant, &fen).map_err(BadOpening::from);
            let opening = position.and_then(|position| checked(position, rules));
            opening.map_err(|reason| OpeningError::Line { number, reason })
        })
        .collect()
}

/// The four fields that FEN and EPD share, and the two counters if they follow.
fn chess_fen(line: &str) -> String {
    let fields: Vec<&str> = line.split(';').next().unwrap_or_default().split_ascii_whitespace().collect();
    let counters = fields.iter().skip(4).take(2).take_while(|field| field.parse::<u32>().is_ok());
    fields.iter().take(4).chain(counters).copied().collect::<Vec<_>>().join(" ")
}

fn from_pgn(text: &str, rules: RuleSet, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(pgn::read(text)) {
        let refused = |reason| OpeningError::Game { number, reason };
        let game = game.map_err(|error| refused(error.into()))?;
        let mut position = Position::from(game.start().clone());
        let moves = game.main_line().filter_map(|(_, node)| node.mv());
        for mv in moves.take(plies.unwrap_or(usize::MAX)) {
            position.play_unchecked(mv);
        }
        // Games begin there: what was played before does not count.
        let start = AnyPosition::Xiangqi(Box::new(Position::from(position.fen())));
        openings.push(checked(start, rules).map_err(refused)?);
    }
    Ok(openings)
}

/// The opening, if a game can begin there.
fn checked(mut position: AnyPosition, rules: RuleSet) -> Result<Opening, BadOpening> {
    position.set_rules(Rules::from(rules));
    let fen = position.fen();
    match position.ending() {
        Some(ending) => Err(BadOpening::Over { fen, ending }),
        None => Ok(Opening { fen }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::fen::START;

    const XIANGQI: Variant = Variant::Xiangqi;

    fn read(text: &str, variant: Variant, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
        read_openings(text, variant, RuleSet::Computer, plies)
    }

    #[test]
    fn lines_of_fens() {
        let text = format!("# first\n{START} ;n 12 ;wdl 1 2 3\r\n\n4k4/9/9/9/9/9/9/9/4R4/3K5 b\n");
        let openings = read(&text, XIANGQI, None).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0].fen, START);
        assert_eq!(openings[1].fen, "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
        let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"x\";\n\
                   8/8/8/4k3/8/4K3/4P3/8 w - - 3 40 ;x";
        let openings = read(epd, Variant::Chess, None).unwrap();
        assert!(openings[0].fen.ends_with("b KQkq - 0 1"), "{openings:?}");
        assert!(openings[1].fen.ends_with("w - - 3 40"), "{openings:?}");
    }

    #[test]
    fn games() {
        let text = "[Event \"1\"]\n\n1. C2=5 H8+7 2. H2+3 *\n\n[Event \"2\"]\n\n1. H2+3 *\n";
        let fens = |plies| {
            let openings = read(text, XIANGQI, plies).unwrap();
            openings.into_iter().map(|opening| opening.fen).collect::<Vec<_>>()
        };
        let all = fens(None);
        assert!(all[0].ends_with(" b - - 3 2") && all[1].ends_with(" b - - 1 1"), "{all:?}");
        assert_eq!(fens(Some(1))[1], all[1]);
        assert_eq!(fens(Some(0)), [START, START]);
    }

    #[test]
    fn refusals_name_the_place() {
        let error = |text: &str, variant| read(text, variant, None).unwrap_err().to_string();
        assert!(error(&format!("{START}\nnonsense\n"), XIANGQI).starts_with("line 2: FEN \"nonsense\""));
        assert!(
            error("3k5/R8/9/9/9/9/9/9/9/R3K4 w\n1R1k5/R8/9/9/9/9/9/9/9/4K4 b", XIANGQI).contains("line 2")
        );
        assert!(error("[Event \"1\"]\n\n1. C2=4 C9=9 *\n", XIANGQI).starts_with("game 1"));
        assert!(error("[Event \"1\"]\n\n1. e4 *\n", Variant::Chess).contains("not from PGN"));
        assert!(error("# nothing\n", XIANGQI).contains("no openings"));
    }
}

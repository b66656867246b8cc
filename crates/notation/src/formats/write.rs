//! Writes games in a file format.

use super::losses::{Loss, Losses};
use super::{Format, dhtml, xqf};
use crate::encoding::TextEncoding;
use crate::{Game, Node, Notation, Style, pgn};
use thiserror::Error;

/// How to write games.
///
/// ```
/// use notation::formats::{self, Format, Writer};
/// let game = notation::pgn::read("1. C2=5 H8+7 {solid} 1-0").next().unwrap()?;
/// let writer = Writer::new(Format::Xqf)?;
/// let (file, losses) = writer.write(&game);
/// assert!(losses.is_empty());
/// assert_eq!(formats::read(&file).next(), Some(Ok(game)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    format: Written,
    style: pgn::Format,
    encoding: TextEncoding,
}

/// A format that is not only read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    Pgn,
    Xqf,
    Dhtml,
    Moves,
}

impl Written {
    pub fn of(format: Format) -> Option<Self> {
        match format {
            Format::Pgn => Some(Self::Pgn),
            Format::Xqf => Some(Self::Xqf),
            Format::Dhtml => Some(Self::Dhtml),
            Format::Moves => Some(Self::Moves),
            Format::Cbr
            | Format::Cbl
            | Format::Record
            | Format::Ccm
            | Format::Che
            | Format::Chn
            | Format::Mxq => None,
        }
    }
}

/// Why games cannot be written like that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is only read.
    #[error("{} is read and not written; PGN, XQF, DhtmlXQ and move lists are written", .0.name())]
    Format(Format),
    /// Moves in simplified characters, which the encoding does not have.
    #[error(
        "Big5 does not have the simplified characters of moves; write traditional Chinese, or use another encoding"
    )]
    SimplifiedInBig5,
    /// An encoding for a format that is not text.
    #[error("{} has an encoding of its own", .0.name())]
    Encoding(Format),
}

impl Writer {
    /// A writer of a format, with the usual notation (ICCS) in UTF-8 where that can be chosen.
    ///
    /// # Errors
    /// The format is only read.
    pub fn new(format: Format) -> Result<Self, WriteError> {
        let format = Written::of(format).ok_or(WriteError::Format(format))?;
        Ok(Self { format, style: pgn::Format::default(), encoding: TextEncoding::Utf8 })
    }

    /// The same with another notation, dialect and width for text.
    ///
    /// ```
    /// use notation::formats::{Format, Writer};
    /// use notation::{Notation, TextEncoding, pgn};
    ///
    /// let style = pgn::Format { notation: Notation::Wxf, ..Default::default() };
    /// let writer = Writer::new(Format::Pgn)?.with_style(style)?.with_encoding(TextEncoding::Gb18030)?;
    /// assert_eq!(writer.format(), Format::Pgn);
    /// let game = pgn::read("1. C2=5 *").next().unwrap()?;
    /// // Two games in one file.
    /// let mut file = writer.header().to_vec();
    /// file.extend(writer.write(&game).0);
    /// file.extend(writer.separator());
    /// file.extend(writer.write(&game).0);
    /// assert_eq!(notation::formats::read(&file).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The encoding does not have the characters.
    pub fn with_style(self, style: pgn::Format) -> Result<Self, WriteError> {
        Self { style, ..self }.checked()
    }

    /// The same in another encoding.
    ///
    /// # Errors
    /// The format is not text, or the encoding does not have the characters of the notation.
    pub fn with_encoding(self, encoding: TextEncoding) -> Result<Self, WriteError> {
        if self.format == Written::Xqf {
            return Err(WriteError::Encoding(Format::Xqf));
        }
        Self { encoding, ..self }.checked()
    }

    fn checked(self) -> Result<Self, WriteError> {
        let is_simplified = self.style.notation == Notation::Chinese(Style::Simplified);
        if self.encoding == TextEncoding::Big5 && is_simplified && self.format != Written::Dhtml {
            return Err(WriteError::SimplifiedInBig5);
        }
        Ok(self)
    }

    /// The format.
    pub fn format(&self) -> Format {
        match self.format {
            Written::Pgn => Format::Pgn,
            Written::Xqf => Format::Xqf,
            Written::Dhtml => Format::Dhtml,
            Written::Moves => Format::Moves,
        }
    }

    /// What a file begins with, before its first game.
    pub fn header(&self) -> &'static [u8] {
        if self.format == Written::Xqf { &[] } else { self.encoding.mark() }
    }

    /// What stands between two games of a file.
    pub fn separator(&self) -> Vec<u8> {
        if self.format == Written::Pgn { self.encoding.encode("\n").0 } else { Vec::new() }
    }

    /// The game as bytes of a file, and what of it the format cannot hold.
    pub fn write(&self, game: &Game) -> (Vec<u8>, Losses) {
        let mut losses = Losses::default();
        let text = match self.format {
            Written::Xqf => return (xqf::write(game, &mut losses), losses),
            Written::Dhtml => dhtml::write(game, &mut losses),
            Written::Moves => list(game, self.style.notation, &mut losses),
            Written::Pgn => pgn::write(game, &self.style),
        };
        let (bytes, is_whole) = self.encoding.encode(&text);
        if !is_whole {
            losses.note(Loss::Characters);
        }
        (bytes, losses)
    }
}

/// The game as one line: the position if it is not the usual one, the moves, the result.
fn list(game: &Game, notation: Notation, losses: &mut Losses) -> String {
    let mut words = Vec::new();
    if game.start() == Game::default().start() {
        words.push("startpos moves".to_owned());
    } else {
        words.push(format!("fen {} moves", game.start()));
    }
    for (name, _) in game.tags.iter().filter(|(_, value)| !value.is_empty()) {
        losses.tag(name);
    }
    let mut board = game.start().board.clone();
    for (_, node) in game.main_line() {
        if let Some(mv) = node.mv() {
            words.push(notation.format(&board, mv));
            board.play_unchecked(mv);
        }
        losses.note_glyphs(node);
        if !node.comment().is_empty() || !node.comment_before().is_empty() {
            losses.note(Loss::Comments);
        }
    }
    if game.node(game.root()).is_some_and(|root| !root.comment().is_empty()) {
        losses.note(Loss::Comments);
    }
    let main_line = game.main_line().count() + 1;
    if game.node_count() > main_line {
        losses.note(Loss::Variations);
    }
    debug_assert!(game.node(game.root()).is_none_or(|root: &Node| root.mv().is_none()));
    words.push(game.result.to_string());
    words.join(" ") + "\n"
}

//! Writes a game.
//!
//! What is written reads back as an equal [`Game`], in every notation and dialect.

use crate::tags::white_name;
use crate::{Game, Node, NodeId, Notation};
use std::fmt::{self, Write};
use std::rc::Rc;
use xiangqi::{Board, Colour};

/// Whose tags to write.
///
/// ```
/// use notation::pgn::{self, Dialect};
///
/// let game = pgn::read("[Red \"Hu Ronghua\"]\n1. C2=5 *").next().unwrap()?;
/// let format = pgn::Format { dialect: Dialect::Winboard, ..Default::default() };
/// assert!(pgn::write(&game, &format).contains("[White \"Hu Ronghua\"]"));
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// `[Game "Chinese Chess"]` first, and `Red`.
    Xqbase,
    /// `White`, `[Variant "xiangqi"]`, and `SetUp` with a FEN.
    Winboard,
}

/// How to write a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// How to write the moves.
    pub notation: Notation,
    /// Whose tags to write.
    pub dialect: Dialect,
    /// How many characters a line may have, unless one word is longer.
    pub width: usize,
}

impl Default for Format {
    /// What the most programs read: ICCS with the tags of xqbase, lines of 80 characters.
    fn default() -> Self {
        Self { notation: Notation::Iccs, dialect: Dialect::Xqbase, width: 80 }
    }
}

/// The game as text, with a line break at its end. An empty line between games is customary.
///
/// ```
/// use notation::{Notation, Style, pgn};
/// let game = pgn::read("1. H2-E2 (1. H0-G2 $1) H9-G7 *").next().unwrap()?;
/// let format = pgn::Format { notation: Notation::Chinese(Style::Simplified), ..Default::default() };
/// assert_eq!(
///     pgn::write(&game, &format),
///     "[Game \"Chinese Chess\"]\n[Result \"*\"]\n[Format \"Chinese\"]\n\n\
///      1. 炮二平五 (1. 马二进三 $1) 1... 马８进７ *\n"
/// );
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn write(game: &Game, format: &Format) -> String {
    let mut text = String::new();
    // A `String` takes everything.
    let _ = write_to(&mut text, game, format);
    text
}

/// [`write()`] to anything that takes text.
///
/// ```
/// use notation::pgn;
///
/// let game = pgn::read("1. C2=5 *").next().unwrap()?;
/// let mut text = String::new();
/// pgn::write_to(&mut text, &game, &pgn::Format::default())?;
/// assert_eq!(text, pgn::write(&game, &pgn::Format::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of `out`.
pub fn write_to(out: &mut impl Write, game: &Game, format: &Format) -> fmt::Result {
    write_tags(out, game, format)?;
    out.write_char('\n')?;
    let mut words = Words { out, width: format.width, column: 0, glued: true, interrupted: true };
    let root = game.node(game.root());
    let comment = root.map(Node::comment).unwrap_or_default();
    words.comment(comment)?;
    write_moves(&mut words, game, format.notation)?;
    words.word(&game.result.to_string())?;
    out.write_char('\n')
}

fn write_tags(out: &mut impl Write, game: &Game, format: &Format) -> fmt::Result {
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "[{name} \"{value}\"]")
    };
    let is_winboard = format.dialect == Dialect::Winboard;
    if !is_winboard {
        tag("Game", "Chinese Chess")?;
    }
    for (name, value) in game.tags.iter() {
        if is_winboard { tag(&white_name(name), value)? } else { tag(name, value)? }
    }
    tag("Result", &game.result.to_string())?;
    if is_winboard {
        tag("Variant", "xiangqi")?;
    }
    if *game.start() != *Game::default().start() {
        if is_winboard {
            tag("SetUp", "1")?;
        }
        tag("FEN", &game.start().to_string())?;
    }
    tag("Format", format.notation.tag())
}

/// Words with spaces and line breaks between them.
struct Words<'o, W> {
    out: &'o mut W,
    width: usize,
    column: usize,
    /// The next word follows without a space.
    glued: bool,
    /// Something else than a move was written last, so that even Black's move needs a number.
    interrupted: bool,
}

impl<W: Write> Words<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if !self.glued {
            if self.column + 1 + first_line > self.width {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(word)?;
        self.glued = false;
        self.column = match word.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + first_line,
        };
        Ok(())
    }

    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.glued = true;
        self.interrupted = true;
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        self.glued = true;
        self.interrupted = true;
        self.word(")")
    }

    /// A comment, if there is one: in braces, or behind a semicolon up to the end of the line if there is a brace in it.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        self.interrupted = true;
        if text.contains('}') {
            self.word(&format!(";{text}\n"))?;
            self.glued = true;
            return Ok(());
        }
        self.word(&format!("{{{text}}}"))
    }
}

/// What is still to be written, the next thing last.
enum Task {
    /// The line behind a node: its main continuation, the alternatives to that, and so on.
    Continue(NodeId, Rc<Moment>),
    /// A variation that begins with this node.
    Vary(NodeId, Rc<Moment>),
    Close,
}

/// A position with the number of its next move.
struct Moment {
    board: Board,
    number: u32,
}

fn write_moves(words: &mut Words<'_, impl Write>, game: &Game, notation: Notation) -> fmt::Result {
    let start = Moment { board: game.start().board.clone(), number: game.start().move_number };
    let mut tasks = vec![Task::Continue(game.root(), Rc::new(start))];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Continue(id, moment) => {
                let children = game.node(id).map(Node::children).unwrap_or_default();
                let Some((&main, variations)) = children.split_first() else { continue };
                let next = write_move(words, game.node(main), &moment, notation)?;
                tasks.push(Task::Continue(main, next));
                for &variation in variations.iter().rev() {
                    tasks.push(Task::Close);
                    tasks.push(Task::Vary(variation, Rc::clone(&moment)));
                }
            }
            Task::Vary(id, moment) => {
                words.open()?;
                let next = write_move(words, game.node(id), &moment, notation)?;
                tasks.push(Task::Continue(id, next));
            }
            Task::Close => words.close()?,
        }
    }
    Ok(())
}

/// Writes one move with its number, glyphs and comments, and gives back the moment after it.
fn write_move(
    words: &mut Words<'_, impl Write>,
    node: Option<&Node>,
    moment: &Rc<Moment>,
    notation: Notation,
) -> Result<Rc<Moment>, fmt::Error> {
    let Some((node, mv)) = node.and_then(|node| Some((node, node.mv()?))) else {
        return Ok(Rc::clone(moment));
    };
    let is_black = moment.board.side() == Colour::Black;
    if !is_black {
        words.word(&format!("{}.", moment.number))?;
    } else if words.interrupted || !node.comment_before().is_empty() {
        words.word(&format!("{}...", moment.number))?;
    }
    words.comment(node.comment_before())?;
    words.word(&notation.format(&moment.board, mv))?;
    words.interrupted = false;
    for glyph in node.glyphs() {
        words.word(&format!("${glyph}"))?;
    }
    words.comment(node.comment())?;
    let mut board = moment.board.clone();
    board.play_unchecked(mv);
    Ok(Rc::new(Moment { board, number: moment.number.saturating_add(u32::from(is_black)) }))
}

//! What a format cannot hold of a game.

use crate::{Game, Node};
use std::borrow::Cow;
use std::fmt;

/// Something of a game that did not go into a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// A tag for which there is no place.
    Tag(String),
    /// A tag of which only the beginning fits.
    Shortened(String),
    /// Glyphs on moves.
    Glyphs,
    /// Comments.
    Comments,
    /// Comments before a move, which now stand behind it.
    CommentsMoved,
    /// Variations.
    Variations,
    /// The counters of a start position: plies since the last capture, and the number of the first move.
    Counters,
    /// Characters that the encoding does not have, written as `?`.
    Characters,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag(name) => write!(f, "the tag {name}"),
            Self::Shortened(name) => write!(f, "the end of the tag {name}"),
            Self::Glyphs => f.write_str("glyphs such as ! and ?"),
            Self::Comments => f.write_str("comments"),
            Self::CommentsMoved => {
                f.write_str("the place of comments before a move, which now stand behind it")
            }
            Self::Variations => f.write_str("variations"),
            Self::Counters => f.write_str("the move counters of the start position"),
            Self::Characters => f.write_str("characters that the encoding does not have (written as ?)"),
        }
    }
}

/// What a format could not hold, each sort of thing once.
///
/// ```
/// use notation::formats::{Format, Loss, Losses, Writer};
///
/// let game = notation::pgn::read("1. C2=5! H8+7 *").next().unwrap()?;
/// let (_, losses): (_, Losses) = Writer::new(Format::Xqf)?.write(&game);
/// assert!(!losses.is_empty());
/// assert_eq!(losses.iter().collect::<Vec<_>>(), [&Loss::Glyphs]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses(Vec<Loss>);

impl Losses {
    /// What was lost, in the order in which it was met.
    pub fn iter(&self) -> impl Iterator<Item = &Loss> {
        self.0.iter()
    }

    /// Whether everything is in the file.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn note(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    pub(super) fn tag(&mut self, name: &str) {
        self.note(Loss::Tag(name.to_owned()));
    }

    pub(super) fn shortened(&mut self, name: &str) {
        self.note(Loss::Shortened(name.to_owned()));
    }

    /// Notes that the counters of the start position are not the usual ones.
    pub(super) fn note_counters(&mut self, game: &Game) {
        if game.start().quiet_plies != 0 || game.start().move_number != 1 {
            self.note(Loss::Counters);
        }
    }

    pub(super) fn note_glyphs(&mut self, node: &Node) {
        if !node.glyphs().is_empty() {
            self.note(Loss::Glyphs);
        }
    }
}

/// The comments of a move as one, for formats that have only one place for them.
pub(super) fn single_comment<'a>(node: &'a Node, losses: &mut Losses) -> Cow<'a, str> {
    if node.comment_before().is_empty() {
        return Cow::Borrowed(node.comment());
    }
    losses.note(Loss::CommentsMoved);
    if node.comment().is_empty() {
        return Cow::Borrowed(node.comment_before());
    }
    Cow::Owned(format!("{}\n{}", node.comment_before(), node.comment()))
}

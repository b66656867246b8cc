//! What a reader of PGN reports, in the order of the text.

use super::error::Fault;
use crate::RecordedResult;
use xiangqi::{Board, Fen, Move};

/// Takes in a game as it is read. Every method does nothing unless it is written anew.
///
/// The order is: `begin_game`; `tag` for each tag; `start`; then moves with what belongs to them;
/// `end_game`. A game that cannot be read stops where it goes wrong, without `end_game`.
///
/// ```
/// use notation::pgn::{Reader, Variation, Visitor};
/// use xiangqi::{Board, Move};
///
/// /// Counts captures, main lines only.
/// struct Captures(usize);
///
/// impl Visitor for Captures {
///     fn play(&mut self, board: &Board, mv: Move) {
///         self.0 += usize::from(board.is_capture(mv));
///     }
///     fn begin_variation(&mut self) -> Variation {
///         Variation::Skip
///     }
/// }
///
/// let chunks = ["1. C2=5 C8=5 ", "2. C5+4 (2. H2+3) A4+5 1", "-0\n"];
/// let mut reader = Reader::new(chunks);
/// let mut captures = Captures(0);
/// while let Some(result) = reader.visit(&mut captures) {
///     result?;
/// }
/// assert_eq!(captures.0, 1);
/// # Ok::<(), notation::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag, as it is in the text.
    fn tag(&mut self, _name: &str, _value: &str) {}

    /// The tags are over, and this is the start position.
    fn start(&mut self, _start: &Fen) {}

    /// A legal move in the position before it.
    fn play(&mut self, _board: &Board, _mv: Move) {}

    /// A comment, without what encloses it.
    fn comment(&mut self, _text: &str, _place: CommentPlace) {}

    /// A glyph on the last move.
    fn glyph(&mut self, _glyph: u8) {}

    /// An alternative to the last move begins: the position goes back to before that move.
    fn begin_variation(&mut self) -> Variation {
        Variation::Enter
    }

    /// The variation is over, and the position is again that after the move it was an alternative
    /// to. Not reported for a variation that was skipped.
    fn end_variation(&mut self) {}

    /// The line of moves, or a tag, goes wrong at this byte of the section, and what is left of it is passed over. Only where a
    /// game is salvaged; otherwise reading ends there.
    fn cut(&mut self, _offset: usize, _fault: &Fault) {}

    /// The game is over.
    fn end_game(&mut self, _result: RecordedResult) {}
}

/// Whether to look into a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variation {
    /// Report what is in it.
    Enter,
    /// Pass over it unread; the moves in it may be wrong.
    Skip,
}

/// What a comment belongs to.
///
/// ```
/// use notation::pgn::{CommentPlace, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Comments(Vec<(String, CommentPlace)>);
/// impl Visitor for Comments {
///     fn comment(&mut self, text: &str, place: CommentPlace) {
///         self.0.push((text.into(), place));
///     }
/// }
///
/// let mut comments = Comments::default();
/// Reader::new(["1. {first} C2=5 {usual} *"]).visit(&mut comments).unwrap()?;
/// let places: Vec<_> = comments.0.iter().map(|(_, place)| *place).collect();
/// assert!(matches!(places[..], [CommentPlace::BeforeMove, CommentPlace::AfterMove]));
/// # Ok::<(), notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentPlace {
    /// To the move that follows: it stands behind a move number, behind a variation, or at the
    /// beginning of one.
    BeforeMove,
    /// To the last move, or to the game if none has been made.
    AfterMove,
}

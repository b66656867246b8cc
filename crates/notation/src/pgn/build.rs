//! Builds the tree of a game from what the reader reports.

use super::error::{Fault, PgnError};
use super::scan::Located;
use super::visitor::{CommentPlace, Variation, Visitor};
use crate::salvage::{LeftOut, Salvaged, leave_word};
use crate::tags::is_reserved;
use crate::{Game, Node, NodeId, RecordedResult, Tags};
use xiangqi::{Board, Fen, Move};

/// A visitor that builds a [`Game`].
pub(super) struct Builder {
    game: Game,
    tags: Tags,
    /// Tags that say something else than one of the same name before them.
    further_tags: Vec<String>,
    here: Place,
    /// Where the lines stopped that the current one branches from.
    outer: Vec<Place>,
    cuts: Vec<Cut>,
}

/// Where something was left out, and why.
struct Cut {
    node: NodeId,
    left_out: LeftOut,
    located: Located,
}

/// The end of a line of moves, so far.
struct Place {
    node: NodeId,
    /// What is said before the next move.
    comment: String,
    /// A variation of which no move has been read.
    is_bare: bool,
}

impl Default for Builder {
    fn default() -> Self {
        let game = Game::default();
        let here = Place { node: game.root(), comment: String::new(), is_bare: false };
        let (tags, further_tags) = (Tags::default(), Vec::new());
        Self { game, tags, further_tags, here, outer: Vec::new(), cuts: Vec::new() }
    }
}

impl Builder {
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The game with a comment at every cut. They are found in a text that begins at this line and byte of the whole.
    pub fn into_salvaged(self, text: &str, place: (usize, usize)) -> Salvaged<PgnError> {
        let mut game = self.game;
        let mut cuts: Vec<PgnError> = Vec::with_capacity(self.cuts.len());
        // Lines that have been counted are not counted again.
        let (mut at, mut line) = (0, place.0);
        for Cut { node, left_out, located: (offset, fault) } in self.cuts {
            let is_behind = offset >= at;
            let (from, from_line) = if is_behind { (at, line) } else { (0, place.0) };
            let rest = text.get(from..).unwrap_or_default();
            let error = PgnError::locate(rest, (from_line, place.1 + from), (offset - from, fault));
            if is_behind {
                at = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
                line = error.line();
            }
            leave_word(&mut game, node, left_out, &error);
            cuts.push(error);
        }
        Salvaged { game, cuts }
    }

    /// Puts a comment that no move follows behind the last one.
    fn settle_comment(&mut self) {
        let comment = std::mem::take(&mut self.here.comment);
        self.game.append_comment(self.here.node, &comment);
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &str, value: &str) {
        if is_reserved(name) {
            return;
        }
        match self.tags.get(name).map(str::trim) {
            Some(first) if first == value.trim() || value.trim().is_empty() => {}
            Some(first) if !first.is_empty() => self.further_tags.push(format!("[{name} \"{value}\"]")),
            // The reader lets no other name through that could be refused.
            _ => drop(self.tags.set(name, value)),
        }
    }

    fn start(&mut self, start: &Fen) {
        self.game = Game::new(start.clone());
        self.game.tags = std::mem::take(&mut self.tags);
        if !self.further_tags.is_empty() {
            let text = format!("Further tags: {}", self.further_tags.join(" "));
            self.game.set_comment(self.game.root(), &text);
        }
    }

    fn play(&mut self, _board: &Board, mv: Move) {
        let node = self.game.add_unchecked(self.here.node, mv);
        let comment = std::mem::take(&mut self.here.comment);
        self.game.set_comment_before(node, &comment);
        (self.here.node, self.here.is_bare) = (node, false);
    }

    fn comment(&mut self, text: &str, place: CommentPlace) {
        let text = text.trim();
        match place {
            CommentPlace::BeforeMove if self.here.comment.is_empty() => self.here.comment.push_str(text),
            CommentPlace::BeforeMove => {
                self.here.comment.push(' ');
                self.here.comment.push_str(text);
            }
            CommentPlace::AfterMove => self.game.append_comment(self.here.node, text),
        }
    }

    fn glyph(&mut self, glyph: u8) {
        self.game.add_glyph(self.here.node, glyph);
    }

    fn begin_variation(&mut self) -> Variation {
        let parent = self.game.node(self.here.node).and_then(Node::parent);
        let branch =
            Place { node: parent.unwrap_or(self.game.root()), comment: String::new(), is_bare: true };
        self.outer.push(std::mem::replace(&mut self.here, branch));
        Variation::Enter
    }

    fn end_variation(&mut self) {
        self.settle_comment();
        if let Some(place) = self.outer.pop() {
            self.here = place;
        }
    }

    fn cut(&mut self, offset: usize, fault: &Fault) {
        let located = (offset, fault.clone());
        let around =
            self.outer.last().filter(|_| self.here.is_bare).map_or(self.here.node, |place| place.node);
        let (node, left_out) = match fault {
            Fault::Tag(_) => (self.game.root(), LeftOut::Tag),
            _ if self.outer.is_empty() => (self.here.node, LeftOut::MainLine),
            _ => (around, LeftOut::Variation),
        };
        self.cuts.push(Cut { node, left_out, located });
    }

    fn end_game(&mut self, result: RecordedResult) {
        self.settle_comment();
        self.game.settle_comments();
        self.game.result = result;
    }
}

//! Builds the tree of a game from what the reader reports.

use super::visitor::{CommentPlace, Variation, Visitor};
use crate::tags::is_reserved;
use crate::{Game, Node, NodeId, RecordedResult, Tags};
use xiangqi::{Board, Fen, Move};

/// A visitor that builds a [`Game`].
pub(super) struct Builder {
    game: Game,
    tags: Tags,
    here: Place,
    /// Where the lines stopped that the current one branches from.
    outer: Vec<Place>,
}

/// The end of a line of moves, so far.
struct Place {
    node: NodeId,
    /// What is said before the next move.
    comment: String,
}

impl Default for Builder {
    fn default() -> Self {
        let game = Game::default();
        let here = Place { node: game.root(), comment: String::new() };
        Self { game, tags: Tags::default(), here, outer: Vec::new() }
    }
}

impl Builder {
    pub fn into_game(self) -> Game {
        self.game
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
        if !is_reserved(name) {
            // The reader lets no other name through that could be refused.
            let _ = self.tags.set(name, value);
        }
    }

    fn start(&mut self, start: &Fen) {
        self.game = Game::new(start.clone());
        self.game.tags = std::mem::take(&mut self.tags);
    }

    fn play(&mut self, _board: &Board, mv: Move) {
        let node = self.game.add_unchecked(self.here.node, mv);
        let comment = std::mem::take(&mut self.here.comment);
        self.game.set_comment_before(node, &comment);
        self.here.node = node;
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
        let branch = Place { node: parent.unwrap_or(self.game.root()), comment: String::new() };
        self.outer.push(std::mem::replace(&mut self.here, branch));
        Variation::Enter
    }

    fn end_variation(&mut self) {
        self.settle_comment();
        if let Some(place) = self.outer.pop() {
            self.here = place;
        }
    }

    fn end_game(&mut self, result: RecordedResult) {
        self.settle_comment();
        self.game.result = result;
    }
}

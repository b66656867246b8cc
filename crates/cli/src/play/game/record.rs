//! The game at the table as a record, and what a record says beyond its moves.
//!
//! Where people or a clock end a game after moves were taken back, its moves end there too, as they do in every other
//! game; what was ahead goes into a tag, as the text of a game, with its comments and variations, and comes back from there.

use super::{GameError, LocalGame, MAX_NODES};
use crate::play::ending::PlayEnding;
use notation::{Game, Node, NodeId, RecordedResult, pgn};

/// The tag with the moves that were taken back before the game ended.
pub const TAKEN_BACK: &str = "TakenBack";

impl LocalGame {
    /// The game as a record: the line that is followed is its main line, everything else a variation. The reason of the
    /// result is the last comment.
    pub fn record(&self) -> Game {
        let (mut record, mut last) = self.tree();
        record.tags.remove("Termination");
        if self.is_cut()
            && let Some(text) = self.taken_back(&record, last)
        {
            // The names of these tags are good ones.
            let _ = record.tags.set(TAKEN_BACK, &text);
            let ahead = record.node(last).map(|node| node.children().to_vec()).unwrap_or_default();
            record = record.without(|id| ahead.contains(&id));
            last = record.main_line().last().map_or(record.root(), |(id, _)| id);
        }
        let ending = self.ending.as_ref().filter(|_| self.recorded_ahead() == 0);
        record.result = ending.map_or(RecordedResult::Unknown, PlayEnding::recorded);
        if let Some(ending) = ending {
            let said = record.node(last).map(|node| node.comment().to_owned()).unwrap_or_default();
            let is_news = !matches!(ending, PlayEnding::Record(_)) && !said.contains(&ending.words());
            if is_news {
                record.set_comment(last, format!("{said} {}", ending.words()).trim());
            }
            if let Some(termination) = ending.termination() {
                let _ = record.tags.set("Termination", termination);
            }
        }
        record
    }

    /// How many moves at the end of the record's main line were taken back.
    pub fn recorded_ahead(&self) -> usize {
        if self.is_cut() { 0 } else { self.ahead() }
    }

    /// Whether the record ends before the line does. The rules find their verdict again wherever it is.
    fn is_cut(&self) -> bool {
        let is_decided = self.ending.as_ref().is_some_and(|ending| !matches!(ending, PlayEnding::Rules(_)));
        is_decided && self.has_moves_ahead()
    }

    /// All moves as a new tree with the line in front, and the last node that was played.
    fn tree(&self) -> (Game, NodeId) {
        let mut record = Game::new(self.game.start().clone());
        record.tags = self.game.tags.clone();
        record.set_comment(record.root(), self.game.node(self.game.root()).map_or("", Node::comment));
        let mut last = record.root();
        // What is still to be copied, the next last: a node and the copy of its parent, on the line at which ply.
        let mut waiting = vec![];
        self.await_children(self.game.root(), record.root(), Some(0), &mut waiting);
        while let Some((id, parent, ply)) = waiting.pop() {
            // Every move of the tree is legal where it stands.
            let Some(copy) = copy_node(&self.game, id, &mut record, parent) else { continue };
            if ply == Some(self.plies()) {
                last = copy;
            }
            self.await_children(id, copy, ply, &mut waiting);
        }
        (record, last)
    }

    /// Puts the children of a node on the stack, so that the one on the line comes first.
    fn await_children(
        &self,
        id: NodeId,
        copy: NodeId,
        ply: Option<usize>,
        waiting: &mut Vec<(NodeId, NodeId, Option<usize>)>,
    ) {
        let children = self.game.node(id).map(Node::children).unwrap_or_default();
        let on_line = ply.and_then(|ply| self.line.get(ply)).copied();
        let others = children.iter().rev().filter(|&&child| Some(child) != on_line);
        waiting.extend(others.map(|&child| (child, copy, None)));
        if let (Some(child), Some(ply)) = (on_line, ply) {
            waiting.push((child, copy, Some(ply + 1)));
        }
    }

    /// What a record has below a node, which stands for the position on the board, as text.
    fn taken_back(&self, record: &Game, last: NodeId) -> Option<String> {
        let mut rest = Game::new(self.position.fen());
        let root = rest.root();
        copy_below(record, last, &mut rest, root)?;
        let text = pgn::write(&rest, &pgn::Format { width: usize::MAX, ..pgn::Format::default() });
        let (_, moves) = text.split_once("\n\n")?;
        Some(moves.trim_end().to_owned())
    }

    /// Puts the moves ahead that the tag of the record has. A tag that does not fit the game is left as it is.
    pub(super) fn restore_taken_back(&mut self) -> Result<(), GameError> {
        let Some(text) = self.game.tags.get(TAKEN_BACK).filter(|_| !self.has_moves_ahead()) else {
            return Ok(());
        };
        let source = format!("[FEN \"{}\"]\n[Format \"ICCS\"]\n\n{text}\n", self.position.fen());
        let Some(Ok(rest)) = pgn::read(&source).next() else { return Ok(()) };
        let (plies, nodes) = (self.line.len(), self.game.node_count() + rest.node_count());
        if nodes > MAX_NODES {
            return Err(GameError::TooLong { plies, nodes });
        }
        let last = self.line.last().copied().unwrap_or(self.game.root());
        let mut game = self.game.clone();
        if rest.node_count() < 2 || copy_below(&rest, rest.root(), &mut game, last).is_none() {
            return Ok(());
        }
        game.tags.remove(TAKEN_BACK);
        self.game = game;
        self.line = self.game.main_line().map(|(id, _)| id).collect();
        Ok(())
    }

    /// Takes the reason of the end, which a record has, out of the comments: it is there as long as the game is over.
    pub(super) fn forget_reason(&mut self) {
        let Some(ending) = self.ending.as_ref().filter(|_| !self.has_moves_ahead()) else { return };
        let last = self.line.last().copied().unwrap_or(self.game.root());
        let said = self.game.node(last).map(|node| node.comment().to_owned()).unwrap_or_default();
        if let Some(before) = without_reason(&said, &ending.words()) {
            self.game.set_comment(last, before);
        }
    }
}

/// What a comment says before the reason that it ends with, wherever its lines were broken.
fn without_reason<'a>(comment: &'a str, reason: &str) -> Option<&'a str> {
    let is_reason = |text: &str| text.split_whitespace().eq(reason.split_whitespace());
    let splits = comment.char_indices().filter_map(|(at, _)| comment.split_at_checked(at));
    let mut whole = splits.filter(|(before, _)| before.is_empty() || before.ends_with(char::is_whitespace));
    whole.find(|(_, rest)| is_reason(rest)).map(|(before, _)| before.trim_end())
}

/// Adds a node to another tree, with its comments and glyphs.
fn copy_node(from: &Game, id: NodeId, to: &mut Game, parent: NodeId) -> Option<NodeId> {
    let node = from.node(id)?;
    let copy = to.append(parent, node.mv()?).ok()?;
    to.set_comment(copy, node.comment());
    to.set_comment_before(copy, node.comment_before());
    for &glyph in node.glyphs() {
        to.add_glyph(copy, glyph);
    }
    Some(copy)
}

/// Adds all that is below a node to another tree, in its order; nothing if that is not possible.
fn copy_below(from: &Game, id: NodeId, to: &mut Game, parent: NodeId) -> Option<()> {
    let mut waiting = vec![(id, parent)];
    while let Some((id, copy)) = waiting.pop() {
        for &child in from.node(id)?.children() {
            waiting.push((child, copy_node(from, child, to, copy)?));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_found_across_lines() {
        let reason = "Black wins: Red resigns.";
        for (comment, before) in [
            ("Black wins: Red resigns.", Some("")),
            ("a slip\nBlack wins:\nRed resigns.", Some("a slip")),
            ("he said Black wins: Red resigns. I do not", None),
            ("PitchBlack wins: Red resigns.", None),
            ("", None),
        ] {
            assert_eq!(without_reason(comment, reason), before, "{comment}");
        }
    }
}

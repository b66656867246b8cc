//! What an earlier analysis by this program left in a game, found and taken out again.
//!
//! Everything that [`annotated`](super::annotated) writes can be told from what others wrote: an evaluation `[%eval …]` is followed, if there
//! are words behind it, by a mark that ends them, and a line that was added ends with a mark that says how many of its moves are ours.
//!
//! ```text
//! {mine [%eval +0.35]}                                      an evaluation, in a game that has a mark somewhere
//! {mine [%eval -1.20] Mistake: … [%chuhe $2]}               with words; the glyph 2 was given with them
//! (12. H2-E2 H9-G7 {+0.50 [%chuhe 2]})                      the last two moves of the line
//! ```
//!
//! A move of ours that somebody has commented, judged or continued stays.

use notation::{Game, Node, NodeId};
use std::collections::HashSet;

/// What every mark begins with.
const MARK: &str = "[%chuhe";
/// What every evaluation begins with.
const EVALUATION: &str = "[%eval ";

/// The mark behind words, with the glyph that was given with them.
pub(super) fn words_mark(glyph: Option<u8>) -> String {
    glyph.map_or_else(|| format!("{MARK}]"), |glyph| format!("{MARK} ${glyph}]"))
}

/// The mark at the end of a line of which this many moves are new.
pub(super) fn line_mark(moves: usize) -> String {
    format!("{MARK} {moves}]")
}

/// A mark that was found in a comment: where it begins and ends, and what it says.
struct Mark<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

fn last_mark(comment: &str) -> Option<Mark<'_>> {
    let start = comment.rfind(MARK)?;
    let behind = comment.get(start + MARK.len()..)?;
    let length = behind.find(']')?;
    Some(Mark { start, end: start + MARK.len() + length + 1, text: behind.get(..length)?.trim() })
}

fn node_ids(game: &Game) -> Vec<NodeId> {
    let mut ids = vec![game.root()];
    let mut at = 0;
    while let Some(&id) = ids.get(at) {
        ids.extend_from_slice(game.node(id).map(Node::children).unwrap_or_default());
        at += 1;
    }
    ids
}

/// The game as it was before it was annotated.
pub(super) fn without_own_annotations(game: &Game) -> Game {
    let ids = node_ids(game);
    let comment = |id: NodeId| game.node(id).map(Node::comment).unwrap_or_default();
    if !ids.iter().any(|&id| last_mark(comment(id)).is_some()) {
        return game.clone();
    }
    let mut stripped = game.clone();
    let mut ours = Vec::new();
    let root = game.root();
    strip_summary(&mut stripped, root);
    for (id, node) in game.main_line() {
        strip_words(&mut stripped, id, node);
    }
    for &id in &ids {
        let comment = stripped.node(id).map(Node::comment).unwrap_or_default().to_owned();
        let Some(mark) = last_mark(&comment) else { continue };
        let Ok(moves) = mark.text.parse::<usize>() else { continue };
        // The score stands before the mark.
        let before = comment.get(..mark.start).unwrap_or_default().trim_end();
        let before = before.rsplit_once(char::is_whitespace).map_or("", |(before, _)| before);
        let rest = format!("{before} {}", comment.get(mark.end..).unwrap_or_default());
        stripped.set_comment(id, &rest);
        ours.extend(std::iter::successors(Some(id), |&id| game.node(id)?.parent()).take(moves));
    }
    let main: HashSet<NodeId> = game.main_line().map(|(id, _)| id).collect();
    ours.retain(|id| *id != root && !main.contains(id));
    remove_unused(&stripped, &ids, &ours)
}

/// Takes away the sentence about the game.
fn strip_summary(game: &mut Game, root: NodeId) {
    let comment = game.node(root).map(Node::comment).unwrap_or_default().to_owned();
    let Some(mark) = last_mark(&comment).filter(|mark| mark.text.is_empty()) else { return };
    let before = comment.get(..mark.start).unwrap_or_default();
    let begin = ["Analysed by Chuhe ", "由Chuhe "].iter().filter_map(|words| before.rfind(words)).max();
    let before = before.get(..begin.unwrap_or(mark.start)).unwrap_or_default();
    let rest = format!("{} {}", before.trim_end(), comment.get(mark.end..).unwrap_or_default());
    game.set_comment(root, &rest);
}

/// Takes away the last evaluation of a move, the words behind it up to the mark, and the glyph that came with them.
fn strip_words(game: &mut Game, id: NodeId, node: &Node) {
    let comment = node.comment();
    let Some(start) = comment.rfind(EVALUATION) else { return };
    let behind = comment.get(start..).unwrap_or_default();
    let Some(length) = behind.find(']') else { return };
    let mut end = start + length + 1;
    if let Some(mark) = last_mark(comment).filter(|mark| mark.start >= end) {
        end = mark.end;
        if let Some(glyph) = mark.text.strip_prefix('$').and_then(|text| text.parse().ok()) {
            game.remove_glyph(id, glyph);
        }
    }
    let before = comment.get(..start).unwrap_or_default().trim_end();
    game.set_comment(id, &format!("{before} {}", comment.get(end..).unwrap_or_default()));
}

/// The game without those of these moves behind which nothing is left and about which nothing is said.
fn remove_unused(game: &Game, ids: &[NodeId], ours: &[NodeId]) -> Game {
    let mut gone = HashSet::new();
    let ours: HashSet<&NodeId> = ours.iter().collect();
    // Each move comes behind the one before it, so that going backwards sees what follows a move first.
    for id in ids.iter().rev().filter(|id| ours.contains(id)) {
        let is_unused = game.node(*id).is_some_and(|node| {
            node.comment().is_empty()
                && node.comment_before().is_empty()
                && node.glyphs().is_empty()
                && node.children().iter().all(|child| gone.contains(child))
        });
        if is_unused {
            gone.insert(*id);
        }
    }
    game.without(|id| gone.contains(&id))
}

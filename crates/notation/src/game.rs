//! A game as a tree of moves.
//!
//! Nodes live in one vector and name each other by [`NodeId`], so that neither a line of a million
//! moves nor variations nested a thousand deep cost stack. The root stands for the start position;
//! every other node for a move, legal in the position of its parent. The first child continues the
//! line, the others are variations.
//!
//! ```
//! use notation::{Game, Notation, RecordedResult, pgn};
//!
//! let mut game = Game::default();
//! let mut node = game.root();
//! for text in ["C2=5", "H8+7", "H2+3"] {
//!     let mv = Notation::Wxf.parse(&game.board(node), text)?;
//!     node = game.add(node, mv)?;
//! }
//! game.set_comment(node, "developed");
//! game.result = RecordedResult::Draw;
//! let text = pgn::write(&game, &pgn::Format::default());
//! assert!(text.ends_with("1. H2-E2 H9-G7 2. H0-G2 {developed} 1/2-1/2\n"));
//! assert_eq!(pgn::read(&text).next(), Some(Ok(game)));
//! # Ok::<(), notation::MoveError>(())
//! ```

use crate::error::MoveError;
use crate::{Notation, Tags};
use std::fmt;
use xiangqi::{Board, Colour, Fen, Move, Outcome};

/// What the record of a game says of its end, which the rules need not agree with ([`Outcome`] is what they say).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RecordedResult {
    /// `1-0`.
    RedWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl RecordedResult {
    /// The result that a text such as `1-0` stands for; `1/2` is read too.
    ///
    /// ```
    /// use notation::RecordedResult;
    /// assert_eq!(RecordedResult::from_text("1-0"), Some(RecordedResult::RedWins));
    /// assert_eq!(RecordedResult::from_words("和棋"), Some(RecordedResult::Draw));
    /// assert_eq!(RecordedResult::from_text("won"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::RedWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result that Chinese words such as 红胜 or 和棋 stand for, in either script.
    pub fn from_words(text: &str) -> Option<Self> {
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if has(&["红胜", "紅勝", "红方胜", "紅方勝", "先胜", "先勝", "黑负", "黑負", "红先胜", "紅先勝"])
        {
            Some(Self::RedWins)
        } else if has(&["黑胜", "黑勝", "黑方胜", "黑方勝", "先负", "先負", "红负", "紅負", "后胜", "後勝"])
        {
            Some(Self::BlackWins)
        } else if text.contains('和') {
            Some(Self::Draw)
        } else {
            None
        }
    }

    /// Who won, if the record says it.
    ///
    /// ```
    /// use notation::RecordedResult;
    /// use xiangqi::{Colour, Outcome};
    /// assert_eq!(RecordedResult::BlackWins.outcome(), Some(Outcome::Win(Colour::Black)));
    /// assert_eq!(RecordedResult::Unknown.outcome(), None);
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::RedWins => Some(Outcome::Win(Colour::Red)),
            Self::BlackWins => Some(Outcome::Win(Colour::Black)),
            Self::Draw => Some(Outcome::Draw),
            Self::Unknown => None,
        }
    }
}

impl From<Outcome> for RecordedResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Colour::Red) => Self::RedWins,
            Outcome::Win(Colour::Black) => Self::BlackWins,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// A node of a [`Game`]. It means something in the game that gave it, and stays valid there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move with what is said about it.
///
/// ```
/// let game = notation::pgn::read("{A game} 1. C2=5! {usual} ( 1. H2+3 ) H8+7 *").next().unwrap()?;
/// let root = game.node(game.root()).unwrap();
/// assert_eq!((root.mv(), root.comment(), root.children().len()), (None, "A game", 2));
/// let first = game.node(root.children()[0]).unwrap();
/// assert_eq!((first.mv(), first.parent()), ("h2e2".parse().ok(), Some(game.root())));
/// assert_eq!((first.glyphs(), first.comment(), first.comment_before()), (&[1][..], "usual", ""));
/// # Ok::<(), notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    glyphs: Vec<u8>,
    comment_before: String,
    comment: String,
}

impl Node {
    /// The move; nothing at the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The node before; nothing at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The next moves: the line goes on with the first, the others are variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub fn glyphs(&self) -> &[u8] {
        &self.glyphs
    }

    /// The comment between the move's number and the move; empty if there is none.
    pub fn comment_before(&self) -> &str {
        &self.comment_before
    }

    /// The comment behind the move (at the root: before the first move); empty if there is none.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    fn says_the_same(&self, other: &Self) -> bool {
        self.mv == other.mv
            && self.children.len() == other.children.len()
            && self.glyphs == other.glyphs
            && self.comment_before == other.comment_before
            && self.comment == other.comment
    }
}

/// A game: tags, start position, a tree of moves, the result that its record gives.
///
/// ```
/// use notation::{Game, Node, NodeId};
/// use xiangqi::Fen;
///
/// let mut game = Game::new(Fen::start());
/// let root: NodeId = game.root();
/// let first = game.add(root, "h2e2".parse()?)?;
/// let reply = game.add(first, "h9g7".parse()?)?;
/// // Another move behind the same node is a variation; the same move twice only if it is meant.
/// let variation = game.add(root, "h0g2".parse()?)?;
/// assert_eq!(game.add(root, "h2e2".parse()?)?, first);
/// assert_ne!(game.append(root, "h2e2".parse()?)?, first);
/// game.set_comment(root, "A game");
/// game.set_comment(first, "usual");
/// game.set_comment_before(reply, "solid:");
/// game.add_glyph(variation, 1);
/// game.add_glyph(variation, 3);
/// game.remove_glyph(variation, 3);
/// let node: &Node = game.node(variation).unwrap();
/// assert_eq!((node.glyphs(), node.parent()), (&[1][..], Some(root)));
/// assert_eq!(game.main_line().count(), 2);
/// assert_eq!(game.board(reply).side(), game.start().board.side());
/// assert!(game.add(reply, "a0a9".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// What is known about the game.
    pub tags: Tags,
    /// Who won, as the record says.
    pub result: RecordedResult,
    start: Fen,
    nodes: Vec<Node>,
}

impl Game {
    /// A game without moves from a position.
    pub fn new(start: Fen) -> Self {
        Self { tags: Tags::default(), result: RecordedResult::Unknown, start, nodes: vec![Node::default()] }
    }

    /// The start position.
    pub fn start(&self) -> &Fen {
        &self.start
    }

    /// The node of the start position.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node, if this game has it.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// How many nodes there are, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of the main line, the root not included.
    pub fn main_line(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let next = |id: NodeId| self.node(id)?.children.first().copied();
        std::iter::successors(next(self.root()), move |&id| next(id))
            .filter_map(|id| Some((id, self.node(id)?)))
    }

    /// The position after the move of a node. Played anew from the start position.
    pub fn board(&self, id: NodeId) -> Board {
        let ancestors = std::iter::successors(self.node(id), |node| self.node(node.parent?));
        let mut moves: Vec<Move> = ancestors.filter_map(|node| node.mv).collect();
        moves.reverse();
        let mut board = self.start.board.clone();
        for mv in moves {
            board.play_unchecked(mv);
        }
        board
    }

    /// Adds a move behind a node, as the continuation if there is none, else as a variation. A move
    /// that is there already is found, not added again.
    ///
    /// # Errors
    /// The move is not legal there.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, MoveError> {
        Notation::Coordinates.parse(&self.board(parent), &mv.to_string())?;
        let children = self.node(parent).map(Node::children).unwrap_or_default();
        let existing = children.iter().find(|&&child| self.node(child).and_then(Node::mv) == Some(mv));
        match existing {
            Some(&child) => Ok(child),
            None => Ok(self.add_unchecked(parent, mv)),
        }
    }

    /// Adds a move behind a node even if it is there already, as a file may have it twice with different things said about it.
    ///
    /// # Errors
    /// The move is not legal there.
    pub fn append(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, MoveError> {
        Notation::Coordinates.parse(&self.board(parent), &mv.to_string())?;
        Ok(self.add_unchecked(parent, mv))
    }

    /// Adds a move that is known to be legal behind a node of this game.
    pub(crate) fn add_unchecked(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { mv: Some(mv), parent: Some(parent), ..Node::default() });
        self.edit(parent, |node| node.children.push(id));
        id
    }

    /// Adds a numeric annotation glyph to a move. The root takes none.
    pub fn add_glyph(&mut self, id: NodeId, glyph: u8) {
        if id != self.root() {
            self.edit(id, |node| node.glyphs.push(glyph));
        }
    }

    /// Takes one of the glyphs of a move away.
    pub fn remove_glyph(&mut self, id: NodeId, glyph: u8) {
        self.edit(id, |node| {
            if let Some(at) = node.glyphs.iter().rposition(|&other| other == glyph) {
                node.glyphs.remove(at);
            }
        });
    }

    /// The game without some of its moves, and without what follows them. Nodes have other names there.
    ///
    /// ```
    /// let game = notation::pgn::read("1. C2=5 (1. H2+3 H8+7) H8+7 *").next().unwrap()?;
    /// let main: Vec<_> = game.main_line().map(|(id, _)| id).collect();
    /// let pruned = game.without(|id| !main.contains(&id));
    /// assert_eq!((game.node_count(), pruned.node_count()), (5, 3));
    /// # Ok::<(), notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn without(&self, is_unwanted: impl Fn(NodeId) -> bool) -> Self {
        let mut pruned = Self::new(self.start.clone());
        (pruned.tags, pruned.result) = (self.tags.clone(), self.result);
        let mut pairs = vec![(self.root(), pruned.root())];
        while let Some((id, copy)) = pairs.pop() {
            let Some(node) = self.node(id) else { continue };
            let Node { glyphs, comment_before, comment, .. } = node.clone();
            pruned.edit(copy, |copy| {
                (copy.glyphs, copy.comment_before, copy.comment) = (glyphs, comment_before, comment);
            });
            for &child in node.children.iter().filter(|&&child| !is_unwanted(child)) {
                if let Some(mv) = self.node(child).and_then(Node::mv) {
                    pairs.push((child, pruned.add_unchecked(copy, mv)));
                }
            }
        }
        pruned
    }

    /// Sets the comment behind a move, or at the root the comment on the game. Space around it is
    /// dropped, and a line break before `[`, where a reader would see the next game's tags, becomes a space. So does
    /// every line break of a comment with `}` in it, which PGN can only say on one line, behind `;`. Zero characters,
    /// by which a written file would look like UTF-16, are dropped.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        let text = comment_text(text);
        self.edit(id, |node| node.comment = text);
    }

    /// Sets the comment between a move's number and the move. The root takes none.
    pub fn set_comment_before(&mut self, id: NodeId, text: &str) {
        if id != self.root() {
            let text = comment_text(text);
            self.edit(id, |node| node.comment_before = text);
        }
    }

    /// Adds to the comment behind a move.
    pub(crate) fn append_comment(&mut self, id: NodeId, text: &str) {
        let text = comment_text(text);
        self.edit(id, |node| {
            if !node.comment.is_empty() && !text.is_empty() {
                node.comment.push(' ');
            }
            node.comment.push_str(&text);
        });
    }

    /// Gives comments that were put together from several what [`Game::set_comment`] gives them.
    pub(crate) fn settle_comments(&mut self) {
        for node in &mut self.nodes {
            for comment in [&mut node.comment, &mut node.comment_before] {
                if comment.contains('}') && comment.contains('\n') {
                    *comment = comment_text(comment);
                }
            }
        }
    }

    fn edit(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            change(node);
        }
    }
}

fn comment_text(text: &str) -> String {
    let lines = text.replace('\0', "").replace("\r\n", "\n").replace('\r', "\n");
    let lines = if lines.contains('}') { lines.replace('\n', " ") } else { lines.replace("\n[", " [") };
    lines.trim().to_owned()
}

impl Default for Game {
    /// A game without moves from the starting position.
    fn default() -> Self {
        Self::new(Fen::start())
    }
}

/// Equal trees, whatever the order in which their nodes were added.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((id, other_id)) = pairs.pop() {
            let (Some(node), Some(other_node)) = (self.node(id), other.node(other_id)) else { return false };
            if !node.says_the_same(other_node) {
                return false;
            }
            pairs.extend(node.children.iter().copied().zip(other_node.children.iter().copied()));
        }
        (&self.tags, &self.result, &self.start) == (&other.tags, &other.result, &other.start)
    }
}

impl Eq for Game {}

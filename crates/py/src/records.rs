//! Games as trees of moves: tags, variations, comments, glyphs, the result that the record gives.
//!
//! A game and its nodes share one tree; a node stays valid as long as anybody holds it. Moves that are added are checked.

use crate::board::{Board, read_fen};
use crate::errors::{move_error, value_error};
use crate::game_files::Written;
use crate::moves::Move;
use crate::names;
use notation::{Node, NodeId, RecordedResult};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xiangqi::{Position, Rules, excerpt};

type Tree = Arc<Mutex<notation::Game>>;

/// A game: tags, a start position, a tree of moves, the result that its record gives.
#[pyclass(module = "chuhe", frozen)]
pub struct Game(pub Tree);

/// A node of a game: the start position, or a move with what is said about it.
#[pyclass(module = "chuhe", frozen)]
#[derive(Clone)]
pub struct GameNode {
    tree: Tree,
    id: NodeId,
}

/// The tags of a game, as a mapping. "Result" and "FEN" are the game's own result and start position.
#[pyclass(module = "chuhe", frozen, mapping)]
pub struct Headers(Tree);

pub fn locked(tree: &Tree) -> MutexGuard<'_, notation::Game> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

fn result(text: &str) -> PyResult<RecordedResult> {
    RecordedResult::from_text(text).ok_or_else(|| {
        let text = excerpt(text, 24);
        value_error(format!("\"{text}\" is not a result; there are 1-0, 0-1, 1/2-1/2 and *"))
    })
}

impl From<notation::Game> for Game {
    fn from(game: notation::Game) -> Self {
        Self(Arc::new(Mutex::new(game)))
    }
}

impl Game {
    fn node(&self, id: NodeId) -> GameNode {
        GameNode { tree: Arc::clone(&self.0), id }
    }

    fn root_node(&self) -> GameNode {
        self.node(locked(&self.0).root())
    }
}

#[pymethods]
impl Game {
    /// A game without moves, from the usual position or a FEN.
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        let start = fen.map(read_fen).transpose()?.map(|position| position.fen());
        Ok(start.map(notation::Game::new).unwrap_or_default().into())
    }

    /// The game that was played on a board, with the result that its rules give.
    #[classmethod]
    fn from_board(_class: &Bound<'_, PyType>, board: &Board) -> PyResult<Self> {
        let position = &board.0;
        let mut game = notation::Game::new(position.origin().clone());
        let mut node = game.root();
        for mv in position.past().iter().filter_map(|ply| ply.mv) {
            node = game.add(node, mv).map_err(|error| move_error(&error))?;
        }
        if let Some(verdict) = position.rules().verdict(position) {
            game.result = RecordedResult::from(verdict.outcome);
        }
        Ok(game.into())
    }

    /// The tags, as a mapping.
    #[getter]
    fn headers(&self) -> Headers {
        Headers(Arc::clone(&self.0))
    }

    /// What the record says of the end: "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> String {
        locked(&self.0).result.to_string()
    }

    #[setter]
    fn set_result(&self, text: &str) -> PyResult<()> {
        locked(&self.0).result = result(text)?;
        Ok(())
    }

    /// The node of the start position.
    fn root(&self) -> GameNode {
        self.root_node()
    }

    /// The last node of the main line.
    fn end(&self) -> GameNode {
        let game = locked(&self.0);
        let last = game.main_line().last().map_or(game.root(), |(id, _)| id);
        drop(game);
        self.node(last)
    }

    /// The nodes of the main line, the start position not among them.
    fn mainline(&self) -> Vec<GameNode> {
        let ids: Vec<NodeId> = locked(&self.0).main_line().map(|(id, _)| id).collect();
        ids.into_iter().map(|id| self.node(id)).collect()
    }

    /// The moves of the main line.
    fn mainline_moves(&self) -> Vec<Move> {
        locked(&self.0).main_line().filter_map(|(_, node)| node.mv()).map(Move).collect()
    }

    /// The start position, as a board.
    #[pyo3(signature = (*, rules = None))]
    fn board(&self, rules: Option<&str>) -> PyResult<Board> {
        self.root_node().board(rules)
    }

    /// How many nodes there are, the start position among them.
    fn __len__(&self) -> usize {
        locked(&self.0).node_count()
    }

    /// A game is true, even without moves.
    fn __bool__(&self) -> bool {
        true
    }

    /// The first moves: the main line goes on with the first, the others are variations.
    #[getter]
    fn variations(&self) -> Vec<GameNode> {
        self.root_node().variations()
    }

    /// The node of the first move, or None.
    fn next(&self) -> Option<GameNode> {
        self.root_node().next()
    }

    /// Adds a first move; see GameNode.add_variation.
    #[pyo3(signature = (r#move, *, comment = ""))]
    fn add_variation(&self, r#move: &Move, comment: &str) -> PyResult<GameNode> {
        self.root_node().add_variation(r#move, comment)
    }

    /// The comment on the game as a whole.
    #[getter]
    fn comment(&self) -> String {
        self.root_node().comment()
    }

    #[setter]
    fn set_comment(&self, text: &str) {
        self.root_node().set_comment(text);
    }

    /// The game as PGN.
    #[pyo3(signature = (*, notation = "iccs", dialect = "xqbase"))]
    fn pgn(&self, notation: &str, dialect: &str) -> PyResult<String> {
        let written = Written::new("pgn", notation, dialect, "utf-8")?;
        let bytes = written.writer.write(&locked(&self.0)).0;
        String::from_utf8(bytes).map_err(value_error)
    }

    /// What of the game a format cannot hold, in words; empty if it holds everything.
    #[pyo3(signature = (format, *, notation = "iccs", encoding = "utf-8"))]
    fn losses(&self, format: &str, notation: &str, encoding: &str) -> PyResult<Vec<String>> {
        let written = Written::new(format, notation, "xqbase", encoding)?;
        Ok(written.writer.write(&locked(&self.0)).1.iter().map(ToString::to_string).collect())
    }

    fn __str__(&self) -> PyResult<String> {
        self.pgn("iccs", "xqbase")
    }

    fn __repr__(&self) -> String {
        let game = locked(&self.0);
        let name = |tag| excerpt(game.tags.get(tag).unwrap_or("?"), 24);
        format!(
            "<Game {} - {} {}, {} plies>",
            name("Red"),
            name("Black"),
            game.result,
            game.main_line().count()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        Arc::ptr_eq(&self.0, &other.get().0) || {
            let copy = locked(&other.get().0).clone();
            *locked(&self.0) == copy
        }
    }

    /// A game that is equal and has a tree of its own.
    fn copy(&self) -> Self {
        locked(&self.0).clone().into()
    }

    #[staticmethod]
    fn _restore(file: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let game = notation::formats::read(file.as_bytes()).next();
        let game = game.ok_or_else(|| value_error("there is no game"))?;
        game.map(Self::from).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = PyBytes::new(slf.py(), slf.get().__str__()?.as_bytes());
        Ok((slf.get_type().getattr("_restore")?, (bytes,)))
    }
}

impl GameNode {
    fn at(&self, id: NodeId) -> Self {
        Self { tree: Arc::clone(&self.tree), id }
    }

    fn ask<T: Default>(&self, question: impl FnOnce(&Node) -> T) -> T {
        locked(&self.tree).node(self.id).map(question).unwrap_or_default()
    }

    /// The position after the moves up to this node, by the usual rules.
    fn position(&self) -> Position {
        let game = locked(&self.tree);
        let nodes = std::iter::successors(game.node(self.id), |node| game.node(node.parent()?));
        let mut moves: Vec<_> = nodes.filter_map(Node::mv).collect();
        moves.reverse();
        let mut position = Position::from(game.start().clone());
        for mv in moves {
            position.play_unchecked(mv);
        }
        position
    }
}

#[pymethods]
impl GameNode {
    /// The move that leads here; None at the start position.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.ask(Node::mv).map(Move)
    }

    /// The node before; None at the start position.
    #[getter]
    fn parent(&self) -> Option<Self> {
        self.ask(Node::parent).map(|id| self.at(id))
    }

    /// The next moves: the line goes on with the first, the others are variations.
    #[getter]
    fn variations(&self) -> Vec<Self> {
        self.ask(|node| node.children().to_vec()).into_iter().map(|id| self.at(id)).collect()
    }

    /// The node with which the line goes on, or None.
    fn next(&self) -> Option<Self> {
        self.ask(|node| node.children().first().copied()).map(|id| self.at(id))
    }

    /// Whether no move follows.
    fn is_end(&self) -> bool {
        self.ask(|node| node.children().is_empty())
    }

    /// The game that it belongs to.
    fn game(&self) -> Game {
        Game(Arc::clone(&self.tree))
    }

    /// Adds a legal move behind this node: the continuation if there is none yet, else a variation. One that is there already
    /// is found, not added again.
    #[pyo3(signature = (r#move, *, comment = ""))]
    fn add_variation(&self, r#move: &Move, comment: &str) -> PyResult<Self> {
        let mut game = locked(&self.tree);
        let id = game.add(self.id, r#move.0).map_err(|error| move_error(&error))?;
        if !comment.is_empty() {
            game.set_comment(id, comment);
        }
        drop(game);
        Ok(self.at(id))
    }

    /// Adds moves one after the other, and gives the last node.
    fn add_line(&self, moves: Vec<Py<Move>>) -> PyResult<Self> {
        moves.iter().try_fold(self.clone(), |node, mv| node.add_variation(mv.get(), ""))
    }

    /// The comment behind the move.
    #[getter]
    fn comment(&self) -> String {
        self.ask(|node| node.comment().to_owned())
    }

    #[setter]
    fn set_comment(&self, text: &str) {
        locked(&self.tree).set_comment(self.id, text);
    }

    /// The comment between the number of the move and the move.
    #[getter]
    fn starting_comment(&self) -> String {
        self.ask(|node| node.comment_before().to_owned())
    }

    #[setter]
    fn set_starting_comment(&self, text: &str) {
        locked(&self.tree).set_comment_before(self.id, text);
    }

    /// The numbers of its annotation glyphs, in order: 1 for !, 2 for ? and so on.
    #[getter]
    fn nags(&self) -> Vec<u16> {
        self.ask(|node| node.glyphs().iter().copied().map(u16::from).collect())
    }

    /// Adds an annotation glyph. The start position takes none.
    fn add_nag(&self, nag: u8) {
        locked(&self.tree).add_glyph(self.id, nag);
    }

    /// Takes an annotation glyph away.
    fn remove_nag(&self, nag: u8) {
        locked(&self.tree).remove_glyph(self.id, nag);
    }

    /// The position after the move, with all moves that led to it.
    #[pyo3(signature = (*, rules = None))]
    fn board(&self, rules: Option<&str>) -> PyResult<Board> {
        let mut position = self.position();
        if let Some(name) = rules {
            position.set_rules(Rules::from(names::rule_set(name)?));
        }
        Ok(Board(position))
    }

    /// The move as text, in the position before it; None at the start position.
    #[pyo3(signature = (notation = "wxf"))]
    fn text(&self, notation: &str) -> PyResult<Option<String>> {
        let notation = names::notation(notation)?;
        let game = locked(&self.tree);
        let written = game.node(self.id).and_then(|node| Some((node.mv()?, node.parent()?)));
        Ok(written.map(|(mv, parent)| notation.format(&game.board(parent), mv)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        Arc::ptr_eq(&self.tree, &other.get().tree) && self.id == other.get().id
    }

    fn __repr__(&self) -> String {
        self.r#move().map_or_else(|| "<GameNode start>".into(), |mv| format!("<GameNode {}>", mv.uci()))
    }
}

impl Headers {
    fn look(&self, name: &str) -> Option<String> {
        let game = locked(&self.0);
        match name {
            "Result" => Some(game.result.to_string()),
            "FEN" if *game.start() != xiangqi::Fen::start() => Some(game.start().to_string()),
            name => game.tags.get(name).map(ToOwned::to_owned),
        }
    }
}

#[pymethods]
impl Headers {
    fn __getitem__(&self, name: &str) -> PyResult<String> {
        self.look(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, name: &str, value: &str) -> PyResult<()> {
        let mut game = locked(&self.0);
        if name == "Result" {
            game.result = result(value)?;
            return Ok(());
        }
        game.tags.set(name, value).map_err(value_error)
    }

    fn __delitem__(&self, name: &str) -> PyResult<()> {
        let mut game = locked(&self.0);
        if game.tags.get(name).is_none() {
            return Err(PyKeyError::new_err(name.to_owned()));
        }
        game.tags.remove(name);
        Ok(())
    }

    fn __contains__(&self, name: &str) -> bool {
        self.look(name).is_some()
    }

    fn __len__(&self) -> usize {
        self.items().len()
    }

    /// The value of a tag, or the default.
    #[pyo3(signature = (name, default = None))]
    fn get(&self, name: &str, default: Option<String>) -> Option<String> {
        self.look(name).or(default)
    }

    /// All tags in order, and then the result and the start position if it is not the usual one.
    fn items(&self) -> Vec<(String, String)> {
        let tags =
            locked(&self.0).tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let own = ["Result", "FEN"].into_iter().filter_map(|name| Some((name.to_owned(), self.look(name)?)));
        let tags: Vec<_> = tags;
        tags.into_iter().chain(own).collect()
    }

    /// The names of all tags.
    fn keys(&self) -> Vec<String> {
        self.items().into_iter().map(|(name, _)| name).collect()
    }

    /// The values of all tags.
    fn values(&self) -> Vec<String> {
        self.items().into_iter().map(|(_, value)| value).collect()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.keys().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Headers {:?}>", self.items())
    }
}

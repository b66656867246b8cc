//! Opening books, and the names of openings.

use crate::board::Board;
use crate::errors::{GameFileError, file_error, value_error};
use crate::moves::Move;
use crate::records::{Game, locked};
use engine::opening;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::path::PathBuf;
use std::sync::Arc;
use xiangqi::Random;

/// An opening book. It cannot be changed; Book.build makes new ones.
#[pyclass(module = "chuhe", frozen)]
pub struct Book(Arc<book::Book>);

/// A move that a book knows in a position.
#[pyclass(module = "chuhe", frozen, get_all)]
#[derive(Clone)]
pub struct BookEntry {
    /// The move.
    r#move: Move,
    /// How likely it is to be chosen, in relation to the others.
    weight: u32,
    /// The games that had it.
    games: u32,
    /// Those that the mover won.
    wins: u32,
    /// Those that nobody won.
    draws: u32,
    /// Those that the mover lost.
    losses: u32,
}

#[pymethods]
impl BookEntry {
    fn __repr__(&self) -> String {
        format!("<BookEntry {} weight={} games={}>", self.r#move.uci(), self.weight, self.games)
    }
}

#[pymethods]
impl Book {
    /// The book inside the package.
    #[classmethod]
    fn shipped(_class: &Bound<'_, PyType>) -> PyResult<Self> {
        book::shipped().map(Self).ok_or_else(|| value_error("there is no book inside this build"))
    }

    /// Reads a book file.
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        match opening::read(&path) {
            Ok(book) => Ok(Self(Arc::new(book))),
            Err(opening::BookFileError::File { reason, .. }) => Err(file_error(&reason, &path)),
            Err(error) => Err(GameFileError::new_err(error.to_string())),
        }
    }

    /// A book of the main lines of games. Moves that occurred in fewer games than `least_games` are not kept.
    #[classmethod]
    #[pyo3(signature = (games, *, max_plies = 40, least_games = 1, description = ""))]
    fn build(
        _class: &Bound<'_, PyType>,
        games: &Bound<'_, PyAny>,
        max_plies: usize,
        least_games: u32,
        description: &str,
    ) -> PyResult<Self> {
        let mut builder = book::BookBuilder::default();
        for game in games.try_iter()? {
            let game = game?.cast_into::<Game>()?;
            let game = locked(&game.get().0);
            let moves: Vec<_> = game.main_line().filter_map(|(_, node)| node.mv()).take(max_plies).collect();
            builder.add(&game.start().board, &moves, game.result.outcome());
        }
        builder.drop_rare(least_games);
        Ok(Self(Arc::new(builder.finish(description))))
    }

    /// The bytes of the book file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.write())
    }

    /// What the book says about itself: where it comes from, and whom to thank.
    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// The moves that it knows in a position, the most likely first.
    fn find_all(&self, board: &Board) -> Vec<BookEntry> {
        let known = self.0.probe(&board.0).into_iter().map(|known| BookEntry {
            r#move: Move(known.mv),
            weight: known.weight,
            games: known.tally.games,
            wins: known.tally.wins,
            draws: known.tally.draws,
            losses: known.tally.losses,
        });
        known.collect()
    }

    /// One of the moves by chance, by their weights; None if the position is not known. A seed always gives the same.
    fn weighted_choice(&self, board: &Board, seed: u64) -> Option<Move> {
        self.0.choose(&board.0, &mut Random::new(seed)).map(Move)
    }

    /// The name that the book has for the opening of a game.
    fn name(&self, board: &Board) -> Option<&str> {
        self.0.name(&board.0)
    }

    /// How many positions have moves; a position and its mirror image are one.
    fn __len__(&self) -> usize {
        self.0.position_count()
    }

    fn __contains__(&self, board: &Board) -> bool {
        !self.0.probe(&board.0).is_empty()
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} positions>", self.0.position_count())
    }
}

/// What the opening of a game is called: the code of the encyclopaedia, the English and the Chinese name. None without a name.
#[pyfunction]
pub fn opening_name(board: &Board) -> Option<(&'static str, &'static str, &'static str)> {
    book::opening(&board.0).map(|opening| (opening.code, opening.english, opening.chinese))
}

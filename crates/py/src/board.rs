//! A board with its past, for Python: FEN, moves, notations, verdicts, pictures.
//!
//! A board is always of a position that can be, and takes legal moves only; what is refused leaves it as it was. Methods
//! have the names of python-chess where both have the same thing to say.

use crate::errors::{InvalidFenError, illegal, move_error, value_error};
use crate::interrupts::interruptible;
use crate::moves::{LegalMoves, Move, square};
use crate::names;
use crate::pieces::{Piece, colour, kind};
use crate::verdicts::{Outcome, Warning};
use games::{GameText, Xiangqi};
use notation::{Letters, Notation, Style, parse_any};
use numpy::{PyArray2, PyArrayMethods};
use picture::text::{Signs, draw};
use picture::{Arrow, Picture, Tone};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::collections::BTreeMap;
use xiangqi::{BoardBuilder, Colour, FILES, Fen, Position, RANKS, RuleSet, Rules, Square};

/// Board(fen=STARTING_FEN, rules="computer")
///
/// A position with its past. It takes legal moves only.
#[pyclass(module = "chuhe", subclass)]
#[derive(Clone)]
pub struct Board(pub Position);

/// What a pickled board is made of: the FEN it began with, its moves, its rules.
type Pickled = (String, Vec<u16>, String);

/// Reads a FEN.
pub fn read_fen(text: &str) -> PyResult<Position> {
    Xiangqi::parse_position(text).map_err(|error| InvalidFenError::new_err(error.to_string()))
}

/// A position and its moves, in the rules of another.
fn grown(mut position: Position, rules: Rules) -> Board {
    position.set_rules(rules);
    Board(position)
}

impl Board {
    fn last_move(&self) -> Option<xiangqi::Move> {
        self.0.past().last().and_then(|ply| ply.mv)
    }

    fn play(&mut self, mv: xiangqi::Move) -> PyResult<()> {
        self.0.try_play(mv).map_err(illegal)
    }

    fn read_move(&self, text: &str, notation: Option<&str>) -> PyResult<xiangqi::Move> {
        let board = self.0.board();
        let read = match notation {
            Some(name) => names::notation(name)?.parse(board, text),
            None => parse_any(board, text),
        };
        read.map_err(|error| move_error(&error))
    }

    fn write_move(&self, mv: &Move, notation: Notation) -> PyResult<String> {
        self.0.check_legal(mv.0).map_err(illegal)?;
        Ok(notation.format(self.0.board(), mv.0))
    }
}

/// An arrow as Python gives it: a move, or a text such as "h2e2" or "h2e2:blue".
fn arrow(given: &Bound<'_, PyAny>) -> PyResult<Arrow> {
    if let Ok(mv) = given.cast::<Move>() {
        return Ok(Arrow { mv: mv.get().0, tone: Tone::default() });
    }
    given.extract::<String>()?.parse().map_err(value_error)
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = None, *, rules = None))]
    fn new(fen: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        let position = fen.map_or_else(|| Ok(Position::start()), read_fen)?;
        let rules = rules.map(names::rule_set).transpose()?.unwrap_or_default();
        Ok(grown(position, Rules::from(rules)))
    }

    /// A board with these pieces, by the numbers of their squares.
    #[classmethod]
    #[pyo3(signature = (pieces, turn = true, *, rules = None))]
    fn from_piece_map(
        _class: &Bound<'_, PyType>,
        pieces: BTreeMap<i64, Py<Piece>>,
        turn: bool,
        rules: Option<&str>,
    ) -> PyResult<Self> {
        let mut builder = BoardBuilder::new();
        builder.side(colour(turn));
        for (number, piece) in pieces {
            builder.place(piece.get().0, square(number)?);
        }
        let board = builder.build().map_err(|error| InvalidFenError::new_err(error.to_string()))?;
        let rules = rules.map(names::rule_set).transpose()?.unwrap_or_default();
        Ok(grown(Position::from(Fen { board, ..Fen::start() }), Rules::from(rules)))
    }

    /// The position as text; the past is not part of it.
    pub fn fen(&self) -> String {
        self.0.fen().to_string()
    }

    /// Sets up another position, and forgets the past. A text that is not a position changes nothing.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        let rules = *self.0.rules();
        self.0 = grown(read_fen(fen)?, rules).0;
        Ok(())
    }

    /// Back to the start of a game.
    fn reset(&mut self) {
        let rules = *self.0.rules();
        self.0 = grown(Position::start(), rules).0;
    }

    /// The position that this one grew from, without moves.
    fn root(&self) -> Self {
        grown(Position::from(self.0.origin().clone()), *self.0.rules())
    }

    /// Another board that is equal, past and all; without the past if `stack` is false.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        if stack { self.clone() } else { grown(Position::from(self.0.fen()), *self.0.rules()) }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// True if it is Red's turn.
    #[getter]
    fn turn(&self) -> bool {
        self.0.side() == Colour::Red
    }

    /// The number of the move that is to be made, counted from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.move_number()
    }

    /// Plies since the last capture, as the rule of natural moves counts them.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.0.quiet_plies()
    }

    /// How many moves have been made on this board.
    fn ply(&self) -> usize {
        self.0.past().len()
    }

    /// The moves made so far, oldest first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.0.past().iter().filter_map(|ply| ply.mv).map(Move).collect()
    }

    /// The name of the rule set: "computer", "asian" or "simple".
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules().repetition.name()
    }

    #[setter]
    fn set_rules(&mut self, rules: &str) -> PyResult<()> {
        self.0.set_rules(Rules::from(names::rule_set(rules)?));
        Ok(())
    }

    /// A number of 64 bits for the pieces and the side to move; equal for equal positions.
    fn key(&self) -> u64 {
        self.0.board().key()
    }

    /// The legal moves, as a sequence.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.0.board().legal_moves())
    }

    /// Whether a move is legal here.
    fn is_legal(&self, r#move: &Move) -> bool {
        self.0.check_legal(r#move.0).is_ok()
    }

    /// Makes a legal move; any other is an IllegalMoveError.
    fn push(&mut self, r#move: &Move) -> PyResult<()> {
        self.play(r#move.0)
    }

    /// Makes the move that a text such as "h2e2" stands for, and gives it.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = Move::from_uci(uci)?;
        self.play(mv.0)?;
        Ok(mv)
    }

    /// Makes moves one after the other: Move objects or texts in any notation. All of them, or none if one is refused.
    fn push_many(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let before = self.0.past().len();
        let mut push = || {
            for given in moves.try_iter()? {
                let given = given?;
                let mv = match given.cast::<Move>() {
                    Ok(mv) => mv.get().0,
                    Err(_) => self.read_move(&given.extract::<String>()?, None)?,
                };
                self.play(mv)?;
            }
            Ok(())
        };
        let done = push();
        while done.is_err() && self.0.past().len() > before {
            self.0.undo();
        }
        done
    }

    /// Makes the move that a text in any notation stands for, and gives it.
    #[pyo3(signature = (text, notation = None))]
    fn push_text(&mut self, text: &str, notation: Option<&str>) -> PyResult<Move> {
        let mv = self.read_move(text, notation)?;
        self.play(mv)?;
        Ok(Move(mv))
    }

    /// Makes the move that a text in algebraic notation (Che2) stands for, and gives it.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        self.push_text(san, Some("algebraic"))
    }

    /// Takes back the last move, and gives it.
    fn pop(&mut self) -> PyResult<Move> {
        let ply = self.0.undo().ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        Ok(Move(ply.mv.unwrap_or_default()))
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        self.last_move().map(Move).ok_or_else(|| PyIndexError::new_err("no move has been made"))
    }

    /// The legal move that a text such as "h2e2" stands for.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let mv = Move::from_uci(uci)?;
        self.0.check_legal(mv.0).map_err(illegal)?;
        Ok(mv)
    }

    /// The legal move that a text stands for: in this notation, or in whichever it is.
    #[pyo3(signature = (text, notation = None))]
    fn parse(&self, text: &str, notation: Option<&str>) -> PyResult<Move> {
        self.read_move(text, notation).map(Move)
    }

    /// The legal move that a text in algebraic notation (Che2) stands for.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.parse(san, Some("algebraic"))
    }

    /// A legal move in a notation: "wxf", "chinese", "traditional", "iccs", "uci", "algebraic", "long-algebraic", "playok",
    /// "ranks1".
    #[pyo3(signature = (r#move, notation = "wxf"))]
    fn text(&self, r#move: &Move, notation: &str) -> PyResult<String> {
        self.write_move(r#move, names::notation(notation)?)
    }

    /// A legal move in WXF: C2=5.
    fn wxf(&self, r#move: &Move) -> PyResult<String> {
        self.write_move(r#move, Notation::Wxf)
    }

    /// A legal move in Chinese: 炮二平五.
    #[pyo3(signature = (r#move, *, traditional = false))]
    fn chinese(&self, r#move: &Move, traditional: bool) -> PyResult<String> {
        let style = if traditional { Style::Traditional } else { Style::Simplified };
        self.write_move(r#move, Notation::Chinese(style))
    }

    /// A legal move in algebraic notation: Che2.
    fn san(&self, r#move: &Move) -> PyResult<String> {
        self.write_move(r#move, Notation::Algebraic(Letters::WXF))
    }

    /// The moves of a line that begins here, each in the position where it is made.
    #[pyo3(signature = (moves, notation = "wxf"))]
    fn line_texts(&self, moves: Vec<Py<Move>>, notation: &str) -> PyResult<Vec<String>> {
        let notation = names::notation(notation)?;
        let mut board = self.clone();
        let texts = moves.iter().map(|mv| {
            let text = board.write_move(mv.get(), notation)?;
            board.0.play_unchecked(mv.get().0);
            Ok(text)
        });
        texts.collect()
    }

    /// The piece on a square, or None.
    fn piece_at(&self, square: i64) -> PyResult<Option<Piece>> {
        Ok(self.0.board().piece(self::square(square)?).map(Piece))
    }

    /// All pieces by the numbers of their squares.
    fn piece_map(&self) -> BTreeMap<usize, Piece> {
        let board = self.0.board();
        let pieces = board.occupied().into_iter();
        pieces.filter_map(|square| Some((square.index(), Piece(board.piece(square)?)))).collect()
    }

    /// The squares of the pieces of a kind and colour.
    fn pieces(&self, piece_type: i64, color: bool) -> PyResult<Vec<usize>> {
        let squares = self.0.board().of(colour(color), kind(piece_type)?);
        Ok(squares.into_iter().map(Square::index).collect())
    }

    /// The square of a king.
    fn king(&self, color: bool) -> usize {
        self.0.board().king(colour(color)).index()
    }

    /// The squares of the pieces of a colour that could capture on a square.
    fn attackers(&self, color: bool, square: i64) -> PyResult<Vec<usize>> {
        let board = self.0.board();
        let attackers = board.attackers(self::square(square)?, board.lines()) & board.colour(colour(color));
        Ok(attackers.into_iter().map(Square::index).collect())
    }

    /// Whether a colour could capture on a square.
    fn is_attacked_by(&self, color: bool, square: i64) -> PyResult<bool> {
        Ok(!self.attackers(color, square)?.is_empty())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<usize> {
        self.0.board().checkers().into_iter().map(Square::index).collect()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: &Move) -> PyResult<bool> {
        self.0.check_legal(r#move.0).map_err(illegal)?;
        Ok(self.0.board().gives_check(r#move.0))
    }

    /// Whether a piece stands where the move leads.
    fn is_capture(&self, r#move: &Move) -> bool {
        self.0.board().is_capture(r#move.0)
    }

    /// Whether the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.0.is_check() && !self.0.board().has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move, which loses as well.
    fn is_stalemate(&self) -> bool {
        !self.0.is_check() && !self.0.board().has_legal_move()
    }

    /// Whether the position has occurred so many times.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.0.earlier_occurrences().count() + 1 >= count
    }

    /// The end of the game with its reason, or None if it goes on. By the board's own rules unless others are named.
    #[pyo3(signature = (*, rules = None))]
    fn outcome(&self, rules: Option<&str>) -> PyResult<Option<Outcome>> {
        let rules = match rules {
            Some(name) => Rules::from(names::rule_set(name)?),
            None => *self.0.rules(),
        };
        Ok(rules.verdict(&self.0).map(Outcome))
    }

    /// Whether the game is over by the board's rules.
    fn is_game_over(&self) -> bool {
        self.0.rules().verdict(&self.0).is_some()
    }

    /// "1-0", "0-1", "1/2-1/2", or "*" while the game goes on.
    fn result(&self) -> String {
        self.0.rules().verdict(&self.0).map_or_else(|| "*".to_owned(), |verdict| Outcome(verdict).result())
    }

    /// If the position occurs for the second time and the third would lose: who, and why.
    fn warning(&self) -> Option<Warning> {
        self.0.rules().warning(&self.0).map(Warning)
    }

    /// The verdict that a legal move would bring upon its own side, if it loses by repetition.
    fn forfeit(&self, r#move: &Move) -> PyResult<Option<Outcome>> {
        self.0.check_legal(r#move.0).map_err(illegal)?;
        Ok(self.0.rules().forfeit(&self.0, r#move.0).map(Outcome))
    }

    /// The number of lines of legal moves of a depth.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let position = self.0.clone();
        if depth <= 3 {
            return Ok(xiangqi::perft(&mut position.board().clone(), depth));
        }
        let total =
            interruptible(py, move |stop| engine::divide::<Xiangqi>(&position, depth, stop, |_, _| {}))?;
        Ok(total.unwrap_or_default())
    }

    /// For each legal move the number of lines of a depth that begin with it.
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let position = self.0.clone();
        let counts = interruptible(py, move |stop| {
            let mut counts = Vec::new();
            engine::divide::<Xiangqi>(&position, depth, stop, |mv, count| counts.push((mv, count)));
            counts
        })?;
        let table = PyDict::new(py);
        for (mv, count) in counts {
            table.set_item(Move(mv), count)?;
        }
        Ok(table)
    }

    /// The board in the mirror, left and right exchanged; without its past.
    fn mirror(&self) -> Self {
        let fen = self.0.fen();
        grown(Position::from(Fen { board: fen.board.mirror(), ..fen }), *self.0.rules())
    }

    /// The board with the sides exchanged; without its past.
    fn swap_sides(&self) -> Self {
        let fen = self.0.fen();
        grown(Position::from(Fen { board: fen.board.swap_sides(), ..fen }), *self.0.rules())
    }

    /// The pieces as an array of 10 ranks of 9 files: 0 for nothing, 1 to 7 for Red's king to pawn, negative for Black's.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let array = PyArray2::<i8>::zeros(py, [RANKS, FILES], false);
        let board = self.0.board();
        {
            let mut cells = array.try_readwrite()?;
            for square in board.occupied() {
                if let (Some(piece), Some(cell)) =
                    (board.piece(square), cells.get_mut([square.rank(), square.file()]))
                {
                    let kind = piece.kind().index() as i8 + 1;
                    *cell = if piece.colour() == Colour::Red { kind } else { -kind };
                }
            }
        }
        Ok(array)
    }

    /// The position as SVG. Arrows are moves, or texts such as "h2e2:blue".
    #[pyo3(signature = (*, arrows = Vec::new(), flipped = false, pieces = "traditional", coordinates = "iccs"))]
    fn svg(
        &self,
        arrows: Vec<Bound<'_, PyAny>>,
        flipped: bool,
        pieces: &str,
        coordinates: &str,
    ) -> PyResult<String> {
        let mut picture = Picture::new(self.0.board());
        picture.last_move = self.last_move();
        picture.arrows = arrows.iter().map(arrow).collect::<PyResult<_>>()?;
        picture.is_flipped = flipped;
        picture.pieces = names::piece_style(pieces)?;
        picture.coordinates = names::coordinates(coordinates)?;
        Ok(picture.svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(Vec::new(), false, "traditional", "iccs")
    }

    /// The position as a drawing of lines and Chinese characters.
    #[pyo3(signature = (*, flipped = false))]
    fn unicode(&self, flipped: bool) -> String {
        draw(self.0.board(), self.last_move(), flipped, Signs::Characters)
    }

    fn __str__(&self) -> String {
        let board = self.0.board();
        let letter = |square: Square| board.piece(square).map_or('.', xiangqi::Piece::letter);
        let rank = |rank: usize| {
            let files = (0..FILES).filter_map(|file| Square::at(file, rank));
            files.map(|square| letter(square).to_string()).collect::<Vec<_>>().join(" ")
        };
        (0..RANKS).rev().map(rank).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let rules = self.0.rules().repetition;
        let rules = if rules == RuleSet::default() { String::new() } else { format!(", rules='{rules}'") };
        format!("Board('{}'{rules})", self.fen())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().0.fen() == self.0.fen())
    }

    /// Puts a pickled board together again.
    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, fen: &str, moves: Vec<u16>, rules: &str) -> PyResult<Self> {
        let mut board = Self::new(Some(fen), Some(rules))?;
        for code in moves {
            let mv = xiangqi::Move::from_code(code);
            board.play(mv.ok_or_else(|| value_error(format!("{code} is not the code of a move")))?)?;
        }
        Ok(board)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let position = &slf.borrow().0;
        let moves = position.past().iter().filter_map(|ply| ply.mv).map(xiangqi::Move::code).collect();
        let parts = (position.origin().to_string(), moves, position.rules().repetition.to_string());
        Ok((slf.get_type().getattr("_restore")?, parts))
    }
}

//! A set of tables, and what they say of a position.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use crate::layout::{MAX_SLOTS, Squares};
use crate::material::Material;
use crate::scene::{Scene, after};
use crate::table::Table;
use crate::value::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use xiangqi::{Board, Colour, Move, PieceKind, Position, Square};

/// Tables by their endings.
///
/// ```
/// use endgame::{Tables, Value, shipped};
///
/// let fen: xiangqi::Fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse()?;
/// assert_eq!(shipped().probe(&fen.board), Some(Value::Win(1)));
/// let (best, value) = shipped().moves(&fen.board).expect("it has a table")[0];
/// assert_eq!((best.to_string().as_str(), value), ("a1d1", Value::Win(1)));
/// assert_eq!(shipped().line(&fen.board), Some(vec![best]));
/// // Sets of one's own.
/// let mut tables = Tables::new();
/// assert!(tables.is_empty());
/// let rook = shipped().get("KRvK".parse()?).expect("it is shipped");
/// tables.insert(endgame::Table::read(rook.bytes().to_vec())?);
/// assert_eq!((tables.len(), tables.iter().count()), (1, 1));
/// assert_eq!(tables.with(shipped()).len(), shipped().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Tables {
    tables: BTreeMap<Material, Arc<Table>>,
}

impl Tables {
    /// No tables.
    pub const fn new() -> Self {
        Self { tables: BTreeMap::new() }
    }

    /// Adds a table, in place of one of the same ending.
    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material(), Arc::new(table));
    }

    /// The table of an ending.
    pub fn get(&self, material: Material) -> Option<&Table> {
        self.tables.get(&material).map(|table| &**table)
    }

    /// All of them, in the order of their endings.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(|table| &**table)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// These tables and those of another set, which go first.
    #[must_use]
    pub fn with(mut self, others: &Self) -> Self {
        self.tables.extend(others.tables.iter().map(|(&material, table)| (material, Arc::clone(table))));
        self
    }

    /// What a position comes to, for the side to move; nothing if no table has it.
    ///
    /// This is its value where nothing but mate and stalemate ends a game; [`Tables::probe_under_rules`] asks for the rules of a game.
    #[inline]
    pub fn probe(&self, board: &Board) -> Option<Value> {
        let (material, strong) = Material::of(board)?;
        self.probe_material(board, material, strong)
    }

    /// What a position comes to under its own rules, for the side to move; nothing if no table has it, or if a win may be too
    /// long for the limit on moves without a capture.
    ///
    /// A win does not depend on what the rules say of repetition, and no draw is known that does: docs/endings.md has the reasons and what was audited. What lies in the past, two occurrences
    /// of a position for example, is left to the caller.
    ///
    /// ```
    /// use endgame::{Value, shipped};
    /// use xiangqi::{Fen, Position};
    /// let mut fen: Fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse()?;
    /// assert_eq!(shipped().probe_under_rules(&fen.clone().into()), Some(Value::Win(1)));
    /// fen.quiet_plies = 120;
    /// assert_eq!(shipped().probe_under_rules(&fen.into()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn probe_under_rules(&self, position: &Position) -> Option<Value> {
        let (material, strong) = Material::of(position.board())?;
        self.probe_under_rules_of(position, material, strong)
    }

    #[inline(never)]
    fn probe_under_rules_of(&self, position: &Position, material: Material, strong: Colour) -> Option<Value> {
        let (board, rules) = (position.board(), position.rules());
        let value = self.probe_material(board, material, strong)?;
        let Some(plies) = value.plies() else { return Some(value) };
        if plies > 0 && rules.material.is_draw(board) {
            return Some(Value::Draw);
        }
        let end = position.quiet_plies().saturating_add(plies);
        rules.natural_limit.is_none_or(|limit| end <= limit).then_some(value)
    }

    #[inline(never)]
    fn probe_material(&self, board: &Board, material: Material, strong: Colour) -> Option<Value> {
        let table = self.tables.get(&material)?;
        let squares = squares_of(table, board, strong);
        if board.side() == strong { table.value(&squares) } else { self.weak_value(table, &squares) }
    }

    /// The value of a placement with the weak side to move: the best of its moves.
    pub(crate) fn weak_value(&self, table: &Table, squares: &Squares) -> Option<Value> {
        let scene = Scene::new(&table.layout.pieces, squares)?;
        let (mut best, mut is_known) = (None::<Value>, true);
        scene.moves(Colour::Black, |step| {
            let next = after(squares, step);
            let value = match step.captured {
                None => table.value(&next),
                Some(gone) => self.strong_value_without(table, gone, &next),
            };
            match value.map(Value::before_move) {
                Some(value) if best.is_none_or(|best| value.rank() > best.rank()) => best = Some(value),
                Some(_) => {}
                None => is_known = false,
            }
        });
        is_known.then(|| best.unwrap_or(Value::Loss(0)))
    }

    /// The value of a placement with the strong side to move after one of the men of a table is gone.
    pub(crate) fn strong_value_without(
        &self,
        table: &Table,
        gone: usize,
        squares: &Squares,
    ) -> Option<Value> {
        let piece = table.layout.pieces.get(gone)?;
        let material = table.material().without(piece.colour() == Colour::Black, piece.kind());
        if !material.has_attackers() {
            return Some(Value::Draw);
        }
        self.tables.get(&material)?.value(squares)
    }

    /// The best legal moves of a position, each with its value for the side that makes it, the best first. Nothing if no
    /// table has the position or one that a move leads to.
    pub fn moves(&self, board: &Board) -> Option<Vec<(Move, Value)>> {
        Material::of(board)?;
        let mut moves = Vec::new();
        for &mv in &board.legal_moves() {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let value = if has_attackers(&next) { self.probe(&next)? } else { Value::Draw };
            moves.push((mv, value.before_move()));
        }
        moves.sort_by_key(|&(_, value)| core::cmp::Reverse(value.rank()));
        Some(moves)
    }

    /// Best play from a position to the end of the game, if there is a winner. The first of equal moves is taken.
    pub fn line(&self, board: &Board) -> Option<Vec<Move>> {
        let mut plies = self.probe(board)?.plies()?;
        let mut board = board.clone();
        let mut line = Vec::with_capacity(usize::from(plies));
        while plies > 0 {
            let &(mv, value) = self.moves(&board)?.first()?;
            // Each move is one ply nearer the end, or a table is wrong.
            if value.plies() != Some(plies) {
                return None;
            }
            line.push(mv);
            board.play_unchecked(mv);
            plies -= 1;
        }
        Some(line)
    }
}

/// Whether either side has anything to attack with.
fn has_attackers(board: &Board) -> bool {
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn]
        .into_iter()
        .any(|kind| board.kind(kind).any())
}

/// The squares of a board's men by the slots of its table, seen from the strong side.
fn squares_of(table: &Table, board: &Board, strong: Colour) -> Squares {
    let mut squares = [Square::from_index(0); MAX_SLOTS];
    let mut slots = table.layout.pieces.iter().zip(&mut squares).peekable();
    while let Some((&piece, square)) = slots.next() {
        let side = if strong == Colour::Red { piece.colour() } else { !piece.colour() };
        let mut men = board.of(side, piece.kind()).into_iter();
        let seen = |square: Square| if strong == Colour::Red { square } else { square.flip_rank() };
        if let Some(first) = men.next() {
            *square = seen(first);
        }
        // The slots of a group follow each other.
        for man in men {
            if let Some((_, square)) = slots.next() {
                *square = seen(man);
            }
        }
    }
    squares
}

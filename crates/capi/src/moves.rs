//! Moves as numbers, and their texts.
#![allow(unsafe_code)] // names that the linker must find, texts and lists of C

use crate::choices;
use crate::pointers;
use crate::position::{ChuhePosition, ask, play};
use crate::status::{ChuheStatus, Failure};
use std::ffi::c_char;
use std::mem::MaybeUninit;
use xiangqi::Move;

/// A move: seven bits where from, seven bits where to. Two moves are the same if their numbers are.
pub type ChuheMove = u16;

/// No move.
pub const CHUHE_NO_MOVE: ChuheMove = 0;

/// Room for the moves of every position.
pub const CHUHE_MAX_MOVES: usize = 128;

/// The square that chuhe_move_from and chuhe_move_to give for what is not a move.
pub const CHUHE_NO_SQUARE: u32 = 255;

/// Moves of a position.
#[repr(C)]
pub struct ChuheMoveList {
    /// How many there are.
    pub count: usize,
    /// The moves; those from `count` on are CHUHE_NO_MOVE.
    pub moves: [ChuheMove; CHUHE_MAX_MOVES],
}

impl ChuheMoveList {
    pub fn of(moves: &[Move]) -> Self {
        let mut list =
            Self { count: moves.len().min(CHUHE_MAX_MOVES), moves: [CHUHE_NO_MOVE; CHUHE_MAX_MOVES] };
        for (room, mv) in list.moves.iter_mut().zip(moves) {
            *room = mv.code();
        }
        list
    }
}

/// The move that a number stands for.
pub fn decoded(code: ChuheMove) -> Result<Move, Failure> {
    let found = Move::from_code(code).filter(|mv| *mv != Move::NONE);
    found.ok_or_else(|| Failure::new(ChuheStatus::IllegalMove, format!("the number {code} is not a move")))
}

/// The square that a move comes from: file + 9 * rank, so that a0 is 0 and i9 is 89. CHUHE_NO_SQUARE if it is not a move.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_move_from(mv: ChuheMove) -> u32 {
    decoded(mv).map_or(CHUHE_NO_SQUARE, |mv| mv.from().index() as u32)
}

/// The square that a move goes to, counted in the same way.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_move_to(mv: ChuheMove) -> u32 {
    decoded(mv).map_or(CHUHE_NO_SQUARE, |mv| mv.to().index() as u32)
}

/// Reads a legal move of the position. `notation` is one of ChuheNotation.
///
/// # Safety
/// `text` is NULL or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_move_parse(
    position: Option<&ChuhePosition>,
    text: *const c_char,
    notation: u32,
    mv: Option<&mut MaybeUninit<ChuheMove>>,
) -> ChuheStatus {
    ask(position, mv, "mv", |position| {
        // SAFETY: C promises that it is null or ends with a NUL.
        let text = unsafe { pointers::text(text, "text") }?;
        Ok(position.read(text, notation)?.code())
    })
}

/// Writes a legal move of the position. `notation` is one of ChuheNotation. The text is yours: chuhe_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_move_format(
    position: Option<&ChuhePosition>,
    mv: ChuheMove,
    notation: u32,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> ChuheStatus {
    ask(position, text, "text", |position| {
        let notation = choices::written_notation(notation)?;
        let mv = position.legal(mv)?;
        Ok(pointers::owned_text(&notation.format(position.0.board(), mv)))
    })
}

/// Writes moves that follow each other from the position on, with blanks between them. The text is yours: chuhe_text_free.
///
/// # Safety
/// `moves` leads to `count` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_line_format(
    position: Option<&ChuhePosition>,
    moves: *const ChuheMove,
    count: usize,
    notation: u32,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> ChuheStatus {
    ask(position, text, "text", |position| {
        let notation = choices::written_notation(notation)?;
        // SAFETY: C promises that this many moves are there.
        let moves = unsafe { pointers::list(moves, count, "moves") }?;
        let mut position = position.0.clone();
        let mut texts = Vec::new();
        for mv in moves {
            let (mv, before) = (decoded(*mv)?, position.board().clone());
            play(&mut position, mv)?;
            texts.push(notation.format(&before, mv));
        }
        Ok(pointers::owned_text(&texts.join(" ")))
    })
}

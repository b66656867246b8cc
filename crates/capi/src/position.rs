//! Positions with their past.
#![allow(unsafe_code)] // names that the linker must find, texts of C, and handles that are freed

use crate::choices::{self, ChuheSide, ChuheVerdict};
use crate::moves::{ChuheMove, ChuheMoveList, decoded};
use crate::pointers::{self, given, place};
use crate::status::{ChuheStatus, Failure, answer};
use std::ffi::c_char;
use std::mem::MaybeUninit;
use xiangqi::{FenError, Move, Piece, Position, Rules, SQUARES, Square, Verdict};

/// A position with its past. One thread may change it at a time, and none may read it meanwhile; any number may read.
pub struct ChuhePosition(pub Position);

/// Which pieces stand where.
#[repr(C)]
pub struct ChuheBoard {
    /// A letter for each square, a0 first, then b0, and i9 last; Red's pieces are R N B A K C P, Black's r n b a k c p, an empty square
    /// is '.'. A NUL ends it.
    pub letters: [c_char; 91],
}

/// Makes a legal move.
pub fn play(position: &mut Position, mv: Move) -> Result<(), Failure> {
    position.try_play(mv).map_err(|error| Failure::new(ChuheStatus::IllegalMove, error.to_string()))
}

impl ChuhePosition {
    pub fn legal(&self, mv: ChuheMove) -> Result<Move, Failure> {
        let mv = decoded(mv)?;
        let checked = self.0.check_legal(mv);
        checked.map(|()| mv).map_err(|error| Failure::new(ChuheStatus::IllegalMove, error.to_string()))
    }

    pub fn read(&self, text: &str, notation: u32) -> Result<Move, Failure> {
        let board = self.0.board();
        let read = match choices::notation(notation)? {
            Some(notation) => notation.parse(board, text),
            None => notation::parse_any(board, text),
        };
        read.map_err(|error| Failure::new(ChuheStatus::BadMove, error.to_string()))
    }

    fn verdict(&self) -> Option<Verdict> {
        self.0.rules().verdict(&self.0)
    }
}

/// Answers a question about a position.
pub fn ask<T>(
    position: Option<&ChuhePosition>,
    out: Option<&mut MaybeUninit<T>>,
    what: &str,
    question: impl FnOnce(&ChuhePosition) -> Result<T, Failure>,
) -> ChuheStatus {
    answer(|| {
        let (position, out) = (given(position, "position")?, place(out, what)?);
        out.write(question(position)?);
        Ok(())
    })
}

/// The position in which games begin. It is yours: chuhe_position_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_new(position: Option<&mut MaybeUninit<*mut ChuhePosition>>) -> ChuheStatus {
    answer(|| {
        place(position, "position")?.write(pointers::owned(ChuhePosition(Position::start())));
        Ok(())
    })
}

/// A position from a FEN. It is yours: chuhe_position_free.
///
/// # Safety
/// `fen` is NULL or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_position_from_fen(
    fen: *const c_char,
    position: Option<&mut MaybeUninit<*mut ChuhePosition>>,
) -> ChuheStatus {
    answer(|| {
        let place = place(position, "position")?;
        // SAFETY: C promises that it is null or ends with a NUL.
        let fen = unsafe { pointers::text(fen, "fen") }?;
        let read = fen
            .parse()
            .map_err(|error: FenError| Failure::new(ChuheStatus::BadPosition, error.to_string()))?;
        place.write(pointers::owned(ChuhePosition(read)));
        Ok(())
    })
}

/// The same position with the same past. It is yours: chuhe_position_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_clone(
    position: Option<&ChuhePosition>,
    copy: Option<&mut MaybeUninit<*mut ChuhePosition>>,
) -> ChuheStatus {
    ask(position, copy, "copy", |position| Ok(pointers::owned(ChuhePosition(position.0.clone()))))
}

/// Frees a position. NULL is nothing to free. A position is freed once, and never while a function uses it; searches have copies of theirs.
///
/// # Safety
/// The position is NULL, or came from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_position_free(position: *mut ChuhePosition) {
    // A panic while freeing has nobody to be told.
    let _ = answer(|| {
        // SAFETY: C promises that it is null, or one of ours and freed once.
        unsafe { pointers::release(position) };
        Ok(())
    });
}

/// The position as FEN. The text is yours: chuhe_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_fen(
    position: Option<&ChuhePosition>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> ChuheStatus {
    ask(position, text, "text", |position| Ok(pointers::owned_text(&position.0.fen().to_string())))
}

/// Which pieces stand where.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_board(
    position: Option<&ChuhePosition>,
    board: Option<&mut MaybeUninit<ChuheBoard>>,
) -> ChuheStatus {
    ask(position, board, "board", |position| {
        let mut board = ChuheBoard { letters: [0; SQUARES + 1] };
        for (letter, square) in board.letters.iter_mut().zip(Square::all()) {
            *letter = position.0.board().piece(square).map_or('.', Piece::letter) as c_char;
        }
        Ok(board)
    })
}

/// The side to move.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_side(
    position: Option<&ChuhePosition>,
    side: Option<&mut MaybeUninit<ChuheSide>>,
) -> ChuheStatus {
    ask(position, side, "side", |position| Ok(position.0.side().into()))
}

/// Whether the side to move is in check.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_is_check(
    position: Option<&ChuhePosition>,
    is_check: Option<&mut MaybeUninit<bool>>,
) -> ChuheStatus {
    ask(position, is_check, "is_check", |position| Ok(position.0.is_check()))
}

/// The legal moves.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_legal_moves(
    position: Option<&ChuhePosition>,
    moves: Option<&mut MaybeUninit<ChuheMoveList>>,
) -> ChuheStatus {
    ask(position, moves, "moves", |position| Ok(ChuheMoveList::of(&position.0.board().legal_moves())))
}

/// Makes a legal move.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_play(position: Option<&mut ChuhePosition>, mv: ChuheMove) -> ChuheStatus {
    answer(|| {
        let position = given(position, "position")?;
        play(&mut position.0, decoded(mv)?)
    })
}

/// Makes the move that a text in any notation stands for. `mv` is set to it unless it is NULL.
///
/// # Safety
/// `text` is NULL or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_position_play_text(
    position: Option<&mut ChuhePosition>,
    text: *const c_char,
    mv: Option<&mut MaybeUninit<ChuheMove>>,
) -> ChuheStatus {
    answer(|| {
        let position = given(position, "position")?;
        // SAFETY: C promises that it is null or ends with a NUL.
        let text = unsafe { pointers::text(text, "text") }?;
        let read = position.read(text, choices::ChuheNotation::Any as u32)?;
        play(&mut position.0, read)?;
        if let Some(mv) = mv {
            mv.write(read.code());
        }
        Ok(())
    })
}

/// Takes back the last move. `mv` is set to it unless it is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_undo(
    position: Option<&mut ChuhePosition>,
    mv: Option<&mut MaybeUninit<ChuheMove>>,
) -> ChuheStatus {
    answer(|| {
        let undone = given(position, "position")?.0.undo();
        let ply = undone
            .ok_or_else(|| Failure::new(ChuheStatus::NothingToUndo, "there is no move to take back"))?;
        if let Some(mv) = mv {
            mv.write(ply.mv.unwrap_or_default().code());
        }
        Ok(())
    })
}

/// How many moves can be taken back.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_ply(
    position: Option<&ChuhePosition>,
    count: Option<&mut MaybeUninit<usize>>,
) -> ChuheStatus {
    ask(position, count, "count", |position| Ok(position.0.past().len()))
}

/// Judges repetitions by other rules from now on: one of ChuheRules. A search of the position goes by them, too.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_set_rules(position: Option<&mut ChuhePosition>, rules: u32) -> ChuheStatus {
    answer(|| {
        let (position, rules) = (given(position, "position")?, choices::rules(rules)?);
        position.0.set_rules(Rules::from(rules));
        Ok(())
    })
}

/// Whether the game is over, and why.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_verdict(
    position: Option<&ChuhePosition>,
    verdict: Option<&mut MaybeUninit<ChuheVerdict>>,
) -> ChuheStatus {
    ask(position, verdict, "verdict", |position| Ok(ChuheVerdict::of(position.verdict().as_ref())))
}

/// The verdict in words, with its reasons; empty as long as the game goes on. `language` is one of ChuheLanguage. The text is yours:
/// chuhe_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_explain(
    position: Option<&ChuhePosition>,
    language: u32,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> ChuheStatus {
    ask(position, text, "text", |position| {
        let language = choices::language(language)?;
        let words = position.verdict().map(|verdict| verdict.explain(language)).unwrap_or_default();
        Ok(pointers::owned_text(&words))
    })
}

/// Who would lose if the moves were repeated once more, and why, in words; empty if nobody would. `language` is one of ChuheLanguage. The text
/// is yours: chuhe_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_position_warning(
    position: Option<&ChuhePosition>,
    language: u32,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> ChuheStatus {
    ask(position, text, "text", |position| {
        let language = choices::language(language)?;
        let warning = position.0.rules().warning(&position.0);
        Ok(pointers::owned_text(&warning.map(|warning| warning.explain(language)).unwrap_or_default()))
    })
}

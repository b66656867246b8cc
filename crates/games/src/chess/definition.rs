//! Chess as text, its endings, its data.
//!
//! Ends: checkmate, stalemate, the third occurrence of a position, fifty moves on each side without a capture or a pawn
//! move, and material that can mate nobody (bare kings, one minor piece, or bishops of one colour of square). All of
//! them end the game by themselves; nobody has to claim.

use super::{Chess, FIFTY_MOVES, FenError, MoveError, Mv, Position, move_text, parse_move, perft, rules};
use crate::{Cause, Ending, GameData, GameRules, GameText, PositionError, Side, Variant, WinDrawLossModel};
use cozy_chess::Square;
use search::Game;

impl GameText for Chess {
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const FIRST_RANK: usize = 1;
    type PositionError = PositionError<FenError>;
    type MoveError = MoveError;

    fn start() -> Position {
        Position::start()
    }

    fn parse_position(text: &str) -> Result<Position, Self::PositionError> {
        text.parse().map_err(|reason| PositionError::new(text, reason))
    }

    fn position_text(position: &Position) -> String {
        position.fen()
    }

    fn parse_move(position: &Position, text: &str) -> Result<Mv, MoveError> {
        parse_move(position, text)
    }

    fn move_text(position: &Position, mv: Mv) -> String {
        move_text(position, mv)
    }
}

impl GameRules for Chess {
    fn ending(position: &Position) -> Option<Ending> {
        let board = position.board();
        let draw = |cause| Some(Ending { variant: Variant::Chess, winner: None, cause });
        if !rules::has_legal_move(board) {
            let winner = Side::from_index(Self::side(position)).opponent();
            return if Self::is_check(position) {
                Some(Ending { variant: Variant::Chess, winner: Some(winner), cause: Cause::Checkmate })
            } else {
                draw(Cause::Stalemate)
            };
        }
        if position.earlier_occurrences().nth(1).is_some() {
            draw(Cause::Repetition(None))
        } else if board.halfmove_clock() >= FIFTY_MOVES {
            draw(Cause::MoveRule(board.halfmove_clock().into()))
        } else if rules::is_dead(board) {
            draw(Cause::Material)
        } else {
            None
        }
    }
}

impl GameData for Chess {
    const VARIANT: Variant = Variant::Chess;
    const NAME: &'static str = "chess";
    // Round numbers.
    const WIN_DRAW_LOSS: WinDrawLossModel = WinDrawLossModel { even: (420.0, -6.0), spread: (50.0, 2.0) };
    const PAWN: i32 = 100;
    type Square = Square;

    const BENCH: &'static [&'static str] = &[
        Self::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4r1k1/r4p1p/p3bRpQ/q2pP3/2pP4/Bpn1R3/6PP/1B4K1 w - - 0 1",
        "r1bqk2r/pppp1p1p/5p2/2b1p2Q/2B1P3/8/PP1PKPPP/n1B3NR w kq - 0 1",
        "6k1/3r2p1/R4p2/1p2qP1Q/4P3/1P1P3P/1Pr2BP1/6K1 w - - 0 1",
    ];

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn men(position: &Position) -> u32 {
        position.board().occupied().len()
    }

    fn move_number(position: &Position) -> u32 {
        position.move_number().into()
    }

    fn quiet_plies(position: &Position) -> u32 {
        position.board().halfmove_clock().into()
    }

    fn moves_made(position: &Position) -> u32 {
        (position.plies() / 2) as u32
    }

    fn checkers(position: &Position) -> Vec<Square> {
        position.board().checkers().into_iter().collect()
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        perft(&mut position.clone(), depth)
    }
}

//! Xiangqi as text, its endings, its data.

use super::Xiangqi;
use crate::{Ending, GameData, GameRules, GameText, PositionError, Side, Variant, WinDrawLossModel};
use xiangqi::{BadMoveText, Fen, FenError, IllegalMove, Move, Position, Rules, Square};

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text does not look like a move.
    #[error("move \"{text}\": {reason}")]
    Form {
        /// The text.
        text: String,
        /// What would be right.
        reason: BadMoveText,
    },
    /// The text looks like a move, but none that is legal in the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl GameText for Xiangqi {
    const START_FEN: &'static str = xiangqi::fen::START;
    const FIRST_RANK: usize = 0;
    type PositionError = PositionError<FenError>;
    type MoveError = MoveError;

    fn start() -> Position {
        Position::start()
    }

    fn parse_position(text: &str) -> Result<Position, Self::PositionError> {
        text.parse().map_err(|reason| PositionError::new(text, reason))
    }

    fn position_text(position: &Position) -> String {
        position.fen().to_string()
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
        let mv = text.parse().map_err(|reason| MoveError::Form { text: text.to_owned(), reason })?;
        position.check_legal(mv)?;
        Ok(mv)
    }

    fn move_text(_: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn flipped(position: &Position) -> Option<Position> {
        let fen = position.fen();
        Some(Position::from(Fen { board: fen.board.swap_sides(), ..fen }))
    }
}

impl GameRules for Xiangqi {
    fn set_rules(position: &mut Position, rules: Rules) {
        position.set_rules(rules);
    }

    fn ending(position: &Position) -> Option<Ending> {
        position.rules().verdict(position).map(Ending::from)
    }
}

impl GameData for Xiangqi {
    const VARIANT: Variant = Variant::Xiangqi;
    const NAME: &'static str = "xiangqi";
    const WIN_DRAW_LOSS: WinDrawLossModel = WinDrawLossModel { even: (504.4, -9.25), spread: (73.9, 4.08) };
    // By the line above, an even chance to win with 24 men on the board, as there are at about move 32.
    const PAWN: i32 = 282;
    type Square = Square;

    const BENCH: &'static [&'static str] = &[
        Self::START_FEN,
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        "1r1akabr1/1c7/2n1b1n2/p1p1p3p/6p2/PN3R3/1cP1P1P1P/2C1C1N2/1R7/2BAKAB2 b - - 0 1",
        "4kab2/3na4/2c1b2cn/p1p1p1p1p/3r5/2P6/P3P1P1P/N2C2N2/4A4/1rBCKABR1 w - - 0 1",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        "2b1ka3/3ca4/2R6/N7p/4N4/6P2/P2pP3P/5A3/2n1AK3/2r3B2 w - - 0 1",
        "r1bakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
        "2bak4/4a4/4b4/C3n1N1p/P3p4/2B6/4Pn2P/3AB4/4A4/4K4 w - - 0 1",
        "5k3/9/9/9/9/4p4/9/9/4R4/3K5 b - - 10 40",
    ];

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "Red",
            Side::Second => "Black",
        }
    }

    fn men(position: &Position) -> u32 {
        position.board().occupied().count()
    }

    fn move_number(position: &Position) -> u32 {
        position.move_number()
    }

    fn quiet_plies(position: &Position) -> u32 {
        position.quiet_plies().into()
    }

    fn moves_made(position: &Position) -> u32 {
        (position.past().len() / 2) as u32
    }

    fn checkers(position: &Position) -> Vec<Square> {
        position.board().checkers().into_iter().collect()
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        xiangqi::perft(&mut position.board().clone(), depth)
    }
}

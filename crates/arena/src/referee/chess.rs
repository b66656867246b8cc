//! International chess, by cozy-chess.
//!
//! Ends: checkmate, stalemate, the third occurrence of a position, fifty moves on each side without
//! a capture or a pawn move, and material that can mate nobody (bare kings, one minor piece, or
//! bishops of one colour of square). All of them end the game by themselves; nobody has to claim.

use super::Referee;
use crate::record::{Cause, Ruling, Side};
use cozy_chess::{BitBoard, Board, Color, GameStatus, Piece, util};

/// The starting position.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game of chess.
pub struct ChessReferee {
    board: Board,
    /// The positions since the last capture or pawn move, this one included.
    keys: Vec<u64>,
}

impl ChessReferee {
    /// A game from a position.
    ///
    /// # Errors
    /// The text is no FEN.
    pub fn new(fen: &str) -> Result<Self, String> {
        let board = parse_fen(fen)?;
        let keys = vec![board.hash()];
        Ok(Self { board, keys })
    }
}

/// A position; the two counters may be missing.
pub(crate) fn parse_fen(fen: &str) -> Result<Board, String> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let missing = ["0", "1"].get(fields.len().saturating_sub(4)..).unwrap_or_default();
    let full = fields.iter().chain(missing).copied().collect::<Vec<_>>().join(" ");
    Board::from_fen(&full, false).map_err(|error| format!("FEN \"{fen}\": {error}"))
}

fn side(colour: Color) -> Side {
    match colour {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Referee for ChessReferee {
    fn side(&self) -> Side {
        side(self.board.side_to_move())
    }

    fn fen(&self) -> String {
        self.board.to_string()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = util::parse_uci_move(&self.board, text)
            .map_err(|_| format!("\"{text}\" is no move; one is written e2e4 or e7e8q"))?;
        // The parser also takes castling as the king capturing its rook; one move has one text here.
        if util::display_uci_move(&self.board, mv).to_string() != text {
            return Err(format!("\"{text}\" is no move; castling is written e1g1"));
        }
        let mut board = self.board.clone();
        board.try_play(mv).map_err(|_| format!("{text} is not legal"))?;
        if board.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(board.hash());
        self.board = board;
        Ok(())
    }

    fn ruling(&self) -> Option<Ruling> {
        let mover = self.side();
        let (winner, cause, sentence) = match self.board.status() {
            GameStatus::Won => {
                let [winner, loser] =
                    if mover == Side::First { ["Black", "White"] } else { ["White", "Black"] };
                let sentence = format!("{winner} wins: {loser} is checkmated.");
                (Some(mover.opponent()), Cause::Checkmate, sentence)
            }
            GameStatus::Drawn if self.board.halfmove_clock() < 100 => {
                (None, Cause::Stalemate, "Draw: stalemate.".to_string())
            }
            GameStatus::Drawn if has_no_move(&self.board) => {
                (None, Cause::Stalemate, "Draw: stalemate.".to_string())
            }
            _ if self.keys.iter().filter(|key| **key == self.board.hash()).count() >= 3 => {
                (None, Cause::Repetition, "Draw: the position has occurred three times.".to_string())
            }
            GameStatus::Drawn => {
                let sentence = "Draw: fifty moves on each side without a capture or a pawn move.";
                (None, Cause::MoveRule, sentence.to_string())
            }
            GameStatus::Ongoing if cannot_mate(&self.board) => {
                (None, Cause::Material, "Draw: neither side has enough pieces left to win.".to_string())
            }
            GameStatus::Ongoing => return None,
        };
        Some(Ruling { winner, cause, sentence })
    }
}

fn has_no_move(board: &Board) -> bool {
    !board.generate_moves(|_| true)
}

/// Whether no line of legal moves leads to a mate.
fn cannot_mate(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    let heavy = pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen);
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    if !heavy.is_empty() {
        return false;
    }
    let is_of_one_colour =
        (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
    (knights | bishops).len() <= 1 || knights.is_empty() && is_of_one_colour
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruling(fen: &str, moves: &str) -> Option<(Option<Side>, Cause)> {
        let mut game = ChessReferee::new(fen).unwrap();
        for mv in moves.split_whitespace() {
            assert_eq!(game.ruling(), None, "before {mv}");
            game.play(mv).unwrap();
        }
        game.ruling().map(|ruling| (ruling.winner, ruling.cause))
    }

    #[test]
    fn games_end() {
        assert_eq!(ruling(START, "f2f3 e7e5 g2g4 d8h4"), Some((Some(Side::Second), Cause::Checkmate)));
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(ruling(START, shuffle), Some((None, Cause::Repetition)));
        assert_eq!(ruling("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7"), Some((None, Cause::Stalemate)));
        assert_eq!(ruling("7k/8/6K1/8/8/8/5Q2/8 w - - 99 90", "f2f1"), Some((None, Cause::MoveRule)));
        assert_eq!(
            ruling("7k/8/6K1/8/8/8/5Q2/8 w - - 99 90", "f2f8"),
            Some((Some(Side::First), Cause::Checkmate))
        );
        assert_eq!(ruling("7k/8/6K1/8/8/8/5p2/6B1 w - - 0 1", "g1f2"), Some((None, Cause::Material)));
        assert_eq!(ruling(START, "e2e4"), None);
    }

    #[test]
    fn material_that_mates_nobody() {
        for (placement, is_dead) in [
            ("k7/8/8/8/8/8/8/K7", true),
            ("k7/8/8/8/8/8/8/KN6", true),
            ("kn6/8/8/8/8/8/8/KN6", false),
            ("kb6/8/8/8/8/8/8/K1B5", true),
            ("kb6/8/8/8/8/8/8/KB6", false),
            ("k1b5/8/8/8/8/8/8/KB6", true),
            ("k7/8/8/8/8/8/P7/K7", false),
        ] {
            let board = parse_fen(&format!("{placement} w - -")).unwrap();
            assert_eq!(cannot_mate(&board), is_dead, "{placement}");
        }
    }

    #[test]
    fn castling_has_one_text() {
        let mut game = ChessReferee::new("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        for text in ["e1h1", "e1g2x", "", "e1e8", "日本"] {
            assert!(game.play(text).is_err(), "{text}");
        }
        game.play("e1g1").unwrap();
        assert!(game.fen().starts_with("4k3/8/8/8/8/8/8/5RK1 b"));
        assert!(ChessReferee::new("rubbish").is_err());
    }
}

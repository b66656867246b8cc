//! The numbers and names that belong to a game.

use crate::{Side, Variant, WinDrawLossModel};
use search::{Game, Score, Which};
use std::fmt::Display;

/// What a game brings along for those who play, measure and show it.
///
/// ```
/// use games::{Chess, GameData, GameText, Side, Xiangqi};
/// use search::Score;
///
/// fn describe<G: GameData + GameText>() -> String {
///     let position = G::start();
///     let (men, moves) = (G::men(&position), G::perft(&position, 1));
///     format!("{}: {} begins, {men} men, {moves} moves", G::NAME, G::side_name(Side::First))
/// }
/// assert_eq!(describe::<Xiangqi>(), "xiangqi: Red begins, 32 men, 44 moves");
/// assert_eq!(describe::<Chess>(), "chess: White begins, 32 men, 20 moves");
/// // Scores of the search, and as people are shown them.
/// let shown = Xiangqi::to_centipawns(Score::evaluation(Xiangqi::PAWN));
/// assert_eq!(shown.value(), 100);
/// ```
pub trait GameData: Game {
    /// Which game it is.
    const VARIANT: Variant;
    /// The game's name, as protocols write it.
    const NAME: &'static str;
    /// Positions that a bench searches, as FEN.
    const BENCH: &'static [&'static str];
    /// What scores of the search mean for the result of a game.
    const WIN_DRAW_LOSS: WinDrawLossModel;
    /// The score of the search that people are shown as a hundred centipawns.
    const PAWN: i32;
    /// A point of the board.
    type Square: Copy + Display;

    /// What a side is called.
    fn side_name(side: Side) -> &'static str;
    /// How many men are on the board, kings included.
    fn men(position: &Self::Position) -> u32;
    /// The number of the move, counted from 1.
    fn move_number(position: &Self::Position) -> u32;
    /// Plies since the last capture; in chess, or pawn move.
    fn quiet_plies(position: &Self::Position) -> u32;
    /// How many moves the side to move has made, as far as the position knows its past.
    fn moves_made(position: &Self::Position) -> u32;
    /// Where the pieces stand that give check.
    fn checkers(position: &Self::Position) -> Vec<Self::Square>;
    /// The number of lines of legal moves of a depth.
    fn perft(position: &Self::Position, depth: u32) -> u64;

    /// A score of the search as people are shown it, in centipawns: a hundred is [`PAWN`](Self::PAWN). Mates stay.
    fn to_centipawns(score: Score) -> Score {
        if score.is_mate() { score } else { Score::evaluation(score.value() * 100 / Self::PAWN) }
    }

    /// Centipawns, as people give them, as a difference of scores of the search.
    fn from_centipawns(centipawns: i32) -> i32 {
        centipawns * Self::PAWN / 100
    }
}

/// All legal moves of a position.
///
/// ```
/// use games::{GameText, Xiangqi};
/// assert_eq!(games::legal_moves::<Xiangqi>(&Xiangqi::start()).len(), 44);
/// ```
pub fn legal_moves<G: Game>(position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |mv| moves.push(mv));
    }
    moves
}

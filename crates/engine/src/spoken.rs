//! Games as text: what front doors need beyond what the search needs.

use crate::ending::{self, Ending};
use crate::evaluation::{Evaluation, EvaluationChoice};
use games::Chances;
use games::{Chess, Xiangqi};
use search::{Evaluator, Game, Score};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xiangqi::Move;
use xiangqi::{Fen, Position, Rules};

/// A game whose positions and moves can be read and written.
///
/// ```
/// use engine::Spoken;
/// use games::{Chess, Xiangqi};
///
/// fn opening<G: Spoken>(text: &str) -> Result<String, String> {
///     let position = G::start();
///     let mv = G::parse_move(&position, text)?;
///     Ok(G::move_text(&position, mv))
/// }
/// assert_eq!(opening::<Xiangqi>("h2e2").as_deref(), Ok("h2e2"));
/// assert!(opening::<Chess>("h2e2").is_err());
/// ```
pub trait Spoken: Game {
    /// The game's name, as protocols write it.
    const NAME: &'static str;
    /// The number of the lowest rank of the board.
    const FIRST_RANK: usize;
    /// What judges positions of the game.
    type Evaluation: Evaluator<Self> + Clone + Default + 'static;
    /// Positions that [`bench`](crate::bench) searches.
    const BENCH: &'static [&'static str];

    /// What scores mean for the result of a game.
    const CHANCES: Chances;
    /// The score of the search that is told as a hundred centipawns.
    const PAWN: i32;

    /// A score as people are told it: a hundred is [`PAWN`](Self::PAWN).
    fn told(score: Score) -> Score {
        if score.is_mate() { score } else { Score::evaluation(score.value() * 100 / Self::PAWN) }
    }
    /// Centipawns, as people give them, as a difference of scores of the search.
    fn meant(centipawns: i32) -> i32 {
        centipawns * Self::PAWN / 100
    }
    /// A judge as it is wanted.
    ///
    /// # Errors
    /// Quotes the name of a file or of a set of weights and says what is wrong with it.
    fn judge(judging: &EvaluationChoice) -> Result<Self::Evaluation, String>;
    /// What a judge is called: `classical`, or the name of its network.
    fn evaluation_name(judge: &Self::Evaluation) -> &str;
    /// The net file of a judge, if it has one.
    fn net_file(_: &Self::Evaluation) -> Option<Vec<u8>> {
        None
    }
    /// The usual starting position.
    fn start() -> Self::Position;
    /// Reads a FEN.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn parse_position(text: &str) -> Result<Self::Position, String>;
    /// Writes a FEN.
    fn position_text(position: &Self::Position) -> String;
    /// Reads a legal move in coordinates.
    ///
    /// # Errors
    /// Quotes the text and says why it is no legal move.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, String>;
    /// Writes a move in coordinates.
    fn move_text(position: &Self::Position, mv: Self::Move) -> String;
    /// The position with the sides exchanged, for games that are the same for both.
    fn flipped(_: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// Lets searches of a position go by these rules, in games where rules differ.
    fn set_rules(_: &mut Self::Position, _: Rules) {}
    /// The end of the game, if it has ended.
    fn ending(position: &Self::Position) -> Option<Ending>;
    /// How many men are on the board, kings included.
    fn men(position: &Self::Position) -> u32;
    /// How many moves the side to move has made, as far as the position knows its past.
    fn played(position: &Self::Position) -> u32;
    /// The squares of the pieces that give check.
    fn checkers(position: &Self::Position) -> Vec<String>;
    /// The number of lines of legal moves of a depth.
    fn perft(position: &Self::Position, depth: u32) -> u64;
    /// A proved mate in at most so many moves, found within so many nodes and so much time: its longest line, and the nodes
    /// that it took. Games without a solver prove none.
    fn prove_mate(
        _position: &Self::Position,
        _moves: u32,
        _nodes: u64,
        _time: Option<Duration>,
        _stop: &AtomicBool,
    ) -> Option<(Vec<Self::Move>, u64)> {
        None
    }
}

impl Spoken for Xiangqi {
    const NAME: &'static str = "xiangqi";
    const FIRST_RANK: usize = 0;
    type Evaluation = Evaluation;
    const CHANCES: Chances = Chances { even: (504.4, -9.25), spread: (73.9, 4.08) };
    // By the line above, an even chance to win with 24 men on the board, as there are at about move 32.
    const PAWN: i32 = 282;

    const BENCH: &'static [&'static str] = &[
        xiangqi::fen::START,
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

    fn judge(judging: &EvaluationChoice) -> Result<Evaluation, String> {
        Evaluation::new(judging)
    }

    fn evaluation_name(judge: &Evaluation) -> &str {
        judge.name()
    }

    fn net_file(judge: &Evaluation) -> Option<Vec<u8>> {
        judge.network().map(nnue::Network::write)
    }

    fn start() -> Position {
        Position::start()
    }

    fn parse_position(text: &str) -> Result<Position, String> {
        text.parse::<Fen>().map(Position::from).map_err(|error| error.to_string())
    }

    fn position_text(position: &Position) -> String {
        position.fen().to_string()
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, String> {
        let mv = text.parse().map_err(|error| format!("move \"{text}\": {error}"))?;
        // Asking a copy gives the reason of a refusal.
        position.clone().try_play(mv).map_err(|error| error.to_string())?;
        Ok(mv)
    }

    fn move_text(_: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn flipped(position: &Position) -> Option<Position> {
        let fen = position.fen();
        Some(Position::from(Fen { board: fen.board.swap_sides(), ..fen }))
    }

    fn set_rules(position: &mut Position, rules: Rules) {
        position.set_rules(rules);
    }

    fn ending(position: &Position) -> Option<Ending> {
        ending::of_xiangqi(position)
    }

    fn men(position: &Position) -> u32 {
        position.board().occupied().count()
    }

    fn played(position: &Position) -> u32 {
        (position.past().len() / 2) as u32
    }

    fn checkers(position: &Position) -> Vec<String> {
        position.board().checkers().into_iter().map(|square| square.to_string()).collect()
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        xiangqi::perft(&mut position.board().clone(), depth)
    }

    fn prove_mate(
        position: &Position,
        moves: u32,
        nodes: u64,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Option<(Vec<Move>, u64)> {
        // A short proof needs little memory, and clearing much would take longer than the proof.
        let hash = (nodes / 50_000).clamp(1, 16) as usize;
        let limits = solve::Limits { nodes: Some(nodes), time, hash, any: true };
        let outcome = solve::Solver::new(limits).solve(position, Some(moves), stop);
        let proof = outcome.answer.proof().filter(|proof| solve::check(position, proof).is_ok())?;
        Some((proof.line().into_iter().collect(), outcome.nodes))
    }
}

impl Spoken for Chess {
    const NAME: &'static str = "chess";
    const FIRST_RANK: usize = 1;
    type Evaluation = games::chess::Classical;
    // Round numbers.
    const CHANCES: Chances = Chances { even: (420.0, -6.0), spread: (50.0, 2.0) };
    const PAWN: i32 = 100;

    const BENCH: &'static [&'static str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4r1k1/r4p1p/p3bRpQ/q2pP3/2pP4/Bpn1R3/6PP/1B4K1 w - - 0 1",
        "r1bqk2r/pppp1p1p/5p2/2b1p2Q/2B1P3/8/PP1PKPPP/n1B3NR w kq - 0 1",
        "6k1/3r2p1/R4p2/1p2qP1Q/4P3/1P1P3P/1Pr2BP1/6K1 w - - 0 1",
    ];

    fn judge(judging: &EvaluationChoice) -> Result<Self::Evaluation, String> {
        if let Some(path) = &judging.network {
            return Err(format!("network \"{}\": chess is judged without a network", path.display()));
        }
        match &*judging.weights {
            "tuned" => Ok(Self::Evaluation::default()),
            other => Err(format!("weights \"{other}\": chess has no other weights than \"tuned\"")),
        }
    }

    fn evaluation_name(_: &Self::Evaluation) -> &'static str {
        "classical"
    }

    fn start() -> Self::Position {
        Self::Position::start()
    }

    fn parse_position(text: &str) -> Result<Self::Position, String> {
        text.parse::<Self::Position>().map_err(|error| error.to_string())
    }

    fn position_text(position: &Self::Position) -> String {
        position.fen()
    }

    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, String> {
        games::chess::parse_move(position, text).map_err(|error| error.to_string())
    }

    fn move_text(position: &Self::Position, mv: Self::Move) -> String {
        games::chess::move_text(position, mv)
    }

    fn ending(position: &Self::Position) -> Option<Ending> {
        ending::of_chess(position)
    }

    fn men(position: &Self::Position) -> u32 {
        position.board().occupied().len()
    }

    fn played(position: &Self::Position) -> u32 {
        (position.plies() / 2) as u32
    }

    fn checkers(position: &Self::Position) -> Vec<String> {
        position.board().checkers().into_iter().map(|square| square.to_string()).collect()
    }

    fn perft(position: &Self::Position, depth: u32) -> u64 {
        games::chess::perft(&mut position.clone(), depth)
    }
}

//! Looks for tactics in games: positions in which one move wins and every other does not.
//!
//! ```text
//! cargo run --release -p chuhe-service --example mine_tactics games.pgn [FIRST GAME] >> tactics.tsv
//! ```
//!
//! Every position of a game is looked at shortly. Where the last move has lost something, the search is repeated with and
//! without the best move: the difference is what the puzzle is about. The solution goes on as long as each further move
//! is the only one that wins, and the defence is the engine's. A row is a position, the solution, its themes, the scores of
//! the first move and of all others in centipawns, and the game. Rows are written as they are found. The same games give the
//! same rows.

use engine::{Answer, Engine, Hooks, Limits};
use games::Xiangqi;
use notation::Game;
use notation::formats::read;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use xiangqi::board::EXCHANGE_VALUES;
use xiangqi::{Board, Move, PieceKind, Position};

/// Openings are for the book.
const FIRST_PLY: usize = 16;
/// Nodes of the first look, of the second, and of each further move.
const LOOK: u64 = 1_000;
const PROOF: u64 = 60_000;
/// Centipawns: a position that is worth this is won, one that is worth less than the other is not.
const WON: i32 = 250;
const NOT_WON: i32 = 100;
/// The last move has lost at least this.
const LOST: i32 = 150;
const MAX_MOVES: usize = 6;
/// What a horse, a cannon and a rook are worth at least in an exchange.
const VALUABLE: i32 = 400;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file of games");
    let first: usize = arguments.next().map_or(0, |number| number.parse().expect("the number of a game"));
    let bytes = std::fs::read(&path).expect("a file that can be read");
    let mut miner = Miner { engine: Engine::builder().hash(32).build().expect("memory for a small table") };
    let mut found = 0;
    for (number, game) in read(&bytes).enumerate().skip(first) {
        let Ok(game) = game else { continue };
        for row in miner.tactics(&game) {
            found += 1;
            let mut out = std::io::stdout().lock();
            writeln!(out, "{row}").and_then(|()| out.flush()).expect("somewhere to write to");
        }
        if number.is_multiple_of(100) {
            eprintln!("{number} games, {found} tactics");
        }
    }
}

struct Miner {
    engine: Engine<Xiangqi>,
}

impl Miner {
    fn tactics(&mut self, game: &Game) -> Vec<String> {
        let moves: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
        let mut position = Position::from(game.start().clone());
        let mut rows = Vec::new();
        let mut before = None;
        self.engine.new_game();
        for (ply, &mv) in moves.iter().enumerate() {
            if ply >= FIRST_PLY {
                let score = self.search(&position, LOOK, Vec::new()).score.value();
                // What the side to move could hope for before the last move.
                let hope = before.replace(score).map(|theirs: i32| -theirs);
                let is_gift = hope.is_some_and(|hope| hope < WON - LOST && score >= hope + LOST);
                if is_gift
                    && score >= WON
                    && let Some(row) = self.tactic(&position, game)
                {
                    rows.push(row);
                }
            }
            if position.try_play(mv).is_err() {
                break;
            }
        }
        rows
    }

    fn tactic(&mut self, position: &Position, game: &Game) -> Option<String> {
        self.engine.new_game();
        let (best, score, other) = self.only_move(position)?;
        let mut solution = vec![best];
        let mut after = position.clone();
        after.play_unchecked(best);
        while solution.len() < 2 * MAX_MOVES {
            let Some(reply) = self.search(&after, PROOF / 2, Vec::new()).best else { break };
            after.play_unchecked(reply);
            let Some((next, ..)) = self.only_move(&after) else { break };
            after.play_unchecked(next);
            solution.extend([reply, next]);
        }
        let themes = themes(position.board(), &solution);
        let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
        let moves: Vec<String> = solution.iter().map(ToString::to_string).collect();
        Some(format!(
            "{}\t{}\t{}\t{score}\t{other}\t{}, {}, {}",
            position.fen(),
            moves.join(" "),
            themes.join(" "),
            tag("Red"),
            tag("Black"),
            tag("Date"),
        ))
    }

    /// The only move that wins, its score and that of the best other move.
    fn only_move(&mut self, position: &Position) -> Option<(Move, i32, i32)> {
        let answer = self.search(position, PROOF, Vec::new());
        let (best, score) = (answer.best?, answer.score.value());
        if score < WON {
            return None;
        }
        let others = self.search(position, PROOF, vec![best]);
        let other = if others.best.is_some() { others.score.value() } else { return None };
        (other <= NOT_WON).then_some((best, score, other))
    }

    fn search(&mut self, position: &Position, nodes: u64, excluded: Vec<Move>) -> Answer<Move> {
        // Without its past: a puzzle is not won by a rule about what was played before it.
        self.engine.set_position(Position::from(position.fen()));
        let limits = Limits { nodes: Some(nodes), excluded, ..Limits::default() };
        self.engine.search(&limits, Hooks::silent(&AtomicBool::new(false)))
    }
}

/// What the first move does, and how the solution ends.
fn themes(board: &Board, solution: &[Move]) -> Vec<&'static str> {
    let mut themes = Vec::new();
    let mut end = board.clone();
    for &mv in solution {
        end.play_unchecked(mv);
    }
    if !end.has_legal_move() {
        themes.push("mate");
    }
    let first = solution[0];
    let mut after = board.clone();
    after.play_unchecked(first);
    let is_check = after.is_check();
    if !board.see_at_least(first, 0, &EXCHANGE_VALUES) {
        themes.push("sacrifice");
    } else if board.is_capture(first) {
        themes.push("capture");
    }
    if is_check {
        let checkers = after.checkers();
        if checkers.count() > 1 {
            themes.push("double-check");
        } else if !checkers.has(first.to()) {
            themes.push("discovered-check");
        } else {
            themes.push("check");
        }
    } else if !board.is_capture(first) {
        themes.push("quiet");
    }
    if targets(&after, first) + usize::from(is_check && after.checkers().has(first.to())) >= 2 {
        themes.push("fork");
    }
    themes
}

/// How many pieces of the other side the moved piece attacks that are worth more than itself or not protected.
fn targets(after: &Board, mv: Move) -> usize {
    let Some(piece) = after.piece(mv.to()) else { return 0 };
    let reach = after.reach(mv.to());
    (reach & after.colour(after.side()))
        .into_iter()
        .filter(|&square| {
            let Some(target) = after.piece(square).filter(|target| target.kind() != PieceKind::King) else {
                return false;
            };
            let value = |kind: PieceKind| EXCHANGE_VALUES[kind.index()];
            let is_protected = (after.attackers(square, after.lines()) & after.colour(after.side())).any();
            value(target.kind()) > value(piece.kind()) || (value(target.kind()) >= VALUABLE && !is_protected)
        })
        .count()
}

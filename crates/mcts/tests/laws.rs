//! The laws of the tree search, on a game that is solved and on the two that are played.

#[path = "../../search/tests/toy/mod.rs"]
#[allow(dead_code)]
mod toy;

use games::{Chess, GameText, Xiangqi, legal_moves};
use mcts::{Node, Policy, Searcher, Settings, Tree};
use search::{Control, Evaluator, Game, Limits, Score, SearchResult, Silent};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use toy::{Board, Counting, Pawns};

const POLICIES: [Policy; 4] = [Policy::Uniform, Policy::Order, Policy::Evaluation, Policy::Both];

fn search<G: Game, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    position: &G::Position,
    playouts: u64,
    limits: &Limits<G::Move>,
) -> SearchResult<G::Move> {
    let stop = AtomicBool::new(false);
    searcher.set_playouts(Some(playouts));
    searcher.search(position, limits, Control::untimed(&stop), &mut Silent)
}

fn xiangqi(threads: usize) -> Searcher<Xiangqi, games::xiangqi::Classical> {
    Searcher::new(8, vec![games::xiangqi::Classical::default(); threads], Xiangqi::key)
}

fn chess(threads: usize) -> Searcher<Chess, games::chess::Classical> {
    Searcher::new(8, vec![games::chess::Classical::default(); threads], Chess::key)
}

/// Every position of the small game, with what it is worth to the side to move: 1, 0 or -1.
fn solved() -> BTreeMap<Board, i32> {
    fn solve(board: Board, known: &mut BTreeMap<Board, i32>) -> i32 {
        if let Some(&worth) = known.get(&board) {
            return worth;
        }
        let moves = if board.is_lost() { Vec::new() } else { board.moves() };
        let best = moves.into_iter().map(|mv| -solve(board.after(mv), known)).max();
        let worth = best.unwrap_or(if board.is_lost() { -1 } else { 0 });
        known.insert(board, worth);
        worth
    }
    let mut known = BTreeMap::new();
    solve(Board::START, &mut known);
    known
}

fn sign(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

#[test]
fn what_is_decided_is_proved_and_nothing_else() {
    for policy in POLICIES {
        let mut searcher = Searcher::<Pawns, _>::new(2, vec![Counting], Pawns::key);
        searcher.set_settings(Settings { policy, ..Settings::default() });
        for (board, worth) in solved() {
            if board.is_lost() || board.moves().is_empty() {
                continue;
            }
            for playouts in [3, 30] {
                searcher.clear();
                let found = search(&mut searcher, &board.into(), playouts, &Limits::default());
                assert!(sign(found.score) == 0 || sign(found.score) == worth, "{board:?} {found:?}");
            }
            let found = search(&mut searcher, &board.into(), 3_000, &Limits::default());
            assert_eq!(sign(found.score), worth, "{board:?} {found:?} {policy:?}");
            // A move that keeps what there is to win.
            let after = board.after(found.line[0]);
            assert!(worth < 1 || solved()[&after] == -1, "{board:?} {found:?}");
        }
    }
}

/// Of every node that was expanded, all visits but one went on to its children.
fn visits_add_up(tree: &Tree) {
    for node in tree.nodes() {
        let children = tree.children(node);
        if !children.is_empty() {
            let below: u32 = children.iter().map(Node::visits).sum();
            assert_eq!(node.visits(), below + 1, "{node:?}");
            let chances: f32 = children.iter().map(Node::prior).sum();
            assert!((chances - 1.0).abs() < 1e-3, "{chances}");
        }
        assert!(node.mean().abs() <= 1.0 && node.best().abs() <= 1.0, "{node:?}");
    }
}

#[test]
fn visits_add_up_with_any_number_of_threads() {
    for threads in [1, 2, 3] {
        let mut searcher = xiangqi(threads);
        let found = search(&mut searcher, &Xiangqi::start(), 1_500, &Limits::default());
        let tree = searcher.tree().expect("a tree");
        assert_eq!(tree.root().visits(), 1_501, "{threads} threads");
        visits_add_up(tree);
        assert!(Xiangqi::is_legal(&Xiangqi::start(), found.line[0]));
        let mut searcher = chess(threads);
        search(&mut searcher, &Chess::start(), 1_500, &Limits::default());
        visits_add_up(searcher.tree().expect("a tree"));
    }
}

#[test]
fn one_seed_and_one_number_of_threads_give_one_answer() {
    for threads in [1, 3] {
        for seed in [0, 5] {
            let limits = Limits { seed, ..Limits::default() };
            let [one, two] = [(); 2].map(|()| {
                let mut searcher = xiangqi(threads);
                let found = search(&mut searcher, &Xiangqi::start(), 800, &limits);
                (found.line, found.score, found.nodes, searcher.tree().map(|tree| tree.nodes().to_vec()))
            });
            assert_eq!(one, two, "{threads} threads, seed {seed}");
        }
    }
}

/// Compares a node and all below it with those of another tree.
fn same_below(one: &Tree, of_one: &Node, two: &Tree, of_two: &Node) {
    let facts =
        |node: &Node| (node.visits(), node.code(), node.prior(), node.mean(), node.best(), node.proof());
    assert_eq!(facts(of_one), facts(of_two));
    let (ones, twos) = (one.children(of_one), two.children(of_two));
    assert_eq!(ones.len(), twos.len());
    for (one_child, two_child) in ones.iter().zip(twos) {
        same_below(one, one_child, two, two_child);
    }
}

#[test]
fn what_is_taken_up_is_what_was_left() {
    let mut position = Xiangqi::start();
    let mut searcher = xiangqi(1);
    let found = search(&mut searcher, &position, 3_000, &Limits::default());
    // A second searcher does the same, and is looked into.
    let mut other = xiangqi(1);
    search(&mut other, &position, 3_000, &Limits::default());
    let old = other.tree().expect("a tree");
    for &mv in &found.line[..2] {
        Xiangqi::play(&mut position, mv);
    }
    let first =
        old.children(old.root()).iter().find(|node| Xiangqi::from_code(node.code()) == Some(found.line[0]));
    let first = first.expect("the best move");
    let second =
        old.children(first).iter().find(|node| Xiangqi::from_code(node.code()) == Some(found.line[1]));
    let second = second.expect("its answer");
    assert!(second.visits() > 10);
    search(&mut searcher, &position, 0, &Limits::default());
    let new = searcher.tree().expect("a tree");
    same_below(new, new.root(), old, second);
    // And it goes on from there.
    let before = new.root().visits();
    search(&mut searcher, &position, 500, &Limits::default());
    let tree = searcher.tree().expect("a tree");
    assert_eq!(tree.root().visits(), before + 500);
    visits_add_up(tree);
    // Another game begins with nothing.
    search(
        &mut searcher,
        &Xiangqi::parse_position("4k4/9/9/9/9/9/9/9/R8/3K5 w").expect("a position"),
        10,
        &Limits::default(),
    );
    assert_eq!(searcher.tree().expect("a tree").root().visits(), 11);
}

/// Counts how deep it stands, and refuses to be left anywhere but where it began.
struct Balanced(Arc<AtomicI64>);

impl<G: Game> Evaluator<G> for Balanced {
    fn refresh(&mut self, _: &G::Position) {
        assert_eq!(self.0.load(Ordering::Relaxed), 0, "left in the middle of a line");
    }
    fn push(&mut self, _: &G::Position, _: G::Move) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
    fn push_pass(&mut self) {}
    fn pop(&mut self) {
        assert!(self.0.fetch_sub(1, Ordering::Relaxed) > 0, "a move taken back that was not made");
    }
    fn evaluate(&mut self, position: &G::Position) -> i32 {
        (G::key(position) % 201) as i32 - 100
    }
}

#[test]
fn whatever_is_played_is_taken_back() {
    for policy in POLICIES {
        let depths: Vec<Arc<AtomicI64>> = (0..2).map(|_| Arc::default()).collect();
        let evaluators = depths.iter().map(|depth| Balanced(Arc::clone(depth))).collect();
        let mut searcher = Searcher::<Xiangqi, _>::new(2, evaluators, Xiangqi::key);
        searcher.set_settings(Settings { policy, ..Settings::default() });
        search(&mut searcher, &Xiangqi::start(), 400, &Limits::default());
        assert!(depths.iter().all(|depth| depth.load(Ordering::Relaxed) == 0), "{policy:?}");
    }
}

#[test]
fn memory_is_bounded() {
    let mut searcher =
        Searcher::<Xiangqi, _>::new(2, vec![games::xiangqi::Classical::default()], Xiangqi::key);
    let found = search(&mut searcher, &Xiangqi::start(), 12_000, &Limits::default());
    let nodes = searcher.tree().expect("a tree").nodes();
    assert!(nodes.len() <= (1 << 20) / size_of::<Node>(), "{}", nodes.len());
    assert_eq!(nodes[0].visits(), 12_001, "it goes on without room");
    assert!(Xiangqi::is_legal(&Xiangqi::start(), found.line[0]));
}

/// Positions in which a mate in this many moves is known.
fn mates_in(moves: u32) -> Vec<<Xiangqi as Game>::Position> {
    let rows = include_str!("../../../testdata/ladder/xiangqi.tsv").lines();
    let label = format!("mate in {moves}");
    let rows = rows.filter(|row| row.ends_with(&label)).filter_map(|row| row.split('\t').nth(1));
    rows.map(|fen| Xiangqi::parse_position(fen).expect("a position")).collect()
}

/// A position that is won by force is proved, and won within as many moves as were promised.
#[test]
fn mates_are_proved_and_played_out() {
    let positions = mates_in(2);
    assert!(positions.len() > 5);
    for mut position in positions {
        let (mut searcher, winner) = (xiangqi(1), Xiangqi::side(&position));
        let mut promised = i32::MAX;
        while !legal_moves::<Xiangqi>(&position).is_empty() {
            let found = search(&mut searcher, &position, 30_000, &Limits::default());
            let name = Xiangqi::position_text(&position);
            let is_winner = Xiangqi::side(&position) == winner;
            assert_eq!(sign(found.score), if is_winner { 1 } else { -1 }, "{name} {found:?}");
            let distance = found.score.mate_distance().map_or(0, i32::abs);
            assert!(distance <= promised && distance >= 1, "{distance} moves after {promised} in {name}");
            promised = distance - i32::from(is_winner && distance > 1);
            Xiangqi::play(&mut position, found.line[0]);
        }
        assert_ne!(Xiangqi::side(&position), winner);
    }
    let position = Chess::parse_position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").expect("a position");
    let found = search(&mut chess(1), &position, 2_000, &Limits::default());
    assert_eq!((found.score.mate_distance(), found.line[0].to_string()), (Some(1), "a1a8".to_owned()));
}

#[test]
fn the_rules_are_asked_before_the_evaluation() {
    // A queen ahead, but every move completes fifty moves without a capture.
    let drawn = Chess::parse_position("8/8/8/4k3/8/8/8/K6Q w - - 99 80").expect("a position");
    let found = search(&mut chess(1), &drawn, 500, &Limits::default());
    assert_eq!(found.score, Score::DRAW, "{found:?}");
    // Stalemate is a draw in chess and a loss in xiangqi.
    let stalemate = Chess::parse_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expect("a position");
    let found = search(&mut chess(1), &stalemate, 500, &Limits::default());
    assert_eq!((found.line.len(), found.score), (0, Score::DRAW));
}

#[test]
fn only_moves_that_may_be_looked_at_are() {
    let start = Xiangqi::start();
    let moves = legal_moves::<Xiangqi>(&start);
    let limits = Limits { moves: moves[3..6].to_vec(), excluded: vec![moves[4]], ..Limits::default() };
    let mut searcher = xiangqi(1);
    let found = search(&mut searcher, &start, 300, &limits);
    assert!([moves[3], moves[5]].contains(&found.line[0]), "{found:?}");
    assert!(searcher.tree().is_none(), "such a tree is no use to the next search");
    let none = Limits { moves: vec![moves[0]], excluded: vec![moves[0]], ..Limits::default() };
    assert!(search(&mut searcher, &start, 300, &none).line.is_empty());
}

#[test]
fn limits_and_stops_are_obeyed() {
    let start = Xiangqi::start();
    let stop = AtomicBool::new(true);
    let mut searcher = xiangqi(2);
    let found = searcher.search(&start, &Limits::default(), Control::untimed(&stop), &mut Silent);
    assert!(Xiangqi::is_legal(&start, found.line[0]), "a move even before the first playout");
    stop.store(false, Ordering::Relaxed);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let found = searcher.search(&start, &limits, Control::untimed(&stop), &mut Silent);
    assert!((2_000..4_000).contains(&found.nodes), "{}", found.nodes);
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let found = searcher.search(&start, &limits, Control::untimed(&stop), &mut Silent);
    assert!(found.depth >= 3, "{found:?}");
}

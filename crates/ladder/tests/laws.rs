//! What the rungs promise: the same scores where nothing is left out, no more nodes than theory says, and at the top the engine itself.

mod uniform;

use engine::{Ablation, Control, Engine, EngineGame, EvaluationChoice, Limits, Techniques};
use games::{Chess, GameText, Xiangqi};
use ladder::tree::{Limit, Tree};
use ladder::{
    Course, Effort, Exercise, Grade, Method, Rung, Taught, minimum_leaves, read_suite, rungs_of, shipped,
};
use search::{Evaluator, Game, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use uniform::{Count, MOVES, Path, Uniform};

/// Rungs that look at fewer nodes than minimax and find what it finds.
const EXACT: [Taught; 4] = [Taught::AlphaBeta, Taught::Negamax, Taught::Captures, Taught::Minimax];

fn never() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}

fn unlimited() -> Limit<'static> {
    Limit { nodes: u64::MAX, time: Duration::MAX, elapsed: &|| Duration::ZERO, stop: never() }
}

/// One search without deepening: its score, its nodes and its move.
fn search<G: Game, E: Evaluator<G>>(
    taught: Taught,
    position: &G::Position,
    evaluator: E,
    depth: i32,
) -> (Score, u64, Option<G::Move>) {
    let mut tree = Tree::<G, E>::new(position, evaluator, unlimited());
    let score = taught.search(&mut tree, depth);
    (score, tree.nodes, tree.best)
}

fn classical<G: EngineGame>() -> G::Evaluation {
    G::evaluation(&EvaluationChoice { by_network: false, ..EvaluationChoice::default() })
        .expect("in the program")
}

fn suite<G: EngineGame>() -> Vec<Exercise<G>> {
    read_suite::<G>(shipped(G::VARIANT)).expect("a suite")
}

fn rung<G: EngineGame>(name: &str) -> Rung {
    rungs_of::<G>().into_iter().find(|rung| rung.name == name).expect("a rung of this name")
}

fn alike<G: EngineGame>(depth: i32) {
    for exercise in suite::<G>().iter().step_by(5) {
        let run = |taught| search::<G, _>(taught, &exercise.position, classical::<G>(), depth);
        let (score, all, mv) = run(Taught::Minimax);
        for taught in EXACT {
            let (found, nodes, chosen) = run(taught);
            assert_eq!(found, score, "{taught:?} in {}", exercise.fen);
            assert!(nodes <= all, "{taught:?} in {}", exercise.fen);
            if taught != Taught::Captures {
                assert_eq!(chosen, mv, "{taught:?} in {}", exercise.fen);
            }
        }
        // Moves made twice by different ways can be draws by repetition in one of them and not in the table.
        for taught in [Taught::Table, Taught::Killers, Taught::Variation] {
            let (found, nodes, _) = run(taught);
            assert!(nodes <= all, "{taught:?} in {}", exercise.fen);
            assert_eq!(found, score, "{taught:?} in {}", exercise.fen);
        }
        assert_eq!(run(Taught::AlphaBeta).1, run(Taught::Negamax).1, "the same tree, {}", exercise.fen);
    }
}

#[test]
fn rungs_that_leave_nothing_out_find_what_minimax_finds() {
    alike::<Xiangqi>(3);
    alike::<Chess>(3);
}

#[test]
fn the_first_rung_of_the_engine_without_techniques_finds_what_minimax_finds() {
    fn compare<G: EngineGame>() {
        let mut engine = Ablation::<G>::new(1, &classical::<G>(), Techniques::NONE);
        for exercise in suite::<G>().iter().step_by(7) {
            let (score, ..) = search::<G, _>(Taught::Minimax, &exercise.position, classical::<G>(), 3);
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let found = engine.search(&exercise.position, &limits, Control::untimed(never()), |_| {});
            assert_eq!(found.score, score, "{}", exercise.fen);
        }
    }
    compare::<Xiangqi>();
    compare::<Chess>();
}

/// Leaves that a rung evaluates in a tree with the best move first or last in every node.
fn leaves(taught: Taught, depth: i32, is_best_last: bool) -> u64 {
    let count = Arc::new(AtomicU64::new(0));
    let path = Path { is_best_last, ..Path::default() };
    let (score, ..) = search::<Uniform, _>(taught, &path, Count(Arc::clone(&count)), depth);
    assert_eq!(score, Score::DRAW, "nobody gives anything away");
    count.load(Ordering::Relaxed)
}

#[test]
fn with_the_best_move_first_alpha_beta_visits_the_least_leaves() {
    for depth in 1..=8 {
        let all = u64::from(MOVES).pow(depth as u32);
        let least = minimum_leaves(MOVES.into(), depth as usize) as u64;
        assert_eq!(leaves(Taught::Minimax, depth, false), all);
        for taught in [Taught::AlphaBeta, Taught::Negamax, Taught::Captures] {
            assert_eq!(leaves(taught, depth, false), least, "{taught:?}, depth {depth}");
            if depth > 2 {
                assert!(2 * leaves(taught, depth, true) > 3 * least, "{taught:?}, depth {depth}");
            }
        }
    }
}

/// A course at equal depth over positions of a suite, and what rungs did on it.
fn iterations<G: EngineGame>(depth: usize, names: &[&str]) -> Vec<(f64, f64)> {
    let suite: Vec<_> = suite::<G>().into_iter().filter(|one| one.grade != Grade::Hard).step_by(4).collect();
    let clock = || Duration::ZERO;
    let course = Course::new(&suite, Effort::Depth(depth), &clock, never()).expect("an evaluation");
    let measure = |name: &&str| course.measure(&rung::<G>(name), |_| {}).expect("not stopped");
    names.iter().map(measure).map(|report| (report.iteration, report.minimum)).collect()
}

#[test]
fn good_ordering_comes_close_to_the_least_that_is_possible() {
    fn close<G: EngineGame>() {
        let [plain, ordered] = iterations::<G>(4, &["alpha-beta", "killers"])[..] else {
            panic!("two rungs")
        };
        assert!(plain.0 > 5.0 * plain.1, "squares say nothing of moves: {plain:?}");
        assert!(ordered.0 < 3.0 * ordered.1, "captures, the table and killers do: {ordered:?}");
    }
    close::<Xiangqi>();
    close::<Chess>();
}

#[test]
fn the_last_rung_searches_the_nodes_that_the_engine_searches() {
    fn same<G: EngineGame>() {
        let last = *rungs_of::<G>().last().expect("rungs");
        assert!(matches!(last.method, Method::Network | Method::Engine(Techniques::ALL)));
        let suite = suite::<G>();
        let clock = || Duration::ZERO;
        for effort in [Effort::Depth(7), Effort::Nodes(3_000)] {
            let course = Course::new(&suite, effort, &clock, never()).expect("an evaluation");
            let report = course.measure(&last, |_| {}).expect("not stopped");
            let mut engine = Engine::<G>::new(16, 1);
            for (exercise, attempt) in suite.iter().zip(&report.attempts) {
                let limits = match effort {
                    Effort::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
                    Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
                    Effort::Time(_) => unreachable!("not one of the two"),
                };
                engine.new_game();
                engine.set_position(exercise.position.clone());
                let answer = engine.think(&limits);
                let best = answer.best.map(|mv| G::move_text(&exercise.position, mv)).unwrap_or_default();
                assert_eq!((attempt.nodes, &attempt.answer), (answer.nodes, &best), "{}", exercise.fen);
            }
        }
    }
    same::<Xiangqi>();
    same::<Chess>();
}

#[test]
fn the_last_rung_needs_a_fiftieth_of_the_nodes_of_plain_alpha_beta() {
    fn saves<G: EngineGame>() {
        let suite = suite::<G>();
        let clock = || Duration::ZERO;
        let course = Course::new(&suite, Effort::Depth(4), &clock, never()).expect("an evaluation");
        let nodes = |rung: &Rung| course.measure(rung, |_| {}).expect("not stopped").nodes;
        let (plain, last) = (nodes(&rung::<G>("alpha-beta")), nodes(rungs_of::<G>().last().expect("rungs")));
        assert!(plain >= 50 * last, "{plain} and {last}");
    }
    saves::<Xiangqi>();
    saves::<Chess>();
}

#[test]
fn at_equal_nodes_the_ladder_leads_upward() {
    fn solves_more<G: EngineGame>() {
        let suite = suite::<G>();
        let clock = || Duration::ZERO;
        let course = Course::new(&suite, Effort::Nodes(20_000), &clock, never()).expect("an evaluation");
        let solved = |rung: &Rung| course.measure(rung, |_| {}).expect("not stopped").solved;
        let rungs = rungs_of::<G>();
        let steps = ["minimax", "captures first", "quiescence"].map(|name| solved(&rung::<G>(name)));
        let last = solved(rungs.last().expect("rungs"));
        assert!(steps[0] < steps[1] && steps[1] < steps[2] && steps[2] < last, "{steps:?} {last}");
    }
    solves_more::<Xiangqi>();
    solves_more::<Chess>();
}

#[test]
fn a_limit_is_kept_and_the_last_whole_iteration_counts() {
    let exercise = &suite::<Chess>()[0];
    let elapsed = || Duration::ZERO;
    for nodes in [1, 10, 1_000, 5_000] {
        let limit = Limit { nodes, time: Duration::MAX, elapsed: &elapsed, stop: never() };
        let mut tree = Tree::<Chess, _>::new(&exercise.position, classical::<Chess>(), limit);
        let before = Chess::position_text(&tree.position);
        Taught::History.search(&mut tree, 20);
        assert!(tree.is_stopped && tree.nodes == nodes, "{} of {nodes}", tree.nodes);
        assert_eq!((Chess::position_text(&tree.position), tree.ply), (before, 0), "everything is taken back");
    }
}

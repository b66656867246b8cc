//! What a rung costs and finds on a suite.

use crate::minimum::{effective_branching, median, minimum_leaves};
use crate::steps::{Method, Rung, Taught};
use crate::suite::{Exercise, Grade};
use crate::tree::{Limit, Tree};
use engine::{Ablation, Control, EngineGame, EvaluationChoice, EvaluationError, Limits, Techniques};
use games::legal_moves;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long each position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// To this depth.
    Depth(usize),
    /// For this many nodes.
    Nodes(u64),
    /// For this long.
    Time(Duration),
}

/// The deepest iteration where nothing else limits it.
const MAX_DEPTH: usize = 64;
/// Mebibytes of the engine's table, as in `chuhe bench`.
const TABLE: usize = 16;

/// What a rung did with one position.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    /// The position's number in the suite, from 1.
    pub position: usize,
    /// Its grade.
    pub grade: Grade,
    /// The move that was chosen.
    pub answer: String,
    /// Whether it is one of the answers.
    pub is_solved: bool,
    /// The last iteration that was finished.
    pub depth: usize,
    /// The nodes of that iteration alone.
    pub iteration: u64,
    /// The nodes of all iterations.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// The least leaves of a tree of that depth ([`minimum_leaves`]).
    pub minimum: f64,
}

/// What a rung did with a suite.
#[derive(Clone, Debug, Serialize)]
pub struct RungReport {
    /// Its number, from 1.
    pub number: usize,
    /// What it adds.
    pub name: &'static str,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Seconds of all positions.
    pub seconds: f64,
    /// How many positions were solved.
    pub solved: usize,
    /// The same of each grade, easy ones first.
    pub solved_by_grade: [usize; 3],
    /// The depth of the last finished iteration: the median.
    pub depth: f64,
    /// The nodes of that iteration: the median.
    pub iteration: f64,
    /// The effective branching factor of that iteration: the median.
    pub branching: f64,
    /// The least leaves of a tree of that depth: the median.
    pub minimum: f64,
    /// How many times fewer nodes than the first rung, where all search to the same depth.
    pub fewer_nodes: Option<f64>,
    /// How many times less time than the first rung, where all search to the same depth.
    pub less_time: Option<f64>,
    /// Each position.
    pub attempts: Vec<Attempt>,
}

/// One search: what it found, and what it took.
struct Climb<M> {
    mv: Option<M>,
    depth: usize,
    iteration: u64,
    nodes: u64,
}

/// A suite, and how its positions are searched.
pub struct Course<'a, G: EngineGame> {
    suite: &'a [Exercise<G>],
    /// The moves a node of each position.
    breadths: Vec<f64>,
    effort: Effort,
    classical: G::Evaluation,
    /// The time that passes, counted from whenever.
    clock: &'a (dyn Fn() -> Duration + Sync),
    /// Set to end the measurement.
    stop: &'a AtomicBool,
}

impl<'a, G: EngineGame> Course<'a, G> {
    /// A course over a suite. The clock may begin anywhere; where others share the machine it should count processor time.
    ///
    /// # Errors
    /// If the classical evaluation cannot be had, which does not happen with the one in the program.
    pub fn new(
        suite: &'a [Exercise<G>],
        effort: Effort,
        clock: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Result<Self, EvaluationError> {
        let classical =
            G::evaluation(&EvaluationChoice { by_network: false, ..EvaluationChoice::default() })?;
        let breadths = suite.iter().map(|exercise| (G::perft(&exercise.position, 3) as f64).cbrt()).collect();
        Ok(Self { suite, breadths, effort, classical, clock, stop })
    }

    /// Lets a rung search every position, and tells the number of each before; nothing if it was stopped.
    pub fn measure(&self, rung: &Rung, mut each: impl FnMut(usize)) -> Option<RungReport> {
        let mut attempts = Vec::with_capacity(self.suite.len());
        let mut engine = match rung.method {
            Method::Taught(_) => None,
            Method::Engine(techniques) => Some(Ablation::new(TABLE, &self.classical, techniques)),
            Method::Network => Some(Ablation::new(TABLE, &G::Evaluation::default(), Techniques::ALL)),
        };
        for (number, (exercise, &breadth)) in (1..).zip(self.suite.iter().zip(&self.breadths)) {
            each(number);
            let began = (self.clock)();
            let climb = match (rung.method, &mut engine) {
                (Method::Taught(taught), _) => self.climb_taught(taught, &exercise.position),
                (_, Some(engine)) => self.climb_engine(engine, &exercise.position),
                (_, None) => return None,
            };
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            attempts.push(Attempt {
                position: number,
                grade: exercise.grade,
                answer: climb.mv.map(|mv| G::move_text(&exercise.position, mv)).unwrap_or_default(),
                is_solved: climb.mv.is_some_and(|mv| exercise.answers.contains(&mv)),
                depth: climb.depth,
                iteration: climb.iteration,
                nodes: climb.nodes,
                seconds: ((self.clock)().saturating_sub(began)).as_secs_f64(),
                minimum: minimum_leaves(breadth, climb.depth),
            });
        }
        Some(RungReport::new(rung, attempts))
    }

    fn climb_taught(&self, taught: Taught, position: &G::Position) -> Climb<G::Move> {
        let began = (self.clock)();
        let elapsed = || (self.clock)().saturating_sub(began);
        let mut limit = Limit { nodes: u64::MAX, time: Duration::MAX, elapsed: &elapsed, stop: self.stop };
        let mut deepest = MAX_DEPTH;
        match self.effort {
            Effort::Depth(depth) => deepest = depth,
            Effort::Nodes(nodes) => limit.nodes = nodes,
            Effort::Time(time) => limit.time = time,
        }
        let mut tree = Tree::<G, _>::new(position, self.classical.clone(), limit);
        let mut climb =
            Climb { mv: legal_moves::<G>(position).first().copied(), depth: 0, iteration: 0, nodes: 0 };
        for depth in 1..=deepest {
            let before = tree.nodes;
            taught.search(&mut tree, depth as i32);
            // Half an iteration may have missed the best move.
            if tree.is_stopped {
                break;
            }
            climb = Climb { mv: tree.best, depth, iteration: tree.nodes - before, nodes: 0 };
        }
        climb.nodes = tree.nodes;
        climb
    }

    fn climb_engine(&self, engine: &mut Ablation<G>, position: &G::Position) -> Climb<G::Move> {
        let began = (self.clock)();
        let elapsed = || (self.clock)().saturating_sub(began);
        let control = Control { stop: self.stop, elapsed: &elapsed, checkpoint: None };
        let mut limits = Limits::default();
        match self.effort {
            Effort::Depth(depth) => limits.depth = Some(depth),
            Effort::Nodes(nodes) => limits.nodes = Some(nodes),
            Effort::Time(time) => limits.hard_time = Some(time),
        }
        let mut ends = vec![(0, 0)];
        let found = engine.search(position, &limits, control, |line| ends.push((line.depth, line.nodes)));
        // A last line that was told when everything was spent belongs to an iteration that was cut short.
        let is_cut_short = limits.depth.is_none() && ends.last().is_some_and(|&(_, at)| at >= found.nodes);
        if is_cut_short && ends.len() > 1 {
            ends.pop();
        }
        let (depth, at) = ends.last().copied().unwrap_or_default();
        let before = ends.iter().rev().find(|&&(earlier, _)| earlier < depth).map_or(0, |&(_, at)| at);
        Climb { mv: found.line.first().copied(), depth, iteration: at - before, nodes: found.nodes }
    }
}

impl RungReport {
    fn new(rung: &Rung, attempts: Vec<Attempt>) -> Self {
        let middle = |of: fn(&Attempt) -> f64| median(attempts.iter().map(of).collect());
        let solved = |grade| attempts.iter().filter(|one| one.is_solved && one.grade == grade).count();
        Self {
            number: rung.number,
            name: rung.name,
            nodes: attempts.iter().map(|one| one.nodes).sum(),
            seconds: attempts.iter().map(|one| one.seconds).sum(),
            solved: attempts.iter().filter(|one| one.is_solved).count(),
            solved_by_grade: Grade::ALL.map(solved),
            depth: middle(|one| one.depth as f64),
            iteration: middle(|one| one.iteration as f64),
            branching: middle(|one| effective_branching(one.iteration, one.depth)),
            minimum: middle(|one| one.minimum),
            fewer_nodes: None,
            less_time: None,
            attempts,
        }
    }

    /// Compares it with the first rung.
    pub fn compare(&mut self, first: &Self) {
        self.fewer_nodes = Some(first.nodes as f64 / self.nodes.max(1) as f64);
        self.less_time = Some(first.seconds / self.seconds.max(1e-9));
    }
}

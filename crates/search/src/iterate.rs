//! Iterative deepening: depth 1, 2, 3 and so on, each iteration ordered by what the last one found.

use crate::given::Given;
use crate::history::History;
use crate::report::{Control, Limits, Line, Report};
use crate::table::{Bound, Keying, Plain, Table, TooLarge};
use crate::worker::{Shared, Worker};
use game::{Evaluator, Game, MAX_PLY, Score, Which};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The best line: its first move is to be made, its second expected. Empty if there is no legal move.
    pub line: Vec<M>,
    /// Its score.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: usize,
    /// How many nodes it took.
    pub nodes: u64,
}

/// Searches positions of a game, and remembers from one search to the next.
pub struct Searcher<G: Game, E: Evaluator<G>, K: Keying = Plain> {
    table: Table<K>,
    threads: Vec<(E, History<G>)>,
    fresh: Box<dyn Fn() -> E + Send>,
    numbers: Given<G>,
    /// Whether there is anything to forget.
    is_used: bool,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with a table of so many mebibytes (or less, if there is no room for it) and so many
    /// threads; `fresh` makes an evaluator.
    pub fn new(mebibytes: usize, threads: usize, fresh: impl Fn() -> E + Send + 'static) -> Self {
        Self::with_table(Table::at_most(mebibytes), threads, fresh)
    }

    /// Changes the size of the table, and forgets what it held.
    ///
    /// # Errors
    /// When there is no room for a table of this size; the old one stays.
    pub fn set_table(&mut self, mebibytes: usize) -> Result<(), TooLarge> {
        self.table = Table::new(mebibytes)?;
        Ok(())
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Searcher<G, E, K> {
    /// A searcher with a table of any kind and so many threads; `fresh` makes an evaluator.
    pub fn with_table(table: Table<K>, threads: usize, fresh: impl Fn() -> E + Send + 'static) -> Self {
        let mut searcher = Self {
            table,
            threads: Vec::new(),
            fresh: Box::new(fresh),
            numbers: Given::default(),
            is_used: false,
        };
        searcher.set_threads(threads);
        searcher
    }

    /// What earlier searches have left.
    pub fn table(&self) -> &Table<K> {
        &self.table
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.truncate(threads.max(1));
        while self.threads.len() < threads.max(1) {
            self.threads.push(((self.fresh)(), History::new()));
        }
    }

    /// Searches by other numbers than those of the game.
    #[cfg(feature = "tune")]
    pub fn set_numbers(&mut self, numbers: game::Numbers) {
        self.numbers = Given::new(numbers);
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        // A large table that nobody has used yet takes no memory, and is left alone.
        if std::mem::take(&mut self.is_used) {
            self.table.clear(self.threads.len());
            self.threads.iter_mut().for_each(|(_, history)| history.clear());
        }
    }

    /// Searches a position within limits.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        control: Control<'_>,
        report: &mut impl Report<G>,
    ) -> Found<G::Move> {
        self.is_used = true;
        self.table.age();
        let nodes = AtomicU64::new(0);
        let helpers_stop = AtomicBool::new(false);
        let (table, numbers) = (&self.table, self.numbers);
        let helper_control = Control { stop: &helpers_stop, elapsed: control.elapsed };
        let shared = |control| Shared { table, control, limits, nodes: &nodes };
        let [(evaluator, history), helpers @ ..] = &mut self.threads[..] else {
            return Found { line: Vec::new(), score: Score::DRAW, depth: 0, nodes: 0 };
        };
        std::thread::scope(|scope| {
            for (evaluator, history) in helpers {
                let shared = shared(helper_control);
                scope.spawn(move || {
                    let mut worker = Worker::new(position, evaluator, history, shared, numbers, false);
                    worker.deepen(&mut crate::report::Silent);
                });
            }
            let mut worker = Worker::new(position, evaluator, history, shared(control), numbers, true);
            let found = worker.deepen(report);
            helpers_stop.store(true, Ordering::Relaxed);
            found
        })
    }
}

/// How well the best move has stood.
#[derive(Default)]
struct Stability {
    iterations: u32,
    last_score: Option<Score>,
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Deepens until a limit is reached, and reports the lines of each iteration.
    fn deepen(&mut self, report: &mut impl Report<G>) -> Found<G::Move> {
        let limits = self.shared.limits;
        let count = self.root_moves();
        let lines = limits.lines.max(1).min(count.max(1));
        let mut found = Found { line: Vec::new(), score: Score::DRAW, depth: 0, nodes: 0 };
        if count == 0 {
            found.score = G::no_moves(&self.position, 0);
            return found;
        }
        let mut stability = Stability::default();
        let mut scores = vec![None; lines];
        let deepest = limits.depth.unwrap_or(MAX_PLY - 1).min(MAX_PLY - 1);
        for depth in 1..=deepest {
            self.taken.clear();
            self.selective_depth = 0;
            for (number, kept) in (1..).zip(&mut scores) {
                let score = self.aspire(*kept, depth);
                // A line that was cut short counts if a move had been searched to its end.
                if self.is_stopped && (self.lines[0].is_empty() || number > 1) {
                    break;
                }
                let moves = self.lines[0].clone();
                self.taken.extend(moves.first());
                if number == 1 {
                    let is_same = found.line.first() == moves.first();
                    stability.iterations = if is_same { stability.iterations + 1 } else { 0 };
                    found = Found { line: moves.clone(), score, depth, nodes: self.total_nodes() };
                }
                *kept = Some(score);
                self.tell(report, depth, number, score, moves);
                if self.is_stopped {
                    break;
                }
            }
            if self.is_stopped || self.is_enough(&found, count, &mut stability) {
                break;
            }
        }
        self.count_nodes();
        found.nodes = self.total_nodes();
        // Stopped before anything was found: any legal move is better than none.
        if found.line.is_empty() {
            found.line.extend(self.any_root_move());
        }
        found
    }

    fn tell(
        &self,
        report: &mut impl Report<G>,
        depth: usize,
        number: usize,
        score: Score,
        moves: Vec<G::Move>,
    ) {
        report.line(&Line {
            depth,
            selective_depth: self.selective_depth,
            number,
            score,
            bound: Bound::Exact,
            nodes: self.total_nodes(),
            elapsed: (self.shared.control.elapsed)(),
            fullness: self.shared.table.fullness(),
            moves,
        });
    }

    /// Searches with a narrow window around the last score, and a wider one when the score falls outside.
    fn aspire(&mut self, last: Option<Score>, depth: usize) -> Score {
        let mut margin = self.numbers.aspiration_margin;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if let Some(score) = last.filter(|score| depth >= 4 && !score.is_mate()) {
            (alpha, beta) = (score - margin, score + margin);
        }
        loop {
            let score = self.search_node(alpha, beta, depth as i32, 0, false);
            if self.is_stopped {
                return score;
            }
            margin *= 2;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if margin > 500 { -Score::INFINITE } else { score - margin };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if margin > 500 { Score::INFINITE } else { score + margin };
            } else {
                return score;
            }
        }
    }

    /// Whether another iteration is not worth its time.
    fn is_enough(&self, found: &Found<G::Move>, choices: usize, stability: &mut Stability) -> bool {
        let limits = self.shared.limits;
        if let (Some(wanted), Some(distance)) = (limits.mate, found.score.mate_distance())
            && (0..=wanted).contains(&distance)
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return true;
        }
        let last_score = stability.last_score.replace(found.score);
        let Some(soft) = limits.soft_time else { return false };
        // Under a clock: one move, a mate that the depth has confirmed, or time for no further iteration.
        let mate_is_proved =
            found.score.mate_distance().is_some_and(|moves| found.depth as i32 > 2 * moves.abs() + 2);
        if choices == 1 || mate_is_proved {
            return true;
        }
        let falling = last_score.map_or(0, |last| (last.value() - found.score.value()).clamp(0, 100));
        let steadiness = [140, 115, 100, 90, 85, 80, 75][stability.iterations.min(6) as usize];
        let percent = steadiness + falling / 2;
        (self.shared.control.elapsed)() >= soft * percent as u32 / 100
    }

    /// How many root moves there are to choose from.
    fn root_moves(&self) -> usize {
        let mut count = 0;
        for which in [Which::Noisy, Which::Quiet] {
            G::generate(&self.position, which, |mv| count += usize::from(self.is_root_move(mv)));
        }
        count
    }

    fn any_root_move(&self) -> Option<G::Move> {
        let mut any = None;
        for which in [Which::Noisy, Which::Quiet] {
            G::generate(&self.position, which, |mv| {
                if self.is_root_move(mv) {
                    any = any.or(Some(mv));
                }
            });
        }
        any
    }

    /// Whether a move at the root is asked for.
    pub fn is_root_move(&self, mv: G::Move) -> bool {
        let wanted = &self.shared.limits.moves;
        wanted.is_empty() || wanted.contains(&mv)
    }
}

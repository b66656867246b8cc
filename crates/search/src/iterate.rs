//! Iterative deepening: depth 1, 2, 3 and so on, each iteration ordered by what the last one found.

use crate::active::ActiveParams;
use crate::history::History;
use crate::report::{Control, Limits, PvLine, Report, Silent};
use crate::roots::TALKATIVE_AFTER;
use crate::table::{Bound, Keying, Plain, Table, TooLarge};
use crate::tally::Tally;
use crate::threads::{Halt, searches_depth, vote};
use crate::time::Timekeeper;
use crate::window::Window;
use crate::worker::{Shared, Worker};
use crate::{Evaluator, Game, MAX_PLY, Score, Techniques};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::Builder;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best line: its first move is to be made, its second expected. Empty if there is no legal move.
    pub line: Vec<M>,
    /// Its score.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: usize,
    /// How many nodes it took.
    pub nodes: u64,
}

/// A line with its score.
type Scored<M> = (Score, Vec<M>);

/// Searches positions of a game, and remembers from one search to the next.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::{Even, Heap, Nim, Take};
/// use search::{Control, Limits, PvLine, Report, SearchResult, Searcher};
/// use std::sync::atomic::AtomicBool;
///
/// struct Depths(Vec<usize>);
/// impl Report<Nim> for Depths {
///     fn line(&mut self, line: &PvLine<Take>) {
///         self.0.push(line.depth);
///     }
/// }
///
/// // `Nim` is the game of the example at `Game`, `Even` its evaluator.
/// let mut searcher = Searcher::<Nim, Even>::new(1, 1, || Even);
/// searcher.set_table(2)?;
/// searcher.set_threads(2);
/// searcher.set_evaluator(|| Even);
/// let (limits, stop) = (Limits { depth: Some(3), ..Limits::default() }, AtomicBool::new(false));
/// let mut depths = Depths(Vec::new());
/// let found: SearchResult<Take> = searcher.search(&Heap::of(30), &limits, Control::untimed(&stop), &mut depths);
/// assert_eq!((found.depth, depths.0.last()), (3, Some(&3)));
/// assert!(searcher.table().occupied() > 0);
/// searcher.clear();
/// assert_eq!(searcher.table().occupied(), 0);
/// # Ok::<(), search::TooLarge>(())
/// ```
pub struct Searcher<G: Game, E: Evaluator<G>, K: Keying = Plain> {
    table: Table<K>,
    threads: Vec<(E, History<G>)>,
    fresh: Box<dyn Fn() -> E + Send>,
    params: ActiveParams<G>,
    techniques: G::Techniques,
    /// Whether there is anything to forget.
    is_used: bool,
    /// The side that last thought about its time, and its score then.
    last: Option<(usize, Score)>,
    /// What the last search counted of itself.
    tally: K::Tally,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with this number of threads and a table of this size, or smaller if there is no room for it;
    /// `fresh` makes an evaluator.
    pub fn new(mebibytes: usize, threads: usize, fresh: impl Fn() -> E + Send + 'static) -> Self {
        Self::with_table(Table::at_most(mebibytes), threads, fresh)
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Searcher<G, E, K> {
    /// A searcher with a table of any kind and this number of threads; `fresh` makes an evaluator.
    #[doc(hidden)]
    pub fn with_table(table: Table<K>, threads: usize, fresh: impl Fn() -> E + Send + 'static) -> Self {
        let mut searcher = Self {
            table,
            threads: Vec::new(),
            fresh: Box::new(fresh),
            params: ActiveParams::default(),
            techniques: G::Techniques::default(),
            is_used: false,
            last: None,
            tally: K::Tally::default(),
        };
        searcher.set_threads(threads);
        searcher
    }

    /// Changes the size of the table, and forgets what it held.
    ///
    /// # Errors
    /// When there is no room for a table of this size; the old one stays.
    pub fn set_table(&mut self, mebibytes: usize) -> Result<(), TooLarge> {
        self.table = Table::sized(mebibytes, self.table.keying().renewed())?;
        Ok(())
    }

    /// What earlier searches have left.
    pub fn table(&self) -> &Table<K> {
        &self.table
    }

    /// What the last search counted of itself.
    #[doc(hidden)]
    pub fn tally(&self) -> &K::Tally {
        &self.tally
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.truncate(threads.max(1));
        while self.threads.len() < threads.max(1) {
            self.threads.push(((self.fresh)(), History::new()));
        }
    }

    /// Judges positions by another evaluator from now on, and forgets what the old one found.
    pub fn set_evaluator(&mut self, fresh: impl Fn() -> E + Send + 'static) {
        self.threads.iter_mut().for_each(|(evaluator, _)| *evaluator = fresh());
        self.fresh = Box::new(fresh);
        self.clear();
    }

    /// Searches by other parameters than those of the game.
    #[cfg(feature = "tune")]
    pub fn set_params(&mut self, params: crate::Params) {
        self.params = params.into();
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        // A large table that nobody has used yet takes no memory, and is left alone.
        if std::mem::take(&mut self.is_used) {
            self.table.clear(self.threads.len());
            self.threads.iter_mut().for_each(|(_, history)| history.clear());
        }
        self.last = None;
    }

    /// Searches a position within limits.
    ///
    /// With several threads their results are put to the vote, unless a depth, a mate, several lines or a choice
    /// at random was asked for: then the first thread's result counts.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        control: Control<'_>,
        report: &mut impl Report<G>,
    ) -> SearchResult<G::Move> {
        self.is_used = true;
        self.table.age();
        let nodes = AtomicU64::new(0);
        let helpers_stop = AtomicBool::new(false);
        let (table, params) = (&self.table, (self.params, self.techniques));
        let helper_control = Control { stop: &helpers_stop, ..control };
        let shared = |control| Shared { table, control, limits, nodes: &nodes };
        let side = G::side(position);
        let before = self.last.filter(|last| last.0 == side).map(|last| last.1);
        let [(evaluator, history), helpers @ ..] = &mut self.threads[..] else {
            return SearchResult { line: Vec::new(), score: Score::DRAW, depth: 0, nodes: 0 };
        };
        let (found, tally) = std::thread::scope(|scope| {
            // Helpers end with this thread, even if it ends by a panic.
            let halt = Halt(&helpers_stop);
            let mut handles = Vec::new();
            for (number, (evaluator, history)) in (1..).zip(helpers) {
                let shared = shared(helper_control);
                // A system that has no thread to give makes the search slower, not impossible.
                handles.extend(Builder::new().spawn_scoped(scope, move || {
                    let mut silent = Silent;
                    let mut worker =
                        Worker::new(position, evaluator, history, shared, params, &mut silent, number);
                    (worker.deepen(), worker.tally)
                }));
            }
            let mut worker = Worker::new(position, evaluator, history, shared(control), params, report, 0);
            worker.time = Timekeeper::new(before, limits.is_pondering());
            let mut found = worker.deepen();
            drop(halt);
            let mut others = Vec::new();
            for (other, tally) in handles.into_iter().filter_map(|handle| handle.join().ok()) {
                others.push(other);
                worker.tally.add(tally);
            }
            if limits.depth.is_none()
                && limits.mate.is_none()
                && limits.lines <= 1
                && limits.seed == 0
                && let Some(better) = vote(&found, &others)
            {
                found = better.clone();
                worker.tell(found.depth, 1, found.score, Bound::Exact, &found.line);
            }
            worker.expect_reply(&mut found.line);
            found.nodes = worker.total_nodes();
            (found, worker.tally)
        });
        self.tally = tally;
        if limits.soft_time.is_some() {
            self.last = Some((side, found.score));
        }
        found
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Searcher<G, E, K>
where
    G::Techniques: From<Techniques>,
{
    /// Searches with some techniques only.
    #[doc(hidden)]
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques.into();
    }
}

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// Deepens until a limit is reached, and reports the lines of each iteration.
    pub fn deepen(&mut self) -> SearchResult<G::Move> {
        let limits = self.shared.limits;
        let lines = limits.lines.clamp(1, self.roots.len().max(1));
        let mut found = SearchResult { line: Vec::new(), score: Score::DRAW, depth: 0, nodes: 0 };
        if self.roots.len() == 0 {
            found.score = G::no_moves(&self.position, 0);
            return found;
        }
        let mut kept = vec![None; lines];
        let later = u64::from(100 - self.search_percent());
        self.budget = limits.nodes.map(|nodes| nodes - nodes / 100 * later);
        // Helpers go on until the main thread is done.
        let asked = limits.depth.filter(|_| self.is_main());
        let deepest = asked.unwrap_or(MAX_PLY - 1).clamp(1, MAX_PLY - 1);
        let thread = self.number;
        for depth in (1..=deepest).filter(|&depth| searches_depth(thread, depth)) {
            let iteration = self.iterate(depth, &mut kept);
            let mut is_same = false;
            for (number, (score, line)) in (1..).zip(iteration) {
                self.tell(depth, number, score, Bound::Exact, &line);
                if number == 1 {
                    is_same = found.line.first() == line.first();
                    found = SearchResult { line, score, depth, nodes: 0 };
                }
            }
            if self.is_stopped || (self.is_main() && self.is_enough(&found, is_same)) {
                break;
            }
        }
        if self.is_main() && limits.seed != 0 && lines == 1 {
            self.choose_among_equals(&mut found);
        }
        self.count_nodes();
        // Stopped before anything was found: any legal move is better than none.
        if found.line.is_empty() {
            found.line.extend(self.roots.first());
        }
        found
    }

    /// Adds the reply that the table expects to a line of one move, so that there is something to ponder.
    fn expect_reply(&self, line: &mut Vec<G::Move>) {
        if let [only] = line[..] {
            let mut after = self.position.clone();
            G::play(&mut after, only);
            let table = self.shared.table;
            let reply = table.probe(table.key::<G>(&after)).and_then(|entry| G::from_code(entry.code));
            line.extend(reply.filter(|&reply| G::is_legal(&after, reply)));
        }
    }

    /// One iteration: as many lines as are asked for, the best first, each without the first moves of those before it.
    /// Fewer if the search is stopped.
    fn iterate(&mut self, depth: usize, kept: &mut [Option<Scored<G::Move>>]) -> Vec<Scored<G::Move>> {
        self.taken.clear();
        self.selective_depth = 0;
        self.roots.begin_iteration(depth);
        let mut lines = Vec::with_capacity(kept.len());
        for (number, last) in (1..).zip(&*kept) {
            let score = self.aspire(last.as_ref(), depth);
            // A line that was cut short counts if a move had been searched to its end.
            if self.is_stopped && (self.variations[0].is_empty() || number > 1) {
                break;
            }
            let line = self.variations[0].clone();
            self.taken.extend(line.first());
            lines.push((score, line));
            if self.is_stopped {
                break;
            }
        }
        // A later line may turn out better than one before it.
        lines.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        for (kept, line) in kept.iter_mut().zip(&lines) {
            *kept = Some(line.clone());
        }
        lines
    }

    /// Reports a line.
    pub fn tell(&mut self, depth: usize, number: usize, score: Score, bound: Bound, moves: &[G::Move]) {
        let line = PvLine {
            depth,
            selective_depth: self.selective_depth,
            number,
            score,
            bound,
            nodes: self.total_nodes(),
            elapsed: (self.shared.control.elapsed)(),
            fullness: self.shared.table.fullness(),
            moves: moves.to_vec(),
        };
        self.report.line(&line);
    }

    /// Searches with a narrow window around the last score, and a wider one when the score falls outside.
    fn aspire(&mut self, last: Option<&Scored<G::Move>>, depth: usize) -> Score {
        let params = self.params;
        let mut margin = params.aspiration_margin;
        let mut window = Window::full();
        let is_narrow = self.techniques.aspiration_windows && depth as i32 >= params.aspiration_depth;
        if let Some((score, _)) = last.filter(|(score, _)| is_narrow && !score.is_mate()) {
            window = Window::new(*score - margin, *score + margin);
        }
        // A move that beats the window is confirmed with less depth first.
        let mut less = 0;
        loop {
            let score = self.search_node(window, (depth as i32 - less).max(1), 0, false);
            if self.is_stopped {
                return score;
            }
            margin = margin * params.aspiration_growth / 100;
            let is_open = margin > params.aspiration_limit;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                // The score is low: what beats the old middle would be a surprise.
                window.beta =
                    Score::evaluation((window.alpha.value() + window.beta.value()) / 2).max(window.alpha + 1);
                window.alpha = if is_open { -Score::INFINITE } else { score - margin };
                less = 0;
                self.tell_bound(depth, score, Bound::Upper, last);
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = if is_open { Score::INFINITE } else { score + margin };
                if self.techniques.fail_high_reduction {
                    less = (less + 1).min(params.aspiration_less);
                }
                self.tell_bound(depth, score, Bound::Lower, last);
            } else {
                return score;
            }
        }
    }

    /// Reports that the score lies outside the window, once the search has lasted so long that it is news. Below the
    /// window no move stands out: the last line is shown.
    fn tell_bound(&mut self, depth: usize, score: Score, bound: Bound, last: Option<&Scored<G::Move>>) {
        if self.is_main() && (self.shared.control.elapsed)() >= TALKATIVE_AFTER {
            let line = match last {
                Some((_, line)) if self.variations[0].is_empty() => line.clone(),
                _ => self.variations[0].clone(),
            };
            self.tell(depth, self.taken.len() + 1, score, bound, &line);
        }
    }
}

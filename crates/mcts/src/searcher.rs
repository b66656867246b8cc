//! One playout after the other, until it is enough.
//!
//! A playout goes down the tree to a leaf that PUCT prefers, visits it, and takes its value up again. The move that was visited most is the answer,
//! unless one is proved to win.

use crate::pool::Pool;
use crate::reuse;
use crate::settings::Settings;
use crate::stop::{Spent, Stopwatch};
use crate::tree::{Node, Path, Proof, Tree};
use crate::visit::{Errand, Finding, LONGEST_PATH, Walker};
use search::{
    Bound, Control, Entry, Evaluator, Game, Limits, PvLine, Report, Score, SearchResult, Table, TooLarge,
};
use xiangqi::Random;

/// Of the memory, the part of the transposition table; the tree has the rest.
const TABLE_SHARE: usize = 4;
/// By how much a seed changes the chances of the moves at the root, at most: as much of themselves.
const SEED_NOISE: f32 = 0.25;
/// The first report comes after this many playouts, each further one after twice as many.
const FIRST_REPORT: u64 = 64;

/// Searches positions of a game by playouts, and keeps its tree from one search to the next.
///
/// Memory: about as many mebibytes as it is given, a quarter of them for the transposition table and the rest for
/// nodes of 32 bytes. When all nodes are in use, leaves are still visited and valued, but not expanded.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    settings: Settings,
    playouts: Option<u64>,
    table: Table,
    capacity: usize,
    evaluators: Vec<E>,
    past: fn(&G::Position) -> u64,
    kept: Option<(G::Position, Tree)>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with about this many mebibytes, or fewer if there is no room for its table; with one thread for each evaluator, at least
    /// one. `past` tells positions apart that came about in different ways, so that a tree is not taken up again in another
    /// game.
    ///
    /// # Panics
    /// When there is no room for a table of a single mebibyte.
    pub fn new(mebibytes: usize, evaluators: Vec<E>, past: fn(&G::Position) -> u64) -> Self {
        let (table, capacity) = shares(mebibytes);
        Self {
            settings: Settings::default(),
            playouts: None,
            table: Table::at_most(table),
            capacity,
            evaluators,
            past,
            kept: None,
        }
    }

    /// Has about this many mebibytes from now on, and forgets everything.
    ///
    /// # Errors
    /// When there is no room for the table; then all stays as it was.
    pub fn set_memory(&mut self, mebibytes: usize) -> Result<(), TooLarge> {
        let (table, capacity) = shares(mebibytes);
        self.table = Table::new(table)?;
        self.capacity = capacity;
        self.kept = None;
        Ok(())
    }

    /// Uses these evaluators from now on, one for each thread, and forgets what others have found.
    pub fn set_evaluators(&mut self, evaluators: Vec<E>) {
        self.evaluators = evaluators;
        self.clear();
    }

    /// Goes by these numbers from now on, and forgets what was found by others.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.clear();
    }

    /// Ends searches after this many playouts; nothing for no such limit.
    pub fn set_playouts(&mut self, playouts: Option<u64>) {
        self.playouts = playouts;
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        self.table.clear(self.evaluators.len());
        self.kept = None;
    }

    /// The tree of the last search, if it was kept: not where only some moves were to be looked at.
    pub fn tree(&self) -> Option<&Tree> {
        self.kept.as_ref().map(|(_, tree)| tree)
    }

    /// Searches a position within limits. The depth of a line is its length; [`Limits::depth`] ends the search when the best
    /// line is as long. Nodes are positions that were looked at for the first time by a playout, those of its policy and its quiescence search
    /// included; moves made again on the way down are not counted.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        control: Control<'_>,
        report: &mut impl Report<G>,
    ) -> SearchResult<G::Move> {
        self.table.age();
        let is_free = limits.moves.is_empty() && limits.excluded.is_empty();
        let kept = self.kept.take().filter(|_| is_free);
        let kept = kept.and_then(|kept| self.taken_up(position, kept));
        let (table, settings) = (&self.table, &self.settings);
        let mut walkers: Vec<Walker<'_, G, E>> =
            self.evaluators.iter_mut().map(|evaluator| Walker::new(position, evaluator)).collect();
        let [walker, others @ ..] = &mut walkers[..] else {
            return SearchResult { line: Vec::new(), score: Score::DRAW, depth: 0, nodes: 0 };
        };
        let mut tree = kept.unwrap_or_else(|| plant(self.capacity, walker, limits, table, settings));
        sow_noise(&mut tree, limits.seed);
        let spent = Spent { nodes: walker.nodes, playouts: 0 };
        let found = std::thread::scope(|scope| {
            let pool = Pool::new(scope, walker, others.iter_mut().collect(), table, settings);
            let watch = Stopwatch::new(limits, self.playouts, control);
            let tree = &mut tree;
            let search =
                Search { tree, pool, table, settings, watch, limits, root: position, spent, deepest: 0 };
            search.run(report)
        });
        if is_free {
            self.kept = Some((position.clone(), tree));
        }
        found
    }

    /// What the last search has left for a position, if anything.
    fn taken_up(&self, position: &G::Position, (root, old): (G::Position, Tree)) -> Option<Tree> {
        let number = reuse::find::<G>(&old, &root, position, self.past)?;
        let is_expanded = !old.children(old.node(number)).is_empty();
        is_expanded.then(|| if number == 0 { old } else { old.below(number) })
    }
}

/// A root with the moves that may be made.
fn plant<G: Game, E: Evaluator<G>>(
    capacity: usize,
    walker: &mut Walker<'_, G, E>,
    limits: &Limits<G::Move>,
    table: &Table,
    settings: &Settings,
) -> Tree {
    let mut tree = Tree::new(capacity);
    let known = table.probe(G::key(&walker.position)).and_then(|entry| G::from_code(entry.code));
    let mut moves = walker.policy(settings, known);
    moves.retain(|(mv, _)| limits.allows(mv));
    if !moves.is_empty() {
        let score = walker.quiescence(-Score::INFINITE, Score::INFINITE, 0, 0);
        tree.expand(0, &codes::<G>(&moves));
        tree.enter(&[0]);
        tree.back_up(&[0], &[], settings.value(score.value()), Proof::Open);
    }
    tree
}

/// Mebibytes of the table, and nodes of the tree.
fn shares(mebibytes: usize) -> (usize, usize) {
    let table = (mebibytes / TABLE_SHARE).max(1);
    let rest = mebibytes.saturating_sub(table).max(1);
    let nodes = rest.saturating_mul(1 << 20) / size_of::<Node>();
    // Nodes have numbers of 32 bits.
    (table, nodes.min(u32::MAX as usize - 1024))
}

fn codes<G: Game>(moves: &[(G::Move, f32)]) -> Vec<(u16, f32)> {
    moves.iter().map(|&(mv, chance)| (G::code(mv), chance)).collect()
}

/// Changes the chances of the moves at the root a little, so that games differ. Nothing happens without a seed.
fn sow_noise(tree: &mut Tree, seed: u64) {
    if seed == 0 {
        return;
    }
    let mut random = Random::new(seed);
    for number in tree.child_numbers(0) {
        let factor = 1.0 + SEED_NOISE * (random.below(2001) as f32 / 1000.0 - 1.0);
        let prior = tree.node(number).prior();
        tree.set_prior(number, prior * factor);
    }
}

/// A search that runs.
struct Search<'a, 'e, G: Game, E: Evaluator<G>> {
    tree: &'a mut Tree,
    pool: Pool<'a, 'e, G, E>,
    table: &'a Table,
    settings: &'a Settings,
    watch: Stopwatch<'a, G::Move>,
    limits: &'a Limits<G::Move>,
    root: &'a G::Position,
    spent: Spent,
    deepest: usize,
}

impl<G: Game, E: Evaluator<G>> Search<'_, '_, G, E> {
    fn run(mut self, report: &mut impl Report<G>) -> SearchResult<G::Move> {
        if self.tree.children(self.tree.root()).is_empty() {
            let score = G::no_moves(self.root, 0);
            return SearchResult { line: Vec::new(), score, depth: 0, nodes: self.spent.nodes };
        }
        let mut next_report = FIRST_REPORT;
        let (mut depth, mut is_doubtful) = (0, false);
        while !self.watch.is_over(self.spent, self.tree, depth, is_doubtful) && self.play_out() {
            if self.spent.playouts >= next_report {
                next_report *= 2;
                self.tell(report);
            }
            if self.spent.playouts.is_multiple_of(16) || self.limits.depth.is_some() {
                (depth, is_doubtful) = self.look();
            }
        }
        self.tell(report);
        let line = self.line(0);
        let score = self.score(0);
        SearchResult { depth: line.len(), line, score, nodes: self.spent.nodes }
    }

    /// The length of the best line where that is asked for, and whether the most visited move is not the most valuable one.
    fn look(&self) -> (usize, bool) {
        let depth = if self.limits.depth.is_some() { self.tree.line(0, self.settings).len() } else { 0 };
        let children = self.tree.children(self.tree.root());
        let most = children.iter().max_by_key(|child| child.visits());
        let worth = |child: &&Node| -child.worth(self.settings);
        let tried = children.iter().filter(|child| child.visits() > 0);
        let best = tried.max_by(|one, other| worth(one).total_cmp(&worth(other)));
        (depth, most.map(Node::code) != best.map(Node::code))
    }

    /// A batch of playouts; false if it could not be done.
    fn play_out(&mut self) -> bool {
        let mut paths: Vec<Path> = Vec::new();
        let mut errands = Vec::new();
        let batch = self.pool.batch().min(self.playouts_left());
        for _ in 0..batch {
            let Some(path) = self.tree.select(self.settings, LONGEST_PATH) else { break };
            let leaf = self.tree.node(path[path.len() - 1]);
            if leaf.proof() != Proof::Open {
                // What is proved needs no visit.
                let value = leaf.best();
                self.tree.back_up(&path, &[], value, Proof::Open);
                self.spent.playouts += 1;
                continue;
            }
            let moves = path[1..].iter().filter_map(|&number| G::from_code(self.tree.node(number).code()));
            let expands =
                leaf.visits() > 0 && path.len() <= LONGEST_PATH && self.tree.has_room(search::MAX_MOVES);
            errands.push(Errand { moves: moves.collect(), expands });
            paths.push(path);
        }
        if errands.is_empty() {
            return true;
        }
        let Some(findings) = self.pool.visit(errands) else { return false };
        for (path, finding) in paths.into_iter().zip(findings) {
            self.take_note(path, &finding);
        }
        true
    }

    fn playouts_left(&self) -> usize {
        let left = self.watch.playouts_left(self.spent).unwrap_or(u64::MAX);
        usize::try_from(left).unwrap_or(usize::MAX).max(1)
    }

    /// What a visit has found goes into the tree and the table.
    fn take_note(&mut self, mut path: Path, finding: &Finding<G::Move>) {
        self.spent.playouts += 1;
        self.spent.nodes += finding.nodes;
        self.deepest = self.deepest.max(finding.keys.len());
        let longer = path.split_off(finding.walked + 1);
        let (mut value, mut proof) = (finding.value, finding.proof);
        let leaf = path[path.len() - 1];
        if !finding.moves.is_empty() {
            if self.tree.expand(leaf, &codes::<G>(&finding.moves)) {
                let first = self.tree.child_numbers(leaf).start;
                self.tree.enter(&[first]);
                path.push(first);
            } else {
                // No room: the first move was tried, and says what it can.
                (value, proof) = (-value, Proof::Open);
            }
        }
        self.tree.back_up(&path, &longer, value, proof);
        for (&number, &key) in path[1..].iter().zip(&finding.keys) {
            self.remember(number, key);
        }
    }

    /// What the tree knows of a position, for other paths that lead to it.
    fn remember(&self, number: u32, key: u64) {
        let node = self.tree.node(number);
        let children = self.tree.children(node);
        let best = children.iter().max_by_key(|child| child.visits()).filter(|child| child.visits() > 0);
        let score = Score::evaluation(self.settings.score(node.worth(self.settings))).value();
        self.table.store(
            key,
            Entry {
                code: best.map_or(0, Node::code),
                score: score as i16,
                evaluation: 0,
                depth: node.visits().ilog2() as u8,
                bound: Bound::Exact,
                was_pv: false,
            },
        );
    }

    /// The moves of the line that begins with a child of the root, or of the best one.
    fn line(&self, first: u32) -> Vec<G::Move> {
        let start = (first != 0).then(|| self.tree.node(first).code());
        let codes = start.into_iter().chain(self.tree.line(first, self.settings));
        let mut line: Vec<G::Move> = codes.filter_map(G::from_code).collect();
        if line.is_empty() {
            // Stopped before anything was visited.
            let best = self.tree.ranked(0, self.settings).first().copied();
            line.extend(best.and_then(|best| G::from_code(self.tree.node(best).code())));
        }
        line
    }

    /// The score of a child of the root for the side to move at the root, or of the root itself.
    fn score(&self, number: u32) -> Score {
        let node = self.tree.node(number);
        let (sign, plies) = if number == 0 { (1, 0) } else { (-1, 1) };
        let of_node = match node.proof() {
            Proof::Win(length) => Score::mate_in(usize::from(length) + plies),
            Proof::Loss(length) => Score::mated_in(usize::from(length) + plies),
            Proof::Open => {
                // The root is worth what its best move is worth: the mean has all that was tried on the way.
                let best = self.tree.ranked(number, self.settings).first().map(|&best| self.tree.node(best));
                let best = best.filter(|best| best.visits() > 0 && number == 0);
                let value = best.map_or(node.worth(self.settings), |best| -best.worth(self.settings));
                Score::evaluation(self.settings.score(value))
            }
        };
        if sign > 0 { of_node } else { -of_node }
    }

    /// Reports as many lines as are asked for.
    fn tell(&self, report: &mut impl Report<G>) {
        let wanted = self.limits.lines.max(1);
        let ranked = self.tree.ranked(0, self.settings);
        for (number, child) in (1..=wanted).zip(ranked) {
            let moves = self.line(child);
            report.line(&PvLine {
                depth: moves.len(),
                selective_depth: self.deepest.max(moves.len()),
                number,
                score: self.score(child),
                bound: Bound::Exact,
                nodes: self.spent.nodes,
                elapsed: self.watch.elapsed(self.spent),
                fullness: self.tree.fullness().min(1000),
                moves,
            });
        }
    }
}

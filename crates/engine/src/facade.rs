//! The engine of one game.

use crate::hooks::Hooks;
use crate::memory;
use crate::method::{Method, Resources};
use crate::processors::max_threads;
use crate::signals::{Signals, StopHandle};
use crate::task::{search, without_result};
use crate::{
    Answer, Builder, EngineGame, EvaluationChoice, EvaluationError, Event, Level, NoMemory, Recalled,
    SearchFailure,
};
use search::{Bound, Evaluator, Keying, Keys, Limits, Plain, Score, Searcher, Table, Watched};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::Instant;
use xiangqi::{Random, RuleSet, Rules};

/// A move that cannot be made in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not a legal move in the position that is set")]
pub struct IllegalMove<M: std::fmt::Display>(pub M);

/// How a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// When a limit is reached.
    #[default]
    Think,
    /// The result is held back until a stop, as GUIs expect of infinite analysis.
    Analyse,
    /// The other side is to move: no clock runs, and the result is held back, until
    /// [`Engine::ponder_hit`]. From then on it is like `Think`.
    Ponder,
}

/// A method that the thread of a search shares with its engine.
type Shared<G> = Arc<Mutex<Box<dyn Method<G>>>>;

/// An engine for one game.
///
/// The engine that plays has a [`Plain`] table. One with a [`Watched`] table is the laboratory's ([`Engine::laboratory`]): it plays the
/// same moves, and tells a [`Summary`](crate::Summary) of each search.
pub struct Engine<G: EngineGame, K: Keying = Plain> {
    position: G::Position,
    searcher: Arc<Mutex<Searcher<G, G::Evaluation, K>>>,
    /// What thinks in place of the searcher.
    method: Option<Shared<G>>,
    signals: Arc<Signals>,
    running: Option<JoinHandle<()>>,
    /// What the threads of the search have copies of.
    evaluation: G::Evaluation,
    hash: usize,
    threads: usize,
    level: Level,
    /// What chance depends on where nobody has given a seed.
    entropy: u64,
    rules: Rules,
}

impl<G: EngineGame> Engine<G> {
    /// An engine with a table of this many mebibytes and this many threads; [`Engine::builder`] checks first whether
    /// there is memory for them.
    ///
    /// ```
    /// let engine = engine::Engine::<games::Xiangqi>::new(16, 1);
    /// assert_eq!(engine.evaluate(), engine.evaluate());
    /// ```
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        let evaluation = G::Evaluation::default();
        let searcher = Searcher::new(mebibytes, threads.min(max_threads()), cloner(&evaluation));
        Self::with_searcher(searcher, evaluation, mebibytes, threads)
    }

    /// Starts from 16 mebibytes and one thread.
    ///
    /// ```
    /// let engine = engine::Engine::<games::Xiangqi>::builder().build()?;
    /// assert_eq!((engine.hash(), engine.threads()), (16, 1));
    /// # Ok::<(), engine::NoMemory>(())
    /// ```
    pub fn builder() -> Builder<G> {
        Builder::default()
    }
}

impl<G: EngineGame> Engine<G, Watched> {
    /// The laboratory's engine: positions are known by these keys, and each search tells what it has counted. Its table has as many
    /// entries as a plain one of this many mebibytes, and takes three times the memory.
    ///
    /// ```
    /// use engine::{Engine, Event, Hooks, Keys, Limits};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let mut laboratory = Engine::<games::Xiangqi, _>::laboratory(1, 1, Keys::default())?;
    /// let mut visits = 0;
    /// let mut report = |event: Event<_>| {
    ///     if let Event::Summary(summary) = event {
    ///         visits = summary.counted.visits;
    ///     }
    /// };
    /// let stop = AtomicBool::new(false);
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let answer = laboratory.search(&limits, Hooks { report: Some(&mut report), ..Hooks::silent(&stop) });
    /// assert!(visits >= answer.nodes);
    /// // Counting changes nothing.
    /// assert_eq!(answer, Engine::<games::Xiangqi>::new(1, 1).think(&limits));
    /// # Ok::<(), engine::NoMemory>(())
    /// ```
    ///
    /// # Errors
    /// If there is not the memory for it.
    #[doc(hidden)]
    pub fn laboratory(mebibytes: usize, threads: usize, keys: Keys) -> Result<Self, NoMemory> {
        let wanted = mebibytes.saturating_mul(Self::TABLE_FACTOR);
        let running = threads.min(max_threads());
        memory::check_memory(memory::of_threads(running).saturating_add(wanted), 0)?;
        let table = Table::sized(mebibytes, Watched::new(keys)).map_err(|_| NoMemory::of(wanted))?;
        let evaluation = G::Evaluation::default();
        let searcher = Searcher::with_table(table, running, cloner(&evaluation));
        Ok(Self::with_searcher(searcher, evaluation, mebibytes, threads))
    }
}

impl<G: EngineGame, K: Keying + 'static> Engine<G, K> {
    /// How many times the memory of a plain table a table of this kind takes.
    const TABLE_FACTOR: usize = (size_of::<K::Check>() + size_of::<u64>()).div_ceil(size_of::<[u64; 2]>());

    pub(crate) fn with_searcher(
        searcher: Searcher<G, G::Evaluation, K>,
        evaluation: G::Evaluation,
        hash: usize,
        threads: usize,
    ) -> Self {
        Self {
            position: G::start(),
            searcher: Arc::new(Mutex::new(searcher)),
            method: None,
            signals: Arc::default(),
            running: None,
            evaluation,
            hash: hash.max(1),
            threads: threads.max(1),
            level: Level::default(),
            entropy: RandomState::new().hash_one(0),
            rules: Rules::from(RuleSet::Computer),
        }
    }

    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Mebibytes of the transposition table.
    pub fn hash(&self) -> usize {
        self.hash
    }

    /// Threads of a search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches this position from now on, by the [`rules`](Self::rules) of the engine. A search that runs goes on with
    /// the position that it was given.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use games::{GameText, Xiangqi};
    /// engine.set_position(Xiangqi::parse_position("4k4/9/9/9/9/9/9/9/R8/3K5 w")?);
    /// engine.play(Xiangqi::parse_move(engine.position(), "a1a9")?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_position(&mut self, mut position: G::Position) {
        G::set_rules(&mut position, self.rules);
        self.position = position;
    }

    /// Makes a move on the position.
    ///
    /// # Errors
    /// If it is not legal; the position stays as it was.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove<G::Move>> {
        if !G::is_legal(&self.position, mv) {
            return Err(IllegalMove(mv));
        }
        G::play(&mut self.position, mv);
        Ok(())
    }

    /// Turns the board round: the sides change places. False if the game cannot.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use games::{GameText, Xiangqi};
    /// engine.play(Xiangqi::parse_move(engine.position(), "h2e2")?)?;
    /// assert!(engine.flip());
    /// assert!(Xiangqi::position_text(engine.position()).contains(" w "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flip(&mut self) -> bool {
        let Some(mut flipped) = G::flipped(&self.position) else { return false };
        G::set_rules(&mut flipped, self.rules);
        self.position = flipped;
        true
    }

    /// The evaluation of the position in centipawns, for the side to move.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use games::{GameText, Xiangqi};
    /// engine.set_position(Xiangqi::parse_position("4k4/9/9/9/9/9/9/9/R8/3K5 w")?);
    /// assert!(engine.evaluate() > 200, "a rook ahead");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self) -> i32 {
        let mut evaluation = self.evaluation.clone();
        evaluation.refresh(&self.position);
        G::to_centipawns(Score::evaluation(evaluation.evaluate(&self.position))).value()
    }

    /// Forgets everything that earlier searches found. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// # let limits = engine::Limits { depth: Some(4), ..Default::default() };
    /// let first = engine.think(&limits).nodes;
    /// engine.new_game();
    /// assert_eq!(engine.think(&limits).nodes, first);
    /// ```
    pub fn new_game(&mut self) {
        self.stop();
        self.searcher().clear();
        if let Some(method) = &self.method {
            lock(method).clear();
        }
        self.entropy = Random::mix(self.entropy);
    }

    /// Changes the size of the table, and forgets what it held. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// engine.set_hash(4)?;
    /// assert!(engine.set_hash(1 << 40).is_err());
    /// assert_eq!(engine.hash(), 4);
    /// # Ok::<(), engine::NoMemory>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for it; then the table stays as it was.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), NoMemory> {
        let mebibytes = mebibytes.max(1);
        let [wanted, in_use] = [mebibytes, self.hash].map(|size| size.saturating_mul(Self::TABLE_FACTOR));
        let has_room_for_both = memory::check_memory(wanted, in_use)?;
        self.stop();
        let mut searcher = self.searcher();
        let mut done = Ok(());
        if !has_room_for_both {
            done = searcher.set_table(1);
        }
        done = done.and_then(|()| searcher.set_table(mebibytes));
        if done.is_err() && !has_room_for_both {
            // What was there a moment ago fits again.
            let _ = searcher.set_table(self.hash);
        }
        drop(searcher);
        done.map_err(|_| NoMemory::of(mebibytes))?;
        self.hash = mebibytes;
        self.equip_method();
        Ok(())
    }

    /// Changes the number of threads; more than [`max_threads`] are not run. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// engine.set_threads(2)?;
    /// # Ok::<(), engine::NoMemory>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for what they remember.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoMemory> {
        let memory_of = |threads: usize| memory::of_threads(threads.min(max_threads()));
        memory::check_memory(memory_of(threads), memory_of(self.threads))?;
        self.stop();
        self.searcher().set_threads(threads.min(max_threads()));
        self.threads = threads.max(1);
        self.equip_method();
        Ok(())
    }

    /// What positions are judged by.
    pub fn evaluation(&self) -> &G::Evaluation {
        &self.evaluation
    }

    /// Judges positions in another way from now on. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use engine::EvaluationChoice;
    /// engine.set_evaluation(&EvaluationChoice { by_network: false, ..EvaluationChoice::default() })?;
    /// assert_eq!(engine.evaluation().name(), "classical");
    /// let missing = EvaluationChoice { network: Some("no such file".into()), ..EvaluationChoice::default() };
    /// let message = engine.set_evaluation(&missing).unwrap_err().to_string();
    /// assert!(message.contains("\"no such file\""), "{message}");
    /// # Ok::<(), engine::EvaluationError>(())
    /// ```
    ///
    /// # Errors
    /// If a network or a set of weights cannot be used; then everything stays as it was.
    pub fn set_evaluation(&mut self, choice: &EvaluationChoice) -> Result<(), EvaluationError> {
        self.use_evaluation(G::evaluation(choice)?);
        Ok(())
    }

    /// Judges positions by this from now on, which may be a caller's own ([`Evaluation::custom`](crate::Evaluation::custom)). A search
    /// that still runs is stopped first, and what was found by the old evaluation is forgotten.
    ///
    /// ```
    /// use engine::{Engine, EvaluationChoice};
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// let classical = engine::Evaluation::new(&EvaluationChoice { by_network: false, ..Default::default() })?;
    /// engine.use_evaluation(classical);
    /// assert_eq!(engine.evaluation().name(), "classical");
    /// # Ok::<(), engine::EvaluationError>(())
    /// ```
    pub fn use_evaluation(&mut self, evaluation: G::Evaluation) {
        self.stop();
        self.searcher().set_evaluator(cloner(&evaluation));
        self.evaluation = evaluation;
        self.equip_method();
    }

    /// Lets another method find the moves from now on, or the engine's own search again. A search that still runs is stopped
    /// first. A method has no levels: while there is one, the [`level`](Self::level) counts for nothing.
    ///
    /// ```
    /// use engine::{Engine, Limits};
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// // The engine's own search again; [`Method`] shows another.
    /// engine.set_method(None);
    /// assert!(engine.think(&Limits { depth: Some(1), ..Limits::default() }).best.is_some());
    /// ```
    pub fn set_method(&mut self, method: Option<Box<dyn Method<G>>>) {
        self.stop();
        self.method = method.map(|method| Arc::new(Mutex::new(method)));
        self.equip_method();
    }

    /// Tells the method what there is for it. No search runs.
    fn equip_method(&self) {
        if let Some(method) = &self.method {
            let (hash, threads, evaluation) = (self.hash, self.threads.min(max_threads()), &self.evaluation);
            lock(method).equip(&Resources { hash, threads, evaluation });
        }
    }

    /// Plays as strongly as this from now on. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use engine::{Level, Limits};
    /// engine.set_level(Level::new(2).unwrap_or_default());
    /// let answer = engine.think(&Limits::default());
    /// assert!(answer.best.is_some() && answer.nodes < 1_000);
    /// ```
    pub fn set_level(&mut self, level: Level) {
        if level != self.level {
            self.new_game();
            self.level = level;
        }
    }

    /// How strongly it plays.
    ///
    /// ```
    /// use engine::{Engine, Level};
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// assert!(engine.level().is_full());
    /// engine.set_level(Level::weakest());
    /// assert_eq!(engine.level().number(), 1);
    /// ```
    pub fn level(&self) -> Level {
        self.level
    }

    /// Limits as the level wants them, with a seed where chance has a say. A level below the full one begins with an
    /// empty table.
    fn begin_at_level(&mut self, mut limits: Limits<G::Move>, mode: Mode) -> Limits<G::Move> {
        let seed = if limits.seed == 0 { self.entropy | 1 } else { limits.seed };
        if limits.leeway > 0 {
            limits.seed = seed;
        }
        if !self.level.is_full() && self.method.is_none() {
            // What was seen in earlier searches would not be overlooked.
            self.searcher().clear();
            self.level.limit::<G>(&mut limits, &self.position, seed, mode == Mode::Analyse);
        }
        limits
    }

    /// The rules by which searches judge repetition and long games.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Searches by other rules from now on, and forgets what was found by the old ones. A search that still runs is
    /// stopped first. Games whose rules are always the same stay as they are.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use xiangqi::{RuleSet, Rules};
    /// engine.set_rules(Rules::from(RuleSet::Asian));
    /// assert_eq!(engine.position().rules().repetition, RuleSet::Asian);
    /// ```
    pub fn set_rules(&mut self, rules: Rules) {
        self.new_game();
        self.rules = rules;
        G::set_rules(&mut self.position, rules);
    }

    /// What the table still knows of a position from earlier searches; nothing while a search runs.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// assert_eq!(engine.recall(engine.position()), None);
    /// let answer = engine.think(&engine::Limits { depth: Some(4), ..Default::default() });
    /// let recalled = engine.recall(engine.position()).expect("what was just searched");
    /// assert_eq!((recalled.best, recalled.score), (answer.best, answer.score));
    /// ```
    pub fn recall(&self, position: &G::Position) -> Option<Recalled<G::Move>> {
        let searcher = match self.searcher.try_lock() {
            Ok(searcher) => searcher,
            Err(TryLockError::Poisoned(searcher)) => searcher.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let table = searcher.table();
        table.probe(table.key::<G>(position)).map(|entry| Recalled::of::<G>(position, entry))
    }

    /// Searches by other parameters than those of the game, and with these techniques only.
    #[cfg(feature = "tune")]
    pub fn set_params(&mut self, params: search::Params, techniques: search::Techniques) {
        self.stop();
        let mut searcher = self.searcher();
        searcher.set_params(params);
        searcher.set_techniques(techniques);
    }

    fn searcher(&self) -> MutexGuard<'_, Searcher<G, G::Evaluation, K>> {
        lock(&self.searcher)
    }

    /// Starts a search and returns at once. A search that still runs is stopped first. The listener is called from the
    /// thread of the search.
    ///
    /// ```
    /// use engine::{Engine, Event, Limits, Mode};
    /// use std::sync::mpsc;
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// let (sender, events) = mpsc::channel();
    /// let limits = Limits { nodes: Some(2_000), lines: 2, ..Limits::default() };
    /// engine.go(limits, Mode::Think, move |event| drop(sender.send(event)));
    /// let events: Vec<Event<_>> = events.iter().collect();
    /// assert!(matches!(&events[..], [Event::Line(_), .., Event::Done(answer)] if answer.best.is_some()));
    /// ```
    pub fn go(
        &mut self,
        limits: Limits<G::Move>,
        mode: Mode,
        mut listener: impl FnMut(Event<G::Move>) + Send + 'static,
    ) {
        self.stop();
        self.signals.reset(mode == Mode::Ponder);
        let mut limits = self.begin_at_level(limits, mode);
        limits.pondering = (mode == Mode::Ponder).then(|| Arc::clone(&self.signals.pondering));
        let (searcher, signals, position) =
            (Arc::clone(&self.searcher), Arc::clone(&self.signals), self.position.clone());
        let method = self.method.clone();
        self.spawn(move || {
            let began = Instant::now();
            // What a search that fails has to show for itself.
            let mut told = None;
            let searched = catch_unwind(AssertUnwindSafe(|| {
                let elapsed = || began.elapsed();
                let mut report = |event: Event<G::Move>| {
                    if let Event::Line(line) = &event
                        && line.number == 1
                        && line.bound == Bound::Exact
                    {
                        told = Some(line.clone());
                    }
                    listener(event);
                };
                let report = Some(&mut report as &mut dyn FnMut(Event<G::Move>));
                let hooks = Hooks { stop: &signals.stop, elapsed: &elapsed, checkpoint: None, report };
                match method {
                    Some(method) => lock(&method).search(&position, &limits, hooks),
                    None => search::<G, K>(&mut lock(&searcher), &position, &limits, hooks),
                }
            }));
            if mode != Mode::Think {
                signals.wait(mode == Mode::Ponder);
            }
            let found = searched.unwrap_or_else(|panic| {
                listener(Event::Failed(SearchFailure::from_panic(&*panic)));
                without_result::<G>(&position, &limits, told)
            });
            listener(Event::Done(Answer::of::<G>(found)));
        });
    }

    /// Searches in this thread, and says what was found. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// # use engine::Limits;
    /// use games::{GameText, Xiangqi};
    /// engine.set_position(Xiangqi::parse_position("3k5/4R4/9/9/9/9/9/9/8R/4K4 w")?);
    /// let answer = engine.think(&Limits { depth: Some(3), ..Limits::default() });
    /// assert_eq!(answer.score.mate_distance(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(&mut self, limits: &Limits<G::Move>) -> Answer<G::Move> {
        let (signals, began) = (Arc::clone(&self.signals), Instant::now());
        let elapsed = || began.elapsed();
        self.search(limits, Hooks { elapsed: &elapsed, ..Hooks::silent(&signals.stop) })
    }

    /// Searches in this thread for a caller that brings a stop flag, a clock and a checkpoint of its own and wants to hear
    /// of lines as they come. A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// use engine::{Event, Hooks, Limits};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let stop = AtomicBool::new(false);
    /// let mut depths = Vec::new();
    /// let mut report = |event: Event<_>| {
    ///     if let Event::Line(line) = event {
    ///         depths.push(line.depth);
    ///     }
    /// };
    /// let hooks = Hooks { report: Some(&mut report), ..Hooks::silent(&stop) };
    /// let answer = engine.search(&Limits { depth: Some(3), ..Limits::default() }, hooks);
    /// assert_eq!((answer.depth, depths), (3, vec![1, 2, 3]));
    /// ```
    pub fn search(&mut self, limits: &Limits<G::Move>, hooks: Hooks<'_, G::Move>) -> Answer<G::Move> {
        self.stop();
        self.signals.reset(false);
        let limits = self.begin_at_level(limits.clone(), Mode::Think);
        Answer::of::<G>(match &self.method {
            Some(method) => lock(method).search(&self.position, &limits, hooks),
            None => search::<G, K>(&mut self.searcher(), &self.position, &limits, hooks),
        })
    }

    /// Runs something else in the thread of the search: a job that ends soon after the flag it is given is set.
    /// A search that still runs is stopped first.
    ///
    /// ```
    /// # let mut engine = engine::Engine::<games::Xiangqi>::new(1, 1);
    /// let position = engine.position().clone();
    /// engine.run(move |stop| {
    ///     assert_eq!(engine::divide::<games::Xiangqi>(&position, 2, stop, |_, _| {}), Some(1920));
    /// });
    /// engine.wait();
    /// ```
    pub fn run(&mut self, job: impl FnOnce(&AtomicBool) + Send + 'static) {
        self.stop();
        self.signals.reset(false);
        let signals = Arc::clone(&self.signals);
        self.spawn(move || job(&signals.stop));
    }

    fn spawn(&mut self, job: impl FnOnce() + Send + 'static) {
        // A system without a thread to give drops the job, and with it whoever was to hear of it.
        self.running = std::thread::Builder::new().spawn(job).ok();
    }

    /// The expected move has been made: the clock begins to run, and the search goes on with what it has.
    ///
    /// ```
    /// use engine::{Engine, Limits, Mode};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// let limits = Limits { hard_time: Some(Duration::from_millis(5)), ..Limits::default() };
    /// engine.go(limits, Mode::Ponder, |_| {});
    /// engine.ponder_hit();
    /// engine.wait();
    /// ```
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Ends the search from any thread.
    ///
    /// ```
    /// use engine::{Engine, Limits, Mode};
    ///
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// engine.go(Limits::default(), Mode::Think, |_| {});
    /// engine.stop_handle().stop();
    /// engine.wait();
    /// ```
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(Arc::clone(&self.signals))
    }

    /// Ends the search, if one runs, and waits until its result has been told.
    pub fn stop(&mut self) {
        self.signals.stop();
        self.wait();
    }

    /// Waits for a search to end by itself, or by a [`StopHandle`].
    pub fn wait(&mut self) {
        wait_for(&mut self.running);
    }
}

fn wait_for(running: &mut Option<JoinHandle<()>>) {
    if let Some(running) = running.take() {
        // A thread that panicked has nothing more to tell.
        let _ = running.join();
    }
}

/// What a search that panicked has left is still there to be used.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes evaluations like this one, for the threads of a search.
pub fn cloner<E: Clone + Send + 'static>(evaluation: &E) -> impl Fn() -> E + Send + 'static {
    let evaluation = evaluation.clone();
    move || evaluation.clone()
}

impl<G: EngineGame, K: Keying> Drop for Engine<G, K> {
    fn drop(&mut self) {
        self.signals.stop();
        wait_for(&mut self.running);
    }
}

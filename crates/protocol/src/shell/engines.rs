//! The engine of the game that is chosen, and what the state machine has it do.

use crate::core::{ConfigureError, ExportError, Input, Job, SearchOrder};
use crate::options::EngineSettings;
use crate::shell::Output;
use crate::shell::jobs;
use engine::{
    Answer, Engine, EngineGame, Event, Keying, Keys, Limits, Line, Mode, NoMemory, Recalled, SearchFailure,
    Watched, max_threads,
};
use games::{AnyPosition, Chess, Variant, Xiangqi};
use search::Score;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

/// The engine for the game that is chosen.
enum AnyEngine {
    Xiangqi(Box<Engine<Xiangqi>>),
    Chess(Box<Engine<Chess>>),
    /// The laboratory's: they play the same, and count.
    CountingXiangqi(Box<Engine<Xiangqi, Watched>>),
    CountingChess(Box<Engine<Chess, Watched>>),
}

/// Does the same with whichever engine it is.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $act:expr) => {
        match $any {
            AnyEngine::Xiangqi($engine) => $act,
            AnyEngine::Chess($engine) => $act,
            AnyEngine::CountingXiangqi($engine) => $act,
            AnyEngine::CountingChess($engine) => $act,
        }
    };
}

/// Does the same with a position of the engine's game. The state machine hands out no other.
macro_rules! with_position {
    ($any:expr, $position:expr, $engine:ident, $here:ident => $act:expr) => {
        match ($any, $position) {
            (AnyEngine::Xiangqi($engine), AnyPosition::Xiangqi($here)) => {
                let $here = *$here;
                Some($act)
            }
            (AnyEngine::Chess($engine), AnyPosition::Chess($here)) => Some($act),
            (AnyEngine::CountingXiangqi($engine), AnyPosition::Xiangqi($here)) => {
                let $here = *$here;
                Some($act)
            }
            (AnyEngine::CountingChess($engine), AnyPosition::Chess($here)) => Some($act),
            _ => None,
        }
    };
}

/// An engine with the settings that it was given.
pub struct Engines {
    engine: AnyEngine,
    settings: EngineSettings,
    /// What the laboratory's engine knows positions by; none for the engine that plays.
    keys: Option<Keys>,
    /// What goes wrong with the next search or job.
    #[cfg(test)]
    pub fault: Option<super::panics::PanicPoint>,
}

impl Engines {
    /// The table grows to its size when it is needed: a GUI may want another, and waits for an introduction.
    pub fn new(keys: Option<Keys>) -> Result<Self, NoMemory> {
        let settings = EngineSettings::default();
        let engine = match keys {
            None => AnyEngine::Xiangqi(Box::new(Engine::new(1, settings.threads))),
            Some(keys) => {
                AnyEngine::CountingXiangqi(Box::new(Engine::laboratory(1, settings.threads, keys)?))
            }
        };
        Ok(Self {
            engine,
            settings,
            keys,
            #[cfg(test)]
            fault: None,
        })
    }

    /// Starts a search. Its events go to the channel.
    pub fn start(&mut self, order: SearchOrder, sender: &Sender<Input>) {
        let mut teller = Teller::new(&order, sender.clone());
        #[cfg(test)]
        (teller.fault = self.fault.take());
        let SearchOrder { position, limits, leeway, mode, .. } = order;
        with_position!(&mut self.engine, position, engine, position => {
            start(engine, position, limits, leeway, mode, move |event| teller.tell(event));
        });
    }

    /// Begins a job in the engine's thread; its end goes to the channel.
    pub fn run(&mut self, number: u64, job: Job, output: &Output, sender: &Sender<Input>) {
        let (output, sender) = (output.clone(), sender.clone());
        #[cfg(test)]
        let job = if self.fault.take().is_some() { Job::Panic } else { job };
        // Whatever becomes of the job, those who wait for its end hear of it.
        let end = AtEnd(move || drop(sender.send(Input::Counted(number))));
        with_engine!(&mut self.engine, engine => run(engine, job, output, end));
    }

    /// Tells what runs to end.
    pub fn stop(&self) {
        with_engine!(&self.engine, engine => engine.stop_handle().stop());
    }

    /// Ends what runs, and waits for it.
    pub fn finish(&mut self) {
        with_engine!(&mut self.engine, engine => engine.stop());
    }

    pub fn ponder_hit(&self) {
        with_engine!(&self.engine, engine => engine.ponder_hit());
    }

    pub fn forget(&mut self) {
        with_engine!(&mut self.engine, engine => engine.new_game());
    }

    /// Makes sure that the table has its size.
    pub fn prepare(&mut self) -> Result<(), NoMemory> {
        let hash = self.settings.hash;
        with_engine!(&mut self.engine, engine => {
            if engine.hash() == hash { Ok(()) } else { engine.set_hash(hash) }
        })
    }

    /// Goes by other settings; they differ from the old ones in one thing.
    ///
    /// # Errors
    /// Says why that cannot be; everything is as it was then.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<Option<String>, ConfigureError> {
        let old = &self.settings;
        if settings.variant == old.variant {
            with_engine!(&mut self.engine, engine => adjust(engine, old, &settings))?;
        } else {
            self.change_game(&settings)?;
        }
        let (asked, before) = (settings.threads, self.settings.threads);
        self.settings = settings;
        let max = max_threads();
        Ok((asked > max && asked != before).then(|| {
            format!("{asked} threads are more than this machine's processors can serve in time; {max} of them search")
        }))
    }

    fn change_game(&mut self, settings: &EngineSettings) -> Result<(), ConfigureError> {
        let current = with_engine!(&self.engine, engine => engine.hash());
        // Two large tables may not fit beside each other.
        with_engine!(&mut self.engine, engine => engine.set_hash(1))?;
        let other = match (settings.variant, self.keys) {
            (Variant::Xiangqi, None) => build::<Xiangqi>(settings).and_then(|mut engine| {
                engine.set_evaluation(&settings.evaluation)?;
                Ok(AnyEngine::Xiangqi(engine))
            }),
            (Variant::Xiangqi, Some(keys)) => {
                build_counting::<Xiangqi>(settings, keys).and_then(|mut engine| {
                    engine.set_evaluation(&settings.evaluation)?;
                    Ok(AnyEngine::CountingXiangqi(engine))
                })
            }
            // Its positions are evaluated in one way only.
            (Variant::Chess, None) => build::<Chess>(settings).map(AnyEngine::Chess),
            (Variant::Chess, Some(keys)) => {
                build_counting::<Chess>(settings, keys).map(AnyEngine::CountingChess)
            }
        };
        match other {
            Ok(engine) => {
                self.engine = engine;
                Ok(())
            }
            Err(error) => {
                with_engine!(&mut self.engine, engine => engine.set_hash(current))?;
                Err(error)
            }
        }
    }

    /// The evaluation of a position in centipawns, and what it is called.
    pub fn evaluate(&mut self, position: AnyPosition) -> Option<(i32, String)> {
        with_position!(&mut self.engine, position, engine, position => evaluate(engine, position))
    }

    /// What the table knows of a position.
    pub fn recall(&self, position: AnyPosition) -> Option<Recalled<String>> {
        with_position!(&self.engine, position, engine, position => recall(engine, &position)).flatten()
    }

    /// Writes the network that is used to a file, and says how large it is. A file that exists is overwritten only if that
    /// is wanted.
    pub fn export_net(&self, path: &Path, overwrite: bool) -> Result<(PathBuf, usize), ExportError> {
        let file = with_engine!(&self.engine, engine => net_file(engine));
        let file = file.ok_or(ExportError::NoNetwork)?;
        write_whole(path, &file, overwrite).map_err(|reason| {
            let path = path.to_owned();
            match reason.kind() {
                ErrorKind::AlreadyExists if !overwrite => ExportError::Exists { path },
                _ => ExportError::File { path, reason },
            }
        })?;
        Ok((path.to_path_buf(), file.len()))
    }
}

/// Writes a file that is whole or not there: under another name first, which it then loses. A file that exists is replaced
/// only if that is wanted; a link to it stays one. Devices, pipes, folders and links to nothing are not files.
fn write_whole(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    if path.exists() && !overwrite {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let real = if path.symlink_metadata().is_ok() { path.canonicalize()? } else { path.into() };
    if real.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is not a file; name another one"));
    }
    let path = real.as_path();
    let mut draft = path.as_os_str().to_os_string();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = PathBuf::from(draft);
    let mut file = File::options().write(true).create_new(true).open(&draft)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let placed = written
        .and_then(|()| if overwrite { fs::rename(&draft, path) } else { place_beside_none(&draft, path) });
    if placed.is_err() {
        // What could not be written is of no use to anybody.
        let _ = fs::remove_file(&draft);
    }
    placed
}

/// Gives a file its name, unless another has got it meanwhile.
fn place_beside_none(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => fs::remove_file(draft),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Not every file system has links.
        Err(_) => fs::rename(draft, path),
    }
}

/// Does what the difference of two settings asks for.
fn adjust<G: EngineGame, K: Keying + 'static>(
    engine: &mut Engine<G, K>,
    old: &EngineSettings,
    new: &EngineSettings,
) -> Result<(), ConfigureError> {
    if new.hash != old.hash {
        engine.set_hash(new.hash)?;
    }
    if new.threads != old.threads {
        engine.set_threads(new.threads)?;
    }
    if new.evaluation != old.evaluation {
        engine.set_evaluation(&new.evaluation)?;
    }
    if new.rules != old.rules {
        engine.set_rules(new.rules);
    }
    engine.set_level(new.strength.level());
    if (new.algorithm, new.playouts) != (old.algorithm, old.playouts) {
        think_by(engine, new);
    }
    #[cfg(feature = "tune")]
    engine.set_params(new.params, new.techniques);
    Ok(())
}

fn build<G: EngineGame>(settings: &EngineSettings) -> Result<Box<Engine<G>>, ConfigureError> {
    let builder = Engine::<G>::builder().hash(settings.hash).threads(settings.threads);
    let mut engine = builder.build()?;
    engine.set_rules(settings.rules);
    engine.set_level(settings.strength.level());
    think_by(&mut engine, settings);
    Ok(Box::new(engine))
}

fn build_counting<G: EngineGame>(
    settings: &EngineSettings,
    keys: Keys,
) -> Result<Box<Engine<G, Watched>>, ConfigureError> {
    let mut engine = Engine::<G, _>::laboratory(settings.hash, settings.threads, keys)?;
    engine.set_rules(settings.rules);
    engine.set_level(settings.strength.level());
    think_by(&mut engine, settings);
    Ok(Box::new(engine))
}

/// Finds moves as the settings say from now on.
fn think_by<G: EngineGame, K: Keying + 'static>(engine: &mut Engine<G, K>, settings: &EngineSettings) {
    let playouts = Some(settings.playouts).filter(|&playouts| playouts > 0);
    engine.set_method(settings.algorithm.method(playouts));
}

fn start<G: EngineGame, K: Keying + 'static>(
    engine: &mut Engine<G, K>,
    position: G::Position,
    limits: Limits<String>,
    leeway: i32,
    mode: Mode,
    mut tell: impl FnMut(Event<String>) + Send + 'static,
) {
    let mut limits = typed_limits::<G>(&position, limits);
    limits.leeway = G::from_centipawns(leeway);
    engine.set_position(position.clone());
    engine.go(limits, mode, move |event| tell(event_text::<G>(&position, event)));
}

fn run<G: EngineGame, K: Keying + 'static>(
    engine: &mut Engine<G, K>,
    job: Job,
    output: Output,
    end: AtEnd<impl FnMut() + Send + 'static>,
) {
    let evaluation = engine.evaluation().clone();
    engine.run(move |stop| {
        let _end = end;
        jobs::run::<G>(job, &evaluation, stop, &output);
    });
}

fn evaluate<G: EngineGame, K: Keying + 'static>(
    engine: &mut Engine<G, K>,
    position: G::Position,
) -> (i32, String) {
    engine.set_position(position);
    (engine.evaluate(), G::evaluation_name(engine.evaluation()).to_string())
}

fn recall<G: EngineGame, K: Keying + 'static>(
    engine: &Engine<G, K>,
    position: &G::Position,
) -> Option<Recalled<String>> {
    engine.recall(position).map(|recalled| Recalled {
        best: recalled.best.map(|mv| G::move_text(position, mv)),
        score: recalled.score,
        bound: recalled.bound,
        depth: recalled.depth,
    })
}

fn net_file<G: EngineGame, K: Keying + 'static>(engine: &Engine<G, K>) -> Option<Vec<u8>> {
    G::net_file(engine.evaluation())
}

/// Limits with moves of the position, which are legal in it.
fn typed_limits<G: EngineGame>(position: &G::Position, limits: Limits<String>) -> Limits<G::Move> {
    let typed = |texts: &[String]| -> Vec<G::Move> {
        texts.iter().filter_map(|text| G::parse_move(position, text).ok()).collect()
    };
    let (moves, excluded) = (typed(&limits.moves), typed(&limits.excluded));
    Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        soft_nodes: limits.soft_nodes,
        soft_time: limits.soft_time,
        hard_time: limits.hard_time,
        mate: limits.mate,
        moves,
        excluded,
        lines: limits.lines,
        ends_early: limits.ends_early,
        nodes_per_millisecond: limits.nodes_per_millisecond,
        pondering: limits.pondering,
        seed: limits.seed,
        leeway: limits.leeway,
        blindness: limits.blindness,
    }
}

/// An event of a search of this position, with its moves as text.
fn event_text<G: EngineGame>(position: &G::Position, event: Event<G::Move>) -> Event<String> {
    match event {
        Event::Line(line) => Event::Line(Line {
            depth: line.depth,
            selective_depth: line.selective_depth,
            number: line.number,
            score: line.score,
            raw_score: line.raw_score,
            bound: line.bound,
            win_draw_loss: line.win_draw_loss,
            nodes: line.nodes,
            elapsed: line.elapsed,
            fullness: line.fullness,
            moves: G::line_text(position, &line.moves),
        }),
        Event::RootMove { depth, mv, number } => {
            Event::RootMove { depth, mv: G::move_text(position, mv), number }
        }
        Event::Summary(summary) => {
            Event::Summary(Box::new(summary.map_moves(|mv| G::move_text(position, mv))))
        }
        Event::Failed(failure) => Event::Failed(failure),
        Event::Done(answer) => {
            let line = G::line_text(position, &answer.line);
            Event::Done(Answer {
                best: line.first().cloned(),
                ponder: line.get(1).cloned(),
                line,
                score: answer.score,
                raw_score: answer.raw_score,
                depth: answer.depth,
                nodes: answer.nodes,
            })
        }
    }
}

/// Passes on what a search tells. Whatever becomes of the search, it has an answer: somebody waits for it.
struct Teller {
    number: u64,
    sender: Sender<Input>,
    /// Some legal move that may be chosen.
    fallback: Option<String>,
    is_answered: bool,
    #[cfg(test)]
    fault: Option<super::panics::PanicPoint>,
}

impl Teller {
    fn new(order: &SearchOrder, sender: Sender<Input>) -> Self {
        let SearchOrder { number, position, limits, .. } = order;
        let fallback = position.legal_moves().into_iter().find(|mv| limits.allows(mv));
        Self {
            number: *number,
            sender,
            fallback,
            is_answered: false,
            #[cfg(test)]
            fault: None,
        }
    }

    fn tell(&mut self, event: Event<String>) {
        #[cfg(test)]
        super::panics::strike(&mut self.fault, &event);
        self.is_answered |= matches!(event, Event::Done(_));
        // The receiver is there as long as anybody is interested.
        let _ = self.sender.send(Input::Search(self.number, event));
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        let best = self.fallback.take();
        self.tell(Event::Failed(SearchFailure::Panic("it has ended without an answer".into())));
        self.tell(Event::Done(Answer {
            line: best.iter().cloned().collect(),
            best,
            ponder: None,
            score: Score::DRAW,
            raw_score: Score::DRAW,
            depth: 0,
            nodes: 0,
        }));
    }
}

/// Does something at the end of a scope, even if that is a panic.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_search_that_is_lost_has_an_answer_all_the_same() {
        let order = SearchOrder {
            number: 3,
            position: AnyPosition::start(Variant::Xiangqi),
            limits: Limits { excluded: vec!["a0a1".into()], ..Limits::default() },
            leeway: 0,
            mode: Mode::Think,
        };
        let (sender, inputs) = mpsc::channel();
        drop(Teller::new(&order, sender.clone()));
        let told: Vec<Input> = inputs.try_iter().collect();
        let [Input::Search(3, Event::Failed(_)), Input::Search(3, Event::Done(answer))] = &told[..] else {
            panic!("{told:?}");
        };
        assert!(answer.best.as_ref().is_some_and(|mv| mv != "a0a1"), "{answer:?}");
        assert!(order.position.canonical(answer.best.as_ref().unwrap()).is_ok());
        // One that has told its answer says no more.
        let mut teller = Teller::new(&order, sender);
        teller.tell(Event::Done(answer.clone()));
        drop(teller);
        assert_eq!(inputs.try_iter().count(), 1);
    }
}

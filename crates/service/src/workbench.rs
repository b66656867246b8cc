//! The workbench: requests in, replies out.
//!
//! A request is first prepared, which shows whether it makes sense ([`Workbench::prepare`]). What is short is answered at
//! once; what takes time becomes a [`Task`], which whoever asked runs where it likes ([`Workbench::run`]): in a thread, in a
//! worker, in its own loop. The call returns when the task is done; on the way it reports, looks at a flag that stops it, and
//! waits while other searches compute.

use crate::clock::TimeSource;
use crate::error::ServiceError;
use crate::file_queue::{FileOrder, FileQueue};
use crate::go;
use crate::messages::{EndingMarks, GameDescription, LevelRating, Reply, Request, Welcome};
use crate::order::{self, PreparedSearch};
use crate::permits::{Permits, SearchPermit};
use crate::puzzle::{self, PuzzleOrder};
use crate::retry::{self, RetryOrder};
use crate::review::{self, ReviewOrder};
use crate::scheduler::Scheduler;
use crate::sliced::Pace;
use crate::solve_mate::{self, SolveOrder};
use crate::table_budget::{Means, TableBudget};
use crate::{check, explore, files, game, judge, look, read, write};
use engine::{Evaluation, Level};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xiangqi::Position;

/// What a machine gives to its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// How many searches compute at once.
    pub threads: usize,
    /// Mebibytes of all transposition tables together.
    pub hash: usize,
    /// How many searches there may be, computing or waiting.
    pub max_searches: usize,
}

/// Answers requests.
pub struct Workbench {
    resources: Resources,
    scheduler: Scheduler,
    permits: Permits,
    tables: TableBudget,
    files: FileQueue,
}

/// What a request comes to.
pub enum Work {
    /// It is answered.
    Done(Reply),
    /// It takes time.
    Task(Task),
    /// The search of the request with this id is to end. Whoever runs it sets its flag.
    Stop(u64),
}

/// What kind of task it is. Of `Go` and `Review` a client has one at a time: another ends the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// A move or an analysis.
    Go,
    /// A review.
    Review,
    /// Something that ends by itself.
    Question,
}

/// Work that takes time and makes sense.
pub struct Task(Order);

enum Order {
    Go(Box<PreparedSearch>),
    Review(Box<ReviewOrder>),
    TryMove(Box<RetryOrder>),
    ReadFile(FileOrder),
    PuzzleMove(Box<PuzzleOrder>),
    OfferDraw(Box<Position>),
    Solve(Box<SolveOrder>),
}

impl Task {
    /// Its kind.
    pub fn kind(&self) -> TaskKind {
        match &self.0 {
            Order::Go(search) if search.is_aside => TaskKind::Question,
            Order::Go(_) => TaskKind::Go,
            Order::Review(_) => TaskKind::Review,
            Order::TryMove(_)
            | Order::ReadFile(_)
            | Order::PuzzleMove(_)
            | Order::OfferDraw(_)
            | Order::Solve(_) => TaskKind::Question,
        }
    }

    /// Whether it can wait for a place among the searches: analyses and reviews can, and what somebody is waiting for cannot.
    pub fn is_patient(&self) -> bool {
        match &self.0 {
            Order::Go(search) => search.pace == Pace::Computing,
            Order::Review(_) => true,
            _ => false,
        }
    }
}

/// For whom a task is run.
pub struct Run<'a> {
    /// The client, by a number that no other has. Its next search finds what this one has learnt.
    pub client: u64,
    /// Set to stop. A task that waits is woken by [`Workbench::wake`].
    pub stop: &'a AtomicBool,
    /// Takes replies that come before the last.
    pub report: &'a mut (dyn FnMut(Reply) + Send),
}

impl Workbench {
    /// A workbench with these resources and this clock.
    pub fn new(resources: Resources, clock: Arc<dyn TimeSource>) -> Self {
        let resources = Resources { max_searches: resources.max_searches.max(1), ..resources };
        Self {
            resources,
            scheduler: Scheduler::new(resources.threads, clock),
            permits: Permits::new(resources.max_searches),
            tables: TableBudget::new(resources.hash, resources.max_searches),
            files: FileQueue::default(),
        }
    }

    /// How much of the machine one search may have.
    fn bounds(&self) -> Means {
        Means { threads: self.resources.threads.max(1), mebibytes: Some(self.tables.largest()) }
    }

    /// Who may compute.
    pub(crate) fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    /// Where searches remember.
    pub(crate) fn tables(&self) -> &TableBudget {
        &self.tables
    }

    /// Answers a request, or finds out what is to be done.
    ///
    /// # Errors
    /// Says why it cannot be obeyed.
    pub fn prepare(&self, request: Request) -> Result<Work, ServiceError> {
        let task = |order| Ok(Work::Task(Task(order)));
        let reply = match request {
            Request::Hello => self.welcome(),
            Request::Look(game) => look::look(&game)?,
            Request::CheckFen { fen } => check::check_fen(&fen),
            Request::ReadGame { text } => read::read_game(&text)?,
            Request::WriteGame { game, format, tags } => write::write_game(&game, format, &tags)?,
            Request::WriteFile { games, format } => files::write(&games, format)?,
            Request::NoteTree { tree } => files::note(&tree)?,
            Request::Explore(game) => explore::explore(&game)?,
            Request::Judge(game) => judge::judge(&game)?,
            // A front door with a network answers this itself.
            Request::Addresses => Reply::Addresses { addresses: Vec::new(), needs_link: false },
            Request::Rooms
            | Request::RoomOpen { .. }
            | Request::RoomEnter { .. }
            | Request::RoomAct { .. }
            | Request::RoomLinks { .. } => return Err(ServiceError::NotShared),
            Request::Stop { search } => return Ok(Work::Stop(search)),
            Request::Go(go) => return task(Order::Go(Box::new(order::order(&go, self.bounds())?))),
            Request::Review { game, nodes, known } => {
                return task(Order::Review(Box::new(review::order(&game, nodes, known)?)));
            }
            Request::TryMove { game, nodes } => {
                return task(Order::TryMove(Box::new(retry::order(&game, nodes)?)));
            }
            Request::ReadFile { data, packed } => {
                return task(Order::ReadFile(self.files.order(data, packed)?));
            }
            Request::PuzzleMove { fen, moves, mate_in } => {
                return task(Order::PuzzleMove(Box::new(puzzle::order(&fen, &moves, mate_in)?)));
            }
            Request::OfferDraw { game } => {
                return task(Order::OfferDraw(Box::new(game::replay(&game)?)));
            }
            Request::Solve { game, mate_in, millis } => {
                return task(Order::Solve(Box::new(solve_mate::order(&game, mate_in, millis)?)));
            }
        };
        Ok(Work::Done(reply))
    }

    /// The right to run a task, to be given back by dropping it.
    ///
    /// # Errors
    /// If there are too many searches already.
    pub fn permit(&self) -> Result<SearchPermit, ServiceError> {
        self.permits.take().ok_or(ServiceError::AllSearchesTaken { max: self.resources.max_searches })
    }

    /// The right to run a task that is [patient](Task::is_patient), as soon as there is a place for it; or at once if it is told to
    /// stop meanwhile.
    pub fn wait_for_permit(&self, stop: &AtomicBool) -> SearchPermit {
        self.permits.wait(stop)
    }

    /// Runs a task. The last reply is what it returns.
    pub fn run(&self, task: Task, _: &SearchPermit, mut run: Run<'_>) -> Reply {
        match task.0 {
            Order::Go(order) => go::go(self, &order, &mut run),
            Order::Review(order) => review::review(self, &order, &mut run),
            Order::TryMove(order) => retry::judge(self, &order, &run),
            Order::ReadFile(order) => self.files.read(order, &mut run),
            Order::PuzzleMove(order) => puzzle::judge(self, *order, &run),
            Order::OfferDraw(position) => go::consider_draw(self, &position, &run),
            Order::Solve(order) => solve_mate::solve(self, &order, &run),
        }
    }

    /// Lets every task that waits look at the flag that stops it.
    pub fn wake(&self) {
        self.permits.wake();
        self.scheduler.wake();
    }

    /// Gives up what is remembered for a client that has gone.
    pub fn forget(&self, client: u64) {
        self.tables.forget(client);
    }

    /// How many tasks have a place, computing or waiting for the processor.
    pub fn searches(&self) -> usize {
        self.permits.taken()
    }

    fn welcome(&self) -> Reply {
        let levels = Level::all().map(|level| LevelRating { number: level.number(), elo: level.elo() });
        Reply::Welcome(Welcome {
            version: env!("CARGO_PKG_VERSION"),
            network: Evaluation::default().name().to_owned(),
            levels: levels.collect(),
            book: explore::about(),
            threads: self.resources.threads,
            memory: self.tables.largest(),
            ending: EndingMarks { won: engine::ending::WON, gone: engine::ending::GONE },
        })
    }

    /// Does what the first request will need once, so that nobody waits for it: the network and the book are read.
    pub fn warm_up(&self) {
        let _ = self.welcome();
        let _ = look::look(&GameDescription::default());
    }
}

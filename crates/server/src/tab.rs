//! One tab of a browser: its connection, its requests, its searches.
//!
//! Requests are read one after the other. Most are answered before the next is read; searches go on in threads of their own and
//! answer when they have something to say. A second `go` ends the first, and so with `review`. When the tab closes, whatever it
//! had going on is told to stop. Who sends faster than [`RATE`] is read more slowly.

use crate::access::Role;
use crate::app_state::{Admission, AppState};
use crate::outbox::{Letters, Outbox, outbox};
use crate::requests;
use crate::visits::Visits;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use service::messages::Reply;
use service::{Run, SearchPermit, ServiceError, Task, TaskKind};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Messages a second, in the long run, and at once.
const RATE: f64 = 60.0;
const BURST: f64 = 200.0;
/// Searches of one tab that have not ended, those included that were told to.
const MAX_JOBS: usize = 6;
/// How many bytes wait for a browser that does not read; further lines are left out, and who has more to say waits.
const OUTBOX: usize = 1 << 20;
const GUEST_OUTBOX: usize = 1 << 18;
/// How often a browser is asked whether it is there, after how long without a word rooms call it away, and when it is given up. Slow ones
/// answer late, but they do.
const PING: Duration = Duration::from_secs(3);
const AWAY: Duration = Duration::from_secs(9);
const SILENCE: Duration = Duration::from_secs(30);
/// How long a browser may take for one message.
const SLOWEST: Duration = Duration::from_secs(120);
/// Messages of a guest a second, in the long run, and at once; who sends more is sent away.
const GUEST_RATE: f64 = 10.0;
const GUEST_BURST: f64 = 100.0;

/// The tasks of a tab that have not ended: what they are, and the flags that stop them.
type Running = BTreeMap<u64, (TaskKind, Arc<AtomicBool>)>;

/// A tab.
pub struct Tab {
    admission: Admission,
    outbox: Outbox,
    runtime: Handle,
    running: Mutex<Running>,
    visits: Visits,
    /// Who computes has the seat of its kind.
    seats: [Mutex<()>; 3],
    /// What panics next, as a mistake of the program would.
    #[cfg(test)]
    fault: Mutex<Option<PanicPoint>>,
}

/// Where a panic strikes, once.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanicPoint {
    /// While a request is prepared.
    InRequest,
    /// While a search reports a line.
    InSearch,
}

impl Tab {
    /// A tab of this thread's runtime.
    fn new(admission: Admission, outbox: Outbox) -> Self {
        Self {
            admission,
            outbox,
            runtime: Handle::current(),
            running: Mutex::default(),
            visits: Visits::default(),
            seats: Default::default(),
            #[cfg(test)]
            fault: Mutex::default(),
        }
    }

    /// Panics if it is time for this fault.
    #[cfg(test)]
    pub fn strike(&self, place: PanicPoint) {
        let struck = self.fault.lock().unwrap().take_if(|fault| *fault == place);
        assert!(struck.is_none(), "struck by a test");
    }

    /// What all tabs share.
    pub fn app(&self) -> &AppState {
        &self.admission.app
    }

    /// What it may do.
    pub fn role(&self) -> Role {
        self.admission.role
    }

    /// The rooms that it is in.
    pub fn visits(&self) -> &Visits {
        &self.visits
    }

    /// Where its answers go.
    pub fn outbox(&self) -> Outbox {
        self.outbox.clone()
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an answer.
    pub async fn answer(&self, id: Option<u64>, reply: Reply) {
        let _ = self.outbox.send(reply.to_json(id)).await;
    }

    /// Sends an answer from a thread of a task. It waits if many are waiting already; a line is left out instead, for there
    /// will be another.
    fn report(&self, id: u64, reply: &Reply) {
        let text = reply.to_json(Some(id));
        // A tab that has gone hears nothing.
        if reply.is_passing() {
            self.app().note_line();
            self.outbox.try_send(text);
        } else {
            let _ = self.runtime.block_on(self.outbox.send(text));
        }
    }

    /// Tells the tasks to stop that are meant.
    fn stop_where(&self, is_meant: impl Fn(u64, TaskKind) -> bool) {
        for (id, (kind, stop)) in self.running().iter() {
            if is_meant(*id, *kind) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        self.app().workbench.wake();
    }

    /// Tells a task to stop. One that has ended already is left alone.
    pub fn stop(&self, search: u64) {
        self.stop_where(|id, _| id == search);
    }

    /// Begins a task in a thread of its own.
    ///
    /// # Errors
    /// If too much is going on.
    pub fn start(self: &Arc<Self>, id: u64, task: Task) -> Result<(), ServiceError> {
        if self.running().len() >= MAX_JOBS {
            return Err(ServiceError::TooManySearches { max: MAX_JOBS });
        }
        // Who can wait for a place does so in its own thread.
        let permit = if task.is_patient() { None } else { Some(self.app().workbench.permit()?) };
        let kind = task.kind();
        if kind != TaskKind::Question {
            self.stop_where(|_, other| other == kind);
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running().insert(id, (kind, Arc::clone(&stop)));
        let tab = Arc::clone(self);
        let body = move || {
            let permit = permit.unwrap_or_else(|| tab.app().workbench.wait_for_permit(&stop));
            let reply = tab.run(id, task, &permit, &stop);
            tab.running().remove(&id);
            tab.report(id, &reply);
            drop(permit);
        };
        if std::thread::Builder::new().name(format!("search-{id}")).spawn(body).is_err() {
            self.running().remove(&id);
            return Err(ServiceError::NoThread);
        }
        Ok(())
    }

    /// Runs a task when the seat of its kind is free, which is soon: whoever has it was told to stop.
    fn run(&self, id: u64, task: Task, permit: &SearchPermit, stop: &AtomicBool) -> Reply {
        let seat = match task.kind() {
            TaskKind::Go => &self.seats[0],
            TaskKind::Review => &self.seats[1],
            TaskKind::Question => &self.seats[2],
        };
        let seated = seat.lock().unwrap_or_else(PoisonError::into_inner);
        let mut report = |reply: Reply| {
            #[cfg(test)]
            self.strike(PanicPoint::InSearch);
            self.report(id, &reply);
        };
        let run = Run { client: self.admission.number, stop, report: &mut report };
        let reply = catch_unwind(AssertUnwindSafe(|| self.app().workbench.run(task, permit, run)));
        drop(seated);
        reply.unwrap_or_else(|_| ServiceError::SearchFailed.into())
    }
}

/// Serves a tab until it goes or the server ends.
pub async fn serve(socket: WebSocket, admission: Admission, mut ending: watch::Receiver<bool>) {
    let (sink, stream) = socket.split();
    let (outbox, letters) = outbox(match admission.role {
        Role::Operator => OUTBOX,
        Role::Guest => GUEST_OUTBOX,
    });
    let tab = Arc::new(Tab::new(admission, outbox));
    let (farewell, last_words) = watch::channel(None);
    let mut writer = tokio::spawn(write(sink, letters, last_words));
    tokio::select! {
        is_flood = read(stream, &tab) => {
            if is_flood {
                let reason = "too many messages".into();
                let _ = farewell.send(Some(CloseFrame { code: close_code::POLICY, reason }));
            }
        }
        // The browser does not take what it is sent.
        _ = &mut writer => {}
        _ = ending.wait_for(|is_over| *is_over) => {
            let reason = "the server ends".into();
            let _ = farewell.send(Some(CloseFrame { code: close_code::AWAY, reason }));
        }
    }
    tab.stop_where(|_, _| true);
    tab.visits.leave_all();
    drop(farewell);
    if !writer.is_finished() {
        let _ = timeout(Duration::from_secs(2), &mut writer).await;
        writer.abort();
    }
}

/// Writes what there is to write, and asks now and then whether anybody is there.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut letters: Letters,
    mut last_words: watch::Receiver<Option<CloseFrame>>,
) {
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // What is on its way takes room until it has left.
        let (message, _room) = tokio::select! {
            letter = letters.next() => match letter {
                Some((letter, room)) => (Message::Text(letter.into()), Some(room)),
                None => return,
            },
            _ = ping.tick() => (Message::Ping(Vec::new().into()), None),
            _ = last_words.changed() => {
                let frame = last_words.borrow().clone();
                let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(frame))).await;
                return;
            }
        };
        // A stream that does not move at all fails by itself.
        if !matches!(timeout(SLOWEST, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// Reads requests until there are no more. True if a guest has sent too many.
async fn read(mut stream: SplitStream<WebSocket>, tab: &Arc<Tab>) -> bool {
    let mut allowance = Allowance::of(tab.role());
    let mut last_id = None;
    while let Some(message) = next(&mut stream, tab).await {
        if matches!(message, Message::Close(_)) {
            return false;
        }
        let wait = allowance.take();
        if tab.role() == Role::Guest && !wait.is_zero() {
            return true;
        }
        match message {
            Message::Text(text) => {
                tokio::time::sleep(wait).await;
                requests::obey(tab, &text, &mut last_id).await;
            }
            Message::Binary(_) => {
                tokio::time::sleep(wait).await;
                tab.answer(None, ServiceError::NotText.into()).await;
            }
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) => {}
        }
    }
    false
}

/// The next message. Rooms are told if it takes long; none if it takes too long, or there are no more.
async fn next(stream: &mut SplitStream<WebSocket>, tab: &Tab) -> Option<Message> {
    if let Ok(message) = timeout(AWAY, stream.next()).await {
        return message?.ok();
    }
    tab.visits.set_silent(true);
    let message = timeout(SILENCE.saturating_sub(AWAY), stream.next()).await.ok()?;
    tab.visits.set_silent(false);
    message?.ok()
}

/// What a tab may still send at once.
struct Allowance {
    rate: f64,
    burst: f64,
    tokens: f64,
    since: Instant,
}

impl Allowance {
    fn of(role: Role) -> Self {
        let (rate, burst) = match role {
            Role::Operator => (RATE, BURST),
            Role::Guest => (GUEST_RATE, GUEST_BURST),
        };
        Self { rate, burst, tokens: burst, since: Instant::now() }
    }

    /// Takes one message off, and says how long to wait for it.
    fn take(&mut self) -> Duration {
        let now = Instant::now();
        self.tokens =
            (self.tokens + self.rate * now.duration_since(self.since).as_secs_f64()).min(self.burst) - 1.0;
        self.since = now;
        Duration::from_secs_f64((-self.tokens / self.rate).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Visitor;
    use serde_json::Value;
    use service::Resources;

    /// A tab without a browser: its requests are told here, its answers read.
    struct Desk {
        tab: Arc<Tab>,
        letters: Letters,
        last_id: Option<u64>,
    }

    impl Desk {
        fn open(app: &Arc<AppState>) -> Self {
            let (outbox, letters) = outbox(OUTBOX);
            Self {
                tab: Arc::new(Tab::new(app.admit(Visitor::OPERATOR, true).unwrap(), outbox)),
                letters,
                last_id: None,
            }
        }

        async fn ask(&mut self, request: &str) {
            requests::obey(&self.tab, request, &mut self.last_id).await;
        }

        /// The next answer that is not a line of a search.
        async fn answer(&mut self) -> Value {
            loop {
                let letter = timeout(Duration::from_secs(60), self.letters.next()).await;
                let answer: Value = serde_json::from_str(&letter.expect("no answer").unwrap().0).unwrap();
                if answer["type"] != "line" {
                    return answer;
                }
            }
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_panic_of_one_tab_is_answered_and_leaves_the_others_alone() {
        // One processor: a search that is lost must give it back.
        let resources = Resources { threads: 1, hash: 16, max_searches: 4 };
        let app = Arc::new(AppState::new(resources, 4));
        let (mut unlucky, mut other) = (Desk::open(&app), Desk::open(&app));
        other.ask(r#"{"id":1,"type":"go","level":10,"infinite":true}"#).await;
        for (fault, first_id, request, code) in [
            (PanicPoint::InRequest, 1, r#""type":"look""#, "request_failed"),
            (PanicPoint::InSearch, 3, r#""type":"go","level":10,"nodes":5000"#, "search_failed"),
        ] {
            *unlucky.tab.fault.lock().unwrap() = Some(fault);
            unlucky.ask(&format!("{{\"id\":{first_id},{request}}}")).await;
            let answer = unlucky.answer().await;
            assert_eq!((&answer["error"]["code"], answer["id"].as_u64()), (&code.into(), Some(first_id)));
            assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
            assert!(answer["text_zh"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
            // The same again is obeyed.
            unlucky.ask(&format!("{{\"id\":{},{request}}}", first_id + 1)).await;
            let answer = unlucky.answer().await;
            let kind = answer["type"].as_str().unwrap();
            assert!(matches!(kind, "seen" | "best"), "{answer}");
        }
        other.ask(r#"{"id":2,"type":"stop","search":1}"#).await;
        let answer = other.answer().await;
        assert!(answer["type"] == "best" && answer["move"].is_string(), "{answer}");
        // Nothing that failed is still counted.
        let quiet = async {
            while app.searches() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(60), quiet).await.expect("a search is never given back");
        assert!(unlucky.tab.running().is_empty() && other.tab.running().is_empty());
    }

    #[test]
    fn a_flood_is_slowed_down() {
        let mut allowance = Allowance::of(Role::Operator);
        let waits: Vec<Duration> = (0..BURST as usize + 60).map(|_| allowance.take()).collect();
        assert_eq!(waits[BURST as usize / 2], Duration::ZERO);
        assert!(waits.last().is_some_and(|wait| wait.as_secs_f64() > 0.5), "{:?}", waits.last());
    }
}

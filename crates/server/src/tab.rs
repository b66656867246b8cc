//! One tab of a browser: its connection, its requests, its searches.
//!
//! Requests are read one after the other. Most are answered before the next is read; searches go on in threads of their own and
//! answer when they have something to say. A second `go` ends the first, and so with `review`. When the tab closes, whatever it
//! had going on is told to stop. Who sends faster than [`RATE`] is read more slowly.

use crate::house::{Admission, House};
use crate::messages::{Reply, Words};
use crate::requests;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The longest message, in bytes. Twice as much ends the connection.
pub const LONGEST_MESSAGE: usize = 1 << 18;
/// Messages a second, in the long run, and at once.
const RATE: f64 = 60.0;
const BURST: f64 = 200.0;
/// Searches of one tab that have not ended, those included that were told to.
const MOST_JOBS: usize = 6;
/// How many answers wait for a browser that does not read; further lines are left out.
const OUTBOX: usize = 256;
/// How often a silent browser is asked whether it is there, and how long it may take to say so.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);

/// What a thread of its own does for a tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A move or an analysis.
    Go,
    /// A review.
    Review,
    /// Something short.
    Question,
}

/// A tab.
pub struct Tab {
    admission: Admission,
    outbox: mpsc::Sender<String>,
    running: Mutex<BTreeMap<u64, (Kind, Arc<AtomicBool>)>>,
    /// Who searches has the chair of its kind.
    chairs: [Mutex<()>; 3],
}

/// A piece of work in a thread of its own.
pub struct Job {
    /// The tab it is for.
    pub tab: Arc<Tab>,
    /// The request that it answers.
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Job {
    /// The flag that tells it to stop.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sends an answer, and waits if many are waiting already.
    pub fn tell(&self, reply: &Reply) {
        // A tab that has gone hears nothing.
        let _ = self.tab.outbox.blocking_send(reply.to_json(Some(self.id)));
    }

    /// Sends a line, unless many answers are waiting already: there will be another.
    pub fn tell_line(&self, reply: &Reply) {
        self.tab.house().note_line();
        let _ = self.tab.outbox.try_send(reply.to_json(Some(self.id)));
    }
}

impl Tab {
    /// What all tabs share.
    pub fn house(&self) -> &House {
        &self.admission.house
    }

    /// Its number.
    pub fn number(&self) -> u64 {
        self.admission.number
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, (Kind, Arc<AtomicBool>)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an answer.
    pub async fn answer(&self, id: Option<u64>, reply: Reply) {
        let _ = self.outbox.send(reply.to_json(id)).await;
    }

    /// Tells the searches to stop that are meant.
    fn stop_where(&self, is_meant: impl Fn(u64, Kind) -> bool) {
        for (id, (kind, stop)) in self.running().iter() {
            if is_meant(*id, *kind) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        self.house().gate.wake();
    }

    /// Tells a search to stop. One that has ended already is let be.
    pub fn stop(&self, search: u64) {
        self.stop_where(|id, _| id == search);
    }

    /// Begins a piece of work; its last answer is what it returns.
    ///
    /// # Errors
    /// If too much is going on.
    pub fn start(
        self: &Arc<Self>,
        id: u64,
        kind: Kind,
        work: impl FnOnce(&Job) -> Reply + Send + 'static,
    ) -> Result<(), Words> {
        if self.running().len() >= MOST_JOBS {
            return Err(Words::new(
                format!("this tab has {MOST_JOBS} searches already; stop one, or wait"),
                format!("本页已有{MOST_JOBS}个搜索；请停止一个或稍候"),
            ));
        }
        let Some(place) = self.house().search_place() else {
            let most = self.house().most_searches;
            return Err(Words::new(
                format!("all {most} searches of the server are taken; try again later"),
                format!("服务器的{most}个搜索名额已满，请稍后再试"),
            ));
        };
        if kind != Kind::Question {
            self.stop_where(|_, other| other == kind);
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running().insert(id, (kind, Arc::clone(&stop)));
        let job = Job { tab: Arc::clone(self), id, stop };
        let body = move || {
            let chair = match kind {
                Kind::Go => &job.tab.chairs[0],
                Kind::Review => &job.tab.chairs[1],
                Kind::Question => &job.tab.chairs[2],
            };
            let seated = chair.lock().unwrap_or_else(PoisonError::into_inner);
            let reply = catch_unwind(AssertUnwindSafe(|| work(&job))).unwrap_or_else(|_| {
                Reply::error(Words::new("the search failed by a mistake of its own", "搜索因程序错误而失败"))
            });
            drop(seated);
            job.tab.running().remove(&id);
            job.tell(&reply);
            drop(place);
        };
        let spawned = std::thread::Builder::new().name(format!("search-{id}")).spawn(body);
        if spawned.is_err() {
            self.running().remove(&id);
            return Err(Words::new(
                "the system has no thread to give; try again later",
                "系统无法创建线程，请稍后再试",
            ));
        }
        Ok(())
    }
}

/// Serves a tab until it goes or the server ends.
pub async fn serve(socket: WebSocket, admission: Admission, mut ending: watch::Receiver<bool>) {
    let (sink, stream) = socket.split();
    let (outbox, letters) = mpsc::channel(OUTBOX);
    let tab = Arc::new(Tab { admission, outbox, running: Mutex::default(), chairs: Default::default() });
    let (farewell, last_words) = watch::channel(None);
    let mut writer = tokio::spawn(write(sink, letters, last_words));
    tokio::select! {
        () = read(stream, &tab) => {}
        // The browser does not take what it is sent.
        _ = &mut writer => {}
        _ = ending.wait_for(|is_over| *is_over) => {
            let reason = "the server ends".into();
            let _ = farewell.send(Some(CloseFrame { code: close_code::AWAY, reason }));
        }
    }
    tab.stop_where(|_, _| true);
    drop(farewell);
    if !writer.is_finished() {
        let _ = timeout(Duration::from_secs(2), &mut writer).await;
        writer.abort();
    }
}

/// Writes what there is to write, and asks now and then whether anybody is there.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut letters: mpsc::Receiver<String>,
    mut last_words: watch::Receiver<Option<CloseFrame>>,
) {
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            letter = letters.recv() => match letter {
                Some(letter) => Message::Text(letter.into()),
                None => return,
            },
            _ = ping.tick() => Message::Ping(Vec::new().into()),
            _ = last_words.changed() => {
                let frame = last_words.borrow().clone();
                let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(frame))).await;
                return;
            }
        };
        match timeout(SILENCE, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
}

/// Reads requests until there are no more.
async fn read(mut stream: SplitStream<WebSocket>, tab: &Arc<Tab>) {
    let mut allowance = Allowance { tokens: BURST, since: Instant::now() };
    let mut last_id = None;
    while let Ok(Some(Ok(message))) = timeout(SILENCE, stream.next()).await {
        match message {
            Message::Text(text) => {
                tokio::time::sleep(allowance.take()).await;
                requests::obey(tab, &text, &mut last_id).await;
            }
            Message::Binary(_) => {
                tokio::time::sleep(allowance.take()).await;
                let words = Words::new(
                    "messages are text, in JSON; this one is binary",
                    "消息应为 JSON 文本，而非二进制",
                );
                tab.answer(None, Reply::error(words)).await;
            }
            Message::Close(_) => return,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

/// What a tab may still send at once.
struct Allowance {
    tokens: f64,
    since: Instant,
}

impl Allowance {
    /// Takes one message off, and says how long to wait for it.
    fn take(&mut self) -> Duration {
        let now = Instant::now();
        self.tokens = (self.tokens + RATE * now.duration_since(self.since).as_secs_f64()).min(BURST) - 1.0;
        self.since = now;
        Duration::from_secs_f64((-self.tokens / RATE).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_slowed_down() {
        let mut allowance = Allowance { tokens: BURST, since: Instant::now() };
        let waits: Vec<Duration> = (0..BURST as usize + 60).map(|_| allowance.take()).collect();
        assert_eq!(waits[BURST as usize / 2], Duration::ZERO);
        assert!(waits.last().is_some_and(|wait| wait.as_secs_f64() > 0.5), "{:?}", waits.last());
    }
}

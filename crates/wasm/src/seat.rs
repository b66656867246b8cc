//! A seat: carries out one task after the other, in the worker that asks it to.
//!
//! Nobody can reach a worker that computes, so it looks for itself: whenever a search asks for the time, which it does every
//! thousand nodes or oftener, the host is asked whether the task is to stop.

use crate::resources;
use service::messages::{Envelope, Reply};
use service::{Run, ServiceError, SystemClock, TimeSource, Work, Workbench};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who has the seat's worker.
pub trait Host: Send + Sync {
    /// Gives a reply to whoever asked.
    fn reply(&self, text: &str);
    /// Whether the task that is carried out is to stop. It is asked often, by every thread of a search; one that knows may answer for all.
    fn is_stopped(&self) -> bool;
}

/// Where tasks are carried out.
pub struct Seat {
    workbench: Workbench,
    host: Arc<dyn Host>,
    stop: Arc<AtomicBool>,
}

/// The clock of the seat's searches, which looks after the flag that stops them.
struct AttentiveClock {
    clock: SystemClock,
    host: Arc<dyn Host>,
    stop: Arc<AtomicBool>,
}

impl TimeSource for AttentiveClock {
    fn now(&self) -> Duration {
        if self.host.is_stopped() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.clock.now()
    }
}

impl Seat {
    /// A seat whose searches have this many threads and mebibytes.
    pub fn new(threads: usize, hash: usize, host: Arc<dyn Host>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let clock = AttentiveClock {
            clock: SystemClock::default(),
            host: Arc::clone(&host),
            stop: Arc::clone(&stop),
        };
        Self { workbench: Workbench::new(resources(threads, hash), Arc::new(clock)), host, stop }
    }

    /// Carries out a message, and gives all its replies to the host.
    pub fn carry_out(&self, message: &str) {
        let (id, last) = match Envelope::read(message, &mut None) {
            Ok(Envelope { id, request }) => {
                let work = self.workbench.prepare(request);
                (Some(id), work.and_then(|work| self.run(id, work)).unwrap_or_else(Reply::from))
            }
            Err((id, error)) => (id, error.into()),
        };
        self.host.reply(&last.to_json(id));
    }

    fn run(&self, id: u64, work: Work) -> Result<Reply, ServiceError> {
        let task = match work {
            Work::Task(task) => task,
            Work::Done(reply) => return Ok(reply),
            Work::Stop(search) => return Err(ServiceError::NoSuchSearch { search }),
        };
        let permit = self.workbench.permit()?;
        self.stop.store(self.host.is_stopped(), Ordering::Relaxed);
        let mut report = |reply: Reply| {
            self.host.reply(&reply.to_json(Some(id)));
            // Reading a file asks for no time.
            if self.host.is_stopped() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        Ok(self.workbench.run(task, &permit, Run { client: 0, stop: &self.stop, report: &mut report }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::Mutex;
    use std::time::Instant;

    /// Hears replies, and wants tasks stopped after so many of them.
    struct Patience {
        replies: Mutex<Vec<Value>>,
        lasts_for: usize,
    }

    impl Patience {
        fn new(lasts_for: usize) -> Arc<Self> {
            Arc::new(Self { replies: Mutex::default(), lasts_for })
        }

        fn last(&self) -> Value {
            self.replies.lock().unwrap().last().unwrap().clone()
        }
    }

    impl Host for Patience {
        fn reply(&self, text: &str) {
            self.replies.lock().unwrap().push(serde_json::from_str(text).unwrap());
        }
        fn is_stopped(&self) -> bool {
            self.replies.lock().unwrap().len() >= self.lasts_for
        }
    }

    #[test]
    fn an_analysis_goes_on_until_the_host_wants_it_stopped_and_then_answers() {
        let host = Patience::new(3);
        let seat = Seat::new(1, 8, Arc::<Patience>::clone(&host));
        let began = Instant::now();
        seat.carry_out(r#"{"id":5,"type":"go","level":10,"infinite":true}"#);
        assert!(began.elapsed() < Duration::from_secs(60));
        let last = host.last();
        assert!(last["type"] == "best" && last["id"] == 5 && last["move"].is_string(), "{last}");
        let lines = host.replies.lock().unwrap().iter().filter(|reply| reply["type"] == "line").count();
        assert!(lines >= 3, "{lines}");
    }

    #[test]
    fn one_that_is_stopped_before_it_begins_still_answers() {
        let host = Patience::new(0);
        let seat = Seat::new(1, 8, Arc::<Patience>::clone(&host));
        seat.carry_out(r#"{"id":1,"type":"go","level":10,"infinite":true}"#);
        assert_eq!(host.last()["type"], "best");
    }

    #[test]
    fn a_task_is_not_stopped_because_the_one_before_was() {
        let host = Patience::new(usize::MAX);
        let seat = Seat::new(1, 8, Arc::<Patience>::clone(&host));
        seat.stop.store(true, Ordering::Relaxed);
        seat.carry_out(r#"{"id":2,"type":"go","level":10,"depth":6}"#);
        let replies = host.replies.lock().unwrap().clone();
        assert!(replies.iter().any(|reply| reply["type"] == "line" && reply["depth"] == 6), "{replies:?}");
    }

    #[test]
    fn what_is_no_task_is_answered_too() {
        let host = Patience::new(usize::MAX);
        let seat = Seat::new(1, 8, Arc::<Patience>::clone(&host));
        for (message, kind) in [
            (r#"{"id":1,"type":"check_fen","fen":"9"}"#, "fen_checked"),
            (r#"{"id":2,"type":"stop","search":1}"#, "error"),
            ("{", "error"),
        ] {
            seat.carry_out(message);
            assert_eq!(host.last()["type"], kind, "{message}");
        }
    }
}

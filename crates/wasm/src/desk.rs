//! The desk: reads messages, answers what is short, and says which seat is to do the rest.
//!
//! It is a state machine without a host: messages and news go in, effects come out. Of `Go` and `Review` there is one task at a time;
//! another ends the one before. Who asks for more than [`MAX_TASKS`] at once is refused.

use crate::resources;
use service::messages::{Envelope, Reply};
use service::{ServiceError, SystemClock, TaskKind, Work, Workbench};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tasks that have not ended, those included that were told to.
const MAX_TASKS: usize = 6;

/// What the host is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Give this reply to whoever asked.
    Reply(String),
    /// Have the message that was read carried out at the seat of this kind.
    Start {
        /// The id of the message.
        id: u64,
        /// Which seat.
        kind: TaskKind,
    },
    /// Tell the task of this id to stop.
    Stop(u64),
}

/// Where messages arrive.
pub struct Desk {
    workbench: Workbench,
    last_id: Option<u64>,
    running: BTreeMap<u64, TaskKind>,
}

impl Desk {
    /// A desk whose seats have this many threads and mebibytes each.
    pub fn new(threads: usize, hash: usize) -> Self {
        let workbench = Workbench::new(resources(threads, hash), Arc::new(SystemClock::default()));
        workbench.warm_up();
        Self { workbench, last_id: None, running: BTreeMap::new() }
    }

    /// Obeys one message, or says why not.
    pub fn receive(&mut self, message: &str) -> Vec<Effect> {
        let Envelope { id, request } = match Envelope::read(message, &mut self.last_id) {
            Ok(envelope) => envelope,
            Err((id, error)) => return vec![reply(id, error)],
        };
        match self.workbench.prepare(request) {
            Ok(Work::Done(answer)) => vec![reply(Some(id), answer)],
            Ok(Work::Task(task)) => self.start(id, task.kind()),
            Ok(Work::Stop(search)) if search < id => {
                self.running.contains_key(&search).then_some(Effect::Stop(search)).into_iter().collect()
            }
            Ok(Work::Stop(search)) => vec![reply(Some(id), ServiceError::NoSuchSearch { search })],
            Err(error) => vec![reply(Some(id), error)],
        }
    }

    fn start(&mut self, id: u64, kind: TaskKind) -> Vec<Effect> {
        if self.running.len() >= MAX_TASKS {
            return vec![reply(Some(id), ServiceError::TooManySearches { max: MAX_TASKS })];
        }
        let is_replaced = |other: TaskKind| kind != TaskKind::Question && other == kind;
        let replaced = self.running.iter().filter(|(_, other)| is_replaced(**other)).map(|(id, _)| *id);
        let mut effects: Vec<Effect> = replaced.map(Effect::Stop).collect();
        self.running.insert(id, kind);
        effects.push(Effect::Start { id, kind });
        effects
    }

    /// A task has given its last reply.
    pub fn ended(&mut self, id: u64) {
        self.running.remove(&id);
    }

    /// A task was lost with its seat.
    pub fn failed(&mut self, id: u64) -> Vec<Effect> {
        let lost = self.running.remove(&id);
        lost.map(|_| reply(Some(id), ServiceError::SearchFailed)).into_iter().collect()
    }
}

fn reply(id: Option<u64>, reply: impl Into<Reply>) -> Effect {
    Effect::Reply(reply.into().to_json(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn desk() -> Desk {
        Desk::new(2, 32)
    }

    fn error_code(effects: &[Effect]) -> (Option<u64>, String) {
        let [Effect::Reply(text)] = effects else { panic!("{effects:?}") };
        let value: Value = serde_json::from_str(text).unwrap();
        (value["id"].as_u64(), value["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    #[test]
    fn what_is_short_is_answered_and_what_is_long_has_its_seat() {
        let mut desk = desk();
        let [Effect::Reply(text)] = &desk.receive(r#"{"id":1,"type":"hello"}"#)[..] else { panic!() };
        let welcome: Value = serde_json::from_str(text).unwrap();
        assert_eq!((&welcome["threads"], &welcome["memory"]), (&2.into(), &32.into()));
        for (id, request, kind) in [
            (2, r#""type":"go","level":3"#, TaskKind::Go),
            (3, r#""type":"review","moves":["h2e2"],"nodes":1000"#, TaskKind::Review),
            (4, r#""type":"offer_draw""#, TaskKind::Question),
            (5, r#""type":"go","level":3,"aside":true"#, TaskKind::Question),
        ] {
            let effects = desk.receive(&format!("{{\"id\":{id},{request}}}"));
            assert_eq!(effects, [Effect::Start { id, kind }], "{request}");
        }
    }

    #[test]
    fn another_of_a_kind_ends_the_one_before_and_stops_reach_only_what_runs() {
        let mut desk = desk();
        let go = |id| format!(r#"{{"id":{id},"type":"go","level":10,"infinite":true}}"#);
        desk.receive(&go(1));
        let start = |id| Effect::Start { id, kind: TaskKind::Go };
        assert_eq!(desk.receive(&go(2)), [Effect::Stop(1), start(2)]);
        desk.ended(1);
        assert_eq!(desk.receive(r#"{"id":3,"type":"stop","search":1}"#), []);
        assert_eq!(desk.receive(r#"{"id":4,"type":"stop","search":2}"#), [Effect::Stop(2)]);
        let refused = desk.receive(r#"{"id":5,"type":"stop","search":5}"#);
        assert_eq!(error_code(&refused), (Some(5), "no_such_search".into()));
    }

    #[test]
    fn a_storm_is_refused_and_over_when_its_tasks_are() {
        let mut desk = desk();
        let go = |id| format!(r#"{{"id":{id},"type":"go","level":10,"infinite":true}}"#);
        let max = MAX_TASKS as u64;
        (1..=max).for_each(|id| assert!(matches!(desk.receive(&go(id)).last(), Some(Effect::Start { .. }))));
        let refused = desk.receive(&go(max + 1));
        assert_eq!(error_code(&refused), (Some(max + 1), "too_many_searches".into()));
        assert_eq!(error_code(&desk.failed(3)), (Some(3), "search_failed".into()));
        assert_eq!(desk.failed(3), [], "it is told once");
        (1..=max).for_each(|id| desk.ended(id));
        assert_eq!(desk.receive(&go(max + 2)), [Effect::Start { id: max + 2, kind: TaskKind::Go }]);
    }

    #[test]
    fn what_is_not_a_message_is_refused_with_its_reason() {
        let mut desk = desk();
        for (text, expected) in [
            ("", (None, "not_json")),
            ("[1", (None, "not_json")),
            (r#"{"type":"hello"}"#, (None, "no_id")),
            (r#"{"id":7,"type":"dance"}"#, (Some(7), "not_a_request")),
            (r#"{"id":7,"type":"hello"}"#, (Some(7), "id_not_above")),
            (r#"{"id":8,"type":"rooms"}"#, (Some(8), "not_shared")),
            (r#"{"id":9,"type":"go","level":99}"#, (Some(9), "no_such_level")),
        ] {
            let (id, code) = error_code(&desk.receive(text));
            assert_eq!((id, code.as_str()), expected, "{text}");
        }
        assert!(desk.running.is_empty());
    }
}

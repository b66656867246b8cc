//! Several visits at once: each thread walks its share of a batch of paths, and the one that owns the tree waits for all.
//!
//! Paths are chosen, and their values taken note of, by one thread alone and in one order. So nothing in the tree is shared, and the
//! answer depends on how many threads there are but not on which of them is faster.

use crate::Settings;
use crate::visit::{Errand, Finding, Walker};
use search::{Evaluator, Game, Table};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

/// A share of a batch, on its way to a helper.
type Share<M> = Vec<Errand<M>>;

/// A thread that walks paths.
struct Helper<M> {
    errands: Sender<Share<M>>,
    findings: Receiver<Vec<Finding<M>>>,
}

/// The threads of a search.
pub struct Pool<'a, 'e, G: Game, E: Evaluator<G>> {
    walker: &'a mut Walker<'e, G, E>,
    helpers: Vec<Helper<G::Move>>,
    table: &'a Table,
    settings: &'a Settings,
}

impl<'a, 'e, G: Game, E: Evaluator<G>> Pool<'a, 'e, G, E> {
    /// Starts a helper for each of the other walkers; they end with the pool. A system that has no thread to give makes the search slower, not impossible.
    pub fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        walker: &'a mut Walker<'e, G, E>,
        others: Vec<&'scope mut Walker<'e, G, E>>,
        table: &'scope Table,
        settings: &'scope Settings,
    ) -> Self
    where
        'scope: 'a,
        'e: 'scope,
    {
        let mut helpers = Vec::new();
        for other in others {
            let (errands, to_walk) = channel::<Share<G::Move>>();
            let (found, findings) = channel();
            let work = move || {
                for share in to_walk {
                    let all = share.iter().map(|errand| other.visit(errand, table, settings)).collect();
                    if found.send(all).is_err() {
                        break;
                    }
                }
            };
            if Builder::new().spawn_scoped(scope, work).is_ok() {
                helpers.push(Helper { errands, findings });
            }
        }
        Self { walker, helpers, table, settings }
    }

    /// How many leaves are to be under way at once.
    pub fn batch(&self) -> usize {
        if self.helpers.is_empty() { 1 } else { self.settings.batch * (self.helpers.len() + 1) }
    }

    /// Walks all paths; what was found, in their order. Nothing if a helper has failed.
    pub fn visit(&mut self, mut errands: Vec<Errand<G::Move>>) -> Option<Vec<Finding<G::Move>>> {
        let share = errands.len().div_ceil(self.helpers.len() + 1);
        let mut busy = Vec::new();
        let mut own = errands.split_off(0);
        for helper in &self.helpers {
            if own.len() <= share {
                break;
            }
            let rest = own.split_off(share);
            helper.errands.send(std::mem::replace(&mut own, rest)).ok()?;
            busy.push(helper);
        }
        let last: Vec<_> =
            own.iter().map(|errand| self.walker.visit(errand, self.table, self.settings)).collect();
        let mut all = Vec::new();
        for helper in busy {
            all.extend(helper.findings.recv().ok()?);
        }
        all.extend(last);
        Some(all)
    }
}

//! The memory of searches: one budget for all transposition tables.
//!
//! Every search has one mebibyte for sure; what the budget holds beyond that is shared: a search takes half of what is free when
//! it begins. One analysis alone has nearly half of the budget, the next a quarter and so on, and the sum never exceeds it.
//! A review has a table of one size, so that it finds the same every time; it is the one thing that may exceed the budget, by a few
//! mebibytes, where nothing is free. A table is kept for the next search of the same client, which profits from it, until somebody else needs the room.
//! Beside its table a search remembers a few mebibytes of histories; how many searches there are is limited, by `permits`.

use engine::Engine;
use games::Xiangqi;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xiangqi::Rules;

/// With less than this to be had, in mebibytes, tables that nobody uses at the moment are given up.
const MODEST: usize = 16;
/// The most tables that are kept for later.
const MAX_KEPT: usize = 8;

/// Whose table it is: a client.
pub type Owner = u64;

/// What of the machine a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Its threads. Together they hold one slice of the scheduler: while it is not theirs, all of them wait.
    pub threads: usize,
    /// The most mebibytes of its table; none for half of what is free.
    pub mebibytes: Option<usize>,
}

/// Mebibytes of the budget, given back when dropped.
pub struct Share {
    free: Arc<AtomicUsize>,
    mebibytes: usize,
}

impl Share {
    /// The mebibytes that its holder may use, the one that is sure included.
    pub fn mebibytes(&self) -> usize {
        1 + self.mebibytes
    }

    /// This much, or as much as is free.
    fn take_up_to(free: &Arc<AtomicUsize>, mebibytes: usize) -> Self {
        let rest = |free: usize| Some(free.saturating_sub(mebibytes));
        let (Ok(before) | Err(before)) = free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        Self { free: Arc::clone(free), mebibytes: before.min(mebibytes) }
    }

    /// Half of what is free, but at most this much.
    fn take_half(free: &Arc<AtomicUsize>, max: usize) -> Self {
        let rest = |free: usize| Some(free - (free / 2).min(max));
        let (Ok(before) | Err(before)) = free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        Self { free: Arc::clone(free), mebibytes: (before / 2).min(max) }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.free.fetch_add(self.mebibytes, Ordering::Relaxed);
    }
}

/// An engine with what it has learnt, and by which rules.
struct Kept {
    owner: Owner,
    engine: Engine<Xiangqi>,
    /// The most mebibytes that were asked for.
    asked: Option<usize>,
    /// What its table has beyond the first mebibyte; the table goes before it is given back.
    #[allow(dead_code)] // held to be dropped
    share: Share,
}

/// Lends engines.
pub struct TableBudget {
    largest: usize,
    free: Arc<AtomicUsize>,
    kept: Mutex<VecDeque<Kept>>,
}

impl TableBudget {
    /// A budget of mebibytes for all tables together, and for at most this many searches at once.
    pub fn new(mebibytes: usize, max_searches: usize) -> Self {
        let shared = mebibytes.saturating_sub(max_searches);
        let free = Arc::new(AtomicUsize::new(shared));
        Self { largest: 1 + shared / 2, free, kept: Mutex::default() }
    }

    /// The mebibytes of the table that a search has which is alone.
    pub fn largest(&self) -> usize {
        self.largest
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches by these rules: with the engine of the owner's last search, if it is still there and its table was to have the same
    /// size. It has as many threads as it may, or as before if there is no memory for them.
    pub fn with<T>(
        &self,
        owner: Owner,
        rules: Rules,
        means: Means,
        work: impl FnOnce(&mut Engine<Xiangqi>) -> T,
    ) -> T {
        let fitting = self.take(owner).filter(|kept| kept.asked == means.mebibytes);
        let mut kept = fitting.unwrap_or_else(|| self.make(owner, means.mebibytes));
        if kept.engine.threads() != means.threads {
            let _ = kept.engine.set_threads(means.threads);
        }
        if kept.engine.rules() != rules {
            kept.engine.set_rules(rules);
        }
        let done = work(&mut kept.engine);
        self.keep(kept);
        done
    }

    fn take(&self, owner: Owner) -> Option<Kept> {
        let mut all = self.kept();
        let place = all.iter().position(|kept| kept.owner == owner)?;
        all.remove(place)
    }

    /// Memory for a search that brings its own tables.
    pub fn share(&self) -> Share {
        self.share_up_to(usize::MAX)
    }

    fn share_up_to(&self, max: usize) -> Share {
        if self.free.load(Ordering::Relaxed) / 2 < MODEST {
            // Giving memory back to the system takes a while: not under the lock.
            let given_up = std::mem::take(&mut *self.kept());
            drop(given_up);
        }
        Share::take_half(&self.free, max)
    }

    fn make(&self, owner: Owner, asked: Option<usize>) -> Kept {
        let share = self.share_up_to(asked.map_or(usize::MAX, |mebibytes| mebibytes.saturating_sub(1)));
        let engine = Engine::new(share.mebibytes(), 1);
        Kept { owner, engine, asked, share }
    }

    /// Keeps an engine for the next search of its owner; if there are too many, the one that has waited longest goes.
    fn keep(&self, kept: Kept) {
        let mut all = self.kept();
        all.push_back(kept);
        let oldest = if all.len() > MAX_KEPT { all.pop_front() } else { None };
        drop(all);
        drop(oldest);
    }

    /// Searches with an engine that knows nothing and has a table of this size, whatever is free: what it finds depends on nothing but
    /// the question. It takes its room from the budget as far as there is some.
    pub fn with_fresh<T>(
        &self,
        mebibytes: usize,
        rules: Rules,
        work: impl FnOnce(&mut Engine<Xiangqi>) -> T,
    ) -> T {
        let share = Share::take_up_to(&self.free, mebibytes.saturating_sub(1));
        let mut engine = Engine::new(mebibytes, 1);
        engine.set_rules(rules);
        let done = work(&mut engine);
        drop(engine);
        drop(share);
        done
    }

    /// An engine that knows nothing, for a search of few nodes by these rules.
    pub fn small(rules: Rules) -> Engine<Xiangqi> {
        let mut engine = Engine::new(1, 1);
        engine.set_rules(rules);
        engine
    }

    /// Gives up what is kept for a client that has gone.
    pub fn forget(&self, client: u64) {
        let mut all = self.kept();
        let (gone, left) =
            std::mem::take(&mut *all).into_iter().partition::<VecDeque<_>, _>(|kept| kept.owner == client);
        *all = left;
        drop(all);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::RuleSet;

    const USUAL: Means = Means { threads: 1, mebibytes: None };

    #[test]
    fn a_search_has_what_it_asked_for_if_that_is_free() {
        let rules = Rules::from(RuleSet::Asian);
        let budget = TableBudget::new(100, 20);
        assert_eq!(budget.largest(), 41);
        for (mebibytes, threads, found) in [(8, 2, 8), (8, 1, 8), (41, 1, 41), (99, 1, 41), (1, 1, 1)] {
            let means = Means { threads, mebibytes: Some(mebibytes) };
            budget.with(1, rules, means, |engine| {
                assert_eq!((engine.hash(), engine.threads()), (found, threads), "{means:?}");
            });
            assert_eq!(budget.kept().len(), 1, "what does not fit any more is given up");
        }
        budget.with(1, rules, USUAL, |engine| assert_eq!(engine.hash(), 41));
    }

    #[test]
    fn the_budget_is_kept() {
        let rules = Rules::from(RuleSet::Asian);
        let budget = TableBudget::new(100, 20);
        let free = || budget.free.load(Ordering::Relaxed);
        let made: Vec<Kept> = (0..20).map(|client| budget.make(client, None)).collect();
        let sizes: Vec<usize> = made.iter().map(|kept| kept.share.mebibytes).collect();
        assert_eq!(&sizes[..4], [40, 20, 10, 5]);
        assert_eq!(free() + sizes.iter().sum::<usize>(), 80);
        for kept in made {
            budget.keep(kept);
        }
        assert_eq!(budget.kept().len(), MAX_KEPT);
        assert_eq!(free(), 80 - sizes[12..].iter().sum::<usize>());
        // An old acquaintance has its own table again; a newcomer half of the rest.
        assert_eq!(budget.take(19).map(|kept| kept.share.mebibytes), Some(sizes[19]));
        budget.with(99, rules, USUAL, |_| assert!(free() <= 40));
        let before = free();
        budget.with_fresh(4, rules, |engine| assert_eq!((engine.hash(), before - free()), (4, 3)));
        assert_eq!(free(), before);
        (0..100).for_each(|client| budget.forget(client));
        assert_eq!((free(), budget.kept().len()), (80, 0));
    }

    #[test]
    fn room_is_made_for_newcomers() {
        let rules = Rules::from(RuleSet::Asian);
        let budget = TableBudget::new(60, 0);
        for client in 0..10 {
            budget.with(client, rules, USUAL, |_| {});
        }
        budget.with(10, rules, USUAL, |_| assert!(budget.free.load(Ordering::Relaxed) <= 45));
        let kept = budget.kept().iter().map(|kept| kept.share.mebibytes).max();
        assert!(kept.is_some_and(|most| most >= MODEST / 2), "{kept:?}");
    }
}

//! The memory of searches: one budget for all transposition tables.
//!
//! Every search has one mebibyte for sure; what the budget holds beyond that is shared: a search takes half of what is free when
//! it begins. One analysis alone has nearly half of the budget, the next a quarter and so on, and the sum never exceeds it.
//! A table is kept for the next search of the same tab, which profits from it, until somebody else needs the room.
//! Beside its table a search remembers a few mebibytes of histories; how many searches there are is limited.

use engine::Engine;
use games::Xiangqi;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xiangqi::Rules;

/// With less than this to be had, in mebibytes, tables that nobody uses at the moment are given up.
const MODEST: usize = 16;
/// The most tables that are kept for later.
const MOST_KEPT: usize = 8;

/// Whose table it is: a tab, and which of its searches.
pub type Owner = (u64, Purpose);

/// What a table is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Moves and analysis.
    Go,
    /// The review of a game.
    Review,
}

/// Mebibytes of the budget, given back when dropped.
struct Share {
    free: Arc<AtomicUsize>,
    mebibytes: usize,
}

impl Share {
    /// Half of what is free.
    fn take(free: &Arc<AtomicUsize>) -> Self {
        let before = free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| Some(free - free / 2));
        let (Ok(before) | Err(before)) = before;
        Self { free: Arc::clone(free), mebibytes: before / 2 }
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
    /// What its table has beyond the first mebibyte; the table goes before it is given back.
    #[allow(dead_code)] // held to be dropped
    share: Share,
}

/// Lends engines.
pub struct Tables {
    free: Arc<AtomicUsize>,
    kept: Mutex<VecDeque<Kept>>,
}

impl Tables {
    /// Tables for at most so many searches at once, of so many mebibytes together.
    pub fn new(mebibytes: usize, searches: usize) -> Self {
        let free = Arc::new(AtomicUsize::new(mebibytes.saturating_sub(searches)));
        Self { free, kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches by these rules: with the engine of the owner's last search, if it is still there.
    pub fn with<T>(&self, owner: Owner, rules: Rules, work: impl FnOnce(&mut Engine<Xiangqi>) -> T) -> T {
        let mut kept = self.take(owner).unwrap_or_else(|| self.make(owner));
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

    fn make(&self, owner: Owner) -> Kept {
        if self.free.load(Ordering::Relaxed) / 2 < MODEST {
            // Giving memory back to the system takes a while: not under the lock.
            let given_up = std::mem::take(&mut *self.kept());
            drop(given_up);
        }
        let share = Share::take(&self.free);
        let engine = Engine::new(1 + share.mebibytes, 1);
        Kept { owner, engine, share }
    }

    fn keep(&self, kept: Kept) {
        let mut all = self.kept();
        all.push_back(kept);
        let oldest = if all.len() > MOST_KEPT { all.pop_front() } else { None };
        drop(all);
        drop(oldest);
    }

    /// An engine that knows nothing, for a search of few nodes by these rules.
    pub fn small(rules: Rules) -> Engine<Xiangqi> {
        let mut engine = Engine::new(1, 1);
        engine.set_rules(rules);
        engine
    }

    /// Gives up what is kept for a tab that has gone.
    pub fn forget(&self, tab: u64) {
        let mut all = self.kept();
        let (gone, left) =
            std::mem::take(&mut *all).into_iter().partition::<VecDeque<_>, _>(|kept| kept.owner.0 == tab);
        *all = left;
        drop(all);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::RuleSet;

    #[test]
    fn the_budget_is_kept() {
        let rules = Rules::from(RuleSet::Asian);
        let tables = Tables::new(100, 20);
        let free = || tables.free.load(Ordering::Relaxed);
        let made: Vec<Kept> = (0..20).map(|tab| tables.make((tab, Purpose::Go))).collect();
        let sizes: Vec<usize> = made.iter().map(|kept| kept.share.mebibytes).collect();
        assert_eq!(&sizes[..4], [40, 20, 10, 5]);
        assert_eq!(free() + sizes.iter().sum::<usize>(), 80);
        for kept in made {
            tables.keep(kept);
        }
        assert_eq!(tables.kept().len(), MOST_KEPT);
        assert_eq!(free(), 80 - sizes[12..].iter().sum::<usize>());
        // An old acquaintance has its own table again; a newcomer half of the rest.
        assert_eq!(tables.take((19, Purpose::Go)).map(|kept| kept.share.mebibytes), Some(sizes[19]));
        assert!(tables.take((19, Purpose::Review)).is_none());
        tables.with((99, Purpose::Go), rules, |_| assert!(free() <= 40));
        (0..100).for_each(|tab| tables.forget(tab));
        assert_eq!((free(), tables.kept().len()), (80, 0));
    }

    #[test]
    fn room_is_made_for_newcomers() {
        let rules = Rules::from(RuleSet::Asian);
        let tables = Tables::new(60, 0);
        for tab in 0..10 {
            tables.with((tab, Purpose::Go), rules, |_| {});
        }
        tables.with((10, Purpose::Go), rules, |_| assert!(tables.free.load(Ordering::Relaxed) <= 45));
        let kept = tables.kept().iter().map(|kept| kept.share.mebibytes).max();
        assert!(kept.is_some_and(|most| most >= MODEST / 2), "{kept:?}");
    }
}

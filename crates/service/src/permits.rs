//! How many searches there may be at once: the right to search is a permit.
//!
//! A quarter of the places is kept for those who cannot wait, moves of games above all. Analyses and reviews can: where no place of
//! theirs is free they wait for one, and begin as others end. Who is told to stop while it waits is let in at once, for it only has to
//! say that it has ended.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many searches there are, and a bell for those who wait.
#[derive(Default)]
struct Places {
    taken: Mutex<usize>,
    bell: Condvar,
}

impl Places {
    fn taken(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to search. Dropped, it is given back.
pub struct SearchPermit(Arc<Places>);

impl Drop for SearchPermit {
    fn drop(&mut self) {
        *self.0.taken() -= 1;
        self.0.bell.notify_all();
    }
}

/// Gives permits out.
pub struct Permits {
    max: usize,
    places: Arc<Places>,
}

impl Permits {
    /// Permits for at most this many searches.
    pub fn new(max: usize) -> Self {
        Self { max, places: Arc::default() }
    }

    /// The most searches that can wait for their place.
    fn max_patient(&self) -> usize {
        self.max - self.max / 4
    }

    /// The right to search; none if there are too many searches already.
    pub fn take(&self) -> Option<SearchPermit> {
        let mut taken = self.places.taken();
        if *taken >= self.max {
            return None;
        }
        *taken += 1;
        Some(SearchPermit(Arc::clone(&self.places)))
    }

    /// The right to search, as soon as there is a place that is not kept for others; or at once if it is told to stop, which is seen
    /// after [`wake`](Self::wake).
    pub fn wait(&self, stop: &AtomicBool) -> SearchPermit {
        let mut taken = self.places.taken();
        while *taken >= self.max_patient() && !stop.load(Ordering::Relaxed) {
            taken = self.places.bell.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += 1;
        SearchPermit(Arc::clone(&self.places))
    }

    /// Lets everybody who waits look at the flag that tells it to stop.
    pub fn wake(&self) {
        let _taken = self.places.taken();
        self.places.bell.notify_all();
    }

    /// How many searches have a permit.
    pub fn taken(&self) -> usize {
        *self.places.taken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_kept_for_those_who_cannot_wait() {
        let permits = Permits::new(8);
        let (never, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        let mut patient: Vec<SearchPermit> = (0..6).map(|_| permits.wait(&never)).collect();
        std::thread::scope(|scope| {
            let seventh = scope.spawn(|| permits.wait(&never));
            // Whoever is in a hurry has a place, now and later.
            let hurried = [permits.take(), permits.take()];
            assert!(hurried.iter().all(Option::is_some) && permits.take().is_none());
            assert!(!seventh.is_finished(), "a place that is kept was given to somebody who can wait");
            drop(hurried);
            assert!(!seventh.is_finished());
            patient.pop();
            let permit = seventh.join();
            assert!(permit.is_ok() && permits.taken() == 6);
            // Told to stop, nobody waits.
            let eighth = scope.spawn(|| permits.wait(&stop));
            stop.store(true, Ordering::Relaxed);
            permits.wake();
            drop(eighth.join());
        });
        drop(patient);
        assert_eq!(permits.taken(), 0);
    }
}

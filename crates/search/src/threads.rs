//! Several threads on one search (lazy SMP): all of them deepen by themselves and share the table, so that each
//! finds what the others have found. At the end they vote.

use crate::iterate::SearchResult;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the helpers when the main thread leaves, by whatever way.
pub struct Halt<'a>(pub &'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether a thread searches an iteration. The main thread (0) searches all. Helpers leave some out, each by a
/// pattern of its own, so that they do not all do the same work at the same time: some are ahead, and what they
/// leave in the table makes the others faster.
///
/// ```text
/// helper  period   depths searched
///  1, 2     2      - 2 - 4 - 6 - 8 …   and   1 - 3 - 5 - 7 - …
///  3 … 6    4      two of four, the pattern shifted by one for each helper
///  7 … 12   6      three of six, and so on
/// ```
pub fn searches_depth(number: usize, depth: usize) -> bool {
    if number == 0 {
        return true;
    }
    let (mut first, mut half) = (1, 1);
    while number >= first + 2 * half {
        first += 2 * half;
        half += 1;
    }
    ((depth + number - first) / half).is_multiple_of(2)
}

/// Even the worst result has a say.
const MIN_WEIGHT: i64 = 20;
/// Scores further apart than this differ no more: a mate is settled before the votes are counted.
const MAX_APART: i32 = 2000;

/// The result that the threads agree upon, if it is not that of the main thread.
///
/// Each votes for its move with the weight of its depth and of how far its score lies above the worst ("Lazy SMP"
/// on the chessprogramming wiki). A proved win goes before any vote, the shortest first.
pub fn vote<'a, M: Copy + Eq>(
    main: &'a SearchResult<M>,
    others: &'a [SearchResult<M>],
) -> Option<&'a SearchResult<M>> {
    let voters =
        || std::iter::once(main).chain(others).filter(|found| found.depth > 0 && !found.line.is_empty());
    // Of equals the first stays.
    let best_by = |rank: &dyn Fn(&SearchResult<M>) -> (i64, i64)| {
        voters().reduce(|best, next| if rank(next) > rank(best) { next } else { best })
    };
    let score = |found: &SearchResult<M>| i64::from(found.score.value());
    let worst = voters().map(|found| found.score.value().clamp(-MAX_APART, MAX_APART)).min()?;
    let weight = |found: &SearchResult<M>| {
        let above = found.score.value().clamp(-MAX_APART, MAX_APART) - worst;
        (i64::from(above) + MIN_WEIGHT) * found.depth as i64
    };
    let votes = |found: &SearchResult<M>| -> i64 {
        voters().filter(|other| other.line.first() == found.line.first()).map(weight).sum()
    };
    let chosen = if voters().any(|found| found.score.is_win()) {
        best_by(&|found| (score(found), found.depth as i64))
    } else {
        best_by(&|found| (votes(found), weight(found)))
    };
    chosen.filter(|chosen| !std::ptr::eq(*chosen, main))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn found(mv: u16, score: Score, depth: usize) -> SearchResult<u16> {
        SearchResult { line: vec![mv], score, depth, nodes: 0 }
    }

    #[test]
    fn threads_vote_for_moves() {
        let cp = Score::evaluation;
        let main = found(1, cp(10), 12);
        assert!(vote(&main, &[]).is_none());
        assert!(vote(&main, &[found(2, cp(10), 12)]).is_none(), "of equals the main thread's stays");
        assert!(vote(&main, &[found(2, cp(500), 0)]).is_none(), "nothing was finished");
        let others = [found(2, cp(12), 12), found(2, cp(11), 13)];
        assert_eq!(vote(&main, &others).map(|found| (found.line[0], found.depth)), Some((2, 13)));
        assert_eq!(
            vote(&main, &[found(2, cp(90), 12)]).map(|found| found.line[0]),
            Some(2),
            "far above the worst"
        );
        let mates = [found(2, cp(900), 30), found(3, Score::mate_in(9), 4), found(4, Score::mate_in(5), 3)];
        assert_eq!(vote(&main, &mates).map(|found| found.line[0]), Some(4), "the shortest mate wins");
        let lost = found(1, Score::mated_in(4), 14);
        assert_eq!(vote(&lost, &[found(2, cp(-300), 12)]).map(|found| found.line[0]), Some(2));
    }

    #[test]
    fn helpers_share_the_depths() {
        for number in 0..64 {
            let searched = |depth| searches_depth(number, depth);
            let count = (1..=120).filter(|&depth| searched(depth)).count();
            assert!(if number == 0 { count == 120 } else { (50..=70).contains(&count) }, "{number}: {count}");
        }
        let pattern = |number| (1..=24).map(|depth| searches_depth(number, depth)).collect::<Vec<_>>();
        for helper in 1..12 {
            assert_ne!(pattern(helper), pattern(helper + 1));
        }
    }
}

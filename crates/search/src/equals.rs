//! A choice at random among moves that are as good as the best, or nearly so.
//!
//! Principal variation search proves only that none of the other moves is better. A second look, with a null
//! window just below what is good enough, shows which of them hold that score. It costs at most a part of what the
//! search may take, and nothing unless a seed is given.

use crate::iterate::SearchResult;
use crate::table::{Bound, Keying};
use crate::tally::Tally;
use crate::window::Window;
use crate::worker::Worker;
use crate::{Evaluator, Game, Score};
use xiangqi::Random;

/// With a seed, the search itself gets this much of the time or the nodes, in percent; the second look has the
/// rest.
pub const SEARCH_PERCENT: u32 = 75;
/// Where nothing limits the nodes, the second look costs at most this many percent of what the search has cost, or,
/// if that is less, this many nodes, which cost next to nothing.
const LOOK_PERCENT: u64 = 50;
const MIN_LOOK: u64 = 10_000;

impl<G: Game, E: Evaluator<G>, K: Keying> Worker<'_, G, E, K> {
    /// The part of a limit that the search may use before the second look.
    pub fn search_percent(&self) -> u32 {
        if self.shared.limits.seed != 0 && self.shared.limits.lines <= 1 { SEARCH_PERCENT } else { 100 }
    }

    /// Puts a move chosen at random among the best in the place of the best. One position and one seed give one
    /// choice. Moves that the time did not suffice for do not take part.
    pub fn choose_among_equals(&mut self, found: &mut SearchResult<G::Move>) {
        // A mate is played as it was found.
        let is_open = found.depth > 0 && !found.score.is_mate() && !self.is_told_to_stop();
        let Some(&best) = found.line.first().filter(|_| is_open) else { return };
        let so_far = self.total_nodes();
        let look = (so_far / 100 * LOOK_PERCENT).max(MIN_LOOK);
        self.budget = Some(self.shared.limits.nodes.unwrap_or(so_far + look));
        self.time.is_last_look = true;
        self.is_stopped = false;
        // The search has shown most of the others to be worse.
        let enough = found.score - self.shared.limits.leeway;
        // What a weak level overlooks it has not searched, and does not find now.
        let blindness = self.shared.limits.blindness;
        let is_seen = |mv: G::Move| !blindness.hides(G::code(mv), G::is_noisy(&self.position, mv));
        let others: Vec<G::Move> =
            self.roots.at_least(enough).filter(|&mv| mv != best && is_seen(mv)).collect();
        let mut equals = vec![(found.score, found.line.clone())];
        for mv in others {
            let is_noisy = G::is_noisy(&self.position, mv);
            self.play(mv, is_noisy, 0);
            let score = -self.search_node(-Window::at_least(enough), found.depth as i32 - 1, 1, true);
            self.undo();
            if self.is_stopped {
                break;
            }
            if score >= enough {
                self.extend_variation(0, mv);
                equals.push((score.min(found.score), self.variations[0].clone()));
            }
        }
        self.add_images(&mut equals);
        self.tally.equals(equals.iter().filter_map(|(_, line)| line.first().map(|&mv| G::code(mv))));
        let lot = Random::mix(self.shared.limits.seed ^ G::key(&self.position)) % equals.len() as u64;
        (found.score, found.line) = equals.swap_remove(lot as usize);
        if lot > 0 {
            self.tell(found.depth, 1, found.score, Bound::Exact, &found.line);
        }
    }

    /// Adds the images of lines in a position that is symmetric. A search cannot be trusted to find them equal: what it
    /// knows of the second is a bound from reduced depth, beside a table and an evaluation that are not symmetric.
    fn add_images(&self, equals: &mut Vec<(Score, Vec<G::Move>)>) {
        let Some(image) = G::symmetry(&self.position) else { return };
        for place in 0..equals.len() {
            let (score, line) = &equals[place];
            let twin = (*score, line.iter().map(|&mv| image(mv)).collect::<Vec<_>>());
            let first = twin.1.first().copied().filter(|&mv| self.roots.contains(mv));
            if first.is_some() && equals.iter().all(|(_, line)| line.first().copied() != first) {
                equals.push(twin);
            }
        }
    }
}

//! What the engine's thread does.

use crate::event::Teller;
use crate::{Event, Spoken};
use game::{Score, Which};
use search::{Control, Found, Limits, Searcher};
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A search with a clock that begins now.
pub fn search<G: Spoken>(
    searcher: &mut Searcher<G, G::Judge>,
    position: &G::Position,
    limits: &Limits<G::Move>,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(Event),
) -> Found<G::Move> {
    let began = Instant::now();
    let elapsed = || began.elapsed();
    let control = Control { stop, elapsed: &elapsed };
    searcher.search(position, limits, control, &mut Teller::<G> { position: position.clone(), listener })
}

/// What to answer when the search has nothing.
pub fn any_move<G: Spoken>(position: &G::Position, limits: &Limits<G::Move>) -> Found<G::Move> {
    let mut line = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |mv| {
            let is_wanted = limits.moves.is_empty() || limits.moves.contains(&mv);
            if line.is_empty() && is_wanted && !limits.excluded.contains(&mv) {
                line.push(mv);
            }
        });
    }
    Found { line, score: Score::DRAW, depth: 0, nodes: 0 }
}

pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("the search failed: {}", text.unwrap_or("no reason given"))
}

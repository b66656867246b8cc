//! The last tree again: when the moves since have been searched, what was learnt below them is kept.

use crate::tree::Tree;
use search::Game;

/// How many plies may have been made since the last search: our move, and the answer.
const PLIES: usize = 2;

/// The node of a tree that a position belongs to, if it came about from the root by moves that the tree knows. `past` tells
/// positions with different pasts apart.
pub fn find<G: Game>(
    tree: &Tree,
    root: &G::Position,
    position: &G::Position,
    past: fn(&G::Position) -> u64,
) -> Option<u32> {
    below::<G>(tree, 0, &mut root.clone(), (position, G::key(position)), past, PLIES)
}

fn below<G: Game>(
    tree: &Tree,
    number: u32,
    here: &mut G::Position,
    (sought, key): (&G::Position, u64),
    past: fn(&G::Position) -> u64,
    plies: usize,
) -> Option<u32> {
    if G::key(here) == key && past(here) == past(sought) {
        return Some(number);
    }
    if plies == 0 {
        return None;
    }
    for child in tree.child_numbers(number) {
        let Some(mv) = G::from_code(tree.node(child).code()).filter(|&mv| G::is_legal(here, mv)) else {
            continue;
        };
        // The last ply needs no board.
        if plies == 1 && G::key_after(here, mv).is_some_and(|after| after != key) {
            continue;
        }
        G::play(here, mv);
        let found = below::<G>(tree, child, here, (sought, key), past, plies - 1);
        G::undo(here);
        if found.is_some() {
            return found;
        }
    }
    None
}

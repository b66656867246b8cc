//! Mates proved by trying everything: the slow and obvious way, by which the answers of the suites are checked.

use games::legal_moves;
use search::Game;

/// The moves that mate by force within this many moves, whatever the other side does; nothing if that takes more nodes
/// than allowed.
///
/// ```
/// use games::{Chess, GameText};
/// let position = Chess::parse_position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
/// let mates = ladder::proof::mating_moves::<Chess>(&position, 1, 1_000).unwrap_or_default();
/// assert_eq!(mates.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a1a8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mating_moves<G: Game>(position: &G::Position, moves: usize, nodes: u64) -> Option<Vec<G::Move>> {
    let mut position = position.clone();
    let mut left = nodes;
    let mut found = Vec::new();
    for mv in legal_moves::<G>(&position) {
        if mates_by::<G>(&mut position, mv, moves, &mut left)? {
            found.push(mv);
        }
    }
    Some(found)
}

/// Whether a move mates within this many moves, itself included.
fn mates_by<G: Game>(position: &mut G::Position, mv: G::Move, moves: usize, left: &mut u64) -> Option<bool> {
    if moves == 0 || moves == 1 && !G::gives_check(position, mv) {
        return Some(false);
    }
    *left = left.checked_sub(1)?;
    G::play(position, mv);
    let is_mate = is_lost_in::<G>(position, moves - 1, left);
    G::undo(position);
    is_mate
}

/// Whether the side to move, whatever it does, is mated within this many moves of the other side.
fn is_lost_in<G: Game>(position: &mut G::Position, moves: usize, left: &mut u64) -> Option<bool> {
    let replies = legal_moves::<G>(position);
    if replies.is_empty() {
        return Some(G::no_moves(position, 0).is_loss());
    }
    if moves == 0 {
        return Some(false);
    }
    for reply in replies {
        *left = left.checked_sub(1)?;
        G::play(position, reply);
        let mut answers = legal_moves::<G>(position);
        // Checks first: most mates are made of them.
        answers.sort_by_key(|&mv| !G::gives_check(position, mv));
        let mut is_answered = Some(false);
        for answer in answers {
            is_answered = mates_by::<G>(position, answer, moves, left);
            if is_answered != Some(false) {
                break;
            }
        }
        G::undo(position);
        if !is_answered? {
            return Some(false);
        }
    }
    Some(true)
}

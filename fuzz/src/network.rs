//! Net files.
//!
//! A whole net file has at least 160 kB, which is too much to mutate: the weights are the last bytes of the input over
//! and over, as many as the header asks for.

use crate::check_message;
use crate::seal::{with_fnv, word};
use nnue::kernels::Kernels;
use nnue::{Network, Neural};
use std::sync::Arc;
use xiangqi::Position;

const HEADER_SIZE: usize = 34;
const HASH_SIZE: usize = 8;
const OUTPUT_LAYERS: usize = 8;
/// Larger networks are not tried.
const MAX_SIZE: usize = 1 << 20;

/// A network that is accepted is written as it was read, and all kernels agree on what it says.
pub fn check(data: &[u8]) -> bool {
    let mut is_accepted = try_file(data);
    is_accepted |= try_file(&with_fnv(data));
    is_accepted |= stretched(data).is_some_and(|file| try_file(&file));
    is_accepted
}

/// The header and the texts of the input, then its other bytes over and over up to the promised length.
fn stretched(data: &[u8]) -> Option<Vec<u8>> {
    let double = |at: usize| Some(word(data, at)? | word(data, at + 2)? << 16);
    let (inputs, hidden) = (double(12)?, double(16)?);
    let texts = word(data, 30)? + word(data, 32)?;
    let rows = inputs.checked_mul(hidden)?.checked_add(hidden)?.checked_add(2 * OUTPUT_LAYERS * hidden)?;
    let length = rows.checked_mul(2)?.checked_add(HEADER_SIZE + texts + 4 * OUTPUT_LAYERS)?;
    let (head, filling) = data.split_at_checked(HEADER_SIZE + texts)?;
    if length > MAX_SIZE || filling.is_empty() {
        return None;
    }
    let mut file = head.to_vec();
    file.extend(filling.iter().cycle().take(length - head.len()));
    file.extend([0; HASH_SIZE]);
    Some(with_fnv(&file))
}

fn try_file(file: &[u8]) -> bool {
    match Network::read(file) {
        Ok(network) => {
            assert_eq!(network.write(), file, "written otherwise than read");
            check_scores(&Arc::new(network));
            true
        }
        Err(error) => {
            check_message(&error.to_string(), 400);
            false
        }
    }
}

fn check_scores(network: &Arc<Network>) {
    let mut position = Position::start();
    let neural = |kernels| Neural::with_kernels(Arc::clone(network), kernels);
    let mut evaluations: Vec<Neural> = Kernels::all().into_iter().map(neural).collect();
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        position.try_play(mv.parse().expect("it is a move")).expect("it is legal");
        let mut scores = evaluations.iter_mut().map(|evaluation| {
            evaluation.refresh(&position);
            evaluation.evaluate(&position)
        });
        let first = scores.next();
        assert!(scores.all(|score| Some(score) == first), "the kernels disagree");
    }
}

//! The shipped network judges alike on every machine: the scores of fixed positions, folded into one number, are that
//! number whatever the processor and the kernels.

use nnue::features::{OUTPUT_BUCKETS, output_bucket};
use nnue::kernels::Kernels;
use nnue::{Neural, shipped};
use xiangqi::{Position, Random};

const POSITIONS: &str = include_str!("../../../testdata/perft.epd");
/// Random moves that are followed from each position.
const PLIES: usize = 200;

/// The scores of the shipped network, folded. It changes with the network and with the positions, with nothing else.
const FOLDED: u64 = 0x78CA_1F18_CA32_45B1;

/// Calls `visit` with the pieces and the score of every position.
fn for_each_score(kernels: Kernels, mut visit: impl FnMut(usize, i32)) {
    let mut evaluator = Neural::with_kernels(shipped().expect("the shipped network"), kernels);
    let mut random = Random::new(1);
    for row in POSITIONS.lines() {
        let (fen, _) = row.split_once(';').expect("a position and its counts");
        let mut position: Position = fen.trim().parse().expect("a position");
        evaluator.refresh(&position);
        for ply in 0..=PLIES {
            visit(position.board().occupied().count() as usize, evaluator.evaluate(&position));
            let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
            if ply < PLIES {
                evaluator.push(&position, mv);
                position.play_unchecked(mv);
            }
        }
    }
}

/// FNV-1a of the scores as little-endian numbers of 32 bits.
fn folded(scores: &[i32]) -> u64 {
    scores.iter().flat_map(|score| score.to_le_bytes()).fold(0xCBF2_9CE4_8422_2325, |folded, byte| {
        (folded ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn every_machine_gives_the_same_scores() {
    for kernels in Kernels::all() {
        let mut scores = Vec::new();
        for_each_score(kernels, |_, score| scores.push(score));
        let found = folded(&scores);
        assert_eq!(
            found,
            FOLDED,
            "{} kernels fold {} scores into {found:#018X}; if the network or the positions were changed on purpose, \
             that is the new number, and all machines must agree on it",
            kernels.name(),
            scores.len()
        );
    }
}

#[test]
fn the_positions_ask_every_output_layer() {
    let mut asked = [0; OUTPUT_BUCKETS];
    for_each_score(Kernels::SCALAR, |pieces, _| asked[output_bucket(pieces)] += 1);
    assert!(asked.iter().all(|&count| count >= 20), "{asked:?}");
}

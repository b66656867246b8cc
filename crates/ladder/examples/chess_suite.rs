//! Looks for mates in games of chess that the engine plays against itself, and writes rows for `testdata/ladder/chess.tsv`:
//! positions with one move that mates in n and no other, proved by trying every move. Then pawn endings with one winning move, proved by going backward from the end.
//!
//! `cargo run --release -p chuhe-ladder --example chess_suite -- 12 16 16 12` for that many mates in 2, 3 and 4 and pawn endings.

use engine::{Engine, Limits};
use games::{Chess, GameRules, GameText};
use ladder::pawn_ending::{PawnEndings, square_text};
use ladder::proof::mating_moves;

/// Nodes of a proof that are worth it; more and the test that repeats it takes too long.
const PROOF_NODES: u64 = 3_000_000;
/// Nodes by which games are played, and by which mates are looked for.
const PLAY_NODES: u64 = 300;
const LOOK_NODES: u64 = 20_000;
/// Rounds of the pawn endings' solution from which on the way is long.
const LONG_WAY: u8 = 12;
const LONGEST_GAME: usize = 160;

fn main() {
    let wanted: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (mut missing, endings) = match wanted[..] {
        [two, three, four, endings] => ([two, three, four], endings),
        _ => ([12, 16, 16], 12),
    };
    pawn_endings(endings);
    let mut engine = Engine::<Chess>::new(8, 1);
    for seed in 1.. {
        if missing.iter().all(|&count| count == 0) {
            break;
        }
        let mut taken = [false; 3];
        engine.new_game();
        engine.set_position(Chess::start());
        for ply in 0..LONGEST_GAME {
            if Chess::ending(engine.position()).is_some() {
                break;
            }
            let look = engine.think(&Limits { nodes: Some(LOOK_NODES), ..Limits::default() });
            let distance = look.raw_score.mate_distance().filter(|&moves| moves > 0);
            if let Some(moves @ 2..=4) = distance.map(|moves| moves as usize)
                && missing[moves - 2] > 0
                && !taken[moves - 2]
                && let Some([only]) = mating_moves::<Chess>(engine.position(), moves, PROOF_NODES).as_deref()
                && mating_moves::<Chess>(engine.position(), moves - 1, PROOF_NODES)
                    .is_some_and(|all| all.is_empty())
            {
                taken[moves - 2] = true;
                missing[moves - 2] -= 1;
                let grade = ["easy", "medium", "hard"][moves - 2];
                let text = Chess::position_text(engine.position());
                println!("{grade}\t{text}\t{only}\tmate in {moves}");
            }
            // Weak and varied moves, so that there is something to punish.
            let limits = Limits {
                nodes: Some(PLAY_NODES),
                leeway: 120,
                seed: seed * 1000 + ply as u64 + 1,
                ..Limits::default()
            };
            engine.new_game();
            let Some(best) = engine.think(&limits).best else { break };
            let _ = engine.play(best);
        }
    }
}

/// Endings of a king and a pawn in which the way is long, spread over all of them.
fn pawn_endings(count: usize) {
    let solved = PawnEndings::solve();
    // The other half of the board is its mirror image.
    let long: Vec<_> =
        solved.only_moves().filter(|(one, _, round)| *round >= LONG_WAY && one.pawn % 8 < 4).collect();
    for number in 0..count {
        let (ending, only, _) = long[(2 * number + 1) * long.len() / (2 * count)];
        let mv = square_text(only.squares.0) + &square_text(only.squares.1);
        println!("hard\t{}\t{mv}\tpawn ending: one move wins", ending.fen());
    }
}

//! The laws of the search, on a game that is solved: what it finds is what is there.

mod toy;

use search::contract::{self, laws};
use search::{Game, Limits, Score, Searcher, Techniques};
use std::collections::BTreeMap;
use toy::{Board, Counting, Pawns, Position};

/// Deep enough for every game to end: three pawns a side, three steps each, one of them to win.
const WHOLE_GAME: usize = 18;

/// Techniques that save work and never change a score: which moves come first, and how wide the window is.
const EXACT: [&str; 9] = [
    "aspiration_windows",
    "mate_distance_pruning",
    "fail_high_blending",
    "main_history",
    "continuation_history",
    "killers",
    "early_checks",
    "early_escapes",
    "capture_history",
];

/// Every position that can come about, with what it is worth to the side to move, counted from there.
fn solved() -> BTreeMap<Board, Score> {
    fn solve(board: Board, known: &mut BTreeMap<Board, Score>) -> Score {
        if let Some(&score) = known.get(&board) {
            return score;
        }
        let replies = if board.is_lost() { Vec::new() } else { board.moves() };
        let best = replies.into_iter().map(|mv| a_ply_earlier(-solve(board.after(mv), known))).max();
        let score = best.unwrap_or_else(|| Pawns::no_moves(&board.into(), 0));
        known.insert(board, score);
        score
    }
    let mut known = BTreeMap::new();
    solve(Board::START, &mut known);
    known
}

/// A score as it is counted a ply before.
fn a_ply_earlier(score: Score) -> Score {
    score + i32::from(score.is_loss()) - i32::from(score.is_win())
}

/// Positions in which there is something to search.
fn open_positions() -> Vec<(Position, Score)> {
    let is_open = |(board, _): &(Board, Score)| !board.is_lost() && !board.moves().is_empty();
    solved().into_iter().filter(is_open).map(|(board, score)| (board.into(), score)).collect()
}

fn name(position: &Position) -> String {
    format!("{:?}", position.board)
}

fn only(names: &[&str]) -> Techniques {
    let mut techniques = Techniques::NONE;
    for name in names {
        assert!(techniques.set(name, true), "{name}");
    }
    techniques
}

fn counting() -> Counting {
    Counting
}

#[test]
fn the_game_is_solved() {
    let solved = solved();
    let count = |is: fn(&Score) -> bool| solved.values().filter(|&score| is(score)).count();
    assert_eq!(solved.len(), 987);
    assert_eq!(count(|score| score.is_win()), 355);
    assert_eq!(count(|score| score.is_loss()), 496);
    assert_eq!(solved[&Board::START], Score::DRAW);
    let longest = solved.values().filter_map(|score| score.mate_distance()).max();
    assert_eq!(longest, Some(4), "seven plies");
}

#[test]
fn the_game_keeps_the_contract() {
    for (position, _) in open_positions().iter().step_by(5) {
        contract::check::<Pawns, Counting>(position, 1, &counting, &name);
    }
}

#[test]
fn without_techniques_it_is_negamax() {
    for (position, _) in open_positions() {
        laws::equals_negamax(&position, Techniques::NONE, 6, counting, &name(&position));
    }
    let start = Board::START.into();
    laws::equals_negamax(&start, Techniques::NONE, WHOLE_GAME, counting, "the whole game");
}

#[test]
fn order_and_windows_change_no_score() {
    let each = EXACT.map(|name| only(&[name]));
    for techniques in each.into_iter().chain([only(&EXACT)]) {
        for (position, _) in open_positions().iter().step_by(7) {
            laws::equals_negamax(position, techniques, 6, counting, &name(position));
        }
    }
}

#[test]
fn null_windows_agree_with_the_full_one() {
    for techniques in [Techniques::NONE, only(&EXACT)] {
        for (position, _) in open_positions().iter().step_by(3) {
            for depth in [1, 2, 5] {
                laws::null_windows_agree(position, techniques, depth, counting, &name(position));
            }
        }
    }
}

#[test]
fn the_principal_variation_ends_in_its_score() {
    let sets = [&[][..], &EXACT, &["quiescence"], &["quiescence", "quiet_checks"]];
    for techniques in sets.map(only) {
        for (position, _) in open_positions().iter().step_by(3) {
            for depth in [1, 2, 3, 6] {
                laws::variation_ends_in_its_score(position, techniques, depth, counting, &name(position));
            }
        }
    }
}

/// However little is searched, nothing is proved that is not so. Deep enough, everything is proved.
#[test]
fn every_technique_keeps_what_is_proved() {
    let alone = Techniques::NAMES.iter().map(|name| (*name, only(&[name])));
    let sets = alone.chain([("none", Techniques::NONE), ("all", Techniques::ALL)]);
    let positions = open_positions();
    for (technique, techniques) in sets {
        let mut searcher = Searcher::new(1, 1, counting);
        for (position, exact) in positions.iter().step_by(3) {
            let mut found = |depth| {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                laws::deepen(&mut searcher, techniques, position, &limits)
            };
            let place = || format!("with {technique}, {}", name(position));
            for depth in [1, 3, 6] {
                let score = found(depth);
                assert!(!score.is_win() || exact.is_win(), "{score:?} at depth {depth} {}", place());
                assert!(!score.is_loss() || exact.is_loss(), "{score:?} at depth {depth} {}", place());
            }
            let score = found(4 * WHOLE_GAME);
            assert_eq!(score, *exact, "{}", place());
        }
    }
}

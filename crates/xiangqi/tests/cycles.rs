//! Laws of the verdicts on repetition, over random games that go round in circles.
//!
//! `CHUHE_ORACLE_POSITIONS` sets how many such games are tried.

mod common;

use common::{budget, for_each_board, text};
use xiangqi::{Board, Fen, Move, Outcome, PieceKind, Position, Random, Reason, RuleSet, Rules};

/// A loop of four plies from a board: each side goes out with a piece and back again, and nothing is captured.
fn random_loop(board: &Board, random: &mut Random) -> Option<[Move; 4]> {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let out = [board.clone(), passed(board)].map(|board| {
        let quiet = |mv: &&Move| !board.is_capture(**mv);
        random.choose(&board.legal_moves().iter().filter(quiet).copied().collect::<Vec<_>>())
    });
    let [Some(first), Some(second)] = out else { return None };
    Some([first, second, back(first), back(second)])
}

/// The board with the other side to move.
fn passed(board: &Board) -> Board {
    let mut board = board.clone();
    board.pass();
    board
}

/// The game of these moves, if all of them are legal and none captures.
fn game(board: &Board, moves: &[Move]) -> Option<Position> {
    let mut position = Position::from(Fen { board: board.clone(), quiet_plies: 0, move_number: 1 });
    for &mv in moves {
        if position.board().is_capture(mv) {
            return None;
        }
        position.try_play(mv).ok()?;
    }
    Some(position)
}

/// Calls `visit` with random boards and two loops that can be played from each.
fn for_each_pair_of_loops(seed: u64, count: usize, mut visit: impl FnMut(&Board, [[Move; 4]; 2])) {
    let mut random = Random::new(seed);
    let mut left = count;
    let is_dull = |board: &Board| board.kind(PieceKind::Pawn).count() > 6;
    for_each_board(seed, count, |board| {
        // Full boards are much alike; the others have the checks, pins and open lines.
        if left == 0 || is_dull(board) {
            return;
        }
        for _ in 0..8 {
            let [Some(one), Some(other)] = [(); 2].map(|()| random_loop(board, &mut random)) else { return };
            if game(board, &[one, other].concat()).is_some() && game(board, &[other, one].concat()).is_some()
            {
                visit(board, [one, other]);
                left = left.saturating_sub(1);
            }
        }
    });
    assert!(left < count, "no loops were found");
}

/// The verdict on a game that goes round in circles; the quick judgement must be the same.
fn judged(rules: RuleSet, board: &Board, moves: &[Move]) -> Outcome {
    let position = game(board, moves).expect("the moves can be played");
    let outcome = Rules::from(rules).judge_repetition(&position, moves.len()).outcome;
    let quick = Rules::from(rules).repetition_outcome(&position, moves.len());
    assert_eq!(quick, outcome, "the quick judgement of {} {moves:?}", text(board));
    outcome
}

#[test]
fn verdicts_of_circles_do_not_depend_on_colour_or_hand() {
    let mut decisive = 0;
    for_each_pair_of_loops(31, budget(20_000), |board, [one, other]| {
        for moves in [[one, one].concat(), [one, other].concat()] {
            let images = |mv: fn(Move) -> Move| moves.iter().copied().map(mv).collect::<Vec<_>>();
            for rules in [RuleSet::Asian, RuleSet::Computer] {
                let outcome = judged(rules, board, &moves);
                let mirrored = judged(rules, &board.mirror(), &images(Move::flip_file));
                assert_eq!(mirrored, outcome, "{} {moves:?} mirrored, {rules}", text(board));
                let swapped = judged(rules, &board.swap_sides(), &images(Move::flip_rank));
                let expected = match outcome {
                    Outcome::Win(side) => Outcome::Win(!side),
                    Outcome::Draw => Outcome::Draw,
                };
                assert_eq!(swapped, expected, "{} {moves:?} with the sides exchanged, {rules}", text(board));
                decisive += usize::from(outcome != Outcome::Draw);
            }
        }
    });
    assert!(decisive > 20, "only {decisive} of the games have a loser");
}

/// Whether somebody loses by two loops, one after the other. Whoever does loses by one of them, too.
fn is_lost(board: &Board, [one, other]: [[Move; 4]; 2]) -> bool {
    let Outcome::Win(winner) = judged(RuleSet::Asian, board, &[one, other].concat()) else { return false };
    let alone = [one, other].map(|around| judged(RuleSet::Asian, board, &[around, around].concat()));
    assert!(alone.contains(&Outcome::Win(winner)), "{} {one:?} {other:?}: {alone:?}", text(board));
    true
}

#[test]
fn whoever_loses_by_two_loops_loses_by_one_of_them() {
    let mut decisive = 0;
    for_each_pair_of_loops(32, budget(20_000), |board, loops| decisive += usize::from(is_lost(board, loops)));
    assert!(decisive > 5, "only {decisive} of the games have a loser");
}

#[test]
fn two_mutual_chases_are_a_draw_in_any_order() {
    // Two rooks and two cannons that chase each other whichever rook moves: the appendix of the Asian rules.
    let fen: Fen = "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w".parse().unwrap();
    let moves_of = |board: &Board, kind: PieceKind| -> Vec<Move> {
        let is_quiet = |mv: &Move| board.kind(kind).has(mv.from()) && !board.is_capture(*mv);
        board.legal_moves().iter().copied().filter(is_quiet).collect()
    };
    let out = moves_of(&fen.board, PieceKind::Rook);
    let answers = moves_of(&passed(&fen.board), PieceKind::Advisor);
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let loops: Vec<[Move; 4]> = (out.iter())
        .flat_map(|&red| answers.iter().map(move |&black| [red, black, back(red), back(black)]))
        .filter(|around| game(&fen.board, around).is_some())
        .collect();
    let mut acquitted = 0;
    for &one in &loops {
        for &other in &loops {
            is_lost(&fen.board, [one, other]);
            let position = game(&fen.board, &[one, other].concat()).expect("both loops can be played");
            let Reason::Repetition(repetition) =
                Rules::from(RuleSet::Asian).judge_repetition(&position, 8).reason
            else {
                panic!("a repetition is judged as one")
            };
            acquitted += usize::from(!repetition.counter_offences.is_empty());
        }
    }
    assert!(acquitted > 10, "only {acquitted} of the games are drawn because of their loops");
}

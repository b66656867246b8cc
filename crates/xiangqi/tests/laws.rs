//! Laws that hold in every position: the fast code against the slow, and against itself.
//!
//! `CHUHE_ORACLE_POSITIONS` sets how many positions are tried.

mod common;

use common::{budget, for_each_board, text};
use std::collections::BTreeSet;
use xiangqi::board::{EXCHANGE_VALUES, slow};
use xiangqi::{Bitboard, Board, BoardBuilder, Fen, Generate, Move, MoveList, Position, Random};

fn set(moves: &[Move]) -> BTreeSet<Move> {
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move is listed twice");
    set
}

fn generated(board: &Board, which: Generate) -> BTreeSet<Move> {
    let mut list = MoveList::new();
    board.generate(which, &board.danger(), &mut list);
    set(&list)
}

#[test]
fn fast_moves_equal_slow_moves() {
    for_each_board(1, budget(50_000), |board| {
        let legal = set(&slow::legal_moves(board));
        let fen = text(board);
        assert_eq!(generated(board, Generate::Legal), legal, "legal moves of {fen}");
        assert_eq!(board.count_legal_moves(), legal.len() as u64, "number of moves of {fen}");
        assert_eq!(board.has_legal_move(), !legal.is_empty(), "{fen}");
        let captures: BTreeSet<Move> = legal.iter().copied().filter(|&mv| board.is_capture(mv)).collect();
        let quiets: BTreeSet<Move> = legal.difference(&captures).copied().collect();
        assert_eq!(generated(board, Generate::Captures), captures, "captures of {fen}");
        assert_eq!(generated(board, Generate::Quiets), quiets, "quiets of {fen}");
        let checks = quiets.iter().copied().filter(|&mv| slow::gives_check(board, mv)).collect();
        assert_eq!(generated(board, Generate::QuietChecks), checks, "quiet checks of {fen}");
        let evasions = if board.is_check() { legal.clone() } else { BTreeSet::new() };
        assert_eq!(generated(board, Generate::Evasions), evasions, "evasions of {fen}");
        let pseudo_legal = generated(board, Generate::PseudoLegal);
        assert!(pseudo_legal.is_superset(&legal), "pseudo-legal moves of {fen}");
        let safe: BTreeSet<Move> = pseudo_legal
            .into_iter()
            .filter(|&mv| {
                let mut after = board.clone();
                after.play_unchecked(mv);
                after.pass();
                !after.is_check()
            })
            .collect();
        assert_eq!(safe, legal, "pseudo-legal moves of {fen} that leave the king safe");
        assert_eq!(board.danger().checkers, board.checkers(), "{fen}");
    });
}

#[test]
fn pairs_of_moves_are_counted_as_they_are_played() {
    for_each_board(2, budget(50_000) / 50, |board| {
        let played: u64 = slow::legal_moves(board)
            .iter()
            .map(|&mv| {
                let mut after = board.clone();
                after.play_unchecked(mv);
                slow::legal_moves(&after).len() as u64
            })
            .sum();
        assert_eq!(board.count_move_pairs(), played, "{}", text(board));
    });
}

#[test]
fn is_legal_equals_the_generator_over_all_codes() {
    for_each_board(3, budget(50_000) / 250, |board| {
        let legal = generated(board, Generate::Legal);
        for code in 0..=u16::MAX {
            let is_legal = Move::from_code(code).is_some_and(|mv| board.is_legal(mv));
            let is_listed = Move::from_code(code).is_some_and(|mv| legal.contains(&mv));
            assert_eq!(is_legal, is_listed, "move code {code} in {}", text(board));
        }
    });
}

#[test]
fn moves_keep_the_board_consistent_and_unmaking_restores_it() {
    for_each_board(4, budget(50_000) / 5, |board| {
        for &mv in &board.legal_moves() {
            let mut after = board.clone();
            let captured = after.play_unchecked(mv);
            assert_eq!(after.key(), board.key_after(mv), "the key after {mv} in {}", text(board));
            // Built anew, everything is recomputed: sets, line words, kings, keys.
            assert_eq!(BoardBuilder::from(&after).build().as_ref(), Ok(&after), "{mv} in {}", text(board));
            after.take_back(mv, captured);
            assert_eq!(&after, board, "{mv} taken back in {}", text(board));
        }
        let mut passed = board.clone();
        passed.pass();
        assert_ne!(passed.key(), board.key());
        passed.pass();
        assert_eq!(&passed, board);
    });
}

#[test]
fn gives_check_equals_make_and_look() {
    for_each_board(5, budget(50_000) / 2, |board| {
        let checks = board.checks();
        for &mv in &board.legal_moves() {
            let expected = slow::gives_check(board, mv);
            assert_eq!(board.gives_check(mv), expected, "{mv} in {}", text(board));
            let Some(piece) = board.piece(mv.from()) else { panic!("nothing on {}", mv.from()) };
            let target = Bitboard::of(mv.to());
            let checking = board.checking_targets(piece.kind(), mv.from(), target, &checks);
            assert_eq!(checking.any(), expected, "{mv} in {}, by squares", text(board));
            let mut after = board.clone();
            after.play_unchecked(mv);
            assert_eq!(after.is_check(), expected, "{mv} in {}", text(board));
        }
    });
}

#[test]
fn exchange_equals_its_slow_twin() {
    for_each_board(6, budget(50_000) / 10, |board| {
        for &mv in &board.legal_moves() {
            let gain = slow::exchange(board, mv, &EXCHANGE_VALUES);
            for threshold in [gain - 150, gain - 1, gain, gain + 1, gain + 150, 0] {
                assert_eq!(
                    board.see_at_least(mv, threshold, &EXCHANGE_VALUES),
                    gain >= threshold,
                    "{mv} gains {gain}, asked for {threshold}, in {}",
                    text(board)
                );
            }
        }
    });
}

#[test]
fn fen_round_trips() {
    for_each_board(7, budget(50_000) / 5, |board| {
        let fen = Fen { board: board.clone(), quiet_plies: 7, move_number: 31 };
        assert_eq!(fen.to_string().parse(), Ok(fen));
    });
}

#[test]
fn mirror_images_have_mirrored_moves() {
    for_each_board(8, budget(50_000) / 5, |board| {
        let legal = board.legal_moves();
        let mirrored: Vec<Move> = legal.iter().map(|mv| mv.flip_file()).collect();
        assert_eq!(set(&board.mirror().legal_moves()), set(&mirrored), "{}", text(board));
        let swapped: Vec<Move> = legal.iter().map(|mv| mv.flip_rank()).collect();
        assert_eq!(set(&board.swap_sides().legal_moves()), set(&swapped), "{}", text(board));
        assert_eq!(&board.mirror().mirror(), board);
        assert_eq!(&board.swap_sides().swap_sides(), board);
    });
}

#[test]
fn a_position_remembers_and_forgets() {
    let mut random = Random::new(9);
    for _ in 0..budget(50_000) / 1_000 {
        let mut position = Position::start();
        let mut boards = vec![(position.fen(), position.is_check())];
        for _ in 0..random.below(300) {
            let moves = position.board().legal_moves();
            let Some(mv) = random.choose(&moves) else { break };
            position.try_play(mv).expect("the generator lists legal moves");
            let board = position.board();
            // Counted by hand: the positions since the last capture, with the same side to move.
            let quiet = position.past().iter().rev().take_while(|ply| ply.captured.is_none()).count();
            let earlier = boards[boards.len() - quiet..].iter().rev().zip(1..);
            let expected: Vec<usize> =
                earlier.filter(|((fen, _), _)| &fen.board == board).map(|(_, distance)| distance).collect();
            assert_eq!(position.earlier_occurrences().collect::<Vec<_>>(), expected);
            assert_eq!(position.last_occurrence(), expected.first().copied());
            assert_eq!(position.is_check(), board.is_check());
            boards.push((position.fen(), position.is_check()));
        }
        while let Some((fen, is_check)) = boards.pop() {
            assert_eq!((position.fen(), position.is_check()), (fen, is_check));
            position.undo();
        }
        assert!(position.undo().is_none());
    }
}

//! Everything that an explanation says is looked up again, by the slow rules of movement, in mistakes that are made at random.

use super::*;
use crate::review::{Circumstance, class};
use crate::{Engine, Limits};
use games::Xiangqi;
use std::collections::BTreeMap;
use xiangqi::board::slow;
use xiangqi::{PieceKind, Position, Random, Square};

const GAMES: &str = include_str!("../../../../../testdata/notation/master_games_sample.tsv");
const NODES: u64 = 2_000;
const MISTAKES: usize = 250;

fn look(engine: &mut Engine<Xiangqi>, position: &Position) -> Looked {
    engine.new_game();
    engine.set_position(position.clone());
    let answer = engine.think(&Limits { nodes: Some(NODES), ..Limits::default() });
    let (worth, chances) = Worth::of_score(position, answer.raw_score);
    Looked { worth, chances, line: answer.line }
}

/// A random position of a random game.
fn random_position(random: &mut Random) -> Position {
    let rows: Vec<&str> = GAMES.lines().skip(1).collect();
    let row = rows[random.below(rows.len())];
    let moves: Vec<Move> =
        row.split('\t').nth(5).unwrap().split_whitespace().map(|text| text.parse().unwrap()).collect();
    let mut position = Position::start();
    for &mv in &moves[..random.below(moves.len())] {
        position.play_unchecked(mv);
    }
    position
}

fn slowly_legal(board: &Board, mv: Move) -> bool {
    slow::legal_moves(board).contains(&mv)
}

/// The boards of a line, by the slow rules.
fn boards(board: &Board, moves: &[Move]) -> Vec<Board> {
    let mut boards = vec![board.clone()];
    for &mv in moves {
        let mut next = boards.last().unwrap().clone();
        assert!(slowly_legal(&next, mv), "{mv}");
        next.play_unchecked(mv);
        boards.push(next);
    }
    boards
}

/// What a side has lost more than the other, by kind, counted on the boards.
fn counted(first: &Board, last: &Board, side: Colour) -> [i32; 7] {
    let count = |board: &Board, colour, kind| i32::try_from(board.of(colour, kind).count()).unwrap();
    PieceKind::ALL.map(|kind| {
        let fallen = |colour| count(first, colour, kind) - count(last, colour, kind);
        fallen(side) - fallen(!side)
    })
}

fn check_change(boards: &[Board], change: &MaterialChange, side: Colour) {
    let expected = counted(&boards[0], boards.last().unwrap(), side);
    let said: Vec<i32> =
        (0..7).map(|index| i32::from(change.lost[index]) - i32::from(change.taken[index])).collect();
    assert_eq!(said, expected);
    assert!((0..7).all(|index| change.lost[index] == 0 || change.taken[index] == 0));
}

fn check_mate(boards: &[Board], plies: usize, mate: MateInLine, mated: Colour) {
    let end = boards.last().unwrap();
    assert_eq!(plies, 2 * mate.moves - 1);
    assert!(slow::legal_moves(end).is_empty() && end.side() == mated && end.is_check() == mate.is_check);
}

/// Whether a side could take what stands on a square.
fn is_taken_back(board: &Board, square: Square) -> bool {
    slow::legal_moves(board).iter().any(|mv| mv.to() == square)
}

fn check_fall(line: &[Move], boards: &[Board], fall: &Fall) {
    let Fall { victim, taker, ply, cause } = fall;
    let mv = line[*ply];
    assert_eq!(boards[*ply].piece(mv.to()), Some(victim.piece));
    assert_eq!((boards[*ply].piece(mv.from()), mv.to()), (Some(*taker), victim.square));
    let side = boards[0].side();
    assert_eq!(victim.piece.colour(), side);
    let is_single = boards[*ply].of(side, victim.piece.kind()).count() == 1;
    assert_eq!(victim.is_single, is_single);
    let mut passed = boards[0].clone();
    passed.pass();
    let before = |mv: Move| slowly_legal(&passed, mv);
    match cause {
        Cause::MovedInto => assert_eq!((*ply, line[0].to()), (1, victim.square)),
        Cause::Opened => assert!(*ply == 1 && !before(line[1])),
        Cause::Undefended => assert!(*ply == 1 && !is_taken_back(&boards[2], victim.square)),
        Cause::DefenceGone => {
            assert!(*ply == 1 && !is_taken_back(&boards[2], victim.square));
            let mut taken = passed.clone();
            taken.play_unchecked(line[1]);
            assert!(slowly_legal(&taken, Move::new(line[0].from(), victim.square)));
        }
        Cause::Taken => assert_eq!(*ply, 1),
        Cause::Fork(targets) => {
            assert!(*ply == 3 && targets.len() > 1 && line[3].from() == line[1].to());
            assert!(targets.iter().any(|target| target.square == victim.square));
            let mut other = boards[2].clone();
            other.pass();
            for target in targets {
                assert_eq!(boards[2].piece(target.square), Some(target.piece));
                let is_king = target.piece.kind() == PieceKind::King;
                assert!(if is_king {
                    boards[2].is_check()
                } else {
                    slowly_legal(&other, Move::new(line[1].to(), target.square))
                });
            }
        }
        Cause::Check => assert!(*ply == 3 && boards[2].is_check()),
        Cause::Attacked => {
            let mut other = boards[2].clone();
            other.pass();
            assert!(*ply == 3 && line[3].from() == line[1].to());
            assert!(slowly_legal(&other, line[3]));
        }
        Cause::Later => assert!(*ply >= 3),
    }
}

/// Looks everything up that is said; gives it a name.
fn check(mistake: &Mistake<'_>, said: &Explanation) -> Vec<&'static str> {
    let side = mistake.board.side();
    let mut names = Vec::new();
    let line: Vec<Move> = std::iter::once(mistake.mv)
        .chain(mistake.after.line.iter().copied())
        .take(said.cost_plies + 1)
        .collect();
    let played = boards(mistake.board, &line);
    match &said.cost {
        Some(Cost::Mate(mate)) => {
            check_mate(&played, said.cost_plies, *mate, side);
            names.push("mate");
        }
        Some(Cost::Material { fall, change }) => {
            check_change(&played, change, side);
            assert!(change.value() <= -MARGIN && change.lost[fall.victim.piece.kind().index()] > 0);
            check_fall(&line, &played, fall);
            names.push(match fall.cause {
                Cause::MovedInto => "moved into",
                Cause::DefenceGone => "defence gone",
                Cause::Opened => "opened",
                Cause::Undefended => "undefended",
                Cause::Taken => "taken",
                Cause::Fork(_) => "fork",
                Cause::Check => "check",
                Cause::Attacked => "attacked",
                Cause::Later => "later",
            });
        }
        None => names.push("points"),
    }
    let better: Vec<Move> = mistake.before.line.iter().copied().take(said.missed_plies).collect();
    let better = boards(mistake.board, &better);
    match &said.missed {
        Some(Missed::Mate(mate)) => {
            check_mate(&better, said.missed_plies, *mate, !side);
            names.push("missed mate");
        }
        Some(Missed::Material { victim, change }) => {
            check_change(&better, change, side);
            assert!(change.value() >= MARGIN);
            let is_there = |board: &Board| board.piece(victim.square) == Some(victim.piece);
            let falls = better.windows(2).any(|pair| {
                is_there(&pair[0]) && pair[1].piece(victim.square).is_some_and(|piece| piece.colour() == side)
            });
            assert!(falls && victim.piece.colour() != side);
            names.push("missed material");
        }
        None => {}
    }
    names
}

#[test]
fn what_is_said_of_random_mistakes_is_true() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let mut random = Random::new(13);
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = 0;
    while count < MISTAKES {
        let mut position = random_position(&mut random);
        let before = look(&mut engine, &position);
        let board = position.board().clone();
        let moves = board.legal_moves();
        let mv = moves[random.below(moves.len())];
        position.play_unchecked(mv);
        if !position.board().has_legal_move() {
            continue;
        }
        let after = look(&mut engine, &position);
        let mistake = Mistake::new(&board, mv, &before, &after);
        let (was, is) = mistake.points;
        if !class((was - is).max(0.0), Circumstance::Plain).is_weak() {
            continue;
        }
        count += 1;
        for name in check(&mistake, &explain(&mistake)) {
            *names.entry(name).or_default() += 1;
        }
    }
    for name in ["mate", "moved into", "undefended", "missed material", "points"] {
        assert!(names.contains_key(name), "{name}: {names:?}");
    }
}

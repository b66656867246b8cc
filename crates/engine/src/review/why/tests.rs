//! Everything that an explanation says is looked up again, by the slow rules of movement, in mistakes that are made at random and in the rows.

use super::*;
use crate::review::{Circumstance, class};
use crate::{Engine, Limits, WinDrawLoss};
use games::Xiangqi;
use std::collections::BTreeMap;
use xiangqi::attacks;
use xiangqi::board::slow;
use xiangqi::{Bitboard, PieceKind, Position, Random, Square};

const GAMES: &str = include_str!("../../../../../testdata/notation/master_games_sample.tsv");
const ROWS: &str = include_str!("../../../../../testdata/review/why.tsv");
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

/// Whether a piece could go there, were it not for its king.
fn slowly_reaches(board: &Board, mv: Move) -> bool {
    let piece = board.piece(mv.from()).unwrap();
    attacks::slow::reach(piece.kind(), piece.colour(), mv.from(), board.occupied()).has(mv.to())
}

/// Whether anything of a side reaches a square, even if it is pinned.
fn is_reached(board: &Board, square: Square, side: Colour) -> bool {
    board.colour(side).into_iter().any(|from| slowly_reaches(board, Move::new(from, square)))
}

/// Whether a side could take what stands on a square.
fn is_taken_back(board: &Board, square: Square) -> bool {
    slow::legal_moves(board).iter().any(|mv| mv.to() == square)
}

fn check_fall(line: &[Move], boards: &[Board], fall: &Fall) {
    let Fall { victim, taker, ply, cause, stood_there } = fall;
    if *stood_there && *ply > 1 {
        assert_eq!(boards[1].piece(victim.square), Some(victim.piece), "it has been there all the time");
    }
    let mv = line[*ply];
    assert_eq!(boards[*ply].piece(mv.to()), Some(victim.piece));
    assert_eq!((boards[*ply].piece(mv.from()), mv.to()), (Some(*taker), victim.square));
    let side = boards[0].side();
    assert_eq!(victim.piece.colour(), side);
    let is_single = boards[*ply].of(side, victim.piece.kind()).count() == 1;
    assert_eq!(victim.is_single, is_single);
    let ranks = |beyond: fn(&usize, &usize) -> bool| {
        let alike = Square::all().filter(|square| boards[*ply].piece(*square) == Some(victim.piece));
        let on_file = alike.filter(|square| square.file() == victim.square.file());
        on_file.filter(|square| beyond(&square.rank_from(side), &victim.square.rank_from(side))).count()
    };
    assert_eq!((victim.ahead, victim.behind), (ranks(usize::gt), ranks(usize::lt)));
    let mut passed = boards[0].clone();
    passed.pass();
    let way = if *ply == 1 { attacks::slow::between(mv.from(), mv.to()) } else { Bitboard::EMPTY };
    let pieces_on_way = |board: &Board| (way & board.occupied()).count();
    match cause {
        Cause::MovedInto => assert_eq!((*ply, line[0].to()), (1, victim.square)),
        Cause::Opened => {
            assert!(*ply == 1 && !slowly_reaches(&passed, mv));
            match taker.kind() {
                PieceKind::Cannon => assert_eq!((pieces_on_way(&passed), pieces_on_way(&boards[1])), (2, 1)),
                PieceKind::Horse | PieceKind::Elephant => {
                    let (there, here) = (line[0].from(), mv.from());
                    assert!(
                        there.file().abs_diff(here.file()) <= 1 && there.rank().abs_diff(here.rank()) <= 1
                    );
                }
                // Nothing stands in the way of the others.
                kind => {
                    assert_eq!(kind, PieceKind::Rook);
                    assert_eq!((pieces_on_way(&passed), way.has(line[0].from())), (1, true));
                }
            }
        }
        Cause::Screen => {
            assert!(*ply == 1 && taker.kind() == PieceKind::Cannon && !slowly_reaches(&passed, mv));
            assert_eq!((pieces_on_way(&passed), way & boards[1].occupied()), (0, Bitboard::of(line[0].to())));
        }
        Cause::Undefended => {
            assert!(*ply == 1 && slowly_reaches(&passed, mv));
            assert!(!is_reached(&boards[2], victim.square, side));
        }
        Cause::DefenceGone => {
            assert!(*ply == 1 && slowly_reaches(&passed, mv) && !is_taken_back(&boards[2], victim.square));
            let mut taken = passed.clone();
            taken.play_unchecked(line[1]);
            assert!(slowly_legal(&taken, Move::new(line[0].from(), victim.square)));
        }
        Cause::Taken => {
            assert!(*ply == 1 && line[0].to() != victim.square && slowly_reaches(&passed, mv));
            assert!(is_reached(&boards[2], victim.square, side));
        }
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
        Cause::Later => assert!(*ply > 3 || !boards[2].is_check()),
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
                Cause::Screen => "screen",
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
    let common = ["mate", "moved into", "undefended", "defence gone", "fork", "check", "later"];
    for name in common.into_iter().chain(["missed material", "points"]) {
        assert!(names.contains_key(name), "{name}: {names:?}");
    }
}

fn looked(worth: &str, chances: &str, line: &str) -> Looked {
    let worth = match worth.strip_prefix('#') {
        Some(moves) => Worth::Mate(moves.parse().unwrap()),
        None => Worth::Centipawns(worth.parse().unwrap()),
    };
    let chances: Vec<u16> = chances.split('/').map(|number| number.parse().unwrap()).collect();
    let chances = WinDrawLoss { win: chances[0], draw: chances[1], loss: chances[2] };
    Looked { worth, chances, line: line.split_whitespace().map(|text| text.parse().unwrap()).collect() }
}

#[test]
fn what_is_said_of_the_rows_is_true_and_they_have_every_cause() {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for row in ROWS.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let fields: Vec<&str> = row.split('\t').collect();
        let position: Position = fields[1].parse().unwrap();
        let after = looked(fields[3], fields[4], fields[5]);
        let before = looked(fields[6], fields[7], fields[8]);
        let mistake = Mistake::new(position.board(), fields[2].parse().unwrap(), &before, &after);
        for name in check(&mistake, &explain(&mistake)) {
            *names.entry(name).or_default() += 1;
        }
    }
    let causes = ["moved into", "defence gone", "opened", "screen", "undefended", "taken", "fork", "check"];
    let others = ["attacked", "later", "mate", "points", "missed mate", "missed material"];
    for name in causes.into_iter().chain(others) {
        assert!(names.contains_key(name), "{name}: {names:?}");
    }
}

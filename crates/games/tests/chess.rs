//! Chess behind the seam: the promises of [`search::Game`], published move counts, verdicts, texts, the
//! symmetry of the evaluation, and exchanges against a slow twin.

use cozy_chess::{Board, Color, Piece, Square};
use games::Chess;
use games::chess::{Classical, FenError, MoveError, Mv, Position, move_text, parse_move, perft};
use search::{Evaluator, Game, Score, Which, contract};
use std::collections::BTreeSet;
use xiangqi::Random;

/// What each is there for, and the position.
const POSITIONS: [(&str, &str); 18] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("en passant opens a rank", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("promotion with capture", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling through attack", "4k3/8/8/8/8/3r4/8/R3K2R w KQ - 0 1"),
    ("castling of both sides", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
    ("castling of Chess960", "1r3kr1/6p1/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1"),
    ("en passant", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
    ("en passant discovers check", "8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1"),
    ("en passant takes the checker", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("pins", "4r1k1/8/1b6/8/8/2N1B3/3P1P2/q1R1K3 w - - 0 1"),
    ("double check", "4k3/8/4r3/8/8/3n4/8/4K3 w - - 0 1"),
    ("under-promotions give check", "8/2P1k3/8/8/8/8/2p1K3/8 w - - 0 1"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("mate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"),
];

/// Published counts: position, depth, lines.
const COUNTS: [(&str, u32, u64); 6] = [
    (POSITIONS[0].1, 4, 197_281),
    (POSITIONS[1].1, 3, 97_862),
    (POSITIONS[2].1, 3, 2_812),
    (POSITIONS[3].1, 3, 9_467),
    (POSITIONS[4].1, 3, 62_379),
    (POSITIONS[5].1, 3, 89_890),
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut Position, text: &str) {
    let mv = parse_move(position, text).unwrap_or_else(|error| panic!("{error}"));
    Chess::play(position, mv);
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for text in moves.split_whitespace() {
        play(&mut position, text);
    }
    position
}

fn evaluate(position: &Position) -> i32 {
    let mut evaluator = Classical::new();
    evaluator.refresh(position);
    evaluator.evaluate(position)
}

/// The positions of random games from each of [`POSITIONS`].
fn for_each_position(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(seed);
    for (_, fen) in POSITIONS {
        for _ in 0..games {
            let mut position = position(fen);
            for _ in 0..plies {
                visit(&position);
                let Some(mv) = random.choose(&position.legal_moves()) else { break };
                Chess::play(&mut position, mv);
            }
        }
    }
}

#[test]
fn the_contract_holds() {
    for (_, fen) in POSITIONS {
        contract::check::<Chess, Classical>(&position(fen), 1, &Classical::new, &Position::fen);
    }
}

#[test]
fn the_contract_holds_after_a_random_game() {
    let mut count = 0;
    for_each_position(1, 1, 60, |position| {
        count += 1;
        if count % 20 == 0 {
            contract::check::<Chess, Classical>(position, 0, &Classical::new, &Position::fen);
        }
    });
}

#[test]
fn lines_are_counted_as_published() {
    for (fen, depth, lines) in COUNTS {
        assert_eq!(perft(&mut position(fen), depth), lines, "{fen} to depth {depth}");
    }
}

#[test]
fn each_move_is_noisy_or_quiet() {
    for_each_position(2, 3, 80, |position| {
        for (which, noisy) in [(Which::Noisy, true), (Which::Quiet, false)] {
            Chess::generate(position, which, |mv| {
                assert_eq!(Chess::is_noisy(position, mv), noisy, "{mv} in {position:?}");
                assert!(noisy || Chess::captured_value(position, mv) == 0, "{mv} in {position:?}");
                assert!(noisy || Chess::victim(position, mv) == 0, "{mv} in {position:?}");
            });
        }
    });
}

#[test]
fn checks_are_known_before_the_move() {
    for_each_position(3, 20, 80, |position| {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            Chess::play(&mut next, mv);
            assert_eq!(Chess::gives_check(position, mv), Chess::is_check(&next), "{mv} in {position:?}");
        }
    });
}

// Texts.

#[test]
fn positions_are_written_as_they_are_read() {
    for (_, fen) in POSITIONS {
        assert_eq!(position(fen).fen(), fen);
    }
    let start = POSITIONS[0].1;
    assert_eq!(Position::start().fen(), start);
    assert_eq!(position(start.trim_end_matches(" 0 1")).fen(), start);
}

#[test]
fn bad_positions_are_refused_with_the_field() {
    type Build = fn(String) -> FenError;
    let rows: [(&str, Build, &str); 13] = [
        ("", FenError::FieldCount, ""),
        ("8/8 w", FenError::FieldCount, "8/8 w"),
        ("k7/8/K7 w - - 0 1", FenError::Placement, "k7/8/K7"),
        ("k7/8/8/8/8/8/8/7X w - - 0 1", FenError::Placement, "k7/8/8/8/8/8/8/7X"),
        ("k7/8/8/8/8/8/8/R6K w - - 0 1", FenError::LeftInCheck, "k7/8/8/8/8/8/8/R6K"),
        ("8/8/8/3kK3/8/8/8/R7 w - - 0 1", FenError::TouchingKings, "8/8/8/3kK3/8/8/8/R7"),
        ("8/8/8/3k4/4K3/8/8/8 b - - 0 1", FenError::TouchingKings, "8/8/8/3k4/4K3/8/8/8"),
        ("4k3/8/2n5/8/3K4/8/2n2n2/3r4 w - - 0 1", FenError::Placement, "4k3/8/2n5/8/3K4/8/2n2n2/3r4"),
        ("k7/8/8/8/8/8/8/7K x - - 0 1", FenError::Side, "x"),
        ("k7/8/8/8/8/8/8/7K w KQ - 0 1", FenError::Castling, "KQ"),
        ("k7/8/8/8/8/8/8/7K w - e6 0 1", FenError::EnPassant, "e6"),
        ("k7/8/8/8/8/8/8/7K w - - -1 1", FenError::Clock, "-1"),
        ("k7/8/8/8/8/8/8/7K w - - 0 0", FenError::MoveNumber, "0"),
    ];
    for (fen, build, field) in rows {
        let error = fen.parse::<Position>().expect_err(fen);
        assert_eq!(error, build(field.to_owned()), "{fen}");
        assert!(error.to_string().contains(&format!("\"{field}\"")), "{error}");
    }
}

#[test]
fn damaged_positions_are_refused_or_sound() {
    const LETTERS: &[u8] = b"KQRBNPkqrbnp12345678/ wb-acefgh0369x\xC3";
    let mut random = Random::new(7);
    let mut accepted = 0;
    for _ in 0..60_000 {
        let mut text = POSITIONS[random.below(POSITIONS.len())].1.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = LETTERS[random.below(LETTERS.len())],
                1 => text.insert(at, LETTERS[random.below(LETTERS.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text = String::from_utf8_lossy(&text);
        let Ok(mut position) = text.parse::<Position>() else { continue };
        accepted += 1;
        let fen = position.fen();
        assert_eq!(fen.parse::<Position>().map(|again| again.fen()), Ok(fen), "read from \"{text}\"");
        perft(&mut position, 2);
    }
    assert!(accepted > 1_000, "only {accepted} positions were accepted");
}

#[test]
fn moves_are_read_as_they_are_written() {
    for_each_position(4, 1, 40, |position| {
        let moves = position.legal_moves();
        let texts: BTreeSet<String> = moves.iter().map(|&mv| move_text(position, mv)).collect();
        assert_eq!(texts.len(), moves.len(), "two moves have one text in {position:?}");
        for mv in moves {
            assert_eq!(parse_move(position, &move_text(position, mv)), Ok(mv), "{position:?}");
        }
    });
}

#[test]
fn castling_is_read_both_ways() {
    let rows = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", [("e1g1", "e1h1"), ("e1c1", "e1a1")]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", [("e8g8", "e8h8"), ("e8c8", "e8a8")]),
        (POSITIONS[9].1, [("f1g1", "f1g1"), ("f1b1", "f1b1")]),
    ];
    for (fen, texts) in rows {
        let position = position(fen);
        for (written, king_to_rook) in texts {
            let mv = parse_move(&position, king_to_rook).expect(king_to_rook);
            assert!(mv.is_castling());
            assert_eq!(parse_move(&position, written), Ok(mv));
            assert_eq!(move_text(&position, mv), written);
        }
    }
    let rook_move = "3k4/8/8/8/8/8/8/K3R2R w - - 0 1";
    assert_eq!(after(rook_move, "e1g1").board().piece_on(Square::G1), Some(Piece::Rook));
}

#[test]
fn bad_moves_are_refused_with_the_text() {
    let start = Position::start();
    for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e4x", "e7e8k", "e7e8Q", "O-O", "炮二平五", "0000"] {
        assert_eq!(parse_move(&start, text), Err(MoveError::Form(text.to_owned())));
    }
    for text in ["e2e5", "e7e5", "e1g1", "e2e4q", "a1a1"] {
        let error = parse_move(&start, text).expect_err(text);
        assert!(matches!(error, MoveError::Illegal { .. }), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    assert_eq!(Mv::default().to_string(), "0000");
}

// Verdicts.

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn one_repetition_inside_the_tree_draws_and_two_before_it() {
    let start = POSITIONS[0].1;
    let once = after(start, KNIGHTS_OUT_AND_BACK);
    assert_eq!(Chess::verdict(&once, 0), None);
    assert_eq!(Chess::verdict(&once, 4), None, "the first occurrence was the root");
    assert_eq!(Chess::verdict(&once, 5), Some(Score::DRAW));
    let twice = after(start, &[KNIGHTS_OUT_AND_BACK; 2].join(" "));
    assert_eq!(Chess::verdict(&twice, 0), Some(Score::DRAW));
}

#[test]
fn en_passant_counts_in_a_repetition_only_if_it_is_possible() {
    let moves = "e2e4 g8f6 g1f3 f6g8 f3g1";
    let rows = [
        ("no pawn beside it", POSITIONS[0].1, Some(Score::DRAW)),
        ("a pawn", "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1", None),
        ("a pinned pawn", "3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1", Some(Score::DRAW)),
    ];
    for (name, fen, verdict) in rows {
        assert_eq!(Chess::verdict(&after(fen, moves), 9), verdict, "{name}");
    }
}

#[test]
fn castling_rights_count_in_a_repetition() {
    let moves = "e1e2 e8e7 e2e1 e7e8";
    let rights = "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1";
    assert_eq!(Chess::verdict(&after(rights, moves), 9), None);
    let none = "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1";
    assert_eq!(Chess::verdict(&after(none, moves), 9), Some(Score::DRAW));
}

#[test]
fn a_pass_ends_what_can_be_repeated() {
    let mut position = Position::start();
    let key = Chess::key(&position);
    for text in ["g8f6", "f6g8"] {
        Chess::pass(&mut position);
        play(&mut position, text);
    }
    assert_eq!(Chess::key(&position), key);
    assert_eq!(Chess::verdict(&position, 9), None);
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() {
    let rows = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 98 90", "a1a2", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a2", Some(Score::DRAW)),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", Some(Score::mated_in(7))),
        ("6k1/5pp1/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", Some(Score::DRAW)),
        ("6k1/5ppp/8/8/8/8/7P/R3K3 w - - 99 90", "h2h3", None),
    ];
    for (fen, mv, verdict) in rows {
        assert_eq!(Chess::verdict(&after(fen, mv), 7), verdict, "{mv} in {fen}");
    }
}

#[test]
fn material_that_cannot_mate_draws() {
    let rows = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
    ];
    for (fen, is_drawn) in rows {
        assert_eq!(Chess::verdict(&position(fen), 3), is_drawn.then_some(Score::DRAW), "{fen}");
    }
}

#[test]
fn without_moves_it_is_mate_or_stalemate() {
    let [.., (_, stalemate), (_, mate)] = POSITIONS;
    for (fen, score) in [(stalemate, Score::DRAW), (mate, Score::mated_in(5))] {
        let position = position(fen);
        assert!(position.legal_moves().is_empty());
        assert_eq!(Chess::no_moves(&position, 5), score, "{fen}");
    }
}

#[test]
fn passing_needs_a_piece() {
    assert!(Chess::may_pass(&position("4k3/p7/8/8/8/8/P7/4KN2 w - - 0 1")));
    assert!(!Chess::may_pass(&position("4k3/p7/8/8/8/8/P7/4KN2 b - - 0 1")));
}

// Evaluation.

/// The same position with the sides exchanged.
fn swap_sides(fen: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let placement: String = ranks.join("/").chars().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap).collect();
    let en_passant = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    format!("{placement} {side} {castling} {en_passant} {} {}", fields[4], fields[5])
}

#[test]
fn evaluation_is_symmetric() {
    for_each_position(5, 3, 80, |position| {
        let swapped: Position = swap_sides(&position.fen()).parse().expect("a position");
        assert_eq!(evaluate(position), evaluate(&swapped), "{position:?}");
    });
}

#[test]
fn more_is_better() {
    let rows = [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 50..300),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 800..1200),
        ("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", -700..-400),
    ];
    for (fen, range) in rows {
        let score = evaluate(&position(fen));
        assert!(range.contains(&score), "{score} for {fen}");
    }
}

// Exchanges.

type Array = [Option<(Color, Piece)>; 64];

const VALUES: [i32; 6] = [100, 310, 330, 500, 950, 10_000];

fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

fn array(board: &Board) -> Array {
    std::array::from_fn(|index| {
        let square = Square::index(index);
        board.color_on(square).zip(board.piece_on(square))
    })
}

/// Whether the piece on a square attacks another: step by step on the array.
fn attacks(array: &Array, from: Square, to: Square) -> bool {
    let Some((side, piece)) = array[from as usize] else { return false };
    let file = to.file() as i8 - from.file() as i8;
    let rank = to.rank() as i8 - from.rank() as i8;
    let forward = if side == Color::White { 1 } else { -1 };
    let is_straight = (file == 0) != (rank == 0);
    let is_diagonal = file.abs() == rank.abs() && file != 0;
    let is_open = || {
        let distance = file.abs().max(rank.abs());
        (1..distance)
            .all(|step| array[from.offset(file / distance * step, rank / distance * step) as usize].is_none())
    };
    match piece {
        Piece::Pawn => rank == forward && file.abs() == 1,
        Piece::Knight => file.abs() * rank.abs() == 2,
        Piece::Bishop => is_diagonal && is_open(),
        Piece::Rook => is_straight && is_open(),
        Piece::Queen => (is_straight || is_diagonal) && is_open(),
        Piece::King => file.abs().max(rank.abs()) == 1,
    }
}

/// Attackers of a side, least valuable first, then by square.
fn attackers(array: &Array, side: Color, target: Square) -> Vec<(Piece, Square)> {
    let mut found: Vec<(Piece, Square)> = Square::ALL
        .into_iter()
        .filter(|&square| attacks(array, square, target))
        .filter_map(|square| array[square as usize].filter(|&(of, _)| of == side).map(|(_, p)| (p, square)))
        .collect();
    found.sort_by_key(|&(piece, square)| (value(piece), square as usize));
    found
}

/// The most that a side can gain by capturing on a square, 0 if it had better not.
fn recapture(array: &Array, side: Color, target: Square) -> i32 {
    let Some(&(piece, from)) = attackers(array, side, target).first() else { return 0 };
    let Some((_, captured)) = array[target as usize] else { return 0 };
    let mut after = *array;
    after[target as usize] = after[from as usize].take();
    if piece == Piece::King && !attackers(&after, !side, target).is_empty() {
        return 0;
    }
    (value(captured) - recapture(&after, !side, target)).max(0)
}

/// What a move gains, by the policy of the fast one, played out on an array.
fn slow_exchange(board: &Board, mv: Mv) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let side = board.side_to_move();
    let mut array = array(board);
    let (from, to) = (mv.from(), mv.to());
    let mut moving = array[from as usize].take();
    let mut captured = array[to as usize].take();
    if captured.is_none() && moving == Some((side, Piece::Pawn)) && from.file() != to.file() {
        captured = array[Square::new(to.file(), from.rank()) as usize].take();
    }
    let mut gain = captured.map_or(0, |(_, piece)| value(piece));
    if let Some(promotion) = mv.promotion() {
        gain += value(promotion) - value(Piece::Pawn);
        moving = Some((side, promotion));
    }
    array[to as usize] = moving;
    gain - recapture(&array, !side, to)
}

#[test]
fn exchanges_equal_their_slow_twin() {
    for_each_position(6, 20, 80, |position| {
        for mv in position.legal_moves() {
            let exact = slow_exchange(position.board(), mv);
            for threshold in [exact - 1, exact, exact + 1, -100, 0, 1, 100, 300] {
                assert_eq!(
                    Chess::see_at_least(position, mv, threshold),
                    exact >= threshold,
                    "{mv} gains {exact}, at least {threshold}? {position:?}"
                );
            }
        }
    });
}

#[test]
fn exchanges_by_example() {
    let rows = [
        ("a free pawn", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        ("a defended pawn", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("the rook behind joins", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("the king may not recapture", "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("the king recaptures", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("promotion recaptured", "1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("promotion with capture", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1350),
        ("a quiet move into a pawn", "4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
        ("castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];
    for (name, fen, text, gain) in rows {
        let position = position(fen);
        let mv = parse_move(&position, text).expect(text);
        assert!(Chess::see_at_least(&position, mv, gain), "{name}: less than {gain}");
        assert!(!Chess::see_at_least(&position, mv, gain + 1), "{name}: more than {gain}");
    }
}

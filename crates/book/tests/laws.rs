//! Laws of books, over books of master games and of random ones.

use book::{BadBook, Book, BookBuilder, CheckedScores, Namer, Suggestion};
use std::collections::{BTreeMap, HashMap};
use xiangqi::{Board, Colour, Fen, Move, Outcome, Position, Random, Square};

const RED_WINS: Option<Outcome> = Some(Outcome::Win(Colour::Red));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Colour::Black));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// Games as moves and outcomes.
type Games = Vec<(Vec<Move>, Option<Outcome>)>;

fn master_games() -> Games {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/notation/master_games_sample.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let outcome = match columns[0] {
            "1-0" => RED_WINS,
            "0-1" => BLACK_WINS,
            "1/2-1/2" => DRAW,
            _ => None,
        };
        (columns[columns.len() - 1].split(' ').take(30).map(|mv| mv.parse().unwrap()).collect(), outcome)
    };
    text.lines().skip(1).map(row).collect()
}

fn random_games(seed: u64) -> Games {
    let mut random = Random::new(seed);
    let ends = [RED_WINS, BLACK_WINS, DRAW, None];
    (0..60)
        .map(|_| {
            let mut board = Board::start();
            let mut moves = Vec::new();
            for _ in 0..12 {
                // Few choices, so that games meet.
                let legal = board.legal_moves();
                let Some(mv) = random.choose(&legal[..legal.len().min(3)]) else { break };
                let mv = if random.below(2) == 0 { mv } else { legal[legal.len() - 1] };
                moves.push(mv);
                board.play_unchecked(mv);
            }
            (moves, ends[random.below(4)])
        })
        .collect()
}

fn build(games: &Games) -> Book {
    let mut builder = BookBuilder::default();
    let mut namer = Namer::default();
    for (number, (moves, outcome)) in games.iter().enumerate() {
        builder.add(&Board::start(), moves, *outcome);
        if number % 10 == 0 {
            namer.add(&format!("A{number:02}"), &format!("线 {number}"), moves);
        }
    }
    builder.set_names(namer);
    builder.finish("Games for a test. 测试")
}

fn books() -> Vec<(Games, Book)> {
    [master_games(), random_games(1), random_games(2), Vec::new()]
        .into_iter()
        .map(|games| {
            let book = build(&games);
            (games, book)
        })
        .collect()
}

/// Every position of the games.
fn positions(games: &Games) -> impl Iterator<Item = Position> {
    games.iter().flat_map(|(moves, _)| {
        let mut position = Position::start();
        let begun = position.clone();
        let rest: Vec<Position> = moves
            .iter()
            .map(|&mv| {
                position.play_unchecked(mv);
                position.clone()
            })
            .collect();
        std::iter::once(begun).chain(rest)
    })
}

fn mirror(position: &Position) -> Position {
    let fen = position.fen();
    Position::from(Fen { board: fen.board.mirror(), ..fen })
}

#[test]
fn books_read_back_as_they_were_written() {
    for (games, book) in books() {
        let file = book.write();
        let read = Book::read(&file).unwrap();
        assert_eq!(read, book);
        assert_eq!(read.write(), file);
        assert_eq!(read.description(), "Games for a test. 测试");
        // The order of the games does not matter.
        let mut turned = games.clone();
        turned.reverse();
        let mut builder = BookBuilder::default();
        for (moves, outcome) in &turned {
            builder.add(&Board::start(), moves, *outcome);
        }
        let other = builder.finish("");
        for position in positions(&games).take(2000) {
            assert_eq!(other.probe(&position), book.probe(&position));
        }
    }
}

/// Where one piece stands in each of two boards, if that is all they differ in.
fn displaced(one: &Board, other: &Board) -> Option<(Square, Square)> {
    let mut different = Square::all().filter(|&square| one.piece(square) != other.piece(square));
    let (first, second) = (different.next()?, different.next()?);
    let is_all = different.next().is_none() && one.side() == other.side();
    let (from, to) = if one.piece(first).is_some() { (first, second) } else { (second, first) };
    let is_same = one.piece(from).is_some() && one.piece(from) == other.piece(to);
    let is_free = one.piece(to).is_none() && other.piece(from).is_none();
    (is_all && is_same && is_free).then_some((from, to))
}

/// Suggestions for positions that left the book equal those found by looking through every position of the book.
#[test]
fn suggestions_come_from_all_positions_that_are_near() {
    let mut suggested = 0;
    for (games, book) in books() {
        let mut boards: Vec<Board> = Vec::new();
        for position in positions(&games).take(1500) {
            for board in [position.board().clone(), position.board().mirror()] {
                if !boards.contains(&board) {
                    boards.push(board);
                }
            }
        }
        let book = {
            let mut builder = BookBuilder::default();
            games.iter().take(48).for_each(|(moves, outcome)| builder.add(&Board::start(), moves, *outcome));
            if games.is_empty() { book } else { builder.finish("") }
        };
        let known: Vec<&Board> = boards.iter().filter(|board| !book.moves(board).is_empty()).collect();
        let mut random = Random::new(3);
        for _ in 0..60 {
            if boards.is_empty() {
                break;
            }
            let mut board = boards[random.below(boards.len())].clone();
            if let Some(mv) = random.choose(&board.legal_moves()) {
                board.play_unchecked(mv);
            }
            let mut slow: BTreeMap<Move, Suggestion> = BTreeMap::new();
            for other in &known {
                let Some((from, to)) = displaced(&board, other) else { continue };
                for found in book.moves(other) {
                    let mv = if found.mv.from() == to { Move::new(from, found.mv.to()) } else { found.mv };
                    let entry = slow.entry(mv).or_insert(Suggestion { mv, games: 0, positions: 0 });
                    entry.games += found.tally.games;
                    entry.positions += 1;
                }
            }
            slow.retain(|&mv, _| board.is_legal(mv));
            let fast = book.near(&board);
            assert!(fast.is_sorted_by_key(|found| std::cmp::Reverse(found.games)));
            assert_eq!(fast.iter().map(|found| (found.mv, *found)).collect::<BTreeMap<_, _>>(), slow);
            suggested += fast.len();
        }
    }
    assert!(suggested > 50, "{suggested}");
}

#[test]
fn mirror_images_have_mirrored_moves() {
    for (games, book) in books() {
        for position in positions(&games) {
            let (known, mirrored) = (book.probe(&position), book.probe(&mirror(&position)));
            assert_eq!(known.len(), mirrored.len());
            let weights: HashMap<Move, (u32, book::Tally)> =
                mirrored.iter().map(|other| (other.mv.flip_file(), (other.weight, other.tally))).collect();
            for one in &known {
                assert_eq!(weights.get(&one.mv), Some(&(one.weight, one.tally)), "{position:?} {}", one.mv);
            }
            let bare = Position::from(position.fen());
            assert_eq!(book.name(&bare), book.name(&mirror(&position)));
        }
    }
}

#[test]
fn moves_are_legal_and_weighed() {
    for (games, book) in books() {
        let mut seen = 0;
        for position in positions(&games) {
            let known = book.probe(&position);
            let mut moves: Vec<Move> = known.iter().map(|one| one.mv).collect();
            assert!(moves.iter().all(|&mv| position.board().is_legal(mv)));
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), known.len(), "none twice");
            assert!(known.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
            assert!(known.iter().all(|one| one.weight > 0 && one.tally.games > 0));
            let sum: u32 = known.iter().map(|one| one.weight).sum();
            assert!(known.is_empty() || (9_900..=10_100).contains(&sum), "{sum}");
            seen += known.len();
        }
        assert!(games.is_empty() || seen > games.len());
    }
}

/// Counted by hand, in the plainest way.
#[test]
fn tallies_are_true() {
    let games = master_games();
    let book = build(&games);
    let (mut counted, mut won) = (0, 0);
    for (moves, outcome) in &games {
        let is_cannon = |text: &str| moves[0].to_string() == text;
        if is_cannon("h2e2") || is_cannon("b2e2") {
            counted += 1;
            won += u32::from(*outcome == RED_WINS);
        }
    }
    let known = book.probe(&Position::start());
    let cannons: Vec<_> =
        known.iter().filter(|one| ["h2e2", "b2e2"].contains(&&*one.mv.to_string())).collect();
    assert!(counted > 50 && cannons.len() == 2);
    for cannon in cannons {
        assert_eq!((cannon.tally.games, cannon.tally.wins), (counted, won));
    }
}

#[test]
fn choices_follow_the_weights_and_the_seed() {
    let book = build(&master_games());
    let position = Position::start();
    let mut random = Random::new(5);
    let mut counts: HashMap<Move, u32> = HashMap::new();
    for _ in 0..20_000 {
        *counts.entry(book.choose(&position, &mut random).unwrap()).or_default() += 1;
    }
    for one in book.probe(&position) {
        let share = f64::from(counts.get(&one.mv).copied().unwrap_or_default()) / 20_000.0;
        assert!((share - f64::from(one.weight) / 10_000.0).abs() < 0.02, "{}: {share}", one.mv);
    }
    let line = |seed| {
        let (mut position, mut random) = (Position::start(), Random::new(seed));
        while let Some(mv) = book.choose(&position, &mut random) {
            position.try_play(mv).unwrap();
        }
        position.fen().to_string()
    };
    assert_eq!(line(1), line(1));
    assert!((2..20).any(|seed| line(seed) != line(1)));
}

#[test]
fn a_position_of_the_game_is_not_repeated() {
    let there_and_back: Vec<Move> = ["h0g2", "h9g7", "g2h0", "g7h9"].map(|mv| mv.parse().unwrap()).into();
    let mut builder = BookBuilder::default();
    builder.add(&Board::start(), &there_and_back, DRAW);
    let book = builder.finish("");
    let mut position = Position::start();
    for &mv in &there_and_back[..3] {
        assert!(book.choose(&position, &mut Random::new(1)).is_some());
        position.play_unchecked(mv);
    }
    assert_eq!(book.probe(&position).len(), 1);
    assert_eq!(book.choose(&position, &mut Random::new(1)), None);
}

#[test]
fn rare_and_refuted_moves_are_dropped() {
    let games = master_games();
    let mut builder = BookBuilder::default();
    for (moves, outcome) in &games {
        builder.add(&Board::start(), moves, *outcome);
    }
    let all = builder.position_count();
    builder.drop_rare(3);
    assert!(builder.position_count() < all);
    let known = builder.moves(&Board::start());
    assert!(known.len() >= 3 && known.iter().all(|(_, tally)| tally.games >= 3));
    let [first, second, third] = [known[0].0, known[1].0, known[2].0];
    let judged = CheckedScores { best: 30, moves: vec![(first, 30), (second, -50), (third, -51)] };
    assert_eq!(builder.judge(&Board::start(), &judged, 80), 1);
    let left: Vec<Move> = builder.moves(&Board::start()).iter().map(|(mv, _)| *mv).collect();
    assert!(left.contains(&first) && left.contains(&second) && !left.contains(&third));
    // With its last move a position goes.
    let judged = CheckedScores {
        best: 999,
        moves: builder.moves(&Board::start()).iter().map(|one| (one.0, 0)).collect(),
    };
    builder.judge(&Board::start(), &judged, 80);
    assert!(builder.finish("").probe(&Position::start()).is_empty());
}

#[test]
fn damage_is_refused() {
    for (_, book) in books() {
        let file = book.write();
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let mut bad = file.clone();
            let place = random.below(bad.len());
            bad[place] ^= 1 << random.below(8);
            let error = Book::read(&bad).unwrap_err();
            assert!(!error.to_string().is_empty());
        }
        for length in (0..file.len()).step_by(file.len() / 300 + 1) {
            assert!(Book::read(&file[..length]).is_err());
        }
        let mut long = file.clone();
        long.push(0);
        assert!(Book::read(&long).is_err());
    }
    assert!(matches!(Book::read(b"a letter to a friend"), Err(BadBook::NoBook(_))));
    assert!(matches!(Book::read(b""), Err(BadBook::NoBook(_))));
}

/// Whoever forges the hash, too, gets a book or an error, and every answer keeps the laws.
#[test]
fn forgeries_do_no_harm() {
    fn hash(bytes: &[u8]) -> u64 {
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
    let games = random_games(4);
    let file = build(&games).write();
    let mut random = Random::new(9);
    let (mut read, mut refused) = (0, 0);
    let all: Vec<Position> = positions(&games).take(40).collect();
    for _ in 0..4000 {
        let mut bad = file.clone();
        for _ in 0..=random.below(3) {
            let place = 8 + random.below(bad.len() - 16);
            bad[place] = random.next_u64() as u8;
        }
        let end = bad.len() - 8;
        let sum = hash(&bad[..end]);
        bad[end..].copy_from_slice(&sum.to_le_bytes());
        match Book::read(&bad) {
            Ok(book) => {
                read += 1;
                assert_eq!(book.write(), bad);
                for position in &all {
                    assert!(book.probe(position).iter().all(|one| position.board().is_legal(one.mv)));
                    book.choose(position, &mut random);
                    book.name(position);
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn foreign_versions_are_named() {
    let mut file = build(&random_games(1)).write();
    file[8] = 2;
    assert_eq!(Book::read(&file), Err(BadBook::Version(2)));
    assert!(BadBook::Version(2).to_string().contains("version 1"));
}

//! Positions that nobody would set up: random boards and damaged texts are refused with a message, or can be searched.

use engine::{Engine, EngineGame, Limits};
use games::{Chess, GameText, Xiangqi, legal_moves};
use std::fmt::Write;
use xiangqi::Random;

const BOARDS: usize = 8_000;
const DAMAGED: usize = 8_000;

/// A board as the first field of a FEN, the highest rank first.
fn placement(board: &[Vec<Option<char>>]) -> String {
    let rank_text = |rank: &Vec<Option<char>>| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in rank.iter().chain([&Some('/')]) {
            if let Some(letter) = square {
                if empty > 0 {
                    write!(text, "{empty}").unwrap();
                }
                text.push(*letter);
                empty = 0;
            } else {
                empty += 1;
            }
        }
        text
    };
    let text: String = board.iter().map(rank_text).collect();
    text.trim_end_matches('/').to_owned()
}

/// One king of each side and at most `most` other pieces, wherever they happen to fall.
fn anywhere(random: &mut Random, [ranks, files]: [usize; 2], letters: &str, most: usize) -> String {
    let mut board = vec![vec![None; files]; ranks];
    let letters: Vec<char> = letters.chars().collect();
    let kings = ['K', 'k'].map(Some);
    let others = (0..random.below(most + 1)).map(|_| None);
    for king in others.chain(kings) {
        let letter = king.or_else(|| random.choose(&letters));
        board[random.below(ranks)][random.below(files)] = letter;
    }
    placement(&board)
}

/// A board of xiangqi whose kings, advisors and elephants stand where they may.
fn in_place(random: &mut Random) -> String {
    const ADVISORS: [(usize, usize); 5] = [(9, 3), (9, 5), (8, 4), (7, 3), (7, 5)];
    const ELEPHANTS: [(usize, usize); 7] = [(9, 2), (9, 6), (7, 0), (7, 4), (7, 8), (5, 2), (5, 6)];
    let mut board = vec![vec![None; 9]; 10];
    for side in ['w', 'b'] {
        let mut put = |letter: char, (rank, file): (usize, usize)| {
            let (letter, rank) =
                if side == 'w' { (letter, rank) } else { (letter.to_ascii_lowercase(), 9 - rank) };
            board[rank][file] = Some(letter);
        };
        for letter in ['R', 'N', 'C', 'P'] {
            for _ in 0..random.below(3) {
                put(letter, (random.below(if letter == 'P' { 5 } else { 10 }), random.below(9)));
            }
        }
        for _ in 0..random.below(3) {
            put('A', ADVISORS[random.below(ADVISORS.len())]);
            put('B', ELEPHANTS[random.below(ELEPHANTS.len())]);
        }
        put('K', (7 + random.below(3), 3 + random.below(3)));
    }
    placement(&board)
}

/// Refuses a text with words, or searches the position and plays the move that it finds.
fn is_searched<G: EngineGame>(engine: &mut Engine<G>, fen: &str) -> bool {
    let position = match G::parse_position(fen) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{fen}");
            return false;
        }
    };
    engine.set_position(position.clone());
    let moves = legal_moves::<G>(&position);
    match engine.think(&Limits { nodes: Some(300), ..Limits::default() }).best {
        Some(best) => assert!(moves.contains(&best), "{fen}: {best}"),
        None => assert!(moves.is_empty(), "{fen}: no move of {moves:?}"),
    }
    for mv in moves {
        let text = G::move_text(&position, mv);
        assert!(G::parse_move(&position, &text).is_ok_and(|read| read == mv), "{fen}: {text}");
        let mut after = position.clone();
        G::play(&mut after, mv);
        let _ = (G::is_check(&after), G::ending(&after), G::position_text(&after));
    }
    true
}

/// Changes, drops or adds a few letters.
fn damaged(random: &mut Random, fen: &str, letters: &str) -> String {
    let mut text: Vec<char> = fen.chars().collect();
    let letters: Vec<char> = letters.chars().collect();
    for _ in 0..=random.below(4) {
        let place = random.below(text.len());
        let letter = random.choose(&letters).unwrap();
        match random.below(3) {
            0 => text[place] = letter,
            1 if text.len() > 1 => drop(text.remove(place)),
            _ => text.insert(place, letter),
        }
    }
    text.into_iter().collect()
}

fn search_all<G: EngineGame>(seed: u64, letters: &str, mut board: impl FnMut(&mut Random) -> String) {
    let mut random = Random::new(seed);
    let mut engine = Engine::<G>::new(1, 1);
    let mut fens = Vec::new();
    for _ in 0..BOARDS {
        let fen = board(&mut random);
        if is_searched(&mut engine, &fen) {
            fens.push(fen);
        }
    }
    assert!(fens.len() > BOARDS / 20, "only {} of {BOARDS} boards were accepted", fens.len());
    let accepted = (0..DAMAGED)
        .filter(|_| {
            let whole = &fens[random.below(fens.len())];
            let fen = damaged(&mut random, whole, letters);
            is_searched(&mut engine, &fen)
        })
        .count();
    assert!(0 < accepted && accepted < DAMAGED, "{accepted} of {DAMAGED} damaged texts were accepted");
}

#[test]
fn random_positions_of_chess_are_refused_or_searched() {
    let castling = ["-", "-", "-", "KQkq", "K", "kq", "AHah"];
    search_all::<Chess>(0xC4E5, "KQRBNPkqrbnp12345678/ -wbe36", |random| {
        let most = random.below(14);
        let board = anywhere(random, [8, 8], "QRBNPqrbnpRNPrnp", most);
        let side = ["w", "b"][random.below(2)];
        let en_passant = ["-", "-", "-", "e3", "d6"][random.below(5)];
        format!("{board} {side} {} {en_passant} {} 1", castling[random.below(7)], random.below(101))
    });
}

#[test]
fn random_positions_of_xiangqi_are_refused_or_searched() {
    search_all::<Xiangqi>(0x7EA5, "KABNRCPkabnrcp123456789/ -wbr0", |random| {
        let board = if random.below(4) == 0 {
            anywhere(random, [10, 9], "ABNRCPabnrcp", 10)
        } else {
            in_place(random)
        };
        format!("{board} {} - - {} 1", ["w", "b"][random.below(2)], random.below(121))
    });
}

#[test]
fn kings_of_chess_that_touch_are_refused() {
    let error = Chess::parse_position("8/8/8/3kK3/8/8/8/R7 w - - 0 1").unwrap_err().to_string();
    assert!(error.contains("8/8/8/3kK3/8/8/8/R7") && error.contains("next to each other"), "{error}");
}

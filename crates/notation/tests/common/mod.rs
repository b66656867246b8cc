//! Helpers that several test programs share.
#![allow(dead_code)]

use notation::{Game, NodeId, RecordedResult};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use xiangqi::{Board, BoardBuilder, Colour, Fen, Piece, PieceKind, Random, Square};

/// The path of a file in the rows of this crate.
pub fn test_data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/notation").join(name)
}

/// The rows of a table with a header line, each by column name.
pub fn rows(text: &str) -> impl Iterator<Item = HashMap<&str, &str>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a table has a header").split('\t').collect();
    lines.map(move |line| header.iter().copied().zip(line.split('\t')).collect())
}

pub fn read_table(name: &str) -> String {
    fs::read_to_string(test_data(name)).expect("the table is there")
}

pub fn board_of(fen: &str) -> Board {
    fen.parse::<Fen>().unwrap_or_else(|error| panic!("{fen}: {error}")).board
}

/// A board with many pieces of a kind on shared files, if the pieces happen to fit.
pub fn tandem_board(random: &mut Random) -> Option<Board> {
    let mut builder = BoardBuilder::new();
    let mut place = |colour: Colour, kind: PieceKind, file: usize, own_rank: usize| {
        let rank = if colour == Colour::Red { own_rank } else { 9 - own_rank };
        if let Some(square) = Square::at(file, rank) {
            builder.place(Piece::new(colour, kind), square);
        }
    };
    for colour in Colour::ALL {
        let files = [random.below(9), random.below(9)];
        for _ in 0..random.below(6) {
            place(colour, PieceKind::Pawn, files[random.below(2)], 5 + random.below(5));
        }
        for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon] {
            let file = random.below(9);
            for _ in 0..random.below(3) {
                place(colour, kind, file, random.below(10));
            }
        }
        for rank in [0, 2].into_iter().take(random.below(3)) {
            place(colour, PieceKind::Advisor, 3, rank);
        }
        for rank in [0, 4].into_iter().take(random.below(3)) {
            place(colour, PieceKind::Elephant, 6, rank);
        }
        place(colour, PieceKind::King, 3 + random.below(3), random.below(3));
    }
    builder.side(Colour::ALL[random.below(2)]);
    builder.build().ok()
}

/// Comments with everything in them that means something elsewhere in PGN.
const COMMENTS: [&str; 10] = [
    "",
    "",
    "plain",
    "好棋",
    "two\nlines",
    "(1. C2=5) 1-0 $3 [Event \"x\"] ; %",
    "ends with }",
    "line\n[Event \"not a tag\"]\n\n% not an escape",
    "\r\n  space around  \t",
    "{ { \\ \"",
];

/// A random tree of moves with comments, glyphs and variations.
pub fn random_game(random: &mut Random, size: usize) -> Game {
    let start = tandem_board(random).filter(Board::has_legal_move).unwrap_or_else(Board::start);
    let mut game = match random.below(2) {
        0 => Game::default(),
        _ => Game::new(Fen {
            board: start,
            quiet_plies: random.below(100) as u16,
            move_number: 1 + random.below(50) as u32,
        }),
    };
    let values = ["a \"quoted\" value", "back\\slash\\", "", "國手 ]", "x\ny", "\"]"];
    for name in ["Event", "White", "Black", "RedElo", "ECCO"].into_iter().take(random.below(6)) {
        game.tags.set(name, values[random.below(values.len())]).expect("the name is fine");
    }
    game.result =
        [RecordedResult::RedWins, RecordedResult::BlackWins, RecordedResult::Draw, RecordedResult::Unknown]
            [random.below(4)];
    game.set_comment(game.root(), COMMENTS[random.below(COMMENTS.len())]);
    let mut nodes: Vec<NodeId> = vec![game.root()];
    while game.node_count() < size {
        // Mostly go on, sometimes branch off anywhere.
        let parent =
            if random.below(5) > 0 { nodes[nodes.len() - 1] } else { nodes[random.below(nodes.len())] };
        let Some(mv) = random.choose(&game.board(parent).legal_moves()) else {
            nodes.push(game.root());
            continue;
        };
        let node = game.add(parent, mv).expect("the move is legal");
        nodes.push(node);
        game.set_comment(node, COMMENTS[random.below(COMMENTS.len())]);
        game.set_comment_before(node, COMMENTS[random.below(COMMENTS.len())]);
        for _ in 0..random.below(3) / 2 {
            game.add_glyph(node, random.below(256) as u8);
        }
    }
    game
}

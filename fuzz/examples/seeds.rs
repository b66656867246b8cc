//! Makes the seeds of the corpus from the rows in `testdata/`. What fuzzers have found stands beside them under other
//! names and stays.
//!
//! Usage: `cargo run --manifest-path fuzz/Cargo.toml --no-default-features --example seeds`

use book::BookBuilder;
use learn::datagen::{ArchiveHeader, EndReason, GameRecord, PackedSample, PositionWriter, RecordedMove};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use xiangqi::{Colour, Fen, Move, Outcome, Position, Random};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn testdata(path: &str) -> String {
    fs::read_to_string(root().join("testdata").join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table, without remarks, as columns.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

fn write(target: &str, seeds: impl IntoIterator<Item = Vec<u8>>) {
    let folder = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (index, seed) in seeds.into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{index:02}")), seed).expect("the seed can be written");
    }
}

fn main() {
    texts();
    files();
    conversations();
}

fn texts() {
    let (accepted, refused) = (testdata("fen/accepted.tsv"), testdata("fen/refused.tsv"));
    let fens = rows(&accepted).into_iter().chain(rows(&refused)).filter_map(|row| row.first().copied());
    write("fen", fens.map(|fen| fen.as_bytes().to_vec()));

    let mut moves = Vec::new();
    for (table, columns) in [("moves", 1..6), ("read", 1..2), ("refused", 1..2)] {
        let text = testdata(&format!("notation/{table}.tsv"));
        for (index, row) in rows(&text).iter().skip(1).enumerate() {
            // Every row once, the columns in turn.
            let column = columns.start + index % columns.len();
            moves.push(format!("{}\n{}", row[0], row[column]).into_bytes());
        }
    }
    write("moves", moves);

    let mut games: Vec<String> =
        ["broken", "winboard", "xqbase"].map(|name| testdata(&format!("notation/pgn/{name}.pgn"))).into();
    games.push("[Red \"Hu\"]\n\n1.C2=5 (1. 马二进三) H8+7 {solid} 1/2-1/2\n".into());
    games.push("\u{feff}1. h2e2! $4 (1. h0g2 (1. c3c4) h9g7) 1... h9g7 ; rest\n%escaped\n2. h0g2 *".into());
    write(
        "pgn",
        games.iter().enumerate().map(|(index, game)| [&[index as u8 * 50], game.as_bytes()].concat()),
    );

    let file = |name: &str| {
        let path = root().join("testdata/notation/files").join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    write("xqf", ["plain.xqf", "version11.xqf", "encrypted.xqf"].map(file));
    let library = [b"L".to_vec(), file("library.cbl").split_off(1)].concat();
    write("cbr", [file("game.cbr"), library]);
    write("dhtml", [file("forum.ubb")]);
    write("record", [file("playok.wxf")]);
    write("server", ["server.ccm", "turned.ccm", "server.che", "server.chn", "server.mxq"].map(file));
    let lists =
        ["startpos moves h2e2 h9g7 1-0\n", "fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w moves e1d1 *\n# remark\n1. C2=5"];
    write("list", lists.map(|list| list.as_bytes().to_vec()).into_iter().chain([file("ranks-from-one.txt")]));

    let cases = testdata("rules/cases.tsv");
    let wanted = ["asian-079", "freed-01", "asian-024", "asian-043", "fsf-16", "loop-001"];
    let played =
        rows(&cases).into_iter().filter(|row| wanted.contains(&row[0])).map(|row| choices(row[3], row[4]));
    write("play", played);
}

/// The moves of a game as places in the lists of legal moves.
fn choices(fen: &str, moves: &str) -> Vec<u8> {
    let mut position: Position = fen.parse().expect("a row has a FEN");
    let mut seed = format!("{fen}\n").into_bytes();
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().expect("a row has moves");
        let place = position.board().legal_moves().iter().position(|&legal| legal == mv);
        seed.push(place.expect("a row has legal moves") as u8);
        position.try_play(mv).expect("the move is legal");
    }
    seed
}

/// A game of random moves.
fn random_game(seed: u64, plies: usize) -> Vec<Move> {
    let (mut random, mut position, mut moves) = (Random::new(seed), Position::start(), Vec::new());
    while moves.len() < plies {
        let Some(mv) = random.choose(&position.board().legal_moves()) else { break };
        position.try_play(mv).expect("the move is legal");
        moves.push(mv);
    }
    moves
}

fn files() {
    // Headers of networks with one, three and six buckets of king squares, and a handful of weights.
    let networks = [1_u32, 3, 6].map(|buckets| {
        let mut file = b"CHUHENET\x01\0\x01\0".to_vec();
        file.extend((1260 * buckets).to_le_bytes());
        file.extend(64_u32.to_le_bytes());
        for number in [8_u16, 1, 255, 64, 400, 4, 6] {
            file.extend(number.to_le_bytes());
        }
        file.extend(b"tinya seed");
        file.extend([3, 0, 254, 255, 1, 0, 0, 0]);
        file
    });
    write("network", networks);

    let mut books = Vec::new();
    for games in [0, 1, 6] {
        let mut builder = BookBuilder::default();
        for game in 0..games {
            let outcomes = [Outcome::Win(Colour::Red), Outcome::Draw, Outcome::Win(Colour::Black)];
            builder.add(&xiangqi::Board::start(), &random_game(game, 8), Some(outcomes[game as usize % 3]));
        }
        books.push(builder.finish("a book of random games").write());
    }
    write("book", books);

    let records: Vec<GameRecord> = (0..3)
        .map(|number| GameRecord {
            number,
            start: xiangqi::fen::START.parse::<Fen>().expect("the start is a FEN"),
            outcome: Outcome::Draw,
            end: EndReason::ALL[number as usize],
            moves: random_game(u64::from(number), 12)
                .into_iter()
                .map(|mv| RecordedMove { mv, score: -7 })
                .collect(),
        })
        .collect();
    let header = ArchiveHeader { seed: 1, nodes: 5000, evaluation: "seed".into(), settings: "random".into() };
    let archives = [0, 1, 3].map(|count| {
        let mut archive = header.encode();
        archive.extend(records[..count].iter().flat_map(GameRecord::encode));
        archive
    });
    write("archive", archives);

    let positions = [0, 1, 3].map(|count| {
        let mut file = Cursor::new(Vec::new());
        let mut writer = PositionWriter::new(&mut file, 1).expect("memory takes everything");
        for sample in records[..count].iter().flat_map(GameRecord::positions).flatten() {
            writer.push(&PackedSample::from(&sample)).expect("memory takes everything");
        }
        writer.finish().expect("memory takes everything");
        file.into_inner()
    });
    write("positions", positions);
}

/// What is said to the engine in the scripts of each language, in pieces of a dozen lines.
fn conversations() {
    let folder = root().join("testdata/protocol");
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(folder).expect("there are scripts").map(|file| file.expect("a file").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    scripts.sort();
    let mut seeds = [("ucci", Vec::new()), ("uci", Vec::new()), ("xboard", Vec::new())];
    for script in scripts {
        let name = script.file_stem().and_then(|name| name.to_str()).expect("names are UTF-8").to_string();
        let language = if name.starts_with("ucci") {
            0
        } else if name.starts_with("xboard") {
            2
        } else {
            1
        };
        let text = fs::read_to_string(&script).expect("a script can be read");
        let said: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        seeds[language].1.extend(said.chunks(12).map(|lines| lines.join("\n").into_bytes()));
    }
    for (target, seeds) in seeds {
        write(target, seeds);
    }
}

//! Master games through every notation and every PGN, and back without a difference.
//!
//! A sample of 200 games is read, unless the environment variable `CHUHE_MASTER_GAMES` names a file
//! with the same columns; then that whole file is read.

mod common;

use common::{read_table, rows};
use notation::formats::{self, Loss};
use notation::pgn::{self, Dialect, Format};
use notation::{Game, Notation, RecordedResult, Tags};
use std::collections::HashMap;
use std::{env, fs};
use xiangqi::Move;

fn table() -> String {
    match env::var("CHUHE_MASTER_GAMES").ok().filter(|path| !path.is_empty()) {
        Some(path) => fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")),
        None => read_table("master_games_sample.tsv"),
    }
}

/// The game of a row; every move is checked against the rules on the way.
fn game_of(row: &HashMap<&str, &str>) -> (Game, Vec<Move>) {
    let tag = |name: &str, column: &str| format!("[{name} \"{}\"]\n", row[column]);
    let tags = [tag("Date", "date"), tag("Red", "red"), tag("Black", "black"), tag("ECCO", "ecco")];
    let result = RecordedResult::from_text(row["result"]).expect("the result is known");
    let text = format!("{}\n{} {result}\n", tags.concat(), row["moves"]);
    let game = pgn::read(&text).next().expect("a game").unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(game.result, result);
    let moves = row["moves"].split(' ').map(|mv| mv.parse().expect("a move")).collect();
    (game, moves)
}

#[test]
fn moves_read_back_in_every_notation() {
    let (mut games, mut plies, mut tandem_pawns) = (0, 0, 0);
    for row in rows(&table()) {
        let (game, moves) = game_of(&row);
        assert!(game.main_line().filter_map(|(_, node)| node.mv()).eq(moves.iter().copied()));
        let mut board = game.start().board.clone();
        for &mv in &moves {
            for notation in Notation::ALL {
                let text = notation.format(&board, mv);
                assert_eq!(notation.parse(&board, &text), Ok(mv), "{board:?} {text}");
            }
            let wxf = Notation::Wxf.format(&board, mv);
            tandem_pawns += usize::from(wxf.starts_with("P+") || wxf.starts_with("P-"));
            tandem_pawns += usize::from(wxf.starts_with(|first: char| first.is_ascii_digit()));
            board.play_unchecked(mv);
        }
        games += 1;
        plies += moves.len();
    }
    println!("{games} games, {plies} moves, {tandem_pawns} of them of pawns in tandem");
    assert!(games >= 200 && tandem_pawns > 0);
}

#[test]
fn games_read_back_in_every_notation() {
    for notation in Notation::ALL {
        let dialect = if notation == Notation::Coordinates { Dialect::Winboard } else { Dialect::Xqbase };
        let format = Format { notation, dialect, width: 80 };
        let games: Vec<Game> = rows(&table()).map(|row| game_of(&row).0).collect();
        let text: String = games.iter().map(|game| pgn::write(game, &format) + "\n").collect();
        let read: Vec<Game> = pgn::read(&text).collect::<Result<_, _>>().expect("the games are fine");
        assert!(read == games, "a game changed in {notation:?}");
        println!("{} games in {notation:?}: {} bytes", games.len(), text.len());
    }
}

#[test]
fn games_read_back_in_every_format() {
    let games: Vec<Game> = rows(&table()).map(|row| game_of(&row).0).collect();
    for format in formats::Format::ALL.into_iter().filter(|format| format.is_written()) {
        let writer = formats::Writer::new(format).expect("it is written");
        let mut file = writer.header().to_vec();
        let mut again: Vec<Game> = Vec::new();
        for game in &games {
            let (bytes, losses) = writer.write(game);
            // Neither XQF nor a list has a place for every tag, and XQF not for long ones.
            assert!(
                losses.iter().all(|loss| matches!(loss, Loss::Tag(_) | Loss::Shortened(_))),
                "{losses:?}"
            );
            if format.holds_many() {
                file.extend(bytes);
            } else {
                again.extend(formats::read(&bytes).map(|game| game.expect("the game is fine")));
            }
        }
        if format.holds_many() {
            again.extend(formats::read(&file).map(|game| game.expect("the game is fine")));
        }
        assert_eq!(again.len(), games.len());
        for (mut again, mut game) in again.into_iter().zip(games.iter().cloned()) {
            if format == formats::Format::Xqf {
                let begins = |name: &str| {
                    let (whole, part) = (game.tags.get(name), again.tags.get(name));
                    whole.unwrap_or_default().starts_with(part.unwrap_or_default())
                };
                assert!(["Date", "Red", "Black"].into_iter().all(begins), "{:?}", again.tags);
            }
            if matches!(format, formats::Format::Xqf | formats::Format::Moves) {
                (again.tags, game.tags) = (Tags::default(), Tags::default());
            }
            for name in ["Date", "Red", "Black", "ECCO"] {
                if game.tags.get(name) == Some("") && format != formats::Format::Pgn {
                    game.tags.remove(name);
                }
            }
            assert!(again == game, "a game changed in {format:?}");
        }
        println!("{} games in {format:?}", games.len());
    }
}

//! Laws of the file formats: what is written reads back, and no file, however broken, makes a reader panic.

mod common;

use common::{random_game, read_table, rows, test_data};
use notation::formats::{Format, Loss, Losses, Reader, Writer, detect, read};
use notation::{Game, Letters, Notation, Style, TextEncoding, pgn};
use std::fs;
use std::path::PathBuf;
use xiangqi::Random;

/// Every way to write a game.
fn writers() -> Vec<Writer> {
    let writer = |format: Format| Writer::new(format).expect("it is written");
    let mut writers = vec![writer(Format::Xqf), writer(Format::Dhtml)];
    let more =
        [Notation::RanksFromOne, Notation::WxfLetters(Letters::FEN), Notation::Algebraic(Letters::FEN)];
    for notation in Notation::ALL.into_iter().chain(more) {
        let style = pgn::Format { notation, ..pgn::Format::default() };
        writers.extend(
            [Format::Pgn, Format::Moves].map(|format| writer(format).with_style(style).expect("in UTF-8")),
        );
    }
    for encoding in [TextEncoding::Utf16, TextEncoding::Gb18030] {
        let style = pgn::Format { notation: Notation::Chinese(Style::Simplified), ..pgn::Format::default() };
        let writer = writer(Format::Pgn).with_style(style).and_then(|writer| writer.with_encoding(encoding));
        writers.push(writer.expect("it has all characters"));
    }
    writers
}

fn write(writer: &Writer, game: &Game) -> (Vec<u8>, Losses) {
    let (bytes, losses) = writer.write(game);
    ([writer.header(), &bytes].concat(), losses)
}

/// The game as a format holds it.
fn reduced(game: &Game, losses: &Losses) -> Game {
    let has = |loss: &Loss| losses.iter().any(|other| other == loss);
    let mut start = game.start().clone();
    if has(&Loss::Counters) {
        (start.quiet_plies, start.move_number) = (0, 1);
    }
    let mut reduced = Game::new(start);
    reduced.result = game.result;
    for (name, value) in game.tags.iter() {
        let is_lost = has(&Loss::Tag(name.into())) || has(&Loss::Shortened(name.into()));
        if !is_lost {
            reduced.tags.set(name, value).expect("it was a tag before");
        }
    }
    let comment = |text: &str| if has(&Loss::Comments) { String::new() } else { text.to_owned() };
    let root = game.node(game.root()).expect("there is a root");
    reduced.set_comment(reduced.root(), &comment(root.comment()));
    let mut tasks = vec![(game.root(), reduced.root())];
    while let Some((from, to)) = tasks.pop() {
        let children = game.node(from).expect("it is there").children();
        let kept = if has(&Loss::Variations) { &children[..children.len().min(1)] } else { children };
        for &child in kept {
            let node = game.node(child).expect("it is there");
            let new = reduced.add(to, node.mv().expect("it is a move")).expect("it is legal");
            if has(&Loss::CommentsMoved) && !node.comment_before().is_empty() {
                let both = [node.comment_before(), node.comment()];
                let both: Vec<&str> = both.into_iter().filter(|text| !text.is_empty()).collect();
                reduced.set_comment(new, &both.join("\n"));
            } else {
                reduced.set_comment(new, &comment(node.comment()));
                reduced.set_comment_before(new, &comment(node.comment_before()));
            }
            for &glyph in node.glyphs().iter().filter(|_| !has(&Loss::Glyphs)) {
                reduced.add_glyph(new, glyph);
            }
            tasks.push((child, new));
        }
    }
    reduced
}

/// Empty tags, which only PGN has, and tags that were shortened.
fn without_empty_tags(mut game: Game, losses: &Losses) -> Game {
    let names: Vec<String> = game.tags.iter().map(|(name, _)| name.to_owned()).collect();
    for name in names {
        if game.tags.get(&name) == Some("")
            || losses.iter().any(|loss| *loss == Loss::Shortened(name.clone()))
        {
            game.tags.remove(&name);
        }
    }
    game
}

#[test]
fn what_is_written_reads_back_but_for_the_losses() {
    let mut random = Random::new(11);
    let writers = writers();
    for round in 0..400 {
        let game = random_game(&mut random, 1 + round % 60);
        for writer in &writers {
            let (bytes, losses) = write(writer, &game);
            assert_eq!(detect(&bytes), Some(writer.format()), "{writer:?} {game:?}");
            let again: Vec<Game> = read(&bytes)
                .collect::<Result<_, _>>()
                .unwrap_or_else(|error| panic!("{writer:?}: {error} {game:?}"));
            assert_eq!(again.len(), 1, "{writer:?}");
            let expected = without_empty_tags(reduced(&game, &losses), &losses);
            let mut again: Vec<Game> =
                again.into_iter().map(|game| without_empty_tags(game, &losses)).collect();
            if writer.format() != Format::Pgn {
                // The order of tags is that of the format.
                let same = |name: &str| again[0].tags.get(name) == expected.tags.get(name);
                assert!(expected.tags.iter().all(|(name, _)| same(name)), "{writer:?} {:?}", again[0].tags);
                assert_eq!(again[0].tags.len(), expected.tags.len(), "{writer:?}");
                again[0].tags = expected.tags.clone();
            }
            assert_eq!(again, [expected], "{writer:?}");
        }
    }
}

/// A file with a zero at every other byte is taken for UTF-16.
#[test]
fn zeros_in_texts_are_dropped() {
    let mut game = Game::default();
    game.tags.set("Event", &"[\0".repeat(40)).expect("it is a tag");
    game.set_comment(game.root(), &"/\0".repeat(40));
    assert_eq!(game.tags.get("Event"), Some(&*"[".repeat(40)));
    for writer in writers() {
        let (bytes, losses) = write(&writer, &game);
        let again: Vec<_> = read(&bytes).collect();
        let [Ok(again)] = again.as_slice() else { panic!("{writer:?}: {again:?}") };
        assert_eq!(*again, reduced(&game, &losses), "{writer:?}");
    }
}

/// A tag that quotes a script of a page is a tag.
#[test]
fn scripts_inside_of_texts_are_texts() {
    let mut game = Game::default();
    game.tags.set("Event", "DhtmlXQ_movelist='77473041'").expect("it is a tag");
    let writer = Writer::new(Format::Dhtml).expect("it is written");
    let again: Vec<_> = read(&write(&writer, &game).0).collect();
    assert_eq!(again, [Ok(game)]);
    let page = "[DhtmlXQ_event]Cup[/DhtmlXQ_event]\nvar DhtmlXQ_movelist = '7747';\n";
    let games: Vec<_> = read(page.as_bytes()).collect();
    assert_eq!(games[0].as_ref().map(|game| game.main_line().count()), Ok(1));
}

fn files() -> Vec<(PathBuf, Vec<u8>)> {
    let table = read_table("files.tsv");
    let file = |name: &str| {
        let path = test_data("files").join(name);
        let bytes = fs::read(&path).expect("the file is there");
        (path, bytes)
    };
    rows(&table).map(|row| file(row["file"])).collect()
}

/// How many plies are left of the game that was refused last. What is left can be written and read.
fn salvaged(reader: &mut Reader<std::iter::Once<&[u8]>>) -> Option<usize> {
    let salvaged = reader.salvage()?;
    assert!(!salvaged.cuts.is_empty());
    let (bytes, _) = write(&Writer::new(Format::Pgn).expect("it is written"), &salvaged.game);
    let again = read(&bytes).next().expect("a game").unwrap_or_else(|error| panic!("{error} {salvaged:?}"));
    assert_eq!(again, salvaged.game);
    Some(salvaged.plies())
}

/// Whatever is read can be written; a refusal fits on a line, and its legal part is a game.
fn check(bytes: &[u8], writer: &Writer) {
    let mut reader = read(bytes);
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                let (bytes, losses) = write(writer, &game);
                let again =
                    read(&bytes).next().expect("a game").unwrap_or_else(|error| panic!("{error} {game:?}"));
                assert_eq!(again.main_line().count(), game.main_line().count(), "{losses:?}");
            }
            Err(error) => {
                assert!(salvaged(&mut reader).is_none_or(|plies| plies > 0));
                let message = error.to_string();
                assert!(
                    !message.is_empty() && message.len() < 600 && !message.contains(['\n', '\r']),
                    "{message}"
                );
            }
        }
    }
}

#[test]
fn every_byte_wrong_in_turn() {
    let xqf = Writer::new(Format::Xqf).expect("it is written");
    for (_, bytes) in files() {
        let mut wrong = bytes.clone();
        for (at, &right) in bytes.iter().enumerate() {
            for change in [0x01, 0x80, 0xff] {
                wrong[at] = right ^ change;
                check(&wrong, &xqf);
            }
            wrong[at] = right;
        }
    }
}

#[test]
fn cut_off_at_every_byte() {
    let dhtml = Writer::new(Format::Dhtml).expect("it is written");
    for (_, bytes) in files() {
        for length in 0..bytes.len() {
            check(&bytes[..length], &dhtml);
        }
    }
}

#[test]
fn files_that_claim_too_much() {
    let xqf = Writer::new(Format::Xqf).expect("it is written");
    // A comment of four gigabytes.
    let mut bytes = fs::read(test_data("files/plain.xqf")).expect("the file is there");
    bytes[0x404..0x408].copy_from_slice(&[0xff; 4]);
    check(&bytes, &xqf);
    // A variation for every move, and no end.
    let mut bytes = fs::read(test_data("files/plain.xqf")).expect("the file is there");
    bytes.truncate(0x400);
    bytes.extend([24, 32, 0xf0, 0, 0, 0, 0, 0]);
    for mv in [[94, 94], [103, 99], [86, 102], [91, 111]].iter().cycle().take(400_000) {
        bytes.extend([mv[0], mv[1], 0xff, 0, 0, 0, 0, 0]);
    }
    check(&bytes, &xqf);
    let fields = "[DhtmlXQ_move_0_1_1]".repeat(100_000);
    check(format!("[DhtmlXQ]{fields}").as_bytes(), &xqf);
    let fields = "[DhtmlXQ_comment1]".repeat(100_000) + "[/DhtmlXQ_x]";
    check(fields.as_bytes(), &xqf);
    check("[DhtmlXQ]".repeat(100_000).as_bytes(), &xqf);
    check("START{".repeat(100_000).as_bytes(), &xqf);
    check("startpos\n".repeat(100_000).as_bytes(), &xqf);
    // A library whose header claims four billion games.
    let mut bytes = fs::read(test_data("files/library.cbl")).expect("the file is there");
    bytes[16..64].fill(0xff);
    check(&bytes, &xqf);
    // A comment of four gigabytes in a CBR file.
    let mut bytes = fs::read(test_data("files/game.cbr")).expect("the file is there");
    bytes[2214] |= 4;
    bytes[2218..2222].fill(0xff);
    check(&bytes, &xqf);
    check(
        &b"CCBridgeLibrary\0".iter().copied().chain(b"CCBridge Record\0".repeat(50_000)).collect::<Vec<_>>(),
        &xqf,
    );
}

/// Files of others, if a folder of them is given: every one is read, and what is read survives XQF.
#[test]
fn samples_of_others() {
    let Some(folder) = std::env::var_os("CHUHE_SAMPLES") else { return };
    let mut folders = vec![PathBuf::from(folder)];
    let (mut read_files, mut read_games, mut refused) = (0, 0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("the file can be read");
            let Some(format) = detect(&bytes) else { continue };
            read_files += 1;
            for game in read(&bytes) {
                match game {
                    Ok(game) => {
                        read_games += 1;
                        let (file, losses) = write(&Writer::new(Format::Xqf).expect("it is written"), &game);
                        let again = read(&file).next().expect("a game").expect("it is fine");
                        let expected = without_empty_tags(reduced_lines(&game, &losses), &losses);
                        let mut again = without_empty_tags(again, &losses);
                        again.tags = expected.tags.clone();
                        assert_eq!(again, expected, "{}", path.display());
                    }
                    Err(error) => refused.push(format!("{} ({}): {error}", path.display(), format.name())),
                }
            }
            // Every byte of a small file, some of a large one.
            let xqf = Writer::new(Format::Xqf).expect("it is written");
            let step = 1 + bytes.len() / 3000;
            for at in (0..bytes.len()).step_by(step) {
                let mut wrong = bytes.clone();
                wrong[at] ^= 0xff;
                if bytes.len() < 8192 {
                    check(&wrong, &xqf);
                    check(&bytes[..at], &xqf);
                }
            }
        }
    }
    println!("{read_games} games of {read_files} files, {} refused", refused.len());
    for line in refused {
        println!("{line}");
    }
    assert!(read_games > 0);
}

/// As [`reduced`], where a move may have itself as an alternative.
fn reduced_lines(game: &Game, losses: &Losses) -> Game {
    if losses.is_empty() { game.clone() } else { reduced(game, losses) }
}

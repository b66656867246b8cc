//! `chuhe convert` as a user meets it.

mod common;

use common::{Scratch, text};
use notation::formats::{Format, detect, read};
use notation::{Game, pgn};
use std::fs;
use std::path::PathBuf;

const PGN: &str = "[Game \"Chinese Chess\"]\n[Event \"first\"]\n[Red \"胡荣华\"]\n[ECCO \"C00\"]\n\n\
    {a game} 1. 炮二平五 {good} 马８进７ (1... 马２进３) 2. 马二进三 1-0\n\n\
    [Event \"second\"]\n\n1. 相三进五 *\n";

fn files() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/notation/files")
}

fn games(bytes: &[u8]) -> Vec<Game> {
    read(bytes).map(|game| game.unwrap()).collect()
}

fn names(scratch: &Scratch, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(scratch.path(folder)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn from_format_to_format_and_back() {
    let scratch = Scratch::new("convert-formats");
    scratch.write("in.pgn", PGN);
    let told = scratch.expect(0, "convert in.pgn out.ubb");
    assert!(told.contains("2 games of 1 file written to out.ubb"), "{told}");
    assert_eq!(detect(&scratch.read("out.ubb")), Some(Format::Dhtml));
    scratch.expect(0, "convert out.ubb back.pgn --notation chinese --encoding gb18030");
    let mut expected = games(PGN.as_bytes());
    let back = games(&scratch.read("back.pgn"));
    for (game, back) in expected.iter_mut().zip(&back) {
        // The order of tags is that of the other format.
        assert_eq!(game.tags.len(), back.tags.len());
        game.tags = back.tags.clone();
    }
    assert_eq!(back, expected);
    assert_eq!(back[0].tags.get("ECCO"), Some("C00"));
    assert!(std::str::from_utf8(&scratch.read("back.pgn")).is_err(), "GB18030 was asked for");
    let told = scratch.expect(0, "convert in.pgn list.txt --notation wxf --letters NBG");
    assert!(told.contains("not in the output: variations (1 game)"), "{told}");
    let list = scratch.read("list.txt");
    assert_eq!(text(&list), "startpos moves C2=5 N8+7 N2+3 1-0\nstartpos moves B3+5 *\n");
}

#[test]
fn every_sample_becomes_pgn() {
    let scratch = Scratch::new("convert-samples");
    let folder = files().display().to_string();
    let told = scratch.expect_words(0, &["convert", &folder, "all.pgn"]);
    assert!(told.contains(" of 16 files written"), "{told}");
    let all = String::from_utf8(scratch.read("all.pgn")).unwrap();
    let games: Vec<Game> = pgn::read(&all).map(Result::unwrap).collect();
    assert_eq!(games.len(), 17);
    assert!(games.iter().all(|game| game.main_line().count() == 4));
}

#[test]
fn a_folder_gets_a_file_for_each_input() {
    let scratch = Scratch::new("convert-folder");
    scratch.write("two.pgn", PGN);
    scratch.write("one.pgn", "1. C2=5 *\n");
    let told = scratch.expect(2, "convert two.pgn out.xqf");
    assert!(told.contains("out.xqf can hold one game") && !scratch.path("out.xqf").exists(), "{told}");
    let told = scratch.expect(2, "convert two.pgn one.pgn folder/");
    assert!(told.contains("--to"), "{told}");
    scratch.expect(0, "convert two.pgn one.pgn folder/ --to xqf");
    assert_eq!(names(&scratch, "folder"), ["one.xqf", "two-0001.xqf", "two-0002.xqf"]);
    scratch.expect(0, "convert folder joined.pgn");
    assert_eq!(games(&scratch.read("joined.pgn")).len(), 3);
    // Nothing is replaced without a word, and no two inputs become one file.
    let told = scratch.expect(2, "convert one.pgn folder --to xqf");
    assert!(told.contains("exists already") && told.contains("no game could be converted"), "{told}");
    scratch.expect(0, "convert one.pgn folder --to xqf --force");
    scratch.write("one.ubb", fs::read(files().join("forum.ubb")).unwrap());
    scratch.expect(0, "convert one.pgn one.ubb other/ --to pgn --threads 1");
    assert_eq!(names(&scratch, "other"), ["one.pgn", "one.ubb.pgn"]);
    let told = scratch.expect(1, "convert one.pgn one.ubb folder/../one.ubb third/ --to pgn --threads 1");
    assert!(told.contains("another input is written to third/one.ubb.pgn already"), "{told}");
    assert!(told.contains("of 2 files written to third/, 1 file skipped"), "{told}");
    // Folders are mirrored.
    scratch.expect(0, "convert other third deep/ --to pgn");
    fs::create_dir_all(scratch.path("tree/a")).unwrap();
    fs::create_dir_all(scratch.path("tree/b")).unwrap();
    scratch.write("tree/a/g.pgn", "1. C2=5 *\n");
    scratch.write("tree/b/g.pgn", "1. H2+3 *\n");
    scratch.expect(0, "convert tree mirror/ --to pgn");
    assert_eq!(names(&scratch, "mirror/a"), ["g.pgn"]);
    assert_eq!(names(&scratch, "mirror/b"), ["g.pgn"]);
    for line in ["convert - out.pgn", "convert one.pgn - --to moves"] {
        assert!(scratch.expect(2, line).contains("\"-\" is neither read nor written"), "{line}");
    }
    assert!(!scratch.path("-").exists());
    // Whatever its name, an input is only read.
    scratch.write("game.pgn.part", "1. C2=5 *\n");
    scratch.expect(0, "convert game.pgn.part game.pgn");
    assert_eq!(text(&scratch.read("game.pgn.part")), "1. C2=5 *\n");
    let told = scratch.expect(2, "convert tree/a/g.pgn tree/a/ --to pgn --force");
    assert!(told.contains("is an input and the output"), "{told}");
    assert_eq!(text(&scratch.read("tree/a/g.pgn")), "1. C2=5 *\n");
}

#[test]
fn bad_games_are_named_and_skipped() {
    let scratch = Scratch::new("convert-bad");
    scratch.write(
        "bad.pgn",
        format!("{PGN}\n[Event \"third\"]\n\n1. 炮二进九 *\n\n[Event \"fourth\"]\n\n1. h2e2 *\n"),
    );
    scratch.write("noise.pgn", "this is not a game");
    let told = scratch.expect(1, "convert bad.pgn noise.pgn good.pgn");
    assert!(told.contains("bad.pgn: game 3: line 14, column 4: \"炮二进九\""), "{told}");
    assert!(told.contains("noise.pgn: this is not a file of games"), "{told}");
    assert!(told.contains("3 games of 1 file written to good.pgn, 1 game skipped, 1 file skipped"), "{told}");
    assert_eq!(games(&scratch.read("good.pgn")).len(), 3);

    let before = scratch.read("good.pgn");
    scratch.expect(2, "convert bad.pgn good.pgn");
    assert_eq!(scratch.read("good.pgn"), before, "left as it was");
    let told = scratch.expect(2, "convert good.pgn good.pgn --force");
    assert!(told.contains("is an input and the output"), "{told}");
    assert_eq!(scratch.read("good.pgn"), before, "left as it was");
    scratch.expect(2, "convert noise.pgn nothing.pgn");
    scratch.expect(2, "convert missing.pgn nothing.pgn");
    scratch.expect(2, "convert good.pgn nothing.doc");
    scratch.expect(2, "convert good.pgn nothing.pgn --notation chinese --encoding big5");
    scratch.expect(2, "convert good.pgn nothing.xqf --encoding big5");
    scratch.expect(2, "convert good.pgn nothing.pgn --letters XYZ");
    assert!(!names(&scratch, ".").iter().any(|name| name.contains("nothing") || name.contains("part")));
}

#[test]
fn bad_games_are_salvaged_if_asked() {
    let scratch = Scratch::new("convert-salvage");
    let bad = "[Event \"bad\"]\n\n1. C2=5 H8+7 (1... H2+3 2. C9=9) 2. R1+9 R9=8 1-0\n\n[Event \"good\"]\n\n1. C2=5 *\n";
    scratch.write("in.pgn", bad);
    let told = scratch.expect(1, "convert in.pgn strict.pgn");
    assert!(told.contains("in.pgn: game 1: line 3, column 28: \"C9=9\""), "{told}");
    assert!(
        told.contains("--salvage would keep the first 2 plies") && told.contains("1 game skipped"),
        "{told}"
    );
    assert_eq!(games(&scratch.read("strict.pgn")).len(), 1);
    // What was left out is said, and the exit code says that there was something.
    for (out, format) in [("out.pgn", Format::Pgn), ("out.ubb", Format::Dhtml)] {
        let told = scratch.expect(1, &format!("convert in.pgn {out} --salvage"));
        assert!(
            told.contains("2 games of 1 file written") && told.contains("1 of them with something left out"),
            "{told}"
        );
        assert!(told.contains("cut there, the first 2 plies kept"), "{told}");
        let bytes = scratch.read(out);
        assert_eq!(detect(&bytes), Some(format));
        let game = &games(&bytes)[0];
        assert_eq!((game.main_line().count(), game.node_count()), (2, 4));
        assert_eq!(game.result.to_string(), "1-0");
        let last = game.main_line().last().unwrap().1.comment().to_owned();
        assert!(last.starts_with("The game was cut here: line 3, column 37: \"R1+9\""), "{last}");
    }
}

//! `chuhe book` as a user meets it.

mod common;

use common::{Scratch, text};
use std::fs;
use std::process::Command;

/// A directory with the sample of master games, as a table and as PGN.
fn with_games(name: &str) -> Scratch {
    let scratch = Scratch::new(&format!("book-{name}"));
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/notation/master_games_sample.tsv");
    let table = fs::read_to_string(sample).unwrap();
    let rows = table.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let games = rows.map(|row| format!("[Red \"{}\"]\n\n{} {}\n\n", row[2], row[row.len() - 1], row[0]));
    scratch.write("games.pgn", games.collect::<String>());
    scratch.write("games.tsv", table);
    scratch
}

#[test]
fn tables_and_pgn_give_the_same_book() {
    let scratch = with_games("build");
    let told = scratch.expect(0, "book build games.tsv --out table.book --plies 20 --least-games 2");
    assert!(told.contains("200 games, 0 that came twice and 0 that cannot be read"), "{told}");
    scratch.expect(0, "book build games.pgn --out pgn.book --plies 20 --least-games 2");
    assert_eq!(scratch.read("table.book"), scratch.read("pgn.book"));
    let told = scratch.expect(0, "book build games.pgn games.tsv --out both.book --plies 20 --least-games 2");
    assert!(told.contains("200 games, 200 that came twice"), "{told}");
    assert_eq!(scratch.read("table.book"), scratch.read("both.book"));
    assert!(scratch.expect(2, "book build games.tsv --out pgn.book").contains("--force"));
    scratch.expect(0, "book build games.tsv --out pgn.book --force --plies 4");
    assert_ne!(scratch.read("table.book"), scratch.read("pgn.book"));
}

#[test]
fn books_are_probed_and_exported() {
    let scratch = with_games("show");
    scratch.write(
        "names.tsv",
        "ecco\tevent\tmoves\nC00\t01 屏风马\th2e2 h9g7 h0g2 b9c7\nB00\t01 other\th2e2 b9c7\n",
    );
    scratch.expect_words(
        0,
        &[
            &"book build games.tsv --out my.book --plies 12 --least-games 2 --names names.tsv --credit"
                .split(' ')
                .collect::<Vec<_>>()[..],
            &["Thanks to the players."],
        ]
        .concat(),
    );
    let told = scratch.expect(0, "book probe my.book");
    assert!(told.contains("h2e2 ") && told.contains("b2e2 ") && told.contains("炮二平五"), "{told}");
    let told = scratch.expect(0, "book probe my.book startpos C2=5 马8进7 h0g2 b9c7");
    // The name of the table, with the code that the book has for it, and what the book alone says of a line.
    assert!(
        told.starts_with("C00 ") && told.lines().next().is_some_and(|name| name.contains("屏风马")),
        "{told}"
    );
    let mirrored = scratch.expect(0, "book probe my.book startpos b2e2 b9c7 b0c2 h9g7");
    assert_eq!(told.lines().count(), mirrored.lines().count());
    assert!(scratch.expect(1, "book probe my.book startpos a0a1 a9a8").contains("no move for"));

    let stats = scratch.expect(0, "book stats my.book");
    assert!(stats.starts_with("Thanks to the players.\n200 games, 12 plies"), "{stats}");
    let figure = |name: &str| -> usize {
        let line = stats.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().trim_end_matches(',').parse().unwrap()
    };
    assert_eq!(figure("bytes"), scratch.read("my.book").len());

    let table = scratch.expect(0, "book export my.book");
    assert!(table.lines().count() > 50 && table.lines().count() <= 1 + figure("moves"));
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let board = columns[1].parse::<xiangqi::Fen>().unwrap().board;
        assert!(board.is_legal(columns[2].parse().unwrap()), "{row}");
        let numbers: Vec<u32> = columns[4..9].iter().map(|cell| cell.parse().unwrap()).collect();
        assert!(numbers[1] >= 2 && numbers[2] + numbers[3] + numbers[4] <= numbers[1], "{row}");
    }
    assert!(scratch.expect(0, "book export my.book --format pgn --out my.pgn").contains("positions"));
    let pgn = scratch.read("my.pgn");
    let game = notation::pgn::read(text(&pgn)).next().unwrap().unwrap();
    assert_eq!(game.node_count(), table.lines().count(), "a node for each move, and the root");
    let shallow = scratch.expect(0, "book export my.book --plies 1");
    assert!(shallow.lines().skip(1).all(|row| row.starts_with("0\t")), "{shallow}");
}

#[test]
fn checks_drop_moves_and_do_not_depend_on_threads() {
    let scratch = with_games("check");
    let build = "book build games.tsv --plies 6 --least-games 4 --check-nodes 300 --hash 1";
    let told = scratch.expect(0, &format!("{build} --out one.book"));
    assert!(told.contains("positions checked"), "{told}");
    scratch.expect(0, &format!("{build} --out two.book --threads 2"));
    assert_eq!(scratch.read("one.book"), scratch.read("two.book"));
    assert!(!scratch.path("one.book.checks").exists(), "needed no more");
    let strict = scratch.expect(0, &format!("{build} --out strict.book --margin 0"));
    assert!(!strict.contains(" 0 moves dropped"), "{strict}");
    assert!(scratch.read("strict.book").len() < scratch.read("one.book").len());
    // What an earlier run has found is used again, unless it was searched otherwise or cut off.
    let header = "checks of an opening book: 300 nodes, 1 MiB, judged by classical\n";
    scratch.write("three.book.checks", format!("{header}0000000000000001 30 h2e2 30\n0000"));
    scratch.expect(0, &format!("{build} --eval classical --out three.book"));
    scratch.expect(0, &format!("{build} --eval classical --out four.book"));
    assert_eq!(scratch.read("three.book"), scratch.read("four.book"));
    scratch.expect(2, &format!("{build} --margin many --out five.book"));
    scratch.expect(2, "book build games.tsv --margin 5 --out five.book");
    assert!(!scratch.path("five.book").exists() && !scratch.path("five.book.part").exists());
}

/// Interrupted, a check keeps what it has and goes on from there.
#[cfg(unix)]
#[test]
fn an_interrupted_check_goes_on() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let scratch = with_games("interrupt");
    let build = "book build games.tsv --plies 12 --least-games 2 --check-nodes 2000 --hash 1";
    let words: Vec<&str> = build.split(' ').chain(["--out", "cut.book"]).collect();
    let mut child = scratch.command(&words).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let lines = |name: &str| {
        fs::read(scratch.0.join(name)).map_or(0, |text| text.split(|&byte| byte == b'\n').count())
    };
    let begun = Instant::now();
    while lines("cut.book.checks") < 4 {
        assert!(begun.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!scratch.path("cut.book").exists() && !scratch.path("cut.book.part").exists());
    let kept = lines("cut.book.checks");
    assert!(kept >= 4);
    scratch.expect(0, &format!("{build} --out cut.book"));
    scratch.expect(0, &format!("{build} --out whole.book"));
    assert_eq!(scratch.read("cut.book"), scratch.read("whole.book"));
}

#[test]
fn what_cannot_be_used_is_named() {
    let scratch = with_games("refused");
    scratch.write("letter.txt", "Dear reader");
    scratch.write("games.tsv.xz", b"\xFD7zXZ\0 and so on");
    scratch.write("columns.tsv", "result\tplayers\n1-0\tboth\n");
    scratch.write("broken.tsv", "result\tmoves\n1-0\th2e2 h9g7\n2-0\th2e2\n0-1\th2e2 h2e2\n");
    for (line, message) in [
        ("book probe letter.txt", "begins with \"Dear rea\", not \"CHUHEBOK\""),
        ("book stats none.book", "none.book"),
        ("book probe default nonsense", "\"nonsense\""),
        ("book probe default startpos h2e9", "h2e9"),
        ("book build games.tsv.xz --out a.book", "decompress"),
        ("book build columns.tsv --out a.book", "without a column \"moves\""),
        ("book build letter.txt --out a.book", "there is no game"),
        ("book build games.tsv --names games.tsv --out a.book", "no column \"event\""),
        ("book build games.tsv --eval-file letter.txt --out a.book", "letter.txt"),
    ] {
        let told = scratch.expect(2, line);
        assert!(told.contains(message), "{line}: {told}");
        assert!(!scratch.path("a.book").exists() && !scratch.path("a.book.part").exists(), "{line}");
    }
    let told = scratch.expect(1, "book build broken.tsv --out broken.book --least-games 1");
    assert!(told.contains("line 3: the result \"2-0\"") && told.contains("line 4: \"h2e2\""), "{told}");
    assert!(told.contains("1 game, 0 that came twice and 2 that cannot be read"), "{told}");
    scratch.expect(0, "book build games.tsv --out good.book --plies 4");
    let mut bytes = scratch.read("good.book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    scratch.write("bad.book", bytes);
    assert!(scratch.expect(2, "book probe bad.book").contains("damaged"));
}

#[test]
fn the_book_inside_is_there_and_credited() {
    let scratch = with_games("default");
    let credit = "Opening book from the Chinese Chess Practical Dataset, Yu-Han Tseng and Bo-Nian Chen (2026), CC BY 4.0, \
                  converted and de-duplicated.";
    assert!(scratch.expect(0, "book stats default").contains(credit));
    assert!(scratch.expect(0, "--version").contains(credit));
    assert!(!scratch.expect(0, "-V").contains(credit));
    assert!(scratch.expect(0, "book probe default startpos h2e2").contains("马８进７"));
    // Nobody answers so, but many have met a cannon that stands elsewhere.
    let told = scratch.expect(1, "book probe default startpos h2e2 b7b8");
    assert!(told.contains("no move for") && told.contains("马二进三"), "{told}");
}

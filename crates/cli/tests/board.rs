//! `chuhe board` as a user meets it.

mod common;

use common::{Scratch, text};

#[test]
fn text_svg_and_files() {
    let scratch = Scratch::new("board");
    let shown = scratch.expect(0, "board");
    assert!(shown.starts_with("9  車──馬──象") && shown.ends_with("Red to move\n"), "{shown}");
    scratch.write("game.pgn", "1. C2=5 H8+7 2. H2+3 *\n\n[Event \"2\"]\n\n1. P7+1 *\n");
    let shown = scratch.expect(0, "board game.pgn --ply 1 --pieces letters --arrow h9g7:blue");
    assert!(shown.contains("C*──") && shown.contains("h9 → g7 (blue)\nBlack to move\n"), "{shown}");
    let shown = scratch.expect(0, "board game.pgn --game 2 --flip --pieces letters");
    assert!(shown.starts_with("0  R───N"), "{shown}");
    let svg = scratch.expect(0, "board game.pgn --format svg");
    assert!(svg.starts_with("<svg") && svg.contains("<use href=\"#mark-to\" x=\"672\" y=\"772\"/>"));
    scratch.expect(0, "board game.pgn --out picture.svg");
    assert_eq!(text(&scratch.read("picture.svg")), svg);
    let told = scratch.expect(2, "board --out picture.svg");
    assert!(told.contains("picture.svg exists already"), "{told}");
    assert_eq!(text(&scratch.read("picture.svg")), svg);
    scratch.expect(0, "board --out picture.svg --force");
    assert_ne!(text(&scratch.read("picture.svg")), svg);
}

#[cfg(feature = "pictures")]
#[test]
fn png() {
    let scratch = Scratch::new("board-png");
    let size = |name: &str| {
        let bytes = scratch.read(name);
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        (number(16), number(20))
    };
    scratch.expect(0, "board --out start.png --width 472");
    scratch.expect_words(0, &["board", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "--out", "rook.png", "--width", "472"]);
    assert_eq!((size("start.png"), size("rook.png")), ((472, 522), (472, 522)));
    assert_ne!(scratch.read("start.png"), scratch.read("rook.png"));
    let told = scratch.expect(2, "board --out huge.png --width 100000");
    assert!(told.contains("100000") && !scratch.path("huge.png").exists(), "{told}");
}

#[test]
fn bad_input_is_quoted() {
    let scratch = Scratch::new("board-bad");
    scratch.write("game.pgn", "1. C2=5 *\n");
    for (words, parts) in [
        (&["board", "4k4/9/9 w"][..], &["\"4k4/9/9 w\" is neither a file nor a FEN", "3"][..]),
        (&["board", "nothing.pgn"], &["\"nothing.pgn\""]),
        (&["board", "--arrow", "h2j2"], &["\"h2j2\" is not an arrow"]),
        (&["board", "--arrow", "h2e2:pink"], &["no colour \"pink\""]),
        (&["board", "--last", "C2=5"], &["'C2=5'", "that is not a move"]),
        (&["board", "game.pgn", "--ply", "9"], &["--ply 9 is beyond the end of the game, after ply 1"]),
        (&["board", "game.pgn", "--game", "2"], &["no game 2; the file has 1"]),
        (&["board", "--out", "picture.gif"], &["\"picture.gif\" does not say what to draw"]),
        (&["board", "--pieces", "cats"], &["cats", "traditional"]),
    ] {
        let told = scratch.expect_words(2, words);
        assert!(parts.iter().all(|part| told.contains(part)), "{words:?}: {told}");
    }
}

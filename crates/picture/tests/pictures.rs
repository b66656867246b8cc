//! Pictures against rows and a golden file.

use picture::{Arrow, Coordinates, Picture, PieceStyle};
use std::path::Path;
use xiangqi::{Board, Fen};

fn testdata(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/picture").join(name)
}

fn set(picture: &mut Picture<'_>, word: &str) {
    if word == "flip" {
        picture.is_flipped = true;
    } else if let Some(mv) = word.strip_prefix("last=") {
        picture.last_move = Some(mv.parse().unwrap());
    } else if let Some(arrow) = word.strip_prefix("arrow=") {
        picture.arrows.push(arrow.parse::<Arrow>().unwrap());
    } else if let Some(style) = PieceStyle::ALL.into_iter().find(|style| style.name() == word) {
        picture.pieces = style;
    } else {
        picture.coordinates = Coordinates::ALL.into_iter().find(|kind| kind.name() == word).unwrap();
    }
}

#[test]
fn rows() {
    let text = std::fs::read_to_string(testdata("rows.tsv")).unwrap();
    let mut count = 0;
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let [label, fen, settings, part] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{label}: {error}"));
        let mut picture = Picture::new(&fen.board);
        settings.split_whitespace().for_each(|word| set(&mut picture, word));
        let svg = picture.svg();
        assert!(svg.contains(part), "{label}: no {part} in\n{svg}");
        count += 1;
    }
    assert!(count >= 15);
}

/// The whole of one picture; `CHUHE_WRITE_PICTURES=1` writes it anew, to be looked at.
#[test]
fn the_golden_picture() {
    let mut board = Board::start();
    let mv = "h2e2".parse().unwrap();
    board.play_unchecked(mv);
    let mut picture = Picture::new(&board);
    picture.last_move = Some(mv);
    picture.arrows.push("h9g7:blue".parse().unwrap());
    let file = testdata("central-cannon.svg");
    if std::env::var_os("CHUHE_WRITE_PICTURES").is_some() {
        std::fs::write(&file, picture.svg()).unwrap();
    }
    assert_eq!(picture.svg(), std::fs::read_to_string(file).unwrap());
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

    fn pixels(board: &Board, width: u32) -> Pixmap {
        Pixmap::decode_png(&Picture::new(board).png(width).unwrap()).unwrap()
    }

    /// The pixels of a square of the board that differ between two pictures.
    fn differences(one: &Pixmap, two: &Pixmap, square: &str) -> usize {
        let square = xiangqi::Square::parse(square.as_bytes()).unwrap();
        let (x, y) = picture::geometry::centre(square, false);
        let scale = f64::from(one.width()) / picture::geometry::WIDTH;
        let (x, y, half) = ((x * scale) as u32, (y * scale) as u32, (45.0 * scale) as u32);
        let of = |map: &Pixmap, x, y| -> PremultipliedColorU8 { map.pixel(x, y).unwrap() };
        let all = (y - half..y + half).flat_map(|y| (x - half..x + half).map(move |x| (x, y)));
        all.filter(|&(x, y)| of(one, x, y) != of(two, x, y)).count()
    }

    #[test]
    fn sizes_and_differences() {
        let mut board = Board::start();
        let before = pixels(&board, 472);
        assert_eq!((before.width(), before.height()), (472, 522));
        board.play_unchecked("h2e2".parse().unwrap());
        let after = pixels(&board, 472);
        for (square, differs) in [("h2", true), ("e2", true), ("b2", false), ("e9", false), ("e5", false)] {
            assert_eq!(differences(&before, &after, square) > 100, differs, "{square}");
        }
        assert_eq!(pixels(&board, 944).data().len(), 944 * 1044 * 4);
    }

    #[test]
    fn sides_and_styles_differ() {
        let board = Board::start();
        let mut pictures = Vec::new();
        for style in PieceStyle::ALL {
            let mut picture = Picture::new(&board);
            picture.pieces = style;
            let map = Pixmap::decode_png(&picture.png(236).unwrap()).unwrap();
            // Nothing is left undrawn: the middle of a disc is not bare wood everywhere.
            let inks = map.pixels().iter().filter(|pixel| pixel.red() > 120 && pixel.green() < 60).count();
            assert!(inks > 300, "{style:?}: {inks} red pixels");
            pictures.push(map.data().to_vec());
        }
        pictures.dedup();
        assert_eq!(pictures.len(), 4);
    }

    #[test]
    fn widths_out_of_range_are_refused() {
        let board = Board::start();
        for width in [0, 39, 8001, u32::MAX] {
            let error = Picture::new(&board).png(width).unwrap_err().to_string();
            assert!(error.contains(&width.to_string()) && error.contains("40 to 8000"), "{error}");
        }
    }
}

//! Pictures as SVG.
//!
//! Colours are attributes, so that every program shows them; a page that holds the picture can change them by the classes `ground`,
//! `river`, `lines`, `label`, `disc`. Pieces are defined once and used by name. Nothing is text: no font is needed.

use crate::faces::{self, PieceStyle};
use crate::geometry::{CELL, HEIGHT, MARGIN, WIDTH, arrow, centre, corners};
use crate::glyphs::outline;
use crate::{Arrow, Coordinates, Picture};
use std::fmt::Write;
use xiangqi::{Board, Colour, FILES, Piece, RANKS, Square};

const RIGHT: f64 = WIDTH - MARGIN;
const BOTTOM: f64 = HEIGHT - MARGIN;
const NUMERALS: [char; FILES] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The characters in the river, and how many columns from the left they stand.
const RIVER: [(char, f64); 4] = [('楚', 1.5), ('河', 2.6), ('漢', 5.4), ('界', 6.5)];

/// Writes the picture.
pub fn write(picture: &Picture<'_>) -> String {
    let mut svg = String::with_capacity(32 * 1024);
    let title = escaped(&picture.title);
    // A `String` takes everything, here and below.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         role=\"img\"><title>{title}</title>"
    );
    let is_used = |piece: &Piece| Square::all().any(|square| picture.board.piece(square) == Some(*piece));
    svg += &definitions(picture.pieces, Piece::all().filter(is_used));
    svg += &ground(picture.coordinates, picture.is_flipped);
    svg += &marks(picture);
    svg += &placement(picture.board, picture.pieces, picture.is_flipped);
    svg += &arrows(&picture.arrows, picture.is_flipped);
    svg + "</svg>\n"
}

/// Pieces, to be used by [`faces::id`].
pub fn definitions(style: PieceStyle, pieces: impl Iterator<Item = Piece>) -> String {
    let pieces = pieces.map(|piece| faces::definition(piece, style));
    format!("<defs>\n{}\n</defs>\n", pieces.collect::<Vec<_>>().join("\n"))
}

/// The bare board.
pub fn ground(coordinates: Coordinates, is_flipped: bool) -> String {
    let middle = HEIGHT / 2.0;
    let mut svg = format!(
        "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"14\" fill=\"#e6bf80\"/>\n\
         <rect class=\"river\" x=\"{MARGIN}\" y=\"{}\" width=\"{}\" height=\"{CELL}\" fill=\"#dcb271\"/>\n\
         <rect class=\"lines\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#63401d\" \
         stroke-width=\"5\"/>\n\
         <path class=\"lines\" fill=\"none\" stroke=\"#63401d\" stroke-width=\"2.2\" d=\"{}{}\"/>\n",
        middle - CELL / 2.0,
        RIGHT - MARGIN,
        MARGIN - 9.0,
        MARGIN - 9.0,
        RIGHT - MARGIN + 18.0,
        BOTTOM - MARGIN + 18.0,
        grid(),
        angles()
    );
    for (character, column) in RIVER {
        svg += &glyph(character, MARGIN + column * CELL, middle, 0.56, "water", " fill-opacity=\".42\"");
    }
    svg + &labels(coordinates, is_flipped)
}

fn grid() -> String {
    let mut path = String::new();
    for row in 0..RANKS {
        let _ = write!(path, "M{MARGIN} {}H{RIGHT}", MARGIN + row as f64 * CELL);
    }
    let bank = MARGIN + 4.0 * CELL;
    for column in 0..FILES {
        let x = MARGIN + column as f64 * CELL;
        let _ = if column == 0 || column == FILES - 1 {
            write!(path, "M{x} {MARGIN}V{BOTTOM}")
        } else {
            write!(path, "M{x} {MARGIN}V{bank}M{x} {}V{BOTTOM}", bank + CELL)
        };
    }
    let (left, two) = (MARGIN + 3.0 * CELL, 2.0 * CELL);
    for top in [MARGIN, BOTTOM - two] {
        let _ = write!(path, "M{left} {top}l{two} {two}M{} {top}l-{two} {two}", left + two);
    }
    path
}

/// Little angles around the points where cannons and pawns begin.
fn angles() -> String {
    let cannons = [2, 7].into_iter().flat_map(|row| [(1, row), (7, row)]);
    let pawns = [3, 6].into_iter().flat_map(|row| (0..FILES).step_by(2).map(move |column| (column, row)));
    let mut path = String::new();
    for (column, row) in cannons.chain(pawns) {
        let (x, y) = (MARGIN + column as f64 * CELL, MARGIN + f64::from(row) * CELL);
        for right in [-1.0, 1.0] {
            if (right < 0.0 && column == 0) || (right > 0.0 && column == FILES - 1) {
                continue;
            }
            for down in [-1.0, 1.0] {
                let _ = write!(
                    path,
                    "M{} {}v{}h{}",
                    x + right * 9.0,
                    y + down * 24.0,
                    -down * 15.0,
                    right * 15.0
                );
            }
        }
    }
    path
}

fn glyph(character: char, x: f64, y: f64, scale: f64, class: &str, more: &str) -> String {
    let outline = outline(character).unwrap_or_default();
    format!(
        "<path class=\"{class}\" fill=\"#4f3316\"{more} transform=\"translate({x} {y}) scale({scale})\" d=\"{outline}\"/>\n"
    )
}

fn digit(number: usize) -> char {
    char::from(b'0' + (number % 10) as u8)
}

/// Names of files and ranks, as a notation has them.
fn labels(coordinates: Coordinates, is_flipped: bool) -> String {
    let (top, bottom) = (15.0, HEIGHT - 15.0);
    let (near, far) = if is_flipped { (top, bottom) } else { (bottom, top) };
    let mut svg = String::new();
    let mut label = |character, x, y, scale| svg += &glyph(character, x, y, scale, "label", "");
    for file in 0..FILES {
        let Some(square) = Square::at(file, 0) else { continue };
        let (x, _) = centre(square, is_flipped);
        let from_right = FILES - 1 - file;
        match coordinates {
            Coordinates::None => {}
            Coordinates::Iccs => label(char::from(b'a' + file as u8), x, bottom, 0.22),
            Coordinates::Wxf => {
                label(digit(from_right + 1), x, near, 0.22);
                label(digit(file + 1), x, far, 0.22);
            }
            Coordinates::Chinese => {
                label(NUMERALS[from_right], x, near, 0.19);
                label(digit(file + 1), x, far, 0.22);
            }
        }
    }
    if coordinates == Coordinates::Iccs {
        for rank in 0..RANKS {
            let Some(square) = Square::at(0, rank) else { continue };
            let (_, y) = centre(square, is_flipped);
            label(digit(rank), 14.0, y, 0.22);
        }
    }
    svg
}

fn marks(picture: &Picture<'_>) -> String {
    let mut svg = String::new();
    if let Some(mv) = picture.last_move {
        svg += &mark_definitions();
        for (id, square) in [("mark-from", mv.from()), ("mark-to", mv.to())] {
            let (x, y) = centre(square, picture.is_flipped);
            let _ = writeln!(svg, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }
    if let Some(king) = picture.checked {
        let (x, y) = centre(king, picture.is_flipped);
        let _ = writeln!(
            svg,
            "<circle class=\"check\" cx=\"{x}\" cy=\"{y}\" r=\"49\" fill=\"#e8190c\" stroke=\"#e8190c\" stroke-width=\"8\" \
             opacity=\".75\"/>"
        );
    }
    svg
}

/// The marks of the last move, defined as `mark-from` and `mark-to`.
pub fn mark_definitions() -> String {
    let marks = [("mark-from", 30.0), ("mark-to", 50.0)].map(|(id, half)| {
        let path = corners(half);
        format!(
            "<path id=\"{id}\" class=\"last\" fill=\"none\" stroke=\"#1257b5\" stroke-width=\"6\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" d=\"{path}\"/>\n"
        )
    });
    format!("<defs>\n{}</defs>\n", marks.concat())
}

fn placement(board: &Board, style: PieceStyle, is_flipped: bool) -> String {
    let mut svg = String::new();
    for square in Square::all() {
        if let Some(piece) = board.piece(square) {
            let (x, y) = centre(square, is_flipped);
            let _ = writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", faces::id(piece, style));
        }
    }
    svg
}

fn arrows(arrows: &[Arrow], is_flipped: bool) -> String {
    let arrows = arrows.iter().map(|shape| {
        format!(
            "<path class=\"arrow\" fill=\"{}\" fill-opacity=\".8\" stroke=\"#fff\" stroke-opacity=\".5\" stroke-width=\"1.5\" \
             d=\"{}\"/>\n",
            shape.tone.code(),
            arrow(shape.mv, is_flipped)
        )
    });
    arrows.collect()
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Whose move it is, in words.
pub fn title(board: &Board) -> String {
    match board.side() {
        Colour::Red => "Red to move".into(),
        Colour::Black => "Black to move".into(),
    }
}

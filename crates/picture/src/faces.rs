//! What is on the pieces: characters of two traditions, letters, or silhouettes for those who read neither.

use crate::glyphs::outline;
use xiangqi::{Colour, Piece, PieceKind};

/// A style of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceStyle {
    /// 帥 仕 相 傌 俥 炮 兵 against 將 士 象 馬 車 砲 卒.
    #[default]
    Traditional,
    /// 帅 仕 相 马 车 炮 兵 against 将 士 象 马 车 炮 卒.
    Simplified,
    /// K A E H R C P, as WXF names them.
    Letters,
    /// Silhouettes.
    Pictures,
}

impl PieceStyle {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Traditional, Self::Simplified, Self::Letters, Self::Pictures];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::Simplified => "simplified",
            Self::Letters => "letters",
            Self::Pictures => "pictures",
        }
    }
}

/// The character on a piece in the traditional style, in which the sides differ in all seven.
pub fn traditional(piece: Piece) -> char {
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']]
        [piece.colour().index()][piece.kind().index()]
}

/// The letter of a kind in WXF.
fn letter(kind: PieceKind) -> char {
    ['K', 'A', 'E', 'H', 'R', 'C', 'P'][kind.index()]
}

/// A silhouette in a box of about 64 units; `holes` are drawn in the colour of the disc.
struct Silhouette {
    solid: &'static str,
    stroke: &'static str,
    holes: &'static str,
}

const SILHOUETTES: [Silhouette; 7] = [
    Silhouette {
        solid: "M-27 16L-31 -17L-14 -3L0 -29L14 -3L31 -17L27 16ZM-27 21H27V29H-27Z",
        stroke: "",
        holes: "M0 -1l5 6l-5 6l-5 -6z",
    },
    Silhouette {
        solid: "M-17 8C-19 -32 19 -32 17 8ZM-21 11H21V21H-21ZM-20 2C-26 -8 -38 -8 -40 -2C-38 6 -28 8 -20 8ZM20 2C26 -8 \
                38 -8 40 -2C38 6 28 8 20 8Z",
        stroke: "",
        holes: "M-5 -8H5V2H-5Z",
    },
    Silhouette {
        solid: "M-31 24V-2C-31 -20 -16 -25 -2 -24C2 -29 18 -30 24 -20C29 -12 28 -4 30 6C31 14 36 15 36 9H40C40 22 25 24 \
                24 8C23 3 21 2 17 4V24H5V11C-3 14 -12 13 -17 10V24Z",
        stroke: "",
        holes: "M16 -14a3 3 0 1 0 .1 0zM-3 -17C6 -17 8 -4 0 0C-8 -2 -9 -14 -3 -17z",
    },
    Silhouette {
        solid: "M-20 30C-19 9 -4 6 -3 -5C-9 0 -18 8 -26 5C-31 2 -31 -3 -28 -6C-20 -13 -17 -23 -7 -27L-4 -36L4 -27C23 \
                -22 29 2 25 30Z",
        stroke: "",
        holes: "M-8 -17a3.2 3.2 0 1 0 .1 0z",
    },
    Silhouette {
        solid: "M-31 -12L-22 -28H22L31 -12ZM-3 -14H3V4H-3ZM-27 -2H27V5H-27Z",
        stroke: "M-12 17a12 12 0 1 0 24 0a12 12 0 1 0 -24 0M-12 17H12M0 5V29M-8.5 8.5L8.5 25.5M8.5 8.5L-8.5 25.5",
        holes: "",
    },
    Silhouette {
        solid: "M-31 0C-37 -9 -33 -19 -24 -19L26 -29L33 -10L-19 8C-24 10 -29 6 -31 0ZM-30 27L-8 6L-2 12L-18 28Z",
        stroke: "M-9 15a12 12 0 1 0 24 0a12 12 0 1 0 -24 0M3 3V27M-9 15H15",
        holes: "",
    },
    Silhouette {
        solid: "M0 -36L25 -17H-25ZM-11 -14H11C11 2 -11 2 -11 -14ZM-22 29C-22 9 -13 2 0 2C13 2 22 9 22 29Z",
        stroke: "M30 -26V29",
        holes: "",
    },
];

/// The ink of a side.
fn ink(side: Colour) -> &'static str {
    match side {
        Colour::Red => "#ad1f17",
        Colour::Black => "#1f1c19",
    }
}

/// The name under which a picture defines a piece, such as `traditional-red-king`.
pub fn id(piece: Piece, style: PieceStyle) -> String {
    let side = if piece.colour() == Colour::Red { "red" } else { "black" };
    format!("{}-{side}-{}", style.name(), piece.kind().name())
}

/// A piece around the origin, as a group that can be used by its name.
pub fn definition(piece: Piece, style: PieceStyle) -> String {
    let ink = ink(piece.colour());
    let face = match style {
        PieceStyle::Traditional => character(traditional(piece), 0.6, ink),
        PieceStyle::Simplified => character(piece.glyph(), 0.6, ink),
        PieceStyle::Letters => character(letter(piece.kind()), 0.72, ink),
        PieceStyle::Pictures => silhouette(&SILHOUETTES[piece.kind().index()], ink),
    };
    format!(
        "<g id=\"{}\"><circle cy=\"3.5\" r=\"44.5\" fill=\"#1e0f00\" fill-opacity=\".34\"/><circle class=\"disc\" r=\"44\" \
         fill=\"#fbeed2\" stroke=\"#8d5f2c\" stroke-width=\"2.5\"/><circle r=\"37.5\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"2.2\"/>{face}</g>",
        id(piece, style)
    )
}

fn character(character: char, scale: f64, ink: &str) -> String {
    let outline = outline(character).unwrap_or_default();
    format!(
        "<path transform=\"scale({scale})\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"2\" stroke-linejoin=\"round\" \
         d=\"{outline}\"/>"
    )
}

fn silhouette(Silhouette { solid, stroke, holes }: &Silhouette, ink: &str) -> String {
    let stroke = match *stroke {
        "" => String::new(),
        path => format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"4\" d=\"{path}\"/>"),
    };
    let holes = match *holes {
        "" => String::new(),
        path => format!("<path class=\"disc\" fill=\"#fbeed2\" d=\"{path}\"/>"),
    };
    format!(
        "<g transform=\"scale(.82)\">{stroke}<path fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"2\" \
         stroke-linejoin=\"round\" d=\"{solid}\"/>{holes}</g>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_face_in_every_style() {
        for piece in Piece::all() {
            assert!(outline(traditional(piece)).is_some() && outline(piece.glyph()).is_some(), "{piece:?}");
            assert!(outline(letter(piece.kind())).is_some());
            let faces = PieceStyle::ALL.map(|style| definition(piece, style));
            assert!(faces.iter().all(|face| face.contains("d=\"M")), "{piece:?}");
            assert!(faces[2] != faces[3] && faces[0] != faces[2]);
        }
    }
}

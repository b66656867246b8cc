//! The board: lines, pieces and marks.
//!
//! Every point has two cells for its piece, a mark before them and one behind: `[` and `]` are the cursor, `(` and `)` the piece
//! that is held, `x` what it can capture, `!` a king in check. Without colours `*` marks the last move and `~` a hint. Colours
//! are the sixteen of every terminal.

use super::layout::Layout;
use super::model::Model;
use crate::play::look::{Look, Pieces};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use xiangqi::{Colour, FILES, Piece, RANKS, Square};

/// The signs that lines are drawn with.
struct Lines {
    horizontal: &'static str,
    vertical: &'static str,
    falling: &'static str,
    rising: &'static str,
    /// The middle of a palace whose lines have no room.
    palace: &'static str,
    /// Points by row (top, inner, bottom) and column (left, inner, right).
    points: [[&'static str; 3]; 3],
    river: [&'static str; 2],
}

const ASCII: Lines = Lines {
    horizontal: "-",
    vertical: "|",
    falling: "\\",
    rising: "/",
    palace: "X",
    points: [["+"; 3]; 3],
    river: ["river", ""],
};

const UNICODE: Lines = Lines {
    horizontal: "─",
    vertical: "│",
    falling: "╲",
    rising: "╱",
    palace: "╳",
    points: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    river: ["楚河", "汉界"],
};

impl Lines {
    fn of(pieces: Pieces) -> Self {
        match pieces {
            Pieces::Letters => ASCII,
            Pieces::Chinese => UNICODE,
            Pieces::Traditional => Self { river: ["楚河", "漢界"], ..UNICODE },
        }
    }
}

/// Everything that a point can be marked with.
#[allow(clippy::struct_excessive_bools)] // each is a mark of its own, and any of them may meet
struct Marks {
    is_cursor: bool,
    is_selected: bool,
    is_last: bool,
    is_hint: bool,
    is_checked: bool,
    /// The piece that is held can go there; and whether that would lose.
    reachable: Option<bool>,
}

/// Draws the board of a model.
pub fn draw(buffer: &mut Buffer, layout: &Layout, model: &Model) {
    let look = &model.look;
    draw_lines(buffer, layout, look);
    let position = model.session.game().position();
    let (last, hint) = (model.session.game().last_move(), model.session.hint());
    let reachable = model.reachable();
    let checked = position.is_check().then(|| position.board().king(position.side()));
    for square in Square::all() {
        let touches =
            |mv: Option<xiangqi::Move>| mv.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let marks = Marks {
            is_cursor: model.cursor == square,
            is_selected: model.selected == Some(square),
            is_last: touches(last),
            is_hint: touches(hint),
            is_checked: checked == Some(square),
            reachable: reachable.iter().find(|point| point.square == square).map(|point| point.is_forfeit),
        };
        draw_point(buffer, layout, look, square, position.board().piece(square), &marks);
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if y < buffer.area.bottom() && x < buffer.area.right() {
        buffer.set_string(x, y, text, style);
    }
}

fn line_style(look: &Look) -> Style {
    if look.has_colour { Style::new().fg(Color::DarkGray) } else { Style::new() }
}

fn draw_lines(buffer: &mut Buffer, layout: &Layout, look: &Look) {
    let (lines, style) = (Lines::of(look.pieces), line_style(look));
    for row in 0..RANKS {
        let (_, y) = layout.point(row, 0);
        let rank = look.square(row, 0).map_or(0, Square::rank);
        put(buffer, layout.board.x, y, &rank.to_string(), Style::new());
        for column in 0..FILES {
            let (x, _) = layout.point(row, column);
            let vertical = edge(row, [0, RANKS / 2], [RANKS / 2 - 1, RANKS - 1]);
            // Only the outer files cross the river.
            let is_outer = column == 0 || column == FILES - 1;
            let vertical = if is_outer { edge(row, [0, 0], [RANKS - 1, RANKS - 1]) } else { vertical };
            let horizontal = edge(column, [0, 0], [FILES - 1, FILES - 1]);
            put(buffer, x, y, lines.points[vertical][horizontal], style);
            if column + 1 < FILES {
                put(buffer, x + 1, y, &lines.horizontal.repeat(3), style);
            }
        }
        if layout.rank_step == 2 && row + 1 < RANKS {
            let is_river = row + 1 == RANKS / 2;
            for column in (0..FILES).filter(|&column| !is_river || column == 0 || column == FILES - 1) {
                put(buffer, layout.point(row, column).0, y + 1, lines.vertical, style);
            }
            draw_palace(buffer, layout, row, &lines, style);
        } else if layout.rank_step == 1 && (row == 1 || row == RANKS - 2) {
            put(buffer, layout.point(row, FILES / 2).0, y, lines.palace, style);
        }
    }
    let river = layout.river_row();
    put(buffer, layout.point(0, 2).0 - 1, river, lines.river[0], style);
    put(buffer, layout.point(0, 5).0 + 1, river, lines.river[1], style);
    for column in 0..FILES {
        let file = look.square(0, column).map_or(0, Square::file);
        let letter = char::from(b'a' + file as u8).to_string();
        put(buffer, layout.point(0, column).0, layout.file_row(), &letter, Style::new());
    }
}

/// 0 at a beginning, 2 at an end, 1 between.
fn edge(index: usize, beginnings: [usize; 2], ends: [usize; 2]) -> usize {
    if beginnings.contains(&index) {
        0
    } else if ends.contains(&index) {
        2
    } else {
        1
    }
}

/// The diagonals below a row of points.
fn draw_palace(buffer: &mut Buffer, layout: &Layout, row: usize, lines: &Lines, style: Style) {
    let (first, second) = match row {
        0 | 7 => (lines.falling, lines.rising),
        1 | 8 => (lines.rising, lines.falling),
        _ => return,
    };
    for (column, sign) in [(3, first), (4, second)] {
        let (x, y) = layout.point(row, column);
        put(buffer, x + 2, y + 1, sign, style);
    }
}

fn draw_point(
    buffer: &mut Buffer,
    layout: &Layout,
    look: &Look,
    square: Square,
    piece: Option<Piece>,
    marks: &Marks,
) {
    let (row, column) = look.place(square);
    let (x, y) = layout.point(row, column);
    let style = point_style(look, piece, marks);
    if let Some(piece) = piece {
        let sign = look.pieces.sign(piece, look.has_colour).to_string();
        put(buffer, x, y, &sign, style);
    } else if let Some(is_forfeit) = marks.reachable {
        put(buffer, x, y, if is_forfeit { "!" } else { "o" }, style);
    } else if marks.is_marked(look)
        && let Some(cell) = buffer.cell_mut((x, y))
    {
        cell.set_style(style);
    }
    let width = if look.pieces == Pieces::Letters { 1 } else { 2 };
    let [before, behind] = marks.signs(look, piece.is_some());
    let mark_style = if look.has_colour {
        Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD)
    } else {
        Style::new().add_modifier(Modifier::BOLD)
    };
    if let Some(sign) = before {
        put(buffer, x - 1, y, sign, mark_style);
    }
    if let Some(sign) = behind {
        put(buffer, x + width, y, sign, mark_style);
    }
}

impl Marks {
    /// Whether the point itself looks different.
    fn is_marked(&self, look: &Look) -> bool {
        look.has_colour && (self.is_last || self.is_hint || self.is_selected || self.is_checked)
    }

    /// The signs before and behind a point.
    fn signs(&self, look: &Look, has_piece: bool) -> [Option<&'static str>; 2] {
        let is_capture = has_piece && self.reachable.is_some();
        let before = match self {
            Self { is_cursor: true, .. } => Some("["),
            Self { is_selected: true, .. } => Some("("),
            Self { is_hint: true, .. } if !look.has_colour => Some("~"),
            Self { is_last: true, .. } if !look.has_colour => Some("*"),
            _ => None,
        };
        let behind = match self {
            Self { is_cursor: true, .. } => Some("]"),
            Self { is_selected: true, .. } => Some(")"),
            _ if is_capture => Some("x"),
            Self { is_checked: true, .. } => Some("!"),
            _ => None,
        };
        [before, behind]
    }
}

fn point_style(look: &Look, piece: Option<Piece>, marks: &Marks) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if !look.has_colour {
        return if piece.is_some() || marks.reachable.is_some() { bold } else { Style::new() };
    }
    let own = match piece.map(Piece::colour) {
        Some(Colour::Red) => bold.fg(Color::Red),
        Some(Colour::Black) => bold,
        None if marks.reachable == Some(true) => bold.fg(Color::Magenta),
        None if marks.reachable.is_some() => bold.fg(Color::Green),
        None => line_style(look),
    };
    match marks {
        Marks { is_selected: true, .. } => own.bg(Color::Yellow).fg(Color::Black),
        Marks { is_hint: true, .. } => own.bg(Color::Cyan).fg(Color::Black),
        Marks { is_checked: true, .. } => own.bg(Color::Red).fg(Color::White),
        Marks { is_last: true, .. } => own.add_modifier(Modifier::REVERSED),
        _ => own,
    }
}

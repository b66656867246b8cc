//! Where things are on a screen of any size, and what a click hits.
//!
//! ```text
//! wide                                narrow or low
//! board  | players, terms, moves,     board  | players, terms, moves
//!        | message                    message
//! line that is typed                  line that is typed
//! bar of keys                         bar of keys
//! ```

use super::keys::{BINDINGS, Binding};
use crate::play::look::Look;
use ratatui::layout::Rect;
use xiangqi::{FILES, RANKS, Square};

/// A smaller screen is not used.
pub const MIN_WIDTH: u16 = 60;
pub const MIN_HEIGHT: u16 = 20;

/// Columns from one file to the next, and those before the first: the number of the rank and a mark.
const FILE_STEP: u16 = 4;
const MARGIN: u16 = 3;
/// The columns of the board with its margins.
const BOARD_WIDTH: u16 = MARGIN + FILE_STEP * (FILES as u16 - 1) + 3;
/// The rows that the line and the bar take.
const FOOT: u16 = 2;
/// Beside the board at least this many columns, or the message goes below.
const PANEL_WITH_MESSAGE: u16 = 30;
/// Below the board at least this many rows for the message.
const MESSAGE_ROWS: u16 = 5;

/// The parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub board: Rect,
    /// Rows from one rank to the next: 2, or 1 with one more at the river.
    pub rank_step: u16,
    pub panel: Rect,
    /// Where messages go; if nowhere, they go into the panel.
    pub message: Option<Rect>,
    pub entry: Rect,
    pub bar: Rect,
}

/// What can be hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenTarget {
    Square(Square),
    /// A key of the bar, by its place in the table.
    Key(usize),
}

impl Layout {
    /// The parts of a screen; nothing if it is too small.
    pub fn new(area: Rect) -> Option<Self> {
        let (width, height) = (area.width, area.height);
        if width < MIN_WIDTH || height < MIN_HEIGHT {
            return None;
        }
        let large = board_height(2);
        let is_wide = width >= BOARD_WIDTH + 1 + PANEL_WITH_MESSAGE && height >= large + FOOT;
        let rank_step = if is_wide || height >= large + MESSAGE_ROWS + FOOT { 2 } else { 1 };
        let board_height = board_height(rank_step);
        let body = if is_wide { height - FOOT } else { board_height };
        let panel_left = BOARD_WIDTH + 1;
        let row = |y, height| Rect { x: area.x, y: area.y + y, width, height };
        Some(Self {
            board: Rect { width: BOARD_WIDTH, ..row(0, board_height) },
            rank_step,
            panel: Rect { x: area.x + panel_left, width: width - panel_left, ..row(0, body) },
            message: (!is_wide).then(|| row(body, height - FOOT - body)),
            entry: row(height - FOOT, 1),
            bar: row(height - 1, 1),
        })
    }

    /// The cell of the point that is shown in a row and a column.
    pub fn point(&self, row: usize, column: usize) -> (u16, u16) {
        let river = u16::from(self.rank_step == 1 && row >= RANKS / 2);
        let y = self.board.y + row as u16 * self.rank_step + river;
        (self.board.x + MARGIN + column as u16 * FILE_STEP, y)
    }

    /// The row between the two halves.
    pub fn river_row(&self) -> u16 {
        self.point(RANKS / 2, 0).1 - 1
    }

    /// The row with the letters of the files.
    pub fn file_row(&self) -> u16 {
        self.board.y + self.board.height - 1
    }

    /// What is at a cell.
    pub fn hit(&self, look: &Look, x: u16, y: u16) -> Option<ScreenTarget> {
        if y == self.bar.y {
            let hit = |key: &BarKey| (key.x..key.x + key.text.len() as u16).contains(&x);
            return bar_keys(self.bar.width)
                .iter()
                .find(|key| hit(key))
                .map(|key| ScreenTarget::Key(key.index));
        }
        for row in 0..RANKS {
            for column in 0..FILES {
                let (left, top) = self.point(row, column);
                if y == top && (left - 1..left + 3).contains(&x) {
                    return look.square(row, column).map(ScreenTarget::Square);
                }
            }
        }
        None
    }
}

/// The rows of a board, the letters of the files included.
const fn board_height(rank_step: u16) -> u16 {
    let ranks = RANKS as u16;
    if rank_step == 1 { ranks + 2 } else { (ranks - 1) * rank_step + 2 }
}

/// A key on the bar.
pub struct BarKey {
    pub x: u16,
    /// Its place in the table.
    pub index: usize,
    /// In ASCII.
    pub text: String,
}

/// The keys that fit on a bar: all, or as many of the first as leave room for the last, which leaves the program.
pub fn bar_keys(width: u16) -> Vec<BarKey> {
    let text = |binding: &Binding| format!("F{} {}", binding.function, binding.label);
    let mut keys = Vec::new();
    let Some((last, others)) = BINDINGS.split_last() else { return keys };
    let room = width.saturating_sub(text(last).len() as u16);
    let mut x = 0;
    for (index, binding) in others.iter().enumerate() {
        let text = text(binding);
        let end = x + text.len() as u16 + 1;
        if end > room {
            break;
        }
        keys.push(BarKey { x, index, text });
        x = end;
    }
    keys.push(BarKey { x, index: others.len(), text: text(last) });
    keys
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::play::look::Pieces;

    const LOOK: Look = Look { pieces: Pieces::Letters, is_flipped: false, has_colour: false };

    #[test]
    fn everything_is_on_the_screen() {
        for width in 0..160 {
            for height in 0..60 {
                let area = Rect::new(0, 0, width, height);
                let Some(layout) = Layout::new(area) else {
                    assert!(width < MIN_WIDTH || height < MIN_HEIGHT);
                    continue;
                };
                let parts = [layout.board, layout.panel, layout.entry, layout.bar];
                for part in parts.into_iter().chain(layout.message) {
                    assert_eq!(part.intersection(area), part, "{width}x{height}: {part:?}");
                    assert!(!part.is_empty(), "{width}x{height}: {part:?}");
                }
                assert!(!layout.board.intersects(layout.panel) && !layout.entry.intersects(layout.board));
                assert!(layout.message.is_none_or(|message| message.height >= MESSAGE_ROWS));
            }
        }
    }

    #[test]
    fn clicks_find_their_points() {
        for (width, height) in [(60, 20), (80, 24), (60, 40), (120, 40)] {
            let layout = Layout::new(Rect::new(0, 0, width, height)).expect("large enough");
            for is_flipped in [false, true] {
                let look = Look { is_flipped, ..LOOK };
                for square in Square::all() {
                    let (row, column) = look.place(square);
                    let (x, y) = layout.point(row, column);
                    assert_eq!(layout.hit(&look, x, y), Some(ScreenTarget::Square(square)));
                    assert_eq!(layout.hit(&look, x + 1, y), Some(ScreenTarget::Square(square)));
                }
            }
            assert_eq!(layout.hit(&LOOK, width - 1, 3), None);
            assert_eq!(layout.hit(&LOOK, 1, layout.bar.y), Some(ScreenTarget::Key(0)));
        }
        assert!(bar_keys(60).iter().map(|key| key.index).any(|index| index == BINDINGS.len() - 1));
    }
}

//! Where things are in the picture: points are 100 units apart, the whole is 944 by 1044.

use xiangqi::{FILES, Move, RANKS, Square};

/// The distance between two points.
pub const CELL: f64 = 100.0;
/// From the edge to the first line.
pub const MARGIN: f64 = 72.0;
/// The width of the picture.
pub const WIDTH: f64 = 2.0 * MARGIN + CELL * (FILES - 1) as f64;
/// Its height.
pub const HEIGHT: f64 = 2.0 * MARGIN + CELL * (RANKS - 1) as f64;

/// The middle of a square.
pub fn centre(square: Square, is_flipped: bool) -> (f64, f64) {
    let (column, row) = if is_flipped {
        (FILES - 1 - square.file(), square.rank())
    } else {
        (square.file(), RANKS - 1 - square.rank())
    };
    (MARGIN + CELL * column as f64, MARGIN + CELL * row as f64)
}

/// An arrow as one closed outline, as SVG path data: it begins beside the middle of its square and ends a little short of the
/// point that it aims at.
pub fn arrow(mv: Move, is_flipped: bool) -> String {
    const WIDTH: f64 = 18.0;
    const HEAD: f64 = WIDTH * 2.1;
    let (from, to) = (centre(mv.from(), is_flipped), centre(mv.to(), is_flipped));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (start, tip) = (34.0, length - 14.0);
    let neck = tip - HEAD;
    let spot = |along: f64, aside: f64| {
        format!("{:.1} {:.1}", from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside)
    };
    let (half, wing) = (WIDTH / 2.0, HEAD * 0.62);
    format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        spot(start, half),
        spot(neck, half),
        spot(neck, wing),
        spot(tip, 0.0),
        spot(neck, -wing),
        spot(neck, -half),
        spot(start, -half)
    )
}

/// Four angles around the origin, as SVG path data.
pub fn corners(half: f64) -> String {
    let long = half / 2.5;
    let angles = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(right, down)| {
        let (x, y) = (right * half, down * (half - long));
        format!("M{x} {y}v{}h{}", down * long, -right * long)
    });
    angles.concat()
}

//! QR codes of addresses: as a path for a page, as lines for a terminal.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The white margin of a code in a terminal; readers need some.
const MARGIN: i32 = 2;

/// A QR code.
pub struct Qr(QrCode);

impl Qr {
    /// The code of a text; none if it is longer than a code can be.
    pub fn of(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Self)
    }

    /// How many squares wide and high it is.
    pub fn size(&self) -> u32 {
        self.0.size().unsigned_abs()
    }

    /// The dark squares as a path of an SVG, each one unit wide.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for y in 0..self.0.size() {
            let mut x = 0;
            while x < self.0.size() {
                let width = (x..self.0.size()).take_while(|&x| self.0.get_module(x, y)).count() as i32;
                if width > 0 {
                    let _ = write!(path, "M{x} {y}h{width}v1h-{width}z");
                }
                x += width.max(1);
            }
        }
        path
    }

    /// Lines for a terminal, black on white whatever its colours are; two rows of squares in each.
    pub fn lines(&self) -> Vec<String> {
        let end = self.0.size() + MARGIN;
        let line = |y: i32| {
            let squares =
                (-MARGIN..end).map(|x| match (self.0.get_module(x, y), self.0.get_module(x, y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
            format!("\u{1b}[30;107m{}\u{1b}[0m", squares.collect::<String>())
        };
        (-MARGIN..end).step_by(2).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_every_dark_square_once() {
        let qr = Qr::of("http://192.168.1.20:8088/k/00112233445566778899aabbccddeeff").unwrap();
        let size = qr.0.size();
        let dark =
            (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|&(x, y)| qr.0.get_module(x, y));
        let in_path: usize = qr
            .path()
            .split('M')
            .filter_map(|run| run.split_once('h')?.1.split_once('v')?.0.parse::<usize>().ok())
            .sum();
        assert_eq!(in_path, dark.count());
        assert_eq!(qr.lines().len() as i32, (size + 2 * MARGIN + 1) / 2);
        assert!(Qr::of(&"x".repeat(10_000)).is_none());
    }
}

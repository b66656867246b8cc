//! QR codes of addresses for a terminal. Pages make their own (`web/src/core/qr.ts`): a code of a game must be made without the server,
//! and a terminal has no page; neither can use the other's.

use qrcodegen::{QrCode, QrCodeEcc};

/// The white margin of a code in a terminal; readers need some.
const MARGIN: i32 = 2;

/// A QR code.
pub struct Qr(QrCode);

impl Qr {
    /// The code of a text; none if it is longer than a code can be.
    pub fn of(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Self)
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
    fn every_dark_square_is_drawn_once() {
        let qr = Qr::of("http://192.168.1.20:8088/k/00112233445566778899aabbccddeeff").unwrap();
        let size = qr.0.size();
        let squares = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let dark = squares.filter(|&(x, y)| qr.0.get_module(x, y)).count();
        let lines = qr.lines();
        let drawn = lines.iter().flat_map(|line| line.chars()).map(|c| match c {
            '█' => 2,
            '▀' | '▄' => 1,
            _ => 0,
        });
        assert_eq!(drawn.sum::<usize>(), dark);
        assert_eq!(lines.len() as i32, (size + 2 * MARGIN + 1) / 2);
        assert!(Qr::of(&"x".repeat(10_000)).is_none());
    }
}

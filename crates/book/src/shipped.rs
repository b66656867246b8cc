//! The book inside the program.

use crate::contents::Book;
use std::sync::{Arc, OnceLock};

/// Whom to thank for the games behind it.
pub const CREDIT: &str = "Opening book from the Chinese Chess Practical Dataset, Yu-Han Tseng and Bo-Nian Chen \
                          (2026), CC BY 4.0, converted and de-duplicated.";

static FILE: &[u8] = include_bytes!("../book/chuhe.book");

/// The book inside the program, read once, when it is first asked for. Nothing if it does not fit, which a test
/// rules out.
///
/// ```
/// let book = book::shipped().expect("a test rules out that it does not fit");
/// assert!(!book.probe(&xiangqi::Position::start()).is_empty());
/// ```
pub fn shipped() -> Option<Arc<Book>> {
    static BOOK: OnceLock<Option<Arc<Book>>> = OnceLock::new();
    BOOK.get_or_init(|| Book::read(FILE).ok().map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Position;

    #[test]
    fn it_fits() {
        let book = Book::read(FILE).expect("the shipped book");
        assert!(book.description().contains(CREDIT), "{}", book.description());
        assert!(FILE.len() < 2 << 20);
        assert_eq!(book.write(), FILE, "written as it was read");
        assert_eq!(shipped().as_deref(), Some(&book));
    }

    #[test]
    fn it_knows_the_usual_beginnings() {
        let book = shipped().expect("the shipped book");
        assert!(book.position_count() >= 10_000);
        assert_eq!(book.source_games(), Some(27_935));
        let mut position = Position::start();
        let mut most_likely = Vec::new();
        for _ in 0..8 {
            let known = book.probe(&position);
            let first = known.first().expect("a known position");
            most_likely.push(first.mv.to_string());
            position.play_unchecked(first.mv);
        }
        // The central cannon, from either side.
        assert!(["h2e2", "b2e2"].contains(&&*most_likely[0]), "{most_likely:?}");
        assert!(book.name(&position).is_some(), "{most_likely:?}");
    }
}

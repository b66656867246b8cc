//! Names of openings for positions.
//!
//! A named line gives every position that it goes through a code (of the Encyclopaedia of Chinese Chess Openings,
//! for example `C44`) and a title. Where lines meet, what they have in common is left: the first characters of the
//! code, the title if it is the same. Where that is nothing, the position has no name. A code may be
//! missing.

use crate::image::Image;
use std::collections::{BTreeMap, HashMap};
use xiangqi::{Board, Move};

/// What is left of code and title.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Label {
    /// None if no line has said one, which contradicts no other.
    code: Option<String>,
    title: String,
}

impl Label {
    fn new(code: &str, title: &str) -> Self {
        let code = Some(code.trim()).filter(|code| !code.is_empty());
        Self { code: code.map(ToOwned::to_owned), title: title.trim().to_owned() }
    }

    fn meet(&mut self, other: &Self) {
        if self != other {
            self.title.clear();
        }
        self.code = match (self.code.take(), &other.code) {
            (Some(one), Some(two)) => {
                let common = one.chars().zip(two.chars()).take_while(|(one, two)| one == two);
                Some(common.map(|(one, _)| one).collect())
            }
            (one, two) => one.or_else(|| two.clone()),
        };
    }

    fn text(&self) -> Option<String> {
        let text = format!("{} {}", self.code.as_deref().unwrap_or_default(), self.title);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// Collects named lines.
///
/// ```
/// let mut namer = book::Namer::default();
/// namer.add("B0", "Central Cannon", &["h2e2".parse()?]);
/// assert_eq!(namer.line_count(), 1);
/// # Ok::<(), xiangqi::BadMoveText>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Namer {
    labels: HashMap<u64, Label>,
    lines: Vec<Vec<u64>>,
}

impl Namer {
    /// Takes a line from the start position; what follows a move that is not legal is left out.
    pub fn add(&mut self, code: &str, title: &str, moves: &[Move]) {
        let label = Label::new(code, title);
        let mut board = Board::start();
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !board.is_legal(mv) {
                break;
            }
            board.play_unchecked(mv);
            let key = Image::of(&board).key;
            self.labels.entry(key).and_modify(|known| known.meet(&label)).or_insert_with(|| label.clone());
            line.push(key);
        }
        self.lines.push(line);
    }

    /// How many lines it has taken.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The names to keep: those of positions that a book holds, and those that a line comes to from another name.
    /// Whoever asks for the name of any other position finds it by going back.
    pub(crate) fn settle(&self, is_held: impl Fn(u64) -> bool) -> BTreeMap<u64, String> {
        let mut names = BTreeMap::new();
        for line in &self.lines {
            let mut last = None;
            for &key in line {
                let name = self.labels.get(&key).and_then(Label::text);
                if let Some(name) = &name
                    && (is_held(key) || last.as_ref() != Some(name))
                {
                    names.insert(key, name.clone());
                }
                last = name.or(last);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BookBuilder;
    use xiangqi::Position;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn positions_are_called_what_their_lines_have_in_common() {
        let mut namer = Namer::default();
        namer.add("C44", "one", &moves("h2e2 h9g7 h0g2 i9h9 i0h0"));
        namer.add("C47", "two", &moves("h2e2 h9g7 h0g2 b9c7"));
        // The mirror image of the beginning of the first.
        namer.add("C44", "three", &moves("b2e2 b9c7 b0c2 a9b9 a0a1"));
        namer.add("E01", "four", &moves("c3c4 c6c5"));
        namer.add("", "five", &moves("h2e2 h9g7 h0g2 g6g5"));
        let mut builder = BookBuilder::default();
        builder.set_names(namer);
        let book = builder.finish("");
        let name = |text: &str| {
            let mut position = Position::start();
            for mv in moves(text) {
                position.try_play(mv).unwrap();
            }
            book.name(&position).map(ToOwned::to_owned)
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(book.name(&Position::start()), None);
        assert_eq!(name("h2e2"), is("C4"));
        assert_eq!(name("h2e2 h9g7 h0g2 i9h9"), is("C44"));
        assert_eq!(name("h2e2 h9g7 h0g2 i9h9 i0h0"), is("C44 one"));
        assert_eq!(name("b2e2 b9c7 b0c2 a9b9 a0a1"), is("C44 three"));
        assert_eq!(name("h2e2 h9g7 h0g2 i9h9 i0i1"), is("C44 three"));
        assert_eq!(name("h2e2 h9g7 h0g2 b9c7 i0h0 a9b9"), is("C47 two"), "by going back");
        assert_eq!(name("g3g4 g6g5"), is("E01 four"), "the mirror image");
        assert_eq!(name("h2e2 h9g7 h0g2"), is("C4"), "a line without a code contradicts none");
        assert_eq!(name("h2e2 h9g7 h0g2 g6g5"), is("five"));
        assert_eq!(name("a3a4"), None);
    }
}

//! Moves of the opening book, in the words that a GUI is told them in. When the book is left is decided by
//! [`engine::opening`].

use crate::options::Options;
use book::{Book, Tally};
use engine::opening::OpeningBook;
use games::AnyPosition;
use xiangqi::counted;

/// The book, and where the game is in it.
pub struct BookPlayer(OpeningBook);

/// A move of the book, and what can be said about it.
pub struct Reply {
    /// The move, as the game writes it.
    pub mv: String,
    /// How often it was played, how it went, what the opening is called.
    pub remark: String,
}

impl BookPlayer {
    /// Nothing has been asked yet. Without a seed, chance depends on `entropy`.
    pub fn new(entropy: u64) -> Self {
        Self(OpeningBook::with_entropy(entropy))
    }

    /// Uses another book; none for the one inside the program.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.0.set_book(book);
    }

    /// The next position belongs to another game.
    pub fn new_game(&mut self) {
        self.0.new_game();
    }

    /// What the book plays, if it is to be used and knows a move.
    pub fn reply(&mut self, position: &AnyPosition, options: &Options) -> Option<Reply> {
        let AnyPosition::Xiangqi(position) = position else { return None };
        if !options.uses_book {
            return None;
        }
        let answer = self.0.choose(position, options.book_depth as u32, options.seed)?;
        let mut remark = format!("chosen with {}", remark(answer.share, answer.tally));
        if let Some(name) = &answer.name {
            remark.push_str(", ");
            remark.push_str(name);
        }
        Some(Reply { mv: answer.mv.to_string(), remark })
    }

    /// What the book knows of a position: each move with a remark, the most likely first.
    pub fn known(&self, position: &AnyPosition) -> Vec<(String, String)> {
        let AnyPosition::Xiangqi(position) = position else { return Vec::new() };
        let mut known = self.0.moves(position);
        known.sort_by_key(|known| std::cmp::Reverse(known.weight));
        let sum: u32 = known.iter().map(|known| known.weight).sum();
        let share = |weight: u32| f64::from(weight) / f64::from(sum.max(1));
        known.iter().map(|known| (known.mv.to_string(), remark(share(known.weight), known.tally))).collect()
    }
}

/// How often a move is chosen, and how it went.
fn remark(share: f64, tally: Tally) -> String {
    let Tally { games, wins, draws, losses } = tally;
    format!("{:.0}%, {} +{wins} ={draws} -{losses}", 100.0 * share, counted(games, "game"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Variant;

    #[test]
    fn the_book_is_asked_where_it_is_wanted() {
        let xiangqi = AnyPosition::start(Variant::Xiangqi);
        let asked = |position: &AnyPosition, options: &Options| BookPlayer::new(5).reply(position, options);
        let wanted = Options { uses_book: true, seed: 7, ..Options::default() };
        let reply = asked(&xiangqi, &wanted).unwrap();
        assert!(reply.remark.starts_with("chosen with ") && reply.remark.contains(" games +"));
        assert!(xiangqi.canonical(&reply.mv).is_ok());
        assert!(asked(&xiangqi, &Options::default()).is_none());
        assert!(asked(&xiangqi, &Options { book_depth: 0, ..wanted.clone() }).is_none());
        assert!(asked(&AnyPosition::start(Variant::Chess), &wanted).is_none());
        let chance = Options { seed: 0, ..wanted };
        let moves = |entropy| BookPlayer::new(entropy).reply(&xiangqi, &chance).unwrap().mv;
        assert_eq!(moves(3), moves(3));
        assert!((4..40).any(|entropy| moves(entropy) != moves(3)));
    }

    #[test]
    fn what_is_known_is_told_with_the_likeliest_first() {
        let known = BookPlayer::new(1).known(&AnyPosition::start(Variant::Xiangqi));
        let shares: Vec<i32> =
            known.iter().map(|(_, remark)| remark.split('%').next().unwrap().parse().unwrap()).collect();
        assert!(shares.len() > 2 && shares.is_sorted_by(|one, other| one >= other), "{known:?}");
    }
}

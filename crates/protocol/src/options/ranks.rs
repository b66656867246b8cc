//! How the ranks of a xiangqi board are counted: from 0 to 9, as most xiangqi programs do, or from 1 to 10, as
//! programs do that come from chess. The engine knows the first only; moves are translated on their way.

/// The way of counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// `h2e2`; and whatever is not xiangqi.
    #[default]
    AsTheyAre,
    /// `h3e3`.
    FromOne,
}

/// What is known about how the GUI counts.
///
/// If the user has not decided (`Coordinates`), the moves of the game do: the first of them that is legal in one way
/// only settles it, and until the next game nothing changes that. Before such a move the options tell: a GUI that sets
/// `UCI_Variant` knows it from programs that count from 1. It does not tell anything if the GUI has gone through the
/// whole list of options and sent `Coordinates`, too: then it sends back what it was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coordinates {
    chosen: Option<Ranks>,
    settled: Option<Ranks>,
    has_heard_variant: bool,
    has_heard_itself: bool,
}

impl Coordinates {
    /// The way in which the next move is read and written.
    pub fn ranks(self) -> Ranks {
        let guess = self.has_heard_variant && !self.has_heard_itself;
        let guess = if guess { Ranks::FromOne } else { Ranks::AsTheyAre };
        self.chosen.or(self.settled).unwrap_or(guess)
    }

    /// The other way, while it may be the right one.
    pub fn alternative(self) -> Option<Ranks> {
        match (self.chosen.or(self.settled), self.ranks()) {
            (Some(_), _) => None,
            (None, Ranks::AsTheyAre) => Some(Ranks::FromOne),
            (None, Ranks::FromOne) => Some(Ranks::AsTheyAre),
        }
    }

    /// The user has decided, or leaves it to the engine.
    pub fn choose(&mut self, ranks: Option<Ranks>) {
        self.chosen = ranks;
        self.has_heard_itself = true;
    }

    /// The GUI has named the game.
    pub fn hear_variant(&mut self) {
        self.has_heard_variant = true;
    }

    /// A move of the game was legal in this way only.
    pub fn settle(&mut self, ranks: Ranks) {
        self.settled.get_or_insert(ranks);
    }

    /// Another game begins, whose moves have to tell anew.
    pub fn new_game(&mut self) {
        self.settled = None;
    }
}

/// A text is not a move with ranks counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a move with ranks from 1 to 10; write it as in \"h3e3\"")]
pub struct BadRanks(pub String);

impl std::fmt::Display for Ranks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::AsTheyAre => "0-9",
            Self::FromOne => "1-10",
        })
    }
}

impl Ranks {
    /// A move of the GUI as the engine reads it.
    ///
    /// # Errors
    /// Quotes what has no such ranks.
    pub fn read(self, text: &str) -> Result<String, BadRanks> {
        match self {
            Self::AsTheyAre => Ok(text.to_string()),
            Self::FromOne => {
                let read = shifted(text, |rank| rank.checked_sub(1).filter(|rank| *rank < 10));
                read.ok_or_else(|| BadRanks(text.to_owned()))
            }
        }
    }

    /// A move or a square of the engine as the GUI reads it.
    pub fn write(self, text: &str) -> String {
        match self {
            Self::AsTheyAre => text.to_string(),
            Self::FromOne => shifted(text, |rank| rank.checked_add(1)).unwrap_or_else(|| text.to_string()),
        }
    }

    /// The number of the lowest rank, where the engine counts from this.
    pub fn first(self, first: usize) -> usize {
        if self == Self::FromOne { first + 1 } else { first }
    }
}

/// A move, or a square, with its ranks changed; none if it does not look like one.
fn shifted(text: &str, change: impl Fn(u8) -> Option<u8>) -> Option<String> {
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let file = rest.chars().next().filter(char::is_ascii_lowercase)?;
        let digits = rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        let rank: u8 = rest.get(1..=digits)?.parse().ok()?;
        result.push(file);
        result.push_str(&change(rank)?.to_string());
        rest = rest.get(1 + digits..)?;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_moves_tell_how_a_gui_counts() {
        let mut plain = Coordinates::default();
        assert_eq!(plain.ranks(), Ranks::AsTheyAre, "made for xiangqi");
        plain.settle(Ranks::FromOne);
        assert_eq!(plain.ranks(), Ranks::FromOne, "its moves told");
        let mut from_chess = Coordinates::default();
        from_chess.hear_variant();
        assert_eq!(from_chess.ranks(), Ranks::FromOne);
        from_chess.settle(Ranks::AsTheyAre);
        assert_eq!(from_chess.ranks(), Ranks::AsTheyAre, "its moves told otherwise");
        let mut parrot = Coordinates::default();
        parrot.hear_variant();
        parrot.choose(None);
        assert_eq!(parrot.ranks(), Ranks::AsTheyAre, "every option came back");
        parrot.choose(Some(Ranks::FromOne));
        parrot.settle(Ranks::AsTheyAre);
        assert_eq!((parrot.ranks(), parrot.alternative()), (Ranks::FromOne, None), "the user has decided");
    }

    #[test]
    fn what_is_settled_stays_for_a_game() {
        let mut coordinates = Coordinates::default();
        assert_eq!(coordinates.alternative(), Some(Ranks::FromOne));
        coordinates.settle(Ranks::AsTheyAre);
        assert_eq!(coordinates.alternative(), None);
        coordinates.settle(Ranks::FromOne);
        coordinates.hear_variant();
        assert_eq!(coordinates.ranks(), Ranks::AsTheyAre, "the first move that told counts");
        coordinates.new_game();
        assert_eq!(
            (coordinates.ranks(), coordinates.alternative()),
            (Ranks::FromOne, Some(Ranks::AsTheyAre))
        );
    }

    #[test]
    fn ranks_go_there_and_back() {
        for (from_zero, from_one) in [("h2e2", "h3e3"), ("f9e8", "f10e9"), ("a0a9", "a1a10"), ("i9", "i10")] {
            assert_eq!(Ranks::FromOne.write(from_zero), from_one);
            assert_eq!(Ranks::FromOne.read(from_one).as_deref(), Ok(from_zero));
            assert_eq!(Ranks::AsTheyAre.write(from_zero), from_zero);
        }
        for bad in ["h0e0", "h11e1", "h", "hh2", "2e2e", "é2e2", "h999e1", "h2-e2", "H2E2"] {
            let message = Ranks::FromOne.read(bad).unwrap_err().to_string();
            assert!(message.contains(&format!("\"{bad}\"")), "{message}");
        }
    }
}

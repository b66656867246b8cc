//! Arrows: from a square to another, in a colour.

use std::str::FromStr;
use thiserror::Error;
use xiangqi::Move;

/// The colour of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // they are colours
pub enum Tone {
    #[default]
    Green,
    Blue,
    Red,
    Orange,
    Purple,
}

impl Tone {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Green, Self::Blue, Self::Red, Self::Orange, Self::Purple];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Purple => "purple",
        }
    }

    /// As SVG writes it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Green => "#15803d",
            Self::Blue => "#1b6fc2",
            Self::Red => "#b3241b",
            Self::Orange => "#c2410c",
            Self::Purple => "#7c3aad",
        }
    }
}

/// An arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Its two squares. The move need not be legal.
    pub mv: Move,
    /// Its colour.
    pub tone: Tone,
}

/// Why a text is not an arrow. The text is quoted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArrowError {
    /// The squares are not two squares.
    #[error("\"{0}\" is not an arrow; write two squares such as h2e2, files a to i and ranks 0 to 9")]
    Squares(String),
    /// There is no such colour.
    #[error("\"{text}\" is not an arrow: there is no colour \"{colour}\"; there are {}", tones())]
    Tone {
        /// The whole text.
        text: String,
        /// The colour.
        colour: String,
    },
}

fn tones() -> String {
    Tone::ALL.map(Tone::name).join(", ")
}

impl FromStr for Arrow {
    type Err = ArrowError;

    /// Reads `h2e2` or `h2e2:blue`.
    fn from_str(text: &str) -> Result<Self, ArrowError> {
        let (squares, colour) = text.split_once(':').unwrap_or((text, Tone::Green.name()));
        let mv = squares.parse().ok().filter(|mv: &Move| mv.from() != mv.to());
        let mv = mv.ok_or_else(|| ArrowError::Squares(xiangqi::excerpt(text, 24)))?;
        let tone = Tone::ALL.into_iter().find(|tone| tone.name() == colour.trim()).ok_or_else(|| {
            ArrowError::Tone { text: xiangqi::excerpt(text, 24), colour: xiangqi::excerpt(colour, 24) }
        })?;
        Ok(Self { mv, tone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_are_read_or_refused_with_a_quote() {
        let arrow: Arrow = "h2e2:blue".parse().unwrap();
        assert_eq!((arrow.mv.to_string().as_str(), arrow.tone), ("h2e2", Tone::Blue));
        assert_eq!("a0a9".parse::<Arrow>().unwrap().tone, Tone::Green);
        for (bad, part) in [
            ("h2", "\"h2\" is not an arrow"),
            ("h2j2", "\"h2j2\""),
            ("h2h2", "\"h2h2\""),
            ("", "\"\""),
            ("h2e2:pink", "no colour \"pink\"; there are green"),
            ("炮二平五", "\"炮二平五\""),
        ] {
            let error = bad.parse::<Arrow>().unwrap_err().to_string();
            assert!(error.contains(part), "{bad}: {error}");
        }
    }
}

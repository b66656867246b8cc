//! Sentences: what people read, rendered here and nowhere else, one file for each language.
//!
//! Both files have the same functions, one for each kind of value that is put into words; what is said of mistakes has files of its own. How verdicts of the rules read
//! is said by [`xiangqi::Verdict::explain`].

pub mod chinese;
pub(crate) mod chinese_faults;
pub mod english;
mod why_chinese;
mod why_english;
#[cfg(test)]
mod why_tests;

use crate::error::{ReadStop, ServiceError};
use engine::review::{Explanation, Missed};
use notation::formats::{Loss, ReadError};
use serde::Serialize;
use xiangqi::rules::{Repetition, Warning};
use xiangqi::{Colour, FenError, InvalidBoard, Outcome, Verdict};

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Words {
    /// In English.
    #[serde(rename = "words_en")]
    pub english: String,
    /// In Chinese.
    #[serde(rename = "words_zh")]
    pub chinese: String,
}

impl Words {
    /// Why a request cannot be obeyed.
    pub fn error(error: &ServiceError) -> Self {
        Self { english: english::error(error), chinese: chinese::error(error) }
    }

    /// What is wrong with a FEN.
    pub fn fen(error: &FenError) -> Self {
        Self { english: english::fen(error), chinese: chinese::fen(error) }
    }

    /// Why a board cannot be.
    pub fn board(invalid: InvalidBoard) -> Self {
        Self { english: english::board(invalid), chinese: chinese::board(invalid) }
    }

    /// How a game has ended, or that it has not.
    pub fn verdict(verdict: Option<&Verdict>) -> Self {
        Self { english: english::verdict(verdict), chinese: chinese::verdict(verdict) }
    }

    /// That a side loses if it goes on like this.
    pub fn warning(warning: &Warning) -> Self {
        Self { english: english::warning(warning), chinese: chinese::warning(warning) }
    }

    /// What a position that repeats will come to: a loss, or a draw.
    pub fn impending(outcome: Outcome, repetition: &Repetition) -> Self {
        match outcome {
            Outcome::Win(winner) => {
                let warning = Warning { loser: !winner, repetition: Box::new(repetition.clone()) };
                Self::warning(&warning)
            }
            Outcome::Draw => Self {
                english: english::draw_warning(repetition),
                chinese: chinese::draw_warning(repetition),
            },
        }
    }

    /// What an ending comes to: who wins, in how many moves of the winner, or that nobody does.
    pub fn known_ending(won: Option<(Colour, u16)>) -> Self {
        Self { english: english::known_ending(won), chinese: chinese::known_ending(won) }
    }

    /// That a player gave up.
    pub fn resigned(side: Colour) -> Self {
        Self { english: english::resigned(side), chinese: chinese::resigned(side) }
    }

    /// That a player's time ran out.
    pub fn out_of_time(side: Colour) -> Self {
        Self { english: english::out_of_time(side), chinese: chinese::out_of_time(side) }
    }

    /// That the players agreed to a draw.
    pub fn draw_agreed() -> Self {
        Self { english: english::draw_agreed(), chinese: chinese::draw_agreed() }
    }

    /// That a game is as long as it may be.
    pub fn too_long(plies: usize) -> Self {
        Self { english: english::too_long(plies), chinese: chinese::too_long(plies) }
    }

    /// Why a game of a file cannot be read.
    pub fn file_fault(error: &ReadError) -> Self {
        Self { english: english::file_fault(error), chinese: chinese::file_fault(error) }
    }

    /// What a format does not hold.
    pub fn loss(loss: &Loss) -> Self {
        Self { english: english::loss(loss), chinese: chinese::loss(loss) }
    }

    /// Why only the beginning of a game was read.
    pub fn read_stop(stop: &ReadStop) -> Self {
        Self { english: english::read_stop(stop), chinese: chinese::read_stop(stop) }
    }

    /// What a mistake costs; `Blanks` says what is to be put in.
    pub fn cost(explanation: &Explanation) -> Self {
        Self { english: why_english::cost(explanation), chinese: why_chinese::cost(explanation) }
    }

    /// What the better move would have had; `Blanks` says what is to be put in.
    pub fn missed(missed: &Missed, side: Colour) -> Self {
        Self { english: why_english::missed(missed), chinese: why_chinese::missed(missed, side) }
    }
}

/// What a sentence about a mistake leaves to whoever shows it.
pub struct Blanks<'a> {
    /// The punishing move, for `{reply}`.
    pub reply: &'a str,
    /// The better move, for `{better}`.
    pub better: &'a str,
    /// Whether places such as `{c7=file 3}` become squares, for readers of coordinates, or else files.
    pub are_squares: bool,
}

impl Blanks<'_> {
    /// The sentence with everything put in.
    pub fn fill(&self, sentence: &str) -> String {
        let mut filled = String::new();
        let mut rest = sentence;
        while let Some((before, (blank, after))) =
            rest.split_once('{').and_then(|(before, then)| Some((before, then.split_once('}')?)))
        {
            filled.push_str(before);
            filled.push_str(match (blank, blank.split_once('=')) {
                ("reply", _) => self.reply,
                ("better", _) => self.better,
                (_, Some((square, file))) => {
                    if self.are_squares {
                        square
                    } else {
                        file
                    }
                }
                _ => blank,
            });
            rest = after;
        }
        filled + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_for_either_reader() {
        let sentence = "{reply} takes the rook on {h5=file 2}; {better} } was { better.";
        let fill = |are_squares| Blanks { reply: "C2=5", better: "H2+3", are_squares }.fill(sentence);
        assert_eq!(fill(false), "C2=5 takes the rook on file 2; H2+3 } was { better.");
        assert_eq!(fill(true), "C2=5 takes the rook on h5; H2+3 } was { better.");
    }

    #[test]
    fn reports_have_the_same_words_in_both_languages() {
        let keys = |words: &[(&'static str, &str)]| words.iter().map(|(key, _)| *key).collect::<Vec<_>>();
        assert_eq!(keys(english::REPORT), keys(chinese::REPORT));
        for ((key, one), (_, two)) in english::REPORT.iter().zip(chinese::REPORT) {
            let holes = |text: &str| {
                let mut holes: Vec<_> =
                    text.match_indices('{').map(|(at, _)| text[at..].chars().nth(1)).collect();
                holes.sort_unstable();
                holes
            };
            assert_eq!(holes(one), holes(two), "{key}");
        }
    }
}

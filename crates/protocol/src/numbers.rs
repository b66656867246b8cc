//! The engine's tuned numbers as options, in builds with the feature `tune`.
//!
//! Each is a `spin` with the name it has in the table. A name that is none is left to the other
//! options; a value outside the range is refused, and nothing is changed then.

use crate::options::Variant;
use games::{Chess, Xiangqi};
use search::{Game, Params};

/// The numbers that a game starts with.
pub fn of(variant: Variant) -> Params {
    match variant {
        Variant::Xiangqi => Xiangqi::PARAMS,
        Variant::Chess => Chess::PARAMS,
    }
}

/// The lines that tell a GUI which numbers a game has.
pub fn describe(variant: Variant) -> String {
    let line = |number: search::Param| {
        let (low, high) = number.range;
        format!("option name {} type spin default {} min {low} max {high}\n", number.name, number.value)
    };
    of(variant).list().map(line).collect()
}

/// Sets a number; nothing if there is none of that name, which is read in any case.
pub fn set(numbers: &mut Params, name: &str, text: &str) -> Option<Result<(), String>> {
    let number = numbers.list().find(|number| number.name.eq_ignore_ascii_case(name))?;
    let (low, high) = number.range;
    let value = text.parse::<i32>().ok().filter(|value| (low..=high).contains(value));
    Some(match value {
        Some(value) => {
            numbers.set(number.name, value);
            Ok(())
        }
        None => {
            Err(format!("option \"{name}\" cannot be \"{text}\"; it must be a number from {low} to {high}"))
        }
    })
}
